// What an experiment file makes of a series over the steps of a run, or over the states of a section: [[reduce]].
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/catalogue.hpp>
#include <nonholo/verification/experiment/series.hpp>
#include <nonholo/verification/experiment/value_counts.hpp>
#include <nonholo/verification/output/archive.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nonholo {

/// Sums over the values x of a series and their times t, in constant memory. Means and squares about them are updated
/// value by value (Welford 1962), which cancels nothing.
struct SeriesSums {
  double count = 0, mean = 0, squares = 0;  ///< squares: the sum of (x - mean)^2
  double mean_time = 0, time_squares = 0, products = 0;
  double least = 0, most = 0;
  std::optional<ValueCounts> counts = {};  ///< of reductions that need them

  void add(double t, double x);
  /// The sums over both (Chan, Golub & LeVeque 1983).
  void merge(const SeriesSums& other);
  void archive(Archive& with) { with(count, mean, squares, mean_time, time_squares, products, least, most, counts); }
};

struct ReductionSpec;

struct ReductionKind {
  std::string_view name, meaning;
  double (*of)(const SeriesSums& sums, const ReductionSpec& spec);
  bool counts = false;  ///< it needs SeriesSums::counts
};
/// "mean", "mean_square", "variance", "minimum", "maximum", "slope", "quantile", "histogram".
const Catalogue<ReductionKind>& reduction_kinds();

struct ReductionSpec {
  std::string name;
  Series series;
  Measure measure = Measure::signed_value;
  const ReductionKind* kind = nullptr;
  bool over_members = false;           ///< of an ensemble, at each of its sample times; else over time
  std::optional<std::size_t> section;  ///< its place in Experiment::located; over all steps without
  std::vector<std::string> runs;       ///< labels
  double level = 0.5;                  ///< of a quantile
  long bins = 0;                       ///< of a histogram; 0 of others

  bool is_slope() const { return kind->name == "slope"; }
  SeriesSums empty_sums() const {
    return {.counts = kind->counts ? std::optional<ValueCounts>(std::in_place) : std::nullopt};
  }
};

/// How many values lie in each of equal parts of their range.
struct RecordedHistogram {
  std::string name;
  double from = 0, to = 0;
  std::vector<double> counts;
};
/// Without counts where a value is not finite.
RecordedHistogram histogram_of(const ReductionSpec& spec, const SeriesSums& sums);

}  // namespace nonholo
