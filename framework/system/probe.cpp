// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/probe.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/faces/completed_mass.hpp>
#include <nonholo/framework/faces/rounded_positions.hpp>
#include <nonholo/framework/system/energy_sizes.hpp>
#include <nonholo/framework/system/hessenberg_probe.hpp>
#include <nonholo/framework/system/mass_metric.hpp>
#include <nonholo/framework/system/nearest_velocity.hpp>
#include <nonholo/framework/system/probe_parts.hpp>
#include <nonholo/framework/system/rank_watch.hpp>
#include <nonholo/framework/system/redundant_probe.hpp>
#include <nonholo/framework/system/saddle_point.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <string_view>

namespace nonholo {

namespace detail {

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
        K_(dynamics_->constraints(), dynamics_->coordinates()),
        X_(dynamics_->coordinates(), dynamics_->constraints()),
        metric_(*dynamics_),
        f_(dynamics_->coordinates()),
        F_(dynamics_->coordinates()),
        unit_(dynamics_->coordinates()),
        rows_(dynamics_->constraints()),
        rank_(dynamics_->constraints(), dynamics_->coordinates()) {}

  Real energy(Real t, Values q, Values v) override {
    load(q, v);
    return own_->energy(t, q_, v_);
  }

  ConstraintResidual<Real> constraint(Real t, Values q, Values v) override {
    load(q, v);
    t_ = t;
    dynamics_->constraint(t, q_, v_, k_, K_);
    const Real speed = v_.norm();
    if (!k_.allFinite() || !K_.allFinite() ||
        !v_.allFinite()) {  // maxima drop NaN, which would then look like a residual of 0
      const Real nan = std::numeric_limits<Real>::quiet_NaN();
      rows_.clear(nan);
      return {nan, nan};
    }
    ConstraintResidual<Real> residual{k_.template lpNorm<Eigen::Infinity>(), 0};
    for (Eigen::Index i = 0; i < k_.size(); ++i)
      residual.scaled = std::max<Real>(residual.scaled, rows_.velocity(i, k_[i], K_.row(i).norm() * speed));
    if (holonomic_ > 0) add_positions(t, residual);
    return residual;
  }

  RowResiduals<Real> rows() const override { return rows_.view(); }

  bool rank_held() override {
    if (!rank_.watches()) return true;
    measure_velocities();
    return rank_.holds(K_, unit_);
  }
  bool rank_swings() const override { return rank_.swings(); }
  bool rank_turned() const override { return rank_.turned(); }
  Real rank_left() const override { return rank_.left(); }
  void rank_step_back() override { rank_.step_back(); }
  std::vector<Real> rank_memory() const override { return rank_.memory(); }
  void remember_rank(Values memory) override { rank_.remember(memory); }

  Real kinetic_energy(Real t, Values q, Values v) override {
    load(q, v);
    own_->momentum(t, q_, v_, F_);
    return v_.dot(F_) / 2;
  }

  /// A constant mass was checked at the start and is not decomposed again.
  bool mass_definite(Real t, Values q, Values v) override {
    if (dynamics_->traits().constant_mass) return true;
    load(q, v);
    return metric_.compute(t, q_, v_);
  }

  std::optional<Violation<Real>> misplaced(Real t, Values q, Values v) override {
    load(q, v);
    if (holonomic_ == 0) return std::nullopt;
    using std::sqrt;
    Vector<Real, m> noise = k_, g = k_;
    fill_metric(t);
    dynamics_->position_constraint(t * last_digits, q_ * last_digits, noise);
    dynamics_->position_constraint(t, q_, g);
    noise = (noise - g).cwiseAbs();
    // All terms of a row may vanish. So an allowance relative to |q| as a whole is added, far below the round-off of q.
    const Real digits = Real(1e4) * epsilon<Real> * epsilon<Real> * sqrt(metric_.square(q_));
    for (Eigen::Index i = 0; i < g.size(); ++i) noise[i] += digits * sqrt(Real(K_.row(i) * X_.col(i)));
    add_rounding(t, q, noise);
    return worst_violation<Real>(g, noise, [&](Eigen::Index i) { return position_terms(i); });
  }

  std::optional<Violation<Real>> violated(Real t, Values q, Values v) override {
    using std::sqrt;
    load(q, v);
    Vector<Real, m> noise = k_;
    dynamics_->constraint(t * last_digits, q_ * last_digits, v_, noise, K_);
    fill_metric(t);
    noise -= k_;
    const Real speed = sqrt(metric_.square(v_));
    return worst_violation<Real>(k_, noise,
                                 [&](Eigen::Index i) { return Real(sqrt(Real(K_.row(i) * X_.col(i))) * speed); });
  }

