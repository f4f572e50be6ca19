// Which branch of constraints nonlinear in the velocities a motion is on.
//
// Where k(t, q, v) = 0 is not affine in v, its solutions v may lie on several branches: vx^2 - vy^2 = c has two. Along
// a motion K p_v^-1 K^T is regular, so the rows of K turn continuously. The test is the counterpart of the sign of
// det g_y f_z (root_branch.hpp): where det K_0 p_v^-1 K_1^T of the rows before and after a step is negative, the rows
// turned by more than a right angle. Bisection of the step, each v in between put on the constraint, then tells
// whether they did so continuously: parts of the step are found across which no determinant is negative, or a jump
// stays down to the last digit.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/system.hpp>

#include <memory>
#include <span>

namespace nonholo {

/// Scratch for one thread; nothing allocates after start().
template <class Real> class VelocityBranch {
 public:
  using Values = std::span<const Real>;

  explicit VelocityBranch(const System<Real>& system);
  VelocityBranch(VelocityBranch&&) noexcept;
  VelocityBranch& operator=(VelocityBranch&&) noexcept;
  ~VelocityBranch();

  /// The branch of this state is the one to stay on.
  void start(Real t, Values q, Values v);

  /// Whether this state is on the branch of the one before, that of start() or of the latest true answer. True where
  /// constraints are affine in v, and where something is not finite.
  bool holds(Real t, Values q, Values v) { return !states_ || continues(t, q, v); }

  bool left() const { return left_; }  ///< whether the latest answer was false
  /// The latest state on the branch; of a system that is watched.
  Real t() const;
  const VectorX<Real>& q() const;
  const VectorX<Real>& v() const;

 private:
  struct States;
  bool continues(Real t, Values q, Values v);

  bool left_ = false;
  std::unique_ptr<States> states_;  // none where there is nothing to look at
};

}  // namespace nonholo
