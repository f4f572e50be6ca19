// The equations of a step of a method that stands on stage_integrator.hpp, for whoever holds their derivatives against
// them (verification/contract).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrator.hpp>
#include <nonholo/framework/solver/nonlinear_solver.hpp>

namespace nonholo {

/// Those of a step of size h from the state of the integrator, which is started, and their first guess in x. They are
/// good until the integrator is used. nullptr where the method has no such equations.
StageEquations<double>* posed_equations(Integrator<double>& integrator, double h, VectorX<double>& x);

}  // namespace nonholo
