// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/text_system.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/expression/expression_text.hpp>
#include <nonholo/framework/expression/graph_parser.hpp>
#include <nonholo/framework/expression/program.hpp>
#include <nonholo/framework/faces/dynamics_of_expressions.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <utility>

namespace nonholo {

namespace {

/// Entries of a catalogue refer to their names: those of text live as long as the program.
std::string_view lasting(std::string text) {
  static std::deque<std::string> kept;
  return kept.emplace_back(std::move(text));
}

std::string part(std::string_view list, std::size_t i) { return fmt::format("{}[{}]", list, i); }

/// Everything that the text says, as nodes of one graph.
struct Expressions {
  ExpressionSystem system;
  std::vector<Node> parameters, invariants, exact;  // exact: q, then v
};

/// Reads the parts in the order in which one can name another.
class TextReader {
 public:
  explicit TextReader(const TextSystem& text)
      : text_(text),
        at_{static_cast<int>(text.coordinates.size()), static_cast<int>(text.constraints.size())} {}

  Expressions read() {
    check_names();
    check_sizes();
    Expressions all;
    for (std::size_t i = 0; i < text_.parameters.size(); ++i) all.parameters.push_back(parameter(i));
    names_.emplace("t", graph_.variable(at_.t()));
    for (std::size_t i = 0; i < text_.coordinates.size(); ++i) name_coordinate(static_cast<int>(i));
    for (std::size_t i = 0; i < text_.exact_q.size(); ++i)
      all.exact.push_back(read(text_.exact_q[i], part("exact.q", i)));
    read_exact_velocities(all.exact);
    for (const TextSystem::Named& each : text_.invariants)
      all.invariants.push_back(read(each.text, "invariants." + each.name));
    all.system.lagrangian = lagrangian();
    check_lagrangian(all.system.lagrangian);
    for (std::size_t i = 0; i < text_.constraints.size(); ++i) all.system.constraint.push_back(constraint(i));
    for (std::size_t i = 0; i < text_.force.size(); ++i)
      all.system.force.push_back(read(text_.force[i], part("force", i)));
    all.system.n = at_.n;
    all.system.m = at_.m;
    all.system.graph = std::move(graph_);
    return all;
  }

 private:
  /// Each once, none that stands for something else.
  void check_names() {
    if (text_.coordinates.empty()) throw InputError("coordinates", "is empty; a system has at least one");
    if (text_.coordinates.size() > most_coordinates)
      throw InputError("coordinates", fmt::format("has {} entries; a text has at most {}, larger systems are C++",
                                                  text_.coordinates.size(), most_coordinates));
    for (std::size_t i = 0; i < text_.coordinates.size(); ++i)
      take_name(part("coordinates", i), text_.coordinates[i], "a coordinate");
    for (std::size_t i = 0; i < text_.coordinates.size(); ++i) {
      const auto& name = text_.coordinates[i];
      if (const auto found = taken_.find("v" + name); found != taken_.end())
        throw InputError(part("coordinates", i), fmt::format("the velocity of '{}' would be '{}', which is {}", name,
                                                             found->first, found->second));
      taken_.emplace("v" + name, fmt::format("the velocity of '{}'", name));
    }
    for (const TextSystem::Named& each : text_.parameters)
      take_name("parameters." + each.name, each.name, "a parameter");
  }

  void take_name(const std::string& key, const std::string& name, const std::string& as) {
    if (!is_name(name))
      throw InputError(key, fmt::format("'{}' is no name: letters, digits and _, no digit first", name));
    if (is_reserved_name(name))
      throw InputError(key,
                       fmt::format("'{}' is taken: {}", name, name == "t" ? "it is the time" : "it is a function"));
    if (const auto [place, is_new] = taken_.try_emplace(name, as); !is_new)
      throw InputError(key, fmt::format("'{}' is already {}", name, place->second));
  }

  void check_sizes() const {
    const std::size_t n = text_.coordinates.size();
    const auto wants = [n](std::size_t size, const char* key) {
      if (size != 0 && size != n)
        throw InputError(key, fmt::format("has {} entries; there are {} coordinates", size, n));
    };
    wants(text_.force.size(), "force");
    wants(text_.exact_q.size(), "exact.q");
    wants(text_.exact_v.size(), "exact.v");
    if (text_.exact_q.empty() && !text_.exact_v.empty()) throw InputError("exact.q", "is missing beside exact.v");
    if (text_.constraints.size() > n)
      throw InputError("constraints",
                       fmt::format("has {} entries; {} coordinates have at most as many", text_.constraints.size(), n));
  }

  Node parameter(std::size_t i) {
    const auto& [name, text] = text_.parameters[i];
    const Node value = read(text, "parameters." + name);
    names_.emplace(name, graph_.variable(at_.parameter(static_cast<int>(i))));
    return value;
  }

