// The drift laid bare (Hilden 2009, Table 4.1): IDA's constraint and energy errors on the sleigh lie where the thesis
// has those of ode15s, fall with the tolerance, and the constraint is at least a million times worse than with a
// structure-preserving method. And IDA is not held back: its usual form takes few steps on every problem.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/experiment/monitor.hpp>
#include <nonholo/verification/problem_choice.hpp>

#include "catch.hpp"

#include <array>

using namespace nonholo;

namespace {

Extremes extremes_of(const System<double>& system, const Setup<double>& setup, const char* method,
                     const MethodOptions& options, const TimeSpan<double>& span) {
  const Start<double> start{.q = Eigen::Map<const VectorX<double>>(setup.q.data(), 3),
                            .v = Eigen::Map<const VectorX<double>>(setup.v.data(), 3)};
  Monitor monitor(system);
  const auto integrator = method_catalogue().at(method).make(system, options);
  REQUIRE(integrate(*integrator, start, span, monitor).outcome == Outcome::success);
  return monitor.extremes();
}

/// Of ida_index1, which has to reach the end.
long steps_of(std::string_view problem, std::string_view setup, const MethodOptions& options, double t_end) {
  const ProblemChoice choice = problem_choice(problem, setup);
  const auto integrator = method_catalogue().at("ida_index1").make(choice.system(), options);
  const auto run = integrate(*integrator, choice.start(), TimeSpan<double>::adaptive(0, t_end), [](const auto&) {});
  CAPTURE(problem, setup);
  REQUIRE(run.outcome == Outcome::success);
  return run.steps;
}

}  // namespace

TEST_CASE("IDA that moves t in its last digits only gives up, as odeint does") {
  const ProblemChoice choice = problem_choice("gearbox_pendulum", "celledoni_4_4");
  const MethodOptions loose{{"rtol", Number(1e-4)}, {"atol", Number(1e-4)}};
  const auto integrator = method_catalogue().at("ida_index2").make(choice.system(), loose);
  const double t0 = 3e13;  // a last digit is 0.004; steps are some 0.05, and IDA accepts them all
  const auto run = integrate(*integrator, checked(choice.start(), choice.system(), t0),
                             TimeSpan<double>::adaptive(t0, t0 + 1000), [](const auto&) {});
  CHECK(run.outcome == Outcome::step_size_too_small);
  CHECK(run.t > t0);
  CHECK(run.steps < 1000);
}

TEST_CASE("IDA drifts as the thesis' Table 4.1 says, McLachlan-Perlmutter does not") {
  const ProblemEntry& sleigh = problem_catalogue().at("chaplygin_sleigh");
  const Setup<double>& setup = sleigh.setup("hilden_4_2_3");
  ParameterValues parameters;
  for (const auto& [name, value] : setup.parameters) parameters.emplace(name, value);
  const System<double> system = sleigh.make(parameters);

  // the thesis' energy and constraint errors; the steps are t_end over its average step size
  struct Row {
    double rtol, atol, energy, constraint, steps;
  };
  const std::array table = {Row{1e-5, 1e-8, 2.516e-5, 8.256e-4, 230}, Row{1e-7, 1e-10, 8.325e-7, 1.320e-5, 470},
                            Row{1e-9, 1e-12, 1.398e-8, 1.838e-7, 990}, Row{1e-11, 1e-14, 4.267e-10, 8.647e-9, 1840}};
  std::vector<Extremes> ida;
  for (const Row& row : table) {
    MethodOptions options;
    options.set("rtol", row.rtol);
    options.set("atol", row.atol);
    options.set("error_test", "all");  // as ode15s
    ida.push_back(extremes_of(system, setup, "ida_index1", options, TimeSpan<double>::adaptive(0, 30)));
    CHECK(*ida.back().max_energy_error >= row.energy / 50);
    CHECK(*ida.back().max_energy_error <= row.energy * 10);
    CHECK(ida.back().max_constraint_residual >= row.constraint / 50);
    CHECK(ida.back().max_constraint_residual <= row.constraint * 10);
    CHECK(static_cast<double>(steps_of("chaplygin_sleigh", "hilden_4_2_3", options, 30)) ==
          Approx(row.steps).epsilon(1. / 3));
  }
  for (std::size_t i = 1; i < ida.size(); ++i) {
    CHECK(*ida[i].max_energy_error < *ida[i - 1].max_energy_error);
    CHECK(ida[i].max_constraint_residual < ida[i - 1].max_constraint_residual);
  }
  const Extremes ours = extremes_of(system, setup, "mclachlan_perlmutter", {}, TimeSpan<double>::fixed(0, 0.1, 300));
  CHECK(ours.max_constraint_residual_scaled <= 1e-13);
  CHECK(ida[0].max_constraint_residual >= 1e6 * ours.max_constraint_residual);
}

TEST_CASE("on every mechanical problem IDA's usual form takes at most four times the steps of the best of its forms") {
  using Forms = std::vector<std::pair<const char*, const char*>>;
  for (const ProblemEntry& problem : problem_catalogue()) {
    if (problem.kind != SystemKind::mechanical || problem.setups.empty()) continue;
    for (const double tolerance : {1e-6, 1e-10}) {
      const auto steps = [&](const char* form, const char* tested) {
        return steps_of(
            problem.name, problem.setups.front().name,
            {{"rtol", Number(tolerance)}, {"atol", Number(1e-3 * tolerance)}, {"form", form}, {"error_test", tested}},
            2);
      };
      const long usual = steps("accelerations", "states");
      CAPTURE(problem.name, tolerance, usual);
      for (const auto& [form, tested] : Forms{{"accelerations", "all"}, {"multipliers", "states"}})
        CHECK(usual <= 4 * steps(form, tested));
    }
  }
}
