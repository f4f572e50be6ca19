// From a MechanicalSystem to its face UnderlyingOde, compiled with it: everything at one point in one function, in
// which M, V and A share their sines and cosines.
//
// M, V and A are evaluated on dual numbers: M and V over all n directions of q where M depends on q, for grad_q L and
// M' at once, A over the one direction of the motion, (1, v), for A and A'.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/faces/constant_mass.hpp>
#include <nonholo/framework/faces/matrix_pattern.hpp>
#include <nonholo/framework/faces/underlying_ode.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

namespace nonholo {

namespace detail {

/// A = L D L^T of a small positive definite matrix and x <- A^-1 x, in loops that inline: a call costs as much. Inlined
/// loops of this kind are what base/cholesky.hpp had to forbid; here one vector is solved for at a time, and
/// problems_test.cpp holds every problem, as compiled, against the saddle-point system.
template <class Real, int n> class InlinedCholesky {
 public:
  /// False unless every pivot is a number above `least` times its diagonal entry.
  [[gnu::always_inline]] bool compute(const Matrix<Real, n, n>& A, Real least) {
    if constexpr (n == 2 || n == 3) compute_minors(A);
    else compute_pivots(A);
    bool regular = true;
#pragma GCC unroll 8
    for (int j = 0; j < n; ++j)
      regular = regular && pivot_[j] > least * A(j, j) && pivot_[j] <= std::numeric_limits<Real>::max();
    return regular;
  }

  [[gnu::always_inline]] void solve(Vector<Real, n>& x) const {
    substitute_forward(x);
#pragma GCC unroll 8
    for (int i = 0; i < n; ++i) x[i] *= reciprocal_[i];
    substitute_back(x);
  }

  /// x <- scale() A^-1 x, without waiting for the division by the last pivot.
  [[gnu::always_inline]] void solve_scaled(Vector<Real, n>& x) const {
    substitute_forward(x);
#pragma GCC unroll 8
    for (int i = 0; i < n - 1; ++i) x[i] *= reciprocal_[i] * scale_;
    x[n - 1] *= before_;
    substitute_back(x);
  }

  [[gnu::always_inline]] Real scale() const { return scale_; }

 private:
  [[gnu::always_inline]] void substitute_forward(Vector<Real, n>& x) const {
#pragma GCC unroll 8
    for (int i = 1; i < n; ++i)
#pragma GCC unroll 8
      for (int k = 0; k < i; ++k) x[i] -= l_[i][k] * x[k];
  }

  [[gnu::always_inline]] void substitute_back(Vector<Real, n>& x) const {
#pragma GCC unroll 8
    for (int i = n - 2; i >= 0; --i)
#pragma GCC unroll 8
      for (int k = i + 1; k < n; ++k) x[i] -= l_[k][i] * x[k];
  }

  [[gnu::always_inline]] void compute_pivots(const Matrix<Real, n, n>& A) {
#pragma GCC unroll 8
    for (int j = 0; j < n; ++j) {
      Real pivot = A(j, j);
#pragma GCC unroll 8
      for (int k = 0; k < j; ++k) pivot -= l_[j][k] * l_[j][k] * pivot_[k];
      pivot_[j] = pivot;
      reciprocal_[j] = 1 / pivot;
#pragma GCC unroll 8
      for (int i = j + 1; i < n; ++i) {
        Real rest = A(i, j);
#pragma GCC unroll 8
        for (int k = 0; k < j; ++k) rest -= l_[i][k] * l_[j][k] * pivot_[k];
        l_[i][j] = rest * reciprocal_[j];
      }
    }
    before_ = 1;
    scale_ = pivot_[n - 1];
  }

  /// The same from the leading minors, whose reciprocals do not wait for one another (Bareiss 1968). The last of
  /// them is A_00 det A, a product of four masses: it is a number for masses from 1e-75 to 1e75.
  [[gnu::always_inline]] void compute_minors(const Matrix<Real, n, n>& A) {
    const Real a = A(0, 0), b = A(1, 0), ab = a * A(1, 1) - b * b, over_a = 1 / a, over_ab = 1 / ab;
    pivot_[0] = before_ = a;
    reciprocal_[0] = over_a;
    l_[1][0] = b * over_a;
    scale_ = ab;
    pivot_[1] = ab * over_a;
    reciprocal_[1] = a * over_ab;
    if constexpr (n == 3) {
      const Real c = A(2, 0), bc = a * A(2, 1) - c * b, abc = ab * (a * A(2, 2) - c * c) - bc * bc;
      l_[2][0] = c * over_a;
      l_[2][1] = bc * over_ab;
      before_ = a * ab;
      scale_ = abc;
      pivot_[2] = abc * (over_a * over_ab);
      reciprocal_[2] = before_ * (1 / abc);
    }
  }

  Real l_[n][n], pivot_[n], reciprocal_[n];
  Real scale_, before_;  // their quotient is the last pivot
};

}  // namespace detail

namespace system {

/// Sizes that the compiler knows, small enough for M to be differentiated in all directions at once.
template <class P, class Real>
concept HasOwnOde = (P::n != dynamic) && (P::m != dynamic) && (holonomic<P>() == 0) &&
                    (constant_mass<P>() || at_a_time<Real, P::n, P::n * P::n>() == P::n);

}  // namespace system

template <class P, class Real> class UnderlyingOdeOf final : public UnderlyingOde<Real> {
  static constexpr int n = P::n, m = P::m;
  static_assert(system::HasOwnOde<P, Real>);
  static constexpr bool constant_mass = system::constant_mass<P>();
  /// Both halves of a correction in one function, which hands q and v on in registers: a fifth less time. With more of
  /// them compilers put halves of vectors on the stack and wait for the whole: a third more.
  static constexpr bool fits_registers = constant_mass && n <= 3;
  /// Whether k is K v: then K a is -K_dot v, whatever the forces are.
  static constexpr bool homogeneous = m > 0 && !system::HasOffset<P, Real, n>;
  /// Of several constraints the minors of K X, products of its entries, would soon be no numbers.
  static constexpr bool scaled = !constant_mass && m == 1;
  using Q = Vector<Real, n>;
  using L = Vector<Real, m>;
  using A = Matrix<Real, m, n>;

 public:
  explicit UnderlyingOdeOf(P problem) : problem_(std::move(problem)) {
    if constexpr (constant_mass) {
      const Q origin = Q::Zero();
      const Matrix<Real, n, n> M = Matrix<Real, n, n>(system::mass_matrix(problem_, Real(0), origin));
      positive_ = detail::InlinedCholesky<Real, n>().compute(M, Real(0));
      mass_.emplace(problem_, origin);
      turns_ = system::constraint_pattern(problem_).looks_at();
    }
  }

  [[gnu::flatten]] bool rate(Real t, const Real* y, Real* y_dot) override {
    Q q, v, a;
    load(y, q, v);
    Geometry at;
    const bool regular = accelerate<false>(t, q, v, a, at);
    return store(v, a, y_dot) && regular;
  }

  [[gnu::flatten]] bool settle(Real t, Real* y, Real* y_dot) override {
    Q q, v, a;
    load(y, q, v);
    Geometry at;
    const bool regular = accelerate<true>(t, q, v, a, at);
    store(q, v, y);
    return store(v, a, y_dot) && regular;
  }

  bool correct(Real t, Real q_weight, Real v_weight, const Real* predicted, Real* y, Real* y_dot) override {
    if constexpr (constant_mass) return correct_at_once(t, q_weight, v_weight, predicted, y, y_dot);
    const bool regular = rate(t, predicted, y_dot);
    for (int i = 0; i < n; ++i) {
      y[i] += q_weight * y_dot[n + i];
      y[n + i] += v_weight * y_dot[n + i];
    }
    return settle(t, y, y_dot) && regular;
  }

  std::span<const Real> multipliers() const override { return {lambda_.data(), static_cast<std::size_t>(m)}; }

 private:
  /// What M and A tell of a point and a velocity there.
  struct Geometry {
    A K, K_dot;
    Matrix<Real, n, m> X;  // p_v^-1 K^T, times mass.scale() where that is `scaled`
    detail::InlinedCholesky<Real, n> mass;
    detail::InlinedCholesky<Real, std::max(m, 1)> schur;
  };

  [[gnu::flatten]] bool correct_at_once(Real t, Real q_weight, Real v_weight, const Real* predicted, Real* y,
                                        Real* y_dot) {
    Q q_before, v_before, q, v, a;
    Geometry at;
    load(predicted, q_before, v_before);
    bool regular = accelerate<false>(t, q_before, v_before, a, at);
    load(y, q, v);
    const Q v_start = v;
#pragma GCC unroll 8
    for (int i = 0; i < n; ++i) {
      q[i] += q_weight * a[i];
      v[i] += v_weight * a[i];
    }
    if (unturned(q, q_before)) {
      settle_unturned(t, q, v_start, v_before, v_weight, at, v, a);
    } else if constexpr (fits_registers) {
      regular = accelerate<true>(t, q, v, a, at) && regular;
    } else {
      store(q, v, y);
      return settle(t, y, y_dot) && regular;
    }
    store(q, v, y);
    return store(v, a, y_dot) && regular;
  }

  /// Whether A is what it was, where these coordinates are (or A', where these velocities are, too).
  [[gnu::always_inline]] bool unturned(const Q& x, const Q& before) const {
#pragma GCC unroll 8
    for (int i = 0; i < n; ++i)
      if (turns_[i] && x[i] != before[i]) return false;
    return true;
  }

  [[gnu::always_inline]] static void load(const Real* y, Q& q, Q& v) {
    q = one_by_one<Real, n>(y);
    v = one_by_one<Real, n>(y + n);
  }

  /// Whether they are numbers. Four at a time: who adds such states loads them so, and would wait for single ones.
  [[gnu::always_inline]] static bool store(const Q& first, const Q& second, Real* y) {
    // NOLINTNEXTLINE(modernize-use-using): GCC drops the attributes of a dependent type from an alias
    typedef Real Four __attribute__((vector_size(4 * sizeof(Real)), aligned(alignof(Real)), may_alias));
    const auto at = [&](int i) { return i < n ? first[i] : i < 2 * n ? second[i - n] : Real(0); };
    constexpr int numbers = padded_state(n);
    Four none{};
#pragma GCC unroll 8
    for (int i = 0; i < numbers; i += 4) {
      const Four four = {at(i), at(i + 1), at(i + 2), at(i + 3)};
      *reinterpret_cast<Four*>(y + i) = four;
      none += four - four;
    }
    return none[0] + none[1] + none[2] + none[3] == 0;
  }

  /// a, and v on the constraint first if `settled`.
  template <bool settled> [[gnu::always_inline]] bool accelerate(Real t, const Q& q, Q& v, Q& a, Geometry& at) {
    std::tie(at.K, at.K_dot) = constraint_matrices(t, q, v);
    const auto M = mass_with_derivatives(t, q);
    bool regular = positive_;
    if constexpr (!constant_mass) regular = at.mass.compute(value_of(M), Real(0));
    if constexpr (constant_mass) mass_->solve_transposed(at.K, at.X);
    else solve_transposed(at.mass, at.K, at.X);
    if constexpr (m > 0) regular = at.schur.compute(product_of(at.K, at.X), 16 * epsilon<Real>) && regular;
    if constexpr (settled && m > 0) {
      project(t, q, at, v);
      at.K_dot = constraint_matrices(t, q, v).second;
    }
    if constexpr (constant_mass) {
      push(t, q, v, at, a);
    } else {
      a = force_beside_momentum(t, q, v, M);
      at.mass.solve(a);
      react(t, q, v, at, a);
    }
    return regular;
  }

  /// v onto the constraint.
  [[gnu::always_inline]] void project(Real t, const Q& q, const Geometry& at, Q& v) const {
    if constexpr (m > 0) {
      L k = constraint(t, q, v, at.K);
      at.schur.solve(k);
      subtract(at.X, k, v);
    }
  }

  /// project() and push() at the K that is known, and at the K_dot if that is known, too. v is v_start + v_weight a.
  [[gnu::always_inline]] void settle_unturned(Real t, const Q& q, const Q& v_start, const Q& v_before, Real v_weight,
                                              Geometry& at, Q& v, Q& a) {
    const bool same_rate = unturned(v, v_before);
    if constexpr (homogeneous)
      if (same_rate) project_at_once(v_start, v_before, v_weight, at, a, v);
    if (!homogeneous || !same_rate) project(t, q, at, v);
    if (!same_rate) at.K_dot = constraint_matrices(t, q, v).second;
    push(t, q, v, at, a);
  }

  /// v onto the constraint, and little of it waits for a of the prediction: there K a is -K_dot v_before.
  [[gnu::always_inline]] static void project_at_once(const Q& v_start, const Q& v_before, Real v_weight,
                                                     const Geometry& at, const Q& a, Q& v) {
    L k = product_of(at.K, v_start);
    const L turned = product_of(at.K_dot, v_before);
#pragma GCC unroll 8
    for (int i = 0; i < m; ++i) k[i] -= v_weight * turned[i];  // one by one: who stores so may not load pairs
    at.schur.solve(k);
    v = v_start;
    subtract(at.X, k, v);
#pragma GCC unroll 8
    for (int i = 0; i < n; ++i) v[i] += v_weight * a[i];
  }

  /// K a + K_dot v.
  [[gnu::always_inline]] static L acceleration_of_constraint(const Geometry& at, const Q& v, const Q& a) {
    L r;
#pragma GCC unroll 8
    for (int i = 0; i < m; ++i) {
      r[i] = at.K(i, 0) * a[0] + at.K_dot(i, 0) * v[0];
#pragma GCC unroll 8
      for (int l = 1; l < n; ++l) r[i] += at.K(i, l) * a[l] + at.K_dot(i, l) * v[l];
    }
    return r;
  }

  /// a of a constant mass.
  [[gnu::always_inline]] void push(Real t, const Q& q, const Q& v, const Geometry& at, Q& a) {
    mass_->solve(system::force<P, Real>(problem_, t, q, v), a);
    react(t, q, v, at, a);
  }

  /// a += p_v^-1 K^T lambda.
  [[gnu::always_inline]] void react(Real t, const Q& q, const Q& v, const Geometry& at, Q& a) {
    if constexpr (m > 0) {
      L r = acceleration_of_constraint(at, v, a);
      if constexpr (system::HasOffset<P, Dual<Real, 1>, n>) r += offset_rate(t, q, v);
      at.schur.solve(r);
      subtract(at.X, r, a);
      if constexpr (scaled) lambda_ = -at.mass.scale() * r;
      else lambda_ = -r;
    }
  }

  /// A and A' along the motion.
  [[gnu::always_inline]] std::pair<A, A> constraint_matrices(Real t, const Q& q, const Q& v) const {
    using D = Dual<Real, 1>;
    const Matrix<D, m, n> K = system::constraint_matrix(problem_, variable<1>(t, 0), along(q, v));
    std::pair<A, A> both;
#pragma GCC unroll 8
    for (int i = 0; i < m * n; ++i) {
      both.first.data()[i] = K.data()[i].value();
      both.second.data()[i] = K.data()[i].derivatives()[0];
    }
    return both;
  }

  /// M over all directions of q; nothing where it is constant.
  [[gnu::always_inline]] auto mass_with_derivatives(Real t, const Q& q) const {
    using D = Dual<Real, n>;
    if constexpr (constant_mass) return 0;
    else return Matrix<D, n, n>(system::mass_matrix(problem_, D(t), seeded<n>(q)));
  }

  [[gnu::always_inline]] static void solve_transposed(const detail::InlinedCholesky<Real, n>& mass, const A& K,
                                                      Matrix<Real, n, m>& X) {
#pragma GCC unroll 8
    for (int j = 0; j < m; ++j) {
      Q column = K.row(j).transpose();
      if constexpr (scaled) mass.solve_scaled(column);
      else mass.solve(column);
      X.col(j) = column;
    }
  }

  /// f - (M_t + M') v.
  [[gnu::always_inline]] Q force_beside_momentum(Real t, const Q& q, const Q& v,
                                                 const Matrix<Dual<Real, n>, n, n>& M) const {
    using D = Dual<Real, n>;
    Q f;
    system::set_gradient(f, 0, quadratic_form(M, v) * Real(0.5) - system::potential(problem_, D(t), seeded<n>(q)));
    if constexpr (system::HasForce<P, Real, n>) f += problem_.force(t, q, v);
#pragma GCC unroll 8
    for (int i = 0; i < n; ++i) {
      Real rate = 0;  // of (M v)_i but for v'
#pragma GCC unroll 8
      for (int j = 0; j < n; ++j) {
        Real M_dot = M(i, j).derivatives()[0] * v[0];
#pragma GCC unroll 8
        for (int l = 1; l < n; ++l) M_dot += M(i, j).derivatives()[l] * v[l];
        rate += M_dot * v[j];
      }
      f[i] -= rate;
    }
    if constexpr (system::TimeDependent<P, Real, n>) {
      using T = Dual<Real, 1>;
      const Matrix<T, n, n> M_t = system::mass_matrix(problem_, variable<1>(t, 0), constant<T>(q));
#pragma GCC unroll 8
      for (int i = 0; i < n; ++i)
#pragma GCC unroll 8
        for (int j = 0; j < n; ++j) f[i] -= M_t(i, j).derivatives()[0] * v[j];
    }
    return f;
  }

  template <int columns>
  [[gnu::always_inline]] static Matrix<Real, m, columns> product_of(const A& K, const Matrix<Real, n, columns>& X) {
    Matrix<Real, m, columns> S;
#pragma GCC unroll 8
    for (int i = 0; i < m; ++i)
#pragma GCC unroll 8
      for (int j = 0; j < columns; ++j) {
        S(i, j) = K(i, 0) * X(0, j);
#pragma GCC unroll 8
        for (int l = 1; l < n; ++l) S(i, j) += K(i, l) * X(l, j);
      }
    return S;
  }

  [[gnu::always_inline]] L constraint(Real t, const Q& q, const Q& v, const A& K) const {
    L k = product_of(K, v);
    if constexpr (system::HasOffset<P, Real, n>) k += L(problem_.constraint_offset(t, q));
    return k;
  }

  /// b' along the motion.
  [[gnu::always_inline]] L offset_rate(Real t, const Q& q, const Q& v) const {
    using D = Dual<Real, 1>;
    const Vector<D, m> b = problem_.constraint_offset(variable<1>(t, 0), along(q, v));
    L rate;
    for (int i = 0; i < m; ++i) rate[i] = b[i].derivatives()[0];
    return rate;
  }

  /// x -= X r.
  [[gnu::always_inline]] static void subtract(const Matrix<Real, n, m>& X, const L& r, Q& x) {
#pragma GCC unroll 8
    for (int j = 0; j < m; ++j)
#pragma GCC unroll 8
      for (int i = 0; i < n; ++i) x[i] -= X(i, j) * r[j];
  }

  P problem_;
  std::optional<system::ConstantMass<P, Real>> mass_;        // where the mass is constant
  bool positive_ = true;                                     // as that mass is
  Vector<bool, n> turns_ = Vector<bool, n>::Constant(true);  // A, each coordinate; where the mass is constant
  L lambda_ = L::Zero();
};

}  // namespace nonholo
