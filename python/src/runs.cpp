// run(): experiments by name or file, as the program runs them; and the program itself, for `python -m nonholo`.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "interrupt.hpp"
#include "parts.hpp"

#include <nonholo/cli/main.hpp>
#include <nonholo/verification/experiment/json_report.hpp>
#include <nonholo/verification/experiment/locate.hpp>
#include <nonholo/verification/experiment/runner.hpp>

#include <string>
#include <vector>

namespace nonholo::python {

namespace {

/// The document of `nonholo run TARGET --json`, and whether every run and expectation is as it should be.
py::tuple run(const std::string& target, bool quick, int jobs) {
  std::vector<std::string> documents;
  bool well = true;
  Interrupt interrupt;
  interrupt.wait_for([&] {
    for (const program::FoundExperiment& found : program::locate(target, program::experiment_folders(""))) {
      if (interrupt.stop()) return;
      const PreparedExperiment experiment(read_experiment(found.file, found.name));
      Progress progress;
      const ExperimentResult result =
          experiment.run({.jobs = jobs, .quick = quick, .stop = &interrupt.stop()}, progress);
      documents.push_back(program::to_json(result, {.program = "nonholo " NONHOLO_VERSION " (Python)"}));
      well = well && exit_code(result) == 0;
    }
  });
  return py::make_tuple(program::json_document(documents), well && !interrupt.stop(), interrupt.stop().load());
}

/// The exit code of the program. Results and messages go to stdout and stderr of the process.
int program_main(std::vector<std::string> arguments) {
  std::vector<char*> argv;
  for (std::string& each : arguments) argv.push_back(each.data());
  argv.push_back(nullptr);
  const py::gil_scoped_release released;
  return nonholo::main(static_cast<int>(arguments.size()), argv.data());
}

}  // namespace

void add_runs(py::module_& module) {
  module.def("run", &run, py::arg("target"), py::arg("quick"), py::arg("jobs"));
  module.def("main", &program_main, py::arg("arguments"), "The program nonholo; to be called once.");
  module.def(
      "add_experiment_folder", [](const std::string& folder) { program::add_experiment_folder(folder); },
      py::arg("folder"));
}

}  // namespace nonholo::python
