// The face of a mechanical system as the ordinary differential equation that underlies it: the multiplier eliminated by
// the constraint differentiated once,
//
//   y = (q, v),   y' = (v, a),   p_v a = f - p_t - p_q v + K^T lambda,   K a = -k_t - k_q v,
//
// on plain arrays, compiled with the problem where its type is known. What explicit methods run on.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>

namespace nonholo {

/// y and y_dot have room for a multiple of four numbers, padded_state(n); those of y_dot beyond the 2 n become 0. What
/// is stored four at a time can be loaded so at once. Scratch for one thread; nothing allocates after construction
/// unless the problem does.
template <class Real> class UnderlyingOde {
 public:
  virtual ~UnderlyingOde() = default;

  /// y_dot at y, 2 n numbers each. False where p_v is not positive definite, rows of K depend on each other or a value
  /// is not finite.
  virtual bool rate(Real t, const Real* y, Real* y_dot) = 0;

  /// Moves q of y onto the constraints on positions, if there are any, and v onto those on velocities, the shortest way
  /// in the metric p_v (saddle_point.hpp), then as rate().
  virtual bool settle(Real t, Real* y, Real* y_dot) = 0;

  /// The correction of a predictor-corrector method: adds q_weight * a to q of y and v_weight * a to v, a that at
  /// `predicted`; then settles y.
  virtual bool correct(Real t, Real q_weight, Real v_weight, const Real* predicted, Real* y, Real* y_dot) = 0;

  /// lambda of the latest call, m numbers at one place for good.
  virtual std::span<const Real> multipliers() const = 0;
};

/// The numbers that y has room for.
constexpr std::ptrdiff_t padded_state(std::ptrdiff_t n) { return (2 * n + 3) / 4 * 4; }

/// Empty where it is not compiled with the problem: in other precisions than double, of texts, of sizes that only the
/// run knows, of structs that refuse it.
template <class Real> using MakeUnderlyingOde = std::function<std::unique_ptr<UnderlyingOde<Real>>()>;

}  // namespace nonholo
