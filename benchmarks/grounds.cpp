// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "grounds.hpp"

#include "hand_odes.hpp"

#include <nonholo/framework/system/probe.hpp>
#include <nonholo/methods/derived/composition_scheme.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace nonholo::benchmarks {

namespace {

namespace odeint = boost::numeric::odeint;

std::vector<double> end_of(Integrator<double>& integrator, const SolvedProblem<double>& on,
                           const TimeSpan<double>& span) {
  const bool good = integrate(integrator, on.start, span, [](const auto&) {}).outcome == Outcome::success;
  const View<double> view = integrator.view();
  std::vector<double> end(view.q.begin(), view.q.end());
  end.insert(end.end(), view.v.begin(), view.v.end());
  if (!good) end.front() = std::nan("");
  return end;
}

Contender ours(const std::string& name, const MethodChoice& method, const SolvedProblem<double>& on) {
  return {name, Kind::ours, step_sizes, [method, on](int k) { return fixed_steps(on, method, k); }};
}

Contender tolerant(const std::string& name, Kind kind, MethodChoice method, const SolvedProblem<double>& on) {
  return {name, kind, tolerances, [method, on](int k) mutable -> Run {
            method.options.set("rtol", 1e-2 * fraction(k, tolerances));
            method.options.set("atol", 1e-2 * fraction(k, tolerances));
            const std::shared_ptr<Integrator<double>> made = method.make(on.system);
            return [made, on] { return end_of(*made, on, TimeSpan<double>::adaptive(0, on.t_end)); };
          }};
}

Contender adapter(const std::string& name, const MethodChoice& method, const SolvedProblem<double>& on) {
  return tolerant(name, Kind::adapter, method, on);
}

template <class Stepper, class Ode> Contender by_hand(const std::string& name, const SolvedProblem<double>& on) {
  FullState<Ode> start;
  std::ranges::copy(on.start.v, std::ranges::copy(on.start.q, start.begin()).out);
  return {name, Kind::by_hand, tolerances, [start = state_of<Ode>(start), t_end = on.t_end](int k) -> Run {
            return [=] {
              const auto end = full_of<Ode>(by_odeint<Stepper>(Ode(), start, t_end, 1e-2 * fraction(k, tolerances)));
              return std::vector<double>(end.begin(), end.end());
            };
          }};
}

/// By both methods of odeint.
template <class Ode>
void add_by_hand(std::vector<Contender>& all, const std::string& equations, const SolvedProblem<double>& on) {
  using State = typename Ode::State;
  all.push_back(by_hand<odeint::runge_kutta_dopri5<State>, Ode>("dopri5 " + equations, on));
  all.push_back(by_hand<odeint::runge_kutta_fehlberg78<State>, Ode>("rkf78 " + equations, on));
}

MethodChoice baseline(const char* name, bool projected_too = false) {
  return projected_too ? method_choice("projected", {{"base", name}}) : method_choice(name);
}

void add_ours(std::vector<Contender>& all, const SolvedProblem<double>& on) {
  if (on.system.traits().constant_mass) {
    all.push_back(ours("MP", method_choice("mclachlan_perlmutter"), on));
    for (const CompositionScheme& scheme : composition_schemes()) {
      if (scheme.name == "strang") continue;  // MP itself
      const std::string name(scheme.name);
      const bool pairs = scheme.substeps == Substeps::in_turn;
      all.push_back(ours(name, pairs ? composition_of_pairs(name) : composition_of_mp(name), on));
    }
  } else
    all.push_back(
        ours("kahan_li_8 of gauss 1",
             method_choice("composition",
                           {{"base", "spark"}, {"tableau", "gauss"}, {"stages", 1L}, {"scheme", "kahan_li_8"}}),
             on));
  for (const long stages : {2L, 3L, 4L, 5L, 6L})
    all.push_back(ours(fmt::format("gauss {}", stages), gauss(stages), on));
  for (const long order : {6L, 8L, 10L, 12L, 13L, 14L})
    all.push_back(ours(fmt::format("adams {}", order), method_choice("adams", {{"order", order}}), on));
  for (const char* pair : {"dormand_prince_5", "dormand_prince_8"})
    all.push_back(tolerant(pair, Kind::ours, method_choice("explicit_runge_kutta", {{"pair", pair}}), on));
  all.push_back(ours("energy_collocation 3", method_choice("energy_collocation", {{"stages", 3L}}), on));
}

template <class Ode, class Reduced>
Ground made(const std::string& name, const ProblemChoice& problem, Start<double> start, double t_end) {
  const System<double> system = problem.system();
  auto end = reference_solution(system, checked(start, system, 0.0), t_end);
  if (!end) throw InputError("", name + " has no reference solution");
  Ground on{name, {system, std::move(start), t_end, std::move(*end)}, {}};
  add_ours(on.contenders, on.problem);
  add_by_hand<Ode>(on.contenders, "by hand", on.problem);
  add_by_hand<Reduced>(on.contenders, "by hand, reduced", on.problem);
  on.contenders.push_back(adapter("dopri5", baseline("odeint_dopri5"), on.problem));
  on.contenders.push_back(adapter("rkf78", baseline("odeint_fehlberg78"), on.problem));
  on.contenders.push_back(adapter("dopri5, projected", baseline("odeint_dopri5", true), on.problem));
  on.contenders.push_back(adapter("IDA, index 1", baseline("ida_index1"), on.problem));
  on.contenders.push_back(adapter("IDA, index 2", baseline("ida_index2"), on.problem));
  return on;
}

Start<double> from(std::initializer_list<double> q, std::initializer_list<double> v) {
  Start<double> start;
  start.q = Eigen::Map<const VectorX<double>>(q.begin(), static_cast<Eigen::Index>(q.size()));
  start.v = Eigen::Map<const VectorX<double>>(v.begin(), static_cast<Eigen::Index>(v.size()));
  return start;
}

Ground contact() {
  const double z = 0.3 * std::sqrt(2.0);
  return made<HandContact, ReducedContact>("contact", problem_choice("contact_oscillator", "perturbed"),
                                           from({std::sqrt((2 - z * z) / (1 + 0.3 * z * z)), 1, z}, {0, 0, 0}), 100);
}

Ground gearbox() {
  return made<HandGearbox, ReducedGearbox>("gearbox", problem_choice("gearbox_pendulum", "celledoni_4_4"),
                                           from({1, 0.5, 2.5}, {-0.5 * std::sin(2.5), 0.5, 0.3}), 100);
}

template <class Ode, class Reduced>
Ground of_setup(const std::string& name, const ProblemChoice& problem, double t_end) {
  return made<Ode, Reduced>(name, problem, problem.start(), t_end);
}

}  // namespace

