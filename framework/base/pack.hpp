// A Pack is four doubles as one number, for code that is a template over its scalar. It evaluates four points for
// little more than the cost of one.
//
// Hazard: a comparison has one answer. If the four lanes do not agree, or one of them is NaN, the answer is that of the
// first lane and Pack::torn is set: the results are invalid. The caller must then compute the points one after the
// other, with the same point in all four lanes.
//
// Sine and cosine are those of sine_cosine.hpp. Other functions are called four times.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/sine_cosine.hpp>

#include <Eigen/Core>

#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace nonholo {

class Pack {
  using Doubles [[gnu::vector_size(4 * sizeof(double)), gnu::aligned(sizeof(double))]] = double;
  using Mask [[gnu::vector_size(4 * sizeof(double))]] = std::int64_t;

 public:
  static constexpr int width = 4;
  /// Whether the lanes of a comparison disagreed, or one was NaN, since a caller set it to false.
  static inline constinit thread_local bool torn = false;

  Pack() = default;
  // These copy four numbers, which GCC 12 recognises. Its own copy copies bytes, which on some processors go in two
  // halves, so that a load of all four waits for both.
  [[gnu::always_inline]] Pack(const Pack& x) : x_(x.x_) {}
  [[gnu::always_inline]] Pack& operator=(const Pack& x) { return x_ = x.x_, *this; }
  template <class T>
    requires std::is_arithmetic_v<T>
  [[gnu::always_inline]] Pack(T x) {
    const auto all = static_cast<double>(x);
    x_ = Doubles{all, all, all, all};
  }

  // A vector may alias the numbers that it holds.
  [[gnu::always_inline]] static Pack load(const double* x) { return of(*reinterpret_cast<const Doubles*>(x)); }
  [[gnu::always_inline]] void store(double* x) const { *reinterpret_cast<Doubles*>(x) = x_; }
  double operator[](int i) const { return x_[i]; }
  void set(int i, double x) { x_[i] = x; }

  [[gnu::always_inline]] Pack& operator+=(const Pack& y) { return x_ += y.x_, *this; }
  [[gnu::always_inline]] Pack& operator-=(const Pack& y) { return x_ -= y.x_, *this; }
  [[gnu::always_inline]] Pack& operator*=(const Pack& y) { return x_ *= y.x_, *this; }
  [[gnu::always_inline]] Pack& operator/=(const Pack& y) { return x_ /= y.x_, *this; }
  [[gnu::always_inline]] friend Pack operator+(const Pack& x, const Pack& y) { return of(x.x_ + y.x_); }
  [[gnu::always_inline]] friend Pack operator-(const Pack& x, const Pack& y) { return of(x.x_ - y.x_); }
  [[gnu::always_inline]] friend Pack operator*(const Pack& x, const Pack& y) { return of(x.x_ * y.x_); }
  [[gnu::always_inline]] friend Pack operator/(const Pack& x, const Pack& y) { return of(x.x_ / y.x_); }
  [[gnu::always_inline]] friend Pack operator-(const Pack& x) { return of(-x.x_); }
  friend const Pack& operator+(const Pack& x) { return x; }

  friend bool operator==(const Pack& x, const Pack& y) { return agreed(x.x_ == y.x_, x, y); }
  friend bool operator<(const Pack& x, const Pack& y) { return agreed(x.x_ < y.x_, x, y); }
  friend bool operator>(const Pack& x, const Pack& y) { return agreed(x.x_ > y.x_, x, y); }
  friend bool operator<=(const Pack& x, const Pack& y) { return agreed(x.x_ <= y.x_, x, y); }
  friend bool operator>=(const Pack& x, const Pack& y) { return agreed(x.x_ >= y.x_, x, y); }

  double sum() const { return (x_[0] + x_[2]) + (x_[1] + x_[3]); }
  /// Whether all lanes are positive; NaN is not.
  bool all_positive() const { return count_of(x_ > 0) == width; }
  /// The smaller number in each lane, that of y where one is NaN. Not for problems: they must compare, which sets torn.
  [[gnu::always_inline]] static Pack least(const Pack& x, const Pack& y) { return of(x.x_ < y.x_ ? x.x_ : y.x_); }
  /// weights * x; zero in lanes of weight 0, even where x is not finite.
  [[gnu::always_inline]] static Pack weighed(const Pack& weights, const Pack& x) {
    const Doubles product = weights.x_ * x.x_, zero{};
    return of(weights.x_ != 0 ? product : zero);
  }

  friend Pack abs(const Pack& x) { return of(x.x_ < 0 ? -x.x_ : x.x_); }
  [[gnu::always_inline]] friend Pack sqrt(const Pack& x) {
    using Four = Eigen::Array<double, width, 1, Eigen::DontAlign>;  // std::sqrt may set errno: not vectorised
    Pack root;
    Eigen::Map<Four>(reinterpret_cast<double*>(&root.x_)) =
        Eigen::Map<const Four>(reinterpret_cast<const double*>(&x.x_)).sqrt();
    return root;
  }
  // turned() comes before is_small(): for the sine and cosine of one angle the compiler then shares their common part.
  // It does so only if no call may change memory as far as it knows, so put_each() is not used here.
  [[gnu::always_inline]] friend Pack sin(const Pack& x) {
    Pack y = x.turned(0);
    if (!x.is_small()) [[unlikely]]
      y = of(Doubles{std::sin(x.x_[0]), std::sin(x.x_[1]), std::sin(x.x_[2]), std::sin(x.x_[3])});
    return y;
  }
  [[gnu::always_inline]] friend Pack cos(const Pack& x) {
    Pack y = x.turned(1);
    if (!x.is_small()) [[unlikely]]
      y = of(Doubles{std::cos(x.x_[0]), std::cos(x.x_[1]), std::cos(x.x_[2]), std::cos(x.x_[3])});
    return y;
  }

