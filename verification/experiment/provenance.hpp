// Where results come from: which program, made how, was given what.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/experiment/experiment.hpp>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace nonholo::program {

/// Of the very executable that runs: its checksum, in 16 hexadecimal digits. Another compiler, option or line of code
/// makes another one.
const std::string& build_identity();

/// For people, a line for each: program and version, build, precisions, libraries.
std::string version_text();

/// A plug-in is part of the program from now on; before anything asks for its identity.
void count_in_build(const std::filesystem::path& plugin);

/// Identifies what was run: the text of the file, as it was read, and of its tableau files, the mode, the rows of its
/// CSV files and the program. Equal fingerprints give equal results.
std::string fingerprint(const Experiment& experiment, bool quick, long sample);

struct Provenance {
  std::string fingerprint;
  std::string program, build;  ///< name and version; build_identity()
  std::string compiler;
  std::vector<std::pair<std::string, std::string>> libraries;
  std::string date;     ///< when it was asked for, UTC
  std::string command;  ///< the line that asked for it
  std::string input;    ///< checksum of the text, as the fingerprint has it
};

Provenance provenance(const Experiment& experiment, bool quick, long sample);

}  // namespace nonholo::program
