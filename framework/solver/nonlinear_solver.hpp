// Solving the nonlinear equations F(x) = 0 of a step, to round-off by default.
//
// An engine poses its equations through StageEquations; a NonlinearSolver solves them. The solver here iterates
//
//   x <- x + dx,   J_frozen dx = -F(x),
//
// with a structured linearisation that the engine makes once per step at the starting guess. Where that contracts
// poorly or slowly, as with stiff potentials, J becomes the exact Jacobian, kept over iterations and steps for as long
// as it serves; where even that contracts poorly the iteration is Newton's. Of large systems the exact Jacobian has no
// room: GMRES then finds increments a thousandth of their length off, from its products by differences of F, with the
// linearisation of the engine before them (Knoll & Keyes 2004). It stops when the increment no longer falls and is no
// more than rounding makes it, or when the contraction seen so far says that the next one would be below round-off: a
// looser solve shows up as energy drift. No rule depends on units: weights scale with the unknowns, and Newton's method
// pivots in rows scaled to one size.
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

  /// Makes the frozen linearisation at the x of the latest residual(). False when it is singular.
  virtual bool linearise() = 0;

  /// dx from (frozen linearisation) dx = -F.
  virtual void correct(const VectorX<Real>& F, VectorX<Real>& dx) = 0;

  /// The exact Jacobian F'(x) at the x of the latest residual(), size() x size(), or that of the independent unknowns.
  virtual void jacobian(const VectorX<Real>& x, MatrixX<Real>& J) = 0;

  /// Where the unknowns stand that Newton's method has to solve for, and its equations, in their order: the others
  /// follow them, as repetitions do. Empty: all. RoundOffNewton alone asks; equations with some are not for other
  /// solvers.
  virtual std::span<const Eigen::Index> independent() const { return {}; }

  /// Sets those of dx that follow.
  virtual void follow(VectorX<Real>& /*dx*/) {}

  /// weight[i] = 1 / (typical size of x[i]); 0 for components that converge with the others and are not watched.
  /// Called after residual(x), in the first iteration and in later ones while increments are large, with what the last
  /// call left in `weight`.
  virtual void weights(const VectorX<Real>& x, VectorX<Real>& weight) = 0;
};

enum class JacobianChoice { automatic, frozen, exact };

struct SolverReport {
  Outcome outcome = Outcome::success;
  int iterations = 0;    ///< increments applied
  int evaluations = 0;   ///< residuals evaluated
  double increment = 0;  ///< the last one, weighted infinity norm
  double first = 0;      ///< likewise the first one: how far off the guess was
};

/// Of so many unknowns an exact Jacobian is made where it is asked for alone.
inline constexpr Eigen::Index large_system = 1000;

/// Increments, in epsilon, that may be rounding where the equations are ill-conditioned.
inline constexpr double ill_conditioned_noise = 1e6;

template <class Real> class NonlinearSolver {
 public:
  virtual ~NonlinearSolver() = default;
  /// From the guess in x to a root in x. Allocates nothing after construction, of large systems nothing but what comes
  /// in the place of the frozen linearisation when that is first needed.
  virtual SolverReport solve(StageEquations<Real>& equations, VectorX<Real>& x) = 0;
  /// The equations to come are those of another run or state, or of steps of another size: what was kept does not
  /// serve. A Jacobian of steps that were 1e8 times as long makes increments that look like none.
  virtual void forget() {}
};

template <class Real> struct SolverOptions {
  JacobianChoice jacobian = JacobianChoice::automatic;
  Real tolerance = 0;        ///< on the weighted increment; 0 means round-off
  int max_iterations = 50;   ///< for each of the two iterations
  bool extrapolate = true;   ///< start from the extrapolated unknowns of the last steps, where there are some
  bool naive_guess = false;  ///< else from the state at the start of the step, instead of its tangent
  /// Makes another solver for systems of the given size (KINSOL, say); empty means RoundOffNewton.
  std::function<std::unique_ptr<NonlinearSolver<Real>>(Eigen::Index size, const SolverOptions& options)> make;
};

template <class Real> class RoundOffNewton final : public NonlinearSolver<Real> {
 public:
  /// Newton's method solves for `independent` of the unknowns, for all where there are none.
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
  VectorX<Real> row_scale_, own_F_, own_dx_;  // of those that are solved for
  VectorX<Real> frozen_, slope_;              // of GMRES
  MatrixX<Real> J_;
  Lu<Real> lu_;
  Gmres<Real> gmres_;
  bool kept_ = false;       // lu_ is that of an exact Jacobian which still serves
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
