// In which coordinates the energy methods see a mechanical system without its constraint.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/adapted_coordinates.hpp>
#include <nonholo/framework/system/system.hpp>

#include <memory>
#include <optional>
#include <string_view>

namespace nonholo {

/// Of ker K. The discrete solution depends on it, at O(h^3) a step.
enum class KernelBasis {
  own,   ///< the problem's own adapted_basis(q)
  qr,    ///< orthonormal in the coordinates, whose units it depends on (adapted_coordinates.hpp)
  mass,  ///< orthonormal in the mass metric, the same in all units (mass_coordinates.hpp)
};

/// The one that is given; else the system's own where it has one; else mass. Without constraints qr, which is then the
/// identity: zeta = (q, p), and no basis is needed for units to make no difference.
template <class Real> KernelBasis basis_of(const System<Real>& system, const std::optional<KernelBasis>& given) {
  if (given) return *given;
  if (system.traits().adapted_basis) return KernelBasis::own;
  return system.constraints() > 0 ? KernelBasis::mass : KernelBasis::qr;
}

/// On steps that are not solved.
template <class Real>
std::string_view remark_on_basis(const System<Real>& system, const std::optional<KernelBasis>& given) {
  const bool by_qr = system.constraints() > 0 && basis_of(system, given) == KernelBasis::qr;
  return by_qr ? "basis = \"qr\" depends on the unit of length; \"mass\" does not" : "";
}

/// The face in this basis; of a skew-gradient system its own.
/// @throws as System::skew_gradient(); InputError (differentiation) for anything but exact with the mass-orthonormal
///         basis.
template <class Real> std::unique_ptr<SkewGradient<Real>> reduced_coordinates(const System<Real>& system,
                                                                              const std::optional<KernelBasis>& basis,
                                                                              BasisDerivative derivative);

}  // namespace nonholo
