// Reversibility and energy.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/study/property_cells.hpp>
#include <nonholo/verification/study/property_trial.hpp>

#include <cmath>
#include <limits>

namespace nonholo {

namespace {

constexpr double runs_back = 1e-11;    // after twice 20 steps, relative to the state
constexpr double kept_energy = 1e-11;  // over 1000 steps, relative

bool advance(Integrator<double>& integrator, const TimeSpan<double>& span) {
  for (long i = 0; i < span.steps; ++i)
    if (integrator.step(span.h).outcome != Outcome::success) return false;
  return true;
}

/// Distance of (q, sign v) of the integrator from (q0, v0), relative to 1 + |(q0, v0)|.
double off(const Integrator<double>& integrator, const VectorX<double>& q0, const VectorX<double>& v0, double sign) {
  const VectorX<double> q = vector_of(integrator.view().q), v = vector_of(integrator.view().v);
  return std::hypot((q - q0).norm(), (sign * v - v0).norm()) / (1 + std::hypot(q0.norm(), v0.norm()));
}

/// Forward, a fresh start from (q, -v), forward.
double defect_of_fresh_start(Trial& trial) {
  Integrator<double>& integrator = *trial.integrator;
  integrator.start(0, values(trial.start.q), values(trial.start.v));
  const bool there = advance(integrator, trial.scaled(back_and_forth));
  const VectorX<double> q = vector_of(integrator.view().q), v = -vector_of(integrator.view().v);
  integrator.start(0, values(q), values(v));
  return there && advance(integrator, trial.scaled(back_and_forth)) ? off(integrator, trial.start.q, trial.start.v, -1)
                                                                    : std::numeric_limits<double>::quiet_NaN();
}

/// The same with reverse(). A method that is not symmetric may stand on a pair of nodes, which it has after its first
/// step.
double defect_of_reverse(Trial& trial) {
  Integrator<double>& integrator = *trial.integrator;
  integrator.start(0, values(trial.start.q), values(trial.start.v));
  if (!integrator.traits().symmetric) integrator.step(trial.scaled(back_and_forth).h);
  const VectorX<double> q0 = vector_of(integrator.view().q), v0 = vector_of(integrator.view().v);
  bool ran = advance(integrator, trial.scaled(back_and_forth));
  integrator.reverse();
  ran = advance(integrator, trial.scaled(back_and_forth)) && ran;
  integrator.reverse();
  return ran ? off(integrator, q0, v0, 1) : std::numeric_limits<double>::quiet_NaN();
}

/// max |E_k - E_0| / (1 + |E_0|).
double energy_error(Trial& trial, const TimeSpan<double>& span) {
  const double before = trial.probe->energy(0, values(trial.start.q), values(trial.start.v));
  return trial.largest(span, [&](const View<double>& at) {
    return std::abs(trial.probe->energy(at.t, at.q, at.v) - before) / (1 + std::abs(before));
  });
}

}  // namespace

Property reversible(const PropertySubject& subject, StudyReferences&) {
  return for_both_masses(subject, [](Trial& trial, auto add) {
    const double fresh = defect_of_fresh_start(trial);
    add("", fresh);
    if (fresh <= runs_back) return answer(fresh, runs_back, "yes");
    const double reversed = defect_of_reverse(trial);
    add(", reverse()", reversed);
    return answer(reversed, runs_back, "in (q_k, q_k+1)");
  });
}

Property energy(const PropertySubject& subject, StudyReferences&) {
  return for_both_masses(subject, [](Trial& trial, auto add) {
    const Start<double>& at = trial.start;
    if (!trial.probe->driven_by(0, values(at.q), values(at.v)).empty()) return std::string("-");  // nothing to keep
    const double error = energy_error(trial, trial.scaled(thousand));
    add("", error);
    return answer(error, kept_energy, "exact");
  });
}

Property energy_on_disk(const PropertySubject& subject, StudyReferences&) {
  auto on_disk = trial(subject, disk);
  if (!on_disk) return {"-"};
  const double error = energy_error(*on_disk, thousand);
  return {answer(error, kept_energy, "exact"), {{disk.problem, error}}};
}

}  // namespace nonholo
