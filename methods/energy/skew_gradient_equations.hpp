// What the energy methods share: the equations of a step whose unknowns are rates of zeta.
//
//   zeta' = Pi grad H + B^T lambda,  0 = B grad H       (framework/faces/skew_gradient.hpp)
//   unknowns x = (u_1 ... u_s, lambda),  u_i rates, N numbers each
//
// Without constraints the equations have the form u = Phi(u) with Phi_u = h A x L but for O(h^2): the frozen
// linearisation (frozen_flow.hpp), with L by differences of the flow half-way through a step. Constraints need the
// blocks of B: a Jacobian of everything by differences then, made in every step. L is kept over steps, until the
// iterations that its age has cost, or those to come in this step, would have paid for a new one. The solver's
// fall-back is the Jacobian by differences as well.
//
// A mechanical system shows (q, v); zeta is what is carried, and becomes v only to be seen: a step does not depend on
// the way back.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/faces/skew_gradient.hpp>
#include <nonholo/framework/run/stage_integrator.hpp>
#include <nonholo/framework/base/lu.hpp>
#include <nonholo/framework/solver/kept_weights.hpp>
#include <nonholo/methods/energy/frozen_flow.hpp>
#include <nonholo/methods/energy/short_loops.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace nonholo {

template <class Real> class SkewGradientEquations : public StepEquations<Real> {
 public:
  using Zeta = VectorX<Real>;
  using typename StepEquations<Real>::State;

  /// `compensated`: what zeta += dzeta rounds off is kept and added later (Kahan). `A`: the matrix of the stages in the
  /// linearised equations; nothing where they have another form. `remark`: on steps that are not solved, text that
  /// stays.
  SkewGradientEquations(std::unique_ptr<SkewGradient<Real>> face, Eigen::Index stages, bool compensated,
                        const std::optional<MatrixX<Real>>& A, std::string_view remark)
      : face_(std::move(face)),
        s_(stages),
        remark_(remark),
        compensated_(compensated) {
    if (A) flow_.emplace(N_, *A);
  }

  Eigen::Index size() const final { return s_ * N_ + m_; }
  Eigen::Index multipliers() const final { return m_; }
  Eigen::Index own_variables() const final { return 2 * N_; }

  std::string_view remark() const final { return remark_; }

  void pack(State& state) final {
    due_ = true;
    face_->pack(state.q, state.v, zeta0_);
    state.y << zeta0_, Zeta::Zero(N_);
  }

  /// Coordinates that were chosen on the way are chosen anew.
  void restored(State& state) final {
    if (face_->chooses_coordinates()) pack(state);
  }

  /// What compensation carried belongs to the old coordinates.
  bool change_variables(State& state, Real h) final {
    zeta0_ = state.y.head(N_);
    if (!face_->begin_step(zeta0_, h)) return false;
    due_ = true;
    state.y << zeta0_, Zeta::Zero(N_);
    return true;
  }

  void begin(const State& state, Real h) override {
    zeta0_ = state.y.head(N_);
    lost_ = state.y.tail(N_);
    h_ = h;
    kept_weights_.begin_step();
    grow_old();
  }

  /// All rates are Pi grad H at zeta0; the equations are linear in lambda.
  void first_guess(VectorX<Real>& x) final {
    kept_weights_.guess_from_start();
    due_ = true;
    face_->gradient(zeta0_, g_);
    face_->flow(zeta0_, g_, rate_);
    x.setZero();
    for (Eigen::Index i = 0; i < s_; ++i) x.segment(i * N_, N_) = rate_;
  }

  void end(const VectorX<Real>& x, State& next) final {
    increment(x, dzeta_);
    with_size<Real>(N_, [&](auto N) { add_increment(N, next.y.data()); });
    next.lambda = x.tail(m_);
    face_->unpack(zeta1_, next.q, next.v);
  }

  void residual(const VectorX<Real>& x, VectorX<Real>& F) final {
    latest_ = x;
    equations(x, F);
  }

  bool linearise() final {
    freshen_when_due();
    return flow_ || J_.allFinite();
  }

  void correct(const VectorX<Real>& F, VectorX<Real>& dx) final {
    ++corrections_;
    if (!fresh_ && !hurried_ && lags(F)) {
      due_ = hurried_ = true;
      freshen_when_due();
      fresh_ = false;  // not what a step takes with it
    }
    if (flow_) {
      flow_->solve(h_, weight_, F, dx);
    } else {
      F_shifted_ = F.cwiseQuotient(unit_);
      lu_.solve(F_shifted_, dx);
      dx = -dx.cwiseProduct(unit_);
    }
  }

  /// By differences over a part of what each rate is relative to; lambda enters by B alone.
  void jacobian(const VectorX<Real>& x, MatrixX<Real>& J) final {
    using std::abs, std::sqrt;
    equations(x, F_);
    J.rightCols(m_).setZero();
    J.topRightCorner(N_, m_) = -B_.transpose();
    shifted_ = x;
    for (Eigen::Index j = 0; j < s_ * N_; ++j) {
      const Real size = abs(x[j]) + scale_[j % N_];
      shifted_[j] = x[j] + sqrt(epsilon<Real>) * (size > 0 ? size : Real(1));
      equations(shifted_, F_shifted_);
      J.col(j) = (F_shifted_ - F_) / (shifted_[j] - x[j]);
      shifted_[j] = x[j];
    }
  }

  /// A rate is as good as the sums that make it up and as zeta's rounding lets it be, and need not be better than a
  /// hundredth of what the rounding of zeta1 changes, or a 64th of what the energy allows it: errors mix there, and
  /// only an energy compares rates in different units. The multipliers act through the rates.
  /// They are kept with the linearisation.
  void weights(const VectorX<Real>&, VectorX<Real>& weight) final {
    using std::abs;
    if (kept_weights_.serve(h_, flow_ && !due_)) return;
    if (flow_) freshen_when_due();  // it tells what rounding of zeta does
    rounding(scale_);
    add_rounding_of_zeta();
    if (face_->sizes(point_, h_, size_)) scale_ += size_ / (64 * abs(h_));
    else scale_.array() += scale_.maxCoeff() / 100;
    scale_ += zeta0_.cwiseAbs() / (100 * abs(h_));
    weight.setZero();
    for (Eigen::Index j = 0; j < N_; ++j)
      if (scale_[j] > std::numeric_limits<Real>::min()) weight[j] = 1 / scale_[j];  // what is less has no reciprocal
    for (Eigen::Index i = 1; i < s_; ++i) weight.segment(i * N_, N_) = weight.head(N_);
    weight_ = weight;
  }

 protected:
  /// zeta1 - zeta0.
  virtual void increment(const VectorX<Real>& x, Zeta& dzeta) const = 0;

  virtual void equations(const VectorX<Real>& x, VectorX<Real>& F) = 0;

  /// For each component of zeta, what the rounding errors of its rate in the latest equations() are relative to. What
  /// the solver cannot get below counts with a 64th: from 64 times the scale down it takes what no longer falls for
  /// rounding.
  virtual void rounding(Zeta& scale) = 0;

  const std::unique_ptr<SkewGradient<Real>> face_;
  const Eigen::Index N_ = face_->size(), m_ = face_->constraints(), s_;
  Real h_ = 0;
  Zeta zeta0_{N_}, size_{N_};
  Zeta point_{N_}, g_{N_};  // where equations() looked last, and the gradient there where it is needed
  MatrixX<Real> B_ = MatrixX<Real>::Zero(m_, N_);

 private:
  /// Corrections that nobody waits for: more of them might be more than the solver takes.
  static constexpr Eigen::Index most_cost = 16;
  /// Steps after which L is made anew: where guesses get better as it gets worse, corrections do not tell.
  static constexpr int oldest = 10;

  /// What the step behind tells of the linearisation: corrections more than it took when it was new cost as much as
  /// a new one, once they add up. A solver that does not use it tells nothing.
  void grow_old() {
    age_ = fresh_ ? 1 : age_ + 1;
    if (fresh_) usual_ = corrections_;
    excess_ = fresh_ ? 0 : excess_ + std::max(0, corrections_ - usual_);
    due_ = due_ || corrections_ == 0 || m_ > 0 || hurried_ || (flow_ && age_ >= oldest) ||
           excess_ * (flow_ ? this->points() : 1) >= N_;
    fresh_ = hurried_ = false;
    corrections_ = 0;
    cost_ = std::min(most_cost, 4 + (flow_ ? (N_ + 1) / this->points() : N_ + 1));
  }

  /// Whether an old linearisation contracts so slowly that a new one and the corrections it then takes cost less: in
  /// corrections, of `points()` evaluations each, L is N + 1 evaluations and what four of them take (measured). What
  /// may be rounding no linearisation makes less. The solver corrects more than residuals of large systems
  /// (krylov_step): nothing may change between them.
  bool lags(const VectorX<Real>& F) {
    if (corrections_ < 2 || size() >= large_system) return false;
    const Real size = F.cwiseAbs().cwiseProduct(weight_).maxCoeff(), rate = size / residual_size_;
    residual_size_ = size;
    if (corrections_ == 2 || size <= Real(ill_conditioned_noise) * epsilon<Real>) return false;
    Real left = size;
    for (Eigen::Index k = 0; k < cost_; ++k) left *= rate;
    return left > epsilon<Real>;
  }

  /// At the x of the latest residual().
  void freshen_when_due() {
    if (!due_) return;
    due_ = false;
    fresh_ = true;
    if (flow_) {
      differentiate_flow();
    } else {
      // Rows and columns in units of the weights: which row is a pivot depends on no other.
      jacobian(latest_, J_);
      for (Eigen::Index i = 0; i < size(); ++i) unit_[i] = weight_[i] > 0 ? Real(1 / weight_[i]) : Real(1);
      for (Eigen::Index j = 0; j < size(); ++j) J_.col(j) = (J_.col(j) * unit_[j]).cwiseQuotient(unit_);
      lu_.compute(J_);
    }
  }

  /// L half-way, by differences over a part of what the step may change.
  void differentiate_flow() {
    using std::abs;
    middle_ = zeta0_;
    for (Eigen::Index i = 0; i < s_; ++i) middle_ += (h_ / Real(2 * s_)) * latest_.segment(i * N_, N_);
    rate_ = latest_.head(N_);
    if (!face_->sizes(middle_, h_, size_)) size_.setConstant(abs(h_) * rate_.cwiseAbs().maxCoeff());
    with_size<Real>(N_, [this](auto N) { look_around(N); });
    face_->gradients(N_ + 1, around_, gradients_);
    face_->flows(N_ + 1, around_, gradients_, rates_);
    with_size<Real>(N_, [this](auto N) { take_slopes(N, flow_->L().data()); });
    flow_->freshen();
  }

  template <class Size> void look_around(Size N) {
    using std::abs, std::cbrt;
    static const Real part = cbrt(epsilon<Real>);
    const Eigen::Index room = SkewGradient<Real>::room_for(N + 1);
    for (Eigen::Index j = 0; j < N; ++j) {
      const Real here = middle_[j], size = abs(h_ * rate_[j]) + size_[j] + abs(here) / 64;
      Real* const column = around_.data() + j * room;
      for (Eigen::Index k = 0; k < room; ++k) column[k] = here;
      column[j] = here + part * (size > 0 ? size : Real(1));
    }
  }

  template <class Size> void take_slopes(Size N, Real* L) {
    const Eigen::Index room = SkewGradient<Real>::room_for(N + 1);
    for (Eigen::Index j = 0; j < N; ++j) {
      const Real per_change = 1 / (around_.data()[j * room + j] - middle_[j]);
      const Real* rates = rates_.data();
      for (Eigen::Index i = 0; i < N; ++i, rates += room) L[j * N + i] = (rates[j] - rates[N]) * per_change;
    }
  }

  /// Pi grad H; leaves another g_.
  void flow_at(const Zeta& zeta, Zeta& rate) {
    face_->gradient(zeta, g_);
    face_->flow(zeta, g_, rate);
  }

  /// zeta1_, and y of the state to which the step leads.
  template <class Size> void add_increment(Size N, Real* y) {
    for (Eigen::Index i = 0; i < N; ++i) {
      const Real before = zeta0_[i], more = compensated_ ? Real(dzeta_[i] + lost_[i]) : dzeta_[i];
      zeta1_[i] = before + more;
      y[i] = zeta1_[i];
      y[N + i] = compensated_ ? Real(more - (zeta1_[i] - before)) : lost_[i];
    }
  }

  /// By how much Pi grad H changes when zeta does in its last digit, which is much where angles have gone round often.
  void add_rounding_of_zeta() {
    using std::abs, std::sqrt;
    if (flow_) {
      rate_.noalias() = flow_->L() * zeta0_;
      scale_ += rate_.cwiseAbs() / 64;
      return;
    }
    const Real change = sqrt(epsilon<Real>);
    flow_at(point_, rate_);
    middle_ = point_ * (1 + change);
    flow_at(middle_, shifted_rate_);
    scale_ += (rate_ - shifted_rate_).cwiseAbs() / (64 * change);
  }

  std::optional<FrozenFlow<Real>> flow_;
  bool due_ = true, fresh_ = false, hurried_ = false;  // the linearisation: to be made anew; made before, in this step
  int age_ = 0, corrections_ = 0, usual_ = 0, excess_ = 0;
  Eigen::Index cost_ = 0;   // of a new linearisation, in corrections
  Real residual_size_ = 0;  // before the latest correction
  KeptWeights<Real> kept_weights_{oldest};
  std::string_view remark_;
  bool compensated_;
  Zeta zeta1_{N_}, dzeta_{N_}, lost_{N_}, scale_{N_}, rate_{N_}, shifted_rate_{N_}, middle_{N_};
  VectorX<Real> latest_{size()}, weight_{size()}, unit_{size()}, shifted_{size()}, F_{size()}, F_shifted_{size()};
  // middle_ with one number moved in each row, and as it stands in those after them
  MatrixX<Real> around_ = MatrixX<Real>::Zero(SkewGradient<Real>::room_for(N_ + 1), N_), gradients_ = around_,
                rates_ = around_;
  MatrixX<Real> J_ = MatrixX<Real>::Zero(size(), size());
  Lu<Real> lu_{size()};
};

}  // namespace nonholo
