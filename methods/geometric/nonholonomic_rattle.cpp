// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/geometric/nonholonomic_rattle.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/base/lu.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/system/definite_mass.hpp>
#include <nonholo/framework/system/probe.hpp>
#include <nonholo/methods/geometric/momentum_projection.hpp>
#include <nonholo/methods/geometric/node_integrator.hpp>
#include <nonholo/methods/geometric/rattle_moves.hpp>

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <utility>

namespace nonholo {

namespace {

/// RATTLE and SHAKE: constant mass, forces that depend on q alone. Constraints on positions are held as Andersen (1983)
/// and Ryckaert, Ciccotti & Berendsen (1977) do, those on velocities as Ferraro et al. do.
template <class Real, int n, int m, bool shake> class ShakeRattle final : public NodeIntegrator<Real, n, m> {
  using Base = NodeIntegrator<Real, n, m>;
  using Base::dynamics_, Base::lambda_, Base::m_, Base::n_, Base::next_lambda_, Base::next_q_, Base::next_v_;
  using Base::q_, Base::start_, Base::t_, Base::v_;
  using typename Base::Q, typename Base::Values;

 public:
  using Base::Base;

  MethodTraits traits() const override {
    return {.order = 2,
            .multiplier_order = start_ == MultiplierStart::zero ? 0
                                : holonomic_ > 0                ? 1
                                                                : 2,
            .symmetric = true,
            .reversible = true,
            .keeps_constraint = true,
            .one_step = false};
  }

  void reverse() override {
    Base::reverse();
    h_ = 0;
  }

 private:
  void do_start(Real t, Values q, Values v) override {
    Base::do_start(t, q, v);
    h_ = 0;
  }

  StepReport do_step(Real h) override {
    if (!accelerate()) return {.outcome = why_unsolved(this->system(), t_, values(q_), values(v_))};
    // q_(k+1) - 2 q_k + q_(k-1), divided by h
    if (shake && h_ == h) next_w_ = w_ + h * acceleration_;
    else next_w_ = v_ + (h / 2) * acceleration_;  // p_(1/2), divided by M
    next_q_ = q_ + h * next_w_;
    if (const Outcome held = hold_positions(h); held != Outcome::success) return {.outcome = held};
    if (!finish(t_ + h, h)) return {.outcome = why_unsolved(this->system(), t_ + h, values(next_q_), values(next_w_))};
    this->advance(h);
    w_ = next_w_;
    h_ = h;
    return {.outcome = Outcome::success, .evaluations = 1};
  }

  /// acceleration_ = M^-1 (f + A^T lambda) at the state: the reactions of constraints on positions follow from g = 0 at
  /// the end of the step.
  bool accelerate() {
    dynamics_.force(t_, q_, v_, acceleration_);
    dynamics_.constraint(t_, q_, v_, k_, K_);
    carried_ = lambda_;
    carried_.head(holonomic_).setZero();
    acceleration_.noalias() += K_.transpose() * carried_;
    return projection_.velocity(t_, q_, acceleration_);
  }

  /// next_w_ along M^-1 g_q(q)^T until g(q + h next_w_) = 0: Newton's method.
  Outcome hold_positions(Real h) {
    constexpr int most_iterations = 50;
    constexpr double noise = 64;  // steps of so many epsilon that fall no longer are round-off of g
    if (holonomic_ == 0) return Outcome::success;
    for (Eigen::Index b = 0; b < holonomic_; ++b) {
      kick_ = K_.row(b).transpose();
      if (!projection_.velocity(t_, q_, kick_)) return why_unsolved(this->system(), t_, values(q_), values(v_));
      kicks_.col(b) = kick_;
    }
    Real last = 0;
    for (int i = 0; i < most_iterations; ++i) {
      dynamics_.position_constraint(t_ + h, next_q_, k_);
      dynamics_.constraint(t_ + h, next_q_, next_w_, slope_, K_);
      schur_ = h * K_.topRows(holonomic_).lazyProduct(kicks_);
      off_ = k_.head(holonomic_);
      lu_.compute(schur_);
      lu_.solve(off_, push_);
      kick_ = kicks_.lazyProduct(push_);
      if (!kick_.allFinite()) return Outcome::stage_solver_diverged;
      next_w_ -= kick_;
      next_q_ = q_ + h * next_w_;
      using std::abs;
      const Real size = abs(h) * kick_.norm(), unit = epsilon<Real> * (q_.norm() + abs(h) * next_w_.norm());
      if (size <= unit || (i > 0 && size > last / 2 && size <= Real(noise) * unit)) return Outcome::success;
      last = size;
    }
    return Outcome::stage_solver_stagnated;
  }

  /// next_v_ = next_w_ + h/2 M^-1 (f + K^T lambda) at next_q_, with the lambda that puts it on the constraint.
  bool finish(Real t1, Real h) {
    dynamics_.force(t1, next_q_, next_w_, acceleration_);
    dynamics_.momentum(t1, next_q_, next_w_, next_v_);
    acceleration_ = next_v_ + (h / 2) * acceleration_;
    return projection_.onto_constraint(t1, h / 2, next_q_, acceleration_, next_v_, next_lambda_);
  }

  Q w_ = Q::Zero(n_);  // SHAKE: (q_k - q_(k-1))/h
  Real h_ = 0;         // of w_; 0: no node before this one
  MomentumProjection<Real, n, m> projection_{dynamics_};
  Q acceleration_{n_}, next_w_{n_};
  Vector<Real, m> k_{m_};
  Matrix<Real, m, n> K_{m_, n_};
  // of constraints on positions
  const Eigen::Index holonomic_ = dynamics_.traits().holonomic;
  Vector<Real, m> carried_{m_}, slope_{m_};
  Q kick_{n_};
  Matrix<Real, n, dynamic> kicks_{n_, holonomic_};
  MatrixX<Real> schur_{holonomic_, holonomic_};
  VectorX<Real> off_{holonomic_}, push_{holonomic_};
  Lu<Real> lu_{holonomic_};
};

template <class Real, int n, int m> using Rattle = ShakeRattle<Real, n, m, false>;
template <class Real, int n, int m> using Shake = ShakeRattle<Real, n, m, true>;

/// Which of mass, force and time these methods refuse, as far as states picked at random tell.
template <class Real> std::string what_varies(const System<Real>& system) {
  const DynamicsTraits traits = system.traits();
  if (!traits.constant_mass)
    return added_mass(system).size() > 0 ? "a singular mass, completed by constraints that depend on q (M + A^T C A)"
                                         : "a mass that depends on q or t";
  if (!traits.ideal) return "a reaction of its own instead of K^T lambda";
  const auto probe = make_probe(system);
  VectorX<Real> q(system.coordinates()), v(system.coordinates());
  for (int number = 1; number <= 8; ++number) {
    for (Eigen::Index i = 0; i < q.size(); ++i) {
      q[i] = Real(std::sin(number + 1.7 * static_cast<double>(i)));
      v[i] = Real(std::cos(2 * number + 1.3 * static_cast<double>(i)));
    }
    if (std::string found = probe->driven_by(Real(number), values(q), values(v)); !found.empty()) return found;
  }
  return "a force, an offset of the constraints or a time";
}

template <template <class, int, int> class Form, class Real>
std::unique_ptr<Integrator<Real>> constant_mass_form(const System<Real>& system, KickDriftMethod<Real> moves,
                                                     MultiplierStart start, const SolverOptions<Real>& options) {
  if (auto fused = kick_drift_integrator(system, std::move(moves), options)) return fused;
  auto integrator = node_integrator<Form>(system, start);  // tells first of systems that are not mechanical
  const DynamicsTraits& traits = system.traits();
  const bool gni_takes_it = traits.natural && traits.ideal && traits.linear_constraint && traits.holonomic == 0;
  want_natural(traits);  // v is M^-1 p, and one projection puts p on a constraint that is affine in it
  want_linear_constraint(traits);
  if (!traits.constant_mass || !traits.conservative)
    throw UnsuitableSystem("a system of constant mass whose forces, and constraints, depend on q alone",
                           fmt::format("has {}, which {} takes", what_varies(system), gni_takes_it ? "gni" : "spark"));
  return integrator;
}

}  // namespace

template <class Real> std::unique_ptr<Integrator<Real>> nonholonomic_rattle(const System<Real>& system,
                                                                            MultiplierStart start,
                                                                            const SolverOptions<Real>& options) {
  return constant_mass_form<Rattle>(system, rattle_moves<Real>(start), start, options);
}

template <class Real> std::unique_ptr<Integrator<Real>> nonholonomic_shake(const System<Real>& system,
                                                                           MultiplierStart start,
                                                                           const SolverOptions<Real>& options) {
  return constant_mass_form<Shake>(system, shake_moves<Real>(start), start, options);
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template std::unique_ptr<Integrator<double>> nonholonomic_rattle(const System<double>&, MultiplierStart,
                                                                 const SolverOptions<double>&);
template std::unique_ptr<Integrator<double>> nonholonomic_shake(const System<double>&, MultiplierStart,
                                                                const SolverOptions<double>&);
#else
template std::unique_ptr<Integrator<quad>> nonholonomic_rattle(const System<quad>&, MultiplierStart,
                                                               const SolverOptions<quad>&);
template std::unique_ptr<Integrator<quad>> nonholonomic_shake(const System<quad>&, MultiplierStart,
                                                              const SolverOptions<quad>&);
#endif

}  // namespace nonholo
