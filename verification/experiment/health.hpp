// What is wrong with a run that came to its end: flags, each with the time at which it was first seen and a clause. No
// run is a success in silence: its numbers may be finite, and those of no motion.
//
// A Monitor takes the vital signs, at every step those that cost nothing, at few of them the others; flags_of() reads
// them when the run is over.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/catalogue.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nonholo {

struct RunResult;
struct MethodTraits;

enum class Flag {
  blown_up,
  rank_lost,
  mass_indefinite,
  energy_undefined,
  constraint_claim_broken,
  energy_claim_broken,
  constraint_lost,
  energy_lost,
  error_estimate_zero,
  order_stuck,
  tolerance_below_round_off,
};

struct FlagInfo {
  std::string_view name;  ///< in experiment files and JSON
  std::string_view meaning;
  Flag flag;
  bool failure;  ///< the run counts as failed, exit code 3, unless an expectation names the flag; else it is a warning
};

/// The one table of them.
const Catalogue<FlagInfo>& flags();
const FlagInfo& info(Flag flag);

/// The state of a motion that is followed grows so where its energy, and work, account for it.
inline constexpr double absurd_growth = 1e8;
/// Of the kinetic energy: a motion whose energy grows, or changes, by more is another one, where nothing drives it.
inline constexpr double absurd_excess = 0.5, lost_energy = 0.3;

struct RaisedFlag {
  Flag flag;
  double t;  ///< when it was first seen
  std::string text;
};

/// "blown_up, rank_lost" in the order of the table; "none".
std::string names_of(const std::vector<RaisedFlag>& raised);

/// Where the constraints were seen to be dependent, or to have been on the way there.
struct RankLoss {
  double t;
  std::vector<double> state;            ///< q; of a DAE y
  std::vector<double> singular_values;  ///< of the constraints there
};

/// Of one constraint (RowResiduals): its residual, which no method made at the start, where digits may be missing, and
/// what it is a sum of.
struct RowSigns {
  double at_start = 0, most = 0, scale = 0;  ///< the last two the largest of the steps that were looked at
  double by_time = 0;                        ///< largest change that four last digits of t make of the residual
  bool by_reach = false;                     ///< scale is |g_q| |q|, for all terms vanish
};

/// Taken along the way, in doubles.
struct VitalSigns {
  double energy_scale = 0;          ///< largest |E| and kinetic energy at the start and after the first step
  double energy_size = 0;           ///< largest |E| + kinetic energy, or terms of H, seen
  double work = 0;                  ///< largest |W| since the start
  double kinetic = 0;               ///< largest kinetic energy but for E - E_0 - W > 0; 0 where no mechanical system is
  double excess = 0;                ///< largest E - E_0 - W ...
  double excess_time = 0;           ///< ... which was first more than absurd_excess of the kinetic energy seen so far
  double change = 0;                ///< largest |E - E_0| before anything drives the system ...
  double change_time = 0;           ///< ... which was first more than lost_energy of the kinetic energy seen so far
  double speed = 0;                 ///< largest norm of v
  bool from_0 = false;              ///< a DAE that begins at 0
  double start_rates = 0;           ///< of a DAE, the terms of y' at the start and after the first step; from 0 those
                                    ///< of the first tenth of the span
  double start_size = 0;            ///< norm of (q, v) at the start and after the first step
  double size = 0;                  ///< largest
  double size_time = 0;             ///< when it was first absurd_growth times that of the start
  double solution_size = 0;         ///< of q, largest norm of the exact solution, where one is known
  std::vector<RowSigns> rows;       ///< beside |K_i| |v|
  std::vector<RowSigns> positions;  ///< of the constraints on positions, beside their terms
  std::optional<RankLoss> rank_lost;
  std::optional<double> indefinite;  ///< when
  std::optional<double> undefined;   ///< when the energy, or the work done, was no number
};

/// @param result all of it but its flags
/// @param traits of the method
/// @param epsilon of the precision it ran in
std::vector<RaisedFlag> flags_of(const RunResult& result, const VitalSigns& signs, const MethodTraits& traits,
                                 double epsilon);

}  // namespace nonholo
