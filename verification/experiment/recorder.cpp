// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/recorder.hpp>

#include <nonholo/verification/experiment/archives.hpp>

#include <algorithm>
#include <cmath>

namespace nonholo {

namespace {

constexpr double unknown_first_step = 1e-8;  // of the span
constexpr double round_off = 1e-9;           // t0 + N h need not be t_end

bool contains(const std::vector<std::string>& labels, const std::string& label) {
  return std::ranges::find(labels, label) != labels.end();
}

/// Columns where x is t, whose range is known before the run; a path else.
std::variant<ColumnThinner, PathThinner> thinner_for(const Figure& figure, const Series& x, const DrawnSpan& span) {
  if (x.kind != SeriesKind::time)
    return PathThinner({figure.x.log, figure.x.range}, {figure.y.log, figure.y.range}, figure.style != Style::points);
  double from = span.t0, to = span.t_end;
  if (figure.x.log && !(from > 0)) {
    const double h = span.first > 0 ? span.first : unknown_first_step * (to - from);
    from = std::max(from + h * (std::floor(-from / h + round_off) + 1), round_off * h);  // the first step beyond 0
  }
  if (figure.x.range) {
    from = std::max(from, figure.x.range->first);
    to = std::min(to, figure.x.range->second);
  }
  return ColumnThinner(from, to + round_off * (to - from), figure.x.log);
}

/// What the curve is called in the key: the run, the series, or both, whatever tells it from the others.
std::string key_label(const FigureSpec& spec, const RunSpec& run, const Series& y) {
  const std::string series = axis_label(y, spec.figure.as);
  if (spec.y.size() == 1) return run.label;
  return spec.runs.size() == 1 ? series : run.label + ": " + series;
}

}  // namespace

Recorder::Recorder(const Experiment& experiment, const RunSpec& run, const DrawnSpan& span, bool figures)
    : run_(run.label),
      span_(span),
      reductions_(experiment.reductions.size()) {
  for (std::size_t i = 0; i < reductions_; ++i)
    if (contains(experiment.reductions[i].runs, run.label))
      sums_.push_back({&experiment.reductions[i], i, experiment.reductions[i].empty_sums()});
  if (!figures) return;
  follow_figures(experiment, run);
  follow_motion(experiment, run);
}

void Recorder::follow_figures(const Experiment& experiment, const RunSpec& run) {
  for (std::size_t i = 0; i < experiment.figures.size(); ++i) {
    const FigureSpec& spec = experiment.figures[i];
    if (!spec.over_steps() || !contains(spec.runs, run.label)) continue;
    for (const Series& y : spec.y)
      if (y.kind != SeriesKind::reduction)
        tracks_.push_back({i, *spec.x, y, &spec.figure, key_label(spec, run, y),
                           thinner_for(spec.figure, *spec.x, span_), AxisSlope(spec.figure.x.log, spec.figure.y.log),
                           spec.section});
  }
}

void Recorder::follow_motion(const Experiment& experiment, const RunSpec& run) {
  if (!experiment.motion || !contains(experiment.motion->runs, run.label)) return;
  const auto index = [&experiment](std::string_view name) {
    const auto& names = experiment.coordinates;
    return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
  };
  const PlanarBody& body = experiment.motion->body;
  motion_ = Frames{.wanted = experiment.motion->frames,
                   .x = index(body.x),
                   .y = index(body.y),
                   .heading = index(body.heading),
                   .run = {.label = run.label},
                   .exact = {.label = "exact"}};
  if (!body.spin.empty()) motion_->spin = index(body.spin);
  ghost_ = experiment.motion->runs.front() == run.label;
}

bool Recorder::needs_steps() const {
  return motion_ || std::ranges::any_of(tracks_, [](const Track& each) { return !each.section; }) ||
         std::ranges::any_of(sums_, [](const Sums& each) { return !each.spec->section; });
}

bool Recorder::needs(bool (*asked)(SeriesKind)) const {
  return std::ranges::any_of(sums_, [asked](const Sums& each) { return asked(each.spec->series.kind); }) ||
         std::ranges::any_of(tracks_,
                             [asked](const Track& track) { return asked(track.x.kind) || asked(track.y.kind); });
}
bool Recorder::needs_state() const {
  return motion_ ||
         needs([](SeriesKind kind) { return kind == SeriesKind::coordinate || kind == SeriesKind::velocity; });
}
bool Recorder::needs_energy() const {
  return needs([](SeriesKind kind) { return kind == SeriesKind::energy; });
}
bool Recorder::needs_multipliers() const {
  return needs([](SeriesKind kind) { return kind == SeriesKind::multiplier; });
}
bool Recorder::needs_constraint_rows() const {
  return needs([](SeriesKind kind) { return kind == SeriesKind::constraint; });
}
bool Recorder::needs_midstep_rows() const {
  return needs([](SeriesKind kind) { return kind == SeriesKind::midstep_constraint; });
}
bool Recorder::needs_expressions() const {
  return needs([](SeriesKind kind) { return kind == SeriesKind::expression; });
}
bool Recorder::needs_solution() const {
  return ghost_ || needs([](SeriesKind kind) { return Series{.kind = kind}.of_solution(); });
}

void Recorder::add(const Reading& reading) {
  for (Track& track : tracks_)
    if (!track.section) add(track, reading);
  add_to_sums(reading, std::nullopt);
  if (motion_) add(*motion_, reading);
}

void Recorder::add_located(std::size_t located, const Reading& reading) {
  for (Track& track : tracks_)
    if (track.section == located) add(track, reading);
  add_to_sums(reading, located);
}

void Recorder::add_to_sums(const Reading& reading, std::optional<std::size_t> section) {
  for (Sums& each : sums_) {
    if (each.spec->over_members || each.spec->section != section) continue;
    const double x = value(each.spec->series, each.spec->measure, reading);
    each.sums.add(reading.t, x);
    if (each.spec->is_slope()) each.means.add(reading.t, x);
  }
}

void Recorder::add(Track& track, const Reading& reading) {
  const double x = value(track.x, Measure::signed_value, reading), y = value(track.y, track.drawn->as, reading);
  ++track.points;
  if ((track.drawn->x.log && x <= 0) || (track.drawn->y.log && y <= 0)) {
    ++track.hidden;
    return;
  }
  std::visit([&](auto& thinner) { thinner.add(x, y); }, track.thinner);
  if (track.drawn->slopes) track.slope.add(x, y);
}

/// The first step at or behind the time of each frame, and the last step.
void Recorder::add(Frames& frames, const Reading& reading) const {
  const double part = span_.t_end > span_.t0 ? (reading.t - span_.t0) / (span_.t_end - span_.t0) : 1;
  const auto frame = static_cast<long>(std::floor(part * static_cast<double>(frames.wanted - 1) + 1e-6));
  if (frame < frames.next) return;
  frames.next = frame + 1;
  frames.add(frames.run, reading.t, reading.q);
  if (reading.error.empty()) return;
  std::vector<double> exact = reading.q;
  for (std::size_t i = 0; i < exact.size(); ++i) exact[i] -= reading.error[i];
  frames.add(frames.exact, reading.t, exact);
}

void Recorder::Frames::add(MotionRun& to, double t, const std::vector<double>& q) const {
  to.t.push_back(t);
  to.x.push_back(q[x]);
  to.y.push_back(q[y]);
  to.heading.push_back(q[heading]);
  if (spin) to.spin.push_back(q[*spin]);
}

void Recorder::archive(Archive& with) {
  for (Track& track : tracks_) with(track.thinner, track.slope, track.points, track.hidden);
  for (Sums& each : sums_) with(each.sums, each.means);
  if (motion_) with(motion_->next, motion_->run, motion_->exact);
}

RecordedRun Recorder::recorded() const {
  RecordedRun all;
  for (const Track& track : tracks_) {
    Curve curve{.run = run_, .label = track.label, .series = track.y.name, .points = track.points};
    for (const Point2& point : std::visit([](const auto& thinner) { return thinner.points(); }, track.thinner)) {
      curve.x.push_back(point.x);
      curve.y.push_back(point.y);
    }
    if (track.drawn->slopes) curve.slope = track.slope.value();
    all.curves.push_back({track.figure, track.x, track.y, std::move(curve), track.hidden});
  }
  all.reduced.assign(reductions_, std::nan(""));
  all.slope_errors.assign(reductions_, std::nan(""));
  for (const Sums& each : sums_) {
    if (!(each.sums.count > 0)) continue;
    all.reduced[each.index] = each.spec->kind->of(each.sums, *each.spec);
    if (each.spec->bins > 0) all.histograms.push_back(histogram_of(*each.spec, each.sums));
    if (const auto drift = drift_of(each.means)) all.slope_errors[each.index] = drift->error;
  }
  if (!motion_) return all;
  all.motion = motion_->run;
  if (!motion_->exact.t.empty()) all.exact = motion_->exact;
  return all;
}

}  // namespace nonholo
