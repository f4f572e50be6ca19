// A plug-in: problems, methods and tableaus of one's own as a library that the program loads, nonholo --plugin mine.so.
//
//   #include <nonholo/cli/plugin.hpp>
//   NONHOLO_PLUGIN({.problems = {nonholo::problem_entry<Trailer>("trailer")}})
//
//   c++ -std=gnu++20 -O2 -shared -fPIC mine.cpp $(pkg-config --cflags nonholo) -o mine.so
//
// It calls what the program holds, and is linked with no library of nonholo. The headers must be those that the program
// was built of, and the compiler the same: the program refuses others before it runs any code of theirs.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/build_identity.hpp>
#include <nonholo/framework/run/method_entry.hpp>
#include <nonholo/framework/system/problem_entry.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>

#include <Eigen/Core>

#include <vector>

namespace nonholo {

/// What is found beside what the catalogues hold.
struct Plugin {
  std::vector<ProblemEntry> problems = {};
  std::vector<MethodEntry> methods = {};
  std::vector<TableauFamily> tableaus = {};
};

}  // namespace nonholo

#define NONHOLO_TEXT_OF(x) #x
#define NONHOLO_TEXT(x) NONHOLO_TEXT_OF(x)

/// What program and plug-in must have in common: how they call each other, of what they are built, and by what.
#define NONHOLO_PLUGIN_BEGINNING "nonholo plug-in, "
#define NONHOLO_PLUGIN_IDENTITY                                                                   \
  NONHOLO_PLUGIN_BEGINNING                                                                        \
  "ABI 1, nonholo " NONHOLO_BUILD ", compiler " __VERSION__                                       \
  " " NONHOLO_TEXT(__GXX_ABI_VERSION) ", C++ " NONHOLO_TEXT(__cplusplus) ", Eigen " NONHOLO_TEXT( \
      EIGEN_WORLD_VERSION) "." NONHOLO_TEXT(EIGEN_MAJOR_VERSION) "." NONHOLO_TEXT(EIGEN_MINOR_VERSION)

/// The one of a library: members of a Plugin.
#define NONHOLO_PLUGIN(...)                                                              \
  extern "C" {                                                                           \
  extern const char nonholo_plugin_identity[];                                           \
  const char nonholo_plugin_identity[] = NONHOLO_PLUGIN_IDENTITY;                        \
  void nonholo_plugin(nonholo::Plugin& plugin);                                          \
  void nonholo_plugin(nonholo::Plugin& plugin) { plugin = nonholo::Plugin __VA_ARGS__; } \
  }
