// The underlying ODE of a system as text, by programs: it is that of the saddle-point system, in every precision, and
// tells where there is none.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/faces/underlying_ode_of_expressions.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/system/text_system.hpp>
#include <nonholo/framework/system/underlying_ode.hpp>

#include "catch.hpp"

#include <cmath>
#include <vector>

using namespace nonholo;

namespace {

/// A mass that depends on t and q, a force that depends on v, two constraints with offsets that depend on t.
TextSystem moving() {
  return {.coordinates = {"x", "y", "z", "s"},
          .parameters = {{"m", "3"}},
          .lagrangian = "(m + sin(t + y))*vx^2/2 + vy^2/2 + vz^2 + (2 + x^2)*vs^2/2 + z*vx*vs/4 - cos(t)*x*s - y^2*z",
          .constraints = {"(1 + t*y)*vx + cos(z)*vy - s*vs + sin(t*s)", "t*vy + vz + sin(x)*vs + t^2"},
          .force = {"-vx", "t*y", "0", "vz*vx"},
          .reaction = {},
          .invariants = {},
          .exact_q = {},
          .exact_v = {}};
}

/// One constraint, whose row vanishes at x = 0; the mass is none for z below 0.
TextSystem singular() {
  return {.coordinates = {"x", "y", "z"},
          .parameters = {},
          .lagrangian = "(vx^2 + vy^2 + z*vz^2)/2",
          .constraints = {"x*vx + x*vy"},
          .force = {},
          .reaction = {},
          .invariants = {},
          .exact_q = {},
          .exact_v = {}};
}

template <class Real> std::unique_ptr<UnderlyingOde<Real>> by_saddle_point(const System<Real>& system) {
  return system.visit([]<int n, int m>(const std::shared_ptr<const Dynamics<Real, n, m>>& known) {
    return underlying_ode<Real>(AnyDynamics<Real>(known));
  });
}

template <class Real> double apart(std::span<const Real> x, std::span<const Real> y) {
  double most = x.size() == y.size() ? 0 : 1;
  for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i)
    most = std::max(most, static_cast<double>(x[i] > y[i] ? x[i] - y[i] : y[i] - x[i]));
  return most;
}

template <class Real> void agrees(const TextSystem& text) {
  const System<Real> system = problem_entry(text).make<Real>({});
  const auto own = system.underlying_ode(), reference = by_saddle_point(system);
  REQUIRE(typeid(*own) != typeid(*reference));
  const double allowed = 200 * static_cast<double>(epsilon<Real>);
  const std::vector<Real> from{Real(3) / 10, Real(-2) / 5, Real(1) / 2, Real(7) / 10,
                               Real(1) / 5,  Real(3) / 5,  Real(-1),    Real(2) / 5};
  const Real t = Real(3) / 10;
  std::vector<Real> y = from, y_reference = from, rate(8), expected(8);
  const auto same = [&] {
    CHECK(apart<Real>(y, y_reference) < allowed);
    CHECK(apart<Real>(rate, expected) < allowed);
    CHECK(apart<Real>(own->multipliers(), reference->multipliers()) < allowed);
  };
  REQUIRE(own->rate(t, y.data(), rate.data()));
  REQUIRE(reference->rate(t, y.data(), expected.data()));
  same();
  REQUIRE(own->settle(t, y.data(), rate.data()));
  REQUIRE(reference->settle(t, y_reference.data(), expected.data()));
  CHECK(apart<Real>(y, from) > 1e-3);
  same();
  REQUIRE(own->correct(t, Real(1) / 8, Real(1) / 4, from.data(), y.data(), rate.data()));
  REQUIRE(reference->correct(t, Real(1) / 8, Real(1) / 4, from.data(), y_reference.data(), expected.data()));
  same();
}

}  // namespace

TEST_CASE("the underlying equation of a text is that of the saddle-point system") {
  agrees<double>(moving());
  agrees<quad>(moving());
  TextSystem compiled = moving();
  compiled.compile = true;
  agrees<double>(compiled);
}

TEST_CASE("the underlying equation of a text tells dependent constraints, masses that are none, and no numbers") {
  const auto ode = problem_entry(singular()).make<double>({}).underlying_ode();
  const auto regular = [&](double x, double z, double vx) {
    std::vector<double> y{x, 0.2, z, vx, 0.5, 0.1, 0, 0}, rate(8);
    const bool of_rate = ode->rate(0, y.data(), rate.data());
    CHECK(ode->settle(0, y.data(), rate.data()) == of_rate);
    return of_rate;
  };
  CHECK(regular(0.5, 1, 0.1));
  CHECK_FALSE(regular(0, 1, 0.1));
  CHECK_FALSE(regular(0.5, -1, 0.1));
  CHECK_FALSE(regular(0.5, 1, NAN));
  CHECK_FALSE(regular(NAN, 1, 0.1));
}

TEST_CASE("texts whose constraints are not affine or on positions have the underlying equation of the saddle point") {
  TextSystem bent = moving();
  bent.constraints = {"vx^2 - vy^2 - 1"};
  TextSystem held = moving();
  held.holonomic = {"x^2 + y^2 - 1"};
  for (const TextSystem& text : {bent, held}) {
    const System<double> system = problem_entry(text).make<double>({});
    const auto own = system.underlying_ode(), reference = by_saddle_point(system);
    CHECK(typeid(*own) == typeid(*reference));
  }
}
