// Every problem is what it says, and every check of check_problem finds the one mistake that it is there for.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/contract/check_problem.hpp>

#include <nonholo/framework/system/text_system.hpp>
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/problems/jay_2006_dae.hpp>
#include <nonholo/verification/contract/problem_checks.hpp>

#include "broken_problems.hpp"
#include "catch.hpp"
#include "experiments.hpp"
#include "failing.hpp"

#include <fmt/format.h>

#include <numbers>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

/// z = e^2t grows at the rate 2 at t = 0.
struct GrowingClaim : Jay2006Dae<double> {
  static About<GrowingClaim, double> about() {
    return {.title = "",
            .source = "",
            .coordinates = {"y1", "y2"},
            .parameters = {},
            .setups = {{.name = "unit_interval", .source = "", .parameters = {}, .q = {1, 1}, .v = {}, .lambda = {1}}},
            .invariants = {{"z", [](const GrowingClaim&, const double&, const Vector<double, 2>&,
                                    const Vector<double, 1>& z) { return z[0]; }}}};
  }
};

/// x_0' = q_1 x_19', with a basis of its own whose derivatives can be lost.
struct Many {
  static constexpr int n = dynamic, m = 1;
  static constexpr bool packs = false, fused_kernels = false, constant_mass = true;
  bool flawed = false;
  Eigen::Index coordinates() const { return 20; }
  Eigen::Index constraints() const { return 1; }
  template <class S> Eigen::DiagonalMatrix<S, dynamic> mass_matrix(const VectorX<S>&) const {
    return Eigen::DiagonalMatrix<S, dynamic>(VectorX<S>::Ones(20));
  }
  template <class S> S potential(const VectorX<S>& q) const { return q.dot(q) / S(2); }
  template <class S> Matrix<S, 1, dynamic> constraint_matrix(const VectorX<S>& q) const {
    Matrix<S, 1, dynamic> A = Matrix<S, 1, dynamic>::Zero(1, 20);
    A[0] = S(1);
    A[19] = -q[1];
    return A;
  }
  template <class S> MatrixX<S> adapted_basis(const VectorX<S>& q) const {
    MatrixX<S> X = MatrixX<S>::Zero(20, 19);
    X.bottomRows(19).diagonal().setConstant(S(1));
    X(0, 18) = q[1];
    if constexpr (is<S, AlongACurve>)
      if (flawed) X(0, 18) = frozen(q[1]);
    return X;
  }
};

/// A constant mass that does not say so, with a drag.
struct Dragging : TwoRows {
  static constexpr bool fused_kernels = false;
  template <class S> Vector<S, 3> force(const S&, const Vector<S, 3>&, const Vector<S, 3>& v) const {
    return S(-0.1) * v;
  }
};

/// A hundredth of a millimetre is far here: a potential of many wells, 0.6 mm apart.
struct Fine {
  static constexpr int n = 2, m = 1;
  static constexpr bool packs = false, fused_kernels = false, constant_mass = true;  // else V_q by hand is not used
  bool flawed = false;
  template <class S> Matrix<S, 2, 2> mass_matrix(const Vector<S, 2>&) const { return Matrix<S, 2, 2>::Identity(); }
  template <class S> S potential(const Vector<S, 2>& q) const { return S(1e-4) * (S(1) - cos(S(1e4) * q[0])); }
  template <class S> Vector<S, 2> potential_gradient(const Vector<S, 2>& q) const {
    return {S(flawed ? 1.001 : 1.) * sin(S(1e4) * q[0]), S(0)};
  }
  template <class S> Matrix<S, 1, 2> constraint_matrix(const Vector<S, 2>& q) const { return {-q[1], S(1)}; }
};

/// A ball that rolls on a turntable, al being its tilt. It spins about its own axis as it did at the start: the forces
/// of the table act at the point of contact, below its centre. The angles turn at about 20 radians a second.
ProblemEntry turntable(const char* tilt) {
  return problem_entry(
      TextSystem{.coordinates = {"x", "y", "phi", "th", "psi"},
                 .parameters = {{"m", "1"}, {"R", "0.1"}, {"W", "3"}, {"g", "9.81"}, {"al", tilt}, {"I", "2*m*R^2/5"}},
                 .define = {{"wx", "vth*cos(phi) + vpsi*sin(th)*sin(phi)"},
                            {"wy", "vth*sin(phi) - vpsi*sin(th)*cos(phi)"},
                            {"wz", "vphi + vpsi*cos(th)"}},
                 .lagrangian = "m/2*(vx^2 + vy^2) + I/2*(wx^2 + wy^2 + wz^2) + m*g*sin(al)*x",
                 .mass_matrix = {},
                 .potential = "",
                 .constraints = {"vx - R*wy + W*y", "vy + R*wx - W*x"},
                 .force = {},
                 .reaction = {},
                 .invariants = {{"spin", "wz"}}});
}

