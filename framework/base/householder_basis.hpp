// A smooth basis of ker K from the Householder QR decomposition of K^T, and its derivatives (Celledoni et al. 2016,
// section 3.3).
//
//   K^T = Q [R; 0],  Q = H_1 ... H_m,  H_k = 1 - c_k u_k u_k^T,   X = last n - m columns of Q:  K X = 0,  X^T X = I,
//   u_k = R_(k:n,k) + s_k l_k e_k,   l_k = |R_(k:n,k)|,   c_k = 2 / |u_k|^2 = 1 / (l_k^2 + s_k R_kk l_k).
//
// The sign s_k of each reflection is free. X depends smoothly on K while the signs stay; s_k = sign(R_kk) avoids
// cancellation.
//
// dX/dq_i is never made: p . (dX/dq_i) y for all i costs one sweep back through the reflections, p . (dX/dq . z) for
// all columns one sweep forward, where Algorithm 1 of the paper carries n matrices dQ along. (Its last line has a wrong
// sign: dQ <- dQ - 2 dQ w w^T - 2 Q (dw w^T + w dw^T).) The same decomposition run on dual numbers agrees to round-off.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/autodiff.hpp>

#include <cmath>
#include <utility>
#include <vector>

namespace nonholo {

/// X (n x (n - m)) for K (m x n) with the signs given (m). R (n x m), Q (n x n) and w (n) are scratch: w_k is u_k of
/// length 1. Nothing allocates.
template <class S, class Signs, class KT>
void householder_basis(const KT& K, const Signs& signs, MatrixX<S>& R, MatrixX<S>& Q, VectorX<S>& w, MatrixX<S>& X) {
  using std::sqrt;
  using Real = typename Signs::Scalar;
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
  using Signs = Vector<Real, m>;

  HouseholderBasis(Eigen::Index size, Eigen::Index constraints)
      : signs_(Signs::Ones(constraints)),
        R_(size, constraints),
        u_(size, constraints),
        left_(size, constraints),
        S_(size, constraints),
        dR_(size, constraints),
        lengths_(constraints),
        c_(constraints),
        du_(size),
        right_(size) {}

  /// s_k = sign(R_kk), +1 where it is zero, for the decomposition of K^T. @return whether any sign changed
  bool choose_signs(const Jacobian& K) {
    const Eigen::Index count = columns();
    bool changed = false;
    take_columns(K, R_);
    for (Eigen::Index k = 0; k < count; ++k) {
      const Real s = R_(k, k) < 0 ? Real(-1) : Real(1);
      changed = changed || s != signs_[k];
      signs_[k] = s;
      reflect(k);
    }
    return changed;
  }

  const Signs& signs() const { return signs_; }
  void take_signs(const Signs& signs) { signs_ = signs; }

  /// The reflections of K, and X.
  void values(const Jacobian& K, Frame& X) {
    reflect(K);
    fill(X);
  }

  /// The reflections alone: X is known with them without being made.
  void reflect(const Jacobian& K) {
    const Eigen::Index count = columns();
    take_columns(K, R_);
#pragma GCC unroll 8
    for (Eigen::Index k = 0; k < count; ++k) reflect(k);
  }

  /// X of the latest reflections.
  void fill(Frame& X) const {
    const Eigen::Index size = rows(), count = columns();
#pragma GCC unroll 8
    for (Eigen::Index a = 0; a < size - count; ++a) {
      Real* const x = X.data() + a * size;
#pragma GCC unroll 8
      for (Eigen::Index i = 0; i < size; ++i) x[i] = Real(i == count + a ? 1 : 0);
#pragma GCC unroll 8
      for (Eigen::Index k = count - 1; k >= 0; --k) mirror(k, x);
    }
  }

  /// z = X y
  void times(const Y& y, Q& z) const {
    put_below(y, z.data());
#pragma GCC unroll 8
    for (Eigen::Index k = columns() - 1; k >= 0; --k) mirror(k, z.data());
  }

  /// y = X^T z; z is scratch afterwards.
  void times_transposed(Q& z, Y& y) const {
    const Eigen::Index size = rows(), count = columns();
#pragma GCC unroll 8
    for (Eigen::Index k = 0; k < count; ++k) mirror(k, z.data());
#pragma GCC unroll 8
    for (Eigen::Index a = 0; a < size - count; ++a) y[a] = z[count + a];
  }

  /// The left factor of the derivatives, for the latest values().
  void set_momentum(const Q& p) {
    const Eigen::Index size = rows(), count = columns();
#pragma GCC unroll 8
    for (Eigen::Index k = 0; k < count; ++k) {
      Real* const left = left_.data() + k * size;
#pragma GCC unroll 8
      for (Eigen::Index i = 0; i < size; ++i) left[i] = k == 0 ? p[i] : left[i - size];
      if (k > 0) mirror(k - 1, left);
    }
  }

  /// out_i = p . (dX/dq_i) y, with K_q[i] = dK/dq_i: the reflections differentiated in reverse.
  template <class Jacobians> void turning(const Jacobians& K_q, const Y& y, Q& out) {
    const Eigen::Index size = rows(), count = columns();
    put_below(y, right_.data());
    copy(R_.data(), S_.data());
#pragma GCC unroll 8
    for (Eigen::Index k = count - 1; k >= 0; --k) reverse(k);
#pragma GCC unroll 8
    for (Eigen::Index i = 0; i < size; ++i) out[i] = dot_dR(K_q[static_cast<std::size_t>(i)].data());
  }

  /// out_a = p . (sum_i z_i dX/dq_i)_a: the reflections differentiated along z.
  template <class Jacobians> void along(const Jacobian& K, const Jacobians& K_q, const Q& z, Y& out) {
    const Eigen::Index size = rows(), count = columns();
    take_columns(K, S_);
#pragma GCC unroll 8
    for (Eigen::Index j = 0; j < size * count; ++j) dR_.data()[j] = Real(0);
#pragma GCC unroll 8
    for (Eigen::Index i = 0; i < size; ++i) add_to_dR(z[i], K_q[static_cast<std::size_t>(i)].data());
    Real* const row = right_.data();  // p . dQ
#pragma GCC unroll 8
    for (Eigen::Index i = 0; i < size; ++i) row[i] = Real(0);
#pragma GCC unroll 8
    for (Eigen::Index k = 0; k < count; ++k) forward(k);
#pragma GCC unroll 8
    for (Eigen::Index a = 0; a < size - count; ++a) out[a] = row[count + a];
  }

 private:
  // Compile-time constants in the fixed classes.
  Eigen::Index rows() const { return du_.size(); }
  Eigen::Index columns() const { return lengths_.size(); }

  // Loops run over whole columns: their length is known, and u_k is zero above k.
  Real dot(const Real* x, const Real* y) const {
    const Eigen::Index size = rows();
    if constexpr (n == dynamic) {
      using Numbers = Eigen::Map<const VectorX<Real>>;
      return Numbers(x, size).dot(Numbers(y, size));
    }
    Real sum = 0;
#pragma GCC unroll 8
    for (Eigen::Index i = 0; i < size; ++i) sum += x[i] * y[i];
    return sum;
  }
  void add(const Real& factor, const Real* __restrict x, Real* __restrict y) const {
    const Eigen::Index size = rows();
#pragma GCC unroll 8
    for (Eigen::Index i = 0; i < size; ++i) y[i] += factor * x[i];
  }
  /// y += a x + b z
  void add(const Real& a, const Real* __restrict x, const Real& b, const Real* __restrict z, Real* __restrict y) const {
    const Eigen::Index size = rows();
#pragma GCC unroll 8
    for (Eigen::Index i = 0; i < size; ++i) y[i] += a * x[i] + b * z[i];
  }
  void copy(const Real* __restrict x, Real* __restrict y) const {
    const Eigen::Index size = rows(), count = columns();
#pragma GCC unroll 8
    for (Eigen::Index i = 0; i < size * count; ++i) y[i] = x[i];
  }
  void take_columns(const Jacobian& K, Matrix<Real, n, m>& columns_of) const {
    const Eigen::Index size = rows(), count = columns();
#pragma GCC unroll 8
    for (Eigen::Index k = 0; k < count; ++k)
#pragma GCC unroll 8
      for (Eigen::Index i = 0; i < size; ++i) columns_of.data()[k * size + i] = K.data()[i * count + k];
  }
  /// x <- (0, y)
  void put_below(const Y& y, Real* x) const {
    const Eigen::Index size = rows(), count = columns();
#pragma GCC unroll 8
    for (Eigen::Index i = 0; i < size; ++i) x[i] = i < count ? Real(0) : y[i - count];
  }
  /// K_i . dR^T, entry by entry; of a single constraint both stand in one order.
  Real dot_dR(const Real* K_i) const {
    const Eigen::Index size = rows(), count = columns();
    if (count == 1) return dot(K_i, dR_.data());
    Real sum = 0;
#pragma GCC unroll 8
    for (Eigen::Index j = 0; j < size; ++j)
#pragma GCC unroll 8
      for (Eigen::Index k = 0; k < count; ++k) sum += K_i[j * count + k] * dR_.data()[k * size + j];
    return sum;
  }
  /// dR <- dR + z K_i^T
  void add_to_dR(const Real& z, const Real* K_i) {
    const Eigen::Index size = rows(), count = columns();
    if (count == 1) return add(z, K_i, dR_.data());
#pragma GCC unroll 8
    for (Eigen::Index j = 0; j < size; ++j)
#pragma GCC unroll 8
      for (Eigen::Index k = 0; k < count; ++k) dR_.data()[k * size + j] += z * K_i[j * count + k];
  }
  const Real* reflector(Eigen::Index k) const { return u_.data() + k * rows(); }
  /// x <- H_k x
  void mirror(Eigen::Index k, Real* x) const { add(-c_[k] * dot(reflector(k), x), reflector(k), x); }

  /// u_k and c_k from column k of R, which stays, with what stands above k taken as zero; the columns behind it are
  /// reflected.
  void reflect(Eigen::Index k) {
    const Eigen::Index size = rows(), count = columns();
    using std::sqrt;
    Real* const u = u_.data() + k * size;
#pragma GCC unroll 8
    for (Eigen::Index i = 0; i < size; ++i) u[i] = i < k ? Real(0) : R_.data()[k * size + i];
    const Real square = dot(u, u), length = sqrt(square);
    c_[k] = 1 / (square + signs_[k] * u[k] * length);
    u[k] += signs_[k] * length;
    lengths_[k] = length;
#pragma GCC unroll 8
    for (Eigen::Index j = k + 1; j < count; ++j) mirror(k, R_.data() + j * size);
  }

  /// What c_k changes by, over its change with the length and over that with R_kk: c = 1/(length^2 + s R_kk length).
  std::pair<Real, Real> slopes_of_c(Eigen::Index k) const {
    const Real factor = -c_[k] * c_[k];
    return {factor * (2 * lengths_[k] + signs_[k] * R_.data()[k * rows() + k]), factor * signs_[k] * lengths_[k]};
  }

  /// Column k of the derivative with respect to R, and those behind it taken back by one reflection. S_ and right_ are
  /// what H_k ... meet from the right.
  void reverse(Eigen::Index k) {
    const Eigen::Index size = rows(), count = columns();
    const Real *const u = reflector(k), *const left = left_.data() + k * size, *const column = R_.data() + k * size;
    Real *const right = right_.data(), *const of_u = du_.data(), *const of_column = dR_.data() + k * size;
    const Real left_u = dot(left, u), right_u = dot(right, u), minus_c = -c_[k];
    Real of_c = -left_u * right_u;
#pragma GCC unroll 8
    for (Eigen::Index i = 0; i < size; ++i) of_u[i] = minus_c * (right_u * left[i] + left_u * right[i]);
#pragma GCC unroll 8
    for (Eigen::Index j = k + 1; j < count; ++j) {
      Real *const S_j = S_.data() + j * size, *const of_j = dR_.data() + j * size;
      mirror(k, S_j);
      const Real S_u = dot(S_j, u), of_j_u = dot(of_j, u);
      of_c -= S_u * of_j_u;
      add(minus_c * S_u, of_j, minus_c * of_j_u, S_j, of_u);
      mirror(k, of_j);
    }
    mirror(k, right);
    const auto [by_length, by_entry] = slopes_of_c(k);
    const Real over_length = (signs_[k] * of_u[k] + of_c * by_length) / lengths_[k];
#pragma GCC unroll 8
    for (Eigen::Index i = 0; i < size; ++i)
      of_column[i] = i < k ? Real(0) : Real(of_u[i] + over_length * column[i] + (i == k ? of_c * by_entry : Real(0)));
  }

  /// The derivatives of u_k and c_k from that of column k of R, then those of the columns behind it and of p . Q.
  void forward(Eigen::Index k) {
    const Eigen::Index size = rows(), count = columns();
    const Real *const u = reflector(k), *const left = left_.data() + k * size, *const column = R_.data() + k * size;
    Real *const du = du_.data(), *const d_column = dR_.data() + k * size, *const row = right_.data();
#pragma GCC unroll 8
    for (Eigen::Index i = 0; i < size; ++i) du[i] = i < k ? Real(0) : d_column[i];
    const Real d_length = dot(column, du) / lengths_[k];
    const auto [by_length, by_entry] = slopes_of_c(k);
    const Real c = c_[k], dc = by_length * d_length + by_entry * du[k];
    du[k] += signs_[k] * d_length;
#pragma GCC unroll 8
    for (Eigen::Index j = k + 1; j < count; ++j) {
      Real *const S_j = S_.data() + j * size, *const d_j = dR_.data() + j * size;
      mirror(k, d_j);
      const Real S_u = dot(S_j, u);
      add(-c * S_u, du, -c * dot(S_j, du) - dc * S_u, u, d_j);
      mirror(k, S_j);
    }
    mirror(k, row);
    const Real left_u = dot(left, u);
    add(-c * left_u, du, -c * dot(left, du) - dc * left_u, u, row);
  }

  Signs signs_;
  Matrix<Real, n, m> R_, u_, left_, S_, dR_;  // column k of R_: as reflection k meets it
  Vector<Real, m> lengths_, c_;
  Q du_, right_;
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
  void differentiate(const Jacobian& K, const std::vector<Jacobian>& K_q, const typename Basis::Signs& signs, Frame& X,
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
