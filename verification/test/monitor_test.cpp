// Monitor: the extremes over what it is shown, on states of the disk and the sleigh that are computed by hand.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/monitor.hpp>

#include <nonholo/problems/catalogue.hpp>

#include "catch.hpp"

#include <cmath>
#include <limits>

using namespace nonholo;

namespace {

struct State {
  double t;
  std::vector<double> q, v;
};

/// Shows the states to the monitor as steps 0, 1, ...
void watch(Monitor<double>& monitor, const std::vector<State>& states) {
  long step = 0;
  for (const State& s : states) monitor({step++, {.t = s.t, .q = s.q, .v = s.v}});
}

System<double> disk_system() {
  return problem_catalogue().at("vertical_rolling_disk").make({});
}  // m = I = J = 1, R = 1/4
System<double> sleigh_system() {
  return problem_catalogue().at("chaplygin_sleigh").make({});
}  // m = a = I = 1, g = 0.1

const State start = {0, {0, 0, 0, 0}, {0.25, 0, 2, 1}};  // E = (1/16 + 4 + 1)/2

State rolling(double t) {  // the exact solution through it: a circle of radius 1/8
  return {
      t, {std::sin(2 * t) / 8, (1 - std::cos(2 * t)) / 8, 2 * t, t}, {std::cos(2 * t) / 4, std::sin(2 * t) / 4, 2, 1}};
}

/// A ball between two rails; left of x = 0 there is wind.
struct Breeze {
  static constexpr int n = 2, m = 1;
  static constexpr bool fused_kernels = false;
  template <class S> Matrix<S, 2, 2> mass_matrix(const Vector<S, 2>&) const { return Matrix<S, 2, 2>::Identity(); }
  template <class S> S potential(const Vector<S, 2>&) const { return S(0); }
  template <class S> Matrix<S, 1, 2> constraint_matrix(const Vector<S, 2>&) const { return {S(0), S(1)}; }
  template <class S> Vector<S, 2> force(const S&, const Vector<S, 2>& q, const Vector<S, 2>&) const {
    return {q[0] < 0 ? S(1) : S(0), S(0)};
  }
};

}  // namespace

TEST_CASE("a monitor that has seen only the start reports no error") {
  Monitor monitor(disk_system());
  watch(monitor, {start});
  CHECK(monitor.extremes().max_energy_error == 0.0);
  CHECK(monitor.extremes().final_energy_error == 0.0);
  CHECK(monitor.extremes().max_constraint_residual == 0);
  CHECK(monitor.extremes().max_solution_error == 0.0);
  CHECK(monitor.extremes().max_component_error == std::vector<double>{0, 0, 0, 0});
}

TEST_CASE("the largest energy error is absolute and stays, the final one is signed and the last") {
  Monitor monitor(disk_system());
  State less = start, more = start;
  less.v[2] = 1;    // E falls by 3/2
  more.v[2] = 2.5;  // E rises by 9/8
  watch(monitor, {start, less, more});
  CHECK(monitor.extremes().max_energy_error == 1.5);
  CHECK(monitor.extremes().final_energy_error == 1.125);
  CHECK(monitor.energy_error() == 1.125);
}

TEST_CASE("of a path the constraint is looked at between its nodes, not at the start") {
  // Node 1 is h v away from node 0, v = (1/4, 0, 2, 1) that of phi = 0: half a step back phi = phi_1 - h
  Monitor monitor(disk_system(), {}, {.path = true});
  const auto node = [](double h, double phi) { return State{h, {h / 4, 0, phi, h}, {0.25, 0, 2, 1}}; };
  watch(monitor, {node(0, 1), node(0.5, 0.5)});
  CHECK(monitor.extremes().max_midstep_constraint_residual == 0.0);
  CHECK(monitor.extremes().max_constraint_residual > 0.1);  // at the nodes
  watch(monitor, {node(0, 1), node(0.5, 0.5), node(0.5 + 0.25, 0.5)});
  CHECK(*monitor.extremes().max_midstep_constraint_residual == Approx(std::sin(0.25) / 4));
  Monitor other(disk_system());
  watch(other, {start, rolling(1)});
  CHECK_FALSE(other.extremes().max_midstep_constraint_residual);
}

TEST_CASE("the energy of a system that is driven is watched beside the work done on it") {
  const State moving{0, {0, 0}, {1, 0}}, faster{1, {1, 0}, {2, 0}};
  Monitor monitor{System<double>(Breeze{})};
  watch(monitor, {moving, faster});  // in calm air
  CHECK(monitor.extremes().max_energy_error == 1.5);
  const State blown{0, {-2, 0}, {0, 0}}, on{1, {-1.5, 0}, {1, 0}}, too_fast{1, {-1.5, 0}, {2, 0}};
  watch(monitor, {blown, on});  // x = t^2/2 - 2, and the wind does 1/2 J
  CHECK(*monitor.extremes().max_energy_error < 1e-15);
  watch(monitor, {blown, too_fast});
  CHECK(*monitor.extremes().final_energy_error == Approx(1.5));
}

TEST_CASE("every invariant that the problem names is watched, absolute and largest over the steps") {
  Monitor monitor(disk_system());
  State less = start, more = start;
  less.v[2] = 1;     // vphi falls by 1
  more.v[3] = 1.25;  // vtheta rises by 1/4
  watch(monitor, {start, less, more});
  CHECK(monitor.extremes().max_invariant_error == std::vector<double>{1, 0.25});
}

