// A smooth basis of ker K from the Householder QR decomposition of K^T, and its derivatives (Celledoni et al. 2016,
// section 3.3).
//
//   K^T = Q [R; 0],  X = last n - m columns of Q:  K X = 0,  X^T X = I.
//
// Each reflection has a sign s_k that is free: w ~ R_(k:n,k) + s_k |R_(k:n,k)| e_k. X depends smoothly on K while the
// signs stay; s_k = sign(R_kk) avoids cancellation. Derivatives come two ways that agree to round-off: Algorithm 1 of
// the paper, which carries dR and dQ along (its last line has a wrong sign: dQ <- dQ - 2 dQ w w^T - 2 Q (dw w^T + w
// dw^T)), and the same decomposition run on dual numbers.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/autodiff.hpp>

#include <cmath>
#include <vector>

namespace nonholo {

/// X (n x (n - m)) for K (m x n) with the signs given (m). R (n x m), Q (n x n) and w (n) are scratch. Nothing
/// allocates.
template <class S, class Real, class KT> void householder_basis(const KT& K, const VectorX<Real>& signs, MatrixX<S>& R,
                                                                MatrixX<S>& Q, VectorX<S>& w, MatrixX<S>& X) {
  using std::sqrt;
  const Eigen::Index n = K.cols(), m = K.rows();
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < n; ++j) Q(i, j) = S(Real(i == j ? 1 : 0));
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index k = 0; k < m; ++k) R(i, k) = K(k, i);
  for (Eigen::Index k = 0; k < m; ++k) {
    S square(Real(0));
    for (Eigen::Index i = k; i < n; ++i) square += R(i, k) * R(i, k);
    const S length = sqrt(square);
    const S scale = S(1) / sqrt(S(2) * (square + S(signs[k]) * R(k, k) * length));
    for (Eigen::Index i = 0; i < n; ++i) w[i] = i < k ? S(Real(0)) : S(R(i, k) * scale);
    w[k] += S(signs[k]) * length * scale;
    for (Eigen::Index j = 0; j < m; ++j) {  // R - 2 w w^T R
      S u(Real(0));
      for (Eigen::Index i = k; i < n; ++i) u += w[i] * R(i, j);
      for (Eigen::Index i = k; i < n; ++i) R(i, j) -= S(2) * w[i] * u;
    }
    for (Eigen::Index j = 0; j < n; ++j) {  // Q - 2 Q w w^T
      S u(Real(0));
      for (Eigen::Index i = k; i < n; ++i) u += Q(j, i) * w[i];
      for (Eigen::Index i = k; i < n; ++i) Q(j, i) -= S(2) * u * w[i];
    }
  }
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index a = 0; a < n - m; ++a) X(i, a) = Q(i, m + a);
}

