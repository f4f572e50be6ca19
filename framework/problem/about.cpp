// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/problem/about.hpp>

#include <cmath>

namespace nonholo {

std::string_view describe(Range range) {
  switch (range) {
    case Range::positive: return "> 0";
    case Range::non_negative: return ">= 0";
    case Range::count: return "a whole number from 1 to 1000000";
    case Range::any: break;
  }
  return "any real number";
}

bool contains(Range range, double value) {
  switch (range) {
    case Range::positive: return value > 0;
    case Range::non_negative: return value >= 0;
    case Range::count: return value >= 1 && value <= 1e6 && value == std::floor(value);
    case Range::any: break;
  }
  return true;
}

}  // namespace nonholo
