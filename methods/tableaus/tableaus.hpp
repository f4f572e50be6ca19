// The tableaus by name, for any number of stages >= 1 (Lobatto: >= 2), and their catalogue. To add one: write it in a
// file of this folder, and its line in catalogue.cpp; here it stands when C++ users are to call it.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/catalogue.hpp>
#include <nonholo/framework/tableau/tableau.hpp>

#include <functional>
#include <optional>

namespace nonholo {

/// @throws InputError (key "stages") for a number of stages that they do not have.
namespace tableaus {

Tableau gauss(int s);              ///< zeros of the shifted Legendre polynomial, C(s); order 2s
Tableau radau_ia(int s);           ///< c_1 = 0, D(s); order 2s - 1   (Ehle 1969)
Tableau radau_iia(int s);          ///< c_s = 1, C(s), stiffly accurate; order 2s - 1   (Ehle 1969)
Tableau lobatto_iiia(int s);       ///< c_1 = 0, c_s = 1 as all below, C(s); order 2s - 2
Tableau lobatto_iiib(int s);       ///< D(s); order 2s - 2
Tableau lobatto_iiic(int s);       ///< a_i1 = b_1, C(s - 1), stiffly accurate; order 2s - 2
Tableau lobatto_iiic_star(int s);  ///< a_is = 0, C(s - 1); order 2s - 2
Tableau lobatto_iiid(int s);       ///< the mean of IIIC and IIIC*; order 2s - 2

TableauSet lobatto_iiia_b(int s);
TableauSet lobatto_iiia_b_d(int s);
TableauSet lobatto_iiic_c_star(int s);
TableauSet lobatto_iiia_b_c_cstar_d(int s);
TableauSet modified_lobatto_iiia_b(int s);   ///< two stages
TableauSet symmetric_lobatto_iiia_b(int s);  ///< two stages

TableauSet symplectic_euler_1(int s);   ///< explicit in q, implicit in v; order 1, one stage
TableauSet symplectic_euler_2(int s);   ///< the other way round: its adjoint
TableauSet half_explicit_euler(int s);  ///< explicit in q and v; order 1, one stage

}  // namespace tableaus

/// A family of sets for the Runge-Kutta engines.
struct TableauFamily {
  std::string_view name;
  std::string_view description;
  int min_stages, max_stages;
  TableauSet (*make)(int stages);
  std::vector<std::string_view> references;  ///< keys of verification/references.bib

  /// @throws InputError (key "stages") outside min_stages ... max_stages.
  TableauSet operator()(long stages) const;
};

const Catalogue<TableauFamily>& tableau_catalogue();

/// The set that a name, or a path, and a number of stages mean. @throws InputError (key "tableau" or "stages").
using TableauSource = std::function<TableauSet(const std::string& name, std::optional<long> stages)>;

/// Those of the catalogue; the number of stages may be left out where there is only one.
TableauSet known_tableau(const std::string& name, std::optional<long> stages);

/// @throws InputError (key "stages") when another number of them is asked for than the set has.
void refuse_other_stages(const TableauSet& set, const std::string& name, std::optional<long> stages);

}  // namespace nonholo
