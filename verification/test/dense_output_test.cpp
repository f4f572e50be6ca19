// The state between steps: interpolant.hpp, dense_steps.hpp, on the problems and with the methods of the catalogue.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/run/dense_steps.hpp>
#include <nonholo/verification/experiment/reference_solution.hpp>
#include <nonholo/verification/fitted_order.hpp>
#include <nonholo/verification/method_choice.hpp>
#include <nonholo/verification/problem_choice.hpp>

#include "catch.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace nonholo;

namespace {

/// The distance of the state half a step before the end from the solution there, |dq| and |dv|.
struct Between {
  double q, v, residual;
};

Between between_steps(const MethodChoice& method, const SolvedProblem<double>& problem, long steps) {
  const double h = problem.t_end / (static_cast<double>(steps) - 0.5);
  auto integrator = method.make(problem.system);
  DenseOutput<double> solution(*integrator);
  const auto run = integrate(*integrator, problem.start, TimeSpan<>::fixed(0, h, steps), solution);
  REQUIRE(run.outcome == Outcome::success);
  const Snapshot<double> at = solution.state(problem.t_end);
  const auto probe = make_probe(problem.system);
  const auto residual = probe->constraint(at.t, values(at.q), values(at.v));
  return {(at.q - problem.end.q).norm(), (at.v - problem.end.v).norm(), std::max(residual.absolute, residual.position)};
}

/// The orders of q and v between steps, by least squares over these numbers of steps.
std::pair<double, double> orders_between(const MethodChoice& method, const SolvedProblem<double>& problem,
                                         std::initializer_list<long> counts) {
  std::vector<StepError> q, v;
  for (const long steps : counts) {
    const Between errors = between_steps(method, problem, steps);
    const double h = problem.t_end / (static_cast<double>(steps) - 0.5);
    q.push_back({h, errors.q});
    v.push_back({h, errors.v});
    CHECK(errors.residual < 1e-14);
  }
  return {fitted_order(q, 1e-13).value_or(0), fitted_order(v, 1e-13).value_or(0)};  // of a DAE there is no v
}

}  // namespace

TEST_CASE("Between steps the state has the order of the method") {
  const auto problem = solved(problem_choice("chaplygin_sleigh", "rotating"), 1.0);
  struct Case {
    const char* name;
    MethodOptions options;
    double order;
    std::initializer_list<long> counts;
  };
  const Case cases[] = {
      {"mclachlan_perlmutter", {}, 2, {20, 40, 80, 160}},
      {"spark", {{"tableau", "gauss"}, {"stages", 2L}}, 4, {20, 40, 80, 160}},
      {"spark", {{"tableau", "gauss"}, {"stages", 3L}}, 6, {4, 6, 8, 11, 14}},
      {"spark", {{"tableau", "lobatto_iiia_b"}, {"stages", 3L}}, 4, {20, 40, 80, 160}},
  };
  for (const Case& each : cases) {
    const MethodChoice method = method_choice(each.name, each.options);
    INFO(method.label());
    const auto [q, v] = orders_between(method, problem, each.counts);
    CHECK(q > each.order - 0.2);
    CHECK(v > each.order - 0.2);
  }
}

TEST_CASE("Dense output of a DAE has the order of the method and stays on the constraint") {
  const auto problem = solved(problem_choice("jay_2006_dae", "unit_interval"), 0.5);
  const MethodChoice method = method_choice("spark", {{"tableau", std::string("radau_iia")}, {"stages", 2L}});
  CHECK(orders_between(method, problem, {20, 40, 80, 160}).first > 2.8);
}

TEST_CASE("Dense output keeps constraints on positions and on velocities between steps") {
  const auto problem = solved(problem_choice("pendulum_cartesian", "whirling"), 0.75);
  const MethodChoice method = method_choice("spark", {{"tableau", std::string("lobatto_iiia_b")}, {"stages", 3L}});
  CHECK(orders_between(method, problem, {20, 40, 80, 160}).second > 3.8);
}

