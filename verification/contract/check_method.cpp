// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/contract/check_method.hpp>

#include <nonholo/framework/system/probe.hpp>
#include <nonholo/verification/contract/end_state.hpp>
#include <nonholo/verification/contract/equation_checks.hpp>
#include <nonholo/verification/contract/method_checks.hpp>
#include <nonholo/verification/contract/order_check.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace nonholo {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

class MethodChecks {
 public:
  MethodChecks(Integrator<double>& integrator, const AdmissibleStart<double>& start, double h,
               const MethodCheckOptions& options)
      : integrator_(integrator),
        traits_(integrator.traits()),
        start_(start),
        options_(options),
        h_(h),
        from_(state_of(start)),
        scale_(1 + from_.cwiseAbs().maxCoeff()) {}

  ContractReport all() {
    const auto probe = make_probe(integrator_.system());
    const bool conservative = probe->driven_by(0, values(start_.q), values(start_.v)).empty();
    const bool turns = integrator_.system().velocities() > 0;  // others have none to turn round
    ContractReport report{options_.subject};
    report.add({start_shown(), steps_succeed()});
    const bool a_step = succeeded_ > 0, whole_run = succeeded_ == options_.steps;
    const auto look = [&](bool claimed, bool possible, const char* needs, const Check& check, auto make) {
      if (claimed && possible) report.add({make()});
      else if (claimed) report.omit(check, fmt::format("it needs {} that succeed", needs));
    };
    look(true, a_step, "steps", method_check("repeats"), [&] { return repeats(); });
    look(turns && traits_.one_step && !traits_.adaptive, a_step, "steps", method_check("moves"),
         [&] { return moves(); });
    look(!traits_.adaptive, a_step, "steps", method_check("advances"), [&] { return advances(); });
    look(traits_.keeps_constraint, a_step, "steps", method_check("constraint"), [&] { return constraint(); });
    look(traits_.keeps_energy && conservative, a_step, "steps", method_check("energy"), [&] { return energy(); });
    look(traits_.symmetric, a_step, "steps", method_check("symmetric"), [&] { return undone(); });
    look(turns && conservative && (traits_.symmetric || traits_.reversible), whole_run, "runs",
         method_check("reversible"), [&] { return runs_back(); });
    if (turns) report.add({reverses()});
    if (!traits_.adaptive) report.add({fails_well()});
    restart();
    report.add(equation_findings(integrator_, h_));
    if (traits_.adaptive) report.omit(method_check("order"), "the method chooses its steps", "orders are");
    else if (whole_run) check_orders(integrator_, start_, h_, report);
    else report.omit(method_check("order"), "it needs runs that succeed", "orders are");
    look(static_cast<bool>(options_.allocations), a_step, "steps", method_check("allocates"),
         [&] { return allocates(); });
    return report;
  }

 private:
  void restart() {
    integrator_.guess_multipliers(values(start_.lambda));
    integrator_.start(0, values(start_.q), values(start_.v));
  }

  /// The number of steps that succeed before one fails.
  int run() {
    for (int i = 0; i < options_.steps; ++i)
      if (integrator_.step(h_).outcome != Outcome::success) return i;
    return options_.steps;
  }

  /// The largest value over the states of a run.
  template <class F> double largest(F value) {
    double worst = 0;
    restart();
    for (int i = 0; i < succeeded_; ++i) {
      integrator_.step(h_);
      const double x = value(integrator_.view());
      worst = std::isnan(x) ? infinity : std::max(worst, x);
    }
    return worst;
  }

  Finding start_shown() {
    restart();
    return finding(method_check("start_shown"),
                   distance(state_of(integrator_), from_) + std::abs(integrator_.view().t));
  }

  Finding steps_succeed() {
    restart();
    succeeded_ = run();
    return finding(method_check("steps_succeed"), options_.steps - succeeded_,
                   fmt::format("step {} with h = {} fails: give a start and an h for which the method succeeds",
                               succeeded_ + 1, h_));
  }

  /// Steps in which solvers learn what is of no use for steps of h.
  void leave_traces() {
    for (double h = 10 * h_; h < 1e12 * h_; h *= 10) {
      restart();
      for (int i = 0; i < 3; ++i) integrator_.step(h);
    }
  }

  Finding repeats() {
    restart();
    const int first = run();
    const VectorX<double> once = state_of(integrator_);
    if (!traits_.adaptive) leave_traces();
    restart();
    const int second = run();
    return finding(method_check("repeats"), first == second ? distance(state_of(integrator_), once) : infinity);
  }

  /// Steps from another velocity at the start's q, then a move to the start; how far the run from there is off.
  double off_after(const VectorX<double>& fast, int steps, int expected, const VectorX<double>& once) {
    integrator_.start(0, values(start_.q), values(fast));
    for (int i = 0; i < steps; ++i) integrator_.step(h_);
    integrator_.move_to(0, values(start_.q), values(start_.v));
    return run() == expected ? distance(state_of(integrator_), once) / scale_ : infinity;
  }

