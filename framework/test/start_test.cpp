// Where a run begins: admissible starts pass unchanged, the others are refused with the reason and the way out.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/start.hpp>

#include <nonholo/framework/base/error.hpp>

#include "catch.hpp"
#include "numerics.hpp"
#include "toy_systems.hpp"

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

Start<double> start(std::vector<double> q, std::vector<double> v, Consistent consistent = Consistent::error) {
  return {vector_of(q), vector_of(v), consistent};
}

/// The key and message of the refusal.
template <class P> std::pair<std::string, std::string> refused(const P& problem, const Start<double>& s, double t = 0) {
  try {
    checked(s, System<double>(problem), t);
  } catch (const InputError& error) {
    return {error.key(), error.message()};
  }
  return {"", "accepted"};
}

/// Whether the refusal says that projecting would do.
template <class P> bool mendable(const P& problem, const Start<double>& s) {
  try {
    checked(s, System<double>(problem), 0.0);
  } catch (const InconsistentStart& error) {
    return error.mendable();
  } catch (const InputError&) {}
  return false;
}

}  // namespace

TEST_CASE("A consistent start passes unchanged, whatever was asked for inconsistent ones") {
  for (const Consistent c : {Consistent::error, Consistent::project, Consistent::assume}) {
    const auto accepted = checked(start({1, 2, 3}, {1, 2, 0}, c), System(Flat{}), 0.0);
    CHECK(accepted.q == Vector<double, 3>(1, 2, 3));
    CHECK(accepted.v == Vector<double, 3>(1, 2, 0));
  }
}

TEST_CASE("Round-off on the constraint is not inconsistent, and not touched") {
  CHECK(checked(start({1, 2, 3}, {1, 2, 1e-13}, Consistent::project), System(Flat{}), 0.0).v[2] == 1e-13);
}

TEST_CASE("A start off the constraint is refused with the constraint, its residual and the projected velocity") {
  const auto [key, message] = refused(Flat{}, start({1, 2, 3}, {1, 2, 0.5}));
  CHECK(key == "v");
  CHECK_THAT(message, Contains("(A v + b)[0] = 0.5") && Contains("v = [1, 2, 0]"));
  CHECK(mendable(Flat{}, start({1, 2, 3}, {1, 2, 0.5})));
  CHECK_FALSE(mendable(DependentRows{}, start({0, 0, 0}, {1, 0, 0})));
}

TEST_CASE("Projection is orthogonal in the mass metric") {
  // DependentRows with z = 1, x = 0: vx = 0 and 2 vx + vz = 0; unit mass.
  const auto projected = checked(start({0, 0, 1}, {5, 7, 9}, Consistent::project), System(DependentRows{}), 0.0);
  // condition 6 of a 2 x 2 solve, numbers up to 20
  CHECK(distance(projected.v, Vector<double, 3>(0, 7, 0)) < 100 * epsilon<double>);
}

TEST_CASE("An assumed start is taken as it is, and remembers by how much it is off") {
  const auto assumed = checked(start({1, 2, 3}, {1, 2, 0.5}, Consistent::assume), System(Flat{}), 0.0);
  CHECK(assumed.v[2] == 0.5);
  REQUIRE(assumed.violation);
  CHECK(assumed.violation->residual == 0.5);
  CHECK_FALSE(checked(start({1, 2, 3}, {1, 2, 0}, Consistent::assume), System(Flat{}), 0.0).violation);
  CHECK_FALSE(checked(start({1, 2, 3}, {1, 2, 0.5}, Consistent::project), System(Flat{}), 0.0).violation);
}

TEST_CASE("Multipliers that are not those of the state are refused, or replaced on request") {
  Start<double> wrong = start({1, 2, 3}, {1, 2, 0});
  wrong.lambda = VectorX<double>::Constant(1, 7);
  const auto [key, message] = refused(Flat{}, wrong);
  CHECK(key == "lambda");
  CHECK_THAT(message, Contains("[7] is not what q and v imply: [27]"));  // V_z = 3 z^2
  CHECK(mendable(Flat{}, wrong));
  wrong.consistent = Consistent::project;
  CHECK(checked(wrong, System(Flat{}), 0.0).lambda[0] == Approx(27));
}

TEST_CASE("checked() alone makes an admissible start") {
  using Admissible = AdmissibleStart<double>;
  STATIC_REQUIRE_FALSE(std::is_default_constructible_v<Admissible>);
  STATIC_REQUIRE_FALSE(std::is_constructible_v<Admissible, Start<double>>);
  STATIC_REQUIRE_FALSE(std::is_constructible_v<Admissible, double, Start<double>, std::optional<Violation<double>>>);
  STATIC_REQUIRE_FALSE(std::is_assignable_v<decltype((std::declval<Admissible&>().q)), VectorX<double>>);
}

TEST_CASE("A start at rest on a constraint with an offset b is inconsistent") {
  const auto [key, message] = refused(Lift{}, start({0, 0, 0}, {0, 0, 0}));
  CHECK(key == "v");
  CHECK_THAT(message, Contains("(A v + b)[0] = -1") && Contains("v = [0, 0, 1]"));
}

TEST_CASE("A moving constraint is checked at the start's own time") {
  const auto at_one = start({0, 0, 0}, {0, 0, std::cos(1.0)});
  CHECK(checked(at_one, System(Lift{}), 1.0).v[2] == std::cos(1.0));
  CHECK(refused(Lift{}, at_one, 0).first == "v");
}

TEST_CASE("Vectors of the wrong size are refused with both sizes") {
  const auto [key, message] = refused(Flat{}, start({1, 2}, {1, 2, 0}));
  CHECK(key == "q");
  CHECK_THAT(message, Contains("2 entries") && Contains("3 coordinates"));
  CHECK(refused(Flat{}, start({1, 2, 3}, {1, 2, 0, 0})).first == "v");
  CHECK(refused(Flat{}, start({}, {})).first == "q");
}

TEST_CASE("Numbers that are not finite are refused, also when the start is assumed consistent") {
  CHECK(refused(Flat{}, start({1, not_a_number, 3}, {1, 2, 0})).first == "q");
  CHECK(refused(Flat{}, start({1, 2, 3}, {not_a_number, 2, 0}, Consistent::assume)).first == "v");
  CHECK(refused(Flat{}, start({1, 2, 3}, {1, std::numeric_limits<double>::infinity(), 0}, Consistent::project)).first ==
        "v");
}

TEST_CASE("Dependent constraints and indefinite masses are refused at the start, with the state") {
  for (const Consistent c : {Consistent::error, Consistent::project, Consistent::assume}) {
    const auto [key, message] = refused(DependentRows{}, start({2, 1, 0}, {0, 0, 0}, c), 0.25);
    CHECK(key == "q");
    CHECK_THAT(message, Contains("the constraints are dependent") && Contains("singular values of A [") &&
                            Contains("q = [2, 1, 0]") && Contains("t = 0.25"));
    CHECK(refused(IndefiniteMass{}, start({1, 2, 3}, {1, 2, 0}, c)).first == "q");
  }
}
