// Problems of the catalogue written as text.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/text_system.hpp>

#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace nonholo::test {

struct Written {
  std::string_view problem;
  std::variant<TextSystem, TextDae, TextSkewGradient> text;
  ParameterValues altered;

  ProblemEntry entry() const {
    return std::visit([](const auto& each) { return problem_entry(each); }, text);
  }
};

inline std::vector<Written> natural_texts() {
  const std::string rolling_x = "vx - R*cos(phi)*vtheta", rolling_y = "vy - R*sin(phi)*vtheta";
  return {
      {"contact_oscillator",
       TextSystem{.coordinates = {"x", "y", "z"},
                  .parameters = {{"epsilon", "0"}},
                  .lagrangian = "(vx^2 + vy^2 + vz^2)/2 - (x^2 + y^2 + z^2 + epsilon*x^2*z^2)/2",
                  .constraints = {"vx + y*vz"}},
       {{"epsilon", 0.3}}},
      {"chaplygin_sleigh",
       TextSystem{.coordinates = {"x", "y", "theta"},
                  .parameters = {{"m", "1"}, {"a", "1"}, {"I", "1"}, {"g", "1/10"}},
                  .lagrangian = "m/2*((vx - a*sin(theta)*vtheta)**2 + (vy + a*cos(theta)*vtheta)**2) + I*vtheta**2/2"
                                " - m*g*(y + a*sin(theta))",
                  .constraints = {"-sin(theta)*vx + cos(theta)*vy"}},
       {{"a", 0.04}, {"m", 2.5}}},
      {"skate_on_incline",
       TextSystem{.coordinates = {"x", "y", "theta"},
                  .parameters = {{"m", "1"}, {"I", "1"}, {"g", "1"}, {"beta", "pi/2"}},
                  .lagrangian = "m/2*(vx^2 + vy^2) + I/2*vtheta^2 + m*g*sin(beta)*x",
                  .constraints = {"cos(theta)*vy - sin(theta)*vx"}},
       {{"beta", 0.5}, {"I", 0.25}}},
      {"mobile_robot",
       TextSystem{
           .coordinates = {"x", "y", "theta", "psi"},
           .parameters = {{"m", "1"}, {"I", "1"}, {"I_w", "1"}, {"l", "1"}},
           .mass_matrix = {{"m", "0", "0", "0"}, {"0", "m", "0", "0"}, {"0", "0", "I", "0"}, {"0", "0", "0", "3*I_w"}},
           .potential = "10*sin(psi)",
           .constraints = {"vx - l*cos(theta)*vpsi", "vy - l*sin(theta)*vpsi"}},
       {{"l", 0.3}, {"I_w", 0.2}}},
      {"vertical_rolling_disk",
       TextSystem{.coordinates = {"x", "y", "phi", "theta"},
                  .parameters = {{"m", "1"}, {"I", "1"}, {"J", "1"}, {"R", "1/4"}},
                  .lagrangian = "m/2*(vx^2 + vy^2) + J/2*vphi^2 + I/2*vtheta^2",
                  .constraints = {rolling_x, rolling_y}},
       {{"J", 0.5}, {"R", 1.5}}},
      {"gearbox_pendulum",
       TextSystem{.coordinates = {"q1", "q2", "q3"},
                  .parameters = {{"asymmetry", "1/5"}},
                  .lagrangian = "(vq1^2 + vq2^2 + vq3^2)/2 - (q1^2 + q2^2)/2 - cos(q3) + asymmetry*sin(2*q3)",
                  .constraints = {"vq1 + sin(q3)*vq2"}},
       {{"asymmetry", 0.7}}},
      {"coupled_pendula",
       TextSystem{
           .coordinates = {"q1", "q2", "s"},
           .parameters =
               {{"m1", "1"}, {"m2", "1"}, {"l1", "1"}, {"l2", "1"}, {"g", "1"}, {"M", "1"}, {"k", "1"}, {"r", "1"}},
           .mass_matrix = {{"(m1 + m2)*l1^2", "m2*l1*l2*cos(q1 - q2)", "0"},
                           {"m2*l1*l2*cos(q1 - q2)", "m2*l2^2", "0"},
                           {"0", "0", "M"}},
           .potential = "k*s^2/2 - (m1 + m2)*g*l1*cos(q1) - m2*g*l2*cos(q2)",
           .constraints = {"vs - r*sin(q1)*vq2"}},
       {{"m2", 0.6}, {"l1", 1.3}}},
      {"nonholonomic_particle",
       TextSystem{.coordinates = {"x", "y", "z"},
                  .parameters = {{"k", "1"}},
                  .lagrangian = "(vx^2 + vy^2 + vz^2)/2 - k*(x^2 + y^2)",
                  .constraints = {"vz - y*vx"}},
       {{"k", 0.4}}},
  };
}

