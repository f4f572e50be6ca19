// A solution as data: what another process needs to make its dense output again, and to repeat the run for a page.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "interrupt.hpp"
#include "solution.hpp"
#include "times.hpp"

#include <nonholo/framework/base/number.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/verification/experiment/json_report.hpp>
#include <nonholo/verification/experiment/runner.hpp>
#include <nonholo/verification/figure/figure_json.hpp>
#include <nonholo/verification/output/new_file.hpp>
#include <nonholo/verification/report/page.hpp>

#include <pybind11/numpy.h>

#include <filesystem>
#include <limits>
#include <type_traits>
#include <utility>

namespace nonholo::python {

namespace {

/// An array of any shape, row after row; of quad its texts.
template <class Real> std::vector<Real> numbers(const py::object& array) {
  if constexpr (std::is_same_v<Real, quad>) {
    std::vector<quad> all;
    for (const py::handle& each : array.attr("ravel")()) {
      const auto text = py::str(each).cast<std::string>();  // z is not known at each state
      all.push_back(text == "nan" ? std::numeric_limits<quad>::quiet_NaN() : Number::from_text(text).as<quad>());
    }
    return all;
  } else {
    const py::array_t<Real, py::array::c_style | py::array::forcecast> values(array);
    return {values.data(), values.data() + values.size()};
  }
}

/// A solution that holds accepted states alone.
std::unique_ptr<Solution> with_states(const Case& of, const py::object& t, const py::object& q, const py::object& v,
                                      const py::object& z) {
  auto solution = std::make_unique<Solution>();
  solution->experiment = of.experiment;
  with_precision(of.run().precision, [&]<class Real>() {
    KeptStates<Real>& steps = solution->shown.emplace<Shown<Real>>().steps;
    steps.t = numbers<Real>(t);
    steps.q = numbers<Real>(q);
    steps.v = numbers<Real>(v);
    steps.z = numbers<Real>(z);
  });
  return solution;
}

/// The document of results; "command" is what the page says under "Repeat it".
std::string document(const ExperimentResult& result) {
  const std::string json = program::to_json(result, {.program = "nonholo " NONHOLO_VERSION});
  return program::json_document({R"json({"command": "nonholo.solve(...)",)json" + json.substr(json.find('{') + 1)});
}

/// Runs the text again, with its figures, and writes the page into the folder.
/// @return the page; empty where Ctrl-C ended it
std::string write_report(const std::string& text, const std::string& file, const std::string& name, const Times& t_eval,
                         const std::string& folder) {
  std::filesystem::path page;
  Interrupt interrupt;
  interrupt.wait_for([&] {
    Experiment experiment = read_experiment(with_long_numbers_shortened(text), file, name);
    add_times(t_eval, experiment.runs.front());
    const PreparedExperiment prepared(std::move(experiment));
    Progress progress;
    const ExperimentResult result = prepared.run({.figures = true, .stop = &interrupt.stop()}, progress);
    if (interrupt.stop()) return;
    const std::filesystem::path into = folder;
    if (result.figures) write_whole(into / name / "figures.json", to_json(*result.figures));
    write_whole(into / "results.json", document(result));
    page = program::write_page(into);
  });
  return page.string();
}

}  // namespace

void add_saved_solution(py::module_& module) {
  module.def("with_states", &with_states, py::arg("case"), py::arg("t"), py::arg("q"), py::arg("v"), py::arg("z"),
             "A Solution that holds these accepted states, for at().");
  module.def("write_report", &write_report, py::arg("text"), py::arg("file"), py::arg("name"), py::arg("t_eval"),
             py::arg("folder"),
             "Runs the case again and writes its page into the folder. Returns the path of the page.");
}

}  // namespace nonholo::python
