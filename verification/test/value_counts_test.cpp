// Quantiles and histograms of series that are counted as they come.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/value_counts.hpp>

#include <nonholo/framework/base/philox.hpp>

#include "catch.hpp"

#include <algorithm>
#include <cmath>

using namespace nonholo;

namespace {

/// Of both signs, of sizes from 1e-6 to 1.
std::vector<double> many_values() {
  std::vector<double> all;
  for (std::uint64_t i = 0; i < 10'000; ++i)
    all.push_back((uniform(3, i, 0) < 0 ? -1 : 1) * std::pow(10, 3 * uniform(3, i, 1) - 3));
  return all;
}

ValueCounts counts_of(const std::vector<double>& values) {
  ValueCounts counts;
  for (const double x : values) counts.add(x);
  return counts;
}

}  // namespace

TEST_CASE("quantiles are right to the last of eleven bits", "[value_counts]") {
  std::vector<double> values = many_values();
  const ValueCounts counts = counts_of(values);
  std::ranges::sort(values);
  for (const double level : {0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 1.0}) {
    const double exact = values[static_cast<std::size_t>(std::ceil(level * 10'000)) - 1];
    CHECK(std::abs(counts.quantile(level) - exact) <= std::abs(exact) / 2048);
  }
}

TEST_CASE("zeros of both signs are one value, and NaN leaves no quantile", "[value_counts]") {
  ValueCounts counts = counts_of({0.0, -0.0, 0.0, 5});
  CHECK(counts.quantile(0.5) == 0);
  CHECK(counts.quantile(1) == Approx(5).epsilon(1.0 / 2048));
  counts.add(std::nan(""));
  CHECK(std::isnan(counts.quantile(0.5)));
  CHECK(std::isnan(ValueCounts().quantile(0.5)));
}

TEST_CASE("counts of parts add up to those of the whole, in any order", "[value_counts]") {
  const std::vector<double> values = many_values();
  ValueCounts odd, even;
  for (std::size_t i = 0; i < values.size(); ++i) (i % 2 ? odd : even).add(values[i]);
  ValueCounts one = odd, other = even;
  one.merge(even);
  other.merge(odd);
  const ValueCounts whole = counts_of(values);
  for (const double level : {0.1, 0.5, 0.9}) {
    CHECK(one.quantile(level) == whole.quantile(level));
    CHECK(other.quantile(level) == whole.quantile(level));
  }
}

TEST_CASE("a histogram has every value in one of its parts", "[value_counts]") {
  CHECK(counts_of({1, 1.5, 2.5, 3.5, 3.6, 5}).histogram(1, 5, 4) == std::vector<double>{2, 1, 2, 1});
  CHECK(counts_of({2, 2, 2}).histogram(2, 2, 3) == std::vector<double>{3, 0, 0});
}
