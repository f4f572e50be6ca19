// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/expression/graph_parser.hpp>

#include <nonholo/framework/expression/parser.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace nonholo {

namespace {

// Of Lagrangians that a computer algebra system printed, too.
constexpr std::size_t most_bytes = 1'000'000;

const FunctionName* function_named(std::string_view name) {
  const auto known = function_names();
  const auto found = std::ranges::find(known, name, &FunctionName::name);
  return found == known.end() ? nullptr : &*found;
}

/// Functions of one argument that are made of others. Their names are free: a coordinate may be called sec.
struct Composite {
  std::string_view name;
  Node (*of)(Graph& graph, Node x);
};

template <Operation function> Node inverse_of(Graph& graph, Node x) {
  return graph.divide(graph.constant(1), graph.apply(function, x));
}
template <Operation function> Node of_inverse(Graph& graph, Node x) {
  return graph.apply(function, graph.divide(graph.constant(1), x));
}
template <Operation function> Node same_as(Graph& graph, Node x) { return graph.apply(function, x); }

/// 1/2 at 0, as SymPy and Matlab have it.
Node unit_step(Graph& graph, Node x) {
  return graph.divide(graph.add(graph.constant(1), graph.apply(Operation::sign, x)), graph.constant(2));
}

constexpr std::array<Composite, 18> composites{{
    {"sec", inverse_of<Operation::cos>},
    {"csc", inverse_of<Operation::sin>},
    {"cot", inverse_of<Operation::tan>},
    {"sech", inverse_of<Operation::cosh>},
    {"csch", inverse_of<Operation::sinh>},
    {"coth", inverse_of<Operation::tanh>},
    {"asec", of_inverse<Operation::acos>},
    {"acsc", of_inverse<Operation::asin>},
    {"arcsinh", same_as<Operation::asinh>},
    {"arsinh", same_as<Operation::asinh>},
    {"arccosh", same_as<Operation::acosh>},
    {"arcosh", same_as<Operation::acosh>},
    {"arctanh", same_as<Operation::atanh>},
    {"artanh", same_as<Operation::atanh>},
    {"sgn", same_as<Operation::sign>},
    {"heaviside", unit_step},
    {"Heaviside", unit_step},
    {"HeavisideTheta", unit_step},
}};

const Composite* composite_named(std::string_view name) {
  const auto found = std::ranges::find(composites, name, &Composite::name);
  return found == composites.end() ? nullptr : &*found;
}

bool is_a_derivative(std::string_view name) {
  return name == "Derivative" || name == "diff" || name == "Diff" || name == "D";
}

class GraphMaker {
 public:
  using Value = Node;
  using Place = ExpressionPlace;

  GraphMaker(Graph& graph, const NamedNodes& names, const MoreFunctions& more, const NamesOfRates& rates)
      : graph_(graph),
        names_(names),
        more_(more),
        rates_(rates) {}

  bool is_function(std::string_view name) const {
    return !names_.contains(name) && (function_named(name) || more_.contains(name));
  }
  bool is_module(std::string_view name) const { return !names_.contains(name) && nonholo::is_module(name); }
  std::string bracket_name(std::string_view name) const {
    return is_of_time(name) ? std::string(name) : from_mathematica(name);
  }
  std::string advice(std::string_view before, std::string_view rest) const {
    return advice_on_sign(before, rest, rates_);
  }

  /// Coordinates, velocities, pi and functions; a parameter might be meant as a unit, 9.81 m.
  bool may_follow(std::string_view name, bool is_called) const {
    return names_.contains(name) ? is_of_time(name) : is_called || is_pi(name);
  }

  void refuse_function(std::string_view name, const Place& place) const {
    if (names_.contains(name) || is_a_derivative(name) || is_function(name) || composite_named(name)) return;
    if (const std::string advice = advice_on_function(name); !advice.empty())
      place.fail(fmt::format("unknown function '{}': {}", name, advice));
    if (const std::string here = from_mathematica(name); !here.empty())
      place.fail(fmt::format("unknown function '{}': write {} instead", name, here));
    std::vector<std::string_view> known;
    for (const auto& [each, make] : more_) known.push_back(each);
    for (const FunctionName& each : function_names()) known.push_back(each.name);
    for (const Composite& each : composites) known.push_back(each.name);
    place.fail(unknown_name_message("function", name, known));
  }