inline std::vector<Written> other_mechanical_texts() {
  return {
      {"appell_hamel",  // nonlinear in the velocities
       TextSystem{.coordinates = {"x", "y", "z"},
                  .parameters = {{"m", "1"}, {"g", "1"}, {"rho", "1"}, {"k", "0"}},
                  .lagrangian = "m/2*(vx^2 + vy^2 + vz^2) - m*g*z - k/2*(x^2 + y^2)",
                  .constraints = {"vx^2 + vy^2 - rho^2*vz^2"}},
       {{"rho", 0.6}, {"k", 1.5}}},
      {"knife_edge",  // affine, with the time
       TextSystem{.coordinates = {"x", "y", "phi"},
                  .parameters = {{"m", "1"}, {"I", "1"}, {"speed", "1"}, {"growth", "1/2"}},
                  .lagrangian = "m/2*(vx^2 + vy^2) + I/2*vphi^2",
                  .constraints = {"cos(phi)*vy - sin(phi)*(vx - speed - growth*t)"}},
       {{"speed", 0.3}, {"growth", -0.2}}},
      {"roller_racer",
       TextSystem{
           .coordinates = {"x", "y", "theta", "psi"},
           .parameters = {{"m", "1"}, {"I1", "1"}, {"I2", "1/5"}, {"d1", "1"}, {"d2", "3/10"}},
           .lagrangian = "m/2*(vx^2 + vy^2) + I1/2*vtheta^2 + I2/2*(vtheta + vpsi)^2",
           .constraints = {"cos(theta)*vy - sin(theta)*vx",
                           "cos(theta + psi)*vy - sin(theta + psi)*vx + d1*cos(psi)*vtheta + d2*(vtheta + vpsi)"}},
       {{"I2", 0.7}, {"d1", 0.5}}},
      {"snakeboard",
       TextSystem{.coordinates = {"x", "y", "theta", "psi", "phi1", "phi2"},
                  .parameters = {{"m", "1"}, {"J", "1/2"}, {"Jr", "3/10"}, {"Jw", "1/10"}, {"r", "1"}},
                  .lagrangian = "m/2*(vx^2 + vy^2) + J/2*vtheta^2 + Jr/2*(vtheta + vpsi)^2"
                                " + Jw/2*((vtheta + vphi1)^2 + (vtheta + vphi2)^2)",
                  .constraints = {"cos(theta + phi1)*vy - sin(theta + phi1)*vx - r*cos(phi1)*vtheta",
                                  "cos(theta + phi2)*vy - sin(theta + phi2)*vx + r*cos(phi2)*vtheta"}},
       {{"Jw", 0.3}, {"r", 0.8}}},
  };
}

/// SymPy prints powers, roots and fractions as some of these are written.
inline Written three_pairs_of_particles() {
  return {"mclachlan_perlmutter_particles",  // with its three pairs: how many a text has stands in the text
          TextSystem{.coordinates = {"x", "w1", "w2", "w3", "z1", "z2", "z3"},
                     .parameters = {},
                     .lagrangian = "Rational(1, 2)*(vx**2 + vw1**2 + vw2**2 + vw3**2 + vz1**2 + vz2**2 + vz3**2)"
                                   " - (x**2 + w1**2 + w2**2 + w3**2 + z1**2 + z2**2 + z3**2 + z1**2*z2**2"
                                   " + w1**2*z1**2 + w2**2*z2**2 + w3**2*z3**2)/2",
                     .constraints = {"vx + w1*vz1 + w2*vz2 + w3*vz3"}},
          {}};
}

