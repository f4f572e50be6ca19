#include <nonholo/verification/tableau/exact_expression.hpp>

#include <nonholo/framework/base/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <vector>

namespace nonholo {

namespace {

constexpr std::size_t most_bytes = 2000, most_digits = 100, most_exponent_digits = 3, most_bytes_shown = 80;
constexpr int most_nesting = 100, most_exponent = 100;
constexpr std::size_t rounded_places = 10;  // nobody writes that many decimals of a number that ends there

// What each operator is written as: that of a keyboard, then those of print.
using Symbols = std::array<std::string_view, 3>;
constexpr Symbols plus = {"+"}, minus = {"-", "\u2212"}, times = {"*", "\u00d7", "\u00b7"}, over = {"/", "\u00f7"};
constexpr Symbols to_the_power = {"**", "^"}, root = {"\u221a"}, closing = {")"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool begins_name(char c) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool in_name(char c) { return begins_name(c) || is_digit(c); }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// How many characters, not bytes, the UTF-8 text has.
std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](unsigned char c) { return (c & 0xC0) != 0x80; }));
}

// First-order propagation: the products of two roundings are left out. Computed as Exact, which neither over- nor
// underflows here.
double size(const Exact& x) { return static_cast<double>(abs(x)); }
ExactValue operator-(const ExactValue& x) { return {-x.value, x.rounding}; }
ExactValue operator+(const ExactValue& x, const ExactValue& y) { return {x.value + y.value, x.rounding + y.rounding}; }
ExactValue operator-(const ExactValue& x, const ExactValue& y) { return x + -y; }
ExactValue operator*(const ExactValue& x, const ExactValue& y) {
  return {x.value * y.value, size(abs(x.value) * y.rounding + abs(y.value) * x.rounding)};
}
ExactValue operator/(const ExactValue& x, const ExactValue& y) {
  const Exact quotient = x.value / y.value;
  return {quotient, size((x.rounding + abs(quotient) * y.rounding) / y.value)};
}

ExactValue power(const ExactValue& x, int n) {
  if (n == 0) return {1, 0};
  return {pow(x.value, n), x.rounding == 0 ? 0 : size(n * pow(x.value, n - 1) * x.rounding)};
}

ExactValue square_root(const ExactValue& x) {
  const Exact value = sqrt(x.value);
  if (x.rounding == 0) return {value, 0};
  const double at_zero = std::sqrt(x.rounding);  // where the slope, and with it the first order, is infinite
  return {value, value == 0 ? at_zero : std::min(at_zero, size(x.rounding / (2 * value)))};
}

/// A recursive-descent parser that computes as it reads: sum, product, sign, power, operand.
class Parser {
 public:
  Parser(std::string_view text, const ExactConstants& constants) : text_(text), constants_(constants) {}

  ExactValue whole_text() {
    if (text_.size() > most_bytes)
      throw InputError("", fmt::format("has {} bytes; an expression has at most {}", text_.size(), most_bytes));
    if (next() == text_.size()) throw InputError("", "is empty; a number or an expression is expected");
    const ExactValue value = sum();
    if (next() < text_.size()) fail(at_, text_[at_] == ')' ? "there is no ( to this )" : "an operator is expected");
    return value;
  }

 private:
  ExactValue sum() {
    ExactValue value = product();
    for (;;) {
      const std::size_t place = next();
      if (take(plus)) value = checked(value + product(), place);
      else if (take(minus)) value = checked(value - product(), place);
      else return value;
    }
  }

  ExactValue product() {
    ExactValue value = signed_power();
    for (;;) {
      const std::size_t place = next();
      if (take(times)) value = checked(value * signed_power(), place);
      else if (take(over)) value = quotient(value, signed_power(), place);
      else return value;
    }
  }

  ExactValue quotient(const ExactValue& x, const ExactValue& y, std::size_t place) const {
    if (y.value == 0) fail(place, "division by zero");
    return checked(x / y, place);
  }

  ExactValue signed_power() {
    bool negative = false;
    for (;;) {
      if (take(minus)) negative = !negative;
      else if (!take(plus)) break;
    }
    const ExactValue value = powers();
    return negative ? -value : value;
  }

  ExactValue powers() {
    const ExactValue base = operand();
    const std::size_t place = next();
    if (!take(to_the_power)) return base;
    const std::size_t exponent_place = next();
    const int n = whole_exponent(nested(place, [this] { return signed_power(); }), exponent_place);
    if (n < 0 && base.value == 0) fail(place, "division by zero");
    return checked(power(base, n), place);
  }

  int whole_exponent(const ExactValue& n, std::size_t place) const {
    if (n.value != round(n.value) || abs(n.value) > most_exponent)
      fail(place, fmt::format("an exponent must be a whole number from -{0} to {0}; roots are written sqrt(...)",
                              most_exponent));
    return static_cast<int>(n.value);
  }

