// A mechanical system as text: its Lagrangian, or mass matrix and potential, constraints and forces as expressions in
// t, coordinates, velocities (v before a coordinate's name) and parameters.
//
//   d/dt L_v = L_q + force + k_v^T lambda,   constraints k(t, q, v) = 0
//
// Derivatives are expressions too (faces/dynamics_of_expressions.hpp), in every precision.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/number.hpp>
#include <nonholo/framework/system/problem_entry.hpp>

#include <string>
#include <utility>
#include <vector>

namespace nonholo {

struct TextSystem {
  struct Named {
    std::string name, text;
  };

  std::string name = "system", title = "";
  std::vector<std::string> coordinates;
  std::vector<Named> parameters;                      ///< each in terms of those before it: a number, or "m/12"
  std::string lagrangian;                             ///< or, where this is empty, the next two
  std::vector<std::vector<std::string>> mass_matrix;  ///< n rows; of a symmetric matrix
  std::string potential;                              ///< 0 where this is empty
  std::vector<std::string> constraints;               ///< each = 0
  std::vector<std::string> force;                     ///< one for each coordinate, or none
  std::vector<Named> invariants;                      ///< in coordinates and velocities
  /// The solution, in t; coordinates and velocities are there those at time 0. n each, or none.
  std::vector<std::string> exact_q, exact_v;
};

/// @throws InputError whose key says which part: "coordinates[0]", "lagrangian", "constraints[1]", "parameters.m".
ProblemEntry problem_entry(const TextSystem& system);

}  // namespace nonholo
