// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/tableau/exact_expression.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/verification/tableau/expression_text.hpp>

#include <fmt/format.h>

#include <vector>

namespace nonholo {

namespace {

constexpr int most_nesting = 100, most_exponent = 100;

using Symbols = ExpressionText::Symbols;
constexpr Symbols plus = {"+"}, minus = {"-", "\u2212"}, times = {"*", "\u00d7", "\u00b7"}, over = {"/", "\u00f7"};
constexpr Symbols to_the_power = {"**", "^"}, root = {"\u221a"}, opening = {"("}, closing = {")"};

/// A recursive-descent parser that computes as it reads: sum, product, sign, power, operand.
class Parser {
 public:
  Parser(std::string_view text, const ExactConstants& constants) : text_(text), constants_(constants) {}

  ExactValue whole_text() {
    if (text_.ended()) throw InputError("", "is empty; a number or an expression is expected");
    ExactValue value = sum();
    if (!text_.ended())
      text_.fail(text_.next(), text_.begins_with(')') ? "there is no ( to this )" : "an operator is expected");
    return value;
  }

 private:
  ExactValue sum() {
    ExactValue value = product();
    for (;;) {
      const std::size_t place = text_.next();
      if (text_.take(plus)) value = checked(value + product(), place);
      else if (text_.take(minus)) value = checked(value - product(), place);
      else return value;
    }
  }

  ExactValue product() {
    ExactValue value = signed_power();
    for (;;) {
      const std::size_t place = text_.next();
      if (text_.take(times)) value = checked(value * signed_power(), place);
      else if (text_.take(over)) value = quotient(value, signed_power(), place);
      else return value;
    }
  }

  ExactValue quotient(const ExactValue& x, const ExactValue& y, std::size_t place) const {
    if (y.value == 0) text_.fail(place, "division by zero");
    return checked(x / y, place);
  }

  ExactValue signed_power() {
    bool negative = false;
    for (;;) {
      if (text_.take(minus)) negative = !negative;
      else if (!text_.take(plus)) break;
    }
    const ExactValue value = powers();
    return negative ? -value : value;
  }

  ExactValue powers() {
    ExactValue base = operand();
    const std::size_t place = text_.next();
    if (!text_.take(to_the_power)) return base;
    const std::size_t exponent_place = text_.next();
    const int n = whole_exponent(nested(place, [this] { return signed_power(); }), exponent_place);
    if (n < 0 && base.value == 0) text_.fail(place, "division by zero");
    return checked(power(base, n), place);
  }

  int whole_exponent(const ExactValue& n, std::size_t place) const {
    if (n.value != round(n.value) || abs(n.value) > most_exponent)
      text_.fail(place, fmt::format("an exponent must be a whole number from -{0} to {0}; roots are written sqrt(...)",
                                    most_exponent));
    return static_cast<int>(n.value);
  }

  ExactValue operand() {
    const std::size_t place = text_.next();
    if (text_.ended()) text_.fail(place, "the text ends where a number is expected");
    if (text_.take(root)) return square_root_at(place);
    if (text_.begins_with('(')) return parenthesis();
    if (text_.begins_with_digit()) return number();
    if (text_.begins_with('.')) text_.fail(place, "a digit is expected before the point");
    const std::string_view name = text_.name();
    if (name.empty()) text_.fail(place, "a number, a name or ( is expected");
    return name == "sqrt" ? square_root_at(place) : constant(name, place);
  }

  ExactValue number() {
    const std::size_t place = text_.next();
    const Decimals read = text_.decimals();
    return checked({Exact(read.text), read.rounding}, place);
  }

  ExactValue parenthesis() {
    const std::size_t place = text_.next();
    text_.take(opening);
    ExactValue value = nested(place, [this] { return sum(); });
    if (text_.ended()) text_.fail(place, "this ( is not closed");
    if (!text_.take(closing)) text_.fail(text_.next(), "an operator or ) is expected");
    return value;
  }

  ExactValue square_root_at(std::size_t place) {
    if (!text_.begins_with('(')) text_.fail(text_.next(), "( is expected after a square root");
    const ExactValue x = parenthesis();
    if (x.value < 0) text_.fail(place, "square root of a negative number");
    return checked(square_root(x), place);
  }

  ExactValue constant(std::string_view name, std::size_t place) const {
    if (const auto found = constants_.find(name); found != constants_.end()) return found->second;
    std::vector<std::string_view> known;
    for (const auto& [each, value] : constants_) known.push_back(each);
    known.push_back("sqrt");
    text_.fail(place, unknown_name_message("name", name, known));
  }

  /// What is read one level further in; the levels are counted because each takes its share of the stack.
  template <class Read> ExactValue nested(std::size_t place, Read read) {
    if (++nesting_ > most_nesting) text_.fail(place, fmt::format("nested deeper than {}", most_nesting));
    ExactValue value = read();
    --nesting_;
    return value;
  }

  ExactValue checked(const ExactValue& x, std::size_t place) const {
    static const Exact largest("1e60");
    if (!(abs(x.value) <= largest) || !(x.rounding <= 1e60)) text_.fail(place, "the result is beyond 1e60");
    return x;
  }

  ExpressionText text_;
  const ExactConstants& constants_;
  int nesting_ = 0;
};

}  // namespace

bool is_constant_name(std::string_view name) { return is_name(name) && name != "sqrt"; }

ExactValue exact_expression(std::string_view text, const ExactConstants& constants) {
  return Parser(text, constants).whole_text();
}

}  // namespace nonholo
