// Symmetric compositions of a method of order 2 with itself at other step sizes,
//
//   Psi_h = Phi_{g_1 h} o ... o Phi_{g_s h},      g_i = g_{s+1-i},  sum g_i = 1      (Hairer, Lubich & Wanner 2006, II.4 and V.3),
//
// which raise its order and keep what it keeps: the constraint, the symmetry, the energy. The base Phi is symmetric, or it is the symmetric pair
//
//   Phi_h = Theta*_{h/2} o Theta_{h/2}
//
// of a method Theta and its adjoint Theta*, Theta first. The orders of the schemes are checked, not believed. A symmetric base of order 2 is the
// flow exp(h Y_1 + h^3 Y_3 + h^5 Y_5 + ...) of fields that do not commute, so that Psi_h is a series in words Y_i Y_j ... of weight i + j + ..., and
// it has order p when its words of weight up to p are those of exp(h Y_1).
//
// Some g_i are negative: the substeps run back and forth, beyond the step at both ends.
#pragma once

#include <nonholo/framework/integrator.hpp>
#include <nonholo/methods/composition_scheme.hpp>

#include <functional>
#include <memory>
#include <span>

namespace nonholo {

/// Makes the base, the same each time: every substep has one of its own, which extrapolates from its own past steps.
template <class Real> using MakeBase = std::function<std::unique_ptr<Integrator<Real>>()>;

/// The composition with coefficients gamma, of the order that they are said to have. An adjoint is needed when the base is not symmetric, and not
/// used when it is. The multiplier shown is that of the last substep. A base that leaves the constraint is refused because the series above fails
/// off it: compositions of the standard midpoint rule were measured to have order 2, whatever the scheme.
/// @throws InputError (key "scheme") when gamma is not consistent, not symmetric or not of that order; (key "base") for a base that chooses its
///         steps, carries more than (q, v) from step to step, leaves the constraint, or does not make a symmetric method of order 2.
template <class Real> std::unique_ptr<Integrator<Real>> composition(const System<Real>& system, std::span<const Real> gamma, int order,
                                                                    const MakeBase<Real>& base, const MakeBase<Real>& adjoint = {});
template <class Real> std::unique_ptr<Integrator<Real>> composition(const System<Real>& system, const CompositionScheme& scheme,
                                                                    const MakeBase<Real>& base, const MakeBase<Real>& adjoint = {});

}  // namespace nonholo
