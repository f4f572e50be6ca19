// IDA and odeint on DAEs in Hessenberg form: right equations, right motion, on the root that the run began on; what is
// refused.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/adapters/ida.hpp>
#include <nonholo/adapters/odeint.hpp>
#include <nonholo/adapters/reduced_dae.hpp>
#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/framework/system/probe.hpp>

#include "catch.hpp"
#include "constrained_systems.hpp"
#include "toy_daes.hpp"

#include <cmath>
#include <functional>
#include <string_view>
#include <tuple>
#include <vector>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

/// 0 = y1 for the root z of z^3 - 3 z = y2, which y2' = 1 takes through a fold at y2 = 2, z = -1: there the motion
/// ends.
struct Fold {
  static constexpr int ny = 2, nz = 1, parts = 1;
  template <class S> Vector<S, 2> f(int, const S&, const Vector<S, 2>& y, const Vector<S, 1>& z) const {
    return {S(z[0] * z[0] * z[0] - S(3) * z[0] - y[1]), S(1)};
  }
  template <class S> Vector<S, 1> g(const S&, const Vector<S, 2>& y) const { return Vector<S, 1>(y[0]); }
};

/// c w + s v = u with u + 0.9 sin u = 5 x, which has one root u, beside c v - s w = size cos(20 t).
struct Bending {
  static constexpr int ny = 3, nz = 2, parts = 1;
  double size = 1;
  template <class S> Vector<S, 3> f(int, const S& t, const Vector<S, 3>& y, const Vector<S, 2>& z) const {
    using std::cos, std::sin;
    const double c = -0.259566, s = 0.965725;
    const S u = c * z[0] + s * z[1];
    const S bent = u + 0.9 * sin(u) - 5 * y[0], large = c * z[1] - s * z[0] - size * cos(20 * t);
    return {-1000 * (y[0] - sin(20 * t)), c * bent - s * large, s * bent + c * large};
  }
  template <class S> Vector<S, 2> g(const S&, const Vector<S, 3>& y) const { return {y[1], y[2]}; }
};

Start<double> ones(double z) {
  return {.q = Eigen::Vector2d(1, 1), .v = VectorX<double>(0), .lambda = VectorX<double>::Constant(1, z)};
}

using Make = std::function<std::unique_ptr<Integrator<double>>(const System<double>&, double tolerance)>;

const std::vector<std::pair<const char*, Make>> baselines{
    {"ida_index1",
     [](const auto& system, double tol) {
       return ida_index1(system, {tol, tol});
     }},
    {"ida_index1, all",
     [](const auto& system, double tol) {
       return ida_index1(system, {tol, tol}, {.error_test = ErrorTest::all});
     }},
    {"ida_index2",
     [](const auto& system, double tol) {
       return ida_index2(system, {tol, tol});
     }},
    {"ida_index2, g alone",
     [](const auto& system, double tol) {
       return ida_index2(system, {tol, tol}, IndexTwoForm::constrained);
     }},
    {"odeint_dopri5",
     [](const auto& system, double tol) {
       return odeint_dopri5(system, {tol, tol});
     }},
    {"odeint_fehlberg78", [](const auto& system, double tol) {
       return odeint_fehlberg78(system, {tol, tol});
     }}};

double error_at_one(Integrator<double>& integrator, double w) {
  const auto run = integrate(integrator, ones(w), TimeSpan<double>::adaptive(0, 1), [](const Observation<double>&) {});
  REQUIRE(run.outcome == Outcome::success);
  const double y1 = std::exp(w * w);
  return (run.end.q - Eigen::Vector2d(y1, 1 / (y1 * y1))).norm();
}

}  // namespace

TEST_CASE("every baseline follows either motion of a DAE, the better the tighter its tolerance") {
  const System<double> dae{TwoRoots{}};
  for (const auto& [name, make] : baselines)
    for (const double w : {1.0, 0.5}) {
      CAPTURE(name, w);
      const bool alone = std::string_view(name).ends_with("alone");  // stays at order 1
      CHECK(error_at_one(*make(dae, 1e-5), w) < (alone ? 0.05 : 1e-3));
      CHECK(error_at_one(*make(dae, 1e-9), w) < (alone ? 1e-3 : 3e-7));
    }
}

TEST_CASE("the multiplier that a baseline shows is the z of its root, which index 1 and odeint know to the tolerance") {
  const System<double> dae{TwoRoots{}};
  for (const auto& [name, make] : baselines)
    for (const double w : {1.0, 0.5}) {
      CAPTURE(name, w);
      const auto integrator = make(dae, 1e-8);
      error_at_one(*integrator, w);
      const View<double> end = integrator->view();
      REQUIRE(end.lambda_stage.size() == 1);
      CHECK(end.lambda_stage[0] == Approx(w * end.q[0] * end.q[0]).epsilon(1e-3));
    }
}

TEST_CASE("on the index-2 forms the constraint of a DAE holds to the tolerance, on the others it is left") {
  const System<double> dae{TwoRoots{}};
  const auto worst = [&](Integrator<double>& integrator) {
    const auto probe = make_probe(dae);
    double most = 0;
    integrate(integrator, ones(1), TimeSpan<double>::adaptive(0, 3), [&](const Observation<double>& seen) {
      most = std::max(most, probe->constraint(seen.state.t, seen.state.q, {}).scaled);
    });
    return most;
  };
  CHECK(worst(*ida_index2(dae, {1e-6, 1e-6})) < 3e-6);
  CHECK(worst(*ida_index2(dae, {1e-6, 1e-6}, IndexTwoForm::constrained)) < 1e-6);
  CHECK(worst(*ida_index1(dae, {1e-6, 1e-6})) > 1e-6);
  CHECK(worst(*odeint_dopri5(dae, {1e-6, 1e-6})) > 1e-8);
}

