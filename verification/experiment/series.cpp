// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/series.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace nonholo {

namespace {

constexpr double not_known = std::numeric_limits<double>::quiet_NaN();

/// A number as an index below the line: "₁₂".
std::string below(std::size_t number) {
  std::string text;
  for (const char digit : fmt::format("{}", number)) text += std::string("\xE2\x82") + static_cast<char>(digit + 0x50);
  return text;
}

/// The list of a system's series as it grows; a name is taken by whoever has it first.
class SeriesList {
 public:
  void add(std::string name, std::string label, SeriesKind kind, std::size_t index = 0) {
    if (std::ranges::find(all_, name, &Series::name) == all_.end())
      all_.push_back({std::move(name), std::move(label), kind, index});
  }
  Catalogue<Series> catalogue() && { return {"series", std::move(all_)}; }

 private:
  std::vector<Series> all_;
};

void add_errors(const System<double>& system, SeriesList& list) {
  const std::vector<std::string>& names = system.coordinate_names();
  const bool moves = system.velocities() > 0;
  const std::string_view q = system.names().state, v = system.names().velocity;
  list.add("error", fmt::format("‖{0} − {0}(t)‖", q), SeriesKind::error);
  if (moves) list.add("error_v", fmt::format("‖{0} − {0}(t)‖", v), SeriesKind::velocity_error);
  for (std::size_t i = 0; i < names.size(); ++i)
    list.add("error_" + names[i], fmt::format("{0} − {0}(t)", names[i]), SeriesKind::coordinate_error, i);
  if (!moves) return;
  for (std::size_t i = 0; i < names.size(); ++i)
    list.add(fmt::format("error_{}_{}", v, names[i]), fmt::format("{0}_{1} − {0}_{1}(t)", v, names[i]),
             SeriesKind::velocity_component_error, i);
}

double at(const std::vector<double>& x, std::size_t index) { return index < x.size() ? x[index] : not_known; }

double plain(const Series& series, const Reading& r) {
  switch (series.kind) {
    case SeriesKind::time: return r.t;
    case SeriesKind::coordinate: return at(r.q, series.index);
    case SeriesKind::velocity: return at(r.v, series.index);
    case SeriesKind::multiplier: return at(r.lambda, series.index);
    case SeriesKind::energy: return r.energy;
    case SeriesKind::energy_error: return r.energy_error;
    case SeriesKind::constraint_residual: return r.constraint_residual;
    case SeriesKind::position_residual: return r.position_residual;
    case SeriesKind::constraint: return at(r.constraint, series.index);
    case SeriesKind::midstep_constraint: return at(r.midstep_constraint, series.index);
    case SeriesKind::invariant: return at(r.invariants, series.index);
    case SeriesKind::invariant_error: return at(r.invariant_errors, series.index);
    case SeriesKind::expression: return at(r.expressions, series.index);
    case SeriesKind::reduction: return not_known;  // of an ensemble, not of a state
    case SeriesKind::error: return r.error.empty() ? not_known : two_norm(r.error);
    case SeriesKind::velocity_error: return r.velocity_error.empty() ? not_known : two_norm(r.velocity_error);
    case SeriesKind::coordinate_error: return at(r.error, series.index);
    case SeriesKind::velocity_component_error: break;
  }
  return at(r.velocity_error, series.index);
}

/// What an error is relative to: the value at the start, or the solution.
double size(const Series& series, const Reading& r) {
  switch (series.kind) {
    case SeriesKind::energy_error: return std::abs(r.energy - r.energy_error);  // E_0 + W
    case SeriesKind::invariant_error:
      return std::abs(at(r.invariants, series.index) - at(r.invariant_errors, series.index));
    case SeriesKind::error:
    case SeriesKind::coordinate_error: return r.solution_size;
    case SeriesKind::velocity_error:
    case SeriesKind::velocity_component_error: return r.velocity_size;
    default: return not_known;
  }
}

}  // namespace

