// Forward-mode automatic differentiation: a number with its derivatives in k directions.
//
// Dual<S, k> carries a value and k directional derivatives in fixed storage (no allocation). Nesting two of them gives
// second derivatives, and so on. Problem code stays plain: `using std::sin; const S s = sin(q[2]);`.
//
// k need not be the number of coordinates: functions of many variables are differentiated k directions at a time
// (`seeded`).
//
// Eigen's AutoDiffScalar does the same, but makes every sum and product a type of its own, for each scalar: a problem
// took half as long again to compile (docs/design/numerics.md), and what was declared `auto` referred to dead operands.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>
#include <nonholo/framework/base/sine_cosine.hpp>

#include <cmath>
#include <type_traits>
#include <utility>

namespace nonholo {

namespace detail {

template <class S> struct Innermost { using type = S; };
template <class S>
  requires requires { typename S::Derivatives; }
struct Innermost<S> {
  using type = typename Innermost<std::remove_cvref_t<decltype(std::declval<S>().value())>>::type;
};

}  // namespace detail

/// A value and its derivatives, which start at 0 when made from a number. Constants of any arithmetic type mix with
/// duals however deeply nested. Loops are unrolled at once: duals then live in registers, not in memory.
template <class S, int k> class Dual {
 public:
  using Derivatives = Vector<S, k>;

  Dual() = default;
  Dual(const S& value) : value_(value) {
#pragma GCC unroll 8
    for (int i = 0; i < k; ++i) derivatives_.coeffRef(i) = S(0);
  }
  template <class T>
    requires((std::is_arithmetic_v<T> || std::is_same_v<T, typename detail::Innermost<S>::type>)&&!std::is_same_v<T, S>)
  Dual(const T& value) : Dual(S(value)) {}
  Dual(const S& value, const Derivatives& derivatives) : value_(value), derivatives_(derivatives) {}

  const S& value() const { return value_; }
  S& value() { return value_; }
  const Derivatives& derivatives() const { return derivatives_; }
  Derivatives& derivatives() { return derivatives_; }

  /// phi(x) from phi and phi' at the value of x: the chain rule.
  Dual mapped(const S& phi, const S& slope) const {
    Dual y;
    y.value_ = phi;
#pragma GCC unroll 8
    for (int i = 0; i < k; ++i) y.d(i) = d(i) * slope;
    return y;
  }

  Dual& operator+=(const Dual& x) {
    value_ += x.value_;
#pragma GCC unroll 8
    for (int i = 0; i < k; ++i) d(i) += x.d(i);
    return *this;
  }
  Dual& operator-=(const Dual& x) {
    value_ -= x.value_;
#pragma GCC unroll 8
    for (int i = 0; i < k; ++i) d(i) -= x.d(i);
    return *this;
  }
  Dual& operator*=(const Dual& x) {
#pragma GCC unroll 8
    for (int i = 0; i < k; ++i) d(i) = d(i) * x.value_ + x.d(i) * value_;
    value_ *= x.value_;
    return *this;
  }
  Dual& operator/=(const Dual& x) {
    const S factor = S(1) / (x.value_ * x.value_);
#pragma GCC unroll 8
    for (int i = 0; i < k; ++i) d(i) = (d(i) * x.value_ - x.d(i) * value_) * factor;
    value_ /= x.value_;
    return *this;
  }

 private:
  S& d(int i) { return derivatives_.coeffRef(i); }
  const S& d(int i) const { return derivatives_.coeffRef(i); }

  S value_;
  Derivatives derivatives_;
};

template <class S, int k> Dual<S, k> operator-(const Dual<S, k>& x) { return x.mapped(-x.value(), S(-1)); }
template <class S, int k> Dual<S, k> operator+(Dual<S, k> x, const Dual<S, k>& y) { return x += y; }
template <class S, int k> Dual<S, k> operator-(Dual<S, k> x, const Dual<S, k>& y) { return x -= y; }
template <class S, int k> Dual<S, k> operator*(Dual<S, k> x, const Dual<S, k>& y) { return x *= y; }
template <class S, int k> Dual<S, k> operator/(Dual<S, k> x, const Dual<S, k>& y) { return x /= y; }

/// What computes with a Dual<S, k> as a constant: whatever converts to S.
template <class S> using Constant = std::type_identity_t<S>;

template <class S, int k> Dual<S, k> operator+(const Dual<S, k>& x, const Constant<S>& c) {
  return {x.value() + c, x.derivatives()};
}
template <class S, int k> Dual<S, k> operator+(const Constant<S>& c, const Dual<S, k>& x) { return x + c; }
template <class S, int k> Dual<S, k> operator-(const Dual<S, k>& x, const Constant<S>& c) {
  return {x.value() - c, x.derivatives()};
}
template <class S, int k> Dual<S, k> operator-(const Constant<S>& c, const Dual<S, k>& x) {
  return x.mapped(c - x.value(), S(-1));
}
template <class S, int k> Dual<S, k> operator*(const Dual<S, k>& x, const Constant<S>& c) {
  return x.mapped(x.value() * c, c);
}
template <class S, int k> Dual<S, k> operator*(const Constant<S>& c, const Dual<S, k>& x) { return x * c; }
template <class S, int k> Dual<S, k> operator/(const Dual<S, k>& x, const Constant<S>& c) {
  return x.mapped(x.value() / c, S(1) / c);
}
template <class S, int k> Dual<S, k> operator/(const Constant<S>& c, const Dual<S, k>& x) {
  return x.mapped(c / x.value(), -c / (x.value() * x.value()));
}

// Numbers are compared by their values.
template <class S, int k> bool operator==(const Dual<S, k>& x, const Dual<S, k>& y) { return x.value() == y.value(); }
template <class S, int k> bool operator<(const Dual<S, k>& x, const Dual<S, k>& y) { return x.value() < y.value(); }
template <class S, int k> bool operator>(const Dual<S, k>& x, const Dual<S, k>& y) { return y < x; }
template <class S, int k> bool operator<=(const Dual<S, k>& x, const Dual<S, k>& y) { return x.value() <= y.value(); }
template <class S, int k> bool operator>=(const Dual<S, k>& x, const Dual<S, k>& y) { return y <= x; }
template <class S, int k> bool operator==(const Dual<S, k>& x, const Constant<S>& c) { return x.value() == c; }
template <class S, int k> bool operator<(const Dual<S, k>& x, const Constant<S>& c) { return x.value() < c; }
template <class S, int k> bool operator>(const Dual<S, k>& x, const Constant<S>& c) { return x.value() > c; }
template <class S, int k> bool operator<=(const Dual<S, k>& x, const Constant<S>& c) { return x.value() <= c; }
template <class S, int k> bool operator>=(const Dual<S, k>& x, const Constant<S>& c) { return x.value() >= c; }
template <class S, int k> bool operator<(const Constant<S>& c, const Dual<S, k>& x) { return x > c; }
template <class S, int k> bool operator>(const Constant<S>& c, const Dual<S, k>& x) { return x < c; }
template <class S, int k> bool operator<=(const Constant<S>& c, const Dual<S, k>& x) { return x >= c; }
template <class S, int k> bool operator>=(const Constant<S>& c, const Dual<S, k>& x) { return x <= c; }

// Elementary functions, found by argument: problem code says `using std::sin;` and calls sin(x).

template <class S, int k> Dual<S, k> sin(const Dual<S, k>& x) {
  return x.mapped(detail::sine(x.value()), detail::cosine(x.value()));
}
template <class S, int k> Dual<S, k> cos(const Dual<S, k>& x) {
  return x.mapped(detail::cosine(x.value()), -detail::sine(x.value()));
}
template <class S, int k> Dual<S, k> tan(const Dual<S, k>& x) {
  using std::tan;
  const S t = tan(x.value());
  return x.mapped(t, S(1) + t * t);
}
template <class S, int k> Dual<S, k> asin(const Dual<S, k>& x) {
  using std::asin, std::sqrt;
  return x.mapped(asin(x.value()), S(1) / sqrt(S(1) - x.value() * x.value()));
}
template <class S, int k> Dual<S, k> acos(const Dual<S, k>& x) {
  using std::acos, std::sqrt;
  return x.mapped(acos(x.value()), S(-1) / sqrt(S(1) - x.value() * x.value()));
}
template <class S, int k> Dual<S, k> atan(const Dual<S, k>& x) {
  using std::atan;
  return x.mapped(atan(x.value()), S(1) / (S(1) + x.value() * x.value()));
}
template <class S, int k> Dual<S, k> sinh(const Dual<S, k>& x) {
  using std::cosh, std::sinh;
  return x.mapped(sinh(x.value()), cosh(x.value()));
}
template <class S, int k> Dual<S, k> cosh(const Dual<S, k>& x) {
  using std::cosh, std::sinh;
  return x.mapped(cosh(x.value()), sinh(x.value()));
}
template <class S, int k> Dual<S, k> tanh(const Dual<S, k>& x) {
  using std::tanh;
  const S t = tanh(x.value());
  return x.mapped(t, S(1) - t * t);
}
template <class S, int k> Dual<S, k> exp(const Dual<S, k>& x) {
  using std::exp;
  const S e = exp(x.value());
  return x.mapped(e, e);
}
template <class S, int k> Dual<S, k> log(const Dual<S, k>& x) {
  using std::log;
  return x.mapped(log(x.value()), S(1) / x.value());
}
template <class S, int k> Dual<S, k> sqrt(const Dual<S, k>& x) {
  using std::sqrt;
  const S root = sqrt(x.value());
  return x.mapped(root, S(1) / (S(2) * root));
}
/// At 0 the derivative from the right is taken.
template <class S, int k> Dual<S, k> abs(const Dual<S, k>& x) { return x.value() < S(0) ? -x : x; }

/// x^p with a constant exponent, whole or not. (Of x^0 in a nest of duals: 0 times a pole at x = 0 would be no number.)
template <class S, int k, class T>
  requires(std::is_arithmetic_v<T> || std::same_as<T, S>)
Dual<S, k> pow(const Dual<S, k>& x, const T& p) {
  using std::pow;
  return x.mapped(pow(x.value(), p), p == T(0) ? S(0) : S(S(p) * pow(x.value(), T(p - 1))));
}
/// x^p for x > 0.
template <class S, int k> Dual<S, k> pow(const Dual<S, k>& x, const Dual<S, k>& p) { return exp(p * log(x)); }

template <class S, int k> Dual<S, k> atan2(const Dual<S, k>& y, const Dual<S, k>& x) {
  using std::atan2;
  const S square = x.value() * x.value() + y.value() * y.value();
  const Dual<S, k> along_x = x.mapped(S(0), -y.value() / square);
  return y.mapped(atan2(y.value(), x.value()), x.value() / square) + along_x;
}

/// A number that changes along the direction given: derivative 1 there, 0 along the k - 1 others. A direction outside 0
/// ... k-1 is none of them.
template <int k, class S> Dual<S, k> variable(const S& x, Eigen::Index direction) {
  Dual<S, k> lifted(x);
  if (direction >= 0 && direction < k) lifted.derivatives()[direction] = S(1);
  return lifted;
}

namespace system {

/// Directions in which numbers S are differentiated at a time: all of them when their number is known, else eight; but
/// no more than so many `entries` have room for where Eigen does not allocate. With M(q) that counts from n = 11 on.
/// `again`: what is differentiated so is differentiated once more, in one direction at least.
template <class S, int directions, int entries, bool again = false, int rounds = 1> consteval int at_a_time() {
  if constexpr (directions <= 0) {
    return 8;
  } else {
    constexpr int k = (directions + rounds - 1) / rounds;
    using D = Dual<S, k>;
    constexpr std::size_t bytes = sizeof(std::conditional_t<again, Dual<D, 1>, D>);
    if constexpr (k == 1 || bytes <= EIGEN_STACK_ALLOCATION_LIMIT / std::size_t{entries}) return k;
    else return at_a_time<S, directions, entries, again, rounds + 1 + rounds / 8>();
  }
}

}  // namespace system

/// x with k derivative slots; component i has derivative 1 in slot first + i, when that is one of them.
template <int k, int n, class S> Vector<Dual<S, k>, n> seeded(const Vector<S, n>& x, Eigen::Index first = 0) {
  const Eigen::Index size = x.size();
  Vector<Dual<S, k>, n> lifted(size);
#pragma GCC unroll 8
  for (Eigen::Index i = 0; i < size; ++i) lifted[i] = variable<k>(x[i], first + i);
  return lifted;
}

/// x with derivative dx along the single direction of a Dual<S, 1>.
template <class S, int n> Vector<Dual<S, 1>, n> along(const Vector<S, n>& x, const Vector<S, n>& dx) {
  const Eigen::Index size = x.size();
  Vector<Dual<S, 1>, n> lifted(size);
#pragma GCC unroll 8
  for (Eigen::Index i = 0; i < size; ++i) {
    lifted[i] = Dual<S, 1>(x[i]);
    lifted[i].derivatives()[0] = dx[i];
  }
  return lifted;
}

/// x lifted to duals with zero derivatives.
template <class D, class S, int n> Vector<D, n> constant(const Vector<S, n>& x) {
  const Eigen::Index size = x.size();
  Vector<D, n> lifted(size);
#pragma GCC unroll 8
  for (Eigen::Index i = 0; i < size; ++i) lifted[i] = D(x[i]);
  return lifted;
}

/// The values of duals.
template <class S, int k, int rows, int columns>
Matrix<S, rows, columns> value_of(const Matrix<Dual<S, k>, rows, columns>& x) {
  const Eigen::Index size = x.size();
  Matrix<S, rows, columns> value(x.rows(), x.cols());
#pragma GCC unroll 16
  for (Eigen::Index i = 0; i < size; ++i) value.coeffRef(i) = x.coeff(i).value();
  return value;
}

}  // namespace nonholo

namespace Eigen {

template <class S, int k> struct NumTraits<nonholo::Dual<S, k>> : NumTraits<S> {
  using Real = nonholo::Dual<S, k>;
  using NonInteger = Real;
  using Nested = Real;
  using Literal = Real;
  enum { RequireInitialization = 1 };
};
template <class S, int k, class Op> struct ScalarBinaryOpTraits<nonholo::Dual<S, k>, S, Op> {
  using ReturnType = nonholo::Dual<S, k>;
};
template <class S, int k, class Op> struct ScalarBinaryOpTraits<S, nonholo::Dual<S, k>, Op> {
  using ReturnType = nonholo::Dual<S, k>;
};

namespace internal {

// Of numbers that are aligned further than Eigen aligns (pack.hpp).
template <class S, int k, int size>
  requires(size != Dynamic && alignof(S) > EIGEN_MAX_STATIC_ALIGN_BYTES)
struct compute_default_alignment<nonholo::Dual<S, k>, size> {
  enum { value = 0 };
};

}  // namespace internal

}  // namespace Eigen
