// The frame of stage methods: what it predicts from, what it keeps of a step that fails, what a start, a move and a
// reversal mean to it.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/run/stage_integrator.hpp>

#include "catch.hpp"
#include "toy_systems.hpp"

#include <limits>
#include <memory>
#include <string>
#include <vector>

using namespace nonholo;
using namespace nonholo::test;

namespace {

/// v_1 = rate v_0, q_1 = q_0 + h v_1, lambda_1 = 7: the equations are solved by the first increment. A log of the calls
/// can be kept, and the ways to fail be switched on.
struct Script {
  double rate = 1;
  bool singular = false, infinite = false, new_variables = false;
  bool from_start_alone = false;  // singular unless first_guess() was asked
  std::string calls;              // p: pack, g: first_guess
  double guess = 0;               // the first unknown that the solver starts from
  StageState<double> seen;        // by the latest begin()
};

class Drift final : public StepEquations<double> {
 public:
  Drift(Script& script, Eigen::Index n) : script_(script), n_(n) {}

  MethodTraits traits() const override { return {.order = 1}; }
  int points() const override { return 3; }
  Eigen::Index multipliers() const override { return 1; }
  Eigen::Index own_variables() const override { return 2; }
  Eigen::Index size() const override { return n_; }

  void pack(State& state) override {
    script_.calls += 'p';
    state.y << state.t, state.lambda[0];
  }
  bool change_variables(State&, double) override { return script_.new_variables; }
  void begin(const State& state, double h) override {
    script_.seen = state;
    h_ = h;
    fresh_ = true;
    guessed_ = false;
  }
  void first_guess(VectorX<double>& x) override {
    script_.calls += 'g';
    guessed_ = true;
    x.setConstant(100);
  }
  void end(const VectorX<double>& x, State& next) override {
    next.v = x;
    next.q = script_.seen.q + h_ * x;
    next.y = script_.seen.y;
    next.lambda.setConstant(7);
    if (script_.infinite) next.q[0] = std::numeric_limits<double>::infinity();
  }

  void residual(const VectorX<double>& x, VectorX<double>& F) override {
    if (fresh_) script_.guess = x[0];
    fresh_ = false;
    F = x - script_.rate * script_.seen.v;
  }
  bool linearise() override { return !is_singular(); }
  void correct(const VectorX<double>& F, VectorX<double>& dx) override { dx = -F; }
  void jacobian(const VectorX<double>&, MatrixX<double>& J) override {
    J.setIdentity();
    if (is_singular()) J.setZero();
  }
  void weights(const VectorX<double>& x, VectorX<double>& weight) override { weight = x.cwiseAbs().cwiseInverse(); }

 private:
  bool is_singular() const { return script_.singular || (script_.from_start_alone && !guessed_); }

  Script& script_;
  Eigen::Index n_;
  double h_ = 0;
  bool fresh_ = false, guessed_ = false;
};

template <class P = Flat>
std::unique_ptr<Integrator<double>> drift(Script& script, const SolverOptions<double>& options = {}) {
  return stage_integrator<double>(System<double>(P{}), std::make_unique<Drift>(script, P::n), options);
}

template <class Values> std::vector<double> copied(const Values& x) { return {x.begin(), x.end()}; }

const std::vector<double> all_ones(3, 1), twos(3, 2);

/// After two steps from a guess and one that was predicted.
std::unique_ptr<Integrator<double>> with_history(Script& script) {
  auto integrator = drift(script);
  integrator->start(0, all_ones, all_ones);
  for (int i = 0; i < 3; ++i) integrator->step(1);
  REQUIRE(script.calls == "pgg");
  return integrator;
}

}  // namespace