Catalogue<Series> series_of(const System<double>& system) {
  SeriesList list;
  const std::vector<std::string>& names = system.coordinate_names();
  const auto rows = static_cast<std::size_t>(system.constraints());
  list.add("t", "t", SeriesKind::time);
  for (std::size_t i = 0; i < names.size(); ++i) list.add(names[i], names[i], SeriesKind::coordinate, i);
  for (std::size_t i = 0; system.velocities() > 0 && i < names.size(); ++i) {
    const std::string name = fmt::format("{}_{}", system.names().velocity, names[i]);
    list.add(name, name, SeriesKind::velocity, i);
  }
  for (std::size_t i = 0; i < rows; ++i)
    list.add(fmt::format("{}_{}", system.names().multiplier, i + 1),
             (system.velocities() > 0 ? "λ" : std::string(system.names().multiplier)) + below(i + 1),
             SeriesKind::multiplier, i);
  if (system.kind() != SystemKind::dae) {
    list.add("energy", "E", SeriesKind::energy);
    list.add("energy_error", "E − E₀", SeriesKind::energy_error);
  }
  if (rows > 0)
    list.add("constraint_residual", fmt::format("‖{}‖∞", system.names().constraint), SeriesKind::constraint_residual);
  if (system.traits().holonomic > 0) list.add("position_residual", "‖g‖∞", SeriesKind::position_residual);
  for (std::size_t i = 0; i < rows; ++i)
    list.add(fmt::format("constraint_{}", i + 1), fmt::format("{}{}", system.names().constraint, below(i + 1)),
             SeriesKind::constraint, i);
  for (std::size_t i = 0; system.velocities() > 0 && i < rows; ++i)
    list.add(fmt::format("midstep_constraint_{}", i + 1),
             fmt::format("{}{} half a step back", system.names().constraint, below(i + 1)),
             SeriesKind::midstep_constraint, i);
  for (std::size_t i = 0; i < system.invariants().size(); ++i) {
    const std::string name(system.invariants()[i].name);
    list.add(name, name, SeriesKind::invariant, i);
    list.add("invariant_error." + name, fmt::format("{0} − {0}₀", name), SeriesKind::invariant_error, i);
  }
  add_errors(system, list);
  return std::move(list).catalogue();
}

std::string axis_label(const Series& series, Measure as) {
  const bool norm = series.kind == SeriesKind::error || series.kind == SeriesKind::velocity_error ||
                    series.kind == SeriesKind::constraint_residual || series.kind == SeriesKind::position_residual;
  const std::string& own = series.label;
  std::string bars = !absolute(as) || norm ? own : fmt::format("|{}|", own);
  if (!relative(as)) return bars;
  const char* over = series.kind == SeriesKind::energy_error ? "|E₀|" : "|start|";
  if (series.of_solution()) over = "‖solution‖";
  return fmt::format("{} / {}", absolute(as) || norm ? bars : fmt::format("({})", own), over);
}

double two_norm(const std::vector<double>& x) {
  double norm = 0;
  for (const double each : x) norm = std::hypot(norm, each);
  return norm;
}

double value(const Series& series, Measure as, const Reading& reading) {
  double x = plain(series, reading);
  if (relative(as)) {
    const double over = size(series, reading);
    x = over > 0 ? x / over : not_known;
  }
  return absolute(as) ? std::abs(x) : x;
}

const Catalogue<SeriesMeaning>& series_meanings() {
  // clang-format off
  static const Catalogue<SeriesMeaning> all("series", {
      {"t", "time"},
      {"COORDINATE", "a coordinate by its name: x, theta"},
      {"v_COORDINATE", "its velocity; not of DAEs"},
      {"lambda_1", "a multiplier, computed from the state, counted from 1; of DAEs z_1"},
      {"energy", "E; not of DAEs"},
      {"energy_error", "E - E_0 - W, signed"},
      {"constraint_residual", "largest row of |A v + b|; of DAEs of |g|"},
      {"position_residual", "largest row of g of constraints on positions"},
      {"constraint_1", "a row of A v + b or of g, signed, counted from 1"},
      {"midstep_constraint_1", "a row of A v + b half a step back, at q - (h/2) v; see the quantity"},
      {"INVARIANT", "a value that the problem says is conserved, by its name"},
      {"invariant_error.INVARIANT", "I - I_0, signed"},
      {"EXPRESSION", "of t, coordinates, velocities, multipliers and parameters: x^2 + y^2; see below"},
      {"error", "2-norm of q - solution: of the exact one, or of a reference trajectory"},
      {"error_v", "the same of v; not of DAEs"},
      {"error_COORDINATE", "one coordinate minus that of the solution, signed"},
      {"error_v_COORDINATE", "the same of its velocity"},
  });
  // clang-format on
  return all;
}

}  // namespace nonholo
