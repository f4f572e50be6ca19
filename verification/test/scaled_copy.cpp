// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "scaled_copy.hpp"

#include <memory>
#include <utility>
#include <vector>

namespace nonholo::test {

namespace {

using Factors = VectorX<double>;

/// x_i times factor_i, in plain loops: vectors of every size class come here.
template <class X> void scale(X& x, const Factors& factor, double by = 1) {
  for (Eigen::Index i = 0; i < x.size(); ++i) x[i] *= factor[i] * by;
}

template <class A> void scale(A& a, const Factors& row, const Factors& column, double by = 1) {
  for (Eigen::Index j = 0; j < a.cols(); ++j)
    for (Eigen::Index i = 0; i < a.rows(); ++i) a(i, j) *= row[i] * column[j] * by;
}

/// q = q'/D, v = v' T/D, t = t'/T; p' = E T/D p, f' = E/D f, k' = R/T k, so that lambda' = E/R lambda.
template <int n, int m> class ScaledDynamics final : public Dynamics<double, n, m> {
  using Face = Dynamics<double, n, m>;
  using Q = typename Face::Coordinates;
  using L = typename Face::Multipliers;
  using Jacobian = typename Face::Jacobian;

 public:
  ScaledDynamics(std::shared_ptr<const Face> own, const Scales& scales)
      : own_(std::move(own)),
        E_(scales.energy),
        T_(scales.time),
        D_(scales.q),
        one_by_D_(scales.q.cwiseInverse()),
        R_(scales.row) {}

  Eigen::Index coordinates() const override { return own_->coordinates(); }
  Eigen::Index constraints() const override { return own_->constraints(); }
  DynamicsTraits traits() const override { return own_->traits(); }

  void evaluate(double t, const Q& q, const Q& v, Block<double, n, m>& out) const override {
    own_->evaluate(t / T_, own_q(q), own_v(v), out);
    scale(out.p, one_by_D_, E_ * T_);
    scale(out.f, one_by_D_, E_);
    scale(out.k, R_, 1 / T_);
    scale(out.K, R_, one_by_D_);
    if (!traits().constant_mass) scale(out.p_v, one_by_D_, one_by_D_, E_ * T_ * T_);
  }
  void momentum(double t, const Q& q, const Q& v, Q& p) const override {
    own_->momentum(t / T_, own_q(q), own_v(v), p);
    scale(p, one_by_D_, E_ * T_);
  }
  void force(double t, const Q& q, const Q& v, Q& f) const override {
    own_->force(t / T_, own_q(q), own_v(v), f);
    scale(f, one_by_D_, E_);
  }
  void external_force(double t, const Q& q, const Q& v, Q& F) const override {
    own_->external_force(t / T_, own_q(q), own_v(v), F);
    scale(F, one_by_D_, E_);
  }
  void constraint(double t, const Q& q, const Q& v, L& k, Jacobian& K) const override {
    own_->constraint(t / T_, own_q(q), own_v(v), k, K);
    scale(k, R_, 1 / T_);
    scale(K, R_, one_by_D_);
  }
  void position_constraint(double t, const Q& q, L& g) const override {
    own_->position_constraint(t / T_, own_q(q), g);
    scale(g, R_);
  }
  void mass(double t, const Q& q, const Q& v, typename Face::Mass& p_v) const override {
    own_->mass(t / T_, own_q(q), own_v(v), p_v);
    scale(p_v, one_by_D_, one_by_D_, E_ * T_ * T_);
  }
  Sparse<double> sparse_mass(double t, const Q& q) const override {
    Sparse<double> M = own_->sparse_mass(t / T_, own_q(q));
    M = one_by_D_.asDiagonal() * M * one_by_D_.asDiagonal();
    return M * (E_ * T_ * T_);
  }
  void momentum_gradient(double t, const Q& q, const Q& v, typename Face::Mass& p_q) const override {
    own_->momentum_gradient(t / T_, own_q(q), own_v(v), p_q);
    scale(p_q, one_by_D_, one_by_D_, E_ * T_);
  }
  void force_slope(double t, const Q& q, const Q& v, typename Face::Mass& F_v) const override {
    own_->force_slope(t / T_, own_q(q), own_v(v), F_v);
    scale(F_v, one_by_D_, one_by_D_, E_ * T_);
  }
  void constraint_gradient(double t, const Q& q, const Q& v, Jacobian& k_q) const override {
    own_->constraint_gradient(t / T_, own_q(q), own_v(v), k_q);
    scale(k_q, R_, one_by_D_, 1 / T_);
  }
  void linearise(double t, const Q& q, const Q& v, const L& lambda, Linearisation<double, n, m>& out) const override {
    L own_lambda = lambda;
    scale(own_lambda, R_, 1 / E_);
    own_->linearise(t / T_, own_q(q), own_v(v), own_lambda, out);
    scale(out.p_q, one_by_D_, one_by_D_, E_ * T_);
    scale(out.p_v, one_by_D_, one_by_D_, E_ * T_ * T_);
    for (auto* x_q : {&out.f_q, &out.reaction_q}) scale(*x_q, one_by_D_, one_by_D_, E_);
    for (auto* x_v : {&out.f_v, &out.reaction_v}) scale(*x_v, one_by_D_, one_by_D_, E_ * T_);
    scale(out.k_q, R_, one_by_D_, 1 / T_);
    scale(out.K, R_, one_by_D_);
    scale(out.reaction_lambda, one_by_D_, R_);
  }
  void rates(double t, const Q& q, const Q& v, const Q& a, Rates<double, n, m>& out) const override {
    own_->rates(t / T_, own_q(q), own_v(v), own_a(a), out);
    scale(out.p_dot, one_by_D_, E_);
    scale(out.k_dot, R_, 1 / (T_ * T_));
  }
  void linearise_rates(double t, const Q& q, const Q& v, const Q& a,
                       RatesLinearisation<double, n, m>& out) const override {
    own_->linearise_rates(t / T_, own_q(q), own_v(v), own_a(a), out);
    scale(out.p_dot_q, one_by_D_, one_by_D_, E_);
    scale(out.p_dot_v, one_by_D_, one_by_D_, E_ * T_);
    scale(out.k_dot_q, R_, one_by_D_, 1 / (T_ * T_));
    scale(out.k_dot_v, R_, one_by_D_, 1 / T_);
  }
  void reaction_gradient(double t, const Q& q, const Q& v, Jacobian& K, std::vector<Jacobian>& K_q) const override {
    own_->reaction_gradient(t / T_, own_q(q), own_v(v), K, K_q);
    scale(K, R_, one_by_D_);
    for (std::size_t i = 0; i < K_q.size(); ++i) scale(K_q[i], R_, one_by_D_, one_by(i));
  }
  void adapted_basis(const Q& q, typename Face::Frame& X) const override {
    own_->adapted_basis(own_q(q), X);
    const Factors columns = Factors::Ones(X.cols());
    scale(X, D_, columns);
  }
  void basis_turning(const Q& q, const Q& p, const typename Face::Reduced& y, Q& turning) const override {
    own_->basis_turning(own_q(q), rows_of_basis(p), y, turning);
    scale(turning, one_by_D_);
  }
  void basis_along(const Q& q, const Q& p, const Q& z, typename Face::Reduced& along) const override {
    own_->basis_along(own_q(q), rows_of_basis(p), own_q(z), along);
  }
  double energy(double t, const Q& q, const Q& v) const override {
    return E_ * own_->energy(t / T_, own_q(q), own_v(v));
  }
  double lagrangian_rate(double t, const Q& q, const Q& v) const override {
    return E_ / T_ * own_->lagrangian_rate(t / T_, own_q(q), own_v(v));
  }

 private:
  double one_by(std::size_t i) const { return one_by_D_[static_cast<Eigen::Index>(i)]; }
  Q own(Q x, double by) const {
    scale(x, one_by_D_, by);
    return x;
  }
  Q own_q(const Q& q) const { return own(q, 1); }
  Q rows_of_basis(Q p) const {
    scale(p, D_);
    return p;
  }
  Q own_v(const Q& v) const { return own(v, T_); }
  Q own_a(const Q& a) const { return own(a, T_ * T_); }

  std::shared_ptr<const Face> own_;
  double E_, T_;
  Factors D_, one_by_D_, R_;
};

/// y' = D y, z' = Z z, t' = T t, g' = R g.
class ScaledHessenberg final : public ReducibleHessenberg<double> {
 public:
  ScaledHessenberg(std::unique_ptr<ReducibleHessenberg<double>> own, const Scales& scales)
      : ReducibleHessenberg<double>(own->differential(), own->algebraic(), own->parts()),
        own_(std::move(own)),
        T_(scales.time),
        D_(scales.q),
        one_by_D_(scales.q.cwiseInverse()),
        R_(scales.row),
        Z_(scales.z) {}

