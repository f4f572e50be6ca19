// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/study/order_study.hpp>

#include <nonholo/framework/run/interpolant.hpp>
#include <nonholo/framework/system/probe.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/verification/experiment/reference_solution.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace nonholo {

/// The end state that errors are measured against, and how well it is known.
struct StudyReferences::Ends {
  System<quad> system;
  AdmissibleStart<quad> start;
  quad t_end;
  VectorX<quad> q, v, lambda;
  double uncertainty = 0;
};

namespace {

constexpr std::size_t enough_points = 5;
constexpr double round_off = 1e4 * static_cast<double>(std::numeric_limits<quad>::epsilon());
constexpr double settled = 0.03;  // difference of local slopes
constexpr long most_steps = 50000, most_steps_quick = 25000;

/// Multipliers that (t, q, v) implies; of a DAE the root next to the guess.
VectorX<quad> multipliers(const System<quad>& system, const quad& t, const VectorX<quad>& q, const VectorX<quad>& v,
                          VectorX<quad> guess) {
  make_probe(system)->multipliers(t, values(q), values(v), {guess.data(), static_cast<std::size_t>(guess.size())});
  return guess;
}

/// Whether the last local slopes agree over at least four points, or the last error is at the floor.
bool is_settled(const std::vector<StepError>& points, double floor) {
  const std::size_t n = points.size();
  if (n < enough_points) return false;
  if (points[n - 1].error <= floor) return true;
  const auto local = [&](std::size_t i) { return local_order(points[n - i], points[n - i - 1]); };
  return std::abs(local(1) - local(2)) <= settled && std::abs(local(2) - local(3)) <= 2 * settled;
}

/// Of the end state, 2-norms.
struct Errors {
  double state = 0, velocity = 0, multiplier = 0, stage_multiplier = 0;
};
using ErrorOf = double Errors::*;

double norm(const VectorX<quad>& x) { return static_cast<double>(x.norm()); }

class Measurement {
 public:
  Measurement(const StudySubject& subject, const StudyReferences::Ends& ends, bool quick)
      : subject_(subject),
        ends_(ends),
        integrator_(subject.method.make(ends.system)),
        quick_(quick) {}

  std::vector<Study> studies() {
    const Orders expected = expected_orders();
    const VariableNames& names = ends_.system.names();
    const bool moving = ends_.system.velocities() > 0;
    const auto add = [&](std::string_view name, ErrorOf error, int order) {
      errors_.push_back(error);
      studies_.push_back(described(name, order > 0 ? std::optional(order) : std::nullopt));
    };
    const int positions = integrator_->traits().position_order;
    if (subject_.dense) {
      const std::string state = fmt::format("{}_dense", names.state),
                        velocity = fmt::format("{}_dense", names.velocity);
      add(state, &Errors::state, moving && positions > 0 ? positions : expected.state);
      if (moving) add(velocity, &Errors::velocity, expected.state);
      measure();
      return std::move(studies_);
    }
    add(names.state, &Errors::state, moving && positions > 0 && !subject_.claimed ? positions : expected.state);
    if (moving) add(names.velocity, &Errors::velocity, expected.state);
    if (ends_.system.constraints() > 0) add(names.multiplier, &Errors::multiplier, expected.state);
    if (shows_multipliers()) {
      // of a theorem 0 is an order, of multipliers that do not converge; of traits it says that there is no theorem
      const bool known = expected.multiplier > 0 || (subject_.method.entry->orders && !subject_.claimed);
      errors_.push_back(&Errors::stage_multiplier);
      studies_.push_back(
          described(names.stage_multiplier(), known ? std::optional(expected.multiplier) : std::nullopt));
    }
    measure();
    return std::move(studies_);
  }

 private:
  /// Some methods have no multipliers of their own.
  bool shows_multipliers() {
    const quad h = ends_.t_end / 64;
    const Summary one = integrate(*integrator_, ends_.start, TimeSpan<quad>::fixed(0, h, 1), [](const auto&) {});
    return one.outcome == Outcome::success && !integrator_->view().lambda_stage.empty();
  }

