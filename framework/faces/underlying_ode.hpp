// The underlying ODE of a mechanical system: the constraint, differentiated once, eliminates the multiplier,
//
//   y = (q, v),   y' = (v, a),   p_v a = f - p_t - p_q v + K^T lambda,   K a = -k_t - k_q v,
//
// on plain arrays, compiled with the problem where its type is known. Explicit methods use it.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>

namespace nonholo {

/// y and y_dot are arrays of padded_state(n) numbers, a multiple of four; elements of y_dot beyond 2 n become 0. An
/// object holds scratch: use one for each thread. Nothing allocates after construction unless the problem does.
template <class Real> class UnderlyingOde {
 public:
  virtual ~UnderlyingOde() = default;

  /// y_dot at y, 2 n numbers each. False if p_v is not positive definite, the rows of K are dependent, or a value is
  /// not finite.
  virtual bool rate(Real t, const Real* y, Real* y_dot) = 0;

  /// Projects q of y onto the constraints on positions, if there are any, and v onto those on velocities, both in the
  /// metric p_v (saddle_point.hpp); then computes y_dot as rate() does.
  virtual bool settle(Real t, Real* y, Real* y_dot) = 0;

  /// The correction of a predictor-corrector method. Adds q_weight * a to q of y and v_weight * a to v, where a is the
  /// acceleration at `predicted`; then settles y.
  virtual bool correct(Real t, Real q_weight, Real v_weight, const Real* predicted, Real* y, Real* y_dot) = 0;

  /// lambda of the last call, m numbers; the address does not change.
  virtual std::span<const Real> multipliers() const = 0;
};

/// The number of elements of y.
constexpr std::ptrdiff_t padded_state(std::ptrdiff_t n) { return (2 * n + 3) / 4 * 4; }

/// Null if the ODE is neither compiled with the problem nor given by programs: of structs in other precisions than
/// double, of sizes known at run time only, and with fused_kernels = false; of texts that underlying_ode_of() has none
/// for.
template <class Real> using MakeUnderlyingOde = std::function<std::unique_ptr<UnderlyingOde<Real>>()>;

}  // namespace nonholo
