// Expressions as quantities and series: their values along runs, their names, what is said of wrong ones.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/run_expression.hpp>

#include <nonholo/verification/experiment/expectation.hpp>

#include "catch.hpp"
#include "experiments.hpp"

#include <cmath>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

// A free particle, x = 1 - 2t, theta = 3t.
const std::string free_particle = R"toml([system]
coordinates = ["x", "theta"]
parameters = { m = 2, s = [2, 3] }
lagrangian = "m/2*vx^2 + vtheta^2/2"
invariants = { spin = "vtheta", product = "m*vx*vtheta" }
[problem]
initial = { q = [1, 0], v = [-2, 3] }
t_end = 2
[[run]]
method = "explicit_runge_kutta"
h = 0.5
label = "free"
)toml";

std::string without_list(std::string text) { return text.replace(text.find("[2, 3] }"), 8, "4 }"); }

std::string expect(const std::string& quantity, const std::string& run = "free") {
  return "[[expect]]\nrun = \"" + run + "\"\nquantity = \"" + quantity + "\"\nmin = 0\n";
}

/// The value of each on the free particle.
std::vector<double> observed(const std::vector<std::string>& quantities) {
  std::string text = without_list(free_particle);
  for (const std::string& each : quantities) text += expect(each);
  const Finished finished(text);
  std::vector<double> all;
  for (const Verdict& each : finished.result.verdicts) all.push_back(each.observed.value_or(std::nan("")));
  return all;
}

std::string told(const std::string& quantity) {
  return refusal(sleigh + midpoint + "label = \"mine\"\n" + expect(quantity, "mine")).message();
}

}  // namespace

TEST_CASE("an expression is its value at the end of the run, max, min and start are those over its steps") {
  const std::vector<double> all =
      observed({"x", "vx*vtheta", "t", "s*x + m", "max(x)", "min(x) + max(theta)", "start(x) - x",
                "max(abs(x - start(x)))", "max(x^2) - min(x^2)", "v_theta"});
  const std::vector<double> expected = {-3, -6, 2, -10, 1, 3, 4, 4, 9, 3};  // x is 1, 0, -1, -2, -3
  REQUIRE(all.size() == expected.size());
  for (std::size_t i = 0; i < all.size(); ++i) CHECK(all[i] == Approx(expected[i]).margin(1e-14));
}

TEST_CASE("multipliers in an expression are those that the state implies") {
  const std::string constrained = disk + "t_end = 1\n" + midpoint + "label = \"mine\"\n";
  const Finished finished(constrained + expect("lambda_1^2 + lambda_2^2", "mine") + expect("max(lambda_1)", "mine"));
  const std::vector<double>& end = finished.result.runs[0].endpoint.lambda;
  CHECK(finished.result.verdicts[0].observed == Approx(end[0] * end[0] + end[1] * end[1]));
  CHECK(*finished.result.verdicts[1].observed >= end[0]);
}

TEST_CASE("expressions of a DAE are of its y and z") {
  const Finished finished(
      "[problem]\nname = \"jay_2006_dae\"\nsetup = \"unit_interval\"\n[[run]]\nmethod = \"spark\"\ntableau = "
      "\"gauss\"\n"
      "stages = 3\nh = 0.1\nlabel = \"mine\"\n" +
      expect("2*z_1", "mine"));
  CHECK(finished.result.verdicts[0].observed == Approx(2 * finished.result.runs[0].endpoint.lambda[0]));
}

TEST_CASE("a swept parameter has in an expression the value of the run, and expressions have slopes") {
  const Finished finished(free_particle + expect("s*vx", "free s=2") + expect("s*vx", "free s=3") +
                          "[[expect]]\nrun = \"free\"\nover = \"s\"\nquantity = \"s^3\"\nbetween = [2.999, 3.001]\n");
  CHECK(finished.result.verdicts[0].observed == Approx(-4));
  CHECK(finished.result.verdicts[1].observed == Approx(-6));
  CHECK(finished.result.verdicts[2].holds);
}

TEST_CASE("quantities of the table keep their names, and invariants of a text are watched in every run") {
  const Finished finished(without_list(free_particle) + expect("max_invariant_error") + expect("steps"));
  CHECK(finished.result.verdicts[0].observed == Approx(0).margin(1e-13));
  CHECK(finished.result.runs[0].extremes.max_invariant_error.size() == 2);
  CHECK(finished.result.verdicts[1].observed == 4.0);
}

