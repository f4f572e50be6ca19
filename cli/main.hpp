// The program for problems and methods of one's own: a main() of one line has every sub-command of nonholo.
//
//   int main(int argc, char** argv) {
//     return nonholo::main(argc, argv, {nonholo::problem_entry<Trailer>("trailer")});
//   }
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/method_entry.hpp>
#include <nonholo/framework/system/problem_entry.hpp>

#include <vector>

namespace nonholo {

/// Runs the program with these beside what the catalogues hold; to be called once. Returns the exit code: 0 all well,
/// 1 an expectation does not hold, 2 wrong input (a name that is taken, among others), 3 a run failed unexpectedly, 4
/// what could not be written, 70 an error of ours, 128 and its number where a signal ended it.
int main(int argc, char** argv, std::vector<ProblemEntry> problems = {}, std::vector<MethodEntry> methods = {});

}  // namespace nonholo
