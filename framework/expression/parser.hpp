// The grammar of expressions, whatever they are made into: numbers of tableau files, graphs of systems.
//
//   equation sum [ (= | ==) sum ]                            stands for the difference of its sides
//   sum      product { (+ | -) product }
//   product  first { (* | /) signed }
//   first    { + | - } (number power | power)                3x^2 = 3*(x^2), at the beginning of a product
//   signed   { + | - } power
//   power    operand [ (^ | **) signed | superscripts ]      2^3^2 = 2^9, -x^2 = -(x^2)
//   operand  number | name | name ( sum { , sum } ) | ( sum )
//
// A Maker has a type Value and makes it by number(), name(), call(), negate(), operate() and power(), which are told
// the places where they can fail. is_function() tells the names that ( has to follow, says_what_follows() what is said
// where it does not; refuse_function() fails for what is no function, before its arguments are read. may_follow() tells
// the names that a number multiplies without an operator, bracket_name() the function that is called with [ ], or "",
// and advice() what to write for a sign that no expression has, or "". A recursive descent: what nests deeper than
// `most_nesting` is refused, because each level takes its share of the stack.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/expression/expression_text.hpp>

#include <nonholo/framework/base/error.hpp>

#include <iterator>
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
    end();
    return value;
  }

  /// The same of a text that is zero, or an equation: the difference of its sides.
  Value whole_equation() {
    if (text_.ended()) throw InputError("", "is empty; an expression or an equation is expected");
    equation_ = true;
    Value value = sum();
    const ExpressionPlace place = here();
    if (text_.take(equals)) value = maker_.operate('-', value, sum(), place);
    end();
    return value;
  }

 private:
  static constexpr int most_nesting = 100;
  static constexpr std::size_t most_digits_above = 3;
  static constexpr ExpressionText::Symbols plus = {"+"}, minus = {"-", "\u2212"}, times = {"*", "\u00d7", "\u00b7"},
                                           over = {"/", "\u00f7"}, to_the_power = {"**", "^"}, root = {"\u221a"},
                                           opening = {"("}, closing = {")"}, comma = {","}, point = {"."},
                                           equals = {"==", "="}, opening_bracket = {"["}, closing_bracket = {"]"};
  static constexpr std::string_view superscripts[] = {"\u2070", "\u00B9", "\u00B2", "\u00B3", "\u2074",
                                                      "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};

  ExpressionPlace here() { return {text_, text_.next()}; }

  void end() {
    if (text_.ended()) return;
    if (text_.begins_with(')')) text_.fail(text_.next(), "this ) has no matching (");
    refuse_sign("an operator is expected");
  }

  /// What stands here is none of the signs expected.
  [[noreturn]] void refuse_sign(const std::string& expected) {
    const std::size_t at = text_.next();
    const std::string advice = maker_.advice(text_.before(), text_.rest());
    text_.fail(at, advice.empty() ? expected : expected + "; " + advice);
  }

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
    Value value = first_factor();
    for (;;) {
      const ExpressionPlace place = here();
      if (text_.take(times)) value = maker_.operate('*', value, signed_power(), place);
      else if (text_.take(over)) value = maker_.operate('/', value, signed_power(), place);
      else return value;
    }
  }

  /// Whether an odd number of - stands here, + among them.
  bool negative() {
    for (bool odd = false;;) {
      if (text_.take(minus)) odd = !odd;
      else if (!text_.take(plus)) return odd;
    }
  }

  Value signed_power() {
    const bool is_negative = negative();
    Value value = powers();
    return is_negative ? maker_.negate(value) : value;
  }

  /// Behind / or ^ one cannot tell what 3x is: there it is refused.
  Value first_factor() {
    const bool is_negative = negative();
    Value value = powers();
    const ExpressionPlace place = here();
    if (ends_in_number_ && number_multiplies()) value = maker_.operate('*', value, powers(), place);
    return is_negative ? maker_.negate(value) : value;
  }

  bool number_multiplies() {
    if (text_.begins_with('(')) return maker_.may_follow("", true);
    ExpressionText ahead = text_;
    const std::string_view name = ahead.name();
    return !name.empty() && maker_.may_follow(name, ahead.begins_with('(') || ahead.begins_with('['));
  }

  Value powers() {
    Value base = operand();
    const ExpressionPlace place = here();
    if (const std::string digits = superscript(); !digits.empty()) {
      ends_in_number_ = false;
      return maker_.power(base, maker_.number({digits, 0}, place), place, place);
    }
    if (!text_.take(to_the_power)) return base;
    const ExpressionPlace exponent_place = here();
    const Value exponent = nested(place, [this] { return signed_power(); });
    ends_in_number_ = false;
    return maker_.power(base, exponent, place, exponent_place);
  }

  /// The digits of an exponent that is written as in print: x².
  std::string superscript() {
    std::string digits;
    const auto take = [&] {
      for (std::size_t digit = 0; digit < std::size(superscripts); ++digit)
        if (text_.take({superscripts[digit]})) return digits += static_cast<char>('0' + digit), true;
      return false;
    };
    while (digits.size() < most_digits_above && take()) continue;
    return digits;
  }

  Value operand() {
    const ExpressionPlace place = here();
    ends_in_number_ = false;
    if (text_.ended()) place.fail("the text ends where a number is expected");
    if (text_.take(root)) return called("sqrt", place);
    if (text_.begins_with('(')) return parenthesis();
    if (text_.begins_with_digit()) {
      Value number = maker_.number(text_.decimals(), place);
      ends_in_number_ = true;
      return number;
    }
    if (text_.begins_with('.')) place.fail("a digit is expected before the point");
    std::string_view name = text_.name();
    if (name.empty()) refuse_sign("a number, a name or ( is expected");
    if (maker_.is_module(name) && text_.take(point)) name = text_.name();
    if (text_.begins_with('[')) return called_with_brackets(name, place);
    if (!equation_ && text_.begins_with('=')) refuse_sign("an operator is expected");  // L = ..., L unknown or not
    return text_.begins_with('(') || maker_.is_function(name) ? called(name, place) : maker_.name(name, place);
  }

  Value parenthesis() {
    const ExpressionPlace place = here();
    text_.take(opening);
    Value value = nested(place, [this] { return sum(); });
    close(place);
    ends_in_number_ = false;
    return value;
  }

  Value called(std::string_view name, const ExpressionPlace& place) {
    const ExpressionPlace begin = here();
    if (!text_.take(opening)) begin.fail(maker_.says_what_follows(name));
    maker_.refuse_function(name, place);
    const std::vector<Value> values = arguments(begin);
    close(begin);
    ends_in_number_ = false;
    return maker_.call(name, values, place);
  }

  /// Sin[x] of Mathematica; the arguments of its ArcTan[x, y] are those of atan2(y, x).
  Value called_with_brackets(std::string_view name, const ExpressionPlace& place) {
    const std::string known = maker_.bracket_name(name);
    if (known.empty()) refuse_sign("an operator is expected");
    const ExpressionPlace begin = here();
    text_.take(opening_bracket);
    const std::vector<Value> values = arguments(begin);
    if (!text_.take(closing_bracket)) begin.fail("this [ is not closed");
    ends_in_number_ = false;
    if (known == "atan" && values.size() == 2) return maker_.call("atan2", {values[1], values[0]}, place);
    return maker_.call(known, values, place);
  }

  std::vector<Value> arguments(const ExpressionPlace& begin) {
    std::vector<Value> values;
    do values.push_back(nested(begin, [this] { return sum(); }));
    while (text_.take(comma));
    return values;
  }

  void close(const ExpressionPlace& opened) {
    if (text_.ended()) opened.fail("this ( is not closed");
    if (text_.take(closing)) return;
    if (text_.begins_with(',')) text_.fail(text_.next(), "an operator or ) is expected");
    refuse_sign("an operator or ) is expected");
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
  bool equation_ = false;
  bool ends_in_number_ = false;  // the operand read last is a number in digits, and nothing was read behind it
};

}  // namespace nonholo
