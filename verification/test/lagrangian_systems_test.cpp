// One motion written three ways, as mechanical system, as Lagrangian and by hand as a DAE: the same to round-off. And
// the standard solvers on Lagrangian systems that are nothing else.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/runge_kutta/hessenberg_runge_kutta.hpp>
#include <nonholo/methods/runge_kutta/spark.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>
#include <nonholo/methods/test/engine_lagrangians.hpp>
#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/experiment/monitor.hpp>
#include <nonholo/verification/problem_choice.hpp>

#include "catch.hpp"

#include <algorithm>
#include <cmath>

using namespace nonholo;

namespace {

/// m = a = I = 1, g = 0.1: the defaults of the catalogue.
struct SleighLagrangian {
  static constexpr int n = 3, m = 1;
  template <class S> S lagrangian(const S&, const Vector<S, 3>& q, const Vector<S, 3>& v) const {
    using std::cos, std::sin;
    const S c = cos(q[2]), s = sin(q[2]);
    return 0.5 * (v[0] * v[0] + v[1] * v[1]) + v[2] * v[2] + v[2] * (c * v[1] - s * v[0]) - 0.1 * (q[1] + s);
  }
  template <class S> Vector<S, 1> constraint(const S&, const Vector<S, 3>& q, const Vector<S, 3>& v) const {
    using std::cos, std::sin;
    return Vector<S, 1>(cos(q[2]) * v[1] - sin(q[2]) * v[0]);
  }
};

/// y = (q, p): kinematics, forces, reaction.
struct SleighDae {
  static constexpr int ny = 6, nz = 1, parts = 3;
  template <class S> static Vector<S, 3> velocity(const Vector<S, 6>& y) {
    using std::cos, std::sin;
    const S c = cos(y[2]), s = sin(y[2]), turn = y[5] - (c * y[4] - s * y[3]);
    return {y[3] + s * turn, y[4] - c * turn, turn};
  }
  template <class S> Vector<S, 6> f(int k, const S&, const Vector<S, 6>& y, const Vector<S, 1>& z) const {
    using std::cos, std::sin;
    const S c = cos(y[2]), s = sin(y[2]), zero(0);
    const Vector<S, 3> v = velocity(y);
    if (k == 0) return Vector<S, 6>{{v[0], v[1], v[2], zero, zero, zero}};
    if (k == 1) return Vector<S, 6>{{zero, zero, zero, zero, S(-0.1), S(-v[2] * (c * v[0] + s * v[1]) - 0.1 * c)}};
    return Vector<S, 6>{{zero, zero, zero, S(-s * z[0]), S(c * z[0]), zero}};
  }
  template <class S> Vector<S, 1> g(const S&, const Vector<S, 6>& y) const {
    using std::cos, std::sin;
    const Vector<S, 3> v = velocity(y);
    return Vector<S, 1>(cos(y[2]) * v[1] - sin(y[2]) * v[0]);
  }
  static VectorX<double> state(const VectorX<double>& q, const VectorX<double>& v) {
    const double c = std::cos(q[2]), s = std::sin(q[2]);
    VectorX<double> y(6);
    y << q, v[0] - s * v[2], v[1] + c * v[2], 2 * v[2] + c * v[1] - s * v[0];
    return y;
  }
};

struct RobotLagrangian {
  static constexpr int n = 4, m = 2;
  static constexpr bool constant_mass = true;
  template <class S> S lagrangian(const S&, const Vector<S, 4>& q, const Vector<S, 4>& v) const {
    using std::sin;
    return 0.5 * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + 3 * v[3] * v[3]) - 10 * sin(q[3]);
  }
  template <class S> Vector<S, 2> constraint(const S&, const Vector<S, 4>& q, const Vector<S, 4>& v) const {
    using std::cos, std::sin;
    return {S(v[0] - cos(q[2]) * v[3]), S(v[1] - sin(q[2]) * v[3])};
  }
};

struct RobotDae {
  static constexpr int ny = 8, nz = 2, parts = 3;
  template <class S> Vector<S, 8> f(int k, const S&, const Vector<S, 8>& y, const Vector<S, 2>& z) const {
    using std::cos, std::sin;
    Vector<S, 8> f = Vector<S, 8>::Zero();
    if (k == 0) f.template head<4>() << y[4], y[5], y[6], y[7] / 3;
    if (k == 1) f[7] = -10 * cos(y[3]);
    if (k == 2) f.template tail<4>() << z[0], z[1], S(0), -cos(y[2]) * z[0] - sin(y[2]) * z[1];
    return f;
  }
  template <class S> Vector<S, 2> g(const S&, const Vector<S, 8>& y) const {
    using std::cos, std::sin;
    return {S(y[4] - cos(y[2]) * y[7] / 3), S(y[5] - sin(y[2]) * y[7] / 3)};
  }
  static VectorX<double> state(const VectorX<double>& q, const VectorX<double>& v) {
    VectorX<double> y(8);
    y << q, v.head(3), 3 * v[3];
    return y;
  }
};

