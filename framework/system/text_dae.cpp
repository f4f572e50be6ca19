// DAEs in Hessenberg form and skew-gradient systems as text (text_system.hpp).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/expression/compiled_program.hpp>
#include <nonholo/framework/faces/skew_gradient_of_expressions.hpp>
#include <nonholo/framework/system/text_reader.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace nonholo {

namespace {

constexpr std::size_t most_parts = 5;

class DaeText {
 public:
  explicit DaeText(const TextDae& text)
      : text_(text),
        at_{static_cast<int>(text.y.size()), static_cast<int>(text.z.size())} {}

  TextProblem problem() {
    if (text_.compile) want_compiler();
    check_sizes();
    read_.name_variables("y", text_.y, "a name of y", at_.y(0));
    read_.name_variables("z", text_.z, "a name of z", at_.z(0));
    TextProblem all{.kind = SystemKind::dae, .n = at_.ny, .m = at_.nz, .state = text_.y};
    all.parameter_nodes = read_.parameters(text_.parameters, at_.parameter(0));
    read_.name_time(at_.t());
    name_inputs();
    read_.define(text_.define);
    all.exact = read_.read(text_.exact_y, "exact.y");
    const std::vector<Node> exact_z = read_.read(text_.exact_z, "exact.z");
    all.exact.insert(all.exact.end(), exact_z.begin(), exact_z.end());
    check_exact(all.exact);
    all.invariant_nodes = read_.read(text_.invariants, "invariants");
    all.name(text_.parameters, text_.invariants);
    all.inputs = at_.parameter(0);
    all.traits = {.constant_mass = false, .linear_constraint = false, .conservative = false};
    complete(all, dae(), text_.compile);
    return all;
  }

 private:
  static void complete(TextProblem& all, ExpressionDae dae, bool compiled) {
    const std::shared_ptr<const DaeDerivatives> derivatives = derivatives_of(std::move(dae));
    all.graph = {derivatives, &graph_of(*derivatives)};
    const auto make = [derivatives, compiled]<class Real>(std::span<const Real> parameters,
                                                          const auto&) -> SystemKindParts<Real> {
      return detail::Dae<Real>{hessenberg_of<Real>(derivatives, parameters, compiled)};
    };
    all.parts = {make, make};
  }

  void name_inputs() {
    std::vector<int> state;
    for (int i = 1; i < at_.parameter(0); ++i) state.push_back(i);
    for (const TextInput& each : text_.inputs)
      if (each.expression.empty())
        throw InputError("input." + each.name, "must be an expression of t: tables are for mechanical systems");
    read_.inputs(text_.inputs, state, 0);
  }

  void check_sizes() const {
    const std::size_t ny = text_.y.size(), nz = text_.z.size();
    check_number_of("y", ny);
    const bool ordinary = nz == 0 && text_.g.empty();  // y' = f(t, y) alone
    if (!ordinary) check_number_of("z", nz);
    if (nz > ny)
      throw InputError("z", fmt::format("has {} entries; a DAE with {} entries of y has at most as many z", nz, ny));
    if (text_.f.empty()) throw InputError("f", "is missing: y' = f(t, y, z)");
    if (text_.f.size() > most_parts)
      throw InputError("f", fmt::format("has {} parts; at most {} are allowed", text_.f.size(), most_parts));
    for (std::size_t k = 0; k < text_.f.size(); ++k)
      if (text_.f[k].size() != ny)
        throw InputError(key_of_part(k), fmt::format("has {} entries; there are {} y", text_.f[k].size(), ny));
    if (text_.g.empty() && !ordinary) throw InputError("g", "is missing: 0 = g(t, y)");
    check_size("g", text_.g.size(), nz, "z");
    check_size("exact.y", text_.exact_y.size(), ny, "y");
    check_size("exact.z", text_.exact_z.size(), nz, "z");
    if (!ordinary && text_.exact_y.empty() != text_.exact_z.empty())
      throw InputError(text_.exact_y.empty() ? "exact.y" : "exact.z", "is missing: give both exact.y and exact.z");
  }

  /// One part stands there without a list around it.
  std::string key_of_part(std::size_t k) const { return text_.f.size() == 1 ? "f" : part_key("f", k); }

  ExpressionDae dae() {
    ExpressionDae dae;
    dae.ny = at_.ny;
    dae.nz = at_.nz;
    for (std::size_t k = 0; k < text_.f.size(); ++k) dae.f.push_back(read_.read(text_.f[k], key_of_part(k)));
    for (std::size_t j = 0; j < text_.g.size(); ++j) dae.g.push_back(read_.read_zero(text_.g[j], part_key("g", j)));
    check(dae);
    dae.graph = std::move(read_.graph());
    return dae;
  }

