// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/tableaus/generate.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/tableau/exact_algebra.hpp>

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <stdexcept>
#include <vector>

namespace nonholo::tableaus {

namespace {

constexpr int most_nodes = 64;  // their cells are told apart, in coefficients of 50 digits and more

using Polynomial = std::vector<Exact>;  // coefficient of x^k at [k]; integers, hence exact

Polynomial derivative(const Polynomial& p) {
  Polynomial d;
  for (std::size_t k = 1; k < p.size(); ++k) d.push_back(p[k] * static_cast<long>(k));
  return d;
}

Exact value(const Polynomial& p, const Exact& x) {
  Exact sum = 0;
  for (auto k = p.rbegin(); k != p.rend(); ++k) sum = sum * x + *k;
  return sum;
}

/// d^k/dx^k [x^left (x - 1)^right].
Polynomial rodrigues(int k, int left, int right) {
  Polynomial p(static_cast<std::size_t>(left) + 1, Exact(0));
  p.back() = 1;
  for (int i = 0; i < right; ++i) {  // times (x - 1)
    p.insert(p.begin(), Exact(0));
    for (std::size_t j = 0; j + 1 < p.size(); ++j) p[j] -= p[j + 1];
  }
  for (int i = 0; i < k; ++i) p = derivative(p);
  return p;
}

/// The simple zero between low and high, where p changes sign: bisection to double precision, then Newton.
Exact zero_between(const Polynomial& p, Exact low, Exact high) {
  const bool rising = value(p, high) > 0;
  for (int i = 0; i < 50; ++i) {
    const Exact middle = (low + high) / 2;
    ((value(p, middle) > 0) == rising ? high : low) = middle;
  }
  const Polynomial slope = derivative(p);
  Exact x = (low + high) / 2;
  for (int i = 0; i < 5; ++i) x -= value(p, x) / value(slope, x);
  return x;
}

/// Row k holds c_j^k, k = 0 ... s-1.
MatrixX<Exact> vandermonde(const VectorX<Exact>& c) {
  MatrixX<Exact> V(c.size(), c.size());
  V.row(0).setOnes();
  for (Eigen::Index k = 1; k < c.size(); ++k) V.row(k) = V.row(k - 1).cwiseProduct(c.transpose());
  return V;
}

}  // namespace

VectorX<Exact> nodes(int s, int left, int right) {
  const int k = left + right - s;
  if (s < 1 || s > most_nodes || k < 0)
    throw InputError("stages", fmt::format("{}: must be between {} and {}", s, k < 0 && s > 0 ? s - k : 1, most_nodes));
  const Polynomial p = rodrigues(k, left, right);
  std::vector<Exact> zeros;
  if (left > k) zeros.emplace_back(0);
  const int cells = 64 * s;  // equal cells in the angle resolve the nodes, which cluster at the ends like Chebyshev's
  Exact low = 0;
  for (int i = 0; i < cells; ++i) {
    const double angle = std::numbers::pi * (i + 0.5) / cells;
    const Exact high = (1 - std::cos(angle)) / 2;
    if (i > 0 && (value(p, low) > 0) != (value(p, high) > 0)) zeros.push_back(zero_between(p, low, high));
    low = high;
  }
  if (right > k) zeros.emplace_back(1);
  if (static_cast<int>(zeros.size()) != s) throw std::logic_error("nodes were not told apart");
  return Eigen::Map<VectorX<Exact>>(zeros.data(), s);
}

VectorX<Exact> weights(const VectorX<Exact>& c) {
  VectorX<Exact> moments(c.size());
  for (Eigen::Index k = 0; k < c.size(); ++k) moments[k] = Exact(1) / (k + 1);
  return solve(vandermonde(c), moments);
}

MatrixX<Exact> collocation(const VectorX<Exact>& c) {
  const MatrixX<Exact> V = vandermonde(c);
  MatrixX<Exact> integrals(c.size(), c.size());  // (i, k): c_i^(k+1)/(k+1)
  for (Eigen::Index k = 0; k < c.size(); ++k) integrals.col(k) = V.row(k).transpose().cwiseProduct(c) / Exact(k + 1);
  return solve(V, integrals.transpose()).transpose();  // V A^T = integrals^T
}

MatrixX<Exact> collocation_beside(const VectorX<Exact>& c, Eigen::Index j, const Exact& value) {
  const Eigen::Index s = c.size();
  VectorX<Exact> others(s - 1);
  others << c.head(j), c.tail(s - 1 - j);
  MatrixX<Exact> right(s - 1, s);  // (k, i): c_i^(k+1)/(k+1) - value c_j^k
  for (Eigen::Index k = 0; k < s - 1; ++k)
    for (Eigen::Index i = 0; i < s; ++i) {
      const auto power = static_cast<int>(k);
      right(k, i) = pow(c[i], power + 1) / Exact(k + 1) - value * (k == 0 ? Exact(1) : pow(c[j], power));
    }
  const MatrixX<Exact> rest = solve(vandermonde(others), right).transpose();  // s x (s - 1)
  MatrixX<Exact> A(s, s);
  A << rest.leftCols(j), VectorX<Exact>::Constant(s, value), rest.rightCols(s - 1 - j);
  return A;
}

MatrixX<Exact> adjoint_collocation(const VectorX<Exact>& c, const VectorX<Exact>& b) {
  const MatrixX<Exact> V = vandermonde(c);
  MatrixX<Exact> right(c.size(), c.size());  // (k, j): b_j (1 - c_j^(k+1))/(k+1)
  for (Eigen::Index k = 0; k < c.size(); ++k)
    right.row(k) =
        b.transpose().cwiseProduct(VectorX<Exact>::Ones(c.size()).transpose() - V.row(k).cwiseProduct(c.transpose())) /
        Exact(k + 1);
  return solve(V * b.asDiagonal(), right);
}

}  // namespace nonholo::tableaus
