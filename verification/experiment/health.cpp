// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/health.hpp>

#include <nonholo/verification/experiment/result.hpp>
#include <nonholo/verification/experiment/series.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace nonholo {

namespace {

// Bound of the error against an exact solution, relative to the size of the motion.
constexpr double absurd_error = 1e3;
// Bound of |A v| / (|A| |v|): beyond it the velocity has little to do with the constraint. Methods whose states are
// nodes of a path leave the constraint by O(h).
constexpr double lost_constraint = 0.3;
// Rounding errors that a claim allows, in epsilon. The first is for A v at a state, whose q is itself rounded. The
// second is for the energy in each step, whose stage equations are solved to some 64 epsilon.
constexpr double constraint_rounding = 4096, energy_rounding = 256;
// Fewer blind steps in a row are normal: a first step is so small that its error is round-off, and the next few grow
// from it.
constexpr long blind_in_a_row = 5;
constexpr long many_steps = 100;
constexpr double near_round_off = 64;

/// The flags of one run as they are found.
class Examination {
 public:
  Examination(const RunResult& run, const VitalSigns& signs, const MethodTraits& traits, double epsilon)
      : run_(run),
        signs_(signs),
        traits_(traits),
        epsilon_(epsilon) {}

  std::vector<RaisedFlag> all() {
    energy();
    growth();
    definition();
    regularity();
    claims();
    step_control();
    tolerance();
    std::ranges::stable_sort(raised_, {}, &RaisedFlag::flag);
    return std::move(raised_);
  }

 private:
  void raise(Flag flag, double t, std::string text) {
    if (!has_raised(flag)) raised_.push_back({flag, t, std::move(text)});
  }
  bool has_raised(Flag flag) const { return std::ranges::find(raised_, flag, &RaisedFlag::flag) != raised_.end(); }

  void energy() {
    if (!run_.extremes.max_energy_error || !(signs_.energy_scale > 0) || rests()) return;
    if (run_.kind != SystemKind::mechanical && is_near_reference()) return;  // a constant in H is no energy
    if (signs_.excess > absurd_excess * signs_.kinetic && signs_.excess > rounding_of_energy() &&
        signs_.excess > 10 * (signs_.energy_scale + signs_.work))
      raise(Flag::blown_up, signs_.excess_time,
            fmt::format("the energy grew by {:.2g}{}, from {:.2g}: the motion is the method's own", signs_.excess,
                        signs_.work > 0 ? " more than by work" : "", signs_.energy_scale));
    else if (!traits_.keeps_energy && signs_.kinetic > 0 && signs_.change > lost_energy * signs_.kinetic &&
             signs_.change > rounding_of_energy())
      raise(
          Flag::energy_lost, signs_.change_time,
          fmt::format("changed by {:.2g}, where the kinetic energy is {:.2g} at most", signs_.change, signs_.kinetic));
  }

  /// Whether nothing moved by more than rounding in the whole run. All changes are then rounding errors, and grow as
  /// these do.
  bool rests() const { return moved_by_rounding(1); }

  /// Whether nothing moved by more than rounding in any one step. Solvers leave such velocities as they are
  /// (run/unseen_motion.hpp).
  bool is_unseen() const { return moved_by_rounding(std::max(1.0, static_cast<double>(run_.summary.steps))); }

  double mean_step() const {
    return std::abs(run_.summary.t - run_.t0) / static_cast<double>(std::max(run_.summary.steps, 1L));
  }

  /// Whether nothing moved by more than rounding in one of `parts` equal parts of the run. For a mechanical system the
  /// path at the largest speed is compared with the state; for a DAE the state with the terms of its rates in a step.
  bool moved_by_rounding(double parts) const {
    const double rounding = parts * near_round_off * epsilon_, span = std::abs(run_.summary.t - run_.t0);
    return run_.kind == SystemKind::mechanical ? signs_.speed * span <= rounding * signs_.size
                                               : signs_.size <= rounding * signs_.start_rates * mean_step();
  }

  /// The energy error that rounding alone explains.
  double rounding_of_energy() const {
    return energy_rounding * epsilon_ * (1 + static_cast<double>(run_.summary.steps)) * signs_.energy_size;
  }

