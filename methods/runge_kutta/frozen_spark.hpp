// The frozen linearisation of the SPARK equations (spark_equations.hpp), reduced to its multipliers. Private header of
// methods/.
//
// It keeps p_v and K of every point at the guess, and k_q, p_q and f_v at the start. It drops f_q and the change of K^T
// with Q, which is O(h^2); O(h) is what it drops where constraints are not affine in v or reactions not ideal, their
// change with V, and for a sparse mass of many coordinates, p_q and f_v. With dl = h dL it reads
//
//   dV = -u + Y dl,   u = N p_v^-1 R,   Y_.j = N p_v^-1 at_.j K_j^T,        (momentum)
//   G dV = -C,        G_il = w_il K_l + h (w a)_il k_q + sum_e w_ie beta_el K_e
//       (constraints, e over points beyond the end)
//
// where N = 1 - h p_v^-1 (a x p_q - ah x f_v) is, up to O(h^2), the inverse of what stands before dV once the equations
// are divided by p_v; and (G Y) dl = -C + G u is the s m x s m system that is left.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/lu.hpp>
#include <nonholo/framework/base/small_inverse.hpp>
#include <nonholo/framework/base/small_product.hpp>
#include <nonholo/framework/faces/dynamics.hpp>
#include <nonholo/framework/system/mass_inverse.hpp>
#include <nonholo/methods/runge_kutta/spark_coefficients.hpp>
#include <nonholo/methods/runge_kutta/spark_unknowns.hpp>

#include <array>
#include <vector>

