// Which checks of a report fail.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/contract/report.hpp>

#include <set>
#include <string>

namespace nonholo::test {

inline std::set<std::string> failing(const ContractReport& report) {
  std::set<std::string> keys;
  for (const Finding& each : report.findings)
    if (!each.holds) keys.emplace(each.key);
  return keys;
}

}  // namespace nonholo::test
