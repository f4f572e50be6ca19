// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/toml/number_expression.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/expression/expression_text.hpp>
#include <nonholo/framework/expression/graph_parser.hpp>
#include <nonholo/framework/expression/program.hpp>
#include <nonholo/verification/toml/defined_names.hpp>

#include <cmath>

namespace nonholo {

namespace {

/// What the graph has not computed itself, in 80 digits, in quadruple precision.
quad value_of(const Graph& graph, Node node) {
  if (graph.is_constant(node)) return graph.value<quad>(node);
  const Node nodes[] = {node};
  const Program<quad> program(graph, 0, {}, nodes);
  program.inputs();
  return program.run()[0];
}

/// With few digits where they say it all: a tenth is 0.1.
Number shortest(const quad& x) {
  const Number near(static_cast<double>(x));
  return near.as<quad>() == x ? near : Number::from_text(decimal(x));
}

}  // namespace

Number number_expression(std::string_view text, const NamedNumbers& names, const std::vector<TextNamed>& defined) {
  Graph graph;
  NamedNodes nodes;
  for (const auto& [name, number] : names) nodes.emplace(name, graph.decimal(number.text()));
  add_defined(graph, nodes, text, defined);
  const quad value = value_of(graph, parsed(graph, text, nodes));
  if (const auto near = static_cast<double>(value); !std::isfinite(near))
    ExpressionText(text, text.size())
        .fail(0, std::isnan(near) ? "this has no value: it must be a finite number"
                                  : "this is infinite: it must be a finite number");
  return shortest(value);
}

}  // namespace nonholo
