#include <nonholo/verification/contract/report.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace nonholo {

bool ContractReport::holds() const { return std::ranges::all_of(findings, &Finding::holds); }

std::string ContractReport::text() const {
  std::string text = fmt::format("{}: {}\n", subject, holds() ? "every check holds" : "a check FAILS");
  for (const Finding& each : findings) {
    text += fmt::format("  {}  {:<72} {:>9.2e}  (allowed {:.1e})\n", each.holds ? "holds" : "FAILS", each.check,
                        each.observed, each.allowed);
    if (!each.holds && !each.detail.empty()) text += fmt::format("         {}\n", each.detail);
  }
  return text;
}

}  // namespace nonholo
