// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/contract/loose_dynamics.hpp>

#include <nonholo/framework/faces/completed_mass.hpp>
#include <nonholo/framework/system/saddle_point.hpp>

namespace nonholo {

namespace {

template <int n, int m> class Loose final : public LooseDynamics {
  using Face = Dynamics<double, n, m>;
  using Q = typename Face::Coordinates;
  using L = typename Face::Multipliers;

 public:
  /// @param solved what the equations of motion are solved with; all else is that of the system's own mass
  explicit Loose(std::shared_ptr<const Face> solved) : solved_(std::move(solved)) {}

  Eigen::Index coordinates() const override { return n_; }
  Eigen::Index constraints() const override { return m_; }
  Vec momentum(double t, const Vec& q, const Vec& v) const override {
    Q p(n_);
    face_->momentum(t, q, v, p);
    return p;
  }
  Vec force(double t, const Vec& q, const Vec& v) const override {
    Q f(n_);
    face_->force(t, q, v, f);
    return f;
  }
  Vec external_force(double t, const Vec& q, const Vec& v) const override {
    Q F(n_);
    face_->external_force(t, q, v, F);
    return F;
  }
  Vec constraint(double t, const Vec& q, const Vec& v) const override {
    L k(m_);
    typename Face::Jacobian K(m_, n_);
    face_->constraint(t, q, v, k, K);
    return k;
  }
  Vec position_constraint(double t, const Vec& q) const override {
    L g(m_);
    face_->position_constraint(t, q, g);
    return Vec(g).head(face_->traits().holonomic);
  }
  Mat reaction(double t, const Vec& q, const Vec& v) const override {
    L k(m_);
    typename Face::Jacobian K(m_, n_);
    face_->constraint(t, q, v, k, K);
    return K;
  }
  Vec reaction_force(double t, const Vec& q, const Vec& v, const Vec& lambda) const override {
    if (face_->traits().ideal) return reaction(t, q, v).transpose() * lambda;
    Q r(n_);
    Matrix<double, n, m> r_lambda(n_, m_);
    face_->reaction(t, q, v, lambda, r, r_lambda);
    return r;
  }
  Mat mass(double t, const Vec& q, const Vec& v) const override {
    typename Face::Mass p_v(n_, n_);
    face_->mass(t, q, v, p_v);
    return p_v;
  }

  Linearisation<double, dynamic, dynamic> linearise(double t, const Vec& q, const Vec& v,
                                                    const Vec& lambda) const override {
    Linearisation<double, n, m> x(n_, m_);
    face_->linearise(t, q, v, lambda, x);
    Linearisation<double, dynamic, dynamic> loose(n_, m_);
    loose.p_q = x.p_q, loose.p_v = x.p_v, loose.f_q = x.f_q, loose.f_v = x.f_v, loose.k_q = x.k_q, loose.K = x.K;
    loose.reaction_q = x.reaction_q, loose.reaction_v = x.reaction_v, loose.reaction_lambda = x.reaction_lambda;
    return loose;
  }
  Rates<double, dynamic, dynamic> rates(double t, const Vec& q, const Vec& v, const Vec& a) const override {
    Rates<double, n, m> x(n_, m_);
    face_->rates(t, q, v, a, x);
    Rates<double, dynamic, dynamic> loose(n_, m_);
    loose.p_dot = x.p_dot, loose.k_dot = x.k_dot;
    return loose;
  }

  Mat adapted_basis(const Vec& q) const override {
    typename Face::Frame X(n_, n_ - m_);
    face_->adapted_basis(q, X);
    return X;
  }
  Vec basis_turning(const Vec& q, const Vec& p, const Vec& y) const override {
    typename Face::Coordinates turning(n_);
    face_->basis_turning(q, p, y, turning);
    return turning;
  }
  Vec basis_along(const Vec& q, const Vec& p, const Vec& z) const override {
    typename Face::Reduced along(n_ - m_);
    face_->basis_along(q, p, z, along);
    return along;
  }
  double energy(double t, const Vec& q, const Vec& v) const override { return face_->energy(t, q, v); }
  double lagrangian_rate(double t, const Vec& q, const Vec& v) const override {
    return face_->lagrangian_rate(t, q, v);
  }

  std::optional<Vec> acceleration(double t, const Vec& q, const Vec& v) const override {
    SaddlePoint<double, n, m> saddle(*solved_);
    if (!saddle.solve(t, q, v)) return std::nullopt;
    return Vec(saddle.acceleration());
  }

 private:
  std::shared_ptr<const Face> solved_, face_ = own_face<double, n, m>(solved_);
  Eigen::Index n_ = face_->coordinates(), m_ = face_->constraints();
};

}  // namespace

std::unique_ptr<LooseDynamics> loose_dynamics(const System<double>& system) {
  return system.visit(
      []<int n, int m>(const std::shared_ptr<const Dynamics<double, n, m>>& face) -> std::unique_ptr<LooseDynamics> {
        return std::make_unique<Loose<n, m>>(face);
      });
}

}  // namespace nonholo
