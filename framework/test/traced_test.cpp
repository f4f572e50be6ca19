// What a recording scalar writes down, and what it refuses.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/expression/traced.hpp>

#include <nonholo/framework/base/numeric.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/expression/program.hpp>
#include <nonholo/framework/problem/trace_of.hpp>
#include <nonholo/framework/system/system.hpp>

#include "catch.hpp"

#include <cmath>

using namespace nonholo;
using Catch::Matchers::Contains;

namespace {

template <class F> std::string trace_error(F f) {
  try {
    f();
  } catch (const TraceError& error) {
    return error.what();
  }
  return "no error";
}

/// The value of a node for these numbers in the places of the variables.
template <class Real> Real value(const Graph& graph, const Traced& x, std::vector<Real> variables) {
  const Program<Real> program(graph, static_cast<int>(variables.size()), {}, {{x.node()}});
  std::ranges::copy(variables, program.inputs());
  return *program.run();
}

/// It branches on a parameter; its energy is natural, though the expression does not show it.
template <class Real = double> struct Sliding {
  static constexpr int n = 2, m = 0;
  static constexpr bool natural = true;
  Real k = 1;
  template <class S> S lagrangian(const S&, const Vector<S, 2>& q, const Vector<S, 2>& v) const {
    using std::hypot;
    const S speed = hypot(v[0], v[1]);
    return speed * speed / S(2) - (k > 0 ? k * q[0] : -k * q[1]);
  }
};

/// It branches on a value.
template <class Real = double> struct Branching {
  static constexpr int n = 1, m = 0;
  Real k = 1;
  template <class S> Matrix<S, 1, 1> mass_matrix(const Vector<S, 1>&) const { return Matrix<S, 1, 1>(S(1)); }
  template <class S> S potential(const Vector<S, 1>& q) const { return q[0] > S(0) ? S(k * q[0]) : S(0); }
};

}  // namespace

TEST_CASE("a function called with a recording scalar is an expression") {
  Graph graph;
  const Tracing tracing(graph);
  const Traced x(graph.variable(0)), y(graph.variable(1));
  Traced sum = 0;
  for (int i = 1; i <= 3; ++i) sum += pow(x, Traced(i)) / i;
  const Traced all = sqrt(abs(sum)) * atan2(y, x) - min(x, y);
  const double x0 = 0.7, y0 = -0.4, expected = x0 + x0 * x0 / 2 + x0 * x0 * x0 / 3;
  CHECK(value<double>(graph, all, {x0, y0}) ==
        Approx(std::sqrt(expected) * std::atan2(y0, x0) - std::min(x0, y0)).epsilon(1e-15));
}

TEST_CASE("matrices of recorded values multiply and sum as those of numbers") {
  Graph graph;
  const Tracing tracing(graph);
  Matrix<Traced, 2, 2> A;
  A << Traced(graph.variable(0)), 2, 3, Traced(graph.variable(1));
  const Vector<Traced, 2> b = A * Vector<Traced, 2>(5, 7) + Vector<Traced, 2>::Ones();
  CHECK(value<double>(graph, b[0], {11, 13}) == 11 * 5 + 2 * 7 + 1);
  CHECK(value<double>(graph, b.dot(b), {11, 13}) == 70 * 70 + 107 * 107);
}

TEST_CASE("a constant in double is the decimal number that it prints as, in every precision") {
  Graph graph;
  const Tracing tracing(graph);
  const Traced tenth = 0.1, third = Traced(1) / 3;
  CHECK(value<quad>(graph, tenth, {}) == quad(1) / 10);
  CHECK(value<quad>(graph, third, {}) == quad(1) / 3);
  CHECK(static_cast<int>(Traced(6) / 2) == 3);
  CHECK_THAT(trace_error([] { Traced(std::nan("")); }), Contains("cannot be recorded"));
}

TEST_CASE("constants compare, and values that are not known yet do not") {
  Graph graph;
  Tracing tracing(graph);
  tracing.name(0, "x");
  const Traced x(graph.variable(0));
  CHECK((Traced(1) / 3 < Traced(0.5) && Traced(2) >= Traced(2) && Traced(1) != Traced(2) && x == x));
  CHECK_THAT(trace_error([&] { return x > 2; }), Contains("'2 < x' has no answer") && Contains("abs, min or max"));
  CHECK_THAT(trace_error([&] { return x == 1; }), Contains("'x == 1' has no answer"));
  CHECK_THAT(trace_error([&] { return static_cast<int>(x + 1); }), Contains("is needed as a number"));
}

TEST_CASE("what was never set, or belongs to no graph, is refused") {
  CHECK_THAT(trace_error([] { Traced(1); }), Contains("outside of Tracing"));
  Graph graph;
  const Tracing tracing(graph);
  CHECK_THAT(trace_error([] { return Traced() + 1; }), Contains("never set"));
}

TEST_CASE("a problem that branches on a value is refused by the name of its function") {
  try {
    trace_of<Branching<Traced>>();
    FAIL("nothing was refused");
  } catch (const InputError& error) {
    CHECK(error.key() == "potential");
    CHECK_THAT(error.message(), Contains("'0 < q1' has no answer"));
  }
}

TEST_CASE("a problem that branches on a value has no system in quad, and says which function does") {
  try {
    System<quad>(Branching<quad>());
    FAIL("nothing was refused");
  } catch (const InputError& error) {
    CHECK(error.key() == "precision");
    CHECK_THAT(error.message(), Contains("potential: '0 < q1' has no answer"));
  }
}

TEST_CASE("parameters that are numbers are constants with all their digits, on which functions may branch") {
  const quad root = sqrt(quad(2));
  for (const quad& k : {root, quad(-root)}) {
    const TracedProblem traced = trace_of(Sliding<quad>{k});
    const std::vector<quad> at{0, 3, 5, 0, 0};  // t, q, v
    CHECK(value<quad>(traced.graph, Traced(traced.lagrangian), at) == (k > 0 ? -3 * root : 5 * -root));
  }
}

TEST_CASE("what a struct says of itself holds in quad too") { CHECK(System<quad>(Sliding<quad>()).traits().natural); }
