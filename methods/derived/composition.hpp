// Symmetric compositions of a method of even order with itself at other step sizes,
//
//   Psi_h = Phi_{g_1 h} o ... o Phi_{g_s h},      g_i = g_{s+1-i},  sum g_i = 1
//       (Hairer, Lubich & Wanner 2006, II.4 and V.3),
//
// which raise its order and keep what it keeps: the constraint, the symmetry, the energy. The base Phi is symmetric, or
// it is the symmetric pair
//
//   Phi_h = Theta*_{h/2} o Theta_{h/2}
//
// of a method Theta and its adjoint Theta*, Theta first. Schemes are data, with an order that is checked
// (composition_scheme.hpp); it is what a base of order 2 rises to, and what one of order 4 or 6 has at least.
//
// Some g_i are negative: the substeps run back and forth, beyond the step at both ends.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/method_entry.hpp>
#include <nonholo/methods/derived/composition_scheme.hpp>

#include <functional>
#include <memory>
#include <span>

namespace nonholo {

/// Makes the base, the same each time: every substep has one of its own, which extrapolates from its own past steps.
template <class Real> using MakeBase = std::function<std::unique_ptr<Integrator<Real>>()>;

/// The composition with coefficients gamma, of the order that they are said to have. An adjoint is needed when the base
/// is not symmetric, and not used when it is. The multiplier shown is that of the last substep. A base that leaves the
/// constraint is refused because the series above fails off it: compositions of the standard midpoint rule were
/// measured to have order 2, whatever the scheme.
/// @throws InputError (key "scheme") when gamma is not consistent, not symmetric or not of that order; (key "base") for
///         a base that chooses its steps, carries more than (q, v) from step to step, leaves the constraint, is not
///         symmetric and has no adjoint, or has the order of the scheme already.
/// @param known  orders of the base, where its traits do not tell
template <class Real>
std::unique_ptr<Integrator<Real>> composition(const System<Real>& system, std::span<const Real> gamma, int order,
                                              const MakeBase<Real>& base, const MakeBase<Real>& adjoint = {},
                                              Orders known = {});
template <class Real>
std::unique_ptr<Integrator<Real>> composition(const System<Real>& system, const CompositionScheme& scheme,
                                              const MakeBase<Real>& base, const MakeBase<Real>& adjoint = {},
                                              Orders known = {});

}  // namespace nonholo
