// Solving the nonlinear equations F(x) = 0 of a step, to round-off by default.
//
// An engine poses its equations through StageEquations; a NonlinearSolver solves them. The solver here iterates
//
//   x <- x + dx,   J_frozen dx = -F(x),
//
// with a structured linearisation that the engine makes once per step at the starting guess. If that contracts poorly
// or slowly, as with stiff potentials, J becomes the exact Jacobian, kept over iterations and steps for as long as it
// serves. If even that contracts poorly, the iteration becomes Newton's method.
//
// For large systems there is no memory for the exact Jacobian. GMRES then finds increments to a thousandth of their
// length. It uses products of the Jacobian by differences of F, preconditioned by the linearisation of the engine
// (Knoll & Keyes 2004).
//
// The iteration stops if the increment no longer falls and is no larger than rounding explains. It also stops if the
// contraction seen so far says that the next increment is below round-off. A looser solve shows up as energy drift. No
// rule depends on units: weights scale with the unknowns, and Newton's method pivots in rows scaled to one size.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>
#include <nonholo/framework/base/outcome.hpp>
#include <nonholo/framework/base/lu.hpp>
#include <nonholo/framework/solver/gmres.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <span>

namespace nonholo {

template <class Real> class StageEquations {
 public:
  virtual ~StageEquations() = default;
  virtual Eigen::Index size() const = 0;

  /// F(x).
  virtual void residual(const VectorX<Real>& x, VectorX<Real>& F) = 0;

  /// Makes the frozen linearisation at the x of the latest residual(). False if it is singular.
  virtual bool linearise() = 0;

  /// Solves (frozen linearisation) dx = -F.
  virtual void correct(const VectorX<Real>& F, VectorX<Real>& dx) = 0;

  /// The exact Jacobian F'(x) at the x of the latest residual(): size() x size(), or that of the independent unknowns.
  virtual void jacobian(const VectorX<Real>& x, MatrixX<Real>& J) = 0;

  /// Indices, in their order, of the unknowns and equations that Newton's method has to solve. The other unknowns
  /// follow from these, as repetitions do. Empty: all are independent. Only RoundOffNewton uses it: do not give
  /// equations with dependent unknowns to other solvers.
  virtual std::span<const Eigen::Index> independent() const { return {}; }

  /// Sets the dependent entries of dx from the independent ones.
  virtual void follow(VectorX<Real>& /*dx*/) {}

  /// weight[i] = 1 / (typical size of x[i]); 0 for components that converge with the others and are not watched.
  /// Called after residual(x), in the first iteration and in later ones while increments are large. `weight` holds the
  /// result of the previous call.
  virtual void weights(const VectorX<Real>& x, VectorX<Real>& weight) = 0;
};

enum class JacobianChoice { automatic, frozen, exact };

struct SolverReport {
  Outcome outcome = Outcome::success;
  int iterations = 0;    ///< increments applied
  int evaluations = 0;   ///< residuals evaluated
  double increment = 0;  ///< the last increment, weighted infinity norm
  double first = 0;      ///< the first increment, in this norm: the error of the guess
};

/// From this number of unknowns on, an exact Jacobian is made only on request.
inline constexpr Eigen::Index large_system = 1000;

/// Increments, in epsilon, that may be rounding where the equations are ill-conditioned.
inline constexpr double ill_conditioned_noise = 1e6;

template <class Real> class NonlinearSolver {
 public:
  virtual ~NonlinearSolver() = default;
  /// Replaces the guess in x by a root. Nothing allocates after construction, except for large systems: the substitute
  /// for the frozen linearisation is allocated when it is first needed.
  virtual SolverReport solve(StageEquations<Real>& equations, VectorX<Real>& x) = 0;
  /// Call it before equations of another run, another state or another step size: kept Jacobians no longer serve.
  /// A Jacobian of steps that were 1e8 times as long gives increments so small that the iteration seems finished.
  virtual void forget() {}
};

/// The guess of a step whose unknowns are not extrapolated from the steps before.
enum class FirstGuess {
  tangent,     ///< along the motion from the state at the start of the step (Hilden 2009, (2.22))
  naive,       ///< the state at the start of the step
  recomputed,  ///< as `tangent`, with the multiplier that the state implies instead of that of the last stage
};

template <class Real> struct SolverOptions {
  JacobianChoice jacobian = JacobianChoice::automatic;
  Real tolerance = 0;       ///< on the weighted increment; 0 means round-off
  int max_iterations = 50;  ///< for each of the two iterations
  bool extrapolate = true;  ///< the guess extrapolates the unknowns of the last steps, if there are some
  FirstGuess guess = FirstGuess::tangent;
  /// Makes another solver for systems of the given size, such as KINSOL; empty means RoundOffNewton.
  std::function<std::unique_ptr<NonlinearSolver<Real>>(Eigen::Index size, const SolverOptions& options)> make;
};

template <class Real> class RoundOffNewton final : public NonlinearSolver<Real> {
 public:
  /// @param independent number of independent unknowns; 0 means that all are
  RoundOffNewton(Eigen::Index size, const SolverOptions<Real>& options, std::size_t independent = 0);
  SolverReport solve(StageEquations<Real>& equations, VectorX<Real>& x) override;
  void forget() override {
    kept_ = false;
    without_frozen_ = 0;
  }

 private:
  enum class Linear { frozen, kept, exact, krylov };
  SolverReport iterate(StageEquations<Real>& equations, VectorX<Real>& x, Linear linear);
  Real weigh_again(StageEquations<Real>& equations, const VectorX<Real>& x, bool guess_told_nothing);
  Real apply_increment(VectorX<Real>& x);
  bool is_unweighed_increment() const;
  Real rounding(StageEquations<Real>& equations, const VectorX<Real>& x, Linear linear);
  void make_room();
  void factor(const StageEquations<Real>& equations);
  void newton_step(StageEquations<Real>& equations);
  int krylov_step(StageEquations<Real>& equations, const VectorX<Real>& x);
  bool direction(StageEquations<Real>& equations, const VectorX<Real>& x, Linear linear, bool first, int& evaluations);

  JacobianChoice jacobian_;
  Real tolerance_;
  int max_iterations_;
  VectorX<Real> start_, F_, dx_, weight_, moved_, other_;
  VectorX<Real> row_scale_, own_F_, own_dx_;  // of the independent unknowns
  VectorX<Real> frozen_, slope_;              // for GMRES
  MatrixX<Real> J_;
  Lu<Real> lu_;
  Gmres<Real> gmres_;
  bool kept_ = false;       // lu_ holds an exact Jacobian that still serves
  int made_for_ = 0;        // the iterations of the step for which it was made
  int without_frozen_ = 0;  // steps that do not try the frozen linearisation
};

/// The solver that the options ask for.
template <class Real> std::unique_ptr<NonlinearSolver<Real>> make_solver(Eigen::Index size,
                                                                         const SolverOptions<Real>& options,
                                                                         std::size_t independent = 0) {
  if (options.make) return options.make(size, options);
  return std::make_unique<RoundOffNewton<Real>>(size, options, independent);
}

}  // namespace nonholo
