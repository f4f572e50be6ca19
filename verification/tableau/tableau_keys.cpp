#include <nonholo/verification/tableau/tableau_keys.hpp>

namespace nonholo {

const Catalogue<Key>& tableau_file_keys() {
  using enum KeyKind;
  // clang-format off
  static const Catalogue<Key> keys("key", {
      {"name", text, "what the tableau is called; default: the file's name"},
      {"reference", text, "where it was published"},
      {"c", number, "list of nodes; default: the row sums of the first matrix"},
      {"b", number, "list of weights"},
      {"A", number, "list of rows; for the positions where A_hat is given too"},
      {"A_hat", number, "list of rows, for the forces; for the reactions too unless A_tilde is given"},
      {"A_tilde", number, "list of rows, for the constraint reactions"},
      {"A1", number,
       "A1 to A5: the parts of y' = f_1 + ... + f_5; A, A_hat, A_tilde are other names of the first three"},
      {"A2", number, "the second part"},
      {"A3", number, "the third part"},
      {"A4", number, "the fourth part"},
      {"A5", number, "the fifth part"},
      {"omega", number,
       "s - 1 rows of s weights: the averaged constraints; default: sum_j b_j c_j^(i-1) k_j = 0, i = 1 ... s-1"},
      {"constants", table,
       "{ name = value, ... }: numbers that all others may use, those further down in this table too"},
      {"claims", table, "properties that the tableau should have (nonholo tableau check)"},
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