  Regularity regularity(Real t, Values q, Values v) override {
    load(q, v);
    metric_.compute(t, q_, v_);
    dynamics_->constraint(t, q_, v_, k_, K_);
    const MatrixX<double> K = K_.template cast<double>();
    if (metric_.is_sparse()) return regularity_of_sparse(metric_.sparse().template cast<double>(), K);
    return regularity_of(metric_.dense().template cast<double>(), K);
  }

  bool surely_regular() const override { return saddle_.surely_regular(); }

  bool multipliers(Real t, Values q, Values v, std::span<Real> lambda) override {
    load(q, v);
    if (!saddle_.solve(t, q_, v_)) return false;
    std::ranges::copy(saddle_.multipliers(), lambda.begin());
    return true;
  }

  /// Compares K p_v^-1 K^T times the difference of the multipliers with the terms of K a = -k_dot, row by row. A
  /// velocity counts with the size that the kinetic energy allows it, for it may vanish by chance.
  bool same_multipliers(Real t, Values q, Values v, Values one, Values other) override {
    using std::abs, std::sqrt;
    load(q, v);
    if (!saddle_.solve(t, q_, v_)) return false;
    fill_metric(t);
    const Real twice_kinetic = metric_.square(v_);
    const Real inertia = sqrt(metric_.square(saddle_.acceleration()));
    Matrix<Real, m, n> k_q = K_;
    dynamics_->constraint_gradient(t, q_, v_, k_q);
    for (Eigen::Index i = 0; i < k_.size(); ++i) {
      Real off = 0, size = sqrt(Real(K_.row(i) * X_.col(i))) * inertia;
      for (Eigen::Index j = 0; j < q_.size(); ++j)
        size += abs(k_q(i, j)) * allowed_velocity<Real>(twice_kinetic, metric_.entry(j));
      for (Eigen::Index j = 0; j < k_.size(); ++j) {
        const Real S = K_.row(i) * X_.col(j);
        const auto at = static_cast<std::size_t>(j);
        off += S * (one[at] - other[at]);
        size += abs(S) * (abs(one[at]) + abs(other[at]));
      }
      if (!(abs(off) <= Real(printed) * size)) return false;
    }
    return true;
  }

  std::string driven_by(Real t, Values q, Values v) override {
    if (dynamics_->traits().conservative) return {};
    load(q, v);
    dynamics_->force(t, q_, v_, f_);
    dynamics_->external_force(t, q_, v_, F_);
    for (Eigen::Index i = 0; i < F_.size(); ++i)
      if (!is_round_off<Real>(F_[i], f_[i]))
        return fmt::format("an external force, F[{}] = {:.3g}", i, static_cast<double>(F_[i]));
    dynamics_->constraint(t, q_, v_, k_, K_);
    for (Eigen::Index i = 0; i < k_.size(); ++i)
      if (const Real b = offset(i); b != 0)
        return fmt::format("an offset of the constraint, b[{}] = {:.3g}", i, static_cast<double>(b));
    if (!dynamics_->traits().ideal) {
      const auto power = static_cast<double>(power_of_own_reaction(t));
      if (power != 0) return fmt::format("a reaction that is not workless, r . v = {:.3g}", power);
    }
    const std::string_view depends = changed_since(0, t);
    return depends.empty() ? std::string() : fmt::format("{} that depends on time", depends);
  }

  bool differs_at(Real t, Real other, Values q, Values v) override {
    if (dynamics_->traits().conservative) return false;
    load(q, v);
    dynamics_->force(t, q_, v_, f_);
    dynamics_->constraint(t, q_, v_, k_, K_);
    const Vector<Real, m> k = k_;
    return !changed_since(other, t).empty() || !same(k, k_) ||
           (!dynamics_->traits().ideal && reacts_otherwise(t, other));
  }

  /// For ideal constraints r . v = lambda . (K v) = -lambda . b where k = K v + b = 0: only offsets b do work.
  Real power(Real t, Values q, Values v) override {
    load(q, v);
    dynamics_->external_force(t, q_, v_, F_);
    Real power = F_.dot(v_) - dynamics_->lagrangian_rate(t, q_, v_);
    if (!dynamics_->traits().ideal) return power + power_of_own_reaction(t);
    dynamics_->constraint(t, q_, v_, k_, K_);
    bool solved = false;
    for (Eigen::Index i = 0; i < k_.size(); ++i) {
      const Real b = offset(i);
      if (b == 0) continue;
      if (!solved && !saddle_.solve(t, q_, v_)) return std::numeric_limits<Real>::quiet_NaN();
      solved = true;
      power -= saddle_.multipliers()[i] * b;
    }
    return power;
  }

