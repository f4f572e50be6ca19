// The state of a run between its steps, for every method alike.
//
// Accepted states are points of a curve with known derivatives: q, v and the acceleration that the saddle point gives;
// of a DAE y and y'. A Hermite polynomial goes through k of them, those at both ends of a step and those before it. Its
// error in a step of h is O(h^(3k)) in q and O(h^(3k-1)) in v, of a DAE O(h^(2k)) in y; k is the smallest number that
// makes the error O(h^(p+1)) for a method of order p. Positions and velocities of the polynomial are then moved onto
// the constraints, as the positions and velocities of a start are (Consistent::project). Where inputs change
// (system/inputs.hpp) accelerations jump, and no polynomial goes through states on both sides.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/hermite_curve.hpp>
#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/framework/system/constraint_projection.hpp>
#include <nonholo/framework/system/probe.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

namespace nonholo {

/// The number k of states that dense output goes through, for a method with these traits. A method that promises no
/// order gets three states: then the polynomial is of order 8 for a mechanical system and of order 6 for a DAE.
inline int interpolation_nodes(const MethodTraits& traits, SystemKind kind) {
  constexpr int unknown = 3;
  if (traits.order == 0) return unknown;
  // Velocities: 3k - 1 >= order + 1. y of a DAE: 2k >= order + 1.
  const bool mechanical = kind == SystemKind::mechanical;
  const int conditions = mechanical ? 3 : 2, wanted = traits.order + (mechanical ? 2 : 1);
  return std::max(2, (wanted + conditions - 1) / conditions);
}

/// A sliding window over the last accepted states of a run. Scratch for one thread. Accelerations are computed only for
/// states that state() needs.
template <class Real> class Interpolant {
 public:
  Interpolant(const System<Real>& system, const MethodTraits& traits);

  int most_nodes() const { return most_; }
  int nodes() const { return nodes_; }

  void clear();
  /// Adds an accepted state, later (or of a backward run earlier) than those before. The oldest one leaves the window
  /// when there are more than most_nodes().
  void add(const View<Real>& state);

  /// Times of the newest states: time(0) of the newest one.
  Real time(int back) const { return point(back).curve.t; }
  /// An accepted state, as it was added.
  View<Real> node(int back) const;

  /// Sets the inputs of the system, if it has some, as the step that ended at t saw them.
  void recall_inputs(const Real& t);

  /// The state at t, in the window. At a node it is the accepted state itself. Where the projection fails (the
  /// constraints are singular there) it is the state of the polynomial. Inputs are afterwards those of the step around
  /// t. Good until the next call of any member.
  View<Real> state(const Real& t);

 private:
  struct Point {
    CurvePoint<Real> curve;
    VectorX<Real> v, lambda;  // v: of a mechanical system also curve.first
    bool complete = false;    // the highest derivative was asked for
  };
  std::size_t at(int back) const {
    const int i = newest_ + back;
    return static_cast<std::size_t>(i < most_ ? i : i - most_);
  }
  const Point& point(int back) const { return points_[at(back)]; }
  /// States through which one polynomial goes, by their places; `step`: the end of the step in which t is.
  struct Part {
    int step, newest, nodes;
  };
  Part about(const Real& t) const;
  void complete(Point& point);
  void project(const Real& t);

  int most_;
  bool mechanical_, holonomic_;
  std::unique_ptr<Probe<Real>> probe_;              // of a mechanical system
  std::unique_ptr<Hessenberg<Real>> dae_;           // of a DAE
  std::optional<ConstraintProjection<Real>> onto_;  // of a DAE with a constraint
  std::vector<Point> points_;                       // a ring: the newest one, and behind it older ones
  int newest_ = 0, nodes_ = 0;
  HermiteCurve<Real> curve_;
  bool fitted_ = false;
  Part fitted_part_ = {};
  MatrixX<Real> rates_;
  VectorX<Real> q_, v_, z_;
  std::shared_ptr<Inputs<Real>> inputs_;  // or none
};

/// An observer that keeps every accepted state of a run and gives the state at any time on the way:
///
///   nonholo::DenseOutput solution(*method);
///   nonholo::integrate(*method, start, span, solution);
///   const nonholo::Snapshot<double> x = solution.state(1.25);
///
/// Memory grows with the number of steps. It begins anew with the start of another run.
template <class Real> class DenseOutput {
 public:
  explicit DenseOutput(const Integrator<Real>& integrator) : window_(integrator.system(), integrator.traits()) {}

  void operator()(const Observation<Real>& seen);

  /// From the start of the run to the last accepted state.
  Real first_time() const { return kept_.front().t; }
  Real last_time() const { return kept_.back().t; }

  /// The state at t. @throws InputError (key "t") for a time outside the run, and before a run.
  Snapshot<Real> state(const Real& t);

 private:
  struct Kept {
    Real t;
    VectorX<Real> q, v, lambda;
  };
  void move_window(std::size_t last);

  Interpolant<Real> window_;
  std::vector<Kept> kept_;
  std::size_t last_ = 0;  // the newest state in the window; 0: none
};

}  // namespace nonholo
