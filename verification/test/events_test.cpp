// Events of runs whose solution is known in closed form (events.hpp).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/run/events.hpp>
#include <nonholo/verification/method_choice.hpp>
#include <nonholo/verification/problem_choice.hpp>

#include "catch.hpp"

#include <cmath>
#include <numbers>
#include <vector>

using namespace nonholo;

namespace {

constexpr double pi = std::numbers::pi;

/// Skate on an inclined plane, Jay 2009, 8.2: theta = t, vx = sin(t) cos(t) g sin(beta).
struct Skate {
  ProblemChoice problem = problem_choice("skate_on_incline", "jay_8_2");
  std::unique_ptr<Integrator<double>> method =
      method_choice("spark", {{"tableau", std::string("gauss")}, {"stages", 5L}}).make(problem.system());
  AdmissibleStart<double> start = checked(problem.start(), method->system(), 0.0);
};

Event<double> heading(double angle, Crossing direction = Crossing::both, long terminal = 0) {
  return {[angle](const View<double>& x) { return x.q[2] - angle; }, direction, terminal};
}

double relative(double x, double exact) { return std::abs(x - exact) / exact; }

/// Times of the events of a run of the skate, and what the observer saw.
struct Seen {
  Integrated<double> run;
  std::vector<Occurrence<double>> events;
  std::vector<double> times;
};

Seen watched(std::vector<Event<double>> events, double h, long steps) {
  Skate skate;
  Seen seen;
  EventFinder<double> finder(std::move(events), [&](const Occurrence<double>& x) { seen.events.push_back(x); });
  seen.run = integrate(*skate.method, skate.start, TimeSpan<>::fixed(0, h, steps), finder,
                       [&](const Observation<double>& x) { seen.times.push_back(x.state.t); });
  return seen;
}

}  // namespace

TEST_CASE("An event is found to the last digits of its time, in a step of any length") {
  for (const double h : {0.3, 0.1, 0.01}) {
    const Seen seen = watched({heading(pi / 2)}, h, std::lround(3 / h));
    REQUIRE(seen.events.size() == 1);
    INFO("h = " << h);
    CHECK(relative(seen.events[0].t, pi / 2) < 1e-13);
    CHECK(seen.events[0].up);
    CHECK(std::abs(seen.events[0].q[2] - pi / 2) < 1e-14);
  }
}

TEST_CASE("A terminal event ends the run there, with the state of the event as its last") {
  const Seen seen = watched({heading(pi / 2, Crossing::up, 1)}, 0.1, 100);
  CHECK(seen.run.outcome == Outcome::event);
  CHECK(seen.run.steps == 16);
  CHECK(relative(seen.run.t, pi / 2) < 1e-13);
  CHECK(seen.run.end.t == seen.events.at(0).t);
  CHECK(seen.run.end.q == seen.events.at(0).q);
  REQUIRE(seen.times.size() == 17);
  CHECK(seen.times[15] == Approx(1.5));
  CHECK(seen.times[16] == seen.run.end.t);
}

TEST_CASE("A terminal event in the first steps ends the run though they wait for the ones after them") {
  const Seen seen = watched({heading(0.05, Crossing::up, 1)}, 0.1, 100);
  CHECK(seen.run.outcome == Outcome::event);
  CHECK(seen.run.steps == 1);
  CHECK(relative(seen.run.t, 0.05) < 1e-13);
  CHECK(seen.times == std::vector<double>{0, seen.run.end.t});
  const Seen shorter = watched({heading(0.05, Crossing::up, 1)}, 0.1, 1);
  CHECK(shorter.run.outcome == Outcome::event);
  CHECK(relative(shorter.run.t, 0.05) < 1e-9);  // two states are all that is known
}

