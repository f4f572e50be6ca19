// Flags say what is wrong with a run that came to its end. Each has a text and the time at which it was first seen. A
// run that ends with finite numbers is no success yet: they may belong to no motion of the system.
//
// A Monitor takes the vital signs: the cheap ones at every step, the others at few steps. flags_of() reads them when
// the run is over.
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
  bool failure;  ///< the run fails (exit code 3) unless an expectation names the flag; if false, the flag is a warning
};

/// All flags, in the order of Flag.
const Catalogue<FlagInfo>& flags();
const FlagInfo& info(Flag flag);

/// A state that grew by more than this factor has blown up, unless the balance of energy and work accounts for the
/// growth, or the run ends near a reference solution.
inline constexpr double absurd_growth = 1e8;
/// Parts of the kinetic energy. Where E - E_0 - W grows above the first, the run follows another motion. So it does
/// where |E - E_0| grows above the second while nothing drives the system.
inline constexpr double absurd_excess = 0.5, lost_energy = 0.3;

struct RaisedFlag {
  Flag flag;
  double t;  ///< when it was first seen
  std::string text;
};

/// The names, as "blown_up, rank_lost" in the given order; "none" if there are none.
std::string names_of(const std::vector<RaisedFlag>& raised);

/// The state at which the constraints were found dependent, or found to have been dependent on the way there.
struct RankLoss {
  double t;
  std::vector<double> state;            ///< q; y for a DAE
  std::vector<double> singular_values;  ///< of the constraint matrix there
};

/// The residual of one constraint (RowResiduals) and the size of its terms. The residual at the start is no error of
/// the method: the values given may lack digits.
struct RowSigns {
  double at_start = 0, most = 0, scale = 0;  ///< residual at the start; largest residual and size of terms, where seen
  double by_time = 0;                        ///< largest change of the residual when t changes by 4 epsilon t
  bool by_reach = false;                     ///< scale is |g_q| |q|, because all terms vanish
};

/// Taken by a Monitor during the run, in doubles. "Largest" is over the steps that were checked.
struct VitalSigns {
  double energy_scale = 0;          ///< largest of |E| and the kinetic energy at the start and after the first step
  double energy_size = 0;           ///< largest |E| + kinetic energy + terms of H
  double work = 0;                  ///< largest |W|, the work since the start
  double kinetic = 0;               ///< largest kinetic energy - max(E - E_0 - W, 0); 0 unless the system is mechanical
  double excess = 0;                ///< largest E - E_0 - W
  double excess_time = 0;           ///< when excess was first above absurd_excess times the kinetic energy so far
  double change = 0;                ///< largest |E - E_0| before anything drives the system
  double change_time = 0;           ///< when change was first above lost_energy times the kinetic energy so far
  double speed = 0;                 ///< largest norm of v
  bool from_0 = false;              ///< a DAE that starts at y = 0
  double start_rates = 0;           ///< for a DAE, size of the terms of y' at the start and after the first step; with
                                    ///< from_0 the largest in the first tenth of the span
  double start_size = 0;            ///< largest norm of (q, v) at the start and after the first step
  double size = 0;                  ///< largest norm of (q, v)
  double size_time = 0;             ///< when size was first above absurd_growth times start_size
  double solution_size = 0;         ///< largest norm of q of the exact solution; 0 if none is known
  std::vector<RowSigns> rows;       ///< of all constraints; their scale is |K_i| |v|
  std::vector<RowSigns> positions;  ///< of the constraints on positions; their scale is the sum of their terms
  std::optional<RankLoss> rank_lost;
  std::optional<double> indefinite;  ///< when the mass was first found not positive definite
  std::optional<double> undefined;   ///< when the energy or the work was first not finite
};

/// The flags of a run, in the order of Flag.
/// @param result complete but for its flags
/// @param traits those of the method
/// @param epsilon that of the precision of the run
std::vector<RaisedFlag> flags_of(const RunResult& result, const VitalSigns& signs, const MethodTraits& traits,
                                 double epsilon);

}  // namespace nonholo