  void rates(double t, const Y& y, const Z& z, MatrixX<double>& f) override {
    own_->rates(t / T_, own(y), z / Z_, f);
    scale(f, D_, Factors::Constant(f.cols(), 1 / T_));
  }
  void constraint(double t, const Y& y, Z& g) override {
    own_->constraint(t / T_, own(y), g);
    scale(g, R_);
  }
  void linearise(double t, const Y& y, const Z& z, HessenbergLinearisation<double>& out) override {
    own_->linearise(t / T_, own(y), z / Z_, out);
    const Factors one_by_Z = Factors::Constant(z.size(), 1 / Z_);
    for (auto& f_y : out.f_y) scale(f_y, D_, one_by_D_, 1 / T_);
    for (auto& f_z : out.f_z) scale(f_z, D_, one_by_Z, 1 / T_);
    scale(out.g_y, R_, one_by_D_);
  }
  void hidden(double t, const Y& y, const Z& z, Z& c) override {
    own_->hidden(t / T_, own(y), z / Z_, c);
    scale(c, R_, 1 / T_);
  }
  void linearise_hidden(double t, const Y& y, const Z& z, HiddenLinearisation<double>& out) override {
    own_->linearise_hidden(t / T_, own(y), z / Z_, out);
    scale(out.c, R_, 1 / T_);
    scale(out.c_y, R_, one_by_D_, 1 / T_);
    scale(out.c_z, R_, Factors::Constant(z.size(), 1 / Z_), 1 / T_);
  }

