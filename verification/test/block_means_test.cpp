// Drift rates and kinds of growth of series whose nature is known.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/block_means.hpp>

#include <nonholo/framework/base/philox.hpp>

#include "catch.hpp"

#include <cmath>
#include <functional>

using namespace nonholo;

namespace {

constexpr int steps = 100'000;

/// A number of mean 0 that depends on its place alone.
double noise(int i, unsigned seed = 1) { return uniform(seed, static_cast<std::uint64_t>(i), 0); }

BlockMeans means_of(const std::function<double(double t)>& x, int count = steps) {
  BlockMeans means;
  for (int i = 0; i <= count; ++i) means.add(0.1 * i, x(0.1 * i));
  return means;
}

BlockMeans walk_of(unsigned seed) {
  BlockMeans means;
  double x = 0;
  for (int i = 0; i < steps; ++i) means.add(0.1 * i, x += noise(i, seed));
  return means;
}

Growth growth(const BlockMeans& means) { return growth_of(means).value().best; }

}  // namespace

TEST_CASE("block means keep at most 64 blocks, and leave out at most one value in 32", "[block_means]") {
  for (const int count : {1, 63, 64, 65, 1000, steps}) {
    BlockMeans means;
    for (int i = 0; i < count; ++i) means.add(i, 2.0 * i);
    const auto& blocks = means.blocks();
    CHECK(blocks.size() <= 64);
    const double length = blocks.size() > 1 ? blocks[1].t - blocks[0].t : 1;
    CHECK(length * static_cast<double>(blocks.size()) > count * 31.0 / 32);
    for (const auto& each : blocks) CHECK(each.x == Approx(2 * each.t).epsilon(1e-15));
  }
}

TEST_CASE("the drift rate of a line with noise is right within a few of its standard errors", "[block_means]") {
  int outside = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    int i = 0;
    const BlockMeans means = means_of([&](double t) { return 3e-5 * t + noise(i++, seed); }, 5000);
    const Drift drift = drift_of(means).value();
    // Values of variance 1/3 in [-1, 1]: sigma / sqrt(sum of (t - mean)^2).
    CHECK(drift.error == Approx(std::sqrt(1 / 3.0) / (500 * std::sqrt(5000 / 12.0))).epsilon(0.5));
    outside += std::abs(drift.rate - 3e-5) > 2 * drift.error;
  }
  CHECK(outside >= 1);  // of 200 numbers some 5 % are farther off than two standard errors
  CHECK(outside <= 25);
}

TEST_CASE("a drift rate needs three blocks and finite values", "[block_means]") {
  BlockMeans means;
  means.add(0, 1);
  means.add(1, 2);
  CHECK_FALSE(drift_of(means));
  means.add(2, 3);
  CHECK(drift_of(means)->rate == 1);
  CHECK(drift_of(means)->error == 0);
  means.add(3, std::nan(""));
  CHECK_FALSE(drift_of(means));
  CHECK_FALSE(growth_of(means));
}

TEST_CASE("growth is told by its kind", "[block_means]") {
  CHECK(growth(means_of([](double) { return 0.0; })) == Growth::bounded);
  for (const double w : {0.002, 0.03, 0.5, 1.0, 1.9, 1.99, 2.0, 2.01, 2.05, 7.0})
    CHECK(growth(means_of([w](double t) { return std::sin(w * t); })) == Growth::bounded);
  CHECK(growth(means_of([](double t) { return std::sin(t) + 1e-5 * t; })) == Growth::linear);
  CHECK(growth(means_of([](double t) { return std::sin(t) + 1e-8 * t * t; })) == Growth::quadratic);
  CHECK(growth(means_of([](double t) { return std::sin(t) + 1e-4 * std::exp(1e-3 * t); })) == Growth::exponential);
  for (const double foldings : {0.1, 0.5, 2.0, 10.0})
    CHECK(growth(means_of([foldings](double t) { return std::exp(foldings * 1e-4 * t) - 1; })) == Growth::exponential);
}

TEST_CASE("most noisy series and random walks are told as such", "[block_means]") {
  int walks = 0, bounded = 0, lines = 0;
  for (unsigned seed = 0; seed < 50; ++seed) {
    int i = 0, j = 0;
    walks += growth(walk_of(seed)) == Growth::random_walk;
    bounded += growth(means_of([&](double) { return 2 + noise(i++, seed); }, 5000)) == Growth::bounded;
    lines += growth(means_of([&](double t) { return noise(j++, seed) - 1e-2 * t; }, 5000)) == Growth::linear;
  }
  CHECK(walks >= 45);  // a number too many is taken for noise in 4 % of all cases: chi^2 > log 62
  CHECK(bounded >= 40);
  CHECK(lines >= 45);
}

TEST_CASE("evidence is 0 for the best kind and positive for the others", "[block_means]") {
  const GrowthEvidence all = growth_of(means_of([](double t) { return std::sin(t) + 1e-5 * t; })).value();
  CHECK(all.criteria[static_cast<std::size_t>(all.best)] == 0);
  for (std::size_t k = 0; k < all.criteria.size(); ++k)
    if (k != static_cast<std::size_t>(all.best)) CHECK(all.criteria[k] > 0);
}

TEST_CASE("a series taken up again has the same block means", "[block_means]") {
  BlockMeans whole, first;
  for (int i = 0; i < 777; ++i) whole.add(i, noise(i));
  for (int i = 0; i < 300; ++i) first.add(i, noise(i));
  Archive out;
  out(first);
  Archive in(out.bytes());
  BlockMeans second;
  in(second);
  CHECK(in.complete());
  for (int i = 300; i < 777; ++i) second.add(i, noise(i));
  CHECK(drift_of(second)->rate == drift_of(whole)->rate);
  CHECK(growth_of(second)->criteria == growth_of(whole)->criteria);
}
