// Lobatto: c are the zeros of d^(s-2)/dx^(s-2) [x^(s-1) (x - 1)^(s-1)], so c_1 = 0 and c_s = 1; b from B(s). IIIA takes
// A from C(s) (its first row is zero), IIIB from D(s) (its last column is zero); IIIC from C(s - 1) with a_i1 = b_1,
// IIIC* from C(s - 1) with a_is = 0, and IIID is the mean of these two. (IIIA, IIIB), (IIIC, IIIC*) and (IIID, IIID)
// are Lagrange-d'Alembert pairs (Jay 1996, 2003; Hairer & Wanner II, IV.5).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/tableaus/generate.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>

namespace nonholo::tableaus {

Tableau lobatto_iiia(int s) {
  const VectorX<Exact> c = nodes(s, s - 1, s - 1);
  return {"lobatto_iiia", {collocation(c), weights(c), c}};
}

Tableau lobatto_iiib(int s) {
  const VectorX<Exact> c = nodes(s, s - 1, s - 1);
  const VectorX<Exact> b = weights(c);
  return {"lobatto_iiib", {adjoint_collocation(c, b), b, c}};
}

Tableau lobatto_iiic(int s) {
  const VectorX<Exact> c = nodes(s, s - 1, s - 1), b = weights(c);
  return {"lobatto_iiic", {collocation_beside(c, 0, b[0]), b, c}};
}

Tableau lobatto_iiic_star(int s) {
  const VectorX<Exact> c = nodes(s, s - 1, s - 1);
  return {"lobatto_iiic_star", {collocation_beside(c, s - 1, Exact(0)), weights(c), c}};
}

Tableau lobatto_iiid(int s) {
  const ExactCoefficients C = lobatto_iiic(s).exact();
  return {"lobatto_iiid", {(C.A + lobatto_iiic_star(s).exact().A) / Exact(2), C.b, C.c}};
}

TableauSet lobatto_iiia_b(int s) { return {"lobatto_iiia_b", {lobatto_iiia(s), lobatto_iiib(s)}}; }
TableauSet lobatto_iiia_b_d(int s) { return {"lobatto_iiia_b_d", {lobatto_iiia(s), lobatto_iiib(s), lobatto_iiid(s)}}; }
TableauSet lobatto_iiic_c_star(int s) { return {"lobatto_iiic_c_star", {lobatto_iiic(s), lobatto_iiic_star(s)}}; }

TableauSet lobatto_iiia_b_c_cstar_d(int s) {
  return {"lobatto_iiia_b_c_cstar_d",
          {lobatto_iiia(s), lobatto_iiib(s), lobatto_iiic(s), lobatto_iiic_star(s), lobatto_iiid(s)}};
}

// The two with a constraint at one point of its own, for two stages. In place of the averaged constraint
// sum_j b_j k_j = 0:
//   modified     A(q_0 + h/2 V_1) V_1 = 0               Jay 2009, section 8.4; of order 2 for constant mass, else 1:
//                                                       V_1 belongs to q_0
//   symmetric    A((q_0 + q_1)/2) (V_1 + V_2)/2 = 0     its symmetric repair
// Where A is affine in q and the mass constant, all three are the same method.
namespace {

TableauSet with_constraint_point(const char* name, const ExactConstraintRows& at) {
  return {name, lobatto_iiia_b(2).parts(), std::make_shared<const ExactConstraintRows>(at)};
}

MatrixX<Exact> row(const std::vector<Exact>& entries) {
  return Eigen::Map<const VectorX<Exact>>(entries.data(), static_cast<Eigen::Index>(entries.size())).transpose();
}

const Exact half = Exact(1) / 2, quarter = Exact(1) / 4;

}  // namespace

TableauSet modified_lobatto_iiia_b(int) {
  return with_constraint_point(
      "modified_lobatto_iiia_b",
      ExactConstraintRows{row({0, 0, 1}), row({half, 0}), row({1, 0}), VectorX<Exact>::Constant(1, half)});
}

TableauSet symmetric_lobatto_iiia_b(int) {
  return with_constraint_point("symmetric_lobatto_iiia_b",
                               ExactConstraintRows{row({0, 0, 1}), row({quarter, quarter}), row({half, half}),
                                                   VectorX<Exact>::Constant(1, half)});
}

}  // namespace nonholo::tableaus
