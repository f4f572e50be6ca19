// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/shared_references.hpp>

#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/experiment/prepared_run.hpp>
#include <nonholo/verification/work_queue.hpp>
#include <nonholo/problems/catalogue.hpp>

#include "catch.hpp"

#include <array>

using namespace nonholo;

TEST_CASE("A reference solution that one was told to give up is there for the next who waits for it") {
  const ProblemChoice problem{.entry = &problem_catalogue().at("chaplygin_sleigh"), .setup = "hilden_4_2_3"};
  const System<double> system = problem.system<double>();
  const auto start = checked(problem.start<double>(), system, 0.0);
  SharedReferences<double> references;
  int asked = 0;
  CHECK_FALSE(references.at(system, {}, start, 0.5, [&asked] { return ++asked == 10; }));
  CHECK(asked == 10);
  const auto* const found = references.at(system, {}, start, 0.5);
  REQUIRE(found);
  CHECK(references.at(system, {}, start, 0.5, [] { return true; }) == found);  // known once and for all
}

TEST_CASE("Reference solutions may take five times as long as the runs, plus one second") {
  ReferenceBudget after_long(20), after_short(0.01);
  CHECK(after_long.spend(99));
  CHECK_FALSE(after_long.spend(2));
  CHECK(after_short.spend(0.9));
  CHECK_FALSE(after_short.spend(0.2));
  CHECK(after_short.spent() == Approx(1.1));
}

TEST_CASE("Threads that ask for one reference solution get one, for another start another") {
  const ProblemEntry& entry = problem_catalogue().at("chaplygin_sleigh");
  const ProblemChoice problem{.entry = &entry, .setup = "hilden_4_2_3"};
  const System<double> system = problem.system<double>();
  Start<double> given = problem.start<double>();
  const auto start = checked(given, system, 0.0);
  given.q[0] += 1;
  const auto moved = checked(given, system, 0.0);
  SharedReferences<double> references;
  std::array<const ReferenceSolution<double>*, 8> found{};
  work_off(found.size(), 4, [&](std::size_t i) { found[i] = references.at(system, {}, i % 2 ? moved : start, 0.5); });
  for (std::size_t i = 0; i < found.size(); ++i) CHECK(found[i] == found[i % 2]);
  REQUIRE(found[0]);
  REQUIRE(found[1]);
  CHECK(found[1]->q[0] - found[0]->q[0] == Approx(1));
  CHECK(references.at(system, {}, start, 0.25) != found[0]);
}
