// Products of small matrices and vectors: Eigen's for double, whose instructions they use best, plain loops for others.
//
// Over dual numbers each product written with Eigen is five types more to compile, for every scalar and shape
// (docs/design/numerics.md).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>

#include <type_traits>
#include <utility>

namespace nonholo {

/// A copy of x, a vector or what points to n numbers. Of few doubles in registers, read one by one, which `volatile`
/// makes sure of: where pairs are loaded, numbers that were stored one by one are waited for. Indices are known before
/// the compiler looks at loops, or the copy would stand on the stack.
template <class S, int n, class V> [[gnu::always_inline]] inline Vector<S, n> one_by_one(const V& x) {
  if constexpr (n == dynamic) {
    return x;
  } else {
    Vector<S, n> y;
    if constexpr (std::is_same_v<S, double> && n <= 8) {
      const auto read = [&]<int... i>(std::integer_sequence<int, i...>) {
        ((y[i] = static_cast<const volatile S&>(x[i])), ...);
      };
      read(std::make_integer_sequence<int, n>());
    } else {
      for (int i = 0; i < n; ++i) y[i] = x[i];
    }
    return y;
  }
}

/// x^T y.
template <class S, int n> S dot(const Vector<S, n>& x, const Vector<S, n>& y) {
  if constexpr (std::is_same_v<S, double>) {
    return x.dot(y);
  } else {
    S sum(0);
    for (Eigen::Index i = 0; i < x.size(); ++i) sum += x.coeff(i) * y.coeff(i);
    return sum;
  }
}

/// A x, where the numbers of A may be duals over those of x; so below.
template <class D, class S, int rows, int columns>
Vector<D, rows> product(const Matrix<D, rows, columns>& A, const Vector<S, columns>& x) {
  if constexpr (std::is_same_v<D, double>) {
    return A * x;
  } else {
    Vector<D, rows> y(A.rows());
    for (Eigen::Index i = 0; i < A.rows(); ++i) {
      D sum(0);
      for (Eigen::Index j = 0; j < A.cols(); ++j) sum += A.coeff(i, j) * x.coeff(j);
      y.coeffRef(i) = sum;
    }
    return y;
  }
}
template <class D, class S, int n> Vector<D, n> product(const Eigen::DiagonalMatrix<D, n>& A, const Vector<S, n>& x) {
  Vector<D, n> y(x.size());
  for (Eigen::Index i = 0; i < x.size(); ++i) y.coeffRef(i) = A.diagonal().coeff(i) * x.coeff(i);
  return y;
}

/// A x, where either may be numbers over those of the other: of type R.
template <class R, class D, class S, int n> Vector<R, n> sparse_product(const Sparse<D>& A, const Vector<S, n>& x) {
  Vector<R, n> y(A.rows());
  for (Eigen::Index i = 0; i < y.size(); ++i) y.coeffRef(i) = R(0);
  for (Eigen::Index j = 0; j < A.outerSize(); ++j)
    for (typename Sparse<D>::InnerIterator entry(A, j); entry; ++entry)
      y.coeffRef(entry.row()) += entry.value() * x.coeff(j);
  return y;
}
template <class D, class S, int n> Vector<D, n> product(const Sparse<D>& A, const Vector<S, n>& x) {
  return sparse_product<D>(A, x);
}

/// A x for whatever else Eigen knows as a square matrix.
template <class A, class S, int n> auto product(const Eigen::EigenBase<A>& a, const Vector<S, n>& x) {
  return product(Matrix<typename A::Scalar, n, n>(a.derived()), x);
}

/// A^T x.
template <class D, class S, int rows, int columns>
Vector<D, columns> transposed_product(const Matrix<D, rows, columns>& A, const Vector<S, rows>& x) {
  Vector<D, columns> y(A.cols());
  for (Eigen::Index j = 0; j < A.cols(); ++j) {
    D sum(0);
    for (Eigen::Index i = 0; i < A.rows(); ++i) sum += A.coeff(i, j) * x.coeff(i);
    y.coeffRef(j) = sum;
  }
  return y;
}

/// x^T A x of a symmetric A, whose lower triangle is read.
template <class D, class S, int n> D quadratic_form(const Matrix<D, n, n>& A, const Vector<S, n>& x) {
  const Eigen::Index size = x.size();
  D sum(0);
#pragma GCC unroll 8
  for (Eigen::Index i = 0; i < size; ++i) {
    sum += A.coeff(i, i) * (x.coeff(i) * x.coeff(i));
#pragma GCC unroll 8
    for (Eigen::Index j = 0; j < i; ++j) sum += A.coeff(i, j) * (2 * x.coeff(i) * x.coeff(j));
  }
  return sum;
}
template <class D, class S, int n> D quadratic_form(const Eigen::DiagonalMatrix<D, n>& A, const Vector<S, n>& x) {
  D sum(0);
  for (Eigen::Index i = 0; i < x.size(); ++i) sum += A.diagonal().coeff(i) * (x.coeff(i) * x.coeff(i));
  return sum;
}
template <class D, class S, int n> D quadratic_form(const Sparse<D>& A, const Vector<S, n>& x) {
  D sum(0);
  for (Eigen::Index j = 0; j < A.outerSize(); ++j)
    for (typename Sparse<D>::InnerIterator entry(A, j); entry; ++entry)
      sum += entry.value() * (x.coeff(entry.row()) * x.coeff(j));
  return sum;
}
template <class A, class S, int n> auto quadratic_form(const Eigen::EigenBase<A>& a, const Vector<S, n>& x) {
  return quadratic_form(Matrix<typename A::Scalar, n, n>(a.derived()), x);
}

}  // namespace nonholo
