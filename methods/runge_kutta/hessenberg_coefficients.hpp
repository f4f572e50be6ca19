// The numbers that a step on a DAE in Hessenberg form uses (hessenberg_runge_kutta.hpp), rounded to the working
// precision: of SPARK and SRK-DAE2 methods, and of standard Runge-Kutta methods. Private header of methods/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/base/lu.hpp>
#include <nonholo/framework/run/method.hpp>
#include <nonholo/framework/tableau/order_conditions.hpp>
#include <nonholo/framework/tableau/tableau.hpp>

#include <fmt/format.h>

#include <vector>

namespace nonholo {

inline constexpr int rooted_trees_up_to = 6;  // vertices

/// Point s is the end: row s of every A is b, c_s = 1.
template <class Real> struct HessenbergCoefficients {
  Eigen::Index stages;
  std::vector<MatrixX<Real>> A;  // for each part of the DAE, (s + 1) x s
  VectorX<Real> c;               // s + 1
  MatrixX<Real> w;               // s x (s + 1): the constraint rows; row 0 is unused when the first stage is data
  bool first_is_data = false;    // Z_1 = z_0
  VectorX<Real> z1;              // z_1 = (1 - sum z1) z_0 + sum_j z1_j Z_j
  MethodTraits traits;
};

template <class Real> HessenbergCoefficients<Real> rounded_coefficients(const TableauSet& set, int parts) {
  const auto [A, b, c] = set.a().template rounded<Real>();
  HessenbergCoefficients<Real> T{.stages = b.size()};
  for (int k = 0; k < parts; ++k) {
    MatrixX<Real> extended(T.stages + 1, T.stages);
    extended << set.part(k).template rounded<Real>().A, b.transpose();
    T.A.push_back(extended);
  }
  T.c.resize(T.stages + 1);
  T.c << c, Real(1);
  T.w.setZero(T.stages, T.stages + 1);
  return T;
}

template <class Real> HessenbergCoefficients<Real> spark_coefficients(const TableauSet& set, int parts) {
  const auto rows = set.template rounded_constraint_rows<Real>();
  if (rows.points() > 0)
    throw InputError(
        "tableau",
        set.name() + " evaluates the constraint at points other than its stages: take formulation = \"lagrangian\"");
  HessenbergCoefficients<Real> T = rounded_coefficients<Real>(set, parts);
  const Eigen::Index s = T.stages;
  if (s > 1) T.w.topLeftCorner(s - 1, s) = rows.omega;
  T.w(s - 1, s) = 1;
  T.z1 = VectorX<Real>::Unit(s, s - 1);
  T.traits = {.order = set.order(),
              .multiplier_order = set.stage_multiplier_order(),
              .symmetric = set.symmetric().holds,
              .keeps_constraint = true};
  return T;
}

/// z_1 = Z z1, the value at the end of what A^-1 makes of the stages: z1 = A^-T b.
template <class Real> VectorX<Real> end_weights(const HessenbergCoefficients<Real>& T) {
  Lu<Real> lu(T.stages);
  lu.compute(T.A[0].topRows(T.stages).transpose());
  VectorX<Real> z1(T.stages);
  lu.solve(T.A[0].row(T.stages).transpose(), z1);
  return z1;
}

template <class Real> HessenbergCoefficients<Real> standard_coefficients(const TableauSet& set, int parts) {
  if (set.parts().size() > 1)
    throw InputError("tableau", set.name() + " is a set of tableaus: give a single tableau to runge_kutta");
  const StandardRkOrder known = standard_rk_order(set.a(), rooted_trees_up_to);
  if (!known.applicable) throw InputError("tableau", fmt::format("{}: {}", set.name(), known.reason));
  HessenbergCoefficients<Real> T = rounded_coefficients<Real>(set, parts);
  const Eigen::Index s = T.stages;
  T.w.leftCols(s).setIdentity();
  T.first_is_data = set.a().explicit_first().holds;
  if (T.first_is_data) T.z1 = VectorX<Real>::Unit(s, s - 1);
  else T.z1 = end_weights(T);
  const bool stiffly_accurate = set.a().stiffly_accurate().holds;
  T.traits = {.order = known.reached_cap && !stiffly_accurate ? 0 : known.y,
              // D(r) keeps errors of v across the constraint away from q (docs/science/orders_index_2.md)
              .position_order = set.order(),
              .multiplier_order = known.conditions_z < rooted_trees_up_to ? known.z : 0,
              .symmetric = set.symmetric().holds,
              .keeps_constraint = stiffly_accurate,
              .one_step = !T.first_is_data};  // z_0 is carried
  return T;
}

}  // namespace nonholo
