// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/probe.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/system/saddle_point.hpp>

#include <algorithm>
#include <limits>

namespace nonholo {

namespace {

template <class Real, int n, int m> class MechanicalProbe final : public Probe<Real> {
  using Values = typename Probe<Real>::Values;

 public:
  explicit MechanicalProbe(std::shared_ptr<const Dynamics<Real, n, m>> dynamics)
      : dynamics_(std::move(dynamics)),
        saddle_(*dynamics_),
        q_(dynamics_->coordinates()),
        v_(dynamics_->coordinates()),
        k_(dynamics_->constraints()),
        K_(dynamics_->constraints(), dynamics_->coordinates()) {}

  Real energy(Real t, Values q, Values v) override {
    load(q, v);
    return dynamics_->energy(t, q_, v_);
  }

  ConstraintResidual<Real> constraint(Real t, Values q, Values v) override {
    load(q, v);
    dynamics_->constraint(t, q_, v_, k_, K_);
    const Real speed = v_.norm();
    if (!k_.allFinite() || !K_.allFinite() ||
        !v_.allFinite()) {  // maxima drop NaN: it must not look like a perfect score
      const Real nan = std::numeric_limits<Real>::quiet_NaN();
      return {nan, nan};
    }
    ConstraintResidual<Real> residual{k_.template lpNorm<Eigen::Infinity>(), 0};
    for (Eigen::Index i = 0; i < k_.size(); ++i) {
      using std::abs;
      const Real scale = K_.row(i).norm() * speed;
      if (scale > 0) residual.scaled = std::max<Real>(residual.scaled, abs(k_[i]) / scale);
    }
    return residual;
  }

  std::optional<Violation<Real>> violated(Real t, Values q, Values v) override {
    using std::abs;
    load(q, v);
    dynamics_->constraint(t, q_, v_, k_, K_);
    std::optional<Violation<Real>> worst;
    for (Eigen::Index i = 0; i < k_.size(); ++i) {
      const Real scale = K_.row(i).norm() * v_.norm();
      if (!(abs(k_[i]) <= Real(1e-12) * scale + Real(1e-14)) && (!worst || abs(k_[i]) > abs(worst->residual)))
        worst = {i, k_[i], k_[i] / scale};
    }
    return worst;
  }

  Regularity regularity(Real t, Values q, Values v) override {
    load(q, v);
    Matrix<Real, n, n> p_v(q_.size(), q_.size());
    dynamics_->mass(t, q_, v_, p_v);
    dynamics_->constraint(t, q_, v_, k_, K_);
    return regularity_of(p_v.template cast<double>(), K_.template cast<double>());
  }

  bool multipliers(Real t, Values q, Values v, std::span<Real> lambda) override {
    load(q, v);
    if (!saddle_.solve(t, q_, v_)) return false;
    std::ranges::copy(saddle_.multipliers(), lambda.begin());
    return true;
  }

  bool acceleration(Real t, Values q, Values v, std::span<Real> a) override {
    load(q, v);
    if (!saddle_.solve(t, q_, v_)) return false;
    std::ranges::copy(saddle_.acceleration(), a.begin());
    return true;
  }

  bool project(Real t, Values q, std::span<Real> v) override {
    load(q, v);
    if (!saddle_.project(t, q_, v_)) return false;
    std::ranges::copy(v_, v.begin());
    return true;
  }

 private:
  void load(Values q, Values v) {
    std::ranges::copy(q, q_.begin());
    std::ranges::copy(v, v_.begin());
  }

  std::shared_ptr<const Dynamics<Real, n, m>> dynamics_;
  SaddlePoint<Real, n, m> saddle_;
  Vector<Real, n> q_, v_;
  Vector<Real, m> k_;
  Matrix<Real, m, n> K_;
};

template <class Real> class HessenbergProbe final : public Probe<Real> {
  using Values = typename Probe<Real>::Values;

 public:
  HessenbergProbe(std::unique_ptr<Hessenberg<Real>> dae, std::unique_ptr<SkewGradient<Real>> conservative)
      : dae_(std::move(dae)),
        conservative_(std::move(conservative)),
        y_(dae_->differential()),
        z_(VectorX<Real>::Zero(dae_->algebraic())),
        g_(dae_->algebraic()),
        linear_(dae_->differential(), dae_->algebraic(), dae_->parts()) {}

  Real energy(Real, Values y, Values) override {
    if (!conservative_) return std::numeric_limits<Real>::quiet_NaN();
    std::ranges::copy(y, y_.begin());
    return conservative_->energy(y_);
  }

  ConstraintResidual<Real> constraint(Real t, Values y, Values) override {
    load(t, y);
    if (!g_.allFinite()) return {g_.sum(), g_.sum()};
    ConstraintResidual<Real> residual{g_.template lpNorm<Eigen::Infinity>(), 0};
    for (Eigen::Index i = 0; i < g_.size(); ++i) {
      using std::abs;
      if (const Real scale = linear_.g_y.row(i).norm() * y_.norm(); scale > 0)
        residual.scaled = std::max<Real>(residual.scaled, abs(g_[i]) / scale);
    }
    return residual;
  }

  std::optional<Violation<Real>> violated(Real t, Values y, Values) override {
    using std::abs;
    load(t, y);
    std::optional<Violation<Real>> worst;
    for (Eigen::Index i = 0; i < g_.size(); ++i) {
      const Real scale = linear_.g_y.row(i).norm() * y_.norm();
      if (!(abs(g_[i]) <= Real(1e-12) * scale + Real(1e-14)) && (!worst || abs(g_[i]) > abs(worst->residual)))
        worst = {i, g_[i], g_[i] / scale};
    }
    return worst;
  }

  Regularity regularity(Real t, Values y, Values) override {
    load(t, y);
    return regularity_of(MatrixX<double>::Identity(y_.size(), y_.size()), linear_.g_y.template cast<double>());
  }

  bool multipliers(Real t, Values y, Values, std::span<Real> z) override {
    std::ranges::copy(y, y_.begin());
    std::ranges::copy(z, z_.begin());
    if (!dae_->consistent(t, y_, z_)) return false;
    std::ranges::copy(z_, z.begin());
    return true;
  }

  bool acceleration(Real, Values, Values, std::span<Real>) override { return false; }

  bool project(Real, Values, std::span<Real>) override { return true; }

 private:
  void load(Real t, Values y) {
    std::ranges::copy(y, y_.begin());
    dae_->constraint(t, y_, g_);
    dae_->linearise(t, y_, z_, linear_);
  }

  std::unique_ptr<Hessenberg<Real>> dae_;
  std::unique_ptr<SkewGradient<Real>> conservative_;  // or none
  VectorX<Real> y_, z_, g_;
  HessenbergLinearisation<Real> linear_;
};

}  // namespace

template <class Real> std::unique_ptr<Probe<Real>> make_probe(const System<Real>& system) {
  if (system.kind() != SystemKind::mechanical)
    return std::make_unique<HessenbergProbe<Real>>(system.hessenberg(),
                                                   system.traits().conservative ? system.skew_gradient() : nullptr);
  return system.visit(
      []<int n, int m>(const std::shared_ptr<const Dynamics<Real, n, m>>& dynamics) -> std::unique_ptr<Probe<Real>> {
        return std::make_unique<MechanicalProbe<Real, n, m>>(dynamics);
      });
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template std::unique_ptr<Probe<double>> make_probe(const System<double>&);
#else
template std::unique_ptr<Probe<long double>> make_probe(const System<long double>&);
template std::unique_ptr<Probe<quad>> make_probe(const System<quad>&);
#endif

}  // namespace nonholo
