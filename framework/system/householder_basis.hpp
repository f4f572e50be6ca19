// A smooth basis of ker K from the Householder QR decomposition of K^T, and its derivatives (Celledoni et al. 2016,
// section 3.3).
//
//   K^T = Q [R; 0],  Q = H_1 ... H_m,  H_k = 1 - 2 w_k w_k^T,   X = last n - m columns of Q:  K X = 0,  X^T X = I.
//
// Each reflection has a sign s_k that is free: w ~ R_(k:n,k) + s_k |R_(k:n,k)| e_k. X depends smoothly on K while the
// signs stay; s_k = sign(R_kk) avoids cancellation.
//
// dX/dq_i is never made: p . (dX/dq_i) y for all i costs one sweep back through the reflections, p . (dX/dq . z) for
// all columns one sweep forward, where Algorithm 1 of the paper carries n matrices dQ along. (Its last line has a wrong
// sign: dQ <- dQ - 2 dQ w w^T - 2 Q (dw w^T + w dw^T).) The same decomposition run on dual numbers agrees to round-off.
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

/// Scratch for one thread. Nothing allocates after construction.
template <class Real, int n = dynamic, int m = dynamic> class HouseholderBasis {
  static constexpr int r = n == dynamic ? dynamic : n - m;

 public:
  using Jacobian = Matrix<Real, m, n>;
  using Frame = Matrix<Real, n, r>;
  using Q = Vector<Real, n>;
  using Y = Vector<Real, r>;

  HouseholderBasis(Eigen::Index size, Eigen::Index constraints)
      : signs_(VectorX<Real>::Ones(constraints)),
        R_(size, constraints),
        w_(size, constraints),
        left_(size, constraints),
        S_(R_),
        dR_(R_),
        lengths_(constraints),
        by_norms_(constraints),
        dw_(size),
        right_(size) {}

  /// s_k = sign(R_kk), +1 where it is zero, for the decomposition of K^T. @return whether any sign changed
  bool choose_signs(const Jacobian& K) {
    bool changed = false;
    R_ = K.transpose();
    for (Eigen::Index k = 0; k < columns(); ++k) {
      const Real s = R_(k, k) < 0 ? Real(-1) : Real(1);
      changed = changed || s != signs_[k];
      signs_[k] = s;
      reflect(k);
    }
    return changed;
  }

  const VectorX<Real>& signs() const { return signs_; }

  /// The reflections of K, and X.
  void values(const Jacobian& K, Frame& X) {
    R_ = K.transpose();
    for (Eigen::Index k = 0; k < columns(); ++k) reflect(k);
    for (Eigen::Index a = 0; a < rows() - columns(); ++a) {
      Real* const x = X.data() + a * rows();
      for (Eigen::Index i = 0; i < rows(); ++i) x[i] = Real(i == columns() + a ? 1 : 0);
      for (Eigen::Index k = columns() - 1; k >= 0; --k) mirror(k, x);
    }
  }

  /// The left factor of the derivatives, for the latest values().
  void set_momentum(const Q& p) {
    left_.col(0) = p;
    for (Eigen::Index k = 0; k + 1 < columns(); ++k) {
      left_.col(k + 1) = left_.col(k);
      mirror(k, left_.data() + (k + 1) * rows());
    }
  }

  /// out_i = p . (dX/dq_i) y, with K_q[i] = dK/dq_i: the reflections differentiated in reverse.
  void turning(const std::vector<Jacobian>& K_q, const Y& y, Q& out) {
    Real* const right = right_.data();
    for (Eigen::Index i = 0; i < rows(); ++i) right[i] = i < columns() ? Real(0) : y[i - columns()];
    S_ = R_;
    for (Eigen::Index k = columns() - 1; k >= 0; --k) reverse(k);
    const Real* const of_R = dR_.data();
    for (Eigen::Index i = 0; i < rows(); ++i) {
      const Real* const K_i = K_q[static_cast<std::size_t>(i)].data();
      Real sum = 0;
      for (Eigen::Index j = 0; j < rows(); ++j)
        for (Eigen::Index k = 0; k < columns(); ++k) sum += K_i[j * columns() + k] * of_R[k * rows() + j];
      out[i] = sum;
    }
  }

  /// out_a = p . (sum_i z_i dX/dq_i)_a: the reflections differentiated along z.
  void along(const Jacobian& K, const std::vector<Jacobian>& K_q, const Q& z, Y& out) {
    S_ = K.transpose();
    dR_.setZero();
    Real* const d = dR_.data();
    for (Eigen::Index i = 0; i < rows(); ++i) {
      const Real* const K_i = K_q[static_cast<std::size_t>(i)].data();
      for (Eigen::Index j = 0; j < rows(); ++j)
        for (Eigen::Index k = 0; k < columns(); ++k) d[k * rows() + j] += z[i] * K_i[j * columns() + k];
    }
    right_.setZero();  // p . dQ
    for (Eigen::Index k = 0; k < columns(); ++k) forward(k);
    for (Eigen::Index a = 0; a < rows() - columns(); ++a) out[a] = right_[columns() + a];
  }

 private:
  // Compile-time constants in the fixed classes.
  Eigen::Index rows() const { return dw_.size(); }
  Eigen::Index columns() const { return lengths_.size(); }

  // Loops run over whole columns: their length is known, and w_k is zero above k.
  Real dot(const Real* x, const Real* y) const {
    Real sum = 0;
    for (Eigen::Index i = 0; i < rows(); ++i) sum += x[i] * y[i];
    return sum;
  }
  void add(const Real factor, const Real* __restrict x, Real* __restrict y) const {
    for (Eigen::Index i = 0; i < rows(); ++i) y[i] += factor * x[i];
  }
  /// y += a x + b z
  void add(const Real a, const Real* __restrict x, const Real b, const Real* __restrict z, Real* __restrict y) const {
    for (Eigen::Index i = 0; i < rows(); ++i) y[i] += a * x[i] + b * z[i];
  }
  const Real* reflector(Eigen::Index k) const { return w_.data() + k * rows(); }
  /// x <- H_k x
  void mirror(Eigen::Index k, Real* x) const { add(-2 * dot(reflector(k), x), reflector(k), x); }

  /// w_k of unit length from column k of R, which stays, with what stands above k taken as zero; the columns behind it
  /// are reflected.
  void reflect(Eigen::Index k) {
    using std::sqrt;
    Real* const w = w_.data() + k * rows();
    for (Eigen::Index i = 0; i < rows(); ++i) w[i] = i < k ? Real(0) : R_(i, k);
    const Real square = dot(w, w), length = sqrt(square);
    const Real norm = sqrt(2 * (square + signs_[k] * w[k] * length)), reciprocal = 1 / norm;
    w[k] += signs_[k] * length;
    for (Eigen::Index i = 0; i < rows(); ++i) w[i] *= reciprocal;
    lengths_[k] = length;
    by_norms_[k] = reciprocal;
    for (Eigen::Index j = k + 1; j < columns(); ++j) mirror(k, R_.data() + j * rows());
  }

  /// Column k of the derivative with respect to R, and those behind it taken back by one reflection. S_ and right_ are
  /// what H_k ... meet from the right.
  void reverse(Eigen::Index k) {
    const Real *const w = reflector(k), *const left = left_.data() + k * rows(), *const column = R_.data() + k * rows();
    Real *const right = right_.data(), *const of_w = dw_.data(), *const of_column = dR_.data() + k * rows();
    const Real left_w = dot(left, w), right_w = dot(right, w);
    for (Eigen::Index i = 0; i < rows(); ++i) of_w[i] = -2 * (right_w * left[i] + left_w * right[i]);
    for (Eigen::Index j = k + 1; j < columns(); ++j) {
      Real *const S_j = S_.data() + j * rows(), *const of_j = dR_.data() + j * rows();
      mirror(k, S_j);
      add(-2 * dot(S_j, w), of_j, -2 * dot(of_j, w), S_j, of_w);
      mirror(k, of_j);
    }
    mirror(k, right);
    add(-dot(w, of_w), w, of_w);
    const Real by_length = signs_[k] * of_w[k] / lengths_[k];
    for (Eigen::Index i = 0; i < rows(); ++i)
      of_column[i] = i < k ? Real(0) : Real((of_w[i] + by_length * column[i]) * by_norms_[k]);
  }

  /// The derivative of w_k from that of column k of R, then those of the columns behind it and of p . Q.
  void forward(Eigen::Index k) {
    const Real *const w = reflector(k), *const left = left_.data() + k * rows(), *const column = R_.data() + k * rows();
    Real *const dw = dw_.data(), *const d_column = dR_.data() + k * rows(), *const row = right_.data();
    for (Eigen::Index i = 0; i < rows(); ++i) dw[i] = i < k ? Real(0) : d_column[i];
    dw[k] += signs_[k] * dot(column, dw) / lengths_[k];
    for (Eigen::Index i = 0; i < rows(); ++i) dw[i] *= by_norms_[k];
    add(-dot(w, dw), w, dw);
    for (Eigen::Index j = k + 1; j < columns(); ++j) {
      Real *const S_j = S_.data() + j * rows(), *const d_j = dR_.data() + j * rows();
      mirror(k, d_j);
      add(-2 * dot(S_j, w), dw, -2 * dot(S_j, dw), w, d_j);
      mirror(k, S_j);
    }
    mirror(k, row);
    add(-2 * dot(left, dw), w, -2 * dot(left, w), dw, row);
  }

  VectorX<Real> signs_;
  Matrix<Real, n, m> R_, w_, left_, S_, dR_;  // column k of R_: as reflection k meets it
  Vector<Real, m> lengths_, by_norms_;
  Q dw_, right_;
};

