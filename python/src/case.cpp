// An experiment given as text, and the system that it holds.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "parts.hpp"

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/verification/experiment/keys.hpp>
#include <nonholo/verification/experiment/problem_reader.hpp>

#include <fmt/format.h>

#include <utility>

namespace nonholo::python {

namespace {

Case read_case(const std::string& text, const std::string& file) {
  return {std::make_shared<const Experiment>(read_experiment(with_long_numbers_shortened(text), file, "python"))};
}

/// The same of a problem alone, with or without a start, as read_problem() reads a file.
Case read_problem_case(const std::string& text, const std::string& file) {
  const TomlFile parsed(with_long_numbers_shortened(text), file);
  const TomlTable table = parsed.table();
  table.refuse_unknown_keys(file_keys());
  auto experiment = std::make_shared<Experiment>(Experiment{.name = "python", .file = file, .written = text});
  ProblemReader problem(table, {}, *experiment);
  RunProduct runs = problem.read();
  problem.multiply_starts(runs, table, true);
  experiment->runs = std::move(runs.runs);
  for (RunSpec& run : experiment->runs) run.places.insert_or_assign("run", place(table, "problem"));
  return {experiment};
}

template <class T> std::vector<T> list(const VectorX<T>& x) { return {x.begin(), x.end()}; }

std::vector<std::string> velocity_names(const System<double>& system) {
  std::vector<std::string> names;
  if (system.velocities() == 0) return names;
  for (const std::string& each : system.coordinate_names()) names.push_back("v" + each);
  return names;
}

/// What the Python layer says of a system before anything runs.
py::dict facts(const Case& of) {
  const RunSpec& run = of.run();
  const System<double> system = run.problem.system();
  py::dict all;
  all["kind"] = std::string(describe(system.kind()));
  all["dae"] = system.kind() == SystemKind::dae;
  all["coordinates"] = system.coordinate_names();
  all["velocities"] = velocity_names(system);
  all["constraints"] = static_cast<long>(system.constraints());
  py::dict parameters;
  for (const auto& [name, value] : run.parameters) parameters[py::str(name)] = value.value();
  all["parameters"] = parameters;
  all["label"] = run.label;
  return all;
}

/// Without those of tableaus, which are written behind it.
std::string own_text(const Case& of) {
  const std::string& written = of.experiment->written;
  return written.substr(0, written.find('\0'));
}

}  // namespace

const RunSpec& Case::run() const {
  if (experiment->runs.size() == 1) return experiment->runs.front();
  const std::string key = experiment->runs.front().swept.empty() ? "" : experiment->runs.front().swept.front().key;
  throw InputError(key, fmt::format("a list makes {} runs of it, and one call makes one run: call it once for each "
                                    "value, or use nonholo.ensemble for many starts",
                                    experiment->runs.size()));
}

void rethrow_with_nearest(const RunSpec& run, const InputError& error) {
  const std::size_t at = error.key().find("initial");
  if (at == std::string::npos) throw error;
  std::vector<double> q, v;
  try {
    Start<double> start = run.problem.start<double>();
    start.consistent = Consistent::project;
    const auto nearest = checked(start, run.problem.system(), run.problem.t0.as<double>());
    q = list<double>(nearest.q);
    v = list<double>(nearest.v);
  } catch (const InputError&) {  // it has none
    throw error;
  }
  throw OffConstraint(error, q, v);
}

void add_case(py::module_& module) {
  py::class_<Case>(module, "Case", "An experiment given as the text of its file.")
      .def(py::init(&read_case), py::arg("text"), py::arg("file"), py::call_guard<py::gil_scoped_release>(),
           "Reads and checks the text. Paths in it are relative to the folder of `file`. Raises InputError.")
      .def_static("problem", &read_problem_case, py::arg("text"), py::arg("file"),
                  py::call_guard<py::gil_scoped_release>(), "The same of a problem alone: no run, perhaps no start.")
      .def_property_readonly("text", &own_text)
      .def_property_readonly("file", [](const Case& of) { return of.experiment->file.string(); })
      .def("facts", &facts, "Kind, names and parameters of the system, as a dict.");
}

}  // namespace nonholo::python
