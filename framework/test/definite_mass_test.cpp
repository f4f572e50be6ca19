// Masses that are positive definite on the kernel of the constraints alone: the face with L + k^T C k / 2 against that
// Lagrangian differentiated automatically, the size of C in any units, and what cannot be completed.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/faces/completed_mass.hpp>
#include <nonholo/framework/system/definite_mass.hpp>
#include <nonholo/framework/system/saddle_point.hpp>
#include <nonholo/framework/system/singular_mass.hpp>
#include <nonholo/framework/system/start.hpp>
#include <nonholo/framework/system/text_system.hpp>

#include "catch.hpp"
#include "numerics.hpp"
#include "toy_lagrangians.hpp"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

constexpr double first_c = 0.7, second_c = 2.5;

/// L + k^T C k / 2 of a system with offsets, forces and a time.
struct DrivenAndRows : LagrangianOf<Driven> {
  static constexpr bool natural = false;
  template <class S> S lagrangian(const S& t, const Vector<S, 4>& q, const Vector<S, 4>& v) const {
    const Vector<S, 2> k = this->constraint(t, q, v);
    return LagrangianOf<Driven>::lagrangian(t, q, v) + k[0] * k[0] * (first_c / 2) + k[1] * k[1] * (second_c / 2);
  }
};

using Face = Dynamics<double, 4, 2>;

/// The face of Driven, completed.
CompletedMass<double, 4, 2> completed() {
  return {std::make_shared<DynamicsOf<LagrangianOf<Driven>, double>>(LagrangianOf<Driven>{}),
          Vector<double, 2>(first_c, second_c), RowTraits{}};
}

constexpr double summed_otherwise = 256 * epsilon<double>;  // the same sums in another order

/// A spring pendulum whose length s is a coordinate without mass.
TextSystem pendulum() {
  TextSystem text;
  text.coordinates = {"x", "y", "s"};
  text.parameters = {{"m", "2"}, {"k", "40"}, {"l", "1"}, {"g", "9.81"}, {"a", "1"}, {"b", "1"}};
  text.lagrangian = "m/2*(vx^2 + vy^2) - m*g*y - k/2*(s/a-l)^2";  // s in other units
  text.holonomic = {"b*(s/a - sqrt(x^2 + y^2))"};
  return text;
}

/// Angles of a ball at their pole: M is singular in a direction that the constraints know nothing of.
TextSystem turntable() {
  TextSystem text;
  text.coordinates = {"x", "y", "phi", "th", "psi"};
  text.parameters = {{"R", "0.1"}, {"W", "3"}};
  text.define = {{"wx", "vth*cos(phi) + vpsi*sin(th)*sin(phi)"},
                 {"wy", "vth*sin(phi) - vpsi*sin(th)*cos(phi)"},
                 {"wz", "vphi + vpsi*cos(th)"}};
  text.lagrangian = "(vx^2 + vy^2)/2 + R^2/5*(wx^2 + wy^2 + wz^2)";
  text.constraints = {"vx - R*wy + W*y", "vy + R*wx - W*x"};
  return text;
}

System<double> with_definite(const System<double>& system, const std::vector<double>& q, const std::vector<double>& v) {
  return with_definite_mass(system, 0, q, v);
}

std::string refused(const System<double>& system, const std::vector<double>& q, const std::vector<double>& v) try {
  checked(Start<double>{vector_of(q), vector_of(v)}, system, 0);
  return "";
} catch (const InputError& error) {
  return error.message();
}

}  // namespace

TEST_CASE("A completed mass has the momentum, force, energy and mass of L + k C k / 2, off the constraint too") {
  const CompletedMass<double, 4, 2> face = completed();
  const DynamicsOf<DrivenAndRows, double> whole{DrivenAndRows{}};
  const Generic<LagrangianOf<Driven>> g;
  Block<double, 4, 2> one(4, 2), other(4, 2);
  face.evaluate(g.t, g.q, g.v, one);
  whole.evaluate(g.t, g.q, g.v, other);
  REQUIRE(one.k.norm() > 0.1);
  CHECK(distance(one.p, other.p) < summed_otherwise);
  CHECK(distance(one.f, other.f) < summed_otherwise);
  CHECK(distance(one.k, other.k) < summed_otherwise);
  CHECK(distance(one.K, other.K) < summed_otherwise);
  CHECK(distance(one.p_v, other.p_v) < summed_otherwise);
  Face::Coordinates p(4), f(4), whole_f(4);
  face.momentum(g.t, g.q, g.v, p);
  face.force(g.t, g.q, g.v, f);
  whole.force(g.t, g.q, g.v, whole_f);
  CHECK(distance(p, other.p) < summed_otherwise);
  CHECK(distance(f, whole_f) < summed_otherwise);
  Face::Mass p_q(4, 4), whole_p_q(4, 4);
  face.momentum_gradient(g.t, g.q, g.v, p_q);
  whole.momentum_gradient(g.t, g.q, g.v, whole_p_q);
  CHECK(distance(p_q, whole_p_q) < summed_otherwise);
  CHECK(face.energy(g.t, g.q, g.v) == Approx(whole.energy(g.t, g.q, g.v)).epsilon(summed_otherwise));
  CHECK(own_face<double, 4, 2>(std::make_shared<CompletedMass<double, 4, 2>>(face)) == face.own());
}

