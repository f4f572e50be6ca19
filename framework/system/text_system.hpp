// Systems as text: of each of the three kinds of system.hpp, all their functions as expressions in t, the names of the
// state and parameters.
//
//   TextSystem         d/dt L_v = L_q + force + R,   0 = holonomic(t, q),  0 = constraints(t, q, v);
//                      R = k_v^T lambda unless given
//   TextDae            y' = f_1(t, y, z) + f_2(t, y, z) + ...,   0 = g(t, y)
//   TextSkewGradient   zeta' = structure(zeta) grad hamiltonian(zeta)
//
// Derivatives are expressions too (faces/*_of_expressions.hpp), in every precision.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/number.hpp>
#include <nonholo/framework/system/inputs.hpp>
#include <nonholo/framework/system/problem_entry.hpp>

#include <string>
#include <utility>
#include <vector>

namespace nonholo {

struct TextNamed {
  std::string name, text;
};

/// An input: an expression in t and parameters, or a table (inputs.hpp).
struct TextInput {
  std::string name;
  std::string expression = {};  ///< where it is empty, the table
  InputTable table = {};
};

struct TextSystem {
  using Named = TextNamed;

  std::string name = "system", title = "";
  std::vector<std::string> coordinates;               ///< the velocity of x is vx
  std::vector<TextNamed> parameters;                  ///< each in terms of those before it: a number, or "m/12"
  std::vector<TextInput> inputs = {};                 ///< not in the kinetic energy, unless they are expressions of t
  std::vector<TextNamed> define = {};                 ///< names for expressions, each in terms of those before it
  std::string lagrangian;                             ///< or, where this is empty, the next two
  std::vector<std::vector<std::string>> mass_matrix;  ///< n rows; of a symmetric matrix
  std::string potential;                              ///< 0 where this is empty
  std::vector<std::string> constraints;               ///< on velocities, each = 0
  std::vector<std::string> holonomic = {};            ///< on positions: each = 0, in t and coordinates
  std::vector<std::string> force;                     ///< one for each coordinate, or none
  std::vector<std::string> reaction;                  ///< the same, in lambda1 (or lambda_1), lambda2, ... too;
                                                      ///< those of holonomic first
  std::vector<TextNamed> invariants;                  ///< in coordinates and velocities
  /// The solution, in t; coordinates and velocities are there those at time 0. n each, or none.
  std::vector<std::string> exact_q, exact_v;
  bool compile = false;  ///< as machine code (expression/compiled_program.hpp)
};

struct TextDae {
  std::string name = "system", title = "";
  std::vector<TextNamed> parameters;
  std::vector<std::string> y, z;            ///< names
  std::vector<TextInput> inputs = {};       ///< expressions of t
  std::vector<TextNamed> define = {};       ///< in t, y and z
  std::vector<std::vector<std::string>> f;  ///< one for each part, one expression for each y
  std::vector<std::string> g;               ///< one for each z, each = 0
  std::vector<TextNamed> invariants;        ///< in t, y and z
  /// The solution, in t; y is there that at time 0. One for each, or none.
  std::vector<std::string> exact_y, exact_z;
  bool compile = false;
};

struct TextSkewGradient {
  std::string name = "system", title = "";
  std::vector<TextNamed> parameters;
  std::vector<std::string> zeta;  ///< names
  std::vector<TextNamed> define = {};
  std::string hamiltonian;
  std::vector<std::vector<std::string>> structure;  ///< as many rows; of a skew matrix
  std::vector<TextNamed> invariants;
  std::vector<std::string> exact_zeta;  ///< in t; zeta is there that at time 0
  bool compile = false;
};

/// @throws InputError whose key says which part: "coordinates[0]", "lagrangian", "f[0][1]", "parameters.m",
/// "inputs[0]", "input.NAME"; (key "compile") where there is no compiler. Making a system of the entry compiles it, and
/// @throws where that fails.
ProblemEntry problem_entry(const TextSystem& system);
ProblemEntry problem_entry(const TextDae& dae);
ProblemEntry problem_entry(const TextSkewGradient& system);

/// Whether the entry is one of these: all its derivatives are those of expressions.
bool is_text(const ProblemEntry& entry);

}  // namespace nonholo
