// Checks that a problem is what it says: run them on your own in one line,
//
//   std::puts(nonholo::check_problem(nonholo::problem_entry<MyProblem>("my_problem")).text().c_str());    with about()
//   std::puts(nonholo::check_problem(nonholo::System(MyProblem{}), start).text().c_str());                without
//
// At the start, at states along the motion until its end and at random consistent states near them every property in
// problem_checks.hpp that the kind of system has: that its equations can be solved; that every derivative which methods
// use, by automatic differentiation or by hand, agrees with differences; that the energy (where nothing does work) and
// every named invariant have rate zero, which is what changes them by nothing in the time of the motion; that the exact
// solution, where there is one, is one. A motion whose end nobody tells has a time of its own (sample_states.hpp). The
// derivatives of a text are those of its expressions: rates are then exact, and nothing is held against differences.
// With about(): parameters have their defaults in range and refuse values outside, setups start on the constraint.
//
// Each check is made where it can be: one that fails keeps no other from being made, unless that needs what failed.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/problem_entry.hpp>
#include <nonholo/framework/system/start.hpp>
#include <nonholo/verification/contract/report.hpp>

#include <optional>
#include <string>
#include <vector>

namespace nonholo {

/// Nothing is thrown for a bad problem: what is wrong with it is in the report.
ContractReport check_problem(const System<double>& system, const Start<double>& start,
                             const std::string& subject = "problem", const std::optional<double>& t_end = {});

/// Every setup of the entry, and its parameters.
ContractReport check_problem(const ProblemEntry& entry);

/// A system with a start of its own, at t = 0; the name tells it from others, and is empty where there is one.
struct NamedStart {
  std::string name;
  System<double> system;
  Start<double> start;
  std::optional<double> t_end = {};
};

/// The parameters of the entry, and every start in the place of its setups.
ContractReport check_problem(const ProblemEntry& entry, const std::vector<NamedStart>& starts);

/// A start for a system that has none: a state near the origin where the equations can be solved, its velocity on the
/// constraint. Nothing where none was found.
std::optional<Start<double>> some_start(const System<double>& system);

}  // namespace nonholo
