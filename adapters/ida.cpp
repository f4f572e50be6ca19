// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/adapters/ida.hpp>

#include <nonholo/adapters/equations_of_motion.hpp>
#include <nonholo/adapters/reduced_dae.hpp>
#include <nonholo/adapters/sundials.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace nonholo {

namespace {

using sundials::made, sundials::require;

Outcome outcome_of(int flag) {
  switch (flag) {
    case IDA_TOO_MUCH_ACC: return Outcome::tolerance_too_tight;
    case IDA_ERR_FAIL: return Outcome::step_size_too_small;
    case IDA_LSETUP_FAIL:
    case IDA_LSOLVE_FAIL: return Outcome::singular_matrix;
    case IDA_REP_RES_ERR:
    case IDA_RES_FAIL:
    case IDA_FIRST_RES_FAIL: return Outcome::not_finite;
    default: return flag < 0 ? Outcome::integrator_failed : Outcome::success;
  }
}

// Newton's tolerance in units of the error tolerance where IDA's own is 0.33 (ida.hpp).
constexpr double index_two_newton = 0.01;

// In a row: a first step may be as small.
constexpr int most_standing = 20;

class Ida final : public Integrator<double> {
  using State = Eigen::Map<VectorX<double>>;

 public:
  Ida(const System<double>& system, std::unique_ptr<ImplicitDae> equations, ErrorTest tested,
      const Tolerances& tolerances)
      : Integrator<double>(system),
        equations_(std::move(equations)),
        tested_(tested),
        ny_(equations_->differential()),
        nz_(equations_->algebraic()),
        tolerances_(tolerances),
        guess_(VectorX<double>::Zero(nz_)),
        y_(made(N_VNew_Serial(equations_->size(), context_))),
        y_dot_(made(N_VNew_Serial(equations_->size(), context_))),
        differential_(made(N_VNew_Serial(equations_->size(), context_))),
        estimate_(made(N_VNew_Serial(equations_->size(), context_))),
        matrix_(made(SUNDenseMatrix(equations_->size(), equations_->size(), context_))),
        linear_solver_(made(SUNLinSol_Dense(y_.get(), matrix_.get(), context_))) {
    whole(differential_) << VectorX<double>::Ones(ny_), VectorX<double>::Zero(nz_);
  }

  MethodTraits traits() const override { return {.order = 5, .adaptive = true, .one_step = false}; }  // it has a past

  void guess_multipliers(Values z) override {
    if (std::ssize(z) == system().multipliers()) std::ranges::copy(z, guess_.begin());
  }

  void set_time(double t) override { t_ = t; }

  View<double> view() const override {
    const Values x{data(y_), static_cast<std::size_t>(ny_ + nz_)};
    const auto n = static_cast<std::size_t>(system().coordinates()), ny = static_cast<std::size_t>(ny_);
    return {t_, x.first(n), x.first(ny).subspan(n), x.subspan(ny, static_cast<std::size_t>(system().multipliers()))};
  }

  void reverse() override {
    const auto n = system().coordinates();
    const VectorX<double> q = whole(y_).head(n), v = -whole(y_).segment(n, ny_ - n);
    guess_ = whole(y_).tail(nz_);
    do_start(t_, values(q), values(v));
  }

 private:
  void do_start(double t, Values q, Values v) override {
    t_ = origin_ = t;
    since_ = 0;
    double* y = data(y_);
    std::ranges::copy(guess_, std::ranges::copy(v, std::ranges::copy(q, y).out).out);
    equations_->complete(t, y, data(y_dot_));
    equations_->choose_branch(t, y);
    memory_.emplace(context_);  // IDAReInit would keep the counters of the last run
    require(IDAInit(*memory_, &residual, since_, y_.get(), y_dot_.get()), "IDAInit");
    require(IDASStolerances(*memory_, tolerances_.relative, tolerances_.absolute), "IDASStolerances");
    require(IDASetUserData(*memory_, this), "IDASetUserData");
    require(IDASetLinearSolver(*memory_, linear_solver_.get(), matrix_.get()), "IDASetLinearSolver");
    require(IDASetJacFn(*memory_, &jacobian), "IDASetJacFn");
    require(IDASetMaxNumSteps(*memory_, -1), "IDASetMaxNumSteps");
    if (tested_ == ErrorTest::states) leave_multipliers_untested();
    if (equations_->index_two() > 0) weigh_as_index_two();
    counted_ = {};
    standing_ = 0;
  }

