// The kick-drift form of a conservative mechanical system with constant mass. A step is a list of kicks and drifts,
// compiled with the problem and run in one call. Methods that are explicit but for the constraint use it.
//
//   drift        q <- q + c h v
//   kick         v <- v + c h M^-1 (f(q) + K(q)^T l),   l such that    k(q + look h v, v) = 0
//   mean_kick    the same with                          k(q, v) + k(q + look h v, v) = 0
//   push         v <- v + c h M^-1 (f(q) + K(q)^T l),   l that of the latest kick or start
//   leap         v <- w + c h M^-1 (f(q) + K(q)^T l),   likewise, w the velocity of the latest drift
//
// The unknowns of a kick are its m multipliers. Newton's method solves for them to round-off. Where A does not change
// along the reactions, k is affine in l, and one linear solve suffices. Forces and reactions of a point are kept until
// the next drift.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/outcome.hpp>

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace nonholo {

enum class Move { drift, kick, mean_kick, push, leap };

/// One instruction; c and look in steps, and in time once a program is bound to a step size.
template <class Real> struct KickDriftMove {
  Move move;
  Real c;
  Real look = 0;
};

/// The moves of one step. The step ends at the point where its last kick evaluated k: after a drift with c = look, or
/// at once if look = 0.
template <class Real> using KickDriftProgram = std::vector<KickDriftMove<Real>>;

/// The counts of a run of moves. The struct is too large for registers on purpose: GCC packs smaller members through
/// memory and waits for the store.
struct KickDriftReport {
  Outcome outcome = Outcome::success;
  long iterations = 0;   ///< of Newton's method
  long evaluations = 0;  ///< of the forces
};

/// One state and its scratch; use one object for each thread. Nothing allocates, except in problems whose sizes are
/// known at run time only.
template <class Real> class KickDrift {
 public:
  using Values = std::span<const Real>;
  virtual ~KickDrift() = default;

  /// Sets the state and l. If the program begins with a push, l is used; else it is only a guess.
  virtual void start(Values q, Values v, Values l) = 0;
  /// v <- -v.
  virtual void reverse() = 0;
  /// The moves, with c and look in time. After a failure the state is that of before.
  virtual KickDriftReport run(std::span<const KickDriftMove<Real>> moves) = 0;

  /// The addresses are valid as long as the object lives.
  virtual Values q() const = 0;
  virtual Values v() const = 0;
  virtual Values l() const = 0;
};

/// Null if a system has no kick-drift form.
template <class Real> using MakeKickDrift = std::function<std::unique_ptr<KickDrift<Real>>()>;

}  // namespace nonholo
