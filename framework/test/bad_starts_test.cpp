// Ten starts that are wrong, each in its own way: what is said of them, and which of them `project` repairs.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/start.hpp>

#include "catch.hpp"
#include "numerics.hpp"
#include "redundant_systems.hpp"

#include <cmath>
#include <limits>
#include <string>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

/// A reaction along the blade, which cannot keep it from slipping.
struct Helpless {
  static constexpr int n = 3, m = 1;
  template <class S> S lagrangian(const S&, const Vector<S, 3>&, const Vector<S, 3>& v) const {
    return (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / S(2);
  }
  template <class S> Vector<S, 1> constraint(const S&, const Vector<S, 3>&, const Vector<S, 3>& v) const {
    return Vector<S, 1>(v[1]);
  }
  template <class S> Matrix<S, 3, 1> reaction(const S&, const Vector<S, 3>&, const Vector<S, 3>&) const {
    return {S(1), S(0), S(0)};
  }
};

Start<double> start_at(const VectorX<double>& q, const VectorX<double>& v) { return {.q = q, .v = v}; }

/// What is said of a start, and whether `project` makes an admissible one of it.
struct Said {
  std::string message;
  bool repaired = false;

  template <class P> Said(const P& problem, Start<double> from) {
    const System<double> system(problem);
    try {
      checked(from, system, 0.0);
      message = "accepted";
    } catch (const InputError& error) {
      message = error.key() + ": " + error.message();
    }
    from.consistent = Consistent::project;
    try {
      const auto at = checked(from, system, 0.0);
      const auto probe = make_probe(system);
      repaired = !probe->misplaced(0, values(at.q), values(at.v)) && !probe->violated(0, values(at.q), values(at.v));
    } catch (const InputError&) {}
  }
};

const Eigen::Vector4d pole(0, 0, 1, 0), beside(0.1, 0, 1, 0), rest(0, 0, 0, 0), forwards(1, 0, 0, 0.3);

}  // namespace

TEST_CASE("a start on both constraints is accepted") {
  CHECK(Said(SkateOnSphere{}, start_at(pole, forwards)).message == "accepted");
}

TEST_CASE("Ten bad starts are told what to change, and those that can be are repaired") {
  const SkateOnSphere skate;
  const Said off_g(skate, start_at(beside, rest));
  CHECK_THAT(off_g.message, Contains("q: the start is off the constraint on positions: g[0] = 0.01") &&
                                Contains("A position near it that satisfies the constraint"));
  CHECK(off_g.repaired);

  const Said off_k(skate, start_at(pole, Eigen::Vector4d(1, 0.5, 0, 0)));
  CHECK_THAT(off_k.message, Contains("v: the start is off the constraint") && Contains("[1] = -0.5") &&
                                Contains("nearest consistent velocity"));
  CHECK(off_k.repaired);

  const Said off_derivative(skate, start_at(pole, Eigen::Vector4d(1, 0, 0.5, 0)));
  CHECK_THAT(off_derivative.message, Contains("v: the start is off the constraint") && Contains("[0] = 1"));
  CHECK(off_derivative.repaired);

  const Said off_both(skate, start_at(beside, Eigen::Vector4d(1, 0.5, 0.5, 0)));
  CHECK_THAT(off_both.message, Contains("on positions"));
  CHECK(off_both.repaired);

  const Said centre(skate, start_at(Eigen::Vector4d(0, 0, 0, 0), rest));
  CHECK_THAT(centre.message,
             Contains("g[0] = -1") && Contains("No position that satisfies the constraint was found near it"));
  CHECK_FALSE(centre.repaired);

  const Said redundant(TwiceOnSphere{}, start_at(pole, forwards));
  CHECK_THAT(redundant.message, Contains("the constraints are dependent") && Contains("Rows [0, 2] imply the others"));
  CHECK_FALSE(redundant.repaired);

  const Said indefinite(SkateOnSphere{.inertia = -1}, start_at(pole, forwards));
  CHECK_THAT(indefinite.message, Contains("not symmetric positive definite") && Contains("eigenvalues"));
  CHECK_FALSE(indefinite.repaired);

  const Said helpless(Helpless{}, start_at(Eigen::Vector3d(0, 0, 0), Eigen::Vector3d(1, 0, 0)));
  CHECK_THAT(helpless.message, Contains("the reactions cannot hold the constraints"));
  CHECK_FALSE(helpless.repaired);

  const Said no_number(skate, start_at(Eigen::Vector4d(0, 0, std::numeric_limits<double>::quiet_NaN(), 0), rest));
  CHECK_THAT(no_number.message, Contains("q: "));
  CHECK_FALSE(no_number.repaired);

  Start<double> with_multipliers = start_at(pole, forwards);
  with_multipliers.lambda = Eigen::Vector2d(1, 1);
  const Said wrong_lambda(skate, with_multipliers);
  CHECK_THAT(wrong_lambda.message, Contains("lambda: ") && Contains("is not what q and v imply"));
  CHECK(wrong_lambda.repaired);
}
