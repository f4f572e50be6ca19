// Order studies: verdicts from both sides, one wrong coefficient, and what filters pick.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/study/plan.hpp>
#include <nonholo/verification/study/study_report.hpp>
#include <nonholo/verification/study/studies.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/system/text_system.hpp>
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/verification/catalogue.hpp>

#include "catch.hpp"
#include "temporary_folder.hpp"

#include <algorithm>
#include <cmath>
#include <set>

using namespace nonholo;
using namespace nonholo::program;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

std::string gauss2_with(const std::string& first, const std::string& claims = "[claims]\norder = 4\n") {
  return "b = [\"1/2\", \"1/2\"]\nc = [\"1/2 - sqrt(3)/6\", \"1/2 + sqrt(3)/6\"]\nA = [[\"" + first +
         "\", \"1/4 - sqrt(3)/6\"], [\"1/4 + sqrt(3)/6\", \"1/4\"]]\n" + claims;
}

}  // namespace

TEST_CASE("a study holds for the method as it is, and fails when theory expects more or less") {
  StudyReferences references;
  StudySubject subject{.method = method_choice("spark", {{"tableau", "gauss"}, {"stages", 2L}}),
                       .problem = problem_choice("jay_2006_dae", "unit_interval")};
  const auto studies = study(subject, references, true);
  REQUIRE(studies.size() == 3);
  CHECK(studies[0].variable == "y");
  CHECK(studies[0].expected == 4);
  CHECK(*studies[0].measured == Approx(4).margin(0.05));
  CHECK(studies[2].variable == "z_stage");
  CHECK(studies[2].expected == 1);
  CHECK(std::ranges::all_of(studies, &Study::holds));
  for (const int wrong : {3, 5}) {
    subject.claimed = wrong;
    CHECK_FALSE(study(subject, references, true)[0].holds);
  }
}

TEST_CASE("an order that the traits of a method leave at 0 is measured but not judged") {
  StudyReferences references;
  const StudySubject subject{.method = method_choice("gni", {{"start", "zero_multiplier"}}),
                             .problem = problem_choice("gearbox_pendulum", "celledoni_4_4")};
  const Study multiplier = study(subject, references, true).back();
  CHECK(multiplier.variable == "lambda_stage");
  CHECK_FALSE(multiplier.expected);
  CHECK(multiplier.measured);
  CHECK(multiplier.holds);
  CHECK(multiplier.note == "no theorem covers it: measured only");
}

TEST_CASE("positions have an order of their own with runge_kutta where no constraint holds them") {
  StudyReferences references;
  const auto order_of_q = [&](const char* problem, const char* setup) {
    StudySubject subject{.method = method_choice("runge_kutta", {{"tableau", "gauss"}, {"stages", 2L}}),
                         .problem = problem_choice(problem, setup)};
    subject.problem.t_end = Number(0.125);
    const Study q = study(subject, references, true).front();
    CHECK(q.variable == "q");
    CHECK(q.holds);
    return q.expected;
  };
  CHECK(order_of_q("chaplygin_sleigh", "rotating") == 4);
  CHECK(order_of_q("pendulum_cartesian", "horizontal") == 2);
}

TEST_CASE(
    "one coefficient that is off by 1e-6 makes the study of a tableau file fail, without a claim it shows the order "
    "that is left") {
  const TemporaryFolder folder;
  StudyReferences references;
  const auto studied = [&](const std::string& toml) {
    const auto subjects = studies_of_tableau(folder.write("gauss2.toml", toml).string(), std::nullopt);
    const auto on_dae =
        std::ranges::find(subjects, "jay_2006_dae", [](const StudySubject& s) { return s.problem.entry->name; });
    REQUIRE(on_dae != subjects.end());
    return study(*on_dae, references, true)[0];
  };
  CHECK(studied(gauss2_with("1/4")).holds);
  CHECK_FALSE(studied(gauss2_with("1/4 + 1/1000000")).holds);
  const Study unclaimed = studied(gauss2_with("1/4 + 1/1000000", ""));
  CHECK_FALSE(unclaimed.expected);
  CHECK(*unclaimed.measured == Approx(1).margin(0.05));
  // more than on ODEs
  CHECK_FALSE(
      studied("b = [\"3/4\", \"1/4\"]\nc = [\"1/3\", 0.9]\nA = [[\"5/12\", \"-1/12\"], [\"3/4\", \"1/4\"]]\n").holds);
}

