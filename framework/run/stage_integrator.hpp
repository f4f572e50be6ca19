// The frame of all methods that solve stage equations. In each step it predicts the unknowns, solves, takes the end
// values, and remembers the unknowns for the next prediction.
//
// A family of methods derives its equations from StepEquations. They may use any face of a system: the Dynamics of a
// size class, a DAE in Hessenberg form, a skew-gradient system. stage_integrator() makes a method of them. The frame is
// compiled once for each scalar: it calls the equations a few times in a step, only the solver calls them in every
// iteration.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrator.hpp>
#include <nonholo/framework/solver/nonlinear_solver.hpp>
#include <nonholo/framework/solver/seen_increments.hpp>
#include <nonholo/framework/solver/stage_history.hpp>

#include <functional>
#include <limits>
#include <memory>
#include <string_view>
#include <utility>

namespace nonholo {

/// The state that a stage method carries from step to step.
template <class Real> struct StageState {
  Real t = 0;
  VectorX<Real> q, v;    ///< the values that view() shows
  VectorX<Real> y;       ///< the variables of the equations if they are not (q, v): y of a DAE, zeta
  VectorX<Real> lambda;  ///< multipliers of the last stage
  bool moved = false;    ///< lambda belongs to the step that led here
  bool begun = false;    ///< a step was taken since the start
  bool turned = false;   ///< the state was reversed, so that this step now lies ahead
};

/// A vector of the state as the type that the equations use. If its size is fixed, it is copied without a loop.
template <class V> Eigen::Map<V> as(VectorX<typename V::Scalar>& x) { return {x.data(), x.size()}; }

/// The equations of one step. No function allocates.
template <class Real> class StepEquations : public StageEquations<Real>, public SeenIncrements<Real> {
 public:
  using State = StageState<Real>;

  virtual MethodTraits traits() const = 0;
  virtual int points() const = 0;                           ///< evaluations of the system in one residual
  virtual Eigen::Index multipliers() const = 0;             ///< entries of State::lambda
  virtual Eigen::Index own_variables() const { return 0; }  ///< entries of State::y

  /// Sets y from (t, q, v), and a consistent lambda if the equations start from one. Called after a start, a move and a
  /// reversal.
  virtual void pack(State&) {}

  /// Called after a state of another integrator was restored, with the y and lambda of that integrator. For equations
  /// whose y has a meaning only together with data of their own.
  virtual void restored(State&) {}

  /// Called before begin(). May write the same state in variables that suit this step better. True if y changed: the
  /// unknowns of past steps then predict nothing.
  virtual bool change_variables(State&, Real /*h*/) { return false; }

  /// Binds the equations to the step of size h from this state.
  virtual void begin(const State& state, Real h) = 0;

  /// The number of past steps that a first guess extrapolates (StageHistory). It should be small if unknowns may
  /// alternate from step to step, as the z of a DAE does with a stability function of -1 at infinity. The guess may
  /// then lie near another root.
  virtual int remembered() const { return 5; }

  /// The unknowns that are values of one function of time, if any.
  virtual TimedUnknowns<Real> timed_unknowns() const { return {}; }

  /// The first guess of the unknowns without a history.
  virtual void first_guess(VectorX<Real>& x) = 0;
  /// The first guess for a motion at rest. False if it equals first_guess(), or if it cannot help.
  virtual bool guess_at_rest(VectorX<Real>& /*x*/) { return false; }

  /// What may help, beside a smaller h, if the equations could not be solved; or empty.
  virtual std::string_view remark() const { return {}; }

  /// Sets q, v, y and lambda of the state to which x leads. It must not change the equations, because the solver may
  /// call it between iterations.
  virtual void end(const VectorX<Real>& x, State& next) = 0;

  /// seen(x, dx) from the end of the step: the frame compares the change of the end by dx with the state.
  using Seen = std::function<Real(const VectorX<Real>&, const VectorX<Real>&)>;
  void compare_ends_by(Seen seen) { seen_ = std::move(seen); }
  Real seen(const VectorX<Real>& x, const VectorX<Real>& dx) final {
    return seen_ ? seen_(x, dx) : std::numeric_limits<Real>::infinity();
  }

  /// Called after end() with a solution x of the equations: whether the step is to be taken.
  virtual Outcome verdict(const VectorX<Real>& /*x*/) { return Outcome::success; }

 private:
  Seen seen_;
};

/// The method with these equations. They may refer to faces that the system owns. A step whose end is not finite is not
/// taken: Outcome::not_finite.
template <class Real> std::unique_ptr<Integrator<Real>> stage_integrator(System<Real> system,
                                                                         std::unique_ptr<StepEquations<Real>> equations,
                                                                         const SolverOptions<Real>& options);

/// The same for equations E<Real, n, m>(parameters, const Dynamics<Real, n, m>&) in the size class of the system.
/// @throws UnsuitableSystem unless the system is mechanical.
template <template <class, int, int> class E, class Real, class Parameters>
std::unique_ptr<Integrator<Real>> stage_integrator(const System<Real>& system, const Parameters& parameters,
                                                   const SolverOptions<Real>& options) {
  return system.visit([&]<int n, int m>(const std::shared_ptr<const Dynamics<Real, n, m>>& dynamics) {
    return stage_integrator<Real>(system, std::make_unique<E<Real, n, m>>(parameters, *dynamics), options);
  });
}

}  // namespace nonholo
