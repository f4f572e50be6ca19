// Motions that die out and bodies that are held in their place: what cancels leaves rounding, and velocities have no
// last digits to be solved for. Every method stays where it is, to what positions show.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/verification/catalogue.hpp>

#include "catch.hpp"
#include "experiments.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

using namespace nonholo;
using namespace nonholo::test;

namespace {

const std::string implicit_methods = R"toml(
[[run]]
method = ["implicit_midpoint_dla", "cortes_martinez", "mclachlan_perlmutter", "gni"]
h = 0.05
[[run]]
method = ["spark", "runge_kutta"]
tableau = "gauss"
stages = 2
h = 0.05
[[run]]
method = "runge_kutta"
tableau = "radau_iia"
stages = 2
h = 0.05
)toml";

/// A blade at rest across a slope, for as many headings.
const std::string parked = R"toml(
reference = false
[system]
coordinates = ["x", "y", "theta"]
parameters = { heading = 0.3 }
mass_matrix = [["1.3", "0", "0"], ["0", "1.3", "0"], ["0", "0", "1"]]
potential = "0.7*(cos(heading)*y - sin(heading)*x)"
constraints = ["cos(theta)*vy - sin(theta)*vx"]
[problem]
parameters = { heading = [0.3, 0.71, 1.2, -2.03] }
initial = { q = [0.123, 0.77, "heading"], v = [0, 0, 0] }
t_end = 5
)toml";

double fastest(const RunResult& run) {
  double most = 0;
  for (const double v : run.endpoint.v) most = std::max(most, std::abs(v));
  return most;
}

/// That every run came to its end, and what else each is to hold.
void check_each(const Finished& finished, const std::function<void(const RunResult&)>& check = {}) {
  for (const RunResult& run : finished.result.runs) {
    INFO(run.label << ": " << run.failure);
    CHECK(run.summary.outcome == Outcome::success);
    if (check) check(run);
  }
}

}  // namespace

TEST_CASE("a motion that is damped comes to rest under every implicit method") {
  const Finished damped(R"toml(
reference = false
[system]
coordinates = ["x"]
mass_matrix = [["1"]]
potential = "0.5*(x - 1.2345)^2 + 0.3*x"
force = ["-vx"]
[problem]
initial = { q = [0.1], v = [0] }
t_end = 100
)toml" + implicit_methods);
  check_each(damped, [](const RunResult& run) {
    CHECK(std::abs(run.endpoint.q.at(0) - 0.9345) < 1e-14);
    CHECK(fastest(run) < 1e-13);
  });
}

TEST_CASE("a body that its constraint holds stays at rest") {
  const Finished held(parked + implicit_methods);
  check_each(held, [](const RunResult& run) {
    CHECK(run.flags.empty());
    CHECK(fastest(run) < 1e-13);
  });
}

TEST_CASE("no velocity is excused that positions show: a step that is too long is refused still") {
  const Finished far(R"toml(
reference = false
[system]
coordinates = ["x"]
mass_matrix = [["1"]]
potential = "cosh(30*x)"
[problem]
initial = { q = [1], v = [0] }
t_end = 1
[[run]]
method = "spark"
tableau = "gauss"
stages = 2
h = 1
)toml");
  CHECK(far.result.runs.at(0).summary.outcome != Outcome::success);
}

TEST_CASE("energies that are differences of larger terms are told apart near an equilibrium") {
  const Finished pendulum(R"toml(
reference = false
[system]
coordinates = ["q"]
mass_matrix = [["1"]]
potential = "1 - cos(q)"
[problem]
initial = { q = [[1e-3, 1e-5, 1e-7]], v = [0] }
t_end = 10
[[run]]
method = "discrete_gradient"
gradient = ["gonzalez", "itoh_abe", "avf"]
h = 0.05
)toml");
  check_each(pendulum, [](const RunResult& run) { CHECK(run.extremes.max_energy_error.value_or(1) < 1e-15); });
}

TEST_CASE("Gonzalez' gradient by central differences makes no force of the rounding of H") {
  const Finished held(parked + R"toml(
[[run]]
method = "discrete_gradient"
gradient = "gonzalez"
basis = "qr"
differentiation = "central_difference"
h = 0.05
)toml");
  check_each(held, [](const RunResult& run) {
    CHECK(fastest(run) < 1e-8);
    CHECK(run.extremes.max_energy_error.value_or(1) < 1e-14);
  });
}

TEST_CASE("Adams methods start where accelerations are rounding of what cancels") {
  const Finished hanging(R"toml(
reference = false
[problem]
name = "pendulum_cartesian"
initial = { q = [0, -1], v = [[1e-7, 3e-6, 1e-9, 0], 0] }
t_end = 2
[[run]]
method = "adams"
order = [4, 6, 8, 10, 12, 14]
h = 0.1
)toml");
  check_each(hanging);
}

TEST_CASE("a step of length 0 stays where it is, whatever the method") {
  for (const char* problem : {"roller_racer", "pendulum_cartesian", "jay_2003_dae"}) {
    const ProblemEntry& entry = problem_catalogue().at(problem);
    const System<double> system = entry.make<double>({});
    const auto start = checked(start_of(entry.setups.front()), system, 0.0);
    for (const MethodEntry& method : method_catalogue())
      for (const MethodOptions& options : method.trials()) {
        std::unique_ptr<Integrator<double>> integrator;
        try {
          integrator = method.make_where_meant(system, options);
        } catch (const InputError&) {  // a tableau that does not run a DAE
        }
        if (!integrator) continue;
        INFO(problem << ", " << method.name);
        integrator->guess_multipliers(values(start.lambda));
        integrator->start(0, values(start.q), values(start.v));
        for (const int step : {0, 1}) {
          const View<double> before = integrator->view();
          const VectorX<double> q = vector_of(before.q), v = vector_of(before.v);
          CHECK(integrator->step(0).outcome == Outcome::success);
          CHECK(vector_of(integrator->view().q) == q);
          CHECK(vector_of(integrator->view().v) == v);
          if (step == 0) CHECK(integrator->step(0.01).outcome == Outcome::success);
        }
      }
  }
}