TEST_CASE("An adaptive method is as good between its steps as at them") {
  const auto problem = solved(problem_choice("nonholonomic_particle", "jay_8_1"), 3.0);
  for (const char* name : {"explicit_runge_kutta", "odeint_dopri5", "odeint_fehlberg78"}) {
    const MethodChoice method = method_choice(name, {{"rtol", 1e-11}, {"atol", 1e-11}});
    INFO(name);
    auto integrator = method.make(problem.system);
    DenseOutput<double> solution(*integrator);
    integrate(*integrator, problem.start, TimeSpan<>::adaptive(0, problem.t_end + 1), solution);
    const Snapshot<double> at = solution.state(problem.t_end);
    CHECK((at.q - problem.end.q).norm() < 1e-9);
    CHECK((at.v - problem.end.v).norm() < 1e-9);
  }
}

TEST_CASE("Dense output is the accepted state itself at a step, and refuses times outside the run") {
  const ProblemChoice problem = problem_choice("skate_on_incline", "jay_8_2");
  const auto integrator = method_choice("mclachlan_perlmutter").make(problem.system());
  DenseOutput<double> solution(*integrator);
  CHECK_THROWS_AS(solution.state(0.0), InputError);
  std::vector<Snapshot<double>> kept;
  integrate(*integrator, problem.start(), TimeSpan<>::fixed(0, 0.1, 20), [&](const Observation<double>& seen) {
    solution(seen);
    kept.push_back(detail::state_of(seen.state));
  });
  for (const Snapshot<double>& each : kept) {
    const Snapshot<double> at = solution.state(each.t);
    CHECK(at.q == each.q);
    CHECK(at.v == each.v);
  }
  CHECK(solution.first_time() == 0);
  CHECK(solution.last_time() == kept.back().t);
  for (const double t : {-0.01, 2.01}) CHECK_THROWS_AS(solution.state(t), InputError);
}

TEST_CASE("Dense steps come once each and in order, the first ones when those after them are there") {
  const ProblemChoice problem = problem_choice("nonholonomic_particle", "jay_8_1");
  const auto integrator =
      method_choice("spark", {{"tableau", std::string("gauss")}, {"stages", 4L}}).make(problem.system());
  const int nodes = interpolation_nodes(integrator->traits(), SystemKind::mechanical);
  REQUIRE(nodes == 4);  // order 8: 3k - 1 >= 9
  for (const long steps : {0, 1, 2, 3, 7}) {
    DenseSteps<double> dense(*integrator);
    std::vector<long> numbers, late;
    const auto show = [&](const DenseStep<double>& step) {
      numbers.push_back(step.number);
      return true;
    };
    integrate(*integrator, problem.start(), TimeSpan<>::fixed(0, 0.1, steps), [&](const Observation<double>& seen) {
      dense(seen, show);
      late.push_back(seen.step - numbers.back());
    });
    dense.finish(show);
    std::vector<long> wanted;
    for (long k = 0; k <= steps; ++k) wanted.push_back(k);
    CHECK(numbers == wanted);
    for (std::size_t k = 0; k < late.size(); ++k) CHECK(late[k] == (k < 3 ? static_cast<long>(k) : 0));
  }
}

TEST_CASE("What dense steps remember goes on as they do") {
  const ProblemChoice problem = problem_choice("nonholonomic_particle", "jay_8_1");
  const auto integrator = method_choice("mclachlan_perlmutter").make(problem.system());
  DenseSteps<double> one(*integrator), other(*integrator);
  std::vector<double> by_one, by_other;
  const auto into = [](std::vector<double>& all) {
    return [&all](const DenseStep<double>& step) {
      if (step.number > 0) {
        const View<double> x = step.state((step.t_before() + step.t()) / 2);
        all.insert(all.end(), x.q.begin(), x.q.end());
      }
      return true;
    };
  };
  integrate(*integrator, problem.start(), TimeSpan<>::fixed(0, 0.1, 10), [&](const Observation<double>& seen) {
    one(seen, into(by_one));
    if (seen.step == 5) {
      other.remember(one.memory());
      by_one.clear();
    } else if (seen.step > 5) {
      other(seen, into(by_other));
    }
  });
  CHECK(by_one == by_other);
  CHECK(by_one.size() == 15);
}
