// A real number as somebody wrote it: kept as its decimal digits and rounded once, to the precision of whoever asks.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/precision.hpp>

#include <string>
#include <string_view>

namespace nonholo {

class Number {
 public:
  /// The decimal number that x prints as: 0.1 is a tenth in every precision.
  Number(double x);

  /// @throws InputError when the text is no finite decimal number.
  static Number from_text(std::string_view text);

  /// Rounded to double or quad.
  template <class Real> Real as() const;
  double value() const { return value_; }
  const std::string& text() const { return text_; }

  friend bool operator==(const Number& x, double y) { return x.value_ == y; }

 private:
  std::string text_;
  double value_ = 0;
};

/// x with as many digits as tell it from its neighbours.
template <class Real> std::string decimal(const Real& x);

}  // namespace nonholo
