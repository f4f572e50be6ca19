// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/study/method_contract.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/verification/contract/check_method.hpp>
#include <nonholo/verification/method_choice.hpp>
#include <nonholo/verification/problem_choice.hpp>
#include <nonholo/verification/study/plan.hpp>

#include <fmt/format.h>

namespace nonholo {

namespace {

constexpr double contract_step = 0.05;  // some steps in what these problems do in a second

struct ContractPlace {
  const char *problem, *setup;
};
// Of constant mass and of M(q), without coincidences of either; skew-gradient; a DAE.
constexpr ContractPlace contract_places[] = {{"contact_oscillator", "perturbed"},
                                             {"chaplygin_sleigh", "rotating"},
                                             {"suslov", "jimenez_scheurle"},
                                             {"jay_2006_dae", "unit_interval"}};

std::vector<MethodChoice> contract_choices(const MethodEntry& method) {
  std::vector<MethodChoice> all = trials_of(method);
  for (MethodChoice& each : variants_of(method)) all.push_back(std::move(each));
  if (all.empty()) all.push_back({&method, {}});
  return all;
}

/// Of every choice that runs on the problem.
void check_on_problem(const ProblemChoice& problem, const MethodEntry& method, std::vector<ContractReport>& reports) {
  const System<double> system = problem.system();
  const auto start = checked(problem.start(), system, 0.0);
  for (const MethodChoice& choice : contract_choices(method)) {
    if (!runs_from(start, choice, system)) continue;
    const auto integrator = choice.make(system);
    reports.push_back(check_method(*integrator, problem.start(), contract_step,
                                   {.subject = fmt::format("{} on {}", choice.label(), problem.label())}));
  }
}

}  // namespace

std::vector<ContractReport> check_method_entry(const MethodEntry& method) {
  std::vector<ContractReport> reports;
  for (const ContractPlace& place : contract_places)
    check_on_problem(problem_choice(place.problem, place.setup), method, reports);
  for (const ProblemEntry& problem : problem_catalogue()) {
    if (!reports.empty()) return reports;
    if (!problem.setups.empty())
      check_on_problem(problem_choice(problem.name, problem.setups.front().name), method, reports);
  }
  if (reports.empty())
    throw InputError("METHOD", fmt::format("{} takes no problem of the catalogue, so no check can run", method.name));
  return reports;
}

}  // namespace nonholo
