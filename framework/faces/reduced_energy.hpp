// The reduced energy of a conservative mechanical system in adapted coordinates, zeta = (q, rho)
// (system/adapted_coordinates.hpp). Energy with gradient, and flow, are one call each, compiled with the problem. The
// general class computes the same from the Dynamics, with calls for basis, mass and force.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>

#include <functional>
#include <memory>

namespace nonholo {

enum class Basis {
  own,  ///< the problem's own adapted_basis(q)
  /// Householder QR of K^T (householder_basis.hpp), its signs chosen at the beginning of each step and fixed during it
  qr,
};

/// zeta has n + r numbers, r = n - m. Every function computes four points at once: element i of a vector stands for all
/// four points in a row, at i * apart. An object holds scratch: use one for each thread. Nothing allocates.
template <class Real> class ReducedEnergy {
 public:
  virtual ~ReducedEnergy() = default;
  /// The signs of the reflections that make the QR basis, m numbers.
  virtual void take_signs(const Real* signs) = 0;
  /// grad H and, where H is not null, H itself, four numbers.
  virtual void gradients(const Real* zeta, Real* H_zeta, Real* H, Eigen::Index apart) = 0;
  virtual void flows(const Real* zeta, const Real* d, Real* rate, Eigen::Index apart) = 0;  ///< Pi(zeta) d
};

/// Null for a basis that the problem does not have. Empty if a system has no compiled reduced energy.
template <class Real> using MakeReducedEnergy = std::function<std::unique_ptr<ReducedEnergy<Real>>(Basis)>;

}  // namespace nonholo
