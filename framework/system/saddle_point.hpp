// Accelerations, consistent multipliers and velocity projection: everything that solves with K p_v^-1 K^T at one point.
//
//   p_v a - K^T lambda = f - (p_t + p_q v),      K a = -(k_t + k_q v)       (reference: Hilden 2009, (2.12) with (4.4))
//
// The multiplier that this gives from (t, q, v) has the full order of q and v, unlike the stage multipliers of most
// methods.
#pragma once

#include <nonholo/framework/faces/dynamics.hpp>

#include <Eigen/Cholesky>

namespace nonholo {

/// Scratch for one thread; nothing allocates after construction. n x n mass must be positive definite, K of full row
/// rank.
template <class Real, int n, int m> class SaddlePoint {
 public:
  explicit SaddlePoint(const Dynamics<Real, n, m>& dynamics)
      : dynamics_(dynamics),
        block_(dynamics.coordinates(), dynamics.constraints()),
        rates_(dynamics.coordinates(), dynamics.constraints()),
        zero_(Vector<Real, n>::Zero(dynamics.coordinates())),
        a_(dynamics.coordinates()),
        lambda_(dynamics.constraints()),
        X_(dynamics.coordinates(), dynamics.constraints()),
        S_(dynamics.constraints(), dynamics.constraints()),
        mass_(dynamics.coordinates()),
        schur_(dynamics.constraints()) {}

  /// Computes acceleration() and multipliers(); false when the matrix is singular or a value is not finite.
  bool solve(Real t, const Vector<Real, n>& q, const Vector<Real, n>& v) {
    dynamics_.evaluate(t, q, v, block_);
    if (!factor(t, q, v)) return false;
    dynamics_.rates(t, q, v, zero_, rates_);
    a_ = block_.f - rates_.p_dot;
    mass_.solveInPlace(a_);
    lambda_ = -rates_.k_dot;
    lambda_.noalias() -= block_.K * a_;
    schur_.solveInPlace(lambda_);
    a_.noalias() += X_ * lambda_;
    return a_.allFinite() && lambda_.allFinite();
  }

  /// v minus its mass-orthogonal distance to the constraint: the nearest velocity in the metric p_v with k = 0 (k
  /// affine in v).
  bool project(Real t, const Vector<Real, n>& q, Vector<Real, n>& v) {
    dynamics_.evaluate(t, q, v, block_);
    if (!factor(t, q, v)) return false;
    lambda_ = block_.k;
    schur_.solveInPlace(lambda_);
    v.noalias() -= X_ * lambda_;
    return v.allFinite();
  }

  const Vector<Real, n>& acceleration() const { return a_; }
  const Vector<Real, m>& multipliers() const { return lambda_; }

 private:
  bool factor(Real t, const Vector<Real, n>& q, const Vector<Real, n>& v) {
    if (dynamics_.traits().constant_mass) dynamics_.mass(t, q, v, block_.p_v);
    mass_.compute(block_.p_v);
    if (mass_.info() != Eigen::Success) return false;
    X_ = block_.K.transpose();
    mass_.solveInPlace(X_);
    S_.noalias() = block_.K * X_;
    schur_.compute(S_);
    return schur_.info() == Eigen::Success && has_full_rank();
  }

  /// A Cholesky pivot at round-off of its own diagonal entry means that its constraint depends on the earlier ones.
  bool has_full_rank() const {
    for (Eigen::Index i = 0; i < S_.rows(); ++i) {
      const Real pivot = schur_.matrixLLT()(i, i);
      if (!(pivot * pivot > 16 * epsilon<Real> * S_(i, i))) return false;
    }
    return true;
  }

  const Dynamics<Real, n, m>& dynamics_;
  Block<Real, n, m> block_;
  Rates<Real, n, m> rates_;
  Vector<Real, n> zero_, a_;
  Vector<Real, m> lambda_;
  Matrix<Real, n, m> X_;
  Matrix<Real, m, m> S_;
  Eigen::LLT<Matrix<Real, n, n>> mass_;
  Eigen::LLT<Matrix<Real, m, m>> schur_;
};

}  // namespace nonholo
