// b + w A x of columns that the processor takes at once, against plain sums.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/small_product.hpp>

#include <nonholo/framework/base/quad.hpp>

#include "catch.hpp"
#include "numerics.hpp"

#include <utility>

using namespace nonholo;

namespace {

/// Columns with room behind them, as told by taken_by(), of numbers that are no zeros.
template <class Real> struct Columns {
  Eigen::Index rows, apart;
  VectorX<Real> numbers;
  Columns(Eigen::Index m, Eigen::Index n)
      : rows(m),
        apart(taken_by(m)),
        numbers(VectorX<Real>::LinSpaced(apart * n, Real(1), Real(2))) {}
  auto matrix() {
    return Eigen::Map<MatrixX<Real>, 0, Eigen::OuterStride<>>(numbers.data(), rows, numbers.size() / apart,
                                                              Eigen::OuterStride<>(apart));
  }
};

template <class Real, int rows, int columns> void multiplies(Eigen::Index m, Eigen::Index n) {
  Columns<Real> A(m, n), b(m, 1), y(m, 1);
  const VectorX<Real> x = VectorX<Real>::LinSpaced(n, Real(-1), Real(3));
  const MatrixX<Real> product = A.matrix() * x;
  const Real w = -2;
  const auto off = [&](const MatrixX<Real>& right) { return static_cast<double>((y.matrix() - right).norm()); };
  const double few_roundings = 64 * static_cast<double>(epsilon<Real>) * static_cast<double>(n);
  affine<rows, columns>(m, n, b.numbers.data(), w, A.numbers.data(), A.apart, x.data(), y.numbers.data());
  CHECK(off(b.matrix() + w * product) < few_roundings);
  affine<rows, columns>(m, n, nullptr, w, A.numbers.data(), A.apart, x.data(), y.numbers.data());
  CHECK(off(w * product) < few_roundings);
  affine<rows, columns>(m, n, y.numbers.data(), w, A.numbers.data(), A.apart, x.data(), y.numbers.data());
  CHECK(off(2 * w * product) < few_roundings);
}

template <int... rows> void multiplies_for(std::integer_sequence<int, rows...>) {
  (multiplies<double, rows + 1, 3>(rows + 1, 3), ...);
  (multiplies<double, rows + 1, dynamic>(rows + 1, 5), ...);
  (multiplies<double, dynamic, dynamic>(rows + 1, 5), ...);
  (multiplies<quad, dynamic, dynamic>(rows + 1, 5), ...);
}

template <int rows> void sets() {
  Columns<double> y(rows, 1);
  set_column<rows>(rows, y.numbers.data(), [](Eigen::Index i) { return 10.0 + static_cast<double>(i); });
  for (Eigen::Index i = 0; i < rows; ++i) CHECK(y.numbers[i] == 10.0 + static_cast<double>(i));
  for (Eigen::Index i = rows; i < y.numbers.size(); ++i) CHECK(y.numbers[i] == 0);
}

}  // namespace

TEST_CASE("b + w A x is what sums give, for every number of rows, known or not") {
  multiplies_for(std::make_integer_sequence<int, 11>());
}

TEST_CASE("A column is set, and its padding is zero") {
  sets<1>();
  sets<2>();
  sets<3>();
  sets<4>();
  sets<5>();
  sets<7>();
  sets<8>();
}
