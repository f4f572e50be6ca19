// A DAE of index 2 that tells the order of a method in one step: its solution is x_k = t^k, and a method of order p
// gets x_1 ... x_p exactly, to round-off, but not x_{p+1}.
//
//   y = (x_1, ..., x_12, u), z,      x_1' = 1,   x_2' = x_1 + z/2,   u' = z,   0 = u - (x_2 + x_1^2)/2
//       (so z = 2t, u = t^2)
//   x_k' = k (x_{k-1} + x_{k-2} z/2 + x_{k-3} (u + z^2/4)/2)/3,   k >= 3,   x_0 = 1
//
// Why: give x_k the weight k, u the weight 2 and z the weight 1. Every equation is homogeneous in these weights, so a
// step from zero yields x_k = C_k h^k exactly, with C_k = 1 if the order conditions up to order k hold and, for
// conditions that this problem feels, only then. The terms in z^2, x_1^2 and products make it feel those of index 2.
// Part 1 has what is free of z.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/about.hpp>
#include <nonholo/framework/problem/hessenberg_dae.hpp>

#include <limits>
#include <utility>

namespace nonholo {

template <class Real = double> struct PowerDae {
  static constexpr int highest = 12, ny = highest + 1, nz = 1, parts = 2;

  template <class S> Vector<S, ny> f(int part, const S&, const Vector<S, ny>& y, const Vector<S, 1>& zv) const {
    const S &u = y[highest], half = zv[0] / S(2);
    const auto x = [&y](int k) { return k == 0 ? S(1) : y[k - 1]; };
    Vector<S, ny> rate;
    rate[0] = part == 0 ? S(1) : S(0);
    rate[1] = part == 0 ? x(1) : half;
    for (int k = 3; k <= highest; ++k) {
      const S terms =
          part == 0 ? S(x(k - 1) + x(k - 3) * u / S(2)) : S(x(k - 2) * half + x(k - 3) * half * half / S(2));
      rate[k - 1] = S(k) / S(3) * terms;
    }
    rate[highest] = part == 0 ? S(0) : zv[0];
    return rate;
  }

  template <class S> Vector<S, 1> g(const S&, const Vector<S, ny>& y) const {
    return Vector<S, 1>(y[highest] - (y[1] + y[0] * y[0]) / S(2));
  }

  /// Known from zero alone; not a number from elsewhere.
  static std::pair<Vector<Real, ny>, Vector<Real, 1>> exact_solution(Real t, const Vector<Real, ny>& y0) {
    Vector<Real, ny> y;
    Real power = y0 == Vector<Real, ny>::Zero() ? Real(1) : std::numeric_limits<Real>::quiet_NaN();
    for (int k = 1; k <= highest; ++k) y[k - 1] = power *= t;
    y[highest] = t * t;
    return {y, Vector<Real, 1>(2 * t)};
  }

  static About<PowerDae, Real> about() {
    return {.title = "DAE of index 2 whose components tell the order in one step",
            .source = "homogeneous in the weights of t^k",
            .coordinates = {"x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "u"},
            .parameters = {},
            .setups = {{.name = "one_step",
                        .source = "h = 1",
                        .parameters = {},
                        .q = std::vector<Real>(ny, Real(0)),
                        .v = {},
                        .t_end = Real(1),
                        .lambda = {0}}},
            .references = {"nonholo"}};
  }
};

}  // namespace nonholo
