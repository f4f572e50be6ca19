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

#include <nonholo/framework/base/lu.hpp>
#include <nonholo/framework/base/small_inverse.hpp>
#include <nonholo/framework/faces/dynamics.hpp>
#include <nonholo/framework/system/mass_inverse.hpp>
#include <nonholo/methods/runge_kutta/spark_coefficients.hpp>

#include <algorithm>
#include <vector>

namespace nonholo {

/// Its functions take the number of stages S, `dynamic` where only the run knows it.
template <class Real, int n, int m> class FrozenSpark {
  using Points = std::vector<Block<Real, n, m>>;  // s stages, the end, points of the constraint alone

 public:
  /// `diagonal_mass`: constant and diagonal, of a size that the run knows.
  FrozenSpark(const SparkCoefficients<Real>& coefficients, Eigen::Index rows, Eigen::Index constraints,
              bool diagonal_mass)
      : T_(coefficients),
        s_(coefficients.stages),
        n_(rows),
        m_(constraints),
        diagonal_mass_(diagonal_mass) {}

  /// In the place of K at each stage where reactions are not K^T lambda: r_lambda^T.
  void react_with(const std::vector<Matrix<Real, m, n>>& reactions) { reactions_ = &reactions; }

  bool inverts_mass() const { return inverse_known_; }

  /// For constant mass, once.
  void invert_constant_mass(const Matrix<Real, n, n>& p_v) {
    inverse_known_ = inverse_[0].compute(p_v);
    std::fill(inverse_.begin() + 1, inverse_.end(), inverse_[0]);
  }
  /// For a diagonal one, likewise.
  void invert_diagonal_mass(const Vector<Real, n>& diagonal) {
    inverse_known_ = inverse_[0].compute_diagonal(diagonal);
    std::fill(inverse_.begin() + 1, inverse_.end(), inverse_[0]);
  }

  /// False when a mass is not positive definite.
  bool invert_masses(const Points& points) {
    for (std::size_t i = 0; i < inverse_.size(); ++i)
      if (!inverse_[i].compute(points[i].p_v)) return false;
    return true;
  }

  /// False when the system that is left has entries that are not finite.
  template <int S> bool compute(const Points& points, const Matrix<Real, m, n>& k_q, Real h) {
    h_ = h;
    fill_G<S>(points, k_q);
    fill_Y<S>(points);
    product<S>();
    if (!schur_.allFinite()) return false;
    if constexpr (S == dynamic) lu_.compute(schur_);
    else invert_in_place<S * m>(schur_.data());
    return true;
  }

  /// dx = (dV, dL) from F = (R, C).
  template <int S> void correct(const Real* __restrict F, Real* __restrict dx) {
    const Eigen::Index s = stages<S>(), rows = (s + 1) * size_n(), columns = s * size_m();
    Real* __restrict u = u_.data(), * __restrict r = r_.data(), * __restrict dl = dl_.data();
    for (Eigen::Index i = 0; i < rows; ++i) u[i] = 0;
    for (Eigen::Index i = 0; i <= s; ++i) add_accelerations(mass_inverse(i), F + i * size_n(), u + i * size_n());
    for (Eigen::Index j = 0; j < columns; ++j) r[j] = -F[rows + j];
    add_product(G_.data(), u, columns, rows, r);
    if constexpr (S == dynamic) {
      lu_.solve(r_, dl_);
    } else {
      for (Eigen::Index j = 0; j < columns; ++j) dl[j] = 0;
      add_product(schur_.data(), r, columns, columns, dl);
    }
    for (Eigen::Index i = 0; i < rows; ++i) dx[i] = -u[i];
    add_product(Y_.data(), dl, rows, columns, dx);
    const Real per_h = 1 / h_;
    for (Eigen::Index j = 0; j < columns; ++j) dx[rows + j] = dl[j] * per_h;
  }

 private:
  // Known to the compiler where they can be.
  template <int S> Eigen::Index stages() const { return S == dynamic ? s_ : S; }
  Eigen::Index size_n() const { return n == dynamic ? n_ : n; }
  Eigen::Index size_m() const { return m == dynamic ? m_ : m; }

  template <int S> void fill_Y(const Points& points) {
    const Eigen::Index s = stages<S>(), rows = (s + 1) * size_n();
    for (Eigen::Index j = 0; j < s; ++j)
      for (Eigen::Index i = 0; i <= s; ++i) {
        if (i == 0 || !inverse_known_) mass_inverse(i).times_transposed(reaction_rows(points, j), X_);
        const Real weight = T_.a_tilde(i, j);
        for (Eigen::Index b = 0; b < size_m(); ++b)
          for (Eigen::Index r = 0; r < size_n(); ++r)
            Y_.data()[(j * size_m() + b) * rows + i * size_n() + r] = weight * X_.coeff(r, b);
      }
  }

  template <int S> void fill_G(const Points& points, const Matrix<Real, m, n>& k_q) {
    const Eigen::Index s = stages<S>(), columns = s * size_m();
    for (Eigen::Index i = 0; i < s; ++i)
      for (Eigen::Index l = 0; l <= s; ++l) {
        const Real own = T_.w(i, l), along = l < s ? h_ * T_.wa(i, l) : Real(0);
        for (Eigen::Index b = 0; b < size_m(); ++b) {
          Real* const G = G_.data() + l * size_n() * columns + i * size_m() + b;
          for (Eigen::Index r = 0; r < size_n(); ++r)
            G[r * columns] = own * at(points, l).K.coeff(b, r) + along * k_q.coeff(b, r);
        }
        if (S == dynamic && l < s) add_points_beyond(points, i, l);
      }
  }

  void add_points_beyond(const Points& points, Eigen::Index i, Eigen::Index l) {
    for (Eigen::Index e = s_ + 1; e < T_.points; ++e) {
      const Real weight = T_.w(i, e) * T_.beta(e - s_ - 1, l);
      for (Eigen::Index b = 0; b < m_; ++b)
        for (Eigen::Index r = 0; r < n_; ++r)
          G_.coeffRef(i * m_ + b, l * n_ + r) += weight * at(points, e).K.coeff(b, r);
    }
  }

  /// G Y.
  template <int S> void product() {
    const Eigen::Index rows = (stages<S>() + 1) * size_n(), columns = stages<S>() * size_m();
    schur_.setZero();
    for (Eigen::Index j = 0; j < columns; ++j)
      add_product(G_.data(), Y_.data() + j * rows, columns, rows, schur_.data() + j * columns);
  }

  /// sum += p_v^-1 x.
  [[gnu::always_inline]] void add_accelerations(const MassInverse<Real, n>& inverse, const Real* __restrict x,
                                                Real* __restrict sum) const {
    if (!inverse.is_diagonal()) return add_product(inverse.matrix().data(), x, size_n(), size_n(), sum);
    for (Eigen::Index i = 0; i < size_n(); ++i) sum[i] += inverse.reciprocal(i) * x[i];
  }

  /// sum += A x, A by columns. A column is left a loop, which the compiler makes instructions on several numbers of.
  [[gnu::always_inline]] static void add_product(const Real* __restrict A, const Real* __restrict x, Eigen::Index rows,
                                                 Eigen::Index columns, Real* __restrict sum) {
    for (Eigen::Index j = 0; j < columns; ++j)
#pragma GCC unroll 1
      for (Eigen::Index i = 0; i < rows; ++i) sum[i] += A[j * rows + i] * x[j];
  }

  const Matrix<Real, m, n>& reaction_rows(const Points& points, Eigen::Index j) const {
    return reactions_ ? (*reactions_)[static_cast<std::size_t>(j)] : at(points, j).K;
  }

  static const Block<Real, n, m>& at(const Points& points, Eigen::Index i) {
    return points[static_cast<std::size_t>(i)];
  }
  const MassInverse<Real, n>& mass_inverse(Eigen::Index i) const { return inverse_[static_cast<std::size_t>(i)]; }

  const SparkCoefficients<Real>& T_;
  Eigen::Index s_, n_, m_;
  bool diagonal_mass_;
  Real h_ = 0;
  bool inverse_known_ = false;
  const std::vector<Matrix<Real, m, n>>* reactions_ = nullptr;
  std::vector<MassInverse<Real, n>> inverse_ =
      std::vector<MassInverse<Real, n>>(static_cast<std::size_t>(s_ + 1), MassInverse<Real, n>(n_, diagonal_mass_));
  MatrixX<Real> G_{s_ * m_, (s_ + 1) * n_}, Y_{(s_ + 1) * n_, s_*m_};
  MatrixX<Real> schur_{s_ * m_, s_* m_};  // or its inverse
  Matrix<Real, n, m> X_{n_, m_};
  VectorX<Real> u_{(s_ + 1) * n_}, r_{s_ * m_}, dl_{s_ * m_};
  Lu<Real> lu_{s_ * m_};
};

}  // namespace nonholo