TEST_CASE("an exact variable holds on a system of the user, and proves nothing on a problem of the suite") {
  const ProblemEntry entry = problem_entry(TextDae{.parameters = {},
                                                   .y = {"a", "b"},
                                                   .z = {"z"},
                                                   .f = {{"-2*b", "2*a"}, {"a*z", "b*z"}},
                                                   .g = {"a^2 + b^2 - 1"},
                                                   .invariants = {},
                                                   .exact_y = {"a*cos(2*t) - b*sin(2*t)", "a*sin(2*t) + b*cos(2*t)"},
                                                   .exact_z = {"0"}});
  const auto of_z = [&](bool at_least) {
    StudyReferences references;
    const auto all = study({.method = method_choice("spark", {{"tableau", "gauss"}, {"stages", 2L}}),
                            .problem = {.entry = &entry, .initial = {.q = {0.6, 0.8}}},
                            .at_least = at_least},
                           references, true);
    CHECK(all[0].holds);
    CHECK(all[1].variable == "z");
    CHECK_FALSE(all[1].measured);
    CHECK((tally(all).failing() == 0) == at_least);
    return all[1];
  };
  CHECK(of_z(true).holds);
  CHECK(of_z(true).note == "exact but for round-off");
  CHECK_FALSE(of_z(false).holds);
}

TEST_CASE("what refuses the start of a system that is driven is not studied on it") {
  const auto studied = [](const char* force) {
    const ProblemEntry entry = problem_entry(TextSystem{.coordinates = {"x", "y", "theta"},
                                                        .parameters = {},
                                                        .lagrangian = "(vx^2 + vy^2 + vtheta^2)/2",
                                                        .mass_matrix = {},
                                                        .constraints = {"cos(theta)*vy - sin(theta)*vx"},
                                                        .force = {force, "0", "0"}});
    const ProblemChoice own{.entry = &entry, .initial = {.q = {0, 0, 0}, .v = {1, 0, 0.5}}};
    std::string labels;
    for (const StudySubject& subject : study_subjects({}, false, own)) labels += subject.method.label() + "\n";
    return labels;
  };
  CHECK_THAT(studied("0"), Contains("onto=constraint_and_energy") && Contains("explicit_runge_kutta"));
  CHECK_THAT(studied("1"), !Contains("onto=constraint_and_energy") && Contains("explicit_runge_kutta"));
}

TEST_CASE("a method is studied on every problem that matches a glob and takes it, and what has no reference is noted") {
  const auto subjects = study_subjects_on("*_pendul*", {"gni", "mclachlan_perlmutter"}, true);
  std::set<std::string_view> problems;
  for (const StudySubject& subject : subjects) {
    CHECK((subject.method.entry->name == "gni" || subject.method.entry->name == "mclachlan_perlmutter"));
    problems.insert(subject.problem.entry->name);
  }
  CHECK(problems.contains("gearbox_pendulum"));
  CHECK(problems.contains("coupled_pendula"));
  CHECK_FALSE(problems.contains("chaplygin_sleigh"));
  CHECK_THROWS_WITH(study_subjects_on("nowhere", {}, true), Contains("'nowhere' matches no problem"));
  CHECK_THROWS_WITH(study_subjects_on("jay_2006_dae", {"gni"}, true), Contains("runs on the problems"));
}

TEST_CASE("filters are globs on method, tableau or problem, matched whole, what matches nothing is told") {
  CHECK(study_subjects({"lobatto_*"}, false).size() > study_subjects({"lobatto_iiia_b"}, false).size());
  for (const StudySubject& subject : study_subjects({"gauss"}, false))
    CHECK(subject.method.options.text("tableau") == "gauss");
  CHECK(study_subjects({"gauss", "gaus?"}, false).size() == study_subjects({"gauss"}, false).size());
  CHECK(study_subjects({}, true).size() < study_subjects({}, false).size());
  CHECK_THROWS_WITH(study_subjects({"gaus"}, false), Contains("'gaus' matches no method, tableau or problem"));
}
