// Boost.odeint on the underlying ODE: the right equations, every accepted step, t_end exactly, and the drift.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/adapters/ida.hpp>
#include <nonholo/adapters/odeint.hpp>
#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/framework/system/probe.hpp>

#include "baseline_test.hpp"
#include "catch.hpp"
#include "constrained_systems.hpp"

#include <functional>
#include <limits>
#include <vector>

using namespace nonholo;
using namespace nonholo::test;

namespace {

/// A rolling disk whose rolling angle is sprung: theta = sin(w t)/w with w^2 (1 + R^2) = 1 from theta = 0 at unit rate,
/// R = 1/2.
struct Sprung : Rolling {
  template <class S> S potential(const Vector<S, 4>& q) const { return q[3] * q[3] / 2; }
};

double sprung_error(Integrator<double>& integrator, double t) {
  watch(integrator, rolling_start(), 0, t);
  const double w = std::sqrt(0.8), fast = 2 + w, slow = 2 - w;  // x' = R cos(2 t) cos(w t), y' = R sin(2 t) cos(w t)
  const Eigen::Vector4d exact((std::sin(fast * t) / fast + std::sin(slow * t) / slow) / 4,
                              ((1 - std::cos(fast * t)) / fast + (1 - std::cos(slow * t)) / slow) / 4, 2 * t,
                              std::sin(w * t) / w);
  return (Eigen::Map<const Eigen::Vector4d>(integrator.view().q.data()) - exact).norm();
}

}  // namespace

TEST_CASE("dopri5 on the underlying ODE converges to the exact rolling disk as its tolerance tightens") {
  double last = 1;
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
    const double error = rolling_error(*odeint_dopri5(System<double>{Rolling{}}, {tolerance, tolerance}), 5);
    CHECK(error < last / 5);
    CHECK(error < 1e2 * tolerance);
    last = error;
  }
}

TEST_CASE("odeint chooses its steps: they grow with the tolerance and number far fewer than 1 / tolerance") {
  const auto steps = [](double tolerance) {
    return watch(*odeint_dopri5(System<double>{Rolling{}}, {tolerance, tolerance}), rolling_start(), 0, 10)
        .summary.steps;
  };
  CHECK(steps(1e-9) > steps(1e-5));
  CHECK(steps(1e-9) < 1000);  // the tolerances reach the error checker, not the limit on the step
}

TEST_CASE("fehlberg78 converges to the exact sprung disk as its tolerance tightens, in far fewer steps than dopri5") {
  double last = 1;
  for (const double tolerance : {1e-6, 1e-8, 1e-10, 1e-12}) {
    const double error = sprung_error(*odeint_fehlberg78(System<double>{Sprung{}}, {tolerance, tolerance}), 20);
    CHECK(error < last / 10);
    // the errors of x and y, quadratures, are not seen: what controls the steps is theta
    CHECK(error < 1e4 * tolerance);
    last = error;
  }
  const auto steps = [](auto method) {
    return watch(*method(System<double>{Sprung{}}, {1e-10, 1e-10}, {}), rolling_start(), 0, 20).summary.steps;
  };
  CHECK(steps(odeint_fehlberg78) < 100);  // the tolerances reach the error checker, not the limit on the step
  CHECK(5 * steps(odeint_fehlberg78) < steps(odeint_dopri5));
}

TEST_CASE(
    "fehlberg78 does not see the error of quadratures: on a disk that rolls freely its steps grow at any tolerance") {
  const auto integrator = odeint_fehlberg78(System<double>{Rolling{}}, {1e-12, 1e-12});
  CHECK(watch(*integrator, rolling_start(), 0, 1000).summary.steps < 20);
  CHECK(watch(*odeint_dopri5(System<double>{Rolling{}}, {1e-12, 1e-12}), rolling_start(), 0, 10).summary.steps > 500);
}

TEST_CASE("every accepted step of fehlberg78 is seen, of 13 stages each, and the last is t_end exactly") {
  const Seen seen = watch(*odeint_fehlberg78(System<double>{Sprung{}}, {1e-6, 1e-9}), rolling_start(), 0.3, 7.1);
  CHECK(seen.times_increase);
  CHECK(seen.last_time == 7.1);
  CHECK(seen.summary.evaluations == 13 * (seen.summary.steps + seen.summary.rejected));
}

TEST_CASE("every accepted step of odeint is seen, times increase, and the last is t_end exactly") {
  const Seen seen = watch(*odeint_dopri5(System<double>{Rolling{}}, {1e-6, 1e-9}), rolling_start(), 0.3, 7.1);
  CHECK(seen.times_increase);
  CHECK(seen.last_time == 7.1);
  CHECK(seen.summary.evaluations >= 6 * seen.summary.steps);
}

