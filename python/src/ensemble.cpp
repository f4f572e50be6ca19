// Ensembles: many members of one run, on all cores, each as a row or reduced over all. Each member is a run of its own,
// so no result depends on the number of threads, and each has the bits of solve().
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "interrupt.hpp"
#include "parts.hpp"

#include <nonholo/framework/base/number.hpp>
#include <nonholo/verification/experiment/ensemble_run.hpp>
#include <nonholo/verification/experiment/member_run.hpp>
#include <nonholo/verification/work_queue.hpp>

#include <pybind11/numpy.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace nonholo::python {

namespace {

using Rows = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// Starts and parameters that stand beside the text of a case, rows of the members `first`, `first` + 1, ...
struct Beside {
  long first;
  std::optional<std::pair<Rows, Rows>> starts;  // q and v; one row is the start of all
  std::map<std::string, Rows> parameters;
};

std::vector<Number> row(const Rows& all, long number) {
  const long of = all.shape(0) == 1 ? 0 : number;
  const double* const own = all.data() + of * all.shape(1);
  return {own, own + all.shape(1)};
}

/// The experiment with what stands beside it, whose arrays live as long as it does.
Experiment complete(const Case& given, const Beside& beside) {
  Experiment all = *given.experiment;
  EnsembleSpec& ensemble = all.ensembles.at(0);
  if (beside.starts)
    ensemble.member = [&beside, own = given.run().problem.initial](long i, const NamedNumbers&) {
      StartSpec start = own;
      start.q = row(beside.starts->first, i - beside.first);
      start.v = row(beside.starts->second, i - beside.first);
      start.lambda = {};
      return start;
    };
  if (!beside.parameters.empty())
    ensemble.parameters = [&beside](long i) {
      ParameterValues own;
      for (const auto& [name, values] : beside.parameters) own.emplace(name, values.data()[i - beside.first]);
      return own;
    };
  return all;
}

/// What the members came to, member after member; NaN where one was not begun.
struct Ends {
  std::vector<double> t, q, v, lambda, energy_error, residual;
  std::vector<std::string> outcome, message;
  std::vector<char> succeeded;  // not bool, whose entries share bytes: each thread writes its own

  Ends(std::size_t size, std::size_t n, std::size_t velocities, std::size_t m)
      : t(size, nan),
        q(size * n, nan),
        v(size * velocities, nan),
        lambda(size * m, nan),
        energy_error(size, nan),
        residual(size, nan),
        outcome(size, std::string(name(Outcome::interrupted))),
        message(size, "not begun"),
        succeeded(size, 0) {}

  void take(std::size_t i, const RunResult& result) {
    const Endpoint& end = result.endpoint;
    const auto put = [i](const std::vector<double>& from, std::vector<double>& to) {
      std::ranges::copy(from, to.begin() + static_cast<std::ptrdiff_t>(i * from.size()));
    };
    t[i] = end.t;
    put(end.q, q);
    put(end.v, v);
    put(end.lambda, lambda);
    energy_error[i] = result.extremes.max_energy_error.value_or(nan);
    residual[i] = result.extremes.max_constraint_residual;
    outcome[i] = name(result.summary.outcome);
    message[i] = result.failure;
    succeeded[i] = is_success(result.summary.outcome);
    for (const RaisedFlag& each : result.flags) {
      message[i] += (message[i].empty() ? "" : "; ") + each.text;
      if (info(each.flag).failure) succeeded[i] = 0;
    }
  }

  void fail(std::size_t i, const InputError& error) {
    outcome[i] = name(Outcome::not_started);
    message[i] = error.what();
  }

