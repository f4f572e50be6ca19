// Second derivatives in one evaluation: a number with its gradient along k directions and the Hessian along the first
// h.
//
// Nested duals give the same with every mixed derivative twice and each product of three nested ones: a Lagrangian of n
// velocities and n coordinates is evaluated with 1 + 2 n + n (n + 1)/2 numbers here (k = 2 n, h = n), with (1 + n)
// (1 + 2 n) there. What an elementary function does to a jet follows from its value, slope and curvature, which a nest
// of two duals over one direction knows: nothing is differentiated by hand a second time.
//
// S may be a Dual: third derivatives along one direction.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/autodiff.hpp>

namespace nonholo {

template <class S, int k, int h> class Jet {
  static_assert(0 <= h && h <= k);
  static constexpr int pairs = h * (h + 1) / 2;

 public:
  Jet() = default;
  Jet(const S& value) : value_(value) {
#pragma GCC unroll 16
    for (int i = 0; i < k; ++i) gradient_.coeffRef(i) = S(0);
#pragma GCC unroll 32
    for (int i = 0; i < pairs; ++i) hessian_.coeffRef(i) = S(0);
  }
  template <class T>
    requires(std::is_arithmetic_v<T> && !std::is_same_v<T, S>)
  Jet(T value) : Jet(S(value)) {}

  const S& value() const { return value_; }
  const Vector<S, k>& derivatives() const { return gradient_; }
  Vector<S, k>& derivatives() { return gradient_; }
  const S& derivative(int i, int j) const { return hessian_.coeffRef(i < j ? pair(j, i) : pair(i, j)); }

  /// phi(x) from phi, phi' and phi'' at the value of x.
  Jet mapped(const S& phi, const S& slope, const S& curvature) const {
    Jet y;
    y.value_ = phi;
#pragma GCC unroll 16
    for (int i = 0; i < k; ++i) y.g(i) = g(i) * slope;
#pragma GCC unroll 8
    for (int i = 0; i < h; ++i) {
      const S bend = curvature * g(i);
#pragma GCC unroll 8
      for (int j = 0; j <= i; ++j) y.H(i, j) = H(i, j) * slope + bend * g(j);
    }
    return y;
  }

  /// c x.
  Jet scaled(const S& c) const {
    Jet y;
    y.value_ = value_ * c;
#pragma GCC unroll 16
    for (int i = 0; i < k; ++i) y.g(i) = g(i) * c;
#pragma GCC unroll 32
    for (int i = 0; i < pairs; ++i) y.hessian_.coeffRef(i) = hessian_.coeffRef(i) * c;
    return y;
  }

  Jet shifted(const S& c) const {
    Jet y = *this;
    y.value_ += c;
    return y;
  }

  Jet& operator+=(const Jet& x) {
    value_ += x.value_;
#pragma GCC unroll 16
    for (int i = 0; i < k; ++i) g(i) += x.g(i);
#pragma GCC unroll 32
    for (int i = 0; i < pairs; ++i) hessian_.coeffRef(i) += x.hessian_.coeffRef(i);
    return *this;
  }
  Jet& operator-=(const Jet& x) {
    value_ -= x.value_;
#pragma GCC unroll 16
    for (int i = 0; i < k; ++i) g(i) -= x.g(i);
#pragma GCC unroll 32
    for (int i = 0; i < pairs; ++i) hessian_.coeffRef(i) -= x.hessian_.coeffRef(i);
    return *this;
  }
  Jet& operator*=(const Jet& x) {
#pragma GCC unroll 8
    for (int i = 0; i < h; ++i)
#pragma GCC unroll 8
      for (int j = 0; j <= i; ++j) H(i, j) = H(i, j) * x.value_ + x.H(i, j) * value_ + (g(i) * x.g(j) + g(j) * x.g(i));
#pragma GCC unroll 16
    for (int i = 0; i < k; ++i) g(i) = g(i) * x.value_ + x.g(i) * value_;
    value_ *= x.value_;
    return *this;
  }
  Jet& operator/=(const Jet& x) {
    const S inverse = S(1) / x.value_, slope = -inverse * inverse;
    return *this *= x.mapped(inverse, slope, S(-2) * inverse * slope);
  }

 private:
  static constexpr int pair(int i, int j) { return i * (i + 1) / 2 + j; }
  S& g(int i) { return gradient_.coeffRef(i); }
  const S& g(int i) const { return gradient_.coeffRef(i); }
  S& H(int i, int j) { return hessian_.coeffRef(pair(i, j)); }
  const S& H(int i, int j) const { return hessian_.coeffRef(pair(i, j)); }

  S value_;
  Vector<S, k> gradient_;
  Vector<S, pairs> hessian_;  // the lower triangle, row by row
};

template <class S, int k, int h> Jet<S, k, h> operator-(const Jet<S, k, h>& x) { return x.scaled(S(-1)); }
template <class S, int k, int h> Jet<S, k, h> operator+(Jet<S, k, h> x, const Jet<S, k, h>& y) { return x += y; }
template <class S, int k, int h> Jet<S, k, h> operator-(Jet<S, k, h> x, const Jet<S, k, h>& y) { return x -= y; }
template <class S, int k, int h> Jet<S, k, h> operator*(Jet<S, k, h> x, const Jet<S, k, h>& y) { return x *= y; }
template <class S, int k, int h> Jet<S, k, h> operator/(Jet<S, k, h> x, const Jet<S, k, h>& y) { return x /= y; }

template <class S, int k, int h> Jet<S, k, h> operator+(const Jet<S, k, h>& x, const Constant<S>& c) {
  return x.shifted(c);
}
template <class S, int k, int h> Jet<S, k, h> operator+(const Constant<S>& c, const Jet<S, k, h>& x) {
  return x.shifted(c);
}
template <class S, int k, int h> Jet<S, k, h> operator-(const Jet<S, k, h>& x, const Constant<S>& c) {
  return x.shifted(-c);
}
template <class S, int k, int h> Jet<S, k, h> operator-(const Constant<S>& c, const Jet<S, k, h>& x) {
  return (-x).shifted(c);
}
template <class S, int k, int h> Jet<S, k, h> operator*(const Jet<S, k, h>& x, const Constant<S>& c) {
  return x.scaled(c);
}
template <class S, int k, int h> Jet<S, k, h> operator*(const Constant<S>& c, const Jet<S, k, h>& x) {
  return x.scaled(c);
}
template <class S, int k, int h> Jet<S, k, h> operator/(const Jet<S, k, h>& x, const Constant<S>& c) {
  return x.scaled(S(1) / c);
}
template <class S, int k, int h> Jet<S, k, h> operator/(const Constant<S>& c, const Jet<S, k, h>& x) {
  return Jet<S, k, h>(c) /= x;
}

#define NONHOLO_COMPARED(op)                                                                        \
  template <class S, int k, int h> bool operator op(const Jet<S, k, h>& x, const Jet<S, k, h>& y) { \
    return x.value() op y.value();                                                                  \
  }                                                                                                 \
  template <class S, int k, int h> bool operator op(const Jet<S, k, h>& x, const Constant<S>& c) {  \
    return x.value() op c;                                                                          \
  }                                                                                                 \
  template <class S, int k, int h> bool operator op(const Constant<S>& c, const Jet<S, k, h>& x) {  \
    return c op x.value();                                                                          \
  }
NONHOLO_COMPARED(<)
NONHOLO_COMPARED(>)
NONHOLO_COMPARED(<=)
NONHOLO_COMPARED(>=)
#undef NONHOLO_COMPARED
template <class S, int k, int h> bool operator==(const Jet<S, k, h>& x, const Jet<S, k, h>& y) {
  return x.value() == y.value();
}
template <class S, int k, int h> bool operator==(const Jet<S, k, h>& x, const Constant<S>& c) { return x.value() == c; }

/// phi(x) of a function that duals know.
template <class S, int k, int h, class F> Jet<S, k, h> composed(const Jet<S, k, h>& x, F phi) {
  using Once = Dual<S, 1>;
  const Dual<Once, 1> y = phi(variable<1>(variable<1>(x.value(), 0), 0));
  return x.mapped(y.value().value(), y.value().derivatives()[0], y.derivatives()[0].derivatives()[0]);
}

#define NONHOLO_COMPOSED(name)                                                \
  template <class S, int k, int h> Jet<S, k, h> name(const Jet<S, k, h>& x) { \
    return composed(x, [](const auto& at) { return name(at); });              \
  }
NONHOLO_COMPOSED(sin)
NONHOLO_COMPOSED(cos)
NONHOLO_COMPOSED(tan)
NONHOLO_COMPOSED(asin)
NONHOLO_COMPOSED(acos)
NONHOLO_COMPOSED(atan)
NONHOLO_COMPOSED(sinh)
NONHOLO_COMPOSED(cosh)
NONHOLO_COMPOSED(tanh)
NONHOLO_COMPOSED(exp)
NONHOLO_COMPOSED(log)
NONHOLO_COMPOSED(sqrt)
#undef NONHOLO_COMPOSED
/// At 0 the derivative from the right is taken.
template <class S, int k, int h> Jet<S, k, h> abs(const Jet<S, k, h>& x) { return x.value() < S(0) ? -x : x; }

/// x^p with a constant exponent, whole or not.
template <class S, int k, int h, class T>
  requires std::is_arithmetic_v<T> Jet<S, k, h> pow(const Jet<S, k, h>& x, const T& p) {
    return composed(x, [&p](const auto& at) { return pow(at, p); });
  }
/// x^p for x > 0.
template <class S, int k, int h> Jet<S, k, h> pow(const Jet<S, k, h>& x, const Jet<S, k, h>& p) {
  return exp(p * log(x));
}

/// In the half plane of x the angle of y/x, in that of y what is left of a right angle: turned by a constant.
template <class S, int k, int h> Jet<S, k, h> atan2(const Jet<S, k, h>& y, const Jet<S, k, h>& x) {
  using std::abs, std::atan2;
  const S angle = atan2(y.value(), x.value());
  const bool beside = abs(y.value()) > abs(x.value());
  const Jet<S, k, h> turned = beside ? -atan(x / y) : atan(y / x);
  return turned.shifted(angle - turned.value());
}

}  // namespace nonholo

namespace Eigen {

template <class S, int k, int h> struct NumTraits<nonholo::Jet<S, k, h>> : NumTraits<S> {
  using Real = nonholo::Jet<S, k, h>;
  using NonInteger = Real;
  using Nested = Real;
  using Literal = Real;
  enum { RequireInitialization = 1 };
};
template <class S, int k, int h, class Op> struct ScalarBinaryOpTraits<nonholo::Jet<S, k, h>, S, Op> {
  using ReturnType = nonholo::Jet<S, k, h>;
};
template <class S, int k, int h, class Op> struct ScalarBinaryOpTraits<S, nonholo::Jet<S, k, h>, Op> {
  using ReturnType = nonholo::Jet<S, k, h>;
};

}  // namespace Eigen
