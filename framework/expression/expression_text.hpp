// The text of an expression, read from left to right: symbols, names, decimals, and the character where it fails.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace nonholo {

/// A number as it is written. Of 10 or more places the last counts as rounded, every other number as exact.
struct Decimals {
  std::string text;
  double rounding;
};

class ExpressionText {
 public:
  /// What one operator is written as: that of a keyboard, then those of print.
  using Symbols = std::array<std::string_view, 3>;

  /// @throws InputError when it is longer than `most_bytes`.
  explicit ExpressionText(std::string_view text, std::size_t most_bytes = 2000);

  /// Where the next symbol begins, spaces skipped.
  std::size_t next();
  bool ended() { return next() == text_.size(); }
  bool begins_with(char c) { return next() < text_.size() && here() == c; }
  bool begins_with_digit();
  /// Read if one of the symbols is next.
  bool take(const Symbols& symbols);
  /// The name that is next; empty when none is.
  std::string_view name();
  /// What is read, and what is not.
  std::string_view before() const { return text_.substr(0, at_); }
  std::string_view rest() const { return text_.substr(at_); }
  /// The decimals that are next, with a fraction and a power of ten where they have them.
  Decimals decimals();

  /// @throws InputError with no key: the character that stands at the place, counted from 1, the reason, and the text
  ///         around it with a mark below.
  [[noreturn]] void fail(std::size_t place, const std::string& reason) const;

 private:
  std::string_view digits();
  std::string_view fraction();
  int power_of_ten();
  char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  std::string_view text_;
  std::size_t at_ = 0;
};

/// Letters, Greek ones among them, digits, subscripts and _, no digit first.
bool is_name(std::string_view text);

/// Whether this is one of the names in the text.
bool has_name(std::string_view text, std::string_view name);

}  // namespace nonholo
