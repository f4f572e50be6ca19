// A nonlinear solver by name, for the key `solver` of methods with stage equations. Methods do not know the solvers:
// whoever builds the catalogue of methods hands them in (verification/catalogue.cpp), because some stand in adapters/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/solver/nonlinear_solver.hpp>
#include <nonholo/framework/base/precision.hpp>

#include <functional>
#include <string_view>
#include <vector>

namespace nonholo {

/// Sets what a solver needs in the options of a method.
template <class Real> using ChooseSolver = std::function<void(SolverOptions<Real>&)>;

struct SolverEntry {
  std::string_view name, description;
  PerPrecision<ChooseSolver> choose;         ///< empty where the solver is not available in a precision
  std::vector<std::string_view> references;  ///< keys of verification/references.bib
};

}  // namespace nonholo
