// What there is to warn of before a run: a start off the constraint, a clock of too few digits, an exact solution of
// another motion. Private header of verification/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace nonholo {

// Why an end is compared with no reference solution.
inline constexpr const char* no_reference_known =
    "no reference solution is known: the motion is chaotic, not smooth, or too long";
inline constexpr const char* no_reference_inputs = "no reference solution is computed for inputs from a table";
inline constexpr const char* no_reference_clock =
    "no reference solution is known: t has too few digits for its step size";
inline constexpr const char* no_reference_off =
    "no reference solution is known: no motion begins at a start off the constraint";

namespace run_warning {

/// @param constraint "A v + b[0]"
std::string off_constraint(const std::string& label, const std::string& constraint, double residual);
/// @param digit that of t
std::string clock(const std::string& label, double t_end, double digit, double h);
/// @param start, exact  lists of numbers
std::string other_root(const std::string& label, const std::string& start, const std::string& exact);
std::string exact_elsewhere(const std::string& label, const std::string& start, const std::string& exact);
std::string exact_astray(const std::string& label, double t);
std::string out_of_time(const std::string& label, double t0);

/// What all steps will take, as the first ones took so many seconds.
std::string takes_long(const std::string& label, long steps, long first, double seconds);

}  // namespace run_warning

}  // namespace nonholo
