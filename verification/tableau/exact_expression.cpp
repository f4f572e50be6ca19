// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/tableau/exact_expression.hpp>

#include <nonholo/framework/expression/parser.hpp>

#include <fmt/format.h>

#include <vector>

namespace nonholo {

namespace {

constexpr int most_exponent = 100;

ExactValue raised(const ExactValue& x, int n) { return power(x, n); }  // which a member hides there

/// Computes as the parser reads.
class ExactMaker {
 public:
  using Value = ExactValue;
  using Place = ExpressionPlace;

  explicit ExactMaker(const ExactConstants& constants) : constants_(constants) {}

  bool is_function(std::string_view name) const { return name == "sqrt"; }
  std::string says_what_follows(std::string_view) const { return "( is expected after a square root"; }

  Value number(const Decimals& read, const Place& place) const {
    return checked({Exact(read.text), read.rounding}, place);
  }

  Value name(std::string_view name, const Place& place) const {
    if (const auto found = constants_.find(name); found != constants_.end()) return found->second;
    std::vector<std::string_view> known;
    for (const auto& [each, value] : constants_) known.push_back(each);
    known.push_back("sqrt");
    place.fail(unknown_name_message("name", name, known));
  }

  Value call(std::string_view name, const std::vector<Value>& arguments, const Place& place) const {
    if (name != "sqrt") {
      this->name(name, place);  // unknown, or a number that an operator is missing behind
      place.fail(fmt::format("{} is a number and no function", name));
    }
    if (arguments.size() != 1) place.fail("sqrt takes one argument");
    if (arguments[0].value < 0) place.fail("square root of a negative number");
    return checked(square_root(arguments[0]), place);
  }

  Value negate(const Value& x) const { return -x; }

  Value operate(char operation, const Value& x, const Value& y, const Place& place) const {
    switch (operation) {
      case '+': return checked(x + y, place);
      case '-': return checked(x - y, place);
      case '*': return checked(x * y, place);
      default: break;
    }
    if (y.value == 0) place.fail("division by zero");
    return checked(x / y, place);
  }

  Value power(const Value& base, const Value& exponent, const Place& place, const Place& exponent_place) const {
    if (exponent.value != round(exponent.value) || abs(exponent.value) > most_exponent)
      exponent_place.fail(fmt::format(
          "an exponent must be a whole number from -{0} to {0}; roots are written sqrt(...)", most_exponent));
    const int n = static_cast<int>(exponent.value);
    if (n < 0 && base.value == 0) place.fail("division by zero");
    return checked(raised(base, n), place);
  }

 private:
  Value checked(const Value& x, const Place& place) const {
    static const Exact largest("1e60");
    if (!(abs(x.value) <= largest) || !(x.rounding <= 1e60)) place.fail("the result is beyond 1e60");
    return x;
  }

  const ExactConstants& constants_;
};

}  // namespace

bool is_constant_name(std::string_view name) { return is_name(name) && name != "sqrt"; }

ExactValue exact_expression(std::string_view text, const ExactConstants& constants) {
  ExactMaker maker(constants);
  return ExpressionParser<ExactMaker>(ExpressionText(text), maker).whole_text();
}

}  // namespace nonholo
