// Reverse-mode automatic differentiation: the gradient of a function of many variables at the cost of a few evaluations
// of it, however many there are (Griewank & Walther 2008, Evaluating Derivatives, chapter 3).
//
// A computation on Adjoint<S> writes down what every result was made of and how it changes with that; a sweep back over
// the list gives the derivatives by all variables at once. Forward mode (autodiff.hpp) takes n / k evaluations with k
// directions each: it wins where n is small and fixed, and it is what this is tested against.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/autodiff.hpp>

#include <cmath>
#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace nonholo {

namespace detail {

/// What was computed on this thread, in order. Its memory stays for the next time.
template <class S> class Tape {
 public:
  static constexpr int none = -1;
  struct Entry {
    int from[2];
    S slope[2];
  };

  static Tape& here() {
    thread_local Tape tape;
    return tape;
  }

  int add(int one, const S& slope, int other, const S& other_slope) {
    entries_.push_back({{one, other}, {slope, other_slope}});
    return static_cast<int>(entries_.size()) - 1;
  }
  int size() const { return static_cast<int>(entries_.size()); }
  void forget_from(int size) { entries_.resize(static_cast<std::size_t>(size)); }

  /// d result / d entry for the entries from `first` on, good until the next sweep.
  const std::vector<S>& sweep(int result, int first) {
    weight_.assign(static_cast<std::size_t>(size() - first), S(0));
    if (result < first) return weight_;  // a constant, or what was there before
    weight_[static_cast<std::size_t>(result - first)] = S(1);
    for (int i = result; i >= first; --i) {
      const Entry& entry = entries_[static_cast<std::size_t>(i)];
      const S weight = weight_[static_cast<std::size_t>(i - first)];
      for (int k = 0; k < 2; ++k)
        if (entry.from[k] >= first) weight_[static_cast<std::size_t>(entry.from[k] - first)] += entry.slope[k] * weight;
    }
    return weight_;
  }

 private:
  std::vector<Entry> entries_;
  std::vector<S> weight_;
};

/// At the end of its life the tape is cut back to what it was: also where a problem throws.
template <class S> class Forgetting {
 public:
  explicit Forgetting(Tape<S>& tape) : tape_(tape), size_(tape.size()) {}
  ~Forgetting() { tape_.forget_from(size_); }
  Forgetting(const Forgetting&) = delete;
  Forgetting& operator=(const Forgetting&) = delete;

 private:
  Tape<S>& tape_;
  int size_;
};

}  // namespace detail

/// A number that remembers what it was made of while a gradient is taken; made from a number it is a constant. S: any
/// scalar, duals too.
template <class S> class Adjoint {
  using Tape = detail::Tape<S>;

 public:
  Adjoint() = default;
  Adjoint(const S& value) : value_(value) {}
  template <class T>
    requires((std::is_arithmetic_v<T> || std::is_same_v<T, typename detail::Innermost<S>::type>)&&!std::is_same_v<T, S>)
  Adjoint(const T& value) : value_(S(value)) {}

  static Adjoint variable(const S& value) {
    return Adjoint(value, Tape::here().add(Tape::none, S(0), Tape::none, S(0)));
  }

  const S& value() const { return value_; }
  int at() const { return at_; }  ///< in the list; a constant is not there

  /// phi(x) from phi and phi' at the value of x: the chain rule.
  Adjoint mapped(const S& phi, const S& slope) const {
    if (at_ == Tape::none) return Adjoint(phi);
    return Adjoint(phi, Tape::here().add(at_, slope, Tape::none, S(0)));
  }
  /// phi(x, y), likewise.
  static Adjoint of_two(const S& phi, const Adjoint& x, const S& slope_x, const Adjoint& y, const S& slope_y) {
    if (x.at_ == Tape::none && y.at_ == Tape::none) return Adjoint(phi);
    return Adjoint(phi, Tape::here().add(x.at_, slope_x, y.at_, slope_y));
  }

  // With a constant added a number changes as it did before: nothing is written down.
  Adjoint& operator+=(const Adjoint& x) {
    if (at_ != Tape::none && x.at_ != Tape::none) return *this = of_two(value_ + x.value_, *this, S(1), x, S(1));
    return *this = Adjoint(value_ + x.value_, at_ != Tape::none ? at_ : x.at_);
  }
  Adjoint& operator-=(const Adjoint& x) {
    if (x.at_ != Tape::none) return *this = of_two(value_ - x.value_, *this, S(1), x, S(-1));
    return *this = Adjoint(value_ - x.value_, at_);
  }
  Adjoint& operator*=(const Adjoint& x) { return *this = of_two(value_ * x.value_, *this, x.value_, x, value_); }
  Adjoint& operator/=(const Adjoint& x) {
    const S quotient = value_ / x.value_;
    return *this = of_two(quotient, *this, S(1) / x.value_, x, -quotient / x.value_);
  }

 private:
  Adjoint(const S& value, int at) : value_(value), at_(at) {}

  S value_{};
  int at_ = Tape::none;
};

/// Whether x is known to have no derivatives.
template <class S> bool is_constant(const S&) { return false; }
template <class S> bool is_constant(const Adjoint<S>& x) { return x.at() < 0; }

template <class S> Adjoint<S> operator-(const Adjoint<S>& x) { return x.mapped(-x.value(), S(-1)); }

#define NONHOLO_ADJOINT_OPERATOR(op, assign)                                                                       \
  template <class S> Adjoint<S> operator op(Adjoint<S> x, const Adjoint<S>& y) { return x assign y; }              \
  template <class S> Adjoint<S> operator op(Adjoint<S> x, const Constant<S>& c) { return x assign Adjoint<S>(c); } \
  template <class S> Adjoint<S> operator op(const Constant<S>& c, const Adjoint<S>& y) {                           \
    return Adjoint<S>(c) assign y;                                                                                 \
  }
