// Telling the roots of a hidden constraint apart.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/root_branch.hpp>

#include <nonholo/framework/faces/hessenberg_of.hpp>

#include "catch.hpp"
#include "toy_daes.hpp"

using namespace nonholo;
using namespace nonholo::test;

namespace {

const VectorX<double> ones = Eigen::Vector2d(1, 1);

VectorX<double> number(double x) { return VectorX<double>::Constant(1, x); }

/// a' = -1000 (a - 1), b' = w^power - a, 0 = b: a goes to 1 at once, and w with it.
struct Relaxing {
  static constexpr int ny = 2, nz = 1, parts = 1;
  int power = 2;
  template <class S> Vector<S, 2> f(int, const S&, const Vector<S, 2>& y, const Vector<S, 1>& z) const {
    return {-1000 * (y[0] - S(1)), (power == 1 ? z[0] : S(z[0] * z[0])) - y[0]};
  }
  template <class S> Vector<S, 1> g(const S&, const Vector<S, 2>& y) const { return Vector<S, 1>(y[1]); }
};

/// sin(w - 20 t) = 0: roots that y does not move, and that go by faster than they stand apart.
struct Passing {
  static constexpr int ny = 1, nz = 1, parts = 1;
  template <class S> Vector<S, 1> f(int, const S& t, const Vector<S, 1>&, const Vector<S, 1>& z) const {
    using std::sin;
    return Vector<S, 1>(sin(z[0] - 20 * t));
  }
  template <class S> Vector<S, 1> g(const S&, const Vector<S, 1>& y) const { return y; }
};

/// w^3 - w = 1/2 - t, w counted from an origin, of which the largest root ends at t = 0.885, beside another multiplier.
struct Ending {
  static constexpr int ny = 2, nz = 2, parts = 1;
  double other = 1, origin = 0;
  template <class S> Vector<S, 2> f(int, const S& t, const Vector<S, 2>&, const Vector<S, 2>& z) const {
    const S w = z[0] - S(origin);
    return {w * w * w - w + t - S(0.5), z[1] - S(other)};
  }
  template <class S> Vector<S, 2> g(const S&, const Vector<S, 2>& y) const { return y; }
};

/// w^3 + w = 1/2 - 20 t, which has one root, beside another multiplier that is (other) (1 + t / 10).
struct Single {
  static constexpr int ny = 2, nz = 2, parts = 1;
  double other = 1;
  template <class S> Vector<S, 2> f(int, const S& t, const Vector<S, 2>&, const Vector<S, 2>& z) const {
    return {z[0] * z[0] * z[0] + z[0] + 20 * t - S(0.5), z[1] - S(other) * (S(1) + t / 10)};
  }
  template <class S> Vector<S, 2> g(const S&, const Vector<S, 2>& y) const { return y; }
};

/// w^3 + w = 10 x, which has one root, and v = 0, as two rows that are turned against them.
struct Turned {
  static constexpr int ny = 3, nz = 2, parts = 1;
  template <class S> Vector<S, 3> f(int, const S&, const Vector<S, 3>& y, const Vector<S, 2>& z) const {
    const S F = z[0] * z[0] * z[0] + z[0] - 10 * y[0];
    return {-(y[0] - S(3)), 0.8 * F - 0.6 * z[1], 0.6 * F + 0.8 * z[1]};
  }
  template <class S> Vector<S, 2> g(const S&, const Vector<S, 3>& y) const { return {y[1], y[2]}; }
};

/// w + sin(w) / 2 = speed t, which has one root, and a turn of the sine every 2 pi.
struct Winding {
  static constexpr int ny = 1, nz = 1, parts = 1;
  double speed = 1;
  template <class S> Vector<S, 1> f(int, const S& t, const Vector<S, 1>&, const Vector<S, 1>& z) const {
    using std::sin;
    return Vector<S, 1>(z[0] + sin(z[0]) / 2 - S(speed) * t);
  }
  template <class S> Vector<S, 1> g(const S&, const Vector<S, 1>& y) const { return y; }
};

}  // namespace