  bool acceleration(Real t, Values q, Values v, std::span<Real> a) override {
    load(q, v);
    if (!saddle_.solve(t, q_, v_)) return false;
    std::ranges::copy(saddle_.acceleration(), a.begin());
    return true;
  }

  bool place(Real t, std::span<Real> q, Values v) override {
    load(q, v);
    if (!saddle_.place(t, q_, v_)) return false;
    std::ranges::copy(q_, q.begin());
    return true;
  }

  bool project(Real t, Values q, std::span<Real> v) override {
    load(q, v);
    const bool affine = dynamics_->traits().linear_constraint;
    if (!affine && !nearest_) nearest_.emplace(*dynamics_, saddle_);
    if (!(affine ? saddle_.project(t, q_, v_) : (*nearest_)(t, q_, v_))) return false;
    std::ranges::copy(v_, v.begin());
    return true;
  }

 private:
  static constexpr Real last_digits = 1 + 4 * epsilon<Real>;

  /// sum_j |g_q|_ij |q_j|, the size of the terms of g_i. K_ must be that of q_.
  Real position_terms(Eigen::Index i) const { return K_.row(i).cwiseAbs().dot(q_.cwiseAbs()); }

  /// The terms of g may be large where q is small, as lengths are: what is given as expressions knows them.
  void add_rounding(const Real& t, Values q, Vector<Real, m>& noise) const {
    const auto* const known = dynamic_cast<const RoundedPositions<Real>*>(own_.get());
    if (!known) return;
    const std::vector<Real> rounding = known->position_rounding(t, {q.begin(), q.end()});
    for (std::size_t i = 0; i < rounding.size(); ++i) noise[static_cast<Eigen::Index>(i)] += rounding[i];
  }

  void add_positions(Real t, ConstraintResidual<Real>& residual) {
    dynamics_->position_constraint(t, q_, k_);
    residual.position = k_.allFinite() ? k_.template lpNorm<Eigen::Infinity>() : std::numeric_limits<Real>::quiet_NaN();
    for (Eigen::Index i = 0; i < holonomic_; ++i)
      residual.scaled_position = std::max<Real>(
          residual.scaled_position, rows_.position(i, k_[i], position_terms(i), K_.row(i).norm() * q_.norm()));
  }

  void load(Values q, Values v) {
    if (std::ssize(q) != q_.size()) refuse_size("q", q.size(), q_.size());
    if (std::ssize(v) != v_.size()) refuse_size("v", v.size(), v_.size());
    std::ranges::copy(q, q_.begin());
    std::ranges::copy(v, v_.begin());
  }

  /// b_i of k = K v + b from k_, K_ and v_; 0 if it is round-off.
  Real offset(Eigen::Index i) const {
    const Real b = k_[i] - K_.row(i).dot(v_);
    return is_round_off<Real>(b, K_.row(i).cwiseAbs().dot(v_.cwiseAbs())) ? Real(0) : b;
  }

  /// r . v; 0 if it is round-off, NaN if the multipliers cannot be computed.
  Real power_of_own_reaction(Real t) {
    if (!saddle_.solve(t, q_, v_)) return std::numeric_limits<Real>::quiet_NaN();
    dynamics_->reaction(t, q_, v_, saddle_.multipliers(), F_, X_);
    const Real power = F_.dot(v_);
    return is_round_off<Real>(power, F_.cwiseAbs().dot(v_.cwiseAbs())) ? Real(0) : power;
  }

  /// Names what differs between the times `before` and t. Expects f_ and K_ of time t. If nothing differs, K_ and k_
  /// are those of `before` afterwards.
  std::string_view changed_since(Real before, Real t) {
    F_ = f_;
    dynamics_->force(before, q_, v_, f_);
    if (!same(F_, f_)) return "a force";
    dynamics_->momentum(t, q_, v_, F_);
    dynamics_->momentum(before, q_, v_, f_);
    if (!same(F_, f_)) return "a mass";
    if (!is_same<Real>(dynamics_->energy(t, q_, v_), dynamics_->energy(before, q_, v_))) return "an energy";
    X_ = K_.transpose();
    dynamics_->constraint(before, q_, v_, k_, K_);
    for (Eigen::Index i = 0; i < K_.rows(); ++i)
      for (Eigen::Index j = 0; j < K_.cols(); ++j)
        if (!is_same<Real>(X_(j, i), K_(i, j))) return "a constraint";
    return {};
  }

