// p_v^-1 as an explicit matrix. It only steers iterations towards their root, so its round-off does not matter.
#pragma once

#include <nonholo/framework/base/numeric.hpp>

#include <Eigen/Cholesky>

namespace nonholo {

template <class Real, int n> class MassInverse {
 public:
  /// The inverse of the identity, so that copies never read an unset decomposition.
  explicit MassInverse(Eigen::Index size)
      : cholesky_(Matrix<Real, n, n>::Identity(size, size)),
        inverse_(Matrix<Real, n, n>::Identity(size, size)) {}

  /// False when p_v (n x n) is not positive definite.
  bool compute(const Matrix<Real, n, n>& p_v) {
    cholesky_.compute(p_v);
    inverse_.setIdentity();
    cholesky_.solveInPlace(inverse_);
    return cholesky_.info() == Eigen::Success;
  }

  const Matrix<Real, n, n>& matrix() const { return inverse_; }

 private:
  Eigen::LLT<Matrix<Real, n, n>> cholesky_;
  Matrix<Real, n, n> inverse_;
};

}  // namespace nonholo
