// Redundant constraints: which rows are held, multipliers of all of them, and what is said where the rank is another
// near by.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/system/independent_rows.hpp>
#include <nonholo/framework/system/text_system.hpp>

#include "catch.hpp"
#include "of_dynamics.hpp"
#include "redundant_systems.hpp"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

/// Two blades on one wheel that are parallel at theta = 0 alone.
struct CrossedBlades : Wheel {
  static constexpr bool fused_kernels = false;
  template <class S> Matrix<S, 2, 4> constraint_matrix(const Vector<S, 4>& q) const {
    using std::cos, std::sin;
    Matrix<S, 2, 4> A;
    A << sin(q[2]), -cos(q[2]), S(0), S(0), sin(2 * q[2]), -cos(2 * q[2]), S(0), S(0);
    return A;
  }
};

/// A wheel on a belt, where the row said twice goes with another speed of the belt.
struct AtOdds : RedundantWheel {
  template <class S> Vector<S, 4> constraint_offset(const S&, const Vector<S, 4>&) const {
    return {S(0), S(0), S(0), S(0.5)};
  }
};

/// A wall said twice, and a reaction of its own.
struct OwnReaction {
  static constexpr int n = 3, m = 2;
  template <class S> S lagrangian(const S&, const Vector<S, 3>&, const Vector<S, 3>& v) const {
    return (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / S(2);
  }
  template <class S> Vector<S, 2> constraint(const S&, const Vector<S, 3>&, const Vector<S, 3>& v) const {
    return {v[0], S(2 * v[0])};
  }
  template <class S> Matrix<S, 3, 2> reaction(const S&, const Vector<S, 3>&, const Vector<S, 3>&) const {
    Matrix<S, 3, 2> N;
    N << S(1), S(1), S(0), S(1), S(0), S(0);
    return N;
  }
};

System<double> held(const System<double>& system, const Start<double>& start) {
  return with_independent_rows(system, 0, values(start.q), values(start.v));
}
template <class P> System<double> held(const P& problem, const Start<double>& start) {
  return held(System<double>(problem), start);
}

std::string refusal(const System<double>& system, const Start<double>& start) try {
  checked(start, system, 0.0);
  return "none";
} catch (const InputError& error) {
  return error.key() + ": " + error.message();
}

template <class Real> std::span<Real> writable(VectorX<Real>& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}

}  // namespace

TEST_CASE("of redundant constraints an independent set is held, those on positions first") {
  using Rows = std::vector<Eigen::Index>;
  CHECK(held(RedundantWheel{}, Wheel::start()).held_rows() == Rows{0, 1});
  CHECK(held(of_dynamics(Wheel{}), Wheel::start()).held_rows().empty());
  const System<double> sphere = held(TwiceOnSphere{}, SkateOnSphere::start());
  CHECK(sphere.held_rows() == Rows{0, 2});
  CHECK(sphere.constraints() == 3);
  CHECK(sphere.multipliers() == 2);
  CHECK(sphere.traits().holonomic == 1);
  CHECK(sphere.with_all_rows().traits().holonomic == 2);
  CHECK(sphere.with_all_rows().held_rows().empty());
}

TEMPLATE_TEST_CASE("multipliers of redundant constraints are the smallest that cause the motion", "", double, quad) {
  using Real = TestType;
  const VectorX<Real> q = Wheel::start().q.template cast<Real>(), v = Wheel::start().v.template cast<Real>();
  const System<Real> once = of_dynamics<Real>(Wheel{}),
                     often = with_independent_rows(System<Real>(RedundantWheel{}), 0, values(q), values(v));
  const auto probe = make_probe(often);
  VectorX<Real> mu(2), lambda(4), a(4), same(4);
  REQUIRE(make_probe(once)->multipliers(0, values(q), values(v), writable(mu)));
  REQUIRE(probe->multipliers(0, values(q), values(v), writable(lambda)));
  REQUIRE(make_probe(once)->acceleration(0, values(q), values(v), writable(a)));
  REQUIRE(probe->acceleration(0, values(q), values(v), writable(same)));
  const double round_off = 20 * static_cast<double>(epsilon<Real>);
  CHECK(static_cast<double>((a - same).norm()) < round_off);
  const Vector<Real, 4> at = q, reaction = RedundantWheel{}.constraint_matrix(at).transpose() * lambda,
                        wanted = Wheel{}.constraint_matrix(at).transpose() * mu;
  CHECK(static_cast<double>((reaction - wanted).norm()) < round_off);
  // at right angles to the combinations of the rows that vanish
  using std::cos;
  CHECK(std::abs(static_cast<double>(cos(q[2]) * lambda[0] + 2 * lambda[1] - lambda[2])) < round_off);
  CHECK(std::abs(static_cast<double>(lambda[1] + lambda[3])) < round_off);
  CHECK(static_cast<double>(lambda.norm()) > 0.01);
  // those of the rows held are one set of them, and so are others, with the smallest made of any
  CHECK(static_cast<double>((probe->of_all_rows(0, values(q), values(v), values(mu)) - lambda).norm()) < round_off);
  const VectorX<Real> other = Vector<Real, 4>(mu[0], mu[1] + 3, Real(0), Real(3));
  CHECK(probe->same_multipliers(0, values(q), values(v), values(lambda), values(other)));
  CHECK_FALSE(probe->same_multipliers(0, values(q), values(v), values(lambda), values(VectorX<Real>(2 * lambda))));
}

