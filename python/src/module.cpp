// The extension module nonholo._core: what the Python layer of the package is made of. Users import nonholo instead.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "parts.hpp"

PYBIND11_MODULE(_core, module) {
  using namespace nonholo::python;
  module.doc() = "The C++ library of nonholo. Private: import nonholo instead.";
  module.attr("version") = NONHOLO_VERSION;
  add_errors(module);
  add_case(module);
  add_solution(module);
  add_saved_solution(module);
  add_solve(module);
  add_stepper(module);
  add_ensemble(module);
  add_reports(module);
  add_runs(module);
}
