// The time loop: which spans of time are accepted, when steps are taken, shown and counted, and what a failure leaves
// behind.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/run/integrate.hpp>

#include "catch.hpp"
#include "toy_systems.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <regex>
#include <string>
#include <vector>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

using Span = TimeSpan<double>;

/// Moves nothing but its clock: carelessly, and fails on demand.
class Clock final : public Integrator<double> {
 public:
  explicit Clock(bool adaptive) : Integrator(System<double>(Flat{})), adaptive_(adaptive) {}

  Outcome outcome = Outcome::success;  ///< of step number `fails_at`
  int fails_at = 0, taken = 0;
  double reach = 0.3;  ///< an adaptive step's size
  double increment = 0.5;

  MethodTraits traits() const override { return {.order = 1, .adaptive = adaptive_}; }
  void set_time(double t) override { t_ = t; }
  View<double> view() const override { return {t_, q_, v_, {}}; }
  void reverse() override {}

 private:
  void do_start(double t, Values q, Values v) override {
    t_ = t;
    q_.assign(q.begin(), q.end());
    v_.assign(v.begin(), v.end());
  }
  StepReport do_step(double h) override {
    if (++taken == fails_at)
      return {.outcome = outcome, .iterations = 50, .evaluations = 60, .rejected = 1, .residual = increment};
    t_ += adaptive_ ? std::min(h, reach) : h * (1 + 1e-6);
    return {.iterations = 2, .evaluations = 3, .rejected = 1};
  }

  bool adaptive_;
  double t_ = 0;
  std::vector<double> q_, v_;
};

const Start<double> at_origin{Vector<double, 3>(0, 0, 0), Vector<double, 3>(1, 0, 0)};

/// The times shown, with their step numbers checked to be 0, 1, 2, ...
Summary run(Clock& clock, const Span& span, std::vector<double>& times, const Start<double>& start = at_origin) {
  return integrate(clock, start, span, [&](const Observation<double>& seen) {
    CHECK(seen.step == static_cast<long>(times.size()));
    times.push_back(seen.state.t);
  });
}