TEST_CASE("figures draw expressions over steps and over runs") {
  const Finished finished(free_particle + "[[figure]]\nname = \"a\"\nx = \"t\"\ny = [\"x + m\", \"max(x)\"]\n" +
                              "[[figure]]\nname = \"b\"\nx = \"s\"\ny = \"s*vx\"\n",
                          {.figures = true});
  const FigureDocument& drawn = *finished.result.figures;
  for (std::size_t i = 0; i < 5; ++i)
    CHECK(drawn.figures[0].curves[0].y.at(i) == Approx(3 - static_cast<double>(i)).margin(1e-14));
  CHECK(drawn.figures[0].curves[1].y == std::vector<double>{1, 1, 1, 1, 1});  // the largest so far
  CHECK(drawn.figures[1].curves[0].x == std::vector<double>{2, 3});
  CHECK(drawn.figures[1].curves[0].y[1] == Approx(-6));
}

TEST_CASE("wrong expressions are told with their place, names that are none with the nearest") {
  CHECK_THAT(told("max_energy_eror"), Contains("unknown quantity 'max_energy_eror'; did you mean 'max_energy_error'"));
  CHECK_THAT(told("thta"), Contains("unknown quantity 'thta'; did you mean 'theta' or 'vtheta'?"));
  CHECK_THAT(told("vx + y*vz"),
             Contains("character 8: unknown name 'vz'") && Contains("\n    vx + y*vz\n           ^"));
  CHECK_THAT(told("x/0"), Contains("character 2: division by zero"));
  CHECK_THAT(told("max(x) + max(max(x))"),
             Contains("character 10: max, min and start need an expression of the state"));
  CHECK_THAT(told("start(start(x))"), Contains("max, min and start need an expression of the state"));
  CHECK_THAT(told("max(x, y)"), Contains("max takes 1 argument, not 2"));
  CHECK_THAT(told("max + 1"), Contains("( is expected after max"));
  CHECK_THAT(told(std::string(200, '(')), Contains("nested deeper than 100"));
  std::string many = "max(x)";
  for (int i = 0; i < 16; ++i) many += " + max(x + " + std::to_string(i) + ")";
  CHECK_THAT(told(many), Contains("exceeds the limit of 16 uses of max, min and start"));
}

TEST_CASE("what a text defines and says is conserved has its name in expressions, and so have the z of a DAE") {
  const std::string pendulum = R"toml([system]
coordinates = ["x", "y"]
parameters = { g = 2 }
define = { r = "hypot(x, y)", height = "y + r", twice = "2*height" }
lagrangian = "(vx^2 + vy^2)/2 - g*height"
holonomic = ["r - 1"]
invariants = { E = "(vx^2 + vy^2)/2 + g*height" }
[problem]
initial = { q = [1, 0], v = [0, 0] }
t_end = 1
[[run]]
label = "free"
method = "spark"
tableau = "gauss"
stages = 2
h = 0.05
)toml";
  const auto values = [](std::string text, const std::vector<std::string>& quantities) {
    for (const std::string& each : quantities) text += expect(each);
    const Finished finished(text);
    std::vector<double> all;
    for (const Verdict& each : finished.result.verdicts) all.push_back(each.observed.value_or(std::nan("")));
    return all;
  };
  const auto x = values(pendulum, {"max(abs(E - start(E)))", "twice - 2*height", "start(twice)", "y + r - height"});
  CHECK(x[0] < 1e-4);
  CHECK(x[0] > 1e-12);
  CHECK(std::vector(x.begin() + 1, x.end()) == std::vector<double>{0, 2, 0});
  const auto dae = values(R"toml([system]
y = ["a", "b"]
z = ["push"]
define = { half = "push/2" }
f = ["-b + a*push", "a + b*push"]
g = ["a^2 + b^2 - 1"]
[problem]
initial = { y = [0.6, 0.8] }
t_end = 1
[[run]]
label = "free"
method = "runge_kutta"
tableau = "radau_iia"
stages = 2
h = 0.1
)toml",
                          {"push - z_1", "half - z_1/2", "max(abs(half))"});
  CHECK(dae[0] == 0);
  CHECK(dae[1] == 0);
  CHECK(dae[2] < 1e-2);
  for (const char* wrong : {"twic", "max(twic)"})
    CHECK_THAT(refusal(pendulum + expect(wrong)).message(), Contains("did you mean 'twice'"));
}
