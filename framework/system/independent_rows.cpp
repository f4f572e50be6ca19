// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/independent_rows.hpp>

#include <nonholo/framework/base/decompositions.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/system/mass_metric.hpp>
#include <nonholo/framework/system/nearly_dependent_row.hpp>
#include <nonholo/framework/system/orthogonal_rows.hpp>
#include <nonholo/framework/system/probe.hpp>
#include <nonholo/framework/system/start_messages.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

// A row is redundant only where what the others leave of it, and of its right side, is what rounding makes of their
// terms: one that is nearly parallel to another may ask for anything.
namespace nonholo {

namespace {

constexpr double dependent = 1e-7;  // of a row: what of it is no combination of others; as Regularity judges
constexpr int rounding = 16;        // of what a change of the terms in their last digits makes, at most

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

/// What is left of the rows that are not held, each velocity in the unit in which its mass is 1, and of the b in
/// k = K v + b.
template <class Real> struct Rest {
  std::vector<Index> rows;
  MatrixX<Real> K;
  VectorX<Real> b, size, b_size;  // the last two of all the terms
};

/// Every term changed by four last digits, up or down.
/// @param number of the change; 0 for none
template <class X> void change_last_digits(X& terms, int number) {
  using Real = typename X::Scalar;
  for (Index i = 0; number > 0 && i < terms.size(); ++i) {
    const bool up = std::sin(static_cast<double>(7 * i * i + 3 * i + 11 * number)) > 0;  // any pattern
    terms.data()[i] *= 1 + (up ? 4 : -4) * epsilon<Real>;
  }
}

std::vector<Index> others(Index rows, const std::vector<Index>& held) {
  std::vector<Index> found;
  for (Index i = 0; i < rows; ++i)
    if (!std::ranges::binary_search(held, i)) found.push_back(i);
  return found;
}

/// @param changed number of a change of all terms in their last digits, 0 for none
template <class Real>
Rest<Real> rest_of(const System<Real>& system, const std::vector<Index>& held, Place<Real> at, int changed) {
  return system.visit([&]<int n, int m>(const std::shared_ptr<const Dynamics<Real, n, m>>& dynamics) {
    using std::abs, std::sqrt;
    change_last_digits(at.q, changed);
    if (changed > 0) at.t *= 1 + 4 * epsilon<Real>;
    const Vector<Real, n> q = at.q, v = at.v;
    Vector<Real, m> k(dynamics->constraints());
    Matrix<Real, m, n> K(dynamics->constraints(), dynamics->coordinates());
    dynamics->constraint(at.t, q, v, k, K);
    change_last_digits(K, changed);
    const VectorX<Real> b = k - K * v, b_held = b(held);
    const Matrix<Real, dynamic, n> K_held = K(held, Eigen::all);
    MassMetric<Real, n, m> metric(*dynamics);
    metric.compute(at.t, q, v);
    OrthogonalRows<Real, n, dynamic> orthogonal(K_held.rows(), K_held.cols());
    orthogonal.compute(K_held, metric, K_held.rows());
    Vector<Real, n> unit(K.cols());
    for (Index j = 0; j < unit.size(); ++j) unit[j] = 1 / sqrt(metric.entry(j));

    Rest<Real> rest{others(K.rows(), held)};
    const Index count = std::ssize(rest.rows);
    rest.K.resize(count, K.cols());
    for (VectorX<Real>* each : {&rest.b, &rest.size, &rest.b_size}) each->resize(count);
    for (Index to = 0; to < count; ++to) {
      const Index i = rest.rows[static_cast<std::size_t>(to)];
      Vector<Real, n> x = K.row(i).transpose();
      metric.solve_in_place(x);
      VectorX<Real> parts = K_held * x;
      orthogonal.reach(parts);
      orthogonal.combine(parts);
      const Vector<Real, n> row = K.row(i).transpose();
      rest.K.row(to) = (row - K_held.transpose() * parts).cwiseProduct(unit).transpose();
      rest.b[to] = b[i] - parts.dot(b_held);
      rest.size[to] = row.cwiseProduct(unit).norm();
      rest.b_size[to] = abs(b[i]) + parts.cwiseAbs().dot(b_held.cwiseAbs());
    }
    return rest;
  });
}

/// Whether what is left of the other rows, and of their b, is what rounding makes of their terms: changes of these in
/// their last digits change it as much.
template <class Real>
bool rest_is_rounding(const System<Real>& system, const std::vector<Index>& held, const Place<Real>& at) {
  using std::abs, std::max;
  constexpr int changes = 3;  // one alone may happen to change nothing
  const Rest<Real> rest = rest_of(system, held, at, 0);
  VectorX<Real> noise = epsilon<Real> * rest.size, b_noise = epsilon<Real> * rest.b_size;
  for (int number = 1; number <= changes; ++number) {
    const Rest<Real> changed = rest_of(system, held, at, number);
    for (Index i = 0; i < noise.size(); ++i) {
      noise[i] = max<Real>(noise[i], (changed.K.row(i) - rest.K.row(i)).norm());
      b_noise[i] = max<Real>(b_noise[i], abs(changed.b[i] - rest.b[i]));
    }
  }
  for (Index i = 0; i < noise.size(); ++i)
    if (!(rest.K.row(i).norm() <= rounding * noise[i] && abs(rest.b[i]) <= rounding * b_noise[i])) return false;
  return true;
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
template <class Real>
std::optional<bool> follow(const System<Real>& all, const std::vector<Index>& held, const Place<Real>& at) {
  using std::isfinite;
  if (!isfinite(make_probe(all)->constraint(at.t, values(at.q), values(at.v)).absolute)) return std::nullopt;
  return rest_is_rounding(all, held, at);
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
    const auto others_follow = follow(all, found, there);
    if (!others_follow) continue;
    if (!span_all(rows_there, found) || !*others_follow) return system;
    ++seen;
  }
  return seen > 0 ? held : system;
}

namespace detail {

template <class Real>
std::optional<NearlyDependent> nearly_dependent_row(const System<Real>& system, std::type_identity_t<Real> t,
                                                    std::type_identity_t<std::span<const Real>> q,
                                                    std::type_identity_t<std::span<const Real>> v) {
  using std::abs;
  const System<Real> all = system.with_all_rows();
  const Place<Real> here{t, vector_of(q), vector_of(v)};
  const MatrixX<double> rows = directions(all, here);
  const std::vector<Index> held = spanning(rows, all.traits().holonomic);
  if (rows.cols() == 0 || held.empty() || std::ssize(held) == rows.cols()) return std::nullopt;
  const Rest<Real> rest = rest_of(all, held, here, 0);
  std::optional<NearlyDependent> worst;
  for (Index i = 0; i < rest.b.size(); ++i) {
    const auto direction = static_cast<double>(Real(rest.K.row(i).norm() / rest.size[i]));
    if (!worst || direction > worst->direction)
      worst = {rest.rows[static_cast<std::size_t>(i)], direction, static_cast<double>(abs(rest.b[i]))};
  }
  return worst;
}

}  // namespace detail

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template System<double> with_independent_rows(const System<double>&, double, std::span<const double>,
                                              std::span<const double>);
template std::optional<detail::NearlyDependent> detail::nearly_dependent_row(const System<double>&, double,
                                                                             std::span<const double>,
                                                                             std::span<const double>);
#else
template System<quad> with_independent_rows(const System<quad>&, quad, std::span<const quad>, std::span<const quad>);
template std::optional<detail::NearlyDependent> detail::nearly_dependent_row(const System<quad>&, quad,
                                                                             std::span<const quad>,
                                                                             std::span<const quad>);
#endif

}  // namespace nonholo
