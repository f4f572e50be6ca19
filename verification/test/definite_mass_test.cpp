// Every method of the catalogue on systems whose mass is singular and completed by the constraints: closed solutions,
// and the same system completed by hand.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/framework/system/definite_mass.hpp>
#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/contract/check_problem.hpp>
#include <nonholo/verification/experiment/runner.hpp>
#include <nonholo/verification/method_choice.hpp>

#include "catch.hpp"
#include "experiments.hpp"

#include <array>
#include <cmath>
#include <string>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

constexpr double k = 4, omega = 0.8;

/// A particle in the plane, and what a wheel that turns with vs = y vx winds up: a spring without mass.
struct Winding {
  static constexpr int n = 3, m = 1;
  static constexpr bool constant_mass = true, fused_kernels = false;
  template <class S> Eigen::DiagonalMatrix<S, 3> mass_matrix(const Vector<S, 3>&) const {
    return Eigen::DiagonalMatrix<S, 3>(S(1), S(1), S(0));
  }
  template <class S> S potential(const Vector<S, 3>& q) const {
    return q[2] * q[2] * (k / 2) + q[1] * q[1] * (omega * omega / 2);
  }
  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const { return {-q[1], S(0), S(1)}; }
};

/// The same with M + A^T A / 2.
struct WindingByHand : Winding {
  static constexpr bool constant_mass = false;
  template <class S> Matrix<S, 3, 3> mass_matrix(const Vector<S, 3>& q) const {
    Matrix<S, 3, 3> M;
    M << S(1) + q[1] * q[1] / 2, S(0), -q[1] / 2, S(0), S(1), S(0), -q[1] / 2, S(0), S(0.5);
    return M;
  }
};

Start<double> winding_start() { return {Eigen::Vector3d(0, 1, 0.3), Eigen::Vector3d(0.9, 0, 0.9)}; }

/// y = cos(omega t), and (vx, sqrt(k) s) turns by the angle sqrt(k) sin(omega t) / omega:
/// vx' = -y lambda, lambda = k s, s' = y vx.
struct WindingAt {
  explicit WindingAt(double t)
      : y(std::cos(omega * t)),
        angle(std::sqrt(k) * std::sin(omega * t) / omega),
        vx(0.9 * std::cos(angle) - std::sqrt(k) * 0.3 * std::sin(angle)),
        s(0.3 * std::cos(angle) + 0.9 / std::sqrt(k) * std::sin(angle)) {}
  double y, angle, vx, s;
};

struct Ran {
  Outcome outcome;
  VectorX<double> q, v;
};

Ran run(const MethodChoice& method, const System<double>& system, double t_end) {
  const auto integrator = method.make_where_meant(system);
  if (!integrator) return {.outcome = Outcome::not_started};
  const auto ran = integrate(
      *integrator, winding_start(),
      integrator->traits().adaptive ? TimeSpan<double>{.t_end = t_end} : TimeSpan<double>::until(0, t_end, 0.02));
  return {ran.outcome, ran.end.q, ran.end.v};
}

/// A free body in quaternions with moments of inertia 1, 1 and J3.
std::string body(const std::string& runs) {
  return R"toml([system]
coordinates = ["q0", "q1", "q2", "q3"]
parameters  = { J = 1, J3 = 3 }
lagrangian  = "(J*w1^2 + J*w2^2 + J3*w3^2)/2"
holonomic   = ["q0^2 + q1^2 + q2^2 + q3^2 - 1"]
[system.define]
w1 = "2*(q0*vq1 - q1*vq0 - q2*vq3 + q3*vq2)"
w2 = "2*(q0*vq2 - q2*vq0 - q3*vq1 + q1*vq3)"
w3 = "2*(q0*vq3 - q3*vq0 - q1*vq2 + q2*vq1)"
[problem]
initial = { q = [1, 0, 0, 0], v = [0, 0.2, 0.1, 0.3] }
t_end = 4
)toml" + runs;
}

using Quaternion = std::array<double, 4>;

Quaternion product(const Quaternion& a, const Quaternion& b) {
  return {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
          a[0] * b[2] + a[2] * b[0] + a[3] * b[1] - a[1] * b[3], a[0] * b[3] + a[3] * b[0] + a[1] * b[2] - a[2] * b[1]};
}

/// Of a turn with rates w for a time.
Quaternion turned(const std::array<double, 3>& w, double t) {
  const double size = std::hypot(w[0], w[1], w[2]), s = std::sin(size * t / 2) / size;
  return {std::cos(size * t / 2), s * w[0], s * w[1], s * w[2]};
}

/// The body turns about its third axis, which goes round the fixed angular momentum: with J1 = J2 = 1, at the rate |L|
/// (Goldstein, Poole, Safko 2002, Classical Mechanics, 5.6).
Quaternion body_at(double t) {
  const std::array<double, 3> w{0.4, 0.2, 0.6};
  return product(turned({w[0], w[1], 3 * w[2]}, t), turned({0, 0, w[2] * (1 - 3)}, t));
}

constexpr double twice_kinetic = 0.4 * 0.4 + 0.2 * 0.2 + 3 * 0.6 * 0.6;

}  // namespace

