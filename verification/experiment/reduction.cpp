// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/reduction.hpp>

#include <algorithm>
#include <cmath>

namespace nonholo {

void SeriesSums::add(double t, double x) {
  if (counts) counts->add(x);
  if (count == 0) least = most = x;
  ++count;
  const double off = x - mean, off_time = t - mean_time;
  mean += off / count;
  mean_time += off_time / count;
  squares += off * (x - mean);
  time_squares += off_time * (t - mean_time);
  products += off_time * (x - mean);
  // NaN stays: a run that leaves the numbers must not look good.
  if (!(x >= least)) least = x;
  if (!(x <= most)) most = x;
}

void SeriesSums::merge(const SeriesSums& other) {
  if (other.count == 0) return;
  if (count == 0) {
    *this = other;
    return;
  }
  if (counts && other.counts) counts->merge(*other.counts);
  const double all = count + other.count, part = other.count / all;
  const double off = other.mean - mean, off_time = other.mean_time - mean_time;
  mean += off * part;
  mean_time += off_time * part;
  squares += other.squares + off * off * count * part;
  time_squares += other.time_squares + off_time * off_time * count * part;
  products += other.products + off * off_time * count * part;
  count = all;
  if (!(other.least >= least)) least = other.least;
  if (!(other.most <= most)) most = other.most;
}

const Catalogue<ReductionKind>& reduction_kinds() {
  // clang-format off
  static const Catalogue<ReductionKind> kinds("reduction", {
      {"mean", "the mean", [](const SeriesSums& x, const ReductionSpec&) { return x.mean; }},
      {"mean_square", "the mean of the squares",
       [](const SeriesSums& x, const ReductionSpec&) { return x.mean * x.mean + x.squares / x.count; }},
      {"variance", "the mean of the squared distances from the mean",
       [](const SeriesSums& x, const ReductionSpec&) { return x.squares / x.count; }},
      {"minimum", "the least value", [](const SeriesSums& x, const ReductionSpec&) { return x.least; }},
      {"maximum", "the largest value", [](const SeriesSums& x, const ReductionSpec&) { return x.most; }},
      {"slope", "the least-squares slope over t",
       [](const SeriesSums& x, const ReductionSpec&) { return x.products / x.time_squares; }},
      {"quantile", "the least value that a part `level` of the values does not exceed, right to 2^-11 of itself",
       [](const SeriesSums& x, const ReductionSpec& spec) {
         if (spec.level == 0 || spec.level == 1) return spec.level == 0 ? x.least : x.most;
         return std::clamp(x.counts->quantile(spec.level), x.least, x.most);
       },
       true},
      {"histogram", "the number of values, and how many lie in each of `bins` equal parts of their range",
       [](const SeriesSums& x, const ReductionSpec&) {
         return x.counts->all_are_numbers() && std::isfinite(x.most - x.least) ? x.count : std::nan("");
       },
       true},
  });
  // clang-format on
  return kinds;
}

RecordedHistogram histogram_of(const ReductionSpec& spec, const SeriesSums& sums) {
  if (!sums.counts->all_are_numbers() || !std::isfinite(sums.most - sums.least))
    return {.name = spec.name, .counts = {}};
  return {spec.name, sums.least, sums.most, sums.counts->histogram(sums.least, sums.most, spec.bins)};
}

}  // namespace nonholo
