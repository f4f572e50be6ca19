// Products by plain loops against Eigen's, for duals too.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/products.hpp>

#include <nonholo/framework/base/autodiff.hpp>
#include <nonholo/framework/base/quad.hpp>

#include "catch.hpp"

using namespace nonholo;

namespace {

template <class S, int rows, int columns> Matrix<S, rows, columns> numbers(Eigen::Index r, Eigen::Index c) {
  Matrix<S, rows, columns> A(r, c);
  for (Eigen::Index i = 0; i < r; ++i)
    for (Eigen::Index j = 0; j < c; ++j) A(i, j) = S(i + 1) / S(2 + j) - S(j);
  return A;
}

template <class S, int rows, int columns> void agrees_with_eigen(Eigen::Index r, Eigen::Index c) {
  const auto A = numbers<S, rows, columns>(r, c);
  const auto square = numbers<S, columns, columns>(c, c);
  const Vector<S, columns> x = numbers<S, columns, 1>(c, 1), y = square.col(0);
  const Vector<S, rows> z = numbers<S, rows, 1>(r, 1);
  const Vector<S, rows> apart = product(A, x) - A * x;
  const Vector<S, columns> transposed_apart = transposed_product(A, z) - A.transpose() * z;
  CHECK(static_cast<double>(apart.norm()) < 64 * epsilon<double>);
  CHECK(static_cast<double>(transposed_apart.norm()) < 64 * epsilon<double>);
  CHECK(static_cast<double>(dot(x, y)) == Approx(static_cast<double>(x.dot(y))));
  const Matrix<S, columns, columns> symmetric = square + square.transpose();
  CHECK(static_cast<double>(quadratic_form(symmetric, x)) ==
        Approx(static_cast<double>(x.dot((symmetric * x).eval()))));
}

}  // namespace

TEST_CASE("Products agree with Eigen's") {
  agrees_with_eigen<double, 2, 3>(2, 3);
  agrees_with_eigen<double, 1, 4>(1, 4);
  agrees_with_eigen<double, dynamic, dynamic>(3, 5);
  agrees_with_eigen<quad, 2, 3>(2, 3);
  agrees_with_eigen<quad, dynamic, dynamic>(5, 2);
}

TEST_CASE("Products with a sparse matrix are those with the dense one, on duals over its numbers too") {
  MatrixX<double> M = numbers<double, dynamic, dynamic>(4, 4);
  M(0, 2) = M(2, 0) = M(3, 1) = 0;
  const Sparse<double> sparse = M.sparseView();
  const VectorX<double> x = numbers<double, dynamic, 1>(4, 1), dx = VectorX<double>::LinSpaced(4, -1, 2);
  CHECK(product(sparse, x) == product(M, x));
  CHECK(quadratic_form(sparse, x) == Approx(x.dot(M * x)).epsilon(1e-14));
  const auto y = sparse_product<Dual<double, 1>>(sparse, along(x, dx));
  const VectorX<double> along_dx = M * dx;
  for (Eigen::Index i = 0; i < 4; ++i) {
    CHECK(y[i].value() == product(M, x)[i]);
    CHECK(y[i].derivatives()[0] == Approx(along_dx[i]).epsilon(1e-14));
  }
  const Sparse<Dual<double, 1>> A = sparse.cast<Dual<double, 1>>();  // of duals over the numbers of the vector
  CHECK(product(A, x)[3].value() == product(M, x)[3]);
  CHECK(quadratic_form(A, x).value() == Approx(x.dot(M * x)).epsilon(1e-14));
}

TEST_CASE("A product with a matrix without rows is zero") {
  const MatrixX<quad> A(0, 2);
  CHECK(transposed_product(A, VectorX<quad>(0)) == VectorX<quad>::Zero(2));
}

TEST_CASE("A diagonal matrix, and one that is an expression, are multiplied as what they are") {
  const Vector<double, 3> x(1, 2, 3), d(4, 5, 6);
  const Eigen::DiagonalMatrix<double, 3> D(d);
  CHECK(product(D, x) == Vector<double, 3>(4, 10, 18));
  CHECK(quadratic_form(D, x) == 4 + 20 + 54);
  CHECK(product(2 * Matrix<double, 3, 3>::Identity(), x) == 2 * x);
  CHECK(quadratic_form(2 * Matrix<double, 3, 3>::Identity(), x) == 28);
}

TEST_CASE("A quadratic form of duals in constant numbers carries its derivative") {
  using D = Dual<double, 1>;
  Matrix<D, 2, 2> A;
  A << D(1), variable<1>(2.0, 0), variable<1>(2.0, 0), D(4);
  const D form = quadratic_form(A, Vector<double, 2>(5, 7));
  CHECK(form.value() == 1 * 25 + (2 + 2) * 35 + 4 * 49);
  CHECK(form.derivatives()[0] == 70);
}
