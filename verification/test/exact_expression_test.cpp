// exact_expression: values to 80 digits, precedence, the characters of print, roundings, and what it says of wrong
// texts.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/tableau/exact_expression.hpp>

#include <nonholo/framework/base/error.hpp>

#include "catch.hpp"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

using namespace nonholo;
using Catch::Matchers::Contains;

namespace {

Exact value(const std::string& text) { return exact_expression(text).value; }
double rounding(const std::string& text) { return exact_expression(text).rounding; }

bool close_to(const Exact& x, const Exact& y) { return abs(x - y) < Exact("1e-77"); }

std::string told_by(const std::string& text, const ExactConstants& constants = {}) try {
  exact_expression(text, constants);
  return "accepted";
} catch (const InputError& error) {
  CHECK(error.key().empty());
  return error.message();
}

std::string repeated(const std::string& part, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += part;
  return all;
}

}  // namespace

TEST_CASE("expressions have the value of the same numbers computed exactly") {
  CHECK(value("1") == 1);
  CHECK(value("010") == 10);
  CHECK(close_to(value("1/2 - sqrt(15)/10"), Exact(1) / 2 - sqrt(Exact(15)) / 10));
  CHECK(close_to(value("2/9 - sqrt(15) / 15"), Exact(2) / 9 - sqrt(Exact(15)) / 15));
  CHECK(close_to(value("(88 - 7*sqrt(6))/360"), (88 - 7 * sqrt(Exact(6))) / 360));
  CHECK(close_to(value("sqrt(2)"),
                 Exact("1.41421356237309504880168872420969807856967187537694807317667973799073247846210704")));
  CHECK(close_to(value("0.1"), Exact(1) / 10));
  CHECK(close_to(value("12.5e-2"), Exact(1) / 8));
  CHECK(close_to(value("1E+3 + 1e03"), 2000));
}

TEST_CASE("powers bind before signs, signs before products, products before sums") {
  for (const auto& [text, expected] : std::vector<std::pair<std::string, int>>{
           {"-2^2", -4},      {"(-2)^2", 4},       {"2^3^2", 512}, {"2**3", 8},       {"2 ^ -1 * 4", 2},
           {"1 - 2 - 3", -4}, {"12/2/3", 2},       {"12/2*3", 18}, {"1 + 2 * 3 ", 7}, {"2*-3", -6},
           {"- -+-3", -3},    {"-2*3", -6},        {"-2^2*-1", 4}, {"0^0", 1},        {"7^0", 1},
           {"2^(1 + 2)", 8},  {" ( ( 4 ) )\t", 4}, {"-(1-2)", 1},  {"sqrt(16)", 4},   {"sqrt (4)^2", 4},
           {"1\n+\r\n1", 2},  {"(1)-(2)", -1}}) {
    INFO(text);
    CHECK(close_to(value(text), expected));
  }
}

TEST_CASE("the characters of print do as well as those of a keyboard") {
  CHECK(value("6 \u00d7 3 \u00f7 2 \u2212 1 \u00b7 2") == 7);
  CHECK(value("\u22122 + \u221a(9)") == 1);
}

TEST_CASE("powers reach from -100 to 100") {
  CHECK(value("2^100") == pow(Exact(2), 100));
  CHECK(close_to(value("2^-100 * 2^100"), 1));
  CHECK_THAT(told_by("1^101"), Contains("character 3: an exponent must be a whole number from -100 to 100"));
  CHECK_THAT(told_by("1^-101"), Contains("character 3"));
  CHECK_THAT(told_by("2^(1/2)"),
             Contains("character 3: an exponent must be a whole number from -100 to 100; roots are written sqrt(...)"));
  CHECK_THAT(told_by("2^0.5"), Contains("whole number"));
}

TEST_CASE("constants stand for their values, with their roundings") {
  const ExactConstants constants = {{"r", exact_expression("sqrt(15)")},
                                    {"gamma_2", exact_expression("0.4358665215084590")}};
  CHECK(close_to(exact_expression("2 - r^2/15", constants).value, 1));
  CHECK(exact_expression("2*gamma_2", constants).rounding == Approx(1e-16));
  CHECK(exact_expression("2*r", constants).rounding == 0);
  CHECK_THAT(told_by("gama_2 + 1", constants),
             Contains("character 1: unknown name 'gama_2'; did you mean 'gamma_2'? Known: gamma_2, r, sqrt"));
  CHECK_THAT(told_by("1 + sqr(2)", constants),
             Contains("character 5: unknown name 'sqr'; did you mean 'sqrt' or 'r'?"));
}

