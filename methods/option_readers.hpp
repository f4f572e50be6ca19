// From the options of a run to what the engines take, with the errors under their keys. Private header of methods/.
#pragma once

#include <nonholo/framework/base/catalogue.hpp>
#include <nonholo/framework/run/method_entry.hpp>
#include <nonholo/framework/solver/solver_entry.hpp>
#include <nonholo/methods/derived/composition.hpp>
#include <nonholo/methods/energy/discrete_gradient.hpp>
#include <nonholo/methods/discrete_lagrangian/discrete_lagrangian.hpp>
#include <nonholo/methods/geometric/gni.hpp>
#include <nonholo/methods/runge_kutta/hessenberg_runge_kutta.hpp>
#include <nonholo/methods/derived/projected.hpp>
#include <nonholo/methods/runge_kutta/spark.hpp>

#include <fmt/format.h>

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace nonholo {

/// The meaning of the text of that option; nothing where it is not given. @throws InputError (key) naming what it may
/// be.
template <class T, std::size_t count> std::optional<T> chosen(const MethodOptions& options, const char* key,
                                                              const std::pair<const char*, T> (&choices)[count]) {
  if (!options.has(key)) return std::nullopt;
  const std::string& text = options.text(key);
  std::vector<std::string_view> names;
  for (const auto& [name, value] : choices) {
    if (text == name) return value;
    names.emplace_back(name);
  }
  throw InputError(key, unknown_name_message(key, text, names));
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
    using enum JacobianChoice;
    SolverOptions<Real> options;
    options.jacobian =
        chosen<JacobianChoice>(given, "jacobian", {{"auto", automatic}, {"frozen", frozen}, {"exact", exact}})
            .value_or(automatic);
    if (given.has("solver_tolerance")) {
      options.tolerance = given.number("solver_tolerance").template as<Real>();
      if (!(options.tolerance > 0))
        throw InputError("solver_tolerance", fmt::format("{}: must be > 0", given.number("solver_tolerance").text()));
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

/// The form that a system runs in, `usual` unless the options say otherwise; nothing is the lagrangian one, where the
/// method has it.
template <class Real> std::optional<HessenbergForm> formulation(const System<Real>& system,
                                                                const MethodOptions& options,
                                                                std::optional<HessenbergForm> usual) {
  if (!system.is_mechanical()) {
    if (options.has("formulation"))
      throw InputError("formulation", "is for mechanical systems; this problem has one form only");
    return HessenbergForm::own;
  }
  if (!options.has("formulation")) return usual;
  const std::string& text = options.text("formulation");
  if (text == "lagrangian" && !usual) return std::nullopt;
  if (text == "hessenberg_qp") return HessenbergForm::qp;
  if (text == "hessenberg_qv") return HessenbergForm::qv;
  throw InputError("formulation", fmt::format("'{}': must be {}\"hessenberg_qp\" or \"hessenberg_qv\"", text,
                                              usual ? "" : "\"lagrangian\", "));
}

template <class Real> std::unique_ptr<Integrator<Real>> spark_of(const TableauSet& set, const System<Real>& system,
                                                                 const MethodOptions& given,
                                                                 const SolverOptions<Real>& options) {
  const auto form = formulation(system, given, std::nullopt);
  return form ? spark(system, set, *form, options) : spark(system, set, options);
}

inline std::optional<long> stages(const MethodOptions& options) {
  return options.has("stages") ? std::optional(options.integer("stages")) : std::nullopt;
}

template <class Real>
DifferenceRule<Real> difference_rule(const MethodOptions& given, const char* key, DifferenceRule<Real> usual) {
  namespace d = differences;
  using Rule = DifferenceRule<Real>;
  return chosen<Rule>(given, key,
                      {{"left", d::left<Real>()},
                       {"right", d::right<Real>()},
                       {"midpoint", d::midpoint<Real>()},
                       {"symmetrised", d::symmetrised<Real>()}})
      .value_or(std::move(usual));
}

inline PathStart path_start(const MethodOptions& given) {
  using enum PathStart;
  return chosen<PathStart>(given, "start",
                           {{"half_step", half_step},
                            {"naive", naive},
                            {"previous_node", previous_node},
                            {"previous_velocity", previous_velocity}})
      .value_or(half_step);
}

template <class Real> DiscreteLagrangian<Real> discrete_lagrangian_of(const MethodOptions& given) {
  DiscreteLagrangian<Real> method;
  method.lagrangian = difference_rule<Real>(given, "difference", method.lagrangian);
  method.constraint = difference_rule<Real>(given, "constraint_difference", method.constraint);
  method.nodes = chosen<Nodes>(given, "nodes", {{"constraint", Nodes::constraint}, {"path", Nodes::path}})
                     .value_or(Nodes::constraint);
  if (given.has("start") && method.nodes == Nodes::constraint)
    throw InputError("start", "is for nodes = \"path\": constraint nodes need none");
  method.start = path_start(given);
  return method;
}

inline MultiplierStart multiplier_start(const MethodOptions& given) {
  using enum MultiplierStart;
  return chosen<MultiplierStart>(given, "start", {{"consistent", consistent}, {"zero_multiplier", zero}})
      .value_or(consistent);
}

inline std::optional<Basis> basis(const MethodOptions& given) {
  return chosen<Basis>(given, "basis", {{"adapted", Basis::own}, {"qr", Basis::qr}});
}

inline BasisDerivative basis_derivative(const MethodOptions& given) {
  using enum BasisDerivative;
  return chosen<BasisDerivative>(
             given, "differentiation",
             {{"exact", exact}, {"dual_numbers", dual_numbers}, {"central_difference", central_difference}})
      .value_or(exact);
}

inline DiscreteGradientOptions discrete_gradient_of(const MethodOptions& given) {
  using enum Gradient;
  return {
      .gradient = *chosen<Gradient>(given, "gradient", {{"avf", avf}, {"gonzalez", gonzalez}, {"itoh_abe", itoh_abe}}),
      .space =
          chosen<Space>(given, "space", {{"reduced", Space::reduced}, {"full", Space::full}}).value_or(Space::reduced),
      .basis = basis(given),
      .derivative = basis_derivative(given),
      .compensated = given.flag("compensated")};
}

/// Makes the base of a composition or projection from the options of the whole: those keys that are not the base's are
/// taken out.
class Base {
 public:
  Base(const FindMethod& find, const MethodOptions& given, std::initializer_list<std::string_view> own)
      : find_(find),
        options_(given) {
    const std::string name = given.text("base");
    entry_ = find ? find(name) : nullptr;
    if (!entry_) throw InputError("base", fmt::format("unknown method '{}': nonholo list methods names them", name));
    if (entry_->stepping == Stepping::as_base)
      throw InputError("base", fmt::format("{} has a base itself: one level is enough", name));
    if (given.flag("compensated"))
      throw InputError("compensated",
                       "has no effect on a base, whose state is handed on after each of its steps: leave it out");
    options_.erase("base");
    for (const std::string_view key : own) options_.erase(key);
  }

  template <class Real> std::unique_ptr<Integrator<Real>> make(const System<Real>& system) const {
    return entry_->make(system, options_);
  }

  /// Where theory knows them and the integrator does not say it; 0 elsewhere.
  Orders known_orders(const DynamicsTraits& traits) const { return entry_->orders ? entry_->orders(traits) : Orders{}; }

  /// Makes the adjoint of the base; empty where the base is its own or none is known.
  template <class Real> MakeBase<Real> make_adjoint(const System<Real>& system) const {
    if (entry_->adjoint.empty() || entry_->adjoint == entry_->name) return {};
    const MethodEntry* adjoint = find_(entry_->adjoint);
    return [adjoint, system, options = options_] { return adjoint->make(system, options); };
  }

 private:
  FindMethod find_;
  MethodOptions options_;
  const MethodEntry* entry_;
};

template <class Real> std::unique_ptr<Integrator<Real>> composition_of(const System<Real>& system,
                                                                       const MethodOptions& given,
                                                                       const FindMethod& find) {
  const CompositionScheme& scheme = found("scheme", composition_schemes(), given.text("scheme"));
  const Base base(find, given, {"scheme"});
  return composition<Real>(
      system, scheme, [base, system] { return base.make(system); }, base.make_adjoint(system),
      base.known_orders(system.traits()));
}

template <class Real> std::unique_ptr<Integrator<Real>> projected_of(const System<Real>& system,
                                                                     const MethodOptions& given,
                                                                     const FindMethod& find) {
  const bool energy =
      chosen<bool>(given, "onto", {{"constraint", false}, {"constraint_and_energy", true}}).value_or(false);
  return projected(Base(find, given, {"onto"}).make(system), energy);
}

}  // namespace nonholo
