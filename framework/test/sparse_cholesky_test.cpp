// The decomposition of large matrices with few entries, against what it decomposes.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/sparse_cholesky.hpp>

#include <nonholo/framework/base/quad.hpp>

#include <algorithm>
#include <cmath>

#include "catch.hpp"
#include "numerics.hpp"

using namespace nonholo;
using namespace nonholo::test;

namespace {

/// Positive definite: a chain with two bonds across it and masses that grow.
template <class Real> Sparse<Real> chain(int n) {
  std::vector<Eigen::Triplet<Real>> entries;
  const auto bond = [&](int i, int j, Real x) {
    entries.emplace_back(i, j, x);
    entries.emplace_back(j, i, x);
  };
  for (int i = 0; i < n; ++i) entries.emplace_back(i, i, Real(4 + i));
  for (int i = 1; i < n; ++i) bond(i, i - 1, Real(-1));
  bond(0, n - 1, Real(0.5));
  bond(1, n / 2, Real(0.25));
  Sparse<Real> A(n, n);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}

}  // namespace

TEMPLATE_TEST_CASE("What is solved with a sparse matrix is its inverse, in halves too", "", double, quad) {
  using Real = TestType;
  const Sparse<Real> A = chain<Real>(30);
  SparseCholesky<Real> cholesky;
  REQUIRE(cholesky.compute(A));
  CHECK(cholesky.pivots().size() == 30);
  VectorX<Real> x(30);
  for (Eigen::Index i = 0; i < 30; ++i) x[i] = Real(i % 7) - 3;
  const VectorX<Real> b = A * x;
  VectorX<Real> y = b, half = b;
  cholesky.solve(y.data());
  CHECK(static_cast<double>((y - x).norm()) < 64 * static_cast<double>(epsilon<Real>) * static_cast<double>(x.norm()));
  cholesky.solve_half(half.data());  // |H^-1 b|^2 = b . A^-1 b
  CHECK(std::abs(static_cast<double>(half.squaredNorm() / b.dot(x) - 1)) < 64 * static_cast<double>(epsilon<Real>));
  MatrixX<Real> B(30, 2);
  B.col(0) = b;
  B.col(1) = 2 * b;
  cholesky.solve_in_place(B);
  CHECK(B.col(0) == y);
}

TEST_CASE("A sparse matrix that is not positive definite is refused, and a good one after it accepted") {
  SparseCholesky<double> cholesky;
  const auto sparse = [](const MatrixX<double>& A) { return Sparse<double>(A.sparseView()); };
  CHECK_FALSE(cholesky.compute(sparse(MatrixX<double>{{1, 2}, {2, 1}})));
  CHECK(std::ranges::min(cholesky.pivots()) < 0);
  Eigen::Vector2d unsolved(1, 1);
  cholesky.solve(unsolved.data());
  CHECK(unsolved.hasNaN());
  CHECK_FALSE(cholesky.compute(sparse(MatrixX<double>{{0, 1}, {1, 0}})));
  unsolved = {1, 1};
  cholesky.solve_half(unsolved.data());
  CHECK((std::isnan(unsolved[0]) && std::isnan(unsolved[1])));
  CHECK_FALSE(cholesky.compute(sparse(MatrixX<double>{{1, 0}, {0, -1}})));
  CHECK_FALSE(cholesky.compute(sparse(MatrixX<double>{{1, 0}, {0, 0}})));  // an entry that is not there
  REQUIRE(cholesky.compute(sparse(MatrixX<double>{{4, 2}, {2, 2}})));
  Eigen::Vector2d x(8, 6);
  cholesky.solve(x.data());
  CHECK(distance(x, Eigen::Vector2d(1, 2)) < 8 * epsilon<double>);
  REQUIRE(cholesky.compute(sparse(MatrixX<double>{{4, 0}, {0, 2}})));  // in x's own order
  x = {8, 6};
  cholesky.solve(x.data());
  CHECK(x == Eigen::Vector2d(2, 3));
}