TEST_CASE("a step that the end of the span cuts short does not replace the step that was proposed") {
  for (const auto method : {odeint_dopri5, odeint_fehlberg78}) {
    const auto integrator = method(System<double>{Sprung{}}, {1e-6, 1e-9}, {});
    const auto reach = [&](double bound) {
      const double before = integrator->view().t;
      REQUIRE(integrator->step(bound).outcome == Outcome::success);
      return integrator->view().t - before;
    };
    const Start<double> start = rolling_start();
    integrator->start(0, values(start.q), values(start.v));
    double usual = 0;
    for (int i = 0; i < 10; ++i) usual = reach(100);
    CHECK(reach(1e-3 * usual) == Approx(1e-3 * usual).epsilon(1e-6));
    CHECK(reach(100) > 0.5 * usual);  // a stepper lets steps grow to five times their size, which is 0.005
  }
}

TEST_CASE("steps that no longer advance the time are an outcome, not an endless run") {
  Start<double> fast = rolling_start();
  fast.v *= 1e40;  // a turn takes 1e-40
  const Seen seen = watch(*odeint_dopri5(System<double>{Rolling{}}, {1e-6, 1e-9}), fast, 1, 2);
  CHECK(seen.summary.outcome == Outcome::step_size_too_small);
}

TEST_CASE("a trial step that leaves the numbers is rejected, and the state stays a number") {
  Start<double> fast = rolling_start();
  fast.v *= 1e76;
  for (const auto method : {odeint_dopri5, odeint_fehlberg78}) {
    const auto integrator = method(System<double>{Rolling{}}, {1e-2, 1e250}, {});  // whatever is finite is accepted
    integrator->start(0, values(fast.q), values(fast.v));
    for (int i = 0; i < 100; ++i) {
      integrator->step(1 - integrator->view().t);
      REQUIRE(state_is_finite(*integrator));
    }
  }
}

TEST_CASE("dopri5 drifts off the constraint") {
  const Seen seen = watch(*odeint_dopri5(System<double>{Rolling{}}, {1e-6, 1e-9}), rolling_start(), 0, 50);
  CHECK(seen.worst_constraint > 1e-11);
  CHECK(seen.worst_constraint < 1e-4);
}

namespace {

/// The spring of the rolling angle has a stiffness that somebody else sets.
struct SetFromOutside : Rolling {
  const double* stiffness;
  template <class S> S potential(const Vector<S, 4>& q) const { return S(*stiffness) * q[3] * q[3] / S(2); }
};

}  // namespace

TEST_CASE("after a change of an input each solver goes on as one that was started there") {
  double stiffness = 1;
  const System<double> system{SetFromOutside{.stiffness = &stiffness}};
  const Start<double> start = rolling_start();
  const Tolerances tolerances{1e-9, 1e-9};
  for (const auto& make : {std::function([&] { return odeint_dopri5(system, tolerances); }),
                           std::function([&] { return odeint_fehlberg78(system, tolerances); }),
                           std::function([&] { return ida_index1(system, tolerances); }),
                           std::function([&] { return ida_index2(system, tolerances); })}) {
    stiffness = 1;
    const auto going = make(), fresh = make();
    const auto go = [](Integrator<double>& method, double to) {
      while (method.view().t < to) REQUIRE(method.step(to - method.view().t).outcome == Outcome::success);
    };
    going->start(0, values(start.q), values(start.v));
    go(*going, 1);
    stiffness = 400;
    going->changed();
    const View<double> here = going->view();
    fresh->start(here.t, here.q, here.v);
    for (auto* method : {going.get(), fresh.get()}) go(*method, 1.2);
    for (std::size_t i = 0; i < 4; ++i) {
      CHECK(going->view().q[i] == Approx(fresh->view().q[i]).margin(1e-6));
      CHECK(going->view().v[i] == Approx(fresh->view().v[i]).margin(1e-5));
    }
  }
}

TEST_CASE("running back along the orbit returns to the start as far as the tolerance allows") {
  const auto integrator = odeint_dopri5(System<double>{Rolling{}}, {1e-10, 1e-10});
  watch(*integrator, rolling_start(), 0, 2);
  integrator->reverse();
  while (integrator->view().t < 4) REQUIRE(integrator->step(4 - integrator->view().t).outcome == Outcome::success);
  CHECK(integrator->view().q[0] == Approx(0).margin(1e-8));
  CHECK(integrator->view().q[2] == Approx(0).margin(1e-8));
}