TEST_CASE("On the constraint a completed mass has the derivatives and rates of L + k C k / 2") {
  const CompletedMass<double, 4, 2> face = completed();
  const DynamicsOf<DrivenAndRows, double> whole{DrivenAndRows{}};
  Generic<LagrangianOf<Driven>> g;
  SaddlePoint<double, 4, 2> saddle(whole);
  REQUIRE(saddle.project(g.t, g.q, g.v));
  Linearisation<double, 4, 2> one(4, 2), other(4, 2);
  face.linearise(g.t, g.q, g.v, g.lambda, one);
  whole.linearise(g.t, g.q, g.v, g.lambda, other);
  CHECK(distance(one.p_q, other.p_q) < summed_otherwise);
  CHECK(distance(one.p_v, other.p_v) < summed_otherwise);
  CHECK(distance(one.f_q, other.f_q) < summed_otherwise);
  CHECK(distance(one.f_v, other.f_v) < summed_otherwise);
  CHECK(distance(one.reaction_q, other.reaction_q) < summed_otherwise);
  Rates<double, 4, 2> rates(4, 2), whole_rates(4, 2);
  face.rates(g.t, g.q, g.v, g.a, rates);
  whole.rates(g.t, g.q, g.v, g.a, whole_rates);
  CHECK(distance(rates.p_dot, whole_rates.p_dot) < summed_otherwise);
  CHECK(distance(rates.k_dot, whole_rates.k_dot) < summed_otherwise);
  REQUIRE(saddle.solve(g.t, g.q, g.v));  // along motions, where k_dot = 0, slopes of p_dot agree as well
  RatesLinearisation<double, 4, 2> slopes(4, 2), whole_slopes(4, 2);
  const Face::Coordinates a = saddle.acceleration();
  face.linearise_rates(g.t, g.q, g.v, a, slopes);
  whole.linearise_rates(g.t, g.q, g.v, a, whole_slopes);
  CHECK(distance(slopes.k_dot_q, whole_slopes.k_dot_q) < summed_otherwise);
  CHECK(distance(slopes.k_dot_v, whole_slopes.k_dot_v) < summed_otherwise);
}

TEST_CASE("Accelerations and multipliers with a completed mass are those of the own mass, off the constraint too") {
  const CompletedMass<double, 4, 2> face = completed();
  const Generic<LagrangianOf<Driven>> g;
  SaddlePoint<double, 4, 2> own(*face.own()), with(face);
  REQUIRE(own.solve(g.t, g.q, g.v));
  REQUIRE(with.solve(g.t, g.q, g.v));
  CHECK(distance(own.acceleration(), with.acceleration()) <
        100 * summed_otherwise);  // of two matrices that are solved with
  CHECK(distance(own.multipliers(), with.multipliers()) < 100 * summed_otherwise);
}

