// The tableaus by name, for any number of stages >= 1 (Lobatto: >= 2), and their catalogue. To add one: write it here and in
// its family's file, and add its line to the catalogue in catalogue.cpp.
#pragma once

#include <nonholo/framework/catalogue.hpp>
#include <nonholo/framework/tableau.hpp>

namespace nonholo {

namespace tableaus {

Tableau gauss(int s);         ///< zeros of the shifted Legendre polynomial, C(s); order 2s
Tableau radau_ia(int s);      ///< c_1 = 0, D(s); order 2s - 1   (Ehle 1969)
Tableau lobatto_iiia(int s);  ///< c_1 = 0, c_s = 1, C(s); order 2s - 2
Tableau lobatto_iiib(int s);  ///< c_1 = 0, c_s = 1, D(s); order 2s - 2

TableauSet symplectic_euler_1(int s);  ///< explicit in q, implicit in v; order 1, one stage
TableauSet symplectic_euler_2(int s);  ///< the other way round: its adjoint

}  // namespace tableaus

/// A family of sets (a, a_hat, a_tilde) for the SPARK engine.
struct TableauFamily {
  std::string_view name;
  std::string_view description;
  int min_stages, max_stages;
  TableauSet (*make)(int stages);
  std::vector<std::string_view> references;  ///< keys of verification/bibliography.cpp

  /// @throws InputError (key "stages") outside min_stages ... max_stages.
  TableauSet operator()(long stages) const;
};

const Catalogue<TableauFamily>& tableau_catalogue();

}  // namespace nonholo
