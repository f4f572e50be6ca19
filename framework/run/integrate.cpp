// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/run/integrate.hpp>

#include <nonholo/framework/base/number.hpp>
#include <nonholo/framework/base/quad.hpp>

#include <fmt/format.h>

#include <cmath>

namespace nonholo {

namespace {

template <class Real> bool finite(const Real& x) {
  using std::isfinite;
  return isfinite(x);
}

/// Whether so many steps of h make this length, to 1e-9 relative.
template <class Real> bool fills(long steps, const Real& h, const Real& length) {
  using std::abs;
  return abs(static_cast<Real>(steps) * h - length) <= Real(1e-9) * h * static_cast<Real>(steps);
}

/// An iteration that came this far was on its way to the solution.
bool rounding_stops(const Summary& run) {
  return is_unsolved(run.outcome) && run.last.residual > 0 && run.last.residual < 1e-6;
}

}  // namespace

template <class Real> TimeSpan<Real> TimeSpan<Real>::fixed(Real t0, Real h, long steps) {
  if (!(h > 0) || !finite(h))
    throw InputError("h", fmt::format("{}: the step size must be finite and > 0", decimal(h)));
  if (steps < 0 || steps > most_fixed_steps)
    throw InputError("steps", fmt::format("{}: must be between 0 and {}", steps, most_fixed_steps));
  if (!finite(Real(t0 + static_cast<Real>(steps) * h)))
    throw InputError("h", fmt::format("{}: the end of {} steps is not finite", decimal(h), steps));
  return {t0, t0 + static_cast<Real>(steps) * h, h, steps};
}

template <class Real> TimeSpan<Real> TimeSpan<Real>::until(Real t0, Real t_end, Real h) {
  adaptive(t0, t_end);
  fixed(t0, h, 0);
  const Real length = t_end - t0, ratio = length / h;
  if (ratio > Real(most_fixed_steps))
    throw InputError("h", fmt::format("{}: too small for an interval of length {}", decimal(h), decimal(length)));
  const long steps = std::lround(static_cast<double>(ratio));
  if (!fills(steps, h, length)) {
    const long fewer = static_cast<long>(std::floor(static_cast<double>(ratio))), more = fewer + 1;
    const std::string larger =
        fewer > 0 ? fmt::format("{} ({} steps) or ", decimal(Real(length / static_cast<Real>(fewer))), fewer) : "";
    throw InputError("h", fmt::format("{}: (t_end - t0)/h = {} is not a whole number. The nearest step sizes that fit: "
                                      "h = {}{} ({} steps); or give steps instead of t_end",
                                      decimal(h), static_cast<double>(ratio), larger,
                                      decimal(Real(length / static_cast<Real>(more))), more));
  }
  return {t0, t_end, h, steps};
}

template <class Real> TimeSpan<Real> TimeSpan<Real>::adaptive(Real t0, Real t_end) {
  if (!finite(t0)) throw InputError("t0", "must be finite");
  if (!finite(t_end)) throw InputError("t_end", "must be finite");
  if (t_end < t0) throw InputError("t_end", fmt::format("{}: must be >= t0 = {}", decimal(t_end), decimal(t0)));
  return {t0, t_end, 0, 0};
}

template <class Real> TimeSpan<Real> TimeSpan<Real>::complete() const {
  if (h == 0 && steps != 0)
    throw InputError("steps", fmt::format("{} steps need a step size: give h as well, or give t_end alone", steps));
  if (h == 0) return adaptive(t0, t_end);
  if (steps == 0 && t_end != t0) return until(t0, t_end, h);
  const TimeSpan counted = fixed(t0, h, steps);
  if (t_end == counted.t_end || t_end == 0) return counted;
  if (!fills(steps, h, t_end - t0))
    throw InputError(
        "steps",
        fmt::format("{} steps of h = {} from t0 = {} end at {}, not at t_end = {}: give h with either steps or t_end",
                    steps, decimal(h), decimal(t0), decimal(counted.t_end), decimal(t_end)));
  return {t0, t_end, h, steps};
}

std::string Summary::failure(std::string_view method) const {
  const std::string residual =
      last.residual > 0 ? fmt::format("last increment {:.2e} (relative), ", last.residual) : "";
  return fmt::format(
      "{} failed at t = {:.10g}, h = {:.6g}, after {} steps: {} ({}){}{}; {}{} iterations in this step. Try: {}",
      method, t, h, steps, text(outcome), name(outcome), remark.empty() ? "" : ": ", remark, residual, last.iterations,
      rounding_stops(*this) ? "a solver tolerance above that increment, or a higher precision (rounding limits the "
                              "increment, for smaller h as well)"
                            : advice(outcome));
}

template struct TimeSpan<double>;
template struct TimeSpan<quad>;

}  // namespace nonholo