/// x_k' of power_dae, of both parts.
inline TextDae power_dae_text() {
  TextDae text{.parameters = {}, .y = {}, .z = {"z"}, .f = {{"1", "x1"}, {"0", "z/2"}}, .g = {"u - (x2 + x1^2)/2"}};
  const auto x = [](int k) { return k == 0 ? std::string("1") : "x" + std::to_string(k); };
  for (int k = 1; k <= 12; ++k) {
    text.y.push_back(x(k));
    text.exact_y.push_back("t^" + std::to_string(k));
    if (k < 3) continue;
    const std::string factor = std::to_string(k) + "/3*(";
    text.f[0].push_back(factor + x(k - 1) + " + " + x(k - 3) + "*u/2)");
    text.f[1].push_back(factor + x(k - 2) + "*z/2 + " + x(k - 3) + "*(z/2)^2/2)");
  }
  text.y.push_back("u");
  text.exact_y.push_back("t^2");
  text.exact_z = {"2*t"};
  text.f[0].push_back("0");
  text.f[1].push_back("z");
  return text;
}

inline TextDae slider_crank_text() {
  return {
      .parameters =
          {{"a", "1/2"}, {"J1", "1"}, {"m2", "1"}, {"J2", "2"}, {"k", "1"}, {"c", "1"}, {"l0", "1"}, {"F", "1"}},
      .y = {"q", "x", "p", "vq", "vx", "vp"},
      .z = {"lambda", "kappa", "mu", "nu"},
      .define = {{"right", "x - (cos(p) + a*cos(q))/2"},
                 {"up", "-(sin(p) + a*sin(q))/2"},
                 {"l", "hypot(right, up)"},
                 {"l_q", "a*(right*sin(q) - up*cos(q))/(2*l)"},
                 {"l_x", "right/l"},
                 {"l_p", "(right*sin(p) - up*cos(p))/(2*l)"},
                 {"pull", "k*(l - l0) + c*(l_q*vq + l_x*vx + l_p*vp)"}},
      .f = {{"vq", "vx", "vp", "-pull*l_q/J1", "(F - pull*l_x)/m2", "(-pull*l_p - F*sin(p))/J2"},
            {"-(a*sin(q)*mu - a*cos(q)*nu)", "-mu", "-(sin(p)*mu - cos(p)*nu)",
             "-(a*sin(q)*lambda - a*cos(q)*kappa)/J1", "-lambda/m2", "-(sin(p)*lambda - cos(p)*kappa)/J2"}},
      .g = {"x - cos(p) - a*cos(q)", "-sin(p) - a*sin(q)", "a*sin(q)*vq + vx + sin(p)*vp", "-a*cos(q)*vq - cos(p)*vp"}};
}

/// What the two Suslov problems call their inertia: parameters in the order of the problem.
inline std::vector<TextNamed> suslov_inertia(bool whole) {
  std::vector<TextNamed> all = {{"I11", "1"}, {"I22", "1"}, {"I12", "1/10"}, {"I13", "1/5"}, {"I23", "1/10"}};
  if (whole) all.push_back({"I33", "1"});
  return all;
}

inline TextDae suslov_body_text() {
  return {.parameters = suslov_inertia(true),
          .y = {"omega1", "omega2", "omega3"},
          .z = {"lambda"},
          .define = {{"L1", "I11*omega1 + I12*omega2 + I13*omega3"},
                     {"L2", "I12*omega1 + I22*omega2 + I23*omega3"},
                     {"L3", "I13*omega1 + I23*omega2 + I33*omega3"},
                     {"T1", "L2*omega3 - L3*omega2"},
                     {"T2", "L3*omega1 - L1*omega3"},
                     {"T3", "L1*omega2 - L2*omega1 + lambda"},
                     {"C11", "I22*I33 - I23^2"},
                     {"C12", "I13*I23 - I12*I33"},
                     {"C13", "I12*I23 - I13*I22"},
                     {"C22", "I11*I33 - I13^2"},
                     {"C23", "I12*I13 - I11*I23"},
                     {"C33", "I11*I22 - I12^2"},
                     {"D", "I11*C11 + I12*C12 + I13*C13"}},
          .f = {{"(C11*T1 + C12*T2 + C13*T3)/D", "(C12*T1 + C22*T2 + C23*T3)/D", "(C13*T1 + C23*T2 + C33*T3)/D"}},
          .g = {"omega3"},
          .invariants = {{"energy",
                          "(I11*omega1^2 + I22*omega2^2 + I33*omega3^2)/2 + I12*omega1*omega2"
                          " + I13*omega1*omega3 + I23*omega2*omega3"}}};
}

