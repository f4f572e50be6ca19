// The face of a DAE whose constraint can be differentiated: hidden constraint, its derivatives, its roots; sizes known
// at run time.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/faces/hessenberg_of.hpp>

#include <nonholo/framework/system/system.hpp>

#include "catch.hpp"
#include "numerics.hpp"
#include "toy_daes.hpp"
#include "toy_systems.hpp"

#include <cmath>

using namespace nonholo;
using namespace nonholo::test;

namespace {

const VectorX<double> ones = Eigen::Vector2d(1, 1), somewhere = Eigen::Vector2d(1.2, 0.7);

VectorX<double> number(double x) { return VectorX<double>::Constant(1, x); }

VectorX<double> hidden(ReducibleHessenberg<double>& dae, double t, const VectorX<double>& y, const VectorX<double>& z) {
  VectorX<double> c(dae.algebraic());
  dae.hidden(t, y, z, c);
  return c;
}

template <class P> std::pair<Root, double> root(const P& problem, double t, const VectorX<double>& y, double guess) {
  HessenbergOf<P, double> dae(problem);
  VectorX<double> z = number(guess);
  const Root found = dae.find_root(t, y, z);
  return {found, z[0]};
}

/// exp(z) - 1 + 3 z = 0.3 y: terms of 1, whose rounding is far more than that of a small z.
struct Cancelling {
  static constexpr int ny = 2, nz = 1, parts = 1;
  template <class S> Vector<S, 2> f(int, const S&, const Vector<S, 2>& y, const Vector<S, 1>& z) const {
    using std::exp;
    return {S(1), exp(z[0]) - S(1) + 3 * z[0] - 0.3 * y[0]};
  }
  template <class S> Vector<S, 1> g(const S&, const Vector<S, 2>& y) const { return Vector<S, 1>(y[1]); }
};

/// a' = drift + 0.7 W + 0.9 V, b' = 0.9 V - 0.8 W, W = w + sin(w) / 2, V = v / 1000; 0 = a/0.7 - (drift/0.7) t, 0 = b:
/// w = v = 0 but for the rounding of the drift; all that b' is made of is what w and v add to it.
struct Opposed {
  static constexpr int ny = 2, nz = 2, parts = 1;
  double drift = 1000;
  template <class S> Vector<S, 2> f(int, const S&, const Vector<S, 2>&, const Vector<S, 2>& z) const {
    using std::sin;
    const S W = z[0] + sin(z[0]) / 2, V = z[1] / 1000;
    return {S(drift) + 0.7 * W + 0.9 * V, 0.9 * V - 0.8 * W};
  }
  template <class S> Vector<S, 2> g(const S& t, const Vector<S, 2>& y) const {
    return {y[0] / 0.7 - t * (drift / 0.7), y[1]};
  }
};

}  // namespace

TEMPLATE_TEST_CASE("The hidden constraint has the derivatives that differences show, also of sizes known at run time",
                   "", TwoRoots, LooseTwoRoots, Cubic) {
  HessenbergOf<TestType, double> dae{TestType{}};
  const double t = 0.4;
  const VectorX<double> z = number(0.9);
  HiddenLinearisation<double> exact(2, 1);
  dae.linearise_hidden(t, somewhere, z, exact);
  CHECK(distance(exact.c, hidden(dae, t, somewhere, z)) < 1e-15);
  CHECK(distance(exact.c_y, jacobian([&](const VectorX<double>& y) { return hidden(dae, t, y, z); }, somewhere)) <
        difference_error);
  CHECK(distance(exact.c_z, jacobian([&](const VectorX<double>& x) { return hidden(dae, t, somewhere, x); }, z)) <
        difference_error);
}

