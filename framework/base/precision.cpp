// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/precision.hpp>

#include <nonholo/framework/base/error.hpp>

namespace nonholo {

std::string_view name(Precision precision) { return precision == Precision::quad_ ? "quad" : "double"; }

Precision precision_named(std::string_view text) {
  for (const Precision each : {Precision::double_, Precision::quad_})
    if (name(each) == text) return each;
  if (text == "long_double") throw InputError("precision", "long_double was removed: use quad, which has more digits");
  throw InputError("precision", unknown_name_message("precision", text, {"double", "quad"}));
}

}  // namespace nonholo
