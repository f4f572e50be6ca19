// The methods that are made of other methods by name, and their options.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/methods/derived/composition.hpp>
#include <nonholo/methods/derived/projected.hpp>
#include <nonholo/methods/family/surroundings.hpp>

#include <fmt/format.h>

namespace nonholo {

namespace {

const Option base_option{.key = "base", .meaning = "a method, whose keys the run takes too", .in_name = true};

/// With `best`, which stands for none.
std::vector<std::pair<std::string_view, const CompositionScheme*>> schemes() {
  std::vector<std::pair<std::string_view, const CompositionScheme*>> all;
  for (const CompositionScheme& each : composition_schemes()) all.emplace_back(each.name, &each);
  all.emplace_back("best", nullptr);
  return all;
}

const Selection<const CompositionScheme*> scheme(
    {.key = "scheme", .meaning = "the coefficients of the composition", .in_name = true}, schemes());

const Option accuracy{
    .key = "accuracy",
    .kind = OptionKind::number,
    .meaning = "the error wanted from scheme = \"best\", which chooses the scheme for it; h is still required"};

const Selection<bool> onto_energy({.key = "onto", .meaning = "what states are projected onto", .usual = "constraint"},
                                  {{"constraint", false}, {"constraint_and_energy", true}});

/// Makes the base from the options of the whole, of which those of the whole itself are taken out.
class Base {
 public:
  Base(const FindMethod& find, const MethodOptions& given, std::initializer_list<Option> own)
      : find_(find),
        options_(given) {
    const std::string name = given.text("base");
    entry_ = find ? find(name) : nullptr;
    if (!entry_)
      throw InputError("base", fmt::format("unknown method '{}': nonholo list methods lists all methods", name));
    if (entry_->stepping == Stepping::as_base)
      throw InputError("base", fmt::format("{} needs a base itself: give a method without one", name));
    if (given.flag("compensated"))
      throw InputError("compensated",
                       "has no effect on a base, whose state is handed on after each step: leave it out");
    options_.erase("base");
    for (const Option& option : own) options_.erase(option.key);
  }

  template <class Real> std::unique_ptr<Integrator<Real>> make(const System<Real>& system) const {
    return entry_->make(system, options_);
  }

  /// Where theory knows them and the integrator does not say it; 0 elsewhere.
  Orders known_orders(const DynamicsTraits& traits) const { return entry_->orders ? entry_->orders(traits) : Orders{}; }

  bool has_adjoint() const { return !entry_->adjoint.empty() && entry_->adjoint != entry_->name; }

  /// Makes the adjoint of the base; empty where the base is its own or none is known.
  template <class Real> MakeBase<Real> make_adjoint(const System<Real>& system) const {
    if (!has_adjoint()) return {};
    const MethodEntry* adjoint = find_(entry_->adjoint);
    return [adjoint, system, options = options_] { return adjoint->make(system, options); };
  }

