// The coefficients of a SPARK step, and where its unknowns stand in one vector (Jay 2009, (6.1)):
// discrete_principle.hpp.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>
#include <nonholo/framework/tableau/tableau.hpp>

namespace nonholo::spark_step {

using Index = Eigen::Index;
using Numbers = VectorX<double>;
using Columns = MatrixX<double>;

/// The coefficients of a step. The constraint is averaged with w over the points q_0 + h alpha V, beta V at t_0 + c_k
/// h: the stages, then the set's own points.
struct Scheme {
  Index s;
  Columns a, ah, at;
  Numbers b, c;
  Columns w, alpha, beta;
  Numbers c_k;
};

Scheme scheme_of(const TableauSet& set);

/// Everything that (6.1) relates is one vector z = (v_0, V_1 ... V_s, v_1, lambda_1 ... lambda_s, q_1, q_0). An initial
/// value problem solves for all between v_0 and q_0; the theorem gives q_1 and q_0 and solves for the rest.
struct Layout {
  Index n, m, s;

  Index velocities() const { return (s + 2) * n; }
  Index multipliers() const { return s * m; }
  Index size() const { return velocities() + multipliers() + 2 * n; }

  Index v0() const { return 0; }
  Index V(Index i) const { return (1 + i) * n; }
  Index v1() const { return V(s); }
  Index lambda(Index i) const { return velocities() + i * m; }
  Index q1() const { return size() - 2 * n; }
  Index q0() const { return size() - n; }

  /// The linear map of z that takes out `count` entries from `first` on.
  Columns entries(Index first, Index count) const {
    Columns map = Columns::Zero(count, size());
    map.middleCols(first, count).setIdentity();
    return map;
  }
  Columns vector(Index first) const { return entries(first, n); }
};

}  // namespace nonholo::spark_step
