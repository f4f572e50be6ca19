// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/involutivity.hpp>

#include <nonholo/framework/base/decompositions.hpp>

#include <algorithm>

namespace nonholo {

namespace {

/// a_i over (t, q), m x (n + 1), and their derivatives: slope[j] is d/dx_j of all of them.
struct Forms {
  MatrixX<double> rows;
  std::vector<MatrixX<double>> slope;

  /// da_i(x, y) = x . curl y.
  MatrixX<double> curl(Eigen::Index i) const {
    const Eigen::Index size = rows.cols();
    MatrixX<double> D(size, size);
    for (Eigen::Index j = 0; j < size; ++j)
      for (Eigen::Index k = 0; k < size; ++k)
        D(j, k) = slope[static_cast<std::size_t>(j)](i, k) - slope[static_cast<std::size_t>(k)](i, j);
    return D;
  }
};

/// Of k = A v + b from the face alone: b = k and b_q = k_q at v = 0, and k_dot at a = 0 is k_t + k_q v.
template <int n, int m> Forms forms_of(const Dynamics<double, n, m>& dynamics, double t, const VectorX<double>& at) {
  const Eigen::Index rows = dynamics.constraints(), size = dynamics.coordinates();
  const Vector<double, n> q = at, rest = Vector<double, n>::Zero(size);
  Vector<double, m> b(rows);
  Matrix<double, m, n> A(rows, size), b_q(rows, size), k_q(rows, size);
  std::vector<Matrix<double, m, n>> A_q(static_cast<std::size_t>(size), A);
  Rates<double, n, m> rates(size, rows);
  dynamics.constraint(t, q, rest, b, A);
  dynamics.constraint_gradient(t, q, rest, b_q);
  dynamics.reaction_gradient(t, q, rest, A, A_q);
  dynamics.rates(t, q, rest, rest, rates);
  const Vector<double, m> b_t = rates.k_dot;

  Forms forms{MatrixX<double>(rows, size + 1), {}};
  forms.rows << b, A;
  forms.slope.assign(static_cast<std::size_t>(size + 1), MatrixX<double>::Zero(rows, size + 1));
  for (Eigen::Index j = 0; j < size; ++j)
    forms.slope[static_cast<std::size_t>(j + 1)] << b_q.col(j), A_q[static_cast<std::size_t>(j)];
  forms.slope[0].col(0) = b_t;
  for (Eigen::Index j = 0; j < size; ++j) {  // A_t, column by column
    Vector<double, n> v = rest;
    v[j] = 1;
    dynamics.rates(t, q, v, rest, rates);
    dynamics.constraint_gradient(t, q, v, k_q);
    forms.slope[0].col(j + 1) = rates.k_dot - b_t - k_q.col(j);
  }
  return forms;
}

/// The rows of the set whose derivative does not vanish on what the set allows.
std::vector<Eigen::Index> curved(const Forms& forms, const std::vector<Eigen::Index>& set) {
  constexpr double round_off = 1e-10, dependent = 1e-12;
  MatrixX<double> rows(static_cast<Eigen::Index>(set.size()), forms.rows.cols());
  for (std::size_t i = 0; i < set.size(); ++i) rows.row(static_cast<Eigen::Index>(i)) = forms.rows.row(set[i]);
  // onto the velocities that the set allows
  const MatrixX<double> allowed =
      MatrixX<double>::Identity(rows.cols(), rows.cols()) - least_squares(rows, rows, dependent).x;
  std::vector<Eigen::Index> found;
  for (const Eigen::Index i : set) {
    const MatrixX<double> curl = forms.curl(i), on = allowed * curl * allowed;
    if (on.norm() > round_off * (curl.norm() + forms.rows.row(i).norm())) found.push_back(i);
  }
  return found;
}

}  // namespace

std::vector<Eigen::Index> integrable_rows(const System<double>& system, double t, const VectorX<double>& q) {
  if (!system.traits().linear_constraint) return {};
  const Forms forms = system.visit([&]<int n, int m>(const std::shared_ptr<const Dynamics<double, n, m>>& dynamics) {
    return forms_of(*dynamics, t, q);
  });
  std::vector<Eigen::Index> set;
  for (Eigen::Index i = 0; i < forms.rows.rows(); ++i) set.push_back(i);
  while (!set.empty()) {
    const std::vector<Eigen::Index> out = curved(forms, set);
    if (out.empty()) break;
    std::erase_if(set, [&](Eigen::Index i) { return std::ranges::find(out, i) != out.end(); });
  }
  return set;
}

}  // namespace nonholo
