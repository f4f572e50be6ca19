// Whether two sets of tableaus are the same method. Names do not count.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/tableau/tableau.hpp>

namespace nonholo::tableaus {

/// All exact numbers of both, those of the constraint rows too, are equal to the last digit.
bool same_numbers(const TableauSet& x, const TableauSet& y);

}  // namespace nonholo::tableaus
