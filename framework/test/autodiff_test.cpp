// Dual numbers: derivatives of elementary expressions against their closed forms, and second derivatives by nesting.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/autodiff.hpp>

#include "catch.hpp"

using namespace nonholo;

namespace {

template <class S> S f(const Vector<S, 2>& x) {
  using std::exp, std::sin;
  return sin(x[0] * x[1]) + exp(x[0]) / x[1];
}

const Vector<double, 2> at{0.4, 1.3};

// A closed form and its dual evaluation differ by a few roundings of numbers of size up to 3.
constexpr double tolerance = 16 * epsilon<double>;

}  // namespace

TEST_CASE("A seeded evaluation carries the value and the gradient") {
  const Dual<double, 2> y = f(seeded<2>(at));
  CHECK(y.value() == Approx(f(at)).epsilon(tolerance));
  CHECK(y.derivatives()[0] == Approx(at[1] * std::cos(at[0] * at[1]) + std::exp(at[0]) / at[1]).epsilon(tolerance));
  CHECK(y.derivatives()[1] ==
        Approx(at[0] * std::cos(at[0] * at[1]) - std::exp(at[0]) / (at[1] * at[1])).epsilon(tolerance));
}

TEST_CASE("An offset seeds a block of the directions and leaves the others zero") {
  const auto x = seeded<5>(at, 3);
  CHECK(x[0].derivatives() == Vector<double, 5>::Unit(3));
  CHECK(x[1].derivatives() == Vector<double, 5>::Unit(4));
}

TEST_CASE("A curve's evaluation carries the directional derivative gradient times tangent") {
  const Vector<double, 2> tangent{0.7, -2};
  const Dual<double, 1> y = f(along(at, tangent));
  CHECK(y.derivatives()[0] == Approx(Dual<double, 2>(f(seeded<2>(at))).derivatives().dot(tangent)).epsilon(tolerance));
}

TEST_CASE("Constants have zero derivatives") {
  const auto x = constant<Dual<double, 3>>(at);
  CHECK(x[1].value() == at[1]);
  CHECK(x[1].derivatives().isZero(0));
}

TEST_CASE("Nested duals give the second derivatives") {
  using D = Dual<double, 2>;
  // d/dx0, differentiated in both directions
  const Dual<D, 1> y = f(along(seeded<2>(at), constant<D>(Vector<double, 2>(1, 0))));
  const double s = std::sin(at[0] * at[1]), c = std::cos(at[0] * at[1]), e = std::exp(at[0]);
  const D first = y.derivatives()[0];
  CHECK(first.derivatives()[0] == Approx(-at[1] * at[1] * s + e / at[1]).epsilon(tolerance));
  CHECK(first.derivatives()[1] == Approx(c - at[0] * at[1] * s - e / (at[1] * at[1])).epsilon(tolerance));
}
