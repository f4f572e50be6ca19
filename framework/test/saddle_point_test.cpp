// Accelerations, consistent multipliers and projections: they satisfy the equations they are defined by.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/decompositions.hpp>
#include <nonholo/framework/system/probe.hpp>
#include <nonholo/framework/system/saddle_point.hpp>

#include "catch.hpp"
#include "numerics.hpp"
#include "toy_systems.hpp"

#include <cmath>
#include <limits>
#include <tuple>
#include <vector>

using namespace nonholo;
using namespace nonholo::test;

namespace {

template <class G> using SaddleOf = SaddlePoint<double, G::Size::n, G::Size::m>;

// A solve with the toys' well-conditioned matrices (condition below 100) on numbers of size up to 10.
constexpr double solve_error = 1000 * epsilon<double>;

/// A particle on a slope along z whose second constraint asks for v_z = 1, at an angle of e to the first.
struct NearlyParallel {
  static constexpr int n = 3, m = 2;
  static constexpr bool fused_kernels = false;
  double e;
  template <class S> Matrix<S, 3, 3> mass_matrix(const Vector<S, 3>&) const { return Matrix<S, 3, 3>::Identity(); }
  template <class S> S potential(const Vector<S, 3>& q) const { return q[0] * q[0] / 2 - q[2]; }
  template <class S> Matrix<S, 2, 3> constraint_matrix(const Vector<S, 3>&) const {
    Matrix<S, 2, 3> A;
    A << S(1), S(-1), S(0), S(1), S(-1), S(e);
    return A;
  }
  template <class S> Vector<S, 2> constraint_offset(const S&, const Vector<S, 3>&) const { return {S(0), S(-e)}; }
};

}  // namespace

TEMPLATE_TEST_CASE("Accelerations and multipliers satisfy p' = f + K^T lambda and k' = 0", "", Curved, Driven, Wide,
                   Flat, Lift) {
  const Generic<TestType> g;
  SaddleOf<Generic<TestType>> saddle(g.dynamics);
  REQUIRE(saddle.solve(g.t, g.q, g.v));
  Block<double, Generic<TestType>::Size::n, Generic<TestType>::Size::m> block(TestType::n, TestType::m);
  Rates<double, Generic<TestType>::Size::n, Generic<TestType>::Size::m> rates(TestType::n, TestType::m);
  g.dynamics.evaluate(g.t, g.q, g.v, block);
  g.dynamics.rates(g.t, g.q, g.v, saddle.acceleration(), rates);
  CHECK(distance(rates.p_dot, block.f + block.K.transpose() * saddle.multipliers()) < solve_error);
  CHECK(rates.k_dot.template lpNorm<Eigen::Infinity>() < solve_error);
}

TEST_CASE("Along the flow of a conservative system the energy is stationary on the constraint, and only there") {
  Generic<Curved> g;
  SaddleOf<Generic<Curved>> saddle(g.dynamics);
  const auto power = [&] {
    return difference([&](double e) {
      const Vector<double, 3>& a = saddle.acceleration();
      return g.dynamics.energy(0, g.q + e * g.v + e * e / 2 * a, g.v + e * a);
    });
  };
  REQUIRE(saddle.solve(0, g.q, g.v));
  CHECK(std::abs(power()) > 1e-3);  // the reaction works when k = A v is not zero
  REQUIRE(saddle.project(0, g.q, g.v));
  REQUIRE(saddle.solve(0, g.q, g.v));
  CHECK(std::abs(power()) < difference_error);
}

TEST_CASE("Damping takes energy at the rate F v") {
  Generic<Wide> g;
  SaddleOf<Generic<Wide>> saddle(g.dynamics);
  REQUIRE(saddle.project(0, g.q, g.v));
  REQUIRE(saddle.solve(0, g.q, g.v));
  const double power = difference([&](double e) {
    const VectorX<double>& a = saddle.acceleration();
    return g.dynamics.energy(0, g.q + e * g.v + e * e / 2 * a, g.v + e * a);
  });
  CHECK(power == Approx(-g.v.squaredNorm()).margin(difference_error));
}