  ExactValue operand() {
    const std::size_t place = next();
    if (place == text_.size()) fail(place, "the text ends where a number is expected");
    if (take(root)) return square_root_at(place);
    if (text_[place] == '(') return parenthesis();
    if (is_digit(text_[place])) return number();
    if (text_[place] == '.') fail(place, "a digit is expected before the point");
    if (!begins_name(text_[place])) fail(place, "a number, a name or ( is expected");
    const std::string_view name = span(in_name);
    return name == "sqrt" ? square_root_at(place) : constant(name, place);
  }

  ExactValue parenthesis() {
    const std::size_t place = at_++;
    const ExactValue value = nested(place, [this] { return sum(); });
    if (next() == text_.size()) fail(place, "this ( is not closed");
    if (!take(closing)) fail(at_, "an operator or ) is expected");
    return value;
  }

  ExactValue square_root_at(std::size_t place) {
    if (next() == text_.size() || text_[at_] != '(') fail(at_, "( is expected after a square root");
    const ExactValue x = parenthesis();
    if (x.value < 0) fail(place, "square root of a negative number");
    return checked(square_root(x), place);
  }

  ExactValue constant(std::string_view name, std::size_t place) const {
    if (const auto found = constants_.find(name); found != constants_.end()) return found->second;
    std::vector<std::string_view> known;
    for (const auto& [each, value] : constants_) known.push_back(each);
    known.push_back("sqrt");
    fail(place, unknown_name_message("name", name, known));
  }

  ExactValue number() {
    const std::size_t place = at_;
    const std::string_view whole = span(is_digit), places = fraction();
    const int exponent = power_of_ten();
    if (whole.size() + places.size() > most_digits)
      fail(place, fmt::format("a number has at most {} digits", most_digits));
    const int last = exponent - static_cast<int>(places.size());
    const double rounding = places.size() >= rounded_places ? 0.5 * std::pow(10., last) : 0;
    return checked({Exact(std::string(text_.substr(place, at_ - place))), rounding}, place);
  }

  std::string_view fraction() {
    if (at_ == text_.size() || text_[at_] != '.') return {};
    ++at_;
    const std::string_view places = span(is_digit);
    if (places.empty()) fail(at_, "a digit is expected after the point");
    return places;
  }

  int power_of_ten() {
    if (at_ == text_.size() || (text_[at_] != 'e' && text_[at_] != 'E')) return 0;
    ++at_;
    const bool negative = at_ < text_.size() && text_[at_] == '-';
    if (negative || (at_ < text_.size() && text_[at_] == '+')) ++at_;
    const std::size_t place = at_;
    const std::string_view digits = span(is_digit);
    if (digits.empty()) fail(place, "a digit is expected in the power of ten");
    if (digits.size() > most_exponent_digits)
      fail(place, fmt::format("a power of ten has at most {} digits", most_exponent_digits));
    int exponent = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    return negative ? -exponent : exponent;
  }

  /// What is read one level further in; the levels are counted because each takes its share of the stack.
  template <class Read> ExactValue nested(std::size_t place, Read read) {
    if (++nesting_ > most_nesting) fail(place, fmt::format("nested deeper than {}", most_nesting));
    const ExactValue value = read();
    --nesting_;
    return value;
  }

  ExactValue checked(const ExactValue& x, std::size_t place) const {
    static const Exact largest("1e60");
    if (!(abs(x.value) <= largest) || !(x.rounding <= 1e60)) fail(place, "the result is beyond 1e60");
    return x;
  }

  /// Where the next symbol begins, spaces skipped.
  std::size_t next() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    return at_;
  }

  bool take(const Symbols& symbols) {
    const std::string_view rest = text_.substr(next());
    const auto found = std::ranges::find_if(
        symbols, [rest](std::string_view symbol) { return !symbol.empty() && rest.starts_with(symbol); });
    if (found == symbols.end()) return false;
    at_ += found->size();
    return true;
  }

  /// The characters from here on that belong, read.
  std::string_view span(bool (*belongs)(char)) {
    const std::size_t begin = at_;
    while (at_ < text_.size() && belongs(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  [[noreturn]] void fail(std::size_t place, const std::string& reason) const {
    const std::string shown = text_.size() <= most_bytes_shown ? fmt::format("'{}', ", text_) : "";
    throw InputError("", fmt::format("{}character {}: {}", shown, characters(text_.substr(0, place)) + 1, reason));
  }

  std::string_view text_;
  const ExactConstants& constants_;
  std::size_t at_ = 0;
  int nesting_ = 0;
};

}  // namespace

bool is_constant_name(std::string_view name) {
  return !name.empty() && begins_name(name[0]) && std::ranges::all_of(name, in_name) && name != "sqrt";
}

ExactValue exact_expression(std::string_view text, const ExactConstants& constants) {
  return Parser(text, constants).whole_text();
}

}  // namespace nonholo
