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

#include <memory>
#include <span>
#include <string>
#include <utility>

namespace nonholo {

template <class Real> class Integrator {
 public:
  using Values = std::span<const Real>;

  explicit Integrator(System<Real> system) : system_(std::move(system)) {}
  virtual ~Integrator() = default;

  const System<Real>& system() const { return system_; }
  virtual MethodTraits traits() const = 0;

  /// Sets the state. integrate() checks sizes and consistency first; whoever drives an integrator by hand owes the same
  /// care. @throws UnsuitableSystem where the method is not for what the system does there (while_conservative.hpp).
  virtual void start(Real t, Values q, Values v) = 0;

  /// Where to look for the z of a DAE whose hidden constraint has several roots; told before start(). Others know their
  /// multipliers from (q, v).
  virtual void guess_multipliers(Values) {}

  /// Goes on from another state: start(), but what speeds up the next step (guesses, step sizes) may be kept. For
  /// methods with traits().one_step.
  virtual void move_to(Real t, Values q, Values v) { start(t, q, v); }

  /// One step of size h; an adaptive method takes one accepted step of at most h. After a failure the state is that of
  /// before.
  virtual StepReport step(Real h) = 0;

  /// Beside the outcome of a step that failed: what else this method knows about it, a clause for people. Empty when
  /// there is nothing.
  virtual std::string remark() const { return {}; }

  /// Replaces the accumulated t by the grid's own.
  virtual void set_time(Real t) = 0;
  virtual View<Real> view() const = 0;
  /// (q, v) -> (q, -v): integrating on then runs back along the orbit of a reversible system.
  virtual void reverse() = 0;

 private:
  System<Real> system_;
};

}  // namespace nonholo