  void growth() {
    if (const auto error = run_.extremes.max_solution_error; error && !(*error <= absurd_error * known_size()))
      raise(Flag::blown_up, run_.summary.t,
            fmt::format("the exact solution is {:.2g} away, a thousand times its size", *error));
    else if (const double from = start_size();
             !error && signs_.size > absurd_growth * from && !accounted_for() && !is_near_reference())
      raise(Flag::blown_up, from == signs_.start_size ? signs_.size_time : run_.summary.t,
            fmt::format("the state grew from {:.2g} to {:.2g}", from, signs_.size));
  }

  /// The size from which the state grew. A DAE that starts at y = 0, or near it, grows by its rates: then it is the
  /// size of their terms over the run. If these are 0 too, nothing tells: infinity for a DAE.
  double start_size() const {
    const double by_rates = signs_.start_rates * std::abs(run_.summary.t - run_.t0);
    const bool nothing = signs_.from_0 || signs_.start_size <= by_rates / absurd_growth;
    const double size = nothing ? std::max(by_rates, signs_.start_size) : signs_.start_size;
    return size > 0 || run_.kind == SystemKind::mechanical ? size : std::numeric_limits<double>::infinity();
  }

  /// Forces may be finite where V is NaN, as the derivative of log(x) is for x < 0. In a run that blew up the energy
  /// overflows, so it has that flag alone.
  void definition() {
    if (signs_.undefined && !has_raised(Flag::blown_up))
      raise(Flag::energy_undefined, *signs_.undefined,
            "the energy is no number there, though the forces may be: the potential, the mass or the work is not "
            "defined at that state");
  }

  /// Whether the energy balance accounts for the growth of the state. Growth away from an unstable equilibrium, or of a
  /// system that is driven from rest, belongs to the motion.
  bool accounted_for() const {
    const auto error = run_.extremes.max_energy_error;
    return signs_.kinetic > 0 && error && *error <= lost_energy * signs_.kinetic;
  }

  /// Whether the run ends where a reference solution ends, to lost_energy of its size. Then the motion itself grew.
  bool is_near_reference() const {
    const double size = two_norm(run_.endpoint.q);
    return run_.endpoint_error && std::isfinite(size) && *run_.endpoint_error <= lost_energy * size;
  }

  double known_size() const { return std::max(signs_.start_size, signs_.solution_size); }

  void regularity() {
    if (signs_.rank_lost)
      raise(Flag::rank_lost, signs_.rank_lost->t,
            fmt::format("the rank of the constraints is not what it was, there or at one of the last eight steps: "
                        "singular values [{:.3g}] at {} = [{:.6g}]",
                        fmt::join(signs_.rank_lost->singular_values, ", "), variable_names(run_.kind).state,
                        fmt::join(signs_.rank_lost->state, ", ")));
    if (signs_.indefinite) raise(Flag::mass_indefinite, *signs_.indefinite, "the mass is not positive definite there");
  }

  void claims() {
    if (!is_unseen()) constraints(signs_.rows, "the constraint", "|A| |v|", [](std::size_t) { return 0; });
    constraints(signs_.positions, "a constraint on positions", "the sum of its terms",
                [this](std::size_t i) { return signs_.rows[i].scale * mean_step(); });
    const auto error = run_.extremes.max_energy_error;
    const double explained = rounding_of_energy();
    if (traits_.keeps_energy && error && *error > explained)
      raise(Flag::energy_claim_broken, run_.summary.t,
            fmt::format("the method keeps the energy, to some {:.1g} here, and lost {:.2g}", explained, *error));
  }

  /// Compares residuals with the largest size of their terms, because terms may vanish at a moment. Also allows for the
  /// rounding of q and t.
  /// @param change the change of row i in one step: all terms of a constraint on positions may vanish for good
  template <class Change>
  void constraints(const std::vector<RowSigns>& rows, const char* which, const char* terms, const Change& change) {
    const double rounding = constraint_rounding * epsilon_ * (1 + signs_.size);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const RowSigns& row = rows[i];
      const double unseen = rounding * change(i), of_time = constraint_rounding / 4 * row.by_time,
                   allowed = rounding * row.scale + row.at_start + unseen + of_time;
      if (traits_.keeps_constraint && row.most > allowed)
        raise(Flag::constraint_claim_broken, run_.summary.t,
              fmt::format("the method keeps {}, to some {:.1g} here, and left it by {:.2g}", which, allowed, row.most));
      else if (row.most > lost_constraint * row.scale && row.most > unseen)
        raise(Flag::constraint_lost, run_.summary.t,
              fmt::format("{} was left by {:.2g}, where {} is {:.2g} at most", which, row.most,
                          row.by_reach ? "|g_q| |q|" : terms, row.scale));
    }
  }

