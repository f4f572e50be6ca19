// Every tableau the Runge-Kutta engines know by name.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/tableaus/own_tableaus.hpp>

#include "tableau_makers.hpp"  // made when configuring, one declaration for each line below

#include <fmt/format.h>

namespace nonholo {

namespace {

// Generated coefficients are checked against their defining conditions up to this many stages.
constexpr int most_stages = 16;

/// One tableau in all roles.
template <Tableau (*tableau)(int)> TableauSet alone(int s) { return tableau(s); }

}  // namespace

TableauSet TableauFamily::operator()(long stages) const {
  if (stages < min_stages || stages > max_stages)
    throw InputError("stages", fmt::format("{} has {} to {} stages, not {}", name, min_stages, max_stages, stages));
  return make(static_cast<int>(stages));
}

namespace {

Catalogue<TableauFamily>& known() {
  using namespace tableaus;
  // clang-format off
  static Catalogue<TableauFamily> catalogue("tableau", {
      {"gauss", "order 2s, symmetric", 1, most_stages, &alone<gauss>, {"kuntzmann1961", "butcher1964"}},
      {"radau_ia", "order 2s - 1", 2, most_stages, &alone<radau_ia>, {"ehle1969"}},
      {"radau_iia", "order 2s - 1, stiffly accurate", 1, most_stages, &alone<radau_iia>, {"ehle1969"}},
      {"lobatto_iiia", "order 2s - 2, symmetric, explicit first stage: for runge_kutta",
       2, most_stages, &alone<lobatto_iiia>, {"ehle1969"}},
      {"lobatto_iiib", "order 2s - 2, symmetric", 2, most_stages, &alone<lobatto_iiib>, {"ehle1969"}},
      {"lobatto_iiic", "order 2s - 2, stiffly accurate", 2, most_stages, &alone<lobatto_iiic>, {"chipman1971"}},
      {"lobatto_iiic_star", "order 2s - 2, adjoint of lobatto_iiic",
       2, most_stages, &alone<lobatto_iiic_star>, {"jay1996"}},
      {"lobatto_iiid", "order 2s - 2, symmetric", 2, most_stages, &alone<lobatto_iiid>, {"jay1996"}},
      {"lobatto_iiia_b", "IIIA for q, IIIB for forces and reactions: order 2s - 2, symmetric",
       2, most_stages, &lobatto_iiia_b, {"jay1996", "jay2009"}},
      {"lobatto_iiia_b_d", "IIIA for q, IIIB for forces, IIID for reactions: order 2s - 2, symmetric",
       2, most_stages, &lobatto_iiia_b_d, {"jay1996", "jay2009"}},
      {"lobatto_iiic_c_star", "IIIC for q, IIIC* for forces and reactions: order 2s - 2",
       2, most_stages, &lobatto_iiic_c_star, {"jay1996", "jay2003"}},
      {"lobatto_iiia_b_c_cstar_d", "IIIA, IIIB, IIIC, IIIC*, IIID for the parts of a DAE: order 2s - 2",
       2, most_stages, &lobatto_iiia_b_c_cstar_d, {"jay2003"}},
      {"modified_lobatto_iiia_b", "IIIA-B with the constraint at the middle: order 2 for constant mass, else 1",
       2, 2, &modified_lobatto_iiia_b, {"jay2009"}},
      {"symmetric_lobatto_iiia_b", "the same, symmetric for any mass: order 2",
       2, 2, &symmetric_lobatto_iiia_b, {"jay2009"}},
      {"symplectic_euler_1", "explicit in q, implicit in v: order 1", 1, 1, &symplectic_euler_1, {"jay2009"}},
      {"symplectic_euler_2", "implicit in q, explicit in v: order 1, adjoint of the other",
       1, 1, &symplectic_euler_2, {"jay2009"}},
      {"half_explicit_euler", "explicit but for the multiplier: order 1",
       1, 1, &half_explicit_euler, {"hairer1989", "jimenez2014"}},
  });
  // clang-format on
  return catalogue;
}

}  // namespace

const Catalogue<TableauFamily>& tableau_catalogue() { return known(); }

void add_tableaus(std::vector<TableauFamily> tableaus) {
  for (TableauFamily& tableau : tableaus) known().add(std::move(tableau));
}

TableauSet known_tableau(const std::string& name, std::optional<long> stages) {
  const TableauFamily* family = tableau_catalogue().find(name);
  if (!family) throw InputError("tableau", unknown_name_message("tableau", name, tableau_catalogue().names()));
  if (!stages && family->min_stages < family->max_stages)
    throw InputError("stages",
                     fmt::format("is missing: {} has {} to {} stages", name, family->min_stages, family->max_stages));
  return (*family)(stages.value_or(family->min_stages));
}

void refuse_other_stages(const TableauSet& set, const std::string& name, std::optional<long> stages) {
  if (stages && *stages != set.stages())
    throw InputError("stages", fmt::format("{} has {} stages, not {}", name, set.stages(), *stages));
}

}  // namespace nonholo
