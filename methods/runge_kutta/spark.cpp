#include <nonholo/methods/runge_kutta/spark.hpp>

#include <nonholo/methods/runge_kutta/hessenberg_runge_kutta.hpp>
#include <nonholo/methods/runge_kutta/spark_coefficients.hpp>
#include <nonholo/methods/runge_kutta/spark_unreduced.hpp>

#include <nonholo/framework/system/mass_inverse.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/system/saddle_point.hpp>
#include <nonholo/framework/run/stage_method.hpp>
#include <nonholo/framework/system/velocity_scale.hpp>

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <vector>

namespace nonholo {

namespace {

/// The equations of one step. Unknowns x: V_0 ... V_{s-1}, V_s = v_1 (n each), then L_0 ... L_{s-1} (m each). Residuals
/// F in the same order: the momentum equations of the s + 1 points, then the averaged constraints and the one at the
/// end.
template <class Real, int n, int m> class SparkEquations final : public StageEquations<Real> {
  using Q = Vector<Real, n>;
  using Columns = Matrix<Real, n, dynamic>;
  using MultiplierColumns = Matrix<Real, m, dynamic>;

 public:
  using Parameters = std::shared_ptr<const SparkCoefficients<Real>>;

  SparkEquations(const Parameters& coefficients, const Dynamics<Real, n, m>& dynamics)
      : T_(coefficients),
        dynamics_(dynamics),
        traits_(dynamics.traits()),
        n_(dynamics.coordinates()),
        m_(dynamics.constraints()),
        s_(T_->stages),
        saddle_(dynamics),
        q0_(n_),
        v0_(n_),
        p0_(n_),
        q_(n_),
        v_(n_),
        largest_(n_),
        lambda_(m_),
        point_(static_cast<std::size_t>(T_->points), Block<Real, n, m>(n_, m_)),
        Q_(n_, T_->points),
        P_(n_, s_ + 1),
        forces_(n_, s_),
        reactions_(n_, s_),
        k_q_(m_, n_),
        inverse_(static_cast<std::size_t>(s_ + 1), MassInverse<Real, n>(n_)),
        G_(s_ * m_, (s_ + 1) * n_),
        Y_((s_ + 1) * n_, s_ * m_),
        u_((s_ + 1) * n_),
        r_(s_ * m_),
        schur_(s_ * m_, s_ * m_),
        lu_(s_ * m_) {}

  Eigen::Index size() const override { return (s_ + 1) * n_ + s_ * m_; }
  int points() const { return T_->points; }
  static MethodTraits traits(const Parameters& coefficients, DynamicsTraits) { return coefficients->traits; }

  /// Binds the equations to the step from (t0, q0, v0) to t0 + h.
  void begin(Real t0, const Q& q0, const Q& v0, Real h) {
    t0_ = t0;
    q0_ = q0;
    v0_ = v0;
    h_ = h;
    dynamics_.momentum(t0, q0, v0, p0_);
    if (!traits_.constant_mass || inverse_known_) return;
    for (auto& point : point_) dynamics_.mass(t0, q0, v0, point.p_v);
    inverse_known_ = inverse_[0].compute(point_[0].p_v);
    std::fill(inverse_.begin() + 1, inverse_.end(), inverse_[0]);
  }

  /// V_i = v_0 + c_i h a_0, L_i = lambda_0 where accelerations and multipliers exist at the start, else V_i = v_0, L_i
  /// = 0.
  void first_guess(VectorX<Real>& x) {
    const bool regular = saddle_.solve(t0_, q0_, v0_);
    auto V = velocities(x);
    V.colwise() = v0_;
    if (regular) V.noalias() += (h_ * saddle_.acceleration()) * T_->c.head(s_ + 1).transpose();
    if (regular) multipliers(x).colwise() = saddle_.multipliers();
    else multipliers(x).setZero();
  }

  /// (q_1, v_1) and the last stage multiplier of the solution x.
  void end(const VectorX<Real>& x, Q& q1, Q& v1, Vector<Real, m>& lambda_stage) {
    positions(x);
    q1 = Q_.col(s_);
    v1 = velocities(x).col(s_);
    lambda_stage = multipliers(x).col(s_ - 1);
  }

  void residual(const VectorX<Real>& x, VectorX<Real>& F) override {
    const auto V = velocities(x);
    const auto L = multipliers(x);
    positions(x);
    for (Eigen::Index i = 0; i < s_; ++i) {
      auto& at = point(i);
      place(i, V);
      dynamics_.evaluate(time(i), q_, v_, at);
      P_.col(i) = at.p;
      forces_.col(i) = at.f;
      reactions_.col(i).noalias() = at.K.transpose() * L.col(i);
    }
    for (Eigen::Index i = s_ + 1; i < T_->points; ++i) {
      place(i, V);
      dynamics_.constraint(time(i), q_, v_, point(i).k, point(i).K);
    }
    auto& end = point(s_);
    place(s_, V);  // last: linearise() takes the mass there
    dynamics_.momentum(time(s_), q_, v_, end.p);
    dynamics_.constraint(time(s_), q_, v_, end.k, end.K);
    P_.col(s_) = end.p;

    auto R = velocities(F);
    if (T_->same_forces) forces_ += reactions_;  // as a product's operand the sum would be a temporary on the heap
    R = forces_.lazyProduct(T_->a_hat.transpose());
    if (!T_->same_forces) R += reactions_.lazyProduct(T_->a_tilde.transpose());
    R = (P_ - h_ * R).colwise() - p0_;
    auto C = multipliers(F);
    C.setZero();
    for (Eigen::Index i = 0; i < s_; ++i)
      for (Eigen::Index l = 0; l < T_->points; ++l)
        if (T_->w(i, l) != 0) C.col(i) += T_->w(i, l) * point(l).k;
  }

  void weights(const VectorX<Real>& x, VectorX<Real>& weight) override {
    const auto V = velocities(x);
    const Real twice_kinetic = V.cwiseProduct(P_).colwise().sum().cwiseAbs().maxCoeff();
    largest_ = V.cwiseAbs().rowwise().maxCoeff();
    auto W = velocities(weight);
    velocity_weights(largest_, twice_kinetic, point(0).p_v.diagonal(), W.col(0));
    W.rightCols(s_).colwise() = W.col(0);
    multipliers(weight).setZero();  // they act through the velocities: h p_v^-1 K^T dL is part of every dV
  }

  // The frozen linearisation keeps p_v and K of every point at the guess and k_q at the start; it drops f_q, f_v, p_q
  // and the change of K^T with Q. With constant mass and forces free of v what is dropped is O(h^2), otherwise O(h).
  // With dl = h dL it reads
  //
  //   dV = -u + Y dl,   u_i = p_v_i^-1 R_i,   Y_ij = p_v_i^-1 at_ij K_j^T,        (momentum)
  //   G dV = -C,        G_il = w_il K_l + h (w a)_il k_q + sum_e w_ie beta_el K_e
  //       (constraints, e over points beyond the end)
  //
  // and (G Y) dl = -C + G u is the s m x s m system that is left.
  bool linearise() override {
    if (!update_inverses()) return false;
    dynamics_.constraint_gradient(t0_, q0_, v0_, k_q_);
    for (Eigen::Index i = 0; i < s_; ++i)
      for (Eigen::Index l = 0; l <= s_; ++l) {
        auto block = G_.template block<m, n>(i * m_, l * n_, m_, n_);
        block = T_->w(i, l) * point(l).K;
        if (l < s_) block += (h_ * T_->wa(i, l)) * k_q_;
        for (Eigen::Index e = s_ + 1; l < s_ && e < T_->points; ++e)
          block += (T_->w(i, e) * T_->beta(e - s_ - 1, l)) * point(e).K;
      }
    for (Eigen::Index i = 0; i <= s_; ++i)
      for (Eigen::Index j = 0; j < s_; ++j)
        Y_.template block<n, m>(i * n_, j * m_, n_, m_).noalias() =
            inverse(i) * (T_->a_tilde(i, j) * point(j).K.transpose());
    schur_ = G_.lazyProduct(Y_);
    if (!schur_.allFinite()) return false;
    lu_.compute(schur_);
    return true;
  }

  void correct(const VectorX<Real>& F, VectorX<Real>& dx) override {
    const auto R = velocities(F);
    for (Eigen::Index i = 0; i <= s_; ++i) u_.template segment<n>(i * n_, n_).noalias() = inverse(i) * R.col(i);
    r_ = G_.lazyProduct(u_);
    r_ -= F.tail(s_ * m_);
    auto dl = dx.tail(s_ * m_);
    dl = lu_.solve(r_);
    dx.head((s_ + 1) * n_) = Y_.lazyProduct(dl);
    dx.head((s_ + 1) * n_) -= u_;
    dl /= h_;
  }

  void jacobian(const VectorX<Real>& x, MatrixX<Real>& J) override {
    const auto V = velocities(x);
    const auto L = multipliers(x);
    for (Eigen::Index i = 0; i < T_->points; ++i) {
      place(i, V);
      lambda_ = L.col(std::min(i, s_ - 1));  // points beyond the stages have no reaction of their own
      dynamics_.linearise(time(i), q_, v_, lambda_, linear_[static_cast<std::size_t>(i)]);
    }
    J.setZero();
    for (Eigen::Index i = 0; i <= s_; ++i) momentum_rows(J, i);
    for (Eigen::Index i = 0; i < s_; ++i) constraint_rows(J, i);
  }

 private:
  /// Q_: q_0 + h sum_j a_ij V_j. Never inlined: q_1 must be rounded as it was when the constraint was solved at it,
  /// because an ulp of a large angle is many ulps of the constraint.
  [[gnu::noinline]] void positions(const VectorX<Real>& x) {
    Q_ = velocities(x).leftCols(s_).lazyProduct(T_->a.transpose());
    Q_ = (h_ * Q_).colwise() + q0_;
  }

  /// d R_i: p at point i, then the forces and reactions of the stages j, each through V_j and through Q_j = q_0 + h
  /// sum_l a_jl V_l.
  void momentum_rows(MatrixX<Real>& J, Eigen::Index i) {
    const auto& own = linear_[static_cast<std::size_t>(i)];
    velocity_block(J, i, i) += own.p_v;
    for (Eigen::Index l = 0; l < s_; ++l) velocity_block(J, i, l) += (h_ * T_->a(i, l)) * own.p_q;
    for (Eigen::Index j = 0; j < s_; ++j) {
      const auto& at = linear_[static_cast<std::size_t>(j)];
      const Real hat = h_ * T_->a_hat(i, j), tilde = h_ * T_->a_tilde(i, j);
      velocity_block(J, i, j) -= hat * at.f_v + tilde * at.reaction_v;
      for (Eigen::Index l = 0; l < s_; ++l)
        velocity_block(J, i, l) -= (h_ * T_->a(j, l)) * (hat * at.f_q + tilde * at.reaction_q);
      J.template block<n, m>(i * n_, (s_ + 1) * n_ + j * m_, n_, m_) -= tilde * at.K.transpose();
    }
  }

  /// d C_i, C_i = sum_l w_il k_l.
  void constraint_rows(MatrixX<Real>& J, Eigen::Index i) {
    for (Eigen::Index l = 0; l < T_->points; ++l) {
      if (T_->w(i, l) == 0) continue;
      const auto& at = linear_[static_cast<std::size_t>(l)];
      const auto block = [&](Eigen::Index j) { return J.template block<m, n>((s_ + 1) * n_ + i * m_, j * n_, m_, n_); };
      if (l <= s_) block(l) += T_->w(i, l) * at.K;
      else
        for (Eigen::Index j = 0; j < s_; ++j) block(j) += (T_->w(i, l) * T_->beta(l - s_ - 1, j)) * at.K;
      for (Eigen::Index j = 0; j < s_; ++j) block(j) += (T_->w(i, l) * h_ * T_->a(l, j)) * at.k_q;
    }
  }

  auto velocity_block(MatrixX<Real>& J, Eigen::Index i, Eigen::Index l) {
    return J.template block<n, n>(i * n_, l * n_, n_, n_);
  }

  bool update_inverses() {
    if (traits_.constant_mass) return inverse_known_;
    dynamics_.mass(time(s_), q_, v_, point(s_).p_v);  // residual() left the end in q_ and v_
    for (Eigen::Index i = 0; i <= s_; ++i)
      if (!inverse_[static_cast<std::size_t>(i)].compute(point(i).p_v)) return false;
    return true;
  }

  Real time(Eigen::Index i) const { return t0_ + T_->c[i] * h_; }

  /// Copies point i into q_ and v_: the virtual functions of Dynamics take whole vectors, not columns.
  template <class Velocities> void place(Eigen::Index i, const Velocities& V) {
    q_ = Q_.col(i);
    if (i <= s_) v_ = V.col(i);
    else v_ = V.leftCols(s_).lazyProduct(T_->beta.row(i - s_ - 1).transpose());
  }

  Block<Real, n, m>& point(Eigen::Index i) { return point_[static_cast<std::size_t>(i)]; }
  const Matrix<Real, n, n>& inverse(Eigen::Index i) const { return inverse_[static_cast<std::size_t>(i)].matrix(); }

  auto velocities(VectorX<Real>& x) const { return Eigen::Map<Columns>(x.data(), n_, s_ + 1); }
  auto velocities(const VectorX<Real>& x) const { return Eigen::Map<const Columns>(x.data(), n_, s_ + 1); }
  auto multipliers(VectorX<Real>& x) const { return Eigen::Map<MultiplierColumns>(x.data() + (s_ + 1) * n_, m_, s_); }
  auto multipliers(const VectorX<Real>& x) const {
    return Eigen::Map<const MultiplierColumns>(x.data() + (s_ + 1) * n_, m_, s_);
  }

  std::shared_ptr<const SparkCoefficients<Real>> T_;
  const Dynamics<Real, n, m>& dynamics_;
  DynamicsTraits traits_;
  Eigen::Index n_, m_, s_;
  SaddlePoint<Real, n, m> saddle_;

  Real t0_ = 0, h_ = 0;
  Q q0_, v0_, p0_, q_, v_, largest_;
  Vector<Real, m> lambda_;
  std::vector<Block<Real, n, m>> point_;  // s stages, the end, points of the constraint alone
  Columns Q_, P_, forces_, reactions_;

  bool inverse_known_ = false;
  Matrix<Real, m, n> k_q_;
  std::vector<MassInverse<Real, n>> inverse_;
  MatrixX<Real> G_, Y_;
  VectorX<Real> u_, r_;
  MatrixX<Real> schur_;
  Eigen::PartialPivLU<MatrixX<Real>> lu_;
  std::vector<Linearisation<Real, n, m>> linear_{point_.size(), Linearisation<Real, n, m>(n_, m_)};
};

}  // namespace

template <class Real> std::unique_ptr<Integrator<Real>> spark(const System<Real>& system, const TableauSet& set,
                                                              const SolverOptions<Real>& options) {
  if (system.kind() != SystemKind::mechanical) return spark(system, set, HessenbergForm::usual, options);
  if (!set.determines_multipliers())
    throw InputError("tableau",
                     set.name() +
                         " cannot carry the reactions: the constraints of a step do not determine the multipliers of "
                         "its stages. Take a "
                         "set with another tableau for the reactions (A_tilde), or, for Lobatto IIIA, runge_kutta");
  if (options.unreduced) return spark_unreduced(system, set, options);
  return make_stage_method<SparkEquations>(system, std::make_shared<const SparkCoefficients<Real>>(set), options);
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template std::unique_ptr<Integrator<double>> spark(const System<double>&, const TableauSet&,
                                                   const SolverOptions<double>&);
#else
template std::unique_ptr<Integrator<long double>> spark(const System<long double>&, const TableauSet&,
                                                        const SolverOptions<long double>&);
template std::unique_ptr<Integrator<quad>> spark(const System<quad>&, const TableauSet&, const SolverOptions<quad>&);
#endif

}  // namespace nonholo