  static constexpr double nan = std::numeric_limits<double>::quiet_NaN();
};

RunResult solved(const Experiment& experiment, const RunSpec& run, const Interrupt& interrupt) {
  const RunOptions options{.stop = &interrupt.stop()};
  AllReferences references;
  Progress progress;
  return prepared(experiment, run)->execute({options, references, progress, "members are not compared"}).result;
}

/// Members first ... last - 1, a row for each.
py::dict ensemble(const Case& given, long last, const Beside& beside, int threads) {
  const Experiment experiment = complete(given, beside);
  const RunSpec& run = experiment.runs.front();
  const System<double> system = run.problem.system();
  const auto n = static_cast<std::size_t>(system.coordinates()),
             velocities = static_cast<std::size_t>(system.velocities()),
             m = static_cast<std::size_t>(system.constraints());
  const auto size = static_cast<std::size_t>(last - beside.first);
  Ends ends(size, n, velocities, m);
  Interrupt interrupt;
  interrupt.wait_for([&] {
    work_off(size, threads, [&](std::size_t i) {
      if (interrupt.stop()) return;
      try {
        const RunSpec own = run_of_member(beside.first + static_cast<long>(i), experiment, run);
        ends.take(i, solved(experiment, own, interrupt));
      } catch (const InputError& error) {  // its start is none
        ends.fail(i, error);
      }
    });
  });
  const auto array = [size](const std::vector<double>& x, std::size_t columns) {
    return py::array_t<double>(std::vector<std::size_t>{size, columns}, x.data());
  };
  py::dict all;
  all["t"] = py::array_t<double>(size, ends.t.data());
  all["q"] = array(ends.q, n);
  all["v"] = array(ends.v, velocities);
  all["lam"] = array(ends.lambda, m);
  all["energy_error"] = py::array_t<double>(size, ends.energy_error.data());
  all["constraint_residual"] = py::array_t<double>(size, ends.residual.data());
  all["success"] = py::array_t<char>(size, ends.succeeded.data()).attr("astype")("bool");
  all["outcome"] = ends.outcome;
  all["message"] = ends.message;
  all["interrupted"] = interrupt.stop().load();
  return all;
}

/// Ranges of members for threads that take them one after the other: as many as each thread has left on the average
/// (Polychronopoulos & Kuck 1987), so that all end at about the same time.
class Ranges {
 public:
  Ranges(long first, long last, int threads) : next_(first), last_(last), threads_(threads) {}

  /// From there to there; empty when all are taken.
  std::pair<long, long> take() {
    const std::lock_guard lock(mutex_);
    if (next_ == last_) return {last_, last_};
    const long first = next_;
    next_ += whole_subtree(first, last_, std::max(1L, (last_ - first) / threads_));
    return {first, next_};
  }

