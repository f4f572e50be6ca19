// A method that stays where it was put, for what integrators and their observers do beside steps.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrator.hpp>

#include "toy_systems.hpp"

#include <vector>

namespace nonholo::test {

/// Counts its starts and steps, and can refuse a start; it has no multipliers to show.
class Still final : public Integrator<double> {
 public:
  explicit Still(System<double> system = System<double>(Flat{}), bool adaptive = false)
      : Integrator(std::move(system)),
        adaptive_(adaptive) {}

  int starts = 0, steps = 0;
  bool refuses = false;

  MethodTraits traits() const override { return {.adaptive = adaptive_}; }
  bool save(std::vector<double>& numbers) const override {
    for (const double x : {t_, q_[0], q_[1]}) put(numbers, x);
    return true;
  }
  void set_time(double t) override { t_ = t; }
  View<double> view() const override { return {t_, q_, v_, {}}; }
  void reverse() override {}

 private:
  void do_start(double t, Values q, Values v) override {
    if (refuses) throw UnsuitableSystem("another system", "is this one");
    ++starts;
    t_ = t;
    q_.assign(q.begin(), q.end());
    v_.assign(v.begin(), v.end());
  }
  StepReport do_step(double) override {
    ++steps;
    return {};
  }
  void do_restore(Values& numbers) override {
    for (double* x : {&t_, &q_[0], &q_[1]}) take(numbers, *x);
  }

  bool adaptive_;
  double t_ = 0;
  std::vector<double> q_, v_;
};

}  // namespace nonholo::test
