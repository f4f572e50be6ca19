// The grammar of expressions, whatever they are made into: numbers of tableau files, graphs of systems.
//
//   sum      product { (+ | -) product }
//   product  signed { (* | /) signed }
//   signed   { + | - } power
//   power    operand [ (^ | **) signed ]                     2^3^2 = 2^9, -x^2 = -(x^2)
//   operand  number | name | name ( sum { , sum } ) | ( sum )
//
// A Maker has a type Value and makes it by number(), name(), call(), negate(), operate() and power(), which are told
// the places where they can fail; is_function() tells the names that ( has to follow, says_what_follows() what is said
// where it does not. A recursive descent: what nests deeper than `most_nesting` is refused, because each level takes
// its share of the stack.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/expression/expression_text.hpp>

#include <nonholo/framework/base/error.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace nonholo {

/// Where in a text something stands.
struct ExpressionPlace {
  const ExpressionText& text;
  std::size_t at;
  [[noreturn]] void fail(const std::string& reason) const { text.fail(at, reason); }
};

template <class Maker> class ExpressionParser {
  using Value = typename Maker::Value;

 public:
  ExpressionParser(ExpressionText text, Maker& maker) : text_(text), maker_(maker) {}

  /// @throws InputError, with no key, that tells the character (from 1) and the reason.
  Value whole_text() {
    if (text_.ended()) throw InputError("", "is empty; a number or an expression is expected");
    Value value = sum();
    if (!text_.ended())
      text_.fail(text_.next(), text_.begins_with(')') ? "there is no ( to this )" : "an operator is expected");
    return value;
  }

 private:
  static constexpr int most_nesting = 100;
  static constexpr ExpressionText::Symbols plus = {"+"}, minus = {"-", "\u2212"}, times = {"*", "\u00d7", "\u00b7"},
                                           over = {"/", "\u00f7"}, to_the_power = {"**", "^"}, root = {"\u221a"},
                                           opening = {"("}, closing = {")"}, comma = {","};

  ExpressionPlace here() { return {text_, text_.next()}; }

  Value sum() {
    Value value = product();
    for (;;) {
      const ExpressionPlace place = here();
      if (text_.take(plus)) value = maker_.operate('+', value, product(), place);
      else if (text_.take(minus)) value = maker_.operate('-', value, product(), place);
      else return value;
    }
  }

  Value product() {
    Value value = signed_power();
    for (;;) {
      const ExpressionPlace place = here();
      if (text_.take(times)) value = maker_.operate('*', value, signed_power(), place);
      else if (text_.take(over)) value = maker_.operate('/', value, signed_power(), place);
      else return value;
    }
  }

  Value signed_power() {
    bool negative = false;
    for (;;) {
      if (text_.take(minus)) negative = !negative;
      else if (!text_.take(plus)) break;
    }
    Value value = powers();
    return negative ? maker_.negate(value) : value;
  }

  Value powers() {
    Value base = operand();
    const ExpressionPlace place = here();
    if (!text_.take(to_the_power)) return base;
    const ExpressionPlace exponent_place = here();
    const Value exponent = nested(place, [this] { return signed_power(); });
    return maker_.power(base, exponent, place, exponent_place);
  }

  Value operand() {
    const ExpressionPlace place = here();
    if (text_.ended()) place.fail("the text ends where a number is expected");
    if (text_.take(root)) return called("sqrt", place);
    if (text_.begins_with('(')) return parenthesis();
    if (text_.begins_with_digit()) return maker_.number(text_.decimals(), place);
    if (text_.begins_with('.')) place.fail("a digit is expected before the point");
    const std::string_view name = text_.name();
    if (name.empty()) place.fail("a number, a name or ( is expected");
    return text_.begins_with('(') || maker_.is_function(name) ? called(name, place) : maker_.name(name, place);
  }

  Value parenthesis() {
    const ExpressionPlace place = here();
    text_.take(opening);
    Value value = nested(place, [this] { return sum(); });
    close(place);
    return value;
  }

  Value called(std::string_view name, const ExpressionPlace& place) {
    const ExpressionPlace begin = here();
    if (!text_.take(opening)) begin.fail(maker_.says_what_follows(name));
    std::vector<Value> arguments;
    do arguments.push_back(nested(begin, [this] { return sum(); }));
    while (text_.take(comma));
    close(begin);
    return maker_.call(name, arguments, place);
  }

  void close(const ExpressionPlace& opened) {
    if (text_.ended()) opened.fail("this ( is not closed");
    if (!text_.take(closing)) text_.fail(text_.next(), "an operator or ) is expected");
  }

  template <class Read> Value nested(const ExpressionPlace& place, Read read) {
    if (++nesting_ > most_nesting) place.fail("nested deeper than " + std::to_string(most_nesting));
    Value value = read();
    --nesting_;
    return value;
  }

  ExpressionText text_;
  Maker& maker_;
  int nesting_ = 0;
};

}  // namespace nonholo
