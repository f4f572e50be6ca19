// What holds constraints on positions, g(t, q) = 0, in a SPARK step in lanes (lane_spark_equations.hpp). Private header
// of methods/.
//
// The equations are those of form qp (hessenberg_form.hpp; Gear, Gupta & Leimkuhler 1985), in velocities. Beside V and
// L a step has the unknowns N_j, by which positions move that no velocity moves, and mu_j, which cause them. Both
// vanish along solutions:
//
//   Q_i = q_0 + h sum_j (a_ij V_j + at_ij N_j),     p_v N_j - g_q^T mu_j = 0  at the stages,     sum_l w_il g_l = 0
//
// The frozen linearisation first finds dV and dL as if no N moved, then dN and dmu to these dV, and takes from dV what
// dN does to the constraints on velocities:
//
//   dN = -p_v^-1 R_N + Z dmu,   Z = p_v^-1 g_q^T,     w g_q h (a dV + at dN) = -G,     w k_q h at dN
//
// What is left is O(h^2), like what the linearisation of V drops: N is rounding of positions divided by h, so that an
// O(h) would cost an iteration.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/methods/runge_kutta/exact_spark.hpp>
#include <nonholo/methods/runge_kutta/frozen_lane_spark.hpp>
#include <nonholo/methods/runge_kutta/lane_coefficients.hpp>

#include <array>
#include <cstddef>
#include <vector>

