// The frame of every method that solves stage equations: predict, solve, take the end values, remember for the next
// prediction.
//
// A family writes its equations as a class derived from StepEquations, over whatever face of a system suits them: the
// Dynamics of a size class, a DAE in Hessenberg form, a skew-gradient system. stage_integrator() makes a method of
// them. The frame is compiled once for each scalar: it calls the equations a few times in a step, only the solver calls
// them in every iteration.
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

/// What a stage method carries from step to step.
template <class Real> struct StageState {
  Real t = 0;
  VectorX<Real> q, v;    ///< what it shows
  VectorX<Real> y;       ///< the variables of the equations where those are not (q, v): y of a DAE, zeta
  VectorX<Real> lambda;  ///< of the last stage
  bool moved = false;    ///< lambda is that of a step, the one that led here
  bool begun = false;    ///< there is a step behind since the start ...
  bool turned = false;   ///< ... which now lies ahead: the state was reversed
};

/// A vector of the state as the equations' own type, of fixed size it may be: copied without a loop.
template <class V> Eigen::Map<V> as(VectorX<typename V::Scalar>& x) { return {x.data(), x.size()}; }

/// The equations of one step. No function allocates.
template <class Real> class StepEquations : public StageEquations<Real>, public SeenIncrements<Real> {
 public:
  using State = StageState<Real>;

  virtual MethodTraits traits() const = 0;
  virtual int points() const = 0;                           ///< evaluations of the system in one residual
  virtual Eigen::Index multipliers() const = 0;             ///< entries of State::lambda
  virtual Eigen::Index own_variables() const { return 0; }  ///< entries of State::y

  /// y, and a consistent lambda where the equations start from one, of (t, q, v): after a start, a move and a reversal.
  virtual void pack(State&) {}

  /// After a state was restored that others had come to: y and lambda are theirs. For equations whose y means something
  /// only beside what they carry themselves.
  virtual void restored(State&) {}

  /// Before begin(): the same state in variables that suit this step better. True when y changed: then the unknowns of
  /// past steps predict nothing.
  virtual bool change_variables(State&, Real /*h*/) { return false; }

  /// Binds the equations to the step of size h from this state.
  virtual void begin(const State& state, Real h) = 0;

  /// How many past steps a first guess extrapolates (StageHistory). Few where unknowns may swing from step to step, as
  /// the z of a DAE does with a stability function of -1 at infinity: the guess may lie near another root.
  virtual int remembered() const { return 5; }

  /// Unknowns that are values of one function of time, if any are.
  virtual TimedUnknowns<Real> timed_unknowns() const { return {}; }

  /// The unknowns when there is no history to extrapolate.
  virtual void first_guess(VectorX<Real>& x) = 0;
  /// Those of a motion at rest, where these are other; false where they are not, or nothing may come of it.
  virtual bool guess_at_rest(VectorX<Real>& /*x*/) { return false; }

  /// What may help, beside a smaller h, when they are not solved. Empty when nothing does.
  virtual std::string_view remark() const { return {}; }

  /// q, v, y and lambda of the state that x leads to. It changes nothing: the solver may ask on its way.
  virtual void end(const VectorX<Real>& x, State& next) = 0;

  /// That of the end of the step, as the frame compares it with the state: of (x, dx).
  using Seen = std::function<Real(const VectorX<Real>&, const VectorX<Real>&)>;
  void compare_ends_by(Seen seen) { seen_ = std::move(seen); }
  Real seen(const VectorX<Real>& x, const VectorX<Real>& dx) final {
    return seen_ ? seen_(x, dx) : std::numeric_limits<Real>::infinity();
  }

  /// After end(): whether the step is to be taken, the solution x being one of the equations.
  virtual Outcome verdict(const VectorX<Real>& /*x*/) { return Outcome::success; }

 private:
  Seen seen_;
};

/// The method with these equations, which may refer to faces that the system holds. A step whose end is not finite is
/// not taken: Outcome::not_finite.
template <class Real> std::unique_ptr<Integrator<Real>> stage_integrator(System<Real> system,
                                                                         std::unique_ptr<StepEquations<Real>> equations,
                                                                         const SolverOptions<Real>& options);

/// The same for equations E<Real, n, m>(parameters, const Dynamics<Real, n, m>&), in the size class of the system.
/// @throws UnsuitableSystem unless the system is mechanical.
template <template <class, int, int> class E, class Real, class Parameters>
std::unique_ptr<Integrator<Real>> stage_integrator(const System<Real>& system, const Parameters& parameters,
                                                   const SolverOptions<Real>& options) {
  return system.visit([&]<int n, int m>(const std::shared_ptr<const Dynamics<Real, n, m>>& dynamics) {
    return stage_integrator<Real>(system, std::make_unique<E<Real, n, m>>(parameters, *dynamics), options);
  });
}

}  // namespace nonholo
