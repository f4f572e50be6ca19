// The frozen linear equations of the energy methods: solved to what they promise, by series and by decomposition, with
// sizes that the compiler knows (N = 5), others of which the inverse is made, and more (N = 17).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/energy/frozen_flow.hpp>

#include "catch.hpp"

#include <unsupported/Eigen/KroneckerProduct>

using namespace nonholo;

namespace {

MatrixX<double> numbers_of(Eigen::Index rows, Eigen::Index columns, double phase) {
  MatrixX<double> A(rows, columns);
  for (Eigen::Index i = 0; i < A.size(); ++i) A.data()[i] = std::sin(phase + 2.3 * static_cast<double>(i));
  return A;
}

/// By how much (1 - h A x L) dx differs from -F, relative to the largest number of F.
double left_over(const MatrixX<double>& A, const MatrixX<double>& L, double h, const VectorX<double>& F,
                 const VectorX<double>& dx) {
  const MatrixX<double> hAL = h * Eigen::kroneckerProduct(A, L);
  return (dx - hAL * dx + F).cwiseAbs().maxCoeff() / F.cwiseAbs().maxCoeff();
}

}  // namespace

TEST_CASE("Frozen equations are solved to 1.5 percent where h L is small, else to round-off, for every h anew") {
  const Eigen::Index N = GENERATE(4, 5, 7, 16, 17), s = GENERATE(1, 2, 3);
  const MatrixX<double> A = numbers_of(s, s, 1), L = numbers_of(N, N, 2);
  const VectorX<double> F = numbers_of(N * s, 1, 3).col(0), weight = VectorX<double>::Ones(N * s);
  VectorX<double> dx(N * s);
  FrozenFlow<double> flow(N, A);
  flow.L() = L;
  flow.freshen();
  for (const double h : {1e-3, 0.05, 10.0, 0.05, -0.05}) {
    CAPTURE(N, s, h);
    flow.solve(h, weight, F, dx);
    CHECK(left_over(A, L, h, F, dx) < (h == 10 ? 1e-11 : 0.015));  // 0.005 of F is left out of dx, which they multiply
  }
  flow.L() *= 2;
  flow.freshen();
  flow.solve(0.05, weight, F, dx);
  CHECK(left_over(A, 2 * L, 0.05, F, dx) < 0.015);
}

TEST_CASE("What frozen equations leave out is counted in the units of the weights") {
  // x' = 1e-8 y, y' = -1e8 x: a rotation, in the units of the weights
  const Eigen::Index N = GENERATE(4, 5, 17);
  MatrixX<double> A(1, 1), L = MatrixX<double>::Zero(N, N);
  A << 0.5;
  L(0, 1) = 1e-8;
  L(1, 0) = -1e8;
  VectorX<double> weight = VectorX<double>::Ones(N), F = VectorX<double>::Ones(N), dx(N);
  weight[1] = 1e-8;
  F[1] = 1e8;
  FrozenFlow<double> flow(N, A);
  flow.L() = L;
  flow.freshen();
  flow.solve(0.1, weight, F, dx);
  const VectorX<double> r = dx - 0.05 * (L * dx) + F;
  CHECK(r.cwiseProduct(weight).cwiseAbs().maxCoeff() < 5e-3);
  CHECK(r.cwiseProduct(weight).cwiseAbs().maxCoeff() > 1e-8);  // two terms, not the decomposition
}

TEST_CASE("Frozen equations are solved alike in other units, to the last bit") {
  const Eigen::Index N = GENERATE(4, 5, 17), s = 2;
  const MatrixX<double> A = numbers_of(s, s, 1), L = numbers_of(N, N, 2);
  const VectorX<double> F = numbers_of(N * s, 1, 3).col(0), weight = VectorX<double>::Ones(N * s);
  VectorX<double> unit(N), units(N * s), dx(N * s), dx_there(N * s);
  for (Eigen::Index i = 0; i < N; ++i) unit[i] = std::ldexp(1, static_cast<int>(i % 2 == 0 ? -20 : i));
  units << unit, unit;
  FrozenFlow<double> here(N, A), there(N, A);
  here.L() = L;
  there.L() = unit.asDiagonal() * L * unit.cwiseInverse().asDiagonal();
  here.freshen();
  there.freshen();
  for (const double h : {1e-3, 0.05, 10.0}) {
    CAPTURE(N, h);
    here.solve(h, weight, F, dx);
    there.solve(h, weight.cwiseQuotient(units), F.cwiseProduct(units), dx_there);
    CHECK(dx_there == dx.cwiseProduct(units));
  }
}
