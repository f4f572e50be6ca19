// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/discrete_lagrangian/finite_difference.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/base/quad.hpp>

#include <algorithm>
#include <cmath>

namespace nonholo {

namespace {

template <class Real> bool equal(const Real& x, const Real& y) {
  using std::abs;
  return abs(x - y) <= 64 * epsilon<Real>;
}

/// (q, v) of (q_a, q_b, h) and of (q_b, q_a, -h) are the same.
template <class Real> bool is_self_adjoint(const FiniteDifference<Real>& map, Eigen::Index n) {
  using std::sin;
  VectorX<Real> a(n), b(n), q(n), v(n), q_back(n), v_back(n);
  for (Eigen::Index i = 0; i < n; ++i) {  // two points in general position
    a[i] = sin(Real(1 + 3 * i));
    b[i] = a[i] + sin(Real(2 + 5 * i)) / 10;
  }
  const Real h = Real(1) / 7;
  map.values(a, b, h, q, v);
  map.values(b, a, -h, q_back, v_back);
  const Real size = 1 + v.cwiseAbs().maxCoeff();
  return (q - q_back).cwiseAbs().maxCoeff() <= 1024 * epsilon<Real> * size &&
         (v - v_back).cwiseAbs().maxCoeff() <= 1024 * epsilon<Real> * size;
}

}  // namespace

template <class Real>
VectorX<Real> MapDerivatives<Real>::momentum(bool at_b, const VectorX<Real>& f, const VectorX<Real>& p) const {
  const MatrixX<Real>&q_x = at_b ? q_b : q_a, &v_x = at_b ? v_b : v_a;
  return q_x.transpose() * f + v_x.transpose() * p;
}

template <class Real> MatrixX<Real> MapDerivatives<Real>::mixed(const MatrixX<Real>& f_q, const MatrixX<Real>& f_v,
                                                                const MatrixX<Real>& p_q,
                                                                const MatrixX<Real>& p_v) const {
  const MatrixX<Real> f_b = f_q * q_b + f_v * v_b, p_b = p_q * q_b + p_v * v_b;
  return q_a.transpose() * f_b + v_a.transpose() * p_b;
}

template <class Real>
MatrixX<Real> MapDerivatives<Real>::constraint(const MatrixX<Real>& k_q, const MatrixX<Real>& K) const {
  return k_q * q_b + K * v_b;
}

template <class Real> bool is_symmetric(const DifferenceRule<Real>& rule, Eigen::Index n) {
  return std::ranges::all_of(rule, [&](const DifferenceSample<Real>& sample) {
    if (sample.own) return equal(sample.theta, Real(1) / 2) && is_self_adjoint(*sample.own, n);
    Real here = 0, mirrored = 0;  // weight at theta and at 1 - theta
    for (const DifferenceSample<Real>& other : rule) {
      if (!other.own && equal(other.theta, sample.theta)) here += other.weight;
      if (!other.own && equal(other.theta, Real(1 - sample.theta))) mirrored += other.weight;
    }
    return equal(here, mirrored);
  });
}

template <class Real> void check_rule(const DifferenceRule<Real>& rule, const char* key) {
  Real sum = 0;
  for (const DifferenceSample<Real>& sample : rule) sum += sample.weight;
  using std::abs;
  if (rule.empty() || !(abs(sum - 1) <= 1024 * epsilon<Real>))
    throw InputError(
        key,
        "a rule needs at least one sample, and its weights must sum to 1 (consistency of the discrete Lagrangian)");
}

template struct MapDerivatives<double>;
template struct MapDerivatives<quad>;
template bool is_symmetric(const DifferenceRule<double>&, Eigen::Index);
template bool is_symmetric(const DifferenceRule<quad>&, Eigen::Index);
template void check_rule(const DifferenceRule<double>&, const char*);
template void check_rule(const DifferenceRule<quad>&, const char*);

}  // namespace nonholo