namespace nonholo {

/// Functions are not inlined: most systems have no such constraints, and their steps shall stay as short as they are.
template <int n, int m, int S> class LanePositions {
  static constexpr std::size_t packs = packs_of(S), most_unknowns = std::size_t{lane_constraints<m>} * S;
  using At = LaneUnknowns<n, m, S>;
  using Q = LaneVector<n>;
  using L = std::array<Pack, lane_constraints<m>>;
  using Points = std::array<Block<Pack, n, m>, packs>;
  using Exact = ExactSpark<double, n, m, SparkUnknowns<dynamic>>;

 public:
  /// `holonomic`: so many first constraints are on positions.
  LanePositions(const LaneCoefficients<S>& coefficients, const At& at, int holonomic)
      : T_(coefficients),
        at_(at),
        holonomic_(holonomic) {}

  int constraints() const { return holonomic_; }

  /// Where N and mu stand behind the other unknowns, their equations likewise: lanes are stages.
  Eigen::Index rate(Eigen::Index r) const { return at_.size() + r * Pack::width; }
  Eigen::Index push(Eigen::Index b) const { return rate(at_.rows + b); }
  /// Numbers of both, repetitions included.
  Eigen::Index size() const { return Eigen::Index{at_.rows + holonomic_} * Pack::width; }

  /// Appends where those stand that are no repetitions: N by stages, mu by constraints.
  void add_independent(std::vector<Eigen::Index>& places) const {
    for (Eigen::Index stage = 0; stage < S; ++stage)
      for (Eigen::Index r = 0; r < at_.rows; ++r) places.push_back(rate(r) + stage);
    for (Eigen::Index b = 0; b < holonomic_; ++b)
      for (Eigen::Index stage = 0; stage < S; ++stage) places.push_back(push(b) + stage);
  }
  void follow(double* dx) const {
    for (Eigen::Index r = 0; r < at_.rows + holonomic_; ++r)
      for (Eigen::Index lane = S; lane < Pack::width; ++lane) dx[rate(r) + lane] = 0;
  }

  /// Q += h at N.
  [[gnu::noinline]] void move(const double* x, double h, LaneVectors<S, n>& q) const {
    for (Eigen::Index r = 0; r < at_.rows; ++r) {
      const LanePoints<S> sum = times(T_.a_tilde, x + rate(r));
      for (std::size_t p = 0; p < packs; ++p) q[p][r] += h * sum[p];
    }
  }

  /// F: p_v N - g_q^T mu, where entry(r, k) is that of p_v at the stages.
  template <class Entry> [[gnu::noinline]] void rate_rows(const double* x, const Block<Pack, n, m>& stages,
                                                          const Entry& entry, double* F) const {
    for (Eigen::Index r = 0; r < at_.rows; ++r) {
      Pack sum(0);
      for (Eigen::Index k = 0; k < at_.rows; ++k) sum += entry(r, k) * Pack::load(x + rate(k));
      for (Eigen::Index b = 0; b < holonomic_; ++b) sum -= stages.K(b, r) * Pack::load(x + push(b));
      sum.store(F + rate(r));
    }
  }

  /// F: sum_l w_il g_l, where g is that of `point`, for every point in turn.
  void begin_push_rows(double* F) const {
    for (Eigen::Index b = 0; b < holonomic_; ++b) Pack(0).store(F + push(b));
  }
  void add_to_push_rows(Eigen::Index point, const Vector<double, m>& g, double* F) const {
    const Pack& w = T_.w[point];
    for (Eigen::Index b = 0; b < holonomic_; ++b) (Pack::load(F + push(b)) + w * g[b]).store(F + push(b));
  }

  /// At the points at hand, after that of the velocities was made.
  [[gnu::noinline]] void compute(const Points& at, const FrozenLaneSpark<n, m, S>& frozen,
                                 const Matrix<double, m, n>& k_q, double h) {
    h_ = h;
    k_q_ = k_q;
    for (Eigen::Index b = 0; b < holonomic_; ++b)
      for (std::size_t p = 0; p < packs; ++p)
        for (Eigen::Index r = 0; r < at_.rows; ++r) g_q_[b][p][r] = at[p].K(b, r);
    for (Eigen::Index c = 0; c < holonomic_; ++c) {
      Q Z;
      frozen.accelerate(0, g_q_[c][0], Z);
      for (Eigen::Index b = 0; b < holonomic_; ++b)
        for (int j = 0; j < S; ++j) {
          LanePoints<S> change;
          for (std::size_t p = 0; p < packs; ++p) {
            Pack sum(0);
            for (Eigen::Index r = 0; r < at_.rows; ++r) sum += g_q_[b][p][r] * number(Z[r], j);
            change[p] = sum * (h * T_.a_tilde[j][p]);
          }
          schur_[c * S + j][b] = averaged(change);
        }
    }
    const auto count = static_cast<std::size_t>(holonomic_);
    for (std::size_t k = 0; k < count * S; ++k) FrozenLaneSpark<n, m, S>::eliminate(schur_, k, count * S, count);
  }

  /// dN and dmu from F and the dV in dx, and what these do to dV and dL.
  [[gnu::noinline]] void correct(const FrozenLaneSpark<n, m, S>& frozen, const double* F, double* dx) const {
    Q R, dN, more;
    for (Eigen::Index r = 0; r < at_.rows; ++r) R[r] = -Pack::load(F + rate(r));
    frozen.accelerate(0, R, dN);
    std::array<Q, packs> dQ;
    for (Eigen::Index r = 0; r < at_.rows; ++r) {
      const LanePoints<S> by_V = times(T_.a, dx + at_.velocity(0, r)),
                          by_N = times(T_.a_tilde, reinterpret_cast<const double*>(&dN[r]));
      for (std::size_t p = 0; p < packs; ++p) dQ[p][r] = h_ * (by_V[p] + by_N[p]);
    }
    L off, dmu;
    for (Eigen::Index b = 0; b < holonomic_; ++b) {
      LanePoints<S> change;
      for (std::size_t p = 0; p < packs; ++p) {
        change[p] = Pack(0);
        for (Eigen::Index r = 0; r < at_.rows; ++r) change[p] += g_q_[b][p][r] * dQ[p][r];
      }
      off[b] = -Pack::load(F + push(b)) - averaged(change);
    }
    for (Eigen::Index b = 0; b < holonomic_; ++b) {
      dmu[b] = sum_to<dynamic>(holonomic_ * S, [&](int j) { return schur_[j][b] * number(off[j / S], j % S); });
      dmu[b].store(dx + push(b));
    }
    for (Eigen::Index r = 0; r < at_.rows; ++r) {
      R[r] = Pack(0);
      for (Eigen::Index b = 0; b < holonomic_; ++b) R[r] += g_q_[b][0][r] * dmu[b];
    }
    frozen.accelerate(0, R, more);
    for (Eigen::Index r = 0; r < at_.rows; ++r) (dN[r] + more[r]).store(dx + rate(r));
    take_from_velocities(frozen, dx);
  }

  /// What the exact Jacobian has beside that of the velocities, which `points` filled from their linearisations. The
  /// change of p_v N - g_q^T mu with the place is left out, O(mu): Newton's method would scale that rounding to size 1.
  void fill(MatrixX<double>& J, double h, Exact& points) const {
    const SparkCoefficients<double>& T = T_.unit;
    const Eigen::Index N = at_.rows, known = (S + 1) * N + S * at_.constraints;
    const auto V_at = [&](Eigen::Index i) { return i * N; };
    const auto N_at = [&](Eigen::Index j) { return known + j * N; };
    const auto mu_at = [&](Eigen::Index i, Eigen::Index b) { return known + S * N + b * S + i; };
    const auto L_at = [&](Eigen::Index i, Eigen::Index b) { return (S + 1) * N + b * S + i; };
    for (Eigen::Index l = 0; l < S; ++l) {
      for (Eigen::Index i = 0; i <= S; ++i) {  // momentum
        auto block = J.block(V_at(i), N_at(l), N, N);
        block = (h * T.a_tilde(i, l)) * points.at(i).p_q;
        for (Eigen::Index j = 0; j < S; ++j)
          block -= (h * h * T.a_tilde(j, l)) *
                   (T.a_hat(i, j) * points.at(j).f_q + T.a_tilde(i, j) * points.at(j).reaction_q);
      }
      for (Eigen::Index i = 0; i < S; ++i)
        for (Eigen::Index p = 0; p <= S; ++p) {
          const double by_V = h * T.w(i, p) * T.a(p, l), by_N = h * T.w(i, p) * T.a_tilde(p, l);
          for (Eigen::Index b = 0; b < at_.constraints; ++b)
            J.row(L_at(i, b)).segment(N_at(l), N) += by_N * points.at(p).k_q.row(b);
          for (Eigen::Index b = 0; b < holonomic_; ++b) {
            J.row(mu_at(i, b)).segment(V_at(l), N) += by_V * points.at(p).K.row(b);
            J.row(mu_at(i, b)).segment(N_at(l), N) += by_N * points.at(p).K.row(b);
          }
        }
      J.block(N_at(l), N_at(l), N, N) += points.at(l).p_v;
      for (Eigen::Index b = 0; b < holonomic_; ++b)
        J.col(mu_at(l, b)).segment(N_at(l), N) -= points.at(l).K.row(b).transpose();
    }
  }

 private:
  void take_from_velocities(const FrozenLaneSpark<n, m, S>& frozen, double* dx) const {
    std::array<Q, packs> dQ;
    for (Eigen::Index r = 0; r < at_.rows; ++r) {
      const LanePoints<S> sum = times(T_.a_tilde, dx + rate(r));
      for (std::size_t p = 0; p < packs; ++p) dQ[p][r] = h_ * sum[p];
    }
    L off;
    for (Eigen::Index b = 0; b < at_.constraints; ++b) {
      LanePoints<S> change;
      for (std::size_t p = 0; p < packs; ++p) {
        change[p] = Pack(0);
        for (Eigen::Index r = 0; r < at_.rows; ++r) change[p] += k_q_(b, r) * dQ[p][r];
      }
      off[b] = averaged(change);
    }
    frozen.counteract(off, dx);
  }

  /// Lanes of the sum are stages.
  Pack averaged(const LanePoints<S>& change) const {
    return sum_of<0, S + 1>([&](int l) { return T_.w[l] * number(change[pack_of(l)], lane_at(l)); });
  }

  const LaneCoefficients<S>& T_;
  [[no_unique_address]] const At at_;
  const int holonomic_;
  double h_ = 0;
  Matrix<double, m, n> k_q_ = Matrix<double, m, n>(at_.constraints, at_.rows);  // at the start of the step
  std::array<std::array<Q, packs>, lane_constraints<m>> g_q_;
  std::array<L, most_unknowns> schur_;  // later its inverse; lanes are stages
};

}  // namespace nonholo
