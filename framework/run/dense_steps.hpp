// The steps of a run, one after the other, each once the state within it can be interpolated.
//
// The interpolant goes through k states (interpolant.hpp): the first k - 2 steps of a run wait for those after them,
// all others come at once.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/interpolant.hpp>

#include <algorithm>
#include <span>
#include <vector>

namespace nonholo {

/// An accepted step, or the start, and the states on the way to it.
template <class Real> class DenseStep {
 public:
  DenseStep(Interpolant<Real>& window, long of_run, int back) : number(of_run), window_(&window), back_(back) {}

  const long number;  ///< 0 at the start

  /// The accepted state at its end. Good until the next step.
  View<Real> end() const { return window_->node(back_); }
  Real t() const { return window_->time(back_); }
  /// Where it begins. Not of the start.
  Real t_before() const { return window_->time(back_ + 1); }
  View<Real> before() const { return window_->node(back_ + 1); }
  /// The length of the step before this one; 0 where it is not known.
  Real length_before() const {
    return number > 1 && back_ + 2 < window_->nodes() ? t_before() - window_->time(back_ + 2) : Real(0);
  }

  /// The state at t, t_before() <= t <= t(). Good until the next call.
  View<Real> state(const Real& t) const { return window_->state(t); }

 private:
  Interpolant<Real>* window_;
  int back_;
};

template <class Real> class DenseSteps {
 public:
  DenseSteps(const System<Real>& system, const MethodTraits& traits) : window_(system, traits) {}
  explicit DenseSteps(const Integrator<Real>& integrator) : DenseSteps(integrator.system(), integrator.traits()) {}

  /// Takes the next accepted state and hands on the steps that are ready, as DenseStep. Step 0 begins a run.
  /// @param show returns whether to go on
  /// @return false where it returned that
  template <class Show> bool operator()(const Observation<Real>& seen, const Show& show) {
    if (seen.step == 0) {
      window_.clear();
      shown_ = 0;
    }
    window_.add(seen.state);
    seen_ = seen.step;
    if (seen.step == 0) return show(DenseStep<Real>(window_, 0, 0));
    return window_.nodes() < window_.most_nodes() || show_rest(show);
  }

  /// After the last step: hands on the steps that still wait.
  template <class Show> bool finish(const Show& show) { return window_.nodes() == 0 || show_rest(show); }

  /// All that it knows, for another that is to go on like this one.
  std::vector<Real> memory() const {
    std::vector<Real> numbers{static_cast<Real>(seen_), static_cast<Real>(shown_), static_cast<Real>(window_.nodes())};
    for (int back = window_.nodes() - 1; back >= 0; --back) {
      const View<Real> state = window_.node(back);
      numbers.push_back(state.t);
      for (const auto& part : {state.q, state.v, state.lambda_stage}) {
        numbers.push_back(static_cast<Real>(part.size()));
        numbers.insert(numbers.end(), part.begin(), part.end());
      }
    }
    return numbers;
  }
  /// Takes what memory() gave.
  void remember(std::span<const Real> numbers) {
    const auto next = [&numbers] {
      const Real x = numbers.front();
      numbers = numbers.subspan(1);
      return x;
    };
    const auto part = [&] {
      const auto size = static_cast<std::size_t>(next());
      const auto found = numbers.first(size);
      numbers = numbers.subspan(size);
      return found;
    };
    seen_ = static_cast<long>(next());
    shown_ = static_cast<long>(next());
    window_.clear();
    for (auto nodes = static_cast<int>(next()); nodes > 0; --nodes) {
      View<Real> state{next(), {}, {}, {}};
      state.q = part();
      state.v = part();
      state.lambda_stage = part();
      window_.add(state);
    }
  }

 private:
  /// Each step is shown with its own inputs; those of the latest come back.
  template <class Show> bool show_rest(const Show& show) {
    bool goes_on = true;
    while (goes_on && shown_ < seen_) {
      ++shown_;
      const DenseStep<Real> step(window_, shown_, static_cast<int>(seen_ - shown_));
      window_.recall_inputs(step.t());
      goes_on = show(step);
    }
    window_.recall_inputs(window_.time(0));
    return goes_on;
  }

  Interpolant<Real> window_;
  long seen_ = 0, shown_ = 0;
};

}  // namespace nonholo