inline TextSkewGradient suslov_text() {
  return {.parameters = suslov_inertia(false),
          .zeta = {"omega1", "omega2"},
          .define = {{"D", "I11*I22 - I12^2"},
                     {"turn", "(I13*omega1 + I23*omega2)/D"},
                     {"c", "sqrt((I22*I13^2 - 2*I12*I13*I23 + I11*I23^2)/D)"},
                     {"along1", "(I22*I13 - I12*I23)/D/c"},
                     {"along2", "(I11*I23 - I12*I13)/D/c"},
                     {"across1", "-I23/sqrt(D)/c"},
                     {"across2", "I13/sqrt(D)/c"},
                     {"L1", "I11*omega1 + I12*omega2"},
                     {"L2", "I12*omega1 + I22*omega2"},
                     {"rho1", "along1*L1 + along2*L2"},
                     {"rho2", "across1*L1 + across2*L2"},
                     {"r", "hypot(rho1, rho2)"},
                     {"s0", "asinh(rho2/abs(rho1))"}},
          .hamiltonian = "(I11*omega1^2 + I22*omega2^2)/2 + I12*omega1*omega2",
          .structure = {{"0", "-turn"}, {"turn", "0"}},
          .exact_zeta = {"sign(rho1)*r/cosh(s0 + c/sqrt(D)*r*t)*along1 + r*tanh(s0 + c/sqrt(D)*r*t)*across1",
                         "sign(rho1)*r/cosh(s0 + c/sqrt(D)*r*t)*along2 + r*tanh(s0 + c/sqrt(D)*r*t)*across2"}};
}

inline std::vector<Written> texts_without_lagrangian() {
  const std::vector<std::string> jay_y = {"exp(t)", "exp(-2*t)"}, jay_z = {"exp(2*t)"};  // through (1, 1)
  return {
      {"jay_2003_dae",
       TextDae{.y = {"y1", "y2"},
               .z = {"z"},
               .f = {{"y2 - 2*y1^2*y2", "-y1^2"},
                     {"y1*y2^2*z^2", "exp(-t)*z - y1"},
                     {"-y2^2*z", "-3*y2^2*z"},
                     {"2*y1*y2^2 - 2*exp(-2*t)*y1*y2", "z"},
                     {"2*y2^2*z^2", "y1^2*y2^2"}},
               .g = {"y1^2*y2 - 1"},
               .exact_y = jay_y,
               .exact_z = jay_z},
       {}},
      {"jay_2006_dae",
       TextDae{.y = {"y1", "y2"},
               .z = {"z"},
               .f = {{"y1*y2^2*z^2", "y1^2*y2^2 - 3*y2^2*z"}},
               .g = {"y1^2*y2 - 1"},
               .invariants = {{"z / y1^2", "z/y1^2"}},
               .exact_y = jay_y,
               .exact_z = jay_z},
       {}},
      {"power_dae", power_dae_text(), {}},
      {"slider_crank", slider_crank_text(), {{"a", 0.3}, {"c", 0.2}, {"F", -0.4}}},
      {"suslov_body", suslov_body_text(), {{"I33", 1.5}, {"I12", -0.2}}},
      {"reduced_sleigh",
       TextSkewGradient{
           .parameters = {{"m", "1"}, {"a", "1"}, {"I", "8"}},
           .zeta = {"rho1", "rho2"},
           .define = {{"k", "a*sqrt(m)/(I + m*a^2)"}, {"r", "hypot(rho1, rho2)"}, {"s", "asinh(rho2/abs(rho1))"}},
           .hamiltonian = "(rho1^2 + rho2^2)/2",
           .structure = {{"0", "-k*rho1"}, {"k*rho1", "0"}},
           .exact_zeta = {"sign(rho1)*r/cosh(s + k*r*t)", "r*tanh(s + k*r*t)"}},
       {{"a", 0.4}, {"I", 2}}},
      {"suslov", suslov_text(), {{"I11", 1.5}, {"I12", -0.2}}},
  };
}