  StepReport do_step(double h) override {
    const double t_before = t_, before = since_, end = t_ + h, stop = end - origin_;
    before_ = whole(y_);
    int flag = IDASetStopTime(*memory_, stop);
    if (flag >= 0) flag = IDASolve(*memory_, stop, &since_, y_.get(), y_dot_.get(), IDA_ONE_STEP);
    t_ = since_ == stop ? end : origin_ + since_;
    StepReport report{.outcome = outcome_of(flag)};
    if (report.outcome == Outcome::success && (stands(t_before, before, end) || jumped(before)))
      report.outcome = Outcome::step_size_too_small;
    if (report.outcome == Outcome::success && !equations_->on_branch(t_, data(y_)))
      report.outcome = Outcome::other_root;
    if (report.outcome != Outcome::success) {
      t_ = t_before;
      since_ = before;
      whole(y_) = before_;
    } else report.blind = is_blind();
    IDAGetLastOrder(*memory_, &report.order);
    const Counters now = counters();
    report.iterations = static_cast<int>(now.iterations - counted_.iterations);
    report.evaluations = static_cast<int>(now.evaluations - counted_.evaluations);
    report.rejected = static_cast<int>(now.rejected - counted_.rejected);
    counted_ = now;
    return report;
  }

  /// Whether the estimate of the error is nothing at all. Less than rounding it is at every start: first steps are as
  /// short as tolerances are tight.
  bool is_blind() {
    double step = 0;
    if (IDAGetEstLocalErrors(*memory_, estimate_.get()) < 0 || IDAGetLastStep(*memory_, &step) < 0) return false;
    constexpr double none = epsilon<double> * epsilon<double>;
    const double *y = data(y_), *y_dot = data(y_dot_), *estimate = data(estimate_);
    for (Eigen::Index i = 0; i < ny_; ++i)
      if (!(std::abs(estimate[i]) <= none * (std::abs(y[i]) + std::abs(step * y_dot[i])))) return false;
    return true;
  }

  /// IDA goes on for ever with steps of a few last digits of t, each of which it accepts.
  bool stands(double t_before, double before, double end) {
    const bool moved = t_ - t_before > 16 * epsilon<double> * std::abs(t_) || t_ == end;
    standing_ = moved ? 0 : standing_ + 1;
    return !(since_ > before) || standing_ >= most_standing;
  }

  /// An end within a hundred last digits of t IDA takes for reached, though its step was a small part of the way there.
  bool jumped(double before) const {
    double step = 0;
    IDAGetLastStep(*memory_, &step);
    return 2 * step < since_ - before;
  }

  struct Counters {
    long iterations = 0, evaluations = 0, rejected = 0;
  };

  Counters counters() const {
    long iterations = 0, evaluations = 0, jacobians = 0, error_failures = 0, convergence_failures = 0;
    IDAGetNumNonlinSolvIters(*memory_, &iterations);
    IDAGetNumResEvals(*memory_, &evaluations);
    IDAGetNumJacEvals(*memory_, &jacobians);
    IDAGetNumErrTestFails(*memory_, &error_failures);
    IDAGetNumNonlinSolvConvFails(*memory_, &convergence_failures);
    return {iterations, evaluations + jacobians, error_failures + convergence_failures};
  }

  void leave_multipliers_untested() {
    require(IDASetId(*memory_, differential_.get()), "IDASetId");
    require(IDASetSuppressAlg(*memory_, SUNTRUE), "IDASetSuppressAlg");
  }

  /// Newton's test weighs the multipliers as index-2 variables (ida.hpp).
  void weigh_as_index_two() {
    require(IDAWFtolerances(*memory_, &weights), "IDAWFtolerances");
    require(IDASetNonlinConvCoef(*memory_, index_two_newton), "IDASetNonlinConvCoef");
    first_step_ = first_step();
    require(IDASetInitStep(*memory_, first_step_), "IDASetInitStep");
  }

  /// 1 / tolerance of every unknown, that of an index-2 variable times h.
  static int weights(N_Vector y, N_Vector weight, void* integrator) {
    const auto& self = *static_cast<Ida*>(integrator);
    const Eigen::Index size = self.equations_->size();
    const Eigen::Map<const Eigen::ArrayXd> unknowns(N_VGetArrayPointer(y), size);
    Eigen::Map<Eigen::ArrayXd> w(N_VGetArrayPointer(weight), size);
    w = (self.tolerances_.relative * unknowns.abs() + self.tolerances_.absolute).inverse();
    double h = 0;
    IDAGetCurrentStep(*self.memory_, &h);
    w.tail(self.equations_->index_two()) *= h > 0 ? h : self.first_step_;
    return 0;
  }

