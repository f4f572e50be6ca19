// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/number.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/base/quad.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include <locale.h>  // NOLINT(modernize-deprecated-headers): newlocale() is POSIX's, not C's

namespace nonholo {

namespace {

/// For libquadmath, which writes and reads numbers as setlocale() says: with a comma in German. Of this thread alone.
class PlainNumbers {
 public:
  PlainNumbers() : before_(uselocale(plain())) {}
  ~PlainNumbers() { uselocale(before_); }
  PlainNumbers(const PlainNumbers&) = delete;
  PlainNumbers& operator=(const PlainNumbers&) = delete;

 private:
  static locale_t plain() {
    static const locale_t made = newlocale(LC_ALL_MASK, "C", nullptr);
    return made;
  }
  locale_t before_;
};

}  // namespace

Number::Number(double x) : text_(fmt::format("{}", x)), value_(x) {}

Number Number::from_text(std::string_view text) {
  std::string digits(text.substr(text.starts_with('+') ? 1 : 0));
  std::erase(digits, '_');
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size() || !std::isfinite(value))
    throw InputError("", fmt::format("{}: must be a finite number", text));
  Number number(value);
  number.text_ = digits;
  return number;
}

template <> double Number::as<double>() const { return value_; }
template <> quad Number::as<quad>() const {
  const PlainNumbers here;
  return std::isfinite(value_) ? quad(text_) : quad(value_);
}

template <> std::string decimal(const double& x) { return fmt::format("{}", x); }
template <> std::string decimal(const quad& x) {
  const PlainNumbers here;
  return x.str(std::numeric_limits<quad>::max_digits10);
}

}  // namespace nonholo
