// [system]: systems as text in experiment files, from their parts to the end of a run, and where what is wrong stands.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/run/integrate.hpp>

#include <fmt/format.h>

#include <cmath>

#include "catch.hpp"
#include "experiments.hpp"

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

const std::string sled = R"toml([system]
name = "sled"
coordinates = ["x", "y", "theta"]
parameters = { m = 1, a = 1, I = 1, g = 0.1 }
lagrangian = "m/2*((vx - a*sin(theta)*vtheta)^2 + (vy + a*cos(theta)*vtheta)^2) + I/2*vtheta^2 - m*g*(y + a*sin(theta))"
constraints = ["cos(theta)*vy - sin(theta)*vx"]
)toml";
const std::string sled_start = R"toml([problem]
initial = { q = [0.1, -0.2, 0], v = [0.7, 0, 0.5] }
t_end = 2
)toml";
const std::string sled_run = "[[run]]\nmethod = \"spark\"\ntableau = \"gauss\"\nstages = 2\nh = 0.1\n";

std::string other_words(std::string text, std::string_view what, std::string_view by) {
  const std::size_t at = text.find(what);
  REQUIRE(at != text.npos);
  return text.replace(at, what.size(), by);
}

/// What is said of a [system] in which one thing is another.
std::string told(std::string_view what, std::string_view by) {
  try {
    read(other_words(sled, what, by) + sled_start + sled_run);
  } catch (const InputError& error) {
    return error.what();
  }
  return "is taken";
}

template <class Real> VectorX<Real> end_of(const Experiment& experiment) {
  const RunSpec& run = experiment.runs.front();
  const System<Real> system = experiment.problem.system<Real>();
  const auto integrator = run.method.template make<Real>(system);
  const Start<Real> from = run.problem.start<Real>();
  integrator->start(Real(0), values(from.q), values(from.v));
  for (int i = 0; i < 20; ++i) REQUIRE(integrator->step(Real(1) / 10).outcome == Outcome::success);
  return vector_of(integrator->view().q);
}

}  // namespace

TEST_CASE("A system as text runs as the problem of the catalogue that it repeats, in every precision") {
  const Experiment text = read(sled + sled_start + sled_run);
  const Experiment known =
      read(other_words(sled_start, "[problem]", "[problem]\nname = \"chaplygin_sleigh\"") + sled_run);
  CHECK(text.problem.entry->name == "sled");
  CHECK(text.coordinates == std::vector<std::string>{"x", "y", "theta"});
  CHECK((end_of<double>(text) - end_of<double>(known)).norm() < 1e-13);
  CHECK((end_of<quad>(text) - end_of<quad>(known)).norm() < 1e-30);
}

TEST_CASE("A parameter may be an expression of those before it, and follows them") {
  const std::string text = other_words(sled, "I = 1,", "I = \"m/3\",");
  const Experiment usual = read(text + sled_start + sled_run);
  CHECK(usual.runs[0].parameters.at("I") == 1.0 / 3);
  const Experiment heavy = read(text + other_words(sled_start, "t_end", "parameters = { m = 3 }\nt_end") + sled_run);
  const auto probe = [](const Experiment& of) {
    const System<double> system = of.problem.system();
    return make_probe(system)->energy(0, std::vector{0., 0., 0.}, std::vector{0., 0., 1.});
  };
  CHECK(probe(usual) == Approx(0.5 * (1 + 1.0 / 3)));
  CHECK(probe(heavy) == Approx(0.5 * (3 + 1)));
}

TEST_CASE("Mass matrix and potential say the same as the Lagrangian that they make") {
  const std::string parts = R"toml(mass_matrix = [["m", 0, "-m*a*sin(theta)"], [0, "m", "m*a*cos(theta)"],
  ["-m*a*sin(theta)", "m*a*cos(theta)", "I + m*a^2"]]
potential = "m*g*(y + a*sin(theta))"
constraints)toml";
  const std::string other = sled.substr(0, sled.find("lagrangian")) +
                            other_words(sled.substr(sled.find("constraints")), "constraints", parts);
  CHECK((end_of<double>(read(other + sled_start + sled_run)) - end_of<double>(read(sled + sled_start + sled_run)))
            .norm() < 1e-13);
}

