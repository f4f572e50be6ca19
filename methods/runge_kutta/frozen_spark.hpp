// The frozen linearisation of the SPARK equations (spark_equations.hpp), reduced to its multipliers. Private header of
// methods/.
//
// It keeps p_v and K of every point at the guess and k_q at the start; it drops f_q, f_v, p_q and the change of K^T
// with Q. With constant mass and forces free of v what is dropped is O(h^2), otherwise O(h). With dl = h dL it reads
//
//   dV = -u + Y dl,   u_i = p_v_i^-1 R_i,   Y_ij = p_v_i^-1 at_ij K_j^T,        (momentum)
//   G dV = -C,        G_il = w_il K_l + h (w a)_il k_q + sum_e w_ie beta_el K_e
//       (constraints, e over points beyond the end)
//
// and (G Y) dl = -C + G u is the s m x s m system that is left.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/faces/dynamics.hpp>
#include <nonholo/framework/base/lu.hpp>
#include <nonholo/framework/system/mass_inverse.hpp>
#include <nonholo/methods/runge_kutta/spark_coefficients.hpp>

#include <algorithm>
#include <vector>

namespace nonholo {

template <class Real, int n, int m> class FrozenSpark {
  using Points = std::vector<Block<Real, n, m>>;  // s stages, the end, points of the constraint alone

 public:
  FrozenSpark(const SparkCoefficients<Real>& coefficients, Eigen::Index rows, Eigen::Index constraints)
      : T_(coefficients),
        s_(coefficients.stages),
        n_(rows),
        m_(constraints) {}

  bool inverts_mass() const { return inverse_known_; }

  /// For constant mass, once.
  void invert_constant_mass(const Matrix<Real, n, n>& p_v) {
    inverse_known_ = inverse_[0].compute(p_v);
    std::fill(inverse_.begin() + 1, inverse_.end(), inverse_[0]);
  }

  /// False when a mass is not positive definite.
  bool invert_masses(const Points& points) {
    for (std::size_t i = 0; i < inverse_.size(); ++i)
      if (!inverse_[i].compute(points[i].p_v)) return false;
    return true;
  }

  /// False when the system that is left has entries that are not finite.
  bool compute(const Points& points, const Matrix<Real, m, n>& k_q, Real h) {
    h_ = h;
    fill_G(points, k_q);
    fill_Y(points);
    schur_ = G_.lazyProduct(Y_);
    if (!schur_.allFinite()) return false;
    lu_.compute(schur_);
    return true;
  }

  /// dx = (dV, dL) from F = (R, C).
  void correct(const VectorX<Real>& F, VectorX<Real>& dx) {
    for (Eigen::Index i = 0; i <= s_; ++i) {
      R_ = Eigen::Map<const Vector<Real, n>>(F.data() + i * n_, n_);
      Eigen::Map<Vector<Real, n>>(u_.data() + i * n_, n_).noalias() = mass_inverse(i).matrix() * R_;
    }
    r_ = G_.lazyProduct(u_);
    r_ -= F.tail(s_ * m_);
    lu_.solve(r_, dl_);
    dx.head((s_ + 1) * n_) = Y_.lazyProduct(dl_);
    dx.head((s_ + 1) * n_) -= u_;
    dx.tail(s_ * m_) = dl_ / h_;
  }

 private:
  void fill_Y(const Points& points) {
    for (Eigen::Index j = 0; j < s_; ++j)
      for (Eigen::Index i = 0; i <= s_; ++i) {
        if (i == 0 || !inverse_known_) mass_inverse(i).times_transposed(at(points, j).K, X_);
        Y_.template block<n, m>(i * n_, j * m_, n_, m_) = T_.a_tilde(i, j) * X_;
      }
  }

  void fill_G(const Points& points, const Matrix<Real, m, n>& k_q) {
    for (Eigen::Index i = 0; i < s_; ++i)
      for (Eigen::Index l = 0; l <= s_; ++l) {
        block_ = T_.w(i, l) * at(points, l).K;
        if (l < s_) block_ += (h_ * T_.wa(i, l)) * k_q;
        for (Eigen::Index e = s_ + 1; l < s_ && e < T_.points; ++e)
          block_ += (T_.w(i, e) * T_.beta(e - s_ - 1, l)) * at(points, e).K;
        G_.template block<m, n>(i * m_, l * n_, m_, n_) = block_;
      }
  }

  static const Block<Real, n, m>& at(const Points& points, Eigen::Index i) {
    return points[static_cast<std::size_t>(i)];
  }
  const MassInverse<Real, n>& mass_inverse(Eigen::Index i) const { return inverse_[static_cast<std::size_t>(i)]; }

  const SparkCoefficients<Real>& T_;
  Eigen::Index s_, n_, m_;
  Real h_ = 0;
  bool inverse_known_ = false;
  std::vector<MassInverse<Real, n>> inverse_ =
      std::vector<MassInverse<Real, n>>(static_cast<std::size_t>(s_ + 1), MassInverse<Real, n>(n_));
  MatrixX<Real> G_{s_ * m_, (s_ + 1) * n_}, Y_{(s_ + 1) * n_, s_*m_}, schur_{s_ * m_, s_*m_};
  Vector<Real, n> R_{n_};
  Matrix<Real, m, n> block_{m_, n_};
  Matrix<Real, n, m> X_{n_, m_};
  VectorX<Real> u_{(s_ + 1) * n_}, r_{s_ * m_}, dl_{s_ * m_};
  Lu<Real> lu_{s_ * m_};
};

}  // namespace nonholo
