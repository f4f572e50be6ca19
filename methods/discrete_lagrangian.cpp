#include <nonholo/methods/discrete_lagrangian.hpp>

#include <nonholo/framework/mass_inverse.hpp>
#include <nonholo/framework/quad.hpp>
#include <nonholo/framework/saddle_point.hpp>
#include <nonholo/framework/small_solver.hpp>
#include <nonholo/framework/stage_method.hpp>
#include <nonholo/framework/velocity_scale.hpp>

namespace nonholo {

namespace {

/// The equations of one step in the unknowns x = (v_1, l). With constant mass and forces free of v the momentum equation is linear in
/// v_1: its elimination by the inverse mass is exact and the iteration is one for the m multipliers.
template <class Real, int n, int m> class DiscreteLagrangianEquations final : public StageEquations<Real> {
  using Q = Vector<Real, n>;
  using Jacobian = Matrix<Real, m, n>;

 public:
  using Parameters = Real;  // theta

  DiscreteLagrangianEquations(Real theta, const Dynamics<Real, n, m>& dynamics)
      : theta_(theta),
        dynamics_(dynamics),
        traits_(dynamics.traits()),
        n_(dynamics.coordinates()),
        m_(dynamics.constraints()),
        saddle_(dynamics),
        q0_(n_),
        v0_(n_),
        v1_(n_),
        qh_(n_),
        qm_(n_),
        q1_(n_),
        q2_(n_),
        known_(n_),
        p_(n_),
        f_(n_),
        momentum_(n_),
        u_(n_),
        k_(m_),
        r_(m_),
        dl_(m_),
        zero_(Vector<Real, m>::Zero(m_)),
        K_(m_, n_),
        Kh_(m_, n_),
        k_q_(m_, n_),
        G_(m_, n_),
        Y_(n_, m_),
        mass_(n_, n_),
        inverse_(n_),
        schur_(m_, m_),
        schur_solver_(m_),
        at_node_(n_, m_),
        at_end_(n_, m_),
        at_next_(n_, m_) {}

  int points() const { return 1; }
  static MethodTraits traits(Real theta, DynamicsTraits dynamics) {
    const bool symmetric = theta == Real(1) / 2 || (dynamics.constant_mass && dynamics.conservative);  // then theta does not matter
    return {.order = symmetric ? 2 : 1, .multiplier_order = 1, .symmetric = symmetric, .keeps_constraint = true};
  }
  Eigen::Index size() const override { return n_ + m_; }

  /// Binds the equations to the step from (t0, q0, v0) to t0 + h: everything that does not depend on (v_1, l).
  void begin(Real t0, const Q& q0, const Q& v0, Real h) {
    t0_ = t0;
    q0_ = q0;
    v0_ = v0;
    h_ = h;
    qh_ = q0 + (h / 2) * v0;
    dynamics_.constraint(t_half(), qh_, v0_, k_, Kh_);
    dynamics_.force(t_half(), qh_, v0_, f_);
    if (traits_.constant_mass) {
      if (!inverse_known_) {
        dynamics_.mass(t0, q0, v0, mass_);
        inverse_known_ = inverse_.compute(mass_);
      }
      known_.noalias() = mass_ * v0_;
      known_ += (force_is_explicit() ? h_ : theta_ * h_) * f_;
      return;
    }
    qm_ = q0 - (h / 2) * v0;
    dynamics_.momentum(t0_ - h_ / 2, qm_, v0_, p_);
    known_ = (1 - theta_) * p_ + theta_ * h_ * f_;
    dynamics_.momentum(t_half(), qh_, v0_, p_);
    known_ += theta_ * p_;
  }

  void first_guess(VectorX<Real>& x) {
    const bool regular = saddle_.solve(t0_, q0_, v0_);
    velocity(x) = v0_;
    if (regular) velocity(x) += h_ * saddle_.acceleration();
    if (regular) multiplier(x) = saddle_.multipliers();
    else multiplier(x).setZero();
  }

  void end(const VectorX<Real>& x, Q& q1, Q& v1, Vector<Real, m>& lambda_stage) const {
    v1 = velocity(x);
    q1 = qh_ + (h_ / 2) * v1;
    lambda_stage = multiplier(x);
  }

  void residual(const VectorX<Real>& x, VectorX<Real>& F) override {
    v1_ = velocity(x);
    q1_ = qh_ + (h_ / 2) * v1_;
    left_hand_side();
    auto R = velocity(F);
    R = momentum_ - known_;
    R.noalias() -= h_ * (Kh_.transpose() * multiplier(x));
    dynamics_.constraint(t0_ + h_, q1_, v1_, k_, K_);
    multiplier(F) = k_;
  }

  void weights(const VectorX<Real>& x, VectorX<Real>& weight) override {
    if (!traits_.constant_mass) dynamics_.mass(t_half(), qh_, v1_, mass_);
    u_.noalias() = mass_ * v1_;
    const Real twice_kinetic = v1_.dot(u_);
    velocity_weights(velocity(x).cwiseAbs(), twice_kinetic, mass_.diagonal(), velocity(weight));
    multiplier(weight).setZero();  // they act through the velocities
  }

  // Kept: p_v at q_h, K at both ends and k_q at the end. With constant mass only the change of k_q and K is dropped.
  bool linearise() override {
    if (!traits_.constant_mass) {
      dynamics_.mass(t_half(), qh_, v1_, mass_);
      inverse_known_ = inverse_.compute(mass_);
    }
    if (!inverse_known_) return false;
    dynamics_.constraint_gradient(t0_ + h_, q1_, v1_, k_q_);
    G_ = K_ + (h_ / 2) * k_q_;
    Y_.noalias() = inverse_.matrix() * Kh_.transpose();
    schur_.noalias() = G_ * Y_;
    if (!schur_.allFinite()) return false;
    schur_solver_.compute(schur_);
    return true;
  }

  // dv = -u + Y dl, u = p_v^-1 R, dl = h dlambda;  (G Y) dl = -k + G u.
  void correct(const VectorX<Real>& F, VectorX<Real>& dx) override {
    u_.noalias() = inverse_.matrix() * velocity(F);
    r_.noalias() = G_ * u_;
    r_ -= multiplier(F);
    schur_solver_.solve(r_, dl_);
    velocity(dx).noalias() = Y_ * dl_;
    velocity(dx) -= u_;
    multiplier(dx) = dl_ / h_;
  }

  void jacobian(const VectorX<Real>&, MatrixX<Real>& J) override {
    q2_ = q1_ + (h_ / 2) * v1_;
    dynamics_.linearise(t_half(), qh_, v1_, zero_, at_node_);
    dynamics_.linearise(t0_ + h_, q1_, v1_, zero_, at_end_);
    dynamics_.linearise(t0_ + 3 * h_ / 2, q2_, v1_, zero_, at_next_);
    const Real here = 1 - theta_;
    J.setZero();
    J.topLeftCorner(n_, n_) = here * at_node_.p_v + theta_ * (at_next_.p_v + h_ * at_next_.p_q) - here * h_ * at_node_.f_v;
    J.topRightCorner(n_, m_) = -h_ * Kh_.transpose();
    J.bottomLeftCorner(m_, n_) = at_end_.K + (h_ / 2) * at_end_.k_q;
  }

 private:
  Real t_half() const { return t0_ + h_ / 2; }

  /// With constant mass and no force that depends on v, f(q_h, v_1) = f(q_h, v_0): both halves of the force are known before the step.
  bool force_is_explicit() const { return traits_.constant_mass && traits_.conservative; }

  /// momentum_: the left-hand side of the momentum equation at v_1.
  void left_hand_side() {
    if (traits_.constant_mass) {
      momentum_.noalias() = mass_ * v1_;
    } else {
      dynamics_.momentum(t_half(), qh_, v1_, p_);
      momentum_ = (1 - theta_) * p_;
      if (theta_ != 0) {
        q2_ = q1_ + (h_ / 2) * v1_;
        dynamics_.momentum(t0_ + 3 * h_ / 2, q2_, v1_, p_);
        momentum_ += theta_ * p_;
      }
    }
    if (force_is_explicit()) return;
    dynamics_.force(t_half(), qh_, v1_, f_);
    momentum_ -= (1 - theta_) * h_ * f_;
  }

  auto velocity(VectorX<Real>& x) const { return Eigen::Map<Q>(x.data(), n_); }
  auto velocity(const VectorX<Real>& x) const { return Eigen::Map<const Q>(x.data(), n_); }
  auto multiplier(VectorX<Real>& x) const { return Eigen::Map<Vector<Real, m>>(x.data() + n_, m_); }
  auto multiplier(const VectorX<Real>& x) const { return Eigen::Map<const Vector<Real, m>>(x.data() + n_, m_); }

  Real theta_;
  const Dynamics<Real, n, m>& dynamics_;
  DynamicsTraits traits_;
  Eigen::Index n_, m_;
  SaddlePoint<Real, n, m> saddle_;
  Real t0_ = 0, h_ = 0;

  Q q0_, v0_, v1_, qh_, qm_, q1_, q2_;
  Q known_, p_, f_, momentum_, u_;
  Vector<Real, m> k_, r_, dl_, zero_;
  Jacobian K_, Kh_, k_q_, G_;
  Matrix<Real, n, m> Y_;
  Matrix<Real, n, n> mass_;
  MassInverse<Real, n> inverse_;
  bool inverse_known_ = false;
  Matrix<Real, m, m> schur_;
  SmallSolver<Real, m> schur_solver_;
  Linearisation<Real, n, m> at_node_, at_end_, at_next_;
};

}  // namespace

template <class Real> std::unique_ptr<Integrator<Real>> mclachlan_perlmutter(const System<Real>& system, const SolverOptions<Real>& options) {
  return make_stage_method<DiscreteLagrangianEquations>(system, Real(1) / 2, options);
}

template <class Real> std::unique_ptr<Integrator<Real>> mclachlan_perlmutter_hilden(const System<Real>& system, const SolverOptions<Real>& options) {
  return make_stage_method<DiscreteLagrangianEquations>(system, Real(0), options);
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template std::unique_ptr<Integrator<double>> mclachlan_perlmutter(const System<double>&, const SolverOptions<double>&);
template std::unique_ptr<Integrator<double>> mclachlan_perlmutter_hilden(const System<double>&, const SolverOptions<double>&);
#else
template std::unique_ptr<Integrator<long double>> mclachlan_perlmutter(const System<long double>&, const SolverOptions<long double>&);
template std::unique_ptr<Integrator<quad>> mclachlan_perlmutter(const System<quad>&, const SolverOptions<quad>&);
template std::unique_ptr<Integrator<long double>> mclachlan_perlmutter_hilden(const System<long double>&, const SolverOptions<long double>&);
template std::unique_ptr<Integrator<quad>> mclachlan_perlmutter_hilden(const System<quad>&, const SolverOptions<quad>&);
#endif

}  // namespace nonholo
