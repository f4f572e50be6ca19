// A problem at a setup with parameters of one's own: its name, its system and where it starts.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/problem_choice.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/system/probe.hpp>

#include "catch.hpp"

using namespace nonholo;

TEST_CASE("a problem is called by its name and its setup") {
  CHECK(problem_choice("chaplygin_sleigh").label() == "chaplygin_sleigh");
  CHECK(problem_choice("chaplygin_sleigh", "rotating").label() == "chaplygin_sleigh (rotating)");
}

TEST_CASE("start and end are those of the setup, in any precision") {
  const ProblemChoice sleigh = problem_choice("chaplygin_sleigh", "hilden_4_2_3");
  CHECK(sleigh.start().q.size() == 3);
  CHECK(sleigh.end_time() == 30.0);
  // a fifth is not that of double
  CHECK(sleigh.start<quad>().q[2] == Number(0.2).as<quad>());
  CHECK_FALSE(problem_choice("chaplygin_sleigh").end_time());
}

TEST_CASE("parameters of one's own stand in the place of the setup's") {
  const auto mass = [](const ProblemChoice& choice) {
    const System<double> system = choice.system();
    return 2 * make_probe(system)->energy(0, std::vector<double>{0, 0, 0}, std::vector<double>{1, 0, 0});
  };
  CHECK(mass(problem_choice("chaplygin_sleigh", "hilden_4_2_3")) == Approx(0.001));
  CHECK(mass(problem_choice("chaplygin_sleigh", "hilden_4_2_3", {{"m", 2.0}})) == Approx(2));
}

TEST_CASE("unknown problems, setups and parameters are refused, the nearest named") {
  using Catch::Matchers::Contains;
  CHECK_THROWS_WITH(problem_choice("chaplygin_slay"), Contains("did you mean 'chaplygin_sleigh'"));
  CHECK_THROWS_WITH(problem_choice("chaplygin_sleigh", "rotation"), Contains("did you mean 'rotating'"));
  CHECK_THROWS_WITH(problem_choice("chaplygin_sleigh", "rotating", {{"mass", 1.0}}).system(),
                    Contains("unknown parameter"));
}