TEST_CASE("A root keeps its branch along the motion, its neighbour is on another") {
  HessenbergOf<TwoRoots, double> dae{TwoRoots{}};
  RootBranch<double> branch(dae);
  const VectorX<double> later = Eigen::Vector2d(std::exp(1), std::exp(-2));
  for (const double w : {1.0, 0.5}) {
    branch.start(dae, 0, ones, number(w));
    CHECK(branch.holds(dae, 0, ones, number(w)));
    CHECK(branch.holds(dae, 1, later, number(w * std::exp(2))));
    CHECK_FALSE(branch.holds(dae, 0, ones, number(1.5 - w)));
    CHECK_FALSE(branch.holds(dae, 1, later, number((1.5 - w) * std::exp(2))));
  }
}

TEST_CASE("A root continues along the motion and never to its neighbour") {
  HessenbergOf<TwoRoots, double> dae{TwoRoots{}};
  RootBranch<double> branch(dae);
  for (const double w : {1.0, 0.5}) {
    branch.start(dae, 0, ones, number(w));
    for (const double t : {0.0, 0.1, 0.3, 0.2, 0.5, 0.9, 1.2}) {
      const VectorX<double> y = Eigen::Vector2d(std::exp(t), std::exp(-2 * t));
      const auto goes_on = [&](const VectorX<double>& z) {
        return branch.holds(dae, t, y, z) && branch.continues(dae, t, y, z);
      };
      CHECK_FALSE(goes_on(number((1.5 - w) * std::exp(2 * t))));
      CHECK(goes_on(number(w * std::exp(2 * t) * 1.001)));
    }
  }
}

TEST_CASE("A root is followed where y changes fast and through 0") {
  for (const int power : {1, 2}) {
    HessenbergOf<Relaxing, double> dae{Relaxing{power}};
    for (const double from : {4.0, 2.0, 1e-3, -3.0}) {
      if (power == 2 && from < 0) continue;
      const auto z = [power](double a) { return number(power == 1 ? a : std::sqrt(a)); };
      const VectorX<double> start = Eigen::Vector2d(from, 0), end = Eigen::Vector2d(1, 0);
      RootBranch<double> branch(dae);
      branch.start(dae, 0, start, z(from));
      CHECK(branch.holds(dae, 0.1, end, z(1)));
      CHECK(branch.continues(dae, 0.1, end, z(1)));
      CHECK(branch.continues(dae, 0.2, start, z(from)));
    }
  }
}

TEST_CASE("A root is followed from a stage's, from 0 and where others pass by") {
  HessenbergOf<Relaxing, double> linear{Relaxing{1}};
  RootBranch<double> branch(linear);
  const auto at = [](double a) -> VectorX<double> { return Eigen::Vector2d(a, 0); };
  branch.start(linear, 0, at(0), number(0));
  CHECK(branch.continues(linear, 0.1, at(0.3), number(0)));  // of a first stage: 0.3 is the root
  CHECK(branch.continues(linear, 0.2, at(1), number(0.3)));
  HessenbergOf<Passing, double> passing{Passing{}};
  RootBranch<double> beside(passing);
  beside.start(passing, 0, number(0), number(0));
  CHECK_FALSE(beside.continues(passing, 0.3, number(0), number(6 - 2 * std::acos(-1.0))));
  CHECK(beside.continues(passing, 0.3, number(0), number(6)));
}

TEST_CASE("A root that ends leads nowhere, whatever stands beside it and wherever it is counted from") {
  for (const auto& [other, origin] :
       {std::pair(1.0, 0.0), {1000.0, 0.0}, {1e7, 0.0}, {1e10, 0.0}, {1.0, 10.0}, {1e10, 10.0}, {1.0, -1.0}}) {
    HessenbergOf<Ending, double> dae{Ending{other, origin}};
    const VectorX<double> y = Eigen::Vector2d(0, 0);
    const auto z = [beside = other, from = origin](double w) -> VectorX<double> {
      return Eigen::Vector2d(from + w, beside);
    };
    RootBranch<double> branch(dae);
    branch.start(dae, 0, y, z(1.1914878839531187));
    CHECK(branch.continues(dae, 0.8, y, z(0.7376)));
    CHECK_FALSE(branch.continues(dae, 1, y, z(-1.1914878839531187)));
    for (const double stage : {0.6, 0.65, 0.7, 0.74, 0.8})
      for (const double next : {0.95, 1.0, 1.1, 1.2, 1.5}) {
        branch.start(dae, 0.8, y, z(0.7376));
        VectorX<double> far = z(-1.2);
        REQUIRE(dae.consistent(next, y, far));
        INFO(stage << " " << next << " beside " << other << " from " << origin);
        // what a stage before the end may hide at 0.9, the next step finds out
        const bool goes_on = branch.continues(dae, 0.9, y, z(stage)) && branch.continues(dae, next, y, far);
        CHECK_FALSE(goes_on);
      }
  }
}

