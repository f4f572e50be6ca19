// From a LagrangianSystem (L, k, F, reactions) to the Dynamics face (p, f, k, K):
//
//   p = L_v,   f = L_q + F,   K = k_v,   r = K^T lambda, or the problem's own.
//
// L is evaluated once for each point, on jets: the directions 0 ... n-1 are those of v, n ... 2n-1 those of q, the
// Hessian is that in v, or in both. Rates are the same on the curve (t + e, q + e v, v + e a), over duals in e.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/jet.hpp>
#include <nonholo/framework/faces/dynamics_of.hpp>
#include <nonholo/framework/problem/lagrangian_system.hpp>

#include <type_traits>
#include <utility>

namespace nonholo {

/// Dynamics of the system P in its size class. That its energy is kept (traits().conservative) is what P says; of one
/// that does not, whether something drives it is seen state by state (Probe::driven_by).
template <GivesLagrangian P, class Real> class DynamicsOf<P, Real>
    : public Dynamics<Real, size_class_of<Real, P::n, P::m>::n, size_class_of<Real, P::n, P::m>::m> {
  static constexpr int n = P::n, m = P::m;
  using Size = size_class_of<Real, n, m>;
  using Q = Vector<Real, Size::n>;  // the class' vectors; dynamic when (n, m) is not listed
  using L = Vector<Real, Size::m>;
  using A = Matrix<Real, Size::m, Size::n>;
  using Square = Matrix<Real, Size::n, Size::n>;
  using OwnQ = Vector<Real, n>;  // the system's own
  using OwnL = Vector<Real, m>;
  using Once = Dual<Real, 1>;  // along the motion
  using Slope = Dual<Real, n>;
  static constexpr bool constant_mass = system::constant_mass<P>();
  static constexpr bool own_reaction = system::HasReactionMatrix<P, Real, n> || system::HasReactionForce<P, Real, n, m>;
  // Of the first order alone where the mass is known.
  using Shallow = std::conditional_t<constant_mass, Dual<Real, 2 * n>, Jet<Real, 2 * n, n>>;
  using Full = Jet<Real, 2 * n, 2 * n>;
  using FullOnce = Jet<Once, 2 * n, 2 * n>;

 public:
  explicit DynamicsOf(P problem) : problem_(std::move(problem)) {}

  Eigen::Index coordinates() const override { return n; }
  Eigen::Index constraints() const override { return m; }
  DynamicsTraits traits() const override {
    return {.constant_mass = constant_mass,
            .linear_constraint = system::linear_constraint<P>(),
            .conservative = system::conservative<P>() && !own_reaction && !system::HasForce<P, Real, n>,
            .ideal = !own_reaction,
            .natural = system::natural<P>(),
            .coupled = !(constant_mass && system::natural<P>()) || system::HasForce<P, Real, n>,
            .holonomic = system::holonomic<P>()};
  }

  void evaluate(Real t, const Q& q, const Q& v, Block<Real, Size::n, Size::m>& out) const override {
    if constexpr (std::is_same_v<Real, double>) evaluate_inlined(t, q, v, out);
    else evaluate_here(t, q, v, out);
  }

  void momentum(Real t, const Q& q, const Q& v, Q& p) const override { p = slope_in_v(t, q, v).derivatives(); }

  void force(Real t, const Q& q, const Q& v, Q& f) const override {
    f = problem_.lagrangian(Slope(t), seeded<Slope, 0>(OwnQ(q)), constant<Slope>(OwnQ(v))).derivatives();
    if constexpr (system::HasForce<P, Real, n>) f += problem_.force(t, OwnQ(q), OwnQ(v));
  }

  void external_force(Real t, const Q& q, const Q& v, Q& F) const override {
    if constexpr (system::HasForce<P, Real, n>) F = problem_.force(t, OwnQ(q), OwnQ(v));
    else F.setZero(n);
  }

  void constraint(Real t, const Q& q, const Q& v, L& k, A& K) const override { fill_constraint(t, q, v, k, K); }

  void position_constraint(Real t, const Q& q, L& g) const override {
    g.setZero();
    if constexpr (system::holonomic<P>() > 0)
      g.template head<P::holonomic>() = system::position_constraint(problem_, t, OwnQ(q));
  }

  void reaction(Real t, const Q& q, const Q& v, const L& lambda, Q& r,
                Matrix<Real, Size::n, Size::m>& r_lambda) const override {
    if constexpr (own_reaction) {
      using D = Dual<Real, m>;
      const Vector<D, n> force =
          own_force(D(t), constant<D>(OwnQ(q)), constant<D>(OwnQ(v)), seeded<D, 0>(OwnL(lambda)));
      for (int i = 0; i < n; ++i) {
        r[i] = force[i].value();
        for (int b = 0; b < m; ++b) r_lambda(i, b) = force[i].derivatives()[b];
      }
    } else {
      assert(false);
    }
  }

  void mass(Real t, const Q& q, const Q& v, Square& p_v) const override {
    using D = Jet<Real, 2 * n, n>;
    fill_mass(problem_.lagrangian(D(t), seeded<D, n>(OwnQ(q)), seeded<D, 0>(OwnQ(v))), p_v);
  }

  Sparse<Real> sparse_mass(Real, const Q&) const override {
    assert(false);
    return {};
  }

  void constraint_gradient(Real t, const Q& q, const Q& v, A& k_q) const override {
    const Vector<Slope, m> k = constraint_of(Slope(t), seeded<Slope, 0>(OwnQ(q)), constant<Slope>(OwnQ(v)));
    for (int b = 0; b < m; ++b) k_q.row(b) = k[b].derivatives().transpose();
  }

  void momentum_gradient(Real t, const Q& q, const Q& v, Square& p_q) const override {
    const Full L_ = problem_.lagrangian(Full(t), seeded<Full, n>(OwnQ(q)), seeded<Full, 0>(OwnQ(v)));
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) p_q(i, j) = L_.derivative(i, n + j);
  }

