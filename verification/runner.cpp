#include <nonholo/verification/runner.hpp>

#include <nonholo/verification/csv.hpp>
#include <nonholo/verification/expectation.hpp>
#include <nonholo/verification/monitor.hpp>
#include <nonholo/verification/reference_solution.hpp>

#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <exception>
#include <map>
#include <mutex>
#include <set>
#include <thread>

namespace nonholo {

namespace {

/// A run ready to go.
struct Prepared {
  const RunSpec* spec;
  std::unique_ptr<Integrator<double>> integrator;
  Start<double> start;
  TimeSpan<double> span;
};

TimeSpan<double> time_span(const Experiment& experiment, const RunSpec& run) {
  if (run.steps && run.h) return TimeSpan<double>::fixed(experiment.t0, *run.h, *run.steps);
  if (run.h) return TimeSpan<double>::until(experiment.t0, experiment.t_end.value(), *run.h);
  return TimeSpan<double>::adaptive(experiment.t0, experiment.t_end.value());
}

Prepared prepare(const Experiment& experiment, const System<double>& system, const RunSpec& run) try {
  return {&run, run.method->make(system, run.options), checked(run.start, system, experiment.t0), time_span(experiment, run)};
} catch (const InputError& error) {
  const Place place = run.place_of(error.key());
  throw InputError(place.key, error.message()).at(experiment.file.string(), place.line, "");
}

System<double> system_of(const Experiment& experiment) { return experiment.problem->make(experiment.parameters); }

double thread_cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::vector<double> copy(std::span<const double> x) { return {x.begin(), x.end()}; }

Endpoint endpoint_of(const Integrator<double>& integrator) {
  const View<double> state = integrator.view();
  Endpoint end{state.t, copy(state.q), copy(state.v), std::vector<double>(static_cast<std::size_t>(integrator.system().constraints())),
               copy(state.lambda_stage)};
  if (!make_probe(integrator.system())->multipliers(end.t, end.q, end.v, end.lambda)) end.lambda.clear();
  return end;
}

RunResult described(const RunSpec& run) {
  RunResult result{.label = run.label, .method = std::string(run.method->name), .h = run.h};
  if (run.options.has("tableau")) result.tableau = run.options.text("tableau");
  if (run.options.has("stages")) result.stages = run.options.integer("stages");
  if (run.options.has("rtol")) result.rtol = run.options.number("rtol");
  if (run.options.has("atol")) result.atol = run.options.number("atol");
  return result;
}

/// The runs of one experiment, taken by worker threads one after the other.
class Job {
 public:
  Job(const Experiment& experiment, const RunOptions& options, Progress& progress)
      : experiment_(experiment), options_(options), progress_(progress), system_(system_of(experiment)) {
    for (const RunSpec& run : experiment.runs)
      if (!options.quick || run.quick) prepared_.push_back(prepare(experiment, system_, run));
    std::set<std::string> taken;
    for (const Prepared& p : prepared_) {
      if (!options.out) {
        csv_.push_back(nullptr);
        continue;
      }
      std::string file = file_name(p.spec->label);
      while (!taken.insert(file).second) file += '_';  // different labels may look alike as file names
      csv_.push_back(std::make_unique<CsvWriter>(*options.out / experiment.name / (file + ".csv"), *experiment.problem, system_, options.sample));
    }
    results_.resize(prepared_.size());
  }

  std::vector<RunResult> run() {
    {
      std::vector<std::jthread> threads;
      for (std::size_t i = 0; i < std::min(prepared_.size(), static_cast<std::size_t>(std::max(1, options_.jobs))); ++i) threads.emplace_back([this] { work(); });
    }
    if (thrown_) std::rethrow_exception(thrown_);
    return std::move(results_);
  }

 private:
  void work() try {
    for (std::size_t i = next_++; i < prepared_.size(); i = next_++) results_[i] = execute(prepared_[i], csv_[i].get());
  } catch (...) {
    const std::lock_guard lock(mutex_);
    thrown_ = std::current_exception();
    next_ = prepared_.size();
  }

  RunResult execute(Prepared& prepared, CsvWriter* csv) {
    auto& [spec, integrator, start, span] = prepared;
    RunResult result = described(*spec);
    Monitor monitor(system_);
    long last_step = 0;
    double reported = 0;
    const auto wall = std::chrono::steady_clock::now();
    const double cpu = thread_cpu_seconds();
    result.summary = integrate(*integrator, start, span, [&](const Observation<double>& seen) {
      monitor(seen);
      if (csv) (*csv)(seen, monitor);
      last_step = seen.step;
      if (seen.step % 256 == 0 && span.t_end > span.t0) advance(reported, (seen.state.t - span.t0) / (span.t_end - span.t0));
    });
    result.cpu_seconds = thread_cpu_seconds() - cpu;
    result.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count();
    result.extremes = monitor.extremes();
    result.endpoint = endpoint_of(*integrator);
    if (csv) csv->finish({last_step, integrator->view()}, monitor);
    if (result.summary.outcome == Outcome::success) compare_endpoint(result, monitor, start, span);
    else result.failure = result.summary.failure(spec->label == spec->method->name ? spec->label : fmt::format("{} [{}]", spec->method->name, spec->label));
    advance(reported, 1);
    return result;
  }

  void advance(double& reported, double now) {
    progress_.done += now - reported;
    reported = now;
  }

  void compare_endpoint(RunResult& result, const Monitor& monitor, const Start<double>& start, const TimeSpan<double>& span) {
    if (const auto error = monitor.solution_error()) {
      result.endpoint_error = error->first;
      result.endpoint_error_v = error->second;
    } else if (const ReferenceSolution* exact = reference(start, span)) {
      const auto difference = [](const std::vector<double>& x, const VectorX<double>& y) {
        return (Eigen::Map<const VectorX<double>>(x.data(), y.size()) - y).norm();
      };
      result.endpoint_error = difference(result.endpoint.q, exact->q);
      result.endpoint_error_v = difference(result.endpoint.v, exact->v);
    }
  }

  /// One reference for all runs with the same start and end.
  const ReferenceSolution* reference(const Start<double>& start, const TimeSpan<double>& span) {
    std::vector<double> key = copy(values(start.q));
    key.insert(key.end(), start.v.begin(), start.v.end());
    key.push_back(span.t_end);
    const std::lock_guard lock(mutex_);
    const auto [found, fresh] = references_.try_emplace(key);
    if (fresh) found->second = reference_solution(system_, start, span.t0, span.t_end);
    return found->second ? &*found->second : nullptr;
  }

  const Experiment& experiment_;
  const RunOptions& options_;
  Progress& progress_;
  System<double> system_;
  std::vector<Prepared> prepared_;
  std::vector<std::unique_ptr<CsvWriter>> csv_;
  std::vector<RunResult> results_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;
  std::exception_ptr thrown_;
  std::map<std::vector<double>, std::optional<ReferenceSolution>> references_;
};

}  // namespace

void check(const Experiment& experiment) {
  const System<double> system = system_of(experiment);
  for (const RunSpec& run : experiment.runs) prepare(experiment, system, run);
}

ExperimentResult run(const Experiment& experiment, const RunOptions& options, Progress& progress) {
  ExperimentResult result{.experiment = &experiment};
  result.runs = Job(experiment, options, progress).run();
  result.verdicts = judge(experiment.expectations, experiment, result.runs);
  return result;
}

}  // namespace nonholo
