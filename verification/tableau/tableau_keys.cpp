// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/tableau/tableau_keys.hpp>

namespace nonholo {

const Catalogue<Key>& tableau_file_keys() {
  using enum KeyKind;
  // clang-format off
  static const Catalogue<Key> keys("key", {
      {"name", text, "what `nonholo tableau` calls it; default: the file's name, which runs call it by"},
      {"reference", text, "where it was published"},
      {"b", number, "s weights"},
      {"c", number, "s nodes; default: the row sums of the first matrix"},
      {"A", number, "s rows of s numbers: one tableau for everything (SRK-DAE2 methods), or that of the positions"},
      {"A_hat", number, "that of the forces; of the reactions too unless A_tilde is given"},
      {"A_tilde", number, "that of the constraint reactions"},
      {"A1", number, "the same by number, for the parts of y' = f_1 + ... + f_5; parts beyond the last take the last"},
      {"A2", number, "the second part"},
      {"A3", number, "the third part"},
      {"A4", number, "the fourth part"},
      {"A5", number, "the fifth part"},
      {"omega", number,
       "s - 1 rows of s weights of the averaged constraints; default: b_j c_j^(i-1), i = 1 ... s-1. Rows of the same "
       "span give the same method; for others there is no order theorem, and verify only measures"},
      {"constants", table, "names for numbers, each may use those before it"},
      {"claims", table, "properties that you believe it has, held against what it has"},
  });
  // clang-format on
  return keys;
}

const Catalogue<Key>& claim_keys() {
  using enum KeyKind;
  // clang-format off
  static const Catalogue<Key> keys("claim", {
      {"order", whole, "of q and v (of y) on index-2 problems"},
      {"stage_multiplier_order", whole, "of the last stage's multiplier"},
      {"standard_order", whole, "of y, used as a standard Runge-Kutta method on index-2 problems"},
      {"ode_order", whole, "on ordinary differential equations"},
      {"B", whole, "largest p with B(p)"},
      {"C", whole, "largest q with C(q), of the first matrix"},
      {"D", whole, "largest r with D(r), of all the others"},
      {"symmetric", boolean, "equal to its adjoint"},
      {"stiffly_accurate", boolean, "a_sj = b_j"},
      {"explicit_first", boolean, "the first stage is the start of the step"},
      {"lagrange_dalembert", boolean, "A and A_hat form a Lagrange-d'Alembert pair"},
  });
  // clang-format on
  return keys;
}

}  // namespace nonholo