TEST_CASE("Invariants and exact solutions of a text are those of its system") {
  const std::string free = R"toml([system]
coordinates = ["x", "theta"]
lagrangian = "(vx^2 + vtheta^2)/2"
invariants = { spin = "vtheta + 0*x", product = "vx*vtheta" }
exact = { q = ["x + vx*t", "theta + vtheta*t"] }
[problem]
initial = { q = [1, 2], v = [3, 4] }
t_end = 2
)toml";
  const Experiment experiment =
      read(free + "[[run]]\nmethod = \"runge_kutta\"\ntableau = \"gauss\"\nstages = 1\nh = 1\n");
  CHECK(experiment.invariants == std::vector<std::string>{"spin", "product"});
  const System<double> system = experiment.problem.system();
  const std::vector q{1., 2.}, v{3., 4.};
  CHECK(system.invariants()[1].value(0, q, v) == 12);
  const auto at_end = system.exact_solution()(2, q, v);
  CHECK(at_end.q == Eigen::Vector2d(7, 10));
  CHECK(at_end.v == Eigen::Vector2d(3, 4));  // the derivative of q
}

TEST_CASE("A single text stands for the list with this one entry") {
  const std::string text = R"toml([system]
coordinates = "x"
mass_matrix = "2"
force = "-x"
exact = { q = "x*cos(t/sqrt(2)) + vx*sqrt(2)*sin(t/sqrt(2))" }
[problem]
initial = { q = [1], v = [0] }
t_end = 2
)toml";
  const Experiment one = read(text + sled_run);
  CHECK(end_of<double>(one)[0] == Approx(std::cos(std::sqrt(2.0))).epsilon(1e-6));
  CHECK(one.coordinates == std::vector<std::string>{"x"});
  CHECK_THROWS_WITH(read(other_words(text, "\"-x\"", "\"-y\"") + sled_run),
                    Contains(":4: system.force[0]: character 2: unknown name 'y'"));
  CHECK_THROWS_WITH(read(other_words(text, "\"2\"", "\"2*m\"") + sled_run),
                    Contains(":3: system.mass_matrix[0][0]: character 3: unknown name 'm'"));
}

