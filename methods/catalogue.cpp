// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/catalogue.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/methods/family/simplified_newton.hpp>
#include <nonholo/methods/family/surroundings.hpp>

// One line per family, in the order of `nonholo list methods`: X stands for X_entries() in methods/X/entries.cpp.
#define NONHOLO_METHOD_FAMILIES(FAMILY) \
  FAMILY(discrete_lagrangian)           \
  FAMILY(geometric)                     \
  FAMILY(runge_kutta)                   \
  FAMILY(explicit)                      \
  FAMILY(energy)                        \
  FAMILY(derived)

namespace nonholo {

#define NONHOLO_DECLARED(family) Entries family##_entries(const Surroundings& given);
NONHOLO_METHOD_FAMILIES(NONHOLO_DECLARED)

std::vector<SolverEntry> method_solvers() {
  const auto nothing = [](auto&) {};
  const auto loose = [](auto& options) { use_simplified_newton(options); };
  return {
      {"native",
       "frozen structured Jacobian, exact one when that contracts poorly; to round-off",
       {nothing, nothing},
       {}},
      {"simplified_newton",
       "Hilden's loose solver, to show the drift that it makes",
       {loose, loose},
       {"hilden2009", "jay2000"}},
  };
}

std::vector<MethodEntry> integrator_entries(const std::vector<SolverEntry>& solvers, const TableauSource& tableau,
                                            const FindMethod& find_base) {
  const Surroundings given{.solvers = StageSolvers(solvers), .tableau = tableau, .method = find_base};
  Entries all;
#define NONHOLO_LISTED(family) \
  for (MethodEntry & entry : family##_entries(given)) all.push_back(std::move(entry));
  NONHOLO_METHOD_FAMILIES(NONHOLO_LISTED)
  return all;
}

}  // namespace nonholo