TEST_CASE("an invariant of a DAE is that of the z which y implies, next to the one it began with") {
  const System<double> dae = problem_catalogue().at("jay_2006_dae").make({});
  for (const double z : {1.0, 0.5}) {  // both are roots at y = (1, 1), and z / y1^2 stays what it is on either branch
    Monitor<double> monitor(dae, VectorX<double>::Constant(1, z));
    watch(monitor, {{0, {1, 1}, {}}, {1, {1.0625, 1 / (1.0625 * 1.0625)}, {}}});
    REQUIRE(monitor.extremes().max_invariant_error.size() == 1);
    CHECK(monitor.extremes().max_invariant_error[0] < 1e-14);
    watch(monitor, {{0, {1, 1}, {}}, {1, {1.0625, 0.9}, {}}});  // off the constraint
    CHECK(monitor.extremes().max_invariant_error[0] > 1e-3);
  }
}

TEST_CASE("the constraint residual is the largest of A v over rows and steps, scaled by |A_i| |v| and unscaled") {
  Monitor monitor(disk_system());
  State off = start;
  off.v = {0.25, 0.5, 0, 1};  // vy should be 0: residual 1/2 in row 2
  watch(monitor, {start, off, start});
  CHECK(monitor.extremes().max_constraint_residual == 0.5);
  // A_2 = (0, 1, 0, -R sin phi), phi = 0
  REQUIRE(monitor.signs().rows.size() == 2);
  CHECK(monitor.signs().rows[0].most == 0);
  CHECK(monitor.signs().rows[0].scale > 1);
  CHECK(monitor.signs().rows[1].most == 0.5);
  const double row = std::sqrt(1 + 0.0), speed = std::sqrt(1.0 / 16 + 1.0 / 4 + 1);
  CHECK(monitor.extremes().max_constraint_residual_scaled == Approx(0.5 / (row * speed)).epsilon(1e-15));
  CHECK(monitor.constraint_residual() == 0);
}

TEST_CASE("a state at rest has no scaled residual to divide by zero") {
  Monitor monitor(sleigh_system());
  watch(monitor, {{0, {1, 0, 0.2}, {0, 0, 0}}});
  CHECK(monitor.extremes().max_constraint_residual == 0);
  CHECK(monitor.extremes().max_constraint_residual_scaled == 0);
}

TEST_CASE("on the exact solution the solution error is at round-off") {
  Monitor monitor(disk_system());
  watch(monitor, {rolling(0), rolling(0.5), rolling(2)});
  CHECK(*monitor.extremes().max_solution_error <= 4e-16);  // a few roundings of numbers below 1/4, one of 2t = 4
  CHECK(monitor.solution_error()->second <= 4e-16);
}

TEST_CASE("solution errors are 2-norms of all and maxima of each coordinate, over every step") {
  Monitor monitor(disk_system());
  State first = rolling(0.5), second = rolling(1);
  first.q[0] += 0.03, first.q[1] -= 0.04;
  second.q[2] += 0.01, second.v[3] += 0.02;
  watch(monitor, {start, first, second});
  CHECK(*monitor.extremes().max_solution_error == Approx(0.05).epsilon(1e-12));
  REQUIRE(monitor.extremes().max_component_error.size() == 4);
  CHECK(monitor.extremes().max_component_error[0] == Approx(0.03).epsilon(1e-12));
  CHECK(monitor.extremes().max_component_error[1] == Approx(0.04).epsilon(1e-12));
  CHECK(monitor.extremes().max_component_error[2] == Approx(0.01).epsilon(1e-12));
  CHECK(monitor.extremes().max_component_error[3] <= 1e-15);
  CHECK(monitor.solution_error()->first == Approx(0.01).epsilon(1e-12));  // the last state's
  CHECK(monitor.solution_error()->second == Approx(0.02).epsilon(1e-12));
}

TEST_CASE("the exact solution begins at the start's time, not at zero") {
  Monitor monitor(disk_system());
  std::vector<State> later = {rolling(0), rolling(0.5)};
  for (State& s : later) s.t += 7;
  watch(monitor, later);
  CHECK(*monitor.extremes().max_solution_error <= 4e-16);
}

TEST_CASE("a value that is not a number shows in the extremes and stays") {
  Monitor monitor(disk_system());
  State broken = start;
  broken.v[2] = std::numeric_limits<double>::quiet_NaN();
  watch(monitor, {start, broken, start});
  CHECK(std::isnan(*monitor.extremes().max_energy_error));
}

TEST_CASE("without an exact solution there is no solution error") {
  Monitor monitor(sleigh_system());
  watch(monitor, {{0, {1, 0, 0}, {1, 0, 0}}, {1, {2, 0, 0}, {1, 0, 0}}});
  CHECK_FALSE(monitor.extremes().max_solution_error);
  CHECK(monitor.extremes().max_component_error.empty());
  CHECK_FALSE(monitor.solution_error());
}

TEST_CASE("the energy of the sleigh is that of its centre of mass on the incline") {
  Monitor monitor(sleigh_system());
  // E = m/2 |v_c|^2 + I/2 vtheta^2 + m g (y + a sin theta): from rest at y = 0 to (vx, vtheta) = (2, 1) at y = 3, v_c =
  // (2, 1)
  watch(monitor, {{0, {0, 0, 0}, {0, 0, 0}}, {1, {0, 3, 0}, {2, 0, 1}}});
  CHECK(*monitor.extremes().final_energy_error == Approx(0.5 * (4 + 1) + 0.5 + 0.1 * 3).epsilon(1e-15));
}
