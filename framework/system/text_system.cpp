// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/text_system.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/expression/compiled_program.hpp>
#include <nonholo/framework/faces/dynamics_of_expressions.hpp>
#include <nonholo/framework/system/text_reader.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace nonholo {

namespace {

/// Of a mechanical system, everything that the text says as nodes of one graph.
class MechanicalText {
 public:
  explicit MechanicalText(const TextSystem& text)
      : text_(text),
        at_{static_cast<int>(text.coordinates.size()),
            static_cast<int>(text.holonomic.size() + text.constraints.size()),
            Inputs<double>::numbers_of_each *
                static_cast<int>(std::ranges::count_if(text.inputs, &std::string::empty, &TextInput::expression))} {}

  TextProblem problem() {
    if (text_.compile) want_compiler();
    check_sizes();
    name_state();
    TextProblem all{.kind = SystemKind::mechanical, .n = at_.n, .m = at_.m, .state = text_.coordinates};
    all.parameter_nodes = read_.parameters(text_.parameters, at_.parameter(0));
    read_.name_time(at_.t());
    tables_ = read_.inputs(text_.inputs, joined(coordinates(), velocities()), at_.held(0));
    read_.define(text_.define);
    all.exact = exact();
    all.invariant_nodes = read_.read(text_.invariants, "invariants");
    all.invariant_slopes = read_.slopes(all.invariant_nodes, at_.beside(0));
    all.name(text_.parameters, text_.invariants);
    all.inputs = at_.parameter(0);
    ExpressionSystem made = system();
    all.tables = tables_;
    complete(all, std::move(made), text_.compile);
    return all;
  }

 private:
  static void complete(TextProblem& all, ExpressionSystem system, bool compiled) {
    const std::shared_ptr<const ExpressionDerivatives> derivatives = derivatives_of(std::move(system));
    all.graph = {derivatives, &graph_of(*derivatives)};
    all.traits = traits_of(*derivatives);
    const auto make = [derivatives, compiled]<class Real>(
                          std::span<const Real> parameters,
                          const std::shared_ptr<const std::vector<Real>>& held) -> SystemKindParts<Real> {
      return detail::Mechanical<Real>{
          .dynamics = dynamics_of<Real>(derivatives, parameters, compiled, held),
          .kick_drift = kick_drift_of<Real>(derivatives, parameters, compiled),
          .underlying_ode = underlying_ode_of<Real>(derivatives, parameters, compiled, held)};
    };
    all.parts = {make, make};
  }

  void check_sizes() const {
    const std::size_t n = text_.coordinates.size();
    check_number_of("coordinates", n);
    check_size("force", text_.force.size(), n, "coordinates");
    check_size("reaction", text_.reaction.size(), n, "coordinates");
    check_size("exact.q", text_.exact_q.size(), n, "coordinates");
    check_size("exact.v", text_.exact_v.size(), n, "coordinates");
    if (text_.exact_q.empty() && !text_.exact_v.empty())
      throw InputError("exact.q", "is missing: exact.v needs exact.q");
    const std::size_t m = text_.constraints.size() + text_.holonomic.size();
    if (m > 0) check_number_of(text_.constraints.empty() ? "holonomic" : "constraints", m);  // redundant ones with them
    if (!text_.reaction.empty() && m == 0)
      throw InputError("reaction", "needs constraints: a reaction contains their multipliers");
  }

  void name_state() {
    read_.name_variables("coordinates", text_.coordinates, "a coordinate", at_.q(0));
    for (int i = 0; i < at_.n; ++i) {
      const std::string& name = text_.coordinates[static_cast<std::size_t>(i)];
      read_.name_rate(part_key("coordinates", static_cast<std::size_t>(i)), name, "v" + name, at_.v(i));
    }
  }

  /// Positions, then velocities: those given, or the derivatives of the positions.
  std::vector<Node> exact() {
    std::vector<Node> all = read_.read(text_.exact_q, "exact.q");
    std::vector<Node> velocities = read_.read(text_.exact_v, "exact.v");
    const int t[] = {at_.t()};
    if (velocities.empty())
      for (const Node q : all) velocities.push_back(gradient(read_.graph(), q, t)[0]);
    all.insert(all.end(), velocities.begin(), velocities.end());
    return all;
  }

  ExpressionSystem system() {
    ExpressionSystem system;
    system.n = at_.n;
    system.m = at_.m;
    system.held_numbers = at_.held_numbers;
    system.lagrangian = lagrangian();
    check_lagrangian(system.lagrangian);
    for (std::size_t i = 0; i < text_.holonomic.size(); ++i) {
      system.position.push_back(position(i));
      system.constraint.push_back(rate(system.position.back()));
    }
    for (std::size_t i = 0; i < text_.constraints.size(); ++i) system.constraint.push_back(constraint(i));
    system.force = read_.read(text_.force, "force");
    system.reaction = reaction();
    for (std::size_t i = 0; i < tables_.size(); ++i) check_table(tables_[i], static_cast<int>(i), system);
    system.graph = std::move(read_.graph());
    return system;
  }

