// The work done on a system along a run, which its energy is to have gained: forces, reactions that are not workless
// (offsets, constraints nonlinear in v, constraints that are not ideal) and the time that L depends on.
//
//   dE/dt = F . v + r . v - L_t          (Jay 2009, 2.2: of ideal constraints r . v = lambda . K v)
//
// A run is seen state by state, whatever method makes it. Between the states q(t) is the polynomial that has q, v and
// v' = a(t, q, v) of the last three of them, of two in the first step; the power on it is integrated by the formula of
// Gauss with four points. The work is right to order 8 in the distance of the states, to order 7 in the first step
// until the second is seen, beyond that of nearly all methods: what is left of E - E_0 - W is the method's. Where a
// step is more than eight times as long as the one before, differences over both would magnify rounding: it goes by its
// own two ends then.
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

/// Scratch for one thread; nothing allocates after construction. Of conservative systems the work is 0 and costs
/// nothing.
template <class Real> class EnergyBalance {
 public:
  using Values = std::span<const Real>;

  explicit EnergyBalance(const System<Real>& system);

  /// From here on, with work 0.
  void start(Real t, Values q, Values v);

  /// The work up to this state, the next one; without a start() it is the first. NaN where the equations of motion
  /// could not be solved on the way. [J]
  Real advance(Real t, Values q, Values v);

  Real work() const { return work_; }

  /// All that it knows of the states behind, for another that is to go on like this one.
  std::vector<Real> memory() const;
  void remember(Values memory);

 private:
  using Node = CurvePoint<Real>;  // q, v and a
  void push(Real t, Values q, Values v);
  Real integral(Real from, Real to);
  void interpolate();

  std::unique_ptr<Probe<Real>> probe_;
  bool idle_;                 // nothing can do work
  bool bent_;                 // k need not be affine: v of the polynomial is put onto it, lest k itself do work
  std::array<Node, 3> node_;  // the last one first
  HermiteCurve<Real> curve_;
  VectorX<Real> q_, v_;
  int seen_ = 0;               // states since the start, at most 4
  Real work_ = 0, first_ = 0;  // first_: of the first step as two nodes saw it
};

}  // namespace nonholo
