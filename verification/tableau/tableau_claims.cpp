// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/tableau/tableau_claims.hpp>

#include <algorithm>

namespace nonholo {

namespace {

/// The property claimed; of a set that of the first part, where the set has none.
const Fact* find_fact(const std::string& name, const std::vector<Fact>& known) {
  for (const std::string& each : {name, "A1." + name})
    if (const auto found = std::ranges::find(known, each, &Fact::name); found != known.end()) return &*found;
  return nullptr;
}

/// No order on index 2 is larger than that on differential equations: such a claim is false whatever theorems say.
bool exceeds_ode_order(const Claim& claim, const std::vector<Fact>& known) {
  const auto ode = std::ranges::find(known, "ode_order", &Fact::name);
  const long* claimed = std::get_if<long>(&claim.claimed);
  return claimed && ode != known.end() && *claimed > std::get<long>(ode->value);
}

bool agrees(const Claim& claim, const Fact& fact) {
  return std::visit(
      [&fact](const auto& value) {
        const auto* same = std::get_if<std::decay_t<decltype(value)>>(&fact.value);
        return same && *same == value;
      },
      claim.claimed);
}

/// The order is not known, and nothing known contradicts the claim.
bool is_open(const Claim& claim, const Fact& fact, const std::vector<Fact>& known) {
  const std::string* told = std::get_if<std::string>(&fact.value);
  return told && *told != "none" && !exceeds_ode_order(claim, known);
}

}  // namespace

std::vector<ClaimVerdict> judge_claims(const std::vector<Claim>& claims, const std::vector<Fact>& known) {
  std::vector<ClaimVerdict> verdicts;
  for (const Claim& claim : claims) {
    const Fact* fact = find_fact(claim.name, known);
    const bool open = fact && is_open(claim, *fact, known);
    verdicts.push_back({claim, fact, open || (fact && agrees(claim, *fact)), open});
  }
  return verdicts;
}

}  // namespace nonholo
