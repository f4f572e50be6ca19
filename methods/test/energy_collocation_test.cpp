// Energy-preserving collocation: order 2s, energy, constraint, symmetry, one stage as the average vector field,
// refusals.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "energy_test.hpp"

#include <nonholo/methods/energy/discrete_gradient.hpp>
#include <nonholo/methods/energy/energy_collocation.hpp>
#include <nonholo/methods/family/simplified_newton.hpp>

using namespace nonholo;
using namespace nonholo::test;

namespace {

auto make(const System<double>& system, int stages, const EnergyCollocationOptions& options = {}) {
  return energy_collocation<double>(system, stages, options);
}

}  // namespace

TEST_CASE("energy-preserving collocation has order 2s") {
  const System<double> five{FivePendula{}}, tops{CoupledTops{}};
  const VectorX<double> five_end = solution(five, five_start(), 1), tops_end = solution(tops, tops_start(), 1);
  for (const int s : {1, 2, 3}) {
    CHECK(make(five, s)->traits().order == 2 * s);
    const long first = s == 3 ? 3 : 8;
    CHECK(measured_order(*make(five, s), five_start(), 1, first, 3, five_end) == Approx(2 * s).margin(0.15));
    CHECK(measured_order(*make(tops, s), tops_start(), 1, first, 3, tops_end) == Approx(2 * s).margin(0.15));
  }
}

TEST_CASE("energy-preserving collocation keeps the energy and the constraint") {
  const System<double> five{FivePendula{}}, tops{CoupledTops{}}, turning{TurningSkate{}}, body{RigidBody{}};
  for (const int s : {1, 2, 3, 5, 8}) {
    CHECK(watch(*make(body, s), body_start(), 0.2, 200).energy < 1e-13);
    CHECK(watch(*make(tops, s), tops_start(), 0.2, 200).energy < 1e-13);
    CHECK(watch(*make(tops, s), tops_start(), 1e-3, 200).energy < 1e-13);
    for (const auto& [system, start] : {std::pair(five, five_start()), {turning, turning_start()}}) {
      const Watched seen = watch(*make(system, s), start, 0.1, 200);
      CHECK(seen.energy < 1e-13);
      CHECK(seen.constraint < 1e-14);
    }
  }
}

TEST_CASE("energy-preserving collocation is symmetric") {
  const System<double> five{FivePendula{}}, tops{CoupledTops{}}, own{TurningSkateWithBasis{}};
  for (const int s : {1, 2, 3}) {
    CHECK(make(tops, s)->traits().symmetric);
    CHECK(make(own, s)->traits().symmetric);
    CHECK_FALSE(make(own, s, {.basis = KernelBasis::qr})->traits().symmetric);  // discrete_gradient_test.cpp has why
    CHECK(asymmetry(*make(own, s), turning_start(), 0.1) < 1e-14);
    CHECK(asymmetry(*make(five, s), five_start(), 0.2) < 1e-14);
    CHECK(asymmetry(*make(tops, s), tops_start(), 0.2) < 1e-14);
  }
}

TEST_CASE("one stage is the discrete gradient avf") {
  const System<double> five{FivePendula{}}, tops{CoupledTops{}};
  const DiscreteGradientOptions avf{.gradient = Gradient::avf};
  CHECK(farthest(*make(five, 1), *discrete_gradient<double>(five, avf), five_start(), 0.1, 50) < 1e-14);
  CHECK(farthest(*make(tops, 1), *discrete_gradient<double>(tops, avf), tops_start(), 0.1, 50) < 1e-14);
}

TEST_CASE("collocation with derivatives by reflections and by dual numbers is the same") {
  const System<double> five{FivePendula{}};
  const KernelBasis qr = KernelBasis::qr;
  CHECK(farthest(*make(five, 2, {.basis = qr}),
                 *make(five, 2, {.basis = qr, .derivative = BasisDerivative::dual_numbers}), five_start(), 0.1,
                 50) < 1e-13);
}

TEST_CASE("compensated collocation keeps the energy over long runs") {
  const System<double> body{RigidBody{}};
  CHECK(watch(*make(body, 2, {.compensated = true}), body_start(), 0.1, 5000).energy < 1e-14);
}

TEST_CASE("a force and an offset that are zero do not bar collocation, whatever the type of the system could do") {
  CHECK(watch(*make(System<double>(Free{}), 2), driven_start(), 0.1, 50).energy < 1e-13);
}

TEST_CASE("what energy-preserving collocation cannot run is refused with its key") {
  const System<double> five{FivePendula{}}, body{RigidBody{}}, driven{Driven{}};
  const auto key = [](const System<double>& system, int stages, const EnergyCollocationOptions& options,
                      const SolverOptions<double>& solver = {}) {
    return refused_key([&] { energy_collocation<double>(system, stages, options, solver); });
  };
  CHECK(key(five, 0, {}) == "stages");
  CHECK(key(five, 17, {}) == "stages");
  CHECK(key(five, 16, {}) == "accepted");
  const auto start = checked(driven_start(), driven, 0.0);
  CHECK(refused_key([&] { make(driven, 2)->start(0, values(start.q), values(start.v)); }) == "system");
  CHECK(key(body, 2, {.basis = KernelBasis::qr}) == "basis");
  CHECK(key(five, 2, {.derivative = BasisDerivative::central_difference}) == "differentiation");
  CHECK(key(five, 2, {}, {.make = MakeSimplifiedNewton<double>()}) == "solver");
}
