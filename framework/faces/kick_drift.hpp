// The face of a mechanical system of constant mass, conservative, on which a step is a list of kicks and drifts: what
// methods that are explicit but for the constraint run on, in one call for each step, compiled with the problem.
//
//   drift        q <- q + c h v
//   kick         v <- v + c h M^-1 (f(q) + K(q)^T l),   l such that    k(q + look h v, v) = 0
//   mean_kick    the same with                          k(q, v) + k(q + look h v, v) = 0
//   push         v <- v + c h M^-1 (f(q) + K(q)^T l),   l that of the latest kick or start
//   leap         v <- w + c h M^-1 (f(q) + K(q)^T l),   likewise, w the velocity of the latest drift
//
// The unknowns of a kick are its m multipliers, solved by Newton's method to round-off, and at once where A does not
// change along the reactions: k is affine in l then. Forces and reactions of a point are kept until the next drift.
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

/// The moves of one step. It ends where its last kick has looked: after a drift with c = look, or at once with look =
/// 0.
template <class Real> using KickDriftProgram = std::vector<KickDriftMove<Real>>;

/// What a run of moves took. Too large for registers on purpose: GCC puts numbers of four bytes together in memory, and
/// waits for it.
struct KickDriftReport {
  Outcome outcome = Outcome::success;
  long iterations = 0;   ///< of Newton's method
  long evaluations = 0;  ///< of the forces
};

/// One state and its scratch: one for each thread. Nothing allocates unless the problem does: one whose sizes are known
/// at run time.
template <class Real> class KickDrift {
 public:
  using Values = std::span<const Real>;
  virtual ~KickDrift() = default;

  /// The state, and l where the program begins with a push (else only a guess).
  virtual void start(Values q, Values v, Values l) = 0;
  /// v <- -v.
  virtual void reverse() = 0;
  /// The moves, with c and look in time. After a failure the state is that of before.
  virtual KickDriftReport run(std::span<const KickDriftMove<Real>> moves) = 0;

  /// These stay where they are as long as the object lives.
  virtual Values q() const = 0;
  virtual Values v() const = 0;
  virtual Values l() const = 0;
};

/// Empty where a system has no such face.
template <class Real> using MakeKickDrift = std::function<std::unique_ptr<KickDrift<Real>>()>;

}  // namespace nonholo