/// The same basis by dual numbers. Scratch for one thread.
template <class Real, int n = dynamic, int m = dynamic> class HouseholderDuals {
  using Basis = HouseholderBasis<Real, n, m>;
  using Jacobian = typename Basis::Jacobian;
  using Frame = typename Basis::Frame;
  using D = Dual<Real, 1>;

 public:
  HouseholderDuals(Eigen::Index rows, Eigen::Index constraints)
      : K_(constraints, rows),
        R_(rows, constraints),
        Q_(rows, rows),
        X_(rows, rows - constraints),
        w_(rows) {}

  /// X and X_q[i] = dX/dq_i from K and K_q[i] = dK/dq_i, one direction after the other.
  void differentiate(const Jacobian& K, const std::vector<Jacobian>& K_q, const VectorX<Real>& signs, Frame& X,
                     std::vector<Frame>& X_q) {
    for (std::size_t i = 0; i < K_q.size(); ++i) {
      for (Eigen::Index j = 0; j < K.cols(); ++j)
        for (Eigen::Index k = 0; k < K.rows(); ++k) K_(k, j) = D(K(k, j), Vector<Real, 1>::Constant(K_q[i](k, j)));
      householder_basis(K_, signs, R_, Q_, w_, X_);
      for (Eigen::Index a = 0; a < X.cols(); ++a)
        for (Eigen::Index j = 0; j < X.rows(); ++j) {
          X(j, a) = X_(j, a).value();
          X_q[i](j, a) = X_(j, a).derivatives()[0];
        }
    }
  }

 private:
  MatrixX<D> K_, R_, Q_, X_;
  VectorX<D> w_;
};

}  // namespace nonholo
