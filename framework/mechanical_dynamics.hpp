// From a MechanicalSystem (M, V, A, b, F) to the Dynamics face (p, f, k, K):
//
//   p = M v,   f = 1/2 grad_q(v^T M v) - V_q + F,   k = A v + b,   K = A.
//
// Each quantity is written once, for any scalar S; derivatives come from evaluating it on dual numbers: over n directions for
// gradients, along one direction for rates, over 2n directions (q and v) for Jacobians.
#pragma once

#include <nonholo/framework/dynamics.hpp>
#include <nonholo/framework/mechanical_system.hpp>

#include <utility>

namespace nonholo {

namespace system {

template <class P, class S, int n = P::n> Vector<S, n> momentum(const P& system, const S& t, const Vector<S, n>& q, const Vector<S, n>& v) {
  return mass_matrix(system, t, q) * v;
}

/// grad_q L + F. With constant mass only the potential is differentiated.
template <class P, class S, int n = P::n> Vector<S, n> force(const P& system, const S& t, const Vector<S, n>& q, const Vector<S, n>& v) {
  Vector<S, n> f;
  if constexpr (constant_mass<P>() && HasPotentialGradient<P, S, n>) {
    f = -system.potential_gradient(q);
  } else {
    using D = Dual<S, n>;
    const Vector<D, n> qd = seeded<n>(q);
    D minus_lagrangian = potential(system, D(t), qd);
    if constexpr (!constant_mass<P>()) {
      const Vector<D, n> vd = constant<D>(v);
      const Vector<D, n> p = mass_matrix(system, D(t), qd) * vd;
      minus_lagrangian -= D(S(0.5)) * D(vd.dot(p));
    }
    f = -minus_lagrangian.derivatives();
  }
  if constexpr (HasForce<P, S, n>) f += system.force(t, q, v);
  return f;
}

template <class P, class S, int n = P::n, int m = P::m>
Vector<S, m> constraint(const P& system, const S& t, const Vector<S, n>& q, const Vector<S, n>& v) {
  Vector<S, m> k = constraint_matrix(system, t, q) * v;
  if constexpr (HasOffset<P, S, n>) k += system.constraint_offset(t, q);
  return k;
}

template <class P, class S, int n = P::n, int m = P::m>
Vector<S, n> reaction(const P& system, const S& t, const Vector<S, n>& q, const Vector<S, m>& lambda) {
  return constraint_matrix(system, t, q).transpose() * lambda;
}

}  // namespace system

/// Dynamics of the system P in its size class; engines of the dynamic class see sizes known at run time.
template <MechanicalSystem P, class Real>
class MechanicalDynamics final : public Dynamics<Real, size_class_of<P::n, P::m>::n, size_class_of<P::n, P::m>::m> {
  static constexpr int n = P::n, m = P::m;
  using Size = size_class_of<n, m>;
  using Q = Vector<Real, Size::n>;   // the class' vectors; dynamic when (n, m) is not listed
  using L = Vector<Real, Size::m>;
  using A = Matrix<Real, Size::m, Size::n>;
  using FixedQ = Vector<Real, n>;
  using FixedL = Vector<Real, m>;
  using BlockT = Block<Real, Size::n, Size::m>;
  using LinearisationT = Linearisation<Real, Size::n, Size::m>;
  using RatesT = Rates<Real, Size::n, Size::m>;
  using RatesLinearisationT = RatesLinearisation<Real, Size::n, Size::m>;

 public:
  explicit MechanicalDynamics(P problem) : problem_(std::move(problem)) {}

  Eigen::Index coordinates() const override { return n; }
  Eigen::Index constraints() const override { return m; }
  DynamicsTraits traits() const override {
    return {.constant_mass = system::constant_mass<P>(),
            .linear_constraint = true,
            .conservative = !system::HasForce<P, Real, n> && !system::TimeDependent<P, Real, n>};
  }

  void evaluate(Real t, const Q& q, const Q& v, BlockT& out) const override {
    const FixedQ qf = q, vf = v;
    const auto M = system::mass_matrix(problem_, t, qf);
    if constexpr (!system::constant_mass<P>()) out.p_v = M;
    out.p = M * vf;
    out.f = system::force<P, Real>(problem_, t, qf, vf);
    fill_constraint(t, qf, vf, out.k, out.K);
  }

