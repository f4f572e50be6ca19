// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/expression/traced.hpp>

#include <nonholo/framework/base/number.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/expression/graph_text.hpp>

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <utility>

namespace nonholo {

namespace {

constinit thread_local Tracing* current = nullptr;

constexpr long most = std::numeric_limits<int>::max();

[[noreturn]] void no_answer(Node x, const char* sign, Node y) {
  throw TraceError(
      fmt::format("'{} {} {}' has no answer while the function is recorded: the values are not known yet. "
                  "Use abs, min or max instead of a branch",
                  Tracing::text(x), sign, Tracing::text(y)));
}

}  // namespace

Tracing::Tracing(Graph& graph) : graph_(graph), before_(std::exchange(current, this)) {}
Tracing::~Tracing() { current = before_; }

Graph& Tracing::graph() {
  if (!current) throw TraceError("a value of type Traced outside of Tracing");
  return current->graph_;
}

std::string Tracing::text(Node x) {
  std::map<int, std::string> names = current->names_;
  for (Node each{0}; each.index < graph().size(); ++each.index)
    if (graph().operation(each) == Operation::variable)
      names.try_emplace(graph().variable_number(each), fmt::format("x{}", graph().variable_number(each)));
  const std::string text = text_of(graph(), x, names);
  return text.empty() ? "a long expression" : text;
}

Node Traced::node() const {
  if (node_.index < 0) throw TraceError("a value is used that was never set");
  return node_;
}

Traced Traced::of(Operation function, const Traced& x) { return Traced(Tracing::graph().apply(function, x.node())); }
Traced Traced::of(Operation function, const Traced& x, const Traced& y) {
  return Traced(Tracing::graph().apply(function, x.node(), y.node()));
}

Node Traced::whole(long x) {
  if (-most <= x && x <= most) return Tracing::graph().constant(static_cast<int>(x));
  return Tracing::graph().decimal(fmt::format("{}", x));
}

Node Traced::decimal(double x) {
  if (!std::isfinite(x)) throw TraceError(fmt::format("the constant {} cannot be recorded", x));
  if (x == std::trunc(x) && std::abs(x) <= static_cast<double>(most))
    return Tracing::graph().constant(static_cast<int>(x));
  return Tracing::graph().decimal(Number(x).text());
}

Node Traced::exact(const quad& x) {
  if (!isfinite(x)) throw TraceError(fmt::format("the constant {} cannot be recorded", nonholo::decimal(x)));
  if (x == trunc(x) && abs(x) <= most) return Tracing::graph().constant(static_cast<int>(x));
  return Tracing::graph().decimal(nonholo::decimal(x));
}

double Traced::number() const {
  const Graph& graph = Tracing::graph();
  if (!graph.is_constant(node()))
    throw TraceError(
        fmt::format("'{}' is needed as a number while the function is recorded: a size or an index that "
                    "depends on a value",
                    Tracing::text(node())));
  return graph.value<double>(node());
}

bool Traced::equal(const Traced& x, const Traced& y) {
  const Graph& graph = Tracing::graph();
  const Node a = x.node(), b = y.node();
  if (a == b) return true;
  if (!graph.is_constant(a) || !graph.is_constant(b)) no_answer(a, "==", b);
  return false;  // a constant is one node
}

bool Traced::less(const Traced& x, const Traced& y) {
  Graph& graph = Tracing::graph();
  const Node a = x.node(), b = y.node();
  if (a == b) return false;
  if (!graph.is_constant(a) || !graph.is_constant(b)) no_answer(a, "<", b);
  return graph.value<double>(graph.subtract(a, b)) < 0;
}

}  // namespace nonholo
