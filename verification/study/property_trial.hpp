// A line of the properties table on a problem: the method bound to it, runs, and verdicts from numbers.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/framework/system/probe.hpp>
#include <nonholo/verification/problem_choice.hpp>
#include <nonholo/verification/study/properties.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace nonholo {

struct NamedSetup {
  const char *problem, *setup;

  ProblemChoice choice() const { return problem_choice(problem, setup); }
};

// The gearbox and the pendula stand for constant mass and for M(q), the particles for the former where orders are
// measured.
inline constexpr NamedSetup particles{"mclachlan_perlmutter_particles", "jay_8_4"}, pendula{"coupled_pendula", "swing"},
    gearbox{"gearbox_pendulum", "celledoni_4_4"}, sleigh{"chaplygin_sleigh", "rotating"},
    disk{"vertical_rolling_disk", "hilden_2_1_2"}, free_particle{"nonholonomic_particle", "jimenez_scheurle"};

// There and back, the step large enough for the error of order 8 to show that a method is not reversible.
inline const TimeSpan<double> back_and_forth = TimeSpan<double>::fixed(0, 0.15, 20),
                              thousand = TimeSpan<double>::fixed(0, 0.1, 1000),
                              fine = TimeSpan<double>::fixed(0, 0.05, 1000),
                              long_run = TimeSpan<double>::fixed(0, 0.1, 50000);

/// A method on a problem, in double.
struct Trial {
  System<double> system;
  Start<double> start;
  std::unique_ptr<Integrator<double>> integrator;
  std::unique_ptr<Probe<double>> probe;
  double unit = 1;         ///< of time: what a span below counts as 1
  long most_steps = 1000;  ///< of it
  long coarser = 1;        ///< times as long steps, in the same time but for two of them

  TimeSpan<double> scaled(const TimeSpan<double>& span) const {
    const long steps = std::max(2L, std::min(span.steps, most_steps) / coarser);
    return TimeSpan<double>::fixed(0, unit * static_cast<double>(coarser) * span.h, steps);
  }

  /// The largest value of a function of the states of a run; not a number when a step fails.
  template <class F> double largest(const TimeSpan<double>& span, F&& value) {
    double worst = 0;
    const auto see = [&](const Observation<double>& seen) {
      const double x = value(seen.state);
      worst = std::isfinite(x) ? std::max(worst, x) : std::numeric_limits<double>::infinity();
    };
    return integrate(*integrator, start, span, see).outcome == Outcome::success
               ? worst
               : std::numeric_limits<double>::quiet_NaN();
  }
};

/// On the own system of the subject if it has one, in a hundred steps of a hundredth of its time. Nothing where the
/// method does not take the problem: some are for constant mass only.
std::optional<Trial> trial(const PropertySubject& subject, const NamedSetup& place);

inline const std::string no = "no", a_step_fails = "a step fails";

/// "a step fails" for what is not a number, else `yes` or "no".
std::string answer(double observed, double allowed, const char* yes);

/// One answer from that for constant mass and that for M(q), if there is one.
std::string together(const std::string& constant, const std::optional<std::string>& varying);

/// Asks on the gearbox and on the pendula: ask(trial, add) -> answer; add(what, x) notes a number beside the name of
/// the problem. On an own system again with longer steps, as long as they succeed: errors may be as small as rounding
/// where steps are, and what holds to rounding holds with any.
template <class F> Property for_both_masses(const PropertySubject& subject, F ask) {
  Property cell;
  const auto on = [&](const NamedSetup& place) -> std::optional<std::string> {
    auto found = trial(subject, place);
    if (!found) return std::nullopt;
    return ask(*found,
               [&](const char* what, double x) { cell.measured.emplace_back(std::string(place.problem) + what, x); });
  };
  if (subject.own) {
    auto found = trial(subject, gearbox);
    const auto asked = [&](const std::string& when) {
      Property now;
      now.verdict = ask(*found, [&](const char* what, double x) {
        now.measured.emplace_back(std::string(subject.own->entry->name) + what + when, x);
      });
      return now;
    };
    cell = asked("");
    for (found->coarser = 4; found->coarser <= 16; found->coarser *= 4) {
      const Property again = asked(", steps " + std::to_string(found->coarser) + " times as long");
      if (again.verdict == a_step_fails) break;
      if (again.verdict != cell.verdict) cell = again;
    }
    return cell;
  }
  const auto constant = on(gearbox);
  cell.verdict = together(constant.value_or("-"), on(pendula));
  return cell;
}

}  // namespace nonholo
