// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/contract/check_problem.hpp>

#include <nonholo/framework/system/definite_mass.hpp>
#include <nonholo/framework/system/involutivity.hpp>
#include <nonholo/framework/system/probe.hpp>
#include <nonholo/framework/system/text_system.hpp>
#include <nonholo/verification/contract/flow_checks.hpp>
#include <nonholo/verification/contract/hessenberg_checks.hpp>
#include <nonholo/verification/contract/loose_dynamics.hpp>
#include <nonholo/verification/contract/mechanical_checks.hpp>
#include <nonholo/verification/contract/problem_checks.hpp>
#include <nonholo/verification/contract/sample_states.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace nonholo {

namespace {

Finding placed_start(const System<double>& system, const Start<double>& start) {
  const Check& check = problem_check("start_placed");
  const auto misplaced = make_probe(system)->misplaced(0, values(start.q), values(start.v));
  if (!misplaced) return finding(check, 0);
  Finding found =
      finding(check, std::abs(misplaced->residual),
              fmt::format("g[{}] = {:.6g} at q = {}", misplaced->constraint, misplaced->residual, shown(start.q)));
  found.holds = false;  // the probe judges by the size of the terms
  return found;
}

/// Rows that are holonomic in disguise, at every state; not those that are said to be on positions.
void note_integrable_rows(const System<double>& system, const std::vector<Sample>& states, ContractReport& report) {
  const System<double> all = system.with_all_rows();
  std::vector<Eigen::Index> rows;
  for (Eigen::Index i = all.traits().holonomic; i < all.constraints(); ++i) rows.push_back(i);
  if (rows.empty()) return;
  for (const Sample& at : states) {
    const auto here = integrable_rows(all, at.t, at.q);
    std::erase_if(rows, [&](Eigen::Index i) { return std::ranges::find(here, i) == here.end(); });
    if (rows.empty()) return;
  }
  report.notes.push_back(
      fmt::format("constraint{} {} of the velocities {} integrable (Frobenius): written as position_constraint, the "
                  "positions would be kept too",
                  rows.size() > 1 ? "s" : "", fmt::join(rows, ", "), rows.size() > 1 ? "are" : "is"));
}

void note_redundant_rows(const System<double>& system, ContractReport& report) {
  if (system.held_rows().empty()) return;
  std::vector<Eigen::Index> others;
  for (Eigen::Index i = 0; i < system.constraints(); ++i)
    if (std::ranges::find(system.held_rows(), i) == system.held_rows().end()) others.push_back(i);
  report.notes.push_back(
      fmt::format("constraint{} {} follow{} from the others: methods hold rows {}, and the multipliers are the "
                  "smallest that cause the same motion",
                  others.size() > 1 ? "s" : "", fmt::join(others, ", "), others.size() > 1 ? "" : "s",
                  fmt::join(system.held_rows(), ", ")));
}

/// What is looked at, and how.
struct Look {
  double time;         ///< of the motion [s]
  bool exact = false;  ///< derivatives are those of expressions, of a text
};

/// Until the end that is known, else a time of the motion's own.
double time_of(const std::optional<double>& t_end, const System<double>& system, const Start<double>& start) {
  if (t_end && *t_end > 0 && std::isfinite(*t_end)) return *t_end;
  const bool fits = start.q.size() == system.coordinates() && start.v.size() == system.velocities();
  return fits ? own_time(system, start) : 1;
}

/// Of a struct; what is constant in a text is seen by who reads it.
void note_constant_mass(const System<double>& system, const Start<double>& start, const Look& look,
                        ContractReport& report) {
  const DynamicsTraits traits = system.traits();
  if (system.kind() != SystemKind::mechanical || traits.constant_mass || look.exact || !report.holds()) return;
  const std::vector<Sample> states = sample_states(system, start, look.time);
  const bool moved = std::ranges::any_of(states, [&](const Sample& at) { return at.q != states[0].q; });
  if (!moved || constant_mass_finding(*loose_dynamics(system), states).observed != 0) return;
  const bool kicks = traits.natural && traits.conservative && traits.holonomic == 0 && system.constraints() > 0;
  report.notes.push_back(fmt::format(
      "M is the same in every state that was checked: if M is constant, `constant_mass = true` saves its derivatives{}",
      kicks ? ", and mclachlan_perlmutter and its like run compiled with the problem (unless fused_kernels = false)"
            : ""));
}

Finding consistent_start(const System<double>& system, const Start<double>& start) {
  const Check& check = problem_check("start_consistent");
  const auto violated = make_probe(system)->violated(0, values(start.q), values(start.v));
  if (!violated) return finding(check, 0);
  const VariableNames& names = system.names();
  std::string detail = fmt::format("{}[{}] = {:.6g} at {} = {}", names.constraint, violated->constraint,
                                   violated->residual, names.state, shown(start.q));
  if (start.v.size() > 0) detail += fmt::format(", {} = {}", names.velocity, shown(start.v));
  Finding found = finding(check, std::abs(violated->residual), std::move(detail));
  found.holds = false;  // the probe judges by the size of A and v
  return found;
}

bool all_hold(const std::vector<Finding>& findings) { return std::ranges::all_of(findings, &Finding::holds); }

/// Conservation and the exact solution, of a system whose equations can be solved.
void check_flow(const System<double>& system, const LooseDynamics& dynamics, const std::vector<Sample>& states,
                const Look& look, ContractReport& report) {
  const Flow flow = flow_of(dynamics);
  const StateFunction energy = [&](double t, const VectorX<double>& q, const VectorX<double>& v) {
    return dynamics.energy(t, q, v);
  };
  const StateFunction terms = [&](double t, const VectorX<double>& q, const VectorX<double>& v) {
    const double V = dynamics.energy(t, q, VectorX<double>::Zero(v.size()));
    return std::abs(dynamics.energy(t, q, v) - V) + std::abs(V);
  };
  const auto probe = make_probe(system);
  const auto driven = [&](const Sample& at) { return !probe->driven_by(at.t, values(at.q), values(at.v)).empty(); };
  if (std::ranges::none_of(states, driven))
    report.add({look.exact
                    ? conserved_exactly(problem_check("energy"), "", states, energy_terms(dynamics), terms, look.time)
                    : conserved(problem_check("energy"), "", energy, states, flow, look.time, terms)});
  for (const NamedInvariant<double>& each : system.invariants())
    report.add({conserved_finding(each, states, flow, look.time)});
  if (system.exact_solution()) report.add(solution_findings(system, dynamics, states[0], look.time));
}

/// What the mass and the constraints do along the motion, and how far it could be followed.
void check_way(const System<double>& system, const Start<double>& start, const Look& look, ContractReport& report) {
  const Way way = way_of(system, start, look.time);
  const auto add = [&](const Check& check, const std::optional<Sample>& at, const char* what) {
    if (at) report.add({finding(check, 1, fmt::format("{} {}", what, place(*at)))});
  };
  add(problem_check("mass_definite"), way.mass_lost, "along the motion M loses its definiteness");
  add(problem_check("constraint_rank"), way.rank_lost, "along the motion the rows of A become dependent, before or");
  if (way.ended != Outcome::success)
    report.notes.push_back(fmt::format("the motion from the start could be followed to t = {:.6g} of {:.6g} only: {}",
                                       way.reached, look.time, text(way.ended)));
}

void check_mechanical(const System<double>& system, Start<double> start, const Look& look, ContractReport& report) {
  if (system.traits().holonomic > 0) report.add({placed_start(system, start)});
  report.add({consistent_start(system, start)});
  std::vector<Sample> states{{0, start.q, start.v}};
  if (all_hold(regularity_findings(system, states))) {
    make_probe(system)->place(0, {start.q.data(), static_cast<std::size_t>(start.q.size())}, values(start.v));
    make_probe(system)->project(0, values(start.q), {start.v.data(), static_cast<std::size_t>(start.v.size())});
    states = sample_states(system, start, look.time);
  }
  const std::vector<Finding> regular = regularity_findings(system, states);
  report.add(regular);
  const auto dynamics = loose_dynamics(system);
  std::erase_if(states, [&](const Sample& at) {
    return !dynamics->mass(at.t, at.q, at.v).allFinite() || !dynamics->reaction(at.t, at.q, at.v).allFinite();
  });
  if (states.empty())
    return report.omit(problem_check("force"), "M or A is not finite, so nothing that depends on them was checked");
  if (!look.exact) report.add(derivative_findings(*dynamics, states));
  report.add(claim_findings(*dynamics, system.traits(), states));
  if (system.traits().holonomic > 0 && !look.exact) report.add({position_rate_finding(*dynamics, states)});
  if (system.traits().adapted_basis) report.add(basis_findings(*dynamics, states));
  if (std::string note = note_on_mass(system); !note.empty()) report.notes.push_back(std::move(note));
  note_redundant_rows(system, report);
  note_integrable_rows(system, states, report);
  if (system.traits().constant_mass) report.add({constant_mass_finding(*dynamics, states)});
  if (all_hold(regular)) {
    check_way(system, {.q = states[0].q, .v = states[0].v}, look, report);
    check_flow(system, *dynamics, states, look, report);
  } else {
    report.omit(problem_check("energy"),
                "the equations of motion cannot be solved, so nothing was checked along the flow");
  }
}

void check_system(const System<double>& system, const Start<double>& start, const Look& look, ContractReport& report) {
  if (start.q.size() != system.coordinates() || start.v.size() != system.velocities())
    return report.add({finding(problem_check("start_size"),
                               static_cast<double>(std::abs(start.q.size() - system.coordinates()) +
                                                   std::abs(start.v.size() - system.velocities())),
                               fmt::format("q and v have {} and {} entries, not {} and {}", start.q.size(),
                                           start.v.size(), system.coordinates(), system.velocities()))});
  const SystemKind kind = system.kind();
  if (kind == SystemKind::mechanical) return check_mechanical(system, start, look, report);
  if (kind == SystemKind::dae) report.add({consistent_start(system, start)});
  const std::vector<Sample> states = sample_states(system, start, look.time);
  report.add(kind == SystemKind::dae ? hessenberg_findings(system, start, states, look.time, look.exact)
                                     : skew_gradient_findings(system, states, look.time, look.exact));
  if (system.exact_solution()) report.add(hessenberg_solution_findings(system, states[0], look.time));
}

bool refuses(const ProblemEntry& entry, std::string_view parameter, double value) try {
  entry.make({{std::string(parameter), value}});
  return false;
} catch (const InputError&) {
  return true;
}

void check_parameter(const ProblemEntry& entry, const ParameterInfo& p, ContractReport& report) {
  report.add({finding(problem_check("parameter_default"), contains(p.range, p.default_value) ? 0 : 1,
                      fmt::format("{} must be {}", p.default_value, describe(p.range)), p.name)});
  // infinite is out of every range
  const double outside = p.range == Range::any ? std::numeric_limits<double>::infinity() : -0.5;
  report.add({finding(problem_check("parameter_range"), refuses(entry, p.name, outside) ? 0 : 1,
                      fmt::format("make() took {}, although it must be {}", outside, describe(p.range)), p.name)});
}

/// What is found of a start has its name in front.
void add_under(const std::string& name, ContractReport own, ContractReport& report) {
  if (!name.empty()) {
    for (Finding& each : own.findings) each.check = fmt::format("{}: {}", name, each.check);
    for (Omission& each : own.omissions) each.check = fmt::format("{}: {}", name, each.check);
    for (std::string& each : own.notes) each = fmt::format("{}: {}", name, each);
  }
  report.add(std::move(own.findings));
  std::ranges::move(own.omissions, std::back_inserter(report.omissions));
  std::ranges::move(own.notes, std::back_inserter(report.notes));
}

void check_setup(const ProblemEntry& entry, const Setup<double>& setup, ContractReport& report) try {
  ContractReport own{std::string(setup.name)};
  const System<double> system = entry.make({}, setup.name);
  own.add({finding(problem_check("setup_parameters"), 0)});
  const Start<double> start = start_of(setup);
  const Look look{time_of(setup.t_end, system, start), is_text(entry)};
  check_system(system, start, look, own);
  note_constant_mass(system, start, look, own);
  add_under(std::string(setup.name), std::move(own), report);
} catch (const InputError& error) {
  Finding found = finding(problem_check("setup_parameters"), 1, error.what());
  found.check = fmt::format("{}: {}", setup.name, found.check);
  report.add({found});
}

}  // namespace

