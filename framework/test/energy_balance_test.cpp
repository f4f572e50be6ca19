// The work done along a run: right to order 8 in the distance of the states, whatever does it; what is kept of it.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/energy_balance.hpp>

#include "catch.hpp"
#include "toy_lagrangians.hpp"

#include <cmath>
#include <vector>

using namespace nonholo;
using namespace nonholo::test;

namespace {

/// A spring that the Lagrangian does not know of: x = sin t does work -x^2/2. z stands still.
struct OuterSpring {
  static constexpr int n = 2, m = 1;
  static constexpr bool constant_mass = true, linear_constraint = true, natural = true;
  template <class S> S lagrangian(const S&, const Vector<S, 2>&, const Vector<S, 2>& v) const {
    return 0.5 * (v[0] * v[0] + v[1] * v[1]);
  }
  template <class S> Vector<S, 1> constraint(const S&, const Vector<S, 2>&, const Vector<S, 2>& v) const {
    return Vector<S, 1>(v[1]);
  }
  template <class S> Vector<S, 2> force(const S&, const Vector<S, 2>& q, const Vector<S, 2>&) const {
    return {-q[0], S(0)};
  }
};

/// A body that a brake brings to rest, x = 1 - e^-t: its velocity does not come back from its work. z stands still.
struct Brake : OuterSpring {
  template <class S> Vector<S, 2> force(const S&, const Vector<S, 2>&, const Vector<S, 2>& v) const {
    return {-v[0], S(0)};
  }
};

/// A lift that carries a weight with velocity cos t: the constraint works, and its force is m g + m vz'.
struct WeightOnLift {
  static constexpr int n = 2, m = 1;
  static constexpr bool linear_constraint = true;
  template <class S> S lagrangian(const S&, const Vector<S, 2>& q, const Vector<S, 2>& v) const {
    return 0.5 * (v[0] * v[0] + v[1] * v[1]) - 3 * q[1];
  }
  template <class S> Vector<S, 1> constraint(const S& t, const Vector<S, 2>&, const Vector<S, 2>& v) const {
    using std::cos;
    return Vector<S, 1>(v[1] - cos(t));
  }
};

struct Seen {
  std::vector<double> q, v;
};
Seen swinging(double t) { return {{std::sin(t), 0.3}, {std::cos(t), 0}}; }
Seen braked(double t) { return {{1 - std::exp(-t), 0.3}, {std::exp(-t), 0}}; }
Seen lifted(double t) { return {{0.2 * t, std::sin(t)}, {0.2, std::cos(t)}}; }

template <class Motion> double work_at_2(const System<double>& system, Motion motion, int steps) {
  EnergyBalance<double> balance(system);
  for (int i = 0; i <= steps; ++i) {
    const double t = 2. * i / steps;
    const Seen at = motion(t);
    if (i == 0) balance.start(t, at.q, at.v);
    else balance.advance(t, at.q, at.v);
  }
  return balance.work();
}

}  // namespace

TEST_CASE("The work of a force and of a constraint that moves is right to order 8") {
  const System<double> spring{OuterSpring{}}, lift{WeightOnLift{}};
  const double by_spring = -std::pow(std::sin(2.), 2) / 2;
  const double by_lift = 3 * std::sin(2.) + (std::pow(std::cos(2.), 2) - 1) / 2;
  for (const bool on_lift : {false, true}) {
    const auto off = [&](int steps) {
      return std::abs(on_lift ? work_at_2(lift, lifted, steps) - by_lift
                              : work_at_2(spring, swinging, steps) - by_spring);
    };
    CHECK(off(4) < 1e-6);
    CHECK(std::log2(off(4) / off(8)) > 7.5);
    CHECK(off(64) < 1e-14);
  }
}

TEST_CASE(
    "The work is right to order 7 after one step, and to order 9 locally from the second on, the first included") {
  const System<double> system{Brake{}};
  const auto off = [&](int steps, double h) {
    EnergyBalance<double> balance(system);
    for (int i = 0; i <= steps; ++i) {
      const Seen at = braked(i * h);
      if (i == 0) balance.start(0, at.q, at.v);
      else balance.advance(i * h, at.q, at.v);
    }
    return std::abs(balance.work() - std::expm1(-2 * steps * h) / 2);  // -v^2 along e^-t
  };
  const auto order = [&](int steps) { return std::log2(off(steps, 0.5) / off(steps, 0.25)); };
  CHECK(order(1) == Approx(7).margin(0.5));
  CHECK(order(2) == Approx(9).margin(0.7));
  CHECK(order(3) == Approx(9).margin(0.7));
  CHECK(off(2, 0.25) < 1e-2 * off(1, 0.25));
}

TEST_CASE("A short step among long ones costs no digits") {
  const System<double> spring{OuterSpring{}};
  for (const double short_step : {1e-1, 1e-2, 1e-3, 1e-5, 1e-10}) {
    EnergyBalance<double> balance(spring);
    double t = 0;
    for (int i = 0; i < 20; ++i, t += i == 10 ? short_step : 0.1) {
      const Seen at = swinging(t);
      if (i == 0) balance.start(t, at.q, at.v);
      else balance.advance(t, at.q, at.v);
      CHECK(std::abs(balance.work() + std::pow(std::sin(t), 2) / 2) < 1e-9);
    }
  }
}

TEST_CASE("Work counts from the first state seen, be it told as a start or not") {
  EnergyBalance<double> balance(System<double>(OuterSpring{}));
  const Seen first = swinging(0.7), next = swinging(0.75);
  CHECK(balance.advance(0.7, first.q, first.v) == 0);
  const double gained = (std::pow(std::sin(0.7), 2) - std::pow(std::sin(0.75), 2)) / 2;
  CHECK(balance.advance(0.75, next.q, next.v) == Approx(gained));
}

TEST_CASE("The work continues from a saved balance, to the last bit") {
  const System<double> system{OuterSpring{}};
  EnergyBalance<double> whole(system), first(system), second(system);
  const auto show = [](EnergyBalance<double>& balance, int from, int to) {
    for (int i = from; i < to; ++i) {
      const Seen at = swinging(0.1 * i);
      if (i == 0) balance.start(0, at.q, at.v);
      else balance.advance(0.1 * i, at.q, at.v);
    }
  };
  show(whole, 0, 9);
  for (const int cut : {1, 2, 3, 6}) {
    show(first, 0, cut);
    second.remember(first.memory());
    show(second, cut, 9);
    CHECK(second.work() == whole.work());
  }
}

TEST_CASE("No work is done on a conservative system, nor on a system that is not driven") {
  EnergyBalance<double> idle(System<double>(Curved{})), watched(System<double>(LagrangianOf<Curved>{}));
  for (EnergyBalance<double>* balance : {&idle, &watched}) {
    balance->start(0, std::vector{0.1, 0.2, 0.3}, std::vector{0.4, 0.5, -0.6});
    CHECK(balance->advance(0.1, std::vector{0.14, 0.25, 0.24}, std::vector{0.4, 0.5, -0.6}) == 0);
  }
}