/// x'' = -w^2 x with a period of T, on which `I` is said to be conserved.
ContractReport report_of_oscillator(double T, const std::string& I) {
  const ProblemEntry entry = problem_entry(TextSystem{.coordinates = {"x"},
                                                      .parameters = {{"w", fmt::format("2*pi/{}", T)}},
                                                      .lagrangian = "(vx^2 - w^2*x^2)/2",
                                                      .mass_matrix = {},
                                                      .potential = "",
                                                      .constraints = {},
                                                      .force = {},
                                                      .reaction = {},
                                                      .invariants = {{"I", I}}});
  const Start<double> start{.q = Vector<double, 1>(0.7), .v = Vector<double, 1>(0.3 / T)};
  return check_problem(entry, {{.name = "", .system = entry.make<double>({}), .start = start, .t_end = T}});
}

std::string told(std::string_view flaw) { return report_of_broken_problem(flaw).text(); }

}  // namespace

TEST_CASE("every problem of the catalogue is what it says, and nothing about it is left open") {
  for (const ProblemEntry& problem : problem_catalogue()) {
    const ContractReport report = check_problem(problem);
    INFO(report.text());
    CHECK(report.holds());
    CHECK(report.omissions.empty());
  }
}

TEST_CASE("every check of check_problem has its witness, a problem that it alone finds wrong") {
  for (const Check& check : problem_checks) {
    const ContractReport report = report_of_broken_problem(check.key);
    INFO(check.key << "\n" << report.text());
    CHECK(failing(report) == std::set<std::string>{std::string(check.key)});
  }
}

TEST_CASE("the problems of the witnesses are sound without their flaws") {
  for (const ContractReport& report :
       {check_problem(System<double>(Particle{}), on_particle), check_problem(System<double>(Driven{}), on_driven),
        check_problem(System<double>(VaryingMass{}), on_particle),
        check_problem(System<double>(Spanned{}), on_particle), check_problem(System<double>(TwoRows{}), on_two_rows),
        check_problem(plane_entry("")), check_problem(System<double>(Circle{}), on_circle),
        check_problem(System<double>(Body{}), on_body), check_problem(System<double>(Claimant{}), on_particle)}) {
    INFO(report.text());
    CHECK(report.holds());
    CHECK(report.omissions.empty());
  }
}

TEST_CASE("a wrong derivative is told with the entry, both values and the place") {
  CHECK_THAT(told("force"), Contains("FAILS  f = dL/dq") && Contains("entry (2, 0) is") &&
                                Contains("differences give") && Contains("q = ["));
  CHECK_THAT(told("basis_q"), Contains("entry (2, 0) is 0, differences give 1"));
}

TEST_CASE("a lost derivative of a basis is found among thousands") {
  const Start<double> start{.q = VectorX<double>::LinSpaced(20, -1, 1), .v = VectorX<double>::Unit(20, 3)};
  CHECK(check_problem(System<double>(Many{}), start).holds());
  CHECK(failing(check_problem(System<double>(Many{.flawed = true}), start)) == std::set<std::string>{"basis_q"});
}

TEST_CASE("a constant mass that does not say so is noted, with what it would bring") {
  const auto note = Contains("note   M is the same in every state"), kicks = Contains("mclachlan_perlmutter");
  CHECK_THAT(check_problem(System<double>(TwoRows{}), on_two_rows).text(), note && kicks);
  CHECK_THAT(check_problem(System<double>(Dragging{}), on_two_rows).text(), note && !kicks);
  CHECK_THAT(check_problem(System<double>(Particle{}), on_particle).text(), !note);     // says it
  CHECK_THAT(check_problem(System<double>(VaryingMass{}), on_particle).text(), !note);  // has none
}

TEST_CASE("what keeps the equations from being solved is told with the numbers, and what it leaves open") {
  CHECK_THAT(told("mass_symmetric"), Contains("FAILS  M is symmetric") && Contains("|M - M^T| = 0.5") &&
                                         Contains("-      the energy is conserved by the flow: the equations"));
  CHECK_THAT(told("mass_definite"), Contains("the eigenvalues of M are [-0.5, 1, 1]"));
  CHECK_THAT(told("constraint_rank"), Contains("a row depends on the others; leave it out"));
  CHECK_THAT(told("finite"), Contains("-      f = dL/dq"));
}

TEST_CASE("an inconsistent start, an invariant that varies and a basis that is none are told with their numbers") {
  CHECK_THAT(told("start_consistent"), Contains("(A v + b)[0] = -0.03"));
  CHECK_THAT(told("invariant"), Contains("FAILS  v_x is conserved by the flow") && Contains("its rate is"));
  CHECK_THAT(told("basis_kernel"), Contains("X is [1, 0, -") && Contains("], [0, 1, 0] at t = "));
  CHECK_THAT(told("basis_rank"), Contains("the singular values of X are"));
  CHECK_THAT(told("skew"), Contains("the columns of Pi are") && Contains(", zeta = ["));
  CHECK_THAT(told("start_size"), Contains("q and v have 2 and 2 entries, not 3 and 3"));
}

TEST_CASE("an invariant of a DAE is held against its flow") {
  const std::string sound = check_problem(problem_catalogue().at("jay_2006_dae")).text();
  CHECK_THAT(sound, Contains("holds  unit_interval: z / y1^2 is conserved by the flow"));
  const std::string claims = check_problem(problem_entry<GrowingClaim>("dae")).text();
  CHECK_THAT(claims, Contains("FAILS  unit_interval: z is conserved by the flow") && Contains("its rate is "));
}

