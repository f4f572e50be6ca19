// Linear equations A x = b of which products alone are known: GMRES (Saad, Schultz 1986), Arnoldi's basis by modified
// Gram-Schmidt, the small least-squares problem by Givens rotations.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace nonholo {

/// Lengths are those of weight * x, componentwise. A weight may be 0 where A hardly looks at the component, which then
/// goes along with the others. Scratch for one thread, allocated as the basis grows.
template <class Real> class Gmres {
 public:
  static constexpr int most_products = 200;

  /// x, from 0, until |b - A x| <= reduction |b| or most_products. `apply(z, Az)` is asked for vectors z of length 1.
  /// @return how many products it took
  template <class Apply> int solve(Apply&& apply, const VectorX<Real>& weight, const VectorX<Real>& b,
                                   const Real& reduction, VectorX<Real>& x) {
    using std::abs, std::sqrt;
    const auto dot = [&weight](const VectorX<Real>& a, const VectorX<Real>& c) {
      Real sum = 0;
      for (Eigen::Index i = 0; i < a.size(); ++i) sum += (weight[i] * a[i]) * (weight[i] * c[i]);
      return sum;
    };
    x.setZero(b.size());
    const Real length = sqrt(dot(b, b));
    if (!(length > 0)) return 0;
    begin(b, length);
    int k = 0;
    while (k < most_products && abs(rhs_[at(k)]) > reduction * length) {
      VectorX<Real>& next = vector(k + 1);
      next.resize(b.size());
      apply(basis_[at(k)], next);
      Column& h = column(k);
      const Real whole = sqrt(dot(next, next));
      for (int i = 0; i <= k; ++i) {
        h[at(i)] = dot(next, basis_[at(i)]);
        next -= h[at(i)] * basis_[at(i)];
      }
      const Real rest = sqrt(dot(next, next));
      rotate(k, rest);
      ++k;
      if (!(rest > 16 * epsilon<Real> * whole)) break;  // the solution is in the span, or not finite
      next /= rest;
    }
    add_solution(k, x);
    return k;
  }

 private:
  using Column = std::vector<Real>;
  struct Rotation {
    Real cosine, sine;
  };

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  VectorX<Real>& vector(int i) {
    if (at(i) >= basis_.size()) basis_.resize(at(i) + 1);
    return basis_[at(i)];
  }
  Column& column(int k) {
    if (at(k) >= columns_.size()) columns_.resize(at(k) + 1);
    columns_[at(k)].assign(at(k) + 1, Real(0));
    return columns_[at(k)];
  }

  void begin(const VectorX<Real>& b, const Real& length) {
    vector(0) = b / length;
    rhs_.assign(at(most_products) + 1, Real(0));
    rhs_[0] = length;
    rotations_.clear();
  }

  /// The rotations so far on column k, and one that takes `rest` below its diagonal to zero.
  void rotate(int k, const Real& rest) {
    using std::sqrt;
    Column& h = columns_[at(k)];
    for (int i = 0; i < k; ++i) {
      const auto [c, s] = rotations_[at(i)];
      const Real upper = h[at(i)];
      h[at(i)] = c * upper + s * h[at(i + 1)];
      h[at(i + 1)] = c * h[at(i + 1)] - s * upper;
    }
    const Real length = sqrt(h[at(k)] * h[at(k)] + rest * rest);
    const Rotation own{h[at(k)] / length, rest / length};
    rotations_.push_back(own);
    h[at(k)] = length;
    rhs_[at(k + 1)] = -own.sine * rhs_[at(k)];
    rhs_[at(k)] *= own.cosine;
  }

  void add_solution(int k, VectorX<Real>& x) {
    for (int i = k - 1; i >= 0; --i) {
      Real& y = rhs_[at(i)];
      for (int j = i + 1; j < k; ++j) y -= columns_[at(j)][at(i)] * rhs_[at(j)];
      y /= columns_[at(i)][at(i)];
    }
    for (int i = 0; i < k; ++i) x += rhs_[at(i)] * basis_[at(i)];
  }

  std::vector<VectorX<Real>> basis_;
  std::vector<Column> columns_;  // of the triangular matrix
  std::vector<Rotation> rotations_;
  Column rhs_;
};

}  // namespace nonholo
