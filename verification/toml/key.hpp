// A key that a file may have: what it takes and what it means. Readers, error messages and documents come from lists of
// these.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/catalogue.hpp>

#include <string_view>

namespace nonholo {

enum class KeyKind { text, number, whole, boolean, table };

std::string_view name(KeyKind kind);  ///< "whole number"

struct Key {
  std::string_view name;
  KeyKind kind;
  std::string_view meaning;
  bool sweeps = false;  ///< a list means one run for each entry
};

}  // namespace nonholo
