// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/singular_mass.hpp>

#include <nonholo/framework/base/cholesky.hpp>
#include <nonholo/framework/base/decompositions.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/system/start_messages.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace nonholo {

namespace {

constexpr double round_off = 16 * epsilon<double>;  // as Regularity judges

struct MassAndRows {
  MatrixX<double> M, K;
};

template <class Real>
MassAndRows mass_and_rows(const System<Real>& system, Real t, const VectorX<Real>& q, const VectorX<Real>& v) {
  return system.visit([&]<int n, int m>(const std::shared_ptr<const Dynamics<Real, n, m>>& dynamics) -> MassAndRows {
    Matrix<Real, n, n> M(dynamics->coordinates(), dynamics->coordinates());
    Vector<Real, m> k(dynamics->constraints());
    Matrix<Real, m, n> K(dynamics->constraints(), dynamics->coordinates());
    dynamics->mass(t, q, v, M);
    dynamics->constraint(t, q, v, k, K);
    return {M.template cast<double>(), K.template cast<double>()};
  });
}

/// Of each velocity the unit in which its mass is 1; of those without mass their own.
VectorX<double> units_of(const MatrixX<double>& M) {
  VectorX<double> units = VectorX<double>::Ones(M.rows());
  for (Eigen::Index i = 0; i < M.rows(); ++i)
    if (M(i, i) > 0) units[i] = 1 / std::sqrt(M(i, i));
  return units;
}

/// v = [0, 1, -1] of (x, phi, psi). The largest entry, of several the first, is 1; what three digits do not show is
/// 0.
std::string in_words(VectorX<double> direction, const std::vector<std::string>& names) {
  const double most = direction.cwiseAbs().maxCoeff();
  const auto largest = std::ranges::find_if(direction, [most](double x) { return std::abs(x) > 0.999 * most; });
  direction /= double(*largest);
  for (double& x : direction)
    if (std::abs(x) < 1e-3) x = 0;
  return fmt::format("v = {} of ({})", detail::short_list(direction), fmt::join(names, ", "));
}

/// Smallest entry of D in L D L^T of the mass scaled to a unit diagonal; 0 where that is not positive.
template <class Real>
double smallest_pivot(const System<Real>& system, Real t, const VectorX<Real>& q, const VectorX<Real>& v) {
  const MatrixX<double> M = mass_and_rows(system, t, q, v).M;
  Cholesky<double, dynamic> cholesky(M.rows());
  if (!M.allFinite() || !cholesky.compute(M)) return 0;
  double smallest = 1;
  for (Eigen::Index i = 0; i < M.rows(); ++i) smallest = std::min(smallest, cholesky.pivot(i) / M(i, i));
  return smallest;
}

}  // namespace

template <class Real> std::string singular_direction(const System<Real>& system, std::type_identity_t<Real> t,
                                                     std::type_identity_t<std::span<const Real>> q,
                                                     std::type_identity_t<std::span<const Real>> v) {
  if (system.traits().sparse_mass && system.coordinates() > most_made_dense) return {};
  const auto [M, K] = mass_and_rows<Real>(system, t, vector_of(q), vector_of(v));
  const VectorX<double> units = units_of(M);
  const MatrixX<double> scaled = units.asDiagonal() * M * units.asDiagonal(), rows = K * units.asDiagonal();
  const MatrixX<double> identity = MatrixX<double>::Identity(M.rows(), M.rows());
  if (!scaled.allFinite() || !rows.allFinite()) return {};
  const double size = std::max(scaled.cwiseAbs().maxCoeff(), std::numeric_limits<double>::min());
  if ((scaled - scaled.transpose()).cwiseAbs().maxCoeff() > round_off * size) return {};
  const MatrixX<double> bound = rows.rows() > 0 ? MatrixX<double>(least_squares(rows, rows, round_off).x)
                                                : MatrixX<double>::Zero(M.rows(), M.rows());
  // On the velocities that the constraints allow it is M, on the others larger than any of its eigenvalues.
  const double larger = 2 * static_cast<double>(M.rows()) * size;
  const MatrixX<double> allowed = (identity - bound) * scaled * (identity - bound) + larger * bound;
  const auto named = [&](const VectorX<double>& x) {
    return in_words(units.asDiagonal() * x, system.coordinate_names());
  };
  const auto is_negative = [&](const VectorX<double>& x) { return x.dot(scaled * x) < -round_off * size; };
  const VectorX<double> free = lowest_direction(allowed);
  if (!(free.dot(allowed * free) > round_off * size))
    return fmt::format(
        " It is {} in the direction {}, which the constraints allow, so this acceleration is not determined. Give that "
        "motion a mass, constrain it, or leave a coordinate out; at a singularity of angles give another start or "
        "other coordinates",
        is_negative(free) ? "negative" : "singular", named(free));
  const VectorX<double> lowest = lowest_direction(scaled);
  return fmt::format(
      " It is {} in the direction {}, and positive definite on the velocities that the constraints "
      "allow: add c/2 |A v + b|^2 to the Lagrangian, which changes no motion, {}",
      is_negative(lowest) ? "negative" : "singular", named(lowest),
      is_negative(lowest) ? "with a c large enough" : "or run with_definite_mass()");
}

template <class Real> std::string singular_near(const System<Real>& system, std::type_identity_t<Real> t,
                                                std::type_identity_t<std::span<const Real>> q,
                                                std::type_identity_t<std::span<const Real>> v,
                                                std::type_identity_t<Real> h) {
  if (system.kind() != SystemKind::mechanical || system.traits().constant_mass) return {};
  const VectorX<Real> here = vector_of(q), velocity = vector_of(v);
  const double now = smallest_pivot<Real>(system, t, here, velocity),
               before = smallest_pivot<Real>(system, t, here - h * velocity, velocity),
               after = smallest_pivot<Real>(system, t, here + h * velocity, velocity);
  const double least = std::min({now, before, after}), most = std::max({now, before, after});
  if (!(most >= 2 * least)) return {};
  return fmt::format(
      "The smallest pivot of the mass matrix, scaled to a unit diagonal, is {:.2g} there and {:.2g} within a step. If "
      "the pivot is nearly 0, the coordinates are singular near this state: take other coordinates, or a smaller h",
      now, least);
}

template std::string singular_direction(const System<double>&, double, std::span<const double>,
                                        std::span<const double>);
template std::string singular_near(const System<double>&, double, std::span<const double>, std::span<const double>,
                                   double);
template std::string singular_direction(const System<quad>&, quad, std::span<const quad>, std::span<const quad>);
template std::string singular_near(const System<quad>&, quad, std::span<const quad>, std::span<const quad>, quad);

}  // namespace nonholo