  Orders expected_orders() const {
    const MethodTraits traits = integrator_->traits();
    Orders known = subject_.method.entry->orders ? subject_.method.entry->orders(ends_.system.traits())
                                                 : Orders{traits.order, traits.multiplier_order};
    if (subject_.claimed) known.state = *subject_.claimed;
    return known;
  }

  Study described(std::string_view variable, std::optional<int> order) const {
    Study study{.method = std::string(subject_.method.entry->name),
                .tableau = subject_.method.tableau(),
                .stages = subject_.method.stages(),
                .options = subject_.method.options,
                .problem = std::string(subject_.problem.entry->name),
                .variable = std::string(variable)};
    study.expected = order;
    return study;
  }

  /// Halves the step until every variable has settled.
  void measure() {
    const double floor = std::max(round_off, 10 * ends_.uncertainty);
    const int order = studies_.front().expected.value_or(2);
    const bool high = order >= 8;  // round-off is near: fine gradation instead of halving
    const long first = order >= 12 ? 1 : order >= 8 ? 3 : order >= 5 ? 4 : 10;
    const long most = quick_ ? most_steps_quick : most_steps;
    const auto all_settled = [&] {
      return std::ranges::all_of(studies_, [&](const Study& each) { return is_settled(each.points, floor); });
    };
    for (long steps = first; steps <= most && !all_settled();
         steps = high ? steps + std::max(1L, steps / 3) : 2 * steps)
      add_points(steps);
    for (Study& each : studies_) conclude(each, floor);
  }

  /// The state at t_end, half a step before the end of a run; nothing where a step fails.
  std::optional<Snapshot<quad>> dense_state(const quad& h, long steps) {
    DenseOutput<quad> solution(*integrator_);
    const Summary summary = integrate(*integrator_, ends_.start, TimeSpan<quad>::fixed(0, h, steps), solution);
    if (summary.outcome != Outcome::success) {
      failure_ = fmt::format("{} at h = {:.4g}", name(summary.outcome), static_cast<double>(h));
      return std::nullopt;
    }
    Snapshot<quad> at = solution.state(ends_.t_end);
    const auto residual = make_probe(ends_.system)->constraint(at.t, values(at.q), values(at.v));
    dense_residual_ = std::max(
        {dense_residual_, static_cast<double>(residual.scaled), static_cast<double>(residual.scaled_position)});
    return at;
  }

  void add_dense_points(long steps) {
    const quad h = ends_.t_end / (static_cast<quad>(steps) - quad(0.5));
    const auto at = dense_state(h, steps);
    if (!at) return;
    Errors errors{.state = norm(at->q - ends_.q)};
    if (at->v.size() > 0) errors.velocity = norm(at->v - ends_.v);
    for (std::size_t i = 0; i < studies_.size(); ++i)
      studies_[i].points.push_back({static_cast<double>(h), errors.*errors_[i]});
  }

  void add_points(long steps) {
    if (subject_.dense) return add_dense_points(steps);
    const quad h = ends_.t_end / static_cast<quad>(steps);
    const Summary summary =
        integrate(*integrator_, ends_.start, TimeSpan<quad>::fixed(0, h, steps), [](const auto&) {});
    if (summary.outcome != Outcome::success) {
      failure_ = fmt::format("{} at h = {:.4g}", name(summary.outcome), static_cast<double>(h));
      return;  // too large a step may be followed by a good one
    }
    const View<quad> end = integrator_->view();
    const VectorX<quad> q = vector_of(end.q), v = vector_of(end.v);
    VectorX<quad> stage;
    if (!end.lambda_stage.empty()) stage = make_probe(ends_.system)->of_all_rows(end.t, end.q, end.v, end.lambda_stage);
    const VectorX<quad> near = stage.size() > 0 ? stage : VectorX<quad>::Zero(ends_.system.constraints());
    const VectorX<quad> lambda = multipliers(ends_.system, end.t, q, v, near);
    Errors errors{.state = norm(q - ends_.q)};
    if (v.size() > 0) errors.velocity = norm(v - ends_.v);
    errors.multiplier = norm(lambda - ends_.lambda);
    if (stage.size() > 0) errors.stage_multiplier = norm(stage - ends_.lambda);
    for (std::size_t i = 0; i < studies_.size(); ++i)
      studies_[i].points.push_back({static_cast<double>(h), errors.*errors_[i]});
  }

