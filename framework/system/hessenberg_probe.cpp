// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/hessenberg_probe.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/system/probe_parts.hpp>
#include <nonholo/framework/system/rank_watch.hpp>

#include <algorithm>
#include <limits>

namespace nonholo::detail {

namespace {

template <class Real> class HessenbergProbe final : public Probe<Real> {
  using Values = typename Probe<Real>::Values;

 public:
  HessenbergProbe(std::unique_ptr<Hessenberg<Real>> dae, std::unique_ptr<SkewGradient<Real>> conservative)
      : dae_(std::move(dae)),
        conservative_(std::move(conservative)),
        y_(dae_->differential()),
        z_(VectorX<Real>::Zero(dae_->algebraic())),
        g_(dae_->algebraic()),
        linear_(dae_->differential(), dae_->algebraic(), dae_->parts()),
        rates_(dae_->differential(), dae_->parts()),
        H_y_(dae_->differential()),
        rows_(dae_->algebraic()),
        rank_(dae_->algebraic(), dae_->differential()) {}

  Real energy(Real, Values y, Values) override {
    if (!conservative_) return std::numeric_limits<Real>::quiet_NaN();
    std::ranges::copy(y, y_.begin());
    return conservative_->energy(y_);
  }

  ConstraintResidual<Real> constraint(Real t, Values y, Values) override {
    load(t, y);
    if (!g_.allFinite()) {
      rows_.clear(g_.sum());
      return {g_.sum(), g_.sum()};
    }
    ConstraintResidual<Real> residual{g_.template lpNorm<Eigen::Infinity>(), 0};
    for (Eigen::Index i = 0; i < g_.size(); ++i)
      residual.scaled =
          std::max<Real>(residual.scaled, rows_.velocity(i, g_[i], linear_.g_y.row(i).norm() * y_.norm()));
    return residual;
  }

  RowResiduals<Real> rows() const override { return rows_.view(); }

  bool rank_held() override { return rank_.holds(linear_.g_y); }
  bool rank_swings() const override { return rank_.swings(); }
  bool rank_turned() const override { return rank_.turned(); }
  Real rank_left() const override { return rank_.left(); }
  void rank_step_back() override { rank_.step_back(); }
  std::vector<Real> rank_memory() const override { return rank_.memory(); }
  void remember_rank(Values memory) override { rank_.remember(memory); }
  Real kinetic_energy(Real, Values, Values) override { return 0; }
  bool mass_definite(Real, Values, Values) override { return true; }

  Real rate_terms(Real t, Values y, Values z) override {
    using std::abs, std::sqrt;
    std::ranges::copy(z, z_.begin());
    load(t, y);
    if (!dae_->consistent(t, y_, z_)) return 0;
    dae_->linearise(t, y_, z_, linear_);
    dae_->rates(t, y_, z_, rates_);
    Real square = 0;
    for (Eigen::Index i = 0; i < y_.size(); ++i) {
      Real sum = rates_.row(i).cwiseAbs().sum();
      for (const MatrixX<Real>& f_z : linear_.f_z) sum += f_z.row(i).cwiseAbs().dot(z_.cwiseAbs());
      square += sum * sum;
    }
    return sqrt(square);
  }

  Real energy_terms(Values y) override {
    if (!conservative_) return 0;
    std::ranges::copy(y, y_.begin());
    conservative_->gradient(y_, H_y_);
    return H_y_.cwiseAbs().dot(y_.cwiseAbs());
  }

  /// In Euclidean norms, because the units of y are not known.
  std::optional<Violation<Real>> violated(Real t, Values y, Values) override {
    load(t, y);
    const VectorX<Real> no_noise = VectorX<Real>::Zero(g_.size());
    return worst_violation<Real>(g_, no_noise,
                                 [this](Eigen::Index i) { return Real(linear_.g_y.row(i).norm() * y_.norm()); });
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

  /// The two agree if each z agrees to nine digits, or else if they agree relative to the terms of g_y f = -g_t, row by
  /// row. A rate may itself be held at 0, and then has no terms to compare with.
  bool same_multipliers(Real t, Values y, Values, Values one, Values other) override {
    using std::abs;
    if (std::ranges::equal(one, other, [](const Real& x, const Real& z) {
          return abs(x - z) <= Real(printed) * std::max<Real>(abs(x), abs(z));
        }))
      return true;
    load(t, y);
    MatrixX<Real> f(y_.size(), dae_->parts());
    VectorX<Real> change = VectorX<Real>::Zero(y_.size()), size = change;
    for (const bool first : {true, false}) {
      std::ranges::copy(first ? one : other, z_.begin());
      dae_->rates(t, y_, z_, f);
      change += (first ? Real(1) : Real(-1)) * f.rowwise().sum();
      size += f.cwiseAbs().rowwise().sum();
    }
    for (Eigen::Index i = 0; i < g_.size(); ++i)
      if (!(abs(linear_.g_y.row(i).dot(change)) <= Real(printed) * linear_.g_y.row(i).cwiseAbs().dot(size)))
        return false;
    return true;
  }

  std::string driven_by(Real, Values, Values) override { return conservative_ ? "" : "a DAE has no energy"; }

  bool differs_at(Real t, Real other, Values y, Values) override {
    std::ranges::copy(y, y_.begin());
    VectorX<Real> z = VectorX<Real>::Zero(g_.size()), g = g_;
    dae_->consistent(t, y_, z);
    MatrixX<Real> f(y_.size(), dae_->parts()), f_other = f;
    dae_->rates(t, y_, z, f);
    dae_->rates(other, y_, z, f_other);
    dae_->constraint(t, y_, g);
    dae_->constraint(other, y_, g_);
    return !same(f.reshaped(), f_other.reshaped()) || !same(g, g_);
  }

  Real power(Real, Values, Values) override { return 0; }

  bool acceleration(Real, Values, Values, std::span<Real>) override { return false; }

  std::optional<Violation<Real>> misplaced(Real, Values, Values) override { return std::nullopt; }

  bool place(Real, std::span<Real>, Values) override { return true; }

  bool project(Real, Values, std::span<Real>) override { return true; }

 private:
  void load(Real t, Values y) {
    if (std::ssize(y) != y_.size()) refuse_size("y", y.size(), y_.size());
    std::ranges::copy(y, y_.begin());
    dae_->constraint(t, y_, g_);
    dae_->linearise(t, y_, z_, linear_);
  }

  std::unique_ptr<Hessenberg<Real>> dae_;
  std::unique_ptr<SkewGradient<Real>> conservative_;  // or none
  VectorX<Real> y_, z_, g_;
  HessenbergLinearisation<Real> linear_;
  MatrixX<Real> rates_;
  VectorX<Real> H_y_;
  ProbedRows<Real, dynamic> rows_;
  RankWatch<Real, dynamic, dynamic> rank_;
};

}  // namespace

template <class Real> std::unique_ptr<Probe<Real>> hessenberg_probe(const System<Real>& system) {
  return std::make_unique<HessenbergProbe<Real>>(system.hessenberg(),
                                                 system.traits().conservative ? system.skew_gradient() : nullptr);
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template std::unique_ptr<Probe<double>> hessenberg_probe(const System<double>&);
#else
template std::unique_ptr<Probe<quad>> hessenberg_probe(const System<quad>&);
#endif

}  // namespace nonholo::detail