TEST_CASE("A potential or a mass that contains a velocity is refused") {
  const auto told_of = [](std::string_view potential, std::string_view mass, std::string_view define) {
    const std::string text = fmt::format(
        "[system]\ncoordinates = [\"x\", \"y\"]\ndefine = {{ w = \"{}\" }}\n"
        "mass_matrix = [[1, 0], [0, \"{}\"]]\npotential = \"{}\"\n",
        define, mass, potential);
    try {
      read(text + "[problem]\ninitial = { q = [0, 1], v = [1, 0] }\nt_end = 2\n" + sled_run);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("is taken");
  };
  CHECK(told_of("w*x", "1 + y^2", "y + t") == "is taken");
  CHECK_THAT(told_of("vx + x", "1", "y"), Contains(":5: system.potential: 'vx + x' contains a velocity"));
  CHECK_THAT(told_of("w", "1", "y*vy"), Contains(":5: system.potential: 'w' contains a velocity"));
  CHECK_THAT(told_of("x", "1 + vx^2", "y"), Contains(":4: system.mass_matrix[1][1]: '1 + vx^2' contains a velocity"));
}

TEST_CASE("An error in a system as text is told with line, place, reason and mark") {
  CHECK_THAT(told("cos(theta)*vy - ", "cos(thta)*vy - "),
             Contains(":6: system.constraints[0]: character 5: unknown name 'thta'") &&
                 Contains("\n    cos(thta)*vy - sin(theta)*vx\n        ^"));
  CHECK_THAT(told("I/2*vtheta^2", "I/2*vphi^2"), Contains(":5: system.lagrangian:") && Contains("unknown name 'vphi'"));
  CHECK_THAT(told("g = 0.1", "g = \"1/0\""), Contains(":4: system.parameters.g: character 2: division by zero"));
  CHECK_THAT(told("\"y\", ", "\"x\", "), Contains("system.coordinates[1]: 'x' is already a coordinate"));
  CHECK_THAT(told("\"y\", ", "\"vx\", "), Contains("the velocity of 'x' would be 'vx', which is a coordinate"));
  CHECK_THAT(told("m = 1", "vy = 1"), Contains("'vy' is already the velocity of 'y'"));
  CHECK_THAT(told("m = 1", "y = 1"), Contains("system.parameters.y: 'y' is already a coordinate"));
  CHECK_THAT(told("m = 1", "sin = 1"), Contains("'sin' is taken"));
  CHECK_THAT(told("\"y\", ", "\"2y\", "), Contains("'2y' is no name"));
  CHECK_THAT(told("[\"cos(theta)*vy - sin(theta)*vx\"]", "[\"x - y\"]"),
             Contains("contains no velocity: write a constraint on positions in holonomic"));
  CHECK_THAT(told("[\"cos(theta)*vy - sin(theta)*vx\"]", "[\"m - 1\"]"), Contains("a constraint must depend on one"));
  CHECK_THAT(told("vtheta^2", "thetadot^2"), Contains("unknown name 'thetadot': the velocity of theta is vtheta"));
  CHECK_THAT(told("m/2*((vx - a*sin(theta)*vtheta)^2 + (vy + a*cos(theta)*vtheta)^2) + I/2*vtheta^2", "vx"),
             Contains(":5: system.lagrangian: has no kinetic energy"));
  CHECK_THAT(told("constraints", "force = [1, 2]\nconstraints"), Contains("has 2 entries; there are 3 coordinates"));
  CHECK_THAT(told("constraints", "potential = \"x\"\nconstraints"),
             Contains("cannot be combined with mass_matrix or potential"));
  CHECK_THAT(told("coordinates", "coordinate"), Contains("unknown key"));
  const std::string both = sled + other_words(sled_start, "t_end", "name = \"suslov\"\nt_end") + sled_run;
  CHECK_THROWS_WITH(read(both), Contains("problem.name: cannot be combined with [system]"));
}

namespace {

/// The end of the first run of a file.
VectorX<double> end_of_text(const std::string& toml) { return end_of<double>(read(toml)); }

/// Of two texts of one system.
double distance(const std::string& one, const std::string& other) {
  return (end_of_text(one) - end_of_text(other)).norm();
}

}  // namespace

TEST_CASE("a system printed by SymPy, with equations for constraints and Greek names, is the one written here") {
  const std::string head = "[system]\ncoordinates = [\"x\", \"y\"]\n",
                    start = "[problem]\ninitial = { q = [1, 0], v = [0, 0] }\nt_end = 2\n" + sled_run;
  const std::string here =
      head + "lagrangian = \"(vx^2 + vy^2)/2 - 9.81*y\"\nholonomic = [\"x^2 + y^2 - 1\"]\n" + start;
  for (const char* text : {"lagrangian = \"0.5*Derivative(x(t), t)**2 + 0.5*Derivative(y(t), t)**2 - 9.81*y(t)\"\n"
                           "holonomic = [\"x(t)**2 + y(t)**2 - 1\"]\n",
                           "lagrangian = \"(vx^2 + vy^2)/2 - 9.81 y\"\nholonomic = \"x^2 + y^2 = 1\"\n"}) {
    INFO(text);
    CHECK(distance(head + text + start, here) < 1e-14);
  }
  const std::string greek = "[system]\ncoordinates = [\"θ₁\"]\nlagrangian = \"vθ₁²/2 + 9.81 cos(θ₁)\"\n",
                    plain = "[system]\ncoordinates = [\"a\"]\nlagrangian = \"va^2/2 + 9.81*cos(a)\"\n",
                    at_one = "[problem]\ninitial = { q = [1], v = [0] }\nt_end = 2\n" + sled_run;
  CHECK(distance(greek + at_one, plain + at_one) == 0);
}

TEST_CASE("names of define stand in the expressions of a start, as far as what they are made of has a value") {
  const std::string defined = sled + "define = { s = \"sin(theta)\", u = \"vx*s/cos(theta)\", w = \"u + vtheta\" }\n";
  const auto with = [&](const char* v) {
    return defined + "[problem]\ninitial = { q = [0, 0, \"pi/6\"], v = [" + v + "] }\nt_end = 2\n" + sled_run;
  };
  const Experiment experiment = read(with("0.7, \"u\", \"2*s\""));
  const StartSpec& start = experiment.runs.front().problem.initial;
  CHECK(start.v[1].as<double>() == Approx(0.7 * std::tan(std::acos(-1.) / 6)).epsilon(1e-15));
  CHECK(start.v[2].as<double>() == Approx(1).epsilon(1e-15));
  CHECK_THROWS_WITH(read(with("\"u\", 0, 0.5")), Contains("'u' has no value here") && Contains("unknown name 'vx'"));
}
