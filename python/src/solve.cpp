// solve(): one run, watched, with what it shows kept in memory.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "interrupt.hpp"
#include "solution.hpp"
#include "times.hpp"

#include <nonholo/framework/base/number.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/verification/experiment/run_span.hpp>

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace nonholo::python {

namespace {

/// Why a run here is compared with no reference solution.
constexpr const char* not_compared = "nonholo.solve computes no reference solution";

/// How many states a run with fixed steps will show; 0 for an adaptive method. Room beyond the limit comes as it is
/// needed: an interrupted run of a billion steps should not ask for all of it.
template <class Real> std::size_t expected_steps(const RunSpec& run) {
  constexpr std::size_t most = 1u << 22;
  return std::min(most, static_cast<std::size_t>(time_span<Real>(run).steps) + 1);
}

/// Where the states go that the run shows.
template <class Real> Onlooker<Real> keeper(Solution& into, Interrupt& interrupt) {
  auto& shown = into.shown.emplace<Shown<Real>>();
  shown.located.resize(into.experiment->located.size());
  const System<Real> system = into.run().problem.system<Real>();
  const auto of_z = static_cast<std::size_t>(system.kind() == SystemKind::dae ? system.constraints() : 0);
  const bool steps = into.keeps_steps;
  if (steps) shown.steps.reserve(expected_steps<Real>(into.run()), system, of_z);
  return [&shown, &interrupt, of_z, steps](Sight sight, const View<Real>& state, const Monitor<Real>& monitor,
                                           std::size_t located) {
    if (sight == Sight::sample) shown.samples.add(state, monitor, of_z);
    else if (sight == Sight::located) shown.located[located].add(state, monitor, of_z);
    else if (steps) shown.steps.add(state, monitor, of_z);
    interrupt.poll();
  };
}

std::unique_ptr<PreparedRun> prepared_case(const Experiment& experiment) {
  const RunSpec& run = experiment.runs.front();
  try {
    return prepared(experiment, run);
  } catch (const InputError& error) {
    rethrow_with_nearest(run, error);
  }
}

/// @param t_eval times at which there are rows; none: at each step
std::unique_ptr<Solution> solve(const Case& given, const Times& t_eval, bool keep_steps) {
  auto solution = std::make_unique<Solution>();
  given.run();  // refuses several
  Interrupt interrupt;
  {
    const py::gil_scoped_release released;
    auto experiment = std::make_shared<Experiment>(*given.experiment);
    add_times(t_eval, experiment->runs.front());
    solution->experiment = experiment;
    const RunSpec& run = solution->run();
    solution->sampled = !run.t_eval.empty() || run.samples;
    solution->keeps_steps = keep_steps || !solution->sampled;
    const std::unique_ptr<PreparedRun> made = prepared_case(*experiment);
    const RunOptions options{.stop = &interrupt.stop()};
    AllReferences references;
    Progress progress;
    RunSurroundings around{options, references, progress, not_compared};
    with_precision(run.precision, [&]<class Real>() {
      if constexpr (std::is_same_v<Real, double>) around.onlookers.in_double = keeper<Real>(*solution, interrupt);
      else around.onlookers.in_quad = keeper<Real>(*solution, interrupt);
    });
    solution->result = made->execute(around).result;
  }
  interrupt.raise();
  return solution;
}

}  // namespace

void add_solve(py::module_& module) {
  module.def("solve", &solve, py::arg("case"), py::arg("t_eval") = std::vector<double>{}, py::arg("keep_steps") = false,
             "Runs the only run of the case. Raises InputError.");
}

}  // namespace nonholo::python
