// The part of read_experiment that reads what is to be drawn.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/experiment/experiment.hpp>

namespace nonholo {

class TomlTable;

/// [[figure]] and [motion] of a file whose problem and runs are read. @throws InputError with file, line and key.
void read_figures(const TomlTable& file, Experiment& experiment);

/// The value of `page`, from 1.
long page_number(const TomlTable& table);

}  // namespace nonholo
