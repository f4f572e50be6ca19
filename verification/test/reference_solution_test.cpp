// Reference solutions: as exact as they say, against a closed form and against an unrelated solver; absent where there
// is none to be had.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/experiment/reference_solution.hpp>

#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/framework/system/text_system.hpp>

#include "catch.hpp"

#include <fmt/format.h>

using namespace nonholo;

TEST_CASE("the reference solution of the rolling disk is its exact solution") {
  const ProblemEntry& disk = problem_catalogue().at("vertical_rolling_disk");
  const System<double> system = disk.make({});
  const auto start = checked(start_of(disk.setups[0]), system, 0);
  const auto reference = reference_solution(system, start, 20);
  REQUIRE(reference);
  const auto exact = system.exact_solution()(20, values(start.q), values(start.v));
  CHECK(reference->uncertainty < 1e-10);
  CHECK((reference->q - exact.q).norm() < 1e-11);
  CHECK((reference->v - exact.v).norm() < 1e-11);
}

TEST_CASE("the reference solution of the sleigh agrees with dopri5 at a tight tolerance") {
  const ProblemEntry& sleigh = problem_catalogue().at("chaplygin_sleigh");
  const System<double> system = sleigh.make({});
  const auto start = checked(start_of(sleigh.setup("rotating")), system, 0);
  const auto reference = reference_solution(system, start, 10);
  REQUIRE(reference);
  MethodOptions options;
  options.set("rtol", 1e-13);
  options.set("atol", 1e-13);
  const auto dopri5 = method_catalogue().at("odeint_dopri5").make(system, options);
  REQUIRE(integrate(*dopri5, start, TimeSpan<double>::adaptive(0, 10), [](const auto&) {}).outcome == Outcome::success);
  // dopri5's own error
  CHECK((reference->q - Eigen::Map<const Eigen::Vector3d>(dopri5->view().q.data())).norm() < 1e-10);
}

TEST_CASE("there is a reference solution where positions or velocities vanish at both ends") {
  TextSystem text{.lagrangian = "vx^2/2 - x^2/2"};
  text.coordinates = {"x"};
  const System<double> system = problem_entry(text).make<double>({});
  const double pi = std::acos(-1);
  for (const auto& [q, v] : {std::pair(0.0, 1.0), {1.0, 0.0}}) {
    const Start<double> start{.q = VectorX<double>::Constant(1, q), .v = VectorX<double>::Constant(1, v)};
    const auto solution = reference_solution(system, checked(start, system, 0), pi);
    REQUIRE(solution);
    CHECK(std::abs(solution->q[0] + q) < 1e-13);
    CHECK(std::abs(solution->v[0] + v) < 1e-13);
  }
}

TEST_CASE("a reference solution is as exact in small units as in large ones") {
  const auto known = [](double unit) {
    const TextSystem text{.coordinates = {"x", "y", "z"},
                          .parameters = {{"s", fmt::format("{}", unit)}},
                          .mass_matrix = {{"1", "0", "0"}, {"0", "1", "0"}, {"0", "0", "1"}},
                          .potential = "50*(x^2 + y^2)",
                          .constraints = {"vz - y/s*vx"}};
    const System<double> system = problem_entry(text).make<double>({});
    const Start<double> start{.q = unit * Eigen::Vector3d(1, 0, 0), .v = unit * Eigen::Vector3d(0.3, 1, 0)};
    const auto solution = reference_solution(system, checked(start, system, 0), 50);
    REQUIRE(solution);
    return VectorX<double>(solution->q / unit);
  };
  const VectorX<double> q = known(1);
  for (const double unit : {0x1p-30, 0x1p-60, 0x1p40}) CHECK((known(unit) - q).norm() < 1e-12);
}

TEST_CASE("velocities of a reference solution at rest are round-off, and no reason to go on") {
  const TextSystem text{.coordinates = {"x", "y"},
                        .mass_matrix = {{"1", "0"}, {"0", "1"}},
                        .potential = "(x - 0.1)^2",
                        .constraints = {"vy"}};
  const System<double> system = problem_entry(text).make<double>({});
  const Start<double> start{.q = Eigen::Vector2d(0.1 + 1e-17, 1), .v = Eigen::Vector2d(1e-17, 0)};
  const auto rest = reference_solution(system, checked(start, system, 0), 10);
  REQUIRE(rest);
  CHECK(rest->uncertainty < 1e-12);
}

TEST_CASE("a reference solution that is told to stop does so at its next step, and is none") {
  const ProblemEntry& sleigh = problem_catalogue().at("chaplygin_sleigh");
  const System<double> system = sleigh.make({});
  const auto start = checked(start_of(sleigh.setup("rotating")), system, 0);
  int asked = 0;
  CHECK_FALSE(reference_solution(system, start, 10, [&asked] { return ++asked == 100; }));
  CHECK(asked == 100);
}

TEST_CASE("a solved problem tells how far a state is from its solution, in q and v together") {
  const SolvedProblem<double> sleigh = solved(problem_choice("chaplygin_sleigh", "rotating"), 1);
  VectorX<double> q = sleigh.end.q, v = sleigh.end.v;
  View<double> at{};
  at.q = values(q);
  at.v = values(v);
  CHECK(sleigh.error(at) == 0);
  q[0] += 3;
  v[1] -= 4;
  CHECK(sleigh.error(at) == Approx(5));
}

TEST_CASE("there is no reference solution through a kink: resolutions agree there by chance") {
  const TextSystem text{.coordinates = {"x"}, .lagrangian = "vx^2/2 - abs(x)"};
  const System<double> system = problem_entry(text).make<double>({});
  for (int k = 0; k < 40; ++k) {
    const Start<double> start{.q = VectorX<double>::Constant(1, -1 - 0.017 * k), .v = VectorX<double>::Ones(1)};
    INFO(start.q);
    CHECK_FALSE(reference_solution(system, checked(start, system, 0), 3));
  }
  const Start<double> far{.q = VectorX<double>::Constant(1, -9), .v = VectorX<double>::Ones(1)};
  const auto smooth = reference_solution(system, checked(far, system, 0), 3);
  REQUIRE(smooth);
  CHECK(smooth->q[0] == Approx(-9 + 3 + 4.5));
}
