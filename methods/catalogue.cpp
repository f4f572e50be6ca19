#include <nonholo/methods/catalogue.hpp>

#include <nonholo/framework/quad.hpp>
#include <nonholo/methods/discrete_lagrangian.hpp>
#include <nonholo/methods/spark.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>

#include <fmt/format.h>

namespace nonholo {

namespace {

/// Options that every method with stage equations takes.
const std::vector<std::string_view> solver_keys = {"jacobian", "solver", "solver_tolerance"};

JacobianChoice jacobian_choice(const std::string& text) {
  if (text == "auto") return JacobianChoice::automatic;
  if (text == "frozen") return JacobianChoice::frozen;
  if (text == "exact") return JacobianChoice::exact;
  throw InputError("jacobian", fmt::format("'{}': must be \"auto\", \"frozen\" or \"exact\"", text));
}

/// The entry of that name; an unknown one is the fault of the key.
template <class Entry> const Entry& found(const char* key, const Catalogue<Entry>& catalogue, const std::string& name) {
  if (const Entry* entry = catalogue.find(name)) return *entry;
  throw InputError(key, unknown_name_message(key, name, catalogue.names()));
}

/// Reads the options of solver_keys.
class SolverChoice {
 public:
  explicit SolverChoice(std::vector<SolverEntry> solvers) : solvers_("solver", std::move(solvers)) {}

  template <class Real> SolverOptions<Real> options(const MethodOptions& given) const {
    SolverOptions<Real> options;
    if (given.has("jacobian")) options.jacobian = jacobian_choice(given.text("jacobian"));
    if (given.has("solver_tolerance")) {
      options.tolerance = given.number("solver_tolerance").template as<Real>();
      if (!(options.tolerance > 0)) throw InputError("solver_tolerance", fmt::format("{}: must be > 0", given.number("solver_tolerance").text()));
    }
    if (given.has("solver")) choose(given.text("solver"), options);
    return options;
  }

 private:
  template <class Real> void choose(const std::string& name, SolverOptions<Real>& options) const {
    const SolverEntry& entry = found("solver", solvers_, name);
    if (!entry.choose.in<Real>()) throw InputError("solver", fmt::format("{} is available in double only", name));
    entry.choose.in<Real>()(options);
    if (name != "native" && options.jacobian != JacobianChoice::automatic && options.unreduced)
      throw InputError("jacobian", fmt::format("{} has its own: the exact one at the start of the step", name));
  }

  Catalogue<SolverEntry> solvers_;
};

}  // namespace

std::vector<MethodEntry> integrator_entries(const std::vector<SolverEntry>& solvers) {
  using enum Stepping;
  const SolverChoice solver(solvers);
  // A maker for every precision from a function (system, method options, solver options).
  const auto made = [&solver](auto make) {
    return in_every_precision([make, solver]<class Real>(const System<Real>& system, const MethodOptions& options) {
      return make(system, options, solver.options<Real>(options));
    });
  };
  const auto spark_of = [](const std::string& tableau, long stages, const auto& system, const auto& options) {
    return spark(system, found("tableau", tableau_catalogue(), tableau)(stages), options);
  };
  return {
      {
          "mclachlan_perlmutter",
          "discrete Lagrange-d'Alembert, symmetric, order 2; for M(q) its symmetrised form",
          "McLachlan & Perlmutter 2006; Hilden 2009, (3.4)",
          fixed,
          {},
          solver_keys,
          made([](const auto& system, const auto&, const auto& options) { return mclachlan_perlmutter(system, options); }),
          {"mclachlan2006", "hilden2009"},
          "mclachlan_perlmutter",
      },
      {
          "mclachlan_perlmutter_hilden",
          "the same for constant mass; for M(q) order 1 and not reversible",
          "Hilden 2009, (4.3)",
          fixed,
          {},
          solver_keys,
          made([](const auto& system, const auto&, const auto& options) { return mclachlan_perlmutter_hilden(system, options); }),
          {"hilden2009"},
      },
      {
          "spark",
          "SPARK and SRK-DAE2 Runge-Kutta methods of a tableau, velocity constraint kept",
          "Jay 2009, (6.1); Hilden 2009, (2.25), (2.26)",
          fixed,
          {"tableau", "stages"},
          solver_keys,
          made([spark_of](const auto& system, const auto& options, const auto& solved) {
            return spark_of(options.text("tableau"), options.integer("stages"), system, solved);
          }),
          {"jay2009", "jay2003", "jay2006", "hilden2009"},
      },
      {
          "symplectic_euler_1",
          "spark with the set of that name: explicit in q, order 1",
          "Jay 2009, section 7",
          fixed,
          {},
          solver_keys,
          made([spark_of](const auto& system, const auto&, const auto& solved) { return spark_of("symplectic_euler_1", 1, system, solved); }),
          {"jay2009"},
          "symplectic_euler_2",
      },
      {
          "symplectic_euler_2",
          "spark with the set of that name: implicit in q, order 1, adjoint of the other",
          "Jay 2009, section 7",
          fixed,
          {},
          solver_keys,
          made([spark_of](const auto& system, const auto&, const auto& solved) { return spark_of("symplectic_euler_2", 1, system, solved); }),
          {"jay2009"},
          "symplectic_euler_1",
      },
  };
}

}  // namespace nonholo
