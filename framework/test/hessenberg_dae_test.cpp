// Hessenberg DAEs of index 2: total rate and hidden constraint, on the two test problems of Hilden 2009, (2.23) and
// (2.28).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/problem/hessenberg_dae.hpp>

#include "catch.hpp"
#include "numerics.hpp"
#include "toy_daes.hpp"

#include <cmath>

using namespace nonholo;
using namespace nonholo::test;

namespace {

/// Exact solution y = (e^t, e^-2t), z = e^2t for both.
using OneDae = TwoRoots;  // (2.28)

struct FiveParts : OneDae {  // (2.23)
  static constexpr int parts = 5;
  template <class S> Vector<S, 2> f(int k, const S& t, const Vector<S, 2>& y, const Vector<S, 1>& zv) const {
    using std::exp;
    const S a = y[0], b = y[1], z = zv[0];
    switch (k) {
      case 0: return {b - S(2) * a * a * b, -a * a};
      case 1: return {a * b * b * z * z, exp(-t) * z - a};
      case 2: return {-b * b * z, S(-3) * b * b * z};
      case 3: return {S(2) * a * b * b - S(2) * exp(S(-2) * t) * a * b, z};
      default: return {S(2) * b * b * z * z, a * a * b * b};
    }
  }
};

/// A constraint that moves: y' = z, 0 = y - sin t.
struct Moving {
  static constexpr int ny = 1, nz = 1, parts = 1;
  template <class S> Vector<S, 1> f(int, const S&, const Vector<S, 1>&, const Vector<S, 1>& z) const { return z; }
  template <class S> Vector<S, 1> g(const S& t, const Vector<S, 1>& y) const {
    using std::sin;
    return Vector<S, 1>(y[0] - sin(t));
  }
};

// A dozen products and sums of numbers up to 10.
constexpr double tolerance = 200 * epsilon<double>;

}  // namespace

TEMPLATE_TEST_CASE("The exact solution satisfies the equations, the constraint and the hidden constraint", "", OneDae,
                   FiveParts) {
  for (const double t : {0.0, 0.3, 1.0}) {
    const Vector<double, 2> y{std::exp(t), std::exp(-2 * t)};
    const Vector<double, 1> z(std::exp(2 * t));
    CHECK(distance(rate(TestType{}, t, y, z), Vector<double, 2>(y[0], -2 * y[1])) < tolerance);
    CHECK(std::abs(TestType{}.g(t, y)[0]) < tolerance);
    CHECK(std::abs(hidden_constraint(TestType{}, t, y, z)[0]) < tolerance);
  }
}

TEMPLATE_TEST_CASE("Off the solution the hidden constraint is g_y f", "", OneDae, FiveParts) {
  const double t = 0.4;
  const Vector<double, 2> y{1.2, 0.7};
  const Vector<double, 1> z(1.9);
  const Vector<double, 2> f = rate(TestType{}, t, y, z);
  CHECK(hidden_constraint(TestType{}, t, y, z)[0] ==
        Approx(2 * y[0] * y[1] * f[0] + y[0] * y[0] * f[1]).epsilon(tolerance));
}

TEST_CASE("The rate is the sum of all parts") {
  const double t = 0.4;
  const Vector<double, 2> y{1.2, 0.7};
  const Vector<double, 1> z(1.9);
  Vector<double, 2> sum = Vector<double, 2>::Zero();
  for (int k = 0; k < 5; ++k) sum += FiveParts{}.f(k, t, y, z);
  CHECK(distance(rate(FiveParts{}, t, y, z), sum) < tolerance);
}

TEST_CASE("A constraint that moves contributes its own rate") {
  const Vector<double, 1> y(5.0), z(2.0);
  CHECK(hidden_constraint(Moving{}, 0.4, y, z)[0] == Approx(2 - std::cos(0.4)).epsilon(tolerance));
}
