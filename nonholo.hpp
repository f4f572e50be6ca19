// All that a program needs: systems, starts, integrators, trajectories, and the checks of problems and methods of one's
// own. Reading experiment files and writing reports is nonholo/cli/main.hpp's, TOML and JSON stop there.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/adapters/ida.hpp>
#include <nonholo/adapters/kinsol.hpp>
#include <nonholo/adapters/odeint.hpp>
#include <nonholo/framework/problem/about.hpp>
#include <nonholo/framework/run/events.hpp>
#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/framework/run/interpolant.hpp>
#include <nonholo/framework/run/trajectory.hpp>
#include <nonholo/framework/system/definite_mass.hpp>
#include <nonholo/framework/system/independent_rows.hpp>
#include <nonholo/framework/system/problem_entry.hpp>
#include <nonholo/methods/derived/composition.hpp>
#include <nonholo/methods/derived/composition_scheme.hpp>
#include <nonholo/methods/derived/projected.hpp>
#include <nonholo/methods/discrete_lagrangian/discrete_lagrangian.hpp>
#include <nonholo/methods/energy/discrete_gradient.hpp>
#include <nonholo/methods/energy/energy_collocation.hpp>
#include <nonholo/methods/explicit/adams.hpp>
#include <nonholo/methods/explicit/explicit_runge_kutta.hpp>
#include <nonholo/methods/geometric/gni.hpp>
#include <nonholo/methods/geometric/nonholonomic_rattle.hpp>
#include <nonholo/methods/runge_kutta/hessenberg_runge_kutta.hpp>
#include <nonholo/methods/runge_kutta/spark.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>
#include <nonholo/verification/contract/check_method.hpp>
#include <nonholo/verification/contract/check_problem.hpp>