TEST_CASE("A root is followed through 0, whatever stands beside it") {
  for (const double other : {1.0, 1e7, 1e12}) {
    HessenbergOf<Single, double> dae{Single{other}};
    const VectorX<double> y = Eigen::Vector2d(0, 0);
    const auto root = [&](double t) {
      VectorX<double> z = Eigen::Vector2d(0, other);
      REQUIRE(dae.consistent(t, y, z));
      return z;
    };
    for (const double h : {0.01, 0.05, 0.1, 0.2, 0.25}) {
      RootBranch<double> branch(dae);
      branch.start(dae, 0, y, root(0));
      for (int i = 1; i <= 8; ++i) CHECK(branch.continues(dae, i * h, y, root(i * h)));
    }
  }
}

TEST_CASE("A root is followed as far as it goes in a step, but for thousands of turns") {
  const auto follows = [](double speed) {
    HessenbergOf<Winding, double> dae{Winding{speed}};
    VectorX<double> z = number(speed);
    RootBranch<double> branch(dae);
    branch.start(dae, 0, number(0), number(0));
    REQUIRE(dae.consistent(1, number(0), z));
    return branch.continues(dae, 1, number(0), z);
  };
  for (const double speed : {1.0, 10.0, 100.0, 1000.0}) CHECK(follows(speed));
  CHECK_FALSE(follows(1e6));  // given up, and said so
}

TEST_CASE("A multiplier that is 0 but for rounding keeps no root beside it from being followed") {
  HessenbergOf<Turned, double> dae{Turned{}};
  for (const auto x : {+[](double t) { return 3 * std::cos(2 * t) - 1; }, +[](double t) { return t; }})
    for (const double h : {1e-12, 1e-6, 0.01, 0.05, 0.1, 0.2})
      for (const double rounding : {0.0, 1e-33, 1e-17, 2e-15}) {
        INFO("h = " << h << ", rounding " << rounding);
        VectorX<double> z = Eigen::Vector2d(0.1, 0.1);
        RootBranch<double> branch(dae);
        for (int i = 0; i <= 10; ++i) {
          const VectorX<double> y = Eigen::Vector3d(x(i * h), 0, 0);
          REQUIRE(dae.consistent(0, y, z));
          z[1] += (i % 2 == 0 ? 1 : -1) * rounding;
          if (i == 0) branch.start(dae, 0, y, z);
          REQUIRE(branch.continues(dae, i * h, y, z));
        }
      }
}

TEST_CASE("Where the start says nothing of its branch, every root is on it") {
  HessenbergOf<Parabola, double> dae{Parabola{}};
  RootBranch<double> branch(dae);
  branch.start(dae, 0, number(0), number(1));  // a double root
  CHECK(branch.holds(dae, 0, number(0), number(2)));
  CHECK(branch.holds(dae, 0, number(0), number(NAN)));
}

TEST_CASE("The other roots of a hidden constraint are found from one of them") {
  HessenbergOf<TwoRoots, double> dae{TwoRoots{}};
  const auto from_one = other_roots<double>(dae, 0, ones, number(1));
  REQUIRE(from_one.size() == 1);
  CHECK(from_one[0][0] == Approx(0.5).epsilon(1e-12));
  const auto from_half = other_roots<double>(dae, 0, ones, number(0.5));
  REQUIRE(from_half.size() == 1);
  CHECK(from_half[0][0] == Approx(1).epsilon(1e-12));
  HessenbergOf<Cubic, double> monotone{Cubic{}};  // z^3 + z = const has one
  VectorX<double> z = number(0.4);
  REQUIRE(monotone.consistent(0, ones, z));
  CHECK(other_roots<double>(monotone, 0, ones, z).empty());
}
