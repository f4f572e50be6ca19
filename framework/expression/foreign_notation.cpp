// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/expression/foreign_notation.hpp>

#include <nonholo/framework/expression/expression_text.hpp>
#include <nonholo/framework/expression/graph.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <initializer_list>
#include <utility>
#include <vector>

namespace nonholo {

namespace {

using Spellings = std::initializer_list<std::string_view>;

bool is_one_of(std::string_view name, Spellings names) { return std::ranges::find(names, name) != names.end(); }

constexpr const char* no_conditions =
    "expressions have no conditions; heaviside(x) is 1 where x > 0 and 0 where x < 0, so that b + (a - b)*heaviside(x) "
    "is a where x > 0, else b; max, min and abs are there, too";
constexpr const char* no_accelerations = "is an acceleration; write an expression of t, coordinates and velocities";
constexpr const char* a_product = "a product is written with *";
constexpr const char* no_units = "a product is written with *, as 2*x; numbers carry no units";

struct Advice {
  std::vector<std::string_view> functions;
  const char* text;
};

const std::array<Advice, 7>& on_functions() {
  static const std::array<Advice, 7> all{{
      {{"Piecewise", "piecewise", "where", "If", "if", "ifelse", "iff", "cases", "select", "Which"}, no_conditions},
      {{"sinc"}, "sinc is sin(x)/x for some and sin(pi*x)/(pi*x) for others: write the one that is meant"},
      {{"acot", "arccot", "ACot"}, "acot is atan(1/x) for some and pi/2 - atan(x) for others: write the one meant"},
      {{"floor", "ceil", "ceiling", "round", "mod", "Mod", "fmod", "rem", "frac"},
       "expressions have no such function; write smooth functions, abs, sign, min, max or heaviside"},
      {{"Eq", "Equality"}, "an equation is written a = b, and only constraints, holonomic and g take one"},
      {{"Integral", "Integrate", "Sum"}, "expressions have no integrals and no sums: write the terms"},
      {{"Matrix", "array", "ImmutableDenseMatrix", "MutableDenseMatrix"},
       "a list is written as [\"...\", \"...\"], each expression in quotes of its own"},
  }};
  return all;
}

/// The name at the end of the text.
std::string_view last_name(std::string_view text) {
  for (std::size_t from = 0; from < text.size(); ++from) {
    const std::string_view end = text.substr(from);
    const bool inside = from > 0 && is_name(std::string("_") + text[from - 1]);
    if (!inside && is_name(end)) return end;
  }
  return {};
}

std::string velocity_of(std::string_view name, const NamesOfRates& rates) {
  const auto found = rates.find(name);
  if (found != rates.end() && !found->second.empty())
    return fmt::format("the velocity of {} is {}", found->first, found->second);
  for (const auto& [each, rate] : rates)
    if (!rate.empty()) return fmt::format("a velocity is written with v before the name: that of {} is {}", each, rate);
  return "";
}

/// Whether the name is what others call a derivative of this one; `dots` is written before, behind, or before its
/// number: thetadot, theta_dot, dtheta, theta1dot, thetadot1, thetadot_1.
bool is_derivative(std::string_view name, const std::string& of, Spellings before, Spellings behind) {
  const std::size_t end = of.find_last_not_of("0123456789_") + 1;
  const std::string stem = of.substr(0, end), number = of.substr(end);
  const auto same = [name](const std::string& other) { return name == other; };
  return std::ranges::any_of(before, [&](std::string_view dots) { return same(std::string(dots) + of); }) ||
         std::ranges::any_of(behind, [&](std::string_view dots) {
           return same(of + std::string(dots)) || same(stem + std::string(dots) + number);
         });
}

/// With a dot above, as one letter of Unicode or as two.
bool has_dot_above(std::string_view text) {
  return is_one_of(text.substr(0, 2), {"\u0307", "\u017C", "\u010B", "\u0117", "\u0121"}) ||
         is_one_of(text.substr(0, 3), {"\u1E8B", "\u1E8F", "\u1E59", "\u1E61", "\u1E57", "\u1E87", "\u1E41", "\u1E23"});
}

bool begins_factor(std::string_view rest) {
  return rest.starts_with('(') || std::isdigit(static_cast<unsigned char>(rest.front())) ||
         !ExpressionText(rest, rest.size()).name().empty();
}

bool ends_number(std::string_view before) {
  while (!before.empty() && before.back() == ' ') before.remove_suffix(1);
  const std::size_t digits = before.find_last_not_of("0123456789.");
  const std::string_view word = last_name(before);
  return word.empty() && digits + 1 != before.size();
}

}  // namespace

std::string advice_on_name(std::string_view name, const NamesOfRates& rates) {
  for (const auto& [each, rate] : rates) {
    if (rate.empty()) continue;
    if (is_derivative(name, each, {"dd", "ddot_"}, {"ddot", "_ddot", "dd", "_dd", "pp", "_tt", "DDot"}))
      return no_accelerations;
    if (is_derivative(name, each, {"d", "d_", "D", "dot_", "dot", "v_", "V", "V_"},
                      {"dot", "_dot", "Dot", "d", "_d", "p", "_p", "prime", "_prime", "t", "_t", "_v"}))
      return velocity_of(each, rates);
  }
  if (name == "E" || name == "e") return "e^x is written exp(x), and e is exp(1)";
  return "";
}

std::string advice_on_function(std::string_view name) {
  for (const Advice& each : on_functions())
    if (std::ranges::find(each.functions, name) != each.functions.end()) return each.text;
  return "";
}

std::string advice_on_sign(std::string_view before, std::string_view rest, const NamesOfRates& rates) {
  if (rest.empty()) return "";
  const char sign = rest.front();
  const std::string_view name = last_name(before);
  if (sign == '=' && rest.starts_with("=="))
    return "an expression has no ==; in constraints, holonomic and g a = b stands for a - b";
  if (sign == '=') return "an expression has no =; in constraints, holonomic and g a = b stands for a - b";
  if (sign == '|') return "the absolute value of x is written abs(x)";
  if (std::string_view("<>!?&").find(sign) != std::string_view::npos || is_one_of(rest.substr(0, 3), {"≤", "≥", "≠"}))
    return no_conditions;
  if (sign == '\'' || is_one_of(rest.substr(0, 3), {"′", "’", "‘", "″"}))
    return rest.starts_with("''") || rest.starts_with("″") ? std::string(no_accelerations) : velocity_of(name, rates);
  if (has_dot_above(rest)) return velocity_of(name, rates);
  if (sign == '.' && rest.starts_with(".diff")) return velocity_of(name, rates);
  if (sign == '.') return "a name has no prefix and no . in it: write sin(x)";
  if (sign == '[') return "functions are written with round brackets and small letters, sin(x)";
  if (sign == '{') return "only round brackets group terms: write (";
  if (rest.starts_with("½")) return "1/2 is written for ½";
  if (sign == '\\') return "LaTeX is not read: write theta for \\theta, (a)/(b) for \\frac{a}{b}, vx for \\dot{x}";
  if (sign == '%') return "expressions have no remainder %: it is not continuous";
  if (sign == ',' || sign == ';') return "each expression stands in quotes of its own: [\"...\", \"...\"]";
  if (is_one_of(ExpressionText(rest, rest.size()).name(), {"if", "else", "and", "or"})) return no_conditions;
  if (!before.empty() && begins_factor(rest)) return ends_number(before) ? no_units : a_product;
  return "";
}

bool is_module(std::string_view name) { return is_one_of(name, {"np", "numpy", "math", "sp", "sympy", "sym", "jnp"}); }

std::string from_mathematica(std::string_view name) {
  if (name == "UnitStep" || name == "HeavisideTheta") return "heaviside";
  if (name == "Power") return "pow";
  std::string small(name);
  if (small.starts_with("Arc") && small.size() > 3) small = "a" + small.substr(3);
  if (small.size() < 2 || !std::isupper(static_cast<unsigned char>(name.front()))) return "";
  const auto lower = [](unsigned char c) { return static_cast<char>(std::tolower(c)); };
  std::ranges::transform(small, small.begin(), lower);
  const auto known = function_names();
  const bool plain = std::ranges::find(known, small, &FunctionName::name) != known.end();
  return plain || is_one_of(small, {"sec", "csc", "cot", "sech", "csch", "coth", "asec", "acsc"}) ? small : "";
}

}  // namespace nonholo
