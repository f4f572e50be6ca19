// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/value_counts.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace nonholo {

namespace {

constexpr int digits_left = 10;                                                 // of 52, behind the leading 1
constexpr int dropped = std::numeric_limits<double>::digits - 1 - digits_left;  // 42
constexpr std::int64_t sign = std::numeric_limits<std::int64_t>::min(), half = std::int64_t{1} << (dropped - 1);

/// Whole numbers in the order of the numbers whose bits they are; its own inverse.
std::int64_t ordered(std::int64_t bits) { return bits >= 0 ? bits : sign - bits; }

std::int64_t bin_of(double x) { return ordered(std::bit_cast<std::int64_t>(x + 0.0)) >> dropped; }  // -0 is 0

/// Its middle; of the bin of 0 and of what is smaller than any number with all digits, 0.
double middle(std::int64_t bin) {
  const double x = std::bit_cast<double>(ordered((bin << dropped) + half));
  return std::abs(x) < std::numeric_limits<double>::min() ? 0 : x;
}

}  // namespace

void ValueCounts::add(double x) {
  if (std::isnan(x)) ++undefined_;
  else ++bins_[bin_of(x)];
}

void ValueCounts::merge(const ValueCounts& other) {
  for (const auto& [bin, count] : other.bins_) bins_[bin] += count;
  undefined_ += other.undefined_;
}

double ValueCounts::quantile(double level) const {
  if (bins_.empty() || undefined_ > 0) return std::nan("");
  double all = 0, below = 0;
  for (const auto& [bin, count] : bins_) all += count;
  for (const auto& [bin, count] : bins_)
    if ((below += count) >= level * all) return middle(bin);
  return middle(bins_.rbegin()->first);
}

std::vector<double> ValueCounts::histogram(double from, double to, long parts) const {
  std::vector<double> all(static_cast<std::size_t>(parts), 0.0);
  // Values are known to 2^-11 of themselves: narrower bins tell nothing.
  const double width = (to - from) / static_cast<double>(parts), size = std::max(std::abs(from), std::abs(to));
  if (to > from && width * 2048 < size) return std::vector<double>(all.size(), std::nan(""));
  for (const auto& [bin, count] : bins_) {
    const double at = to > from ? (middle(bin) - from) / (to - from) * static_cast<double>(parts) : 0;
    all[static_cast<std::size_t>(std::clamp(at, 0.0, static_cast<double>(parts - 1)))] += count;
  }
  return all;
}

}  // namespace nonholo
