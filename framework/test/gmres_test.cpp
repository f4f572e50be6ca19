// GMRES on matrices that are at hand.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/solver/gmres.hpp>

#include <nonholo/framework/base/quad.hpp>

#include "catch.hpp"

using namespace nonholo;

namespace {

template <class Real> MatrixX<Real> skewed(Eigen::Index n) {
  MatrixX<Real> A = MatrixX<Real>::Identity(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    A(i, i) += Real(i) / 4;
    A(i, (i + 1) % n) = Real(0.5);
    A((i + 3) % n, i) -= Real(0.25);
  }
  return A;
}

}  // namespace

TEMPLATE_TEST_CASE("GMRES finds the solution as exactly as it is asked to", "", double, quad) {
  using Real = TestType;
  const MatrixX<Real> A = skewed<Real>(20);
  const VectorX<Real> b = VectorX<Real>::LinSpaced(20, Real(-1), Real(2)), ones = VectorX<Real>::Ones(20);
  const auto times = [&A](const VectorX<Real>& z, VectorX<Real>& Az) { Az = A * z; };
  Gmres<Real> gmres;
  VectorX<Real> x;
  const int few = gmres.solve(times, ones, b, Real(1e-3), x);
  CHECK(static_cast<double>((b - A * x).norm()) <= 1e-3 * static_cast<double>(b.norm()));
  const int many = gmres.solve(times, ones, b, Real(1e-12), x);
  CHECK(static_cast<double>((b - A * x).norm()) <= 1.01e-12 * static_cast<double>(b.norm()));
  CHECK(few < many);
  CHECK(many <= 20);
}

TEST_CASE("GMRES ends where the solution is in the span, in any units") {
  const VectorX<double> units = VectorX<double>::LinSpaced(20, 1, 5).array().exp();
  const MatrixX<double> A = skewed<double>(20), scaled = units.asDiagonal() * A * units.cwiseInverse().asDiagonal();
  const VectorX<double> b = VectorX<double>::LinSpaced(20, -1, 2), ones = VectorX<double>::Ones(20);
  Gmres<double> gmres;
  VectorX<double> x, y;
  const auto with = [](const MatrixX<double>& M) {
    return [&M](const VectorX<double>& z, VectorX<double>& Mz) { Mz = M * z; };
  };
  const int steps = gmres.solve(with(A), ones, b, 1e-6, x);
  CHECK(gmres.solve(with(scaled), units.cwiseInverse(), units.cwiseProduct(b), 1e-6, y) == steps);
  CHECK((units.cwiseProduct(x) - y).norm() < 1e-12 * y.norm());
  const MatrixX<double> twice = 2 * MatrixX<double>::Identity(20, 20);
  CHECK(gmres.solve(with(twice), ones, b, 0, x) == 1);
  CHECK((2 * x - b).norm() < 1e-15 * b.norm());
  CHECK(gmres.solve(with(A), ones, 0 * b, 1e-3, x) == 0);
  CHECK(x.isZero(0));
}