TEMPLATE_TEST_CASE("Stepping, reversing and stepping again returns to the start with the opposite velocity", "", Curved,
                   Driven, Wide) {
  Script script;
  const auto integrator = drift<TestType>(script);
  std::vector<double> q(TestType::n, 1), v(TestType::n, 0.5);
  integrator->start(2, q, v);
  const StepReport report = integrator->step(0.25);
  CHECK(report.outcome == Outcome::success);
  CHECK(report.evaluations == 3 * report.iterations);
  CHECK(integrator->view().t == 2.25);
  CHECK(copied(integrator->view().q) == std::vector<double>(TestType::n, 1.125));
  integrator->reverse();
  integrator->step(0.25);
  CHECK(copied(integrator->view().q) == q);
  CHECK(copied(integrator->view().v) == std::vector<double>(TestType::n, -0.5));
  CHECK(integrator->traits().order == 1);
}

TEST_CASE("A second start forgets the first, and the clock can be set") {
  Script script;
  const auto integrator = drift(script);
  integrator->start(0, all_ones, all_ones);
  integrator->step(1);
  integrator->start(7, twos, all_ones);
  CHECK(integrator->view().t == 7);
  CHECK(copied(integrator->view().q) == twos);
  CHECK(integrator->view().lambda_stage.empty());
  integrator->set_time(8);
  CHECK(integrator->view().t == 8);
}

TEST_CASE("A step is predicted from the last two or more, and guessed where there are none of its size") {
  Script script{.rate = 2};
  const auto integrator = drift(script);
  integrator->start(0, all_ones, all_ones);
  for (int i = 0; i < 3; ++i) integrator->step(1);
  CHECK(script.calls == "pgg");
  CHECK(script.guess == 6);  // through 2 and 4
  integrator->step(0.5);
  CHECK(script.calls == "pggg");
}

TEST_CASE("A step whose prediction leads nowhere is tried once more from its start, and what it cost is told") {
  Script script{.rate = 2};
  const auto integrator = with_history(script);
  script.from_start_alone = true;
  const StepReport again = integrator->step(1);
  CHECK(again.outcome == Outcome::success);
  CHECK(script.calls == "pggg");
  CHECK(copied(integrator->view().v) == std::vector<double>(3, 16));
  CHECK(again.evaluations > 3 * again.iterations);  // those of the first attempt, which did not get to an increment
  script.singular = true;
  CHECK(integrator->step(1).outcome == Outcome::singular_matrix);
  CHECK(script.calls == "pgggg");  // what led nowhere predicts nothing more: one attempt from the start
}

TEST_CASE("A step whose prediction was far off is taken once more after a move: it may have led to another root") {
  Script script;
  const auto integrator = with_history(script);
  const std::vector<double> nearby(3, 1.25);
  integrator->move_to(0, all_ones, nearby);
  integrator->step(1);
  CHECK(script.calls == "pggp");
  integrator->move_to(0, all_ones, nearby);
  script.rate = 4;  // 5 where some 1.25 was predicted
  const StepReport again = integrator->step(1);
  CHECK(again.outcome == Outcome::success);
  CHECK(script.calls == "pggppg");
  CHECK(script.guess == 100);
  CHECK(copied(integrator->view().v) == std::vector<double>(3, 5));
  CHECK(again.iterations == 4);  // two of the first attempt
}

TEST_CASE("After a move the first prediction is judged whenever it comes: it may be from steps before and behind it") {
  Script script;
  const auto integrator = drift(script);
  integrator->start(0, all_ones, all_ones);
  integrator->step(1);
  integrator->move_to(0, all_ones, std::vector<double>(3, 1.25));
  integrator->step(1);
  REQUIRE(script.calls == "pgpg");
  script.rate = 4;
  integrator->step(1);
  CHECK(script.calls == "pgpgg");
  CHECK(script.guess == 100);
}

TEST_CASE("A prediction that was far off is the last one for a while") {
  Script script;
  const auto integrator = with_history(script);
  script.rate = 4;
  CHECK(integrator->step(1).iterations == 2);
  CHECK(script.calls == "pgg");
  script.rate = 1;
  integrator->step(1);
  CHECK(script.calls == "pggg");
  integrator->step(1);
  CHECK(script.calls == "pggg");
  CHECK(script.guess == 4);  // through 4 and 4
}

