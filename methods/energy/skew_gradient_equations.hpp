// What the energy methods share: the equations of a step whose unknowns are rates of zeta.
//
//   zeta' = Pi grad H + B^T lambda,  0 = B grad H       (framework/faces/skew_gradient.hpp)
//   unknowns x = (u_1 ... u_s, lambda),  u_i rates, N numbers each
//
// Without constraints the equations have the form u = Phi(u) with Phi_u = O(h): the frozen linearisation is the
// identity. Constraints need the blocks of B: a Jacobian by finite differences then, once per step. The solver's
// fall-back is that Jacobian as well.
//
// A mechanical system shows (q, v); zeta is what is carried, and becomes v only to be seen: a step does not depend on
// the way back.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/faces/skew_gradient.hpp>
#include <nonholo/framework/run/stage_integrator.hpp>
#include <nonholo/framework/base/lu.hpp>

#include <cmath>
#include <memory>
#include <string_view>
#include <utility>

namespace nonholo {

template <class Real> class SkewGradientEquations : public StepEquations<Real> {
 public:
  using Zeta = VectorX<Real>;
  using typename StepEquations<Real>::State;

  /// `compensated`: what zeta += dzeta rounds off is kept and added later (Kahan).
  SkewGradientEquations(std::unique_ptr<SkewGradient<Real>> face, Eigen::Index stages, bool compensated)
      : face_(std::move(face)),
        s_(stages),
        compensated_(compensated) {}

  Eigen::Index size() const final { return s_ * N_ + m_; }
  Eigen::Index multipliers() const final { return m_; }
  Eigen::Index own_variables() const final { return 2 * N_; }

  std::string_view remark() const override {
    if (!face_->chooses_coordinates()) return {};
    return "the QR basis of ker A depends on the unit of length; an adapted_basis of the problem's own does not";
  }

  void pack(State& state) final {
    face_->pack(state.q, state.v, zeta0_);
    state.y << zeta0_, Zeta::Zero(N_);
  }

  /// What compensation carried belongs to the old coordinates.
  bool change_variables(State& state, Real h) final {
    zeta0_ = state.y.head(N_);
    if (!face_->begin_step(zeta0_, h)) return false;
    state.y << zeta0_, Zeta::Zero(N_);
    return true;
  }

  void begin(const State& state, Real h) override {
    zeta0_ = state.y.head(N_);
    lost_ = state.y.tail(N_);
    h_ = h;
  }

  /// All rates are Pi grad H at zeta0; the equations are linear in lambda.
  void first_guess(VectorX<Real>& x) final {
    face_->evaluate(zeta0_, g_, Pi_);
    x.setZero();
    for (Eigen::Index i = 0; i < s_; ++i) x.segment(i * N_, N_).noalias() = Pi_ * g_;
  }

  void end(const VectorX<Real>& x, State& next) final {
    increment(x, dzeta_);
    zeta1_ = zeta0_;
    add_increment();
    next.y << zeta1_, lost_;
    next.lambda = x.tail(m_);
    face_->unpack(zeta1_, next.q, next.v);
  }

  void residual(const VectorX<Real>& x, VectorX<Real>& F) final {
    latest_ = x;
    equations(x, F);
  }

  bool linearise() final {
    if (m_ == 0) return true;
    jacobian(latest_, J_);
    if (!J_.allFinite()) return false;
    lu_.compute(J_);
    return true;
  }

  void correct(const VectorX<Real>& F, VectorX<Real>& dx) final {
    if (m_ > 0) lu_.solve(F, dx);
    else dx = F;
    dx = -dx;
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
  void weights(const VectorX<Real>&, VectorX<Real>& weight) final {
    using std::abs;
    rounding(scale_);
    add_rounding_of_zeta();
    if (face_->sizes(h_, size_)) scale_ += size_ / (64 * abs(h_));
    else scale_.array() += scale_.maxCoeff() / 100;
    scale_ += zeta0_.cwiseAbs() / (100 * abs(h_));
    weight.setZero();
    for (Eigen::Index j = 0; j < N_; ++j)
      if (scale_[j] > 0) weight[j] = 1 / scale_[j];
    for (Eigen::Index i = 1; i < s_; ++i) weight.segment(i * N_, N_) = weight.head(N_);
  }

 protected:
  /// zeta1 - zeta0.
  virtual void increment(const VectorX<Real>& x, Zeta& dzeta) const = 0;

  virtual void equations(const VectorX<Real>& x, VectorX<Real>& F) = 0;

  /// For each component of zeta, what the rounding errors of its rate in the latest equations() are relative to. What
  /// the solver cannot get below counts with a 64th: from 64 times the scale down it takes what no longer falls for
  /// rounding.
  virtual void rounding(Zeta& scale) = 0;

  /// sum += |A| |x|
  static void add_sizes(const MatrixX<Real>& A, const VectorX<Real>& x, VectorX<Real>& sum) {
    using std::abs;
    for (Eigen::Index j = 0; j < A.cols(); ++j)
      for (Eigen::Index i = 0; i < A.rows(); ++i) sum[i] += abs(A(i, j) * x[j]);
  }

  const std::unique_ptr<SkewGradient<Real>> face_;
  const Eigen::Index N_ = face_->size(), m_ = face_->constraints(), s_;
  Real h_ = 0;
  Zeta zeta0_{N_}, size_{N_};
  Zeta point_{N_}, g_{N_};                          // the latest point of evaluate() and the gradient there
  MatrixX<Real> Pi_ = MatrixX<Real>::Zero(N_, N_);  // and Pi
  MatrixX<Real> B_ = MatrixX<Real>::Zero(m_, N_);

 private:
  void add_increment() {
    if (!compensated_) {
      zeta1_ += dzeta_;
      return;
    }
    for (Eigen::Index i = 0; i < N_; ++i) {
      const Real before = zeta1_[i], more = dzeta_[i] + lost_[i];
      zeta1_[i] = before + more;
      lost_[i] = more - (zeta1_[i] - before);
    }
  }

  /// By how much Pi grad H changes when zeta does in its last digit, which is much where angles have gone round often.
  void add_rounding_of_zeta() {
    using std::abs, std::sqrt;
    rate_.noalias() = Pi_ * g_;
    const Real change = sqrt(epsilon<Real>);
    point_ *= 1 + change;
    face_->evaluate(point_, g_, Pi_);
    rate_.noalias() -= Pi_ * g_;
    for (Eigen::Index j = 0; j < N_; ++j) scale_[j] += abs(rate_[j]) / (64 * change);
  }

  bool compensated_;
  Zeta zeta1_{N_}, dzeta_{N_}, lost_{N_}, scale_{N_}, rate_{N_};
  VectorX<Real> latest_{size()}, shifted_{size()}, F_{size()}, F_shifted_{size()};
  MatrixX<Real> J_ = MatrixX<Real>::Zero(size(), size());
  Lu<Real> lu_{size()};
};

}  // namespace nonholo
