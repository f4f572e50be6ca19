// A method bound to a system, its state and its scratch: what the time loop drives, whatever the method and the sizes.
//
// Methods with stage equations write those and take stage_integrator.hpp; the others derive from Integrator and write
// do_start() and do_step(). What callers give is checked here, once for all methods. A step throws nothing, allocates
// nothing and hides nothing.
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
[[noreturn]] void refuse_infinite(const char* key);
[[noreturn]] void refuse_saved(std::size_t size, std::size_t wanted);
[[noreturn]] void refuse_to_restore();

template <class Real> class Integrator {
 public:
  using Values = std::span<const Real>;

  explicit Integrator(System<Real> system) : system_(std::move(system)) {}
  virtual ~Integrator() = default;

  const System<Real>& system() const { return system_; }
  virtual MethodTraits traits() const = 0;

  /// Sets the state. integrate() checks that it is consistent; whoever drives an integrator by hand owes the same care.
  /// @throws InputError (key "t", "q" or "v") for vectors of other sizes than the system's and for numbers that are not
  ///         finite; UnsuitableSystem where the method is not for what the system does there
  ///         (while_conservative.hpp).
  void start(Real t, Values q, Values v) {
    want_state(t, q, v);
    started_ = false;  // as long as do_start() may throw
    do_start(t, q, v);
    started_ = true;
  }

  /// Where to look for the z of a DAE whose hidden constraint has several roots; told before start(). Others know their
  /// multipliers from (q, v).
  virtual void guess_multipliers(Values) {}

  /// Goes on from another state: start(), but what speeds up the next step (guesses, step sizes) may be kept. For
  /// methods with traits().one_step. @throws what start() throws.
  void move_to(Real t, Values q, Values v) {
    if (!started_) return start(t, q, v);
    want_state(t, q, v);
    do_move_to(t, q, v);
  }

  /// To be called between two steps when something changed that the system reads and that is no function of (t, q, v),
  /// such as the input of a controller: a move_to() where the state is already. The next step then depends on no value
  /// that the system had before, neither a stage nor a history nor a Jacobian; guesses may. A method of several steps
  /// starts anew from (q, v), and view() has no multipliers until the next step. The state must satisfy the constraints
  /// as they are now. Allocates.
  void changed() {
    if (!started_) return;
    const View<Real> now = view();
    const std::vector<Real> q(now.q.begin(), now.q.end()), v(now.v.begin(), now.v.end()),
        lambda(now.lambda_stage.begin(), now.lambda_stage.end());
    if (!lambda.empty()) guess_multipliers(lambda);  // the root of a DAE stays
    do_move_to(now.t, q, v);
  }

  /// One step of size h; an adaptive method takes one accepted step of at most h. After a failure the state is that of
  /// before. Before start() there is none: Outcome::not_started. A step of h = 0 succeeds and changes nothing.
  StepReport step(Real h) {
    if (started_ && h - h == 0 && h != 0) [[likely]]
      return do_step(h);
    return without_step(h);
  }

  /// Beside the outcome of a step that failed: what else this method knows about it, a clause for people. Empty when
  /// there is nothing.
  virtual std::string remark() const { return {}; }

  /// Appends all that later steps depend on and that does not merely make them faster (histories, Jacobians), so that a
  /// fresh integrator of the same method and system, once it was started where this one was, can take over (restore()):
  /// any two that do go on alike, to the last bit. False where a method cannot be left that way.
  virtual bool save(std::vector<Real>& /*numbers*/) const { return false; }
  /// Takes what save() appended from the front of the numbers.
  /// @throws InputError (key "numbers") for fewer numbers than that, and where save() is false.
  void restore(Values& numbers) {
    std::vector<Real> own;
    if (!save(own)) refuse_to_restore();
    if (numbers.size() < own.size()) refuse_saved(numbers.size(), own.size());
    do_restore(numbers);
  }

  /// Replaces the accumulated t by the grid's own.
  virtual void set_time(Real t) = 0;
  virtual View<Real> view() const = 0;
  /// (q, v) -> (q, -v): integrating on then runs back along the orbit of a reversible system.
  virtual void reverse() = 0;

 protected:
  /// q and v have the sizes of the system, and all numbers are finite.
  virtual void do_start(Real t, Values q, Values v) = 0;
  /// The same, after a start.
  virtual void do_move_to(Real t, Values q, Values v) { do_start(t, q, v); }
  /// h is finite (of an adaptive method possibly infinite) and not 0, and there was a start.
  virtual StepReport do_step(Real h) = 0;
  /// There are as many numbers as save() appends, or more.
  virtual void do_restore(Values& /*numbers*/) {}

 private:
  void want_state(const Real& t, Values q, Values v) const {
    if (t - t != 0) refuse_infinite("t");
    want_vector("q", q, static_cast<std::size_t>(system_.coordinates()));
    want_vector("v", v, static_cast<std::size_t>(system_.velocities()));
  }

  static void want_vector(const char* key, Values x, std::size_t wanted) {
    if (x.size() != wanted) refuse_size(key, x.size(), wanted);
    Real none = 0;  // a plain pass: compositions move before every substep
    for (const Real& each : x) none += each - each;
    if (none != 0) refuse_infinite(key);
  }

  /// Of an h that is 0 or not finite, or before the start. An adaptive method takes an infinite h for no bound.
  StepReport without_step(Real h) {
    if (!started_) return {.outcome = Outcome::not_started};
    if (h == 0) return {};
    return h > 0 && traits().adaptive ? do_step(h) : StepReport{.outcome = Outcome::not_finite};
  }

  System<Real> system_;
  bool started_ = false;
};

/// For Integrator::save(): a truth, a number, or the entries of a vector or a span.
template <class Real, class X> void put(std::vector<Real>& numbers, const X& x) {
  if constexpr (requires { x.begin(); }) numbers.insert(numbers.end(), x.begin(), x.end());
  else numbers.push_back(static_cast<Real>(x));
}

/// For Integrator::do_restore(): the same, as many as x has entries.
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
