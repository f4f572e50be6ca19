// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/expression/graph_parser.hpp>

#include <nonholo/framework/expression/parser.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace nonholo {

namespace {

// Of Lagrangians that a computer algebra system printed, too.
constexpr std::size_t most_bytes = 1'000'000;

const FunctionName* function_named(std::string_view name) {
  const auto known = function_names();
  const auto found = std::ranges::find(known, name, &FunctionName::name);
  return found == known.end() ? nullptr : &*found;
}

class GraphMaker {
 public:
  using Value = Node;
  using Place = ExpressionPlace;

  GraphMaker(Graph& graph, const NamedNodes& names, const MoreFunctions& more)
      : graph_(graph),
        names_(names),
        more_(more) {}

  bool is_function(std::string_view name) const {
    return !names_.contains(name) && (function_named(name) || more_.contains(name));
  }
  std::string says_what_follows(std::string_view name) const { return fmt::format("( is expected after {}", name); }

  Node number(const Decimals& read, const Place& place) {
    try {
      return graph_.decimal(read.text);
    } catch (const InputError& error) {
      place.fail(error.message());
    }
  }

  Node name(std::string_view name, const Place& place) {
    if (const auto found = names_.find(name); found != names_.end()) return found->second;
    if (name == "pi") return graph_.pi();
    std::vector<std::string_view> known{"pi"};
    for (const auto& [each, node] : names_) known.push_back(each);
    place.fail(unknown_name_message("name", name, known));
  }

  Node call(std::string_view name, const std::vector<Node>& arguments, const Place& place) {
    if (names_.contains(name)) place.fail(fmt::format("{} is no function; * is expected between it and (", name));
    if (const auto found = more_.find(name); found != more_.end()) return call(found->second, name, arguments, place);
    const FunctionName* const function = function_named(name);
    if (!function) {
      std::vector<std::string_view> known;
      for (const auto& [each, make] : more_) known.push_back(each);
      for (const FunctionName& each : function_names()) known.push_back(each.name);
      place.fail(unknown_name_message("function", name, known));
    }
    const bool any_number = function->operation == Operation::min || function->operation == Operation::max;
    if (any_number ? arguments.size() < 2 : std::ssize(arguments) != function->arguments)
      place.fail(fmt::format("{} takes {} argument{}{}, not {}", name, function->arguments,
                             function->arguments == 1 ? "" : "s", any_number ? " or more" : "", arguments.size()));
    if (function->operation == Operation::divide && graph_.is(arguments[1], 0)) place.fail("division by zero");
    if (function->arguments == 1) return graph_.apply(function->operation, arguments[0]);
    Node value = arguments[0];
    for (std::size_t i = 1; i < arguments.size(); ++i) value = graph_.apply(function->operation, value, arguments[i]);
    return value;
  }

  Node negate(Node x) { return graph_.negate(x); }

  Node operate(char operation, Node x, Node y, const Place& place) {
    switch (operation) {
      case '+': return graph_.add(x, y);
      case '-': return graph_.subtract(x, y);
      case '*': return graph_.multiply(x, y);
      default: break;
    }
    if (graph_.is(y, 0)) place.fail("division by zero");
    return graph_.divide(x, y);
  }

  Node power(Node base, Node exponent, const Place& place, const Place&) {
    if (graph_.is(base, 0) && graph_.is_constant(exponent) && graph_.value<double>(exponent) < 0)
      place.fail("division by zero");
    return graph_.power(base, exponent);
  }

 private:
  Node call(const MoreFunctions::mapped_type& function, std::string_view name, const std::vector<Node>& arguments,
            const Place& place) const {
    if (arguments.size() != 1) place.fail(fmt::format("{} takes 1 argument, not {}", name, arguments.size()));
    try {
      return function(graph_, arguments[0]);
    } catch (const InputError& error) {
      place.fail(error.message());
    }
  }

  Graph& graph_;
  const NamedNodes& names_;
  const MoreFunctions& more_;
};

}  // namespace

bool is_reserved_name(std::string_view name) { return name == "t" || name == "pi" || function_named(name); }

Node parsed(Graph& graph, std::string_view text, const NamedNodes& names, const MoreFunctions& more) {
  GraphMaker maker(graph, names, more);
  return ExpressionParser<GraphMaker>(ExpressionText(text, most_bytes), maker).whole_text();
}

}  // namespace nonholo
