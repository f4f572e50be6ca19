// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/tableau/exact_algebra.hpp>

#include <algorithm>
#include <utility>

namespace nonholo {

namespace {

using Index = Eigen::Index;

/// x_i -= factor y_i for the entries from first on of two rows.
void subtract(MatrixX<Exact>& A, Index row, const Exact& factor, Index other, Index first) {
  for (Index j = first; j < A.cols(); ++j) A(row, j) -= factor * A(other, j);
}

/// The rows of A, upper triangular after the same steps for those of B; columns of A are exchanged for pivots.
struct Elimination {
  Elimination(MatrixX<Exact> given, MatrixX<Exact> right) : A(std::move(given)), B(std::move(right)) {
    for (Index j = 0; j < A.cols(); ++j) place.push_back(j);
    for (Index k = 0; k < std::min(A.rows(), A.cols()) && choose_pivot(k); ++k)
      for (Index i = k + 1; i < A.rows(); ++i) {
        const Exact factor = A(i, k) / A(k, k);
        subtract(A, i, factor, k, k);
        subtract(B, i, factor, k, 0);
      }
  }

  /// False when nothing is left but zeros.
  bool choose_pivot(Index k) {
    Index row = k, column = k;
    for (Index j = k; j < A.cols(); ++j)
      for (Index i = k; i < A.rows(); ++i)
        if (abs(A(i, j)) > abs(A(row, column))) row = i, column = j;
    if (A(row, column) == 0) return false;
    if (row != k) A.row(k).swap(A.row(row)), B.row(k).swap(B.row(row)), odd = !odd;
    if (column != k) A.col(k).swap(A.col(column)), std::swap(place[at(k)], place[at(column)]), odd = !odd;
    return true;
  }

  MatrixX<Exact> solution() const {
    MatrixX<Exact> X(A.cols(), B.cols());
    for (Index c = 0; c < B.cols(); ++c)
      for (Index k = A.cols() - 1; k >= 0; --k) {
        Exact left = B(k, c);
        for (Index j = k + 1; j < A.cols(); ++j) left -= A(k, j) * X(place[at(j)], c);
        X(place[at(k)], c) = left / A(k, k);
      }
    return X;
  }

  static std::size_t at(Index i) { return static_cast<std::size_t>(i); }

  MatrixX<Exact> A, B;
  std::vector<Index> place;  // which unknown column j belongs to
  bool odd = false;          // the number of exchanges
};

}  // namespace

MatrixX<Exact> product(const MatrixX<Exact>& A, const MatrixX<Exact>& B) {
  MatrixX<Exact> C(A.rows(), B.cols());
  for (Index j = 0; j < B.cols(); ++j)
    for (Index i = 0; i < A.rows(); ++i) {
      Exact sum = 0;
      for (Index k = 0; k < A.cols(); ++k) sum += A(i, k) * B(k, j);
      C(i, j) = sum;
    }
  return C;
}

VectorX<Exact> product(const MatrixX<Exact>& A, const VectorX<Exact>& x) {
  VectorX<Exact> y(A.rows());
  for (Index i = 0; i < A.rows(); ++i) {
    Exact sum = 0;
    for (Index k = 0; k < A.cols(); ++k) sum += A(i, k) * x[k];
    y[i] = sum;
  }
  return y;
}

MatrixX<Exact> solve(const MatrixX<Exact>& A, const MatrixX<Exact>& B) { return Elimination(A, B).solution(); }

MatrixX<Exact> inverse(const MatrixX<Exact>& A) { return solve(A, MatrixX<Exact>::Identity(A.rows(), A.rows())); }

Exact determinant(const MatrixX<Exact>& A) {
  const Elimination done(A, MatrixX<Exact>(A.rows(), 0));
  Exact value = done.odd ? -1 : 1;
  for (Index k = 0; k < A.rows(); ++k) value *= done.A(k, k);
  return value;
}

int rank(const MatrixX<Exact>& A, double threshold) {
  const Elimination done(A, MatrixX<Exact>(A.rows(), 0));
  const Index pivots = std::min(A.rows(), A.cols());
  int above = 0;
  for (Index k = 0; k < pivots; ++k) above += abs(done.A(k, k)) > threshold * abs(done.A(0, 0));
  return above;
}

}  // namespace nonholo
