// The numbers of energy-preserving collocation (energy_collocation.hpp), computed in 80 digits from Gauss' nodes and
// weights.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>

namespace nonholo {

/// The numbers of a step with s stages c_i and p quadrature points tau_k, w_k.
template <class Real> struct CollocationCoefficients {
  MatrixX<Real> A;         // s x s: int_0^c_i l_j
  MatrixX<Real> A_points;  // p x s: int_0^tau_k l_j
  MatrixX<Real> average;   // s x p: w_k l_i(tau_k) / b_i
  VectorX<Real> b;
};

/// For Gauss' nodes of both. For double and quad.
template <class Real> CollocationCoefficients<Real> collocation_coefficients(int stages, int points);

}  // namespace nonholo
