// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/adapters/ida.hpp>

#include <nonholo/adapters/equations_of_motion.hpp>
#include <nonholo/adapters/sundials.hpp>
#include <nonholo/framework/system/saddle_point.hpp>

namespace nonholo {

namespace {

using sundials::require;

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

template <int n, int m> class Ida final : public Integrator<double> {
  using Q = Vector<double, n>;

 public:
  Ida(const System<double>& system, std::shared_ptr<const Dynamics<double, n, m>> dynamics, MotionForm form,
      ErrorTest tested, const Tolerances& tolerances)
      : Integrator<double>(system),
        form_(form),
        tested_(tested),
        dynamics_(std::move(dynamics)),
        equations_(*dynamics_, form),
        saddle_(*dynamics_),
        n_(dynamics_->coordinates()),
        m_(dynamics_->constraints()),
        tolerances_(tolerances),
        y_(N_VNew_Serial(equations_.size(), context_)),
        y_dot_(N_VNew_Serial(equations_.size(), context_)),
        differential_(N_VNew_Serial(equations_.size(), context_)),
        matrix_(SUNDenseMatrix(equations_.size(), equations_.size(), context_)),
        linear_solver_(SUNLinSol_Dense(y_.get(), matrix_.get(), context_)) {
    Eigen::Map<VectorX<double>>(data(differential_), equations_.size()) << VectorX<double>::Ones(2 * n_),
        VectorX<double>::Zero(m_);
  }

  MethodTraits traits() const override { return {.order = 5, .adaptive = true, .one_step = false}; }  // it has a past

  void start(double t, Values q, Values v) override {
    t_ = t;
    const Q q0 = Eigen::Map<const Q>(q.data(), n_), v0 = Eigen::Map<const Q>(v.data(), n_);
    saddle_.solve(t, q0, v0);
    Eigen::Map<VectorX<double>> y(data(y_), equations_.size()), y_dot(data(y_dot_), equations_.size());
    y << q0, v0, saddle_.multipliers();
    y_dot << v0, saddle_.acceleration(), Vector<double, m>::Zero(m_);
    memory_.emplace(context_);  // IDAReInit would keep the counters of the last run
    require(IDAInit(*memory_, &residual, t, y_.get(), y_dot_.get()), "IDAInit");
    require(IDASStolerances(*memory_, tolerances_.relative, tolerances_.absolute), "IDASStolerances");
    require(IDASetUserData(*memory_, this), "IDASetUserData");
    require(IDASetLinearSolver(*memory_, linear_solver_.get(), matrix_.get()), "IDASetLinearSolver");
    require(IDASetJacFn(*memory_, &jacobian), "IDASetJacFn");
    require(IDASetMaxNumSteps(*memory_, -1), "IDASetMaxNumSteps");
    if (tested_ == ErrorTest::states) leave_multipliers_untested();
    if (form_ == MotionForm::index2) weigh_as_index_two();
    counted_ = {};
  }

  StepReport step(double h) override {
    const double end = t_ + h;
    int flag = IDASetStopTime(*memory_, end);
    if (flag >= 0) flag = IDASolve(*memory_, end, &t_, y_.get(), y_dot_.get(), IDA_ONE_STEP);
    StepReport report{.outcome = outcome_of(flag)};
    const Counters now = counters();
    report.iterations = static_cast<int>(now.iterations - counted_.iterations);
    report.evaluations = static_cast<int>(now.evaluations - counted_.evaluations);
    report.rejected = static_cast<int>(now.rejected - counted_.rejected);
    counted_ = now;
    return report;
  }

  void set_time(double t) override { t_ = t; }

  View<double> view() const override {
    const double* y = data(y_);
    const auto size = [](Eigen::Index i) { return static_cast<std::size_t>(i); };
    return {t_, {y, size(n_)}, {y + n_, size(n_)}, {y + 2 * n_, size(m_)}};
  }

  void reverse() override {
    const VectorX<double> q = Eigen::Map<const VectorX<double>>(data(y_), n_),
                          v = -Eigen::Map<const VectorX<double>>(data(y_) + n_, n_);
    start(t_, values(q), values(v));
  }

 private:
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
    const Eigen::Index size = self.equations_.size();
    const Eigen::Map<const Eigen::ArrayXd> unknowns(N_VGetArrayPointer(y), size);
    Eigen::Map<Eigen::ArrayXd> w(N_VGetArrayPointer(weight), size);
    w = (self.tolerances_.relative * unknowns.abs() + self.tolerances_.absolute).inverse();
    double h = 0;
    IDAGetCurrentStep(*self.memory_, &h);
    w.tail(self.m_) *= h > 0 ? h : self.first_step_;
    return 0;
  }

