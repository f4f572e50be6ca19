// The face of a conservative mechanical system in coordinates adapted to its constraint, zeta = (q, rho)
// (system/adapted_coordinates.hpp): its reduced energy with the gradient, and its flow, each in one call compiled with
// the problem. The general face computes the same from the Dynamics, with calls for the basis, the mass and the force.
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

/// Numbers of zeta: n + r, r = n - m. Everything is computed at four points at once: number i of each vector stands for
/// all four at i * apart, in a row. Objects hold scratch: one for each thread. Nothing allocates.
template <class Real> class ReducedEnergy {
 public:
  virtual ~ReducedEnergy() = default;
  /// Those of the reflections that make the QR basis, m numbers.
  virtual void take_signs(const Real* signs) = 0;
  /// grad H and, where H is not null, H itself, four numbers.
  virtual void gradients(const Real* zeta, Real* H_zeta, Real* H, Eigen::Index apart) = 0;
  virtual void flows(const Real* zeta, const Real* d, Real* rate, Eigen::Index apart) = 0;  ///< Pi(zeta) d
};

/// Null for a basis that the problem does not have. Empty where a system has no such face.
template <class Real> using MakeReducedEnergy = std::function<std::unique_ptr<ReducedEnergy<Real>>(Basis)>;

}  // namespace nonholo
