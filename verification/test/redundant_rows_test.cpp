// Every method of the catalogue on a system that says its constraints more than once: the motion is that of the system
// that says them once.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/framework/system/independent_rows.hpp>
#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/method_choice.hpp>

#include "catch.hpp"
#include "redundant_systems.hpp"

using namespace nonholo;
using namespace nonholo::test;

namespace {

/// The end of a run with steps of 0.05, and the residual of all constraints there.
struct Ran {
  Outcome outcome;
  VectorX<double> q, v;
  double residual;
};

Ran run(const MethodChoice& method, const System<double>& system, const Start<double>& start) {
  const auto integrator = method.make_where_meant(system);
  if (!integrator) return {.outcome = Outcome::not_started};
  const auto ran =
      integrate(*integrator, start,
                integrator->traits().adaptive ? TimeSpan<double>{.t_end = 1} : TimeSpan<double>::fixed(0, 0.05, 20));
  const auto at = make_probe(system)->constraint(1, values(ran.end.q), values(ran.end.v));
  return {ran.outcome, ran.end.q, ran.end.v, std::max(at.absolute, at.position)};
}

/// @return how many methods ran
int compare(const System<double>& once, const System<double>& often, const Start<double>& start) {
  REQUIRE_FALSE(often.held_rows().empty());
  int count = 0;
  for (const MethodEntry& entry : method_catalogue())
    for (const MethodChoice& method : trials_of(entry)) {
      INFO(method.label());
      const Ran one = run(method, once, start), other = run(method, often, start);
      CHECK(one.outcome == other.outcome);
      if (one.outcome != Outcome::success || other.outcome != Outcome::success) continue;
      ++count;
      // error control sees round-off: other steps, other errors, within what it allows
      const double allowed = entry.stepping == Stepping::adaptive ? 1e-6 : 1e-11;
      CHECK((one.q - other.q).norm() + (one.v - other.v).norm() < allowed);
      CHECK(other.residual <= 3 * one.residual + 1e-12);
    }
  return count;
}

}  // namespace

TEST_CASE("redundant rows change the motion of no method") {
  const Start<double> start = Wheel::start();
  const System<double> often =
      with_independent_rows(System<double>(RedundantWheel{}), 0, values(start.q), values(start.v));
  CHECK(compare(System<double>(Wheel{}), often, start) > 25);
}

TEST_CASE("redundant constraints on positions change the motion of no method that holds them") {
  const Start<double> start = SkateOnSphere::start();
  const System<double> often =
      with_independent_rows(System<double>(TwiceOnSphere{}), 0, values(start.q), values(start.v));
  CHECK(compare(System<double>(SkateOnSphere{}), often, start) > 10);
}
