// Methods as perturbations of the motion on the constraint (Jimenez & Scheurle 2014, slides 5, 6, 18 to 22).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/contract/perturbation.hpp>

#include <nonholo/problems/catalogue.hpp>
#include <nonholo/verification/method_choice.hpp>
#include <nonholo/verification/problem_choice.hpp>

#include "catch.hpp"

#include <cmath>
#include <string>

using namespace nonholo;

namespace {

/// The slides' particle, to t = 10.
Perturbation on_particle(const MethodChoice& method, double h) {
  const ProblemEntry& entry = problem_catalogue().at("nonholonomic_particle");
  ProblemChoice particle{.entry = &entry, .parameters = {{"k", Number(0)}}};
  particle.initial = {.q = {Number(0), Number(1), Number(0)}, .v = {Number(1), Number(2), Number(1)}};
  const System<double> system = particle.system<double>();
  const auto start = checked(particle.start<double>(), system, 0.0);
  const auto integrator = method.make(system);
  return perturbation(*integrator, start, h, std::lround(10 / h));
}

}  // namespace

TEST_CASE("the perturbation of A2 is that of an independent program with the exact flow in closed form") {
  // 0.33972, 0.36510, 0.37854, 0.38555 of that program, over h^2: bounded, as the theorem says
  const MethodChoice a2 = method_choice("implicit_midpoint_dla");
  CHECK(on_particle(a2, 0.1).largest == Approx(0.33972 * 0.1 * 0.1).epsilon(2e-5));
  CHECK(on_particle(a2, 0.05).largest == Approx(0.36510 * 0.05 * 0.05).epsilon(2e-5));
  CHECK(on_particle(a2, 0.025).largest == Approx(0.37854 * 0.025 * 0.025).epsilon(2e-5));
  CHECK(on_particle(a2, 0.0125).largest == Approx(0.38555 * 0.0125 * 0.0125).epsilon(2e-5));
}

TEST_CASE("the perturbation of the symplectic Euler methods is of order 1") {
  // 0.79149 and 0.78715, 0.70433 and 0.77437 of the same program
  CHECK(on_particle(method_choice("symplectic_euler_2"), 0.1).largest == Approx(0.79149 * 0.1).epsilon(2e-5));
  CHECK(on_particle(method_choice("symplectic_euler_2"), 0.0125).largest == Approx(0.78715 * 0.0125).epsilon(2e-5));
  CHECK(on_particle(method_choice("symplectic_euler_1"), 0.1).largest == Approx(0.70433 * 0.1).epsilon(2e-5));
  CHECK(on_particle(method_choice("symplectic_euler_1"), 0.0125).largest == Approx(0.77437 * 0.0125).epsilon(2e-5));
}

TEST_CASE("a method that leaves the constraint has no perturbation on it") {
  const Perturbation found = on_particle(method_choice("cortes_martinez", {{"start", std::string("naive")}}), 0.1);
  CHECK(std::isnan(found.largest));
  CHECK(found.why_not == "the states leave the constraint");
}
