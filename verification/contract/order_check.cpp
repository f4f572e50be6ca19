// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/contract/order_check.hpp>

#include <nonholo/framework/system/probe.hpp>
#include <nonholo/verification/contract/end_state.hpp>
#include <nonholo/verification/contract/method_checks.hpp>
#include <nonholo/verification/contract/sample_states.hpp>
#include <nonholo/verification/fitted_order.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace nonholo {

namespace {

constexpr long steps_of_h = 16, fewest_steps = 4, most_steps = 256;
constexpr double round_off = 1e-11;  // of some hundred steps, relative
constexpr int reference_stages = 4;  // of Gauss: order 8, in steps that leave round-off

using Errors = std::vector<StepError>;

struct End {
  VectorX<double> q, v, lambda;
};

/// False when a step fails.
bool run(Integrator<double>& integrator, const AdmissibleStart<double>& start, double t_end, long steps) {
  integrator.guess_multipliers(values(start.lambda));
  integrator.start(0, values(start.q), values(start.v));
  for (long i = 0; i < steps; ++i)
    if (integrator.step(t_end / static_cast<double>(steps)).outcome != Outcome::success) return false;
  return true;
}

/// Nothing where Gauss does not get there.
std::optional<End> exact_end(const System<double>& system, const AdmissibleStart<double>& start, double t_end) {
  const auto gauss = flow(system, reference_stages);
  if (!run(*gauss, start, t_end, most_steps / 4)) return std::nullopt;
  End end{vector_of(gauss->view().q), vector_of(gauss->view().v), VectorX<double>::Zero(system.constraints())};
  std::ranges::copy(gauss->view().lambda_stage, end.lambda.begin());  // a DAE takes the root next to it
  make_probe(system)->multipliers(t_end, values(end.q), values(end.v),
                                  {end.lambda.data(), static_cast<std::size_t>(end.lambda.size())});
  return end;
}

double off(std::span<const double> x, const VectorX<double>& exact) {
  return distance(vector_of(x), exact) / (1 + (exact.size() > 0 ? exact.cwiseAbs().maxCoeff() : 0.0));
}

struct MeasuredErrors {
  Errors q, v, lambda;
};

MeasuredErrors measure(Integrator<double>& integrator, const AdmissibleStart<double>& start, double t_end,
                       const End& exact) {
  MeasuredErrors errors;
  const auto probe = make_probe(integrator.system());
  for (long steps = fewest_steps; steps <= most_steps; steps *= 2) {
    if (!run(integrator, start, t_end, steps)) continue;  // too large a step may be followed by a good one
    const double h = t_end / static_cast<double>(steps);
    const View<double> end = integrator.view();
    errors.q.push_back({h, off(end.q, exact.q)});
    if (!end.v.empty()) errors.v.push_back({h, off(end.v, exact.v)});
    if (end.lambda_stage.empty()) continue;
    const VectorX<double> lambda = probe->of_all_rows(end.t, end.q, end.v, end.lambda_stage);
    errors.lambda.push_back({h, off(values(lambda), exact.lambda)});
  }
  return errors;
}

/// An error that passes through zero looks slow near there: the order from the coarsest to the finest step counts, too.
std::optional<double> measured_order(const Errors& errors) {
  const auto fitted = fitted_order(errors, round_off);
  if (!fitted) return std::nullopt;
  const auto above = [](const StepError& each) { return std::isfinite(each.error) && each.error > round_off; };
  const auto coarsest = std::ranges::find_if(errors, above);
  const auto finest = std::ranges::find_if(errors.rbegin(), errors.rend(), above);
  return std::max(*fitted, local_order(*coarsest, *finest));
}

void hold(const Check& check, const char* what, int claimed, const Errors& errors, ContractReport& report) {
  const auto measured = measured_order(errors);
  if (claimed <= 0)
    return report.omit(check,
                       fmt::format("the method's traits have order = 0: no theorem gives its order{}",
                                   measured ? fmt::format("; measured {:.2f}", *measured) : ""),
                       fmt::format("{} of an order", what));
  const std::string clause = fmt::format("{} of order {}", what, claimed);
  if (!measured)
    return report.omit(check, "fewer than four errors are above round-off; `nonholo verify` measures in quadruple",
                       clause);
  const StepError &coarsest = errors.front(), &finest = errors.back();
  report.add({finding(check, std::max(0.0, claimed - *measured),
                      fmt::format("measured {:.2f}: the error is {:.3g} at h = {:.3g}, {:.3g} at h = {:.3g}", *measured,
                                  coarsest.error, coarsest.h, finest.error, finest.h),
                      clause)});
}

}  // namespace

void check_orders(Integrator<double>& integrator, const AdmissibleStart<double>& start, double h,
                  ContractReport& report) {
  const MethodTraits traits = integrator.traits();
  const double t_end = static_cast<double>(steps_of_h) * h;
  const auto exact = exact_end(integrator.system(), start, t_end);
  if (!exact)
    return report.omit(method_check("order"), "there is no solution to compare with: the Gauss method fails",
                       "orders are");
  const MeasuredErrors errors = measure(integrator, start, t_end, *exact);
  const bool mechanical = !errors.v.empty();
  const bool q_apart = mechanical && traits.position_order > 0;
  if (!q_apart) hold(method_check("order"), mechanical ? "q is" : "y is", traits.order, errors.q, report);
  if (mechanical) hold(method_check("order"), "v is", traits.order, errors.v, report);
  if (q_apart) hold(method_check("position_order"), "q is", traits.position_order, errors.q, report);
  if (!errors.lambda.empty())
    hold(method_check("multiplier_order"), "lambda_stage is", traits.multiplier_order, errors.lambda, report);
}

}  // namespace nonholo