/// epsilon = 0.3
struct OscillatorLagrangian {
  static constexpr int n = 3, m = 1;
  static constexpr bool constant_mass = true;
  template <class S> S lagrangian(const S&, const Vector<S, 3>& q, const Vector<S, 3>& v) const {
    return 0.5 * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) - 0.5 * (q[0] * q[0] + q[1] * q[1] + q[2] * q[2]) -
           0.15 * q[0] * q[0] * q[2] * q[2];
  }
  template <class S> Vector<S, 1> constraint(const S&, const Vector<S, 3>& q, const Vector<S, 3>& v) const {
    return Vector<S, 1>(v[0] + q[1] * v[2]);
  }
};

struct OscillatorDae {
  static constexpr int ny = 6, nz = 1, parts = 3;
  template <class S> Vector<S, 6> f(int k, const S&, const Vector<S, 6>& y, const Vector<S, 1>& z) const {
    const S zero(0);
    if (k == 0) return Vector<S, 6>{{y[3], y[4], y[5], zero, zero, zero}};
    if (k == 1)
      return Vector<S, 6>{
          {zero, zero, zero, S(-y[0] * (1 + 0.3 * y[2] * y[2])), S(-y[1]), S(-y[2] * (1 + 0.3 * y[0] * y[0]))}};
    return Vector<S, 6>{{zero, zero, zero, z[0], zero, y[1] * z[0]}};
  }
  template <class S> Vector<S, 1> g(const S&, const Vector<S, 6>& y) const { return Vector<S, 1>(y[3] + y[1] * y[5]); }
  static VectorX<double> state(const VectorX<double>& q, const VectorX<double>& v) {
    VectorX<double> y(6);
    y << q, v;
    return y;
  }
};

/// Of 100 steps of 0.1, the last q and v, or y and nothing.
Snapshot<double> end_of(Integrator<double>& integrator, const Start<double>& start) {
  const auto run = integrate(integrator, start, TimeSpan<double>::fixed(0, 0.1, 100));
  REQUIRE(run.outcome == Outcome::success);
  return run.end;
}

template <class Lagrangian, class Dae> void same_three_ways(std::string_view problem, std::string_view setup) {
  const ProblemChoice choice = problem_choice(problem, setup);
  const Start<double> start = choice.start();
  const System<double> mechanical = choice.system(), lagrangian{Lagrangian{}}, dae{Dae{}};
  for (const auto& set : {TableauSet(tableaus::gauss(2)), tableau_catalogue().at("lobatto_iiia_b")(3)}) {
    CAPTURE(problem, set.name());
    const auto one = end_of(*spark(mechanical, set), start), two = end_of(*spark(lagrangian, set), start),
               three = end_of(*spark(dae, set), {.q = Dae::state(start.q, start.v), .v = {}});
    CHECK((one.q - two.q).norm() < 1e-12);
    CHECK((one.v - two.v).norm() < 1e-12);
    CHECK((Dae::state(one.q, one.v) - three.q).norm() < 1e-12);
  }
}

template <class System_> void baselines_agree() {
  const System<double> system{System_{}};
  const Start<double> start = System_::start();
  const auto reference =
      integrate(*spark(system, TableauSet(tableaus::gauss(5))), start, TimeSpan<double>::fixed(0, 0.02, 100)).end;
  MethodOptions tight{{"rtol", Number(1e-10)}, {"atol", Number(1e-12)}}, other_form = tight;
  other_form.set("form", "multipliers");
  for (const auto& [name, options] : {std::pair("ida_index1", tight),
                                      {"ida_index1", other_form},
                                      {"ida_index2", tight},
                                      {"odeint_dopri5", tight},
                                      {"odeint_fehlberg78", tight}}) {
    CAPTURE(name);
    const auto integrator = method_catalogue().at(name).make(system, options);
    Monitor monitor(system);
    const auto run = integrate(*integrator, start, TimeSpan<double>::adaptive(0, 2), monitor);
    REQUIRE(run.outcome == Outcome::success);
    CHECK((run.end.q - reference.q).norm() < 2e-7);
    CHECK((run.end.v - reference.v).norm() < 2e-7);
    REQUIRE(monitor.extremes().max_energy_error);
    CHECK(*monitor.extremes().max_energy_error < 2e-7);
  }
}

}  // namespace

TEST_CASE("the sleigh, the robot and the contact oscillator are the same, however they are written") {
  same_three_ways<SleighLagrangian, SleighDae>("chaplygin_sleigh", "rotating");
  same_three_ways<RobotLagrangian, RobotDae>("mobile_robot", "jay_8_3");
  same_three_ways<OscillatorLagrangian, OscillatorDae>("contact_oscillator", "perturbed");
}

TEST_CASE(
    "IDA and odeint run constraints that are nonlinear, depend on time or are not ideal, and their energy is in "
    "balance with the work") {
  baselines_agree<test::AppellHamelBowl>();
  baselines_agree<test::Snowball>();
  baselines_agree<test::Relativistic>();
  baselines_agree<test::Conveyor>();
  baselines_agree<test::RoughSkate>();
}