/// Scratch for one thread.
template <class Real> class HouseholderBasis {
 public:
  HouseholderBasis(Eigen::Index n, Eigen::Index m)
      : n_(n),
        m_(m),
        signs_(VectorX<Real>::Ones(m)),
        R_(n, m),
        Q_(n, n),
        w_(n),
        dw_(n),
        u_(m),
        du_(m),
        Qw_(n),
        dQw_(n),
        dR_(static_cast<std::size_t>(n), R_),
        dQ_(static_cast<std::size_t>(n), Q_),
        K_dual_(m, n),
        R_dual_(n, m),
        Q_dual_(n, n),
        X_dual_(n, n - m),
        w_dual_(n) {}

  /// s_k = sign(R_kk), +1 where it is zero, for the decomposition of K^T. @return whether any sign changed
  template <class Jacobian> bool choose_signs(const Jacobian& K) {
    bool changed = false;
    R_ = K.transpose();
    for (Eigen::Index k = 0; k < m_; ++k) {
      const Real s = R_(k, k) < 0 ? Real(-1) : Real(1);
      changed = changed || s != signs_[k];
      signs_[k] = s;
      make_reflector(k);
      u_.noalias() = R_.transpose() * w_;
      R_.noalias() -= 2 * w_ * u_.transpose();
    }
    return changed;
  }

  const VectorX<Real>& signs() const { return signs_; }

  template <class Jacobian> void values(const Jacobian& K, MatrixX<Real>& X) {
    householder_basis(K, signs_, R_, Q_, w_, X);
  }

  /// X and X_q[i] = dX/dq_i from K and K_q[i] = dK/dq_i: Algorithm 1.
  template <class Jacobian> void differentiate(const Jacobian& K, const std::vector<Jacobian>& K_q, MatrixX<Real>& X,
                                               std::vector<MatrixX<Real>>& X_q) {
    R_ = K.transpose();
    Q_.setIdentity();
    for (std::size_t i = 0; i < dR_.size(); ++i) {
      dR_[i] = K_q[i].transpose();
      dQ_[i].setZero();
    }
    for (Eigen::Index k = 0; k < m_; ++k) reflect(k);
    X = Q_.rightCols(n_ - m_);
    for (std::size_t i = 0; i < dQ_.size(); ++i) X_q[i] = dQ_[i].rightCols(n_ - m_);
  }

  /// The same by dual numbers, one direction after the other.
  template <class Jacobian> void differentiate_by_duals(const Jacobian& K, const std::vector<Jacobian>& K_q,
                                                        MatrixX<Real>& X, std::vector<MatrixX<Real>>& X_q) {
    for (std::size_t i = 0; i < K_q.size(); ++i) {
      for (Eigen::Index row = 0; row < m_; ++row)
        for (Eigen::Index column = 0; column < n_; ++column)
          K_dual_(row, column) = D(K(row, column), Vector<Real, 1>::Constant(K_q[i](row, column)));
      householder_basis(K_dual_, signs_, R_dual_, Q_dual_, w_dual_, X_dual_);
      for (Eigen::Index row = 0; row < n_; ++row)
        for (Eigen::Index a = 0; a < n_ - m_; ++a) {
          X(row, a) = X_dual_(row, a).value();
          X_q[i](row, a) = X_dual_(row, a).derivatives()[0];
        }
    }
  }

 private:
  using D = Dual<Real, 1>;

  /// w of reflection k, unit length, zero above k; its norm before that and |R_(k:n,k)| are remembered.
  void make_reflector(Eigen::Index k) {
    using std::sqrt;
    const auto column = R_.col(k).tail(n_ - k);
    length_ = column.norm();
    w_.setZero();
    w_.tail(n_ - k) = column;
    w_[k] += signs_[k] * length_;
    norm_ = sqrt(2 * (length_ * length_ + signs_[k] * R_(k, k) * length_));
    w_ /= norm_;
  }

  void reflect(Eigen::Index k) {
    make_reflector(k);
    u_.noalias() = R_.transpose() * w_;
    Qw_.noalias() = Q_ * w_;
    for (std::size_t i = 0; i < dR_.size(); ++i) {
      const auto d_column = dR_[i].col(k).tail(n_ - k);
      const Real d_length = d_column.dot(R_.col(k).tail(n_ - k)) / length_;
      dw_.setZero();
      dw_.tail(n_ - k) = d_column;
      dw_[k] += signs_[k] * d_length;
      const Real d_norm = dw_.dot(w_);
      dw_ = (dw_ - d_norm * w_) / norm_;
      du_.noalias() = R_.transpose() * dw_;
      du_.noalias() += dR_[i].transpose() * w_;
      dR_[i].noalias() -= 2 * dw_ * u_.transpose();
      dR_[i].noalias() -= 2 * w_ * du_.transpose();
      dQw_.noalias() = dQ_[i] * w_;
      dQw_.noalias() += Q_ * dw_;
      dQ_[i].noalias() -= 2 * dQw_ * w_.transpose();
      dQ_[i].noalias() -= 2 * Qw_ * dw_.transpose();
    }
    R_.noalias() -= 2 * w_ * u_.transpose();
    Q_.noalias() -= 2 * Qw_ * w_.transpose();
  }

  Eigen::Index n_, m_;
  VectorX<Real> signs_;
  MatrixX<Real> R_, Q_;
  VectorX<Real> w_, dw_, u_, du_, Qw_, dQw_;
  Real length_ = 0, norm_ = 0;
  std::vector<MatrixX<Real>> dR_, dQ_;
  MatrixX<D> K_dual_, R_dual_, Q_dual_, X_dual_;
  VectorX<D> w_dual_;
};

}  // namespace nonholo