TEST_CASE(
    "a start on redundant constraints is accepted if independent rows are held, otherwise the message names them") {
  CHECK(refusal(held(RedundantWheel{}, Wheel::start()), Wheel::start()) == "none");
  CHECK_THAT(refusal(System<double>(RedundantWheel{}), Wheel::start()),
             Contains("the constraints are dependent") && Contains("Rows [0, 1] imply the others"));
  Start<double> off = SkateOnSphere::start();
  off.q[0] = 0.7;
  off.v[1] = 0.2;
  const System<double> sphere = held(TwiceOnSphere{}, off);
  CHECK_THAT(refusal(sphere, off), Contains("off the constraint on positions"));
  off.consistent = Consistent::project;
  const auto placed = checked(off, sphere, 0.0);
  const auto probe = make_probe(sphere);
  CHECK_FALSE(probe->misplaced(0, values(placed.q), values(placed.v)));
  CHECK_FALSE(probe->violated(0, values(placed.q), values(placed.v)));
}

TEST_CASE("constraints that are dependent at one place alone are refused there") {
  const Start<double> parallel{.q = Eigen::Vector4d(0, 0, 0, 0), .v = Eigen::Vector4d(1, 0, 0.3, 0)};
  const System<double> system = held(CrossedBlades{}, parallel);
  CHECK(system.held_rows().empty());
  CHECK_THAT(refusal(system, parallel),
             Contains("singular values of A [1.41, ") && Contains("Their rank changes near this state"));
}

TEST_CASE("redundant rows of a reaction that is not ideal are refused without a word about nearby states") {
  const Start<double> start{.q = Eigen::Vector3d(0, 0, 0), .v = Eigen::Vector3d(0, 1, 0)};
  const System<double> system = held(OwnReaction{}, start);
  CHECK(system.held_rows().empty());
  CHECK_THAT(refusal(system, start), Contains("the constraints are dependent") && Contains("Leave out the redundant"));
}

TEST_CASE("held rows that do not span the constraints at another start are chosen again from all rows") {
  const Start<double> start = Wheel::start();
  const System<double> wrong = System<double>(RedundantWheel{}).holding({1, 3});
  const System<double> right = with_independent_rows(wrong, 0, values(start.q), values(start.v));
  CHECK(right.held_rows() == std::vector<Eigen::Index>{0, 1});
  CHECK(right.multipliers() == 2);
}

TEST_CASE("rows that the system does not have, or that do not ascend, cannot be held") {
  const System<double> system{RedundantWheel{}};
  const auto rows = system.constraints();
  CHECK_THROWS_WITH(system.holding({-1}), Contains("rows") && Contains("-1: the system has 4 constraints"));
  CHECK_THROWS_WITH(system.holding({0, rows}), Contains("4: the system has 4 constraints"));
  CHECK_THROWS_WITH(system.holding({1, 0}), Contains("0 after 1"));
  CHECK_THROWS_WITH(system.holding({1, 1}), Contains("1 after 1"));
  CHECK_THROWS_WITH(system.holding({}), Contains("at least one"));
  CHECK_THROWS_AS(System<double>(OwnReaction{}).holding({0}), UnsuitableSystem);
}

TEST_CASE("redundant rows that contradict each other have no consistent start") {
  Start<double> start = Wheel::start();
  const System<double> system = held(AtOdds{}, start);
  CHECK(system.held_rows().empty());
  start.consistent = Consistent::project;
  CHECK_THAT(refusal(system, start), Contains("or they contradict each other"));
}

