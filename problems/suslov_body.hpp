// Suslov's problem with nothing eliminated: all three angular velocities, and the torque that keeps the body from
// spinning about e3. A DAE of index 2.
//
//   y = omega   angular velocity in the body [1/s],   z = lambda   torque about e3 [N m]
//   I omega' = (I omega) x omega + lambda e3,   0 = omega3
//
// (I^-1)_33 must not be zero; I is positive definite, as inertias are. Eliminated, omega3 and lambda leave suslov.hpp,
// where the start comes from and the motion in closed form. Source: Jimenez & Scheurle, slides 2014, 44 and 48;
// reference (P10).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/problem/about.hpp>
#include <nonholo/framework/problem/hessenberg_dae.hpp>
#include <nonholo/framework/system/system.hpp>
#include <nonholo/problems/suslov.hpp>

#include <limits>
#include <utility>

namespace nonholo {

template <class Real = double> struct SuslovBody {
  static constexpr int ny = 3, nz = 1, parts = 1;

  Real I11 = 1, I22 = 1, I33 = 1, I12 = Real(1) / 10, I13 = Real(2) / 10, I23 = Real(1) / 10;

  /// @throws InputError (key "I33") unless the inertia is positive definite.
  System<Real> as_system() const {
    if (!(cofactor(2, 2) > 0 && determinant() > 0))
      throw InputError("I33", "the leading minors of I must be > 0: the inertia of a body is positive definite");
    return System<Real>(*this);
  }

  Real inertia(int i, int k) const {
    const Real* I[] = {&I11, &I12, &I13, &I12, &I22, &I23, &I13, &I23, &I33};
    return *I[3 * i + k];
  }
  /// Of the inertia; I^-1 is their matrix over the determinant, for both are symmetric.
  Real cofactor(int i, int k) const {
    const int a = (i + 1) % 3, b = (i + 2) % 3, c = (k + 1) % 3, d = (k + 2) % 3;
    return inertia(a, c) * inertia(b, d) - inertia(a, d) * inertia(b, c);
  }
  Real determinant() const { return I11 * cofactor(0, 0) + I12 * cofactor(0, 1) + I13 * cofactor(0, 2); }

  /// (I omega) x omega.
  template <class S> Vector<S, 3> turning(const Vector<S, 3>& w) const {
    const Vector<S, 3> L{S(I11 * w[0] + I12 * w[1] + I13 * w[2]), S(I12 * w[0] + I22 * w[1] + I23 * w[2]),
                         S(I13 * w[0] + I23 * w[1] + I33 * w[2])};
    return {S(L[1] * w[2] - L[2] * w[1]), S(L[2] * w[0] - L[0] * w[2]), S(L[0] * w[1] - L[1] * w[0])};
  }

  template <class S> Vector<S, 3> f(int, const S&, const Vector<S, 3>& omega, const Vector<S, 1>& lambda) const {
    Vector<S, 3> torque = turning(omega), rate;
    torque[2] += lambda[0];
    for (int i = 0; i < 3; ++i)
      rate[i] = (cofactor(i, 0) * torque[0] + cofactor(i, 1) * torque[1] + cofactor(i, 2) * torque[2]) / determinant();
    return rate;
  }

  template <class S> Vector<S, 1> g(const S&, const Vector<S, 3>& omega) const { return Vector<S, 1>(omega[2]); }

  /// That of the reduced problem; omega3' = 0 gives lambda. Through omega3 = 0 alone; not a number from elsewhere.
  std::pair<Vector<Real, 3>, Vector<Real, 1>> exact_solution(const Real& t, const Vector<Real, 3>& omega0) const {
    const Suslov<Real> reduced{.I11 = I11, .I22 = I22, .I12 = I12, .I13 = I13, .I23 = I23};
    const Vector<Real, 2> now = reduced.exact_solution(t, omega0.template head<2>());
    const Real zero = omega0[2] == 0 ? Real(0) : std::numeric_limits<Real>::quiet_NaN();
    const Vector<Real, 3> omega{now[0] + zero, now[1] + zero, zero}, torque = turning(omega);
    const Real lambda = -(cofactor(2, 0) * torque[0] + cofactor(2, 1) * torque[1]) / cofactor(2, 2) - torque[2];
    return {omega, Vector<Real, 1>(lambda)};
  }

  Real energy(const Vector<Real, 3>& w) const {
    return (I11 * w[0] * w[0] + I22 * w[1] * w[1] + I33 * w[2] * w[2]) / 2 + I12 * w[0] * w[1] + I13 * w[0] * w[2] +
           I23 * w[1] * w[2];
  }

  static About<SuslovBody, Real> about() {
    using Self = SuslovBody;
    return {.title = "Suslov's problem as a DAE, with omega3 and the torque that keeps it zero",
            .source = "Jimenez & Scheurle 2014",
            .coordinates = {"omega1", "omega2", "omega3"},
            .parameters = {{"I11", &Self::I11, "kg m^2", Range::positive},
                           {"I22", &Self::I22, "kg m^2", Range::positive},
                           {"I33", &Self::I33, "kg m^2", Range::positive},
                           {"I12", &Self::I12, "kg m^2", Range::any},
                           {"I13", &Self::I13, "kg m^2", Range::any},
                           {"I23", &Self::I23, "kg m^2", Range::any}},
            .setups = {{.name = "jimenez_scheurle",
                        .source = "Jimenez & Scheurle 2014; the start is ours, it reproduces the ranges of the plots",
                        .parameters = {},
                        .q = {Real(4) / 10, Real(5) / 10, 0},
                        .v = {},
                        .t_end = Real(10)}},
            .invariants = {{"energy", [](const Self& self, const Real&, const Vector<Real, 3>& omega,
                                         const Vector<Real, 1>&) { return self.energy(omega); }}},
            .references = {"jimenez2014"}};
  }
};

}  // namespace nonholo
