// McLachlan and Perlmutter's particles: a chaotic quartic system with as many pairs of coordinates as one likes and a
// single constraint.
//
//   q = (x, w_1 ... w_k, z_1 ... z_k)   dimensionless, k pairs
//   L = 1/2 |v|^2 - 1/2 (|q|^2 + z_1^2 z_2^2 + sum_i w_i^2 z_i^2)  without z_1^2 z_2^2 when k = 1
//   vx + sum_i w_i vz_i = 0                                        m = 1 constraint
//
// Source: Jay 2009, section 8.4, after McLachlan & Perlmutter 2006; Celledoni et al. 2016, section 4.1; reference (P7).
// Jay prints the sum as z_i vz_i, which would be holonomic: his Figure 8.4 was made with the constraint above.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/about.hpp>
#include <nonholo/framework/problem/mechanical_system.hpp>
#include <nonholo/framework/system/system.hpp>

#include <Eigen/Core>

#include <cmath>
#include <string>
#include <vector>

namespace nonholo {

/// The number of pairs is known when it is compiled, or (`dynamic`) the parameter `pairs` says it.
template <class Real = double, int pairs_ = dynamic> struct McLachlanPerlmutterParticles {
  static constexpr int n = pairs_ == dynamic ? dynamic : 2 * pairs_ + 1, m = 1;
  static constexpr bool constant_mass = true;

  // NOLINTNEXTLINE(bugprone-branch-clone): the same for one of the sizes that are compiled
  Real pairs = pairs_ == dynamic ? 3 : pairs_;

  Eigen::Index number_of_pairs() const { return pairs_ == dynamic ? static_cast<Eigen::Index>(pairs) : pairs_; }
  Eigen::Index coordinates() const { return 2 * number_of_pairs() + 1; }

  template <class S> Eigen::DiagonalMatrix<S, n> mass_matrix(const Vector<S, n>&) const {
    return Eigen::DiagonalMatrix<S, n>(Vector<S, n>::Ones(coordinates()));
  }

  template <class S> S potential(const Vector<S, n>& q) const {
    const Eigen::Index k = number_of_pairs();
    S twice = q.dot(q);
    for (Eigen::Index i = 1; i <= k; ++i) twice += q[i] * q[i] * q[k + i] * q[k + i];
    if (k > 1) twice += q[k + 1] * q[k + 1] * q[k + 2] * q[k + 2];
    return twice / S(2);
  }

  template <class S> Vector<S, n> potential_gradient(const Vector<S, n>& q) const {
    const Eigen::Index k = number_of_pairs();
    Vector<S, n> gradient = q;
    for (Eigen::Index i = 1; i <= k; ++i) {
      gradient[i] += q[i] * q[k + i] * q[k + i];
      gradient[k + i] += q[i] * q[i] * q[k + i];
    }
    if (k > 1) {
      gradient[k + 1] += q[k + 1] * q[k + 2] * q[k + 2];
      gradient[k + 2] += q[k + 1] * q[k + 1] * q[k + 2];
    }
    return gradient;
  }

  template <class S> Matrix<S, 1, n> constraint_matrix(const Vector<S, n>& q) const {
    const Eigen::Index k = number_of_pairs();
    Matrix<S, 1, n> A = Matrix<S, 1, n>::Zero(1, coordinates());
    A[0] = S(1);
    for (Eigen::Index i = 1; i <= k; ++i) A[k + i] = q[i];
    return A;
  }

  /// e_(w_i), then e_(z_i) - w_i e_x.
  template <class S> Matrix<S, n, n == dynamic ? dynamic : n - 1> adapted_basis(const Vector<S, n>& q) const {
    const Eigen::Index k = number_of_pairs();
    Matrix<S, n, n == dynamic ? dynamic : n - 1> X(2 * k + 1, 2 * k);
    X.setZero();
    X.bottomRows(2 * k).diagonal().setConstant(S(1));
    for (Eigen::Index i = 1; i <= k; ++i) X(0, k + i - 1) = -q[i];
    return X;
  }

  /// Three pairs, those of the literature, with sizes known when they are compiled: that evaluates without allocating.
  System<Real> as_system() const {
    if (pairs == 3) return System<Real>(McLachlanPerlmutterParticles<Real, 3>());
    return System<Real>(*this);
  }

  std::vector<std::string> coordinate_names() const {
    std::vector<std::string> names{"x"};
    for (const char* letter : {"w", "z"})
      for (Eigen::Index i = 1; i <= number_of_pairs(); ++i) names.push_back(letter + std::to_string(i));
    return names;
  }

  static About<McLachlanPerlmutterParticles, Real> about() requires(pairs_ == dynamic) {
    using std::acos, std::cos, std::sin;
    const Real angle = 2 * acos(Real(-1)) / 9;  // j pi / (2 J) with j = 4, J = 9
    return {.title = "McLachlan and Perlmutter's particles",
            .source = "Jay 2009, section 8.4",
            .coordinates = {"x", "w1", "w2", "w3", "z1", "z2", "z3"},
            .parameters = {{"pairs", &McLachlanPerlmutterParticles::pairs, "1", Range::count}},
            .setups = {{
                .name = "jay_8_4",
                .source = "Jay 2009, section 8.4: j = 4 of J = 9, until chaos sets in",
                .parameters = {},
                .q = {cos(angle), Real(6) / 10, Real(4) / 10, Real(2) / 10, 1, 1, 1},
                .v = {0, sin(angle), 0, 0, 0, 0, 0},
                .t_end = Real(10),
            }},
            .references = {"jay2009", "mclachlan2006", "celledoni2016"}};
  }
};

}  // namespace nonholo
