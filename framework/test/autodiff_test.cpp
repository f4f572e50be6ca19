// Dual numbers: derivatives of elementary expressions against their closed forms, and second derivatives by nesting.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/autodiff.hpp>

#include <nonholo/framework/base/quad.hpp>

#include "catch.hpp"
#include "numerics.hpp"

#include <cmath>
#include <iterator>

using namespace nonholo;

namespace {

template <class S> S f(const Vector<S, 2>& x) {
  using std::exp, std::sin;
  return sin(x[0] * x[1]) + exp(x[0]) / x[1];
}

const Vector<double, 2> at{0.4, 1.3};

// A closed form and its dual evaluation differ by a few roundings of numbers of size up to 3.
constexpr double few_roundings = 16 * epsilon<double>;

}  // namespace

TEST_CASE("A seeded evaluation carries the value and the gradient") {
  const Dual<double, 2> y = f(seeded<2>(at));
  CHECK(y.value() == Approx(f(at)).epsilon(few_roundings));
  CHECK(y.derivatives()[0] == Approx(at[1] * std::cos(at[0] * at[1]) + std::exp(at[0]) / at[1]).epsilon(few_roundings));
  CHECK(y.derivatives()[1] ==
        Approx(at[0] * std::cos(at[0] * at[1]) - std::exp(at[0]) / (at[1] * at[1])).epsilon(few_roundings));
}

TEST_CASE("Directions are taken at a time as long as matrices of what carries them need no allocation") {
  STATIC_REQUIRE(system::at_a_time<double, dynamic, 1>() == 8);
  STATIC_REQUIRE(system::at_a_time<double, 12, 12 * 12>() == 12);
  STATIC_REQUIRE(system::at_a_time<Dual<double, 10>, 10, 10 * 10>() == 10);
  STATIC_REQUIRE(system::at_a_time<Dual<double, 12>, 12, 12 * 12>() == 6);  // no more than seven, in two rounds
  STATIC_REQUIRE(system::at_a_time<double, 24, 24 * 24>() == 24);
  STATIC_REQUIRE(system::at_a_time<double, 24, 24 * 24, true>() == 12);
  STATIC_REQUIRE(system::at_a_time<double, 200, 200 * 200>() == 1);
}

TEST_CASE("An offset seeds a block of the directions and leaves the others zero") {
  const auto x = seeded<5>(at, 3);
  CHECK(x[0].derivatives() == Vector<double, 5>::Unit(3));
  CHECK(x[1].derivatives() == Vector<double, 5>::Unit(4));
}

TEST_CASE("A curve's evaluation carries the directional derivative gradient times tangent") {
  const Vector<double, 2> tangent{0.7, -2};
  const Dual<double, 1> y = f(along(at, tangent));
  CHECK(y.derivatives()[0] ==
        Approx(Dual<double, 2>(f(seeded<2>(at))).derivatives().dot(tangent)).epsilon(few_roundings));
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
  CHECK(first.derivatives()[0] == Approx(-at[1] * at[1] * s + e / at[1]).epsilon(few_roundings));
  CHECK(first.derivatives()[1] == Approx(c - at[0] * at[1] * s - e / (at[1] * at[1])).epsilon(few_roundings));
}

TEST_CASE("Every elementary function carries its derivative") {
  using D = Dual<double, 1>;
  struct Case {
    D (*f)(const D&);
    double (*value)(double);
    double at;
  };
  const Case cases[] = {
      {[](const D& x) { return sin(x); }, std::sin, 0.7},
      {[](const D& x) { return cos(x); }, std::cos, 0.7},
      {[](const D& x) { return tan(x); }, std::tan, 0.7},
      {[](const D& x) { return asin(x); }, std::asin, 0.4},
      {[](const D& x) { return acos(x); }, std::acos, 0.4},
      {[](const D& x) { return atan(x); }, std::atan, 0.4},
      {[](const D& x) { return sinh(x); }, std::sinh, 0.7},
      {[](const D& x) { return cosh(x); }, std::cosh, 0.7},
      {[](const D& x) { return tanh(x); }, std::tanh, 0.7},
      {[](const D& x) { return exp(x); }, std::exp, 0.7},
      {[](const D& x) { return log(x); }, std::log, 0.7},
      {[](const D& x) { return sqrt(x); }, std::sqrt, 0.7},
      {[](const D& x) { return abs(x); }, std::abs, -0.7},
      {[](const D& x) { return pow(x, 3); }, [](double x) { return x * x * x; }, -0.7},
      {[](const D& x) { return pow(x, 0.3); }, [](double x) { return std::pow(x, 0.3); }, 0.7},
      {[](const D& x) { return pow(x, x); }, [](double x) { return std::pow(x, x); }, 0.7},
      {[](const D& x) { return atan2(x, 2 * x * x); }, [](double x) { return std::atan2(x, 2 * x * x); }, -0.7},
      {[](const D& x) { return 1 / x - x / 3 + (2 - x) / (x * x - 5); },
       [](double x) { return 1 / x - x / 3 + (2 - x) / (x * x - 5); }, 1.1}};
  for (std::size_t i = 0; i < std::size(cases); ++i) {
    INFO("case " << i);
    const auto& [f, value, at_x] = cases[i];
    const D y = f(variable<1>(at_x, 0));
    CHECK(y.value() == Approx(value(at_x)).epsilon(few_roundings));
    CHECK(y.derivatives()[0] ==
          Approx(test::difference([&](double e) { return value(at_x + e); })).epsilon(test::difference_error));
  }
}

TEST_CASE("Arithmetic in place does what the operators do") {
  const Dual<double, 2> x(0.7, {1, 0}), y(-1.3, {0, 1});
  const auto same = [](const Dual<double, 2>& one, const Dual<double, 2>& other) {
    return one.value() == other.value() && one.derivatives() == other.derivatives();
  };
  for (auto z = x; same(z, x); z *= z) CHECK(same(x * x, Dual<double, 2>(z) *= z));
  auto z = x;
  CHECK(same(z += y, x + y));
  CHECK(same(z -= y, (x + y) - y));
  CHECK(same(z *= 2, ((x + y) - y) * 2));
  CHECK(same(z /= y, (((x + y) - y) * 2) / y));
}

TEST_CASE("Duals are compared by their values, with numbers too") {
  const Dual<double, 1> small = variable<1>(1.0, 0), large(2);
  CHECK(small < large);
  CHECK(large >= small);
  CHECK(small < 1.5);
  CHECK(0 < small);
  CHECK(small == 1);
  CHECK_FALSE(small > 1);
}

TEST_CASE("Numbers of any kind are constants to duals however deeply nested") {
  using D = Dual<Dual<quad, 2>, 1>;
  const D x(quad(3));
  CHECK((2 * x - 1.5 + x / 2).value().value() == 6);
  CHECK((quad(2) * x).value().value() == 6);
  CHECK((1 - x).value().value() == -2);
}
