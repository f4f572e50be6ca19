// Tableaus of one's own, to be found beside those of the catalogue.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/methods/tableaus/tableaus.hpp>

#include <vector>

namespace nonholo {

/// At the start of a program. @throws InputError for a name that is taken.
void add_tableaus(std::vector<TableauFamily> tableaus);

}  // namespace nonholo
