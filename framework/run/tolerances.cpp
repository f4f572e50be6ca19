// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/run/tolerances.hpp>

#include <fmt/format.h>

#include <cmath>

namespace nonholo {

const Option& relative_tolerance() {
  static const Option option{
      .key = "rtol", .kind = OptionKind::number, .meaning = "relative tolerance of adaptive methods"};
  return option;
}

const Option& absolute_tolerance() {
  static const Option option{
      .key = "atol", .kind = OptionKind::number, .meaning = "absolute tolerance of adaptive methods"};
  return option;
}

Tolerances tolerances_in(const MethodOptions& options) {
  const auto checked = [&options](const Option& tolerance) {
    const Number value = options.number(tolerance.key);
    if (!(value.value() > 0) || !std::isfinite(value.value()))
      throw InputError(std::string(tolerance.key), fmt::format("{}: a tolerance must be finite and > 0", value.text()));
    return value.value();
  };
  return {.relative = checked(relative_tolerance()), .absolute = checked(absolute_tolerance())};
}

}  // namespace nonholo