  void check(const ExpressionDae& dae) {
    std::vector<int> y, z;
    for (int i = 0; i < at_.ny; ++i) y.push_back(at_.y(i));
    for (int j = 0; j < at_.nz; ++j) z.push_back(at_.z(j));
    const std::vector<bool> of_y = read_.graph().dependent(y), of_z = read_.graph().dependent(z);
    const auto in = [](const std::vector<bool>& depends, Node x) { return depends[static_cast<std::size_t>(x.index)]; };
    for (std::size_t j = 0; j < dae.g.size(); ++j) {
      if (in(of_z, dae.g[j])) refuse_index_1(dae, j);
      if (!in(of_y, dae.g[j]))
        throw InputError(part_key("g", j),
                         fmt::format("'{}' contains no y: a constraint must depend on y", text_.g[j]));
    }
    if (dae.f.size() > 1)
      for (std::size_t i = 0; i < dae.f[0].size(); ++i)
        if (in(of_z, dae.f[0][i]))
          throw InputError(
              part_key("f[0]", i),
              fmt::format("'{}' contains a z: the first of several parts may depend on t and y only", text_.f[0][i]));
    check_every_z_acts(dae);
    for (std::size_t j = 0; j < dae.g.size(); ++j) check_index(dae, j);
  }

  /// g_j has z in it. Two ways out: z as a function of y where g_j is affine in one of its z, and one that needs no
  /// algebra: z becomes a y, whose rate is the new z.
  [[noreturn]] void refuse_index_1(const ExpressionDae& dae, std::size_t j) {
    std::string solved, taken;
    for (int i = 0; i < at_.nz && solved.empty(); ++i) {
      const int z[] = {at_.z(i)};
      const Node slope = gradient(read_.graph(), dae.g[j], z)[0];
      if (read_.graph().is(slope, 0)) continue;
      if (taken.empty()) taken = text_.z[static_cast<std::size_t>(i)];
      if (read_.graph().dependent(z)[static_cast<std::size_t>(slope.index)]) continue;
      const Node rest[] = {dae.g[j]};
      const Node value = read_.graph().divide(read_.graph().negate(without(read_.graph(), rest, z)[0]), slope);
      taken = text_.z[static_cast<std::size_t>(i)];
      if (const std::string text = read_.text(value); !text.empty()) solved = fmt::format("{} = {}", taken, text);
    }
    throw InputError(
        part_key("g", j),
        fmt::format("'{}' contains a z, so the DAE has index 1; g may depend on t and y only. Eliminate {}: {}. Or "
                    "make {} an entry of y, with a new z such as {}dot as its rate in f: that DAE has index 2",
                    text_.g[j], taken,
                    solved.empty() ? fmt::format("solve this g = 0 for it and put the solution into f and g")
                                   : fmt::format("put {} into f and g, and leave out this g and {}", solved, taken),
                    taken, taken));
  }

  /// Index 2 asks for a z in the time derivative of every g.
  void check_index(const ExpressionDae& dae, std::size_t j) {
    Graph& graph = read_.graph();
    const int t[] = {at_.t()};
    std::vector<int> y, z;
    for (int i = 0; i < at_.ny; ++i) y.push_back(at_.y(i));
    for (int i = 0; i < at_.nz; ++i) z.push_back(at_.z(i));
    const std::vector<Node> slopes = gradient(graph, dae.g[j], y);
    Node rate = gradient(graph, dae.g[j], t)[0];
    for (std::size_t i = 0; i < slopes.size(); ++i)
      for (const auto& part : dae.f) rate = graph.add(rate, graph.multiply(slopes[i], part[i]));
    if (graph.dependent(z)[static_cast<std::size_t>(rate.index)]) return;
    if (graph.is(rate, 0))
      throw InputError(part_key("g", j),
                       fmt::format("'{}' does not change along y' = f, whatever z is: leave it out", text_.g[j]));
    const std::string text = read_.text(rate);
    throw InputError(
        part_key("g", j),
        fmt::format("'{}' has a time derivative without z: the index is 3 or higher. Replace g by its time "
                    "derivative{}, and take a start that satisfies both. Or keep both (Gear, Gupta, Leimkuhler): add a "
                    "further z, for example mu, and add mu times the derivative of g by each y to f",
                    text_.g[j], text.empty() ? "" : fmt::format(": g = [\"{}\"]", text)));
  }

  /// It is asked for with y alone.
  void check_exact(const std::vector<Node>& exact) {
    std::vector<int> z;
    for (int j = 0; j < at_.nz; ++j) z.push_back(at_.z(j));
    const std::vector<bool> of_z = read_.graph().dependent(z);
    for (std::size_t i = 0; i < exact.size(); ++i)
      if (of_z[static_cast<std::size_t>(exact[i].index)])
        throw InputError(i < text_.y.size() ? part_key("exact.y", i) : part_key("exact.z", i - text_.y.size()),
                         "contains a z: write the exact solution in t and in y at time 0");
  }

