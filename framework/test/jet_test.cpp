// Jets: gradients and Hessians of every operation, against nested duals.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/jet.hpp>

#include "catch.hpp"

#include <cmath>

using namespace nonholo;

namespace {

constexpr double rounded = 64 * epsilon<double>;

using J = Jet<double, 3, 2>;
using D = Dual<Dual<double, 3>, 2>;

/// x_i as a variable of direction i in both.
J jet(double x, int i) {
  J y(x);
  y.derivatives()[i] = 1;
  return y;
}
D dual(double x, int i) { return i < 2 ? variable<2>(variable<3>(x, i), i) : D(variable<3>(x, i)); }

/// f of three variables: value, gradient in three, Hessian in two.
template <class F> void same(F f, double x, double y, double z) {
  const J one = f(jet(x, 0), jet(y, 1), jet(z, 2));
  const D other = f(dual(x, 0), dual(y, 1), dual(z, 2));
  CHECK(one.value() == Approx(other.value().value()).epsilon(rounded));
  for (int i = 0; i < 3; ++i) CHECK(one.derivatives()[i] == Approx(other.value().derivatives()[i]).epsilon(rounded));
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      CHECK(one.derivative(i, j) == Approx(other.derivatives()[i].derivatives()[j]).epsilon(rounded));
}

}  // namespace

TEST_CASE("A jet knows the gradient and the Hessian of sums, products and quotients") {
  same([](auto x, auto y, auto z) { return x * y - z * x / y + x; }, 0.7, -1.3, 0.9);
  same([](auto x, auto y, auto z) { return 2 * x * x * y + 3. / x - y / 4 + (1 - z) * y + (-x) * (y - 2); }, 0.7, -1.3,
       0.4);
}

TEST_CASE("A jet knows two derivatives of every elementary function") {
  same([](auto x, auto y, auto z) { return sin(x * y) + cos(x + z) * tan(y); }, 0.7, -1.3, 0.4);
  same([](auto x, auto y, auto z) { return asin(x * z) * acos(z * y) + atan(y * x); }, 0.7, -0.6, 0.4);
  same([](auto x, auto y, auto z) { return sinh(x) * cosh(y) + tanh(x * z); }, 0.7, -1.3, 0.4);
  same([](auto x, auto y, auto z) { return exp(x * y) * log(x + z) * sqrt(x); }, 0.7, -1.3, 0.4);
  same([](auto x, auto y, auto) { return pow(x, 3) * pow(x, 0.3) + pow(x, y) + abs(y) * x; }, 0.7, -1.3, 0.4);
  for (const double x : {2.1, -2.1, 0.2})
    for (const double y : {0.7, -0.7}) same([](auto a, auto b, auto c) { return atan2(b * c, a * b * b); }, x, y, 0.9);
}

TEST_CASE("Whole powers have their derivatives where the base vanishes") {
  for (const int p : {1, 2, 3}) same([p](auto x, auto y, auto) { return pow(x, p) * y; }, 0, 1.5, 1);
  using Thrice = Dual<Dual<Dual<double, 1>, 1>, 1>;
  const Thrice x = variable<1>(variable<1>(variable<1>(0., 0), 0), 0);
  CHECK(pow(x, 2).derivatives()[0].derivatives()[0].derivatives()[0] == 0);
  CHECK(pow(x, 2).derivatives()[0].derivatives()[0].value() == 2);
}

TEST_CASE("A jet over duals knows third derivatives along their direction") {
  using Along = Jet<Dual<double, 1>, 1, 1>;
  Along x(variable<1>(0.7, 0));
  x.derivatives()[0] = Dual<double, 1>(1);
  const Along y = sin(x) * x;
  const double third = -3 * std::sin(0.7) - 0.7 * std::cos(0.7);
  CHECK(y.derivative(0, 0).derivatives()[0] == Approx(third).epsilon(rounded));
}

TEST_CASE("Jets are compared by their values") {
  CHECK(jet(1, 0) < jet(2, 0));
  CHECK(jet(1, 0) < 2);
  CHECK(3 > jet(1, 0));
  CHECK(jet(1, 0) == jet(1, 1));
}
