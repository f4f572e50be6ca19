// The parts of the extension module _core: each source adds what it binds. All of the module shares this header.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/error.hpp>
#include <nonholo/verification/experiment/experiment.hpp>

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <vector>

namespace nonholo::python {

namespace py = pybind11;

/// What an experiment file would say, given as its text. The Python layer writes the text, so that every key, every
/// check and every message is that of the program.
struct Case {
  std::shared_ptr<const Experiment> experiment;

  /// The only run. @throws InputError where lists in the text make several.
  const RunSpec& run() const;
};

/// A start off the constraints, with the nearest one on them (in the mass metric), where there is one.
class OffConstraint : public InputError {
 public:
  OffConstraint(const InputError& error, std::vector<double> q, std::vector<double> v)
      : InputError(error),
        nearest_q(std::move(q)),
        nearest_v(std::move(v)) {}

  std::vector<double> nearest_q, nearest_v;
};

/// An InputError of a start, with the nearest admissible start if the run's problem has one. Call it in a handler.
[[noreturn]] void rethrow_with_nearest(const RunSpec& run, const InputError& error);

void add_errors(py::module_& module);
void add_case(py::module_& module);
void add_solution(py::module_& module);
void add_saved_solution(py::module_& module);
void add_solve(py::module_& module);
void add_stepper(py::module_& module);
void add_ensemble(py::module_& module);
void add_reports(py::module_& module);
void add_runs(py::module_& module);

}  // namespace nonholo::python
