// The reader of [[ensemble]]. Private header of verification/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/experiment/experiment.hpp>
#include <nonholo/verification/experiment/reading.hpp>
#include <nonholo/verification/toml/toml_table.hpp>

#include <memory>

namespace nonholo {

/// Fills in Experiment::ensembles and makes ensembles of the runs that they name.
/// @param top the table of the file, which lives as long as there are starts to be read from it
/// @throws InputError with file, line and key.
void read_ensembles(const std::shared_ptr<const TomlFile>& file, const TomlTable& top, Experiment& experiment);

}  // namespace nonholo
