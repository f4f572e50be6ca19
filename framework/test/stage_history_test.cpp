// Extrapolation of stage unknowns: exact on the polynomials it interpolates, forgetful when the step size changes.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/solver/stage_history.hpp>

#include "catch.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <tuple>

using namespace nonholo;

namespace {

/// The prediction of x(count) from x(0), ..., x(count - 1), where x(k) = (k/4)^degree and minus that.
VectorX<double> predicted(int degree, int count) {
  StageHistory<double> history(2);
  VectorX<double> x(2);
  for (int k = 0; k < count; ++k) {
    x << std::pow(k / 4.0, degree), -std::pow(k / 4.0, degree);
    history.push(0.1, x);
  }
  REQUIRE(history.predict(0.1, x));
  return x;
}

}  // namespace

TEST_CASE("p + 1 remembered values predict polynomials of degree p exactly") {
  for (int degree = 0; degree <= 6; ++degree)
    for (int count = std::max(degree + 1, 2); count <= 11; ++count) {  // beyond seven the oldest are forgotten
      const double expected = std::pow(count / 4.0, degree);
      // Quarters and their powers are exact in double, so are the binomial weights: nothing is rounded.
      CHECK(predicted(degree, count)[0] == expected);
      CHECK(predicted(degree, count)[1] == -expected);
    }
}

TEST_CASE("Degree p + 1 is missed by p + 1 values, by exactly the leading difference") {
  CHECK(predicted(2, 2)[0] - std::pow(2 / 4.0, 2) == -2 / 16.0);  // second difference of (k/4)^2
  // seventh difference of (k/4)^7; nine pushes, seven kept
  CHECK(predicted(7, 9)[0] - std::pow(9 / 4.0, 7) == -5040 / 16384.0);
}

TEST_CASE("A history of shorter reach forgets more") {
  StageHistory<double> history(1, 2);
  VectorX<double> x(1);
  for (const double value : {1.0, 0.0, 3.0, 7.0}) history.push(0.1, VectorX<double>::Constant(1, value));
  REQUIRE(history.predict(0.1, x));
  CHECK(x[0] == 11);  // of the last two
}

TEST_CASE("One value is not a history") {
  StageHistory<double> history(1);
  VectorX<double> x = VectorX<double>::Constant(1, 3);
  CHECK_FALSE(history.predict(0.1, x));
  history.push(0.1, x);
  CHECK_FALSE(history.predict(0.1, x));
  CHECK(x[0] == 3);
}

TEST_CASE("Another step size or a clear forgets the past") {
  StageHistory<double> history(1);
  VectorX<double> x(1);
  const auto push = [&](double h, double value) { history.push(h, VectorX<double>::Constant(1, value)); };
  push(0.1, 1), push(0.1, 2);
  CHECK_FALSE(history.predict(0.2, x));
  push(0.2, 5);
  CHECK_FALSE(history.predict(0.2, x));
  push(0.2, 7);
  REQUIRE(history.predict(0.2, x));
  CHECK(x[0] == 9);  // the line through 5 and 7; what came before is forgotten
  history.clear();
  CHECK_FALSE(history.predict(0.2, x));
}

namespace {

/// Stages c of steps of length 1 from time k: one row of x for each, of f(time) and twice that.
template <class F> VectorX<double> stages(const VectorX<double>& c, int k, F f) {
  VectorX<double> x(2 * c.size() + 1);
  for (Eigen::Index i = 0; i < c.size(); ++i) x.segment(2 * i, 2) << f(k + c[i]), 2 * f(k + c[i]);
  x.tail(1) << 7 + k;  // what has no time
  return x;
}

VectorX<double> times(std::initializer_list<double> c) {
  return Eigen::Map<const VectorX<double>>(c.begin(), static_cast<Eigen::Index>(c.size()));
}

}  // namespace

