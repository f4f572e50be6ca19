// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/figures.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/verification/experiment/reasons.hpp>
#include <nonholo/verification/experiment/run_number.hpp>
#include <nonholo/verification/experiment/sweep.hpp>
#include <nonholo/verification/figure/slope.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nonholo {

namespace {

const std::string left_out = "left out by --quick", not_positive = "not positive: no logarithm";
constexpr double plateau = 1e4;  // times epsilon: errors below are round-off, no part of an order

const RunResult* result_of(const ExperimentResult& result, const std::string& label) {
  const auto found = std::ranges::find(result.runs, label, &RunResult::label);
  return found == result.runs.end() ? nullptr : &*found;
}

std::string ended_early(const RunResult& run) {
  return fmt::format("the run ended early: {}", name(run.summary.outcome));
}

// ---- over steps ----

/// Why there is nothing of a series.
std::string why_empty(const Series& series, const RunResult& run) {
  if (series.kind == SeriesKind::energy_error) return reason(quantities().at("max_energy_error"), run);
  if (!series.of_solution()) return "";
  return run.no_reference.empty() ? run.no_solution : run.no_reference;
}

std::string why(const RecordedCurve& recorded, const RunResult& run) {
  const bool drawn = std::ranges::any_of(recorded.curve.y, [](double y) { return std::isfinite(y); });
  const bool whole = is_success(run.summary.outcome);
  if (drawn && !whole) return ended_early(run);
  if (drawn) {  // an error is zero at the start, and may be so at others
    const long all = recorded.curve.points;
    return 10 * recorded.hidden > all ? fmt::format("{} of {} points are not positive", recorded.hidden, all) : "";
  }
  if (recorded.hidden > 0) return not_positive;
  for (const Series* series : {&recorded.y, &recorded.x})
    if (std::string known = why_empty(*series, run); !known.empty()) return known;
  return "not finite";
}

/// A histogram: over each of its parts a level line, and down to 0 at its ends.
Curve stairs(const RecordedHistogram& histogram, const std::string& label) {
  Curve curve{.run = label, .label = label, .series = histogram.name};
  const double width = (histogram.to - histogram.from) / static_cast<double>(histogram.counts.size());
  const auto add = [&](std::size_t edge, double count) {
    curve.x.push_back(histogram.from + width * static_cast<double>(edge));
    curve.y.push_back(count);
  };
  add(0, 0);
  for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
    add(i, histogram.counts[i]);
    add(i + 1, histogram.counts[i]);
  }
  add(histogram.counts.size(), 0);
  curve.points = static_cast<long>(curve.x.size());
  return curve;
}

std::vector<Curve> curves_over_steps(const ExperimentResult& result, std::size_t figure) {
  const FigureSpec& spec = result.experiment->figures[figure];
  std::vector<Curve> curves;
  for (const std::string& label : spec.runs) {
    const RunResult* run = result_of(result, label);
    if (!run) {
      for (const Series& y : spec.y)
        curves.push_back({.run = label, .label = label, .series = y.name, .reason = left_out});
      continue;
    }
    if (spec.x->kind == SeriesKind::reduction) {
      const auto known = std::ranges::find(run->recorded.histograms, spec.x->name, &RecordedHistogram::name);
      if (known == run->recorded.histograms.end() || known->counts.empty())
        curves.push_back({.run = label,
                          .label = label,
                          .series = "count",
                          .reason = "it has no values, or some that are not finite"});
      else curves.push_back(stairs(*known, label));
    }
    for (const RecordedReduction& reduced : run->recorded.members)
      for (const Series& y : spec.y)
        if (y.kind == SeriesKind::reduction && y.name == reduced.name)
          curves.push_back({.run = label,
                            .label = spec.y.size() == 1 ? label : label + ": " + y.name,
                            .series = y.name,
                            .x = reduced.t,
                            .y = reduced.value,
                            .points = static_cast<long>(reduced.t.size())});
    for (const RecordedCurve& recorded : run->recorded.curves)
      if (recorded.figure == figure) {
        Curve curve = recorded.curve;
        curve.reason = why(recorded, *run);
        curves.push_back(std::move(curve));
      }
  }
  return curves;
}

// ---- over runs ----

/// The runs of the figure, those in one sweep that make a curve. Where x is a quantity, that of step sizes, or of
/// tolerances.
struct FigureRuns {
  std::vector<RunSpec> runs;
  std::vector<Sweep> sweeps;
};

std::vector<FigureRuns> runs_of(const Experiment& experiment, const FigureSpec& spec) {
  std::vector<FigureRuns> parts(2);
  for (const RunSpec& run : experiment.runs)
    if (std::ranges::find(spec.runs, run.label) != spec.runs.end())
      parts[spec.over.is_option || run.h ? 0 : 1].runs.push_back(run);
  parts[0].sweeps = sweeps(parts[0].runs, spec.over.is_option ? spec.over.name : "h");
  parts[1].sweeps = sweeps(parts[1].runs, "rtol");
  return parts;
}

/// One curve over the runs of a sweep.
class SweptCurve {
 public:
  SweptCurve(const ExperimentResult& result, const FigureSpec& spec, const RunNumber& y)
      : result_(result),
        spec_(spec),
        y_(y),
        slope_(spec.figure.x.log, spec.figure.y.log) {}

