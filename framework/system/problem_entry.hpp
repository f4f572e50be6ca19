// A problem by name: what it says about itself, without its type, and makers for every precision. One line per problem
// in problems/catalogue.cpp.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/about.hpp>
#include <nonholo/framework/problem/planar_body.hpp>
#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/base/number.hpp>
#include <nonholo/framework/system/system.hpp>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nonholo {

struct ParameterInfo {
  std::string_view name;
  double default_value;
  std::string_view unit;
  Range range;
};

using ParameterValues = std::map<std::string, Number, std::less<>>;

template <class Real> using MakeSystem =
    std::function<System<Real>(const ParameterValues& values, std::string_view setup)>;
template <class Real> using ListSetups = std::function<std::vector<Setup<Real>>()>;

struct ProblemEntry {
  std::string_view name, title, source;
  SystemKind kind;
  int n, m;  ///< coordinates and constraints, with the parameters at their defaults; of a DAE ny and nz
  std::vector<ParameterInfo> parameters;
  std::vector<Setup<double>> setups;
  std::vector<std::string_view> references;  ///< keys of verification/references.bib
  std::optional<PlanarBody> body;            ///< where it moves in a plane and says how it looks
  PerPrecision<MakeSystem> systems;          ///< empty where the problem is not available in a precision
  PerPrecision<ListSetups> all_setups;
  /// Its functions as expressions, with its parameters as variables; empty where the problem is not available in quad.
  std::function<TracedProblem()> trace;

  /// The system with the parameters of the setup (none when its name is empty), then those given; the others at their
  /// defaults.
  /// @throws InputError (key: the parameter) for an unknown name or a value out of range; (key "precision") where it is
  ///         not available.
  template <class Real = double>
  System<Real> make(const ParameterValues& values, std::string_view setup_name = {}) const {
    if (!systems.in<Real>()) refuse_precision();
    return systems.in<Real>()(values, setup_name);
  }

  /// @throws InputError naming the nearest setups.
  template <class Real = double> Setup<Real> setup(std::string_view setup_name) const {
    const std::size_t index = setup_index(setup_name);
    if (!all_setups.in<Real>()) refuse_precision();
    return all_setups.in<Real>()()[index];
  }

 private:
  std::size_t setup_index(std::string_view setup_name) const;
  [[noreturn]] void refuse_precision() const;
};

/// @throws InputError when `name` is none of the parameters or the value is outside its range.
const ParameterInfo& checked_parameter(const std::vector<ParameterInfo>& parameters, std::string_view name,
                                       double value);

namespace detail {

/// P may choose the type that it runs as: fixed sizes for the usual number of particles, say.
template <class P, class Real> System<Real> to_system(const P& problem) {
  if constexpr (requires { problem.as_system(); }) return problem.as_system();
  else return System<Real>(problem);
}

/// The parameters that are set, by their places in `known`: those of the setup, then those given. @throws as
/// checked_parameter().
template <class Real> std::vector<std::pair<std::size_t, Real>> parameters_set(const std::vector<ParameterInfo>& known,
                                                                               const std::vector<Setup<Real>>& setups,
                                                                               std::string_view setup_name,
                                                                               const ParameterValues& values);

template <class P, class Real> System<Real> make_system(const std::vector<ParameterInfo>& known,
                                                        const ParameterValues& values, std::string_view setup_name) {
  const auto about = P::about();
  P problem{};
  for (const auto& [place, value] : parameters_set<Real>(known, about.setups, setup_name, values))
    problem.*(about.parameters[place].member) = value;
  return to_system<P, Real>(problem);
}

template <class P, class Real>
void add_precision(const std::vector<ParameterInfo>& known, MakeSystem<Real>& make, ListSetups<Real>& setups) {
  make = [known](const ParameterValues& values, std::string_view setup_name) {
    return make_system<P, Real>(known, values, setup_name);
  };
  setups = [] { return P::about().setups; };
}

}  // namespace detail

/// The entry of a problem, read from P::about(), as it runs in double.
template <class P> ProblemEntry entry_in_double(std::string_view name) {
  const auto about = P::about();
  const P defaults{};
  std::vector<ParameterInfo> parameters;
  for (const auto& p : about.parameters)
    parameters.push_back({p.name, static_cast<double>(defaults.*p.member), p.unit, p.range});
  ProblemEntry entry{.name = name,
                     .title = about.title,
                     .source = about.source,
                     .kind = detail::to_system<P, double>(defaults).kind(),
                     .n = static_cast<int>(system::coordinates(defaults)),
                     .m = static_cast<int>(system::constraints(defaults)),
                     .parameters = parameters,
                     .setups = about.setups,
                     .references = about.references};
  if constexpr (HasPlanarBody<P>) entry.body = P::body;
  detail::add_precision<P, double>(parameters, entry.systems.in_double, entry.all_setups.in_double);
  return entry;
}

template <template <class> class P> ProblemEntry entry_in_double(std::string_view name) {
  return entry_in_double<P<double>>(name);
}

/// Quad of an entry, where the problem is a template on the type of its parameters. Callers include quad.hpp. It can
/// stand in a source of its own: what GCC inlines in double changes with what stands beside it.
template <class P> void add_extended(ProblemEntry&) {}
template <template <class> class P> void add_extended(ProblemEntry& entry) {
  detail::add_precision<P<quad>, quad>(entry.parameters, entry.systems.in_quad, entry.all_setups.in_quad);
  entry.trace = [] { return trace_of<P<Traced>>(); };
}

/// The entry of a problem in double alone; of a template on the type of its parameters, in every precision.
template <class P> ProblemEntry problem_entry(std::string_view name) { return entry_in_double<P>(name); }
template <template <class> class P> ProblemEntry problem_entry(std::string_view name) {
  ProblemEntry entry = entry_in_double<P>(name);
  add_extended<P>(entry);
  return entry;
}

}  // namespace nonholo