namespace nonholo {

template <class Real, int n, int m> class FrozenSpark {
  using Points = std::vector<Block<Real, n, m>>;  // s stages, the end, points of the constraint alone

 public:
  /// `sparse_mass`: constant and sparse, of a size that the run knows. `coupled`: with p_q and f_v.
  FrozenSpark(const SparkCoefficients<Real>& coefficients, Eigen::Index rows, Eigen::Index constraints,
              bool sparse_mass, bool coupled)
      : T_(coefficients),
        s_(coefficients.stages),
        n_(rows),
        m_(constraints),
        at_{rows, constraints, coefficients.stages},
        sparse_mass_(sparse_mass),
        coupled_(coupled) {}

  /// In the place of K at each stage where reactions are not K^T lambda: r_lambda^T.
  void react_with(const std::vector<Matrix<Real, m, n>>& reactions) { reactions_ = &reactions; }

  bool inverts_mass() const { return inverse_known_; }

  /// For constant mass, once.
  void invert_constant_mass(const Matrix<Real, n, n>& p_v) {
    inverse_known_ = invert(p_v, 0);
    for (std::size_t i = 1; i < columns_.size(); ++i) columns_[i] = columns_[0];
    for (std::size_t i = 1; i < inverse_.size(); ++i) inverse_[i] = inverse_[0];
  }
  /// For a sparse one, likewise; all points share it.
  void invert_sparse_mass(const Sparse<Real>& M) { inverse_known_ = inverse_[0].compute(M); }

  /// False when a mass is not positive definite.
  bool invert_masses(const Points& points) {
    for (std::size_t i = 0; i < columns_.size(); ++i)
      if (!invert(points[i].p_v, i)) return false;
    return true;
  }

  /// False when the system that is left has entries that are not finite.
  bool compute(const Points& points, const StepStart<Real, n, m>& start, Real h) {
    h_ = h;
    fill_G(points, start.k_q);
    if (coupled_) fill_N(start.p_q, start.f_v);
    fill_Y(points);
    fill_schur();
    if (!schur_.allFinite()) return false;
    lu_.compute(schur_);
    return true;
  }

  /// dx = (dV, dL) from F = (R, C).
  void correct(const Real* __restrict F, Real* __restrict dx) {
    const Eigen::Index count = s_ * m_, apart = at_.apart(), blocks = s_ + 1;
    Real* const u = u_.data();
    for (Eigen::Index i = 0; i < blocks; ++i) accelerate(i, F + at_.velocity(i), Real(-1), u + i * apart);
    if (coupled_) apply_N(u);
    reduce(F + at_.multipliers());
    lu_.solve(r_, dl_);
    for (Eigen::Index i = 0; i < blocks; ++i)
      affine<n, dynamic>(size_n(), count, u + i * apart, Real(1), Y_.data() + i * apart, blocks * apart, dl_.data(),
                         dx + at_.velocity(i));
    for (Eigen::Index j = 0; j < count; ++j) dx[at_.multipliers() + j] = dl_[j] / h_;
  }

 private:
  // Known to the compiler where they can be.
  Eigen::Index size_n() const { return n == dynamic ? n_ : n; }
  Eigen::Index size_m() const { return m == dynamic ? m_ : m; }

  /// r = -C + G p_v^-1 R; u is -p_v^-1 R.
  void reduce(const Real* __restrict C) {
    const Eigen::Index count = s_ * m_;
    for (Eigen::Index j = 0; j < count; ++j) r_[j] = -C[j];
    for (Eigen::Index i = 0; i <= s_; ++i)
      affine<dynamic, n>(count, size_n(), r_.data(), Real(-1), G_.data() + i * size_n() * count, count,
                         u_.data() + i * at_.apart(), r_.data());
  }

  /// The inverse at point i, of fixed size in columns that the processor takes at once. False unless p_v is positive
  /// definite.
  bool invert(const Matrix<Real, n, n>& p_v, std::size_t i) {
    if constexpr (n == dynamic) {
      return inverse_[i].compute(p_v);
    } else {
      constexpr int apart = taken_by(n);
      for (Eigen::Index j = 0; j < n; ++j)
        set_column<n>(n, columns_[i].data() + j * apart, [&](Eigen::Index r) { return p_v.coeff(r, j); });
      return invert_positive_definite<n>(columns_[i].data());
    }
  }

  /// What N is made of: p_v^-1 p_q and p_v^-1 f_v of all points, or of one where they share p_v; p_v^-1 (p_q - f_v)
  /// where both have one tableau.
  void fill_N(const Matrix<Real, n, n>& p_q, const Matrix<Real, n, n>& f_v) {
    const auto fill = [this](VectorX<Real>& slopes, const auto& entry) {
      for (Eigen::Index j = 0; j < size_n(); ++j) {
        set_column<n>(size_n(), X_.data(), [&](Eigen::Index r) { return entry(r, j); });
        for (Eigen::Index i = 0; i <= (inverse_known_ ? 0 : s_); ++i)
          accelerate(i, X_.data(), Real(1), slopes_at(i, slopes) + j * at_.apart());
      }
    };
    fill(by_place_, [&](Eigen::Index r, Eigen::Index j) {
      return one_tableau_ ? Real(p_q.coeff(r, j) - f_v.coeff(r, j)) : p_q.coeff(r, j);
    });
    if (!one_tableau_) fill(by_velocity_, [&](Eigen::Index r, Eigen::Index j) { return f_v.coeff(r, j); });
  }

  Real* slopes_at(Eigen::Index i, VectorX<Real>& slopes) const {
    return slopes.data() + (inverse_known_ ? 0 : i) * size_n() * at_.apart();
  }

  /// dV <- N dV, by dQ_i = h sum_l a_il dV_l and the same of ah.
  void apply_N(Real* __restrict dV) {
    const Eigen::Index s = s_, apart = at_.apart();
    const auto move = [&](const std::vector<Real>& a, VectorX<Real>& dQ) {
      for (Eigen::Index i = 0; i <= s; ++i)
        affine<n, dynamic>(size_n(), s, nullptr, h_, dV, apart, &a[static_cast<std::size_t>(i * s)],
                           dQ.data() + i * apart);
    };
    const auto add = [&](Real sign, VectorX<Real>& slopes, const VectorX<Real>& dQ) {
      for (Eigen::Index i = 0; i <= s; ++i)
        affine<n, n>(size_n(), size_n(), dV + i * apart, sign, slopes_at(i, slopes), apart, dQ.data() + i * apart,
                     dV + i * apart);
    };
    move(a_, dQ_);
    if (!one_tableau_) move(a_hat_, dQ_hat_);
    add(Real(-1), by_place_, dQ_);
    if (!one_tableau_) add(Real(1), by_velocity_, dQ_hat_);
  }

  /// y = w p_v^-1 x at point i.
  [[gnu::always_inline]] void accelerate(Eigen::Index i, const Real* x, Real w, Real* y) const {
    const auto point = static_cast<std::size_t>(i);
    if constexpr (n != dynamic) {
      affine<n, n>(n, n, nullptr, w, columns_[point].data(), taken_by(n), x, y);
    } else {
      if (!sparse_mass_) return affine<n, n>(n_, n_, nullptr, w, inverse_[point].matrix().data(), n_, x, y);
      for (Eigen::Index r = 0; r < n_; ++r) y[r] = w * x[r];
      inverse_[0].solve(y);
    }
  }

  /// Column (j, b), the b-th multiplier of stage j: blocks at_ij p_v_i^-1 K_j^T.
  void fill_Y(const Points& points) {
    const Eigen::Index s = s_, apart = at_.apart();
    for (Eigen::Index b = 0; b < size_m(); ++b)
      for (Eigen::Index j = 0; j < s; ++j) {
        const auto& K = reaction_rows(points, j);
        for (Eigen::Index r = 0; r < size_n(); ++r) row_[r] = K.coeff(b, r);
        Real* const column = Y_.data() + (b * s + j) * (s + 1) * apart;
        for (Eigen::Index i = 0; i <= s; ++i) {
          if (i == 0 || !inverse_known_) accelerate(i, row_.data(), Real(1), X_.data());
          const Real weight = T_.a_tilde(i, j);
          affine<n, 1>(size_n(), 1, nullptr, Real(1), X_.data(), apart, &weight, column + i * apart);
        }
        if (coupled_) apply_N(column);
      }
  }

  /// Row (i, b), the b-th constraint averaged, in columns of their own for every velocity.
  void fill_G(const Points& points, const Matrix<Real, m, n>& k_q) {
    const Eigen::Index s = s_, count = s_ * m_;
    for (Eigen::Index l = 0; l <= s; ++l)
      for (Eigen::Index r = 0; r < size_n(); ++r)
        for (Eigen::Index b = 0; b < size_m(); ++b) {
          const std::array<Real, 2> slopes{at(points, l).K.coeff(b, r), h_ * k_q.coeff(b, r)};
          affine<dynamic, 2>(s, 2, nullptr, Real(1), averages_.data() + 2 * l * averages_.rows(), averages_.rows(),
                             slopes.data(), G_.data() + (l * size_n() + r) * count + b * s);
        }
    for (Eigen::Index i = 0; i < s; ++i)
      for (Eigen::Index l = 0; l < s; ++l) add_points_beyond(points, i, l);
  }

  void add_points_beyond(const Points& points, Eigen::Index i, Eigen::Index l) {
    for (Eigen::Index e = s_ + 1; e < T_.points; ++e) {
      const Real weight = T_.w(i, e) * T_.beta(e - s_ - 1, l);
      for (Eigen::Index b = 0; b < m_; ++b)
        for (Eigen::Index r = 0; r < n_; ++r)
          G_[(l * n_ + r) * s_ * m_ + b * s_ + i] += weight * at(points, e).K.coeff(b, r);
    }
  }

  /// G Y.
  void fill_schur() {
    const Eigen::Index count = s_ * m_, apart = at_.apart(), blocks = s_ + 1;
    for (Eigen::Index j = 0; j < count; ++j) {
      Real* const column = schur_.data() + j * count;
      for (Eigen::Index i = 0; i < blocks; ++i)
        affine<dynamic, n>(count, size_n(), i == 0 ? nullptr : column, Real(1), G_.data() + i * size_n() * count, count,
                           Y_.data() + (j * blocks + i) * apart, column);
    }
  }

  const Matrix<Real, m, n>& reaction_rows(const Points& points, Eigen::Index j) const {
    return reactions_ ? (*reactions_)[static_cast<std::size_t>(j)] : at(points, j).K;
  }

  static const Block<Real, n, m>& at(const Points& points, Eigen::Index i) {
    return points[static_cast<std::size_t>(i)];
  }

  /// w(:, l) and (w a)(:, l) beside each other, zero for the end.
  MatrixX<Real> averages() const {
    MatrixX<Real> pairs = MatrixX<Real>::Zero(s_, 2 * (s_ + 1));
    for (Eigen::Index l = 0; l <= s_; ++l) pairs.col(2 * l) = T_.w.col(l);
    for (Eigen::Index l = 0; l < s_; ++l) pairs.col(2 * l + 1) = T_.wa.col(l);
    return pairs;
  }

  const SparkCoefficients<Real>& T_;
  Eigen::Index s_, n_, m_;
  SparkUnknowns<n> at_;
  bool sparse_mass_, coupled_;
  const bool one_tableau_ = T_.a.topRows(s_ + 1) == T_.a_hat;
  Real h_ = 0;
  bool inverse_known_ = false;
  const std::vector<Matrix<Real, m, n>>* reactions_ = nullptr;
  std::vector<MassInverse<Real, n>> inverse_ = std::vector<MassInverse<Real, n>>(
      n == dynamic ? static_cast<std::size_t>(s_ + 1) : 0, MassInverse<Real, n>(n_, sparse_mass_));
  std::vector<MatrixX<Real>> columns_ = std::vector<MatrixX<Real>>(
      static_cast<std::size_t>(s_ + 1), MatrixX<Real>::Zero(n == dynamic ? 0 : at_.apart(), n_));
  const MatrixX<Real> averages_ = averages();
  // by columns
  VectorX<Real> G_ = VectorX<Real>::Zero(s_ * m_ * (s_ + 1) * n_),
                Y_ = VectorX<Real>::Zero(s_ * m_ * (s_ + 1) * at_.apart());
  MatrixX<Real> schur_{s_ * m_, s_* m_};
  const std::vector<Real> a_ = by_rows(T_.a), a_hat_ = by_rows(T_.a_hat);
  VectorX<Real> by_place_ = VectorX<Real>::Zero(coupled_ ? (s_ + 1) * n_ * at_.apart() : 0),
                by_velocity_ = VectorX<Real>::Zero(one_tableau_ ? 0 : by_place_.size());
  VectorX<Real> dQ_{(s_ + 1) * at_.apart()}, dQ_hat_ = dQ_;
  VectorX<Real> X_ = VectorX<Real>::Zero(at_.apart()), row_{n_}, u_ = VectorX<Real>::Zero((s_ + 1) * at_.apart());
  VectorX<Real> r_{s_ * m_}, dl_{s_ * m_};
  Lu<Real> lu_{s_ * m_};
};

}  // namespace nonholo