  void conclude(Study& study, double floor) const {
    study.measured = fitted_order(study.points, floor);
    if (!study.measured) {
      const bool exact = !study.points.empty() && study.points.back().error <= floor;
      study.holds = subject_.at_least && exact;
      study.note = study.holds        ? "exact but for round-off"
                   : failure_.empty() ? "fewer than four points above round-off"
                                      : failure_;
    } else if (dense_residual_ > round_off) {
      study.note = fmt::format("the constraint is off by {:.1e} between steps", dense_residual_);
    } else if (study.expected) {
      const double above = *study.measured - *study.expected;
      study.holds = subject_.at_least ? above >= -order_allowance : std::abs(above) <= order_allowance;
      if (study.holds && above > order_allowance) study.note = "more than theory promises";
    } else {
      study.holds = !subject_.at_most || *study.measured <= *subject_.at_most + order_allowance;
      study.note = study.holds ? "no theorem covers it: measured only"
                               : fmt::format("no method has more than its order on ODEs, {}", *subject_.at_most);
    }
  }

  const StudySubject& subject_;
  const StudyReferences::Ends& ends_;
  std::unique_ptr<Integrator<quad>> integrator_;
  bool quick_;
  std::vector<Study> studies_;
  std::vector<ErrorOf> errors_;  ///< what each study looks at
  std::string failure_;          ///< the last one
  double dense_residual_ = 0;
};

/// The end time of a study: the setup's, if it is no longer than this.
constexpr double longest = 1;

std::unique_ptr<StudyReferences::Ends> make_ends(const StudySubject& subject) {
  System<quad> system = subject.problem.system<quad>();
  const quad t_end = std::min(quad(longest), subject.problem.end_time<quad>().value_or(quad(longest)));
  const auto start = checked(subject.problem.start<quad>(), system, quad(0));
  const auto lambda_at = [&](const VectorX<quad>& q, const VectorX<quad>& v) {
    return multipliers(system, t_end, q, v, start.lambda);
  };
  if (system.exact_solution()) {
    const auto exact = system.exact_solution()(t_end, values(start.q), values(start.v));
    if (system.velocities() == 0)
      return std::make_unique<StudyReferences::Ends>(StudyReferences::Ends{system, start, t_end, exact.q, {}, exact.v});
    return std::make_unique<StudyReferences::Ends>(
        StudyReferences::Ends{system, start, t_end, exact.q, exact.v, lambda_at(exact.q, exact.v)});
  }
  const auto reference = reference_solution(system, start, t_end);
  if (!reference)
    throw InputError("setup", fmt::format("{} has no reference solution at t = {}: its functions are not smooth there, "
                                          "or the motion is chaotic",
                                          subject.problem.label(), longest));
  return std::make_unique<StudyReferences::Ends>(StudyReferences::Ends{
      system, start, t_end, reference->q, reference->v, lambda_at(reference->q, reference->v), reference->uncertainty});
}

}  // namespace

std::string StudySubject::identity() const {
  std::string text = fmt::format("{} {}", method.entry->name, problem.label());
  if (dense) text += " dense";
  for (const auto& [key, value] : method.options) text += fmt::format(" {}={}", key, shown(value));
  return text;
}

StudyReferences::StudyReferences() = default;
StudyReferences::~StudyReferences() = default;

const StudyReferences::Ends& StudyReferences::at(const StudySubject& subject) {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<Ends>& ends = known_[subject.problem.label()];
  if (!ends) ends = make_ends(subject);
  return *ends;
}

std::vector<Study> study(const StudySubject& subject, StudyReferences& references, bool quick) try {
  return Measurement(subject, references.at(subject), quick).studies();
} catch (const InputError& error) {
  if (!subject.if_known) throw;
  return {{.method = std::string(subject.method.entry->name),
           .tableau = subject.method.tableau(),
           .stages = subject.method.stages(),
           .options = subject.method.options,
           .problem = std::string(subject.problem.entry->name),
           .variable = "-",
           .holds = true,
           .note = error.message()}};
}

}  // namespace nonholo