 private:
  std::mutex mutex_;
  long next_, last_;
  int threads_;
};

/// Members first ... last - 1, reduced. What an interrupt came before is left out.
MembersDone reduced_range(const Case& given, long last, const Beside& beside, int threads) {
  const Experiment experiment = complete(given, beside);
  const RunSpec& run = experiment.runs.front();
  MembersDone all(beside.first);
  std::mutex mutex;
  Ranges ranges(beside.first, last, threads);
  Interrupt interrupt;
  interrupt.wait_for([&] {
    work_off(static_cast<std::size_t>(std::min<long>(threads, last - beside.first)), threads, [&](std::size_t) {
      const auto made = prepared_members(experiment, run);
      const RunOptions options{.stop = &interrupt.stop()};
      AllReferences references;
      Progress progress;
      const RunSurroundings around{options, references, progress, ""};
      for (auto [next, end] = ranges.take(); next < end && !around.stopped(); std::tie(next, end) = ranges.take()) {
        MembersDone part(next);
        while (part.next < end && made->run_next(part, around)) {}
        const std::lock_guard lock(mutex);
        all.join(std::move(part));
      }
    });
  });
  return all;
}

py::array_t<double> matrix(const std::vector<RecordedHistogram>& rows, std::size_t columns, auto entry) {
  py::array_t<double> all(std::vector<std::size_t>{rows.size(), columns});
  auto into = all.mutable_unchecked<2>();
  for (std::size_t k = 0; k < rows.size(); ++k)
    for (std::size_t j = 0; j < columns; ++j)
      into(static_cast<py::ssize_t>(k), static_cast<py::ssize_t>(j)) = entry(rows[k], j);
  return all;
}

/// Counts and edges of histograms; NaN where a value was not finite.
void put_histograms(const Experiment& experiment, const std::vector<std::vector<RecordedHistogram>>& all,
                    py::dict& values, py::dict& edges) {
  for (const std::vector<RecordedHistogram>& each : all) {
    const auto spec = std::ranges::find(experiment.reductions, each.front().name, &ReductionSpec::name);
    const auto bins = static_cast<std::size_t>(spec->bins);
    const auto known = [](const RecordedHistogram& of) { return !of.counts.empty(); };
    values[py::str(spec->name)] = matrix(
        each, bins, [&](const RecordedHistogram& of, std::size_t j) { return known(of) ? of.counts[j] : Ends::nan; });
    edges[py::str(spec->name)] = matrix(each, bins + 1, [&](const RecordedHistogram& of, std::size_t j) {
      return known(of) ? std::lerp(of.from, of.to, static_cast<double>(j) / static_cast<double>(bins)) : Ends::nan;
    });
  }
}

py::dict reduced(const Case& given, const MembersDone& members) {
  const auto made = prepared_members(*given.experiment, given.run());
  const RunResult result = made->result(members);
  py::dict all, values, edges;
  for (const RecordedReduction& each : result.recorded.members) {
    all["t"] = py::array_t<double>(each.t.size(), each.t.data());
    values[py::str(each.name)] = py::array_t<double>(each.value.size(), each.value.data());
  }
  put_histograms(*given.experiment, made->histograms(members), values, edges);
  all["values"] = values;
  all["edges"] = edges;
  all["members"] = members.size;
  all["failed"] = py::array_t<long>(members.failed.size(), members.failed.data());
  all["steps"] = result.summary.steps;
  all["energy_error"] = result.extremes.max_energy_error.value_or(Ends::nan);
  all["constraint_residual"] = result.extremes.max_constraint_residual;
  std::string message = result.failure + result.warning;
  bool success = members.failed.empty();
  for (const RaisedFlag& each : result.flags) {
    message += (message.empty() ? "" : "; ") + each.text;
    success = success && !info(each.flag).failure;
  }
  all["success"] = success;
  all["message"] = message;
  return all;
}

py::bytes bytes_of(MembersDone members) {
  Archive all;
  all(members);
  return all.bytes();
}

MembersDone from_bytes(const py::bytes& bytes) {
  Archive all(bytes);
  MembersDone members;
  all(members);
  if (!all.complete()) throw InputError("bytes", "are not of members of an ensemble, or of another version");
  return members;
}

/// What a run starts from where the setup of its problem says it.
std::pair<std::vector<double>, std::vector<double>> start_of(const Case& given) {
  const Start<double> start = given.run().problem.start<double>();
  return {{start.q.begin(), start.q.end()}, {start.v.begin(), start.v.end()}};
}

}  // namespace

void add_ensemble(py::module_& module) {
  py::class_<Beside>(module, "Beside", "Starts and parameters of members, in rows, beside the text of a case.")
      .def(py::init<long, std::optional<std::pair<Rows, Rows>>, std::map<std::string, Rows>>(), py::arg("first"),
           py::arg("starts"), py::arg("parameters"));
  py::class_<MembersDone>(module, "MembersDone", "What is known of members of an ensemble that have run.")
      .def(py::init<>())
      .def_readonly("size", &MembersDone::size)
      .def("join", &MembersDone::join, py::arg("other"), "Takes the members of another range, in any order.")
      .def(py::pickle(&bytes_of, &from_bytes));
  module.def("ensemble", &ensemble, py::arg("case"), py::arg("last"), py::arg("beside"), py::arg("threads"),
             "Runs members of the case up to the last one, not included. Sizes are those of the system.");
  module.def("reduced_range", &reduced_range, py::arg("case"), py::arg("last"), py::arg("beside"), py::arg("threads"),
             "The same, and keeps of them what reductions need.");
  module.def("reduced", &reduced, py::arg("case"), py::arg("members"), "What the reductions of the case come to.");
  module.def("start_of", &start_of, py::arg("case"), "The start of the case, as q and v.");
}

}  // namespace nonholo::python
