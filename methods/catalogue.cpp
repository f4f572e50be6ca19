#include <nonholo/methods/catalogue.hpp>

#include <nonholo/methods/discrete_lagrangian.hpp>
#include <nonholo/methods/spark.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>

#include <fmt/format.h>

namespace nonholo {

namespace {

/// Options that every method with stage equations takes.
const std::vector<std::string_view> solver_keys = {"jacobian", "solver_tolerance"};

JacobianChoice jacobian_choice(const std::string& text) {
  if (text == "auto") return JacobianChoice::automatic;
  if (text == "frozen") return JacobianChoice::frozen;
  if (text == "exact") return JacobianChoice::exact;
  throw InputError("jacobian", fmt::format("'{}': must be \"auto\", \"frozen\" or \"exact\"", text));
}

SolverOptions<double> solver_options(const MethodOptions& options) {
  SolverOptions<double> solver;
  if (options.has("jacobian")) solver.jacobian = jacobian_choice(options.text("jacobian"));
  if (options.has("solver_tolerance")) {
    solver.tolerance = options.number("solver_tolerance");
    if (!(solver.tolerance > 0)) throw InputError("solver_tolerance", fmt::format("{}: must be > 0", solver.tolerance));
  }
  return solver;
}

std::unique_ptr<Integrator<double>> make_spark(const System<double>& system, const MethodOptions& options) {
  const TableauFamily* family = nullptr;
  try {
    family = &tableau_catalogue().at(options.text("tableau"));
  } catch (const InputError& error) {
    throw error.at("", 0, "tableau");
  }
  return spark(system, (*family)(options.integer("stages")), solver_options(options));
}

}  // namespace

std::vector<MethodEntry> integrator_entries() {
  using enum Stepping;
  return {
      {"mclachlan_perlmutter", "discrete Lagrange-d'Alembert, symmetric, order 2; for M(q) its symmetrised form",
       "McLachlan & Perlmutter 2006; Hilden 2009, (3.4)", fixed, {}, solver_keys,
       [](const auto& system, const auto& options) { return mclachlan_perlmutter(system, solver_options(options)); }},
      {"mclachlan_perlmutter_hilden", "the same for constant mass; for M(q) order 1 and not reversible", "Hilden 2009, (4.3)", fixed, {}, solver_keys,
       [](const auto& system, const auto& options) { return mclachlan_perlmutter_hilden(system, solver_options(options)); }},
      {"spark", "SPARK and SRK-DAE2 Runge-Kutta methods of a tableau, velocity constraint kept", "Jay 2009, (6.1); Hilden 2009, (2.25), (2.26)", fixed,
       {"tableau", "stages"}, solver_keys, &make_spark},
  };
}

}  // namespace nonholo
