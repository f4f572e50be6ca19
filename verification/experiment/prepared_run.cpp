// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/prepared_run.hpp>

#include <nonholo/framework/base/number.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/system/singular_mass.hpp>
#include <nonholo/verification/experiment/advice.hpp>
#include <nonholo/verification/experiment/archives.hpp>
#include <nonholo/verification/experiment/between_steps.hpp>
#include <nonholo/verification/experiment/cpu_time.hpp>
#include <nonholo/verification/experiment/csv.hpp>
#include <nonholo/verification/experiment/endpoint.hpp>
#include <nonholo/verification/experiment/ensemble_run.hpp>
#include <nonholo/verification/experiment/exact_solution.hpp>
#include <nonholo/verification/experiment/monitor.hpp>
#include <nonholo/verification/experiment/run_span.hpp>
#include <nonholo/verification/experiment/run_warnings.hpp>
#include <nonholo/verification/experiment/state_reader.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <cmath>
#include <new>
#include <utility>

namespace nonholo {

namespace {

/// Of a run with more its time is told before it has gone by.
constexpr long many_steps = 100'000'000;

/// The start of a run, its faults told as those of the file's key `initial`.
template <class Real> AdmissibleStart<Real> admitted(const Start<Real>& start, const System<Real>& system, Real t) try {
  return checked(start, system, t);
} catch (const InconsistentStart& error) {
  throw advised_start(error);
} catch (const InputError& error) {
  throw advised_start(error);
}

/// Of pairs of nodes those that are read at a node, not where the constraint holds.
template <class Real> bool has_path_nodes(const Integrator<Real>& integrator) {
  const MethodTraits traits = integrator.traits();
  return !traits.one_step && !traits.adaptive && !traits.keeps_constraint && integrator.system().velocities() > 0;
}

template <class Real> class TypedRun final : public PreparedRun {
 public:
  TypedRun(const Experiment& experiment, const RunSpec& run)
      : PreparedRun(run),
        compared_with_(experiment.reference),
        expressions_(experiment.expressions),
        state_names_(experiment.state_names),
        reductions_(experiment.reductions),
        system_(spec.problem.system<Real>()),
        integrator_(spec.method.make(system_)),
        span_(time_span<Real>(spec)),
        start_(admitted(spec.problem.start<Real>(), system_, span_.t0)) {
    // what it refuses is refused before any run
    integrator_->guess_multipliers(values(start_.lambda));
    integrator_->start(span_.t0, values(start_.q), values(start_.v));
    at_start_ = endpoint_of(*integrator_, start_.lambda);
    if (BetweenSteps<Real>::needed(experiment, spec)) between_of_ = &experiment;
    times_ = sample_times<Real>(spec, span_.t0, end_of_steps(span_), last_digits_of_ends());
  }

  void compare(RunResult& result, const RunSurroundings& around) const override {
    bool given_up = false;
    const ReferenceSolution<Real>* const exact = reference(around, given_up);
    if (!exact && around.stopped()) return;
    result.no_reference.clear();
    if (exact) compare_endpoint(result, *exact);
    else result.no_reference = given_up ? reference_given_up : why_no_reference();
    result.flags = raised(result, *result.uncompared);
    result.uncompared.reset();
  }

  void draw(const Experiment& experiment, bool figures) override {
    const auto number = [](const Real& x) { return static_cast<double>(x); };
    recorder_.emplace(experiment, spec, DrawnSpan{number(span_.t0), number(span_.t_end), number(span_.h)}, figures);
    if (recorder_->needed()) state_.emplace(system_, *recorder_);
    else recorder_.reset();
  }

  RunResult not_begun() const override {
    RunResult result = described();
    result.summary = {.outcome = Outcome::interrupted, .t = result.t0, .h = static_cast<double>(span_.h)};
    result.endpoint = at_start_;
    result.failure = result.summary.failure(named());
    return result;
  }

  Executed execute(RunSurroundings around) override {
    Executed all{.result = described()};
    RunResult& result = all.result;
    tell_what_is_compared(result);
    result.no_reference = around.no_reference;
    if (recorder_ && recorder_->needs_solution() && !result.no_solution.empty()) compare_states(result, around);
    if (around.stopped()) return {.result = not_begun()};  // before what another program left is touched
    const Watching what{.path = has_path_nodes(*integrator_),
                        .exact = result.no_solution.empty(),
                        .span = std::abs(static_cast<double>(span_.t_end - span_.t0))};
    Watched watched{.monitor = Monitor<Real>(system_, start_.lambda, what),
                    .expressions = expressions(),
                    .csv = around.file ? csv(around.csv(), around) : nullptr,
                    .between = between(what, around)};
    go(watched, around, result);
    watched.monitor.finish(integrator_->view());
    result.extremes = watched.monitor.extremes();
    result.drift = drift_of(watched.monitor.energy_errors());
    result.growth = growth_of(watched.monitor.energy_errors());
    result.endpoint = endpoint_of(*integrator_, start_.lambda);
    for (std::size_t i = 0; i < expressions_.size(); ++i)
      result.expressions.emplace(expressions_[i]->text, static_cast<double>(watched.expressions.value(i)));
    if (is_success(result.summary.outcome)) compare_endpoint(result, watched.monitor);
    if (result.summary.outcome != Outcome::interrupted) result.flags = raised(result, watched.monitor.signs());
    if (!is_success(result.summary.outcome)) result.failure = failure(result.summary);
    if (result.summary.outcome == Outcome::interrupted) {
      result.flags.clear();
      leave(watched, around);
    } else if (watched.csv) {
      const bool durable = result.wall_seconds > worth_a_sync;
      all.csv = times_.empty() ? watched.csv->finish({result.summary.steps, integrator_->view()}, watched.monitor,
                                                     watched.expressions, durable)
                               : watched.csv->commit(durable);
      if (watched.between) all.located = watched.between->commit(durable);
    }
    if (watched.between) result.located = watched.between->located();
    if (watched.between && result.warning.empty()) result.warning = watched.between->not_a_number();
    if (recorder_) keep_recorded(result);
    recorder_.reset();
    state_.reset();
    watched.report(around.progress, 1);
    return all;
  }

 private:
  /// What looks on while the run goes, and how long it took until it was left.
  struct Watched {
    Monitor<Real> monitor;
    RunExpressions<Real> expressions;
    std::unique_ptr<CsvWriter<Real>> csv;
    std::unique_ptr<BetweenSteps<Real>> between;  // or none
    double wall_before = 0, cpu_before = 0;       // of the programs that left it
    double reported = 0;
    std::string left = {};  // what a checkpoint holds, at the latest step where the run could be left
    std::chrono::steady_clock::time_point written = std::chrono::steady_clock::now();

    void report(Progress& progress, double now) {
      progress.done += now - reported;
      reported = now;
    }
  };

  /// Reductions count among the expressions, by their names.
  void keep_recorded(RunResult& result) const {
    result.recorded = recorder_->recorded();
    for (std::size_t i = 0; i < reductions_.size(); ++i) {
      const ReductionSpec& each = reductions_[i];
      if (std::ranges::find(each.runs, spec.label) == each.runs.end()) continue;
      result.expressions.emplace(each.name, result.recorded.reduced[i]);
      if (each.is_slope()) result.expressions.emplace(each.name + ".error", result.recorded.slope_errors[i]);
    }
  }

  std::vector<RaisedFlag> raised(const RunResult& result, const VitalSigns& signs) const {
    return flags_of(result, signs, integrator_->traits(), static_cast<double>(epsilon<Real>));
  }

  std::unique_ptr<CsvWriter<Real>> csv(const std::filesystem::path& file, const RunSurroundings& around) const {
    std::vector<std::string> texts;
    for (const auto& each : expressions_) texts.push_back(each->text);
    return std::make_unique<CsvWriter<Real>>(file, system_, texts, spec.columns, around.options.sample);
  }

  /// Nothing where the run shows steps alone.
  std::unique_ptr<BetweenSteps<Real>> between(Watching what, const RunSurroundings& around) const {
    if (!between_of_) return nullptr;
    what.path = false;
    auto made = std::make_unique<BetweenSteps<Real>>(*between_of_, spec, *integrator_, times_,
                                                     Monitor<Real>(system_, start_.lambda, what), expressions());
    if (around.file) made->write_to([&](const std::string& name) { return csv(around.csv(name), around); });
    return made;
  }

  RunResult described() const {
    RunResult result = described_run(spec, span_, system_);
    result.start = at_start_;
    result.note = note_on_mass(system_);
    return result;
  }

  /// From the start, or from where the run was left, to the end, or until it is told to stop.
  void go(Watched& watched, const RunSurroundings& around, RunResult& result) {
    const auto wall = std::chrono::steady_clock::now();
    const double cpu = thread_cpu_seconds();
    const auto clock = [&] {
      result.cpu_seconds = watched.cpu_before + thread_cpu_seconds() - cpu;
      result.wall_seconds =
          watched.wall_before + std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count();
    };
    bool leaves = !integrator_->traits().adaptive;
    const bool of_steps = recorder_ && recorder_->needs_steps();
    const Onlooker<Real>& onlooker = around.onlookers.template in<Real>();
    const std::function<bool(const Observation<Real>&)> step = [&](const Observation<Real>& seen) {
      watched.monitor(seen);
      watched.expressions(seen.state);
      if (onlooker) onlooker(Sight::step, seen.state, watched.monitor, 0);
      if (!times_.empty()) return true;
      if (watched.csv) (*watched.csv)(seen, watched.monitor, watched.expressions);
      if (of_steps) recorder_->add((*state_)(seen.state, watched.monitor, watched.expressions));
      return true;
    };
    const std::function<void(const typename BetweenSteps<Real>::Point&)> point =
        [&](const typename BetweenSteps<Real>::Point& at) {
          if (onlooker)
            onlooker(at.located ? Sight::located : Sight::sample, at.state, at.monitor, at.located.value_or(0));
          if (!at.located && watched.csv) watched.csv->write(at.state, at.monitor, at.expressions);
          if (!recorder_) return;
          const Reading& reading = (*state_)(at.state, at.monitor, at.expressions, false);
          if (at.located) recorder_->add_located(*at.located, reading);
          else recorder_->add(reading);
        };
    BetweenSteps<Real>* const between = watched.between.get();
    const auto observe = [&](const Observation<Real>& seen) {
      const bool goes_on = between ? (*between)(seen, step, point) : step(seen);
      if (seen.step % 256 == 0 && span_.t_end > span_.t0)
        watched.report(around.progress, static_cast<double>((seen.state.t - span_.t0) / (span_.t_end - span_.t0)));
      if (seen.step == between_leaves) tell_how_long(around, wall);
      return goes_on && !around.stopped(seen.step) && !(leaves && seen.step > 0 && seen.step % between_leaves == 0);
    };
    const auto ended = [between] { return between && between->end(); };
    std::optional<Summary> before = around.options.resume ? taken_up(watched, around) : std::nullopt;
    if (!before && watched.csv) {
      watched.csv->begin();
      if (between) between->begin();
    }
    Summary& run = result.summary;
    Integrated<Real> done =
        before ? proceed(*integrator_, span_, *before, observe) : integrate(*integrator_, start_, span_, observe);
    run = done;
    while (run.outcome == Outcome::interrupted && !ended() && !around.stopped(run.steps)) {
      clock();
      std::vector<Real> numbers;
      leaves = integrator_->save(numbers);
      if (leaves) take_over(numbers, result, around);
      if (leaves && around.file) write_down(watched, around, result, numbers);
      run = done = proceed(*integrator_, span_, run, observe);
    }
    clock();
    if (between && run.outcome != Outcome::interrupted) between->finish(step, point);
    if (ended()) return end_at(*between, result);
    if (run.outcome == Outcome::other_root && system_.kind() == SystemKind::mechanical)  // back onto the branch
      integrator_->move_to(done.end.t, values(done.end.q), values(done.end.v));
  }

  /// The run ends at an event: nothing depends on the step that went past it.
  void end_at(const BetweenSteps<Real>& between, RunResult& result) {
    const Occurrence<Real>& event = *between.end();
    Summary& run = result.summary;
    run.outcome = Outcome::event;
    run.steps = between.steps();
    run.t = static_cast<double>(event.t);
    const std::string ended =
        fmt::format("the event {} ended {} at t = {:.10g}", between.ended_by(), spec.label, run.t);
    result.note += (result.note.empty() ? "" : "; ") + ended;
    if (event.lambda.size() > 0) integrator_->guess_multipliers(values(event.lambda));
    integrator_->move_to(event.t, values(event.q), values(event.v));
  }

  /// Of a run of many steps, once the first ones show what one takes.
  void tell_how_long(const RunSurroundings& around, std::chrono::steady_clock::time_point begin) const {
    if (span_.steps <= many_steps || !around.options.say) return;
    const std::chrono::duration<double> gone = std::chrono::steady_clock::now() - begin;
    around.options.say(run_warning::takes_long(spec.label, span_.steps, between_leaves, gone.count()));
  }

  /// A fresh integrator in the place of this one, and a fresh reference beside.
  void take_over(std::span<const Real> numbers, RunResult& result, const RunSurroundings& around) {
    renew(numbers);
    if (!state_) return;
    Archive known;
    state_->archive(known);
    if (recorder_->needs_solution() && !result.no_solution.empty()) compare_states(result, around);
    Archive again(known.bytes());
    state_->archive(again);
  }

  /// What a checkpoint holds, now and then written to the disk.
  void write_down(Watched& watched, const RunSurroundings& around, RunResult& result, std::vector<Real>& numbers) {
    Archive all;
    std::string fingerprint = around.options.fingerprint;
    all(fingerprint);
    watched.csv->save(all);
    if (watched.between) watched.between->save(all);
    all(result.summary, result.wall_seconds, result.cpu_seconds, numbers, watched.monitor, watched.expressions);
    if (recorder_) all(*recorder_, *state_);
    watched.left = all.bytes();
    const auto now = std::chrono::steady_clock::now();
    if (now - watched.written < around.options.checkpoint_every) return;
    watched.written = now;
    write_checkpoint(watched, around);
  }

  /// What had come of the run where an earlier program left it, everything here being as it was then. Nothing where it
  /// left none, or another one; nothing has changed then.
  std::optional<Summary> taken_up(Watched& watched, const RunSurroundings& around) {
    const auto text = around.file ? unsealed(text_of(around.checkpoint()).value_or("")) : std::nullopt;
    if (!text) return std::nullopt;
    Archive all(*text);
    std::string fingerprint;
    all(fingerprint);
    if (fingerprint != around.options.fingerprint || !watched.csv->go_on(all)) return std::nullopt;
    if (watched.between && !watched.between->go_on(all)) return std::nullopt;
    Summary summary;
    std::vector<Real> numbers;
    all(summary, watched.wall_before, watched.cpu_before, numbers, watched.monitor, watched.expressions);
    if (recorder_) all(*recorder_, *state_);
    renew(numbers);
    watched.left = *text;
    return summary;
  }

  /// A fresh integrator in the place of this one.
  void renew(std::span<const Real> numbers) {
    integrator_ = spec.method.make(system_);
    integrator_->guess_multipliers(values(start_.lambda));
    integrator_->start(span_.t0, values(start_.q), values(start_.v));
    integrator_->restore(numbers);
  }

  static void write_checkpoint(Watched& watched, const RunSurroundings& around) {
    watched.csv->sync();
    if (watched.between) watched.between->sync();
    write_whole(around.checkpoint(), sealed(watched.left));
  }

  /// Of a run that was told to stop: what it came to last where it can be taken up.
  static void leave(Watched& watched, const RunSurroundings& around) {
    if (watched.csv && !watched.left.empty()) write_checkpoint(watched, around);
  }

  /// Where the step could not be taken, with what the coordinates have to do with it.
  std::string failure(const Summary& run) const {
    const View<Real> last = integrator_->view();
    const std::string coordinates =
        run.outcome == Outcome::interrupted ? "" : singular_near(system_, last.t, last.q, last.v, Real(run.h));
    return run.failure(named()) + (coordinates.empty() ? "" : ". " + coordinates);
  }

  std::string named() const {
    const std::string_view method = spec.method.entry->name;
    return spec.label == method ? spec.label : fmt::format("{} [{}]", method, spec.label);
  }

  /// Why the exact solution, if the problem has one, is not that of this run (exact_solution.hpp); or what is wrong
  /// with the start.
  void tell_what_is_compared(RunResult& result) const {
    const auto q = values(start_.q), v = values(start_.v);
    result.warning = warning();
    if (!system_.exact_solution()) {
      result.no_solution = "no exact solution is known";
    } else if (is_out_of_time(system_, span_.t0, q, v)) {
      result.warning = run_warning::out_of_time(spec.label, static_cast<double>(span_.t0));
      result.no_solution = "the exact solution starts at time 0, and the system depends on time";
    } else if (const auto exact_root = other_exact_root<Real>(system_, q, values(start_.lambda))) {
      result.warning = root_warning(*exact_root);
      result.no_solution = "the exact solution has another start, or another root z";
    } else if (const auto elsewhere = exact_elsewhere(system_, q, v)) {
      result.warning = exact_warning(*elsewhere);
      result.no_solution = "the exact solution of the problem does not begin at the start";
    } else if (const auto astray = exact_astray_by(end())) {
      result.warning = run_warning::exact_astray(spec.label, static_cast<double>(*astray));
      result.no_solution = "the exact solution of the problem does not satisfy its equations";
    }
  }

  std::string warning() const {
    if (!start_.violation) return clock_warning();
    // A start tells of the constraint on velocities that is violated most, of one on positions only if none of them is.
    const bool on_positions = !make_probe(system_)->violated(span_.t0, values(start_.q), values(start_.v));
    return run_warning::off_constraint(
        spec.label,
        fmt::format("{}[{}]", on_positions ? "g" : system_.names().constraint, start_.violation->constraint),
        static_cast<double>(start_.violation->residual));
  }

  std::string clock_warning() const {
    const Real digit = last_digit_of_time();
    if (!(span_.h > 0) || digit <= Real(1e-3) * span_.h) return "";
    return run_warning::clock(spec.label, static_cast<double>(end()), static_cast<double>(digit),
                              static_cast<double>(span_.h));
  }

  Real last_digit_of_time() const {
    using std::abs;
    return epsilon<Real> * std::max<Real>(abs(span_.t0), abs(span_.t_end));
  }

  /// Of a start on another root than that of the exact solution; nothing where none is known through y.
  std::string root_warning(const VectorX<Real>& exact) const {
    if (!exact.allFinite()) return warning();
    return run_warning::other_root(spec.label, shown(start_.lambda), shown(exact));
  }

  std::string exact_warning(const VectorX<Real>& exact) const {
    VectorX<Real> start(exact.size());
    start << start_.q, start_.v;
    return run_warning::exact_elsewhere(spec.label, shown(start), shown(exact));
  }

  /// Nothing of a run that goes nowhere, or begins off the constraint.
  std::optional<Real> exact_astray_by(const Real& t_end) const {
    if (t_end == span_.t0 || start_.violation) return std::nullopt;
    return exact_astray(system_, span_.t0, values(start_.q), values(start_.v), t_end);
  }

  static std::string shown(const VectorX<Real>& x) { return fmt::format("[{}]", fmt::join(digits(values(x)), ", ")); }

  /// nullptr where none is known, it is told to stop before it is, or it is given up.
  const ReferenceSolution<Real>* reference(const RunSurroundings& around, bool& given_up) const {
    if (system_.inputs()) return nullptr;
    std::optional<Progress::Task> task;  // of who computes it; others wait
    double before = 0;
    return std::get<SharedReferences<Real>>(around.references).at(system_, parameters(), start_, end(), [&] {
      if (!task) {
        task.emplace(around.progress, fmt::format("reference solution of {}", spec.label));
        before = thread_cpu_seconds();
      }
      if (!around.budget) return around.stopped();
      const double now = thread_cpu_seconds();
      given_up = !around.budget->spend(now - std::exchange(before, now));
      return given_up || around.stopped();
    });
  }

  /// Where the run ends by its steps; t_end where they add up to it but for rounding, the same for all such runs.
  Real end() const {
    using std::abs;
    const Real by_steps = end_of_steps(span_);
    return abs(by_steps - span_.t_end) > last_digits_of_ends() ? by_steps : span_.t_end;
  }

  Real last_digits_of_ends() const {
    using std::abs;
    return 16 * epsilon<Real> * (abs(span_.t0) + abs(span_.t_end));
  }

  RunExpressions<Real> expressions() const { return run_expressions(system_, state_names_.get(), expressions_, spec); }

  /// They tell systems apart where lists made several.
  std::vector<Real> parameters() const {
    std::vector<Real> all;
    for (const auto& [name, value] : spec.parameters) all.push_back(value.template as<Real>());
    return all;
  }

  const char* why_no_reference() const {
    if (system_.inputs() || start_.violation) return system_.inputs() ? no_reference_inputs : no_reference_off;
    return last_digit_of_time() > Real(1e-10) * (end() - span_.t0) ? no_reference_clock : no_reference_known;
  }

  /// Of a run whose figures show errors, and whose exact solution is not known.
  void compare_states(RunResult& result, const RunSurroundings& around) {
    if (!result.no_reference.empty()) return;
    bool given_up = false;
    if (const ReferenceSolution<Real>* end = reference(around, given_up))
      state_->compare_with(ReferenceTrajectory<Real>(system_, start_, end->h));
    else result.no_reference = why_no_reference();
  }

  /// With the exact solution; where none is known the comparison with a reference solution is left for later.
  void compare_endpoint(RunResult& result, const Monitor<Real>& monitor) const {
    if (compared_with_ == Reference::none) return;
    if (const auto error = monitor.solution_error()) {
      result.endpoint_error = error->first;
      if (system_.velocities() > 0) result.endpoint_error_v = error->second;
      else result.endpoint_error_v = algebraic_error();
      const View<Real> at = integrator_->view();
      const auto exact = system_.exact_solution()(at.t - span_.t0, values(start_.q), values(start_.v));
      result.endpoint_error_lambda = system_.velocities() > 0
                                         ? multiplier_error(at.t, vector_of(at.q), vector_of(at.v), exact.q, exact.v)
                                         : result.endpoint_error_v;
    } else if (result.summary.outcome == Outcome::event) {
      result.no_reference = "an event ended the run, and no exact solution is known there";
    } else if (result.no_reference.empty()) {
      result.uncompared = monitor.signs();
      result.no_reference = reference_not_begun;
    }
  }

  void compare_endpoint(RunResult& result, const ReferenceSolution<Real>& exact) const {
    const auto distance = [](const VectorX<Real>& x, const VectorX<Real>& y) {
      return static_cast<double>((x - y).stableNorm());
    };
    const VariableNames& names = system_.names();
    const Endpoint& end = result.endpoint;
    result.endpoint_error = distance(numbers<Real>(end, names.state, end.q), exact.q);
    const double error_v = distance(numbers<Real>(end, names.velocity, end.v), exact.v);
    if (result.endpoint_error == 0 && error_v == 0 && exact.uncertainty > 0 && result.warning.empty())
      result.warning = fmt::format(
          "{} takes the same steps as the reference solution: endpoint_error is 0, although both have an error of "
          "about {:.1g} of their size",
          spec.label, exact.uncertainty);
    const Real t = numbers<Real>(end, "t", {end.t})[0];
    if (system_.velocities() > 0) {
      result.endpoint_error_v = error_v;
      result.endpoint_error_lambda = multiplier_error(t, numbers<Real>(end, names.state, end.q),
                                                      numbers<Real>(end, names.velocity, end.v), exact.q, exact.v);
    } else {
      const VectorX<Real> on =
          numbers<Real>(end, names.multiplier, end.lambda);  // of the run's root, where it is known
      if (const auto z = algebraic(t, values(exact.q), on))
        if (const auto own = algebraic(t, values(numbers<Real>(end, names.state, end.q)), on))
          result.endpoint_error_v = result.endpoint_error_lambda = distance(*own, *z);
    }
  }

  /// Of a DAE at the end: z, as y implies it, minus that of the exact solution.
  std::optional<double> algebraic_error() const {
    const View<Real> end = integrator_->view();
    const VectorX<Real> exact = system_.exact_solution()(end.t - span_.t0, values(start_.q), {}).v;
    const auto z = algebraic(end.t, end.q, vector_of(end.lambda_stage));
    return z ? std::optional(static_cast<double>((*z - exact).stableNorm())) : std::nullopt;
  }

  /// The multipliers that q and v imply, minus those that the solution implies.
  std::optional<double> multiplier_error(const Real& t, const VectorX<Real>& q, const VectorX<Real>& v,
                                         const VectorX<Real>& exact_q, const VectorX<Real>& exact_v) const {
    const auto own = algebraic(t, values(q), {}, values(v)), exact = algebraic(t, values(exact_q), {}, values(exact_v));
    return own && exact ? std::optional(static_cast<double>((*own - *exact).stableNorm())) : std::nullopt;
  }

  /// z that y implies of a DAE, on the root next to that one, if one is given; of a mechanical system the multipliers
  /// that q and v imply.
  std::optional<VectorX<Real>> algebraic(const Real& t, std::span<const Real> y, const VectorX<Real>& near,
                                         std::span<const Real> v = {}) const {
    if (system_.constraints() == 0) return std::nullopt;
    VectorX<Real> z = start_.lambda;
    z.head(near.size()) = near;
    const bool found = make_probe(system_)->multipliers(t, y, v, {z.data(), static_cast<std::size_t>(z.size())});
    return found ? std::optional(z) : std::nullopt;
  }

  Reference compared_with_;
  std::vector<std::shared_ptr<const RunExpression>> expressions_;
  std::shared_ptr<const StateNames> state_names_;  // where there are some
  const std::vector<ReductionSpec>& reductions_;
  System<Real> system_;
  std::unique_ptr<Integrator<Real>> integrator_;
  TimeSpan<Real> span_;
  AdmissibleStart<Real> start_;
  Endpoint at_start_;
  const Experiment* between_of_ = nullptr;  // where it has samples, events or sections
  std::vector<Real> times_;                 // of its samples
  std::optional<Recorder> recorder_;
  std::optional<StateReader<Real>> state_;  // beside a recorder
};

[[noreturn]] void refuse(const Experiment& experiment, const RunSpec& run, const InputError& error) {
  const Place place = run.place_of(error.key());
  const std::string file = place.file.empty() ? experiment.file.string() : place.file;
  throw InputError(place.key, error.message()).at(file, place.line, "");
}

/// What is wrong is told with file and line.
template <class Make> auto with_place(const Experiment& experiment, const RunSpec& run, Make make) try {
  return make();
} catch (const UnsuitableSystem& error) {
  refuse(experiment, run, advised_method(error, run.problem.system(), experiment.own_problem != nullptr));
} catch (const InputError& error) {
  refuse(experiment, run, error);
} catch (const std::bad_alloc&) {
  refuse(experiment, run, InputError("method", "needs more memory for a system of this size than is available"));
}

}  // namespace

std::unique_ptr<PreparedRun> prepared(const Experiment& experiment, const RunSpec& run) {
  return with_place(experiment, run, [&]() -> std::unique_ptr<PreparedRun> {
    if (run.ensemble) {
      auto made = prepared_ensemble(experiment, run);
      made->try_first_start();
      return made;
    }
    return with_precision(run.precision, [&]<class Real>() -> std::unique_ptr<PreparedRun> {
      return std::make_unique<TypedRun<Real>>(experiment, run);
    });
  });
}

std::unique_ptr<PreparedEnsemble> prepared_members(const Experiment& experiment, const RunSpec& run) {
  return with_place(experiment, run, [&] { return prepared_ensemble(experiment, run); });
}

}  // namespace nonholo
