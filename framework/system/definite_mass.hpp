// Masses that are positive definite on the velocities that the constraints allow, but not on all: quaternions of a
// rigid body with three moments of inertia, bodies without mass, auxiliary coordinates.
//
// The equations of motion have one solution there, but no M^-1, which every method uses. M + A^T C A has one and gives
// the same motion, energies and multipliers (faces/completed_mass.hpp). By Finsler's lemma any positive C does where M
// is not negative in any direction.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/system.hpp>

#include <span>
#include <string>

namespace nonholo {

/// The system with M + A^T C A in the place of M if at this state the former is positive definite and the latter is
/// not; else the system as it is. With constraints nonlinear in v, A is k_v. Allocates.
/// @param q, v coordinates() numbers each; of other sizes, which starts are refused for, nothing is looked at
template <class Real> System<Real> with_definite_mass(const System<Real>& system, std::type_identity_t<Real> t,
                                                      std::type_identity_t<std::span<const Real>> q,
                                                      std::type_identity_t<std::span<const Real>> v);

/// The diagonal of C, one number for each of all constraints; empty where engines have the system's own mass.
template <class Real> VectorX<Real> added_mass(const System<Real>& system);

/// The system with all its constraints and the mass that it was made with.
template <class Real> System<Real> with_own_mass(const System<Real>& system);

/// The system whose engines can solve the equations of motion at this state, if there is one: with_definite_mass(), and
/// of redundant constraints those of with_independent_rows(). Of DAEs and of what needs neither the system as it is.
template <class Real> System<Real> solvable(const System<Real>& system, std::type_identity_t<Real> t,
                                            std::type_identity_t<std::span<const Real>> q,
                                            std::type_identity_t<std::span<const Real>> v);

/// "the mass matrix M is singular, and positive definite on the velocities that A v + b = 0 allows: ..."; empty where
/// added_mass() is.
template <class Real> std::string note_on_mass(const System<Real>& system);

}  // namespace nonholo