inline Written rattleback_text() {
  // u and w are the vertical and the angular velocity in the body, r leads to the contact, c is omega x r
  return {"rattleback",
          TextSystem{.coordinates = {"x", "y", "z", "alpha", "beta", "delta"},
                     .parameters = {{"m", "1"},
                                    {"a", "0.2"},
                                    {"b", "0.03"},
                                    {"c", "0.02"},
                                    {"h", "0.01"},
                                    {"A", "2e-4"},
                                    {"B", "16e-4"},
                                    {"C", "17e-4"},
                                    {"D", "-2e-5"},
                                    {"g", "9.81"}},
                     .define = {{"u1", "-cos(beta)*sin(delta)"},
                                {"u2", "sin(beta)"},
                                {"u3", "cos(beta)*cos(delta)"},
                                {"w1", "u1*valpha + cos(delta)*vbeta"},
                                {"w2", "u2*valpha + vdelta"},
                                {"w3", "u3*valpha + sin(delta)*vbeta"},
                                {"s", "sqrt(a^2*u1^2 + b^2*u2^2 + c^2*u3^2)"},
                                {"r1", "-a^2*u1/s"},
                                {"r2", "-b^2*u2/s"},
                                {"r3", "h - c^2*u3/s"},
                                {"c1", "w2*r3 - w3*r2"},
                                {"c2", "w3*r1 - w1*r3"},
                                {"c3", "w1*r2 - w2*r1"},
                                {"R11", "cos(alpha)*cos(delta) - sin(alpha)*sin(beta)*sin(delta)"},
                                {"R13", "cos(alpha)*sin(delta) + sin(alpha)*sin(beta)*cos(delta)"},
                                {"R21", "sin(alpha)*cos(delta) + cos(alpha)*sin(beta)*sin(delta)"},
                                {"R23", "sin(alpha)*sin(delta) - cos(alpha)*sin(beta)*cos(delta)"}},
                     .lagrangian = "m/2*(vx^2 + vy^2 + vz^2) + (A*w1^2 + B*w2^2 + C*w3^2)/2 + D*w1*w2 - m*g*z",
                     .constraints = {"vx + R11*c1 - sin(alpha)*cos(beta)*c2 + R13*c3",
                                     "vy + R21*c1 + cos(alpha)*cos(beta)*c2 + R23*c3"},
                     .holonomic = {"z + r1*u1 + r2*u2 + r3*u3"}},
          {{"h", 0.012}, {"D", 1e-5}}};
}

