// The order of a method, proven in one step: of the DAE whose solution is t, t^2, t^3, ... a method of order p gets the
// first p exactly.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/methods/runge_kutta/hessenberg_runge_kutta.hpp>
#include <nonholo/methods/runge_kutta/spark.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/problems/power_dae.hpp>

#include "catch.hpp"

#include <cmath>

using namespace nonholo;

namespace {

constexpr double exact = 1e-12, wrong = 1e-6;  // components are 1 at t = 1; the error constant of order 8 is some 1e-5

/// How many of x_1, x_2, ... one step of size 1 gets right.
int exact_components(Integrator<double>& integrator) {
  const ProblemEntry& entry = problem_catalogue().at("power_dae");
  const Summary summary =
      integrate(integrator, start_of(entry.setup("one_step")), TimeSpan<double>::fixed(0, 1, 1), [](const auto&) {});
  REQUIRE(summary.outcome == Outcome::success);
  const auto y = integrator.view().q;
  int k = 0;
  while (k < PowerDae<>::highest && std::abs(y[static_cast<std::size_t>(k)] - 1) < exact) ++k;
  if (k < PowerDae<>::highest) CHECK(std::abs(y[static_cast<std::size_t>(k)] - 1) > wrong);
  return k;
}

}  // namespace

TEST_CASE("one step of a SPARK method gets as many powers of t as its order, and not one more") {
  const System<double> powers = problem_catalogue().at("power_dae").make({});
  for (const TableauFamily& family : tableau_catalogue())
    for (int s = family.min_stages; s <= std::min(4, family.max_stages); ++s) {
      const TableauSet set = family(s);
      if (!set.determines_multipliers() || set.order() == 0) continue;
      INFO(family.name << " " << s);
      CHECK(exact_components(*spark(powers, set)) == set.order());
    }
}

TEST_CASE("one step of a stiffly accurate standard method gets as many powers of t as its order") {
  const System<double> powers = problem_catalogue().at("power_dae").make({});
  for (const Tableau& tableau :
       {tableaus::radau_iia(1), tableaus::radau_iia(2), tableaus::radau_iia(3), tableaus::lobatto_iiia(2),
        tableaus::lobatto_iiia(3), tableaus::lobatto_iiia(4), tableaus::lobatto_iiic(2), tableaus::lobatto_iiic(3)}) {
    INFO(tableau.name() << " " << tableau.stages());
    const auto method = runge_kutta(powers, tableau);
    CHECK(exact_components(*method) == method->traits().order);
  }
}
