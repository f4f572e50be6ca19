// The derivatives of a problem's own basis X(q) of ker A, those that are not zero at every q, and their products:
//
//   turning(y)_i = p . (dX/dq_i) y,     along(z)_a = p . (sum_i z_i dX_a/dq_i)
//
// Most entries of most bases are constants or look at a coordinate or two; which do is asked once (matrix_pattern.hpp).
// Coordinates of which no entry looks at two share a direction of the dual numbers that X is evaluated on (Curtis,
// Powell & Reid 1974): X of three pairs of particles, six columns in seven coordinates, needs a single one.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/autodiff.hpp>
#include <nonholo/framework/faces/matrix_pattern.hpp>

#include <algorithm>
#include <array>
#include <vector>

namespace nonholo {

template <class P, class Real> class BasisSlopes {
  static constexpr int n = P::n, r = n - P::m;
  /// Directions in one evaluation, unless one is enough: bases of more are evaluated more than once.
  static constexpr int width = std::min(n, 3);
  /// All are taken, zero or not, by code without loops: a list costs more where there are few.
  static constexpr bool all = n <= width;
  using Q = Vector<Real, n>;
  using Y = Vector<Real, r>;

 public:
  /// In the order of the lists; beyond their ends nothing is written.
  struct Values {
    std::array<Real, std::size_t{n} * n * r> slopes;  ///< dX_ja/dq_i
    std::array<Real, std::size_t{n} * r> W;           ///< p . dX_a/dq_i
  };

  explicit BasisSlopes(const P& problem) {
    if constexpr (!all) make_lists(system::basis_pattern(problem));
  }

  /// The slopes at q, and X(q) on dual numbers to `values`, more than once where they are evaluated more than once.
  template <class F> void evaluate(const P& problem, const Q& q, Values& at, F values) const {
    if constexpr (all) evaluate(problem, seeded<width>(q), 0, 0, at, values);  // no list
    else if (directions_ == 1) each_round<1>(problem, q, at, values);
    else each_round<width>(problem, q, at, values);
  }

  /// What the products take.
  void set_momentum(const Q& p, Values& at) const {
    each_product([&](std::size_t k, const Product&) { at.W[k] = Real(0); });
    each_slope(0, slopes_.size(), [&](std::size_t k, const Slope& of) { at.W[of.product] += p[of.j] * at.slopes[k]; });
  }

  Q turning(const Values& at, const Y& y) const {
    Q out = Q::Zero();
    each_product([&](std::size_t k, const Product& of) { out[of.i] += at.W[k] * y[of.a]; });
    return out;
  }

  Y along(const Values& at, const Q& z) const {
    Y out = Y::Zero();
    each_product([&](std::size_t k, const Product& of) { out[of.a] += at.W[k] * z[of.i]; });
    return out;
  }

 private:
  using Pattern = system::MatrixPattern<n, r, n>;
  /// Of X_a by q_i.
  struct Product {
    int a, i;
  };
  /// Of X_ja by q_i: where it stands among the derivatives, and to which product it belongs.
  struct Slope {
    int j, a, i, slot;
    std::size_t product;
  };
  struct Round {
    Matrix<double, n, width> seeds;
    std::size_t end;  // of its slopes in the list
  };

  template <int k, class F> void each_round(const P& problem, const Q& q, Values& at, F values) const {
    std::size_t begin = 0;
    for (const Round& round : rounds_) {
      Vector<Dual<Real, k>, n> qd;
#pragma GCC unroll 8
      for (Eigen::Index i = 0; i < n; ++i) {
        qd[i].value() = q[i];
#pragma GCC unroll 8
        for (Eigen::Index s = 0; s < k; ++s) qd[i].derivatives()[s] = Real(round.seeds(i, s));
      }
      evaluate(problem, qd, begin, round.end, at, values);
      begin = round.end;
    }
  }

  template <class D, class F> void evaluate(const P& problem, const Vector<D, n>& q, std::size_t begin, std::size_t end,
                                            Values& at, F values) const {
    const Matrix<D, n, r> X = problem.adapted_basis(q);
    values(X);
    each_slope(begin, end,
               [&](std::size_t k, const Slope& of) { at.slopes[k] = X(of.j, of.a).derivatives()[of.slot]; });
  }

  template <class F> void each_slope(std::size_t begin, std::size_t end, F f) const {
    if constexpr (all) {
#pragma GCC unroll 8
      for (int a = 0; a < r; ++a)
#pragma GCC unroll 8
        for (int i = 0; i < n; ++i)
#pragma GCC unroll 8
          for (int j = 0; j < n; ++j) {
            const std::size_t product = static_cast<std::size_t>(a) * n + static_cast<std::size_t>(i);
            f(product * n + static_cast<std::size_t>(j), Slope{j, a, i, i, product});
          }
    } else {
      for (std::size_t k = begin; k < end; ++k) f(k, slopes_[k]);
    }
  }

  template <class F> void each_product(F f) const {
    if constexpr (all) {
#pragma GCC unroll 8
      for (int a = 0; a < r; ++a)
#pragma GCC unroll 8
        for (int i = 0; i < n; ++i) f(static_cast<std::size_t>(a) * n + static_cast<std::size_t>(i), Product{a, i});
    } else {
      for (std::size_t k = 0; k < products_.size(); ++k) f(k, products_[k]);
    }
  }

  void make_lists(const Pattern& pattern) {
    std::array<int, n> direction;
    for (int i = 0; i < n; ++i) {
      int& d = direction[static_cast<std::size_t>(i)];
      for (d = 0; shared(pattern, direction, i, d);) ++d;
      directions_ = std::max(directions_, d + 1);
    }
    for (int first = 0; first < directions_; first += width) {
      Round& round = rounds_.emplace_back();
      for (int i = 0; i < n; ++i) {
        const int slot = direction[static_cast<std::size_t>(i)] - first;
        for (int s = 0; s < width; ++s) round.seeds(i, s) = s == slot ? 1 : 0;
        if (slot >= 0 && slot < width) add_to_lists(pattern.slopes[static_cast<std::size_t>(i)], i, slot);
      }
      round.end = slopes_.size();
    }
  }

  /// Whether d is the direction of a coordinate before i that an entry looks at together with i.
  static bool shared(const Pattern& pattern, const std::array<int, n>& direction, int i, int d) {
    for (int k = 0; k < i; ++k)
      if (direction[static_cast<std::size_t>(k)] == d &&
          (pattern.slopes[static_cast<std::size_t>(i)] && pattern.slopes[static_cast<std::size_t>(k)]).any())
        return true;
    return false;
  }

  void add_to_lists(const typename Pattern::Places& places, int i, int slot) {
    for (int a = 0; a < r; ++a) {
      if (!places.col(a).any()) continue;
      for (int j = 0; j < n; ++j)
        if (places(j, a)) slopes_.push_back({j, a, i, slot, products_.size()});
      products_.push_back({a, i});
    }
  }

  std::vector<Slope> slopes_;
  std::vector<Product> products_;
  std::vector<Round> rounds_;
  int directions_ = 0;
};

}  // namespace nonholo
