// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/tableau/exact_expression.hpp>

#include <nonholo/framework/expression/parser.hpp>
#include <nonholo/verification/tableau/exact_polynomial.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace nonholo {

namespace {

constexpr int most_exponent = 100;

ExactValue raised(const ExactValue& x, int n) { return power(x, n); }  // which a member hides there

constexpr int most_degree = 32;

/// Computes as the parser reads. x is a number to come until root(...) has found it.
class ExactMaker {
 public:
  using Value = ExactPolynomial;
  using Place = ExpressionPlace;

  explicit ExactMaker(const ExactConstants& constants) : constants_(constants) {}

  bool is_function(std::string_view name) const { return name == "sqrt" || is_root(name); }
  std::string says_what_follows(std::string_view name) const {
    return name == "root" ? "( is expected after root" : "( is expected after a square root";
  }

  // Other notations are for the equations of systems.
  static bool is_module(std::string_view) { return false; }
  static bool may_follow(std::string_view, bool) { return false; }
  static std::string bracket_name(std::string_view) { return ""; }
  static std::string advice(std::string_view, std::string_view) { return ""; }
  static void refuse_function(std::string_view, const Place&) {}

  Value number(const Decimals& read, const Place& place) const {
    return checked(ExactValue{Exact(read.text), read.rounding}, place);
  }

  Value name(std::string_view name, const Place& place) {
    if (const auto found = constants_.find(name); found != constants_.end()) return found->second;
    std::vector<std::string_view> known;
    for (const auto& [each, value] : constants_) known.push_back(each);
    known.insert(known.end(), {"sqrt", "root"});
    try {
      place.fail(unknown_name_message("name", name, known));
    } catch (const InputError& error) {
      if (name != "x") throw;
      if (!unknown_) unknown_ = error;  // unless a root is found of it
      return Value({{0, 0}, {1, 0}});
    }
  }

  Value call(std::string_view name, const std::vector<Value>& arguments, const Place& place) {
    if (is_root(name)) return root(arguments, place);
    if (name != "sqrt") {
      this->name(name, place);  // unknown, or a number that an operator is missing behind
      place.fail(fmt::format("{} is a number and no function", name));
    }
    if (arguments.size() != 1) place.fail("sqrt takes one argument");
    const ExactValue x = number_of(arguments[0], "the square root", place);
    if (x.value < 0) place.fail("square root of a negative number");
    return checked(square_root(x), place);
  }

  Value negate(const Value& x) const { return -x; }

  Value operate(char operation, const Value& x, const Value& y, const Place& place) const {
    switch (operation) {
      case '+': return checked(x + y, place);
      case '-': return checked(x + -y, place);
      case '*': return checked(x * y, place);
      default: break;
    }
    const ExactValue divisor = number_of(y, "a divisor", place);
    if (divisor.value == 0) place.fail("division by zero");
    if (x.degree() == 0) return checked(x.number() / divisor, place);
    return checked(x * Value(ExactValue{1, 0} / divisor), place);
  }

  Value power(const Value& base, const Value& exponent, const Place& place, const Place& exponent_place) const {
    const Exact size = number_of(exponent, "an exponent", exponent_place).value;
    if (size != round(size) || abs(size) > most_exponent)
      exponent_place.fail(fmt::format(
          "an exponent must be a whole number from -{0} to {0}; roots are written sqrt(...)", most_exponent));
    const int n = static_cast<int>(size);
    if (base.degree() > 0) return power_of_polynomial(base, n, place);
    if (n < 0 && base.number().value == 0) place.fail("division by zero");
    return checked(raised(base.number(), n), place);
  }

  /// @throws InputError for an x outside of root(...).
  ExactValue whole(const Value& value) const {
    if (value.degree() > 0) throw InputError(*unknown_);
    return value.number();
  }

 private:
  bool is_root(std::string_view name) const { return name == "root" && !constants_.contains("root"); }

  static ExactValue number_of(const Value& x, const char* what, const Place& place) {
    if (x.degree() > 0) place.fail(fmt::format("{} of x: a polynomial has whole powers of it alone", what));
    return x.number();
  }

  Value power_of_polynomial(const Value& base, int n, const Place& place) const {
    if (n < 0) place.fail("a negative power of x: a polynomial has whole powers of it alone");
    Value result(ExactValue{1, 0});
    for (int i = 0; i < n; ++i) result = checked(result * base, place);
    return result;
  }

  /// The real root next to the guess.
  Value root(const std::vector<Value>& arguments, const Place& place) const {
    if (arguments.size() != 2) place.fail("root takes a polynomial in x and a guess: root(x^3 - 2, 1.26)");
    const Value& polynomial = arguments[0];
    if (polynomial.degree() == 0) place.fail("root takes a polynomial in x first: there is no x in this one");
    const Exact guess = number_of(arguments[1], "the guess", place).value;
    std::vector<Exact> roots = real_roots(polynomial);
    if (roots.empty()) place.fail("the polynomial has no real root at which it changes its sign");
    std::ranges::sort(roots, {}, [&guess](const Exact& x) { return Exact(abs(x - guess)); });
    if (roots.size() > 1 && abs(roots[1] - guess) < 2 * abs(roots[0] - guess))
      place.fail(fmt::format("the guess lies between two roots, {:.6g} and {:.6g}: give one nearer to the root meant",
                             static_cast<double>(roots[0]), static_cast<double>(roots[1])));
    return checked(ExactValue{roots[0], rounding_of_root(polynomial, roots[0])}, place);
  }

  Value checked(const Value& x, const Place& place) const {
    static const Exact largest("1e60");
    if (x.degree() > most_degree) place.fail(fmt::format("a polynomial of degree above {}", most_degree));
    for (const ExactValue& each : x.coefficients)
      if (!(abs(each.value) <= largest) || !(each.rounding <= 1e60)) place.fail("the result is beyond 1e60");
    return x;
  }

  const ExactConstants& constants_;
  std::optional<InputError> unknown_;  // what is said of the first x
};

}  // namespace

bool is_constant_name(std::string_view name) { return is_name(name) && name != "sqrt"; }

ExactValue exact_expression(std::string_view text, const ExactConstants& constants) {
  ExactMaker maker(constants);
  return maker.whole(ExpressionParser<ExactMaker>(ExpressionText(text), maker).whole_text());
}

}  // namespace nonholo
