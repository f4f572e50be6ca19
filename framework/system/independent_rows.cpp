// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/independent_rows.hpp>

#include <nonholo/framework/base/decompositions.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/system/mass_metric.hpp>
#include <nonholo/framework/system/probe.hpp>
#include <nonholo/framework/system/start_messages.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace nonholo {

namespace {

constexpr double dependent = 1e-7;  // of a row: what of it is no combination of others; as Regularity judges

using Index = Eigen::Index;

/// A state to look at.
template <class Real> struct Place {
  Real t;
  VectorX<Real> q, v;
};

/// The columns of p_v^-1/2 K^T, each of length 1, or 0 where K has none: the angles between the constraints in the mass
/// metric. Empty where something is not finite or the mass not definite.
template <class Real> MatrixX<double> directions(const System<Real>& system, const Place<Real>& at) {
  return system.visit([&]<int n, int m>(const std::shared_ptr<const Dynamics<Real, n, m>>& dynamics) {
    Vector<Real, m> k(dynamics->constraints());
    Matrix<Real, m, n> K(dynamics->constraints(), dynamics->coordinates());
    dynamics->constraint(at.t, at.q, at.v, k, K);
    MassMetric<Real, n, m> metric(*dynamics);
    if (!metric.compute(at.t, at.q, at.v) || !K.allFinite()) return MatrixX<double>();
    MatrixX<double> rows = K.transpose().template cast<double>();
    if (metric.is_sparse()) solve_half(Sparse<double>(metric.sparse().template cast<double>()), rows);
    else solve_half(MatrixX<double>(metric.dense().template cast<double>()), rows);
    if (!rows.allFinite()) return MatrixX<double>();
    for (Index i = 0; i < rows.cols(); ++i)
      if (const double length = rows.col(i).norm(); length > 0) rows.col(i) /= length;
    return rows;
  });
}

/// Takes what lies along `direction`, of length 1, out of every column.
void remove(const VectorX<double>& direction, MatrixX<double>& rows) {
  for (int again = 0; again < 2; ++again)  // once leaves round-off of the angle
    for (Index i = 0; i < rows.cols(); ++i) rows.col(i) -= direction.dot(rows.col(i)) * direction;
}

/// Rows that span all: in turn the one that is farthest from the span of those before, of the first group as long as
/// there are any.
std::vector<Index> spanning(MatrixX<double> rows, Index first_group) {
  std::vector<Index> found;
  const auto take = [&](Index from, Index to) {
    while (from < to) {
      Index best = from;
      for (Index i = from; i < to; ++i)
        if (rows.col(i).norm() > (1 + 1e-9) * rows.col(best).norm()) best = i;
      if (!(rows.col(best).norm() > dependent)) return;
      found.push_back(best);
      const VectorX<double> direction = rows.col(best).normalized();
      remove(direction, rows);
    }
  };
  take(0, first_group);
  take(first_group, rows.cols());
  std::ranges::sort(found);
  return found;
}

/// Whether the other rows are combinations of these.
bool span_all(MatrixX<double> rows, const std::vector<Index>& held) {
  for (const Index i : held) {
    if (!(rows.col(i).norm() > dependent)) return false;
    const VectorX<double> direction = rows.col(i).normalized();
    remove(direction, rows);
  }
  for (Index i = 0; i < rows.cols(); ++i)
    if (rows.col(i).norm() > dependent) return false;
  return true;
}

/// Whether the rows left out follow from those held, in what they ask for as well as in their directions; nothing where
/// numbers are not finite.
template <class Real> std::optional<bool> follow(const System<Real>& held, const Place<Real>& at) {
  using std::isfinite;
  const auto probe = make_probe(held);
  if (!isfinite(probe->constraint(at.t, values(at.q), values(at.v)).absolute)) return std::nullopt;
  return probe->rank_held();
}

/// A place near by, and a moment later, that keeps the constraints held.
template <class Real> Place<Real> beside(const System<Real>& held, Place<Real> at, int number) {
  const auto shift = [number](VectorX<Real>& x, double phase) {
    for (Index i = 0; i < x.size(); ++i) {
      using std::abs;
      x[i] += Real(0.01 * std::sin(2.3 * number + 1.7 * static_cast<double>(i) + phase)) * (1 + abs(x[i]));
    }
  };
  at.t += Real(0.01 * std::abs(std::sin(2.3 * number))) * (1 + (at.t < 0 ? -at.t : at.t));
  shift(at.q, 0.4);
  shift(at.v, 1.1);
  const auto probe = make_probe(held);
  probe->place(at.t, detail::writable(at.q), values(at.v));
  probe->project(at.t, values(at.q), detail::writable(at.v));
  return at;
}

}  // namespace

template <class Real> System<Real> with_independent_rows(const System<Real>& system, std::type_identity_t<Real> t,
                                                         std::type_identity_t<std::span<const Real>> q,
                                                         std::type_identity_t<std::span<const Real>> v) {
  if (system.kind() != SystemKind::mechanical || !system.traits().ideal || system.constraints() == 0) return system;
  if (std::ssize(q) != system.coordinates() || std::ssize(v) != system.coordinates()) return system;
  VectorX<Real> lambda(system.constraints());
  if (make_probe(system)->multipliers(t, q, v, detail::writable(lambda))) return system;
  const System<Real> all = system.with_all_rows();
  const Place<Real> here{t, vector_of(q), vector_of(v)};
  const MatrixX<double> rows = directions(all, here);
  const std::vector<Index> found = spanning(rows, all.traits().holonomic);
  if (rows.cols() == 0 || found.empty() || std::ssize(found) == system.constraints()) return system;
  const System<Real> held = all.holding(found);
  int seen = 0;
  for (int number = 1; number <= 8; ++number) {
    const Place<Real> there = beside(held, here, number);
    const MatrixX<double> rows_there = directions(all, there);
    if (rows_there.cols() == 0) continue;
    const auto others_follow = follow(held, there);
    if (!others_follow) continue;
    if (!span_all(rows_there, found) || !*others_follow) return system;
    ++seen;
  }
  return seen > 0 ? held : system;
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template System<double> with_independent_rows(const System<double>&, double, std::span<const double>,
                                              std::span<const double>);
#else
template System<long double> with_independent_rows(const System<long double>&, long double,
                                                   std::span<const long double>, std::span<const long double>);
template System<quad> with_independent_rows(const System<quad>&, quad, std::span<const quad>, std::span<const quad>);
#endif

}  // namespace nonholo
