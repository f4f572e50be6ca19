// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/study/plan.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/tableau/order_conditions.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>
#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/tableau/tableau_file.hpp>
#include <nonholo/verification/tableau/tableau_source.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <utility>

namespace nonholo {

namespace {

struct Setting {
  const char *problem, *setup;

  ProblemChoice choice() const { return problem_choice(problem, setup); }
};

// Nonlinear and free of the coincidences that make some methods the same or exact on others: a mass that depends on q
// and a sleigh that turns; a constant mass and a constraint that is not affine in the angle-like coordinate. And the
// DAEs of five parts and of one.
constexpr Setting turning_sleigh{"chaplygin_sleigh", "rotating"}, pendulum{"gearbox_pendulum", "celledoni_4_4"};
constexpr Setting no_coincidence{"coupled_pendula", "swing"}, particles{"mclachlan_perlmutter_particles", "jay_8_4"};
constexpr Setting suslov{"suslov", "jimenez_scheurle"}, reduced_sleigh{"reduced_sleigh", "celledoni_fig_3"};
constexpr Setting five_parts{"jay_2003_dae", "unit_interval"}, one_part{"jay_2006_dae", "unit_interval"};

constexpr int most_stages = 4, most_quick_stages = 2;

class Plan {
 public:
  std::vector<StudySubject> subjects;

  explicit Plan(const Catalogue<MethodEntry>& methods) : methods_(methods) {}

  void add(const MethodChoice& method, const Setting& place, bool quick, std::optional<int> claimed = {}) {
    add({.method = method, .problem = place.choice(), .quick = quick, .claimed = claimed});
  }

  /// Once, however often it is added; quick when one of these is.
  void add(StudySubject subject) {
    const std::string identity = subject.identity();
    const auto known = std::ranges::find(subjects, identity, &StudySubject::identity);
    if (known == subjects.end()) subjects.push_back(std::move(subject));
    else known->quick = known->quick || subject.quick;
  }

  void add(std::string_view method, const MethodOptions& options, const Setting& place, bool quick,
           std::optional<int> claimed = {}) {
    add({&methods_.at(method), options}, place, quick, claimed);
  }

