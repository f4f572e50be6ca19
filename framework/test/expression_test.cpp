// Expressions: what they are simplified to, their values and derivatives in every precision, and what their texts may
// hold.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/base/numeric.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/expression/expression_text.hpp>
#include <nonholo/framework/expression/expression_text.hpp>
#include <nonholo/framework/expression/graph_parser.hpp>
#include <nonholo/framework/expression/program.hpp>

#include "catch.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

using namespace nonholo;
using Catch::Matchers::Contains;

namespace {

/// x and y are inputs, p a parameter.
struct Read {
  Graph graph;
  NamedNodes names{{"x", graph.variable(0)}, {"y", graph.variable(1)}, {"p", graph.variable(2)}};
  Node node;
  explicit Read(std::string_view text) : node(parsed(graph, text, names)) {}
};

template <class Real>
std::vector<Real> values_at(const Graph& graph, const std::vector<Node>& nodes, Real x, Real y, Real p) {
  const Program<Real> program(graph, 2, std::array{p}, nodes);
  Real* const in = program.inputs();
  in[0] = x;
  in[1] = y;
  const Real* const out = program.run();
  return {out, out + nodes.size()};
}

double value(std::string_view text, double x = 0.3, double y = 0.7, double p = 2) {
  const Read read(text);
  return values_at<double>(read.graph, {read.node}, x, y, p)[0];
}

std::string refusal(std::string_view text) {
  try {
    Read read(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "is taken";
}

}  // namespace

TEST_CASE("Expressions have the values that C++ gives them") {
  const double x = 0.3, y = 0.7, p = 2;
  CHECK(value("x + 2*y - p/4") == Approx(x + 2 * y - p / 4).epsilon(1e-15));
  CHECK(value("-x^2") == Approx(-x * x).epsilon(1e-15));
  CHECK(value("2^3^2") == 512);
  CHECK(value("x**-2") == Approx(1 / (x * x)).epsilon(1e-15));
  CHECK(value("x^(3/2)") == Approx(std::pow(x, 1.5)).epsilon(1e-15));
  CHECK(value("x^y") == Approx(std::pow(x, y)).epsilon(1e-15));
  CHECK(value("pow(p, x)") == Approx(std::pow(p, x)).epsilon(1e-15));
  CHECK(value("atan2(y, x) + hypot(x, y)") == Approx(std::atan2(y, x) + std::hypot(x, y)).epsilon(1e-15));
  CHECK(value("sin(x)*cos(x) + cos(x)") == Approx(std::sin(x) * std::cos(x) + std::cos(x)).epsilon(1e-15));
  CHECK(value("x*y + p*x - x*y*p") == Approx(x * y + p * x - x * y * p).epsilon(1e-15));
  CHECK(value("pi") == Approx(std::acos(-1.)).epsilon(1e-16));
  CHECK(value("Rational(1, 3) + Abs(-x)") == Approx(1. / 3 + x).epsilon(1e-15));
  CHECK(value("min(x, y) + 10*max(x, y)") == Approx(x + 10 * y).epsilon(1e-15));
  CHECK(value("Max(x, p, y) - Min(y, p, x)") == Approx(p - x).epsilon(1e-15));
  CHECK(std::isnan(value("max(x, y)", 0.3, std::nan(""))));
  CHECK(std::isnan(value("max(x, y)", std::nan(""), 0.3)));
  CHECK(value("erfc(10*p)") == Approx(std::erfc(20)).epsilon(1e-14));
}

TEST_CASE("What SymPy prints is read as it stands") {
  const double x = 0.3, y = 0.7;
  CHECK(value("sqrt(2)*x**(3/2)/3 + 1.0e-5*y - Rational(-1, 7)*pi*sin(x)**2") ==
        Approx(std::sqrt(2) * std::pow(x, 1.5) / 3 + 1e-5 * y + std::acos(-1.) * std::sin(x) * std::sin(x) / 7)
            .epsilon(1e-14));
  CHECK(value("-(x + y)**(-2)*exp(-x)*acos(x)*Abs(x - y)*sign(x - y)") ==
        Approx((y - x) * std::exp(-x) * std::acos(x) / ((x + y) * (x + y))).epsilon(1e-14));
}

TEST_CASE("Numbers of expressions keep all their digits, in quad too") {
  Read read("0.1 + sqrt(2)*x");
  const quad x = 0;
  CHECK(values_at<quad>(read.graph, {read.node}, x, x, x)[0] == quad(1) / 10);
  const quad sum = quad(1) / 10 + sqrt(quad(2));
  CHECK(abs(quad(values_at<quad>(read.graph, {read.node}, quad(1), x, x)[0] - sum)) <= 2 * epsilon<quad>);
}

TEST_CASE("Every function is differentiated, by each of its arguments") {
  for (const FunctionName& f : function_names()) {
    INFO(f.name);
    const std::string text =
        f.arguments == 1 ? fmt::format("{}(x*y + p/4)", f.name) : fmt::format("{}(x*y, p + y)", f.name);
    Read read(f.name == "acosh" ? "acosh(1 + x*y + p/4)" : text);
    const std::array variables{0, 1};
    const std::vector<Node> slope = gradient(read.graph, read.node, variables);
    const quad x = quad(3) / 10, y = quad(7) / 10, p = quad(3) / 5, h = quad(1) / 10'000'000;
    const auto at = [&](quad x_, quad y_) { return values_at<quad>(read.graph, {read.node}, x_, y_, p)[0]; };
    const std::vector<quad> d = values_at<quad>(read.graph, slope, x, y, p);
    CHECK(abs(quad(d[0] - (at(x + h, y) - at(x - h, y)) / (2 * h))) < 1e-11);
    CHECK(abs(quad(d[1] - (at(x, y + h) - at(x, y - h)) / (2 * h))) < 1e-11);
  }
}

TEST_CASE("What adds nothing, multiplies by one or occurs twice is not computed") {
  const auto steps = [](std::string_view text) {
    const Read read(text);
    return Program<double>(read.graph, 2, std::array{2.0}, std::array{read.node}).size();
  };
  CHECK(steps("0*x + 1*y - 0") == 1);  // y goes to its place
  CHECK(steps("y*x + sin(x*y)") == 3);
  CHECK(steps("sin(x)*cos(x)") == 2);  // both at once
  CHECK(steps("x*y + p") == 1);        // fused
  CHECK(steps("x*y - p*x") == 1);
  CHECK(steps("p*(x*y) + x*x*(y + p)") == 4);  // x*y, x*x, y + p, their products' sum
  CHECK(steps("sin(p)*cos(p)/3") == 0);        // before the run
  CHECK(steps("(x + y)*(y + x)") == 2);        // one sum, squared
  CHECK(steps("2*(3*(x/6))") == 1);            // x
  CHECK(steps("x^8") == 3);
}

TEST_CASE("A program's outputs may be inputs, constants and each other") {
  Read read("x*y");
  Graph& g = read.graph;
  const std::vector<double> out =
      values_at<double>(g, {read.node, g.variable(0), read.node, g.constant(5), g.variable(2)}, 0.5, 3, 7);
  CHECK(out == std::vector{1.5, 0.5, 1.5, 5.0, 7.0});
}

TEST_CASE("A pack has the values of its points, whatever their number") {
  Read read("sin(x)*cos(x) + hypot(x, y)/(x*y - p) + max(x, y)*x - y + exp(-x)*5");
  const std::array outputs{read.node, read.graph.variable(1), read.graph.constant(3)};
  const Program<double> program(read.graph, 2, std::array{0.25}, outputs);
  constexpr int lanes = Program<double>::lanes;
  for (int points = 1; points <= lanes; ++points) {
    double* const in = program.pack_inputs();
    for (int j = 0; j < points; ++j) {
      in[j] = 0.3 + j;
      in[lanes + j] = 2.1 - 0.4 * j;
    }
    const double* const out = program.run_pack(in, points);
    for (int j = 0; j < points; ++j) {
      double* const one = program.inputs();
      one[0] = 0.3 + j;
      one[1] = 2.1 - 0.4 * j;
      const double* const alone = program.run(one);
      for (int i = 0; i < 3; ++i) CHECK(out[lanes * i + j] == Approx(alone[i]).epsilon(4 * epsilon<double>));
    }
  }
}

TEST_CASE("Programs of one thread do not disturb each other's constants") {
  Read first("x + 1/3"), second("x*y*17 + 1/7 + p");
  const Program<double> a(first.graph, 2, std::array{0.0}, std::array{first.node}),
      b(second.graph, 2, std::array{4.0}, std::array{second.node});
  const auto run = [](const Program<double>& program) {
    program.inputs()[0] = 1;
    program.inputs()[1] = 2;
    return program.run()[0];
  };
  const double one = run(a);
  run(b);
  CHECK(run(a) == one);
  for (int i = 0; i < 100; ++i) {  // more than keep their place
    const Program<double> other(second.graph, 2, std::array{4.0}, std::array{second.node});
    run(other);
  }
  CHECK(run(a) == one);
}

TEST_CASE("A wrong text is answered with the character, the reason and the nearest name") {
  CHECK_THAT(refusal("sin(thta)"), Contains("character 5") && Contains("unknown name 'thta'"));
  CHECK_THAT(refusal("sine(x)"), Contains("unknown function 'sine'") && Contains("'sin'"));
  CHECK_THAT(refusal("x(3)"), Contains("x is no function"));
  CHECK_THAT(refusal("1/0"), Contains("character 2") && Contains("division by zero"));
  CHECK_THAT(refusal("1/(2 - 2)"), Contains("division by zero"));
  CHECK_THAT(refusal("0^-1"), Contains("division by zero"));
  CHECK_THAT(refusal("atan2(x)"), Contains("takes 2 arguments, not 1"));
  CHECK_THAT(refusal("min(x)"), Contains("takes 2 arguments or more, not 1"));
  CHECK_THAT(refusal("sin x"), Contains("( is expected after sin"));
  CHECK_THAT(refusal("(x"), Contains("is not closed"));
  CHECK_THAT(refusal("x)"), Contains("this ) has no matching ("));
  CHECK_THAT(refusal(""), Contains("is empty"));
  CHECK_THAT(refusal("1e400"), Contains("finite"));
  CHECK_THAT(refusal(std::string(100'000, '(') + "x"), Contains("nested deeper than 100"));
  CHECK_THAT(refusal(std::string(2'000'000, '1')), Contains("at most"));
}

TEST_CASE("Long sums and products are no deeper than short ones") {
  std::string text = "x";
  for (int i = 0; i < 20'000; ++i) text += i % 2 ? " + x*y" : " - sin(y)";
  Read read(text);
  const std::array variables{0, 1};
  const std::vector<Node> slope = gradient(read.graph, read.node, variables);
  CHECK(values_at<double>(read.graph, slope, 0.5, 0.25, 0)[0] == Approx(1 + 10'000 * 0.25));
}

namespace {

/// x is a function of time with the velocity vx, theta1 with vtheta1; m is a parameter.
struct OfMotion {
  Graph graph;
  NamedNodes names{{"t", graph.variable(0)}, {"x", graph.variable(1)},      {"vx", graph.variable(2)},
                   {"m", graph.variable(3)}, {"theta1", graph.variable(4)}, {"vtheta1", graph.variable(5)},
                   {"ω", graph.variable(6)}};
  NamesOfRates rates{{"x", "vx"}, {"theta1", "vtheta1"}, {"ω", ""}};
  Node read(std::string_view text) { return parsed(graph, text, names, {}, rates); }
  bool same(std::string_view text, std::string_view other) { return read(text) == read(other); }
  std::string told(std::string_view text) {
    try {
      read(text);
    } catch (const InputError& error) {
      return error.what();
    }
    return "is taken";
  }
};

}  // namespace

TEST_CASE("SymPy's printed functions of time are the names of coordinates and velocities") {
  OfMotion motion;
  CHECK(motion.same("0.5*m*Derivative(x(t), t)**2 - 9.81*x(t)", "0.5*m*vx^2 - 9.81*x"));
  CHECK(motion.same("diff(theta1(t), t) + Derivative(x, t)", "vtheta1 + vx"));
  CHECK(motion.same("cos(x(t))", "cos(x)"));
  CHECK_THAT(motion.told("m(t)"), Contains("m is no function: write * before ("));
  CHECK_THAT(motion.told("x(2*t)"), Contains("x is no function: write * before ("));
  CHECK_THAT(motion.told("Derivative(x(t)^2, t)"), Contains("Derivative takes one coordinate and t"));
  CHECK_THAT(motion.told("Derivative(x(t), t, t)"), Contains("in terms of coordinates and velocities"));
  CHECK_THAT(motion.told("Derivative(ω, t)"), Contains("Derivative takes one coordinate"));
}

TEST_CASE("other notations of a velocity are answered with its name") {
  OfMotion motion;
  for (const char* other : {"xdot", "x_dot", "xd", "dx", "d_x", "dotx", "v_x", "xp", "x_t", "Dx", "x'", "x.diff()",
                            "x.diff(t)", "x′", "ẋ", "x\u0307", "2*x' + 1"}) {
    INFO(other);
    CHECK_THAT(motion.told(other), Contains("the velocity of x is vx") || Contains("that of theta1 is vtheta1"));
  }
  for (const char* other : {"theta1dot", "thetadot1", "theta1d", "dtheta1", "theta1'", "theta1.diff()"}) {
    INFO(other);
    CHECK_THAT(motion.told(other), Contains("the velocity of theta1 is vtheta1"));
  }
  for (const char* other : {"xddot", "xdd", "x''"}) CHECK_THAT(motion.told(other), Contains("is an acceleration"));
  CHECK_THAT(motion.told("xyz"), Contains("unknown name 'xyz'") && !Contains("velocity of"));
}

TEST_CASE("a number before a name, a function or a parenthesis multiplies, where nothing else can be meant") {
  OfMotion motion;
  CHECK(motion.same("3x", "3*x"));
  CHECK(motion.same("9.81 x + 2vx^2", "9.81*x + 2*(vx^2)"));
  CHECK(motion.same("-2 sin(x) - 2(x + 1)", "-(2*sin(x)) - 2*(x + 1)"));
  CHECK(motion.same("2pi*x", "2*pi*x"));
  CHECK(motion.same("2x/3", "2*x/3"));
  CHECK(motion.same("2x(t)", "2*x"));
  CHECK(motion.same("x² + 3x³", "x^2 + 3*(x^3)"));
  for (const char* ambiguous : {"1/2x", "2^3x", "x 3", "x vx", "(x)(vx)", "2x vx"}) {
    INFO(ambiguous);
    CHECK_THAT(motion.told(ambiguous), Contains("an operator is expected; a product is written with *"));
  }
  CHECK_THAT(motion.told("9.81 m"), Contains("numbers carry no units"));
  CHECK_THAT(motion.told("9.81 m/s^2"), Contains("numbers carry no units"));
  CHECK_THAT(motion.told("0.5 kg"), Contains("numbers carry no units"));
  CHECK_THAT(motion.told("2m"), Contains("numbers carry no units"));
}

TEST_CASE("functions that are made of others have their values") {
  const double x = 0.3;
  CHECK(value("sec(x)") == Approx(1 / std::cos(x)).epsilon(1e-15));
  CHECK(value("csc(x)") == Approx(1 / std::sin(x)).epsilon(1e-15));
  CHECK(value("cot(x)") == Approx(std::cos(x) / std::sin(x)).epsilon(1e-15));
  CHECK(value("sech(x)") == Approx(1 / std::cosh(x)).epsilon(1e-15));
  CHECK(value("csch(x)") == Approx(1 / std::sinh(x)).epsilon(1e-15));
  CHECK(value("coth(x)") == Approx(1 / std::tanh(x)).epsilon(1e-15));
  CHECK(value("asec(1/x)") == Approx(std::acos(x)).epsilon(1e-15));
  CHECK(value("acsc(1/x)") == Approx(std::asin(x)).epsilon(1e-15));
  CHECK(value("arcsinh(x) + arccosh(1 + x) + arctanh(x)") ==
        Approx(std::asinh(x) + std::acosh(1 + x) + std::atanh(x)).epsilon(1e-15));
  CHECK(value("Heaviside(x)") == 1);
  CHECK(value("heaviside(-x)") == 0);
  CHECK(value("heaviside(x - 0.3)") == 0.5);
  CHECK(value("np.sin(x) + math.sqrt(x) + np.pi") ==
        Approx(std::sin(x) + std::sqrt(x) + std::acos(-1.)).epsilon(1e-15));
  CHECK(value("2*π") == Approx(2 * std::acos(-1.)).epsilon(1e-15));
}

TEST_CASE("functions of Mathematica are read with their brackets") {
  const double x = 0.3, y = 0.7;
  CHECK(value("Sin[x] + 2 Cos[y]*Sec[x]") == Approx(std::sin(x) + 2 * std::cos(y) / std::cos(x)).epsilon(1e-15));
  CHECK(value("ArcTan[x] + Sqrt[x + y]") == Approx(std::atan(x) + std::sqrt(x + y)).epsilon(1e-15));
  CHECK(value("ArcTan[x, y]") == Approx(std::atan2(y, x)).epsilon(1e-15));
  CHECK_THAT(refusal("Sin[x"), Contains("this [ is not closed"));
  CHECK_THAT(refusal("Foo[x]"), Contains("round brackets and small letters, sin(x)"));
  OfMotion motion;
  CHECK(motion.same("x[t]", "x"));
}

TEST_CASE("Greek letters and subscripts make names") {
  CHECK(is_name("θ"));
  CHECK(is_name("vθ₁"));
  CHECK(is_name("Δx_2"));
  CHECK_FALSE(is_name("₁x"));
  CHECK_FALSE(is_name("x·y"));
  CHECK_FALSE(is_name("θ̇"));
  CHECK(has_name("2·x₁ + y", "x₁"));
  CHECK(has_name("2x", "x"));
  CHECK_FALSE(has_name("x₁ + xy", "x"));
  OfMotion motion;
  CHECK(motion.same("ω·x", "ω*x"));
}

TEST_CASE("an equation stands for the difference of its sides, where something is zero") {
  OfMotion motion;
  const auto zero = [&motion](const char* text) {
    return parsed_equation(motion.graph, text, motion.names, motion.rates);
  };
  CHECK(zero("x^2 + m = 1 + vx") == motion.read("x^2 + m - (1 + vx)"));
  CHECK(zero("x == vx") == motion.read("x - vx"));
  CHECK(zero("x - vx") == motion.read("x - vx"));
  CHECK_THROWS_WITH(zero("x = m = 1"), Contains("an operator is expected"));
  CHECK_THROWS_WITH(zero("x ="), Contains("the text ends where a number is expected"));
  CHECK_THAT(motion.told("L = x"), Contains("an expression has no ="));
}

TEST_CASE("notations that expressions do not have are refused with what to write instead") {
  const auto told = [](std::string_view text, const char* what) {
    INFO(text);
    CHECK_THAT(refusal(text), Contains(what));
  };
  told("Piecewise((1, x < 0.1), (0, True))", "heaviside(x) is 1 where x > 0");
  told("where(x > 0, 1, 0)", "heaviside(x) is 1 where x > 0");
  told("np.where(x > 0, 1, 0)", "heaviside(x) is 1 where x > 0");
  told("x < 1", "expressions have no conditions");
  told("x ? 1 : 0", "expressions have no conditions");
  told("E**x", "e^x is written exp(x)");
  told("e^(-x)", "e^x is written exp(x)");
  told("sinc(x)", "write the one that is meant");
  told("acot(x)", "write the one meant");
  told("floor(x)", "write smooth functions");
  told("|x|", "abs(x)");
  told("{x}", "round brackets");
  told("\\frac{x}{2}", "LaTeX is not read");
  told("x, y", "in quotes of its own");
  told("L = x", "an expression has no =");
  told("x if x > 0 else 0", "expressions have no conditions");
  told("½*x", "1/2 is written");
  told("sin^2(x)", "sin(x)^2 for its square");
  told("foo.sin(x)", "unknown name 'foo'");
  told("Sin(x)", "write sin instead");
}
