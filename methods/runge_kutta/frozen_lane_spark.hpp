// The frozen linearisation of the SPARK equations in lanes (lane_spark_equations.hpp), in the letters of
// frozen_spark.hpp. Private header of methods/.
//
// Constraints are averaged by (w at)^-1 w in the place of w. Where K and the mass are the same at all points, G Y is
// then K p_v^-1 K^T for each stage and nothing beside; and as long as they differ by O(h) Gauss and Jordan's
// elimination needs no pivots. Where it would have, what comes of it contracts poorly or is no number, and the exact
// Jacobian takes over, unless the solver is told not to (nonlinear_solver.hpp).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/small_inverse.hpp>
#include <nonholo/framework/faces/dynamics.hpp>
#include <nonholo/methods/runge_kutta/lane_coefficients.hpp>
#include <nonholo/methods/runge_kutta/lane_kernels.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

namespace nonholo {

template <int n, int m, int S> class FrozenLaneSpark {
  static constexpr std::size_t packs = packs_of(S), points = S + 1,
                               most_unknowns = std::size_t{lane_constraints<m>} * S;
  static constexpr int known_unknowns = m == dynamic ? dynamic : m * S;
  using At = LaneUnknowns<n, m, S>;
  using Q = LaneVector<n>;
  using L = std::array<Pack, lane_constraints<m>>;
  using Square = LaneSquare<n>;
  using Vectors = std::array<Q, packs>;
  using Points = std::array<Block<Pack, n, m>, packs>;

 public:
  /// `coupled`: with p_q and f_v.
  FrozenLaneSpark(const LaneCoefficients<S>& coefficients, const At& at, bool coupled)
      : T_(coefficients),
        at_(at),
        coupled_(coupled) {}

  bool inverts_mass() const { return mass_is_constant_; }

  /// For constant mass, once.
  void invert_constant_mass(const Matrix<double, n, n>& p_v) {
    std::array<Pack, std::size_t{lane_rows<n>} * lane_rows<n>> M;
    for (Eigen::Index i = 0; i < p_v.size(); ++i) M[static_cast<std::size_t>(i)] = Pack(p_v(i));
    mass_is_constant_ = invert(M.data(), inverse_[0]);
    diagonal_ = p_v.isDiagonal(0);
  }

  /// False when a mass is not positive definite.
  bool invert_masses(const Points& at) {
    for (std::size_t p = 0; p < packs; ++p)
      if (!invert(at[p].p_v.data(), inverse_[p])) return false;
    return true;
  }

  void compute(const Points& at, const StepStart<double, n, m>& start, double h) {
    h_ = h;
    per_h_ = 1 / h;
    if (coupled_) fill_N(start.p_q, start.f_v);
    fill_G(at, start.k_q);
    fill_Y(at[0]);
    fill_schur();
    invert_schur();
  }

  /// dx = (dV, dL) from F = (R, C).
  void correct(const double* F, double* dx) const {
    Vectors u;
    for (std::size_t p = 0; p < packs; ++p) {
      Q R;
      for (Eigen::Index r = 0; r < at_.rows; ++r) R[r] = -Pack::load(F + at_.velocities(p, r));
      accelerate(p, R, u[p]);
    }
    if (coupled_) apply_N(u);
    L residual, dl;
    for (int b = 0; b < at_.constraints; ++b) residual[b] = -Pack::load(F + at_.multiplier(0, b)) - times_G(b, u);
    for (int b = 0; b < at_.constraints; ++b) {
      dl[b] = sum_to<known_unknowns>(unknowns(), [&](int j) { return schur_[j][b] * number(residual[j / S], j % S); });
      (dl[b] * per_h_).store(dx + at_.multiplier(0, b));
    }
    for (std::size_t p = 0; p < packs; ++p) {
      if constexpr (n == dynamic)
        for (int j = 0; j < unknowns(); ++j) loops_->add(number(dl[j / S], j % S), Y_[j][p].data(), u[p].data());
      for (Eigen::Index r = 0; r < at_.rows; ++r) {
        if constexpr (n != dynamic)
          u[p][r] = u[p][r] + sum_of<0, m * S>([&](int j) { return Y_[j][p][r] * number(dl[j / S], j % S); });
        u[p][r].store(dx + at_.velocities(p, r));
      }
    }
  }

  /// Takes from dx what changes the averages of the constraints by `change`, lanes of which are stages.
  [[gnu::noinline]] void counteract(const std::array<Pack, lane_constraints<m>>& change, double* dx) const {
    L dl;
    for (Eigen::Index b = 0; b < at_.constraints; ++b) {
      dl[b] = sum_to<known_unknowns>(unknowns(), [&](int j) { return schur_[j][b] * number(change[j / S], j % S); });
      (Pack::load(dx + at_.multiplier(0, b)) - dl[b] * per_h_).store(dx + at_.multiplier(0, b));
    }
    for (std::size_t p = 0; p < packs; ++p)
      for (Eigen::Index r = 0; r < at_.rows; ++r) {
        const Pack sum =
            sum_to<known_unknowns>(unknowns(), [&](int j) { return Y_[j][p][r] * number(dl[j / S], j % S); });
        (Pack::load(dx + at_.velocities(p, r)) - sum).store(dx + at_.velocities(p, r));
      }
  }

  /// y = p_v^-1 x at the points of a pack.
  [[gnu::always_inline]] void accelerate(std::size_t p, const Q& x, Q& y) const {
    const Square& inverse = inverse_[mass_is_constant_ ? 0 : p];
    if (n == dynamic && !diagonal_) return loops_->multiply(inverse.data(), x.data(), y.data());
    for (Eigen::Index r = 0; r < at_.rows; ++r) {
      y[r] = inverse(r, r) * x[r];
      if (diagonal_) continue;
      for (Eigen::Index k = 0; k < at_.rows; ++k)
        if (k != r) y[r] += inverse(r, k) * x[k];
    }
  }

  /// Column k of Gauss and Jordan's elimination.
  [[gnu::always_inline]] static void eliminate(std::array<L, most_unknowns>& column, std::size_t k,
                                               std::size_t unknowns, std::size_t constraints) {
    const std::size_t of = k / S;
    const int lane = static_cast<int>(k % S);
    const double pivot = column[k][of][lane];
    column[k][of] -= unit(lane) * pivot;  // exactly zero there, of whatever size
    column[k][of] += unit(lane);
#pragma GCC unroll 8
    for (std::size_t b = 0; b < constraints; ++b) column[k][b] *= 1 / pivot;
#pragma GCC unroll 8
    for (std::size_t j = 0; j < unknowns; ++j) {
      if (j == k) continue;
      const double factor = column[j][of][lane];
      column[j][of] -= unit(lane) * factor;
#pragma GCC unroll 8
      for (std::size_t b = 0; b < constraints; ++b) column[j][b] -= column[k][b] * factor;
    }
  }

 private:
  [[gnu::always_inline]] int unknowns() const { return at_.constraints * S; }

  bool invert(const Pack* M, Square& inverse) const {
    if constexpr (n == dynamic) return loops_->invert(M, inverse.data());
    else return invert_positive_definite<n>(M, inverse.data());
  }

  /// What N is made of: p_v^-1 p_q and -p_v^-1 f_v; p_v^-1 (p_q - f_v) where both have one tableau.
  void fill_N(const Matrix<double, n, n>& p_q, const Matrix<double, n, n>& f_v) {
    const auto fill = [this](std::array<Square, packs>& slopes, const auto& entry) {
      for (std::size_t p = 0; p < packs; ++p)
        for (Eigen::Index k = 0; k < at_.rows; ++k) {
          Q column, product;
          for (Eigen::Index r = 0; r < at_.rows; ++r) column[r] = Pack(entry(r, k));
          accelerate(p, column, product);
          for (Eigen::Index r = 0; r < at_.rows; ++r) slopes[p](r, k) = product[r];
        }
    };
    fill(by_place_, [&](Eigen::Index r, Eigen::Index k) { return one_tableau_ ? p_q(r, k) - f_v(r, k) : p_q(r, k); });
    if (!one_tableau_) fill(by_velocity_, [&](Eigen::Index r, Eigen::Index k) { return -f_v(r, k); });
  }

  /// dV <- N dV, by dQ_i = h sum_l a_il dV_l and the same of ah.
  void apply_N(Vectors& dV) const {
    Vectors dQ, dQ_hat;
    const auto move = [&](const std::array<LanePoints<S>, S>& a, Vectors& to) {
      for (Eigen::Index r = 0; r < at_.rows; ++r) {
        const LanePoints<S> sum = times(a, reinterpret_cast<const double*>(&dV[0][r]));
        for (std::size_t p = 0; p < packs; ++p) to[p][r] = h_ * sum[p];
      }
    };
    const auto subtract = [this](const std::array<Square, packs>& slope, const Vectors& x, Vectors& y) {
      for (std::size_t p = 0; p < packs; ++p)
        if constexpr (n == dynamic) loops_->subtract_product(slope[p].data(), x[p].data(), y[p].data());
        else
          for (Eigen::Index r = 0; r < n; ++r) y[p][r] -= sum_of<0, n>([&](int k) { return slope[p](r, k) * x[p][k]; });
    };
    move(T_.a, dQ);
    if (!one_tableau_) move(T_.a_hat, dQ_hat);
    subtract(by_place_, dQ, dV);
    if (!one_tableau_) subtract(by_velocity_, dQ_hat, dV);
  }

  /// Lanes are the rows (i, b), the b-th constraint averaged, one for each velocity.
  void fill_G(const Points& at, const Matrix<double, m, n>& k_q) {
    for (Eigen::Index b = 0; b < at_.constraints; ++b)
      for (std::size_t l = 0; l < points; ++l)
        for (Eigen::Index r = 0; r < at_.rows; ++r) {
          const auto point = static_cast<Eigen::Index>(l);
          G_[b][l][r] = T_.w[l] * number(at[pack_of(point)].K(b, r), lane_at(point)) + T_.wa[l] * (h_ * k_q(b, r));
        }
  }

  /// The averages of constraint b that velocities u make.
  [[gnu::always_inline]] Pack times_G(Eigen::Index b, const Vectors& u) const {
    if constexpr (n == dynamic) {
      Pack sum(0);
      for (std::size_t p = 0; p < packs; ++p) {
        const std::size_t first = p * Pack::width;
        const auto lanes = static_cast<int>(std::min<std::size_t>(Pack::width, points - first));
        loops_->weigh(G_[b][first].data(), u[p].data(), lanes, sum);
      }
      return sum;
    } else {
      return sum_of<0, points>([&](int l) {
        const Q& own = u[pack_of(l)];
        Pack sum = G_[b][l][0] * number(own[0], lane_at(l));
        for (Eigen::Index k = 1; k < n; ++k) sum += G_[b][l][k] * number(own[k], lane_at(l));
        return sum;
      });
    }
  }

  /// Column (b, j), the b-th multiplier of stage j: at_ij p_v_i^-1 K_j^T.
  void fill_Y(const Block<Pack, n, m>& stages) {
    for (int column = 0; column < unknowns(); ++column) {
      const int b = column / S, j = column % S;
      Vectors& Y = Y_[column];
      Q K, X;
      for (Eigen::Index r = 0; r < at_.rows; ++r) K[r] = Pack(number(stages.K(b, r), j));
      for (std::size_t p = 0; p < packs; ++p) {
        if (p == 0 || !mass_is_constant_) accelerate(p, K, X);
        for (Eigen::Index r = 0; r < at_.rows; ++r) Y[p][r] = T_.a_tilde[j][p] * X[r];
      }
      if (coupled_) apply_N(Y);
    }
  }

  /// G Y.
  void fill_schur() {
    for (int j = 0; j < unknowns(); ++j)
      for (int b = 0; b < at_.constraints; ++b) schur_[j][b] = times_G(b, Y_[j]);
  }

  /// schur_ <- its inverse.
  void invert_schur() {
    if constexpr (m != dynamic) {  // columns stay in registers: their number must be known before loops are looked at
      std::array<L, most_unknowns> column;
#pragma GCC unroll 8
      for (std::size_t j = 0; j < most_unknowns; ++j) column[j] = schur_[j];
#pragma GCC unroll 8
      for (std::size_t k = 0; k < most_unknowns; ++k) eliminate(column, k, most_unknowns, m);
#pragma GCC unroll 8
      for (std::size_t j = 0; j < most_unknowns; ++j) schur_[j] = column[j];
    } else {
      const auto count = static_cast<std::size_t>(unknowns());
      for (std::size_t k = 0; k < count; ++k) eliminate(schur_, k, count, static_cast<std::size_t>(at_.constraints));
    }
  }
  static Pack unit(int lane) {
    static constexpr std::array<double, 2 * Pack::width - 1> one{0, 0, 0, 1};
    return Pack::load(&one[static_cast<std::size_t>(Pack::width - 1 - lane)]);
  }

  const LaneCoefficients<S>& T_;
  [[no_unique_address]] const At at_;
  const LaneKernels* const loops_ = n == dynamic ? &lane_kernels(at_.rows) : nullptr;
  const bool coupled_, one_tableau_ = T_.unit.a.topRows(S + 1) == T_.unit.a_hat;
  bool mass_is_constant_ = false, diagonal_ = false;
  double h_ = 0, per_h_ = 0;
  std::array<Square, packs> inverse_, by_place_, by_velocity_;
  std::array<std::array<Q, points>, lane_constraints<m>> G_;
  std::array<Vectors, most_unknowns> Y_;
  std::array<L, most_unknowns> schur_;  // later its inverse; lanes are stages
};

}  // namespace nonholo