  /// The h at which the first step, of order 1, errs by a quarter of the tolerance, h^2/2 |y''| = 1/4 in its norm; y''
  /// over the time in which y moves by a hundredth of itself, or by half its tolerance. Zero at rest.
  double first_step() {
    const Eigen::ArrayXd y = whole(y_).head(ny_), rate = whole(y_dot_).head(ny_);
    const Eigen::ArrayXd weight = (tolerances_.relative * y.abs() + tolerances_.absolute).inverse();
    const auto norm = [&weight](const Eigen::ArrayXd& x) { return std::sqrt((weight * x).square().mean()); };
    const double speed = norm(rate);
    if (!(speed > 0)) return 0;
    const double probe = std::max(0.01 * norm(y), 0.5) / speed;
    VectorX<double> moved = whole(y_), moved_rate(moved.size());
    moved.head(ny_) += probe * rate.matrix();
    if (!equations_->complete(t_ + probe, moved.data(), moved_rate.data())) return 0.5 / speed;
    const Eigen::ArrayXd bend = (moved_rate.head(ny_).array() - rate) / probe;
    return std::min(probe, std::sqrt(0.5 / norm(bend)));
  }

  static double* data(const sundials::Vector& x) { return N_VGetArrayPointer(x.get()); }
  State whole(const sundials::Vector& x) const { return {data(x), ny_ + nz_}; }

  static int residual(double since, N_Vector y, N_Vector y_dot, N_Vector F, void* self) {
    const Ida& ida = *static_cast<Ida*>(self);
    ImplicitDae& equations = *ida.equations_;
    const bool finite = equations.residual(ida.origin_ + since, N_VGetArrayPointer(y), N_VGetArrayPointer(y_dot),
                                           N_VGetArrayPointer(F));
    return finite ? 0 : 1;  // 1: recoverable, IDA tries a smaller step
  }

  static int jacobian(double since, double c, N_Vector y, N_Vector y_dot, N_Vector, SUNMatrix J, void* self, N_Vector,
                      N_Vector, N_Vector) {
    const Ida& ida = *static_cast<Ida*>(self);
    ImplicitDae& equations = *ida.equations_;
    const bool regular = equations.jacobian(ida.origin_ + since, c, N_VGetArrayPointer(y), N_VGetArrayPointer(y_dot),
                                            SUNDenseMatrix_Data(J));
    return regular ? 0 : 1;
  }

  std::unique_ptr<ImplicitDae> equations_;
  ErrorTest tested_;
  Eigen::Index ny_, nz_;
  Tolerances tolerances_;
  VectorX<double> guess_, before_;
  // IDA's time is that since the start: it judges steps by the last digits of its time, and at t = 1e6 would give up.
  double t_ = 0, origin_ = 0, since_ = 0, first_step_ = 0;
  int standing_ = 0;  // steps in a row that moved t in its last digits only
  sundials::Context context_;
  sundials::Vector y_, y_dot_, differential_, estimate_;
  sundials::Matrix matrix_;
  sundials::LinearSolver linear_solver_;
  std::optional<sundials::IdaMemory> memory_;
  Counters counted_;
};

std::unique_ptr<ImplicitDae> motion(const System<double>& system, MotionForm form) {
  return system.visit(
      [form]<int n, int m>(const std::shared_ptr<const Dynamics<double, n, m>>& dynamics)
          -> std::unique_ptr<ImplicitDae> { return std::make_unique<EquationsOfMotion<n, m>>(dynamics, form); });
}

std::unique_ptr<ImplicitDae> hessenberg(const System<double>& system, DaeForm form) {
  return std::make_unique<ImplicitHessenberg>(system.reducible(), form);
}

}  // namespace

std::unique_ptr<Integrator<double>> ida_index1(const System<double>& system, const Tolerances& tolerances,
                                               const IndexOne& how) {
  const bool accelerations = how.form == IndexOneForm::accelerations;
  const bool mechanical = system.kind() == SystemKind::mechanical;
  if (!mechanical && !accelerations)
    throw InputError("form",
                     "\"multipliers\" applies to mechanical systems only. A DAE gives y' = f, along which its "
                     "constraint is differentiated: leave form out");
  auto equations = mechanical ? motion(system, accelerations ? MotionForm::accelerations : MotionForm::multipliers)
                              : hessenberg(system, DaeForm::reduced);
  return std::make_unique<Ida>(system, std::move(equations), how.error_test, tolerances);
}

std::unique_ptr<Integrator<double>> ida_index2(const System<double>& system, const Tolerances& tolerances,
                                               std::optional<IndexTwoForm> form) {
  const bool mechanical = system.kind() == SystemKind::mechanical;
  const bool plain = form == IndexTwoForm::constrained, holonomic = system.traits().holonomic > 0;
  if (mechanical && !holonomic && form == IndexTwoForm::stabilised)
    throw InputError("form",
                     "\"stabilised\" applies to DAEs and to constraints on positions only. Constraints on velocities "
                     "need no stabilisation: leave form out");
  auto equations = mechanical ? motion(system, holonomic && !plain ? MotionForm::stabilised : MotionForm::index2)
                              : hessenberg(system, plain ? DaeForm::constrained : DaeForm::stabilised);
  return std::make_unique<Ida>(system, std::move(equations), ErrorTest::states, tolerances);
}

}  // namespace nonholo
