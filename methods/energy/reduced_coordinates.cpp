// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/energy/reduced_coordinates.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/system/mass_coordinates.hpp>

namespace nonholo {

template <class Real> std::unique_ptr<SkewGradient<Real>> reduced_coordinates(const System<Real>& system,
                                                                              const std::optional<KernelBasis>& basis,
                                                                              BasisDerivative derivative) {
  // Systems that are not mechanical refuse any basis.
  if (system.kind() != SystemKind::mechanical)
    return system.skew_gradient(basis ? std::optional(Basis::qr) : std::nullopt, derivative);
  switch (basis_of(system, basis)) {
    case KernelBasis::own: return system.skew_gradient(Basis::own, derivative);
    case KernelBasis::qr: return system.skew_gradient(Basis::qr, derivative);
    case KernelBasis::mass: break;
  }
  if (derivative != BasisDerivative::exact)
    throw InputError("differentiation",
                     "the mass-orthonormal basis has exact derivatives only: leave it out, or take basis = \"qr\"");
  return mass_coordinates(system);
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template std::unique_ptr<SkewGradient<double>> reduced_coordinates(const System<double>&,
                                                                   const std::optional<KernelBasis>&, BasisDerivative);
#else
template std::unique_ptr<SkewGradient<quad>> reduced_coordinates(const System<quad>&, const std::optional<KernelBasis>&,
                                                                 BasisDerivative);
#endif

}  // namespace nonholo