TEST_CASE("a constant has the name of an identifier, other than sqrt") {
  for (const char* name : {"r", "_", "A1", "gamma_2", "e", "\u03b3"}) CHECK(is_constant_name(name));
  for (const char* name : {"", "1a", "a-b", "a.b", "sqrt", "\u2212", "a b"}) CHECK_FALSE(is_constant_name(name));
}

TEST_CASE("a decimal of ten or more places is off by up to half a unit in the last one") {
  CHECK(rounding("0.2113248654051871") == Approx(0.5e-16));
  CHECK(rounding("2.113248654051871e-1") == Approx(0.5e-16));
  CHECK(rounding("21132486540.51871") == 0);
  CHECK(rounding("0.123456789") == 0);
  CHECK(rounding("1234567890123456789") == 0);
  CHECK(rounding("1/3") == 0);
}

TEST_CASE("roundings add in sums and scale with the slope elsewhere") {
  const std::string x = "0.2500000000000000";  // rounding u = 0.5e-16
  constexpr double u = 0.5e-16;
  CHECK(rounding(x + " + " + x) == Approx(2 * u));
  CHECK(rounding("1 - " + x) == Approx(u));
  CHECK(rounding("-" + x) == Approx(u));
  CHECK(rounding("3*" + x) == Approx(3 * u));
  CHECK(rounding(x + "*" + x) == Approx(0.5 * u));
  CHECK(rounding(x + "/4") == Approx(u / 4));
  CHECK(rounding("1/" + x) == Approx(16 * u));
  CHECK(rounding("1/(-" + x + ")") == Approx(16 * u));
  CHECK(rounding(x + "^3") == Approx(3 * u / 16));
  CHECK(rounding(x + "^-1") == Approx(16 * u));
  CHECK(rounding(x + "^0") == 0);
  CHECK(rounding("sqrt(" + x + ")") == Approx(u));
  CHECK(rounding("sqrt(" + x + " - 1/4)") == Approx(std::sqrt(u)));
}

TEST_CASE("a wrong text is told with the character and the reason") {
  for (const auto& [text, message] : std::vector<std::pair<std::string, std::string>>{
           {"", "is empty"},
           {" \t", "is empty"},
           {"1/0", "character 2: division by zero\n    1/0\n     ^"},
           {"1 + 2\n+ \u221a(-1)", "character 9: square root of a negative number\n    + \u221a(-1)\n      ^"},
           {"1/(2 - 2)", "character 2: division by zero"},
           {"0^-1", "character 2: division by zero"},
           {"1 + sqrt(1 - 2)", "character 5: square root of a negative number"},
           {"\u2212\u221a(\u22121)", "character 2: square root of a negative number"},
           {"1 2", "character 3: an operator is expected"},
           {"1)", "character 2: this ) has no matching ("},
           {"2*(1 + 1", "character 3: this ( is not closed"},
           {"(1 2)", "character 4: an operator or ) is expected"},
           {"1 +", "character 4: the text ends where a number is expected"},
           {"-", "character 2: the text ends"},
           {"()", "character 2: a number, a name or ( is expected"},
           {"1 */ 2", "character 4: a number, a name or ( is expected"},
           {"2***3", "character 4: a number, a name or ( is expected"},
           {"\u221a3", "character 2: ( is expected after a square root"},
           {"sqrt", "character 5: ( is expected after a square root"},
           {"sqrt3", "character 1: unknown name 'sqrt3'"},
           {"x", "character 1: unknown name 'x'"},
           {".5", "character 1: a digit is expected before the point"},
           {"5.", "character 3: a digit is expected after the point"},
           {"1.e5", "character 3: a digit is expected after the point"},
           {"2e", "character 3: a digit is expected in the power of ten"},
           {"2e+", "character 4: a digit is expected in the power of ten"},
           {"2ex", "character 3: a digit is expected in the power of ten"},
           {"1e0001", "character 3: a power of ten has at most 3 digits"},
           {"1.2.3", "character 4: an operator is expected"},
           {"2(3)", "character 2: an operator is expected"},
           {"1,5", "character 2: an operator is expected"},
           {std::string("1\0", 2), "character 2: an operator is expected"},
           {"\xff", "character 1: a number, a name or ( is expected"}}) {
    INFO(text);
    CHECK_THAT(told_by(text), Contains(message));
  }
}

TEST_CASE("results beyond 1e60 are refused wherever they arise") {
  CHECK(value("1e60") == Exact("1e60"));
  CHECK(value("1e-999") == Exact("1e-999"));
  CHECK(close_to(value("1e-999/1e-999"), 1));
  for (const char* text : {"1e61", "-1e999", "1e60*10", "1e60 + 1e60", "1/1e-61", "1e30^3", "1e-999^-100",
                           "0.0000000000e999", "1/((1e-999^100)^100)^100"}) {
    INFO(text);
    const std::string message = told_by(text);
    CHECK((message.find("beyond 1e60") != message.npos || message.find("division by zero") != message.npos));
  }
}

