// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/runner.hpp>

#include <nonholo/framework/base/number.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/verification/experiment/advice.hpp>
#include <nonholo/verification/experiment/csv.hpp>
#include <nonholo/verification/experiment/expectation.hpp>
#include <nonholo/verification/experiment/figures.hpp>
#include <nonholo/verification/experiment/monitor.hpp>
#include <nonholo/verification/experiment/shared_references.hpp>
#include <nonholo/verification/experiment/state_reader.hpp>
#include <nonholo/verification/work_queue.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <ctime>
#include <set>

namespace nonholo {

namespace {

double thread_cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <class Real> std::vector<double> rounded(std::span<const Real> x) {
  std::vector<double> list;
  for (const Real& entry : x) list.push_back(static_cast<double>(entry));
  return list;
}

template <class Real> std::vector<std::string> digits(std::span<const Real> x) {
  std::vector<std::string> list;
  for (const Real& entry : x) list.push_back(decimal(entry));
  return list;
}

template <class Real> Endpoint endpoint_of(const Integrator<Real>& integrator) {
  const View<Real> state = integrator.view();
  VectorX<Real> lambda = VectorX<Real>::Zero(integrator.system().constraints());
  std::ranges::copy(state.lambda_stage, lambda.begin());  // a DAE takes the root next to it
  if (!make_probe(integrator.system())
           ->multipliers(state.t, state.q, state.v, {lambda.data(), static_cast<std::size_t>(lambda.size())}))
    lambda.resize(0);
  const VariableNames& names = integrator.system().names();
  Endpoint end{.names = names,
               .t = static_cast<double>(state.t),
               .q = rounded(state.q),
               .v = rounded(state.v),
               .lambda = rounded(values(lambda)),
               .lambda_stage = rounded(state.lambda_stage)};
  if constexpr (!std::is_same_v<Real, double>) {
    end.digits = {{"t", {decimal(state.t)}},
                  {std::string(names.state), digits(state.q)},
                  {std::string(names.multiplier), digits(values(lambda))},
                  {names.stage_multiplier(), digits(state.lambda_stage)}};
    if (!names.velocity.empty()) end.digits.emplace(names.velocity, digits(state.v));
  }
  return end;
}

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

constexpr std::size_t few_starts = 16;
constexpr const char* no_reference_known = "no reference solution is known: the motion is chaotic, or too long";

/// Why no reference solution is to be computed for the end of a run; empty where one is.
std::string why_no_reference(const Experiment& experiment, const RunSpec& run, std::size_t starts) {
  switch (experiment.reference) {
    case Reference::none: return "reference = false: ends are compared with nothing";
    case Reference::exact: return "reference = \"exact\", and no exact solution is known";
    case Reference::always: return "";
    case Reference::asked: break;
  }
  const bool asked = std::ranges::any_of(experiment.expectations, [&run](const Expectation& expectation) {
    return expectation.of_end_error() && expectation.concerns(run.label);
  });
  const bool drawn = std::ranges::any_of(experiment.figures, [&run](const FigureSpec& figure) {
    return figure.of_solution() && std::ranges::find(figure.runs, run.label) != figure.runs.end();
  });
  return asked || drawn || starts <= few_starts ? ""
                                                : fmt::format(
                                                      "no expectation and no figure asks for it, and a reference "
                                                      "solution of each of {} starts takes long: "
                                                      "reference = \"auto\" computes them",
                                                      starts);
}

}  // namespace

/// A run ready to go, whatever its precision.
class PreparedRun {
 public:
  explicit PreparedRun(const RunSpec& run) : spec(run) {}
  virtual ~PreparedRun() = default;
  /// Opens its CSV file. @throws InputError when it cannot be written.
  virtual void record(const std::filesystem::path& file, long sample) = 0;
  /// Keeps what the figures of the experiment need, in the next execution.
  virtual void draw(const Experiment& experiment) = 0;
  /// @param no_reference why the end is compared with no reference solution, or empty
  virtual RunResult execute(AllReferences& references, std::string no_reference, Progress& progress) = 0;