  /// From orbits that are no neighbours, one of whose velocities may be the same: what is kept of them is not to lead
  /// astray.
  Finding moves() {
    restart();
    const int expected = run();
    const VectorX<double> once = state_of(integrator_);
    double worst = 0;
    for (double speed = 4; speed < 1e15; speed *= 4)
      for (const int steps : {1, 2, 3}) {
        VectorX<double> fast = speed * start_.v;
        worst = std::max(worst, off_after(fast, steps, expected, once));
        if (speed > 1e4) continue;
        fast[0] = start_.v[0];
        worst = std::max(worst, off_after(fast, steps, expected, once));
      }
    return finding(method_check("moves"), worst);
  }

  Finding advances() {
    restart();
    integrator_.step(h_);
    return finding(method_check("advances"), std::abs(integrator_.view().t - h_));
  }

  Finding constraint() {
    const auto probe = make_probe(integrator_.system());
    return finding(method_check("constraint"),
                   largest([&](const View<double>& at) { return probe->constraint(at.t, at.q, at.v).scaled; }));
  }

  /// Relative to kinetic and potential energy, which may be far larger than their sum, and far from 1.
  Finding energy() {
    const auto probe = make_probe(integrator_.system());
    const VectorX<double> rest = VectorX<double>::Zero(start_.v.size());
    const double before = probe->energy(0, values(start_.q), values(start_.v));
    double size = rest.size() > 0 ? std::numeric_limits<double>::min() : 1 + std::abs(before);
    const double worst = largest([&](const View<double>& at) {
      const double E = probe->energy(at.t, at.q, at.v), V = probe->energy(at.t, at.q, values(rest));
      if (rest.size() > 0) size = std::max(size, std::abs(E - V) + std::abs(V));
      return std::abs(E - before);
    });
    return finding(method_check("energy"), worst / size / options_.steps);
  }

  Finding undone() {
    restart();
    integrator_.step(h_);
    const bool back = integrator_.step(-h_).outcome == Outcome::success;
    return finding(method_check("symmetric"), back ? distance(state_of(integrator_), from_) / scale_ : infinity,
                   back ? "" : "the step of -h fails");
  }

  /// A method that is not symmetric stands on a pair of nodes, which it has after its first step.
  Finding runs_back() {
    restart();
    if (!traits_.symmetric) integrator_.step(h_);
    const VectorX<double> from = state_of(integrator_);
    run();
    integrator_.reverse();
    const bool ran = run() == options_.steps;
    integrator_.reverse();
    return finding(method_check("reversible"), ran ? distance(state_of(integrator_), from) / scale_ : infinity,
                   ran ? "" : "a step on the way back fails");
  }

  Finding reverses() {
    restart();
    integrator_.reverse();
    VectorX<double> mirrored = from_;
    mirrored.tail(mirrored.size() / 2) *= -1;
    return finding(method_check("reverse"), distance(state_of(integrator_), mirrored));
  }

  /// Ever longer steps, until one fails (or none does, which is no fault).
  Finding fails_well() {
    double change = 0;
    for (double h = 10 * h_; h < 1e12 * h_ && change == 0; h *= 10) {
      restart();
      const Outcome outcome = integrator_.step(h).outcome;
      const VectorX<double> after = state_of(integrator_);
      change = outcome != Outcome::success ? distance(after, from_) : after.allFinite() ? 0.0 : infinity;
    }
    return finding(method_check("fails_well"), change,
                   "the state changed in a step that failed, or is not finite after one that reports success");
  }

  Finding allocates() {
    restart();
    run();  // whatever a library sets up in its first steps is not part of a step
    const long before = options_.allocations();
    run();
    return finding(method_check("allocates"), static_cast<double>(options_.allocations() - before));
  }

  Integrator<double>& integrator_;
  const MethodTraits traits_;
  const AdmissibleStart<double>& start_;
  const MethodCheckOptions& options_;
  double h_;
  VectorX<double> from_;
  double scale_;
  int succeeded_ = 0;
};

}  // namespace

namespace {

void want_step(double h) {
  if (!(h > 0) || !std::isfinite(h)) throw InputError("h", fmt::format("{}: must be finite and > 0", h));
}

}  // namespace

ContractReport check_method(Integrator<double>& integrator, const Start<double>& given, double h,
                            const MethodCheckOptions& options) {
  want_step(h);
  if (options.steps < 1) throw InputError("steps", fmt::format("{}: must be at least 1", options.steps));
  const auto start = checked(given, integrator.system(), 0.0);
  return MethodChecks(integrator, start, h, options).all();
}

Finding check_adjoint(Integrator<double>& method, Integrator<double>& adjoint, const Start<double>& given, double h) {
  want_step(h);
  const auto start = checked(given, method.system(), 0.0);
  method.start(0, values(start.q), values(start.v));
  bool succeeded = method.step(h).outcome == Outcome::success;
  const View<double> there = method.view();
  if (!state_of(method).allFinite()) return finding(method_check("adjoint"), infinity);
  adjoint.start(there.t, there.q, there.v);
  succeeded = adjoint.step(-h).outcome == Outcome::success && succeeded;
  const VectorX<double> from = state_of(start);
  const double defect = distance(state_of(adjoint), from) / (1 + from.cwiseAbs().maxCoeff());
  return finding(method_check("adjoint"), succeeded ? defect : infinity);
}

}  // namespace nonholo
