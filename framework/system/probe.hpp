// Diagnostics of one state of a system whose size is known only at run time: energy, constraint residuals, consistent
// multipliers, accelerations, the nearest consistent velocity. An explicit method can be written with them alone.
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
  Real position = 0;         ///< infinity norm of g, the constraints on positions; 0 for a DAE
  Real scaled_position = 0;  ///< largest |g_i| / (|g_q,i| |q|) in 2-norms, over rows where the denominator is not zero
};

/// A constraint that does not hold. `residual` is k_i; `scaled` is k_i / (|K_i| |v|) in the mass metric, infinite at
/// rest. For a constraint on positions see Probe::misplaced().
template <class Real> struct Violation {
  Eigen::Index constraint;
  Real residual, scaled;
};

/// One entry for each constraint: residual |k_i|, scale |K_i| |v|, position |g_i|, position_scale
/// sum_j |g_q|_ij |q_j|, position_reach |g_q,i| |q|. Constraints on positions come first; the last three are 0 for the
/// other constraints. Views into the probe: the next constraint() overwrites them.
template <class Real> struct RowResiduals {
  std::span<const Real> residual, scale, position, position_scale, position_reach;
};

/// Holds scratch: use one probe for each thread. q and v have coordinates() entries, lambda has constraints() entries.
/// The functions for steps do not allocate, except for redundant rows (redundant_probe.hpp) and completed masses
/// (completed_mass.hpp).
///
/// For a DAE in Hessenberg form q is y, v is empty, lambda is z and k is g. Residuals are scaled by |g_y,i| |y|. The
/// energy is NaN, but a skew-gradient system has one. place() and project() do nothing.
template <class Real> class Probe {
 public:
  using Values = std::span<const Real>;
  virtual ~Probe() = default;
  virtual Real energy(Real t, Values q, Values v) = 0;
  virtual ConstraintResidual<Real> constraint(Real t, Values q, Values v) = 0;
  /// The rows at the state of the latest constraint(). No entry is finite if k (for a DAE g), K or v was not finite.
  virtual RowResiduals<Real> rows() const = 0;
  /// Whether the constraints are independent at the state of the latest constraint() and were so on the way from the
  /// state of the previous rank_held(). The two states do not tell all of the way between them (rank_watch.hpp).
  virtual bool rank_held() = 0;
  /// Whether the rows turned or their volume changed so much between these two states that the next call should come
  /// soon.
  virtual bool rank_swings() const = 0;
  /// Whether the rows turned by more than a right angle between these two states. Only calls at states in between tell
  /// whether the rows passed through dependence.
  virtual bool rank_turned() const = 0;
  /// The distance of a row from the span of the other rows, relative to the largest distance seen so far; the minimum
  /// over all rows, at the latest rank_held(). 1: no row leans or shrinks. 0: the rows are dependent.
  virtual Real rank_left() const = 0;
  /// Takes the latest rank_held() back: the next call compares with the same state again. For callers that look at
  /// states in between.
  virtual void rank_step_back() = 0;
  /// What rank_held() remembers. Pass it to remember_rank() of a probe that continues the run.
  virtual std::vector<Real> rank_memory() const = 0;
  virtual void remember_rank(Values memory) = 0;
  /// The kinetic energy v . p / 2; 0 for a DAE. [J]
  virtual Real kinetic_energy(Real t, Values q, Values v) = 0;
  /// For a DAE the size of the terms of y': the 2-norm of the vector sum_k (|f_k| + |f_k,z| |z|). z is the root that
  /// Newton's method reaches from the given z; the result is 0 if it reaches none. 0 for a mechanical system.
  virtual Real rate_terms(Real /*t*/, Values /*y*/, Values /*z*/) { return 0; }
  /// For a skew-gradient system the size of the terms of H: sum_i |H_i y_i| with H_i = dH/dy_i. Else 0.
  virtual Real energy_terms(Values /*y*/) { return 0; }
  /// Whether the mass matrix is positive definite at this state. True for a DAE.
  virtual bool mass_definite(Real t, Values q, Values v) = 0;
  /// The constraint on positions with the largest scaled violation g_i / sum_j |g_q|_ij |q_j|; nothing if all hold.
  /// Constraint i holds if |g_i| <= 1e-12 sum_j |g_q|_ij |q_j| + the change of g_i by the last digits of t and q.
  virtual std::optional<Violation<Real>> misplaced(Real t, Values q, Values v) = 0;
  /// The constraint with the largest scaled violation k_i / (|K_i| |v|); nothing if all hold. Norms are those of the
  /// mass metric, |K_i|^2 = K_i p_v^-1 K_i^T and |v|^2 = v . p_v v, so that no choice of units changes the verdict.
  /// Constraint i holds if |k_i| <= 1e-12 |K_i| |v| + the change of k_i by the last digits of t and q. For a DAE norms
  /// are Euclidean and the last term is absent.
  virtual std::optional<Violation<Real>> violated(Real t, Values q, Values v) = 0;
  /// True if the latest multipliers() found a definite mass and independent constraints, both far from the limits of
  /// Regularity. False says nothing.
  virtual bool surely_regular() const { return false; }
  /// For diagnoses, not for steps: it allocates.
  virtual Regularity regularity(Real t, Values q, Values v) = 0;
  /// Computes the consistent multipliers. False if K p_v^-1 K^T is singular or a value is not finite. For a DAE lambda
  /// holds a guess and receives the root that Newton's method reaches from it; false if it reaches no simple root.
  virtual bool multipliers(Real t, Values q, Values v, std::span<Real> lambda) = 0;
  /// Multipliers of all constraints from `held`, the multipliers of the rows that engines hold (System::holding()), as
  /// in View::lambda_stage. The result has the smallest Euclidean norm of all that cause the same reaction. It is
  /// `held` if engines hold all rows. Allocates.
  virtual VectorX<Real> of_all_rows(Real t, Values q, Values v, Values held);
  /// Whether two vectors of multipliers agree to 1e-9 of the accelerations along the constraints that they balance.
  /// Papers print ten digits.
  virtual bool same_multipliers(Real t, Values q, Values v, Values one, Values other) = 0;
  /// Says in words what drives the system at this state, and so may change its energy; empty if nothing does. It finds
  /// an external force, an offset of the constraint, a reaction that does work, and a force, mass, energy or constraint
  /// that is not what it was at time 0. Each counts above round-off. At time 0 it sees no dependence on time. For a DAE
  /// it is empty if the DAE has an energy.
  virtual std::string driven_by(Real t, Values q, Values v) = 0;
  /// Whether the equations of motion at this state differ between the times t and `other`, by more than round-off.
  virtual bool differs_at(Real t, Real other, Values q, Values v) = 0;
  /// The power F . v + r . v - L_t that is put into the system: the rate of its energy along the motion. [W] NaN if it
  /// needs multipliers that cannot be computed; 0 for a DAE.
  virtual Real power(Real t, Values q, Values v) = 0;
  /// v' of the underlying ODE (saddle_point.hpp), n numbers. False where multipliers() is false, and for a DAE.
  virtual bool acceleration(Real t, Values q, Values v, std::span<Real> a) = 0;
  /// Replaces q by a near-by q with g = 0 (SaddlePoint::place()). False if the equations are singular or the iteration
  /// does not end.
  virtual bool place(Real t, std::span<Real> q, Values v) = 0;
  /// Replaces v by the velocity with k = 0 that is nearest in the mass metric. False if the equations are singular.
  virtual bool project(Real t, Values q, std::span<Real> v) = 0;
};

template <class Real> std::unique_ptr<Probe<Real>> make_probe(const System<Real>& system);

/// Why the equations of motion could not be solved at a state. not_finite: a value there is not finite.
/// singular_matrix: the mass is not definite or the constraints are not independent. stage_solver_diverged: the
/// equations can be solved, so the iteration diverged. Allocates.
template <class Real> Outcome why_unsolved(const System<Real>& system, std::type_identity_t<Real> t,
                                           std::type_identity_t<std::span<const Real>> q,
                                           std::type_identity_t<std::span<const Real>> v);

}  // namespace nonholo
