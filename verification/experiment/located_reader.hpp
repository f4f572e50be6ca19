// The reader of [[event]], [[section]] and [[reduce]]. Private header of verification/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/experiment/experiment.hpp>
#include <nonholo/verification/toml/toml_table.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace nonholo {

/// The runs that the key `runs` names, labels or globs of labels, in the file's order; all of them without it.
std::vector<const RunSpec*> chosen_runs(const TomlTable& table, const std::vector<RunSpec>& runs);

/// The place of the section that the key `section` names in Experiment::located; nothing without the key.
std::optional<std::size_t> chosen_section(const TomlTable& table, const Experiment& experiment);

/// Fills in Experiment::located and then Experiment::reductions. @throws InputError with file, line and key.
void read_located(const TomlTable& file, Experiment& experiment);

}  // namespace nonholo