  void check_every_z_acts(const ExpressionDae& dae) {
    for (int j = 0; j < at_.nz; ++j) {
      const std::vector<bool> depends = read_.graph().dependent(std::vector{at_.z(j)});
      const auto acts = [&](Node x) { return depends[static_cast<std::size_t>(x.index)]; };
      if (std::ranges::none_of(dae.f, [&](const auto& part) { return std::ranges::any_of(part, acts); }))
        throw InputError(part_key("z", static_cast<std::size_t>(j)),
                         fmt::format("'{}' does not occur in f, so no equation determines it: leave it out",
                                     text_.z[static_cast<std::size_t>(j)]));
    }
  }

  const TextDae& text_;
  DaeVariables at_;
  TextReader read_;
};

class SkewGradientText {
 public:
  explicit SkewGradientText(const TextSkewGradient& text) : text_(text), at_{static_cast<int>(text.zeta.size()), 0} {}

  TextProblem problem() {
    if (text_.compile) want_compiler();
    check_number_of("zeta", text_.zeta.size());
    check_size("exact.zeta", text_.exact_zeta.size(), text_.zeta.size(), "zeta");
    read_.name_variables("zeta", text_.zeta, "a name of zeta", at_.y(0));
    TextProblem all{.kind = SystemKind::skew_gradient, .n = at_.ny, .m = 0, .state = text_.zeta};
    all.parameter_nodes = read_.parameters(text_.parameters, at_.parameter(0));
    read_.define(text_.define);
    all.invariant_nodes = read_.read(text_.invariants, "invariants");
    all.invariant_slopes = read_.slopes(all.invariant_nodes, at_.parameter(0));
    ExpressionSkewGradient system{.graph = {}, .n = at_.ny, .hamiltonian = hamiltonian(), .structure = structure()};
    read_.name_time(at_.t());  // the flow knows none, its solution does
    all.exact = read_.read(text_.exact_zeta, "exact.zeta");
    all.name(text_.parameters, text_.invariants);
    all.inputs = at_.parameter(0);
    all.traits = {.constant_mass = false, .linear_constraint = false, .conservative = true};
    system.graph = std::move(read_.graph());
    complete(all, std::move(system), text_.compile);
    return all;
  }

 private:
  static void complete(TextProblem& all, ExpressionSkewGradient system, bool compiled) {
    const std::shared_ptr<const SkewGradientDerivatives> derivatives = derivatives_of(std::move(system));
    all.graph = {derivatives, &graph_of(*derivatives->equation)};
    const auto make = [derivatives, compiled]<class Real>(std::span<const Real> parameters,
                                                          const auto&) -> SystemKindParts<Real> {
      return detail::Conservative<Real>{hessenberg_of<Real>(derivatives->equation, parameters, compiled),
                                        skew_gradient_of<Real>(derivatives, parameters, compiled)};
    };
    all.parts = {make, make};
  }

  Node hamiltonian() {
    if (text_.hamiltonian.empty()) throw InputError("hamiltonian", "is missing");
    return read_.read(text_.hamiltonian, "hamiltonian");
  }

  std::vector<Node> structure() {
    if (text_.structure.empty()) throw InputError("structure", "is missing: zeta' = structure grad hamiltonian");
    const auto Pi = read_.read_square(text_.structure, "structure", text_.zeta.size(), "zeta");
    std::vector<Node> all;
    for (std::size_t i = 0; i < Pi.size(); ++i)
      for (std::size_t j = 0; j < Pi.size(); ++j) {
        if (j <= i && !read_.same(read_.graph().negate(Pi[i][j]), Pi[j][i]))
          throw InputError(part_key(part_key("structure", i), j),
                           fmt::format("'{}' is not minus the entry at [{}][{}], '{}': the matrix must be skew",
                                       text_.structure[i][j], j, i, text_.structure[j][i]));
        all.push_back(i > j ? Pi[i][j] : i < j ? read_.graph().negate(Pi[j][i]) : read_.graph().constant(0));
      }
    return all;
  }

  const TextSkewGradient& text_;
  DaeVariables at_;
  TextReader read_;
};

}  // namespace

ProblemEntry problem_entry(const TextDae& text) { return entry_of(text.name, text.title, DaeText(text).problem()); }

ProblemEntry problem_entry(const TextSkewGradient& text) {
  return entry_of(text.name, text.title, SkewGradientText(text).problem());
}

}  // namespace nonholo