TEST_CASE("The second event of a kind can end a run, and directions choose") {
  const Event<double> speed{[](const View<double>& x) { return x.v[0]; }, Crossing::both, 2};
  const Seen both = watched({speed}, 0.1, 100);
  REQUIRE(both.events.size() == 2);
  CHECK(relative(both.events[0].t, pi / 2) < 1e-13);
  CHECK(!both.events[0].up);
  CHECK(relative(both.events[1].t, pi) < 1e-13);
  const Seen up = watched({{speed.when, Crossing::up, 0}}, 0.1, 70);
  REQUIRE(up.events.size() == 2);
  CHECK(relative(up.events[0].t, pi) < 1e-13);
  CHECK(relative(up.events[1].t, 2 * pi) < 1e-13);
}

TEST_CASE("Several events in one step come in the order of time, and none after the one that ends the run") {
  const Seen all = watched({heading(1.58), heading(1.52), heading(1.55)}, 0.5, 6);
  REQUIRE(all.events.size() == 3);
  CHECK(all.events[0].event == 1);
  CHECK(all.events[1].event == 2);
  CHECK(all.events[2].event == 0);
  const Seen ended = watched({heading(1.58), heading(1.52), heading(1.55, Crossing::both, 1)}, 0.5, 6);
  REQUIRE(ended.events.size() == 2);
  CHECK(ended.events[1].event == 2);
}

TEST_CASE("A value that dips below 0 within a step gives two events") {
  // 1 - cos(theta - 1) - 1e-4 is negative for |theta - 1| < 0.01414...
  const double reach = std::acos(1 - 1e-4);
  const Event<double> dip{[](const View<double>& x) { return 1 - std::cos(x.q[2] - 1) - 1e-4; }};
  for (const double h : {0.3, 0.15}) {
    INFO("h = " << h);
    const Seen seen = watched({dip}, h, std::lround(3 / h));
    REQUIRE(seen.events.size() == 2);
    CHECK(relative(seen.events[0].t, 1 - reach) < 1e-12);
    CHECK(relative(seen.events[1].t, 1 + reach) < 1e-12);
    CHECK(!seen.events[0].up);
    CHECK(seen.events[1].up);
  }
}

TEST_CASE("A zero at the start is no event, one at a step is one") {
  CHECK(watched({heading(0)}, 0.1, 10).events.empty());
  const Seen at_step = watched({{[](const View<double>& x) { return x.t - 0.5; }}}, 0.25, 4);
  REQUIRE(at_step.events.size() == 1);
  CHECK(at_step.events[0].t == 0.5);
}

TEST_CASE("A run with events takes the steps of the run without") {
  Skate skate;
  const auto plain = integrate(*skate.method, skate.start, TimeSpan<>::fixed(0, 0.1, 30), [](const auto&) {});
  const Seen seen = watched({heading(pi / 2), {[](const View<double>& x) { return x.v[0]; }}}, 0.1, 30);
  CHECK(seen.run.end.q == plain.end.q);
  CHECK(seen.run.end.v == plain.end.v);
  CHECK(seen.run.outcome == Outcome::success);
  CHECK(seen.times.size() == 31);
}

TEST_CASE("An event in quadruple precision is found to its digits") {
  const ProblemChoice problem = problem_choice("skate_on_incline", "jay_8_2");
  const auto method =
      method_choice("spark", {{"tableau", std::string("gauss")}, {"stages", 8L}}).make(problem.system<quad>());
  std::vector<quad> times;
  EventFinder<quad> finder({{[](const View<quad>& x) { return x.q[2] - quad("1.25"); }}},
                           [&](const Occurrence<quad>& x) { times.push_back(x.t); });
  integrate(*method, checked(problem.start<quad>(), method->system(), quad(0)),
            TimeSpan<quad>::fixed(0, quad("0.1"), 20), finder, [](const auto&) {});
  REQUIRE(times.size() == 1);
  CHECK(static_cast<double>(abs(times[0] - quad("1.25"))) < 1e-30);
}

TEST_CASE("An event without a function and a negative number are refused") {
  CHECK_THROWS_AS(EventFinder<double>({Event<double>{}}), InputError);
  CHECK_THROWS_AS(EventFinder<double>({heading(1, Crossing::up, -1)}), InputError);
}
