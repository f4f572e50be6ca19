#include <nonholo/methods/catalogue.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/methods/derived/composition.hpp>
#include <nonholo/methods/energy/discrete_gradient.hpp>
#include <nonholo/methods/discrete_lagrangian/discrete_lagrangian.hpp>
#include <nonholo/methods/energy/energy_collocation.hpp>
#include <nonholo/methods/geometric/gni.hpp>
#include <nonholo/methods/runge_kutta/hessenberg_runge_kutta.hpp>
#include <nonholo/methods/geometric/nonholonomic_rattle.hpp>
#include <nonholo/methods/option_readers.hpp>
#include <nonholo/methods/derived/projected.hpp>
#include <nonholo/methods/runge_kutta/spark.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>

namespace nonholo {

namespace {

using Keys = std::vector<std::string_view>;

/// Options that every method with stage equations takes.
const Keys solver_keys = {"jacobian", "solver", "solver_tolerance"};

/// Those, after the method's own.
Keys with_solver(Keys own) {
  own.insert(own.end(), solver_keys.begin(), solver_keys.end());
  return own;
}

const MethodOptions gauss_2 = {{"tableau", "gauss"}, {"stages", 2L}};

/// Makers for every precision from functions of (system, method options, solver options).
class Makers {
 public:
  explicit Makers(const std::vector<SolverEntry>& solvers) : solver_(solvers) {}

  template <class F> PerPrecision<MakeIntegrator> made(F make) const {
    return in_every_precision(
        [make, solver = solver_]<class Real>(const System<Real>& system, const MethodOptions& options) {
          return make(system, options, solver.template options<Real>(options));
        });
  }

  /// spark with the one set of that name.
  PerPrecision<MakeIntegrator> named(const char* name) const {
    return made([name](const auto& system, const auto&, const auto& options) {
      return spark(system, known_tableau(name, std::nullopt), options);
    });
  }

