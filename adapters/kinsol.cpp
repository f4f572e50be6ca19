// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/adapters/kinsol.hpp>

#include <nonholo/adapters/sundials.hpp>
#include <nonholo/framework/solver/seen_increments.hpp>

#include <algorithm>
#include <limits>

namespace nonholo {

namespace {

using sundials::made, sundials::require;

// Scaled residuals in units of round-off: what KINSOL aims for, and what is still round-off when it no longer falls (on
// disk and sleigh, up to coordinates of 2e5, it stops falling below 10).
constexpr double goal = 2, noise = 1024;
// Residuals may rise on the way: the iteration ends when they have not fallen this many times in a row.
constexpr int patience = 3;
// Typical sizes stay where their squares are numbers: KINSOL's norms are sums of squares.
constexpr double smallest_size = 1e-100, largest_size = 1e100;
constexpr double no_limit = 1e150;

class KinsolSolver final : public NonlinearSolver<double> {
 public:
  KinsolSolver(Eigen::Index size, const SolverOptions<double>& options)
      : choice_(options.jacobian),
        tolerance_(std::max(options.tolerance, goal * epsilon<double>)),
        acceptable_(std::max(options.tolerance, noise * epsilon<double>)),
        max_iterations_(options.max_iterations),
        guess_(size),
        x_(size),
        best_(size),
        F_(size),
        dx_(VectorX<double>::Zero(size)),
        weight_(size),
        row_(size),
        J_(size, size),
        u_(made(N_VNew_Serial(size, context_))),
        u_scale_(made(N_VNew_Serial(size, context_))),
        F_scale_(made(N_VNew_Serial(size, context_))),
        matrix_(made(SUNDenseMatrix(size, size, context_))),
        linear_solver_(made(SUNLinSol_Dense(u_.get(), matrix_.get(), context_))),
        memory_(context_) {
    require(KINInit(memory_, &residual, u_.get()), "KINInit");
    require(KINSetUserData(memory_, this), "KINSetUserData");
    require(KINSetLinearSolver(memory_, linear_solver_.get(), matrix_.get()), "KINSetLinearSolver");
    require(KINSetJacFn(memory_, &jacobian), "KINSetJacFn");
    require(KINSetNumMaxIters(memory_, max_iterations_), "KINSetNumMaxIters");
    require(KINSetFuncNormTol(memory_, tolerance_), "KINSetFuncNormTol");
    require(KINSetScaledStepTol(memory_, epsilon<double>), "KINSetScaledStepTol");
    require(KINSetMaxNewtonStep(memory_, no_limit), "KINSetMaxNewtonStep");
    // its own judgement of a frozen Jacobian: never
    require(KINSetMaxSubSetupCalls(memory_, max_iterations_ + 1), "KINSetMaxSubSetupCalls");
  }

  SolverReport solve(StageEquations<double>& equations, VectorX<double>& x) override {
    equations_ = &equations;
    report_ = {};
    guess_ = x_ = x;
    evaluate();
    if (!F_.allFinite()) return ended(Outcome::not_finite);
    equations.weights(x_, weight_);
    equations.jacobian(x_, J_);
    if (!weight_.allFinite() || !J_.allFinite()) return ended(Outcome::not_finite);
    set_scales();
    Outcome outcome = Outcome::success;
    if (choice_ != JacobianChoice::exact) outcome = iterate(Newton::frozen);
    if (choice_ == JacobianChoice::exact || (choice_ == JacobianChoice::automatic && outcome != Outcome::success))
      outcome = iterate(Newton::exact);
    if (outcome == Outcome::success) x = best_;
    return ended(outcome);
  }

 private:
  enum class Newton { frozen, exact };

  SolverReport ended(Outcome outcome) {
    report_.outcome = outcome;
    return report_;
  }

  /// KINSOL from guess_, where J_ is the Jacobian.
  Outcome iterate(Newton newton) {
    newton_ = newton;
    at_guess_ = true;
    trouble_ = Outcome::success;
    smallest_ = last_ = std::numeric_limits<double>::infinity();
    idle_ = 0;
    rests_ = false;
    report_.increment = 0;
    KINSetMaxSetupCalls(memory_, newton == Newton::exact ? 1 : max_iterations_ + 1);
    Eigen::Map<VectorX<double>>(data(u_.get()), x_.size()) = guess_;
    const int flag = KINSol(memory_, u_.get(), KIN_NONE, u_scale_.get(), F_scale_.get());
    long iterations = 0;
    KINGetNumNonlinSolvIters(memory_, &iterations);
    report_.iterations += static_cast<int>(iterations);
    return judge(flag);
  }

  /// Whatever KINSOL says (step too small, limit of iterations, stopped by progress()): the smallest residual decides.
  Outcome judge(int flag) const {
    if (smallest_ <= acceptable_ || rests_) return Outcome::success;
    if (trouble_ != Outcome::success) return trouble_;
    if (flag == KIN_LSETUP_FAIL || flag == KIN_LSOLVE_FAIL || flag == KIN_LINSOLV_NO_RECOVERY)
      return Outcome::singular_matrix;
    return last_ > smallest_ ? Outcome::stage_solver_diverged : Outcome::stage_solver_stagnated;
  }

