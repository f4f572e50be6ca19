// The 80-digit numbers behind a Tableau. Included by generators and property computations only: it is slow to compile.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/exact.hpp>
#include <nonholo/framework/tableau/tableau.hpp>

#include <boost/multiprecision/eigen.hpp>

namespace nonholo {

struct ExactCoefficients {
  MatrixX<Exact> A;
  VectorX<Exact> b, c;
  /// A condition on these numbers holds when its two sides differ by less. Generation loses digits to Vandermonde
  /// systems, never 20; numbers that a file gives with a few decimals hold no condition better than their last digit.
  double tolerance = 1e-60;
};

/// ConstraintRows before rounding.
class ExactConstraintRows : public ConstraintRows<Exact> {};

/// Two exact numbers agree when they differ by less than this.
inline const Exact exact_tolerance = Exact("1e-60");

inline bool agree(const Exact& x, const Exact& y) { return abs(x - y) < exact_tolerance; }

}  // namespace nonholo
