// How many values of a series lie where, in memory that does not grow with their number: for quantiles and histograms.
// Bins are a fixed part of their own size, as in DDSketch (Masson, Rim & Lee 2019); here the leading digits of a number
// are its bin. The sums of two counts are the counts of both series, in any order.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/output/archive.hpp>

#include <cstdint>
#include <map>
#include <vector>

namespace nonholo {

class ValueCounts {
 public:
  void add(double x);
  void merge(const ValueCounts& other);
  void archive(Archive& with) { with(bins_, undefined_); }
  bool all_are_numbers() const { return undefined_ == 0; }

  /// The least x such that this part of the values is at most x, right to 2^-11 of itself; NaN without values, or where
  /// one of them is NaN. @param level from 0 to 1
  double quantile(double level) const;
  /// How many values lie in each of so many equal parts of [from, to], both finite. What lies within 2^-11 of an edge,
  /// in relative terms, may count on either side of the edge. NaN where a part is narrower than 2^-11 of its values.
  std::vector<double> histogram(double from, double to, long parts) const;

 private:
  std::map<std::int64_t, double> bins_;  // exact up to 2^53 values
  double undefined_ = 0;                 // number of values that are NaN
};

}  // namespace nonholo
