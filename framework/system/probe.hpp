// Looking at a state of a system whose size is known only at run time: energy, constraint residual, consistent
// multipliers, accelerations, the nearest consistent velocity. Enough to write an explicit method on.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/outcome.hpp>
#include <nonholo/framework/system/regularity.hpp>
#include <nonholo/framework/system/system.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace nonholo {

template <class Real> struct ConstraintResidual {
  Real absolute;             ///< infinity norm of k
  Real scaled;               ///< largest |k_i| / (|K_i| |v|) in 2-norms, over rows where the denominator is not zero
  Real position = 0;         ///< infinity norm of g, of constraints on positions; of a DAE 0
  Real scaled_position = 0;  ///< largest |g_i| / (|g_q,i| |q|), likewise
};

/// A constraint that does not hold: k_i, and k_i / (|K_i| |v|) in the mass metric (infinite at rest).
template <class Real> struct Violation {
  Eigen::Index constraint;
  Real residual, scaled;
};

/// Row by row, of as many constraints as there are: |k_i| beside |K_i| |v|, and of those on positions, which come
/// first, |g_i| beside sum_j |g_q|_ij |q_j| and |g_q,i| |q|; 0 for the others. Views into the probe.
template <class Real> struct RowResiduals {
  std::span<const Real> residual, scale, position, position_scale, position_reach;
};

/// Scratch for one thread; no function allocates. q and v have coordinates() entries, lambda constraints(). Of a DAE in
/// Hessenberg form q is y, v is empty, lambda is z and k is g: residuals are scaled by |g_y| |y|, there is no energy
/// (NaN; a skew-gradient system has one) and project() does nothing.
template <class Real> class Probe {
 public:
  using Values = std::span<const Real>;
  virtual ~Probe() = default;
  virtual Real energy(Real t, Values q, Values v) = 0;
  virtual ConstraintResidual<Real> constraint(Real t, Values q, Values v) = 0;
  /// Of the state that constraint() looked at last; NaN where anything of it is not finite.
  virtual RowResiduals<Real> rows() const = 0;
  /// Whether the constraints were independent at the state that constraint() looked at last, and on the way there from
  /// the one of the call before (rank_watch.hpp).
  virtual bool rank_held() = 0;
  /// Whether the rows turned or grew so much between those two looks that the next should not be far.
  virtual bool rank_swings() const = 0;
  /// Whether they turned by more than a right angle: only looks in between tell whether they passed through dependence.
  virtual bool rank_turned() const = 0;
  /// The distance of a row from the span of the others, the least of all rows, as a part of the largest that it was: 1
  /// where no row leans or shrinks, 0 where the rows are dependent. Of the latest rank_held().
  virtual Real rank_left() const = 0;
  /// Takes the latest rank_held() back, for whoever looks at states in between.
  virtual void rank_step_back() = 0;
  /// What rank_held() remembers, for a probe that is to go on like this one.
  virtual std::vector<Real> rank_memory() const = 0;
  virtual void remember_rank(Values memory) = 0;
  /// The kinetic energy v . p / 2; of a DAE 0.
  virtual Real kinetic_energy(Real t, Values q, Values v) = 0;
  /// Of a DAE the size of the terms of y', the norm of sum_k |f_k| + |f_z| |z| with the root z next to the one given;
  /// else 0.
  virtual Real rate_terms(Real /*t*/, Values /*y*/, Values /*z*/) { return 0; }
  /// Of a skew-gradient system the size of the terms of H, sum_i |H_i y_i|; else 0.
  virtual Real energy_terms(Values /*y*/) { return 0; }
  /// Whether the mass is positive definite at this state.
  virtual bool mass_definite(Real t, Values q, Values v) = 0;
  /// The constraint on positions that is most violated, beyond |g_i| <= 1e-12 sum_j |g_q|_ij |q_j| and what t and q
  /// make of g_i in their last digits; nothing when all hold. Scaled as there.
  virtual std::optional<Violation<Real>> misplaced(Real t, Values q, Values v) = 0;
  /// The constraint that is most violated, beyond |k_i| <= 1e-12 |K_i| |v| in the mass metric (|K_i|^2 = K_i p_v^-1
  /// K_i^T, |v|^2 = v . p_v v), which no choice of units changes, and what t and q make of k_i in their last digits;
  /// nothing when all hold.
  virtual std::optional<Violation<Real>> violated(Real t, Values q, Values v) = 0;
  /// True where the latest multipliers() has seen a mass that is definite and constraints that are independent, both
  /// far from the limits of Regularity; false says nothing.
  virtual bool surely_regular() const { return false; }
  /// Allocates: a diagnosis, not part of a step.
  virtual Regularity regularity(Real t, Values q, Values v) = 0;
  /// False when K p_v^-1 K^T is singular. Of a DAE the root nearest to what lambda holds.
  virtual bool multipliers(Real t, Values q, Values v, std::span<Real> lambda) = 0;
  /// Multipliers of all constraints from those of the rows that engines hold (System::holding()), as in
  /// View::lambda_stage: the smallest, in their Euclidean norm, that cause the same reaction. Where engines hold all
  /// rows, those given. Allocates.
  virtual VectorX<Real> of_all_rows(Real t, Values q, Values v, Values held);
  /// Whether two multipliers are the same: to 1e-9 of the accelerations along the constraints that they balance, for
  /// papers print ten digits.
  virtual bool same_multipliers(Real t, Values q, Values v, Values one, Values other) = 0;
  /// What drives the system at this state and so changes its energy, or would if it were not at time 0: an external
  /// force, an offset of the constraint, a time that something depends on, above round-off; in words, empty where
  /// nothing does. Of a DAE empty where it has an energy.
  virtual std::string driven_by(Real t, Values q, Values v) = 0;
  /// Whether anything in the equations of motion is not at this state and time what it is there at another time.
  virtual bool differs_at(Real t, Real other, Values q, Values v) = 0;
  /// What is done on the system in a second, F . v + r . v - L_t: the rate of its energy along the motion. NaN where it
  /// takes multipliers that cannot be had; of a DAE 0. [W]
  virtual Real power(Real t, Values q, Values v) = 0;
  /// v' of the underlying ODE (saddle_point.hpp), n numbers; false as multipliers(), and of a DAE.
  virtual bool acceleration(Real t, Values q, Values v, std::span<Real> a) = 0;
  /// Replaces q by a near-by place with g = 0 (SaddlePoint::place()); false when singular or not found.
  virtual bool place(Real t, std::span<Real> q, Values v) = 0;
  /// Replaces v by the nearest velocity with k = 0 in the mass metric; false when singular.
  virtual bool project(Real t, Values q, std::span<Real> v) = 0;
};

template <class Real> std::unique_ptr<Probe<Real>> make_probe(const System<Real>& system);

/// What it means that the equations of motion could not be solved at a state: not_finite where something there is no
/// number, singular_matrix where the mass is not definite or the constraints are not independent; where they can be
/// solved after all, it is an iteration that went astray: stage_solver_diverged. Allocates.
template <class Real> Outcome why_unsolved(const System<Real>& system, std::type_identity_t<Real> t,
                                           std::type_identity_t<std::span<const Real>> q,
                                           std::type_identity_t<std::span<const Real>> v);

}  // namespace nonholo
