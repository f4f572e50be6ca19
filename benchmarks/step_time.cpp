// What a step costs: ns and iterations per step of every method on both problems, and beside each the baselines at
// equal endpoint error.
//
//   step_time [method or tableau or "solvers" ...]        all of them without arguments
//
// Machines are shared and noisy: read ratios, not times. Everything on a line was measured in this run, interleaved, as
// the least processor time of several repetitions. For instruction counts: valgrind --tool=callgrind step_time gauss.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "measure.hpp"

#include <nonholo/methods/tableaus/tableaus.hpp>
#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/method_choice.hpp>

#include <string>
#include <vector>

namespace {

using namespace nonholo;
using namespace nonholo::benchmarks;

/// The cheapest run of a baseline (rtol = atol on a grid of 8 per decade) with an endpoint error of at most `error`;
/// nothing when none is that exact.
std::optional<Measured> at_equal_error(std::string_view baseline, const SolvedProblem<double>& on, double error) {
  for (double exponent = -2; exponent > -14; exponent -= 0.125) {
    const double tolerance = std::pow(10, exponent);
    const auto integrator = method_choice(baseline, {{"rtol", tolerance}, {"atol", tolerance}}).make(on.system);
    const auto span = TimeSpan<double>::adaptive(0, on.t_end);
    if (integrate(*integrator, on.start, span, [](const auto&) {}).outcome != Outcome::success) continue;
    if (on.error(integrator->view()) <= error) return measure(*integrator, on, span);
  }
  return std::nullopt;
}

std::string beside(const std::optional<Measured>& baseline, double seconds) {
  return baseline ? fmt::format("{:>9.1f} ({:>6.2f}x)", 1e6 * baseline->seconds, baseline->seconds / seconds)
                  : fmt::format("{:>19}", "-");
}

void line(const SolvedProblem<double>& on, const std::string& label, Integrator<double>& integrator, double h) {
  const Measured ours = measure(integrator, on, TimeSpan<double>::until(0, on.t_end, h));
  const double steps = static_cast<double>(ours.summary.steps);
  fmt::print("  {:<46} {:>6} {:>6.2f} {:>8.0f}  {:>9.2e} {:>9.1f}  {}  {}\n", label, h,
             static_cast<double>(ours.summary.iterations) / steps, 1e9 * ours.seconds / steps, ours.error,
             1e6 * ours.seconds, beside(at_equal_error("odeint_dopri5", on, ours.error), ours.seconds),
             beside(at_equal_error("ida_index1", on, ours.error), ours.seconds));
}

bool wanted(const std::vector<std::string>& only, std::string_view name) {
  return only.empty() || std::ranges::find(only, name) != only.end();
}

void table(const ProblemChoice& problem, double t_end, const std::vector<std::string>& only) {
  const SolvedProblem<double> on = solved(problem, t_end);
  fmt::print("{}, t = 0 ... {}\n  {:<46} {:>6} {:>6} {:>8}  {:>9} {:>9}  {:>19}  {:>19}\n", problem.label(), on.t_end,
             "method", "h", "its", "ns/step", "end error", "us", "dopri5 us", "IDA us");
  for (const MethodEntry& method : method_catalogue()) {
    if (method.stepping == Stepping::adaptive || method.name == "spark" || !wanted(only, method.name)) continue;
    for (const MethodChoice& choice : trials_of(method))
      if (const auto integrator = choice.make_where_meant(on.system)) line(on, choice.label(), *integrator, 0.1);
  }
  for (const TableauFamily& family : tableau_catalogue())
    for (int stages = family.min_stages; stages <= std::min(4, family.max_stages) && wanted(only, family.name);
         ++stages) {
      if (!family(stages).determines_multipliers()) continue;  // spark refuses it
      const MethodChoice choice =
          method_choice("spark", {{"tableau", std::string(family.name)}, {"stages", long{stages}}});
      line(on, choice.label(), *choice.make(on.system), 0.1);
    }
  fmt::print("\n");
}

/// What other solvers of the stage equations cost, for 2-stage Gauss, relative to the native one.
void solver_table(const ProblemChoice& problem, double t_end) {
  const SolvedProblem<double> on = solved(problem, t_end);
  fmt::print("{}, solvers of the equations of spark(gauss,2), h = 0.1\n  {:<34} {:>6} {:>8} {:>8}\n", problem.label(),
             "solver", "its", "ns/step", "ratio");
  double native = 0;
  for (const auto& [solver, jacobian] :
       {std::pair("native", "auto"), {"native", "exact"}, {"kinsol", "auto"}, {"kinsol", "exact"}}) {
    const MethodChoice gauss =
        method_choice("spark", {{"tableau", "gauss"}, {"stages", 2L}, {"solver", solver}, {"jacobian", jacobian}});
    const Measured run = measure(*gauss.make(on.system), on, TimeSpan<double>::until(0, on.t_end, 0.1));
    const double steps = static_cast<double>(run.summary.steps), ns = 1e9 * run.seconds / steps;
    if (native == 0) native = ns;
    fmt::print("  {:<34} {:>6.2f} {:>8.0f} {:>7.2f}x\n", fmt::format("{}, jacobian = {}", solver, jacobian),
               static_cast<double>(run.summary.iterations) / steps, ns, ns / native);
  }
  fmt::print("\n");
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> only(argv + 1, argv + argc);
  fmt::print(
      "its: iterations per step, all to round-off; baselines: the cheapest run that ends at most as far from the "
      "solution, and its time over "
      "ours\n\n");
  if (wanted(only, "solvers")) {
    solver_table(problem_choice("vertical_rolling_disk", "hilden_2_1_2"), 100);
    solver_table(problem_choice("chaplygin_sleigh", "rotating"), 30);
  }
  table(problem_choice("vertical_rolling_disk", "hilden_2_1_2"), 100, only);
  table(problem_choice("chaplygin_sleigh", "rotating"), 30, only);
  table(problem_choice("chaplygin_sleigh", "hilden_4_5"), 30, only);
}