TEST_CASE("rows left out that no longer follow from the held rows are a loss of rank") {
  const System<double> blades{CrossedBlades{}};
  const auto probe = make_probe(blades.holding({0}));
  const auto held_at = [&](double theta) {
    const Eigen::Vector4d q(0, 0, theta, 0), v(1, 0, 0, 0);
    probe->constraint(0, values(q), values(v));
    return probe->rank_held();
  };
  CHECK(held_at(0));
  CHECK_FALSE(held_at(1e-3));
}

TEST_CASE("rows of the same directions that ask for different speeds later, or beside, do not follow") {
  for (const auto& [second, last] : {std::pair("vx - 1 - t", "vx - 1 - t/2"), {"vx - y", "2*vx - 2 + (y - 1)^2"}}) {
    INFO(second);
    const auto system = [](const std::string& other) {
      TextSystem text{.lagrangian = "(vx^2 + vy^2)/2 - 9.81*y"};
      text.coordinates = {"x", "y"};
      text.constraints = {"vx - 1", other};
      return problem_entry(text).make<double>({});
    };
    const Start<double> start{.q = Eigen::Vector2d(1, 1), .v = Eigen::Vector2d(1, 0)};
    const auto held_rows = [&](const std::string& other) {
      return with_independent_rows(system(other), 0, values(start.q), values(start.v)).held_rows();
    };
    CHECK(held_rows("2*vx - 2").size() == 1);
    CHECK(held_rows(second).empty());
    CHECK(held_rows(last).empty());
    CHECK_THAT(refusal(system(second), start), Contains("or they contradict each other"));

    const auto probe = make_probe(system(second).holding({0}));
    const Eigen::Vector2d later(2, 2);
    probe->constraint(0, values(start.q), values(start.v));
    CHECK(probe->rank_held());
    probe->constraint(0.5, values(later), values(start.v));
    CHECK_FALSE(probe->rank_held());
  }
}

TEST_CASE("a row nearly parallel to another that asks for something of its own is not left out") {
  const auto system = [](const std::string& other) {
    TextSystem text{.lagrangian = "(vx^2 + vy^2 + vz^2)/2 + z - x^2/2"};
    text.coordinates = {"x", "y", "z"};
    text.constraints = {"vx - vy", other};
    return problem_entry(text).make<double>({});
  };
  const Start<double> start{.q = Eigen::Vector3d(0.3, 0, 0), .v = Eigen::Vector3d(0.1, 0.1, 1)};
  const auto held_rows = [&](const std::string& other) {
    return with_independent_rows(system(other), 0, values(start.q), values(start.v)).held_rows().size();
  };
  for (const char* own : {"vx - vy + 1e-10*(vz - 1)", "vx - vy + 1e-13*(vz - 1)", "vx - vy + 1e-10*x*(vz - 1)"}) {
    INFO(own);
    CHECK(held_rows(own) == 0);
  }
  CHECK_THAT(refusal(system("vx - vy + 1e-10*(vz - 1)"), start),
             Contains("Row 1 is a combination of the other rows up to 7.07e-11 of its length, and its right side up to "
                      "1e-10"));
  for (const char* redundant : {"vy - vx", "(vx - vy)/3", "0.1*vx - 0.1*vy", "sqrt(2)*exp(x)*vx - exp(x)*vy*sqrt(2)"}) {
    INFO(redundant);
    CHECK(held_rows(redundant) == 1);
  }
}

TEST_CASE("a row whose right side is another by more than rounding is not left out") {
  const auto held_rows = [](const std::string& other) {
    TextSystem text{.lagrangian = "(vx^2 + vy^2)/2"};
    text.coordinates = {"x", "y"};
    text.constraints = {"vx - 1/3", other};
    const Start<double> start{.q = Eigen::Vector2d(0, 0), .v = Eigen::Vector2d(1. / 3, 1)};
    return with_independent_rows(problem_entry(text).make<double>({}), 0, values(start.q), values(start.v))
        .held_rows()
        .size();
  };
  CHECK(held_rows("3*vx - 1") == 1);
  CHECK(held_rows("0.7*vx - 0.7/3") == 1);
  CHECK(held_rows("3*vx - 1 - 1e-9*t") == 0);
  CHECK(held_rows("3*vx - 1 - 1e-12") == 0);
}