TEST_CASE("texts, numbers and nesting have their limits") {
  CHECK(close_to(value("0." + std::string(99, '3')), Exact(1) / 3));
  CHECK_THAT(told_by("1 + 0." + std::string(100, '3')), Contains("character 5: a number has at most 100 digits"));
  CHECK(value(std::string(1999, ' ') + "1") == 1);
  CHECK_THAT(told_by(std::string(2000, ' ') + "1"), Contains("has 2001 bytes; an expression has at most 2000"));
  CHECK(value(std::string(100, '(') + "1" + std::string(100, ')')) == 1);
  CHECK_THAT(told_by(std::string(101, '(') + "1" + std::string(101, ')')),
             Contains("character 101: nested deeper than 100"));
  CHECK_THAT(told_by(repeated("sqrt(", 200)), Contains("nested deeper than 100"));
  CHECK_THAT(told_by(repeated("1^", 150) + "1"), Contains("character 202: nested deeper than 100"));
  CHECK(value(std::string(1900, '-') + "1") == 1);
  CHECK(value(repeated("1+", 900) + "1") == 901);
}

TEST_CASE("root(polynomial in x, guess) is the real root next to the guess, to 80 digits") {
  CHECK(close_to(value("root(x^2 - 2, 1)"), sqrt(Exact(2))));
  CHECK(close_to(value("root(x^2 - 2, -3)"), -sqrt(Exact(2))));
  CHECK(close_to(value("1 + 2*root((x - 1)*(x - 2)*(x - 3), 2.1)"), 5));
  CHECK(close_to(value("root(2*x - 1/3, 0)"), Exact(1) / 6));
  CHECK(close_to(value("root(root(x - 2, 1)*x - 1, 0)"), Exact(1) / 2));
  const Exact u = value("root(6*x^3 - 12*x^2 + 6*x - 1, 1.35)");  // 1/(2 - 2^(1/3))
  CHECK(close_to(pow(2 - 1 / u, 3), 2));
  CHECK(rounding("root(x^2 - 2, 1)") == 0);
  CHECK(rounding("root(x^2 - 2.0000000001, 1)") == Approx(5e-11 / 2.8284271247));  // dx = dc / 2x
  CHECK(exact_expression("root(x - a, 1)", {{"a", {3, 0}}}).value == 3);
  CHECK(exact_expression("x + 1", {{"x", {3, 0}}}).value == 4);  // a constant of that name stays one
}

TEST_CASE("a root may be 0, or next to it, and is found at once") {
  CHECK(value("root(6*x^3 - 12*x^2 + 6*x, 0.2)") == 0);
  CHECK(value("root(x^5 - 8*x^4, 7)") == 8);
  CHECK(value("root(x, 3)") == 0);
  const Exact size("1e300");
  CHECK(close_to(value("root(x^3 - 1e-900, 1)") * size, 1));
  CHECK(close_to(value("root(x^3 + 1e-900, 1)") * size, -1));
  CHECK(close_to(value("root(x*(x - 1e-30)*(x + 1e20), 1e-30)*1e30"), 1));
  CHECK_THAT(told_by("root(x^2, 0)"), Contains("no real root at which it changes its sign"));
}

TEST_CASE("what is no polynomial, or leaves open which root is meant, is told with its place") {
  CHECK_THAT(told_by("x + 1"), Contains("character 1: unknown name 'x'"));
  CHECK_THAT(told_by("root(x^2 + 1, 1)"), Contains("character 1: the polynomial has no real root"));
  CHECK_THAT(told_by("root(x^2 - 1, 0.1)"), Contains("the guess lies between two roots, 1 and -1"));
  CHECK_THAT(told_by("root(x^2 - 2)"), Contains("root takes a polynomial in x and a guess"));
  CHECK_THAT(told_by("root(2, 1)"), Contains("there is no x in this one"));
  CHECK_THAT(told_by("root(1/x - 2, 1)"), Contains("character 7: a divisor of x") && Contains("\n          ^"));
  CHECK_THAT(told_by("root(sqrt(x) - 2, 1)"), Contains("the square root of x"));
  CHECK_THAT(told_by("root(x^-1, 1)"), Contains("a negative power of x"));
  CHECK_THAT(told_by("root(x^33 - 2, 1)"), Contains("degree above 32"));
  CHECK_THAT(told_by("root(x - 2, x)"), Contains("the guess of x"));
  CHECK_THAT(told_by("root + 1"), Contains("( is expected after root"));
}
