// What a method is: State start(dynamics, t, q, v); StepReport step(State&, h, Workspace&); View view(State);
// reverse(State&).
//
// A method is an immutable value (a tableau and options, say). State is all it carries from step to step; Workspace is
// scratch and the dynamics it runs on, made once, used by one thread. A step throws nothing, allocates nothing and
// hides nothing.
#pragma once

#include <nonholo/framework/faces/dynamics.hpp>
#include <nonholo/framework/base/outcome.hpp>

#include <concepts>
#include <span>
#include <string>

namespace nonholo {

/// What a method's state shows. The spans live as long as the state and change with it.
template <class Real> struct View {
  Real t;
  std::span<const Real> q, v;  ///< n entries each
  /// the method's own last-stage multipliers, m entries; empty before the first step or where it has none
  std::span<const Real> lambda_stage;
};

struct StepReport {
  Outcome outcome = Outcome::success;
  int iterations = 0;   ///< of the nonlinear solver
  int evaluations = 0;  ///< of the system: one block (p, f, k, K) or one right-hand side
  int rejected = 0;     ///< attempts that error control turned down
  /// size of the last increment relative to the unknowns, when the stage equations were not solved
  double residual = 0;
};

struct MethodTraits {
  int order = 0;             ///< of q and v (y) on the system it runs on; 0 when no theorem tells
  int position_order = 0;    ///< of q where it is higher than that of v; else 0
  int multiplier_order = 0;  ///< of lambda_stage (z_stage) at the end of the step; 0 when no theorem tells
  bool symmetric = false;    ///< a step of -h undoes a step of h
  /// beside symmetric methods: those whose state is a pair of nodes, which run back after reverse()
  bool reversible = false;
  bool keeps_constraint = false;  ///< k = 0 at every step, to round-off
  bool keeps_energy = false;
  bool adaptive = false;  ///< chooses its steps; the h given is a bound
  /// (q, v) is all that it carries: h may change and Integrator::move_to may be called between steps
  bool one_step = true;
};

template <class M>
concept Method = requires(const M& method, const typename M::DynamicsType& dynamics, typename M::State& state,
                          typename M::Workspace& workspace, typename M::Real h,
                          const typename M::DynamicsType::Coordinates& q) {
  requires std::constructible_from<typename M::Workspace, const M&, const typename M::DynamicsType&>;
  { method.start(dynamics, h, q, q) } -> std::same_as<typename M::State>;
  { method.step(state, h, workspace) } -> std::same_as<StepReport>;  // advances state.t by h
  { method.view(state) } -> std::same_as<View<typename M::Real>>;
  {method.reverse(state)};  // (q, v) -> (q, -v), and whatever belongs to it
  { method.traits(dynamics) } -> std::same_as<MethodTraits>;
  { state.t } -> std::convertible_to<typename M::Real>;
};  // optional: move(state, t, q, v), Integrator::move_to

}  // namespace nonholo