  std::string says_what_follows(std::string_view name) const {
    return fmt::format("( is expected after {0}: {0}(x), and {0}(x)^2 for its square", name);
  }

  Node number(const Decimals& read, const Place& place) {
    try {
      return graph_.decimal(read.text);
    } catch (const InputError& error) {
      place.fail(error.message());
    }
  }

  Node name(std::string_view name, const Place& place) {
    if (const auto found = names_.find(name); found != names_.end()) return found->second;
    if (is_pi(name)) return graph_.pi();
    if (const std::string advice = advice_on_name(name, rates_); !advice.empty())
      place.fail(fmt::format("unknown name '{}': {}", name, advice));
    std::vector<std::string_view> known{"pi"};
    for (const auto& [each, node] : names_) known.push_back(each);
    place.fail(unknown_name_message("name", name, known));
  }

  Node call(std::string_view name, const std::vector<Node>& arguments, const Place& place) {
    if (const auto found = names_.find(name); found != names_.end()) return at_time(*found, arguments, place);
    if (is_a_derivative(name)) return derivative(name, arguments, place);
    if (const auto found = more_.find(name); found != more_.end()) return call(found->second, name, arguments, place);
    const FunctionName* const function = function_named(name);
    if (!function) return composite(name, arguments, place);
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
  static bool is_pi(std::string_view name) { return name == "pi" || name == "π"; }

  bool is_time(Node x) const {
    const auto t = names_.find("t");
    return t != names_.end() && t->second == x;
  }

  bool is_of_time(std::string_view name) const {
    const auto is_rate = [name](const auto& each) { return each.second == name; };
    return rates_.contains(name) || std::ranges::any_of(rates_, is_rate);
  }

  /// x(t) of a function of time, which is x.
  Node at_time(const NamedNodes::value_type& named, const std::vector<Node>& arguments, const Place& place) const {
    if (is_of_time(named.first) && arguments.size() == 1 && is_time(arguments[0])) return named.second;
    place.fail(fmt::format("{} is no function: write * before (", named.first));
  }

  /// Derivative(x(t), t), which is the velocity of x.
  Node derivative(std::string_view name, const std::vector<Node>& arguments, const Place& place) const {
    if (arguments.size() == 2 && is_time(arguments[1]))
      for (const auto& [each, rate] : rates_) {
        const auto of = names_.find(each), velocity = names_.find(rate);
        if (of != names_.end() && velocity != names_.end() && of->second == arguments[0]) return velocity->second;
      }
    place.fail(
        fmt::format("{} takes one coordinate and t, as Derivative(x(t), t): write any other derivative in terms of "
                    "coordinates and velocities",
                    name));
  }

  Node composite(std::string_view name, const std::vector<Node>& arguments, const Place& place) const {
    const Composite* const function = composite_named(name);
    if (!function) refuse_function(name, place);
    if (arguments.size() != 1) place.fail(fmt::format("{} takes 1 argument, not {}", name, arguments.size()));
    return function->of(graph_, arguments[0]);
  }

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
  const NamesOfRates& rates_;
};

}  // namespace

bool is_reserved_name(std::string_view name) {
  return name == "t" || name == "pi" || name == "π" || function_named(name);
}

Node parsed(Graph& graph, std::string_view text, const NamedNodes& names, const MoreFunctions& more,
            const NamesOfRates& rates) {
  GraphMaker maker(graph, names, more, rates);
  return ExpressionParser<GraphMaker>(ExpressionText(text, most_bytes), maker).whole_text();
}

Node parsed_equation(Graph& graph, std::string_view text, const NamedNodes& names, const NamesOfRates& rates) {
  const MoreFunctions none;
  GraphMaker maker(graph, names, none, rates);
  return ExpressionParser<GraphMaker>(ExpressionText(text, most_bytes), maker).whole_equation();
}

}  // namespace nonholo
