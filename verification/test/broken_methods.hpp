// Methods that break their word in one place each: a sound one behind a flaw, or behind claims that it does not keep.
// A flaw has the key of the check that finds it, and no other does; without one the method is sound.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/stage_integrator.hpp>
#include <nonholo/framework/system/probe.hpp>
#include <nonholo/methods/discrete_lagrangian/discrete_lagrangian.hpp>
#include <nonholo/methods/runge_kutta/hessenberg_runge_kutta.hpp>
#include <nonholo/methods/runge_kutta/spark.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>
#include <nonholo/verification/contract/check_method.hpp>

#include "broken_problems.hpp"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace nonholo::test {

/// Another integrator, but for one flaw.
class Flawed final : public Integrator<double> {
 public:
  Flawed(std::string_view flaw, std::unique_ptr<Integrator<double>> sound, std::optional<MethodTraits> claims = {})
      : Integrator(sound->system()),
        flaw_(flaw),
        sound_(std::move(sound)),
        claims_(claims.value_or(sound_->traits())) {}

  MethodTraits traits() const override { return claims_; }
  void set_time(double t) override { sound_->set_time(t); }

  void do_start(double t, Values q, Values v) override {
    sound_->start(t, q, v);
    steps_ = 0;
    touched_ = moved_ = false;
    show();
  }

  void do_move_to(double t, Values q, Values v) override {
    do_start(t, q, v);
    moved_ = true;
  }

  StepReport do_step(double h) override {
    touched_ = true;
    took_a_long_step_ = took_a_long_step_ || h > 5;
    StepReport report;
    if (flaw_ == "steps_succeed" && steps_ == 5) {
      report.outcome = Outcome::stage_solver_diverged;
    } else if (flaw_ == "fails_well" && h > 5) {
      sound_->step(0.01);
      report.outcome = Outcome::stage_solver_diverged;
    } else {
      report = sound_->step(h);
      if (report.outcome == Outcome::success) ++steps_;
    }
    if (flaw_ == "allocates") scratch_.emplace_back();
    show();
    return report;
  }

  View<double> view() const override {
    const View<double> true_one = sound_->view();
    return {flaw_ == "advances" ? 2 * true_one.t : true_one.t, true_one.q, v_, true_one.lambda_stage};
  }

  void reverse() override {
    touched_ = true;
    if (flaw_ != "reverse") sound_->reverse();
    show();
  }

  long allocations() const { return static_cast<long>(scratch_.size()); }

 private:
  /// The velocity to be seen: none before the first step, or one that depends on what ran before.
  void show() {
    v_.assign(sound_->view().v.begin(), sound_->view().v.end());
    if (flaw_ == "start_shown" && !touched_) v_.assign(v_.size(), 0);
    if (flaw_ == "moves" && steps_ > 0 && moved_) v_[0] += 1e-6;
    if (flaw_ == "repeats" && steps_ > 0 && took_a_long_step_) v_[0] += 1e-14;
  }

  std::string_view flaw_;
  std::unique_ptr<Integrator<double>> sound_;
  MethodTraits claims_;
  int steps_ = 0;
  bool touched_ = false, moved_ = false, took_a_long_step_ = false;
  std::vector<double> v_;
  std::vector<int> scratch_;
};

/// The implicit midpoint rule on the underlying ODE, a = v'(t + h/2, q + h/2 v_m, v_m), v_m = v + h/2 a, its end moved
/// onto the constraint; with a flaw in what its solver is told of the derivative.
class MidpointEquations final : public StepEquations<double> {
  using Vector = VectorX<double>;

 public:
  MidpointEquations(const System<double>& system, std::string_view flaw)
      : flaw_(flaw),
        probe_(make_probe(system)),
        n_(system.coordinates()) {}

  MethodTraits traits() const override { return {.order = 2, .keeps_constraint = true}; }
  int points() const override { return 1; }
  Eigen::Index multipliers() const override { return 0; }
  Eigen::Index size() const override { return n_; }

