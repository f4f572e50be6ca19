// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/run_warnings.hpp>

#include <fmt/format.h>

namespace nonholo::run_warning {

std::string off_constraint(const std::string& label, const std::string& constraint, double residual) {
  return fmt::format(
      "{} starts off the constraint, as \"assume\" allows: {} = {:.3g}; methods that keep the constraint project in "
      "their first step",
      label, constraint, residual);
}

std::string clock(const std::string& label, double t_end, double digit, double h) {
  return fmt::format(
      "{} runs to t = {:g}, which is rounded to {:.1g}, in steps of {:g}: functions of time are evaluated at rounded "
      "times",
      label, t_end, digit, h);
}

std::string other_root(const std::string& label, const std::string& start, const std::string& exact) {
  return fmt::format(
      "{} starts on the root z = {} of the hidden constraint, the exact solution of the problem on z = {}: this is "
      "another motion, so the exact solution is not used. initial.z chooses the root",
      label, start, exact);
}

std::string exact_elsewhere(const std::string& label, const std::string& start, const std::string& exact) {
  return fmt::format(
      "{}: the exact solution of the problem begins at {}, the run at {}: the exact solution is not used", label, exact,
      start);
}

std::string exact_astray(const std::string& label, double t) {
  return fmt::format(
      "{}: the exact solution of the problem does not satisfy the equations at t = {:.6g} and is not used. nonholo "
      "check gives details",
      label, t);
}

std::string out_of_time(const std::string& label, double t0) {
  return fmt::format(
      "{} starts at t0 = {:g}, the exact solution of the problem at 0, and the system depends on time: the exact "
      "solution is not used",
      label, t0);
}

std::string takes_long(const std::string& label, long steps, long first, double seconds) {
  const double all = seconds * static_cast<double>(steps) / static_cast<double>(first);
  const std::string duration = all < 120    ? fmt::format("{:.0f} s", all)
                               : all < 7200 ? fmt::format("{:.0f} min", all / 60)
                                            : fmt::format("{:.1f} h", all / 3600);
  return fmt::format("{}: its {} steps will take about {}, estimated from the first {}", label, steps, duration, first);
}

}  // namespace nonholo::run_warning
