// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/definite_mass.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/faces/completed_mass.hpp>
#include <nonholo/framework/system/independent_rows.hpp>
#include <nonholo/framework/system/probe.hpp>
#include <nonholo/framework/system/singular_mass.hpp>
#include <nonholo/framework/system/start_messages.hpp>

#include <fmt/format.h>

#include <cmath>
#include <vector>

namespace nonholo {

namespace {

using Index = Eigen::Index;

template <class Real, int n, int m> struct StateOf {
  Real t;
  Vector<Real, n> q, v;
};

/// K and K_q, K_q[j] = dK/dq_j, at a state.
template <class Real, int n, int m> struct RowsOf {
  RowsOf(const Dynamics<Real, n, m>& dynamics, const StateOf<Real, n, m>& at)
      : K(Matrix<Real, m, n>::Zero(dynamics.constraints(), dynamics.coordinates())),
        K_q(static_cast<std::size_t>(dynamics.coordinates()), K) {
    dynamics.reaction_gradient(at.t, at.q, at.v, K, K_q);
  }
  Matrix<Real, m, n> K;
  std::vector<Matrix<Real, m, n>> K_q;

  /// Whether row i binds coordinate j, here or near by.
  bool binds(Index i, Index j) const {
    for (const auto& slope : K_q)
      if (slope(i, j) != 0) return true;
    return K(i, j) != 0;
  }
};

/// The diagonal of C. On coordinate j alone, c_i = M_jj / K_ij^2 would make the term of row i as large as the mass
/// there. The c_i taken, the sum of M_jj divided by that of K_ij^2 over the coordinates that row i binds, lies between
/// the smallest and the largest of these, whatever the units of coordinates and of k_i. Where all these coordinates are
/// without mass they have what rows done before have added; where that is nothing, any c_i does, and the mean mass of
/// the system stands in.
template <class Real, int n, int m>
Vector<Real, m> sizes_of_mass(const Dynamics<Real, n, m>& dynamics, const StateOf<Real, n, m>& at) {
  using std::abs;
  const RowsOf<Real, n, m> rows(dynamics, at);
  const Index coordinates = dynamics.coordinates(), constraints = dynamics.constraints();
  Matrix<Real, n, n> M(coordinates, coordinates);
  dynamics.mass(at.t, at.q, at.v, M);
  Vector<Real, n> masses = M.diagonal().cwiseAbs();
  Vector<Real, m> c = Vector<Real, m>::Zero(constraints);
  const auto weigh = [&](Index i, Real mass) {
    const Real square = rows.K.row(i).squaredNorm();
    if (!(mass > 0 && square > 0)) return false;
    c[i] = mass / square;
    for (Index j = 0; j < coordinates; ++j) masses[j] += c[i] * rows.K(i, j) * rows.K(i, j);
    return true;
  };
  const auto bound = [&](Index i) {
    Real mass = 0;
    for (Index j = 0; j < coordinates; ++j)
      if (rows.binds(i, j)) mass += masses[j];
    return mass;
  };
  const Real mean = masses.sum() / static_cast<Real>(coordinates);
  for (bool more = true; more;) {
    more = false;
    for (Index i = 0; i < constraints; ++i)
      if (c[i] == 0 && weigh(i, bound(i))) more = true;
  }
  for (Index i = 0; i < constraints; ++i)
    if (c[i] == 0) weigh(i, mean);
  return c;
}

/// A state that has nothing to do with the one given.
template <class Real, int n, int m> StateOf<Real, n, m> elsewhere(StateOf<Real, n, m> at, int number) {
  using std::abs;
  const auto shift = [number](Vector<Real, n>& x, double phase) {
    for (Index i = 0; i < x.size(); ++i)
      x[i] += Real(0.1 * std::sin(2.3 * number + 1.7 * static_cast<double>(i) + phase)) * (1 + abs(x[i]));
  };
  at.t += Real(0.1 * std::sin(2.3 * number)) * (1 + abs(at.t));
  shift(at.q, 0.4);
  shift(at.v, 1.1);
  return at;
}

/// What depends on nothing is the same to the last bit at some states that have nothing to do with each other, where
/// it is finite.
template <class Real, int n, int m>
RowTraits traits_of_rows(const Dynamics<Real, n, m>& dynamics, const StateOf<Real, n, m>& start) {
  RowTraits rows{.constant = true, .no_offset = true};
  const Vector<Real, n> rest = Vector<Real, n>::Zero(dynamics.coordinates());
  Vector<Real, m> k(dynamics.constraints());
  Matrix<Real, m, n> K(dynamics.constraints(), dynamics.coordinates()), first(K.rows(), K.cols());
  dynamics.constraint(start.t, start.q, start.v, k, first);
  for (int number = 0; number < 8; ++number) {
    const StateOf<Real, n, m> at = elsewhere(start, number);
    dynamics.constraint(at.t, at.q, at.v, k, K);
    rows.constant = rows.constant && (K == first || !K.allFinite());
    dynamics.constraint(at.t, at.q, rest, k, K);
    rows.no_offset = rows.no_offset && (k.isZero(0) || !k.allFinite());
  }
  return rows;
}

/// The system with another face, whose engines hold all constraints.
template <class Real, int n, int m>
System<Real> with_face(const System<Real>& system, std::shared_ptr<const Dynamics<Real, n, m>> face) {
  detail::SystemParts<Real> parts{.coordinates = system.coordinates(),
                                  .constraints = system.constraints(),
                                  .exact_solution = system.exact_solution(),
                                  .invariants = system.invariants(),
                                  .traits = face->traits(),
                                  .coordinate_names = system.coordinate_names(),
                                  .inputs = system.inputs()};
  parts.kind = detail::Mechanical<Real>{std::move(face), {}};
  return System<Real>(std::move(parts));
}

/// Eigenvalues, and singular values of large constraints, are looked at only where the equations do not solve easily.
template <class Real>
bool is_definite(const System<Real>& system, Real t, std::span<const Real> q, std::span<const Real> v) {
  const auto probe = make_probe(system);
  VectorX<Real> lambda(system.constraints());
  if (probe->multipliers(t, q, v, detail::writable(lambda)) && probe->surely_regular()) return true;
  return probe->regularity(t, q, v).mass_is_definite();
}

}  // namespace

template <class Real> System<Real> with_definite_mass(const System<Real>& system, std::type_identity_t<Real> t,
                                                      std::type_identity_t<std::span<const Real>> q,
                                                      std::type_identity_t<std::span<const Real>> v) {
  if (system.kind() != SystemKind::mechanical || system.constraints() == 0) return system;
  if (std::ssize(q) != system.coordinates() || std::ssize(v) != system.coordinates()) return system;
  if (is_definite<Real>(system, t, q, v)) return system;
  if (system.traits().sparse_mass && system.coordinates() > most_made_dense) return system;
  const System<Real> completed = system.with_all_rows().visit(
      [&]<int n, int m>(const std::shared_ptr<const Dynamics<Real, n, m>>& dynamics) -> System<Real> {
        const StateOf<Real, n, m> start{t, vector_of(q), vector_of(v)};
        return with_face<Real, n, m>(
            system, std::make_shared<CompletedMass<Real, n, m>>(dynamics, sizes_of_mass(*dynamics, start),
                                                                traits_of_rows(*dynamics, start)));
      });
  return is_definite<Real>(completed, t, q, v) ? completed : system;
}

template <class Real> System<Real> with_own_mass(const System<Real>& system) {
  if (added_mass(system).size() == 0) return system;
  return system.with_all_rows().visit(
      [&system]<int n, int m>(const std::shared_ptr<const Dynamics<Real, n, m>>& face) -> System<Real> {
        return with_face<Real, n, m>(system, own_face<Real, n, m>(face));
      });
}

template <class Real> System<Real> solvable(const System<Real>& system, std::type_identity_t<Real> t,
                                            std::type_identity_t<std::span<const Real>> q,
                                            std::type_identity_t<std::span<const Real>> v) {
  return with_independent_rows(with_definite_mass(system, t, q, v), t, q, v);
}

template <class Real> VectorX<Real> added_mass(const System<Real>& system) {
  if (system.kind() != SystemKind::mechanical) return {};
  return system.with_all_rows().visit(
      []<int n, int m>(const std::shared_ptr<const Dynamics<Real, n, m>>& face) -> VectorX<Real> {
        const auto* completed = dynamic_cast<const CompletedMass<Real, n, m>*>(face.get());
        return completed ? VectorX<Real>(completed->added()) : VectorX<Real>();
      });
}

template <class Real> std::string note_on_mass(const System<Real>& system) {
  const VectorX<Real> c = added_mass(system);
  if (c.size() == 0) return {};
  return fmt::format(
      "the mass matrix M is singular, and positive definite on the velocities that the constraints allow: methods use "
      "M + A^T C A, which gives the same motion, with C = diag{}. Energies and multipliers are those of M",
      detail::short_list(c.template cast<double>()));
}

template System<double> with_definite_mass(const System<double>&, double, std::span<const double>,
                                           std::span<const double>);
template System<double> with_own_mass(const System<double>&);
template System<double> solvable(const System<double>&, double, std::span<const double>, std::span<const double>);
template VectorX<double> added_mass(const System<double>&);
template std::string note_on_mass(const System<double>&);
template System<quad> with_definite_mass(const System<quad>&, quad, std::span<const quad>, std::span<const quad>);
template System<quad> with_own_mass(const System<quad>&);
template System<quad> solvable(const System<quad>&, quad, std::span<const quad>, std::span<const quad>);
template VectorX<quad> added_mass(const System<quad>&);
template std::string note_on_mass(const System<quad>&);

}  // namespace nonholo
