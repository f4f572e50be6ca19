// What of a run can be drawn over its steps, by name: time, states, multipliers, energy, residuals, invariants, errors.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/catalogue.hpp>
#include <nonholo/framework/system/system.hpp>
#include <nonholo/verification/figure/figure.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace nonholo {

enum class SeriesKind {
  time,
  coordinate,
  velocity,
  multiplier,
  energy,
  energy_error,
  constraint_residual,
  position_residual,
  constraint,
  midstep_constraint,
  invariant,
  invariant_error,
  expression,
  reduction,  // over the members of an ensemble
  error,
  velocity_error,
  coordinate_error,
  velocity_component_error
};

struct Series {
  std::string name;   ///< in files: "energy_error", "v_theta"
  std::string label;  ///< at axes: "E − E₀"
  SeriesKind kind = SeriesKind::time;
  std::size_t index = 0;  ///< which coordinate, row, invariant or expression

  /// Against the exact solution or a reference.
  bool of_solution() const { return kind >= SeriesKind::error; }
  /// What "relative" is defined of: an error of the energy, an invariant or the solution.
  bool is_error() const {
    return kind == SeriesKind::energy_error || kind == SeriesKind::invariant_error || of_solution();
  }
};

/// Every series of a system, in the order of the columns of CSV files.
Catalogue<Series> series_of(const System<double>& system);

/// What stands at an axis: |E − E₀|, (E − E₀) / |E₀|.
std::string axis_label(const Series& series, Measure as);

/// The series as documents tell them, those of one kind under one name: "v_COORDINATE".
struct SeriesMeaning {
  std::string_view name, meaning;
};
const Catalogue<SeriesMeaning>& series_meanings();

/// A state of a run and what is known of it, in doubles; differences are taken in the precision of the run. Parts that
/// nobody asked for are empty.
struct Reading {
  double t = 0, energy = 0, energy_error = 0, constraint_residual = 0, position_residual = 0;
  std::vector<double> q, v, lambda, constraint, midstep_constraint, invariants, invariant_errors;
  std::vector<double> expressions;              ///< of the experiment
  std::vector<double> error, velocity_error;    ///< q and v minus the solution
  double solution_size = 0, velocity_size = 0;  ///< 2-norms of the solution
};

/// The 2-norm of errors, for series and for quantities: the same to the last digit.
double two_norm(const std::vector<double>& x);

/// The value of a series as it is measured; NaN where it is not known, or relative to zero.
double value(const Series& series, Measure as, const Reading& reading);

}  // namespace nonholo
