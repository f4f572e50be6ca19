// What the energy methods share: the equations of a step whose unknowns are rates of zeta, and the integrator that
// carries zeta from step to step.
//
//   zeta' = Pi grad H + B^T lambda,  0 = B grad H       (framework/faces/skew_gradient.hpp)
//   unknowns x = (u_1 ... u_s, lambda),  u_i rates, N numbers each
//
// Without constraints the equations have the form u = Phi(u) with Phi_u = O(h): the frozen linearisation is the
// identity. Constraints need the blocks of B: a Jacobian by finite differences then, once per step. The solver's
// fall-back is that Jacobian as well.
//
// A mechanical system shows (q, v); zeta is what is carried, and becomes v only to be seen: a step does not depend on
// the way back.
#pragma once

#include <nonholo/framework/system/adapted_coordinates.hpp>
#include <nonholo/framework/run/integrator.hpp>
#include <nonholo/framework/solver/nonlinear_solver.hpp>
#include <nonholo/framework/solver/stage_history.hpp>

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

namespace nonholo {

template <class Real> class SkewGradientEquations : public StageEquations<Real> {
 public:
  using Zeta = VectorX<Real>;

  SkewGradientEquations(SkewGradient<Real>& face, Eigen::Index stages)
      : face_(face),
        N_(face.size()),
        m_(face.constraints()),
        s_(stages),
        zeta0_(N_),
        point_(N_),
        g_(N_),
        Pi_(MatrixX<Real>::Zero(N_, N_)),
        B_(MatrixX<Real>::Zero(m_, N_)),
        scale_(N_),
        rate_(N_),
        latest_(size()),
        shifted_(size()),
        F_(size()),
        F_shifted_(size()),
        J_(MatrixX<Real>::Zero(size(), size())),
        lu_(size()) {}

  Eigen::Index size() const final { return s_ * N_ + m_; }
  virtual MethodTraits traits() const = 0;
  virtual int points() const = 0;  ///< evaluations of the face in one residual

  /// A step of size h from zeta0: called before all that follows.
  virtual void begin(const Zeta& zeta0, Real h) {
    zeta0_ = zeta0;
    h_ = h;
  }

  /// All rates are Pi grad H at zeta0; the equations are linear in lambda.
  void first_guess(VectorX<Real>& x) {
    face_.evaluate(zeta0_, g_, Pi_);
    x.setZero();
    for (Eigen::Index i = 0; i < s_; ++i) x.segment(i * N_, N_).noalias() = Pi_ * g_;
  }

  /// zeta1 - zeta0.
  virtual void increment(const VectorX<Real>& x, Zeta& dzeta) const = 0;
  void lambda(const VectorX<Real>& x, VectorX<Real>& out) const { out = x.tail(m_); }

  void residual(const VectorX<Real>& x, VectorX<Real>& F) final {
    latest_ = x;
    equations(x, F);
  }

  bool linearise() final {
    if (m_ == 0) return true;
    jacobian(latest_, J_);
    if (!J_.allFinite()) return false;
    lu_.compute(J_);
    return true;
  }

  void correct(const VectorX<Real>& F, VectorX<Real>& dx) final {
    if (m_ > 0) dx = lu_.solve(F);
    else dx = F;
    dx = -dx;
  }

  void jacobian(const VectorX<Real>& x, MatrixX<Real>& J) final {
    using std::abs, std::sqrt;
    equations(x, F_);
    shifted_ = x;
    Real least = x.cwiseAbs().maxCoeff() / 100;
    if (!(least > 0)) least = 1;
    for (Eigen::Index j = 0; j < size(); ++j) {
      shifted_[j] = x[j] + sqrt(epsilon<Real>) * (abs(x[j]) + least);
      equations(shifted_, F_shifted_);
      J.col(j) = (F_shifted_ - F_) / (shifted_[j] - x[j]);
      shifted_[j] = x[j];
    }
  }

  /// A rate is as good as the sums that make it up and as zeta's rounding lets it be, and need not be better than a
  /// hundredth of what the rounding of zeta1 changes, or of the largest rate: errors mix there. The multipliers act
  /// through the rates.
  void weights(const VectorX<Real>&, VectorX<Real>& weight) final {
    using std::abs;
    rounding(scale_);
    add_rounding_of_zeta();
    const Real least = scale_.maxCoeff() / 100;
    weight.setZero();
    for (Eigen::Index j = 0; j < N_; ++j) {
      const Real scale = scale_[j] + least + abs(zeta0_[j] / (100 * h_));
      if (scale > 0) weight[j] = 1 / scale;
    }
    for (Eigen::Index i = 1; i < s_; ++i) weight.segment(i * N_, N_) = weight.head(N_);
  }

 protected:
  virtual void equations(const VectorX<Real>& x, VectorX<Real>& F) = 0;

  /// For each component of zeta, what the rounding errors of its rate in the latest equations() are relative to. What
  /// the solver cannot get below counts with a 64th: from 64 times the scale down it takes what no longer falls for
  /// rounding.
  virtual void rounding(Zeta& scale) = 0;

  /// sum += |A| |x|
  static void add_sizes(const MatrixX<Real>& A, const VectorX<Real>& x, VectorX<Real>& sum) {
    using std::abs;
    for (Eigen::Index j = 0; j < A.cols(); ++j)
      for (Eigen::Index i = 0; i < A.rows(); ++i) sum[i] += abs(A(i, j) * x[j]);
  }

  SkewGradient<Real>& face_;
  Eigen::Index N_, m_, s_;
  Real h_ = 0;
  Zeta zeta0_;
  Zeta point_, g_;    // the latest point of evaluate() and the gradient there
  MatrixX<Real> Pi_;  // and Pi
  MatrixX<Real> B_;

 private:
  /// By how much Pi grad H changes when zeta does in its last digit, which is much where angles have gone round often.
  void add_rounding_of_zeta() {
    using std::abs, std::sqrt;
    rate_.noalias() = Pi_ * g_;
    const Real change = sqrt(epsilon<Real>);
    point_ *= 1 + change;
    face_.evaluate(point_, g_, Pi_);
    rate_.noalias() -= Pi_ * g_;
    for (Eigen::Index j = 0; j < N_; ++j) scale_[j] += abs(rate_[j]) / (64 * change);
  }

  Zeta scale_, rate_;
  VectorX<Real> latest_, shifted_, F_, F_shifted_;
  MatrixX<Real> J_;
  Eigen::PartialPivLU<MatrixX<Real>> lu_;
};

template <class Real> class SkewGradientIntegrator final : public Integrator<Real> {
  using Values = typename Integrator<Real>::Values;

 public:
  /// The equations refer to *face. `compensated`: what zeta += dzeta rounds off is kept and added later (Kahan).
  SkewGradientIntegrator(const System<Real>& system, std::unique_ptr<SkewGradient<Real>> face,
                         std::unique_ptr<SkewGradientEquations<Real>> equations, bool compensated,
                         const SolverOptions<Real>& options)
      : Integrator<Real>(system),
        face_(std::move(face)),
        equations_(std::move(equations)),
        solver_(make_solver<Real>(equations_->size(), options)),
        compensated_(compensated),
        extrapolate_(options.extrapolate),
        history_(equations_->size()),
        x_(equations_->size()),
        zeta_(face_->size()),
        dzeta_(zeta_.size()),
        lost_(zeta_.size()),
        lambda_(VectorX<Real>::Zero(face_->constraints())),
        q_(system.coordinates()),
        v_(system.velocities()) {}

  MethodTraits traits() const override { return equations_->traits(); }

  void start(Real t, Values q, Values v) override {
    std::ranges::copy(q, q_.begin());
    std::ranges::copy(v, v_.begin());
    restart(t);
  }

  /// The history of the unknowns goes on as that of a neighbouring orbit; what compensation carried belongs to the old
  /// state.
  void move_to(Real t, Values q, Values v) override {
    t_ = t;
    std::ranges::copy(q, q_.begin());
    std::ranges::copy(v, v_.begin());
    face_->pack(q_, v_, zeta_);
    lost_.setZero();
    moved_ = false;
  }

  /// What begin_step() does to zeta is a change of coordinates: the state stays what it was when the step fails.
  StepReport step(Real h) override {
    if (face_->begin_step(zeta_, h)) forget();
    equations_->begin(zeta_, h);
    if (!extrapolate_ || !history_.predict(h, x_)) equations_->first_guess(x_);
    const SolverReport solved = solver_->solve(*equations_, x_);
    const StepReport report{.outcome = solved.outcome,
                            .iterations = solved.iterations,
                            .evaluations = solved.evaluations * equations_->points(),
                            .residual = solved.increment};
    if (solved.outcome != Outcome::success) return report;
    equations_->increment(x_, dzeta_);
    equations_->lambda(x_, lambda_);
    add_increment();
    t_ += h;
    moved_ = true;
    history_.push(h, x_);
    face_->unpack(zeta_, q_, v_);
    return report;
  }

  void set_time(Real t) override { t_ = t; }
  View<Real> view() const override { return {t_, values(q_), values(v_), moved_ ? values(lambda_) : Values()}; }

  /// A system without velocities has nothing to turn round.
  void reverse() override {
    v_ = -v_;
    restart(t_);
  }

 private:
  void forget() {
    history_.clear();
    lost_.setZero();
  }

  void restart(Real t) {
    t_ = t;
    face_->pack(q_, v_, zeta_);
    forget();
    moved_ = false;
  }

  void add_increment() {
    if (!compensated_) {
      zeta_ += dzeta_;
      return;
    }
    for (Eigen::Index i = 0; i < zeta_.size(); ++i) {
      const Real before = zeta_[i], more = dzeta_[i] + lost_[i];
      zeta_[i] = before + more;
      lost_[i] = more - (zeta_[i] - before);
    }
  }

  std::unique_ptr<SkewGradient<Real>> face_;
  std::unique_ptr<SkewGradientEquations<Real>> equations_;
  std::unique_ptr<NonlinearSolver<Real>> solver_;
  bool compensated_, extrapolate_;
  StageHistory<Real> history_;
  VectorX<Real> x_, zeta_, dzeta_, lost_, lambda_, q_, v_;
  Real t_ = 0;
  bool moved_ = false;
};

template <class Real> void refuse_unreduced(const SolverOptions<Real>& options) {
  if (options.unreduced)
    throw InputError("solver", "simplified_newton solves spark in the lagrangian formulation alone");
}

}  // namespace nonholo