TEST_CASE("the equations that IDA is given vanish on a motion, and have the Jacobian that differences show") {
  for (const DaeForm form : {DaeForm::reduced, DaeForm::constrained, DaeForm::stabilised}) {
    ImplicitHessenberg equations(System<double>{TwoRoots{}}.reducible(), form);
    const Eigen::Index size = equations.size();
    REQUIRE(size == (form == DaeForm::stabilised ? 4 : 3));
    VectorX<double> x = VectorX<double>::Ones(size), rate(size);
    x[2] = 0.9;
    REQUIRE(equations.complete(0, x.data(), rate.data()));
    CHECK(x[2] == Approx(1).epsilon(1e-14));
    CHECK(x.tail(size - 3).norm() == 0);
    CHECK((rate.head(2) - Eigen::Vector2d(1, -2)).norm() < 1e-14);
    CHECK(rate.tail(size - 2).norm() == 0);
    const auto residual = [&](const VectorX<double>& at, const VectorX<double>& slope) {
      VectorX<double> F(size);
      REQUIRE(equations.residual(0, at.data(), slope.data(), F.data()));
      return F;
    };
    CHECK(residual(x, rate).norm() < 1e-14);
    VectorX<double> off = x;
    off.head(3) << 1.1, 0.8, 1.3;
    const double c = 7, e = 1e-5;
    MatrixX<double> J(size, size);
    REQUIRE(equations.jacobian(0, c, off.data(), rate.data(), J.data()));
    for (Eigen::Index i = 0; i < size; ++i) {
      CHECK(residual(off + VectorX<double>::Unit(size, i), rate).norm() > 0.1);  // every unknown is in it
      const VectorX<double> d = e * VectorX<double>::Unit(size, i);
      const VectorX<double> column = (residual(off + d, rate + c * d) - residual(off - d, rate - c * d)) / (2 * e);
      CHECK((J.col(i) - column).norm() < 1e-8);
    }
    equations.choose_branch(0, x.data());
    CHECK(equations.on_branch(0, x.data()));
    x[2] = 0.5;
    CHECK_FALSE(equations.on_branch(0, x.data()));
  }
}

TEST_CASE("where a root ends no baseline goes on with another") {
  // z^3 - 3 z = y2 = t - 1 from z = 0.35 (between the folds at z = -1 and 1): it ends at z = -1, y2 = 2
  Start<double> start{
      .q = Eigen::Vector2d(0, -1), .v = VectorX<double>(0), .lambda = VectorX<double>::Constant(1, 0.3)};
  start.lambda_is_guess = true;
  const System<double> fold{Fold{}};
  for (const auto& [name, make] : baselines) {
    CAPTURE(name);
    const auto integrator = make(fold, 1e-7);
    const auto before =
        integrate(*integrator, start, TimeSpan<double>::adaptive(0, 2.5), [](const Observation<double>&) {});
    CHECK(before.outcome == Outcome::success);
    const auto beyond =
        integrate(*integrator, start, TimeSpan<double>::adaptive(0, 4), [](const Observation<double>&) {});
    CHECK(beyond.outcome != Outcome::success);
    CHECK(beyond.t < 3.01);
    CHECK(beyond.end.q[1] < 2.01);
  }
}

TEST_CASE("z that IDA's tolerances leave off the one root there is are not on another") {
  const Start<double> start{.q = VectorX<double>::Zero(3), .v = VectorX<double>(0)};
  for (const auto& [size, rtol, atol] :
       {std::tuple(1e5, 1e-2, 1e-3), {1e6, 1e-2, 1e-2}, {1e6, 1e-2, 1e-3}, {1e6, 1e-3, 1e-2}}) {
    const auto integrator = ida_index1(System<double>{Bending{size}}, {rtol, atol});
    const auto run = integrate(*integrator, start, TimeSpan<double>::adaptive(0, 2), [](const Observation<double>&) {});
    INFO(size << " " << rtol << " " << atol << ": " << name(run.outcome));
    CHECK(run.outcome == Outcome::success);
  }
}

TEST_CASE("a skew-gradient system is an ordinary differential equation for every baseline") {
  const System<double> turn{Turn{}};
  const Start<double> start{.q = Eigen::Vector2d(1, 0), .v = VectorX<double>(0)};
  for (const auto& [name, make] : baselines) {
    CAPTURE(name);
    const auto run =
        integrate(*make(turn, 1e-9), start, TimeSpan<double>::adaptive(0, 2), [](const Observation<double>&) {});
    REQUIRE(run.outcome == Outcome::success);
    CHECK((run.end.q - Eigen::Vector2d(std::cos(2), -std::sin(2))).norm() < 1e-6);
  }
}

TEST_CASE("forms of mechanical systems are refused on a DAE, with what is there instead") {
  const System<double> dae{TwoRoots{}};
  CHECK_THROWS_WITH(ida_index1(dae, {1e-6, 1e-6}, {.form = IndexOneForm::multipliers}),
                    Contains("applies to mechanical systems") && Contains("y' = f"));
  CHECK_THROWS_WITH(ida_index2(System<double>{Pendulum{}}, {1e-6, 1e-6}, IndexTwoForm::stabilised),
                    Contains("applies to DAEs"));
  CHECK_THROWS_WITH(odeint_dopri5(dae, {1e-6, 1e-6}, OdeFormulation::multiplier_integrated),
                    Contains("(2.12)") && Contains("eliminated"));
}