TEMPLATE_TEST_CASE("A projection satisfies the constraint and moves v along M^-1 K^T only", "", Curved, Driven, Wide,
                   Lift) {
  Generic<TestType> g;
  using Face = typename Generic<TestType>::Face;
  SaddleOf<Generic<TestType>> saddle(g.dynamics);
  const auto before = g.v;
  REQUIRE(saddle.project(g.t, g.q, g.v));
  typename Face::Multipliers k(TestType::m);
  typename Face::Jacobian K(TestType::m, TestType::n);
  typename Face::Mass M(TestType::n, TestType::n);
  g.dynamics.constraint(g.t, g.q, g.v, k, K);
  g.dynamics.mass(g.t, g.q, g.v, M);
  CHECK(k.template lpNorm<Eigen::Infinity>() < solve_error);
  const VectorX<double> impulse = M * (g.v - before);  // must be K^T mu for some mu
  const VectorX<double> mu = least_squares(K.transpose(), impulse, 1e-12).x;
  CHECK(impulse.norm() > 0.01);
  CHECK(distance(K.transpose() * mu, impulse) < solve_error);

  const auto once = g.v;
  REQUIRE(saddle.project(g.t, g.q, g.v));
  CHECK(distance(once, g.v) < solve_error);
}

TEST_CASE("Dependent constraint rows are seen, also those that round-off hides") {
  Generic<DependentRows> g;
  SaddleOf<Generic<DependentRows>> saddle(g.dynamics);
  CHECK(saddle.solve(0, g.q, g.v));
  g.q[2] = 0;
  for (int i = 0; i < 100; ++i) {
    g.q[0] = std::sqrt(i) / 3;
    CHECK_FALSE(saddle.solve(0, g.q, g.v));
    CHECK_FALSE(saddle.project(0, g.q, g.v));
  }
}

TEST_CASE("A mass matrix that is not positive definite is refused") {
  Generic<IndefiniteMass> g;
  SaddleOf<Generic<IndefiniteMass>> saddle(g.dynamics);
  CHECK_FALSE(saddle.solve(0, g.q, g.v));
  CHECK_FALSE(saddle.project(0, g.q, g.v));
}

TEMPLATE_TEST_CASE("A state that is not finite has no acceleration", "", Curved, Driven, Wide, Flat) {
  Generic<TestType> g;
  SaddleOf<Generic<TestType>> saddle(g.dynamics);
  g.q[0] = std::numeric_limits<double>::quiet_NaN();
  CHECK_FALSE(saddle.solve(g.t, g.q, g.v));
}

TEST_CASE("Errors between rows at a small angle grow with 1 / angle, not with its square") {
  const auto e = GENERATE(1e-2, 1e-4, 1e-6, 2e-7);
  CAPTURE(e);
  const DynamicsOf<NearlyParallel, double> dynamics{NearlyParallel{e}};
  SaddlePoint<double, dynamic, dynamic> saddle(dynamics);
  const VectorX<double> q = Eigen::Vector3d(0.3, 0, 0);
  VectorX<double> v = Eigen::Vector3d(0.1, 0.4, 0.7);
  // v_x = v_y and v_z = 1: the mean of a_x and a_y, which the potential makes -0.3 and 0
  REQUIRE(saddle.solve(0, q, v));
  const double allowed = 10 * epsilon<double> / e;
  CHECK(distance(saddle.acceleration(), Eigen::Vector3d(-0.15, -0.15, 0)) < allowed);
  REQUIRE(saddle.project(0, q, v));
  CHECK(distance(v, Eigen::Vector3d(0.25, 0.25, 1)) < allowed);
}

namespace {

/// Two blades on a body of unit mass, at this angle to each other.
struct Blades {
  static constexpr int n = 3, m = 2;
  static constexpr bool constant_mass = true, fused_kernels = false;
  double angle = 0;
  template <class S> Matrix<S, 3, 3> mass_matrix(const Vector<S, 3>&) const { return Matrix<S, 3, 3>::Identity(); }
  template <class S> S potential(const Vector<S, 3>&) const { return S(0); }
  template <class S> Matrix<S, 2, 3> constraint_matrix(const Vector<S, 3>&) const {
    Matrix<S, 2, 3> A;
    A << S(0), S(1), S(0),  //
        S(std::sin(angle)), S(std::cos(angle)), S(0);
    return A;
  }
};

}  // namespace

// The determinant of the scaled K M^-1 K^T is sin^2 of the angle, whatever the mass.
TEST_CASE("Rows at a small angle are not surely regular, solved for or not") {
  for (const auto& [angle, solvable, surely] : {std::tuple(0.5, true, true),
                                                {2e-3, true, true},
                                                {0.5e-3, true, false},
                                                {1e-6, true, false},
                                                {1e-8, false, false},
                                                {1e-10, false, false},
                                                {1e-12, false, false}}) {
    CAPTURE(angle);
    const System<double> system{Blades{angle}};
    const auto probe = make_probe(system);
    const Eigen::Vector3d q(0, 0, 0), v(0, 0, 1);
    std::vector<double> lambda(2);
    CHECK(probe->multipliers(0, values(q), values(v), lambda) == solvable);
    CHECK((solvable && probe->surely_regular()) == surely);
  }
}