std::string refusal(const std::function<void()>& f) {
  try {
    f();
  } catch (const InputError& error) {
    return error.key() + ": " + error.message();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("An interval is accepted when h divides it up to 1e-9") {
  CHECK(Span::until(0, 1, 0.1).steps == 10);
  CHECK(Span::until(0.1, 0.3, 0.1).steps == 2);  // 0.3 - 0.1 is below 0.2 in double
  CHECK(Span::until(0, 100, 0.1).steps == 1000);
  CHECK(Span::until(0, 1, 1.0 / 3).steps == 3);
  CHECK(Span::until(-1, 1, 0.5).steps == 4);
  CHECK(Span::until(0, 1, 0.1 * (1 + 0.9e-9)).steps == 10);
  CHECK(Span::until(2, 2, 0.1).steps == 0);
}

TEST_CASE("An interval that h does not divide is refused, the two step sizes named divide it") {
  CHECK_THROWS_AS(Span::until(0, 1, 0.1 * (1 + 1.1e-9)), InputError);
  const std::string message = refusal([] { Span::until(0, 1, 0.3); });
  CHECK_THAT(message, Contains("h: ") && Contains("(3 steps)") && Contains("(4 steps)"));
  std::smatch found;
  REQUIRE(std::regex_search(message, found, std::regex("h = ([0-9.]+) \\(3 steps\\) or ([0-9.]+) \\(4 steps\\)")));
  CHECK(Span::until(0, 1, std::stod(found[1])).steps == 3);
  CHECK(Span::until(0, 1, std::stod(found[2])).steps == 4);
}

TEST_CASE("A step longer than the interval is refused, naming the one step that fits") {
  CHECK_THAT(refusal([] { Span::until(0, 1, 2.5); }), Contains("h = 1 (1 steps)") && !Contains(" or 1"));
}

TEST_CASE("Steps that are not positive and finite, and intervals that run backwards, are refused") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  for (const double h : {0.0, -0.1, nan, infinity}) {
    CHECK_THAT(refusal([&] { Span::until(0, 1, h); }), Contains("h: "));
    CHECK_THAT(refusal([&] { Span::fixed(0, h, 5); }), Contains("h: "));
  }
  CHECK_THAT(refusal([] { Span::fixed(0, 0.1, -1); }), Contains("steps: "));
  CHECK_THAT(refusal([] { Span::until(0, 1, 1e-300); }), Contains("too small"));
  CHECK_THAT(refusal([] { Span::until(1, 0, 0.1); }), Contains("t_end: "));
  CHECK_THAT(refusal([&] { Span::adaptive(nan, 1); }), Contains("t0: "));
  CHECK_THAT(refusal([&] { Span::adaptive(0, infinity); }), Contains("t_end: "));
}

TEST_CASE("Times shown are t0 + k h exactly, whatever the method's own clock says") {
  Clock clock(false);
  std::vector<double> times;
  const Summary summary = run(clock, Span::fixed(0.7, 0.125, 1000), times);
  CHECK(summary.outcome == Outcome::success);
  REQUIRE(times.size() == 1001);
  // k h is exact
  for (std::size_t k = 0; k < times.size(); ++k) REQUIRE(times[k] == 0.7 + static_cast<double>(k) * 0.125);
  CHECK(summary.steps == 1000);
  CHECK(summary.t == times.back());
  CHECK(summary.h == 0.125);
}

TEST_CASE("A span with t_end and h runs the steps that fit, and is refused if h does not divide it") {
  Clock clock(false);
  CHECK(integrate(clock, at_origin, {.t_end = 1, .h = 0.1}).steps == 10);
  CHECK_THAT(refusal([&] { integrate(clock, at_origin, {.t_end = 1, .h = 0.3}); }),
             Contains("h = ") && Contains("0.25"));
  CHECK(integrate(clock, at_origin, {.t0 = 1, .t_end = 1, .h = 0.1}).steps == 0);
  CHECK_THAT(refusal([&] { integrate(clock, at_origin, {.t_end = -1, .h = 0.1}); }), Contains("t_end: "));
}

TEST_CASE("A span whose end, h and steps contradict each other is refused, one that says it twice is run") {
  Clock clock(false);
  const auto steps = [&](const Span& span) { return integrate(clock, at_origin, span).steps; };
  CHECK(steps({.h = 0.1, .steps = 7}) == 7);
  CHECK(steps({.t0 = 1, .h = 0.1, .steps = 7}) == 7);
  CHECK(steps({.t_end = 1, .h = 0.1, .steps = 10}) == 10);
  CHECK(steps({.t0 = -1, .t_end = 0, .h = 0.1, .steps = 10}) == 10);
  CHECK(steps({.t0 = 1e6, .t_end = 1e6 + 0.3, .h = 0.1, .steps = 3}) == 3);
  CHECK_THAT(refusal([&] { steps({.t_end = 2, .h = 0.1, .steps = 10}); }),
             Contains("steps: 10 steps of h = 0.1 from t0 = 0 end at 1, not at t_end = 2"));
  CHECK_THAT(refusal([&] { steps({.t0 = 5, .t_end = 4, .h = 0.1, .steps = 10}); }), Contains("not at t_end = 4"));
  Clock adaptive(true);
  CHECK_THAT(refusal([&] { integrate(adaptive, at_origin, {.t_end = 1, .steps = 10}); }), Contains("steps: "));
  CHECK(integrate(adaptive, at_origin, Span::until(0, 0.1 + 0.2, 0.1)).end.t == 0.1 + 0.2);
}

TEST_CASE("The result holds the last accepted state, also of a run that fails") {
  Clock clock(false);
  const Integrated<double> run = integrate(clock, at_origin, Span::fixed(0, 0.25, 4));
  CHECK(run.end.t == 1);
  CHECK(run.end.q == at_origin.q);
  CHECK(run.end.v == at_origin.v);
  Clock failing(false);
  failing.fails_at = 3;
  failing.outcome = Outcome::integrator_failed;
  CHECK(integrate(failing, at_origin, Span::fixed(0, 0.25, 4)).end.t == 0.5);
}

TEST_CASE("Iterations, evaluations and rejections add up over the run") {
  Clock clock(false);
  std::vector<double> times;
  const Summary summary = run(clock, Span::fixed(0, 0.1, 7), times);
  CHECK(summary.iterations == 14);
  CHECK(summary.evaluations == 21);
  CHECK(summary.rejected == 7);
}

TEST_CASE("A failing step ends the run, the steps before it stay, and the failure is described") {
  Clock clock(false);
  clock.fails_at = 4;
  clock.outcome = Outcome::not_finite;
  std::vector<double> times;
  const Summary summary = run(clock, Span::fixed(0, 0.25, 100), times);
  CHECK(times == std::vector<double>{0, 0.25, 0.5, 0.75});
  CHECK(clock.taken == 4);
  CHECK(summary.outcome == Outcome::not_finite);
  CHECK(summary.steps == 3);
  CHECK(summary.t == 0.75);
  CHECK(summary.last.residual == 0.5);
  CHECK(summary.iterations == 3 * 2 + 50);
  CHECK_THAT(summary.failure("clock"), Contains("clock failed at t = 0.75, h = 0.25, after 3 steps") &&
                                           Contains("not_finite") && Contains("50 iterations") && Contains("5.00e-01"));
}

TEST_CASE("Where rounding stops the iteration nobody is told to take a smaller h") {
  Clock clock(false);
  clock.fails_at = 1;
  clock.outcome = Outcome::stage_solver_diverged;
  std::vector<double> times;
  CHECK_THAT(run(clock, Span::fixed(0, 0.25, 1), times).failure("clock"), Contains("Try: a smaller h"));
  clock.taken = 0;
  clock.increment = 2.35e-10;
  times.clear();
  CHECK_THAT(run(clock, Span::fixed(0, 0.25, 1), times).failure("clock"),
             Contains("Try: a solver tolerance above that increment") && Contains("2.35e-10"));
}

TEST_CASE("An integration of zero steps shows only the start") {
  Clock clock(false);
  std::vector<double> times;
  CHECK(run(clock, Span::fixed(3, 0.1, 0), times).outcome == Outcome::success);
  CHECK(times == std::vector<double>{3});
}

TEST_CASE("An adaptive method is bounded by what remains and ends at t_end exactly") {
  for (const double t_end : {1.0, 0.1 + 0.6, 1e-3, 1e6 + 1.0 / 3}) {
    Clock clock(true);
    clock.reach = t_end / 7;
    std::vector<double> times;
    const Summary summary = run(clock, Span::adaptive(0, t_end), times);
    CHECK(summary.outcome == Outcome::success);
    CHECK(times.back() == t_end);
    CHECK(summary.t == t_end);
    CHECK(times.size() == 8);  // seven steps: what rounding leaves of t_end is not worth an eighth
    CHECK(summary.rejected == 7);
  }
}

TEST_CASE("An adaptive method takes no steps beyond the h of its span") {
  Clock clock(true);
  clock.reach = 10;
  std::vector<double> times;
  CHECK(run(clock, Span::until(0, 1, 0.25), times).outcome == Outcome::success);
  CHECK(times == std::vector<double>{0, 0.25, 0.5, 0.75, 1});
}

TEST_CASE("An adaptive method that fails keeps the steps before") {
  Clock clock(true);
  clock.fails_at = 3;
  clock.outcome = Outcome::step_size_too_small;
  std::vector<double> times;
  const Summary summary = run(clock, Span::adaptive(0, 1), times);
  CHECK(summary.outcome == Outcome::step_size_too_small);
  CHECK(times.size() == 3);
  CHECK(summary.t == times.back());
}

TEST_CASE("A fixed-step method without h, and a start off the constraint, are refused before anything is shown") {
  Clock clock(false);
  std::vector<double> times;
  CHECK_THAT(refusal([&] { run(clock, Span::adaptive(0, 1), times); }), Contains("h: "));
  const Start<double> off{Vector<double, 3>(0, 0, 0), Vector<double, 3>(1, 0, 2)};
  CHECK_THAT(refusal([&] { run(clock, Span::fixed(0, 0.1, 1), times, off); }), Contains("v: the start is off"));
  CHECK(times.empty());
}

TEST_CASE("A start to be projected is projected before the method sees it") {
  Clock clock(false);
  integrate(clock, {Vector<double, 3>(0, 0, 0), Vector<double, 3>(1, 2, 3), Consistent::project},
            Span::fixed(0, 0.1, 0), [](const auto& seen) {
              CHECK(std::vector(seen.state.v.begin(), seen.state.v.end()) == std::vector<double>{1, 2, 0});
            });
}

TEST_CASE("an observer that wants no more ends the run, and proceed() goes on with it") {
  Clock clock(false);
  long seen = 0;
  const auto until_third = [&](const Observation<double>& each) { return seen = each.step, each.step < 3; };
  const auto part = integrate(clock, at_origin, Span::fixed(0, 0.5, 5), until_third);
  CHECK(part.outcome == Outcome::interrupted);
  CHECK(part.steps == 3);
  CHECK(part.t == 1.5);
  const auto whole =
      proceed(clock, Span::fixed(0, 0.5, 5), part, [&](const Observation<double>& each) { seen = each.step; });
  CHECK(whole.outcome == Outcome::success);
  CHECK(whole.steps == 5);
  CHECK(whole.iterations == 10);
  CHECK(whole.end.t == 2.5);
  CHECK(seen == 5);
}

TEST_CASE("more steps than t0 + k h tells apart are refused, and steps to an end beyond the numbers") {
  CHECK_THROWS_AS(Span::fixed(0, 0.1, std::numeric_limits<long>::max()), InputError);
  CHECK_THROWS_AS(Span::fixed(0, 1e300, 1'000'000'000), InputError);
  CHECK_THROWS_AS((Span{.t0 = 0, .h = 0.1, .steps = -1}.complete()), InputError);
  CHECK(Span::fixed(0, 1e-3, 1'000'000).steps == 1'000'000);
}
