// A DAE of index 2 in five parts, made to test SPARK methods with a tableau for each.
//
//   y in R^2, z in R,   0 = y1^2 y2 - 1,   y(0) = (1, 1), z(0) = 1:   y = (e^t, e^-2t), z = e^2t
//
// The parts and their sum are f_k() below; f_1 is free of z. Source: Jay 2003; Hilden 2009, (2.23); reference (T1).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/about.hpp>
#include <nonholo/framework/problem/hessenberg_dae.hpp>

#include <cmath>
#include <limits>
#include <utility>

namespace nonholo {

template <class Real = double> struct Jay2003Dae {
  static constexpr int ny = 2, nz = 1, parts = 5;

  template <class S> Vector<S, 2> f(int k, const S& t, const Vector<S, 2>& y, const Vector<S, 1>& z) const {
    using std::exp;
    const S &y1 = y[0], &y2 = y[1], &z1 = z[0];
    switch (k) {
      case 0: return {y2 - S(2) * y1 * y1 * y2, -y1 * y1};
      case 1: return {y1 * y2 * y2 * z1 * z1, exp(-t) * z1 - y1};
      case 2: return {-y2 * y2 * z1, S(-3) * y2 * y2 * z1};
      case 3: return {S(2) * y1 * y2 * y2 - S(2) * exp(S(-2) * t) * y1 * y2, z1};
      default: return {S(2) * y2 * y2 * z1 * z1, y1 * y1 * y2 * y2};
    }
  }

  template <class S> Vector<S, 1> g(const S&, const Vector<S, 2>& y) const {
    return Vector<S, 1>(y[0] * y[0] * y[1] - S(1));
  }

  /// Known through y0 = (1, 1) alone; not a number from elsewhere.
  static std::pair<Vector<Real, 2>, Vector<Real, 1>> exact_solution(Real t, const Vector<Real, 2>& y0) {
    using std::exp;
    const Real one = y0[0] == 1 && y0[1] == 1 ? Real(1) : std::numeric_limits<Real>::quiet_NaN();
    return {{one * exp(t), one * exp(-2 * t)}, Vector<Real, 1>(one * exp(2 * t))};
  }

  static About<Jay2003Dae, Real> about() {
    return {.title = "DAE of index 2 in five parts",
            .source = "Jay 2003; Hilden 2009, (2.23)",
            .coordinates = {"y1", "y2"},
            .parameters = {},
            .setups = {{.name = "unit_interval",
                        .source = "Hilden 2009, Figure 2.2",
                        .parameters = {},
                        .q = {1, 1},
                        .v = {},
                        .t_end = Real(1),
                        .lambda = {1}}},
            .references = {"jay2003", "hilden2009"}};
  }
};

}  // namespace nonholo
