#include <nonholo/methods/runge_kutta/hessenberg_runge_kutta.hpp>

#include <nonholo/framework/tableau/order_conditions.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/solver/stage_history.hpp>

#include <Eigen/LU>

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include <algorithm>
#include <cmath>
#include <vector>

namespace nonholo {

namespace {

constexpr int trees_up_to = 6;

/// The numbers of one step, rounded to Real. Point s is the end: row s of every A is b, c_s = 1.
template <class Real> struct StepCoefficients {
  Eigen::Index stages;
  std::vector<MatrixX<Real>> A;  // for each part of the DAE, (s + 1) x s
  VectorX<Real> c;               // s + 1
  MatrixX<Real> w;               // s x (s + 1): the constraint rows; row 0 is unused when the first stage is data
  bool first_is_data = false;    // Z_1 = z_0
  VectorX<Real> z1;              // z_1 = (1 - sum z1) z_0 + sum_j z1_j Z_j
  MethodTraits traits;
};

template <class Real> StepCoefficients<Real> common(const TableauSet& set, int parts) {
  const auto [A, b, c] = set.a().template rounded<Real>();
  StepCoefficients<Real> T{.stages = b.size()};
  for (int k = 0; k < parts; ++k) {
    MatrixX<Real> extended(T.stages + 1, T.stages);
    extended << set.part(k).template rounded<Real>().A, b.transpose();
    T.A.push_back(extended);
  }
  T.c.resize(T.stages + 1);
  T.c << c, Real(1);
  T.w.setZero(T.stages, T.stages + 1);
  return T;
}

template <class Real> StepCoefficients<Real> spark_coefficients(const TableauSet& set, int parts) {
  const auto rows = set.template rounded_constraint_rows<Real>();
  if (rows.points() > 0)
    throw InputError(
        "tableau",
        set.name() + " asks the constraint at points of its own: it runs in the lagrangian formulation alone");
  StepCoefficients<Real> T = common<Real>(set, parts);
  const Eigen::Index s = T.stages;
  if (s > 1) T.w.topLeftCorner(s - 1, s) = rows.omega;
  T.w(s - 1, s) = 1;
  T.z1 = VectorX<Real>::Unit(s, s - 1);
  T.traits = {.order = set.order(),
              .multiplier_order = set.stage_multiplier_order(),
              .symmetric = set.symmetric().holds,
              .keeps_constraint = true};
  return T;
}

template <class Real> StepCoefficients<Real> standard_coefficients(const TableauSet& set, int parts) {
  if (set.parts().size() > 1)
    throw InputError("tableau", set.name() + " is a set of tableaus: a standard Runge-Kutta method has one");
  const StandardRkOrder known = standard_rk_order(set.a(), trees_up_to);
  if (!known.applicable) throw InputError("tableau", fmt::format("{}: {}", set.name(), known.reason));
  StepCoefficients<Real> T = common<Real>(set, parts);
  const Eigen::Index s = T.stages;
  T.w.leftCols(s).setIdentity();
  T.first_is_data = set.a().explicit_first().holds;
  if (T.first_is_data) T.z1 = VectorX<Real>::Unit(s, s - 1);
  else T.z1 = T.A[0].topRows(s).transpose().fullPivLu().solve(T.A[0].row(s).transpose());
  const bool stiffly_accurate = set.a().stiffly_accurate().holds;
  T.traits = {.order = known.reached_cap && !stiffly_accurate ? 0 : known.y,
              // D(r) keeps errors of v across the constraint away from q (docs/findings.md)
              .position_order = set.order(),
              .multiplier_order = known.conditions_z < trees_up_to ? known.z : 0,
              .symmetric = set.symmetric().holds,
              .keeps_constraint = stiffly_accurate,
              .one_step = !T.first_is_data};  // z_0 is carried
  return T;
}

/// The equations of one step. Unknowns: Y_0 ... Y_{s-1}, y_1 (ny each), then Z_0 ... Z_{s-1} (nz each); residuals in
/// the same order.
template <class Real> class StepEquations final : public StageEquations<Real> {
 public:
  StepEquations(StepCoefficients<Real> coefficients, std::unique_ptr<Hessenberg<Real>> dae)
      : T_(std::move(coefficients)),
        dae_(std::move(dae)),
        s_(T_.stages),
        ny_(dae_->differential()),
        nz_(dae_->algebraic()),
        y0_(ny_),
        z0_(nz_),
        y_(ny_),
        z_(nz_),
        g_(nz_),
        rates_(static_cast<std::size_t>(s_), MatrixX<Real>::Zero(ny_, dae_->parts())),
        linear_(static_cast<std::size_t>(s_ + 1), HessenbergLinearisation<Real>(ny_, nz_, dae_->parts())),
        J_(MatrixX<Real>::Zero(size(), size())),
        lu_(size()) {}

  Eigen::Index size() const override { return (s_ + 1) * ny_ + s_ * nz_; }
  int points() const { return static_cast<int>(s_) + 1; }
  const MethodTraits& traits() const { return T_.traits; }
  Hessenberg<Real>& dae() { return *dae_; }

  void begin(Real t0, const VectorX<Real>& y0, const VectorX<Real>& z0, Real h) {
    t0_ = t0;
    y0_ = y0;
    z0_ = z0;
    h_ = h;
  }

  /// Y_i = y_0 + c_i h f(y_0, z_0), Z_i = z_0   (Hilden 2009, (2.22)).
  void first_guess(VectorX<Real>& x) {
    dae_->rates(t0_, y0_, z0_, rates_[0]);
    y_ = rates_[0].rowwise().sum();
    auto Y = differential(x);
    for (Eigen::Index i = 0; i <= s_; ++i) Y.col(i) = y0_ + (T_.c[i] * h_) * y_;
    algebraic(x).colwise() = z0_;
  }

  void end(const VectorX<Real>& x, VectorX<Real>& y1, VectorX<Real>& z1) const {
    y1 = differential(x).col(s_);
    const Real kept = 1 - T_.z1.sum();
    z1 = algebraic(x).lazyProduct(T_.z1) + kept * z1;
  }

  void residual(const VectorX<Real>& x, VectorX<Real>& F) override {
    const auto Y = differential(x);
    const auto Z = algebraic(x);
    auto R = differential(F);
    auto G = algebraic(F);
    R = Y.colwise() - y0_;
    G.setZero();
    for (Eigen::Index j = 0; j <= s_; ++j) {
      y_ = Y.col(j);
      dae_->constraint(time(j), y_, g_);
      for (Eigen::Index i = 0; i < s_; ++i) G.col(i) += T_.w(i, j) * g_;
      if (j == s_) break;
      z_ = Z.col(j);
      auto& rates = rates_[static_cast<std::size_t>(j)];
      dae_->rates(time(j), y_, z_, rates);
      for (Eigen::Index i = 0; i <= s_; ++i)
        for (std::size_t k = 0; k < T_.A.size(); ++k)
          R.col(i) -= (h_ * T_.A[k](i, j)) * rates.col(static_cast<Eigen::Index>(k));
    }
    if (T_.first_is_data) G.col(0) = Z.col(0) - z0_;
  }

  void jacobian(const VectorX<Real>& x, MatrixX<Real>& J) override {
    const Eigen::Index ends = (s_ + 1) * ny_;
    J.setZero();
    J.topLeftCorner(ends, ends).setIdentity();
    for (Eigen::Index j = 0; j <= s_; ++j) {
      auto& at = linear_[static_cast<std::size_t>(j)];
      y_ = differential(x).col(j);
      z_ = algebraic(x).col(std::min(j, s_ - 1));
      dae_->linearise(time(j), y_, z_, at);
      for (Eigen::Index i = 0; i < s_; ++i) J.block(ends + i * nz_, j * ny_, nz_, ny_) = T_.w(i, j) * at.g_y;
      for (Eigen::Index i = 0; i <= s_ && j < s_; ++i)
        for (std::size_t k = 0; k < T_.A.size(); ++k) {
          const Real a = h_ * T_.A[k](i, j);
          if (a == 0) continue;
          J.block(i * ny_, j * ny_, ny_, ny_) -= a * at.f_y[k];
          J.block(i * ny_, ends + j * nz_, ny_, nz_) -= a * at.f_z[k];
        }
    }
    if (!T_.first_is_data) return;
    J.middleRows(ends, nz_).setZero();
    J.block(ends, ends, nz_, nz_).setIdentity();
  }

  bool linearise() override {
    jacobian(*latest_, J_);
    if (!J_.allFinite()) return false;
    lu_.compute(J_);
    return true;
  }

  void correct(const VectorX<Real>& F, VectorX<Real>& dx) override {
    dx = lu_.solve(F);
    dx = -dx;
  }

  /// Relative to the component, but not to one that is a hundred times smaller than others: what it gains or loses goes
  /// through those. The multipliers act through y.
  void weights(const VectorX<Real>& x, VectorX<Real>& weight) override {
    const auto Y = differential(x);
    y_ = Y.cwiseAbs().rowwise().maxCoeff();
    y_ = y_.cwiseMax(y0_.cwiseAbs());
    // at rest in the origin
    const Real least = std::max<Real>(y_.maxCoeff() / 100, std::numeric_limits<Real>::min() / epsilon<Real>);
    y_ = (y_.array() + least).inverse();
    weight.setZero();
    differential(weight).colwise() = y_;
  }

  /// linearise() wants the point of the latest residual: the solver's own vector, which outlives the solve.
  void watch(const VectorX<Real>& x) { latest_ = &x; }

 private:
  using Columns = MatrixX<Real>;
  auto differential(VectorX<Real>& x) const { return Eigen::Map<Columns>(x.data(), ny_, s_ + 1); }
  auto differential(const VectorX<Real>& x) const { return Eigen::Map<const Columns>(x.data(), ny_, s_ + 1); }
  auto algebraic(VectorX<Real>& x) const { return Eigen::Map<Columns>(x.data() + (s_ + 1) * ny_, nz_, s_); }
  auto algebraic(const VectorX<Real>& x) const { return Eigen::Map<const Columns>(x.data() + (s_ + 1) * ny_, nz_, s_); }
  Real time(Eigen::Index i) const { return t0_ + T_.c[i] * h_; }

  StepCoefficients<Real> T_;
  std::unique_ptr<Hessenberg<Real>> dae_;
  Eigen::Index s_, ny_, nz_;
  Real t0_ = 0, h_ = 0;
  VectorX<Real> y0_, z0_, y_, z_, g_;
  std::vector<MatrixX<Real>> rates_;
  std::vector<HessenbergLinearisation<Real>> linear_;
  MatrixX<Real> J_;
  Eigen::PartialPivLU<MatrixX<Real>> lu_;
  const VectorX<Real>* latest_ = nullptr;
};

/// State (t, y, z) in y's form, shown as (t, q, v, lambda).
template <class Real> class HessenbergIntegrator final : public Integrator<Real> {
  using Values = typename Integrator<Real>::Values;

 public:
  HessenbergIntegrator(const System<Real>& system, StepCoefficients<Real> coefficients,
                       std::unique_ptr<Hessenberg<Real>> dae, const SolverOptions<Real>& options)
      : Integrator<Real>(system),
        equations_(std::move(coefficients), std::move(dae)),
        solver_(make_solver<Real>(equations_.size(), options)),
        extrapolate_(options.extrapolate),
        history_(equations_.size()),
        x_(equations_.size()),
        y_(equations_.dae().differential()),
        z_(VectorX<Real>::Zero(equations_.dae().algebraic())),
        q_(system.coordinates()),
        v_(system.velocities()) {
    equations_.watch(x_);
  }

  MethodTraits traits() const override { return equations_.traits(); }

  void start(Real t, Values q, Values v) override {
    std::ranges::copy(q, q_.begin());
    std::ranges::copy(v, v_.begin());
    restart(t);
  }

  /// The history of the unknowns goes on as that of a neighbouring orbit.
  void move_to(Real t, Values q, Values v) override {
    t_ = t;
    std::ranges::copy(q, q_.begin());
    std::ranges::copy(v, v_.begin());
    equations_.dae().pack(t, q_, v_, y_);
    equations_.dae().consistent(t, y_, z_);
  }

  /// The z that a DAE starts near, where its hidden constraint has several roots.
  void guess_multipliers(Values z) override { std::ranges::copy(z, z_.begin()); }

  StepReport step(Real h) override {
    equations_.begin(t_, y_, z_, h);
    if (!extrapolate_ || !history_.predict(h, x_)) equations_.first_guess(x_);
    const SolverReport solved = solver_->solve(equations_, x_);
    const StepReport report{.outcome = solved.outcome,
                            .iterations = solved.iterations,
                            .evaluations = solved.evaluations * equations_.points(),
                            .residual = solved.increment};
    if (solved.outcome != Outcome::success) return report;
    equations_.end(x_, y_, z_);
    t_ += h;
    moved_ = true;
    history_.push(h, x_);
    equations_.dae().unpack(t_, y_, q_, v_);
    return report;
  }

  void set_time(Real t) override { t_ = t; }
  View<Real> view() const override { return {t_, values(q_), values(v_), moved_ ? values(z_) : Values()}; }

  /// A DAE that is no mechanical system has no velocities to turn round.
  void reverse() override {
    v_ = -v_;
    restart(t_);
  }

 private:
  void restart(Real t) {
    t_ = t;
    equations_.dae().pack(t, q_, v_, y_);
    equations_.dae().consistent(t, y_, z_);
    history_.clear();
    moved_ = false;
  }

  StepEquations<Real> equations_;
  std::unique_ptr<NonlinearSolver<Real>> solver_;
  bool extrapolate_;
  StageHistory<Real> history_;
  VectorX<Real> x_, y_, z_, q_, v_;
  Real t_ = 0;
  bool moved_ = false;
};

template <class Real> void refuse_simplified_newton(const SolverOptions<Real>& options) {
  if (options.unreduced)
    throw InputError("solver", "simplified_newton solves spark in the lagrangian formulation alone");
}

}  // namespace

template <class Real> std::unique_ptr<Integrator<Real>> spark(const System<Real>& system, const TableauSet& set,
                                                              HessenbergForm form, const SolverOptions<Real>& options) {
  refuse_simplified_newton(options);
  auto dae = system.hessenberg(form);
  const int parts = dae->parts();
  if (parts == 1 && set.parts().size() > 1)
    throw InputError("tableau",
                     fmt::format("{} is a set of {} tableaus; this DAE has one part", set.name(), set.parts().size()));
  return std::make_unique<HessenbergIntegrator<Real>>(system, spark_coefficients<Real>(set, parts), std::move(dae),
                                                      options);
}

template <class Real> std::unique_ptr<Integrator<Real>> runge_kutta(const System<Real>& system, const TableauSet& set,
                                                                    HessenbergForm form,
                                                                    const SolverOptions<Real>& options) {
  refuse_simplified_newton(options);
  auto dae = system.hessenberg(form);
  const int parts = dae->parts();
  return std::make_unique<HessenbergIntegrator<Real>>(system, standard_coefficients<Real>(set, parts), std::move(dae),
                                                      options);
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template std::unique_ptr<Integrator<double>> spark(const System<double>&, const TableauSet&, HessenbergForm,
                                                   const SolverOptions<double>&);
template std::unique_ptr<Integrator<double>> runge_kutta(const System<double>&, const TableauSet&, HessenbergForm,
                                                         const SolverOptions<double>&);
#else
template std::unique_ptr<Integrator<long double>> spark(const System<long double>&, const TableauSet&, HessenbergForm,
                                                        const SolverOptions<long double>&);
template std::unique_ptr<Integrator<long double>> runge_kutta(const System<long double>&, const TableauSet&,
                                                              HessenbergForm, const SolverOptions<long double>&);
template std::unique_ptr<Integrator<quad>> spark(const System<quad>&, const TableauSet&, HessenbergForm,
                                                 const SolverOptions<quad>&);
template std::unique_ptr<Integrator<quad>> runge_kutta(const System<quad>&, const TableauSet&, HessenbergForm,
                                                       const SolverOptions<quad>&);
#endif

}  // namespace nonholo
