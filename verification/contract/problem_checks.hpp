// Every check of check_problem, in the order of its reports. Each has a witness in
// verification/test/broken_problems.hpp: a problem that it alone finds wrong.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/contract/report.hpp>

namespace nonholo {

// Differences of fourth order, with the step that suits the function (worst.hpp), are good to 1e-9; derivatives that
// are wrong are wrong by more.
inline constexpr double difference_allowed = 1e-6;
// Rates of invariants and exact solutions come out of a solve with condition up to 1e3. What an invariant changes in
// the whole time of the motion, in parts of itself.
inline constexpr double rate_allowed = 1e-7;

inline constexpr Check problem_checks[] = {
    // of the entry in a catalogue
    {"parameter_default", "parameter {} has its default in range"},
    {"parameter_range", "parameter {} is refused out of its range"},
    {"setup_exists", "there is a setup"},
    {"setup_parameters", "its parameters are known and in range"},
    // of every system
    {"start_size", "the start has one entry per coordinate"},
    {"start_consistent", "the start satisfies the constraint", 1e-12},
    {"start_placed", "the start satisfies the constraints on positions", 1e-12},
    // mechanical: whether the equations can be solved
    {"finite", "M and A are finite"},
    {"mass_symmetric", "M is symmetric", 1e-13},
    {"mass_definite", "M is positive definite: least eigenvalue > 0"},
    {"constraint_rank", "A has full row rank, of the rows held: singular values, least over largest"},
    // mechanical: what methods use, at one point
    {"force", "f = dL/dq + F: derivatives of M(q) and V(q), by hand or automatic", difference_allowed},
    {"momentum_q", "dp/dq: derivatives of M(q)", difference_allowed},
    {"momentum_v", "dp/dv is the mass matrix", difference_allowed},
    {"force_q", "df/dq: second derivatives of M and V, first of F", difference_allowed},
    {"force_v", "df/dv", difference_allowed},
    {"constraint_q", "dk/dq: derivatives of A(q) and b", difference_allowed},
    {"constraint_v", "dk/dv is A", difference_allowed},
    {"reaction_q", "d(A^T lambda)/dq, or of the system's own reaction", difference_allowed},
    {"rates", "d/dt of p and k along a curve, t included", difference_allowed},
    {"position_rate", "the first rows of k are d/dt of the constraints on positions", difference_allowed},
    {"basis_kernel", "adapted_basis: A X = 0", 1e-13},
    {"basis_rank", "adapted_basis: the columns of X are independent"},
    {"basis_q", "adapted_basis: derivatives of X(q)", difference_allowed},
    {"constant_mass", "constant_mass is claimed: M is the same everywhere"},
    {"linear_constraint", "k is affine in v: k_v is the same for every v", 1e-13},
    {"natural", "L is kinetic minus potential energy: p = M(t, q) v", 1e-13},
    // DAEs in Hessenberg form
    {"index", "g_y f_z is regular: index 2"},
    {"dae_derivatives", "f_y, f_z and g_y: derivatives of f and g", difference_allowed},
    // skew-gradient systems
    {"skew", "Pi is skew", 1e-13},
    {"energy_gradient", "grad H: derivatives of H", difference_allowed},
    {"rate_derivatives", "df/dzeta: derivatives of Pi, second derivatives of H", difference_allowed},
    // along the flow
    {"energy", "the energy is conserved by the flow", rate_allowed},
    {"invariant", "{} is conserved by the flow", rate_allowed},
    {"solution_start", "the exact solution starts at {}", 1e-14},
    {"solution_velocity", "the exact solution has q' = v", rate_allowed},
    {"solution_motion", "the exact solution satisfies {}", rate_allowed},
    {"solution_constraint", "the exact solution keeps the constraint", 1e-12},
};

consteval const Check& problem_check(std::string_view key) { return detail::find_check(problem_checks, key); }

}  // namespace nonholo
