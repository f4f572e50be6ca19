// y = b + w A x for matrices of a few rows, whose number may be known at compile time. A column is processed in pieces
// of four, two or one doubles, which stay in registers.
//
// Columns are padded to 2 or 4 doubles. A column whose length is 3 modulo 4 is written with one extra element of
// unspecified value. So adjacent columns must be written in ascending order, with room for one double behind the last.
// Loading doubles soon after they were stored at other offsets stalls, because the store has to reach the cache first.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>

#include <type_traits>

namespace nonholo {

/// The number of doubles that a padded column of `rows` elements takes.
constexpr Eigen::Index taken_by(Eigen::Index rows) { return rows % 4 == 3 ? rows + 1 : rows; }

namespace detail {

template <int size> struct Lanes { using type = double; };
template <> struct Lanes<2> {
  using type [[gnu::vector_size(2 * sizeof(double)), gnu::aligned(sizeof(double))]] = double;
};
template <> struct Lanes<4> {
  using type [[gnu::vector_size(4 * sizeof(double)), gnu::aligned(sizeof(double))]] = double;
};

constexpr int first_lanes(int rows) { return rows >= 3 ? 4 : rows; }

/// A column in registers: taken_by(rows) doubles.
template <int rows> struct Column {
  static constexpr int size = first_lanes(rows);
  using Head = typename Lanes<size>::type;
  Head head{};
  Column<(rows > 4 ? rows - 4 : 0)> tail{};

  /// += w x
  [[gnu::always_inline]] void add(double w, const double* x) {
    head += w * *reinterpret_cast<const Head*>(x);
    tail.add(w, x + size);
  }
  [[gnu::always_inline]] void add(double w, const Column& x) {
    head += w * x.head;
    tail.add(w, x.tail);
  }
  /// Element i. With a constant i the value does not pass through memory.
  [[gnu::always_inline]] double get(int i) const {
    if constexpr (size == 1) return i == 0 ? double(head) : tail.get(i - 1);
    else return i < size ? head[i] : tail.get(i - size);
  }
  [[gnu::always_inline]] void put(int i, double x) {
    if (i >= size) return tail.put(i - size, x);
    if constexpr (size == 1) head = x;
    else head[i] = x;
  }
  [[gnu::always_inline]] void scale(double w) {
    head *= w;
    tail.scale(w);
  }
  /// y = b + w * (this column); b may be null.
  [[gnu::always_inline]] void store(const double* b, double w, double* y) const {
    *reinterpret_cast<Head*>(y) = b ? *reinterpret_cast<const Head*>(b) + w * head : w * head;
    tail.store(b ? b + size : b, w, y + size);
  }
  /// The elements f(from), f(from + 1), ...; elements behind the last are zero.
  template <class F> [[gnu::always_inline]] void set(const F& f, int from = 0) {
    if constexpr (rows == 1) head = f(from);
    else if constexpr (rows == 2) head = Head{f(from), f(from + 1)};
    else if constexpr (rows == 3) head = Head{f(from), f(from + 1), f(from + 2), 0};
    else head = Head{f(from), f(from + 1), f(from + 2), f(from + 3)};
    tail.set(f, from + size);
  }
};
template <> struct Column<0> {
  [[gnu::always_inline]] void add(double, const double*) {}
  [[gnu::always_inline]] void add(double, const Column&) {}
  [[gnu::always_inline]] double get(int) const { return 0; }
  [[gnu::always_inline]] void put(int, double) {}
  [[gnu::always_inline]] void scale(double) {}
  [[gnu::always_inline]] void store(const double*, double, double*) const {}
  template <class F> [[gnu::always_inline]] void set(const F&, int) {}
};

/// Rows i, ..., i + rows - 1 of y = b + w A x.
template <int rows> [[gnu::always_inline]] inline void affine_rows(Eigen::Index i, Eigen::Index columns,
                                                                   const double* b, double w,
                                                                   const double* __restrict A, Eigen::Index apart,
                                                                   const double* __restrict x, double* y) {
  Column<rows> sum;
  for (Eigen::Index j = 0; j < columns; ++j) sum.add(x[j], A + j * apart + i);
  sum.store(b ? b + i : b, w, y + i);
}

}  // namespace detail

/// y = b + w A x. A has m rows and n columns; first elements of adjacent columns are `apart` numbers from each other. b
/// may be y, or null for zero. `rows` and `columns` are m and n if the compiler knows them, else `dynamic`. Each row is
/// summed before it is added to b. For double with known `rows`, the columns of A, b and y are taken_by(rows) long.
template <int rows, int columns, class Real>
[[gnu::always_inline]] inline void affine(Eigen::Index m, Eigen::Index n, const std::type_identity_t<Real>* b, Real w,
                                          const Real* __restrict A, Eigen::Index apart, const Real* __restrict x,
                                          Real* y) {
  const Eigen::Index last = columns == dynamic ? n : columns;
  if constexpr (!std::is_same_v<Real, double>) {
    for (Eigen::Index i = 0; i < m; ++i) {
      Real sum = 0;
      for (Eigen::Index j = 0; j < last; ++j) sum += A[j * apart + i] * x[j];
      y[i] = b ? Real(b[i] + w * sum) : Real(w * sum);
    }
  } else if constexpr (rows != dynamic) {
    detail::affine_rows<rows>(0, last, b, w, A, apart, x, y);
  } else {
    Eigen::Index i = 0;
    for (; i + 4 <= m; i += 4) detail::affine_rows<4>(i, last, b, w, A, apart, x, y);
    for (; i + 2 <= m; i += 2) detail::affine_rows<2>(i, last, b, w, A, apart, x, y);
    if (i < m) detail::affine_rows<1>(i, last, b, w, A, apart, x, y);
  }
}

/// y[i] = f(i) for i < m. `rows` is m if the compiler knows it, else `dynamic`. For double with known `rows` it writes
/// taken_by(rows) doubles.
template <int rows, class Real, class F>
[[gnu::always_inline]] inline void set_column(Eigen::Index m, Real* y, const F& f) {
  if constexpr (rows != dynamic && std::is_same_v<Real, double>) {
    detail::Column<rows> column;
    column.set(f);
    column.store(nullptr, 1, y);
  } else {
    for (Eigen::Index i = 0; i < m; ++i) y[i] = f(i);
  }
}

}  // namespace nonholo
