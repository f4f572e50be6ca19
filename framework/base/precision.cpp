// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/precision.hpp>

#include <nonholo/framework/base/error.hpp>

namespace nonholo {

std::string_view name(Precision precision) {
  switch (precision) {
    case Precision::long_double_: return "long_double";
    case Precision::quad_: return "quad";
    case Precision::double_: break;
  }
  return "double";
}

Precision precision_named(std::string_view text) {
  for (const Precision each : {Precision::double_, Precision::long_double_, Precision::quad_})
    if (name(each) == text) return each;
  throw InputError("precision", unknown_name_message("precision", text, {"double", "long_double", "quad"}));
}

}  // namespace nonholo