 private:
  const Catalogue<MethodEntry>& methods_;
};

MethodOptions tableau_options(std::string_view tableau, long stages, const char* formulation = nullptr) {
  MethodOptions options{{"tableau", std::string(tableau)}, {"stages", stages}};
  if (formulation) options.set("formulation", std::string(formulation));
  return options;
}

/// On the sleighs H is a sum of functions of one coordinate each, where Itoh and Abe's gradient is the mean value one:
/// its order shows elsewhere.
bool coincides(const MethodOptions& options, const Setting& place) {
  const bool sleigh = place.problem == turning_sleigh.problem || place.problem == reduced_sleigh.problem;
  return sleigh && options.has("gradient") && options.text("gradient") == "itoh_abe";
}

/// Summation that is compensated changes round-off, which no study comes near.
bool has_the_order_of_another(const MethodOptions& options) { return options.has("compensated"); }

/// Traits tell the order on index 2, and of what is projected that of the base; a system without constraints, and the
/// projection of states that only the stages hold to the constraint, give more.
bool has_more_than_it_claims(const MethodChoice& method, const Setting& place) {
  const bool unconstrained = place.problem == suslov.problem || place.problem == reduced_sleigh.problem;
  return (method.entry->name == "runge_kutta" && unconstrained) || method.label() == "projected(runge_kutta,gauss,2)";
}

/// Some methods are for constant mass only, most for mechanical systems; a set of tableaus needs as many parts.
bool runs(const MethodChoice& method, const System<double>& system) try {
  return method.make(system) != nullptr;
} catch (const InputError&) {
  return false;
}
bool runs(const MethodChoice& method, const Setting& place) { return runs(method, place.choice().system()); }

void add_where_it_runs(Plan& plan, const MethodChoice& method, std::initializer_list<Setting> places,
                       bool (*quick)(const MethodChoice&, const Setting&)) {
  if (!method.steps_as_told() || has_the_order_of_another(method.options)) return;
  for (const Setting& place : places)
    if (!coincides(method.options, place) && !has_more_than_it_claims(method, place) && runs(method, place))
      plan.add(method, place, quick(method, place));
}

bool always(const MethodChoice&, const Setting&) { return true; }

/// The variant of a method that is studied quickly beside its trials: the last, but for those that change round-off.
std::string quick_variant(const MethodEntry& method) {
  std::string label;
  for (const MethodChoice& variant : variants_of(method))
    if (!has_the_order_of_another(variant.options)) label = variant.label();
  return label;
}

/// What is cheap: on the reduced systems, and on one more methods made of others, and one variant of each method.
bool where_cheap(const MethodChoice& method, const Setting& place) {
  const bool derived = method.entry->stepping == Stepping::as_base;
  if (place.problem == pendulum.problem) return derived || method.label() == quick_variant(*method.entry);
  return place.problem != no_coincidence.problem;
}

void add_methods(Plan& plan, const Catalogue<MethodEntry>& methods) {
  for (const MethodEntry& method : methods) {
    for (const MethodChoice& trial : trials_of(method))
      add_where_it_runs(plan, trial, {turning_sleigh, pendulum, no_coincidence, suslov, reduced_sleigh}, always);
    for (const MethodChoice& variant : variants_of(method))
      add_where_it_runs(plan, variant, {pendulum, no_coincidence, suslov, reduced_sleigh}, where_cheap);
  }
}

/// Of each method one: dense output knows nothing of methods but their order.
void add_dense(Plan& plan, const Catalogue<MethodEntry>& methods) {
  for (const MethodEntry& method : methods)
    for (const Setting& place : {turning_sleigh, one_part}) {
      const std::vector<MethodChoice> trials = trials_of(method);
      if (trials.empty() || !trials.front().steps_as_told() || has_more_than_it_claims(trials.front(), place) ||
          has_the_order_of_another(trials.front().options) || !runs(trials.front(), place))
        continue;
      plan.add({.method = trials.front(),
                .problem = place.choice(),
                .quick = method.name == "spark" || method.name == "mclachlan_perlmutter",
                .at_least = true,
                .dense = true});
      break;
    }
}

bool is_one(const TableauSet& set) { return set.parts().size() == 1; }
bool has_own_points(const TableauSet& set) { return set.rounded_constraint_rows<double>().points() > 0; }
bool runs_as_spark(const TableauSet& set) { return set.determines_multipliers(); }
bool runs_on_one_part(const TableauSet& set) { return runs_as_spark(set) && is_one(set) && !has_own_points(set); }
bool runs_on_five_parts(const TableauSet& set) { return runs_as_spark(set) && !is_one(set) && !has_own_points(set); }
bool runs_as_standard(const TableauSet& set) { return is_one(set) && standard_rk_order(set.a(), 1).applicable; }

/// What a tableau can be used for, and where that is studied.
struct Role {
  const char* method;
  Setting place;
  const char* formulation;
  bool quick;  ///< with few stages
  bool (*fits)(const TableauSet&);
};
constexpr Role roles[] = {
    {"spark", turning_sleigh, nullptr, true, runs_as_spark},
    {"spark", pendulum, nullptr, false, runs_as_spark},
    {"spark", one_part, nullptr, true, runs_on_one_part},
    {"spark", five_parts, nullptr, true, runs_on_five_parts},
    {"spark", turning_sleigh, "hessenberg_qp", false, runs_on_five_parts},
    {"spark", turning_sleigh, "hessenberg_qv", false, runs_on_five_parts},
    {"runge_kutta", one_part, nullptr, true, runs_as_standard},
    {"runge_kutta", turning_sleigh, nullptr, false, runs_as_standard},
    {"runge_kutta", pendulum, nullptr, false, runs_as_standard},
};

/// Every tableau but those that stand in the list of methods, too: they are studied under that name.
void add_tableaus(Plan& plan, const Catalogue<TableauFamily>& tableaus, const Catalogue<MethodEntry>& methods) {
  std::vector<std::pair<std::string_view, TableauSet>> sets;
  for (const TableauFamily& family : tableaus)
    for (int s = family.min_stages; s <= std::min(family.max_stages, most_stages); ++s)
      if (!methods.find(family.name)) sets.emplace_back(family.name, family(s));
  for (const Role& role : roles)
    for (const auto& [name, set] : sets)
      if (role.fits(set))
        plan.add(role.method, tableau_options(name, set.stages(), role.formulation), role.place,
                 role.quick && set.stages() <= most_quick_stages);
}

/// Beside what follows from the catalogue.
void add_exceptions(Plan& plan) {
  // a constant mass where H is no sum of functions of one coordinate each: see coincides()
  plan.add("discrete_gradient", {{"gradient", "itoh_abe"}}, particles, false);
  // round-off is near: the gradation of steps for high orders
  plan.add("spark", tableau_options("gauss", 8), turning_sleigh, false);
}

std::optional<int> claimed(const std::vector<Claim>& claims, std::string_view name) {
  const auto found = std::ranges::find(claims, name, &Claim::name);
  return found == claims.end() ? std::nullopt : std::optional(static_cast<int>(std::get<long>(found->claimed)));
}

/// A tableau and what its file claims; nothing is claimed of those of the catalogue.
struct NamedTableau {
  GivenTableau given;
  std::vector<Claim> claims = {};
};

NamedTableau named_tableau(const std::string& tableau, std::optional<long> stages) {
  const auto given = [&](TableauSet set) {
    return GivenTableau{tableau, std::make_shared<const TableauSet>(std::move(set))};
  };
  if (!is_tableau_file(tableau)) return {given(find_tableau(tableau, stages))};
  TableauFile file = read_tableau_file(tableau);
  refuse_other_stages(file.set, tableau, stages);
  return {given(std::move(file.set)), std::move(file.claims)};
}

}  // namespace

bool runs_from(const AdmissibleStart<double>& start, const MethodChoice& method, const System<double>& system) try {
  const auto integrator = method.make(system);
  integrator->guess_multipliers(values(start.lambda));
  integrator->start(0, values(start.q), values(start.v));
  return true;
} catch (const InputError&) {
  return false;
}

std::vector<StudySubject> study_plan(const Catalogue<MethodEntry>& methods, const Catalogue<TableauFamily>& tableaus) {
  Plan plan(methods);
  add_methods(plan, methods);
  add_tableaus(plan, tableaus, methods);
  add_exceptions(plan);
  add_dense(plan, methods);
  return plan.subjects;
}

std::vector<StudySubject> studies_on(const ProblemChoice& problem, const Catalogue<MethodEntry>& methods,
                                     const Catalogue<TableauFamily>& tableaus,
                                     const std::function<bool(const StudySubject&)>& wanted) {
  Plan plan(methods);
  const System<double> system = problem.system();
  const auto start = checked(problem.start(), system, 0.0);
  const auto add = [&](const MethodChoice& method, bool quick) {
    StudySubject subject{.method = method, .problem = problem, .quick = quick, .at_least = true};
    if (!method.steps_as_told() || has_the_order_of_another(method.options) || (wanted && !wanted(subject))) return;
    if (runs_from(start, method, system)) plan.add(std::move(subject));
  };
  for (const MethodEntry& method : methods) {
    for (const MethodChoice& trial : trials_of(method)) add(trial, true);
    for (const MethodChoice& variant : variants_of(method)) add(variant, false);
  }
  for (const TableauFamily& family : tableaus)
    for (int s = family.min_stages; s <= std::min(family.max_stages, most_stages); ++s)
      if (!methods.find(family.name) && runs_as_spark(family(s)))
        add({&methods.at("spark"), tableau_options(family.name, s)}, s <= most_quick_stages);
  return plan.subjects;
}

std::vector<StudySubject> studies_of_tableau(const std::string& tableau, std::optional<long> stages,
                                             const std::optional<ProblemChoice>& own) {
  const NamedTableau named = named_tableau(tableau, stages);  // a file is read here and nowhere else
  const TableauSet& set = *named.given.set;
  const std::vector<Claim>& claims = named.claims;
  const MethodOptions options{{"tableau", named.given}, {"stages", static_cast<long>(set.stages())}};
  Plan plan(method_catalogue());
  if (own) {
    plan.add({.method = {&method_catalogue().at("spark"), options},
              .problem = *own,
              .quick = true,
              .claimed = claimed(claims, "order"),
              .at_least = true});
    return plan.subjects;
  }
  std::vector<Setting> places{turning_sleigh, pendulum};
  // depends on time, as a wrong c shows
  if (!has_own_points(set)) places.push_back(five_parts);
  if (!has_own_points(set) && is_one(set)) places.push_back(one_part);
  if (set.determines_multipliers())
    for (const Setting& place : places) plan.add("spark", options, place, true, claimed(claims, "order"));
  if (const OrderByTrees ode = ode_order(set, 5); !ode.reached_cap)
    for (StudySubject& subject : plan.subjects) subject.at_most = ode.order;
  const std::optional<int> standard = claimed(claims, "standard_order");
  if (is_one(set) && (standard || !set.determines_multipliers()))
    for (const Setting& place : {one_part, five_parts}) plan.add("runge_kutta", options, place, true, standard);
  return plan.subjects;
}

}  // namespace nonholo
