// What systems as expressions cost: ns per step of methods on problems of the catalogue as C++ structs, and on the same
// problems recorded as expressions: with the equations that methods solve written out as programs (kick_drift_of() and
// underlying_ode_of() of faces/dynamics_of_expressions.hpp), with the same compiled as C, and without them.
//
//   expressions FOLDER          writes FOLDER/expressions.csv, prints a table
//
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "grounds.hpp"
#include "measure.hpp"

#include <nonholo/framework/expression/program.hpp>
#include <nonholo/framework/faces/dynamics_of_expressions.hpp>
#include <nonholo/framework/problem/trace_of.hpp>
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/problems/chaplygin_sleigh.hpp>
#include <nonholo/problems/contact_oscillator.hpp>
#include <nonholo/problems/trailer_car.hpp>
#include <nonholo/problems/vertical_rolling_disk.hpp>

namespace {

using namespace nonholo;
using namespace nonholo::benchmarks;

constexpr long steps = 200;
constexpr double h = 0.02;

/// A problem in each of its ways, with a start that suits all of them.
struct Ways {
  std::string name;
  std::vector<System<double>> systems;  ///< struct, expressions, compiled, without the equations
  AdmissibleStart<double> start;
};

enum class With { equations, compiled_equations, nothing };

System<double> of_expressions(const std::shared_ptr<const ExpressionDerivatives>& derivatives,
                              const std::vector<double>& parameters, const System<double>& like, With with) {
  const bool compiled = with == With::compiled_equations;
  detail::Mechanical<double> faces{.dynamics = dynamics_of<double>(derivatives, parameters, compiled),
                                   .kick_drift = {}};
  if (with != With::nothing) {
    faces.kick_drift = kick_drift_of<double>(derivatives, parameters, compiled);
    faces.underlying_ode = underlying_ode_of<double>(derivatives, parameters, compiled);
  }
  detail::SystemParts<double> parts{
      .coordinates = like.coordinates(), .constraints = like.constraints(), .exact_solution = {}, .invariants = {}};
  parts.traits = traits_of(*derivatives);
  parts.coordinate_names = like.coordinate_names();
  parts.kind = std::move(faces);
  return System<double>(std::move(parts));
}

template <class P> Ways ways(const std::string& name) {
  TracedProblem traced = trace_of<P>();
  std::vector<double> parameters;
  for (const TracedParameter& each : traced.parameters)
    parameters.push_back(*Program<double>(traced.graph, 0, {}, {{each.usual}}).run());
  const auto derivatives =
      derivatives_of(ExpressionSystem{std::move(traced.graph), traced.n, traced.m, traced.lagrangian, traced.constraint,
                                      traced.position, traced.force, traced.reaction, traced.basis, traced.claims});
  const ProblemEntry& entry = problem_catalogue().at(name);
  const System<double> own = entry.make({});
  std::vector<System<double>> all{own};
  for (const With with : {With::equations, With::compiled_equations, With::nothing})
    all.push_back(of_expressions(derivatives, parameters, own, with));
  Start<double> start = start_of(entry.setups.front());
  start.consistent = Consistent::project;  // the setup may have other parameters
  return {name, all, checked(start, own, 0.0)};
}

void add_rows(const Ways& on, Csv& csv) {
  const std::pair<const char*, MethodChoice> methods[] = {
      {"explicit_runge_kutta", method_choice("explicit_runge_kutta", {{"pair", "dormand_prince_8"}})},
      {"adams", method_choice("adams", {{"order", 10L}})},
      {"mclachlan_perlmutter", method_choice("mclachlan_perlmutter")},
      {"gni", method_choice("gni")},
      {"kahan_li_8(MP)", composition_of_mp("kahan_li_8")},
      {"gauss 2", gauss(2)}};
  for (const auto& [label, method] : methods) {
    std::vector<std::function<void()>> works;
    for (const System<double>& system : on.systems) {
      const std::shared_ptr<Integrator<double>> made = method.make(system);
      works.push_back([made, start = on.start] {
        made->start(0, values(start.q), values(start.v));
        for (long i = 0; i < steps; ++i) made->step(h);
      });
    }
    const std::vector<double> seconds = timed_in_turns(works);
    const auto ns = [&](std::size_t i) { return 1e9 * seconds[i] / steps; };
    csv.row(on.name, label, ns(0), ns(1), ns(2), ns(3));
    fmt::print("| {} | {} | {:.0f} | {:.2f} | {:.2f} | {:.2f} |\n", on.name, label, ns(0), ns(1) / ns(0), ns(2) / ns(0),
               ns(3) / ns(0));
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return fmt::print(stderr, "usage: expressions FOLDER\n"), 2;
  Csv csv(argv[1], "expressions", {"problem", "method", "struct_ns", "expressions_ns", "compiled_ns", "without_ns"});
  fmt::print(
      "A step on expressions, over one on the struct:\n\n"
      "| problem | method | struct [ns] | expressions | compiled | without the equations |\n"
      "| --- | --- | --- | --- | --- | --- |\n");
  add_rows(ways<ContactOscillator<Traced>>("contact_oscillator"), csv);
  add_rows(ways<ChaplyginSleigh<Traced>>("chaplygin_sleigh"), csv);
  add_rows(ways<VerticalRollingDisk<Traced>>("vertical_rolling_disk"), csv);
  add_rows(ways<TrailerCar<Traced>>("trailer_car"), csv);
  fmt::print("\n");
}
