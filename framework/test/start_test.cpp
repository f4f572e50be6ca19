// Where a run begins: admissible starts pass unchanged, the others are refused with the reason and the way out.
#include <nonholo/framework/system/start.hpp>

#include <nonholo/framework/base/error.hpp>

#include "catch.hpp"
#include "numerics.hpp"
#include "toy_systems.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

Start<double> start(std::vector<double> q, std::vector<double> v, Consistent consistent = Consistent::error) {
  const auto vector = [](const std::vector<double>& x) -> VectorX<double> {
    return Eigen::Map<const VectorX<double>>(x.data(), static_cast<Eigen::Index>(x.size()));
  };
  return {vector(q), vector(v), consistent};
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
  CHECK(key == "initial.v");
  CHECK_THAT(message, Contains("(A v + b)[0] = 0.5") && Contains("v = [1, 2, 0]") && Contains("\"project\""));
}

TEST_CASE("Projection is orthogonal in the mass metric") {
  // DependentRows with z = 1, x = 0: vx = 0 and 2 vx + vz = 0; unit mass.
  const auto projected = checked(start({0, 0, 1}, {5, 7, 9}, Consistent::project), System(DependentRows{}), 0.0);
  // condition 6 of a 2 x 2 solve, numbers up to 20
  CHECK(distance(projected.v, Vector<double, 3>(0, 7, 0)) < 100 * epsilon<double>);
}

TEST_CASE("An assumed start is taken as it is") {
  CHECK(checked(start({1, 2, 3}, {1, 2, 0.5}, Consistent::assume), System(Flat{}), 0.0).v[2] == 0.5);
}

TEST_CASE("At rest on a constraint with an offset is inconsistent: v = 0 does not excuse b") {
  const auto [key, message] = refused(Lift{}, start({0, 0, 0}, {0, 0, 0}));
  CHECK(key == "initial.v");
  CHECK_THAT(message, Contains("(A v + b)[0] = -1") && Contains("v = [0, 0, 1]"));
}

TEST_CASE("A moving constraint is checked at the start's own time") {
  const auto at_one = start({0, 0, 0}, {0, 0, std::cos(1.0)});
  CHECK(checked(at_one, System(Lift{}), 1.0).v[2] == std::cos(1.0));
  CHECK(refused(Lift{}, at_one, 0).first == "initial.v");
}

TEST_CASE("Vectors of the wrong size are refused with both sizes") {
  const auto [key, message] = refused(Flat{}, start({1, 2}, {1, 2, 0}));
  CHECK(key == "initial.q");
  CHECK_THAT(message, Contains("2 entries") && Contains("3 coordinates"));
  CHECK(refused(Flat{}, start({1, 2, 3}, {1, 2, 0, 0})).first == "initial.v");
  CHECK(refused(Flat{}, start({}, {})).first == "initial.q");
}

TEST_CASE("Numbers that are not finite are refused, also when the start is assumed consistent") {
  CHECK(refused(Flat{}, start({1, not_a_number, 3}, {1, 2, 0})).first == "initial.q");
  CHECK(refused(Flat{}, start({1, 2, 3}, {not_a_number, 2, 0}, Consistent::assume)).first == "initial.v");
  CHECK(refused(Flat{}, start({1, 2, 3}, {1, std::numeric_limits<double>::infinity(), 0}, Consistent::project)).first ==
        "initial.v");
}

TEST_CASE("Dependent constraints and indefinite masses are refused at the start, with the state") {
  for (const Consistent c : {Consistent::error, Consistent::project, Consistent::assume}) {
    const auto [key, message] = refused(DependentRows{}, start({2, 1, 0}, {0, 0, 0}, c), 0.25);
    CHECK(key == "initial.q");
    CHECK_THAT(message, Contains("the constraints are dependent") && Contains("singular values of A [") &&
                            Contains("q = [2, 1, 0]") && Contains("t = 0.25"));
    CHECK(refused(IndefiniteMass{}, start({1, 2, 3}, {1, 2, 0}, c)).first == "initial.q");
  }
}
