// A method that stays where it was put, for what integrators and their observers do beside steps.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrator.hpp>

#include "toy_systems.hpp"

#include <vector>

namespace nonholo::test {

/// Counts its starts, and looks at them where it `admits`; it has no multipliers to show.
class Still final : public Integrator<double> {
 public:
  explicit Still(System<double> system = System<double>(Flat{})) : Integrator(std::move(system)) {}

  int starts = 0;
  bool admits = false;

  MethodTraits traits() const override { return {}; }
  using Integrator::started;
  void start(double t, Values q, Values v) override {
    if (admits) admit(q, v);
    ++starts;
    t_ = t;
    q_.assign(q.begin(), q.end());
  }
  StepReport step(double) override { return {}; }
  void set_time(double t) override { t_ = t; }
  View<double> view() const override { return {t_, q_, {}, {}}; }
  void reverse() override {}

 private:
  double t_ = 0;
  std::vector<double> q_;
};

}  // namespace nonholo::test