/// With constraints on positions, and what came with them.
inline std::vector<Written> texts_on_positions() {
  return {
      {"pendulum_cartesian",
       TextSystem{.coordinates = {"x", "y"},
                  .parameters = {{"m", "1"}, {"l", "1"}, {"g", "1"}},
                  .lagrangian = "m/2*(vx^2 + vy^2) - m*g*y",
                  .holonomic = {"(x^2 + y^2 - l^2)/2"}},
       {{"l", 0.7}, {"g", 9.81}}},
      {"slider_crank_linkage",
       TextSystem{
           .coordinates = {"q", "x", "p"},
           .parameters =
               {{"a", "1/2"}, {"J1", "1"}, {"m2", "1"}, {"J2", "2"}, {"k", "1"}, {"c", "1"}, {"l0", "1"}, {"F", "1"}},
           .define = {{"dx", "x - (cos(p) + a*cos(q))/2"},
                      {"dy", "-(sin(p) + a*sin(q))/2"},
                      {"l", "sqrt(dx^2 + dy^2)"},
                      {"lq", "(dx*a*sin(q)/2 - dy*a*cos(q)/2)/l"},
                      {"lx", "dx/l"},
                      {"lp", "(dx*sin(p)/2 - dy*cos(p)/2)/l"},
                      {"rate", "lq*vq + lx*vx + lp*vp"}},
           .lagrangian = "(J1*vq^2 + m2*vx^2 + J2*vp^2)/2 - k/2*(l - l0)^2 + F*(x + cos(p))",
           .holonomic = {"x - cos(p) - a*cos(q)", "-sin(p) - a*sin(q)"},
           .force = {"-c*rate*lq", "-c*rate*lx", "-c*rate*lp"}},
       {{"a", 0.3}, {"c", 0.2}, {"F", -0.4}}},
      {"falling_disk",
       TextSystem{.coordinates = {"x", "y", "z", "phi", "theta", "psi"},
                  .parameters = {{"m", "1"}, {"R", "1"}, {"Ia", "1/2"}, {"Id", "1/4"}, {"g", "1"}},
                  .define = {{"w", "vpsi + vphi*cos(theta)"}},
                  .lagrangian = "m/2*(vx^2 + vy^2 + vz^2) + Id/2*(vtheta^2 + vphi^2*sin(theta)^2) + Ia/2*w^2 - m*g*z",
                  .constraints = {"vx - R*vtheta*sin(theta)*sin(phi) + R*w*cos(phi)",
                                  "vy + R*vtheta*sin(theta)*cos(phi) + R*w*sin(phi)"},
                  .holonomic = {"z - R*sin(theta)"}},
       {{"R", 0.4}, {"Id", 0.3}}},
      {"rolling_ball",
       TextSystem{.coordinates = {"x", "y", "e0", "e1", "e2", "e3"},
                  .parameters = {{"m", "1"}, {"r", "1"}, {"I", "2/5"}, {"W", "1"}},
                  .lagrangian = "m/2*(vx^2 + vy^2) + 2*I*(ve0^2 + ve1^2 + ve2^2 + ve3^2)",
                  .constraints = {"vx - 2*r*(e0*ve2 - ve0*e2 + e3*ve1 - e1*ve3) + W*y",
                                  "vy + 2*r*(e0*ve1 - ve0*e1 + e2*ve3 - e3*ve2) - W*x"},
                  .holonomic = {"(e0^2 + e1^2 + e2^2 + e3^2 - 1)/2"}},
       {{"r", 0.3}, {"W", -2}}},
      rattleback_text(),
      {"unicycle",
       TextSystem{
           .coordinates = {"x", "y", "theta"},
           .parameters =
               {{"m", "1"}, {"I", "1/2"}, {"thrust", "1"}, {"torque", "1/2"}, {"drag", "1/2"}, {"damping", "1/2"}},
           .define = {{"push", "thrust - drag*(cos(theta)*vx + sin(theta)*vy)"}},
           .lagrangian = "m/2*(vx^2 + vy^2) + I/2*vtheta^2",
           .constraints = {"-sin(theta)*vx + cos(theta)*vy"},
           .force = {"push*cos(theta)", "push*sin(theta)", "torque - damping*vtheta"}},
       {{"drag", 0.2}, {"torque", -1}}},
      {"trailer_car",  // with two
       TextSystem{.coordinates = {"x", "y", "theta0", "theta1", "theta2"},
                  .parameters = {{"m", "2"}, {"I", "1"}, {"M", "1"}, {"J", "1/2"}, {"d", "1"}},
                  .define = {{"x1", "vx + d*sin(theta1)*vtheta1"},
                             {"y1", "vy - d*cos(theta1)*vtheta1"},
                             {"x2", "x1 + d*sin(theta2)*vtheta2"},
                             {"y2", "y1 - d*cos(theta2)*vtheta2"}},
                  .lagrangian = "m/2*(vx^2 + vy^2) + I/2*vtheta0^2 + M/2*(x1^2 + y1^2 + x2^2 + y2^2)"
                                " + J/2*(vtheta1^2 + vtheta2^2)",
                  .constraints = {"-sin(theta0)*vx + cos(theta0)*vy", "-sin(theta1)*x1 + cos(theta1)*y1",
                                  "-sin(theta2)*x2 + cos(theta2)*y2"}},
       {{"d", 0.6}, {"M", 0.4}}},
  };
}

/// Every problem of the catalogue.
inline std::vector<Written> written() {
  std::vector<Written> all = natural_texts();
  all.push_back(three_pairs_of_particles());
  for (const auto& more : {other_mechanical_texts(), texts_without_lagrangian(), texts_on_positions()})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

inline Written written(std::string_view problem) {
  for (const Written& each : written())
    if (each.problem == problem) return each;
  throw std::out_of_range(std::string(problem));
}

}  // namespace nonholo::test
