// The equations of a SPARK step on a mechanical system (spark.hpp), as spark_equations.hpp has them, with a point of
// the step in each lane of a pack. Private header of methods/.
//
// For up to four stages, no points beyond the end, ideal reactions, double, and sizes that the compiler knows or small
// ones. The system is evaluated at four points at once, and what is made of them are sums of products: a column of
// coefficients, known before, by one number of one stage. Lanes behind the end of the step are the end once more, to
// the last bit: no lane needs a mask.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/stage_integrator.hpp>
#include <nonholo/framework/solver/kept_jacobian.hpp>
#include <nonholo/framework/solver/kept_weights.hpp>
#include <nonholo/framework/solver/stage_history.hpp>
#include <nonholo/framework/system/saddle_point.hpp>
#include <nonholo/framework/system/velocity_scale.hpp>
#include <nonholo/methods/runge_kutta/exact_spark.hpp>
#include <nonholo/methods/runge_kutta/frozen_lane_spark.hpp>
#include <nonholo/methods/runge_kutta/lane_coefficients.hpp>
#include <nonholo/methods/runge_kutta/lane_positions.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace nonholo {

template <int n, int m, int S> class LaneSpark final : public StepEquations<double>, public KeptJacobian {
  static constexpr std::size_t packs = packs_of(S);
  static constexpr Eigen::Index lanes = Eigen::Index{packs_of(S)} * Pack::width;
  using At = LaneUnknowns<n, m, S>;
  using Q = Vector<double, n>;
  using L = Vector<double, m>;
  using typename StepEquations<double>::State;

 public:
  LaneSpark(std::shared_ptr<const SparkCoefficients<double>> coefficients, const Dynamics<double, n, m>& dynamics)
      : set_(std::move(coefficients)),
        dynamics_(dynamics) {
    for (std::size_t p = 0; p < packs; ++p) {
      Q_[p].resize(at_.rows);
      V_[p].resize(at_.rows);
    }
    const int holonomic = dynamics_.traits().holonomic;
    if (holonomic == 0) return;
    positions_ = std::make_unique<LanePositions<n, m, S>>(T_, at_, holonomic);
    positions_->add_independent(places_);
  }

  MethodTraits traits() const override { return set_->traits; }
  int points() const override { return set_->points; }
  int remembered() const override { return StageHistory<double>::depth; }
  /// V, the end included.
  TimedUnknowns<double> timed_unknowns() const override {
    return {set_->c.head(S + 1), at_.rows, std::min(S + 1, 5), packs_of(S)};
  }
  Eigen::Index multipliers() const override { return at_.constraints; }
  Eigen::Index size() const override { return at_.size() + (positions_ ? positions_->size() : 0); }

  void begin(const State& state, double h) override {
    kept_weights_.begin_step();
    t0_ = state.t;
    q0_ = state.q;
    v0_ = state.v;
    h_ = h;
    for (std::size_t p = 0; p < packs; ++p) t_[p] = t0_ + T_.c[p] * h;
    dynamics_.begin_step(t0_, q0_, v0_, from_);
    if (!constant_mass_ || frozen_.inverts_mass()) return;
    dynamics_.mass(t0_, q0_, v0_, mass_);
    frozen_.invert_constant_mass(mass_);
  }

  /// V_i = v_0 + c_i h a_0, L_i = lambda_0 where accelerations and multipliers exist at the start, else V_i = v_0, L_i
  /// = 0; N = 0, mu = 0.
  void first_guess(VectorX<double>& x) override {
    kept_weights_.guess_from_start();
    const bool regular = saddle_.solve(t0_, q0_, v0_);
    x.setZero();
    for (Eigen::Index i = 0; i < lanes; ++i)
      for (Eigen::Index r = 0; r < at_.rows; ++r)
        x[at_.velocity(i, r)] = v0_[r] + (regular ? h_ * c(i) * saddle_.acceleration()[r] : 0);
    for (Eigen::Index i = 0; i < S && regular; ++i)
      for (Eigen::Index b = 0; b < at_.constraints; ++b) x[at_.multiplier(i, b)] = saddle_.multipliers()[b];
  }

  /// (q_1, v_1) and the last stage multiplier.
  void end(const VectorX<double>& x, State& next) override {
    positions(x.data());
    for (Eigen::Index r = 0; r < at_.rows; ++r) {
      next.q[r] = number(Q_[pack_of(S)][r], lane_at(S));
      next.v[r] = x[at_.velocity(S, r)];
    }
    for (Eigen::Index b = 0; b < at_.constraints; ++b) next.lambda[b] = x[at_.multiplier(S - 1, b)];
  }

  void residual(const VectorX<double>& x, VectorX<double>& F) override {
    positions(x.data());
    for (std::size_t p = 0; p < packs; ++p) {
      for (Eigen::Index r = 0; r < at_.rows; ++r) V_[p][r] = Pack::load(x.data() + at_.velocities(p, r));
      const int points = std::min(Pack::width, S + 1 - static_cast<int>(p) * Pack::width);
      evaluate(p, points);
    }
    momentum_rows(x.data(), F.data());
    constraint_rows(F.data());
    if (positions_) [[unlikely]]
      position_rows(x.data(), F.data());
  }

  /// Multipliers act through the velocities, h p_v^-1 K^T dL is part of every dV: they are not watched. Nor are N and
  /// mu, which are linear in dV but for terms of their own size.
  void weights(const VectorX<double>& x, VectorX<double>& weight) override {
    if (kept_weights_.serve(h_)) return;
    largest_.setZero(at_.rows);
    double twice_kinetic = 0;
    for (Eigen::Index i = 0; i <= S; ++i) {
      double twice = 0;
      for (Eigen::Index r = 0; r < at_.rows; ++r) {
        const double v = number(V_[pack_of(i)][r], lane_at(i));
        twice += v * number(point_[pack_of(i)].p[r], lane_at(i));
        largest_[r] = std::max(largest_[r], std::abs(v));
      }
      twice_kinetic = std::max(twice_kinetic, std::abs(twice));
    }
    const auto mass = [this](Eigen::Index r) { return constant_mass_ ? mass_(r, r) : number(point_[0].p_v(r, r), 0); };
    take_impulses(x.data());
    add_impulses(own_, mass, largest_, twice_kinetic);
    velocity_weights_of(largest_, twice_kinetic, mass, own_);
    weight.setZero();
    for (std::size_t p = 0; p < packs; ++p)
      for (Eigen::Index r = 0; r < at_.rows; ++r) Pack(own_[r]).store(weight.data() + at_.velocities(p, r));
  }

  bool linearise() override {
    if (constant_mass_ ? !frozen_.inverts_mass() : !frozen_.invert_masses(point_)) return false;
    frozen_.compute(point_, from_, h_);
    if (positions_) [[unlikely]]
      positions_->compute(point_, frozen_, from_.k_q, h_);
    return true;
  }

  void correct(const VectorX<double>& F, VectorX<double>& dx) override {
    frozen_.correct(F.data(), dx.data());
    if (positions_) [[unlikely]]
      positions_->correct(frozen_, F.data(), dx.data());
  }

  std::span<const Eigen::Index> independent() const override { return places_; }

  void jacobian(const VectorX<double>& x, MatrixX<double>& J) override {
    for (Eigen::Index i = 0; i <= S; ++i) {
      const Eigen::Index stage = std::min<Eigen::Index>(i, S - 1);
      for (Eigen::Index b = 0; b < at_.constraints; ++b) alone_.lambda[b] = x[at_.multiplier(stage, b)];
      take_alone(pack_of(i), lane_at(i));
      dynamics_.linearise(t_[pack_of(i)][lane_at(i)], alone_.q, alone_.v, alone_.lambda, exact_.at(i));
    }
    exact_.fill(J, h_);
    if (positions_) positions_->fill(J, h_, exact_);
  }

  /// To the last bit: extrapolation from step to step would make more of a difference.
  void follow(VectorX<double>& dx) override {
    for (Eigen::Index r = 0; r < at_.rows; ++r)
      for (Eigen::Index i = S + 1; i < lanes; ++i) dx[at_.velocity(i, r)] = dx[at_.velocity(S, r)];
    for (Eigen::Index b = 0; b < at_.constraints; ++b)
      for (Eigen::Index i = S; i < Pack::width; ++i) dx[at_.multiplier(i, b)] = 0;
    if (positions_) positions_->follow(dx.data());
  }

 private:
  double c(Eigen::Index point) const { return T_.c[pack_of(point)][lane_at(point)]; }

  /// Q_: q_0 + h sum_j (a_ij V_j + at_ij N_j). Never inlined: q_1 must be rounded as it was when the constraint was
  /// solved at it, because an ulp of a large angle is many ulps of the constraint.
  [[gnu::noinline]] void positions(const double* x) {
    for (Eigen::Index r = 0; r < at_.rows; ++r) {
      const LanePoints<S> sum = times(T_.a, x + at_.velocity(0, r));
      for (std::size_t p = 0; p < packs; ++p) Q_[p][r] = q0_[r] + h_ * sum[p];
    }
    if (positions_) [[unlikely]]
      positions_->move(x, h_, Q_);
  }

  /// Those of N and mu.
  [[gnu::noinline]] void position_rows(const double* x, double* F) {
    if (constant_mass_)
      positions_->rate_rows(
          x, point_[0], [this](auto r, auto k) { return Pack(mass_(r, k)); }, F);
    else
      positions_->rate_rows(
          x, point_[0], [this](auto r, auto k) { return point_[0].p_v(r, k); }, F);
    positions_->begin_push_rows(F);
    for (Eigen::Index i = 0; i <= S; ++i) {
      take_alone(pack_of(i), lane_at(i));
      dynamics_.position_constraint(t_[pack_of(i)][lane_at(i)], alone_.q, alone_.lambda);
      positions_->add_to_push_rows(i, alone_.lambda, F);
    }
  }

  /// R: p_i - p_0 - h sum_j (ah_ij f_j + at_ij r_j), r_j = K_j^T L_j.
  void momentum_rows(const double* x, double* F) {
    const Block<Pack, n, m>& stages = point_[0];
    std::array<Pack, lane_constraints<m>> lambda;
    for (Eigen::Index b = 0; b < at_.constraints; ++b) lambda[b] = Pack::load(x + at_.multiplier(0, b));
    for (Eigen::Index r = 0; r < at_.rows; ++r) {
      const Pack reaction = sum_to<m>(at_.constraints, [&](int b) { return stages.K(b, r) * lambda[b]; });
      alignas(Pack) std::array<double, Pack::width> force, own;
      (T_.unit.same_forces ? stages.f[r] + reaction : stages.f[r]).store(force.data());
      LanePoints<S> sum = times(T_.a_hat, force.data());
      if (!T_.unit.same_forces) {
        reaction.store(own.data());
        const LanePoints<S> more = times(T_.a_tilde, own.data());
        for (std::size_t p = 0; p < packs; ++p) sum[p] += more[p];
      }
      for (std::size_t p = 0; p < packs; ++p)
        (point_[p].p[r] - from_.p[r] - h_ * sum[p]).store(F + at_.velocities(p, r));
    }
  }

  /// C: sum_l w_il k_l.
  void constraint_rows(double* F) {
    for (Eigen::Index b = 0; b < at_.constraints; ++b) {
      const auto term = [&](int l) { return T_.w[l] * number(point_[pack_of(l)].k[b], lane_at(l)); };
      sum_of<0, S + 1>(term).store(F + at_.multiplier(0, b));
    }
  }

  /// own_: the largest of |h f| and |h| |K|^T |L|.
  void take_impulses(const double* x) {
    const Block<Pack, n, m>& stages = point_[0];
    for (Eigen::Index r = 0; r < at_.rows; ++r) {
      Pack reaction(0);
      for (Eigen::Index b = 0; b < at_.constraints; ++b)
        reaction += abs(stages.K(b, r) * Pack::load(x + at_.multiplier(0, b)));
      double largest = 0;
      for (int j = 0; j < S; ++j) largest = std::max({largest, std::abs(number(stages.f[r], j)), number(reaction, j)});
      own_[r] = std::abs(h_) * largest;
    }
  }

  /// The points of a pack; one by one where the system takes no packs.
  void evaluate(std::size_t p, int points) {
    if (n != dynamic || in_packs_) return dynamics_.evaluate(t_[p], Q_[p], V_[p], points, point_[p]);
    Block<Pack, n, m>& block = point_[p];
    for (int lane = 0; lane < Pack::width; ++lane) {
      if (lane < points) {
        take_alone(p, lane);
        dynamics_.evaluate(t_[p][lane], alone_.q, alone_.v, alone_.block);
      }
      set_lane(block, lane, alone_.block, !constant_mass_);
    }
  }

  void take_alone(std::size_t p, int lane) {
    for (Eigen::Index r = 0; r < at_.rows; ++r) {
      alone_.q[r] = Q_[p][r][lane];
      alone_.v[r] = V_[p][r][lane];
    }
  }

  template <std::size_t... p> std::array<Block<Pack, n, m>, packs> blocks(std::index_sequence<p...>) const {
    return {(void(p), Block<Pack, n, m>(at_.rows, at_.constraints))...};
  }

  /// A point by itself.
  struct Alone {
    explicit Alone(const At& at) : q(at.rows), v(at.rows), lambda(at.constraints), block(at.rows, at.constraints) {}
    Q q, v;
    L lambda;
    Block<double, n, m> block;
  };

  std::shared_ptr<const SparkCoefficients<double>> set_;
  const LaneCoefficients<S> T_{*set_};
  const Dynamics<double, n, m>& dynamics_;
  const At at_{dynamics_.coordinates(), dynamics_.constraints()};
  const bool constant_mass_ = dynamics_.traits().constant_mass, in_packs_ = dynamics_.in_packs();
  StepStart<double, n, m> from_{at_.rows, at_.constraints, dynamics_.traits().coupled};
  SaddlePoint<double, n, m> saddle_{dynamics_};
  FrozenLaneSpark<n, m, S> frozen_{T_, at_, from_.coupled};
  ExactSpark<double, n, m, SparkUnknowns<dynamic>> exact_{T_.unit, at_.rows, at_.constraints};
  std::vector<Eigen::Index> places_ = at_.independent();
  KeptWeights<double> kept_weights_{7};
  double t0_ = 0, h_ = 0;
  Q q0_ = Q(at_.rows), v0_ = Q(at_.rows), largest_ = Q(at_.rows), own_ = Q(at_.rows);
  Matrix<double, n, n> mass_ = Matrix<double, n, n>(at_.rows, at_.rows);
  LanePoints<S> t_;
  LaneVectors<S, n> Q_, V_;
  std::array<Block<Pack, n, m>, packs> point_ = blocks(std::make_index_sequence<packs>());
  Alone alone_{at_};
  // of constraints on positions
  std::unique_ptr<LanePositions<n, m, S>> positions_;
};

}  // namespace nonholo