TEST_CASE("with the multiplier eliminated the constraint drifts linearly, with it integrated quadratically") {
  const auto drift = [](OdeFormulation formulation, double t_end) {
    const auto integrator = odeint_dopri5(System<double>{Rolling{}}, {1e-6, 1e-9}, formulation);
    return watch(*integrator, rolling_start(), 0, t_end).worst_constraint;
  };
  using enum OdeFormulation;
  const double linear = drift(eliminated, 50), quadratic = drift(multiplier_integrated, 50);
  CHECK(drift(eliminated, 200) / linear == Approx(4).epsilon(0.1));
  CHECK(drift(multiplier_integrated, 200) / quadratic == Approx(16).epsilon(0.15));
  CHECK(quadratic > 10 * linear);
}

TEST_CASE("with the multiplier integrated both methods converge to the exact disk, and show their multiplier") {
  const OdeFormulation formulation = OdeFormulation::multiplier_integrated;
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
    const auto dopri5 = odeint_dopri5(System<double>{Rolling{}}, {tolerance, tolerance}, formulation);
    CHECK(rolling_error(*dopri5, 5) < 1e2 * tolerance);
    const View<double> end = dopri5->view();
    std::vector<double> lambda(2);
    REQUIRE(make_probe(dopri5->system())->multipliers(end.t, end.q, end.v, lambda));
    REQUIRE(end.lambda_stage.size() == 2);
    for (std::size_t i = 0; i < 2; ++i) CHECK(end.lambda_stage[i] == Approx(lambda[i]).margin(1e2 * tolerance));
    const auto fehlberg78 = odeint_fehlberg78(System<double>{Sprung{}}, {tolerance, tolerance}, formulation);
    CHECK(sprung_error(*fehlberg78, 5) < 1e4 * tolerance);
  }
  CHECK(odeint_dopri5(System<double>{Rolling{}}, {1e-6, 1e-6})->view().lambda_stage.empty());
}

TEST_CASE("a multiplier is not integrated where forces may depend on time, and the message says what to take") {
  const auto make = [] {
    return odeint_dopri5(System<double>{DraggedSleigh{}}, {1e-6, 1e-6}, OdeFormulation::multiplier_integrated);
  };
  CHECK_THROWS_AS(make(), UnsuitableSystem);
  CHECK_THROWS_WITH(make(), Catch::Contains("has forces or depends on time") && Catch::Contains("\"eliminated\""));
  CHECK_NOTHROW(odeint_dopri5(System<double>{DraggedSleigh{}}, {1e-6, 1e-6}));
}

TEST_CASE("odeint gives up on a state whose derivative is no number, instead of halving it for ever") {
  const auto dopri5 = odeint_dopri5(System<double>{Sprung{}}, {1e-6, 1e-6});
  // the velocities' squares overflow in the first estimate of a step, the disk's own numbers in the next
  for (const double size : {1e160, 1e300}) {
    dopri5->start(0, std::vector<double>{size, 0, size, size}, std::vector<double>{size, 0, 0, size});
    const StepReport report = dopri5->step(1);
    CAPTURE(size);
    CHECK((report.outcome == Outcome::success || report.outcome == Outcome::not_finite ||
           report.outcome == Outcome::step_size_too_small));
  }
  const double none = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_AS(dopri5->start(0, std::vector<double>{none, 0, 0, 0}, std::vector<double>{0, 0, 0, 0}), InputError);
}

TEST_CASE("odeint refuses, as IDA does, tolerances below the round-off of the state") {
  const auto dopri5 = odeint_dopri5(System<double>{Rolling{}}, {1e-20, 1e-20});
  CHECK(watch(*dopri5, rolling_start(), 0, 1).summary.outcome == Outcome::tolerance_too_tight);
  // an absolute tolerance is enough
  const auto absolute = odeint_dopri5(System<double>{Rolling{}}, {1e-20, 1e-8});
  CHECK(watch(*absolute, rolling_start(), 0, 1).summary.outcome == Outcome::success);
}

TEST_CASE("a step before the start is none") {
  CHECK(odeint_dopri5(System<double>{Rolling{}}, {1e-6, 1e-6})->step(1).outcome == Outcome::not_started);
  CHECK(ida_index1(System<double>{Rolling{}}, {1e-6, 1e-6})->step(1).outcome == Outcome::not_started);
}

TEST_CASE("a move to a state of another size is refused") {
  const System<double> system{Sprung{}};
  const auto method = odeint_dopri5(system, {1e-6, 1e-6});
  const std::vector<double> q(4), many(400);
  method->start(0, q, q);
  CHECK_THROWS_AS(method->move_to(0, many, many), InputError);
  CHECK_THROWS_AS(method->move_to(0, q, many), InputError);
}
