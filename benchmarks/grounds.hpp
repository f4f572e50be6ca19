// The problems that the benchmarks run on, their ends known, and on each what reaches them: methods of ours, baselines
// behind our adapters, the equations that a user makes by hand. deSolve's radau comes with radau.hpp.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/verification/experiment/reference_solution.hpp>
#include <nonholo/verification/method_choice.hpp>

#include <functional>
#include <string>
#include <vector>

namespace nonholo::benchmarks {

/// A whole run from the start to the end: (q, v) there, not numbers where it failed.
using Run = std::function<std::vector<double>()>;

enum class Kind {
  ours,      ///< keeps the constraint
  adapter,   ///< a baseline on our problem object
  by_hand,   ///< on equations made by hand
  elsewhere  ///< a solver that comes with other software
};

/// How fine the grids are on which runs are tried, to a factor of ten. Tolerances by eight are 40 steps (order 5) or 64
/// (order 8) to a factor of ten: were step sizes taken by eight, too, methods of fixed steps would overshoot their mark
/// by more.
enum Grid { tolerances = 8, step_sizes = 32 };

/// Steps that are too long for an iteration cost more than shorter ones: a finer run is tried whose time is less than
/// this of a coarser one's.
constexpr double clearly_cheaper = 0.8;

/// A run may be exact enough by luck: it counts where so many finer ones next to it are, too.
constexpr std::size_t neighbours = 4;

/// Whether the k-th and the `next` finer ones, as far as there are any, are within a bound.
bool holds(const std::vector<double>& errors, std::size_t k, std::size_t next, double bound);

/// 10^(-k / grid).
double fraction(int k, Grid grid);

/// Something that reaches the end with an error that falls with k, the place on its grid.
struct Contender {
  std::string name;
  Kind kind;
  Grid grid;
  std::function<Run(int k)> run;
};

struct Ground {
  std::string name;
  SolvedProblem<double> problem;
  std::vector<Contender> contenders;

  double error(const std::vector<double>& end) const;
  /// max |A_i v| / (|A_i| |v|).
  double off_constraint(const std::vector<double>& end) const;
};

/// Contact, particle, gearbox, disk, sleigh, with the starts of docs/performance/README.md.
std::vector<Ground> grounds();
Ground ground(const std::string& name);

/// A composition for a base that is one half of a symmetric pair: of symplectic Euler and its adjoint.
MethodChoice composition_of_pairs(const std::string& scheme);
MethodChoice composition_of_mp(const std::string& scheme);
MethodChoice gauss(long stages);

/// What docs/guide/choosing.md recommends for an error at the end: of short runs, or where 1e-2 suffices of long ones.
std::string recommended(const Ground& on, double accuracy);

/// Steps of equal size, the k-th of t_end / ceil(t_end 10^(k / step_sizes) / 4).
Run fixed_steps(const SolvedProblem<double>& on, const MethodChoice& method, int k);

}  // namespace nonholo::benchmarks