ContractReport check_problem(const System<double>& system, const Start<double>& start, const std::string& subject,
                             const std::optional<double>& t_end) {
  ContractReport report{subject};
  const Look look{time_of(t_end, system, start)};
  check_system(system, start, look, report);
  note_constant_mass(system, start, look, report);
  return report;
}

ContractReport check_problem(const ProblemEntry& entry) {
  ContractReport report{std::string(entry.name)};
  for (const ParameterInfo& p : entry.parameters) check_parameter(entry, p, report);
  report.add({finding(problem_check("setup_exists"), entry.setups.empty() ? 1 : 0,
                      "about().setups is empty: checks have no start")});
  for (const Setup<double>& setup : entry.setups) check_setup(entry, setup, report);
  return report;
}

ContractReport check_problem(const ProblemEntry& entry, const std::vector<NamedStart>& starts) {
  ContractReport report{std::string(entry.name)};
  for (const ParameterInfo& p : entry.parameters) check_parameter(entry, p, report);
  for (const NamedStart& each : starts) {
    ContractReport own;
    check_system(each.system, each.start, {time_of(each.t_end, each.system, each.start), is_text(entry)}, own);
    add_under(each.name, std::move(own), report);
  }
  return report;
}

std::optional<Start<double>> some_start(const System<double>& system) {
  constexpr int trials = 20;
  for (int k = 1; k <= trials; ++k) {
    Start<double> start{VectorX<double>(system.coordinates()), VectorX<double>(system.velocities()),
                        Consistent::project};
    for (Eigen::Index i = 0; i < start.q.size(); ++i) start.q[i] = std::sin(k + 1.7 * static_cast<double>(i));
    for (Eigen::Index i = 0; i < start.v.size(); ++i) start.v[i] = std::cos(2 * k + 1.3 * static_cast<double>(i));
    try {
      const auto held = solvable(system, 0, values(start.q), values(start.v));
      const auto found = checked(start, held, 0);
      return Start<double>{found.q, found.v, Consistent::error, found.lambda};
    } catch (const InputError&) {  // the next
    }
  }
  return std::nullopt;
}

}  // namespace nonholo
