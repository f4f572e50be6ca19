// From what a user types to the experiment files meant.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace nonholo::program {

struct FoundExperiment {
  /// "hilden_2009/figure_2_1"; outside the known folders the path below the folder asked for, or the file's stem
  std::string name;
  std::filesystem::path file;
  std::string figure = {};  ///< the one of its figures that was asked for; empty: the experiment
  bool in_folder = false;   ///< a folder was asked for, and it is one of the files there
};

/// Folders in which experiments are searched by name, those that exist: beside the program's build tree, then below its
/// prefix, then those added.
std::vector<std::filesystem::path> experiment_folders(const std::filesystem::path& program);

/// A further one, for a program that is no executable of its own. Before any thread asks for them.
void add_experiment_folder(const std::filesystem::path& folder);

/// @throws InputError (TARGET) where there are none: what is known by name is looked for beside the program alone
void want_folders(const std::vector<std::filesystem::path>& folders);

/// Whether it can mean a file alone: it ends in .toml, or is a path from the root or from this folder.
bool looks_like_file(const std::string& target);

/// Of a file that is not there: "no such file; did you mean 'x.toml'?", of the files in its folder.
std::string no_such_file(const std::string& target);

/// Of a name that nothing has: the file "NAME.toml" of this folder, where it is there: "; did you mean the file ...?".
std::string perhaps_a_file(const std::string& name);

/// Every experiment below the folders, by name.
std::vector<FoundExperiment> known_experiments(const std::vector<std::filesystem::path>& folders);

/// The names of the figures in a file; none where it cannot be read.
std::vector<std::string> figure_names(const std::filesystem::path& file);

/// The experiments that the target means: a file, a folder (every .toml below it), or the name of an experiment, of a
/// folder of them, or else of a figure: "figure_2_4", "hilden_2009/figure_2_4".
/// @throws InputError naming the nearest.
std::vector<FoundExperiment> locate(const std::string& target, const std::vector<std::filesystem::path>& folders);

}  // namespace nonholo::program
