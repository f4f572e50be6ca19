// The two symplectic Euler SPARK methods of one stage, adjoint to each other (Jay 2009, sections 7.1 and 7.2): a = 0,
// a_hat = a_tilde = 1 at c = 0, and a = 1, a_hat = a_tilde = 0 at c = 1. And the half-explicit Euler method, a = a_hat
// = a_tilde = 0 at c = 0: everything explicit but the multiplier, which the constraint at the end determines (Hairer,
// Lubich & Roche 1989; on Suslov's problem Jimenez & Scheurle 2014).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/tableau/exact_tableau.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>

namespace nonholo::tableaus {

namespace {

Tableau one_stage(std::string name, int a, int c) {
  return {std::move(name),
          {MatrixX<Exact>::Constant(1, 1, Exact(a)), VectorX<Exact>::Ones(1), VectorX<Exact>::Constant(1, Exact(c))}};
}

}  // namespace

TableauSet symplectic_euler_1(int) {
  return {"symplectic_euler_1",
          {one_stage("symplectic_euler_1 positions", 0, 0), one_stage("symplectic_euler_1 forces", 1, 0)}};
}

TableauSet symplectic_euler_2(int) {
  return {"symplectic_euler_2",
          {one_stage("symplectic_euler_2 positions", 1, 1), one_stage("symplectic_euler_2 forces", 0, 1)}};
}

TableauSet half_explicit_euler(int) { return one_stage("half_explicit_euler", 0, 0); }

}  // namespace nonholo::tableaus