  void force_slope(Real t, const Q& q, const Q& v, Square& F_v) const override {
    F_v.setZero();
    if constexpr (system::HasForce<P, Real, n>) {
      const Vector<Slope, n> F = problem_.force(Slope(t), constant<Slope>(OwnQ(q)), seeded<Slope, 0>(OwnQ(v)));
      for (int i = 0; i < n; ++i) F_v.row(i) = F[i].derivatives().transpose();
    }
  }

  void reaction_gradient(Real t, const Q& q, const Q& v, A& K, std::vector<A>& K_q) const override {
    const Vector<Full, m> k = full_constraint(t, OwnQ(q), OwnQ(v));
    for (int b = 0; b < m; ++b)
      for (int j = 0; j < n; ++j) {
        K(b, j) = k[b].derivatives()[j];
        for (int i = 0; i < n; ++i) K_q[static_cast<std::size_t>(i)](b, j) = k[b].derivative(j, n + i);
      }
  }

  void linearise(Real t, const Q& q, const Q& v, const L& lambda,
                 Linearisation<Real, Size::n, Size::m>& out) const override {
    const OwnQ qf = q, vf = v;
    using D = Full;
    const D L_ = problem_.lagrangian(D(t), seeded<D, n>(qf), seeded<D, 0>(vf));
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        out.p_v(i, j) = L_.derivative(i, j);
        out.p_q(i, j) = L_.derivative(i, n + j);
        out.f_q(i, j) = L_.derivative(n + i, n + j);
        out.f_v(i, j) = L_.derivative(n + i, j);
      }
    add_external(t, qf, vf, out);
    linearise_constraint(t, qf, vf, lambda, out);
    if constexpr (own_reaction) linearise_own_reaction(t, qf, vf, lambda, out);
  }

  void rates(Real t, const Q& q, const Q& v, const Q& a, Rates<Real, Size::n, Size::m>& out) const override {
    using D = Dual<Once, n>;
    const auto [td, qd, vd] = moving(t, q, v, a);
    const D L_ = problem_.lagrangian(D(td), constant<D>(qd), seeded<D, 0>(vd));
    for (int i = 0; i < n; ++i) out.p_dot[i] = L_.derivatives()[i].derivatives()[0];
    const Vector<Once, m> k = constraint_of(td, qd, vd);
    for (int b = 0; b < m; ++b) out.k_dot[b] = k[b].derivatives()[0];
  }

  /// Of v the curve takes its direction in q: d/dv holds the derivative along it beside that of the rate.
  void linearise_rates(Real t, const Q& q, const Q& v, const Q& a,
                       RatesLinearisation<Real, Size::n, Size::m>& out) const override {
    const auto [td, qd, vd] = moving(t, q, v, a);
    using D = FullOnce;
    const D L_ = problem_.lagrangian(D(td), seeded<D, n>(qd), seeded<D, 0>(vd));
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        out.p_dot_q(i, j) = L_.derivative(i, n + j).derivatives()[0];
        out.p_dot_v(i, j) = L_.derivative(i, j).derivatives()[0] + L_.derivative(i, n + j).value();
      }
    using E = Dual<Once, 2 * n>;
    const Vector<E, m> k = constraint_of(E(td), seeded<E, n>(qd), seeded<E, 0>(vd));
    for (int b = 0; b < m; ++b)
      for (int j = 0; j < n; ++j) {
        const Once &of_v = k[b].derivatives()[j], &of_q = k[b].derivatives()[n + j];
        out.k_dot_q(b, j) = of_q.derivatives()[0];
        out.k_dot_v(b, j) = of_v.derivatives()[0] + of_q.value();
      }
  }

  Real energy(Real t, const Q& q, const Q& v) const override {
    const Slope L_ = slope_in_v(t, q, v);
    return dot(OwnQ(v), OwnQ(L_.derivatives())) - L_.value();
  }

  Real lagrangian_rate(Real t, const Q& q, const Q& v) const override {
    return problem_.lagrangian(variable<1>(t, 0), constant<Once>(OwnQ(q)), constant<Once>(OwnQ(v))).derivatives()[0];
  }

 private:
  /// x, whose component i moves along direction first + i alone.
  template <class D, int first, class S, int size> static Vector<D, size> seeded(const Vector<S, size>& x) {
    Vector<D, size> lifted(x.size());
#pragma GCC unroll 8
    for (int i = 0; i < size; ++i) {
      lifted[i] = D(x[i]);
      lifted[i].derivatives()[first + i] = S(1);
    }
    return lifted;
  }

  /// The curve (t + e, q + e v, v + e a).
  static auto moving(Real t, const OwnQ& q, const OwnQ& v, const OwnQ& a) {
    return std::tuple(variable<1>(t, 0), along(q, v), along(v, a));
  }

  Slope slope_in_v(Real t, const OwnQ& q, const OwnQ& v) const {
    return problem_.lagrangian(Slope(t), constant<Slope>(q), seeded<Slope, 0>(v));
  }

  /// k; a system without constraints need not say so.
  template <class S> Vector<S, m> constraint_of([[maybe_unused]] const S& t, [[maybe_unused]] const Vector<S, n>& q,
                                                [[maybe_unused]] const Vector<S, n>& v) const {
    if constexpr (m == 0) return {};
    else return problem_.constraint(t, q, v);
  }

  Vector<Full, m> full_constraint(Real t, const OwnQ& q, const OwnQ& v) const {
    using D = Full;
    return constraint_of(D(t), seeded<D, n>(q), seeded<D, 0>(v));
  }

  /// In one function L and k share their subexpressions.
  [[gnu::flatten]] void evaluate_inlined(Real t, const Q& q, const Q& v, Block<Real, Size::n, Size::m>& out) const {
    evaluate_here(t, q, v, out);
  }

  void evaluate_here(Real t, const Q& q, const Q& v, Block<Real, Size::n, Size::m>& out) const {
    const OwnQ qf = q, vf = v;
    const Shallow L_ = problem_.lagrangian(Shallow(t), seeded<Shallow, n>(qf), seeded<Shallow, 0>(vf));
    for (int i = 0; i < n; ++i) {
      out.p[i] = L_.derivatives()[i];
      out.f[i] = L_.derivatives()[n + i];
    }
    if constexpr (!constant_mass) fill_mass(L_, out.p_v);
    if constexpr (system::HasForce<P, Real, n>) out.f += problem_.force(t, qf, vf);
    fill_constraint(t, qf, vf, out.k, out.K);
  }

  static void fill_mass(const Jet<Real, 2 * n, n>& L_, Square& p_v) {
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) p_v(i, j) = L_.derivative(i, j);
  }

  void fill_constraint(Real t, const OwnQ& q, const OwnQ& v, L& k, A& K) const {
    const Vector<Slope, m> both = constraint_of(Slope(t), constant<Slope>(q), seeded<Slope, 0>(v));
    for (int b = 0; b < m; ++b) {
      k[b] = both[b].value();
      for (int j = 0; j < n; ++j) K(b, j) = both[b].derivatives()[j];
    }
  }

  void add_external(Real t, const OwnQ& q, const OwnQ& v, Linearisation<Real, Size::n, Size::m>& out) const {
    if constexpr (system::HasForce<P, Real, n>) {
      using D = Dual<Real, 2 * n>;
      const Vector<D, n> F = problem_.force(D(t), seeded<D, n>(q), seeded<D, 0>(v));
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
          out.f_v(i, j) += F[i].derivatives()[j];
          out.f_q(i, j) += F[i].derivatives()[n + j];
        }
    }
  }

  /// k_q, K and, as of ideal constraints, the derivatives of K^T lambda = (lambda . k)_v.
  void linearise_constraint(Real t, const OwnQ& q, const OwnQ& v, const OwnL& lambda,
                            Linearisation<Real, Size::n, Size::m>& out) const {
    const Vector<Full, m> k = full_constraint(t, q, v);
    out.reaction_q.setZero();
    out.reaction_v.setZero();
    for (int b = 0; b < m; ++b)
      for (int j = 0; j < n; ++j) {
        out.K(b, j) = out.reaction_lambda(j, b) = k[b].derivatives()[j];
        out.k_q(b, j) = k[b].derivatives()[n + j];
        for (int i = 0; i < n; ++i) {
          out.reaction_v(i, j) += lambda[b] * k[b].derivative(i, j);
          out.reaction_q(i, j) += lambda[b] * k[b].derivative(i, n + j);
        }
      }
  }

  void linearise_own_reaction(Real t, const OwnQ& q, const OwnQ& v, const OwnL& lambda,
                              Linearisation<Real, Size::n, Size::m>& out) const {
    using D = Dual<Real, 2 * n + m>;
    const Vector<D, n> r = own_force(D(t), seeded<D, n>(q), seeded<D, 0>(v), seeded<D, 2 * n>(lambda));
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        out.reaction_v(i, j) = r[i].derivatives()[j];
        out.reaction_q(i, j) = r[i].derivatives()[n + j];
      }
      for (int b = 0; b < m; ++b) out.reaction_lambda(i, b) = r[i].derivatives()[2 * n + b];
    }
  }

  template <class S>
  Vector<S, n> own_force(const S& t, const Vector<S, n>& q, const Vector<S, n>& v, const Vector<S, m>& lambda) const {
    if constexpr (system::HasReactionForce<P, S, n, m>) return problem_.reaction(t, q, v, lambda);
    else return product(Matrix<S, n, m>(problem_.reaction(t, q, v)), lambda);
  }

  P problem_;
};

}  // namespace nonholo
