// Every method does what its traits claim, and every check of check_method finds the one flaw that it is there for.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/contract/check_method.hpp>

#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/contract/method_checks.hpp>
#include <nonholo/verification/method_choice.hpp>
#include <nonholo/verification/problem_choice.hpp>

#include "broken_methods.hpp"
#include "catch.hpp"
#include "failing.hpp"

#include <algorithm>
#include <cmath>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

const ProblemChoice oscillator = problem_choice("contact_oscillator", "perturbed"),
                    rotating_sleigh = problem_choice("chaplygin_sleigh", "rotating"),
                    rolling_disk = problem_choice("vertical_rolling_disk", "hilden_2_1_2"),
                    suslov = problem_choice("suslov", "jimenez_scheurle"),
                    reduced_sleigh = problem_choice("reduced_sleigh", "celledoni_fig_3");

/// Orders beyond this leave too few errors above round-off in double.
constexpr int most_measurable = 2;

void check(Integrator<double>& integrator, const std::string& name, const ProblemChoice& problem) {
  const std::string subject = name + " on " + problem.label();
  const ContractReport report = check_method(integrator, problem.start(), 0.05, {.subject = subject});
  INFO(report.text());
  CHECK(report.holds());
  const bool has_errors =
      problem.entry == oscillator.entry || problem.entry == rotating_sleigh.entry;  // others are exact in part
  const MethodTraits traits = integrator.traits();
  if (!has_errors || traits.order > most_measurable) return;
  for (const Omission& each : report.omissions)  // of what nothing is claimed
    CHECK((traits.adaptive || (traits.multiplier_order == 0 && each.key == "multiplier_order") ||
           (traits.order == 0 && each.key == "order")));
}

/// The trials and the variants of every method.
std::vector<MethodChoice> all_choices() {
  std::vector<MethodChoice> all;
  for (const MethodEntry& method : method_catalogue())
    for (const auto& choices : {trials_of(method), variants_of(method)})
      all.insert(all.end(), choices.begin(), choices.end());
  return all;
}

/// Nothing where the method is refused, for whatever reason.
std::unique_ptr<Integrator<double>> made(const MethodChoice& choice, const System<double>& system) try {
  return choice.make(system);
} catch (const InputError&) {
  return nullptr;
}

/// How many of them run there; all of those are checked.
std::size_t check_all_on(const ProblemChoice& problem) {
  const System<double> system = problem.system();
  std::size_t run = 0;
  for (const MethodChoice& choice : all_choices())
    if (const auto integrator = made(choice, system)) {
      check(*integrator, choice.label(), problem);
      ++run;
    }
  return run;
}

}  // namespace

TEST_CASE("every check of check_method has its witness, a method that it alone finds wrong") {
  for (const Check& check : method_checks) {
    const ContractReport report = report_of_broken_method(check.key);
    INFO(check.key << "\n" << report.text());
    CHECK(failing(report) == std::set<std::string>{std::string(check.key)});
  }
}

TEST_CASE("a step size that is none, and a run of no steps, are refused") {
  const System<double> particle(Particle{});
  const auto method = mclachlan_perlmutter(particle);
  for (const double h : {0.0, -0.05, std::nan(""), HUGE_VAL}) {
    CHECK_THROWS_WITH(check_method(*method, on_particle, h), Contains("h") && Contains("must be finite and > 0"));
    CHECK_THROWS_AS(check_adjoint(*method, *method, on_particle, h), InputError);
  }
  CHECK_THROWS_WITH(check_method(*method, on_particle, 0.05, {.steps = 0}), Contains("steps"));
}

TEST_CASE("the methods of the witnesses are sound without a flaw") {
  for (const char* none : {"", "stage equations"}) {
    const ContractReport report = report_of_broken_method(none);
    INFO(report.text());
    CHECK(report.holds());
    CHECK(report.omissions.empty());
  }
}

TEST_CASE("an order that is claimed and missed is told with what was measured") {
  CHECK_THAT(report_of_broken_method("order").text(),
             Contains("FAILS  q is of order 3, as claimed") && Contains("measured 2.0") && Contains("at h = "));
}

TEST_CASE("orders of which a method says nothing are said to be left out, with what was measured, and are no fault") {
  const System<double> particle(Particle{});
  Flawed method("", mclachlan_perlmutter(particle), MethodTraits{.order = 2});
  const ContractReport report = check_method(method, on_particle, 0.05);
  CHECK(report.holds());
  REQUIRE(report.omissions.size() == 1);
  CHECK(report.omissions[0].key == "multiplier_order");
  CHECK_THAT(report.omissions[0].reason,
             Contains("no theorem gives its order; measured 1.") || Contains("; measured 2."));
}

TEST_CASE("a method whose steps fail gets the checks that are still possible, and the others are listed as open") {
  const ContractReport report = report_of_broken_method("steps_succeed");
  CHECK_THAT(report.text(), Contains("step 6 with h = 0.05 fails") &&
                                Contains("holds  the same start gives the same run") && Contains("-      reversible") &&
                                Contains("it needs runs that succeed"));
}

TEST_CASE("every method of the catalogue does what its traits claim, on a constant mass and on one that varies") {
  CHECK(check_all_on(oscillator) == all_choices().size());
  CHECK(check_all_on(rolling_disk) == all_choices().size());
  CHECK(check_all_on(rotating_sleigh) == all_choices().size() - 2);  // RATTLE and SHAKE are for constant mass
}

TEST_CASE("every tableau makes a method that does what its traits claim") {
  for (const ProblemChoice& problem : {oscillator, rotating_sleigh, rolling_disk}) {
    const System<double> system = problem.system();
    for (const TableauFamily& family : tableau_catalogue())
      for (int stages = family.min_stages; stages <= std::min(family.max_stages, 4); ++stages) {
        const TableauSet set = family(stages);
        if (!set.determines_multipliers()) continue;
        INFO(stages << " stages");
        check(*spark(system, set), std::string(family.name), problem);
      }
  }
}

TEST_CASE("methods that run skew-gradient systems do there what their traits claim") {
  for (const ProblemChoice& problem : {suslov, reduced_sleigh}) CHECK(check_all_on(problem) >= 8);
}

TEST_CASE("methods that name an adjoint are undone by its step of -h") {
  const System<double> system = rotating_sleigh.system();
  int pairs = 0;
  for (const MethodEntry& method : method_catalogue()) {
    if (method.adjoint.empty()) continue;
    ++pairs;
    const MethodOptions options = method.trials().front();
    const auto forward = method.make(system, options),
               back = method_catalogue().at(method.adjoint).make(system, options);
    const Finding finding = check_adjoint(*forward, *back, rotating_sleigh.start(), 0.1);
    INFO(method.name << ": " << finding.observed);
    CHECK(finding.holds);
  }
  CHECK(pairs >= 3);
}