  const RunSpec& spec;
};

namespace {

template <class Real> class TypedRun final : public PreparedRun {
 public:
  TypedRun(const Experiment& experiment, const RunSpec& run)
      : PreparedRun(run),
        compared_with_(experiment.reference),
        system_(experiment.problem.system<Real>()),
        integrator_(spec.method.make(system_)),
        span_(time_span(experiment, spec)),
        start_(admitted(experiment.start<Real>(spec.start), system_, span_.t0)) {
    // what it refuses is refused before any run
    integrator_->guess_multipliers(values(start_.lambda));
    integrator_->start(span_.t0, values(start_.q), values(start_.v));
  }

  void record(const std::filesystem::path& file, long sample) override {
    csv_ = std::make_unique<CsvWriter<Real>>(file, system_, sample);
  }

  void draw(const Experiment& experiment) override {
    const auto number = [](const Real& x) { return static_cast<double>(x); };
    recorder_.emplace(experiment, spec, DrawnSpan{number(span_.t0), number(span_.t_end), number(span_.h)});
    if (recorder_->needed()) state_.emplace(system_, *recorder_);
    else recorder_.reset();
  }

  RunResult execute(AllReferences& references, std::string no_reference, Progress& progress) override {
    RunResult result{.label = spec.label,
                     .method = spec.method,
                     .h = spec.h ? std::optional(spec.h->value()) : std::nullopt,
                     .t0 = static_cast<double>(span_.t0),
                     .precision = spec.precision};
    const auto exact_root = other_exact_root<Real>(system_, values(start_.q), values(start_.lambda));
    result.warning = exact_root ? root_warning(*exact_root) : warning();
    result.kind = system_.kind();
    result.no_reference = std::move(no_reference);
    if (!system_.exact_solution()) result.no_solution = "no exact solution is known";
    else if (exact_root) result.no_solution = "the exact solution starts elsewhere, or on another root z";
    if (recorder_ && recorder_->needs_solution() && !result.no_solution.empty())
      compare_states(result, std::get<SharedReferences<Real>>(references));
    Monitor<Real> monitor(system_, start_.lambda, has_path_nodes(*integrator_));
    long last_step = 0;
    double reported = 0;
    const auto advance = [&](double now) {
      progress.done += now - reported;
      reported = now;
    };
    const auto wall = std::chrono::steady_clock::now();
    const double cpu = thread_cpu_seconds();
    result.summary = integrate(*integrator_, start_, span_, [&](const Observation<Real>& seen) {
      monitor(seen);
      if (csv_) (*csv_)(seen, monitor);
      if (recorder_) recorder_->add((*state_)(seen.state, monitor));
      last_step = seen.step;
      if (seen.step % 256 == 0 && span_.t_end > span_.t0)
        advance(static_cast<double>((seen.state.t - span_.t0) / (span_.t_end - span_.t0)));
    });
    result.cpu_seconds = thread_cpu_seconds() - cpu;
    result.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count();
    result.extremes = monitor.extremes();
    result.endpoint = endpoint_of(*integrator_);
    if (csv_) csv_->finish({last_step, integrator_->view()}, monitor);
    csv_.reset();
    if (recorder_) result.recorded = recorder_->recorded();
    recorder_.reset();
    state_.reset();
    if (result.summary.outcome == Outcome::success)
      compare_endpoint(result, monitor, std::get<SharedReferences<Real>>(references));
    else result.failure = result.summary.failure(named());
    advance(1);
    return result;
  }

 private:
  static TimeSpan<Real> time_span(const Experiment& experiment, const RunSpec& run) {
    const Real t0 = experiment.t0.as<Real>();
    if (run.steps && run.h) return TimeSpan<Real>::fixed(t0, run.h->as<Real>(), *run.steps);
    const Real t_end = run.t_end ? run.t_end->as<Real>() : *experiment.end_time<Real>();
    if (run.h) return TimeSpan<Real>::until(t0, t_end, run.h->as<Real>());
    return TimeSpan<Real>::adaptive(t0, t_end);
  }

  std::string named() const {
    const std::string_view method = spec.method.entry->name;
    return spec.label == method ? spec.label : fmt::format("{} [{}]", method, spec.label);
  }

  std::string warning() const {
    if (!start_.violation) return "";
    return fmt::format(
        "{} starts off the constraint, as \"assume\" allows: {}[{}] = {:.3g}; methods that keep the constraint "
        "project in their first step",
        spec.label, system_.names().constraint, start_.violation->constraint,
        static_cast<double>(start_.violation->residual));
  }

  /// Of a start on another root than that of the exact solution; nothing where none is known through y.
  std::string root_warning(const VectorX<Real>& exact) const {
    if (!exact.allFinite()) return warning();
    return fmt::format(
        "{} starts on the root z = {} of the hidden constraint, the exact solution of the problem on z = {}: another "
        "motion, to be compared with a reference solution. initial.z chooses",
        spec.label, shown(start_.lambda), shown(exact));
  }

  static std::string shown(const VectorX<Real>& x) { return fmt::format("[{}]", fmt::join(digits(values(x)), ", ")); }

  /// Of a run whose figures show errors, and whose exact solution is not known.
  void compare_states(RunResult& result, SharedReferences<Real>& references) {
    if (!result.no_reference.empty()) return;
    if (const ReferenceSolution<Real>* end = references.at(system_, start_, span_.t_end))
      state_->compare_with(ReferenceTrajectory<Real>(system_, start_, end->h));
    else result.no_reference = no_reference_known;
  }

  void compare_endpoint(RunResult& result, const Monitor<Real>& monitor, SharedReferences<Real>& references) const {
    if (compared_with_ == Reference::none) return;
    if (const auto error = monitor.solution_error()) {
      result.endpoint_error = error->first;
      if (system_.velocities() > 0) result.endpoint_error_v = error->second;
      else result.endpoint_error_v = algebraic_error();
    } else if (!result.no_reference.empty()) {
      return;
    } else if (const ReferenceSolution<Real>* exact = references.at(system_, start_, span_.t_end)) {
      const auto distance = [](std::span<const Real> x, const VectorX<Real>& y) {
        return static_cast<double>((Eigen::Map<const VectorX<Real>>(x.data(), y.size()) - y).norm());
      };
      result.endpoint_error = distance(integrator_->view().q, exact->q);
      if (system_.velocities() > 0) result.endpoint_error_v = distance(integrator_->view().v, exact->v);
      else if (const auto z = algebraic(values(exact->q))) result.endpoint_error_v = algebraic_error(*z);
    } else {
      result.no_reference = no_reference_known;
    }
  }

  /// Of a DAE at the end: z, as y implies it, minus that of the exact solution.
  std::optional<double> algebraic_error() const {
    const View<Real> end = integrator_->view();
    return algebraic_error(system_.exact_solution()(end.t - span_.t0, values(start_.q), {}).v);
  }
  std::optional<double> algebraic_error(const VectorX<Real>& exact) const {
    const auto z = algebraic(integrator_->view().q);
    return z ? std::optional(static_cast<double>((*z - exact).norm())) : std::nullopt;
  }

  /// z that y implies at the end of a DAE, on the run's root.
  std::optional<VectorX<Real>> algebraic(std::span<const Real> y) const {
    if (system_.constraints() == 0) return std::nullopt;
    const View<Real> end = integrator_->view();
    VectorX<Real> z = start_.lambda;
    std::ranges::copy(end.lambda_stage, z.begin());
    const bool found = make_probe(system_)->multipliers(end.t, y, {}, {z.data(), static_cast<std::size_t>(z.size())});
    return found ? std::optional(z) : std::nullopt;
  }

  Reference compared_with_;
  System<Real> system_;
  std::unique_ptr<Integrator<Real>> integrator_;
  TimeSpan<Real> span_;
  AdmissibleStart<Real> start_;
  std::unique_ptr<CsvWriter<Real>> csv_;
  std::optional<Recorder> recorder_;
  std::optional<StateReader<Real>> state_;  // beside a recorder
};

/// Starts that stand in one place of the file are one.
std::size_t number_of_starts(const std::vector<PreparedRun*>& runs) {
  std::set<std::pair<int, std::string>> starts;
  for (const PreparedRun* run : runs) {
    const Place place = run->spec.place_of("initial");
    starts.emplace(place.line, place.key);
  }
  return starts.size();
}

[[noreturn]] void refuse(const Experiment& experiment, const RunSpec& run, const InputError& error) {
  const Place place = run.place_of(error.key());
  throw InputError(place.key, error.message()).at(experiment.file.string(), place.line, "");
}

std::unique_ptr<PreparedRun> prepared(const Experiment& experiment, const RunSpec& run) try {
  return with_precision(run.precision, [&]<class Real>() -> std::unique_ptr<PreparedRun> {
    return std::make_unique<TypedRun<Real>>(experiment, run);
  });
} catch (const UnsuitableSystem& error) {
  refuse(experiment, run, advised_method(error, experiment.problem.system()));
} catch (const InputError& error) {
  refuse(experiment, run, error);
}

}  // namespace

PreparedExperiment::PreparedExperiment(Experiment experiment)
    : experiment_(std::make_unique<const Experiment>(std::move(experiment))) {
  for (const RunSpec& run : experiment_->runs) runs_.push_back(prepared(*experiment_, run));
}

PreparedExperiment::PreparedExperiment(PreparedExperiment&&) noexcept = default;
PreparedExperiment::~PreparedExperiment() = default;

ExperimentResult PreparedExperiment::run(const RunOptions& options, Progress& progress) const {
  std::vector<PreparedRun*> wanted;
  std::set<std::string> taken;
  for (const auto& run : runs_) {
    if (options.quick && !run->spec.quick) continue;
    wanted.push_back(run.get());
    if (options.figures) run->draw(*experiment_);
    if (!options.out) continue;
    std::string file = file_name(run->spec.label);
    while (!taken.insert(file).second) file += '_';  // different labels may look alike as file names
    run->record(*options.out / experiment_->name / (file + ".csv"), options.sample);
  }
  ExperimentResult result{.experiment = experiment_.get(), .runs = std::vector<RunResult>(wanted.size())};
  AllReferences references;
  const std::size_t starts = number_of_starts(wanted);
  work_off(wanted.size(), options.jobs, [&](std::size_t i) {
    PreparedRun& run = *wanted[i];
    result.runs[i] = run.execute(references, why_no_reference(*experiment_, run.spec, starts), progress);
  });
  result.verdicts = judge(experiment_->expectations, *experiment_, result.runs);
  if (options.figures && experiment_->draws()) result.figures = figures_of(result);
  return result;
}

}  // namespace nonholo
