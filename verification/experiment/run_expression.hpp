// Quantities that a file writes as expressions of the state, "vx + y*vz", "max(abs(theta)) - start(theta)", and their
// values along a run.
//
// Names stand for the state at the end of the run, over whose steps max(f), min(f) and start(f) are taken: largest,
// smallest and first value of an expression of the state. As a series such an expression has its value at every step,
// max and min those so far.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/expression/foreign_notation.hpp>
#include <nonholo/framework/expression/program.hpp>
#include <nonholo/framework/run/integrator.hpp>
#include <nonholo/framework/system/probe.hpp>
#include <nonholo/framework/system/text_system.hpp>
#include <nonholo/verification/output/archive.hpp>
#include <nonholo/verification/toml/number_expression.hpp>

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace nonholo {

/// What the names of a system's expressions stand for: t, coordinates, velocities, multipliers (lambda_1, ...; of a
/// DAE z_1, ...), parameters, then lambda1, z1 and what a text defines; the earlier where two are the same. A velocity
/// is called vNAME, and v_NAME as series are.
class StateNames {
 public:
  StateNames() = default;
  StateNames(const System<double>& system, const std::vector<std::string>& parameters,
             const std::vector<TextNamed>& defined);

  int coordinates = 0, velocities = 0, multipliers = 0;
  std::vector<std::string> parameters;
  std::vector<TextNamed> defined;  ///< each in terms of the others and of those before it

  /// The places of the state's numbers, then those of what is taken over the steps, then parameters.
  int steps_at() const { return 1 + coordinates + velocities + multipliers; }
  int parameters_at() const { return steps_at() + most_over_steps; }
  bool contains(std::string_view name) const;
  std::vector<std::string_view> names() const;
  std::map<std::string, int, std::less<>> variables;
  NamesOfRates rates;  ///< of the coordinates

  static constexpr int most_over_steps = 16;  // of one expression
};

class RunExpression {
 public:
  /// @throws InputError, with no key, that tells the character (from 1) and the reason; for names the nearest.
  RunExpression(std::string_view text, const StateNames& names);

  enum class OverSteps { start, max, min };
  struct Taken {
    OverSteps how;
    Node of;
  };

  std::string text;
  Graph graph;
  Node value;
  std::vector<Taken> taken;
  bool of_multipliers;
};

/// The values of expressions as a run goes.
template <class Real> class RunExpressions {
 public:
  using List = std::vector<std::shared_ptr<const RunExpression>>;

  RunExpressions(const System<Real>& system, const StateNames& names, const List& expressions,
                 const NamedNumbers& parameters);

  /// The next state, the first of a run first.
  void operator()(const View<Real>& state);

  /// At the state seen last. NaN where multipliers are not to be had.
  Real value(std::size_t index) const;
  std::size_t size() const { return each_.size(); }

  /// What it knows of the steps behind.
  void archive(Archive& with);

 private:
  struct One {
    std::vector<RunExpression::OverSteps> how;
    Program<Real> starts, steps, value;  // of what is taken at the start, over the steps, and of all
    std::vector<Real> taken;
  };
  void read(const View<Real>& state);
  void take(One& one) const;
  void put(const One& one, const Program<Real>& program) const;

  int steps_at_;
  std::unique_ptr<Probe<Real>> probe_;  // where multipliers are asked for
  VectorX<Real> lambda_;
  std::vector<Real> state_;  // t, q, v, lambda
  bool begun_ = false;
  std::vector<One> each_;
};

}  // namespace nonholo
