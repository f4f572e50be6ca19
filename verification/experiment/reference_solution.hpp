// The solution at a time, as exactly as the precision gives it, for problems without a closed form.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrator.hpp>
#include <nonholo/verification/output/archive.hpp>
#include <nonholo/verification/problem_choice.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <type_traits>

namespace nonholo {

template <class Real> struct ReferenceSolution {
  VectorX<Real> q, v;
  double uncertainty;  ///< change of (q, v), relative to its size, when the step was halved last
  Real h = 0;          ///< the step that gave it; 0 where none was needed
};

/// The solution through the start, at t_end: Gauss (order 8 in double, 20 in quad), the step halved
/// until the end state changes by less than 1e-12 (1e-28) or stops improving. Nothing when the change is still a
/// thousand times that, or steps that do not divide those end elsewhere: chaotic, not smooth or too long; and where
/// `stopped`, asked at every step, says so before. What happens between all those steps, a short push, is not seen.
template <class Real> std::optional<ReferenceSolution<Real>> reference_solution(
    const System<Real>& system, const AdmissibleStart<Real>& start, std::type_identity_t<Real> t_end,
    const std::function<bool()>& stopped = [] { return false; });

/// The solution beside a run, at the times of its steps: the method of the reference solution, with its steps.
template <class Real> class ReferenceTrajectory {
 public:
  /// @param h as the reference solution over the whole span needed it
  ReferenceTrajectory(const System<Real>& system, const AdmissibleStart<Real>& start, std::type_identity_t<Real> h);

  /// Goes on to t, from where it is. False when a step failed: then there is no more to be had.
  bool advance(Real t);

  View<Real> view() const { return gauss_->view(); }

  /// How far it is, as Integrator::save().
  void archive(Archive& with);

 private:
  std::unique_ptr<Integrator<Real>> gauss_;
  Real h_;
  bool good_ = true;
};

/// A problem from the start of its setup to an end time, with the solution there.
template <class Real> struct SolvedProblem {
  System<Real> system;
  Start<Real> start;
  Real t_end;
  ReferenceSolution<Real> end;

  /// 2-norm of (q, v) minus the solution.
  double error(const View<Real>& at) const;
};

/// @throws InputError when no solution is known well enough.
template <class Real = double>
SolvedProblem<Real> solved(const ProblemChoice& problem, std::type_identity_t<Real> t_end);

}  // namespace nonholo