  Node lagrangian() {
    if (!text_.lagrangian.empty()) {
      if (!text_.mass_matrix.empty() || !text_.potential.empty())
        throw InputError("lagrangian", "cannot be combined with mass_matrix or potential: give one or the other");
      return read_.read(text_.lagrangian, "lagrangian");
    }
    if (text_.mass_matrix.empty()) throw InputError("mass_matrix", "is missing: give either mass_matrix or lagrangian");
    Graph& graph = read_.graph();
    Node L = text_.potential.empty() ? graph.constant(0) : graph.negate(read_.read(text_.potential, "potential"));
    const auto M = read_.read_square(text_.mass_matrix, "mass_matrix", text_.coordinates.size(), "coordinates");
    refuse_velocities(L, M);
    for (std::size_t i = 0; i < M.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (!read_.same(M[i][j], M[j][i]))
          throw InputError(part_key(part_key("mass_matrix", i), j),
                           fmt::format("'{}' differs from the entry at [{}][{}], '{}': the matrix must be symmetric",
                                       text_.mass_matrix[i][j], j, i, text_.mass_matrix[j][i]));
        L = graph.add(L, graph.multiply(M[i][j], graph.multiply(velocity(i), velocity(j))));
      }
      const Node half = graph.divide(M[i][i], graph.constant(2));
      L = graph.add(L, graph.multiply(half, graph.multiply(velocity(i), velocity(i))));
    }
    return L;
  }

  void refuse_velocities(Node V, const std::vector<std::vector<Node>>& M) const {
    const std::vector<bool> depends = read_.graph().dependent(velocities());
    const auto refuse = [&](Node x, const std::string& key, const std::string& text) {
      if (depends[static_cast<std::size_t>(x.index)])
        throw InputError(
            key, fmt::format("'{}' contains a velocity: give lagrangian instead of mass_matrix and potential", text));
    };
    refuse(V, "potential", text_.potential);
    for (std::size_t i = 0; i < M.size(); ++i)
      for (std::size_t j = 0; j < M.size(); ++j)
        refuse(M[i][j], part_key(part_key("mass_matrix", i), j), text_.mass_matrix[i][j]);
  }

  Node velocity(std::size_t i) { return read_.graph().variable(at_.v(static_cast<int>(i))); }

  Node position(std::size_t i) {
    const std::string key = part_key("holonomic", i), &text = text_.holonomic[i];
    const Node g = read_.read_zero(text, key);
    const auto depends_on = [&](const std::vector<int>& variables) -> bool {
      return read_.graph().dependent(variables)[static_cast<std::size_t>(g.index)];
    };
    if (depends_on(velocities()))
      throw InputError(key, fmt::format("'{}' contains a velocity: write it in constraints", text));
    if (!depends_on(coordinates()))
      throw InputError(key,
                       fmt::format("'{}' contains no coordinate: a holonomic constraint must depend on one", text));
    return g;
  }

  /// g_t + g_q v
  Node rate(Node g) {
    Graph& graph = read_.graph();
    const int t[] = {at_.t()};
    Node sum = gradient(graph, g, t)[0];
    const std::vector<Node> slope = gradient(graph, g, coordinates());
    for (std::size_t i = 0; i < slope.size(); ++i) sum = graph.add(sum, graph.multiply(slope[i], velocity(i)));
    return sum;
  }

  Node constraint(std::size_t i) {
    const std::string key = part_key("constraints", i), &text = text_.constraints[i];
    const Node k = read_.read_zero(text, key);
    const std::vector<Node> row = gradient(read_.graph(), k, velocities());
    if (std::ranges::all_of(row, [&](Node x) { return read_.graph().is(x, 0); }))
      throw InputError(key, fmt::format("'{}' contains no velocity: {}", text,
                                        read_.graph().dependent(coordinates())[static_cast<std::size_t>(k.index)]
                                            ? "write a constraint on positions in holonomic = [\"...\"]"
                                            : "a constraint must depend on one"));
    return k;
  }

