// Suslov's problem: a free rigid body that cannot spin about one of its own axes, e3.
//
//   zeta = (omega1, omega2)   angular velocity in the body [1/s]; omega3 = 0
//   J omega' = sigma (-omega2, omega1),  sigma = I13 omega1 + I23 omega2,  J = [I11 I12; I12 I22]
//   H = 1/2 omega^T J omega,  Pi = sigma J^-1 [0 -1; 1 0] J^-1 = (sigma / det J) [0 -1; 1 0]
//
// From I omega' = (I omega) x omega + lambda e3; I33 does not matter. J must be positive definite: I12^2 < I11 I22. The
// body comes to rest on the line sigma = 0 of equilibria. The components of J^1/2 omega move like the momenta of the
// reduced sleigh, which makes the exact solution. Source: Jimenez & Scheurle, slides 2014, whose start is not printed:
// ours reproduces the ranges of their plots; Celledoni et al. 2016, section 4.3; reference (P10).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/about.hpp>
#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/system/system.hpp>
#include <nonholo/framework/faces/skew_gradient_of.hpp>
#include <nonholo/problems/reduced_sleigh.hpp>

#include <cmath>

namespace nonholo {

template <class Real = double> struct Suslov {
  static constexpr int nzeta = 2;

  Real I11 = 1, I22 = 1, I12 = Real(1) / 10, I13 = Real(2) / 10, I23 = Real(1) / 10;

  /// @throws InputError (key "I12") unless the inertia is positive definite.
  System<Real> as_system() const {
    if (!(determinant() > 0))
      throw InputError("I12", "I11 I22 - I12^2 must be > 0: the inertia of a body is positive definite");
    return System<Real>(*this);
  }

  Real determinant() const { return I11 * I22 - I12 * I12; }

  template <class S> S hamiltonian(const Vector<S, 2>& omega) const {
    const S &w1 = omega[0], &w2 = omega[1];
    return (I11 * w1 * w1 + I22 * w2 * w2) / S(2) + I12 * w1 * w2;
  }

  template <class S> Matrix<S, 2, 2> structure(const Vector<S, 2>& omega) const {
    const S turn = (I13 * omega[0] + I23 * omega[1]) / S(determinant());
    Matrix<S, 2, 2> Pi;
    Pi << S(0), -turn,  //
        turn, S(0);
    return Pi;
  }

  /// u = J^1/2 omega turns by u' = sigma / sqrt(det J) [0 -1; 1 0] u, and sigma = c rho1 where rho1, rho2 are the
  /// components of u along J^-1/2 (I13, I23) / c and across it, c^2 = (I13, I23) J^-1 (I13, I23).
  Vector<Real, 2> exact_solution(const Real& t, const Vector<Real, 2>& omega0) const {
    using std::sqrt;
    const Real D = determinant(), root = sqrt(D);
    const Vector<Real, 2> along{(I22 * I13 - I12 * I23) / D, (I11 * I23 - I12 * I13) / D},
        across{-I23 / root, I13 / root};
    const Real c = sqrt(I13 * along[0] + I23 * along[1]);
    if (c == 0) return omega0;
    const Vector<Real, 2> L{I11 * omega0[0] + I12 * omega0[1], I12 * omega0[0] + I22 * omega0[1]};
    const Vector<Real, 2> rho = ReducedSleigh<Real>::flow(c / root, t, {along.dot(L) / c, across.dot(L) / c});
    return rho[0] / c * along + rho[1] / c * across;
  }

  static About<Suslov, Real> about() {
    using Self = Suslov;
    const Real w1 = Real(4) / 10, w2 = Real(5) / 10;
    const auto from = [](std::string_view name, std::string_view source, const Real& omega1,
                         const Real& omega2) -> Setup<Real> {
      return {.name = name, .source = source, .parameters = {}, .q = {omega1, omega2}, .v = {}, .t_end = Real(10)};
    };
    return {
        .title = "Suslov's problem: a rigid body that cannot spin about e3",
        .source = "Jimenez & Scheurle 2014",
        .coordinates = {"omega1", "omega2"},
        .parameters = {{"I11", &Self::I11, "kg m^2", Range::positive},
                       {"I22", &Self::I22, "kg m^2", Range::positive},
                       {"I12", &Self::I12, "kg m^2", Range::any},
                       {"I13", &Self::I13, "kg m^2", Range::any},
                       {"I23", &Self::I23, "kg m^2", Range::any}},
        .setups = {from("jimenez_scheurle",
                        "Jimenez & Scheurle 2014; the start is ours, it reproduces the ranges of the plots", w1, w2),
                   from("larger_omega2", "ours: beside that start, golden values in the reference", w1, Real(55) / 100),
                   from("smaller_omega1", "ours: beside that start, golden values in the reference", Real(35) / 100,
                        w2)},
        .references = {"jimenez2014", "celledoni2016"}};
  }
};

}  // namespace nonholo
