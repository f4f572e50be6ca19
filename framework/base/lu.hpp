// Eigen's LU decomposition with partial pivoting for sizes known at run time, compiled once: its blocked products and
// triangular solves cost every source that names them some seconds.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>

#include <Eigen/LU>

namespace nonholo {

template <class Real> class Lu {
 public:
  explicit Lu(Eigen::Index size);

  /// A is size x size; solve() then yields values that are not finite when A is singular. Allocates nothing.
  void compute(const MatrixX<Real>& A);

  /// x = A^-1 b; x and b are not the same.
  void solve(const VectorX<Real>& b, VectorX<Real>& x) const;

  /// 0 where A is singular to the last bit.
  int sign_of_determinant() const;

 private:
  Eigen::PartialPivLU<MatrixX<Real>> lu_;
};

}  // namespace nonholo
