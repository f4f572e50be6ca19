// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/ensemble_run.hpp>

#include <nonholo/framework/base/number.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/verification/experiment/archives.hpp>
#include <nonholo/verification/experiment/between_steps.hpp>
#include <nonholo/verification/experiment/cpu_time.hpp>
#include <nonholo/verification/experiment/run_span.hpp>
#include <nonholo/verification/experiment/state_reader.hpp>
#include <nonholo/verification/experiment/sum_tree.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace nonholo {

namespace {

/// The largest of both, NaN where one is.
void take_larger(double& most, double x) {
  if (!(x <= most) && !std::isnan(most)) most = x;
}
void take_larger(std::optional<double>& most, const std::optional<double>& x) {
  if (!most) most = x;
  else if (x) take_larger(*most, *x);
}
void take_larger(std::vector<double>& most, const std::vector<double>& x) {
  if (most.empty()) most = x;
  for (std::size_t i = 0; i < std::min(most.size(), x.size()); ++i) take_larger(most[i], x[i]);
}

/// Extremes over members are those of the worst one. A signed error at the end has none.
void take_larger(Extremes& most, const Extremes& x) {
  take_larger(most.max_energy_error, x.max_energy_error);
  take_larger(most.max_constraint_residual, x.max_constraint_residual);
  take_larger(most.max_constraint_residual_scaled, x.max_constraint_residual_scaled);
  take_larger(most.max_position_residual, x.max_position_residual);
  take_larger(most.max_position_residual_scaled, x.max_position_residual_scaled);
  take_larger(most.max_midstep_constraint_residual, x.max_midstep_constraint_residual);
  take_larger(most.max_solution_error, x.max_solution_error);
  take_larger(most.max_component_error, x.max_component_error);
  take_larger(most.max_invariant_error, x.max_invariant_error);
}

/// What is known of the members so far.
struct Members {
  long next = 0;  ///< the member to go on with
  SumTree sums;
  Extremes extremes;
  Summary summary;
  std::vector<long> failed;
  std::string kept = {};  ///< lines of CSV, where they are asked for
  std::string why_first;  ///< why the first one of these failed
  std::vector<RaisedFlag> flags;
  double wall = 0, cpu = 0;