TEST_CASE("Values of one function of time are predicted from their neighbours, and what those miss from step to step") {
  const VectorX<double> with_end = times({0.25, 0.75, 1}), without = times({0.25, 0.75});
  for (const auto& [c, nodes, first] : {std::tuple(with_end, 3, 2), {without, 4, 3}})
    for (int degree = 0; degree <= nodes + 6; ++degree) {
      StageHistory<double> history(2 * c.size() + 1, 7, {c, 2, nodes});
      const auto power = [degree](double t) { return std::pow(t / 8, degree); };
      VectorX<double> x(2 * c.size() + 1);
      for (int k = 0; k < 12; ++k) {
        CHECK(history.predict(1, x) == (k >= first));
        const VectorX<double> next = stages(c, k, power);
        // as many steps as it takes to know the rest, a polynomial in k of a degree that is lower by the nodes
        if (k >= first + std::max(0, degree - nodes) && k > first)
          CHECK((x - next).cwiseAbs().maxCoeff() < 2e-13 * next.cwiseAbs().maxCoeff());
        history.push(1, next);
      }
    }
}

TEST_CASE("Stages that share a time count once, the latest of them") {
  const VectorX<double> c = times({0, 1, 1});
  StageHistory<double> history(7, 7, {c, 2, 5});  // nodes: t, t - 1, and t - 2 of the step before
  VectorX<double> x(7);
  for (int k = 0; k < 6; ++k) history.push(1, stages(c, k, [](double t) { return t * t; }));
  REQUIRE(history.predict(1, x));
  CHECK((x - stages(c, 6, [](double t) { return t * t; })).cwiseAbs().maxCoeff() < 1e-12);
}

TEST_CASE("Stages that are off their function by the same in every step are predicted as they are") {
  const VectorX<double> c = times({0.25, 0.75, 1});
  StageHistory<double> history(7, 7, {c, 2, 3});
  VectorX<double> x(7), next(7);
  for (int k = 0; k < 5; ++k) {
    next = stages(c, k, [](double t) { return t; });
    next[0] += 0.01;
    if (k >= 3) {
      REQUIRE(history.predict(1, x));
      CHECK((x - next).cwiseAbs().maxCoeff() < 1e-13);
    }
    history.push(1, next);
  }
}

TEST_CASE("Values in packs are predicted as values in columns, and lanes behind the last time as that time") {
  const auto at = [](const VectorX<double>& columns, Eigen::Index i, Eigen::Index r) { return columns[2 * i + r]; };
  for (const auto& [c, nodes, packs] :
       {std::tuple(times({0.5, 1}), 2, 1), {times({0.25, 0.75, 1}), 5, 1}, {times({0.1, 0.3, 0.6, 0.9, 1}), 5, 2}}) {
    CAPTURE(c.size(), nodes);
    const Eigen::Index size = 2 * c.size() + 1, lanes = packs * Pack::width;
    StageHistory<double> by_columns(size, 7, {c, 2, nodes}), in_packs(2 * lanes + 1, 7, {c, 2, nodes, packs});
    const auto packed = [&, count = c.size()](const VectorX<double>& columns) {
      VectorX<double> x(2 * lanes + 1);
      for (Eigen::Index i = 0; i < lanes; ++i)
        for (Eigen::Index r = 0; r < 2; ++r)
          x[(i / Pack::width * 2 + r) * Pack::width + i % Pack::width] = at(columns, std::min(i, count - 1), r);
      x.tail(1) = columns.tail(1);
      return x;
    };
    VectorX<double> x(size), y(2 * lanes + 1);
    for (int k = 0; k < 12; ++k) {
      if (k == 8) by_columns.clear(), in_packs.clear();
      const bool known = by_columns.predict(1, x);
      CHECK(in_packs.predict(1, y) == known);
      if (known) CHECK((y - packed(x)).cwiseAbs().maxCoeff() < 1e-12);
      const VectorX<double> next = stages(c, k, [](double t) { return std::exp(-t / 3); });
      by_columns.push(1, next);
      in_packs.push(1, packed(next));
    }
  }
}
