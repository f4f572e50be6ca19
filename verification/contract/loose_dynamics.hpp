// The face of a mechanical system in vectors whose length is known at run time: checks may allocate, and are compiled
// once instead of once per size.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/system.hpp>

#include <memory>
#include <optional>

namespace nonholo {

/// See Dynamics, whose functions these are.
class LooseDynamics {
 public:
  using Vec = VectorX<double>;
  using Mat = MatrixX<double>;
  virtual ~LooseDynamics() = default;

  virtual Eigen::Index coordinates() const = 0;
  virtual Eigen::Index constraints() const = 0;
  virtual Vec momentum(double t, const Vec& q, const Vec& v) const = 0;
  virtual Vec force(double t, const Vec& q, const Vec& v) const = 0;
  virtual Vec external_force(double t, const Vec& q, const Vec& v) const = 0;
  virtual Vec constraint(double t, const Vec& q, const Vec& v) const = 0;
  virtual Vec position_constraint(double t, const Vec& q) const = 0;     ///< of the first rows, as many as there are
  virtual Mat reaction(double t, const Vec& q, const Vec& v) const = 0;  ///< K, m x n
  virtual Vec reaction_force(double t, const Vec& q, const Vec& v, const Vec& lambda) const = 0;
  virtual Mat mass(double t, const Vec& q, const Vec& v) const = 0;
  virtual Linearisation<double, dynamic, dynamic> linearise(double t, const Vec& q, const Vec& v,
                                                            const Vec& lambda) const = 0;
  virtual Rates<double, dynamic, dynamic> rates(double t, const Vec& q, const Vec& v, const Vec& a) const = 0;
  /// X and products of its derivatives (dynamics.hpp); of a system that knows one.
  virtual Mat adapted_basis(const Vec& q) const = 0;
  virtual Vec basis_turning(const Vec& q, const Vec& p, const Vec& y) const = 0;
  virtual Vec basis_along(const Vec& q, const Vec& p, const Vec& z) const = 0;
  virtual double energy(double t, const Vec& q, const Vec& v) const = 0;
  virtual double lagrangian_rate(double t, const Vec& q, const Vec& v) const = 0;  ///< L_t
  /// Nothing where the equations of motion cannot be solved.
  virtual std::optional<Vec> acceleration(double t, const Vec& q, const Vec& v) const = 0;
};

/// @throws InputError where the system is not mechanical.
std::unique_ptr<LooseDynamics> loose_dynamics(const System<double>& system);

}  // namespace nonholo
