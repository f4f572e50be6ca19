// Convergence orders, measured and held against theory.
//
// A study runs one method on one problem to one end time with steps h, h/2, h/4, ... and compares the end state with
// the exact solution or, where none is known, with reference_solution.hpp, in quadruple precision throughout. For each
// variable the order is the least-squares slope of log(error) over log(h) on the asymptotic range: of the points above
// round-off the finest four, and coarser ones while their local slope is that of the finest. A study holds when
// measured and expected order differ by at most 0.15, from above too.
//
// A dense study ends half a step later and looks at the state in the middle of its last step: variables q_dense and
// v_dense, of a DAE y_dense. They have the order of the method, and the constraint holds there to round-off.
//
// Variables: q, v, lambda (recomputed from the end state) and lambda_stage (the method's own, where it
// has one); of a DAE in Hessenberg form y, z, z_stage, of a skew-gradient system y alone.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/fitted_order.hpp>
#include <nonholo/verification/method_choice.hpp>
#include <nonholo/verification/problem_choice.hpp>

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nonholo {

struct Study {
  std::string method, tableau;  ///< tableau: empty where the method has none
  std::optional<long> stages;
  MethodOptions options;  ///< of the method, those two among them
  std::string problem, variable;
  /// nothing where no theorem covers the method: it is measured, and at most the order on ODEs
  std::optional<int> expected;
  std::optional<double> measured;  ///< nothing where fewer than four points are usable
  std::vector<StepError> points;
  bool holds = false;
  std::string note;  ///< why the order is what it is, or why nothing could be measured
};

/// A method on a problem.
struct StudySubject {
  MethodChoice method;
  ProblemChoice problem;
  bool quick = false;               ///< part of `nonholo verify --quick`
  std::optional<int> claimed = {};  ///< order of q and v (y) that a tableau file claims: expected instead of theory's
  /// where no theorem tells: an order on differential equations, which none on index 2 exceeds
  std::optional<int> at_most = {};
  /// Of a system that nobody looked through for coincidences: an order above theory's is one, and holds; so does no
  /// error at all.
  bool at_least = false;
  /// The state between steps (interpolant.hpp) is studied, in the middle of the last step, instead of the end state.
  bool dense = false;
  bool if_known = false;  ///< a problem without a reference solution is noted, and refused only where this is false

  /// What tells it from others: the method with every option as it was given, the problem and its setup.
  std::string identity() const;
};

constexpr double order_allowance = 0.15;

/// Exact end states, computed once for each problem; any number of threads may use one object.
class StudyReferences {
 public:
  StudyReferences();
  ~StudyReferences();
  struct Ends;
  const Ends& at(const StudySubject& subject);

 private:
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<Ends>> known_;
};

/// One study for each variable; one of none, with a note, where there is nothing to measure against (`if_known`).
/// @throws InputError for options that the method cannot take.
std::vector<Study> study(const StudySubject& subject, StudyReferences& references, bool quick);

}  // namespace nonholo