  void begin(const State& state, double h) override {
    t_ = state.t;
    h_ = h;
    q_ = state.q;
    v_ = state.v;
  }
  void first_guess(Vector& a) override { a = acceleration(t_, q_, v_); }
  void residual(const Vector& a, Vector& F) override { F = equations(a); }
  void end(const Vector& a, State& next) override {
    next.q = q_ + h_ * (v_ + h_ / 2 * a);
    next.v = v_ + h_ * a;
    probe_->project(t_ + h_, values(next.q), {next.v.data(), static_cast<std::size_t>(n_)});
  }
  bool linearise() override { return true; }  // F' = 1 + O(h)
  void correct(const Vector& F, Vector& da) override { da = (flaw_ == "correct" ? -0.3 : -1) * F; }
  void jacobian(const Vector& a, MatrixX<double>& J) override {
    for (Eigen::Index j = 0; j < n_; ++j) {
      const Vector e = 1e-5 * Vector::Unit(n_, j);
      J.col(j) = (equations(a + e) - equations(a - e)) / 2e-5;
    }
    if (flaw_ == "jacobian") J(0, 0) += 1e-3;
  }
  void weights(const Vector& a, Vector& weight) override { weight.setConstant(1 / (1 + a.norm())); }

 private:
  Vector acceleration(double t, const Vector& q, const Vector& v) {
    Vector a(n_);
    if (!probe_->acceleration(t, values(q), values(v), {a.data(), static_cast<std::size_t>(n_)}))
      a.setConstant(std::nan(""));
    return a;
  }
  Vector equations(const Vector& a) {
    const Vector v = v_ + h_ / 2 * a, q = q_ + h_ / 2 * v;
    return a - acceleration(t_ + h_ / 2, q, v);
  }

  std::string_view flaw_;
  std::unique_ptr<Probe<double>> probe_;
  Eigen::Index n_;
  double t_ = 0, h_ = 0;
  Vector q_, v_;
};

/// What is claimed in the place of the truth; nothing where the truth is told.
inline std::optional<MethodTraits> claims(std::string_view flaw) {
  using Traits = MethodTraits;
  if (flaw == "constraint") return Traits{.keeps_constraint = true};
  if (flaw == "energy") return Traits{.keeps_energy = true};
  if (flaw == "symmetric") return Traits{.symmetric = true};
  if (flaw == "reversible") return Traits{.reversible = true};
  if (flaw == "order") return Traits{.order = 3};
  if (flaw == "position_order") return Traits{.order = 2, .position_order = 3};
  if (flaw == "multiplier_order") return Traits{.order = 4, .multiplier_order = 3};
  // what claims to be reversible can do without neither
  if (flaw == "reverse" || flaw == "start_shown") return Traits{};
  return std::nullopt;
}

/// What is said of a method with that flaw; of a sound one where there is no such flaw.
inline ContractReport report_of_broken_method(std::string_view flaw) {
  const System<double> particle(Particle{}), driven(Driven{});
  const auto euler = [](const System<double>& on) { return spark(on, tableaus::symplectic_euler_1(1)); };
  const auto gauss = tableaus::gauss(2);
  if (flaw == "adjoint") return {"adjoint", {check_adjoint(*euler(particle), *euler(particle), on_particle, 0.05)}};
  if (flaw == "symmetric") {  // a system that is not its own mirror image in time
    Flawed method(flaw, euler(driven), claims(flaw));
    return check_method(method, on_driven, 0.05);
  }
  if (flaw == "jacobian" || flaw == "correct" || flaw == "stage equations") {
    const auto method = stage_integrator<double>(particle, std::make_unique<MidpointEquations>(particle, flaw),
                                                 SolverOptions<double>{});
    return check_method(*method, on_particle, 0.05);
  }
  auto sound = flaw == "constraint"         ? runge_kutta(particle, gauss, HessenbergForm::qv, {})
               : flaw == "reversible"       ? euler(particle)
               : flaw == "multiplier_order" ? spark(particle, gauss)
                                            : mclachlan_perlmutter(particle);
  Flawed method(flaw, std::move(sound), claims(flaw));
  return check_method(method, on_particle, 0.05, {.allocations = [&method] { return method.allocations(); }});
}

}  // namespace nonholo::test
