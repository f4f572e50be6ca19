// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/system_writer.hpp>

#include <nonholo/framework/expression/graph_text.hpp>
#include <nonholo/framework/expression/program.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iterator>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace nonholo {

namespace {

std::string quoted(const std::string& text) { return fmt::format("\"{}\"", text); }

std::string quoted(std::span<const std::string> texts) {
  std::vector<std::string> all;
  for (const std::string& each : texts) all.push_back(quoted(each));
  return fmt::format("[{}]", fmt::join(all, ", "));
}

/// Collects the nodes of all keys, so that what they share is named once.
class SystemWriter {
 public:
  SystemWriter(const ProblemEntry& problem, TracedProblem traced)
      : problem_(problem),
        of_(std::move(traced)),
        state_(problem.make({}).coordinate_names()) {}

  std::string text() {
    switch (of_.kind) {
      case TracedKind::mechanical: mechanical(); break;
      case TracedKind::dae: dae(); break;
      case TracedKind::skew_gradient: skew_gradient(); break;
    }
    return written() + start();
  }

 private:
  /// A key, and which of the nodes are its: one text, a list, or rows of so many.
  struct Part {
    std::string key;
    std::size_t first, size;
    std::size_t columns = 0;
    bool alone = false;
  };

  void add(const std::string& key, std::span<const Node> nodes, std::size_t columns = 0) {
    if (nodes.empty()) return;
    parts_.push_back({key, nodes_.size(), nodes.size(), columns});
    nodes_.insert(nodes_.end(), nodes.begin(), nodes.end());
  }

  void add_one(const std::string& key, Node x) {
    add(key, {&x, 1});
    parts_.back().alone = true;
  }

  void mechanical() {
    for (int i = 0; i < of_.n; ++i) {
      names_[1 + i] = state(i);
      names_[1 + of_.n + i] = "v" + state(i);
    }
    for (int j = 0; j < of_.m; ++j) names_[1 + 2 * of_.n + j] = fmt::format("lambda{}", j + 1);
    add_one("lagrangian", of_.lagrangian);
    add("holonomic", of_.position);
    add("constraints", std::span(of_.constraint).subspan(of_.position.size()));
    add("force", of_.force);
    add("reaction", of_.reaction);
    add_invariants();
  }

  void dae() {
    for (int i = 0; i < of_.n; ++i) names_[1 + i] = state(i);
    for (int j = 0; j < of_.m; ++j) names_[1 + of_.n + j] = fmt::format("z{}", j + 1);
    std::vector<Node> f;
    for (const auto& part : of_.f) f.insert(f.end(), part.begin(), part.end());
    add("f", f, of_.f.size() > 1 ? static_cast<std::size_t>(of_.n) : 0);
    add("g", of_.g);
    add_invariants();
  }

  void skew_gradient() {
    for (int i = 0; i < of_.n; ++i) names_[1 + i] = state(i);
    add_one("hamiltonian", of_.hamiltonian);
    add("structure", of_.structure, static_cast<std::size_t>(of_.n));
    add_invariants();
  }

  void add_invariants() {
    for (const auto& [name, x] : of_.invariants) add_one(fmt::format("invariants.\"{}\"", name), x);
  }

  const std::string& state(int i) const { return state_[static_cast<std::size_t>(i)]; }

  std::string written() {
    names_[0] = "t";
    std::vector<std::string> parameters;
    for (std::size_t i = 0; i < of_.parameters.size(); ++i) {
      const auto& [name, usual] = of_.parameters[i];
      names_[of_.first_parameter + static_cast<int>(i)] = name;
      const Node node[] = {usual};
      parameters.push_back(fmt::format("{} = {}", name, *Program<double>(of_.graph, 0, {}, node).run()));
    }
    const SharedTexts texts = shared_texts(of_.graph, nodes_, names_);
    std::string all = fmt::format("[system]\nname = \"{}\"\ntitle = \"{}\"\n", problem_.name, problem_.title);
    all += names_of_state();
    if (!parameters.empty()) all += fmt::format("parameters = {{ {} }}\n", fmt::join(parameters, ", "));
    for (const auto& [name, text] : texts.define) all += fmt::format("define.{} = \"{}\"\n", name, text);
    for (const Part& part : parts_) all += fmt::format("{} = {}\n", part.key, value(part, texts.texts));
    return all;
  }

  std::string names_of_state() const {
    if (of_.kind == TracedKind::mechanical) return fmt::format("coordinates = {}\n", quoted(state_));
    if (of_.kind == TracedKind::skew_gradient) return fmt::format("zeta = {}\n", quoted(state_));
    std::vector<std::string> z;
    for (int j = 0; j < of_.m; ++j) z.push_back(fmt::format("z{}", j + 1));
    return fmt::format("y = {}\nz = {}\n", quoted(state_), quoted(z));
  }

  static std::string value(const Part& part, const std::vector<std::string>& texts) {
    const auto own = std::span(texts).subspan(part.first, part.size);
    if (part.alone) return quoted(own.front());
    if (part.columns == 0) return quoted(own);
    std::vector<std::string> rows;
    for (std::size_t i = 0; i < own.size(); i += part.columns) rows.push_back(quoted(own.subspan(i, part.columns)));
    return fmt::format("[\n  {}\n]", fmt::join(rows, ",\n  "));
  }

  std::string start() const {
    if (problem_.setups.empty()) return "";
    const Setup<double>& setup = problem_.setups.front();
    const auto list = [](const std::vector<double>& x) { return fmt::format("[{}]", fmt::join(x, ", ")); };
    std::string given;
    switch (of_.kind) {
      case TracedKind::mechanical: given = fmt::format("q = {}, v = {}", list(setup.q), list(setup.v)); break;
      case TracedKind::dae: given = fmt::format("y = {}, z = {}", list(setup.q), list(setup.lambda)); break;
      case TracedKind::skew_gradient: given = fmt::format("y = {}", list(setup.q)); break;
    }
    std::vector<std::string> parameters;
    for (const auto& [name, x] : setup.parameters) parameters.push_back(fmt::format("{} = {}", name, x));
    std::string all = "\n[problem]\n";
    if (!parameters.empty()) all += fmt::format("parameters = {{ {} }}\n", fmt::join(parameters, ", "));
    all += fmt::format("initial = {{ {} }}\n", given);
    return setup.t_end ? all + fmt::format("t_end = {}\n", *setup.t_end) : all;
  }

  const ProblemEntry& problem_;
  TracedProblem of_;
  std::vector<std::string> state_;
  std::map<int, std::string> names_;
  std::vector<Node> nodes_;
  std::vector<Part> parts_;
};

}  // namespace

std::string system_text(const ProblemEntry& problem) {
  if (!problem.trace)
    throw InputError("NAME", fmt::format("the functions of {} are not recorded as expressions", problem.name));
  return SystemWriter(problem, problem.trace()).text();
}

}  // namespace nonholo