bool holds(const std::vector<double>& errors, std::size_t k, std::size_t next, double bound) {
  const auto begin = errors.begin() + static_cast<std::ptrdiff_t>(k);
  const std::size_t many = std::min(next + 1, errors.size() - k);
  return std::all_of(begin, begin + static_cast<std::ptrdiff_t>(many), [&](double x) { return x <= bound; });
}

double fraction(int k, Grid grid) { return std::pow(10.0, -k / static_cast<double>(grid)); }

double Ground::error(const std::vector<double>& end) const {
  double sum = 0;
  const auto n = static_cast<std::size_t>(problem.end.q.size());
  for (std::size_t i = 0; i < end.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i < n ? i : i - n);
    const double apart = end[i] - (i < n ? problem.end.q[at] : problem.end.v[at]);
    sum += apart * apart;
  }
  return std::sqrt(sum);
}

double Ground::off_constraint(const std::vector<double>& end) const {
  const auto probe = make_probe(problem.system);
  const std::size_t n = end.size() / 2;
  return probe->constraint(problem.t_end, {end.data(), n}, {end.data() + n, n}).scaled;
}

MethodChoice composition_of_pairs(const std::string& scheme) {
  return method_choice("composition", {{"base", "symplectic_euler_2"}, {"scheme", scheme}});
}
MethodChoice composition_of_mp(const std::string& scheme) {
  return method_choice("composition", {{"base", "mclachlan_perlmutter"}, {"scheme", scheme}});
}
MethodChoice gauss(long stages) { return method_choice("spark", {{"tableau", "gauss"}, {"stages", stages}}); }

std::string recommended(const Ground& on, double accuracy) {
  if (!on.problem.system.traits().constant_mass) return "dormand_prince_8";
  if (accuracy > 1e-3) return std::string(best_scheme(accuracy, true).name);
  return accuracy > 1e-5 ? "adams 10" : "adams 13";
}

Run fixed_steps(const SolvedProblem<double>& on, const MethodChoice& method, int k) {
  const std::shared_ptr<Integrator<double>> made = method.make(on.system);
  const long steps = std::lround(std::ceil(on.t_end / (4 * fraction(k, step_sizes))));
  const TimeSpan<double> span = TimeSpan<double>::fixed(0, on.t_end / static_cast<double>(steps), steps);
  return [made, on, span] { return end_of(*made, on, span); };
}

std::vector<Ground> grounds() {
  std::vector<Ground> all;
  for (const char* name : {"contact", "particle", "gearbox", "disk", "sleigh"}) all.push_back(ground(name));
  return all;
}

Ground ground(const std::string& name) {
  if (name == "contact") return contact();
  if (name == "gearbox") return gearbox();
  if (name == "particle")
    return of_setup<HandParticle, ReducedParticle>(name, problem_choice("nonholonomic_particle", "jay_8_1"), 250);
  if (name == "disk")
    return of_setup<HandDisk, ReducedDisk>(name, problem_choice("vertical_rolling_disk", "hilden_2_1_2"), 100);
  if (name == "sleigh")
    return of_setup<HandSleigh, ReducedSleigh>(name, problem_choice("chaplygin_sleigh", "rotating"), 30);
  throw InputError("problem", name + " is none of contact, particle, gearbox, disk, sleigh");
}

}  // namespace nonholo::benchmarks