  void name_coordinate(int i) {
    const std::string& name = text_.coordinates[static_cast<std::size_t>(i)];
    names_.emplace(name, graph_.variable(at_.q(i)));
    names_.emplace("v" + name, graph_.variable(at_.v(i)));
  }

  /// Those given, or the derivatives of the positions.
  void read_exact_velocities(std::vector<Node>& exact) {
    const int t[] = {at_.t()};
    const std::size_t positions = exact.size();
    for (std::size_t i = 0; i < positions; ++i)
      exact.push_back(text_.exact_v.empty() ? gradient(graph_, exact[i], t)[0]
                                            : read(text_.exact_v[i], part("exact.v", i)));
  }

  Node lagrangian() {
    if (!text_.lagrangian.empty()) {
      if (!text_.mass_matrix.empty() || !text_.potential.empty())
        throw InputError("lagrangian", "stands beside mass_matrix or potential: one or the other");
      return read(text_.lagrangian, "lagrangian");
    }
    const auto n = text_.coordinates.size();
    if (text_.mass_matrix.size() != n)
      throw InputError("mass_matrix",
                       text_.mass_matrix.empty()
                           ? "is missing, and so is lagrangian: one of them is needed"
                           : fmt::format("has {} rows; there are {} coordinates", text_.mass_matrix.size(), n));
    Node L = text_.potential.empty() ? graph_.constant(0) : graph_.negate(read(text_.potential, "potential"));
    std::vector<std::vector<Node>> M(n);
    for (std::size_t i = 0; i < n; ++i) {
      if (text_.mass_matrix[i].size() != n)
        throw InputError(part("mass_matrix", i),
                         fmt::format("has {} entries; there are {} coordinates", text_.mass_matrix[i].size(), n));
      for (std::size_t j = 0; j < n; ++j)
        M[i].push_back(read(text_.mass_matrix[i][j], part(part("mass_matrix", i), j)));
      for (std::size_t j = 0; j < i; ++j) {
        if (M[i][j] != M[j][i])
          throw InputError(part(part("mass_matrix", i), j),
                           fmt::format("'{}' is not what stands at [{}][{}], '{}': the matrix is symmetric",
                                       text_.mass_matrix[i][j], j, i, text_.mass_matrix[j][i]));
        L = graph_.add(L, graph_.multiply(M[i][j], graph_.multiply(velocity(i), velocity(j))));
      }
      const Node half = graph_.divide(M[i][i], graph_.constant(2));
      L = graph_.add(L, graph_.multiply(half, graph_.multiply(velocity(i), velocity(i))));
    }
    return L;
  }

  Node velocity(std::size_t i) { return graph_.variable(at_.v(static_cast<int>(i))); }

  Node constraint(std::size_t i) {
    const std::string key = part("constraints", i), &text = text_.constraints[i];
    const Node k = read(text, key);
    const std::vector<Node> row = gradient(graph_, k, velocities());
    if (std::ranges::all_of(row, [&](Node x) { return graph_.is(x, 0); }))
      throw InputError(key, fmt::format("'{}' has no velocity in it; a constraint binds velocities", text));
    return k;
  }

  /// L has a kinetic energy: p_v is not zero.
  void check_lagrangian(Node L) {
    for (const Node p : gradient(graph_, L, velocities()))
      for (const Node entry : gradient(graph_, p, velocities()))
        if (!graph_.is(entry, 0)) return;
    throw InputError("lagrangian", "has no kinetic energy: no velocity squared");
  }

  std::vector<int> velocities() const {
    std::vector<int> v;
    for (int i = 0; i < at_.n; ++i) v.push_back(at_.v(i));
    return v;
  }

  Node read(const std::string& text, const std::string& key) {
    try {
      return parsed(graph_, text, names_);
    } catch (const InputError& error) {
      throw InputError(key, error.message());
    }
  }

  /// Beyond them the derivatives that engines may ask for, n^2 of several kinds, would fill the memory.
  static constexpr std::size_t most_coordinates = 100;

  const TextSystem& text_;
  ExpressionVariables at_;
  Graph graph_;
  NamedNodes names_;
  std::map<std::string, std::string> taken_;  // names, and what they are
};

/// What all precisions and parameters have in common.
struct Prepared {
  int n, m;
  std::vector<std::string> coordinates, parameters;
  std::vector<std::string_view> invariant_names;
  std::vector<Node> parameter_nodes, invariant_nodes, exact_nodes;
  std::shared_ptr<const ExpressionDerivatives> derivatives;

