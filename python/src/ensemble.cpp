// ensemble(): many starts of one run, on all cores. Each member is a run of its own with an integrator of its own, so
// no result depends on the number of threads, and each has the bits of solve().
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "interrupt.hpp"
#include "parts.hpp"

#include <nonholo/framework/base/number.hpp>
#include <nonholo/verification/experiment/advice.hpp>
#include <nonholo/verification/experiment/prepared_run.hpp>
#include <nonholo/verification/work_queue.hpp>

#include <pybind11/numpy.h>

#include <limits>
#include <string>

namespace nonholo::python {

namespace {

using Rows = py::array_t<double, py::array::c_style | py::array::forcecast>;

std::vector<Number> row(std::span<const double> all, std::size_t number, std::size_t columns) {
  const auto own = all.subspan(number * columns, columns);
  return {own.begin(), own.end()};
}

std::span<const double> numbers(const Rows& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }

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

/// One member, in double.
RunResult member(const Experiment& experiment, const RunSpec& run, const Interrupt& interrupt) {
  const RunOptions options{.stop = &interrupt.stop()};
  AllReferences references;
  Progress progress;
  return prepared(experiment, run)->execute({options, references, progress, "members are not compared"}).result;
}

py::dict ensemble(const Case& given, const Rows& q0, const Rows& v0, int threads) {
  const RunSpec& run = given.run();
  const System<double> system = run.problem.system();
  const auto n = static_cast<std::size_t>(system.coordinates()),
             velocities = static_cast<std::size_t>(system.velocities()),
             m = static_cast<std::size_t>(system.constraints());
  const auto size = static_cast<std::size_t>(q0.shape(0));
  const std::span<const double> all_q = numbers(q0), all_v = numbers(v0);
  Ends ends(size, n, velocities, m);
  Interrupt interrupt;
  interrupt.wait_for([&] {
    work_off(size, threads, [&](std::size_t i) {
      if (interrupt.stop()) return;
      RunSpec own = run;
      own.problem.initial.q = row(all_q, i, n);
      own.problem.initial.v = row(all_v, i, velocities);
      own.problem.initial.lambda = {};
      try {
        ends.take(i, member(*given.experiment, own, interrupt));
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

}  // namespace

void add_ensemble(py::module_& module) {
  module.def("ensemble", &ensemble, py::arg("case"), py::arg("q0"), py::arg("v0"), py::arg("threads"),
             "Runs the case from each row of (q0, v0). Sizes are those of the system.");
}

}  // namespace nonholo::python
