// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/toml/number_expression.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/base/quad.hpp>

#include "catch.hpp"
#include "experiments.hpp"

#include <cmath>
#include <string>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

std::string told(const std::string& text) {
  try {
    return "is " + number_expression(text).text();
  } catch (const InputError& error) {
    return error.message();
  }
}

}  // namespace

TEST_CASE("an expression of a number has its value in every precision, to the last digit") {
  CHECK(number_expression("1/10").text() == "0.1");
  CHECK(number_expression("-3 + 2^10").text() == "1021");
  CHECK(number_expression("2*pi/100").as<double>() == 0.0628318530717958647692);
  CHECK(number_expression("2*pi/100").as<quad>() == quad("0.0628318530717958647692528676655900576839"));
  CHECK(number_expression("sqrt(3)/2").as<quad>() == quad("0.8660254037844386467637231707529361834714"));
  CHECK(number_expression("1/3").as<quad>() == quad(1) / 3);
  // what is computed in quad itself is good to its last digit but one
  CHECK(abs(number_expression("sin(1)^2 + cos(1)^2").as<quad>() - 1) < quad(1e-33));
}

TEST_CASE("names in an expression keep all their digits") {
  const NamedNumbers names{{"a", Number::from_text("0.1000000000000000000000000000001")}, {"m", Number(-2.5)}};
  CHECK(number_expression("a*10", names).as<quad>() == quad("1.000000000000000000000000000001"));
  CHECK(number_expression("m^2", names).text() == "6.25");
}

TEST_CASE("what has no finite value is told, with the place where there is one") {
  CHECK_THAT(told("1/0"), Contains("character 2: division by zero\n    1/0\n     ^"));
  CHECK_THAT(told("log(-1)"),
             Contains("character 1: this has no value: it must be a finite number\n    log(-1)\n    ^"));
  CHECK_THAT(told("10^400"), Contains("this is infinite: it must be a finite number"));
  CHECK_THAT(told("2*phi"), Contains("character 3: unknown name 'phi'; did you mean 'pi'"));
  CHECK_THAT(told("2 kg"), Contains("character 3: an operator is expected") && Contains("numbers carry no units"));
  CHECK_THAT(told(""), Contains("is empty"));
  CHECK_THAT(told(std::string(1000000, '(')), Contains("nested deeper than 100"));
}

TEST_CASE("numbers of an experiment are expressions wherever they stand, wrong ones told with line, key and mark") {
  const Experiment experiment = read(sleigh + "t_end = \"1/2 + 1/2\"\n" + midpoint +
                                     "solver_tolerance = \"10^-12\"\nlabel = \"mine\"\n[[expect]]\nrun = \"mine\"\n"
                                     "quantity = \"max_energy_error\"\nbetween = [\"0\", \"m*g\"]\n");
  CHECK(experiment.runs[0].problem.end_time() == 1.0);
  CHECK(experiment.runs[0].method.options.number("solver_tolerance") == 1e-12);
  CHECK(experiment.expectations[0].between->second == 0.1);  // of the sleigh's parameters
  const InputError wrong = refusal(sleigh + "[problem.initial]\nq = [0,\n 0, \"2*pj\"]\nv = [0, 0, 0]\n" + midpoint);
  CHECK(wrong.line() == 6);
  CHECK(wrong.key() == "problem.initial.q[2]");
  CHECK_THAT(wrong.message(),
             Contains("character 3: unknown name 'pj'; did you mean 'pi'") && Contains("\n    2*pj\n      ^"));
}

TEST_CASE("a start of expressions is on the constraint in quadruple precision") {
  const std::string start =
      "[problem]\nname = \"chaplygin_sleigh\"\nt_end = 1\n"
      "initial = { q = [0, 0, \"pi/5\"], v = [\"1/3\", \"tan(theta)*vx\", 1] }\n";
  CHECK(refusal(start + midpoint + "precision = \"quad\"\n").message() == "accepted");
}

TEST_CASE("an entry of a start may name numbers behind it, and expressions before it") {
  const auto started = [](const std::string& q, const std::string& v) {
    return refusal("[problem]\nname = \"chaplygin_sleigh\"\nt_end = 1\ninitial = { q = [" + q + "], v = [" + v +
                   "] }\n" + midpoint);
  };
  CHECK(started("\"2*theta\", \"x\", 0.25", "\"vtheta\", \"sin(y/2)/cos(theta)*vx\", 3").message() == "accepted");
  CHECK_THAT(started("\"2*y\", \"theta\", 0.25", "0, 0, 3").message(), Contains("unknown name 'y'"));
  CHECK_THAT(started("\"vtheta\", 0, 0", "0, 0, 3").message(), Contains("unknown name 'vtheta'"));
}
