// The frozen linearisation of the discrete momentum minus(w) of a pair of nodes (pair_points.hpp): what its derivative
// is but for O(h^2), for maps of one's own that are consistent,
//
//   d minus / dw = p_v + h (theta p_q - (1 - theta) f_v),      p_v and theta the means of those of the points
//
// with p_q and f_v at the start of the pair. Its inverse is N p_v^-1, N = 1 - h p_v^-1 (theta p_q - (1 - theta) f_v),
// but for O(h^2) again. Private header of methods/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/mass_inverse.hpp>
#include <nonholo/methods/discrete_lagrangian/pair_points.hpp>

namespace nonholo {

/// Scratch for one thread; nothing allocates after construction.
template <class Real, int n, int m> class FrozenMomentum {
  using Q = Vector<Real, n>;
  using Mass = Matrix<Real, n, n>;

 public:
  FrozenMomentum(const Dynamics<Real, n, m>& dynamics, const PairPoints<Real, n, m>& points)
      : dynamics_(dynamics),
        points_(points),
        constant_mass_(dynamics.traits().constant_mass),
        theta_(points.theta()),
        from_(dynamics.coordinates(), dynamics.constraints(), dynamics.traits().coupled),
        mass_(dynamics.coordinates(), dynamics.coordinates()),
        turn_(mass_),
        slope_(mass_),
        turned_(dynamics.coordinates()),
        inverse_(dynamics.coordinates()) {}

  /// For pairs that start at (q_a, w), w being near theirs.
  void begin(Real t_a, const Q& q_a, const Q& w) {
    dynamics_.begin_step(t_a, q_a, w, from_);
    if (!constant_mass_ || inverse_known_) return;
    dynamics_.mass(t_a, q_a, w, mass_);
    inverse_known_ = inverse_.compute(mass_);
  }

  /// k_q at the start.
  const Matrix<Real, m, n>& k_q() const { return from_.k_q; }

  /// p_v of the pair that was evaluated last.
  const Mass& mass() {
    if (!constant_mass_) points_.mass(mass_);
    return mass_;
  }

  /// For that pair; false where p_v is not positive definite.
  bool compute(Real h) {
    if (!constant_mass_) inverse_known_ = inverse_.compute(mass());
    if (!inverse_known_ || !from_.coupled) return inverse_known_;
    slope_ = theta_ * from_.p_q - (1 - theta_) * from_.f_v;
    turn_.noalias() = inverse_.matrix() * slope_;
    turn_ *= h;
    return true;
  }

  /// u = N p_v^-1 R.
  void solve(const Q& R, Q& u) {
    u.noalias() = inverse_.matrix() * R;
    if (!from_.coupled) return;
    turned_.noalias() = turn_ * u;
    u -= turned_;
  }

  /// Y = N p_v^-1 K^T.
  void solve_transposed(const Matrix<Real, m, n>& K, Matrix<Real, n, m>& Y) {
    for (Eigen::Index j = 0; j < K.rows(); ++j) {
      row_ = K.row(j).transpose();
      solve(row_, column_);
      Y.col(j) = column_;
    }
  }

 private:
  const Dynamics<Real, n, m>& dynamics_;
  const PairPoints<Real, n, m>& points_;
  const bool constant_mass_;
  const Real theta_;
  StepStart<Real, n, m> from_;
  Mass mass_, turn_, slope_;
  Q turned_, row_ = turned_, column_ = turned_;
  MassInverse<Real, n> inverse_;
  bool inverse_known_ = false;
};

}  // namespace nonholo
