// Work and precision: the processor time to reach an error of (q, v) at the end, for methods that keep the constraint
// and for the standard solvers, side by side on the same problem object.
//
//   work_precision [problem ...]        all of them without arguments
//
// Every method is run on a grid of step sizes or tolerances, eight to a factor of ten; the cheapest run that is exact
// enough counts. Read ratios, not times: the last column is the best standard solver over the best of the others.
// Standard solvers run on derivatives that are computed, as ours do.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "measure.hpp"

#include <nonholo/verification/method_choice.hpp>

#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace nonholo;
using namespace nonholo::benchmarks;

/// A method in the table.
struct Contender {
  const char* label;
  MethodChoice method;
  bool standard;  ///< what people use today: it chooses its steps
};

MethodChoice of_mclachlan_perlmutter(const char* scheme) {
  return method_choice("composition", {{"base", "mclachlan_perlmutter"}, {"scheme", scheme}});
}
MethodChoice gauss(long stages) { return method_choice("spark", {{"tableau", "gauss"}, {"stages", stages}}); }

const std::vector<Contender>& contenders() {
  static const std::vector<Contender> all = {
      {"MP", method_choice("mclachlan_perlmutter"), false},
      {"suzuki_4(MP)", of_mclachlan_perlmutter("suzuki_4"), false},
      {"kahan_li_6(MP)", of_mclachlan_perlmutter("kahan_li_6"), false},
      {"kahan_li_8(MP)", of_mclachlan_perlmutter("kahan_li_8"), false},
      {"gauss 3", gauss(3), false},
      {"gauss 5", gauss(5), false},
      {"energy coll. 3", method_choice("energy_collocation", {{"stages", 3L}}), false},
      {"dopri5", method_choice("odeint_dopri5"), true},
      {"rkf78", method_choice("odeint_fehlberg78"), true},
      {"dopri5+proj", method_choice("projected", {{"base", "odeint_dopri5"}}), true},
      {"IDA index 1", method_choice("ida_index1"), true},
      {"IDA index 2", method_choice("ida_index2"), true},
  };
  return all;
}

constexpr double targets[] = {1e-2, 1e-4, 1e-6, 1e-8, 1e-10};

/// The k-th run of a contender: ever smaller steps or tolerances. @return its error, infinite when it fails
double run_once(const Contender& who, const SolvedProblem<double>& on, int k, TimeSpan<double>& span,
                std::unique_ptr<Integrator<double>>& integrator) {
  const double fraction = std::pow(10.0, -k / 8.0);
  MethodChoice method = who.method;
  if (who.standard) {
    method.options.set("rtol", 1e-2 * fraction);
    method.options.set("atol", 1e-2 * fraction);
    span = TimeSpan<double>::adaptive(0, on.t_end);
  } else {
    span = TimeSpan<double>::fixed(0, on.t_end / std::ceil(on.t_end / fraction),
                                   std::lround(std::ceil(on.t_end / fraction)));
  }
  integrator = method.make(on.system);
  if (integrate(*integrator, on.start, span, [](const auto&) {}).outcome != Outcome::success)
    return std::numeric_limits<double>::infinity();
  return on.error(integrator->view());
}

/// Seconds for each target; infinite where it is not reached.
std::vector<double> costs(const Contender& who, const SolvedProblem<double>& on) {
  constexpr int most = 96;
  constexpr long most_steps = 2'000'000;
  std::vector<double> seconds(std::size(targets), std::numeric_limits<double>::infinity());
  TimeSpan<double> span;
  std::unique_ptr<Integrator<double>> integrator;
  for (int k = 0; k < most && span.steps < most_steps; ++k) {
    const double error = run_once(who, on, k, span, integrator);
    for (std::size_t i = 0; i < std::size(targets); ++i)
      if (std::isinf(seconds[i]) && error <= targets[i]) seconds[i] = measure(*integrator, on, span).seconds;
    if (!std::isinf(seconds.back())) break;
  }
  return seconds;
}

void table(const ProblemChoice& problem, double t_end) {
  const SolvedProblem<double> on = solved(problem, t_end);
  fmt::print("{}, t = 0 ... {}: microseconds to an error of (q, v) at the end\n  {:<16}", problem.label(), on.t_end,
             "");
  for (const double target : targets) fmt::print(" {:>11.0e}", target);
  std::vector<double> ours(std::size(targets), std::numeric_limits<double>::infinity()), theirs = ours;
  for (const Contender& who : contenders()) {
    fmt::print("\n  {:<16}", who.label);
    const std::vector<double> seconds = costs(who, on);
    for (std::size_t i = 0; i < seconds.size(); ++i) {
      double& best = who.standard ? theirs[i] : ours[i];
      best = std::min(best, seconds[i]);
      fmt::print(" {:>11}", std::isinf(seconds[i]) ? "-" : fmt::format("{:.1f}", 1e6 * seconds[i]));
    }
  }
  fmt::print("\n  {:<16}", "theirs / ours");
  for (std::size_t i = 0; i < ours.size(); ++i)
    fmt::print(" {:>11}", std::isinf(theirs[i] / ours[i]) || ours[i] == theirs[i]
                              ? "-"
                              : fmt::format("{:.2f}x", theirs[i] / ours[i]));
  fmt::print("\n\n");
}

}  // namespace

int main(int argc, char** argv) {
  const std::pair<ProblemChoice, double> ground[] = {{problem_choice("contact_oscillator", "perturbed"), 100},
                                                     {problem_choice("nonholonomic_particle", "jay_8_1"), 100},
                                                     {problem_choice("gearbox_pendulum", "celledoni_4_4"), 50},
                                                     {problem_choice("vertical_rolling_disk", "hilden_2_1_2"), 100},
                                                     {problem_choice("mclachlan_perlmutter_particles", "jay_8_4"), 20},
                                                     {problem_choice("chaplygin_sleigh", "rotating"), 30}};
  const std::vector<std::string> only(argv + 1, argv + argc);
  for (const auto& [problem, t_end] : ground)
    if (only.empty() || std::ranges::find(only, problem.entry->name) != only.end()) table(problem, t_end);
}
