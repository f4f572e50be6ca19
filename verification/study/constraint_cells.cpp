// The constraint, and what holds at the half steps.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/study/property_cells.hpp>
#include <nonholo/verification/study/property_trial.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace nonholo {

namespace {

constexpr double kept_kinetic = 1e-10;     // of differences of positions, divided by h
constexpr double kept_constraint = 1e-12;  // scaled

/// The half steps of a run: w = (q_k+1 - q_k)/h at the middle of the two.
class HalfSteps {
 public:
  explicit HalfSteps(double h) : h_(h) {}

  /// False at the first state, which has none before it.
  bool next(const View<double>& at) {
    const VectorX<double> q = vector_of(at.q);
    const bool second = before_.size() > 0;
    if (second) {
      w = (q - before_) / h_;
      middle = (q + before_) / 2;
      t = at.t - h_ / 2;
    }
    before_ = q;
    return second;
  }

  double t = 0;
  VectorX<double> w, middle;

 private:
  double h_;
  VectorX<double> before_;
};

double scaled_residual(Trial& trial, const TimeSpan<double>& span) {
  return trial.largest(span, [&](const View<double>& at) { return trial.probe->constraint(at.t, at.q, at.v).scaled; });
}

/// What is said of a method that leaves the constraint: "no, O(h^2); 0.28 after 50000 steps on gearbox_pendulum".
std::string violation(const PropertySubject& subject, std::vector<std::pair<std::string, double>>& measured) {
  std::string text = no;
  if (auto on_sleigh = trial(subject, sleigh)) {
    const double coarse = scaled_residual(*on_sleigh, TimeSpan<double>::fixed(0, 1.0 / 40, 40));
    const double power = std::log2(coarse / scaled_residual(*on_sleigh, TimeSpan<double>::fixed(0, 1.0 / 80, 80)));
    measured.emplace_back("power of h on chaplygin_sleigh", power);
    const std::string shown = shown_order(power);
    text += shown == "1" ? ", O(h)" : fmt::format(", O(h^{})", shown);
  }
  if (auto on_gearbox = trial(subject, gearbox)) {
    double grown = 0;
    const bool fails = std::isnan(on_gearbox->largest(long_run, [&](const View<double>& at) {
      return grown = std::max(grown, on_gearbox->probe->constraint(at.t, at.q, at.v).absolute);
    }));
    measured.emplace_back("largest |A v| in 50000 steps on gearbox_pendulum", grown);
    text += fmt::format("; {:.2g} ", grown);
    text += fails ? fmt::format("on {} until a step fails", gearbox.problem)
                  : fmt::format("after {} steps on {}", long_run.steps, gearbox.problem);
  }
  return text;
}

}  // namespace

Property half_step_energy(const PropertySubject& subject, StudyReferences&) {
  auto on_particle = trial(subject, free_particle);
  if (!on_particle) return {"-"};
  HalfSteps half(fine.h);
  std::optional<double> first;
  const double error = on_particle->largest(fine, [&](const View<double>& at) {
    if (!half.next(at)) return 0.0;
    const double kinetic = on_particle->probe->energy(half.t, values(half.middle), values(half.w));  // no potential
    if (!first) first = kinetic;
    return std::abs(kinetic / *first - 1);
  });
  return {answer(error, kept_kinetic, "exact"), {{free_particle.problem, error}}};
}

Property constraint(const PropertySubject& subject, StudyReferences&) {
  Property cell = for_both_masses(subject, [](Trial& trial, auto add) {
    const double residual = scaled_residual(trial, trial.scaled(thousand));
    add("", residual);
    return answer(residual, kept_constraint, "yes");
  });
  if (cell.verdict == no && !subject.own) cell.verdict = violation(subject, cell.measured);
  return cell;
}

Property half_step_constraint(const PropertySubject& subject, StudyReferences&) {
  return for_both_masses(subject, [](Trial& trial, auto add) {
    const TimeSpan<double> span = trial.scaled(thousand);
    HalfSteps half(span.h);
    const double residual = trial.largest(span, [&](const View<double>& at) {
      return half.next(at) ? trial.probe->constraint(half.t, values(half.middle), values(half.w)).scaled : 0.0;
    });
    add("", residual);
    return answer(residual, kept_constraint, "yes");
  });
}

}  // namespace nonholo
