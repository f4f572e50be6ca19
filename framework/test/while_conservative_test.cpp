// Methods for conservative systems on systems that could be driven: they run until something drives.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/framework/run/while_conservative.hpp>

#include "catch.hpp"
#include "toy_systems.hpp"

#include <algorithm>
#include <memory>
#include <vector>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

/// Velocities grow by 1 in a step, along the constraint of Drivable.
class Faster final : public Integrator<double> {
 public:
  using Integrator::Integrator;

  MethodTraits traits() const override { return {.order = 1, .keeps_energy = true}; }
  void do_start(double t, Values q, Values v) override {
    t_ = t;
    q_.assign(q.begin(), q.end());
    v_.assign(v.begin(), v.end());
  }
  StepReport do_step(double h) override {
    t_ += h;
    v_[0] += 1;
    return {};
  }
  std::string remark() const override { return "its own"; }
  void set_time(double t) override { t_ = t; }
  View<double> view() const override { return {t_, q_, v_, {}}; }
  void reverse() override { v_[0] = -v_[0]; }

 private:
  double t_ = 0;
  std::vector<double> q_, v_;
};

/// Whose steps fail.
class Stuck final : public Integrator<double> {
 public:
  using Integrator::Integrator;

  MethodTraits traits() const override { return {.order = 1, .keeps_energy = true}; }
  void do_start(double, Values, Values) override {}
  StepReport do_step(double) override { return {.outcome = Outcome::stage_solver_stagnated}; }
  void set_time(double) override {}
  View<double> view() const override { return {0, q_, q_, {}}; }
  void reverse() override {}

 private:
  std::vector<double> q_{0, 0, 0};
};

/// Pushed, but not at multiples of a quarter.
struct Pulsing : Drivable {
  template <class S> Vector<S, 3> force(const S& t, const Vector<S, 3>&, const Vector<S, 3>&) const {
    return Vector<S, 3>(S(t * (t - 0.25) * (t - 0.5) * (t - 0.75) * (t - 1)), S(0), S(0));
  }
};

auto watched(const Drivable& problem) { return while_conservative<double>(std::make_unique<Faster>(System(problem))); }

const Start<double> at_rest{Vector<double, 3>(0, 0, 0), Vector<double, 3>(0, 0, 0)};
const TimeSpan<double> four = TimeSpan<double>::fixed(0, 0.25, 4);

}  // namespace

TEST_CASE("Where the type says that the system is conservative there is nothing to watch") {
  auto integrator = std::make_unique<Faster>(System(Flat{}));
  const Integrator<double>* const own = integrator.get();
  CHECK(while_conservative<double>(std::move(integrator)).get() == own);
}

TEST_CASE("A system that nothing drives runs to the end, whatever its type could do") {
  const auto method = watched({});
  const auto run = integrate(*method, at_rest, four);
  CHECK(run.outcome == Outcome::success);
  CHECK(run.end.v[0] == 4);
  CHECK(method->traits().keeps_energy);
  CHECK(method->remark() == "its own");
}

TEST_CASE("A step that ends where a force acts is not taken, and the failure names the force and t") {
  const auto run = integrate(*watched({.damping = 0.5}), at_rest, four);
  CHECK(run.outcome == Outcome::not_conservative);
  CHECK(run.steps == 0);
  CHECK(run.end.v == at_rest.v);
  CHECK_THAT(run.failure("it"), Contains("failed at t = 0,") && Contains("an external force, F[0] = -0.5") &&
                                    Contains("Try: a method that does not keep the energy"));
  CHECK(integrate(*watched({.swing = 0.5}), at_rest, four).outcome == Outcome::not_conservative);
}

TEST_CASE("A drive that vanishes at the ends of all steps is seen between") {
  const auto run = integrate(*while_conservative<double>(std::make_unique<Faster>(System(Pulsing{}))), at_rest, four);
  CHECK(run.outcome == Outcome::not_conservative);
  CHECK(run.steps == 0);
}

TEST_CASE("A step that fails where a force would act is told as driven, another as what it is") {
  const auto outcome = [](const Drivable& problem) {
    return integrate(*while_conservative<double>(std::make_unique<Stuck>(System(problem))), at_rest, four).outcome;
  };
  CHECK(outcome({.swing = 0.5}) == Outcome::not_conservative);
  CHECK(outcome({}) == Outcome::stage_solver_stagnated);
}

TEST_CASE("A start that is driven is refused") {
  const Start<double> moving{Vector<double, 3>(0, 0, 0), Vector<double, 3>(1, 0, 0)};
  CHECK_THROWS_AS(integrate(*watched({.damping = 0.5}), moving, four), UnsuitableSystem);
}