 private:
  FindMethod find_;
  MethodOptions options_;
  const MethodEntry* entry_;
};

/// @param least  round-off of the numbers that it is for
const CompositionScheme& scheme_of(const MethodOptions& given, const Base& base, double least = 0) {
  if (const CompositionScheme* named = scheme.in(given)) {
    if (given.has("accuracy")) throw InputError("accuracy", "applies to scheme = \"best\" only: leave it out");
    return *named;
  }
  if (!given.has("accuracy")) throw InputError("accuracy", "is required by scheme = \"best\": the error wanted");
  const double wanted = given.number("accuracy").as<double>();
  if (!(wanted > 0 && wanted < 1)) throw InputError("accuracy", "must be greater than 0 and less than 1");
  if (wanted < least)
    throw InputError(
        "accuracy",
        fmt::format("{} is below the round-off of this precision, {:.2g}: give a larger accuracy", wanted, least));
  return best_scheme(wanted, base.has_adjoint());
}

/// The options with the scheme that `best` stands for; as they are where they cannot be taken.
MethodOptions with_scheme(const FindMethod& find, const MethodOptions& given) try {
  MethodOptions all = given;
  all.set("scheme", std::string(scheme_of(given, Base(find, given, {scheme, accuracy})).name));
  all.erase("accuracy");
  return all;
} catch (const InputError&) {
  return given;
}

}  // namespace

Entries derived_entries(const Surroundings& surroundings) {
  const FindMethod& find = surroundings.method;
  return {
      {
          .name = "composition",
          .description =
              "symmetric composition of a symmetric method of even order, or of a method with its adjoint: order 4, 6, "
              "8 or 10",
          .source = "Hairer, Lubich & Wanner 2006, V.3",
          .stepping = Stepping::as_base,
          .required = {base_option, scheme},
          .optional = {accuracy},
          .integrators = in_every_precision([find]<class Real>(const System<Real>& system, const MethodOptions& given) {
            const Base base(find, given, {scheme, accuracy});
            const CompositionScheme& chosen = scheme_of(given, base, static_cast<double>(epsilon<Real>));
            return composition<Real>(
                system, chosen, [base, system] { return base.make(system); }, base.make_adjoint(system),
                base.known_orders(system.traits()));
          }),
          .references = {"hairer2006"},
          .cost = "substeps of the base",
          .adjoint = "composition",
          .resolved = [find](const MethodOptions& given) { return with_scheme(find, given); },
          .examples = {{{"base", "mclachlan_perlmutter"}, {"scheme", "suzuki_4"}},
                       {{"base", "symplectic_euler_2"}, {"scheme", "strang"}}},
          .variants = {{{"base", "mclachlan_perlmutter"}, {"scheme", "triple_jump_4"}},
                       {{"base", "mclachlan_perlmutter"}, {"scheme", "kahan_li_6"}},
                       {{"base", "mclachlan_perlmutter"}, {"scheme", "kahan_li_8"}},
                       {{"base", "mclachlan_perlmutter"}, {"scheme", "sofroniou_spaletta_10"}},
                       {{"base", "symplectic_euler_1"}, {"scheme", "suzuki_4"}},
                       {{"base", "symplectic_euler_2"}, {"scheme", "blanes_moan_4"}},
                       {{"base", "symplectic_euler_2"}, {"scheme", "blanes_moan_6"}},
                       {{"base", "symmetric_lobatto_iiia_b"}, {"scheme", "suzuki_4"}},
                       {{"base", "spark"}, {"tableau", "gauss"}, {"stages", 1L}, {"scheme", "kahan_li_6"}},
                       {{"base", "spark"}, {"tableau", "gauss"}, {"stages", 2L}, {"scheme", "kahan_li_6"}},
                       {{"base", "discrete_gradient"}, {"gradient", "gonzalez"}, {"scheme", "suzuki_4"}}},
      },
      {
          .name = "projected",
          .description =
              "any method, its states projected onto the constraint after each step, and onto the energy if wanted",
          .source = "Hairer, Lubich & Wanner 2006, IV.4",
          .stepping = Stepping::as_base,
          .required = {base_option},
          .optional = {onto_energy},
          .integrators = in_every_precision([find](const auto& system, const MethodOptions& given) {
            const bool energy = onto_energy.in(given);
            return projected(Base(find, given, {onto_energy}).make(system), energy);
          }),
          .references = {"hairer2006"},
          .cost = "of the base, and a solve with m unknowns",
          .examples = {{{"base", "runge_kutta"}, {"tableau", "gauss"}, {"stages", 2L}},
                       {{"base", "runge_kutta"}, {"tableau", "radau_iia"}, {"stages", 2L}}},
          .variants = {{{"base", "spark"}, {"tableau", "gauss"}, {"stages", 2L}, {"onto", "constraint_and_energy"}}},
      },
  };
}

}  // namespace nonholo