 private:
  SolverChoice solver_;
};

using Entries = std::vector<MethodEntry>;
using enum Stepping;

Entries discrete_lagrangian_entries(const Makers& makers) {
  return {
      {
          "mclachlan_perlmutter",
          "discrete Lagrange-d'Alembert, symmetric, order 2; for M(q) its symmetrised form",
          "McLachlan & Perlmutter 2006; Hilden 2009, (3.4)",
          fixed,
          {},
          solver_keys,
          makers.made([](const auto& system, const auto&, const auto& options) {
            return mclachlan_perlmutter(system, options);
          }),
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
          makers.made([](const auto& system, const auto&, const auto& options) {
            return mclachlan_perlmutter_hilden(system, options);
          }),
          {"hilden2009"},
          "n + m unknowns",
      },
      {
          "implicit_midpoint_dla",
          "discrete Lagrange-d'Alembert with the Lagrangian at the midpoint, symmetric, order 2 for any mass",
          "Jimenez & Scheurle 2014, A2",
          fixed,
          {},
          solver_keys,
          makers.made([](const auto& system, const auto&, const auto& options) {
            return implicit_midpoint_dla(system, options);
          }),
          {"jimenez2014", "mclachlan2006"},
          "n + m unknowns",
          "implicit_midpoint_dla",
      },
      {
          "cortes_martinez",
          "the same trajectory read at the nodes of the path: the constraint is off by O(h), v of order 1",
          "Cortes & Martinez 2001; Hilden 2009, (3.3); Jimenez & Scheurle 2014, A1",
          fixed,
          {},
          with_solver({"start"}),
          makers.made([](const auto& system, const auto& given, const auto& options) {
            return cortes_martinez(system, path_start(given), options);
          }),
          {"cortes2001", "hilden2009", "jimenez2014"},
          "n + m unknowns",
      },
      {
          "discrete_lagrangian",
          "discrete Lagrange-d'Alembert of a finite-difference rule for the Lagrangian and one for the constraint",
          "Cortes & Martinez 2001; McLachlan & Perlmutter 2006",
          fixed,
          {},
          with_solver({"difference", "constraint_difference", "nodes", "start"}),
          makers.made([]<class Real>(const System<Real>& system, const auto& given, const auto& options) {
            return discrete_lagrangian(system, discrete_lagrangian_of<Real>(given), options);
          }),
          {"cortes2001", "mclachlan2006"},
          "n + m unknowns",
      },
  };
}

Entries geometric_entries(const Makers& makers) {
  return {
      {
          "gni",
          "geometric nonholonomic integrator: momenta reflected at the constraint; carries its multiplier",
          "Ferraro, Iglesias & Martin de Diego 2009",
          fixed,
          {},
          with_solver({"difference", "start"}),
          makers.made([]<class Real>(const System<Real>& system, const auto& given, const auto& options) {
            GeometricNonholonomic<Real> method{.start = multiplier_start(given)};
            method.lagrangian = difference_rule<Real>(given, "difference", method.lagrangian);
            return gni(system, method, options);
          }),
          {"ferraro2009"},
          "explicit; for M(q) n unknowns",
      },
      {
          "nonholonomic_rattle",
          "the same for constant mass in the form of RATTLE",
          "Ferraro, Iglesias & Martin de Diego 2009",
          fixed,
          {},
          {"start"},
          in_every_precision([](const auto& system, const MethodOptions& given) {
            return nonholonomic_rattle(system, multiplier_start(given));
          }),
          {"ferraro2009"},
          "explicit",
      },
      {
          "nonholonomic_shake",
          "the same for constant mass in the form of SHAKE",
          "Ferraro, Iglesias & Martin de Diego 2009",
          fixed,
          {},
          {"start"},
          in_every_precision([](const auto& system, const MethodOptions& given) {
            return nonholonomic_shake(system, multiplier_start(given));
          }),
          {"ferraro2009"},
          "explicit",
      },
  };
}

Entries tableau_entries(const Makers& makers, const TableauSource& tableau) {
  return {
      {
          "spark",
          "SPARK and SRK-DAE2 Runge-Kutta methods of a tableau, velocity constraint kept",
          "Jay 2009, (6.1); Hilden 2009, (2.20), (2.25), (2.26)",
          fixed,
          {"tableau"},
          with_solver({"stages", "formulation"}),
          makers.made([tableau](const auto& system, const auto& options, const auto& solved) {
            return spark_of(tableau(options.text("tableau"), stages(options)), system, options, solved);
          }),
          {"jay2009", "jay2003", "jay2006", "hilden2009"},
          "s (n + m) + n unknowns",
          {},
          nullptr,
          {gauss_2},
      },
      {
          "runge_kutta",
          "standard Runge-Kutta methods on the index-2 equations: constraint at the stages, order reduced unless "
          "stiffly accurate",
          "Hairer, Lubich & Roche 1989; Hilden 2009, (2.15)",
          fixed,
          {"tableau"},
          with_solver({"stages", "formulation"}),
          makers.made([tableau](const auto& system, const auto& options, const auto& solved) {
            const auto form = formulation(system, options, HessenbergForm::qv);
            return runge_kutta(system, tableau(options.text("tableau"), stages(options)), *form, solved);
          }),
          {"hairer1989", "hilden2009"},
          "(s + 1) 2n + s m unknowns, dense",
          {},
          nullptr,
          {gauss_2},
      },
  };
}

Entries named_tableau_entries(const Makers& makers) {
  return {
      {
          "modified_lobatto_iiia_b",
          "2-stage Lobatto IIIA-B with the constraint at the middle: explicit where IIIA-B is not; for M(q) order 1",
          "Jay 2009, section 8.4",
          fixed,
          {},
          solver_keys,
          makers.named("modified_lobatto_iiia_b"),
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
          makers.named("symmetric_lobatto_iiia_b"),
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
          makers.named("symplectic_euler_1"),
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
          makers.named("symplectic_euler_2"),
          {"jay2009"},
          "2n + m unknowns",
          "symplectic_euler_1",
      },
      {
          "half_explicit_euler",
          "spark with the tableau of that name: explicit Euler whose multiplier keeps the constraint at the end, order "
          "1",
          "Hairer, Lubich & Roche 1989; Jimenez & Scheurle 2014",
          fixed,
          {},
          solver_keys,
          makers.named("half_explicit_euler"),
          {"hairer1989", "jimenez2014"},
          "2n + m unknowns",
      },
  };
}

Entries energy_entries(const Makers& makers) {
  return {
      {
          "discrete_gradient",
          "energy-preserving discrete gradients in adapted coordinates: energy and constraint exact",
          "Celledoni et al. 2016",
          fixed,
          {"gradient"},
          with_solver({"space", "basis", "differentiation", "compensated"}),
          makers.made([](const auto& system, const auto& given, const auto& options) {
            return discrete_gradient(system, discrete_gradient_of(given), options);
          }),
          {"celledoni2016"},
          "2n - m unknowns; in the full space 2n + m",
          {},
          nullptr,
          {{{"gradient", "avf"}}, {{"gradient", "gonzalez"}}, {{"gradient", "itoh_abe"}}},
      },
      {
          "energy_collocation",
          "energy-preserving collocation at Gauss nodes in adapted coordinates: energy and constraint exact, order 2s",
          "Cohen & Hairer 2011",
          fixed,
          {"stages"},
          with_solver({"basis", "differentiation", "compensated"}),
          makers.made([](const auto& system, const auto& given, const auto& options) {
            return energy_collocation(system, given.integer("stages"),
                                      {.basis = basis(given),
                                       .derivative = basis_derivative(given),
                                       .compensated = given.flag("compensated")},
                                      options);
          }),
          {"cohen2011", "celledoni2016"},
          "s (2n - m) unknowns",
          "energy_collocation",
          nullptr,
          {{{"stages", 2L}}},
      },
  };
}

/// Made of other methods.
Entries derived_entries(const FindMethod& find_base) {
  return {
      {
          "composition",
          "symmetric composition of a symmetric method of even order, or of a method with its adjoint: order 4, 6 or 8",
          "Hairer, Lubich & Wanner 2006, V.3",
          as_base,
          {"base", "scheme"},
          {},
          in_every_precision([find_base](const auto& system, const MethodOptions& given) {
            return composition_of(system, given, find_base);
          }),
          {"hairer2006"},
          "substeps of the base",
          "composition",
          nullptr,
          {{{"base", "mclachlan_perlmutter"}, {"scheme", "suzuki_4"}}},
      },
      {
          "projected",
          "any method, its states projected onto the constraint after each step, and onto the energy if wanted",
          "Hairer, Lubich & Wanner 2006, IV.4",
          as_base,
          {"base"},
          {"onto"},
          in_every_precision([find_base](const auto& system, const MethodOptions& given) {
            return projected_of(system, given, find_base);
          }),
          {"hairer2006"},
          "of the base, and a solve with m unknowns",
          {},
          nullptr,
          {{{"base", "runge_kutta"}, {"tableau", "gauss"}, {"stages", 2L}}},
      },
  };
}

}  // namespace

std::vector<MethodEntry> integrator_entries(const std::vector<SolverEntry>& solvers, const TableauSource& tableau,
                                            const FindMethod& find_base) {
  const Makers makers(solvers);
  Entries all;
  for (const Entries& family :
       {discrete_lagrangian_entries(makers), geometric_entries(makers), tableau_entries(makers, tableau),
        named_tableau_entries(makers), energy_entries(makers), derived_entries(find_base)})
    all.insert(all.end(), family.begin(), family.end());
  return all;
}

}  // namespace nonholo
