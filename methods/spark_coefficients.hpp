// The numbers that a step of a SPARK method uses (spark.hpp), rounded to the working precision.
#pragma once

#include <nonholo/framework/method.hpp>
#include <nonholo/framework/tableau.hpp>

namespace nonholo {

/// A over b^T.
template <class Real> MatrixX<Real> with_end(const MatrixX<Real>& A, const VectorX<Real>& b) {
  MatrixX<Real> extended(A.rows() + 1, A.cols());
  extended << A, b.transpose();
  return extended;
}

/// The coefficients that one step uses, rounded to Real. The end of the step is point s: row s of a, a_hat and a_tilde is b, c_s = 1.
template <class Real> struct SparkCoefficients {
  explicit SparkCoefficients(const TableauSet& set);
  int stages;
  MatrixX<Real> a, a_hat, a_tilde;  // (s + 1) x s
  VectorX<Real> c;                  // s + 1
  MatrixX<Real> w;                  // s x (s + 1): the constraint averages, then k at the end
  MatrixX<Real> wa;                 // w a, s x s
  bool same_forces;                 // a_hat = a_tilde
  MethodTraits traits;
};

template <class Real> SparkCoefficients<Real>::SparkCoefficients(const TableauSet& set)
    : stages(set.stages()),
      traits{.order = set.order(), .symmetric = set.is_symmetric(), .keeps_constraint = true} {
  const auto [A, b, nodes] = set.a().rounded<Real>();
  a = with_end<Real>(A, b);
  a_hat = with_end<Real>(set.a_hat().rounded<Real>().A, b);
  a_tilde = with_end<Real>(set.a_tilde().rounded<Real>().A, b);
  same_forces = a_hat == a_tilde;
  c.resize(stages + 1);
  c << nodes, Real(1);
  w.setZero(stages, stages + 1);
  for (int i = 0; i + 1 < stages; ++i)
    for (int j = 0; j < stages; ++j) w(i, j) = i == 0 ? b[j] : w(i - 1, j) * nodes[j];
  w(stages - 1, stages) = 1;
  wa = w * a;
}

}  // namespace nonholo
