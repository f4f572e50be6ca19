// The state that every form of the geometric nonholonomic integrator carries and shows. Private header of methods/.
#pragma once

#include <nonholo/framework/run/method.hpp>
#include <nonholo/framework/system/saddle_point.hpp>
#include <nonholo/methods/geometric/gni.hpp>

namespace nonholo {

/// (t, q, v~, lambda).
template <class Real, int n, int m> struct NodeState {
  Real t;
  Vector<Real, n> q, v;
  Vector<Real, m> lambda;
  bool moved = false;  ///< lambda is that of a step
};

template <class Real, int n, int m>
NodeState<Real, n, m> node_start(const Dynamics<Real, n, m>& dynamics, MultiplierStart start, Real t,
                                 const Vector<Real, n>& q, const Vector<Real, n>& v) {
  NodeState<Real, n, m> state{t, q, v, Vector<Real, m>::Zero(dynamics.constraints())};
  SaddlePoint<Real, n, m> saddle(dynamics);
  if (start == MultiplierStart::consistent && saddle.solve(t, q, v)) state.lambda = saddle.multipliers();
  return state;
}

template <class Real, int n, int m> View<Real> node_view(const NodeState<Real, n, m>& state) {
  return {state.t, values(state.q), values(state.v), state.moved ? values(state.lambda) : std::span<const Real>()};
}

}  // namespace nonholo