TEST_CASE("a mass completed by the constraints changes the motion of no method") {
  const Start<double> start = winding_start();
  const System<double> singular(Winding{});
  const System<double> system = with_definite_mass(singular, 0, values(start.q), values(start.v));
  REQUIRE(added_mass(system).size() == 1);
  CHECK(added_mass(system)[0] == Approx(0.5));  // the mass 1 of x by (-y, 1) squared, 2
  const System<double> by_hand(WindingByHand{});
  const WindingAt exact(2);
  int count = 0;
  for (const MethodEntry& entry : method_catalogue())
    for (const MethodChoice& method : trials_of(entry)) {
      INFO(method.label());
      const Ran one = run(method, system, 2), other = run(method, by_hand, 2);
      CHECK(one.outcome == other.outcome);
      if (one.outcome != Outcome::success || other.outcome != Outcome::success) continue;
      ++count;
      const double allowed = entry.stepping == Stepping::adaptive ? 1e-6 : 1e-11;
      CHECK((one.q - other.q).norm() + (one.v - other.v).norm() < allowed);
      // of order 1 the least accurate
      CHECK(std::abs(one.q[1] - exact.y) < 0.1);
      CHECK(std::abs(one.q[2] - exact.s) < 0.1);
      CHECK(std::abs(one.v[0] - exact.vx) < 0.1);
    }
  CHECK(count > 25);
  const auto gauss = run(method_choice("spark", {{"tableau", std::string("gauss")}, {"stages", 3L}}), system, 2);
  CHECK(gauss.q[1] == Approx(exact.y).margin(1e-10));
  CHECK(gauss.q[2] == Approx(exact.s).margin(1e-10));
  CHECK(gauss.v[0] == Approx(exact.vx).margin(1e-10));
  std::vector<double> lambda(1);
  REQUIRE(make_probe(system)->multipliers(2, values(gauss.q), values(gauss.v), lambda));
  CHECK(lambda[0] == Approx(k * exact.s).margin(1e-9));
}

TEST_CASE("a rigid body in quaternions as written on paper turns as Euler's equations say") {
  const std::string runs = R"(
[[run]]
label = "gauss"
method = "spark"
tableau = "gauss"
stages = 3
h = 0.05
[[run]]
label = "gauss in quad"
method = "spark"
tableau = "gauss"
stages = 3
h = 0.1
precision = "quad"
[[run]]
method = "ida_index2"
rtol = 1e-10
atol = 1e-12
[[run]]
method = "ida_index1"
rtol = 1e-10
atol = 1e-12
[[run]]
method = "odeint_dopri5"
rtol = 1e-10
atol = 1e-12
[[run]]
method = "explicit_runge_kutta"
rtol = 1e-11
atol = 1e-12
)";
  const Quaternion exact = body_at(4);
  const Finished finished(body(runs));
  REQUIRE(finished.result.runs.size() == 6);
  for (const RunResult& run : finished.result.runs) {
    INFO(run.label);
    CHECK(run.failure == "");
    CHECK(names_of(run.flags) == "none");
    CHECK_THAT(run.note, Contains("M + A^T C A"));
    for (std::size_t i = 0; i < 4; ++i) CHECK(run.endpoint.q[i] == Approx(exact[i]).margin(3e-7));
    // q . d/dt L_v = -2 T and q . L_q = 2 T, for L is quadratic in q and in v, and L_v q = 0
    CHECK(run.endpoint.lambda.at(0) == Approx(-twice_kinetic).margin(3e-6));
    CHECK(run.extremes.max_energy_error.value() < 1e-6);
  }
  CHECK(finished.result.runs[0].extremes.max_energy_error.value() < 1e-10);
}

TEST_CASE("a mass completed by the program and by hand are the same run") {
  const auto end = [](const std::string& more) {
    std::string text = body("[[run]]\nmethod = \"spark\"\ntableau = \"gauss\"\nstages = 3\nh = 0.1\n");
    return Finished(text.replace(text.find("J3*w3^2)/2") + 10, 0, more)).result.runs.at(0);
  };
  // 2 q squared is 4, and M has the trace 4 (1 + 1 + 3): C = 5
  const RunResult own = end(""), by_hand = end(" + 5/2*4*(q0*vq0 + q1*vq1 + q2*vq2 + q3*vq3)^2");
  CHECK_THAT(own.note, Contains("diag[5]"));
  CHECK(by_hand.note == "");
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(own.endpoint.q[i] == Approx(by_hand.endpoint.q[i]).margin(1e-13));
    CHECK(own.endpoint.v[i] == Approx(by_hand.endpoint.v[i]).margin(1e-13));
  }
  CHECK(own.endpoint.lambda[0] == Approx(by_hand.endpoint.lambda[0]).margin(1e-12));
}

TEST_CASE("a system whose mass is completed is checked as it is written") {
  const Start<double> start = winding_start();
  const ContractReport report = check_problem(
      with_definite_mass(System<double>(Winding{}), 0, values(start.q), values(start.v)), start, "winding");
  INFO(report.text());
  CHECK(report.holds());
  CHECK_THAT(report.text(), Contains("M + A^T C A"));
}
