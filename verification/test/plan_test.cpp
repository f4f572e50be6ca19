// The plan of the order suite follows the catalogue: what is added there is studied without being listed anywhere else.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/study/plan.hpp>

#include <nonholo/verification/catalogue.hpp>

#include "catch.hpp"

#include <algorithm>
#include <set>

using namespace nonholo;

namespace {

const std::vector<StudySubject>& whole_plan() {
  static const std::vector<StudySubject> plan = study_plan(method_catalogue(), tableau_catalogue());
  return plan;
}

/// The problems on which the plan studies a method with a tableau.
std::set<std::string> places(const std::vector<StudySubject>& plan, std::string_view method,
                             const std::string& tableau) {
  std::set<std::string> found;
  for (const StudySubject& each : plan)
    if (each.method.entry->name == method &&
        (tableau.empty() || (each.method.options.has("tableau") && each.method.options.text("tableau") == tableau)))
      found.emplace(each.problem.entry->name);
  return found;
}

using Names = std::set<std::string>;

}  // namespace

TEST_CASE("every method of the catalogue that steps as told is studied, with all of its trials and variants") {
  std::set<std::string> studied;
  for (const StudySubject& subject : whole_plan()) studied.insert(subject.method.label());
  for (const MethodEntry& method : method_catalogue())
    for (const auto& choices : {trials_of(method), variants_of(method)})
      for (const MethodChoice& choice : choices) {
        INFO(choice.label());
        const bool another_order =
            choice.options.has("compensated") || choice.label() == "projected(runge_kutta,gauss,2)";
        CHECK(studied.contains(choice.label()) == (choice.steps_as_told() && !another_order));
      }
  CHECK(studied.size() > 80);
}

TEST_CASE("every tableau is studied with up to four stages: by its own name, or as the method that has it") {
  for (const TableauFamily& family : tableau_catalogue()) {
    INFO(family.name);
    if (method_catalogue().find(family.name)) {
      CHECK_FALSE(places(whole_plan(), family.name, "").empty());
      continue;
    }
    for (long s = family.min_stages; s <= 4; ++s)
      CHECK(std::ranges::any_of(whole_plan(), [&](const StudySubject& subject) {
        return subject.method.options.has("tableau") && subject.method.options.text("tableau") == family.name &&
               subject.method.options.integer("stages") == s;
      }));
  }
}

TEST_CASE("a method and a tableau that nobody lists are studied") {
  std::vector<MethodEntry> methods(method_catalogue().begin(), method_catalogue().end());
  methods.push_back(method_catalogue().at("implicit_midpoint_dla"));
  methods.back().name = "of_ones_own";
  std::vector<TableauFamily> tableaus(tableau_catalogue().begin(), tableau_catalogue().end());
  tableaus.push_back(tableau_catalogue().at("radau_iia"));
  tableaus.back().name = "radau_of_ones_own";
  const Catalogue<MethodEntry> more_methods("method", methods);
  const auto plan = study_plan(more_methods, Catalogue<TableauFamily>("tableau", tableaus));
  CHECK(places(plan, "of_ones_own", "") == Names{"chaplygin_sleigh", "coupled_pendula", "gearbox_pendulum"});
  CHECK(places(plan, "spark", "radau_of_ones_own") == Names{"chaplygin_sleigh", "gearbox_pendulum", "jay_2006_dae"});
  CHECK(places(plan, "runge_kutta", "radau_of_ones_own") ==
        Names{"chaplygin_sleigh", "gearbox_pendulum", "jay_2006_dae"});
}

TEST_CASE("a tableau is studied in the roles that its numbers allow") {
  CHECK(places(whole_plan(), "spark", "lobatto_iiia").empty());              // does not determine its multipliers
  CHECK_FALSE(places(whole_plan(), "runge_kutta", "lobatto_iiia").empty());  //
  CHECK(places(whole_plan(), "runge_kutta", "lobatto_iiib").empty());        // a stage without multiplier
  CHECK(places(whole_plan(), "runge_kutta", "lobatto_iiia_b").empty());      // two tableaus
  CHECK(places(whole_plan(), "spark", "lobatto_iiia_b").contains("jay_2003_dae"));
}

TEST_CASE("the quick part of the plan has a variant of every method that has one which changes more than round-off") {
  for (const MethodEntry& method : method_catalogue()) {
    std::set<std::string> variants;
    for (const MethodChoice& each : variants_of(method))
      if (each.steps_as_told() && !each.options.has("compensated")) variants.insert(each.label());
    if (variants.empty()) continue;
    INFO(method.name);
    CHECK(std::ranges::any_of(whole_plan(), [&](const StudySubject& subject) {
      return subject.quick && variants.contains(subject.method.label());
    }));
  }
}

TEST_CASE("no study is planned twice") {
  Names seen;
  for (const StudySubject& subject : whole_plan()) CHECK(seen.insert(subject.identity()).second);
}
