#include <nonholo/adapters/catalogue.hpp>

#include <nonholo/adapters/ida.hpp>
#include <nonholo/adapters/odeint.hpp>

#include <fmt/format.h>

#include <cmath>

namespace nonholo {

namespace {

Tolerances tolerances(const MethodOptions& options) {
  const auto checked = [&options](std::string_view key) {
    const double value = options.number(key);
    if (!(value > 0) || !std::isfinite(value)) throw InputError(std::string(key), fmt::format("{}: a tolerance must be finite and > 0", value));
    return value;
  };
  return {.relative = checked("rtol"), .absolute = checked("atol")};
}

}  // namespace

std::vector<MethodEntry> baseline_entries() {
  using enum Stepping;
  return {
      {"ida_index1", "SUNDIALS IDA (BDF, orders 1-5) on the index-1 form: the constraint is differentiated once and drifts",
       "Hindmarsh et al. 2005; Hilden 2009, (2.11)", adaptive, {"rtol", "atol"}, {},
       [](const auto& system, const auto& options) { return ida_index1(system, tolerances(options)); }},
      {"odeint_dopri5", "Boost.odeint, controlled Dormand-Prince 5(4) on the underlying ODE: the constraint is differentiated, the multiplier eliminated, and it drifts",
       "Ahnert & Mulansky 2011; Hilden 2009, (2.12)", adaptive, {"rtol", "atol"}, {},
       [](const auto& system, const auto& options) { return odeint_dopri5(system, tolerances(options)); }},
  };
}

}  // namespace nonholo