TEST_CASE("The prediction is given up for another start, a reversal and new variables, not for a move nearby") {
  Script script;
  const auto integrator = drift(script);
  const auto guesses_after = [&](const auto& change) {
    integrator->start(0, all_ones, all_ones);
    for (int i = 0; i < 3; ++i) integrator->step(1);
    change();
    script.calls.clear();
    integrator->step(1);
    return script.calls;
  };
  CHECK(guesses_after([] {}) == "");
  CHECK(guesses_after([&] { integrator->move_to(0, twos, all_ones); }) == "");
  CHECK(guesses_after([&] { integrator->move_to(0, all_ones, std::vector<double>(3, 1.25)); }) == "");
  CHECK(guesses_after([&] { integrator->move_to(0, all_ones, std::vector<double>(3, 2.5)); }) == "g");
  CHECK(guesses_after([&] { integrator->move_to(0, all_ones, std::vector<double>(3, 0.25)); }) == "g");
  CHECK(guesses_after([&] { integrator->start(0, twos, all_ones); }) == "g");
  CHECK(guesses_after([&] { integrator->reverse(); }) == "g");
  CHECK(guesses_after([&] { script.new_variables = true; }) == "g");
  script.new_variables = false;
  const auto plain = drift(script, {.extrapolate = false});
  plain->start(0, all_ones, all_ones);
  for (int i = 0; i < 4; ++i) plain->step(1);
  CHECK(script.calls == "gpgggg");
}

TEST_CASE("A step whose end is not finite is not taken, nor one whose equations cannot be solved") {
  Script script;
  const auto integrator = drift(script);
  integrator->start(0, all_ones, all_ones);
  integrator->step(1);
  const auto untouched = [&] {
    const View<double> view = integrator->view();
    return view.t == 1 && copied(view.q) == twos && copied(view.v) == all_ones && copied(view.lambda_stage).size() == 1;
  };
  script.infinite = true;
  CHECK(integrator->step(1).outcome == Outcome::not_finite);
  CHECK(untouched());
  script.infinite = false;
  script.singular = true;
  CHECK(integrator->step(1).outcome == Outcome::singular_matrix);
  CHECK(untouched());
  script.singular = false;
  CHECK(integrator->step(1).outcome == Outcome::success);
  CHECK(integrator->view().t == 2);
}

TEST_CASE("Multipliers are shown when a step led here, and equations are told whether one did") {
  Script script;
  const auto integrator = drift(script);
  const auto told = [&] {
    integrator->step(1);
    return std::vector<bool>{script.seen.moved, script.seen.begun, script.seen.turned};
  };
  integrator->guess_multipliers(std::vector<double>{3});
  integrator->start(0, all_ones, all_ones);
  CHECK(integrator->view().lambda_stage.empty());
  CHECK(told() == std::vector<bool>{false, false, false});
  CHECK(script.seen.lambda[0] == 3);
  CHECK(integrator->view().lambda_stage[0] == 7);
  CHECK(told() == std::vector<bool>{true, true, false});
  integrator->reverse();
  CHECK(integrator->view().lambda_stage.empty());
  CHECK(told() == std::vector<bool>{false, true, true});
  integrator->reverse();
  CHECK(told() == std::vector<bool>{false, true, false});
  integrator->move_to(0, all_ones, all_ones);
  CHECK(integrator->view().lambda_stage.empty());
  CHECK(told() == std::vector<bool>{false, false, false});
}

TEST_CASE("What the equations carry is packed anew after a start, a move and a reversal, and goes with the steps") {
  Script script;
  const auto integrator = drift(script);
  integrator->guess_multipliers(std::vector<double>{3});
  integrator->guess_multipliers(std::vector<double>{4, 4});  // of another size: for other methods
  integrator->start(5, all_ones, all_ones);
  integrator->step(1);
  integrator->step(1);
  CHECK(script.seen.y == Vector<double, 2>(5, 3));
  integrator->reverse();
  integrator->step(1);
  CHECK(script.seen.y == Vector<double, 2>(7, 7));
}
