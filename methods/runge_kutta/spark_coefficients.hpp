// The numbers that a step of a SPARK method uses (spark.hpp), rounded to the working precision.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/base/memo.hpp>
#include <nonholo/framework/run/method.hpp>
#include <nonholo/framework/tableau/tableau.hpp>
#include <nonholo/methods/tableaus/same_numbers.hpp>

#include <memory>
#include <vector>

namespace nonholo {

/// A over b^T.
template <class Real> MatrixX<Real> with_end(const MatrixX<Real>& A, const VectorX<Real>& b) {
  MatrixX<Real> extended(A.rows() + 1, A.cols());
  extended << A, b.transpose();
  return extended;
}

/// Its entries, row by row.
template <class Real> std::vector<Real> by_rows(const MatrixX<Real>& A) {
  std::vector<Real> rows;
  for (Eigen::Index i = 0; i < A.rows(); ++i)
    for (Eigen::Index j = 0; j < A.cols(); ++j) rows.push_back(A(i, j));
  return rows;
}

/// @throws InputError ("tableau") where stages of a SPARK step have multipliers that its constraints leave free.
inline void want_determined_multipliers(const TableauSet& set) {
  if (!set.determines_multipliers())
    throw InputError(
        "tableau",
        set.name() +
            " cannot carry the reactions: the constraints of a step do not determine the multipliers of its stages. "
            "Take a set with another tableau for the reactions (A_tilde). Lobatto IIIA runs with runge_kutta");
}

/// The coefficients that one step uses, rounded to Real. Points 0 ... s-1 are the stages, point s is the end of the
/// step: row s of a, a_hat and a_tilde is b, c_s = 1. Points s + 1 ... are those of the constraint rows: row s + 1 + e
/// of a is alpha_e, and their velocities are beta V.
template <class Real> struct SparkCoefficients {
  explicit SparkCoefficients(const TableauSet& set);
  int stages, points;
  MatrixX<Real> a;               // points x s
  MatrixX<Real> a_hat, a_tilde;  // (s + 1) x s
  MatrixX<Real> beta;            // (points - s - 1) x s
  VectorX<Real> c;               // points
  MatrixX<Real> w;               // s x points: the constraint averages, then k at the end
  MatrixX<Real> wa;              // w a, s x s
  bool same_forces;              // a_hat = a_tilde
  MethodTraits traits;
};

template <class Real> SparkCoefficients<Real>::SparkCoefficients(const TableauSet& set)
    : stages(set.stages()),
      traits{.order = set.order(),
             .multiplier_order = set.stage_multiplier_order(),
             .symmetric = set.symmetric().holds,
             .keeps_constraint = true} {
  const auto [A, b, nodes] = set.a().rounded<Real>();
  const auto rows = set.rounded_constraint_rows<Real>();
  const Eigen::Index s = stages, p = rows.points();
  points = static_cast<int>(s + 1 + p);
  a.resize(points, s);
  a << with_end<Real>(A, b), rows.alpha;
  a_hat = with_end<Real>(set.a_hat().rounded<Real>().A, b);
  a_tilde = with_end<Real>(set.a_tilde().rounded<Real>().A, b);
  same_forces = a_hat == a_tilde;
  beta = rows.beta;
  c.resize(points);
  c << nodes, Real(1), rows.c;
  w.setZero(s, points);
  if (s > 1) w.topLeftCorner(s - 1, s) = rows.omega.leftCols(s);
  if (s > 1) w.topRightCorner(s - 1, p) = rows.omega.rightCols(p);
  w(s - 1, s) = 1;
  wa = w * a;
}

/// Those of the set.
template <class Real> std::shared_ptr<const SparkCoefficients<Real>> spark_coefficients(const TableauSet& set) {
  static Memo<TableauSet, SparkCoefficients<Real>> latest(tableaus::same_numbers);
  return latest.get(set, [&] { return SparkCoefficients<Real>(set); });
}

}  // namespace nonholo
