// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/run/method_entry.hpp>

namespace nonholo {

std::vector<MethodOptions> MethodEntry::trials() const {
  if (!examples.empty()) return examples;
  MethodOptions tolerances;
  for (const Option& option : required) tolerances.set(option.key, Number(1e-8));
  return {tolerances};
}

std::vector<Option> MethodEntry::options() const {
  std::vector<Option> all = required;
  all.insert(all.end(), optional.begin(), optional.end());
  return all;
}

}  // namespace nonholo
