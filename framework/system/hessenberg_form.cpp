// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/hessenberg_form.hpp>

#include <nonholo/framework/base/cholesky.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/system/energy_sizes.hpp>
#include <nonholo/framework/system/saddle_point.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace nonholo {

namespace {

/// What both forms share: the state at hand, the mass there, consistent multipliers. No function allocates: results
/// stand in members.
template <class Real, int n, int m> class MechanicalForm : public Hessenberg<Real> {
 protected:
  using Q = Vector<Real, n>;
  using Square = Matrix<Real, n, n>;
  using typename Hessenberg<Real>::Y;
  using typename Hessenberg<Real>::Z;
  using Linear = HessenbergLinearisation<Real>;

 public:
  explicit MechanicalForm(std::shared_ptr<const Dynamics<Real, n, m>> dynamics)
      : dynamics_(std::move(dynamics)),
        n_(dynamics_->coordinates()),
        m_(dynamics_->constraints()),
        h_(dynamics_->traits().holonomic),
        saddle_(*dynamics_),
        block_(n_, m_),
        linear_(n_, m_),
        rates_(n_, m_),
        rates_linear_(n_, m_),
        at_rest_(n_, m_),
        q_(n_),
        v_(n_),
        x_(n_),
        lambda_(m_),
        reaction_(n_),
        reaction_slope_(n_, m_),
        zero_(Q::Zero(n_)),
        mass_(n_) {
    if (h_ > 0) stabiliser_.emplace(n_, m_);
  }

  Eigen::Index differential() const override { return 2 * n_; }
  Eigen::Index algebraic() const override { return m_ + h_; }
  int parts() const override { return 3; }

  void constraint(Real t, const Y& y, Z& g) override {
    load(t, y);
    dynamics_->constraint(t, q_, v_, block_.k, block_.K);
    g.head(m_) = block_.k;
    if (h_ == 0) return;
    dynamics_->position_constraint(t, q_, stabiliser_->g);
    g.tail(h_) = stabiliser_->g.head(h_);
  }

  bool consistent(Real t, const Y& y, Z& z) override {
    load(t, y);
    if (!saddle_.solve(t, q_, v_)) return false;
    z.head(m_) = saddle_.multipliers();
    z.tail(h_).setZero();
    return true;
  }

  void unpack(Real t, const Y& y, VectorX<Real>& q, VectorX<Real>& v) override {
    load(t, y);
    q = q_;
    v = v_;
  }

  bool sizes(Real h, Y& size) override {
    using std::abs;
    Real twice_kinetic = 0, by_forces = 0, by_reactions = 0;  // what forces and reactions alone would give it
    for (Eigen::Index i = 0; i < n_; ++i) {
      const Real mass = abs(block_.p_v(i, i)), force = h * block_.f[i], reaction = h * reaction_[i];
      twice_kinetic += v_[i] * block_.p_v.row(i).dot(v_);
      by_forces += force * force / mass;
      by_reactions += reaction * reaction / mass;
    }
    twice_kinetic = std::max<Real>({abs(twice_kinetic), by_forces, by_reactions});
    for (Eigen::Index i = 0; i < n_; ++i) {
      const Real mass = block_.p_v(i, i), velocity = allowed_velocity<Real>(twice_kinetic, mass);
      size[i] = abs(h) * velocity;
      size[n_ + i] = in_momenta() ? allowed_momentum<Real>(twice_kinetic, mass) : velocity;
    }
    return true;
  }

 protected:
  virtual void load(Real t, const Y& y) = 0;  ///< q_ and v_ of y
  virtual bool in_momenta() const = 0;        ///< y = (q, p)

  void evaluate(Real t) {
    dynamics_->evaluate(t, q_, v_, block_);
    if (dynamics_->traits().constant_mass) dynamics_->mass(t, q_, v_, block_.p_v);
    mass_.compute(block_.p_v);
  }

  /// lambda_ and mu of z.
  void load_multipliers(const Z& z) {
    lambda_ = z.head(m_);
    if (h_ > 0) stabiliser_->mu.head(h_) = z.tail(h_);
  }

  /// Into q': p_v^-1 g_q^T mu, after the block and mass_ were evaluated.
  void stabilise(MatrixX<Real>& f) {
    if (h_ == 0) return;
    Stabiliser& s = *stabiliser_;
    s.x.noalias() = block_.K.transpose() * s.mu;
    mass_.solve_in_place(s.x);
    f.col(2).head(n_) = s.x;
  }

  /// d(p_v) a at fixed a: of a natural system d(p) at v = a, of others d(p_dot) at a minus that at a = 0.
  void differentiate_mass(Real t, const Q& a, Square& by_q, Square& by_v) {
    if (dynamics_->traits().natural) {
      dynamics_->momentum_gradient(t, q_, a, by_q);
      by_v.setZero();
      return;
    }
    dynamics_->linearise_rates(t, q_, v_, a, rates_linear_);
    dynamics_->linearise_rates(t, q_, v_, zero_, at_rest_);
    by_q = rates_linear_.p_dot_q - at_rest_.p_dot_q;
    by_v = rates_linear_.p_dot_v - at_rest_.p_dot_v;
  }

  /// Derivatives of stabilise(), after linearise_at():  p_v dx = d(g_q^T) mu - d(p_v) x,  x_q and x_v into s.by_q and
  /// s.by_v. They are as small as mu, which vanishes along solutions: mostly not worth a derivative of the mass.
  void linearise_stabiliser(Real t, Linear& out) {
    Stabiliser& s = *stabiliser_;
    s.by_mu = block_.K.transpose();
    mass_.solve_in_place(s.by_mu);
    out.f_z[2].topRightCorner(n_, h_) = s.by_mu.leftCols(h_);
    out.g_y.bottomRows(h_).setZero();
    out.g_y.bottomLeftCorner(h_, n_) = block_.K.topRows(h_);
    if (is_stabiliser_small()) {
      s.by_q.setZero();
      s.by_v.setZero();
      return;
    }
    s.x.noalias() = s.by_mu * s.mu;
    dynamics_->reaction_gradient(t, q_, v_, block_.K, s.K_q);
    differentiate_mass(t, s.x, s.by_q, s.by_v);
    s.by_q = -s.by_q;
    s.by_v = -s.by_v;
    for (Eigen::Index i = 0; i < n_; ++i)
      s.by_q.col(i) += s.K_q[static_cast<std::size_t>(i)].transpose().lazyProduct(s.mu);
    mass_.solve_in_place(s.by_q);
    mass_.solve_in_place(s.by_v);
  }

  /// Whether what mu adds to q' is less than 1e-4 of it, in the mass metric.
  bool is_stabiliser_small() {
    Stabiliser& s = *stabiliser_;
    s.x.noalias() = block_.K.transpose() * s.mu;
    x_.noalias() = block_.p_v * v_;
    return s.x.dot(s.by_mu.lazyProduct(s.mu)) <= Real(1e-8) * v_.dot(x_);
  }

  /// reaction_ of the multipliers lambda_, after the block was evaluated.
  void react(Real t) {
    if (dynamics_->traits().ideal) reaction_.noalias() = block_.K.transpose() * lambda_;
    else dynamics_->reaction(t, q_, v_, lambda_, reaction_, reaction_slope_);
  }

  void linearise_at(Real t, const Z& z) {
    load_multipliers(z);
    evaluate(t);
    dynamics_->linearise(t, q_, v_, lambda_, linear_);
  }

  static void clear(Linear& out) {
    for (auto& block : out.f_y) block.setZero();
    for (auto& block : out.f_z) block.setZero();
  }

  /// What holds the constraints on positions (Gear, Gupta & Leimkuhler 1985), in the metric of the mass:
  ///   q' = v + p_v^-1 g_q^T mu,   0 = g,     where mu = 0 along solutions.
  struct Stabiliser {
    Stabiliser(Eigen::Index rows, Eigen::Index constraints)
        : x(rows),
          g(constraints),
          mu(Vector<Real, m>::Zero(constraints)),
          K_q(static_cast<std::size_t>(rows), Matrix<Real, m, n>(constraints, rows)),
          by_q(rows, rows),
          by_v(rows, rows),
          by_mu(rows, constraints) {}
    Q x;                    // p_v^-1 g_q^T mu
    Vector<Real, m> g, mu;  // 0 beyond the constraints on positions
    std::vector<Matrix<Real, m, n>> K_q;
    Square by_q, by_v;
    Matrix<Real, n, m> by_mu;
  };

  std::shared_ptr<const Dynamics<Real, n, m>> dynamics_;
  Eigen::Index n_, m_, h_;
  SaddlePoint<Real, n, m> saddle_;
  Block<Real, n, m> block_;
  Linearisation<Real, n, m> linear_;
  Rates<Real, n, m> rates_;
  RatesLinearisation<Real, n, m> rates_linear_, at_rest_;
  Q q_, v_, x_;
  Vector<Real, m> lambda_;
  Q reaction_;
  Matrix<Real, n, m> reaction_slope_;
  Q zero_;
  Cholesky<Real, n> mass_;
  std::optional<Stabiliser> stabiliser_;  // of constraints on positions
};

template <class Real, int n, int m> class FormQV final : public MechanicalForm<Real, n, m> {
  using Base = MechanicalForm<Real, n, m>;
  using Base::block_, Base::dynamics_, Base::h_, Base::linear_, Base::lambda_, Base::mass_, Base::n_, Base::m_;
  using Base::q_, Base::rates_, Base::rates_linear_, Base::stabiliser_, Base::v_, Base::zero_;
  using typename Base::Linear;
  using typename Base::Q;
  using typename Base::Square;
  using typename Base::Y;
  using typename Base::Z;

 public:
  explicit FormQV(std::shared_ptr<const Dynamics<Real, n, m>> dynamics)
      : Base(std::move(dynamics)),
        a_force_(n_),
        a_reaction_(n_),
        by_q_(n_, n_),
        by_v_(n_, n_),
        by_z_(n_, m_) {}

  void rates(Real t, const Y& y, const Z& z, MatrixX<Real>& f) override {
    load(t, y);
    this->load_multipliers(z);
    this->evaluate(t);
    accelerations(t);
    f.setZero();
    this->stabilise(f);
    f.col(0).head(n_) = v_;
    f.col(1).tail(n_) = a_force_;
    f.col(2).tail(n_) = a_reaction_;
  }

  /// p_v d(a_F) = df - d(p_dot) at fixed a = a_F,   p_v d(a_R) = dr - d(p_v) a_R.
  void linearise(Real t, const Y& y, const Z& z, Linear& out) override {
    load(t, y);
    this->linearise_at(t, z);
    accelerations(t);
    this->clear(out);
    out.f_y[0].topRightCorner(n_, n_).setIdentity();

    dynamics_->linearise_rates(t, q_, v_, a_force_, rates_linear_);
    by_q_ = linear_.f_q - rates_linear_.p_dot_q;
    by_v_ = linear_.f_v - rates_linear_.p_dot_v;
    solve_into(out.f_y[1]);

    this->differentiate_mass(t, a_reaction_, by_q_, by_v_);
    by_q_ = linear_.reaction_q - by_q_;
    by_v_ = linear_.reaction_v - by_v_;
    solve_into(out.f_y[2]);

    by_z_ = linear_.reaction_lambda;
    mass_.solve_in_place(by_z_);
    out.f_z[2].bottomLeftCorner(n_, m_) = by_z_;
    out.g_y.topLeftCorner(m_, n_) = linear_.k_q;
    out.g_y.topRightCorner(m_, n_) = linear_.K;
    if (h_ == 0) return;
    this->linearise_stabiliser(t, out);
    out.f_y[2].topLeftCorner(n_, n_) = stabiliser_->by_q;
    out.f_y[2].topRightCorner(n_, n_) = stabiliser_->by_v;
  }

  void pack(Real, const VectorX<Real>& q, const VectorX<Real>& v, Y& y) override { y << q, v; }

 private:
  void load(Real, const Y& y) override {
    q_ = y.head(n_);
    v_ = y.tail(n_);
  }
  bool in_momenta() const override { return false; }

  /// Of the forces, p_v a_F = f - p_t - p_q v, and of the reactions, p_v a_R = r.
  void accelerations(Real t) {
    dynamics_->rates(t, q_, v_, zero_, rates_);
    a_force_ = block_.f - rates_.p_dot;
    mass_.solve_in_place(a_force_);
    this->react(t);
    a_reaction_ = this->reaction_;
    mass_.solve_in_place(a_reaction_);
  }

  void solve_into(MatrixX<Real>& f_y) {
    mass_.solve_in_place(by_q_);
    mass_.solve_in_place(by_v_);
    f_y.bottomLeftCorner(n_, n_) = by_q_;
    f_y.bottomRightCorner(n_, n_) = by_v_;
  }

  Q a_force_, a_reaction_;
  Square by_q_, by_v_;
  Matrix<Real, n, m> by_z_;
};

template <class Real, int n, int m> class FormQP final : public MechanicalForm<Real, n, m> {
  using Base = MechanicalForm<Real, n, m>;
  using Base::block_, Base::dynamics_, Base::h_, Base::linear_, Base::lambda_, Base::m_, Base::mass_, Base::n_;
  using Base::q_, Base::stabiliser_, Base::v_, Base::x_;
  using typename Base::Linear;
  using typename Base::Q;
  using typename Base::Square;
  using typename Base::Y;
  using typename Base::Z;

 public:
  explicit FormQP(std::shared_ptr<const Dynamics<Real, n, m>> dynamics)
      : Base(std::move(dynamics)),
        off_(n_),
        near_(Q::Zero(n_)),
        v_q_(n_, n_),
        v_p_(n_, n_),
        loaded_(2 * n_) {
    forget();
  }

  void rates(Real t, const Y& y, const Z& z, MatrixX<Real>& f) override {
    load(t, y);
    this->load_multipliers(z);
    dynamics_->evaluate(t, q_, v_, block_);
    this->react(t);
    f.setZero();
    this->stabilise(f);
    f.col(0).head(n_) = v_;
    f.col(1).tail(n_) = block_.f;
    f.col(2).tail(n_) = this->reaction_;
  }

  /// Everything is known as a function of (q, v), and v_q = -p_v^-1 p_q, v_p = p_v^-1 at fixed p and q.
  void linearise(Real t, const Y& y, const Z& z, Linear& out) override {
    load(t, y);
    this->linearise_at(t, z);
    this->clear(out);
    v_q_ = -linear_.p_q;
    mass_.solve_in_place(v_q_);
    v_p_.setIdentity();
    mass_.solve_in_place(v_p_);
    out.f_y[0].topLeftCorner(n_, n_) = v_q_;
    out.f_y[0].topRightCorner(n_, n_) = v_p_;
    out.f_y[1].bottomLeftCorner(n_, n_) = linear_.f_q + linear_.f_v.lazyProduct(v_q_);
    out.f_y[1].bottomRightCorner(n_, n_) = linear_.f_v.lazyProduct(v_p_);
    out.f_y[2].bottomLeftCorner(n_, n_) = linear_.reaction_q + linear_.reaction_v.lazyProduct(v_q_);
    out.f_y[2].bottomRightCorner(n_, n_) = linear_.reaction_v.lazyProduct(v_p_);
    out.f_z[2].bottomLeftCorner(n_, m_) = linear_.reaction_lambda;
    out.g_y.topLeftCorner(m_, n_) = linear_.k_q + linear_.K.lazyProduct(v_q_);
    out.g_y.topRightCorner(m_, n_) = linear_.K.lazyProduct(v_p_);
    forget();  // mass_ is rounded otherwise than find_velocity() would
    if (h_ == 0) return;
    this->linearise_stabiliser(t, out);
    out.f_y[2].topLeftCorner(n_, n_) = stabiliser_->by_q + stabiliser_->by_v.lazyProduct(v_q_);
    out.f_y[2].topRightCorner(n_, n_) = stabiliser_->by_v.lazyProduct(v_p_);
  }

  void pack(Real t, const VectorX<Real>& q, const VectorX<Real>& v, Y& y) override {
    forget();
    q_ = q;
    v_ = v;
    dynamics_->momentum(t, q_, v_, x_);
    y << q, x_;
    near_ = v_;
  }

  void unpack(Real t, const Y& y, VectorX<Real>& q, VectorX<Real>& v) override {
    Base::unpack(t, y, q, v);
    if (v.allFinite()) near_ = v;
  }

 private:
  /// Nothing, where they are at hand: who asks for rates has asked for the constraint there.
  void load(Real t, const Y& y) override {
    if (t == loaded_t_ && y == loaded_) return;
    find_velocity(t, y);
    loaded_t_ = t;
    loaded_ = y;
  }
  void forget() { loaded_.setConstant(std::numeric_limits<Real>::quiet_NaN()); }

  /// v from p by Newton's method, from v = 0, which ends after two steps where p is affine in v: the second removes the
  /// round-off of the first. Where it is not, p may have other roots: from the v of the latest state then, and NaN
  /// where it does not end. Momenta are compared in the mass metric, |p|^2 = p . p_v^-1 p: they have different units.
  void find_velocity(Real t, const Y& y) {
    using std::abs;
    q_ = y.head(n_);
    if (dynamics_->traits().natural) v_.setZero();
    else v_ = near_;
    dynamics_->mass(t, q_, v_, block_.p_v);
    mass_.compute(block_.p_v);
    constexpr Real round_off = 4 * epsilon<Real>;
    const bool affine = dynamics_->traits().natural || dynamics_->traits().constant_mass;
    for (int i = 0; i < most_iterations; ++i) {
      if (i > 0 && !affine) {
        dynamics_->mass(t, q_, v_, block_.p_v);
        mass_.compute(block_.p_v);
      }
      if (i == 0 && dynamics_->traits().natural) x_.setZero();
      else dynamics_->momentum(t, q_, v_, x_);
      x_ -= y.tail(n_);
      off_ = x_;
      mass_.solve_in_place(x_);
      v_ -= x_;
      if (i > 0 && off_.dot(x_) <= round_off * round_off * abs(v_.dot(y.tail(n_)))) return;
    }
    const Real off = off_.dot(x_);
    off_ = y.tail(n_);
    mass_.solve_in_place(off_);
    const Real size = abs(v_.dot(y.tail(n_))) + abs(off_.dot(y.tail(n_)));  // v may rest where p does not vanish
    if (!affine && !(off <= Real(1e-6) * epsilon<Real> * size)) v_.setConstant(std::numeric_limits<Real>::quiet_NaN());
  }

  bool in_momenta() const override { return true; }

  static constexpr int most_iterations = 20;
  Q off_;
  Q near_;  // the velocity of the latest state
  Square v_q_, v_p_;
  Real loaded_t_ = 0;
  Y loaded_;  // whose q_, v_ and mass_ are at hand
};

}  // namespace

template <class Real>
std::unique_ptr<Hessenberg<Real>> hessenberg_form(const AnyDynamics<Real>& dynamics, HessenbergForm form) {
  return std::visit(
      [form]<int n, int m>(
          const std::shared_ptr<const Dynamics<Real, n, m>>& typed) -> std::unique_ptr<Hessenberg<Real>> {
        if (form == HessenbergForm::qp) return std::make_unique<FormQP<Real, n, m>>(typed);
        return std::make_unique<FormQV<Real, n, m>>(typed);
      },
      dynamics);
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template std::unique_ptr<Hessenberg<double>> hessenberg_form<double>(const AnyDynamics<double>&, HessenbergForm);
#else
template std::unique_ptr<Hessenberg<quad>> hessenberg_form<quad>(const AnyDynamics<quad>&, HessenbergForm);
#endif

}  // namespace nonholo
