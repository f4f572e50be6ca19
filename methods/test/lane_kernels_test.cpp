// The loops of a step in lanes against plain sums, for every number of coordinates that they are compiled for.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/runge_kutta/lane_kernels.hpp>

#include "catch.hpp"

#include <array>
#include <cmath>
#include <limits>

using namespace nonholo;

namespace {

constexpr int stride = most_lane_coordinates;
constexpr double never = std::numeric_limits<double>::quiet_NaN();  // what stands where nothing is to be read

using Columns = std::array<Pack, std::size_t{stride} * stride>;
using Numbers = std::array<Pack, stride>;

/// The first n of them, in each lane others.
Numbers numbers(int n, double from) {
  Numbers x;
  x.fill(Pack(never));
  for (int i = 0; i < n; ++i)
    for (int lane = 0; lane < Pack::width; ++lane)
      x[static_cast<std::size_t>(i)].set(lane, std::sin(from + i + 5 * lane));
  return x;
}

/// Of n rows; symmetric and positive definite where it has as many columns.
Columns matrix(int n, int columns) {
  Columns A;
  A.fill(Pack(never));
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < n; ++i)
      for (int lane = 0; lane < Pack::width; ++lane)
        A[static_cast<std::size_t>(i + stride * j)].set(lane, std::cos(i + j + lane) + (i == j ? n : 0));
  return A;
}

double entry(const Columns& A, int i, int j, int lane) { return A[static_cast<std::size_t>(i + stride * j)][lane]; }

double product(const Columns& A, const Numbers& x, int n, int i, int lane) {
  double sum = 0;
  for (int k = 0; k < n; ++k) sum += entry(A, i, k, lane) * x[static_cast<std::size_t>(k)][lane];
  return sum;
}

/// of(i, lane), and nothing behind.
template <class F> void check(const Numbers& y, int n, const F& of) {
  for (int i = 0; i < stride; ++i)
    for (int lane = 0; lane < Pack::width; ++lane) {
      CAPTURE(n, i, lane);
      const double found = y[static_cast<std::size_t>(i)][lane];
      if (i < n) CHECK(found == Approx(of(i, lane)).epsilon(1e-13).margin(1e-13));
      else CHECK(std::isnan(found));
    }
}

}  // namespace

TEST_CASE("Products with a matrix are made and taken off, however many coordinates there are") {
  for (int n = 1; n <= stride; ++n) {
    const LaneKernels& of = lane_kernels(n);
    const Columns A = matrix(n, n);
    const Numbers x = numbers(n, 0.3), before = numbers(n, 2);
    Numbers y = numbers(0, 0);
    of.multiply(A.data(), x.data(), y.data());
    check(y, n, [&](int i, int lane) { return product(A, x, n, i, lane); });
    y = before;
    of.subtract_product(A.data(), x.data(), y.data());
    check(y, n, [&](int i, int lane) { return before[static_cast<std::size_t>(i)][lane] - product(A, x, n, i, lane); });
    y = before;
    of.add(-1.5, x.data(), y.data());
    check(y, n, [&](int i, int lane) {
      return before[static_cast<std::size_t>(i)][lane] - 1.5 * x[static_cast<std::size_t>(i)][lane];
    });
  }
}

TEST_CASE("Numbers of some lanes are weighed and added to a sum") {
  for (int n = 1; n <= stride; ++n)
    for (int lanes = 1; lanes <= Pack::width; ++lanes) {
      CAPTURE(n, lanes);
      const Columns G = matrix(n, lanes);
      const Numbers y = numbers(n, 0.3);
      Pack sum(7);
      lane_kernels(n).weigh(G.data(), y.data(), lanes, sum);
      for (int lane = 0; lane < Pack::width; ++lane) {
        double expected = 7;
        for (int l = 0; l < lanes; ++l)
          for (int k = 0; k < n; ++k) expected += entry(G, k, l, lane) * y[static_cast<std::size_t>(k)][l];
        CHECK(sum[lane] == Approx(expected).epsilon(1e-13));
      }
    }
}

TEST_CASE("Masses are inverted into columns further stride, and one that is not positive definite is told") {
  for (int n = 1; n <= stride; ++n) {
    const Columns A = matrix(n, n);
    Columns M, inverse;
    inverse.fill(Pack(never));
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) M[static_cast<std::size_t>(i + n * j)] = A[static_cast<std::size_t>(i + stride * j)];
    REQUIRE(lane_kernels(n).invert(M.data(), inverse.data()));
    Numbers one = numbers(0, 0);
    for (int j = 0; j < n; ++j) {
      lane_kernels(n).multiply(inverse.data(), &A[static_cast<std::size_t>(stride) * j], one.data());
      check(one, n, [&](int i, int) { return i == j ? 1.0 : 0.0; });
    }
    M[static_cast<std::size_t>(n * n - 1)].set(2, -1);
    CHECK_FALSE(lane_kernels(n).invert(M.data(), inverse.data()));
  }
}