 private:
  Y own(Y y) const {
    scale(y, one_by_D_);
    return y;
  }

  std::unique_ptr<ReducibleHessenberg<double>> own_;
  double T_;
  Factors D_, one_by_D_, R_;
  double Z_;
};

/// zeta' = D zeta, H' = E H, Pi' = D Pi D/(T E).
class ScaledSkewGradient final : public SkewGradient<double> {
 public:
  ScaledSkewGradient(std::unique_ptr<SkewGradient<double>> own, const Scales& scales)
      : own_(std::move(own)),
        E_(scales.energy),
        T_(scales.time),
        D_(scales.q),
        one_by_D_(scales.q.cwiseInverse()) {}

  Eigen::Index size() const override { return own_->size(); }
  double energy(const Zeta& zeta) override { return E_ * own_->energy(own(zeta)); }
  void gradient(const Zeta& zeta, Zeta& H_zeta) override {
    own_->gradient(own(zeta), H_zeta);
    scale(H_zeta, one_by_D_, E_);
  }
  void flow(const Zeta& zeta, const Zeta& d, Zeta& rate) override {
    Zeta scaled = d;
    scale(scaled, D_);
    own_->flow(own(zeta), scaled, rate);
    scale(rate, D_, 1 / (T_ * E_));
  }
  void flow_sizes(const Zeta& zeta, const Zeta& d, Zeta& size) override {
    Zeta scaled = d;
    scale(scaled, D_);
    own_->flow_sizes(own(zeta), scaled, size);
    scale(size, D_, 1 / (T_ * E_));
  }

 private:
  Zeta own(Zeta zeta) const {
    scale(zeta, one_by_D_);
    return zeta;
  }

  std::unique_ptr<SkewGradient<double>> own_;
  double E_, T_;
  Factors D_, one_by_D_;
};

}  // namespace

System<double> scaled_copy(const System<double>& system, const Scales& scales) {
  detail::SystemParts<double> parts{.coordinates = system.coordinates(),
                                    .constraints = system.constraints(),
                                    .exact_solution = {},
                                    .invariants = {},
                                    .traits = system.traits(),
                                    .coordinate_names = system.coordinate_names()};
  const auto hessenberg = [system, scales] { return std::make_unique<ScaledHessenberg>(system.reducible(), scales); };
  if (system.kind() == SystemKind::mechanical)
    system.visit([&]<int n, int m>(const std::shared_ptr<const Dynamics<double, n, m>>& own) {
      const std::shared_ptr<const Dynamics<double, n, m>> scaled = std::make_shared<ScaledDynamics<n, m>>(own, scales);
      parts.kind = detail::Mechanical<double>{scaled};
    });
  else if (system.kind() == SystemKind::dae) parts.kind = detail::Dae<double>{hessenberg};
  else
    parts.kind = detail::Conservative<double>{
        hessenberg, [system, scales] { return std::make_unique<ScaledSkewGradient>(system.skew_gradient(), scales); }};
  return System<double>(std::move(parts));
}

}  // namespace nonholo::test
