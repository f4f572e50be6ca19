// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/contract/spark_scheme.hpp>

#include <nonholo/framework/base/decompositions.hpp>

namespace nonholo::spark_step {

Scheme scheme_of(const TableauSet& set) {
  const auto [a, b, c] = set.a().rounded<double>();
  const ConstraintRows<double> rows = set.rounded_constraint_rows<double>();
  const Index s = set.stages(), points = rows.omega.cols();
  // Orthonormal: a least-squares problem then does not see which rows were chosen.
  const Columns w = orthonormal_rows(rows.omega);
  Scheme T{s, a, set.a_hat().rounded<double>().A, set.a_tilde().rounded<double>().A, b, c, w, {}, {}, {}};
  T.alpha.resize(points, s);
  T.beta.resize(points, s);
  T.c_k.resize(points);
  T.alpha << a, rows.alpha;
  T.beta << Columns::Identity(s, s), rows.beta;
  T.c_k << c, rows.c;
  return T;
}

}  // namespace nonholo::spark_step
