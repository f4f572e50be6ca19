// A method bound to a system, its state and its scratch: what the time loop drives, whatever the method and the sizes.
//
// Methods with stage equations write those and take stage_integrator.hpp; the others derive from Integrator. A step
// throws nothing, allocates nothing and hides nothing.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/run/method.hpp>
#include <nonholo/framework/system/system.hpp>

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace nonholo {

[[noreturn]] void refuse_size(const char* key, std::size_t size, std::size_t wanted);

template <class Real> class Integrator {
 public:
  using Values = std::span<const Real>;

  explicit Integrator(System<Real> system) : system_(std::move(system)) {}
  virtual ~Integrator() = default;

  const System<Real>& system() const { return system_; }
  virtual MethodTraits traits() const = 0;

  /// Sets the state. integrate() checks that it is consistent; whoever drives an integrator by hand owes the same care.
  /// @throws InputError for vectors of other sizes than the system's, UnsuitableSystem where the method is not for what
  ///         the system does there (while_conservative.hpp).
  virtual void start(Real t, Values q, Values v) = 0;

  /// Where to look for the z of a DAE whose hidden constraint has several roots; told before start(). Others know their
  /// multipliers from (q, v).
  virtual void guess_multipliers(Values) {}

  /// Goes on from another state: start(), but what speeds up the next step (guesses, step sizes) may be kept. For
  /// methods with traits().one_step.
  virtual void move_to(Real t, Values q, Values v) { start(t, q, v); }

  /// One step of size h; an adaptive method takes one accepted step of at most h. After a failure the state is that of
  /// before. Before start() there is none: Outcome::not_started.
  virtual StepReport step(Real h) = 0;

  /// Beside the outcome of a step that failed: what else this method knows about it, a clause for people. Empty when
  /// there is nothing.
  virtual std::string remark() const { return {}; }

  /// Appends all that later steps depend on and that does not merely make them faster (histories, Jacobians), so that a
  /// fresh integrator of the same method and system, once it was started where this one was, can take over (restore()):
  /// any two that do go on alike, to the last bit. False where a method cannot be left that way.
  virtual bool save(std::vector<Real>& /*numbers*/) const { return false; }
  /// Takes what save() appended from the front of the numbers.
  virtual void restore(Values& /*numbers*/) {}

  /// Replaces the accumulated t by the grid's own.
  virtual void set_time(Real t) = 0;
  virtual View<Real> view() const = 0;
  /// (q, v) -> (q, -v): integrating on then runs back along the orbit of a reversible system.
  virtual void reverse() = 0;

 protected:
  /// For start() and move_to(): there is a state from here on. @throws InputError (key "q" or "v") for other sizes than
  /// the system's.
  void admit(Values q, Values v) {
    admit_size("q", q.size(), system_.coordinates());
    admit_size("v", v.size(), system_.velocities());
    started_ = true;
  }
  /// For step().
  bool started() const { return started_; }

 private:
  static void admit_size(const char* key, std::size_t size, Eigen::Index wanted) {
    if (size != static_cast<std::size_t>(wanted)) refuse_size(key, size, static_cast<std::size_t>(wanted));
  }

  System<Real> system_;
  bool started_ = false;
};

/// For Integrator::save(): a truth, a number, or the entries of a vector or a span.
template <class Real, class X> void put(std::vector<Real>& numbers, const X& x) {
  if constexpr (requires { x.begin(); }) numbers.insert(numbers.end(), x.begin(), x.end());
  else numbers.push_back(static_cast<Real>(x));
}

/// For Integrator::restore(): the same, as many as x has entries.
template <class Real, class X> void take(std::span<const Real>& numbers, X& x) {
  if constexpr (requires { x.begin(); }) {
    const auto size = static_cast<std::size_t>(x.size());
    std::ranges::copy(numbers.first(size), x.begin());
    numbers = numbers.subspan(size);
  } else {
    x = static_cast<X>(numbers.front());
    numbers = numbers.subspan(1);
  }
}

}  // namespace nonholo
