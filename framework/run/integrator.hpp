// An Integrator is a method bound to a system, with its state and its scratch. The time loop drives it, whatever the
// method and the sizes.
//
// A method with stage equations writes these and uses stage_integrator.hpp. Other methods derive from Integrator and
// write do_start() and do_step(). Arguments of callers are checked here, once for all methods. A step throws nothing,
// allocates nothing and reports every failure.
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

  /// Sets the state. The caller must make sure that it is consistent, as integrate() does.
  /// @throws InputError (key "t", "q" or "v") for vectors whose sizes are not those of the system and for numbers that
  ///         are not finite; UnsuitableSystem if the method does not suit the system at this state
  ///         (while_conservative.hpp).
  void start(Real t, Values q, Values v) {
    want_state(t, q, v);
    started_ = false;  // as long as do_start() may throw
    do_start(t, q, v);
    started_ = true;
  }

  /// Gives a guess of z for a DAE whose hidden constraint has several roots. Call it before start(). Other systems
  /// compute their multipliers from (q, v).
  virtual void guess_multipliers(Values) {}

  /// Continues from another state. Like start(), but the method may keep what speeds up the next step: guesses and step
  /// sizes. For methods with traits().one_step. @throws what start() throws.
  void move_to(Real t, Values q, Values v) {
    if (!started_) return start(t, q, v);
    want_state(t, q, v);
    do_move_to(t, q, v);
  }

  /// Call it between two steps if the system reads a value that changed and is no function of (t, q, v), such as the
  /// input of a controller. It is a move_to() to the present state. The next step then depends on no earlier value of
  /// the system: no stage, history or Jacobian; guesses may. A multistep method starts anew from (q, v), and view() has
  /// no multipliers until the next step. The state must satisfy the constraints as they are now. Allocates.
  void changed() {
    if (!started_) return;
    const View<Real> now = view();
    const std::vector<Real> q(now.q.begin(), now.q.end()), v(now.v.begin(), now.v.end()),
        lambda(now.lambda_stage.begin(), now.lambda_stage.end());
    if (!lambda.empty()) guess_multipliers(lambda);  // the root of a DAE stays
    do_move_to(now.t, q, v);
  }

  /// Takes one step of size h; an adaptive method takes one accepted step of at most h. After a failure the state is
  /// that before the step. Without a start() the outcome is Outcome::not_started. A step of h = 0 succeeds and changes
  /// nothing.
  StepReport step(Real h) {
    if (started_ && h - h == 0 && h != 0) [[likely]]
      return do_step(h);
    return without_step(h);
  }

  /// What the method knows about a failed step beside its outcome: a clause for people, or empty.
  virtual std::string remark() const { return {}; }

  /// Appends all numbers on which later steps depend, except those that only make them faster (histories, Jacobians). A
  /// fresh integrator of the same method and system, once started at the start of this one, continues from them with
  /// restore(). Any two integrators that do so agree to the last bit. False if the method does not support this.
  virtual bool save(std::vector<Real>& /*numbers*/) const { return false; }
  /// Takes the numbers that save() appended from the front of `numbers`.
  /// @throws InputError (key "numbers") for fewer numbers than save() appends, and if save() is false.
  void restore(Values& numbers) {
    std::vector<Real> own;
    if (!save(own)) refuse_to_restore();
    if (numbers.size() < own.size()) refuse_saved(numbers.size(), own.size());
    do_restore(numbers);
  }

  /// Replaces the accumulated t by the time of the grid.
  virtual void set_time(Real t) = 0;
  virtual View<Real> view() const = 0;
  /// (q, v) -> (q, -v). Further steps then run back along the orbit of a reversible system.
  virtual void reverse() = 0;

 protected:
  /// Called with q and v of the sizes of the system; all numbers are finite.
  virtual void do_start(Real t, Values q, Values v) = 0;
  /// Called as do_start(), after a start.
  virtual void do_move_to(Real t, Values q, Values v) { do_start(t, q, v); }
  /// Called after a start, with h != 0. h is finite, but may be infinite for an adaptive method.
  virtual StepReport do_step(Real h) = 0;
  /// Called with at least as many numbers as save() appends.
  virtual void do_restore(Values& /*numbers*/) {}

 private:
  void want_state(const Real& t, Values q, Values v) const {
    if (t - t != 0) refuse_infinite("t");
    want_vector("q", q, static_cast<std::size_t>(system_.coordinates()));
    want_vector("v", v, static_cast<std::size_t>(system_.velocities()));
  }

  static void want_vector(const char* key, Values x, std::size_t wanted) {
    if (x.size() != wanted) refuse_size(key, x.size(), wanted);
    Real none = 0;  // one pass without branches, because compositions move before every substep
    for (const Real& each : x) none += each - each;
    if (none != 0) refuse_infinite(key);
  }

  /// The report for an h that is 0 or not finite, or before the start. An infinite h does not bound an adaptive method.
  StepReport without_step(Real h) {
    if (!started_) return {.outcome = Outcome::not_started};
    if (h == 0) return {};
    return h > 0 && traits().adaptive ? do_step(h) : StepReport{.outcome = Outcome::not_finite};
  }

  System<Real> system_;
  bool started_ = false;
};

/// For Integrator::save(): appends a bool, a number, or the entries of a vector or a span.
template <class Real, class X> void put(std::vector<Real>& numbers, const X& x) {
  if constexpr (requires { x.begin(); }) numbers.insert(numbers.end(), x.begin(), x.end());
  else numbers.push_back(static_cast<Real>(x));
}

/// For Integrator::do_restore(): takes x from the front of the numbers, as many as x has entries.
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
