#include <nonholo/framework/hessenberg_form.hpp>

#include <nonholo/framework/error.hpp>
#include <nonholo/framework/quad.hpp>
#include <nonholo/framework/saddle_point.hpp>

#include <Eigen/LU>

#include <utility>

namespace nonholo {

namespace {

/// What both forms share: the state at hand, the mass there, consistent multipliers.
template <class Real, int n, int m> class MechanicalForm : public Hessenberg<Real> {
 protected:
  using Q = Vector<Real, n>;
  using typename Hessenberg<Real>::Y;
  using typename Hessenberg<Real>::Z;
  using Linear = HessenbergLinearisation<Real>;

 public:
  explicit MechanicalForm(std::shared_ptr<const Dynamics<Real, n, m>> dynamics)
      : dynamics_(std::move(dynamics)),
        n_(dynamics_->coordinates()),
        m_(dynamics_->constraints()),
        saddle_(*dynamics_),
        block_(n_, m_),
        linear_(n_, m_),
        rates_(n_, m_),
        rates_linear_(n_, m_),
        q_(n_),
        v_(n_),
        lambda_(m_),
        zero_(Q::Zero(n_)),
        mass_(n_) {}

  Eigen::Index differential() const override { return 2 * n_; }
  Eigen::Index algebraic() const override { return m_; }
  int parts() const override { return 3; }

  void constraint(Real t, const Y& y, Z& g) override {
    load(t, y);
    dynamics_->constraint(t, q_, v_, block_.k, block_.K);
    g = block_.k;
  }

  bool consistent(Real t, const Y& y, Z& z) override {
    load(t, y);
    if (!saddle_.solve(t, q_, v_)) return false;
    z = saddle_.multipliers();
    return true;
  }

  void unpack(Real t, const Y& y, VectorX<Real>& q, VectorX<Real>& v) override {
    load(t, y);
    q = q_;
    v = v_;
  }

 protected:
  virtual void load(Real t, const Y& y) = 0;  ///< q_ and v_ of y

  void evaluate(Real t) {
    dynamics_->evaluate(t, q_, v_, block_);
    if (dynamics_->traits().constant_mass) dynamics_->mass(t, q_, v_, block_.p_v);
    mass_.compute(block_.p_v);
  }

  void linearise_at(Real t, const Z& z) {
    lambda_ = z;
    evaluate(t);
    dynamics_->linearise(t, q_, v_, lambda_, linear_);
  }

  static void clear(Linear& out) {
    for (auto& block : out.f_y) block.setZero();
    for (auto& block : out.f_z) block.setZero();
  }

  std::shared_ptr<const Dynamics<Real, n, m>> dynamics_;
  Eigen::Index n_, m_;
  SaddlePoint<Real, n, m> saddle_;
  Block<Real, n, m> block_;
  Linearisation<Real, n, m> linear_;
  Rates<Real, n, m> rates_;
  RatesLinearisation<Real, n, m> rates_linear_;
  Q q_, v_;
  Vector<Real, m> lambda_;
  Q zero_;
  Eigen::PartialPivLU<Matrix<Real, n, n>> mass_;
};

template <class Real, int n, int m> class FormQV final : public MechanicalForm<Real, n, m> {
  using Base = MechanicalForm<Real, n, m>;
  using typename Base::Linear;
  using typename Base::Q;
  using typename Base::Y;
  using typename Base::Z;

 public:
  using Base::Base;

  void rates(Real t, const Y& y, const Z& z, MatrixX<Real>& f) override {
    load(t, y);
    this->evaluate(t);
    this->dynamics_->rates(t, this->q_, this->v_, this->zero_, this->rates_);
    f.setZero();
    f.col(0).head(this->n_) = this->v_;
    f.col(1).tail(this->n_) = this->mass_.solve(Q(this->block_.f - this->rates_.p_dot));
    f.col(2).tail(this->n_) = this->mass_.solve(Q(this->block_.K.transpose() * z));
  }

  /// With p_v a_F = f - p_t - p_q v and p_v a_R = K^T z:  p_v d(a_F) = df - d(p_dot at fixed a = a_F),  p_v d(a_R) = d(K^T z) - d(p_v) a_R.
  void linearise(Real t, const Y& y, const Z& z, Linear& out) override {
    load(t, y);
    this->linearise_at(t, z);
    this->clear(out);
    const Eigen::Index rows = this->n_;
    out.f_y[0].topRightCorner(rows, rows).setIdentity();

    this->dynamics_->rates(t, this->q_, this->v_, this->zero_, this->rates_);
    const Q a_F = this->mass_.solve(Q(this->block_.f - this->rates_.p_dot));
    const Q a_R = this->mass_.solve(Q(this->block_.K.transpose() * z));
    auto& rates = this->rates_linear_;
    this->dynamics_->linearise_rates(t, this->q_, this->v_, a_F, rates);
    out.f_y[1].bottomLeftCorner(rows, rows) = this->mass_.solve(this->linear_.f_q - rates.p_dot_q);
    out.f_y[1].bottomRightCorner(rows, rows) = this->mass_.solve(this->linear_.f_v - rates.p_dot_v);

    this->dynamics_->linearise_rates(t, this->q_, this->v_, a_R, rates);
    Matrix<Real, n, n> mass_change_q = rates.p_dot_q, mass_change_v = rates.p_dot_v;
    this->dynamics_->linearise_rates(t, this->q_, this->v_, this->zero_, rates);
    mass_change_q -= rates.p_dot_q;
    mass_change_v -= rates.p_dot_v;
    out.f_y[2].bottomLeftCorner(rows, rows) = this->mass_.solve(this->linear_.reaction_q - mass_change_q);
    out.f_y[2].bottomRightCorner(rows, rows) = this->mass_.solve(this->linear_.reaction_v - mass_change_v);
    out.f_z[2].bottomRows(rows) = this->mass_.solve(this->linear_.K.transpose());
    out.g_y << this->linear_.k_q, this->linear_.K;
  }

  void pack(Real, const VectorX<Real>& q, const VectorX<Real>& v, Y& y) override { y << q, v; }

 private:
  void load(Real, const Y& y) override {
    this->q_ = y.head(this->n_);
    this->v_ = y.tail(this->n_);
  }
};

template <class Real, int n, int m> class FormQP final : public MechanicalForm<Real, n, m> {
  using Base = MechanicalForm<Real, n, m>;
  using typename Base::Linear;
  using typename Base::Q;
  using typename Base::Y;
  using typename Base::Z;

 public:
  using Base::Base;

  void rates(Real t, const Y& y, const Z& z, MatrixX<Real>& f) override {
    load(t, y);
    this->dynamics_->evaluate(t, this->q_, this->v_, this->block_);
    f.setZero();
    f.col(0).head(this->n_) = this->v_;
    f.col(1).tail(this->n_) = this->block_.f;
    f.col(2).tail(this->n_).noalias() = this->block_.K.transpose() * z;
  }

  /// Everything is known as a function of (q, v), and v_q = -p_v^-1 p_q, v_p = p_v^-1 at fixed p and q.
  void linearise(Real t, const Y& y, const Z& z, Linear& out) override {
    load(t, y);
    this->linearise_at(t, z);
    this->clear(out);
    const Eigen::Index rows = this->n_;
    const Matrix<Real, n, n> v_q = -this->mass_.solve(this->linear_.p_q), v_p = this->mass_.inverse();
    const auto& linear = this->linear_;
    out.f_y[0].topRows(rows) << v_q, v_p;
    out.f_y[1].bottomRows(rows) << linear.f_q + linear.f_v * v_q, linear.f_v * v_p;
    out.f_y[2].bottomRows(rows) << linear.reaction_q + linear.reaction_v * v_q, linear.reaction_v * v_p;
    out.f_z[2].bottomRows(rows) = linear.K.transpose();
    out.g_y << linear.k_q + linear.K * v_q, linear.K * v_p;
  }

  void pack(Real t, const VectorX<Real>& q, const VectorX<Real>& v, Y& y) override {
    this->q_ = q;
    this->v_ = v;
    Q p(this->n_);
    this->dynamics_->momentum(t, this->q_, this->v_, p);
    y << q, p;
  }

 private:
  /// v from p by Newton's method, which ends after one step where p is linear in v.
  void load(Real t, const Y& y) override {
    this->q_ = y.head(this->n_);
    const auto p = y.tail(this->n_);
    Q defect(this->n_);
    this->v_.setZero();
    this->dynamics_->mass(t, this->q_, this->v_, this->block_.p_v);
    this->mass_.compute(this->block_.p_v);
    for (int i = 0; i < most_iterations; ++i) {
      this->dynamics_->momentum(t, this->q_, this->v_, defect);
      defect -= p;
      this->v_ -= this->mass_.solve(defect);
      if (i > 0 && defect.norm() <= 4 * epsilon<Real> * p.norm()) return;
    }
  }

  static constexpr int most_iterations = 20;  // two where p is affine in v: the second removes the round-off of the first
};

}  // namespace

template <class Real> std::unique_ptr<Hessenberg<Real>> hessenberg(const System<Real>& system, HessenbergForm form) {
  if (system.is_mechanical() == (form == HessenbergForm::own))
    throw InputError("formulation", system.is_mechanical() ? "a mechanical system is \"hessenberg_qv\" or \"hessenberg_qp\""
                                                           : "this problem is a DAE in Hessenberg form already: leave formulation out");
  if (form == HessenbergForm::own) return system.make_hessenberg();
  return system.visit([form]<int n, int m>(const std::shared_ptr<const Dynamics<Real, n, m>>& dynamics) -> std::unique_ptr<Hessenberg<Real>> {
    if (form == HessenbergForm::qv) return std::make_unique<FormQV<Real, n, m>>(dynamics);
    return std::make_unique<FormQP<Real, n, m>>(dynamics);
  });
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template std::unique_ptr<Hessenberg<double>> hessenberg(const System<double>&, HessenbergForm);
#else
template std::unique_ptr<Hessenberg<long double>> hessenberg(const System<long double>&, HessenbergForm);
template std::unique_ptr<Hessenberg<quad>> hessenberg(const System<quad>&, HessenbergForm);
#endif

}  // namespace nonholo
