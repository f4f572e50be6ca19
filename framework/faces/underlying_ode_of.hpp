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

/// The inverse of a positive definite matrix of one or two rows. Its entries wait for one division, and a product with
/// it for nothing else; a decomposition is two products longer.
///
/// False unless the rows are far from depending on each other: of two that do, x = S^-1 k leaves more of k than the
/// solution by a decomposition does. Up to this angle between them an inverse loses six bits.
template <class Real, int m>
[[gnu::always_inline]] inline bool invert(const Matrix<Real, m, m>& S, Matrix<Real, m, m>& inverse) {
  static_assert(m == 1 || m == 2);
  constexpr Real most = std::numeric_limits<Real>::max();
  if constexpr (m == 1) {
    inverse(0, 0) = 1 / S(0, 0);
    return S(0, 0) > 0 && S(0, 0) <= most;
  } else {
    const Real a = S(0, 0), b = S(1, 0), c = S(1, 1), ac = a * c, det = ac - b * b, over_det = 1 / det;
    inverse(0, 0) = c * over_det;
    inverse(1, 1) = a * over_det;
    inverse(0, 1) = inverse(1, 0) = -b * over_det;
    return a > 0 && det > ac / 16 && det <= most;
  }
}

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
  struct ByDecomposition;
  struct ByInverse;
  static constexpr bool has_inverse = constant_mass && (m == 1 || m == 2);
  using Reactions = std::conditional_t<has_inverse && m == 1, ByInverse, ByDecomposition>;
  using QuickReactions = std::conditional_t<has_inverse, ByInverse, ByDecomposition>;

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

  [[gnu::flatten, gnu::noinline]] bool rate(Real t, const Real* y, Real* y_dot) override {
    Q q, v, a;
    load(y, q, v);
    Geometry<Reactions> at;
    const bool regular = accelerate<false>(t, q, v, a, at);
    return store(v, a, y_dot) && regular;
  }

  [[gnu::flatten, gnu::noinline]] bool settle(Real t, Real* y, Real* y_dot) override {
    Q q, v, a;
    load(y, q, v);
    Geometry<Reactions> at;
    const bool regular = accelerate<true>(t, q, v, a, at);
    store(q, v, y);
    return store(v, a, y_dot) && regular;
  }

  bool correct(Real t, Real q_weight, Real v_weight, const Real* predicted, Real* y, Real* y_dot) override {
    if constexpr (constant_mass) return correct_at_once(t, q_weight, v_weight, predicted, y, y_dot);
    else return correct_in_turn(t, q_weight, v_weight, predicted, y, y_dot);
  }

  std::span<const Real> multipliers() const override { return {lambda_.data(), static_cast<std::size_t>(m)}; }

 private:
  /// The reactions that move x to x - X S^-1 r, with X = p_v^-1 K^T (times mass.scale() where that is `scaled`) and
  /// S = K X.
  struct ByDecomposition {
    Matrix<Real, n, m> X;
    detail::InlinedCholesky<Real, std::max(m, 1)> S;

    [[gnu::always_inline]] bool compute(const A& K) {
      if constexpr (m == 0) return true;
      else return S.compute(product_of(K, X), 16 * epsilon<Real>);
    }
    /// r becomes S^-1 r.
    [[gnu::always_inline]] void move(L& r, Q& x) const {
      S.solve(r);
      subtract(X, r, x);
    }
  };

  /// The same from X S^-1: after r is known x waits for m products.
  struct ByInverse {
    Matrix<Real, n, m> X, X_over_S;
    Matrix<Real, m, m> S_inverse;

    [[gnu::always_inline]] bool compute(const A& K) {
      const bool regular = detail::invert<Real, m>(product_of(K, X), S_inverse);
      multiply(X, S_inverse, X_over_S);
      return regular;
    }
    [[gnu::always_inline]] void move(L& r, Q& x) const {
      subtract(X_over_S, r, x);
      L solution;
      multiply(S_inverse, r, solution);
      r = solution;
    }
  };

  /// What M and A tell of a point and a velocity there.
  template <class Way> struct Geometry {
    A K, K_dot;
    detail::InlinedCholesky<Real, n> mass;
    Way reactions;
  };

  bool correct_in_turn(Real t, Real q_weight, Real v_weight, const Real* predicted, Real* y, Real* y_dot) {
    const bool regular = rate(t, predicted, y_dot);
    for (int i = 0; i < n; ++i) {
      y[i] += q_weight * y_dot[n + i];
      y[n + i] += v_weight * y_dot[n + i];
    }
    return settle(t, y, y_dot) && regular;
  }

  [[gnu::flatten]] bool correct_at_once(Real t, Real q_weight, Real v_weight, const Real* predicted, Real* y,
                                        Real* y_dot) {
    Q q_before, v_before, q, v, a;
    Geometry<QuickReactions> at;
    load(predicted, q_before, v_before);
    // Whose products the compiler leaves out may be no numbers and leave no trace.
    bool regular = are_numbers(q_before, v_before);
    regular = accelerate<false>(t, q_before, v_before, a, at) && regular;
    load(y, q, v);
    Q settled = v;
    add(q_weight, a, q);
    add(v_weight, a, v);
    if (unturned(q, q_before)) {
      project_on(t, q, v_before, at, v_weight, a, settled);
      if (unturned(settled, v_before)) {
        push(t, q, settled, at, a);
        if (regular) [[likely]] {
          store(q, settled, y);
          return store(settled, a, y_dot);
        }
      }
    }
    if constexpr (fits_registers) {
      if (regular && accelerate<true>(t, q, v, a, at)) [[likely]] {
        store(q, v, y);
        return store(v, a, y_dot);
      }
    } else if (regular) {
      store(q, v, y);
      return settle(t, y, y_dot);
    }
    return correct_in_turn(t, q_weight, v_weight, predicted, y, y_dot);
  }

  /// May be false where numbers are almost too large, too.
  [[gnu::always_inline]] static bool are_numbers(const Q& x, const Q& y) {
    Real sum = 0;
#pragma GCC unroll 8
    for (int i = 0; i < n; ++i) sum += x[i] + y[i];
    return sum - sum == 0;
  }

  /// Whether A is what it was, where these coordinates are, and A' where these velocities are, too.
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
  template <bool settled, class At> [[gnu::always_inline]] bool accelerate(Real t, const Q& q, Q& v, Q& a, At& at) {
    constraint_matrices(t, q, v, at.K, at.K_dot);
    const auto M = mass_with_derivatives(t, q);
    bool regular = positive_;
    if constexpr (!constant_mass) regular = at.mass.compute(value_of(M), Real(0));
    if constexpr (constant_mass) mass_->solve_transposed(at.K, at.reactions.X);
    else solve_transposed(at.mass, at.K, at.reactions.X);
    regular = at.reactions.compute(at.K) && regular;
    if constexpr (settled && m > 0) {
      project(t, q, at, v);
      A same;
      constraint_matrices(t, q, v, same, at.K_dot);
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
  template <class At> [[gnu::always_inline]] void project(Real t, const Q& q, const At& at, Q& v) const {
    if constexpr (m > 0) {
      L k = constraint(t, q, v, at.K);
      at.reactions.move(k, v);
    }
  }

  /// v + v_weight a onto the constraint, at the K that is known. Little of it waits for a: K a is -K_dot v_before.
  template <class At> [[gnu::always_inline]] void project_on(Real t, const Q& q, const Q& v_before, const At& at,
                                                             Real v_weight, const Q& a, Q& v) const {
    if constexpr (homogeneous) {
      L k = product_of(at.K, v);
      add(-v_weight, product_of(at.K_dot, v_before), k);
      at.reactions.move(k, v);
      add(v_weight, a, v);
    } else {
      add(v_weight, a, v);
      project(t, q, at, v);
    }
  }

  /// K a + K_dot v. What is known last is added last: v where the mass is constant, else a.
  template <class At> [[gnu::always_inline]] static L acceleration_of_constraint(const At& at, const Q& v, const Q& a) {
    const Q &first = constant_mass ? a : v, &last = constant_mass ? v : a;
    const A &K_first = constant_mass ? at.K : at.K_dot, &K_last = constant_mass ? at.K_dot : at.K;
    L r;
#pragma GCC unroll 8
    for (int i = 0; i < m; ++i) {
      r[i] = -Real(0);
#pragma GCC unroll 8
      for (int l = 0; l < n; ++l) add_product(K_first(i, l), first[l], r[i]);
#pragma GCC unroll 8
      for (int l = 0; l < n; ++l) add_product(K_last(i, l), last[l], r[i]);
    }
    return r;
  }

  /// a of a constant mass.
  template <class At> [[gnu::always_inline]] void push(Real t, const Q& q, const Q& v, const At& at, Q& a) {
    mass_->solve(system::force<P, Real>(problem_, t, q, v), a);
    react(t, q, v, at, a);
  }

  /// a += p_v^-1 K^T lambda.
  template <class At> [[gnu::always_inline]] void react(Real t, const Q& q, const Q& v, const At& at, Q& a) {
    if constexpr (m > 0) {
      L r = acceleration_of_constraint(at, v, a);
      if constexpr (system::HasOffset<P, Dual<Real, 1>, n>) r += offset_rate(t, q, v);
      at.reactions.move(r, a);
      if constexpr (scaled) lambda_ = -at.mass.scale() * r;
      else lambda_ = -r;
    }
  }

  /// A and A' along the motion. Written one by one: entries that are constants stay known to the compiler.
  [[gnu::always_inline]] void constraint_matrices(Real t, const Q& q, const Q& v, A& K, A& K_dot) const {
    using D = Dual<Real, 1>;
    const Matrix<D, m, n> both = system::constraint_matrix(problem_, variable<1>(t, 0), along(q, v));
#pragma GCC unroll 8
    for (int i = 0; i < m * n; ++i) {
      K.data()[i] = both.data()[i].value();
      K_dot.data()[i] = both.data()[i].derivatives()[0];
    }
  }

  /// M over all directions of q; nothing where it is constant.
  [[gnu::always_inline]] auto mass_with_derivatives(Real t, const Q& q) const {
    using D = Dual<Real, n>;
    if constexpr (constant_mass) return 0;
    else return Matrix<D, n, n>(system::mass_matrix(problem_, D(t), seeded<n>(q)));
  }

  [[gnu::always_inline]] static void solve_transposed(const detail::InlinedCholesky<Real, n>& mass, const A& K,
                                                      Matrix<Real, n, m>& X) {
    if constexpr (m > 0) {  // Eigen has no row of none
#pragma GCC unroll 8
      for (int j = 0; j < m; ++j) {
        Q column = K.row(j).transpose();
        if constexpr (scaled) mass.solve_scaled(column);
        else mass.solve(column);
        X.col(j) = column;
      }
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

  /// sum += x y; nothing where one of them is seen to be 0.
  [[gnu::always_inline]] static void add_product(const Real& x, const Real& y, Real& sum) {
    if (!detail::known_zero(x) && !detail::known_zero(y)) sum += x * y;
  }

  /// Z = X Y. (-0 is what adding to leaves a number as it is.)
  template <int rows, int between, int columns>
  [[gnu::always_inline]] static void multiply(const Matrix<Real, rows, between>& X,
                                              const Matrix<Real, between, columns>& Y, Matrix<Real, rows, columns>& Z) {
#pragma GCC unroll 8
    for (int i = 0; i < rows; ++i)
#pragma GCC unroll 8
      for (int j = 0; j < columns; ++j) {
        Z(i, j) = -Real(0);
#pragma GCC unroll 8
        for (int l = 0; l < between; ++l) add_product(X(i, l), Y(l, j), Z(i, j));
      }
  }

  template <int columns>
  [[gnu::always_inline]] static Matrix<Real, m, columns> product_of(const A& K, const Matrix<Real, n, columns>& X) {
    Matrix<Real, m, columns> S;
    multiply(K, X, S);
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

  /// x += factor y. One by one: who stores so may not load pairs.
  template <int size>
  [[gnu::always_inline]] static void add(Real factor, const Vector<Real, size>& y, Vector<Real, size>& x) {
#pragma GCC unroll 8
    for (int i = 0; i < size; ++i) x[i] += factor * y[i];
  }

  /// x -= X r.
  [[gnu::always_inline]] static void subtract(const Matrix<Real, n, m>& X, const L& r, Q& x) {
#pragma GCC unroll 8
    for (int j = 0; j < m; ++j)
#pragma GCC unroll 8
      for (int i = 0; i < n; ++i)
        if (!detail::known_zero(X(i, j))) x[i] -= X(i, j) * r[j];
  }

  P problem_;
  std::optional<system::ConstantMass<P, Real>> mass_;        // where the mass is constant
  bool positive_ = true;                                     // as that mass is
  Vector<bool, n> turns_ = Vector<bool, n>::Constant(true);  // A, each coordinate; where the mass is constant
  L lambda_ = L::Zero();
};

}  // namespace nonholo