  /// The h at which the first step, of order 1, errs by a quarter of the tolerance, h^2/2 |y''| = 1/4 in its norm; y''
  /// over the time in which (q, v) moves by a hundredth of itself, or by half its tolerance. Zero at rest.
  double first_step() {
    const Eigen::Map<const Eigen::ArrayXd> y(data(y_), 2 * n_), rate(data(y_dot_), 2 * n_);
    const Eigen::ArrayXd weight = (tolerances_.relative * y.abs() + tolerances_.absolute).inverse();
    const auto norm = [&weight](const Eigen::ArrayXd& x) { return std::sqrt((weight * x).square().mean()); };
    const double speed = norm(rate);
    if (!(speed > 0)) return 0;
    const double probe = std::max(0.01 * norm(y), 0.5) / speed;
    const Eigen::ArrayXd moved = y + probe * rate;
    if (!saddle_.solve(t_ + probe, moved.head(n_).matrix(), moved.tail(n_).matrix())) return 0.5 / speed;
    Eigen::ArrayXd bend(2 * n_);
    bend << rate.tail(n_), (saddle_.acceleration().array() - rate.tail(n_)) / probe;
    return std::min(probe, std::sqrt(0.5 / norm(bend)));
  }

  static double* data(const sundials::Vector& x) { return N_VGetArrayPointer(x.get()); }

  static int residual(double t, N_Vector y, N_Vector y_dot, N_Vector F, void* self) {
    auto& equations = static_cast<Ida*>(self)->equations_;
    const bool finite = equations.residual(t, N_VGetArrayPointer(y), N_VGetArrayPointer(y_dot), N_VGetArrayPointer(F));
    return finite ? 0 : 1;  // 1: recoverable, IDA tries a smaller step
  }

  static int jacobian(double t, double c, N_Vector y, N_Vector y_dot, N_Vector, SUNMatrix J, void* self, N_Vector,
                      N_Vector, N_Vector) {
    auto& equations = static_cast<Ida*>(self)->equations_;
    const bool regular =
        equations.jacobian(t, c, N_VGetArrayPointer(y), N_VGetArrayPointer(y_dot), SUNDenseMatrix_Data(J));
    return regular ? 0 : 1;
  }

  MotionForm form_;
  ErrorTest tested_;
  std::shared_ptr<const Dynamics<double, n, m>> dynamics_;
  EquationsOfMotion<n, m> equations_;
  SaddlePoint<double, n, m> saddle_;
  Eigen::Index n_, m_;
  Tolerances tolerances_;
  double t_ = 0, first_step_ = 0;
  sundials::Context context_;
  sundials::Vector y_, y_dot_, differential_;
  sundials::Matrix matrix_;
  sundials::LinearSolver linear_solver_;
  std::optional<sundials::IdaMemory> memory_;
  Counters counted_;
};

std::unique_ptr<Integrator<double>> ida(const System<double>& system, MotionForm form, ErrorTest tested,
                                        const Tolerances& tolerances) {
  return system.visit([&]<int n, int m>(const std::shared_ptr<const Dynamics<double, n, m>>& dynamics)
                          -> std::unique_ptr<Integrator<double>> {
    return std::make_unique<Ida<n, m>>(system, dynamics, form, tested, tolerances);
  });
}

}  // namespace

std::unique_ptr<Integrator<double>> ida_index1(const System<double>& system, const Tolerances& tolerances,
                                               const IndexOne& how) {
  const MotionForm form = how.form == IndexOneForm::accelerations ? MotionForm::accelerations : MotionForm::multipliers;
  return ida(system, form, how.error_test, tolerances);
}

std::unique_ptr<Integrator<double>> ida_index2(const System<double>& system, const Tolerances& tolerances) {
  return ida(system, MotionForm::index2, ErrorTest::states, tolerances);
}

}  // namespace nonholo
