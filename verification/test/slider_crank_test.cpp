// The slider crank moves as SUNDIALS' own example prints it, whichever solver runs it.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/adapters/ida.hpp>
#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/methods/runge_kutta/spark.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>
#include <nonholo/problems/catalogue.hpp>

#include "catch.hpp"

#include <cmath>

using namespace nonholo;

namespace {

/// What idaSlCrank_dns prints (SUNDIALS 7, rtol = atol = 1e-6), five digits.
struct Printed {
  double t, q, x, p;
};
constexpr Printed rows[] = {{2.5, 7.2238e-2, 1.4980, -3.6096e-2},
                            {5, -1.4300, 9.3903e-1, 5.1790e-1},
                            {7.5, 1.8041e-1, 1.4879, -8.9839e-2},
                            {10, 1.2757, 1.0236, -4.9881e-1}};
// of their own tolerance, 1e-6, grown over ten units of time, and of the digits
constexpr double printed_error = 1e-4;

void check(Integrator<double>& integrator, double h) {
  const ProblemEntry& entry = problem_catalogue().at("slider_crank");
  for (const Printed& row : rows) {
    const TimeSpan<double> span = h > 0 ? TimeSpan<double>::until(0, row.t, h) : TimeSpan<double>::adaptive(0, row.t);
    const auto run = integrate(integrator, start_of(entry.setup("sundials")), span, [](const auto&) {});
    REQUIRE(run.outcome == Outcome::success);
    CHECK(std::abs(run.end.q[0] - row.q) < printed_error);
    CHECK(std::abs(run.end.q[1] - row.x) < printed_error);
    CHECK(std::abs(run.end.q[2] - row.p) < printed_error);
  }
}

}  // namespace

TEST_CASE("the slider crank moves as SUNDIALS' example prints it, with SPARK and with IDA") {
  const System<double> crank = problem_catalogue().at("slider_crank").make({});
  check(*spark(crank, tableaus::gauss(3)), 0.05);
  check(*ida_index2(crank, {1e-8, 1e-8}), 0);
  check(*ida_index2(crank, {1e-8, 1e-8}, IndexTwoForm::constrained), 0);
  check(*ida_index1(crank, {1e-8, 1e-8}), 0);
}
