#include <nonholo/adapters/ida.hpp>

#include <nonholo/adapters/sundials.hpp>
#include <nonholo/framework/saddle_point.hpp>

#include <algorithm>
#include <stdexcept>

namespace nonholo {

namespace {

void require(int flag, const char* what) {
  if (flag < 0) throw std::runtime_error(std::string("SUNDIALS: ") + what + " failed");
}

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

/// The residual of the index-1 form and its Jacobian, on plain arrays y = (q, v, lambda) and y'.
template <int n, int m> class IndexOneForm {
  using Q = Vector<double, n>;

 public:
  explicit IndexOneForm(const Dynamics<double, n, m>& dynamics)
      : dynamics_(dynamics), n_(dynamics.coordinates()), m_(dynamics.constraints()), q_(n_), v_(n_), a_(n_), lambda_(m_), block_(n_, m_),
        rates_(n_, m_), linear_(n_, m_), rates_linear_(n_, m_) {}

  Eigen::Index size() const { return 2 * n_ + m_; }

  bool residual(double t, const double* y, const double* y_dot, double* F) {
    load(y, y_dot);
    dynamics_.evaluate(t, q_, v_, block_);
    dynamics_.rates(t, q_, v_, a_, rates_);
    Eigen::Map<Q>(F, n_) = Eigen::Map<const Q>(y_dot, n_) - v_;
    Eigen::Map<Q> momentum(F + n_, n_);
    momentum = rates_.p_dot - block_.f;
    momentum.noalias() -= block_.K.transpose() * lambda_;
    Eigen::Map<Vector<double, m>>(F + 2 * n_, m_) = rates_.k_dot;
    return Eigen::Map<const VectorX<double>>(F, size()).allFinite();
  }

  /// F_y + c F_y', column-major.
  void jacobian(double t, double c, const double* y, const double* y_dot, double* data) {
    load(y, y_dot);
    dynamics_.linearise(t, q_, v_, lambda_, linear_);
    dynamics_.linearise_rates(t, q_, v_, a_, rates_linear_);
    Eigen::Map<MatrixX<double>> J(data, size(), size());
    J.setZero();
    J.topLeftCorner(n_, n_).diagonal().setConstant(c);
    J.block(0, n_, n_, n_).diagonal().setConstant(-1);
    J.block(n_, 0, n_, n_) = rates_linear_.p_dot_q - linear_.f_q - linear_.reaction_q;
    J.block(n_, n_, n_, n_) = rates_linear_.p_dot_v - linear_.f_v - linear_.reaction_v + c * linear_.p_v;
    J.block(n_, 2 * n_, n_, m_) = -linear_.K.transpose();
    J.block(2 * n_, 0, m_, n_) = rates_linear_.k_dot_q;
    J.block(2 * n_, n_, m_, n_) = rates_linear_.k_dot_v + c * linear_.K;
  }

 private:
  void load(const double* y, const double* y_dot) {
    q_ = Eigen::Map<const Q>(y, n_);
    v_ = Eigen::Map<const Q>(y + n_, n_);
    lambda_ = Eigen::Map<const Vector<double, m>>(y + 2 * n_, m_);
    a_ = Eigen::Map<const Q>(y_dot + n_, n_);
  }

  const Dynamics<double, n, m>& dynamics_;
  Eigen::Index n_, m_;
  Q q_, v_, a_;
  Vector<double, m> lambda_;
  Block<double, n, m> block_;
  Rates<double, n, m> rates_;
  Linearisation<double, n, m> linear_;
  RatesLinearisation<double, n, m> rates_linear_;
};

template <int n, int m> class IdaIndexOne final : public Integrator<double> {
  using Q = Vector<double, n>;

 public:
  IdaIndexOne(const System<double>& system, std::shared_ptr<const Dynamics<double, n, m>> dynamics, const Tolerances& tolerances)
      : Integrator<double>(system), dynamics_(std::move(dynamics)), form_(*dynamics_), saddle_(*dynamics_), n_(dynamics_->coordinates()),
        m_(dynamics_->constraints()), tolerances_(tolerances), y_(N_VNew_Serial(form_.size(), context_)), y_dot_(N_VNew_Serial(form_.size(), context_)),
        matrix_(SUNDenseMatrix(form_.size(), form_.size(), context_)), linear_solver_(SUNLinSol_Dense(y_.get(), matrix_.get(), context_)) {}

  MethodTraits traits() const override { return {.order = 5, .adaptive = true}; }

  void start(double t, Values q, Values v) override {
    t_ = t;
    const Q q0 = Eigen::Map<const Q>(q.data(), n_), v0 = Eigen::Map<const Q>(v.data(), n_);
    saddle_.solve(t, q0, v0);
    Eigen::Map<VectorX<double>> y(data(y_), form_.size()), y_dot(data(y_dot_), form_.size());
    y << q0, v0, saddle_.multipliers();
    y_dot << v0, saddle_.acceleration(), Vector<double, m>::Zero(m_);
    memory_.emplace(context_);  // IDAReInit would keep the counters of the last run
    require(IDAInit(*memory_, &residual, t, y_.get(), y_dot_.get()), "IDAInit");
    require(IDASStolerances(*memory_, tolerances_.relative, tolerances_.absolute), "IDASStolerances");
    require(IDASetUserData(*memory_, this), "IDASetUserData");
    require(IDASetLinearSolver(*memory_, linear_solver_.get(), matrix_.get()), "IDASetLinearSolver");
    require(IDASetJacFn(*memory_, &jacobian), "IDASetJacFn");
    require(IDASetMaxNumSteps(*memory_, -1), "IDASetMaxNumSteps");
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
    const VectorX<double> q = Eigen::Map<const VectorX<double>>(data(y_), n_), v = -Eigen::Map<const VectorX<double>>(data(y_) + n_, n_);
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

  static double* data(const sundials::Vector& x) { return N_VGetArrayPointer(x.get()); }

  static int residual(double t, N_Vector y, N_Vector y_dot, N_Vector F, void* self) {
    auto& form = static_cast<IdaIndexOne*>(self)->form_;
    const bool finite = form.residual(t, N_VGetArrayPointer(y), N_VGetArrayPointer(y_dot), N_VGetArrayPointer(F));
    return finite ? 0 : 1;  // 1: recoverable, IDA tries a smaller step
  }

  static int jacobian(double t, double c, N_Vector y, N_Vector y_dot, N_Vector, SUNMatrix J, void* self, N_Vector, N_Vector, N_Vector) {
    auto& form = static_cast<IdaIndexOne*>(self)->form_;
    form.jacobian(t, c, N_VGetArrayPointer(y), N_VGetArrayPointer(y_dot), SUNDenseMatrix_Data(J));
    return 0;
  }

  std::shared_ptr<const Dynamics<double, n, m>> dynamics_;
  IndexOneForm<n, m> form_;
  SaddlePoint<double, n, m> saddle_;
  Eigen::Index n_, m_;
  Tolerances tolerances_;
  double t_ = 0;
  sundials::Context context_;
  sundials::Vector y_, y_dot_;
  sundials::Matrix matrix_;
  sundials::LinearSolver linear_solver_;
  std::optional<sundials::IdaMemory> memory_;
  Counters counted_;
};

}  // namespace

std::unique_ptr<Integrator<double>> ida_index1(const System<double>& system, const Tolerances& tolerances) {
  return system.visit([&]<int n, int m>(const std::shared_ptr<const Dynamics<double, n, m>>& dynamics) -> std::unique_ptr<Integrator<double>> {
    return std::make_unique<IdaIndexOne<n, m>>(system, dynamics, tolerances);
  });
}

}  // namespace nonholo