TEST_CASE("what is found of a setup has its name in front") {
  const std::string text = check_problem(plane_entry("")).text();
  CHECK_THAT(text, Contains("holds  sliding: the exact solution starts at (q0, v0)") &&
                       Contains("holds  parameter mass is refused out of its range"));
  CHECK_THAT(told("setup_parameters"), Contains("FAILS  sliding: its parameters are known and in range"));
}

TEST_CASE("a text is right however fast it turns: its derivatives are exact, and nothing is held against differences") {
  for (const char* tilt : {"0", "0.1"}) {
    const ProblemEntry entry = turntable(tilt);
    VectorX<double> q(5), v(5);
    q << 0.5, 0, 0, std::numbers::pi / 2, 0;
    v << 0.2, 0.3, 1.7, (3 * 0.5 - 0.3) / 0.1, -0.2 / 0.1;
    const ContractReport report =
        check_problem(entry, {{.name = "", .system = entry.make<double>({}), .start = {q, v}, .t_end = 10}});
    INFO(report.text());
    CHECK(report.holds());
    CHECK_THAT(report.text(), Contains("spin is conserved by the flow") && !Contains("differences"));
  }
}

TEST_CASE("an invariant that is off by a hundredth is told on a motion of a second, of hours and of a microsecond") {
  for (const double T : {1.0, 6000.0, 1e-6}) {
    INFO("period " << T);
    CHECK(report_of_oscillator(T, "vx^2 + w^2*x^2").holds());
    CHECK(failing(report_of_oscillator(T, "vx^2 + 1.01*w^2*x^2")) == std::set<std::string>{"invariant"});
    CHECK(failing(report_of_oscillator(T, "x")) == std::set<std::string>{"invariant"});
  }
}

TEST_CASE("the derivatives of a struct are held against differences on the scale on which it varies") {
  const Start<double> start{.q = Eigen::Vector2d(2e-5, 0.3), .v = Eigen::Vector2d(1e-4, 0.3e-4)};
  const ContractReport sound = check_problem(System<double>(Fine{}), start);
  INFO(sound.text());
  CHECK(sound.holds());
  CHECK(failing(check_problem(System<double>(Fine{.flawed = true}), start)).contains("force"));
}

TEST_CASE("states beside the motion that the model does not reach are not held against it") {
  // the mass is positive, and the potential defined, where x < 0.2; the motion stays between -0.13 and 0.11
  const ProblemEntry entry =
      problem_entry(TextSystem{.coordinates = {"x", "y"},
                               .parameters = {},
                               .lagrangian = "(1 - 25*x^2)*vx^2/2 + vy^2/2 - x^2/2 + log(1 - 5*x)/25 + x/5",
                               .mass_matrix = {},
                               .potential = "",
                               .constraints = {"vy - x*vx"},
                               .force = {},
                               .reaction = {},
                               .invariants = {{"path", "y - x^2/2"}}});
  const Start<double> start{.q = Eigen::Vector2d(0.1, 0), .v = Eigen::Vector2d(0.05, 0.005)};
  const ContractReport report =
      check_problem(entry, {{.name = "", .system = entry.make<double>({}), .start = start, .t_end = 20}});
  INFO(report.text());
  CHECK(report.holds());
}

TEST_CASE("a rank that is lost along the motion fails, and a motion that ends is noted") {
  const auto checked_text = [](const std::string& toml) {
    const TemporaryFolder folder;
    const Experiment experiment = read_problem(folder.write("system.toml", toml));
    const RunSpec& run = experiment.runs.front();
    return check_problem(run.problem.system(), run.problem.start(), "text", run.problem.end_time<double>());
  };
  const auto fails = [](const ContractReport& report, const char* check, const char* words) {
    return std::ranges::any_of(report.findings, [&](const Finding& each) {
      return !each.holds && each.key == check && each.detail.find(words) != std::string::npos;
    });
  };
  const ContractReport rank = checked_text(
      "[system]\ncoordinates = [\"x\", \"y\", \"z\"]\nlagrangian = \"(vx^2 + vy^2 + vz^2)/2\"\n"
      "constraints = [\"vx - vy\", \"vx - vy + (1 - x)*vz\"]\n"
      "[problem]\ninitial = { q = [0, 0, 0], v = [1, 1, 0] }\nt_end = 5\n");
  CHECK(fails(rank, "constraint_rank", "along the motion"));
  const ContractReport mass = checked_text(
      "[system]\ncoordinates = [\"x\"]\nlagrangian = \"(1 - x^2)*vx^2/2\"\n"
      "[problem]\ninitial = { q = [0.5], v = [1] }\nt_end = 1\n");
  const bool told =
      fails(mass, "mass_definite", "along the motion") || std::ranges::any_of(mass.notes, [](const std::string& note) {
        return note.find("could be followed to t = 0.3") != std::string::npos;
      });
  CHECK(told);
}