  /// Sizes of unknowns and rows (kinsol.hpp), from weight_ and J_ at the guess.
  void set_scales() {
    const Eigen::Index size = x_.size();
    Eigen::Map<VectorX<double>> u_scale(data(u_scale_.get()), size), F_scale(data(F_scale_.get()), size);
    row_.setZero();
    for (Eigen::Index j = 0; j < size; ++j)
      if (weight_[j] > 0) row_ += J_.col(j).cwiseAbs() / (u_scale[j] = bounded(weight_[j]));
    F_scale = row_;
    for (Eigen::Index j = 0; j < size; ++j) {
      if (weight_[j] > 0) continue;
      double typical = largest_size;
      for (Eigen::Index i = 0; i < size; ++i)
        if (row_[i] > 0 && J_(i, j) != 0) typical = std::min(typical, row_[i] / std::abs(J_(i, j)));
      if (typical == largest_size) typical = 1;  // no row to compare with
      u_scale[j] = bounded(1 / std::max(typical, std::abs(x_[j])));
      F_scale += J_.col(j).cwiseAbs() / u_scale[j];
    }
    for (double& scale : F_scale) scale = bounded(1 / scale);  // a row of zeros is left to the decomposition
  }

  static double bounded(double scale) { return std::clamp(scale, 1 / largest_size, 1 / smallest_size); }

  void evaluate() {
    equations_->residual(x_, F_);
    ++report_.evaluations;
  }

  /// residual() at u, unless the last one was there: KINSOL repeats that of the guess, and a Jacobian belongs to the
  /// last one.
  void move_to(N_Vector u) {
    const Eigen::Map<const VectorX<double>> x(data(u), x_.size());
    if (x == x_) return;
    dx_ = x - x_;
    report_.increment = dx_.cwiseProduct(weight_).lpNorm<Eigen::Infinity>();
    if (report_.first == 0) report_.first = report_.increment;
    x_ = x;
    evaluate();
  }

  /// Notes the residual at x_. False when further iterations are of no use.
  bool progress() {
    const double size =
        F_.cwiseProduct(Eigen::Map<const VectorX<double>>(data(F_scale_.get()), F_.size())).lpNorm<Eigen::Infinity>();
    if (size < smallest_) {
      smallest_ = size;
      best_ = x_;
    }
    idle_ = size < last_ ? 0 : idle_ + 1;
    last_ = size;
    if (idle_ == 0) return true;
    if (smallest_ <= acceptable_ || idle_ >= patience) return false;
    rests_ = is_rounding_of_positions<double>(*equations_, x_, dx_, 1);
    if (!rests_) evaluate();  // a Jacobian belongs to the latest residual
    return !rests_;
  }

  // What KINSOL calls: 0 is success, < 0 ends the iteration, > 0 has the step halved.

  static int residual(N_Vector u, N_Vector F, void* solver) {
    auto& self = *static_cast<KinsolSolver*>(solver);
    if (!Eigen::Map<const VectorX<double>>(data(u), self.x_.size()).allFinite()) {
      self.trouble_ = Outcome::singular_matrix;  // F and J were finite: a pivot of round-off
      return -1;
    }
    self.move_to(u);
    self.trouble_ = self.F_.allFinite() ? Outcome::success : Outcome::not_finite;
    if (self.trouble_ != Outcome::success) return 1;
    Eigen::Map<VectorX<double>>(data(F), self.F_.size()) = self.F_;
    return self.progress() ? 0 : -1;
  }

  static int jacobian(N_Vector u, N_Vector, SUNMatrix J, void* solver, N_Vector, N_Vector) {
    auto& self = *static_cast<KinsolSolver*>(solver);
    if (self.newton_ == Newton::exact && !self.at_guess_) {
      self.move_to(u);
      self.equations_->jacobian(self.x_, self.J_);
    }
    self.at_guess_ = false;
    Eigen::Map<MatrixX<double>>(SUNDenseMatrix_Data(J), self.J_.rows(), self.J_.cols()) = self.J_;
    if (self.J_.allFinite()) return 0;
    self.trouble_ = Outcome::not_finite;
    return -1;
  }

  static double* data(N_Vector x) { return N_VGetArrayPointer(x); }

  JacobianChoice choice_;
  double tolerance_, acceptable_;
  int max_iterations_;

  StageEquations<double>* equations_ = nullptr;
  SolverReport report_;
  VectorX<double> guess_, x_, best_, F_, dx_, weight_, row_;  // x_: where F_ is, dx_ led there
  MatrixX<double> J_;
  Newton newton_ = Newton::frozen;
  bool at_guess_ = true;                // J_ is the one at the guess
  Outcome trouble_ = Outcome::success;  // of the last evaluation
  double smallest_ = 0, last_ = 0;      // scaled residuals
  int idle_ = 0;
  bool rests_ = false;  // increments are the rounding of positions

  sundials::Context context_;
  sundials::Vector u_, u_scale_, F_scale_;
  sundials::Matrix matrix_;
  sundials::LinearSolver linear_solver_;
  sundials::KinsolMemory memory_;
};

}  // namespace

std::unique_ptr<NonlinearSolver<double>> kinsol_solver(Eigen::Index size, const SolverOptions<double>& options) {
  return std::make_unique<KinsolSolver>(size, options);
}

}  // namespace nonholo