  void momentum(Real t, const Q& q, const Q& v, Q& p) const override {
    p = system::momentum<P, Real>(problem_, t, FixedQ(q), FixedQ(v));
  }
  void force(Real t, const Q& q, const Q& v, Q& f) const override {
    f = system::force<P, Real>(problem_, t, FixedQ(q), FixedQ(v));
  }
  void constraint(Real t, const Q& q, const Q& v, L& k, A& K) const override {
    fill_constraint(t, FixedQ(q), FixedQ(v), k, K);
  }
  void mass(Real t, const Q& q, const Q&, Matrix<Real, Size::n, Size::n>& p_v) const override {
    p_v = Matrix<Real, n, n>(system::mass_matrix(problem_, t, FixedQ(q)));
  }

  void constraint_gradient(Real t, const Q& q, const Q& v, A& k_q) const override {
    using D = Dual<Real, n>;
    const auto k = system::constraint<P, D>(problem_, D(t), seeded<n, n>(FixedQ(q)), constant<D>(FixedQ(v)));
    for (int i = 0; i < m; ++i) k_q.row(i) = k[i].derivatives().transpose();
  }

  void linearise(Real t, const Q& q, const Q& v, const L& lambda, LinearisationT& out) const override {
    using D = Dual<Real, 2 * n>;
    const auto [qd, vd] = seeded_state(q, v);
    split(system::momentum<P, D>(problem_, D(t), qd, vd), out.p_q, out.p_v);
    split(system::force<P, D>(problem_, D(t), qd, vd), out.f_q, out.f_v);
    split(system::constraint<P, D>(problem_, D(t), qd, vd), out.k_q, out.K);
    split(system::reaction<P, D>(problem_, D(t), qd, constant<D>(FixedL(lambda))), out.reaction_q, out.reaction_v);
  }

  void rates(Real t, const Q& q, const Q& v, const Q& a, RatesT& out) const override {
    const auto [p, k] = moving<Real>(t, FixedQ(q), FixedQ(v), FixedQ(a));
    for (int i = 0; i < n; ++i) out.p_dot[i] = p[i].derivatives()[0];
    for (int i = 0; i < m; ++i) out.k_dot[i] = k[i].derivatives()[0];
  }

  void linearise_rates(Real t, const Q& q, const Q& v, const Q& a, RatesLinearisationT& out) const override {
    using D = Dual<Real, 2 * n>;
    const auto [qd, vd] = seeded_state(q, v);
    const auto [p, k] = moving<D>(D(t), qd, vd, constant<D>(FixedQ(a)));
    Vector<D, n> p_dot;
    Vector<D, m> k_dot;
    for (int i = 0; i < n; ++i) p_dot[i] = p[i].derivatives()[0];
    for (int i = 0; i < m; ++i) k_dot[i] = k[i].derivatives()[0];
    split(p_dot, out.p_dot_q, out.p_dot_v);
    split(k_dot, out.k_dot_q, out.k_dot_v);
  }

  Real energy(Real t, const Q& q, const Q& v) const override {
    const FixedQ qf = q, vf = v;
    const FixedQ p = system::momentum<P, Real>(problem_, t, qf, vf);
    return vf.dot(p) / 2 + system::potential(problem_, t, qf);
  }

 private:
  void fill_constraint(Real t, const FixedQ& q, const FixedQ& v, L& k, A& K) const {
    const Matrix<Real, m, n> a = system::constraint_matrix(problem_, t, q);
    K = a;
    k = a * v;
    if constexpr (system::HasOffset<P, Real, n>) k += FixedL(problem_.constraint_offset(t, q));
  }

  /// q and v as functions of the 2n directions (q, v).
  static auto seeded_state(const Q& q, const Q& v) {
    return std::pair(seeded<2 * n, n>(FixedQ(q)), seeded<2 * n, n>(FixedQ(v), n));
  }

  /// p and k on the curve (t + e, q + e v, v + e a), as duals in e.
  template <class S> auto moving(const S& t, const Vector<S, n>& q, const Vector<S, n>& v, const Vector<S, n>& a) const {
    using D = Dual<S, 1>;
    const D td(t, 1, 0);
    const Vector<D, n> qd = along(q, v), vd = along(v, a);
    return std::pair(system::momentum<P, D>(problem_, td, qd, vd), system::constraint<P, D>(problem_, td, qd, vd));
  }

  /// The derivatives of x: columns 0 ... n-1 are with respect to q, n ... 2n-1 with respect to v.
  template <int rows, class MatrixQ, class MatrixV>
  static void split(const Vector<Dual<Real, 2 * n>, rows>& x, MatrixQ& x_q, MatrixV& x_v) {
    for (int i = 0; i < rows; ++i) {
      x_q.row(i) = x[i].derivatives().template head<n>().transpose();
      x_v.row(i) = x[i].derivatives().template tail<n>().transpose();
    }
  }

  P problem_;
};

}  // namespace nonholo
