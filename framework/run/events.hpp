// Events: times at which a function of the state vanishes on the way of a run, found on the interpolant of its steps.
//
// A sign change between two accepted states is bracketed with the algorithm of Alefeld, Potra & Shi (1995, TOMS 748),
// to the last digits of t. Where both ends of a step have the same sign and the function may touch 0 in between, its
// extremum is located (Brent 1973) and may give two more. The steps do not change: a run with events has the bits of
// the run without, up to an event that ends it. Three zeros within one step are one event.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/dense_steps.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace nonholo {

/// Which sign changes count.
enum class Crossing { up, down, both };

template <class Real> struct Event {
  /// Continuous along the motion.
  std::function<Real(const View<Real>&)> when;
  Crossing direction = Crossing::both;
  long terminal = 0;  ///< the run ends at the event of this number, from 1; 0: it never ends
};

/// One event of a run.
template <class Real> struct Occurrence {
  std::size_t event;  ///< which one, from 0
  Real t;
  bool up;  ///< the function rises through 0, or towards it where it touches 0 at a step
  VectorX<Real> q, v, lambda;

  View<Real> view() const { return {t, values(q), values(v), values(lambda)}; }
};

/// Finds the events of a run, step by step, in the order of time. Scratch for one thread.
template <class Real> class EventFinder {
 public:
  using Found = std::function<void(const Occurrence<Real>&)>;

  /// @param found  is called for each event, in the order of time
  /// @throws InputError (key "event" or "terminal") for an event without a function and a negative number
  explicit EventFinder(std::vector<Event<Real>> events, Found found = {});

  /// The next step; number 0 begins a run. A zero at the start is no event.
  /// @return false once an event has ended the run
  bool operator()(const DenseStep<Real>& step);

  /// The event that ended the run, or nothing.
  const std::optional<Occurrence<Real>>& end() const { return end_; }

  /// All that it knows of the steps behind, for another that is to go on like this one.
  std::vector<Real> memory() const;
  /// Takes what memory() gave.
  void remember(std::span<const Real> numbers);

 private:
  struct Watched {
    Event<Real> event;
    Real now = 0, before = 0;  // its values at the last two states
    long count = 0;
  };
  using At = std::pair<Real, Real>;  // a time, and the value there
  void search(std::size_t event, const DenseStep<Real>& step);
  void locate(std::size_t event, const DenseStep<Real>& step, const At& a, const At& b);
  std::optional<At> beyond_zero(const Watched& watched, const DenseStep<Real>& step) const;
  static bool may_touch(const Watched& watched, const DenseStep<Real>& step, const Real& earlier);
  void keep(std::size_t event, const View<Real>& at, bool up);
  bool deliver();

  std::vector<Watched> watched_;
  Found found_;
  std::vector<Occurrence<Real>> of_step_;
  std::optional<Occurrence<Real>> end_;
};

/// integrate() with events. A run that an event ends has the outcome `event`, and its last state is that of the event,
/// which the observer sees as one more step. In the first steps of a run the observer sees states a few steps late.
template <class Real, Observer<Real> O>
Integrated<Real> integrate(Integrator<Real>& integrator, const AdmissibleStart<Real>& start,
                           const std::type_identity_t<TimeSpan<Real>>& span, EventFinder<Real>& events, O&& observe) {
  DenseSteps<Real> steps(integrator);
  long last = 0;  // step that was shown
  const auto show = [&](const DenseStep<Real>& step) {
    if (!events(step)) return false;
    last = step.number;
    return detail::show(observe, Observation<Real>{step.number, step.end()});
  };
  Integrated<Real> run =
      integrate(integrator, start, span, [&](const Observation<Real>& seen) { return steps(seen, show); });
  if (run.outcome != Outcome::interrupted) steps.finish(show);
  if (!events.end()) return run;
  const Occurrence<Real>& end = *events.end();
  run.outcome = Outcome::event;
  run.steps = last + 1;
  run.t = static_cast<double>(end.t);
  run.end = {end.t, end.q, end.v};
  detail::show(observe, Observation<Real>{run.steps, end.view()});
  return run;
}

/// The same from a start that is checked first. @throws also what checked() throws (start.hpp).
template <class Real, Observer<Real> O>
Integrated<Real> integrate(Integrator<Real>& integrator, const std::type_identity_t<Start<Real>>& start,
                           const std::type_identity_t<TimeSpan<Real>>& span, EventFinder<Real>& events, O&& observe) {
  return integrate(integrator, checked(start, integrator.system(), span.t0), span, events, std::forward<O>(observe));
}

/// The same, with nobody watching.
template <class Real>
Integrated<Real> integrate(Integrator<Real>& integrator, const std::type_identity_t<Start<Real>>& start,
                           const std::type_identity_t<TimeSpan<Real>>& span, EventFinder<Real>& events) {
  return integrate(integrator, start, span, events, [](const Observation<Real>&) {});
}

}  // namespace nonholo
