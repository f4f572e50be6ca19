// The start of a DAE: every bad one is refused with what to change.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/start.hpp>

#include "catch.hpp"
#include "toy_daes.hpp"

#include <string>
#include <vector>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

Start<double> start(std::vector<double> y, std::vector<double> z = {}, Consistent consistent = Consistent::error) {
  return {.q = vector_of(y), .v = {}, .consistent = consistent, .lambda = vector_of(z)};
}

/// A rate that z balances, all of which is held at 0: b' = w^3 - w - 1/2, 0 = b.
struct Balanced {
  static constexpr int ny = 1, nz = 1, parts = 1;
  template <class S> Vector<S, 1> f(int, const S&, const Vector<S, 1>&, const Vector<S, 1>& z) const {
    return Vector<S, 1>(z[0] * z[0] * z[0] - z[0] - S(0.5));
  }
  template <class S> Vector<S, 1> g(const S&, const Vector<S, 1>& y) const { return y; }
};

/// The same beside a z of 1e6 in one row: b' = w + v - 1e6 - 1, c' = v - 1e6.
struct BalancedBeside {
  static constexpr int ny = 2, nz = 2, parts = 1;
  template <class S> Vector<S, 2> f(int, const S&, const Vector<S, 2>&, const Vector<S, 2>& z) const {
    return {z[0] + z[1] - 1e6 - 1, z[1] - 1e6};
  }
  template <class S> Vector<S, 2> g(const S&, const Vector<S, 2>& y) const { return y; }
};

/// "key: message" of the refusal.
template <class P> std::string refused(const P& problem, const Start<double>& s) {
  try {
    checked(s, System<double>(problem), 0.0);
  } catch (const InputError& error) {
    return error.key() + ": " + error.message();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("A consistent start of a DAE passes unchanged, on either root") {
  for (const double z : {1.0, 0.5}) {
    const auto accepted = checked(start({1, 1}, {z}), System(TwoRoots{}), 0.0);
    CHECK(accepted.q == Eigen::Vector2d(1, 1));
    CHECK(accepted.lambda[0] == Approx(z).epsilon(1e-15));
  }
}

TEST_CASE("A start off g = 0 is refused with a state on it, or projected to that state on request") {
  const std::string message = refused(Cubic{}, start({3, 4}));
  CHECK_THAT(message, Contains("y: the start is off the constraint: g[0] = 24 at y = [3, 4], t = 0") &&
                          Contains("Along the normals of g, in the Euclidean metric, y = [0.6") &&
                          Contains("satisfies g = 0"));
  const auto projected = checked(start({3, 4}, {}, Consistent::project), System(Cubic{}), 0.0);
  CHECK((projected.q - Eigen::Vector2d(0.6, 0.8)).norm() < 1e-15);
  CHECK_FALSE(projected.violation);
  CHECK_THAT(refused(Nowhere{}, start({0.7})), Contains("No state that satisfies g = 0 was found"));
  const auto assumed = checked(start({3, 4}, {}, Consistent::assume), System(Cubic{}), 0.0);
  CHECK(assumed.q == Eigen::Vector2d(3, 4));
  REQUIRE(assumed.violation);
  CHECK(assumed.violation->residual == 24);
}

TEST_CASE("A z off the hidden constraint is refused with the roots found, replaced, or used as a guess") {
  const Start<double> off = start({1, 1}, {0.9});
  CHECK_THAT(refused(TwoRoots{}, off),
             Contains("z: [0.9] is off the hidden constraint g_t + g_y f(t, y, z) = 0: y implies [1") &&
                 Contains("other roots found: [0.5"));
  CHECK(checked(start({1, 1}, {0.9}, Consistent::project), System(TwoRoots{}), 0.0).lambda[0] == Approx(1));
  Start<double> guess = off;
  guess.lambda_is_guess = true;
  CHECK(checked(guess, System(TwoRoots{}), 0.0).lambda[0] == Approx(1));
  CHECK(refused(TwoRoots{}, start({1, 1}, {1 + 1e-11})) == "accepted");  // papers print ten digits
}

TEST_CASE("A given z is compared by its effect on y where the rate itself is 0") {
  CHECK(refused(Balanced{}, start(std::vector{0.0}, {1.1914878840})) == "accepted");
  CHECK_THAT(refused(Balanced{}, start(std::vector{0.0}, {1.1914879})), Contains("off the hidden constraint"));
  CHECK(refused(BalancedBeside{}, start({0, 0}, {1 + 1e-11, 1e6})) == "accepted");
  CHECK_THAT(refused(BalancedBeside{}, start({0, 0}, {1.000001, 1e6})), Contains("off the hidden constraint"));
}

TEST_CASE("A start without a root z is refused with the guess from which the search began") {
  CHECK_THAT(refused(Parabola{.slope = -1}, start({0}, {3})),
             Contains("z: no z with g_t + g_y f(t, y, z) = 0 was found from [3] at y = [0], t = 0") &&
                 Contains("give another z"));
}

TEST_CASE("A start where g_y f_z is singular is refused with its singular values and what that means") {
  for (const Consistent c : {Consistent::error, Consistent::project, Consistent::assume}) {
    CHECK_THAT(refused(Parabola{}, start({0}, {3}, c)), Contains("z: g_y f_z is singular at y = [0], t = 0, z = [1") &&
                                                            Contains("the index is not 2") &&
                                                            Contains("another start"));
    CHECK_THAT(refused(Idle{}, start({1, 0}, {}, c)), Contains("g_y f_z is singular") && Contains("depends on z"));
    CHECK_THAT(refused(Redundant{}, start({1, 2, 1}, {}, c)),
               Contains("y: the constraints are dependent at y = [1, 2, 1]") &&
                   Contains("singular values of g_y [3.16, ") && Contains("Leave out the redundant rows of g"));
  }
}

TEST_CASE("A start of a DAE with vectors of the wrong size or numbers that are not finite is refused") {
  CHECK_THAT(refused(TwoRoots{}, start({1})), Contains("y: has 1 entries") && Contains("2 differential variables"));
  CHECK_THAT(refused(TwoRoots{}, start({1, 1}, {1, 1})), Contains("z: has 2 entries"));
  CHECK_THAT(refused(TwoRoots{}, start({1, NAN})), Contains("every entry must be finite"));
}
