// What the tests of the problems share: accelerations and multipliers at a state, starts by name, every quantity of a
// system at once.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/faces/dynamics_of_lagrangian.hpp>
#include <nonholo/framework/system/probe.hpp>
#include <nonholo/framework/system/saddle_point.hpp>
#include <nonholo/problems/catalogue.hpp>

#include "catch.hpp"
#include "numerics.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

namespace nonholo::test {

/// Small linear systems with condition below 100 on numbers of size up to 10.
inline constexpr double solve_error = 1000 * epsilon<double>;
/// The published start values have 12 digits after the point.
inline constexpr double printed = 0.5e-12 + 1e-15;

/// Acceleration and multipliers of problem P at (q, v).
template <class P> struct Motion {
  Vector<double, P::n> a;
  Vector<double, P::m> lambda;
  Motion(const P& problem, const Vector<double, P::n>& q, const Vector<double, P::n>& v) {
    const DynamicsOf<P, double> dynamics(problem);
    SaddlePoint<double, P::n, P::m> saddle(dynamics);
    REQUIRE(saddle.solve(0, q, v));
    a = saddle.acceleration();
    lambda = saddle.multipliers();
  }
};

/// Energy and consistent multipliers at a setup's start.
struct AtStart {
  double energy;
  std::vector<double> lambda;
  AtStart(std::string_view problem, std::string_view setup_name) {
    const ProblemEntry& entry = problem_catalogue().at(problem);
    const auto setup = entry.setup(setup_name);
    const auto probe = make_probe(entry.make({}, setup_name));
    lambda.resize(static_cast<std::size_t>(entry.m));
    energy = probe->energy(0, setup.q, setup.v);
    REQUIRE(probe->multipliers(0, setup.q, setup.v, lambda));
  }
};

/// A point with nothing special about it, of size about 1.
inline VectorX<double> generic_point(Eigen::Index n, double phase) {
  return VectorX<double>::NullaryExpr(
      n, [phase](Eigen::Index i) { return std::sin(phase + 1.7 * static_cast<double>(i)); });
}

/// A place near q where the constraints on positions hold.
inline VectorX<double> placed(const System<double>& system, VectorX<double> q) {
  REQUIRE(make_probe(system)->place(0, {q.data(), static_cast<std::size_t>(q.size())}, values(VectorX<double>(q))));
  return q;
}

/// The velocity nearest to v that satisfies the constraints at q.
inline VectorX<double> consistent(const System<double>& system, const VectorX<double>& q, VectorX<double> v) {
  REQUIRE(make_probe(system)->project(0, values(q), {v.data(), static_cast<std::size_t>(v.size())}));
  return v;
}

/// Everything that a system says at (q, v): the face of its dynamics, and the consistent acceleration and multipliers.
template <class Real> struct Everything {
  VectorX<Real> p, f, F, k, g, a, lambda, p_dot, k_dot;
  MatrixX<Real> K, p_v;
  Real energy;

  Everything(const System<Real>& system, const VectorX<Real>& q, const VectorX<Real>& v, Real t = 0) {
    system.visit([&]<int n, int m>(const std::shared_ptr<const Dynamics<Real, n, m>>& dynamics) {
      Block<Real, n, m> block(q.size(), dynamics->constraints());
      const Vector<Real, n> x = q, y = v;
      dynamics->evaluate(t, x, y, block);
      dynamics->mass(t, x, y, block.p_v);
      SaddlePoint<Real, n, m> saddle(*dynamics);
      REQUIRE(saddle.solve(t, x, y));
      Rates<Real, n, m> rates(q.size(), dynamics->constraints());
      dynamics->rates(t, x, y, saddle.acceleration(), rates);
      Vector<Real, n> external(q.size());
      dynamics->external_force(t, x, y, external);
      F = external;
      Vector<Real, m> positions(dynamics->constraints());
      dynamics->position_constraint(t, x, positions);
      g = positions;
      p = block.p, f = block.f, k = block.k, K = block.K, p_v = block.p_v;
      a = saddle.acceleration(), lambda = saddle.multipliers();
      p_dot = rates.p_dot, k_dot = rates.k_dot;
      energy = dynamics->energy(t, x, y);
    });
  }
};

/// However many of four points are asked for, each lane is its point alone, and those behind are the last of them. Of
/// sizes that the compiler knows, or with in_packs().
template <int n, int m> void compare_lanes(const Dynamics<double, n, m>& dynamics) {
  const auto near = [](const auto& x, const auto& y) {
    for (Eigen::Index i = 0; i < x.size(); ++i) CHECK(x(i) == Approx(y(i)).epsilon(1e-13).margin(1e-13));
  };
  const Eigen::Index rows = dynamics.coordinates(), constraints = dynamics.constraints();
  for (int points = 1; points <= Pack::width; ++points) {
    Pack t;
    Vector<Pack, n> q(rows), v(rows);
    for (int lane = 0; lane < Pack::width; ++lane) {
      const double of = std::min(lane, points - 1);
      t.set(lane, 0.1 * of);
      set_lane(q, lane, Vector<double, n>(generic_point(rows, 0.4 + 0.01 * of)));
      set_lane(v, lane, Vector<double, n>(generic_point(rows, 2.1 - 0.02 * of)));
    }
    Block<Pack, n, m> lanes(rows, constraints);
    dynamics.evaluate(t, q, v, points, lanes);
    for (int lane = 0; lane < Pack::width; ++lane) {
      Block<double, n, m> alone(rows, constraints);
      dynamics.evaluate(t[lane], lane_of(q, lane), lane_of(v, lane), alone);
      near(lane_of(lanes.p, lane), alone.p);
      near(lane_of(lanes.f, lane), alone.f);
      near(lane_of(lanes.k, lane), alone.k);
      near(lane_of(lanes.K, lane), alone.K);
      if (!dynamics.traits().constant_mass) near(lane_of(lanes.p_v, lane), alone.p_v);
    }
  }
}

}  // namespace nonholo::test
