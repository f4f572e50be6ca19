// R(z) = det(I - zA + z 1 b^T)/det(I - zA) (Hairer & Wanner II, (IV.3.3)), the determinants as polynomials of z by
// Faddeev and LeVerrier's recursion: it divides by integers alone, and the digits it loses are few among the 80.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/tableau/stability_function.hpp>

#include <nonholo/framework/tableau/exact_algebra.hpp>

#include <limits>

namespace nonholo {

namespace {

using Polynomial = std::vector<Exact>;  // coefficient of z^k at [k]

/// det(I - zM).
Polynomial reversed_characteristic(const MatrixX<Exact>& M) {
  const Eigen::Index s = M.rows();
  const MatrixX<Exact> identity = MatrixX<Exact>::Identity(s, s);
  Polynomial p{Exact(1)};
  MatrixX<Exact> power = M;
  for (Eigen::Index k = 1; k <= s; ++k) {
    p.push_back(-power.trace() / Exact(k));
    power = product(M, MatrixX<Exact>(power + p.back() * identity));
  }
  return p;
}

void drop_negligible(Polynomial& p, double tolerance) {
  while (p.size() > 1 && abs(p.back()) <= tolerance) p.pop_back();
}

double limit_at_infinity(const Polynomial& numerator, const Polynomial& denominator) {
  if (numerator.size() > denominator.size()) return std::numeric_limits<double>::infinity();
  return numerator.size() < denominator.size() ? 0.0
                                               : static_cast<double>(Exact(numerator.back() / denominator.back()));
}

/// Coefficient of z^k in numerator - e^z denominator. The first that is not zero is also that of R(z) - e^z, as the
/// denominator begins with 1.
Exact exponential_defect(const Polynomial& numerator, const Polynomial& denominator, std::size_t k) {
  Exact sum = k < numerator.size() ? numerator[k] : Exact(0), term = 1;  // term: 1/j!
  for (std::size_t j = 0; j <= k; ++j) {
    if (j > 0) term /= static_cast<long>(j);
    if (k - j < denominator.size()) sum -= denominator[k - j] * term;
  }
  return sum;
}

std::vector<double> rounded(const Polynomial& p) {
  std::vector<double> coefficients;
  for (const Exact& x : p) coefficients.push_back(static_cast<double>(x));
  return coefficients;
}

}  // namespace

StabilityFunction stability_function(const Tableau& tableau) {
  const auto& [A, b, c, tolerance] = tableau.exact();
  Polynomial numerator = reversed_characteristic(A - VectorX<Exact>::Ones(b.size()) * b.transpose());
  Polynomial denominator = reversed_characteristic(A);
  drop_negligible(numerator, tolerance);
  drop_negligible(denominator, tolerance);
  // No rational function is closer to e^z than Pade's: the search ends even where the tolerance is coarser than the
  // error constant.
  const std::size_t most = numerator.size() + denominator.size() - 2;
  std::size_t k = 0;
  while (k <= most && abs(exponential_defect(numerator, denominator, k)) <= tolerance) ++k;
  return {rounded(numerator), rounded(denominator), limit_at_infinity(numerator, denominator), static_cast<int>(k) - 1,
          static_cast<double>(exponential_defect(numerator, denominator, k))};
}

int rank(const Tableau& tableau) {
  // the errors of a row's entries add up
  return rank(tableau.exact().A, tableau.exact().tolerance * tableau.stages());
}

}  // namespace nonholo