  /// Whether the run ends where a reference solution ends, to rounding: there was no error to estimate.
  bool is_exact() const {
    return run_.endpoint_error && *run_.endpoint_error <= constraint_rounding * epsilon_ * two_norm(run_.endpoint.q);
  }

  void step_control() {
    const Summary& summary = run_.summary;
    if (summary.blind >= blind_in_a_row && !is_exact())
      raise(Flag::error_estimate_zero, summary.t,
            fmt::format("in {} steps in a row the error estimate was zero to round-off: the tolerances chose nothing",
                        summary.blind));
    if (summary.steps >= many_steps && 10 * summary.first_order > 9 * summary.steps)
      raise(Flag::order_stuck, summary.t,
            fmt::format("{} of {} steps were of order 1, of a method that goes up to {}", summary.first_order,
                        summary.steps, traits_.order));
  }

  void tolerance() {
    const MethodOptions& options = run_.method.options;
    if (options.has("rtol") && options.has("atol")) {
      const double relative = options.number("rtol").value(), absolute = options.number("atol").value();
      if (relative * signs_.size + absolute < near_round_off * epsilon_ * signs_.size)
        raise(
            Flag::tolerance_below_round_off, run_.t0,
            fmt::format("the tolerances ask for {:.1g} of a state of {:.2g}, of which rounding makes as much in a few "
                        "steps",
                        relative * signs_.size + absolute, signs_.size));
    }
  }

  const RunResult& run_;
  const VitalSigns& signs_;
  const MethodTraits& traits_;
  double epsilon_;
  std::vector<RaisedFlag> raised_;
};

}  // namespace

const Catalogue<FlagInfo>& flags() {
  // clang-format off
  static const Catalogue<FlagInfo> all("flag", {
      {"blown_up", "the energy or the state grew beyond what the motion can do, or far from the exact solution",
       Flag::blown_up, true},
      {"rank_lost", "the rows of A became dependent during the run", Flag::rank_lost, true},
      {"mass_indefinite", "the mass matrix stopped being positive definite during the run",
       Flag::mass_indefinite, true},
      {"energy_undefined", "the energy was not a number at a state: the system is not defined there",
       Flag::energy_undefined, true},
      {"constraint_claim_broken", "the method claims to keep the constraint, and left it by more than round-off",
       Flag::constraint_claim_broken, false},
      {"energy_claim_broken", "the method claims to keep the energy, and lost more than round-off",
       Flag::energy_claim_broken, false},
      {"constraint_lost", "a method that does not claim to keep the constraint left it by a third of |A| |v|",
       Flag::constraint_lost, false},
      {"energy_lost",
       "a method that does not claim to keep the energy changed that of an undriven system by a third of the kinetic "
       "energy",
       Flag::energy_lost, false},
      {"error_estimate_zero", "the error estimate of an adaptive method was zero to round-off: nothing chose its steps",
       Flag::error_estimate_zero, false},
      {"order_stuck", "a method of variable order took nine tenths of its steps at order 1", Flag::order_stuck, false},
      {"tolerance_below_round_off", "the tolerances are below the rounding error of the state",
       Flag::tolerance_below_round_off, false},
  });
  // clang-format on
  return all;
}

const FlagInfo& info(Flag flag) { return *std::ranges::find(flags(), flag, &FlagInfo::flag); }

std::string names_of(const std::vector<RaisedFlag>& raised) {
  std::vector<std::string_view> names;
  for (const RaisedFlag& each : raised) names.push_back(info(each.flag).name);
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

std::vector<std::string> RunResult::flag_lines() const {
  std::vector<std::string> lines;
  for (const RaisedFlag& each : flags) {
    const FlagInfo& known = info(each.flag);
    lines.push_back(fmt::format("{}: {} {}: {} (t = {:.6g})", label, known.failure ? "failed, flag" : "flag",
                                known.name, each.text, each.t));
  }
  return lines;
}

std::vector<RaisedFlag> flags_of(const RunResult& result, const VitalSigns& signs, const MethodTraits& traits,
                                 double epsilon) {
  return Examination(result, signs, traits, epsilon).all();
}

}  // namespace nonholo
