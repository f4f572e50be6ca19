#include <nonholo/methods/catalogue.hpp>

#include <nonholo/framework/quad.hpp>
#include <nonholo/methods/discrete_lagrangian.hpp>
#include <nonholo/methods/hessenberg_runge_kutta.hpp>
#include <nonholo/methods/spark.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>

#include <fmt/format.h>

namespace nonholo {

namespace {

/// Options that every method with stage equations takes, and those of methods with a tableau.
const std::vector<std::string_view> solver_keys = {"jacobian", "solver", "solver_tolerance"};
const std::vector<std::string_view> tableau_keys = {"stages", "formulation", "jacobian", "solver", "solver_tolerance"};

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

/// The form that a system runs in, `usual` unless the options say otherwise; nothing is the lagrangian one, where the method has it.
template <class Real>
std::optional<HessenbergForm> formulation(const System<Real>& system, const MethodOptions& options, std::optional<HessenbergForm> usual) {
  if (!system.is_mechanical()) {
    if (options.has("formulation")) throw InputError("formulation", "is for mechanical systems; this problem is a DAE in Hessenberg form already");
    return HessenbergForm::own;
  }
  if (!options.has("formulation")) return usual;
  const std::string& text = options.text("formulation");
  if (text == "lagrangian" && !usual) return std::nullopt;
  if (text == "hessenberg_qp") return HessenbergForm::qp;
  if (text == "hessenberg_qv") return HessenbergForm::qv;
  throw InputError("formulation", fmt::format("'{}': must be {}\"hessenberg_qp\" or \"hessenberg_qv\"", text, usual ? "" : "\"lagrangian\", "));
}

template <class Real> std::unique_ptr<Integrator<Real>> spark_of(const TableauSet& set, const System<Real>& system, const MethodOptions& given,
                                                                 const SolverOptions<Real>& options) {
  const auto form = formulation(system, given, std::nullopt);
  return form ? spark(system, set, *form, options) : spark(system, set, options);
}

std::optional<long> stages(const MethodOptions& options) { return options.has("stages") ? std::optional(options.integer("stages")) : std::nullopt; }

}  // namespace

std::vector<MethodEntry> integrator_entries(const std::vector<SolverEntry>& solvers, const TableauSource& tableau) {
  using enum Stepping;
  const SolverChoice solver(solvers);
  // A maker for every precision from a function (system, method options, solver options).
  const auto made = [&solver](auto make) {
    return in_every_precision([make, solver]<class Real>(const System<Real>& system, const MethodOptions& options) {
      return make(system, options, solver.options<Real>(options));
    });
  };
  // spark with the one set of that name.
  const auto named = [&made](const char* name) {
    return made([name](const auto& system, const auto&, const auto& options) { return spark(system, known_tableau(name, std::nullopt), options); });
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
          "n + m unknowns",
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
          "n + m unknowns",
      },
      {
          "spark",
          "SPARK and SRK-DAE2 Runge-Kutta methods of a tableau, velocity constraint kept",
          "Jay 2009, (6.1); Hilden 2009, (2.20), (2.25), (2.26)",
          fixed,
          {"tableau"},
          tableau_keys,
          made([tableau](const auto& system, const auto& options, const auto& solved) {
            return spark_of(tableau(options.text("tableau"), stages(options)), system, options, solved);
          }),
          {"jay2009", "jay2003", "jay2006", "hilden2009"},
          "s (n + m) + n unknowns",
      },
      {
          "runge_kutta",
          "standard Runge-Kutta methods on the index-2 equations: constraint at the stages, order reduced unless stiffly accurate",
          "Hairer, Lubich & Roche 1989; Hilden 2009, (2.15)",
          fixed,
          {"tableau"},
          tableau_keys,
          made([tableau](const auto& system, const auto& options, const auto& solved) {
            const auto form = formulation(system, options, HessenbergForm::qv);
            return runge_kutta(system, tableau(options.text("tableau"), stages(options)), *form, solved);
          }),
          {"hairer1989", "hilden2009"},
          "(s + 1) 2n + s m unknowns, dense",
      },
      {
          "modified_lobatto_iiia_b",
          "2-stage Lobatto IIIA-B with the constraint at the middle: explicit where IIIA-B is not; for M(q) order 1",
          "Jay 2009, section 8.4",
          fixed,
          {},
          solver_keys,
          named("modified_lobatto_iiia_b"),
          {"jay2009"},
          "3n + 2m unknowns",
          {},
          [](const DynamicsTraits& traits) {
            return Orders{traits.constant_mass ? 2 : 1, traits.constant_mass ? 1 : 0};
          },
      },
      {
          "symmetric_lobatto_iiia_b",
          "the same with the constraint at (q0 + q1)/2: symmetric, order 2 for any mass",
          "Jay 2009, section 8.4",
          fixed,
          {},
          solver_keys,
          named("symmetric_lobatto_iiia_b"),
          {"jay2009"},
          "3n + 2m unknowns",
          "symmetric_lobatto_iiia_b",
          [](const DynamicsTraits&) {
            return Orders{2, 1};
          },
      },
      {
          "symplectic_euler_1",
          "spark with the set of that name: explicit in q, order 1",
          "Jay 2009, section 7",
          fixed,
          {},
          solver_keys,
          named("symplectic_euler_1"),
          {"jay2009"},
          "2n + m unknowns",
          "symplectic_euler_2",
      },
      {
          "symplectic_euler_2",
          "spark with the set of that name: implicit in q, order 1, adjoint of the other",
          "Jay 2009, section 7",
          fixed,
          {},
          solver_keys,
          named("symplectic_euler_2"),
          {"jay2009"},
          "2n + m unknowns",
          "symplectic_euler_1",
      },
      {
          "half_explicit_euler",
          "spark with the tableau of that name: explicit Euler whose multiplier keeps the constraint at the end, order 1",
          "Hairer, Lubich & Roche 1989; Jimenez & Scheurle 2014",
          fixed,
          {},
          solver_keys,
          named("half_explicit_euler"),
          {"hairer1989", "jimenez2014"},
          "2n + m unknowns",
      },
  };
}

}  // namespace nonholo