  /// f of each lane.
  template <class F> [[gnu::always_inline]] Pack each(const F& f) const {
    Pack y;
    put_each(f, y);
    return y;
  }

 private:
  template <class F> [[gnu::noinline, gnu::cold]] void put_each(const F& f, Pack& y) const {
    for (int i = 0; i < width; ++i) y.x_[i] = f(x_[i]);
  }

  [[gnu::always_inline]] static Pack of(const Doubles& x) {
    Pack pack;
    pack.x_ = x;
    return pack;
  }

  /// The one answer of a comparison. @param mask the answers of the lanes for x and y
  [[gnu::always_inline]] static bool agreed(const Mask& mask, const Pack& x, const Pack& y) {
    const std::int64_t sum = count_of(mask);
    // NOLINTNEXTLINE(misc-redundant-expression): what is no number differs from itself
    if (sum != width && (sum != 0 || count_of((x.x_ == x.x_) & (y.x_ == y.x_)) != width)) torn = true;
    return mask[0] != 0;
  }
  [[gnu::always_inline]] static std::int64_t count_of(const Mask& mask) {
    return -(mask[0] + mask[1] + mask[2] + mask[3]);  // true is -1
  }

  /// Whether the reduction of angles is valid in all lanes.
  [[gnu::always_inline]] bool is_small() const {
    const Mask small = (x_ < detail::largest_angle) & (x_ > -detail::largest_angle);
    return (small[0] & small[1] & small[2] & small[3]) != 0;
  }

  /// sin(x + quarters pi / 2), quarters = 0 or 1.
  [[gnu::always_inline]] Pack turned(std::int64_t quarters) const {
    Doubles shifted, y, rest, sine, cosine;
    detail::reduce(x_, shifted, y, rest);
    detail::sine_of(y, rest, sine);
    detail::cosine_of(y, rest, cosine);
    Mask turns;
    std::memcpy(&turns, &shifted, sizeof turns);
    turns += quarters;
    const Doubles value = (turns & 1) != 0 ? cosine : sine;
    return of((turns & 2) != 0 ? -value : value);
  }

  // Aligned, because a Pack across two cache lines would take longer to load and to store.
  alignas(width * sizeof(double)) Doubles x_;
};

// Found by argument-dependent lookup, as the functions of dual numbers are.
#define NONHOLO_PACK_FUNCTION(name)                       \
  inline Pack name(const Pack& x) {                       \
    return x.each([](double y) { return std::name(y); }); \
  }
NONHOLO_PACK_FUNCTION(tan)
NONHOLO_PACK_FUNCTION(asin)
NONHOLO_PACK_FUNCTION(acos)
NONHOLO_PACK_FUNCTION(atan)
NONHOLO_PACK_FUNCTION(sinh)
NONHOLO_PACK_FUNCTION(cosh)
NONHOLO_PACK_FUNCTION(tanh)
NONHOLO_PACK_FUNCTION(exp)
NONHOLO_PACK_FUNCTION(log)
#undef NONHOLO_PACK_FUNCTION
template <class T>
  requires std::is_arithmetic_v<T> Pack pow(const Pack& x, T p) {
    return x.each([p](double y) { return std::pow(y, p); });
  }
inline Pack pow(const Pack& x, const Pack& p) {
  Pack y;
  for (int i = 0; i < Pack::width; ++i) y.set(i, std::pow(x[i], p[i]));
  return y;
}
inline Pack atan2(const Pack& y, const Pack& x) {
  Pack angle;
  for (int i = 0; i < Pack::width; ++i) angle.set(i, std::atan2(y[i], x[i]));
  return angle;
}

/// One lane of every entry of a matrix. lane_in() returns a vector whose size the compiler knows.
template <int rows, int columns>
Eigen::Matrix<double, rows, columns> lane_of(const Eigen::Matrix<Pack, rows, columns>& x, int lane) {
  Eigen::Matrix<double, rows, columns> one(x.rows(), x.cols());
  for (Eigen::Index j = 0; j < x.cols(); ++j)
    for (Eigen::Index i = 0; i < x.rows(); ++i) one(i, j) = x(i, j)[lane];
  return one;
}
template <int size, int rows> Eigen::Matrix<double, size, 1> lane_in(const Eigen::Matrix<Pack, rows, 1>& x, int lane) {
  Eigen::Matrix<double, size, 1> one(x.size());
  for (Eigen::Index i = 0; i < x.size(); ++i) one[i] = x[i][lane];
  return one;
}
template <int rows, int columns, int own_rows, int own_columns>
void set_lane(Eigen::Matrix<Pack, rows, columns>& x, int lane,
              const Eigen::Matrix<double, own_rows, own_columns>& one) {
  for (Eigen::Index j = 0; j < x.cols(); ++j)
    for (Eigen::Index i = 0; i < x.rows(); ++i) x(i, j).set(lane, one(i, j));
}

}  // namespace nonholo

namespace Eigen {

template <> struct NumTraits<nonholo::Pack> : NumTraits<double> {
  using Real = nonholo::Pack;
  using NonInteger = Real;
  using Nested = Real;
  using Literal = Real;
  enum { RequireInitialization = 1 };
};

namespace internal {

// Packs are aligned by their type. Eigen would ask for a smaller alignment, which clang rejects.
template <int size>
  requires(size != Dynamic)
struct compute_default_alignment<nonholo::Pack, size> {
  enum { value = 0 };
};

}  // namespace internal

}  // namespace Eigen
