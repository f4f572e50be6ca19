// The equations of a Runge-Kutta step on a DAE in Hessenberg form (hessenberg_runge_kutta.hpp). Private header of
// methods/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/lu.hpp>
#include <nonholo/framework/faces/hessenberg.hpp>
#include <nonholo/framework/run/stage_integrator.hpp>
#include <nonholo/framework/system/root_branch.hpp>
#include <nonholo/methods/runge_kutta/hessenberg_coefficients.hpp>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace nonholo {

/// How the iteration begins.
struct IterationStart {
  bool frozen_at_start = false;  ///< the Jacobian of all points is taken at (t_0, y_0, z_0): Hilden 2009, Algorithm 2.1
  FirstGuess guess = FirstGuess::tangent;
};

/// Unknowns: Y_0 ... Y_{s-1}, y_1 (ny each), then Z_0 ... Z_{s-1} (nz each). Residuals have the same order.
template <class Real> class HessenbergEquations final : public StepEquations<Real> {
  using typename StepEquations<Real>::State;

 public:
  /// @param several_roots whether the hidden constraint may have more than one root. If so, a step that ends on another
  ///        root is not taken: Outcome::other_root.
  HessenbergEquations(HessenbergCoefficients<Real> coefficients, std::unique_ptr<Hessenberg<Real>> dae,
                      bool several_roots, IterationStart begins)
      : T_(std::move(coefficients)),
        dae_(std::move(dae)),
        begins_(begins) {
    if (several_roots) branch_.emplace(*dae_);
  }

  MethodTraits traits() const override { return T_.traits; }
  int points() const override { return static_cast<int>(s_) + 1; }
  Eigen::Index own_variables() const override { return ny_; }
  Eigen::Index multipliers() const override { return nz_; }
  Eigen::Index size() const override { return (s_ + 1) * ny_ + s_ * nz_; }

  void pack(State& state) override {
    dae_->pack(state.t, state.q, state.v, state.y);
    dae_->consistent(state.t, state.y, state.lambda);
    if (branch_) branch_->start(*dae_, state.t, state.y, state.lambda);
  }

  /// dae_->pack() tells the form the velocity. Its y goes to scratch, so that state.y keeps its bits.
  void restored(State& state) override {
    y_ = state.y;
    dae_->pack(state.t, state.q, state.v, y_);
    if (branch_) branch_->start(*dae_, state.t, state.y, state.lambda);
  }

  void begin(const State& state, Real h) override {
    t0_ = state.t;
    y0_ = state.y;
    z0_ = state.lambda;
    h_ = h;
    guess_ = z0_;
    if (begins_.guess == FirstGuess::recomputed) dae_->consistent(t0_, y0_, guess_);
  }

  /// Y_i = y_0 + c_i h f(y_0, z_0), Z_i = z_0   (Hilden 2009, (2.22)).
  void first_guess(VectorX<Real>& x) override {
    guess_at_rest(x);
    if (begins_.guess == FirstGuess::naive) return;
    dae_->rates(t0_, y0_, guess_, rates_[0]);
    y_ = rates_[0].rowwise().sum();
    auto Y = differential(x);
    for (Eigen::Index i = 0; i <= s_; ++i) Y.col(i) += (T_.c[i] * h_) * y_;
  }

  bool guess_at_rest(VectorX<Real>& x) override {
    differential(x).colwise() = y0_;
    algebraic(x).colwise() = guess_;
    return branch_.has_value();
  }

  void end(const VectorX<Real>& x, State& next) override {
    next.y = differential(x).col(s_);
    const Real kept = 1 - T_.z1.sum();
    next.lambda = algebraic(x).lazyProduct(T_.z1) + kept * z0_;
    dae_->unpack(t0_ + h_, next.y, next.q, next.v);
  }

  /// The equations of a large step may also have solutions whose stages are on different roots, or whose end is on
  /// another root than the state before.
  Outcome verdict(const VectorX<Real>& x) override {
    for (Eigen::Index j = 0; branch_ && j < s_; ++j) {
      y_ = differential(x).col(j);
      z_ = algebraic(x).col(j);
      if (!branch_->holds(*dae_, time(j), y_, z_)) return Outcome::other_root;
    }
    if (auto* const reducible = branch_ ? dynamic_cast<ReducibleHessenberg<Real>*>(dae_.get()) : nullptr) {
      y_ = differential(x).col(s_);
      z_ = algebraic(x).col(s_ - 1);
      if (!branch_->continues(*reducible, t0_ + h_, y_, z_)) return Outcome::other_root;
    }
    return Outcome::success;
  }

  void residual(const VectorX<Real>& x, VectorX<Real>& F) override {
    latest_ = &x;
    const auto Y = differential(x);
    const auto Z = algebraic(x);
    auto R = differential(F);
    auto G = algebraic(F);
    R = Y.colwise() - y0_;
    G.setZero();
    for (Eigen::Index j = 0; j <= s_; ++j) {
      y_ = Y.col(j);
      dae_->constraint(time(j), y_, g_);
      for (Eigen::Index i = 0; i < s_; ++i) G.col(i) += T_.w(i, j) * g_;
      if (j == s_) break;
      z_ = Z.col(j);
      auto& rates = rates_[static_cast<std::size_t>(j)];
      dae_->rates(time(j), y_, z_, rates);
      for (Eigen::Index i = 0; i <= s_; ++i)
        for (std::size_t k = 0; k < T_.A.size(); ++k)
          R.col(i) -= (h_ * T_.A[k](i, j)) * rates.col(static_cast<Eigen::Index>(k));
    }
    if (T_.first_is_data) G.col(0) = Z.col(0) - z0_;
  }

  /// Linearises at the x of the latest residual(). latest_ points to the solver's own vector, which still exists.
  bool linearise() override {
    if (begins_.frozen_at_start) jacobian_at_start();
    else jacobian(*latest_, J_);
    if (!J_.allFinite()) return false;
    lu_.compute(J_);
    return true;
  }

  void correct(const VectorX<Real>& F, VectorX<Real>& dx) override {
    lu_.solve(F, dx);
    dx = -dx;
  }

  void jacobian(const VectorX<Real>& x, MatrixX<Real>& J) override {
    for (Eigen::Index j = 0; j <= s_; ++j) {
      y_ = differential(x).col(j);
      z_ = algebraic(x).col(std::min(j, s_ - 1));
      dae_->linearise(time(j), y_, z_, linear_[static_cast<std::size_t>(j)]);
    }
    assemble(J);
  }

  /// The size of a component of y is its magnitude, plus the terms of y = y_0 + h sum f_k, which cancel where nothing
  /// moves, plus a floor. The floor is a part of the change that the kinetic energy allows the component. If the system
  /// does not determine units, it is a part of the largest component. Without a floor, a component that is far smaller
  /// than others would be solved to its own last digits, although its gains and losses pass through the others. The
  /// multipliers act through y: they are watched only where there may be several roots.
  void weights(const VectorX<Real>& x, VectorX<Real>& weight) override {
    using std::abs;
    const auto Y = differential(x);
    y_ = Y.cwiseAbs().rowwise().maxCoeff();
    y_ = y_.cwiseMax(y0_.cwiseAbs());
    push_.setZero();
    for (const MatrixX<Real>& rates : rates_) push_ = push_.cwiseMax(rates.cwiseAbs().rowwise().sum());
    y_ += abs(h_) * push_;
    if (branch_) add_pushes(x);
    if (dae_->sizes(h_, size_)) size_ /= 64;
    else size_.setConstant(y_.maxCoeff() / 100);
    y_ = (y_.array() + size_.array() + at_rest).inverse();
    weight.setZero();
    differential(weight).colwise() = y_;
    if (branch_) weigh_algebraic(x, weight);
  }

 private:
  /// y_ += |h f_z| |z|. The contribution of z to y has rounding errors of its own size, however small the constraint
  /// keeps y. Leaves the f_z of stage j in linear_[j].
  void add_pushes(const VectorX<Real>& x) {
    using std::abs;
    push_.setZero();
    push_.setZero();
    for (Eigen::Index j = 0; j < s_; ++j) {
      auto& at = linear_[static_cast<std::size_t>(j)];
      size_ = differential(x).col(j);
      z_ = algebraic(x).col(j);
      dae_->linearise(time(j), size_, z_, at);
      z_ = z_.cwiseAbs();
      for (const MatrixX<Real>& f_z : at.f_z) push_ = push_.cwiseMax(abs(h_) * f_z.cwiseAbs().lazyProduct(z_));
    }
    y_ += push_;
  }

  /// The weights of z. Expects the weights of y in y_ and f_z in linear_. The size of z_i is |z_i| plus the dz_i whose
  /// effect h f_z dz_i on y has the size of y. With several roots the weights of y are not enough: the constraint may
  /// determine y whatever z is. The term |z_i| asks for no more digits than z_i has.
  void weigh_algebraic(const VectorX<Real>& x, VectorX<Real>& weight) {
    using std::abs;
    for (Eigen::Index j = 0; j < s_; ++j) {
      auto of_z = algebraic(weight).col(j);
      for (const MatrixX<Real>& f_z : linear_[static_cast<std::size_t>(j)].f_z)
        of_z += abs(h_) * f_z.cwiseAbs().transpose().lazyProduct(y_);
      of_z = (algebraic(x).col(j).array().abs() + of_z.array().inverse() + at_rest).inverse();
    }
  }

  void jacobian_at_start() {
    dae_->linearise(t0_, y0_, guess_, linear_[0]);
    for (std::size_t j = 1; j < linear_.size(); ++j) linear_[j] = linear_[0];
    assemble(J_);
  }

  void assemble(MatrixX<Real>& J) const {
    const Eigen::Index ends = (s_ + 1) * ny_;
    J.setZero();
    J.topLeftCorner(ends, ends).setIdentity();
    for (Eigen::Index j = 0; j <= s_; ++j) {
      const auto& at = linear_[static_cast<std::size_t>(j)];
      for (Eigen::Index i = 0; i < s_; ++i) J.block(ends + i * nz_, j * ny_, nz_, ny_) = T_.w(i, j) * at.g_y;
      for (Eigen::Index i = 0; i <= s_ && j < s_; ++i)
        for (std::size_t k = 0; k < T_.A.size(); ++k) {
          const Real a = h_ * T_.A[k](i, j);
          if (a == 0) continue;
          J.block(i * ny_, j * ny_, ny_, ny_) -= a * at.f_y[k];
          J.block(i * ny_, ends + j * nz_, ny_, nz_) -= a * at.f_z[k];
        }
    }
    if (!T_.first_is_data) return;
    J.middleRows(ends, nz_).setZero();
    J.block(ends, ends, nz_, nz_).setIdentity();
  }

  using Columns = MatrixX<Real>;
  auto differential(VectorX<Real>& x) const { return Eigen::Map<Columns>(x.data(), ny_, s_ + 1); }
  auto differential(const VectorX<Real>& x) const { return Eigen::Map<const Columns>(x.data(), ny_, s_ + 1); }
  auto algebraic(VectorX<Real>& x) const { return Eigen::Map<Columns>(x.data() + (s_ + 1) * ny_, nz_, s_); }
  auto algebraic(const VectorX<Real>& x) const { return Eigen::Map<const Columns>(x.data() + (s_ + 1) * ny_, nz_, s_); }
  Real time(Eigen::Index i) const { return t0_ + T_.c[i] * h_; }

  static constexpr Real at_rest = std::numeric_limits<Real>::min() / epsilon<Real>;  // size of 0: weights stay finite

  HessenbergCoefficients<Real> T_;
  std::unique_ptr<Hessenberg<Real>> dae_;
  IterationStart begins_;
  std::optional<RootBranch<Real>> branch_;
  const Eigen::Index s_ = T_.stages, ny_ = dae_->differential(), nz_ = dae_->algebraic();
  Real t0_ = 0, h_ = 0;
  VectorX<Real> y0_{ny_}, z0_{nz_}, guess_{nz_}, y_{ny_}, size_{ny_}, push_{ny_}, z_{nz_}, g_{nz_};
  std::vector<MatrixX<Real>> rates_ =
      std::vector<MatrixX<Real>>(static_cast<std::size_t>(s_), MatrixX<Real>::Zero(ny_, dae_->parts()));
  std::vector<HessenbergLinearisation<Real>> linear_ = std::vector<HessenbergLinearisation<Real>>(
      static_cast<std::size_t>(s_ + 1), HessenbergLinearisation<Real>(ny_, nz_, dae_->parts()));
  MatrixX<Real> J_ = MatrixX<Real>::Zero(size(), size());
  Lu<Real> lu_{size()};
  const VectorX<Real>* latest_ = nullptr;
};

}  // namespace nonholo
