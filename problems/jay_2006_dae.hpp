// A DAE of index 2 in one part, made to test SRK-DAE2 methods.
//
//   y1' = y1 y2^2 z^2,   y2' = y1^2 y2^2 - 3 y2^2 z,   0 = y1^2 y2 - 1,   y(0) = (1, 1), z(0) = 1:
//       y = (e^t, e^-2t), z = e^2t
//
// Source: Jay 2006; Hilden 2009, (2.28); reference (T2).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/about.hpp>
#include <nonholo/problems/jay_2003_dae.hpp>

namespace nonholo {

template <class Real = double> struct Jay2006Dae {
  static constexpr int ny = 2, nz = 1, parts = 1;

  template <class S> Vector<S, 2> f(int, const S&, const Vector<S, 2>& y, const Vector<S, 1>& z) const {
    const S &y1 = y[0], &y2 = y[1], &z1 = z[0];
    return {y1 * y2 * y2 * z1 * z1, y1 * y1 * y2 * y2 - S(3) * y2 * y2 * z1};
  }

  template <class S> Vector<S, 1> g(const S& t, const Vector<S, 2>& y) const { return Jay2003Dae<Real>().g(t, y); }

  static auto exact_solution(Real t, const Vector<Real, 2>& y0) { return Jay2003Dae<Real>::exact_solution(t, y0); }

  static About<Jay2006Dae, Real> about() {
    return {.title = "DAE of index 2 in one part",
            .source = "Jay 2006; Hilden 2009, (2.28)",
            .coordinates = {"y1", "y2"},
            .parameters = {},
            .setups = {{.name = "unit_interval",
                        .source = "Hilden 2009, Figure 2.3",
                        .parameters = {},
                        .q = {1, 1},
                        .v = {},
                        .t_end = Real(1),
                        .lambda = {1}}},
            // 2 w^2 - 3 w + 1 = 0 for w = z / y1^2: each of the two branches is a motion of its own
            .invariants = {{"z / y1^2", [](const Jay2006Dae&, const Real&, const Vector<Real, 2>& y,
                                           const Vector<Real, 1>& z) { return Real(z[0] / (y[0] * y[0])); }}},
            .references = {"jay2006", "hilden2009"}};
  }
};

}  // namespace nonholo
