// The contact oscillator: an isotropic oscillator under the contact constraint, with a quartic coupling that makes it
// chaotic.
//
//   q = (x, y, z)   dimensionless
//   L = 1/2 (vx^2 + vy^2 + vz^2) - 1/2 (x^2 + y^2 + z^2 + epsilon x^2 z^2)
//   vx + y vz = 0                                                  m = 1 constraint
//
// The constraint force has no y component: y is a harmonic oscillator for every epsilon. For epsilon = 0 and b cos t in
// the place of y the rest is linear: w = sqrt(1 + y^2) vz makes (x, z, w)' = B(t) (x, z, w) with a skew B, and every
// orbit is quasiperiodic. Source: Hilden 2009, section 4.3, after McLachlan & Perlmutter 2006; reference (P3), whose x0
// corrects Hilden's (4.8).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/about.hpp>
#include <nonholo/framework/problem/mechanical_system.hpp>

#include <Eigen/Core>

#include <array>
#include <cmath>

namespace nonholo {

template <class Real = double> struct ContactOscillator {
  static constexpr int n = 3, m = 1;
  static constexpr bool constant_mass = true;

  Real epsilon = 0;

  template <class S> Eigen::DiagonalMatrix<S, 3> mass_matrix(const Vector<S, 3>&) const {
    return Eigen::DiagonalMatrix<S, 3>(S(1), S(1), S(1));
  }

  template <class S> S potential(const Vector<S, 3>& q) const {
    const S xz = q[0] * q[2];
    return (q.dot(q) + epsilon * xz * xz) / S(2);
  }

  template <class S> Vector<S, 3> potential_gradient(const Vector<S, 3>& q) const {
    const S &x = q[0], &y = q[1], &z = q[2];
    return {x * (S(1) + epsilon * z * z), y, z * (S(1) + epsilon * x * x)};
  }

  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const { return {S(1), S(0), q[1]}; }

  template <class S> Matrix<S, 3, 2> adapted_basis(const Vector<S, 3>& q) const {
    Matrix<S, 3, 2> X;
    X << S(0), -q[1],  //
        S(1), S(0),    //
        S(0), S(1);
    return X;
  }

  static About<ContactOscillator, Real> about() {
    using Self = ContactOscillator;
    return {.title = "Contact oscillator",
            .source = "Hilden 2009, section 4.3",
            .coordinates = {"x", "y", "z"},
            .parameters = {{"epsilon", &Self::epsilon, "1", Range::any}},
            .setups = setups(),
            .invariants = {{"y_energy",
                            [](const Self&, const Real&, const Vector<Real, 3>& q, const Vector<Real, 3>& v) -> Real {
                              return (v[1] * v[1] + q[1] * q[1]) / 2;
                            }}},
            .references = {"hilden2009", "mclachlan2006"}};
  }

 private:
  /// From y = 1, vy = 0 at z = z0 with v = 0 and energy 3/2: Hilden's section vy = 0 with vy' < 0.
  static Setup<Real> on_section(std::string_view name, std::string_view source, const Real& epsilon, const Real& z0) {
    using std::sqrt;
    return {.name = name,
            .source = source,
            .parameters = {{"epsilon", epsilon}},
            .q = {sqrt((2 - z0 * z0) / (1 + epsilon * z0 * z0)), 1, z0},
            .v = {0, 0, 0},
            .t_end = {}};
  }

  static std::vector<Setup<Real>> setups() {
    using std::sqrt;
    constexpr std::array<std::string_view, 10> orbits{
        "hilden_4_9_orbit_1", "hilden_4_9_orbit_2", "hilden_4_9_orbit_3", "hilden_4_9_orbit_4", "hilden_4_9_orbit_5",
        "hilden_4_9_orbit_6", "hilden_4_9_orbit_7", "hilden_4_9_orbit_8", "hilden_4_9_orbit_9", "hilden_4_9_orbit_10"};
    std::vector<Setup<Real>> all;
    for (int k = 0; k < 10; ++k)
      all.push_back(on_section(orbits[static_cast<std::size_t>(k)],
                               "Hilden 2009, (4.9), Figure 4.11: orbit k + 1 has z0 = (-0.9 + 0.2 k) sqrt 2", 0,
                               Real(2 * k - 9) / 10 * sqrt(Real(2))));
    all.push_back(on_section("hilden_figure_4_15",
                             "Hilden 2009, Figures 4.14 and 4.15: the chaotic orbit from z0 = -0.55", Real(8) / 10,
                             Real(-55) / 100));
    all.push_back({.name = "perturbed",
                   .source = "ours: the start of the golden values contact_eps0.3",
                   .parameters = {{"epsilon", Real(3) / 10}},
                   .q = {Real(1) / 2, 1, Real(3) / 10},
                   .v = {Real(-4) / 10, Real(2) / 10, Real(4) / 10},
                   .t_end = {}});
    return all;
  }
};

}  // namespace nonholo
