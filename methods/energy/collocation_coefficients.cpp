// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/energy/collocation_coefficients.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/tableau/exact_tableau.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>

namespace nonholo {

namespace {

Exact lagrange(const VectorX<Exact>& c, Eigen::Index j, const Exact& x) {
  Exact l = 1;
  for (Eigen::Index k = 0; k < c.size(); ++k)
    if (k != j) l *= (x - c[k]) / (c[j] - c[k]);
  return l;
}

/// int_0^x l_j by the rule (b, c) itself, which is exact for it.
Exact integral(const VectorX<Exact>& b, const VectorX<Exact>& c, Eigen::Index j, const Exact& x) {
  Exact sum = 0;
  for (Eigen::Index k = 0; k < c.size(); ++k) sum += b[k] * lagrange(c, j, x * c[k]);
  return x * sum;
}

}  // namespace

template <class Real> CollocationCoefficients<Real> collocation_coefficients(int stages, int points) {
  const Tableau nodes = tableaus::gauss(stages), quadrature = tableaus::gauss(points);
  const auto& [A, b, c, tolerance] = nodes.exact();
  const VectorX<Exact>&tau = quadrature.exact().c, &w = quadrature.exact().b;
  CollocationCoefficients<Real> T{A.cast<Real>(), MatrixX<Real>(points, stages), MatrixX<Real>(stages, points),
                                  b.cast<Real>()};
  for (Eigen::Index k = 0; k < points; ++k)
    for (Eigen::Index j = 0; j < stages; ++j) {
      T.A_points(k, j) = static_cast<Real>(integral(b, c, j, tau[k]));
      T.average(j, k) = static_cast<Real>(w[k] * lagrange(c, j, tau[k]) / b[j]);
    }
  return T;
}

template CollocationCoefficients<double> collocation_coefficients(int, int);
template CollocationCoefficients<quad> collocation_coefficients(int, int);

}  // namespace nonholo
