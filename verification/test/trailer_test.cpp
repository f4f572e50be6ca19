// A car with a trailer in SI units, as users write one: its motion does not depend on its mass, nor on a damper that is
// not there.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/run/trajectory.hpp>
#include <nonholo/methods/energy/discrete_gradient.hpp>
#include <nonholo/methods/energy/energy_collocation.hpp>
#include <nonholo/methods/runge_kutta/spark.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>

#include "catch.hpp"
#include "steered_trailer.hpp"

#include <functional>
#include <memory>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

/// The steering gear is damped.
struct DampedTrailer : SteeredTrailer {
  static constexpr bool fused_kernels = false;
  double damping = 0;  // N m s
  template <class S> Vector<S, 5> force(const S&, const Vector<S, 5>&, const Vector<S, 5>& v) const {
    Vector<S, 5> F = Vector<S, 5>::Zero();
    F[4] = -damping * v[4];
    return F;
  }
};

DampedTrailer damped(double damping) {
  DampedTrailer trailer;
  trailer.damping = damping;
  return trailer;
}

/// On the road of systems with forces, where gradients are not compiled with the problem.
struct TrailerPointByPoint : SteeredTrailer {
  static constexpr bool packs = false;
};

/// An engine that pulls and brakes, a hand at the wheel, drag and a damper.
struct DrivenTrailer : SteeredTrailer {
  static constexpr bool fused_kernels = false;
  template <class S> Vector<S, 5> force(const S& t, const Vector<S, 5>& q, const Vector<S, 5>& v) const {
    using std::cos, std::sin;
    const S engine = 2000 * cos(t);
    return Vector<S, 5>{
        {engine * cos(q[2]) - 50 * v[0], engine * sin(q[2]) - 50 * v[1], S(0), S(0), 20 * sin(2 * t) - 3 * v[4]}};
  }
};

using Method = std::function<std::unique_ptr<Integrator<double>>(const System<double>&)>;

struct Drive {
  VectorX<double> q;
  double energy_error;  // relative
};

Drive drive(const System<double>& system, const Method& method, double h) {
  Trajectory trajectory(system);
  const auto run = integrate(*method(system), trailer_start(), {.t_end = 20, .h = h}, trajectory);
  INFO(run.failure("drive"));
  REQUIRE(run.outcome == Outcome::success);
  return {run.end.q, trajectory.max_energy_error() / trajectory[0].energy};
}

}  // namespace

TEST_CASE("A car with a trailer in SI units moves the same at 1.4 kg, 1.4 t and 14 t, its energy kept to round-off") {
  const std::vector<Method> methods{
      [](const auto& system) { return discrete_gradient<double>(system, {.gradient = Gradient::avf}); },
      [](const auto& system) {
        return discrete_gradient<double>(system, {.gradient = Gradient::gonzalez, .metric = Metric::mass});
      },
      [](const auto& system) { return discrete_gradient<double>(system, {.gradient = Gradient::itoh_abe}); },
      [](const auto& system) { return energy_collocation<double>(system, 2); }};
  for (const Method& method : methods) {
    const Drive ton = drive(System<double>(SteeredTrailer{}), method, 0.2);
    CHECK(ton.energy_error <= 1e-11);
    for (const double load : {1e-3, 10.0}) {
      const Drive other = drive(System<double>(SteeredTrailer{.load = load}), method, 0.2);
      CHECK(other.energy_error <= 1e-11);
      CHECK((other.q - ton.q).cwiseAbs().maxCoeff() <= 1e-8);  // of 100 m
    }
  }
}

TEST_CASE("The energy of a driven, damped trailer is in balance with the work to the order of the method") {
  const System<double> system{DrivenTrailer{}};
  const auto off = [&](int stages, double h) {
    return drive(
               system, [stages](const auto& on) { return spark<double>(on, tableaus::gauss(stages)); }, h)
        .energy_error;
  };
  CHECK(std::log2(off(1, 0.05) / off(1, 0.025)) == Approx(2).margin(0.15));
  CHECK(std::log2(off(2, 0.1) / off(2, 0.05)) == Approx(4).margin(0.3));
  CHECK(std::log2(off(3, 0.2) / off(3, 0.1)) == Approx(6).margin(0.5));
  CHECK(off(4, 0.02) < 1e-12);
}

TEST_CASE("A damper of strength 0 bars no energy method, and one that acts ends the run by name") {
  const Method method = [](const System<double>& system) { return energy_collocation<double>(system, 2); };
  const Drive bare = drive(System<double>(TrailerPointByPoint{}), method, 0.1);
  const Drive idle = drive(System<double>(damped(0)), method, 0.1);
  CHECK(idle.q == bare.q);
  CHECK(idle.energy_error <= 1e-11);
  const System<double> acting(damped(3));
  const auto run = integrate(*method(acting), trailer_start(), {.t_end = 20, .h = 0.1});
  CHECK(run.outcome == Outcome::not_conservative);
  CHECK_THAT(run.failure("energy_collocation"), Contains("at t = 0,") && Contains("an external force, F[4] = "));
}
