// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/toml/key.hpp>

namespace nonholo {

std::string_view name(KeyKind kind) {
  switch (kind) {
    case KeyKind::text: return "text";
    case KeyKind::number: return "number";
    case KeyKind::whole: return "whole number";
    case KeyKind::boolean: return "true or false";
    case KeyKind::table: break;
  }
  return "table";
}

}  // namespace nonholo
