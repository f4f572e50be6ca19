// The branch of constraints nonlinear in the velocities on which a motion is.
//
// Where k(t, q, v) = 0 is not affine in v, its solutions v may lie on several branches: vx^2 - vy^2 = c has two. Along
// a motion K p_v^-1 K^T is regular, so the rows of K turn continuously. If det K_0 p_v^-1 K_1^T of the rows before and
// after a step is negative, the rows turned by more than a right angle. (This test is the counterpart of the sign of
// det g_y f_z in root_branch.hpp.) The step is then bisected, with each v in between put on the constraint. If the rows
// turned continuously, parts of the step are found across which no determinant is negative. Else a jump remains down to
// the last digit.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/system.hpp>

#include <memory>
#include <span>

namespace nonholo {

/// Holds scratch: use one for each thread. Nothing allocates after start().
template <class Real> class VelocityBranch {
 public:
  using Values = std::span<const Real>;

  explicit VelocityBranch(const System<Real>& system);
  VelocityBranch(VelocityBranch&&) noexcept;
  VelocityBranch& operator=(VelocityBranch&&) noexcept;
  ~VelocityBranch();

  /// Sets the branch on which the motion has to stay: the branch of this state.
  void start(Real t, Values q, Values v);

  /// Whether this state is on the branch of the state before: that of start() or of the latest call that returned true.
  /// True if constraints are affine in v, and if a value is not finite.
  bool holds(Real t, Values q, Values v) { return !states_ || continues(t, q, v); }

  bool left() const { return left_; }  ///< whether the latest holds() was false
  /// The latest state on the branch. Call these only for a system that is watched, as after left() was true.
  Real t() const;
  const VectorX<Real>& q() const;
  const VectorX<Real>& v() const;

 private:
  struct States;
  bool continues(Real t, Values q, Values v);

  bool left_ = false;
  std::unique_ptr<States> states_;  // null if there can be no second branch
};

}  // namespace nonholo
