// The reader of [[ensemble]]. Private header of verification/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/experiment/experiment.hpp>
#include <nonholo/verification/toml/toml_table.hpp>

namespace nonholo {

/// Fills in Experiment::ensembles and makes ensembles of the runs that they name.
/// @throws InputError with file, line and key.
void read_ensembles(const TomlTable& file, Experiment& experiment);

}  // namespace nonholo
