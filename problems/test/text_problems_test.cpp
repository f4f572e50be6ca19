// Mechanical problems of the catalogue written as text are the same systems: every function of the face that engines
// see, in double and quad, at setups' parameters and at others.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/text_system.hpp>

#include <nonholo/framework/base/quad.hpp>

#include "motion.hpp"

#include <algorithm>
#include <iterator>

using namespace nonholo;
using namespace nonholo::test;

namespace {

struct Written {
  std::string_view problem;
  TextSystem text;
  ParameterValues altered;
};

std::vector<Written> written() {
  const std::string rolling_x = "vx - R*cos(phi)*vtheta", rolling_y = "vy - R*sin(phi)*vtheta";
  return {
      {"contact_oscillator",
       {.coordinates = {"x", "y", "z"},
        .parameters = {{"epsilon", "0"}},
        .lagrangian = "(vx^2 + vy^2 + vz^2)/2 - (x^2 + y^2 + z^2 + epsilon*x^2*z^2)/2",
        .constraints = {"vx + y*vz"}},
       {{"epsilon", 0.3}}},
      {"chaplygin_sleigh",
       {.coordinates = {"x", "y", "theta"},
        .parameters = {{"m", "1"}, {"a", "1"}, {"I", "1"}, {"g", "1/10"}},
        .lagrangian = "m/2*((vx - a*sin(theta)*vtheta)**2 + (vy + a*cos(theta)*vtheta)**2) + I*vtheta**2/2"
                      " - m*g*(y + a*sin(theta))",
        .constraints = {"-sin(theta)*vx + cos(theta)*vy"}},
       {{"a", 0.04}, {"m", 2.5}}},
      {"skate_on_incline",
       {.coordinates = {"x", "y", "theta"},
        .parameters = {{"m", "1"}, {"I", "1"}, {"g", "1"}, {"beta", "pi/2"}},
        .lagrangian = "m/2*(vx^2 + vy^2) + I/2*vtheta^2 + m*g*sin(beta)*x",
        .constraints = {"cos(theta)*vy - sin(theta)*vx"}},
       {{"beta", 0.5}, {"I", 0.25}}},
      {"mobile_robot",
       {.coordinates = {"x", "y", "theta", "psi"},
        .parameters = {{"m", "1"}, {"I", "1"}, {"I_w", "1"}, {"l", "1"}},
        .mass_matrix = {{"m", "0", "0", "0"}, {"0", "m", "0", "0"}, {"0", "0", "I", "0"}, {"0", "0", "0", "3*I_w"}},
        .potential = "10*sin(psi)",
        .constraints = {"vx - l*cos(theta)*vpsi", "vy - l*sin(theta)*vpsi"}},
       {{"l", 0.3}, {"I_w", 0.2}}},
      {"vertical_rolling_disk",
       {.coordinates = {"x", "y", "phi", "theta"},
        .parameters = {{"m", "1"}, {"I", "1"}, {"J", "1"}, {"R", "1/4"}},
        .lagrangian = "m/2*(vx^2 + vy^2) + J/2*vphi^2 + I/2*vtheta^2",
        .constraints = {rolling_x, rolling_y}},
       {{"J", 0.5}, {"R", 1.5}}},
      {"gearbox_pendulum",
       {.coordinates = {"q1", "q2", "q3"},
        .parameters = {{"asymmetry", "1/5"}},
        .lagrangian = "(vq1^2 + vq2^2 + vq3^2)/2 - (q1^2 + q2^2)/2 - cos(q3) + asymmetry*sin(2*q3)",
        .constraints = {"vq1 + sin(q3)*vq2"}},
       {{"asymmetry", 0.7}}},
      {"coupled_pendula",
       {.coordinates = {"q1", "q2", "s"},
        .parameters =
            {{"m1", "1"}, {"m2", "1"}, {"l1", "1"}, {"l2", "1"}, {"g", "1"}, {"M", "1"}, {"k", "1"}, {"r", "1"}},
        .mass_matrix = {{"(m1 + m2)*l1^2", "m2*l1*l2*cos(q1 - q2)", "0"},
                        {"m2*l1*l2*cos(q1 - q2)", "m2*l2^2", "0"},
                        {"0", "0", "M"}},
        .potential = "k*s^2/2 - (m1 + m2)*g*l1*cos(q1) - m2*g*l2*cos(q2)",
        .constraints = {"vs - r*sin(q1)*vq2"}},
       {{"m2", 0.6}, {"l1", 1.3}}},
      {"nonholonomic_particle",
       {.coordinates = {"x", "y", "z"},
        .parameters = {{"k", "1"}},
        .lagrangian = "(vx^2 + vy^2 + vz^2)/2 - k*(x^2 + y^2)",
        .constraints = {"vz - y*vx"}},
       {{"k", 0.4}}},
  };
}

std::vector<Written> written_with_more_to_them() {
  return {
      {"appell_hamel",  // nonlinear in the velocities
       {.coordinates = {"x", "y", "z"},
        .parameters = {{"m", "1"}, {"g", "1"}, {"rho", "1"}, {"k", "0"}},
        .lagrangian = "m/2*(vx^2 + vy^2 + vz^2) - m*g*z - k/2*(x^2 + y^2)",
        .constraints = {"vx^2 + vy^2 - rho^2*vz^2"}},
       {{"rho", 0.6}, {"k", 1.5}}},
      {"knife_edge",  // affine, with the time
       {.coordinates = {"x", "y", "phi"},
        .parameters = {{"m", "1"}, {"I", "1"}, {"speed", "1"}, {"growth", "1/2"}},
        .lagrangian = "m/2*(vx^2 + vy^2) + I/2*vphi^2",
        .constraints = {"cos(phi)*vy - sin(phi)*(vx - speed - growth*t)"}},
       {{"speed", 0.3}, {"growth", -0.2}}},
      {"roller_racer",
       {.coordinates = {"x", "y", "theta", "psi"},
        .parameters = {{"m", "1"}, {"I1", "1"}, {"I2", "1/5"}, {"d1", "1"}, {"d2", "3/10"}},
        .lagrangian = "m/2*(vx^2 + vy^2) + I1/2*vtheta^2 + I2/2*(vtheta + vpsi)^2",
        .constraints = {"cos(theta)*vy - sin(theta)*vx",
                        "cos(theta + psi)*vy - sin(theta + psi)*vx + d1*cos(psi)*vtheta + d2*(vtheta + vpsi)"}},
       {{"I2", 0.7}, {"d1", 0.5}}},
      {"snakeboard",
       {.coordinates = {"x", "y", "theta", "psi", "phi1", "phi2"},
        .parameters = {{"m", "1"}, {"J", "1/2"}, {"Jr", "3/10"}, {"Jw", "1/10"}, {"r", "1"}},
        .lagrangian = "m/2*(vx^2 + vy^2) + J/2*vtheta^2 + Jr/2*(vtheta + vpsi)^2"
                      " + Jw/2*((vtheta + vphi1)^2 + (vtheta + vphi2)^2)",
        .constraints = {"cos(theta + phi1)*vy - sin(theta + phi1)*vx - r*cos(phi1)*vtheta",
                        "cos(theta + phi2)*vy - sin(theta + phi2)*vx + r*cos(phi2)*vtheta"}},
       {{"Jw", 0.3}, {"r", 0.8}}},
  };
}

template <class Real> bool near(const MatrixX<Real>& x, const MatrixX<Real>& y) {
  return x.rows() == y.rows() && x.cols() == y.cols() &&
         (x.size() == 0 || (x - y).cwiseAbs().maxCoeff() < 1000 * epsilon<Real>);
}

/// What engines ask for beside what Everything holds: derivatives.
template <class Real> struct Derivatives {
  MatrixX<Real> linearised, rates, reaction;

  Derivatives(const System<Real>& system, const VectorX<Real>& q, const VectorX<Real>& v) {
    system.visit([&]<int n, int m>(const std::shared_ptr<const Dynamics<Real, n, m>>& dynamics) {
      const Eigen::Index rows = q.size(), constraints = dynamics->constraints();
      const Vector<Real, n> x = q, y = v, a = v.reverse();
      const Vector<Real, m> lambda = VectorX<Real>::LinSpaced(constraints, Real(1), Real(2));
      Linearisation<Real, n, m> L(rows, constraints);
      dynamics->linearise(Real(0), x, y, lambda, L);
      linearised.resize(6 * rows + 2 * constraints, rows);
      linearised << L.p_q, L.p_v, L.f_q, L.f_v, L.reaction_q, L.reaction_v, L.k_q, L.K;
      RatesLinearisation<Real, n, m> R(rows, constraints);
      dynamics->linearise_rates(Real(0), x, y, a, R);
      rates.resize(2 * rows + 2 * constraints, rows);
      rates << R.p_dot_q, R.p_dot_v, R.k_dot_q, R.k_dot_v;
      Matrix<Real, m, n> K(constraints, rows);
      std::vector<Matrix<Real, m, n>> K_q(static_cast<std::size_t>(rows), K);
      dynamics->reaction_gradient(Real(0), x, y, K, K_q);
      reaction.resize(constraints, rows * rows);
      for (Eigen::Index i = 0; i < rows; ++i) reaction.middleCols(i * rows, rows) = K_q[static_cast<std::size_t>(i)];
    });
  }
};

template <class Real> void holds_same(const System<Real>& text, const System<Real>& known) {
  const Eigen::Index n = text.coordinates();
  REQUIRE(n == known.coordinates());
  REQUIRE(text.constraints() == known.constraints());
  CHECK(text.traits().constant_mass == known.traits().constant_mass);
  CHECK(text.traits().linear_constraint == known.traits().linear_constraint);
  CHECK(text.traits().conservative == known.traits().conservative);
  CHECK(text.traits().natural == known.traits().natural);
  if (known.traits().diagonal_mass) CHECK(text.traits().diagonal_mass);  // which a Lagrangian does not claim
  const VectorX<Real> q = generic_point(n, 0.4).cast<Real>(), v = generic_point(n, -0.7).cast<Real>();
  const Everything<Real> x(text, q, v), y(known, q, v);
  const auto same = [](const auto& a, const auto& b) { return near<Real>(a, b); };
  CHECK(same(x.p, y.p));
  CHECK(same(x.f, y.f));
  CHECK(same(x.k, y.k));
  CHECK(same(x.K, y.K));
  CHECK(same(x.p_v, y.p_v));
  CHECK(same(x.a, y.a));
  CHECK(same(x.lambda, y.lambda));
  CHECK(same(x.p_dot, y.p_dot));
  CHECK(same(x.k_dot, y.k_dot));
  CHECK(abs(Real(x.energy - y.energy)) < 100 * epsilon<Real>);
  const Derivatives<Real> d(text, q, v), e(known, q, v);
  CHECK(same(d.linearised, e.linearised));
  CHECK(same(d.rates, e.rates));
  CHECK(same(d.reaction, e.reaction));
}

}  // namespace

TEST_CASE("Problems of the catalogue written as text are the same systems, in double and in quad") {
  std::vector<Written> all = written();
  std::ranges::move(written_with_more_to_them(), std::back_inserter(all));
  for (const Written& each : all) {
    INFO(each.problem);
    const ProblemEntry& known = problem_catalogue().at(each.problem);
    const ProblemEntry text = problem_entry(each.text);
    for (const ParameterValues& parameters : {ParameterValues(), each.altered}) {
      holds_same(text.make<double>(parameters), known.make<double>(parameters));
      holds_same(text.make<quad>(parameters), known.make<quad>(parameters));
    }
  }
}