  void archive(Archive& with) { with(next, sums, extremes, summary, failed, kept, why_first, flags, wall, cpu); }
};

template <class Real> class EnsembleRun final : public PreparedRun {
 public:
  EnsembleRun(const Experiment& experiment, const RunSpec& run)
      : PreparedRun(run),
        experiment_(experiment),
        ensemble_(experiment.ensembles[*run.ensemble]),
        system_(spec.problem.system<Real>()),
        integrator_(spec.method.make(system_)),
        span_(time_span<Real>(spec)),
        times_(
            sample_times<Real>(spec, span_.t0, end_of_steps(span_), Real(16 * epsilon<Real> * end_of_steps(span_)))) {
    for (std::size_t i = 0; i < experiment.reductions.size(); ++i) {
      const ReductionSpec& each = experiment.reductions[i];
      if (each.over_members && std::ranges::find(each.runs, spec.label) != each.runs.end()) reductions_.push_back(i);
    }
    start_member(0);  // what it refuses is refused before any run
  }

  void draw(const Experiment&, bool) override {}
  void compare(RunResult&, const RunSurroundings&) const override {}

  RunResult not_begun() const override {
    RunResult result = described();
    result.summary = {.outcome = Outcome::interrupted, .t = result.t0};
    result.failure = result.summary.failure(spec.label);
    return result;
  }

  Executed execute(RunSurroundings around) override {
    Members members;
    if (around.options.resume) take_up(members, around);
    const auto begin = std::chrono::steady_clock::now();
    const double cpu = thread_cpu_seconds(), cpu_before = members.cpu, wall_before = members.wall;
    auto written = begin;
    double reported = 0;
    while (members.next < ensemble_.size && !around.stopped()) {
      if (!run_member(members, around)) break;
      const auto now = std::chrono::steady_clock::now();
      members.cpu = cpu_before + thread_cpu_seconds() - cpu;
      members.wall = wall_before + std::chrono::duration<double>(now - begin).count();
      const double done = static_cast<double>(members.next) / static_cast<double>(ensemble_.size);
      around.progress.done += done - std::exchange(reported, done);
      if (around.file && now - written >= around.options.checkpoint_every) {
        written = now;
        leave(members, around);
      }
    }
    if (members.next < ensemble_.size) {
      if (around.file && members.next > 0) leave(members, around);
      return {.result = not_begun()};
    }
    return finished(members, around);
  }

 private:
  RunResult described() const {
    RunResult result = described_run(spec, span_, system_);
    result.no_solution = result.no_reference = "an ensemble has no end state of its own";
    result.members = ensemble_.size;
    return result;
  }

  AdmissibleStart<Real> start_member(long i) {
    ProblemChoice problem = spec.problem;
    problem.initial = ensemble_.member(i);
    AdmissibleStart<Real> start = checked(problem.start<Real>(), system_, span_.t0);
    integrator_->guess_multipliers(values(start.lambda));
    integrator_->start(span_.t0, values(start.q), values(start.v));
    return start;
  }

  /// False where it was told to stop on the way: nothing of the member is taken then.
  bool run_member(Members& members, const RunSurroundings& around) {
    const long i = members.next;
    SumRow row;
    for (const std::size_t each : reductions_)
      row.insert(row.end(), times_.size(), experiment_.reductions[each].empty_sums());
    std::string kept;
    const Watching what{.exact = false, .span = std::abs(static_cast<double>(span_.t_end - span_.t0))};
    Integrated<Real> done;
    try {
      const AdmissibleStart<Real> start = start_member(i);
      Monitor<Real> monitor(system_, start.lambda, what);
      const Recorder needs(experiment_, spec, {}, false);
      StateReader<Real> reader(system_, needs);
      BetweenSteps<Real> between(
          experiment_, spec, *integrator_, times_, Monitor<Real>(system_, start.lambda, what),
          run_expressions(system_, experiment_.state_names.get(), experiment_.expressions, spec));
      std::size_t at = 0;
      const typename BetweenSteps<Real>::Step step = [&](const Observation<Real>& seen) {
        monitor(seen);
        return true;
      };
      const typename BetweenSteps<Real>::AtPoint point = [&](const auto& here) {
        if (here.located) return;
        take(reader(here.state, here.monitor, here.expressions, false), row, at++);
        if (ensemble_.keep) keep(here.state, i, kept);
      };
      done = integrate(*integrator_, start, span_, [&](const Observation<Real>& seen) {
        return between(seen, step, point) && !(seen.step % 256 == 0 && around.stopped());
      });
      if (done.outcome == Outcome::interrupted && !between.end()) return false;
      if (!between.end()) between.finish(step, point);
      if (between.end()) done.outcome = Outcome::event;  // it counts at the times up to there
      monitor.finish(integrator_->view());
      if (is_success(done.outcome)) take(members, monitor, done);
    } catch (const InputError& error) {  // its start is none
      done.outcome = Outcome::not_started;
      if (members.why_first.empty()) members.why_first = error.what();
    }
    if (is_success(done.outcome)) {
      members.sums.add(std::move(row));
      members.kept += kept;
    } else {
      members.failed.push_back(i);
      if (members.why_first.empty()) members.why_first = done.failure(spec.label);
    }
    ++members.next;
    return true;
  }

  void take(const Reading& reading, SumRow& row, std::size_t at) const {
    for (std::size_t r = 0; r < reductions_.size(); ++r) {
      const ReductionSpec& reduction = experiment_.reductions[reductions_[r]];
      row[r * times_.size() + at].add(reading.t, value(reduction.series, reduction.measure, reading));
    }
  }

  static void keep(const View<Real>& state, long i, std::string& lines) {
    lines += fmt::format("{},{}", i, decimal(state.t));
    for (const auto& part : {state.q, state.v})
      for (const Real& x : part) lines += "," + decimal(x);
    lines += "\n";
  }

  /// Flags are told of the first member that raises each.
  void take(Members& members, const Monitor<Real>& monitor, const Integrated<Real>& done) const {
    take_larger(members.extremes, monitor.extremes());
    Summary& all = members.summary;
    all.steps += done.steps;
    all.rejected += done.rejected;
    all.iterations += done.iterations;
    all.evaluations += done.evaluations;
    all.t = done.t;
    all.h = done.h;
    RunResult one = described();
    one.summary = done;
    one.extremes = monitor.extremes();
    for (RaisedFlag& each : flags_of(one, monitor.signs(), integrator_->traits(), static_cast<double>(epsilon<Real>))) {
      if (std::ranges::find(members.flags, each.flag, &RaisedFlag::flag) != members.flags.end()) continue;
      each.text = fmt::format("member {}: {}", members.next, each.text);
      members.flags.push_back(std::move(each));
    }
  }

  Executed finished(Members& members, const RunSurroundings& around) const {
    Executed all{.result = described()};
    RunResult& result = all.result;
    result.summary = members.summary;
    result.extremes = members.extremes;
    result.failed_members = members.failed;
    result.flags = members.flags;
    result.wall_seconds = members.wall;
    result.cpu_seconds = members.cpu;
    if (static_cast<long>(members.failed.size()) == ensemble_.size) {
      result.summary.outcome = Outcome::integrator_failed;
      result.failure = fmt::format("all {} members failed; the first: {}", ensemble_.size, members.why_first);
    } else if (!members.failed.empty()) {
      constexpr std::size_t shown = 10;
      const std::size_t size = std::min(shown, members.failed.size());
      result.warning = fmt::format(
          "{}: {} of {} members failed and are left out: {}{}. The first: {}", spec.label, members.failed.size(),
          ensemble_.size,
          fmt::join(members.failed.begin(), members.failed.begin() + static_cast<std::ptrdiff_t>(size), ", "),
          size < members.failed.size() ? ", ..." : "", members.why_first);
    }
    reduce(members.sums.total(), result);
    if (!around.file) return all;
    all.csv = write(result, around);
    if (ensemble_.keep) all.members = write_members(members.kept, around);
    return all;
  }

  /// The curves, and of each its last value and its slope as expressions.
  void reduce(const SumRow& total, RunResult& result) const {
    for (std::size_t r = 0; r < reductions_.size(); ++r) {
      const ReductionSpec& spec_of = experiment_.reductions[reductions_[r]];
      RecordedReduction curve{.name = spec_of.name, .t = {}, .value = {}};
      SeriesSums line;
      for (std::size_t k = 0; k < times_.size(); ++k) {
        curve.t.push_back(static_cast<double>(times_[k]));
        const SeriesSums sums = total.empty() ? SeriesSums() : total[r * times_.size() + k];
        curve.value.push_back(sums.count > 0 ? spec_of.kind->of(sums, spec_of) : std::nan(""));
        line.add(curve.t.back(), curve.value.back());
      }
      if (spec_of.bins > 0 && !total.empty())
        result.recorded.histograms.push_back(histogram_of(spec_of, total[(r + 1) * times_.size() - 1]));
      result.expressions[spec_of.name] = curve.value.back();
      result.expressions[spec_of.name + ".slope"] = line.products / line.time_squares;
      result.recorded.members.push_back(std::move(curve));
    }
  }

  FileStamp write(const RunResult& result, const RunSurroundings& around) const {
    NewFile file(around.csv());
    std::string line = "t";
    for (const RecordedReduction& each : result.recorded.members) line += "," + each.name;
    file.write(line + "\n");
    for (std::size_t k = 0; k < times_.size(); ++k) {
      line = decimal(times_[k]);
      for (const RecordedReduction& each : result.recorded.members) line += fmt::format(",{}", each.value[k]);
      file.write(line + "\n");
    }
    return file.commit(result.wall_seconds > worth_a_sync);
  }

  FileStamp write_members(const std::string& lines, const RunSurroundings& around) const {
    std::string titles = "member,t";
    for (const std::string& name : system_.coordinate_names()) titles += "," + name;
    if (system_.velocities() > 0)
      for (const std::string& name : system_.coordinate_names())
        titles += fmt::format(",{}{}", system_.names().velocity, name);
    return write_whole(around.csv("members"), titles + "\n" + lines);
  }

  void leave(Members& members, const RunSurroundings& around) const {
    Archive all;
    std::string fingerprint = around.options.fingerprint;
    all(fingerprint, members);
    write_whole(around.checkpoint(), sealed(all.bytes()));
  }

  void take_up(Members& members, const RunSurroundings& around) const {
    const auto text = around.file ? unsealed(text_of(around.checkpoint()).value_or("")) : std::nullopt;
    if (!text) return;
    Archive all(*text);
    std::string fingerprint;
    Members known;
    all(fingerprint, known);
    if (all.complete() && fingerprint == around.options.fingerprint) members = std::move(known);
  }

  const Experiment& experiment_;
  const EnsembleSpec& ensemble_;
  System<Real> system_;
  std::unique_ptr<Integrator<Real>> integrator_;
  TimeSpan<Real> span_;
  std::vector<Real> times_;
  std::vector<std::size_t> reductions_;  // of the run, in Experiment::reductions
};

}  // namespace

std::unique_ptr<PreparedRun> prepared_ensemble(const Experiment& experiment, const RunSpec& run) {
  return with_precision(run.precision, [&]<class Real>() -> std::unique_ptr<PreparedRun> {
    return std::make_unique<EnsembleRun<Real>>(experiment, run);
  });
}

}  // namespace nonholo