  /// What jumps with an input, or with its slope, must be a force: no velocity may jump.
  void check_table(InputTable& table, int i, const ExpressionSystem& system) {
    const int first = at_.held(Inputs<double>::numbers_of_each * i);
    const std::vector<bool> depends = read_.graph().dependent(std::vector{first, first + 1, first + 2});
    const auto stands_in = [&](const std::vector<Node>& nodes) {
      return std::ranges::any_of(nodes, [&](Node x) { return depends[static_cast<std::size_t>(x.index)]; });
    };
    const auto fail = [&](const char* where, const char* what) {
      throw InputError("input." + table.name, fmt::format("stands in {}: {}", where, what));
    };
    if (stands_in(gradient(read_.graph(), system.lagrangian, velocities())))
      fail("the kinetic energy", "give it as an expression of t");
    if (table.hold == Hold::step && stands_in({system.lagrangian}))
      fail("the potential, and a jump of it would be a jump of the energy",
           "write its force in force, or give hold = \"linear\", or an expression of t");
    if (stands_in(system.position))
      fail("a constraint on positions, whose rate would jump with its slope", "give it as an expression of t");
    table.moves = stands_in(system.constraint);
    if (table.moves && table.hold == Hold::step)
      fail("a constraint, and a jump of it would be an impact", "give hold = \"linear\", or an expression of t");
  }

  static std::vector<int> joined(std::vector<int> one, const std::vector<int>& other) {
    one.insert(one.end(), other.begin(), other.end());
    return one;
  }

  /// With names for the multipliers, which nothing before it has.
  std::vector<Node> reaction() {
    if (text_.reaction.empty()) return {};
    for (int j = 0; j < at_.m; ++j)
      for (const char* name : {"lambda{}", "lambda_{}"})
        read_.name_variable("reaction", fmt::format(fmt::runtime(name), j + 1),
                            fmt::format("the multiplier of {}", constraint_name(j)), at_.beside(j));
    std::vector<Node> R = read_.read(text_.reaction, "reaction");
    for (int j = 0; j < at_.m; ++j) {
      const std::vector<bool> depends = read_.graph().dependent(std::vector{at_.beside(j)});
      if (std::ranges::none_of(R, [&](Node x) { return depends[static_cast<std::size_t>(x.index)]; }))
        throw InputError("reaction",
                         fmt::format("contains no lambda{}, so no force maintains {}", j + 1, constraint_name(j)));
    }
    return R;
  }

  /// L has a kinetic energy: p_v is not zero.
  void check_lagrangian(Node L) {
    for (const Node p : gradient(read_.graph(), L, velocities()))
      for (const Node entry : gradient(read_.graph(), p, velocities()))
        if (!read_.graph().is(entry, 0)) return;
    refuse_first_order(L);
  }

  /// L = alpha(q) . v - H(q):  sum_j Omega_ij q_j' = H_i with Omega_ij = d(alpha_j)/dq_i - d(alpha_i)/dq_j.
  [[noreturn]] void refuse_first_order(Node L) {
    Graph& graph = read_.graph();
    const std::vector<Node> alpha = gradient(graph, L, velocities());
    const auto vanishes = [&graph](Node x) { return graph.is(x, 0); };
    const std::string what = "has no kinetic energy: no velocity squared";
    if (std::ranges::all_of(alpha, vanishes)) throw InputError("lagrangian", what);
    const Node of_velocities[] = {L};
    const std::string H = read_.text(graph.negate(without(graph, of_velocities, velocities())[0]));
    std::string structure = "the inverse of Omega_ij = d(L_vj)/dq_i - d(L_vi)/dq_j";
    if (at_.n == 2) {
      const int q0[] = {at_.q(0)}, q1[] = {at_.q(1)};
      const Node omega = graph.subtract(gradient(graph, alpha[1], q0)[0], gradient(graph, alpha[0], q1)[0]);
      const std::string inverse = vanishes(omega) ? "" : read_.text(graph.divide(graph.constant(1), omega));
      if (!inverse.empty()) structure = fmt::format("[[\"0\", \"-({})\"], [\"{}\", \"0\"]]", inverse, inverse);
    }
    throw InputError(
        "lagrangian",
        fmt::format(
            "{}. A Lagrangian linear in the velocities gives equations of first order. Write them as a skew-gradient "
            "system, zeta = [\"{}\"], hamiltonian = \"{}\", structure = {}; or, as y' = f beside constraints, as a DAE",
            what, fmt::join(text_.coordinates, "\", \""), H.empty() ? "-L at v = 0" : H, structure));
  }

  /// By the key of its multiplier's number: those on positions come first.
  std::string constraint_name(int j) const {
    const int holonomic = static_cast<int>(text_.holonomic.size());
    return j < holonomic ? fmt::format("holonomic[{}]", j) : fmt::format("constraints[{}]", j - holonomic);
  }

  std::vector<int> coordinates() const {
    std::vector<int> q;
    for (int i = 0; i < at_.n; ++i) q.push_back(at_.q(i));
    return q;
  }

  std::vector<int> velocities() const {
    std::vector<int> v;
    for (int i = 0; i < at_.n; ++i) v.push_back(at_.v(i));
    return v;
  }

  const TextSystem& text_;
  ExpressionVariables at_;
  TextReader read_;
  std::vector<InputTable> tables_;
};

}  // namespace

ProblemEntry problem_entry(const TextSystem& text) {
  return entry_of(text.name, text.title, MechanicalText(text).problem());
}

}  // namespace nonholo