  Curve over(const std::vector<RunSpec>& runs, const Sweep& sweep, bool one_sweep) {
    Curve curve{.run = sweep.label, .label = sweep.label, .series = y_.name};
    if (spec_.of.size() > 1)
      curve.label =
          one_sweep ? axis_label(y_, *result_.experiment) : sweep.label + ": " + axis_label(y_, *result_.experiment);
    for (const std::size_t i : sweep.runs) add(runs[i], curve);
    std::ranges::sort(points_);
    for (const auto& [x, y] : points_) {
      curve.x.push_back(x);
      curve.y.push_back(y);
    }
    curve.points = static_cast<long>(points_.size());
    if (spec_.figure.slopes) curve.slope = slope_.value();
    return curve;
  }

 private:
  void add(const RunSpec& given, Curve& curve) {
    const auto missing = [&](const std::string& reason) {
      if (curve.reason.empty()) curve.reason = given.label + ": " + reason;
    };
    const RunResult* run = result_of(result_, given.label);
    if (!run) return missing(left_out);
    if (!is_success(run->summary.outcome)) return missing(ended_early(*run));
    const auto number = [&](const RunNumber& each) { return value(each, *result_.experiment, given, *run); };
    const double x = number(spec_.over), signed_y = number(y_);
    const double y = absolute(spec_.figure.as) ? std::abs(signed_y) : signed_y;
    for (const RunNumber* each : {&spec_.over, &y_})
      if (!each->is_option && std::isnan(number(*each))) return missing(reason(each->quantity, *run));
    if ((spec_.figure.x.log && x <= 0) || (spec_.figure.y.log && y <= 0)) return missing(not_positive);
    points_.emplace_back(x, y);
    const bool order = spec_.figure.x.log && spec_.figure.y.log;
    if (!order || y > plateau * epsilon_of(run->precision)) slope_.add(x, y);
  }

  static double epsilon_of(Precision precision) {
    return with_precision(precision, []<class Real>() { return static_cast<double>(epsilon<Real>); });
  }

  const ExperimentResult& result_;
  const FigureSpec& spec_;
  const RunNumber& y_;
  AxisSlope slope_;
  std::vector<std::pair<double, double>> points_;
};

std::vector<Curve> curves_over_runs(const ExperimentResult& result, const FigureSpec& spec) {
  const std::vector<FigureRuns> parts = runs_of(*result.experiment, spec);
  const bool one_sweep = parts[0].sweeps.size() + parts[1].sweeps.size() == 1;
  std::vector<Curve> curves;
  for (const FigureRuns& part : parts)
    for (const Sweep& sweep : part.sweeps)
      for (const RunNumber& y : spec.of)
        curves.push_back(SweptCurve(result, spec, y).over(part.runs, sweep, one_sweep));
  return curves;
}

/// Where a run is to end, to single precision: steps add up to round-off.
double end_of(const RunSpec& run) {
  const double end = run.steps && run.h ? run.problem.t0.value() + static_cast<double>(*run.steps) * run.h->value()
                                        : *run.problem.end_time<double>();
  return static_cast<double>(static_cast<float>(end));
}

/// Whether both are runs of one motion: of one system, from one start towards one end.
bool is_one_motion(const Experiment& experiment, const MotionRun& one, const MotionRun& other) {
  const auto known = [&experiment](const MotionRun& run) {
    const auto spec = std::ranges::find(experiment.runs, run.label, &RunSpec::label);
    std::vector<double> numbers;
    if (spec == experiment.runs.end() || run.t.empty()) return numbers;
    const Start<double> start = spec->problem.start<double>();
    numbers = {spec->problem.t0.value(), end_of(*spec)};
    for (const auto& [name, number] : spec->parameters) numbers.push_back(number.value());
    numbers.insert(numbers.end(), start.q.begin(), start.q.end());
    numbers.insert(numbers.end(), start.v.begin(), start.v.end());
    return numbers;
  };
  return known(one) == known(other);
}

std::optional<Motion> motion_of(const ExperimentResult& result) {
  const std::optional<MotionSpec>& spec = result.experiment->motion;
  if (!spec) return std::nullopt;
  Motion motion{.title = spec->title, .body = spec->body};
  bool one = true;  // motion
  for (const RunResult& run : result.runs)
    if (run.recorded.motion) {
      motion.runs.push_back(*run.recorded.motion);
      one = one && is_one_motion(*result.experiment, motion.runs.front(), motion.runs.back());
      const std::optional<MotionRun>& exact = run.recorded.exact;  // at the steps of that run: the more the better
      if (!exact || (motion.exact && motion.exact->t.size() >= exact->t.size())) continue;
      motion.exact = exact;
      motion.exact->label = run.no_solution.empty() ? "exact" : "reference";
    }
  if (!one) motion.exact.reset();
  return motion;
}

}  // namespace

FigureDocument figures_of(const ExperimentResult& result) {
  FigureDocument document{.experiment = result.experiment->name, .figures = {}, .motion = motion_of(result)};
  for (std::size_t i = 0; i < result.experiment->figures.size(); ++i) {
    const FigureSpec& spec = result.experiment->figures[i];
    Figure& figure = document.figures.emplace_back(spec.figure);
    figure.curves = spec.over_steps() ? curves_over_steps(result, i) : curves_over_runs(result, spec);
  }
  return document;
}

}  // namespace nonholo