TEST_CASE("A DAE whose sizes only the run knows has the numbers of the one of fixed sizes, to their rounding") {
  HessenbergOf<LooseTwoRoots, double> loose{LooseTwoRoots{}};
  HessenbergOf<TwoRoots, double> fixed{TwoRoots{}};
  REQUIRE(loose.differential() == 2);
  REQUIRE(loose.algebraic() == 1);
  HessenbergLinearisation<double> ours(2, 1, 1), theirs(2, 1, 1);
  loose.linearise(0, somewhere, number(0.9), ours);
  fixed.linearise(0, somewhere, number(0.9), theirs);
  // The same formulas, but other loops: products and sums may be fused there.
  CHECK(distance(ours.f_y[0], theirs.f_y[0]) < 4 * epsilon<double>);
  CHECK(distance(ours.f_z[0], theirs.f_z[0]) < 4 * epsilon<double>);
  CHECK(distance(ours.g_y, theirs.g_y) < 4 * epsilon<double>);
  CHECK(System<double>{LooseTwoRoots{}}.coordinates() == 2);
  CHECK(System<double>{LooseTwoRoots{}}.constraints() == 1);
}

TEST_CASE("Newton's method finds the root next to the guess, and says whether it is simple, multiple or none") {
  CHECK(root(TwoRoots{}, 0, ones, 2).first == Root::simple);
  CHECK(root(TwoRoots{}, 0, ones, 2).second == Approx(1).epsilon(1e-15));
  CHECK(root(TwoRoots{}, 0, ones, 0).second == Approx(0.5).epsilon(1e-15));
  CHECK(root(Parabola{.slope = 0.25}, 0, number(0), 3).second == Approx(1.5).epsilon(1e-15));
  CHECK(root(Parabola{.slope = 1e-12}, 0, number(0), 2).first == Root::simple);  // slow at first, then quadratic
  CHECK(root(Parabola{.slope = 0}, 0, number(0), 3).first == Root::multiple);
  CHECK(root(Parabola{.slope = 0}, 0, number(0), 1).first == Root::multiple);
  CHECK(root(Parabola{.slope = -1}, 0, number(0), 3).first == Root::none);
}

TEST_CASE("A root is found whatever the units of z, and at zero") {
  for (const double s : {1e-9, 1.0, 1e9}) {
    // 2 |y|^2 (z^3 + s^2 z) - 1 = 0 at t = 0, y = (y1, 0): z = s for y1^2 = 1 / (4 s^3)
    const VectorX<double> y = Eigen::Vector2d(std::sqrt(1 / (4 * s * s * s)), 0);
    const auto [found, z] = root(Cubic{.coefficient = s * s}, 0, y, 3 * s);
    CHECK(found == Root::simple);
    CHECK(z == Approx(s).epsilon(1e-14));
  }
  // d/dt of the radius needs no push where y2 (y1 + t) - y1 y2 = t y2 = 1/2
  const auto [found, z] = root(Cubic{}, 0.5, Eigen::Vector2d(std::sqrt(0.5), 1), 3);
  CHECK(found == Root::simple);
  CHECK(std::abs(z) < 1e-15);
}

TEST_CASE("A root is found where the constraint is rounding of terms that are not told") {
  for (const double size : {1e-8, 1e-6, 1e-4, 1e-2})
    for (int i = 1; i <= 200; ++i) {
      const double y = size * i / 7;
      const auto [found, z] = root(Cancelling{}, 0, Eigen::Vector2d(y, 0), 0.07 * y);
      INFO(y);
      CHECK(found == Root::simple);
      CHECK(std::abs(std::expm1(z) + 3 * z - 0.3 * y) < 1e-15);
    }
}

TEST_CASE("A root at zero is found where a rate is nothing but the rounding of what z adds to it") {
  for (int i = 0; i < 100; ++i) {
    HessenbergOf<Opposed, double> dae{Opposed{1000 + i / 7.0}};
    VectorX<double> z = Eigen::Vector2d(0, 0);
    REQUIRE(dae.find_root(0, Eigen::Vector2d(0, 0), z) == Root::simple);
    CHECK(std::abs(z[0]) < 1e-12);
    CHECK(std::abs(z[1]) < 1e-9);
  }
}

TEST_CASE("A mechanical system is no DAE whose constraint this face differentiates") {
  const System<double> flat{Flat{}};
  CHECK(System<double>{TwoRoots{}}.reducible()->algebraic() == 1);
  CHECK_THROWS_WITH(flat.reducible(), Catch::Matchers::Contains("this system is a mechanical system"));
}