NONHOLO_ADJOINT_OPERATOR(+, +=)
NONHOLO_ADJOINT_OPERATOR(-, -=)
NONHOLO_ADJOINT_OPERATOR(*, *=)
NONHOLO_ADJOINT_OPERATOR(/, /=)
#undef NONHOLO_ADJOINT_OPERATOR

// Numbers are compared by their values.
#define NONHOLO_ADJOINT_COMPARISON(op)                                                                             \
  template <class S> bool operator op(const Adjoint<S>& x, const Adjoint<S>& y) { return x.value() op y.value(); } \
  template <class S> bool operator op(const Adjoint<S>& x, const Constant<S>& c) { return x.value() op c; }        \
  template <class S> bool operator op(const Constant<S>& c, const Adjoint<S>& x) { return c op x.value(); }
NONHOLO_ADJOINT_COMPARISON(==)
NONHOLO_ADJOINT_COMPARISON(<)
NONHOLO_ADJOINT_COMPARISON(>)
NONHOLO_ADJOINT_COMPARISON(<=)
NONHOLO_ADJOINT_COMPARISON(>=)
#undef NONHOLO_ADJOINT_COMPARISON

// Elementary functions, found by argument, those of autodiff.hpp.

/// The slope of a function of one number at x, by its dual: the rules stand there once.
template <class S, class F> Adjoint<S> by_dual(const Adjoint<S>& x, F f) {
  const Dual<S, 1> y = f(nonholo::variable<1>(x.value(), 0));
  return x.mapped(y.value(), y.derivatives()[0]);
}
#define NONHOLO_ADJOINT_FUNCTION(name)                                       \
  template <class S> Adjoint<S> name(const Adjoint<S>& x) {                  \
    return by_dual(x, [](const Dual<S, 1>& y) { return nonholo::name(y); }); \
  }
NONHOLO_ADJOINT_FUNCTION(sin)
NONHOLO_ADJOINT_FUNCTION(cos)
NONHOLO_ADJOINT_FUNCTION(tan)
NONHOLO_ADJOINT_FUNCTION(asin)
NONHOLO_ADJOINT_FUNCTION(acos)
NONHOLO_ADJOINT_FUNCTION(atan)
NONHOLO_ADJOINT_FUNCTION(sinh)
NONHOLO_ADJOINT_FUNCTION(cosh)
NONHOLO_ADJOINT_FUNCTION(tanh)
NONHOLO_ADJOINT_FUNCTION(exp)
NONHOLO_ADJOINT_FUNCTION(log)
NONHOLO_ADJOINT_FUNCTION(sqrt)
NONHOLO_ADJOINT_FUNCTION(abs)
#undef NONHOLO_ADJOINT_FUNCTION

template <class S, class T>
  requires(std::is_arithmetic_v<T> || std::same_as<T, S>)
Adjoint<S> pow(const Adjoint<S>& x, const T& p) {
  return by_dual(x, [&p](const Dual<S, 1>& y) { return nonholo::pow(y, p); });
}
/// x^p for x > 0.
template <class S> Adjoint<S> pow(const Adjoint<S>& x, const Adjoint<S>& p) { return exp(p * log(x)); }

template <class S> Adjoint<S> atan2(const Adjoint<S>& y, const Adjoint<S>& x) {
  using std::atan2;
  const S square = x.value() * x.value() + y.value() * y.value();
  return Adjoint<S>::of_two(atan2(y.value(), x.value()), y, x.value() / square, x, -y.value() / square);
}

/// The Jacobian of f at x, a row for each number that f gives: one evaluation of f and a sweep for each row.
/// @param f   takes a vector of n Adjoint<S>, gives a vector of them, or one
/// @param put put(i, j, d f_i / d x_j)
template <class S, int n, class F, class Put> void each_slope(const Vector<S, n>& x, const F& f, const Put& put) {
  auto& tape = detail::Tape<S>::here();
  const int first = tape.size();
  const detail::Forgetting<S> until_the_end(tape);  // where f throws, too
  Vector<Adjoint<S>, n> variables(x.size());
  for (Eigen::Index j = 0; j < x.size(); ++j) variables[j] = Adjoint<S>::variable(x[j]);
  const auto y = f(std::as_const(variables));
  const auto row = [&](Eigen::Index i, const Adjoint<S>& result) {
    const std::vector<S>& weight = tape.sweep(result.at(), first);
    for (Eigen::Index j = 0; j < x.size(); ++j) put(i, j, weight[static_cast<std::size_t>(j)]);
  };
  if constexpr (std::is_same_v<std::remove_cvref_t<decltype(y)>, Adjoint<S>>) row(0, y);
  else
    for (Eigen::Index i = 0; i < y.size(); ++i) row(i, y[i]);
}

/// From so many variables on functions are differentiated backwards: with fewer the directions fit into one dual.
inline constexpr Eigen::Index many_variables = 9;

}  // namespace nonholo

namespace Eigen {

template <class S> struct NumTraits<nonholo::Adjoint<S>> : NumTraits<S> {
  using Real = nonholo::Adjoint<S>;
  using NonInteger = Real;
  using Nested = Real;
  using Literal = Real;
  enum { RequireInitialization = 1 };
};
template <class S, class Op> struct ScalarBinaryOpTraits<nonholo::Adjoint<S>, S, Op> {
  using ReturnType = nonholo::Adjoint<S>;
};
template <class S, class Op> struct ScalarBinaryOpTraits<S, nonholo::Adjoint<S>, Op> {
  using ReturnType = nonholo::Adjoint<S>;
};

}  // namespace Eigen
