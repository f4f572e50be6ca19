// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/contract/report.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace nonholo {

std::string Check::clause_about(std::string_view about) const {
  std::string text(clause);
  if (const auto place = text.find("{}"); place != text.npos) text.replace(place, 2, about);
  return text;
}

Finding finding(const Check& check, double observed, std::string detail, std::string_view subject) {
  return {check.key,        check.clause_about(subject), observed <= check.allowed, observed, check.allowed,
          std::move(detail)};
}

void ContractReport::add(std::vector<Finding> more) { std::ranges::move(more, std::back_inserter(findings)); }

void ContractReport::omit(const Check& check, std::string reason, std::string_view about) {
  omissions.push_back({check.key, check.clause_about(about), std::move(reason)});
}

bool ContractReport::holds() const { return std::ranges::all_of(findings, &Finding::holds); }

std::string ContractReport::text() const {
  std::string text = fmt::format("{}: {}\n", subject, holds() ? "every check holds" : "a check FAILS");
  for (const Finding& each : findings) {
    text += fmt::format("  {}  {:<72} {:>9.2e}  (allowed {:.1e})\n", each.holds ? "holds" : "FAILS", each.check,
                        each.observed, each.allowed);
    if (!each.holds && !each.detail.empty()) text += fmt::format("         {}\n", each.detail);
  }
  for (const Omission& each : omissions) text += fmt::format("  -      {}: {}\n", each.check, each.reason);
  for (const std::string& each : notes) text += fmt::format("  note   {}\n", each);
  return text;
}

}  // namespace nonholo
