// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/ensemble_run.hpp>

#include <nonholo/framework/base/number.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/verification/experiment/between_steps.hpp>
#include <nonholo/verification/experiment/cpu_time.hpp>
#include <nonholo/verification/experiment/member_run.hpp>
#include <nonholo/verification/experiment/run_span.hpp>
#include <nonholo/verification/experiment/state_reader.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace nonholo {

namespace {

template <class Real> class EnsembleRun final : public PreparedEnsemble {
 public:
  EnsembleRun(const Experiment& experiment, const RunSpec& run)
      : PreparedEnsemble(run),
        experiment_(experiment),
        ensemble_(experiment.ensembles[*run.ensemble]),
        member_(run),
        system_(spec.problem.system<Real>()),
        integrator_(spec.method.make(system_)),
        span_(time_span<Real>(spec)),
        times_(
            sample_times<Real>(spec, span_.t0, end_of_steps(span_), Real(16 * epsilon<Real> * end_of_steps(span_)))) {
    if (times_.empty()) times_.push_back(end_of_steps(span_));
    for (std::size_t i = 0; i < experiment.reductions.size(); ++i) {
      const ReductionSpec& each = experiment.reductions[i];
      if (each.over_members && std::ranges::find(each.runs, spec.label) != each.runs.end()) reductions_.push_back(i);
    }
  }

  void try_first_start() override { start_member(0); }

  void draw(const Experiment&, bool) override {}
  void compare(RunResult&, const RunSurroundings&) const override {}

  RunResult not_begun() const override {
    RunResult result = described();
    result.summary = {.outcome = Outcome::interrupted, .t = result.t0};
    result.failure = result.summary.failure(spec.label);
    return result;
  }

  Executed execute(RunSurroundings around) override {
    MembersDone members;
    if (around.options.resume) take_up(members, around);
    const auto begin = std::chrono::steady_clock::now();
    const double cpu = thread_cpu_seconds(), cpu_before = members.cpu, wall_before = members.wall;
    auto written = begin;
    double reported = 0;
    while (members.next < ensemble_.size && !around.stopped()) {
      if (!run_next(members, around)) break;
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

  bool run_next(MembersDone& into, const RunSurroundings& around) override {
    const long i = into.next;
    std::string kept;
    Integrated<Real> done;
    try {
      const AdmissibleStart<Real> start = start_member(i);
      Monitor<Real> monitor(system_, start.lambda, watching());
      SumRow row = empty_row();
      done = integrated(i, start, monitor, row, kept, around);
      if (done.outcome == Outcome::interrupted) return false;
      monitor.finish(integrator_->view());
      if (is_success(done.outcome)) {
        into.add(std::move(row), monitor.extremes(), done, flags(i, monitor, done));
        into.kept += kept;
        return true;
      }
    } catch (const InputError& error) {  // its start is none
      into.add_failed(error.what());
      return true;
    }
    into.add_failed(done.failure(spec.label));
    return true;
  }

  RunResult result(const MembersDone& members) const override {
    RunResult result = described();
    result.summary = members.summary;
    result.extremes = members.extremes;
    result.members = members.size;
    result.failed_members = members.failed;
    for (const auto& [member, flag] : members.flags) result.flags.push_back(flag);
    result.wall_seconds = members.wall;
    result.cpu_seconds = members.cpu;
    tell_failures(members, result);
    reduce(members.sums.total(), result);
    return result;
  }

  std::vector<std::vector<RecordedHistogram>> histograms(const MembersDone& members) const override {
    SumRow total = members.sums.total();
    if (total.empty()) total = empty_row();
    std::vector<std::vector<RecordedHistogram>> all;
    for (std::size_t r = 0; r < reductions_.size(); ++r) {
      const ReductionSpec& reduction = experiment_.reductions[reductions_[r]];
      if (reduction.bins == 0) continue;
      all.emplace_back();
      for (std::size_t k = 0; k < times_.size(); ++k)
        all.back().push_back(histogram_of(reduction, total[r * times_.size() + k]));
    }
    return all;
  }

 private:
  RunResult described() const {
    RunResult result = described_run(spec, span_, system_);
    result.no_solution = result.no_reference = "an ensemble has no end state of its own";
    result.members = ensemble_.size;
    return result;
  }

  AdmissibleStart<Real> start_member(long i) {
    if (ensemble_.parameters) {  // it has a system of its own
      take_parameters_of(i, experiment_, spec, member_);
      system_ = member_.problem.system<Real>();
      integrator_ = member_.method.make(system_);
    }
    ProblemChoice problem = member_.problem;
    problem.initial = ensemble_.member(i, member_.parameters);
    AdmissibleStart<Real> start = checked(problem.start<Real>(), system_, span_.t0);
    integrator_->guess_multipliers(values(start.lambda));
    integrator_->start(span_.t0, values(start.q), values(start.v));
    return start;
  }

  Watching watching() const { return {.exact = false, .span = std::abs(static_cast<double>(span_.t_end - span_.t0))}; }

  SumRow empty_row() const {
    SumRow row;
    for (const std::size_t each : reductions_)
      row.insert(row.end(), times_.size(), experiment_.reductions[each].empty_sums());
    return row;
  }

  /// From the start to the end, or until it is told to stop.
  Integrated<Real> integrated(long i, const AdmissibleStart<Real>& start, Monitor<Real>& monitor, SumRow& row,
                              std::string& kept, const RunSurroundings& around) {
    const Recorder needs(experiment_, member_, {}, false);
    StateReader<Real> reader(system_, needs);
    BetweenSteps<Real> between(
        experiment_, member_, *integrator_, times_, Monitor<Real>(system_, start.lambda, watching()),
        run_expressions(system_, experiment_.state_names.get(), experiment_.expressions, member_));
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
    Integrated<Real> done = integrate(*integrator_, start, span_, [&](const Observation<Real>& seen) {
      return between(seen, step, point) && !(seen.step % 256 == 0 && around.stopped());
    });
    if (done.outcome == Outcome::interrupted && !between.end()) return done;
    if (!between.end()) between.finish(step, point);
    if (between.end()) done.outcome = Outcome::event;  // it counts at the times up to there
    return done;
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

  std::vector<RaisedFlag> flags(long i, const Monitor<Real>& monitor, const Integrated<Real>& done) const {
    RunResult one = described();
    one.summary = done;
    one.extremes = monitor.extremes();
    std::vector<RaisedFlag> all =
        flags_of(one, monitor.signs(), integrator_->traits(), static_cast<double>(epsilon<Real>));
    for (RaisedFlag& each : all) each.text = fmt::format("member {}: {}", i, each.text);
    return all;
  }

  void tell_failures(const MembersDone& members, RunResult& result) const {
    const std::vector<long>& failed = members.failed;
    if (failed.empty()) return;
    if (static_cast<long>(failed.size()) == members.size) {
      result.summary.outcome = Outcome::integrator_failed;
      result.failure = fmt::format("all {} members failed; the first: {}", members.size, members.why_first);
      return;
    }
    constexpr std::size_t shown = 10;
    const std::size_t size = std::min(shown, failed.size());
    result.warning =
        fmt::format("{}: {} of {} members failed and are left out: {}{}. The first: {}", spec.label, failed.size(),
                    members.size, fmt::join(failed.begin(), failed.begin() + static_cast<std::ptrdiff_t>(size), ", "),
                    size < failed.size() ? ", ..." : "", members.why_first);
  }

  Executed finished(const MembersDone& members, const RunSurroundings& around) const {
    Executed all{.result = result(members)};
    if (!around.file) return all;
    all.csv = write(all.result, around);
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

  void leave(MembersDone& members, const RunSurroundings& around) const {
    Archive all;
    std::string fingerprint = around.options.fingerprint;
    all(fingerprint, members);
    write_whole(around.checkpoint(), sealed(all.bytes()));
  }

  void take_up(MembersDone& members, const RunSurroundings& around) const {
    const auto text = around.file ? unsealed(text_of(around.checkpoint()).value_or("")) : std::nullopt;
    if (!text) return;
    Archive all(*text);
    std::string fingerprint;
    MembersDone known;
    all(fingerprint, known);
    if (all.complete() && fingerprint == around.options.fingerprint) members = std::move(known);
  }

  const Experiment& experiment_;
  const EnsembleSpec& ensemble_;
  RunSpec member_;  // the run with the parameters of the member at hand
  System<Real> system_;
  std::unique_ptr<Integrator<Real>> integrator_;
  TimeSpan<Real> span_;
  std::vector<Real> times_;
  std::vector<std::size_t> reductions_;  // of the run, in Experiment::reductions
};

}  // namespace

std::unique_ptr<PreparedEnsemble> prepared_ensemble(const Experiment& experiment, const RunSpec& run) {
  return with_precision(run.precision, [&]<class Real>() -> std::unique_ptr<PreparedEnsemble> {
    return std::make_unique<EnsembleRun<Real>>(experiment, run);
  });
}

}  // namespace nonholo
