// A scalar that records what is done with it: each value is a node of an expression graph. The functions of a problem
// are templates on their scalar. Called once with this one, they become expressions.
//
//   Graph graph;
//   Tracing tracing(graph);                  values of this thread are recorded in `graph` from here on
//   const Traced x(graph.variable(0));
//   const Node y = (sin(x) * x).node();
//
// A number in double is the decimal that it prints as: 0.1 is a tenth in every precision (base/number.hpp). Comparisons
// of constants have an answer. Other comparisons have none, since the values are not known yet: they throw TraceError.
// Use abs, min or max instead of a branch. A number in quad is a constant with all its digits.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/precision.hpp>
#include <nonholo/framework/expression/graph.hpp>

#include <Eigen/Core>

#include <concepts>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace nonholo {

/// What the functions of a problem do that cannot be recorded.
struct TraceError : std::logic_error {
  using std::logic_error::logic_error;
};

template <class T>
concept Arithmetic = std::is_arithmetic_v<T>;
/// By its name alone: its definition is needed by nobody who does not compute in it.
template <class T>
concept IsQuad = std::is_same_v<T, quad>;

class Traced {
 public:
  Traced() = default;  // without a value, as a double that was not set
  template <Arithmetic T> Traced(T x) : node_(constant(x)) {}
  template <IsQuad T> Traced(const T& x) : node_(exact(x)) {}
  explicit Traced(Node node) : node_(node) {}

  /// @throws TraceError when the value was never set
  Node node() const;

  /// A constant as a number: a size, an index. @throws TraceError for what is no constant
  template <Arithmetic T> explicit operator T() const { return static_cast<T>(number()); }

  friend Traced operator+(const Traced& x, const Traced& y) { return of(Operation::add, x, y); }
  friend Traced operator-(const Traced& x, const Traced& y) { return of(Operation::subtract, x, y); }
  friend Traced operator*(const Traced& x, const Traced& y) { return of(Operation::multiply, x, y); }
  friend Traced operator/(const Traced& x, const Traced& y) { return of(Operation::divide, x, y); }
  friend Traced operator-(const Traced& x) { return of(Operation::negate, x); }
  friend Traced operator+(const Traced& x) { return x; }
  Traced& operator+=(const Traced& y) { return *this = *this + y; }
  Traced& operator-=(const Traced& y) { return *this = *this - y; }
  Traced& operator*=(const Traced& y) { return *this = *this * y; }
  Traced& operator/=(const Traced& y) { return *this = *this / y; }

  friend bool operator==(const Traced& x, const Traced& y) { return equal(x, y); }
  friend bool operator<(const Traced& x, const Traced& y) { return less(x, y); }
  friend bool operator>(const Traced& x, const Traced& y) { return less(y, x); }
  friend bool operator<=(const Traced& x, const Traced& y) { return !less(y, x); }
  friend bool operator>=(const Traced& x, const Traced& y) { return !less(x, y); }

  static Traced of(Operation function, const Traced& x);
  static Traced of(Operation function, const Traced& x, const Traced& y);

 private:
  template <class T> static Node constant(T x) {
    if constexpr (std::integral<T>) return whole(static_cast<long>(x));
    else return decimal(static_cast<double>(x));
  }
  static Node whole(long x);
  static Node decimal(double x);
  static Node exact(const quad& x);
  double number() const;
  static bool equal(const Traced& x, const Traced& y);
  static bool less(const Traced& x, const Traced& y);

  Node node_;
};

inline Traced pow(const Traced& x, const Traced& y) { return Traced::of(Operation::power, x, y); }
inline Traced atan2(const Traced& y, const Traced& x) { return Traced::of(Operation::atan2, y, x); }
inline Traced hypot(const Traced& x, const Traced& y) { return Traced::of(Operation::hypot, x, y); }
inline Traced min(const Traced& x, const Traced& y) { return Traced::of(Operation::min, x, y); }
inline Traced max(const Traced& x, const Traced& y) { return Traced::of(Operation::max, x, y); }
inline Traced fmin(const Traced& x, const Traced& y) { return min(x, y); }
inline Traced fmax(const Traced& x, const Traced& y) { return max(x, y); }

#define NONHOLO_TRACED(name)                                                     \
  inline Traced name(const Traced& x) { return Traced::of(Operation::name, x); } \
  static_assert(true)  // for the semicolon behind it
// clang-format off
NONHOLO_TRACED(sqrt); NONHOLO_TRACED(cbrt); NONHOLO_TRACED(abs); NONHOLO_TRACED(exp); NONHOLO_TRACED(expm1);
NONHOLO_TRACED(log); NONHOLO_TRACED(log1p); NONHOLO_TRACED(log2); NONHOLO_TRACED(log10);
NONHOLO_TRACED(sin); NONHOLO_TRACED(cos); NONHOLO_TRACED(tan); NONHOLO_TRACED(asin); NONHOLO_TRACED(acos);
NONHOLO_TRACED(atan); NONHOLO_TRACED(sinh); NONHOLO_TRACED(cosh); NONHOLO_TRACED(tanh); NONHOLO_TRACED(asinh);
NONHOLO_TRACED(acosh); NONHOLO_TRACED(atanh); NONHOLO_TRACED(erf); NONHOLO_TRACED(erfc);
// clang-format on
#undef NONHOLO_TRACED

/// The values of this thread are recorded in the graph while the object lives. Objects nest.
class Tracing {
 public:
  explicit Tracing(Graph& graph);
  ~Tracing();
  Tracing(const Tracing&) = delete;
  Tracing& operator=(const Tracing&) = delete;

  /// What messages call the variable of that number; x1 without.
  void name(int variable, std::string name) { names_.insert_or_assign(variable, std::move(name)); }

  /// @throws TraceError where nothing is recorded
  static Graph& graph();
  /// A value as a user would write it.
  static std::string text(Node x);

 private:
  Graph& graph_;
  std::map<int, std::string> names_;
  Tracing* before_;
};

}  // namespace nonholo

namespace std {
template <> struct numeric_limits<nonholo::Traced> : numeric_limits<double> {
  static nonholo::Traced epsilon() { return nonholo::Traced(numeric_limits<double>::epsilon()); }
  static nonholo::Traced quiet_NaN() { throw nonholo::TraceError("NaN cannot be recorded"); }
};
}  // namespace std

namespace Eigen {
template <> struct NumTraits<nonholo::Traced> {
  using Real = nonholo::Traced;
  using NonInteger = Real;
  using Nested = Real;
  using Literal = Real;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 1,
    AddCost = 50,
    MulCost = 50
  };
  static Real epsilon() { return std::numeric_limits<Real>::epsilon(); }
  static Real dummy_precision() { return Real(1e-12); }  // that of double in Eigen
  static int digits10() { return std::numeric_limits<double>::digits10; }
};

// Parameters of a problem are numbers, what its functions take is recorded.
template <class T, class Op>
  requires std::is_same_v<T, double> || nonholo::IsQuad<T>
struct ScalarBinaryOpTraits<nonholo::Traced, T, Op> {
  using ReturnType = nonholo::Traced;
};
template <class T, class Op>
  requires std::is_same_v<T, double> || nonholo::IsQuad<T>
struct ScalarBinaryOpTraits<T, nonholo::Traced, Op> {
  using ReturnType = nonholo::Traced;
};
}  // namespace Eigen
