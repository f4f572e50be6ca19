// Every check of check_method and check_adjoint, in the order of their reports. Each has a witness in
// verification/test/broken_methods.hpp: a method that it alone finds wrong.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/contract/problem_checks.hpp>
#include <nonholo/verification/contract/report.hpp>

namespace nonholo {

/// By how much a measured order may fall short: in double, on a system that may be stiff to the step, with few points.
/// A whole order is far off; `nonholo verify` allows half of this, from both sides.
inline constexpr double order_shortfall = 0.3;

inline constexpr Check method_checks[] = {
    {"start_shown", "view(start(t, q, v)) shows t, q and v"},
    {"steps_succeed", "steps succeed"},
    {"repeats", "the same start gives the same run, to the bit"},
    {"moves", "move_to() from another orbit goes on as a start does", 1e-12},
    {"advances", "a step advances t by h"},
    {"constraint", "the constraint holds at every step (scaled residual)", 1e-12},
    {"energy", "the energy is kept (relative error per step)", 1e-12},
    {"symmetric", "symmetric: a step of -h undoes a step of h", 1e-12},
    {"reversible", "reversible: forward, (q, -v), forward, (q, -v) ends at the start", 1e-10},
    {"reverse", "reverse() turns (q, v) into (q, -v)"},
    {"fails_well", "a step that fails says so and leaves the state as it was"},
    {"order", "{}, as claimed (shortfall)", order_shortfall},
    {"position_order", "{}, as claimed (shortfall)", order_shortfall},
    {"multiplier_order", "{}, as claimed (shortfall)", order_shortfall},
    {"jacobian", "stage equations: jacobian() is the derivative of residual()", difference_allowed},
    // what a linearisation at the guess leaves out shrinks with the step: at h / 1024 a half is far more
    {"correct", "stage equations: correct() takes an error away where steps are short (what is left)", 0.5},
    {"allocates", "a step allocates nothing"},
    {"adjoint", "a step of -h by the adjoint undoes a step of h", 1e-12},
};

consteval const Check& method_check(std::string_view key) { return detail::find_check(method_checks, key); }

}  // namespace nonholo