  ExpressionVariables at() const { return {n, m}; }
};

/// The parameters in this precision: those given, the others by their texts, each in terms of those before it.
template <class Real> std::vector<Real> parameters_of(const Prepared& of, const ParameterValues& given) {
  const int none = of.at().parameter(0);
  std::vector<Real> values;
  for (std::size_t i = 0; i < of.parameters.size(); ++i) {
    const auto found = given.find(of.parameters[i]);
    if (found != given.end()) {
      values.push_back(found->second.template as<Real>());
    } else {
      const Node node[] = {of.parameter_nodes[i]};
      const Program<Real> program(graph_of(*of.derivatives), none, values, node);
      program.inputs();
      values.push_back(program.run()[0]);
    }
  }
  return values;
}

template <class Real> Real* put_state(Real* in, const Real& t, std::span<const Real> q, std::span<const Real> v) {
  *in++ = t;
  return std::ranges::copy(v, std::ranges::copy(q, in).out).out;
}

template <class Real>
detail::SystemParts<Real> parts_of(const std::shared_ptr<const Prepared>& of, const std::vector<Real>& parameters) {
  const int inputs = of->at().parameter(0);
  detail::SystemParts<Real> parts{.coordinates = of->n, .constraints = of->m, .exact_solution = {}, .invariants = {}};
  for (std::size_t i = 0; i < of->invariant_nodes.size(); ++i) {
    const Node node[] = {of->invariant_nodes[i]};
    const Program<Real> program(graph_of(*of->derivatives), inputs, parameters, node);
    parts.invariants.push_back(
        {of->invariant_names[i], [program](Real t, std::span<const Real> q, std::span<const Real> v) {
           put_state(program.inputs(), t, q, v);
           return program.run()[0];
         }});
  }
  if (!of->exact_nodes.empty())
    parts.exact_solution = [program = Program<Real>(graph_of(*of->derivatives), inputs, parameters, of->exact_nodes),
                            n = of->n](Real t, std::span<const Real> q0, std::span<const Real> v0) {
      put_state(program.inputs(), t, q0, v0);
      const Real* const x = program.run();
      return Point<Real, dynamic>{Eigen::Map<const VectorX<Real>>(x, n), Eigen::Map<const VectorX<Real>>(x + n, n)};
    };
  parts.kind = detail::Mechanical<Real>{dynamics_of<Real>(of->derivatives, parameters), {}, {}};
  parts.traits = traits_of(*of->derivatives);
  parts.coordinate_names = of->coordinates;
  return parts;
}

template <class Real>
MakeSystem<Real> maker_of(const std::shared_ptr<const Prepared>& of, const std::vector<ParameterInfo>& known) {
  return [of, known](const ParameterValues& values, std::string_view) {
    for (const auto& [key, value] : values) checked_parameter(known, key, value.value());
    return System<Real>(parts_of<Real>(of, parameters_of<Real>(*of, values)));
  };
}

std::shared_ptr<const Prepared> prepared(const TextSystem& text) {
  Expressions read = TextReader(text).read();
  auto all = std::make_shared<Prepared>();
  all->n = read.system.n;
  all->m = read.system.m;
  all->coordinates = text.coordinates;
  for (const auto& each : text.parameters) all->parameters.push_back(each.name);
  for (const auto& each : text.invariants) all->invariant_names.push_back(lasting(each.name));
  all->parameter_nodes = std::move(read.parameters);
  all->invariant_nodes = std::move(read.invariants);
  all->exact_nodes = std::move(read.exact);
  all->derivatives = derivatives_of(std::move(read.system));
  return all;
}

}  // namespace

ProblemEntry problem_entry(const TextSystem& text) {
  const std::shared_ptr<const Prepared> all = prepared(text);
  const std::vector<double> defaults = parameters_of<double>(*all, {});
  std::vector<ParameterInfo> parameters;
  for (std::size_t i = 0; i < defaults.size(); ++i)
    parameters.push_back({lasting(text.parameters[i].name), defaults[i], "", Range::any});
  ProblemEntry entry{.name = lasting(text.name),
                     .title = lasting(text.title),
                     .source = "",
                     .kind = SystemKind::mechanical,
                     .n = all->n,
                     .m = all->m,
                     .parameters = parameters,
                     .setups = {},
                     .references = {},
                     .body = {},
                     .systems = {},
                     .all_setups = {}};
  const auto none = []<class Real>() -> ListSetups<Real> { return [] { return std::vector<Setup<Real>>(); }; };
  entry.systems = {maker_of<double>(all, parameters), maker_of<long double>(all, parameters),
                   maker_of<quad>(all, parameters)};
  entry.all_setups = {none.operator()<double>(), none.operator()<long double>(), none.operator()<quad>()};
  return entry;
}

}  // namespace nonholo