  /// Whether the reaction to multipliers of 1 differs between the two times.
  bool reacts_otherwise(Real t, Real other) {
    const Vector<Real, m> ones = Vector<Real, m>::Ones(k_.size());
    dynamics_->reaction(t, q_, v_, ones, F_, X_);
    dynamics_->reaction(other, q_, v_, ones, f_, X_);
    return !same(F_, f_);
  }

  /// Sets unit_ to the unit of each velocity in which its mass M_jj is 1 at the state of K_. The verdicts of the rank
  /// watch then do not depend on the units of the problem.
  void measure_velocities() {
    using std::sqrt;
    if (has_units_ && dynamics_->traits().constant_mass) return;
    has_units_ = true;
    metric_.compute(t_, q_, v_);
    for (Eigen::Index j = 0; j < unit_.size(); ++j) {
      const Real mass = metric_.entry(j);
      unit_[j] = mass > 0 ? 1 / sqrt(mass) : Real(1);
    }
  }

  /// Computes k_, K_, metric_ and X_ = p_v^-1 K^T at (t, q_, v_). If the mass is not positive definite, X_ is K^T.
  void fill_metric(Real t) {
    dynamics_->constraint(t, q_, v_, k_, K_);
    X_ = K_.transpose();
    if (metric_.compute(t, q_, v_)) metric_.solve_in_place(X_);
  }

  std::shared_ptr<const Dynamics<Real, n, m>> dynamics_, own_ = own_face<Real, n, m>(dynamics_);
  const Eigen::Index holonomic_ = dynamics_->traits().holonomic;
  SaddlePoint<Real, n, m> saddle_;
  std::optional<NearestVelocity<Real, n, m>> nearest_;  // of constraints nonlinear in v
  Vector<Real, n> q_, v_;
  Vector<Real, m> k_;
  Matrix<Real, m, n> K_;
  Matrix<Real, n, m> X_;
  MassMetric<Real, n, m> metric_;
  Vector<Real, n> f_, F_;
  Vector<Real, n> unit_;
  bool has_units_ = false;
  Real t_ = 0;  // of K_
  ProbedRows<Real, m> rows_;
  RankWatch<Real, n, m> rank_;
};

/// The probe of the rows that engines hold.
template <class Real> std::unique_ptr<Probe<Real>> mechanical_probe(const System<Real>& system) {
  return system.visit(
      []<int n, int m>(const std::shared_ptr<const Dynamics<Real, n, m>>& dynamics) -> std::unique_ptr<Probe<Real>> {
        return std::make_unique<MechanicalProbe<Real, n, m>>(dynamics);
      });
}

}  // namespace

}  // namespace detail

template <class Real> VectorX<Real> Probe<Real>::of_all_rows(Real, Values, Values, Values held) {
  return vector_of(held);
}

template <class Real> std::unique_ptr<Probe<Real>> make_probe(const System<Real>& system) {
  if (!system.held_rows().empty())
    return detail::redundant_probe(system, make_probe(system.with_all_rows()), detail::mechanical_probe(system));
  if (system.kind() != SystemKind::mechanical) return detail::hessenberg_probe(system);
  return detail::mechanical_probe(system);
}

template <class Real> Outcome why_unsolved(const System<Real>& system, std::type_identity_t<Real> t,
                                           std::type_identity_t<std::span<const Real>> q,
                                           std::type_identity_t<std::span<const Real>> v) {
  using std::isfinite;
  const auto probe = make_probe(system);
  const Regularity at = probe->regularity(t, q, v);
  if (!isfinite(at.mass_asymmetry)) return Outcome::not_finite;
  if (!at.mass_is_definite() || !at.constraints_are_independent()) return Outcome::singular_matrix;
  const ConstraintResidual<Real> residual = probe->constraint(t, q, v);
  VectorX<Real> a(system.velocities());
  const bool defined = isfinite(residual.absolute) && isfinite(residual.position) &&
                       (a.size() == 0 || probe->acceleration(t, q, v, {a.data(), static_cast<std::size_t>(a.size())}));
  return defined ? Outcome::stage_solver_diverged : Outcome::not_finite;
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template class Probe<double>;
template std::unique_ptr<Probe<double>> make_probe(const System<double>&);
template Outcome why_unsolved(const System<double>&, double, std::span<const double>, std::span<const double>);
#else
template class Probe<quad>;
template std::unique_ptr<Probe<quad>> make_probe(const System<quad>&);
template Outcome why_unsolved(const System<quad>&, quad, std::span<const quad>, std::span<const quad>);
#endif

}  // namespace nonholo
