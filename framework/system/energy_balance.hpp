// The work W done on a system along a run, which its energy should gain. Work is done by forces, by reactions that are
// not workless (offsets, constraints nonlinear in v, constraints that are not ideal) and by the dependence of L on t.
//
//   dE/dt = F . v + r . v - L_t          (Jay 2009, 2.2: for ideal constraints r . v = lambda . K v)
//
// The balance sees a run state by state, whatever the method. Between states q(t) is a polynomial: it has the q, v and
// v' = a(t, q, v) of the last three states, in the first step of two. The power is integrated along it by the Gauss
// formula with four points. The work has order 8 in the distance of the states; in the first step it has order 7 until
// the second step is seen. Nearly all methods have lower orders, so what is left of E - E_0 - W is the error of the
// method.
//
// Where inputs change (inputs.hpp) the acceleration jumps: the curve begins anew there.
//
// Where a step is more than eight times as long as the step before, differences over both would magnify rounding. Such
// a step uses its own two ends alone.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/hermite_curve.hpp>
#include <nonholo/framework/system/probe.hpp>
#include <nonholo/framework/system/system.hpp>

#include <array>
#include <memory>
#include <span>
#include <vector>

namespace nonholo {

/// Holds scratch: use one for each thread. Nothing allocates after construction. For a conservative system, and for one
/// that is not mechanical, the work is 0 and costs nothing.
template <class Real> class EnergyBalance {
 public:
  using Values = std::span<const Real>;

  explicit EnergyBalance(const System<Real>& system);

  /// Begins at this state, with work 0.
  void start(Real t, Values q, Values v);

  /// The work from the start to this state, the next one of the run. Without start() this state is the start. NaN if
  /// the equations of motion could not be solved on the way. [J]
  Real advance(Real t, Values q, Values v);

  Real work() const { return work_; }

  /// All that the balance knows of past states. remember() gives it to another balance that continues the run; a memory
  /// of another size is ignored.
  std::vector<Real> memory() const;
  void remember(Values memory);

 private:
  using Node = CurvePoint<Real>;  // q, v and a
  void push(Real t, Values q, Values v);
  void accelerate(Node& node);
  void begin_anew();
  Real integral(Real from, Real to);
  void interpolate();

  std::unique_ptr<Probe<Real>> probe_;
  std::shared_ptr<const Inputs<Real>> inputs_;  // or none
  long changes_ = 0;                            // of inputs_, so far
  bool idle_;                                   // nothing can do work
  bool bent_;                 // k may be nonlinear in v: v of the polynomial is projected, lest k itself do work
  std::array<Node, 3> node_;  // the newest first
  HermiteCurve<Real> curve_;
  VectorX<Real> q_, v_;
  int seen_ = 0;               // states since the start, at most 4
  Real work_ = 0, first_ = 0;  // first_: work in the first step from two nodes
};

}  // namespace nonholo
