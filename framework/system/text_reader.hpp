// What systems as text have in common, whatever their kind (text_system.hpp): names, each taken once; expressions, read
// into one graph; parameters, invariants, exact solutions; and the entry that they become.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/expression/graph_parser.hpp>
#include <nonholo/framework/expression/program.hpp>
#include <nonholo/framework/system/problem_entry.hpp>
#include <nonholo/framework/system/text_system.hpp>

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nonholo {

/// "list[i]".
std::string part_key(std::string_view list, std::size_t i);

/// Reads expressions in the order in which one can name another. Every function @throws InputError with the key of the
/// text that is wrong.
class TextReader {
 public:
  Graph& graph() { return graph_; }
  const Graph& graph() const { return graph_; }

  /// Names of variables with numbers from `first` on, entries of `key`. What they are: "a coordinate".
  void name_variables(std::string_view key, const std::vector<std::string>& names, const std::string& as, int first);
  /// One that the text has from elsewhere: a multiplier.
  void name_variable(const std::string& key, const std::string& name, const std::string& as, int number);
  /// The rate of a variable of that name: its velocity.
  void name_rate(const std::string& key, const std::string& of, const std::string& name, int number);
  void name_time(int number) { names_.emplace("t", graph_.variable(number)); }

  /// A name for an expression.
  void name_expression(const std::string& key, const std::string& name, const std::string& as, Node x);

  /// Parameters from the number `first` on, each in terms of those before it; before all other names.
  std::vector<Node> parameters(const std::vector<TextNamed>& given, int first);
  /// Names that stand for expressions, each in terms of those before it.
  void define(const std::vector<TextNamed>& given);
  /// Inputs, after the state and the parameters: of those with a table three held numbers each, from `first` on.
  /// Returns the tables. @param state numbers of the variables that an expression of an input must not have
  std::vector<InputTable> inputs(const std::vector<TextInput>& given, const std::vector<int>& state, int first);

  Node read(const std::string& text, const std::string& key);
  /// What is zero: an expression, or an equation, which stands for the difference of its sides.
  Node read_zero(const std::string& text, const std::string& key);
  std::vector<Node> read(const std::vector<std::string>& texts, std::string_view key);
  std::vector<Node> read(const std::vector<TextNamed>& given, std::string_view key);
  /// A square matrix by rows, all entries.
  std::vector<std::vector<Node>> read_square(const std::vector<std::vector<std::string>>& rows, std::string_view key,
                                             std::size_t size, std::string_view of);

  /// Of each its derivatives by the variables with numbers from 0 on.
  std::vector<std::vector<Node>> slopes(const std::vector<Node>& of, int variables);

  /// Whether they have the same values, as (1 + x) y and y + x y have: at some points, to ten digits where variables
  /// are near 1, to fewer where they are far from it.
  bool same(Node x, Node y) const;

  /// The expression in the names of the text (graph_text.hpp); empty where it is too long to be typed.
  std::string text(Node x) const;

 private:
  void take_name(const std::string& key, const std::string& name, const std::string& as);

  Graph graph_;
  NamedNodes names_;
  NamesOfRates rates_;
  std::map<std::string, std::string> taken_;  // names, and what they are
};

/// @throws InputError when there are none, or more than a text may have.
void check_number_of(std::string_view key, std::size_t size);
/// @throws InputError unless there are none or `wanted` of them. Of: "coordinates".
void check_size(std::string_view key, std::size_t size, std::size_t wanted, std::string_view of);

template <class Real> using SystemKindParts = decltype(detail::SystemParts<Real>::kind);
template <class Real> using MakeKindParts =
    std::function<SystemKindParts<Real>(std::span<const Real> parameters, const HeldNumbers<Real>& held)>;

/// What all precisions and parameters of one text have in common.
struct TextProblem {
  SystemKind kind;
  int n = 0, m = 0;
  std::vector<std::string> state;  ///< names
  DynamicsTraits traits = {};
  std::shared_ptr<const Graph> graph;
  int inputs = 0;  ///< variables with lower numbers; parameters begin here
  std::vector<InputTable> tables = {};
  PerPrecision<MakeKindParts> parts;
  std::vector<std::string> parameter_names;
  std::vector<std::string_view> invariant_names;
  std::vector<Node> parameter_nodes, invariant_nodes;
  std::vector<std::vector<Node>> invariant_slopes = {};  ///< by t, q and v; none where they are not known
  std::vector<Node> exact;                               ///< n numbers, then what is beside the state

  /// Names of the parameters and invariants of the text, which nodes belong to.
  void name(const std::vector<TextNamed>& parameters, const std::vector<TextNamed>& invariants);
};

ProblemEntry entry_of(const std::string& name, const std::string& title, TextProblem problem);

}  // namespace nonholo