TEST_CASE("The multiplier of an auxiliary length is the force of its spring, in any units") {
  const ProblemEntry entry = problem_entry(pendulum());
  const double x = 0.8, y = -0.9, r = std::hypot(x, y), vx = 0.3, vy = 0.1;
  const std::vector<std::pair<std::string, std::string>> units{
      {"1", "1"}, {"1000", "1"}, {"1", "1e-6"}, {"1e-4", "50"}};
  for (const auto& [a, b] : units) {
    INFO(a << " " << b);
    const System<double> system = entry.make({{"a", Number::from_text(a)}, {"b", Number::from_text(b)}});
    const double unit = std::stod(a), size = std::stod(b);
    const std::vector<double> q{x, y, unit * r}, v{vx, vy, unit * (x * vx + y * vy) / r};
    const System<double> definite = with_definite(system, q, v);
    // x and y have mass 2, b (x, y, 1 / a) / r squared is b^2 (1 + 1 / a^2)
    REQUIRE(added_mass(definite).size() == 1);
    CHECK(added_mass(definite)[0] == Approx(4 / (size * size * (1 + 1 / (unit * unit)))));
    CHECK(added_mass(with_own_mass(definite)).size() == 0);
    const auto start = checked(Start<double>{vector_of(q), vector_of(v)}, definite, 0);
    const double spring = 40 * (r - 1);
    CHECK(start.lambda[0] == Approx(spring / size).epsilon(1e-12));
    std::vector<double> acceleration(3);
    const auto probe = make_probe(definite);
    REQUIRE(probe->acceleration(0, q, v, acceleration));
    CHECK(acceleration[0] == Approx(-spring * x / r / 2).epsilon(1e-12));
    CHECK(acceleration[1] == Approx(-spring * y / r / 2 - 9.81).epsilon(1e-12));
    CHECK(probe->energy(0, q, v) == Approx(vx * vx + vy * vy + 2 * 9.81 * y + 20 * (r - 1) * (r - 1)).epsilon(1e-13));
    CHECK_THAT(note_on_mass(definite), Contains("M + A^T C A") && Contains("multipliers are those of M"));
  }
}

TEST_CASE("Rows that bind coordinates without mass alone take the mass that other rows lend these") {
  TextSystem text;
  text.coordinates = {"x", "s", "u"};
  text.lagrangian = "vx^2/2 - s^2/2 - u^2/2";
  text.constraints = {"vu - 2*vs", "vs - vx"};
  const System<double> system =
      with_definite(problem_entry(text).make({}), std::vector<double>{1, 1, 2}, std::vector<double>{0, 0, 0});
  // the second row: 1 / 2; the first: that of s, 1 / 2, over 5
  REQUIRE(added_mass(system).size() == 2);
  CHECK(added_mass(system)[1] == Approx(0.5));
  CHECK(added_mass(system)[0] == Approx(0.1));
  CHECK(system.traits().constant_mass);
  CHECK(system.traits().natural);
  const auto start = checked(Start<double>{Eigen::Vector3d(1, 1, 2), Eigen::Vector3d(0, 0, 0)}, system, 0);
  CHECK(start.lambda[0] == Approx(2));  // the spring of u
  CHECK(start.lambda[1] == Approx(5));  // that of s, and twice that of u
}

TEST_CASE("A definite mass is left as it is, and so is one that the constraints do not complete") {
  const System<double> definite(Flat{});
  const std::vector<double> zero3(3, 0.0), zero5(5, 0.0);
  CHECK(added_mass(with_definite(definite, zero3, zero3)).size() == 0);
  CHECK(note_on_mass(with_definite(definite, zero3, zero3)).empty());
  const System<double> ball = problem_entry(turntable()).make({});
  CHECK(added_mass(with_definite(ball, zero5, zero5)).size() == 0);
  CHECK_THAT(refused(ball, zero5, zero5), Contains("not symmetric positive definite") &&
                                              Contains("singular in the direction v = [0, 0, 1, 0, -1] of (x, y, phi, "
                                                       "th, psi), which the constraints allow"));
}

TEST_CASE("A mass that constraints complete is refused with what to do, where nobody completed it") {
  const System<double> system = problem_entry(pendulum()).make({});
  CHECK_THAT(refused(system, {1, 0, 1}, {0, 0, 0}),
             Contains("singular in the direction v = [0, 0, 1] of (x, y, s), and "
                      "positive definite on the velocities that the constraints "
                      "allow") &&
                 Contains("add c/2 |A v + b|^2") && Contains("with_definite_mass()"));
}

TEST_CASE("Beside the pole of angles the smallest pivot of the mass tells why a step failed, elsewhere nothing does") {
  const System<double> ball = problem_entry(turntable()).make({});
  const std::vector<double> v{0.2, 0.3, 1.7, 12, 0}, beside{0.5, 0, 0, 0.02, 0}, away{0.5, 0, 0, 1.5, 0};
  // 1 - cos(theta)^2 is left of the mass of psi
  CHECK_THAT(singular_near(ball, 0, beside, v, 0.005),
             Contains("is 0.0004 there") && Contains("the coordinates are singular near this state"));
  CHECK(singular_near(ball, 0, away, v, 0.005).empty());
  CHECK(
      singular_near(System<double>(Flat{}), 0, std::vector<double>{0, 0, 0}, std::vector<double>{1, 1, 1}, 1).empty());
}
