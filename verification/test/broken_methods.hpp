// Methods that break their word in one place each: a sound one behind a flaw, or behind claims that it does not keep.
// A flaw has the key of the check that finds it, and no other does; without one the method is sound.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

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

  void start(double t, Values q, Values v) override {
    sound_->start(t, q, v);
    steps_ = 0;
    touched_ = moved_ = false;
    show();
  }

  void move_to(double t, Values q, Values v) override {
    start(t, q, v);
    moved_ = true;
  }

  StepReport step(double h) override {
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
  auto sound = flaw == "constraint"         ? runge_kutta(particle, gauss, HessenbergForm::qv, {})
               : flaw == "reversible"       ? euler(particle)
               : flaw == "multiplier_order" ? spark(particle, gauss)
                                            : mclachlan_perlmutter(particle);
  Flawed method(flaw, std::move(sound), claims(flaw));
  return check_method(method, on_particle, 0.05, {.allocations = [&method] { return method.allocations(); }});
}

}  // namespace nonholo::test
