#include <nonholo/adapters/catalogue.hpp>

#include <nonholo/adapters/ida.hpp>
#include <nonholo/adapters/kinsol.hpp>
#include <nonholo/adapters/odeint.hpp>

#include <fmt/format.h>

#include <cmath>

namespace nonholo {

namespace {

Tolerances tolerances(const MethodOptions& options) {
  const auto checked = [&options](std::string_view key) {
    const Number value = options.number(key);
    if (!(value.value() > 0) || !std::isfinite(value.value()))
      throw InputError(std::string(key), fmt::format("{}: a tolerance must be finite and > 0", value.text()));
    return value.value();
  };
  return {.relative = checked("rtol"), .absolute = checked("atol")};
}

using Baseline = std::unique_ptr<Integrator<double>>(const System<double>&, const Tolerances&);

PerPrecision<MakeIntegrator> with_tolerances(Baseline* baseline) {
  return in_double_only([baseline](const System<double>& system, const MethodOptions& options) {
    return baseline(system, tolerances(options));
  });
}

}  // namespace

std::vector<MethodEntry> baseline_entries() {
  using enum Stepping;
  return {
      {
          "ida_index1",
          "SUNDIALS IDA (BDF, orders 1-5) on the index-1 form: the constraint is differentiated once and drifts",
          "Hindmarsh et al. 2005; Hilden 2009, (2.11)",
          adaptive,
          {"rtol", "atol"},
          {},
          with_tolerances(ida_index1),
          {"hindmarsh2005", "hilden2009"},
          "adaptive, 2n + m unknowns",
      },
      {
          "ida_index2",
          "SUNDIALS IDA on the index-2 form, multipliers out of the error test: the constraint holds to the tolerance "
          "and does not drift",
          "Hindmarsh et al. 2005; Hilden 2009, (2.6)",
          adaptive,
          {"rtol", "atol"},
          {},
          with_tolerances(ida_index2),
          {"hindmarsh2005", "hilden2009"},
          "adaptive, 2n + m unknowns",
      },
      {
          "odeint_dopri5",
          "Boost.odeint, controlled Dormand-Prince 5(4), underlying ODE: constraint differentiated, multiplier "
          "eliminated; drifts",
          "Ahnert & Mulansky 2011; Dormand & Prince 1980; Hilden 2009, (2.12)",
          adaptive,
          {"rtol", "atol"},
          {},
          with_tolerances(odeint_dopri5),
          {"ahnert2011", "dormand1980", "hilden2009"},
          "adaptive, 6 evaluations",
      },
      {
          "odeint_fehlberg78",
          "the same with Fehlberg 7(8), for tight tolerances; blind to the error of quadratures: wrong on a disk that "
          "rolls freely",
          "Ahnert & Mulansky 2011; Fehlberg 1968; Hilden 2009, (2.12)",
          adaptive,
          {"rtol", "atol"},
          {},
          with_tolerances(odeint_fehlberg78),
          {"ahnert2011", "fehlberg1968", "hilden2009"},
          "adaptive, 13 evaluations",
      },
  };
}

std::vector<SolverEntry> baseline_solvers() {
  const ChooseSolver<double> kinsol = [](SolverOptions<double>& options) { options.make = kinsol_solver; };
  return {
      {
          "kinsol",
          "SUNDIALS KINSOL, Newton's method with the exact Jacobian at the start of the step, then at every iterate; "
          "to round-off",
          {.in_double = kinsol, .in_long_double = {}, .in_quad = {}},
          {"hindmarsh2005"},
      },
  };
}

}  // namespace nonholo
