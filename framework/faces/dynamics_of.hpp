// From a MechanicalSystem (M, V, A, b, F) to the Dynamics face (p, f, k, K):
//
//   p = M v,   f = 1/2 grad_q(v^T M v) - V_q + F,   k = A v + b,   K = A.
//
// Each quantity is written once, for any scalar S; derivatives come from evaluating it on dual numbers: over n
// directions for gradients, along one direction for rates, over 2n directions (q and v) for Jacobians. Where n is known
// at run time only, a few directions are taken at a time; gradients over many coordinates are swept back (adjoint.hpp).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/adjoint.hpp>
#include <nonholo/framework/base/products.hpp>
#include <nonholo/framework/faces/dynamics.hpp>
#include <nonholo/framework/problem/mechanical_system.hpp>

#include <algorithm>
#include <cassert>
#include <utility>

namespace nonholo {

namespace system {

// S is the scalar of q; that of v and lambda may be what S is dual over.

template <class P, class S, class T, int n = P::n>
Vector<S, n> momentum(const P& system, const S& t, const Vector<S, n>& q, const Vector<T, n>& v) {
  return product(mass_matrix(system, t, q), v);
}

/// f[first], f[first + 1], ... from the derivatives of L.
template <class S, int k, int n> void set_gradient(Vector<S, n>& f, Eigen::Index first, const Dual<S, k>& L) {
  if constexpr (n == k) {
    f = L.derivatives();
  } else {
    const Eigen::Index slots = std::min<Eigen::Index>(k, f.size() - first);
    for (Eigen::Index slot = 0; slot < slots; ++slot) f.coeffRef(first + slot) = L.derivatives()[slot];
  }
}

/// grad F, of many coordinates by a sweep back: at the cost of a few evaluations of F, however many there are.
/// `entries`: of what is made of q on the way.
template <int entries, class S, int n, class F> Vector<S, n> gradient_of(const Vector<S, n>& q, const F& function) {
  Vector<S, n> gradient(q.size());
  if constexpr (n == dynamic)
    if (q.size() >= many_variables) {
      each_slope(q, function, [&gradient](Eigen::Index, Eigen::Index j, const S& slope) { gradient[j] = slope; });
      return gradient;
    }
  constexpr int k = at_a_time<S, n, entries>();
  for (Eigen::Index first = 0; first < q.size(); first += k)
    set_gradient(gradient, first, function(seeded<k>(q, -first)));
  return gradient;
}

/// grad_q L. With constant mass only the potential is differentiated.
template <class P, class S, int n = P::n>
Vector<S, n> potential_force(const P& system, const S& t, const Vector<S, n>& q, const Vector<S, n>& v) {
  if constexpr (constant_mass<P>() && HasPotentialGradient<P, S, n>) {
    return -system.potential_gradient(q);
  } else {
    constexpr int entries = constant_mass<P>() ? n : n * n;
    return gradient_of<entries>(q, [&]<class T>(const Vector<T, n>& x) -> T {
      T L = -potential(system, T(t), x);
      if constexpr (!constant_mass<P>()) L += quadratic_form(mass_matrix(system, T(t), x), v) * S(0.5);
      return L;
    });
  }
}

/// grad_q L + F.
template <class P, class S, int n = P::n>
Vector<S, n> force(const P& system, const S& t, const Vector<S, n>& q, const Vector<S, n>& v) {
  Vector<S, n> f = potential_force(system, t, q, v);
  if constexpr (HasForce<P, S, n>) f += system.force(t, q, v);
  return f;
}

template <class P, class S, class T, int n = P::n, int m = P::m>
Vector<S, m> constraint(const P& system, const S& t, const Vector<S, n>& q, const Vector<T, n>& v) {
  Vector<S, m> k = product(Matrix<S, m, n>(constraint_matrix(system, t, q)), v);
  if constexpr (HasOffset<P, S, n>) k += system.constraint_offset(t, q);
  return k;
}

}  // namespace system

/// Dynamics of the system P in its size class; engines of the dynamic class see sizes known at run time.
template <class P, class Real> class DynamicsOf
    : public Dynamics<Real, size_class_of<Real, P::n, P::m>::n, size_class_of<Real, P::n, P::m>::m> {
  static constexpr int n = P::n, m = P::m;
  using Size = size_class_of<Real, n, m>;
  using Q = Vector<Real, Size::n>;  // the class' vectors; dynamic when (n, m) is not listed
  using L = Vector<Real, Size::m>;
  using A = Matrix<Real, Size::m, Size::n>;
  using OwnQ = Vector<Real, n>;  // the system's own
  using OwnL = Vector<Real, m>;
  using Frame = typename Dynamics<Real, Size::n, Size::m>::Frame;
  using Reduced = typename Dynamics<Real, Size::n, Size::m>::Reduced;
  template <class S> using OwnFrame = Matrix<S, n, n == dynamic || m == dynamic ? dynamic : n - m>;
  using Square = Matrix<Real, Size::n, Size::n>;
  using StartT = StepStart<Real, Size::n, Size::m>;
  using BlockT = Block<Real, Size::n, Size::m>;
  using PackQ = Vector<Pack, Size::n>;
  using PackBlock = Block<Pack, Size::n, Size::m>;
  using LinearisationT = Linearisation<Real, Size::n, Size::m>;
  using RatesT = Rates<Real, Size::n, Size::m>;
  using RatesLinearisationT = RatesLinearisation<Real, Size::n, Size::m>;

 public:
  explicit DynamicsOf(P problem) : problem_(std::move(problem)) {
    if constexpr (keeps_mass) mass_ = system::sparse_mass<P, Real>(problem_, 0, OwnQ(OwnQ::Zero(coordinates())));
  }

  Eigen::Index coordinates() const override { return system::coordinates(problem_); }
  Eigen::Index constraints() const override {
    if constexpr (m == dynamic) return system::constraints(problem_);
    else return m;
  }
  DynamicsTraits traits() const override {
    return {.constant_mass = system::constant_mass<P>(),
            .linear_constraint = true,
            .conservative = !system::HasForce<P, Real, n> && !system::TimeDependent<P, Real, n>,
            .adapted_basis = system::HasAdaptedBasis<P, Real, n>,
            .sparse_mass = system::constant_sparse_mass<P, Real>(),
            .coupled = coupled,
            .holonomic = system::holonomic<P>()};
  }

  void evaluate(Real t, const Q& q, const Q& v, BlockT& out) const override {
    if constexpr (inlined) evaluate_inlined(t, q, v, out);
    else evaluate_here(t, q, v, out);
  }

  void evaluate(std::span<const Real> t, std::span<const Q> q, std::span<const Q> v,
                std::span<BlockT> out) const override {
    for (std::size_t i = 0; i < t.size(); ++i) DynamicsOf::evaluate(t[i], q[i], v[i], out[i]);
  }

  bool in_packs() const override { return packed; }

  [[gnu::flatten]] void evaluate(const Pack& t, const PackQ& q, const PackQ& v, int points,
                                 PackBlock& out) const override {
    if constexpr (packed) {
      Pack::torn = false;
      evaluate_here(t, q, v, out);
      if (!Pack::torn) [[likely]]
        return;
    }
    evaluate_alone(t, q, v, points, out);
  }

  void momentum(Real t, const Q& q, const Q& v, Q& p) const override { p = momentum_of<Real>(t, OwnQ(q), OwnQ(v)); }
  void force(Real t, const Q& q, const Q& v, Q& f) const override {
    f = system::force<P, Real>(problem_, t, OwnQ(q), OwnQ(v));
  }
  void external_force(Real t, const Q& q, const Q& v, Q& F) const override {
    if constexpr (system::HasForce<P, Real, n>) F = problem_.force(t, OwnQ(q), OwnQ(v));
    else F.setZero(q.size());
  }
  void constraint(Real t, const Q& q, const Q& v, L& k, A& K) const override {
    const OwnQ qf = q;
    fill_constraint(t, qf, OwnQ(v), Matrix<Real, m, n>(system::constraint_matrix(problem_, t, qf)), k, K);
  }
  void position_constraint(Real t, const Q& q, L& g) const override {
    g.setZero();
    if constexpr (system::holonomic<P>() > 0)
      g.template head<P::holonomic>() = system::position_constraint(problem_, t, OwnQ(q));
  }
  void mass(Real t, const Q& q, const Q&, Square& p_v) const override {
    p_v = Matrix<Real, n, n>(system::mass_matrix(problem_, t, OwnQ(q)));
  }

  Sparse<Real> sparse_mass([[maybe_unused]] Real t, [[maybe_unused]] const Q& q) const override {
    if constexpr (system::constant_sparse_mass<P, Real>()) return system::sparse_mass<P, Real>(problem_, t, OwnQ(q));
    else return assert(false), Sparse<Real>();
  }

  void constraint_gradient(Real t, const Q& q, const Q& v, A& k_q) const override {
    if constexpr (n == dynamic)
      if (coordinates() >= many_variables)
        return each_slope(
            q,
            [&](const Vector<Adjoint<Real>, n>& qa) {
              return system::constraint<P, Adjoint<Real>>(problem_, Adjoint<Real>(t), qa, v);
            },
            [&k_q](Eigen::Index i, Eigen::Index j, const Real& slope) { k_q(i, j) = slope; });
    for (Eigen::Index first = 0; first < coordinates(); first += width_q)
      copy(system::constraint<P, DualQ>(problem_, DualQ(t), seeded<width_q, n>(OwnQ(q), -first), OwnQ(v)), first, k_q);
  }

  void momentum_gradient(Real t, const Q& q, const Q& v, Square& p_q) const override {
    const OwnQ qf = q, vf = v;
    if constexpr (system::constant_mass<P>()) p_q.setZero();
    else
      for (Eigen::Index first = 0; first < coordinates(); first += width_q)
        copy(momentum_of<DualQ>(DualQ(t), seeded<width_q, n>(qf, -first), vf), first, p_q);
  }

  void force_slope(Real t, const Q& q, const Q& v, Square& F_v) const override {
    F_v.setZero();
    add_force_slope(t, OwnQ(q), OwnQ(v), F_v);
  }

  void begin_step(Real t, const Q& q, const Q& v, StartT& out) const override {
    if constexpr (inlined) begin_inlined(t, q, v, out);
    else Dynamics<Real, Size::n, Size::m>::begin_step(t, q, v, out);
  }

  void reaction_gradient(Real t, const Q& q, const Q&, A& K, std::vector<A>& K_q) const override {
    differentiate(
        q, [&](const auto& qd) { return Matrix<DualQ, m, n>(system::constraint_matrix(problem_, DualQ(t), qd)); }, K,
        K_q);
  }

  void adapted_basis(const Q& q, Frame& X) const override {
    if constexpr (system::HasAdaptedBasis<P, Real, n>) X = frame(OwnQ(q));
    else assert(false);
  }
  void basis_turning(const Q& q, const Q& p, const Reduced& y, Q& turning) const override {
    if constexpr (system::HasAdaptedBasis<P, Real, n>)
      turning = system::gradient_of<n * n>(OwnQ(q), [&]<class S>(const Vector<S, n>& x) -> S {
        const OwnFrame<S> X = frame(x);
        S sum(Real(0));
        for (Eigen::Index a = 0; a < X.cols(); ++a)
          for (Eigen::Index j = 0; j < X.rows(); ++j)
            if (!is_constant(X(j, a))) sum += X(j, a) * Real(p[j] * y[a]);
        return sum;
      });
    else assert(false);
  }
  void basis_along(const Q& q, const Q& p, const Q& z, Reduced& along) const override {
    if constexpr (system::HasAdaptedBasis<P, Real, n>) {
      const auto X = frame(nonholo::along(OwnQ(q), OwnQ(z)));
      for (Eigen::Index a = 0; a < X.cols(); ++a) {
        along[a] = 0;
        for (Eigen::Index j = 0; j < X.rows(); ++j) along[a] += p[j] * X(j, a).derivatives()[0];
      }
    } else {
      assert(false);
    }
  }

  /// f_v = p_q^T but for external forces: both are second derivatives of L.
  void linearise(Real t, const Q& q, const Q& v, const L& lambda, LinearisationT& out) const override {
    const OwnQ qf = q, vf = v;
    for (Eigen::Index first = 0; first < coordinates(); first += width_q) {
      const Vector<DualQ, n> qd = seeded<width_q, n>(qf, -first);
      copy(momentum_of<DualQ>(DualQ(t), qd, vf), first, out.p_q);
      copy(system::potential_force<P, DualQ>(problem_, DualQ(t), qd, constant<DualQ>(vf)), first, out.f_q);
      linearise_constraint(t, qd, vf, lambda, first, out);
    }
    mass(t, q, v, out.p_v);
    out.f_v = out.p_q.transpose();
    out.reaction_v.setZero();
    add_external(t, qf, vf, out);
  }

  void rates(Real t, const Q& q, const Q& v, const Q& a, RatesT& out) const override {
    if constexpr (inlined) rates_inlined(t, q, v, a, out);
    else rates_here(t, q, v, a, out);
  }

  void linearise_rates(Real t, const Q& q, const Q& v, const Q& a, RatesLinearisationT& out) const override {
    const OwnQ qf = q, vf = v, af = a;
    for (Eigen::Index first = 0; first < 2 * coordinates(); first += width_qv) {
      const auto [qd, vd] = seeded_state(qf, vf, first);
      const auto [p, k] = moving<DualQV>(DualQV(t), qd, vd, constant<DualQV>(af));
      split(rate_of(p), first, out.p_dot_q, out.p_dot_v);
      split(rate_of(k), first, out.k_dot_q, out.k_dot_v);
    }
  }

  Real energy(Real t, const Q& q, const Q& v) const override {
    const OwnQ qf = q, vf = v;
    const OwnQ p = momentum_of<Real>(t, qf, vf);
    return dot(vf, p) / 2 + system::potential(problem_, t, qf);
  }

  Real lagrangian_rate(Real t, const Q& q, const Q& v) const override {
    if constexpr (system::LagrangianDependsOnTime<P, Real, n>) {
      using D = Dual<Real, 1>;
      const D td = variable<1>(t, 0);
      const Vector<D, n> qd = constant<D>(OwnQ(q));
      const Matrix<D, n, n> M = system::mass_matrix(problem_, td, qd);
      return (quadratic_form(M, OwnQ(v)) * Real(0.5) - system::potential(problem_, td, qd)).derivatives()[0];
    } else {
      return 0;
    }
  }

 private:
  static constexpr int entries = system::constant_diagonal_mass<P, Real>() ? n : n * n;  // of M in one evaluation
  // Jacobians in other precisions are rare; differentiated one direction at a time they compile in half the time.
  static constexpr int width_qv = std::is_same_v<Real, double> ? system::at_a_time<Real, 2 * n, entries, true>() : 1;
  using DualQV = Dual<Real, width_qv>;
  static constexpr int width_q =
      std::is_same_v<Real, double> ? system::at_a_time<Real, n, entries, !system::constant_mass<P>()>() : 1;
  using DualQ = Dual<Real, width_q>;
  // What a problem returns is made anew in every call: of a large constant mass that costs more than its product.
  static constexpr bool keeps_mass = n == dynamic && system::constant_sparse_mass<P, Real>();
  static constexpr bool coupled = !system::constant_mass<P>() || system::HasForce<P, Real, n>;
  struct Nothing {};
  // Inlined into one function, M, V and A share their subexpressions, sines and cosines first of all.
  static constexpr bool inlined = std::is_same_v<Real, double> && n != dynamic;
  static constexpr bool packed = std::is_same_v<Real, double> && n != dynamic && m != dynamic && n <= most_in_packs &&
                                 system::takes_packs<P>() &&
                                 system::HasForce<P, Pack, n> == system::HasForce<P, Real, n> &&
                                 system::HasOffset<P, Pack, n> == system::HasOffset<P, Real, n>;

  [[gnu::flatten]] void evaluate_inlined(Real t, const Q& q, const Q& v, BlockT& out) const {
    evaluate_here(t, q, v, out);
  }

  [[gnu::noinline, gnu::cold]] void evaluate_alone(const Pack& t, const PackQ& q, const PackQ& v, int points,
                                                   PackBlock& out) const {
    if constexpr (Size::n == dynamic && packed) {
      Block<Real, n, m> own(n, m);
      for (int lane = 0; lane < Pack::width; ++lane) {
        if (lane < points) evaluate_here(t[lane], lane_in<n>(q, lane), lane_in<n>(v, lane), own);
        set_lane(out, lane, own, !system::constant_mass<P>());
      }
    } else {
      Dynamics<Real, Size::n, Size::m>::evaluate(t, q, v, points, out);
    }
  }

  [[gnu::flatten]] void begin_inlined(Real t, const Q& q, const Q& v, StartT& out) const {
    const OwnQ qf = q, vf = v;
    if constexpr (system::constant_mass<P>()) out.p = momentum_of<Real>(t, qf, vf);
    for (Eigen::Index first = 0; first < n; first += width_q) {
      const Vector<DualQ, n> qd = seeded<width_q, n>(qf, -first);
      copy(system::constraint<P, DualQ>(problem_, DualQ(t), qd, vf), first, out.k_q);
      if constexpr (!system::constant_mass<P>()) {
        const Vector<DualQ, n> p = momentum_of<DualQ>(DualQ(t), qd, vf);
        out.p = value_of(p);
        copy(p, first, out.p_q);
      }
    }
    if (!out.coupled) return;
    if constexpr (system::constant_mass<P>()) out.p_q.setZero();
    out.f_v = out.p_q.transpose();
    add_force_slope(t, qf, vf, out.f_v);
  }

  [[gnu::flatten]] void rates_inlined(Real t, const Q& q, const Q& v, const Q& a, RatesT& out) const {
    rates_here(t, q, v, a, out);
  }

  void rates_here(Real t, const Q& q, const Q& v, const Q& a, RatesT& out) const {
    const auto [p, k] = moving<Real>(t, OwnQ(q), OwnQ(v), OwnQ(a));
    out.p_dot = rate_of(p);
    out.k_dot = rate_of(k);
  }

  /// M v, where v is of numbers S or of what S is dual over.
  template <class S, class T> Vector<S, n> momentum_of(const S& t, const Vector<S, n>& q, const Vector<T, n>& v) const {
    if constexpr (keeps_mass) return sparse_product<S>(mass_, v);
    else return system::momentum<P, S>(problem_, t, q, v);
  }

  // `rows` and `constraints` are the class' sizes, or the system's own.

  template <class S, int rows, int constraints> void evaluate_here(const S& t, const Vector<S, rows>& q,
                                                                   const Vector<S, rows>& v,
                                                                   Block<S, rows, constraints>& out) const {
    const Vector<S, n> qf = one_by_one<S, n>(q), vf = one_by_one<S, n>(v);
    const Matrix<S, m, n> a = system::constraint_matrix(problem_, t, qf);
    if constexpr (system::constant_mass<P>()) {
      put(momentum_of<S>(t, qf, vf), out.p);
      put(system::force<P, S>(problem_, t, qf, vf), out.f);
    } else {
      differentiate_lagrangian(t, qf, vf, out);
      if constexpr (system::HasForce<P, S, n>) out.f += problem_.force(t, qf, vf);
    }
    fill_constraint(t, qf, vf, a, out.k, out.K);
  }

  /// p_v, p and grad_q L, from one evaluation of M.
  template <class S, int rows, int constraints> void differentiate_lagrangian(const S& t, const Vector<S, n>& q,
                                                                              const Vector<S, n>& v,
                                                                              Block<S, rows, constraints>& out) const {
    if constexpr (n == dynamic)
      if (q.size() >= many_variables) {
        out.f = system::potential_force<P, S>(problem_, t, q, v);
        out.p_v = system::mass_matrix(problem_, t, q);
        out.p = product(Matrix<S, n, n>(out.p_v), v);
        return;
      }
    constexpr int k = system::at_a_time<S, n, n * n>();
    using D = Dual<S, k>;
    for (Eigen::Index first = 0; first < q.size(); first += k) {
      const Vector<D, n> qd = seeded<k>(q, -first);
      const Matrix<D, n, n> M = system::mass_matrix(problem_, D(t), qd);
      system::set_gradient(out.f, first, quadratic_form(M, v) * S(0.5) - system::potential(problem_, D(t), qd));
      if (first > 0) continue;
      const Matrix<S, n, n> mass = value_of(M);
      put(product(mass, v), out.p);
      put(mass, out.p_v);
    }
  }

  /// to = from; packs one by one: GCC makes a call of a loop that copies.
  template <class From, class To> static void put(const From& from, To& to) {
    if constexpr (!std::is_same_v<typename To::Scalar, Pack>) to = from;
    else
#pragma GCC unroll 16
      for (int i = 0; i < From::SizeAtCompileTime; ++i) to.coeffRef(i) = from.coeff(i);
  }

  template <class S> OwnFrame<S> frame(const Vector<S, n>& q) const { return problem_.adapted_basis(q); }

  /// A matrix that depends on q, and out[i] = d/dq_i of it.
  template <class F, class M> void differentiate(const Q& q, F matrix, M& itself, std::vector<M>& out) const {
    const OwnQ qf = q;
    for (Eigen::Index first = 0; first < coordinates(); first += width_q) {
      const auto value = matrix(seeded<width_q, n>(qf, -first));
      assert(value.rows() == out.front().rows() && value.cols() == out.front().cols());
      for (Eigen::Index slot = 0; slot < std::min<Eigen::Index>(width_q, coordinates() - first); ++slot)
        for (Eigen::Index i = 0; i < value.rows(); ++i)
          for (Eigen::Index j = 0; j < value.cols(); ++j)
            out[static_cast<std::size_t>(first + slot)](i, j) = value(i, j).derivatives()[slot];
      for (Eigen::Index i = 0; i < value.rows(); ++i)
        for (Eigen::Index j = 0; j < value.cols(); ++j) itself(i, j) = value(i, j).value();
    }
  }

  template <class S, int rows, int constraints>
  void fill_constraint(const S& t, const Vector<S, n>& q, const Vector<S, n>& v, const Matrix<S, m, n>& a,
                       Vector<S, constraints>& k, Matrix<S, constraints, rows>& K) const {
    put(a, K);
    put(product(a, v), k);
    if constexpr (system::HasOffset<P, S, n>) k += Vector<S, m>(problem_.constraint_offset(t, q));
  }

  /// k_q, K and (K^T lambda)_q.
  void linearise_constraint(const Real& t, const Vector<DualQ, n>& q, const OwnQ& v, const OwnL& lambda,
                            Eigen::Index first, LinearisationT& out) const {
    const Matrix<DualQ, m, n> K = system::constraint_matrix(problem_, DualQ(t), q);
    Vector<DualQ, m> k = product(K, v);
    if constexpr (system::HasOffset<P, DualQ, n>) k += problem_.constraint_offset(DualQ(t), q);
    copy(k, first, out.k_q);
    copy(transposed_product(K, lambda), first, out.reaction_q);
    if (first > 0) return;
    out.K = value_of(K);
    out.reaction_lambda = out.K.transpose();
  }

  /// f_v += F_v.
  void add_force_slope([[maybe_unused]] const Real& t, [[maybe_unused]] const OwnQ& q, [[maybe_unused]] const OwnQ& v,
                       [[maybe_unused]] Square& f_v) const {
    if constexpr (system::HasForce<P, Real, n>)
      for (Eigen::Index first = 0; first < coordinates(); first += width_q) {
        const Vector<DualQ, n> F = problem_.force(DualQ(t), constant<DualQ>(q), seeded<width_q, n>(v, -first));
        each_derivative(F, first, f_v, [](Real& f, const Real& slope) { f += slope; });
      }
  }

  void add_external(const Real& t, const OwnQ& q, const OwnQ& v, LinearisationT& out) const {
    if constexpr (system::HasForce<P, Real, n>) {
      const auto add = [](Real& f, const Real& F) { f += F; };
      const DualQ td(t);
      for (Eigen::Index first = 0; first < coordinates(); first += width_q) {
        const Vector<DualQ, n> of_q = problem_.force(td, seeded<width_q, n>(q, -first), constant<DualQ>(v));
        each_derivative(of_q, first, out.f_q, add);
      }
      add_force_slope(t, q, v, out.f_v);
    }
  }

  /// q and v as functions of the directions first, first + 1, ... of (q, v).
  static auto seeded_state(const OwnQ& q, const OwnQ& v, Eigen::Index first) {
    return std::pair(seeded<width_qv, n>(q, -first), seeded<width_qv, n>(v, q.size() - first));
  }

  /// p and k on the curve (t + e, q + e v, v + e a), as duals in e.
  template <class S>
  auto moving(const S& t, const Vector<S, n>& q, const Vector<S, n>& v, const Vector<S, n>& a) const {
    using D = Dual<S, 1>;
    const D td = variable<1>(t, 0);
    const Vector<D, n> qd = along(q, v), vd = along(v, a);
    return std::pair(momentum_of<D>(td, qd, vd), system::constraint<P, D>(problem_, td, qd, vd));
  }

  template <class S, int rows> static Vector<S, rows> rate_of(const Vector<Dual<S, 1>, rows>& x) {
    Vector<S, rows> rate(x.size());
    for (Eigen::Index i = 0; i < x.size(); ++i) rate[i] = x[i].derivatives()[0];
    return rate;
  }

  /// x_q(i, first), x_q(i, first + 1), ... and the derivatives of x_i, one by one.
  template <int rows, class MatrixQ, class F>
  static void each_derivative(const Vector<DualQ, rows>& x, Eigen::Index first, MatrixQ& x_q, F f) {
    const Eigen::Index slots = std::min<Eigen::Index>(width_q, x_q.cols() - first);
    for (Eigen::Index i = 0; i < x.size(); ++i)
      for (Eigen::Index slot = 0; slot < slots; ++slot) f(x_q(i, first + slot), x[i].derivatives()[slot]);
  }
  template <int rows, class MatrixQ> static void copy(const Vector<DualQ, rows>& x, Eigen::Index first, MatrixQ& x_q) {
    each_derivative(x, first, x_q, [](Real& to, const Real& from) { to = from; });
  }

  /// The derivatives of x: directions 0 ... n-1 are those of q, n ... 2n-1 those of v; slot 0 holds direction `first`.
  template <int rows, class MatrixQ, class MatrixV>
  static void split(const Vector<DualQV, rows>& x, Eigen::Index first, MatrixQ& x_q, MatrixV& x_v) {
    const Eigen::Index size = x_q.cols(), slots = std::min<Eigen::Index>(width_qv, 2 * size - first);
    for (Eigen::Index i = 0; i < x.size(); ++i)
      for (Eigen::Index slot = 0; slot < slots; ++slot) {
        const Eigen::Index direction = first + slot;
        (direction < size ? x_q(i, direction) : x_v(i, direction - size)) = x[i].derivatives()[slot];
      }
  }

  P problem_;
  [[no_unique_address]] std::conditional_t<keeps_mass, Sparse<Real>, Nothing> mass_;
};

}  // namespace nonholo
