// What each method preserves: measured, held against the table of the reference (section 1.4) entry by entry, and
// against what the method itself claims.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/study/properties.hpp>

#include <nonholo/verification/problem_choice.hpp>
#include <nonholo/verification/catalogue.hpp>

#include "catch.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <thread>
#include <utility>

using namespace nonholo;
using Catch::Matchers::Contains;

namespace {

/// A line of the reference; its remarks on disk, half-step energy and half steps are columns of their own here.
struct Expected {
  std::string label, order, order_varying_mass, reversible, energy, constraint;
};

const std::string in_pairs = "in (q_k, q_k+1)", if_constant = "only if M const",
                  naive = "q 2 (1 with start = naive), v 1";

const std::vector<Expected> reference = {
    // MP (3.4), which is M8s for M(q)
    {"mclachlan_perlmutter", "2", "2", "yes", "no", "yes"},
    {"mclachlan_perlmutter_hilden", "2", "1", if_constant, "no", "yes"},  // (4.3)
    {"implicit_midpoint_dla", "2", "2", "yes", "no", "yes"},              // M8s, I-DLA/A2
    {"cortes_martinez", naive, naive, in_pairs, "no", "no, O(h)"},        // CM/A1
    {"symplectic_euler_1", "1", "1", "no", "no", "yes"},                  // Euler I, II
    {"symplectic_euler_2", "1", "1", "no", "no", "yes"},                  //
    {"spark(gauss,1)", "2", "2", "yes", "no", "yes"},                     // Gauss SPARK s: 2s
    {"spark(gauss,2)", "4", "4", "yes", "no", "yes"},                     //
    {"spark(gauss,3)", "6", "6", "yes", "no", "yes"},                     //
    {"spark(radau_ia,2)", "3", "3", "no", "no", "yes"},                   // Radau IA SRK s: 2s-1
    {"spark(radau_ia,3)", "5", "5", "no", "no", "yes"},                   //
    {"spark(lobatto_iiia_b,2)", "2", "2", "yes", "no", "yes"},            // IIIA-B, IIIA-B-D s: 2s-2
    {"spark(lobatto_iiia_b,3)", "4", "4", "yes", "no", "yes"},            //
    {"spark(lobatto_iiia_b_d,2)", "2", "2", "yes", "no", "yes"},          //
    {"spark(lobatto_iiia_b_d,3)", "4", "4", "yes", "no", "yes"},          //
    {"modified_lobatto_iiia_b", "2", "1", if_constant, "no", "yes"},      // IIIA-B-mod
    {"gni", "2", "2", in_pairs, "no", "yes"},                             // GNI, at vtilde
    // GNI in another form, for constant mass
    {"nonholonomic_rattle", "2", "-", in_pairs, "no", "yes"},
    {"discrete_gradient(gonzalez)", "2", "2", "yes", "exact", "yes"},                    // GONZALEZ-R, AVF-R
    {"discrete_gradient(avf)", "2", "2", "yes", "exact", "yes"},                         //
    {"discrete_gradient(itoh_abe)", "1", "1", "no", "exact", "yes"},                     // Itoh-Abe-R
    {"discrete_gradient(gonzalez) space=full", "2", "2", "yes", "exact", "no, O(h^2)"},  // GONZALEZ-F
    {"energy_collocation(1)", "2", "2", "yes", "exact", "yes"},                          // not in the reference: (M16)
    {"energy_collocation(2)", "4", "4", "yes", "exact", "yes"},                          //
    {"explicit_runge_kutta", "8", "8", "no", "no", "yes"},                               // nor these
    {"adams", "10", "10", "no", "no", "yes"},                                            //
    {"composition(mclachlan_perlmutter,kahan_li_6)", "6", "6", "yes", "no", "yes"},      // (M15)
};

const MethodProperties& line_of(const std::vector<MethodProperties>& table, const std::string& label) {
  const auto found =
      std::ranges::find(table, label, [](const MethodProperties& line) { return line.subject.method.label(); });
  REQUIRE(found != table.end());
  return *found;
}

bool in_reference(const PropertySubject& subject) {
  return std::ranges::find(reference, subject.method.label(), &Expected::label) != reference.end();
}

const std::string& verdict(const MethodProperties& line, std::string_view key) {
  const auto columns = property_columns();
  const auto column = std::ranges::find(columns, key, &PropertyColumn::key) - columns.begin();
  return line.cells.at(static_cast<std::size_t>(column)).verdict;
}

bool is_order(std::string_view key) { return key.starts_with("order_"); }

std::vector<MethodProperties> measured(const std::vector<PropertySubject>& subjects,
                                       std::function<bool(std::string_view)> wanted) {
  return measure_properties(subjects, {.jobs = static_cast<int>(std::max(1u, std::thread::hardware_concurrency())),
                                       .wanted = std::move(wanted)});
}

/// Of the methods whose gradients are quadratures the orders take longer than all else.
bool is_slow(const PropertySubject& subject) {
  return subject.method.entry->name == "discrete_gradient" || subject.method.entry->name == "energy_collocation";
}

/// Of lines of the reference: `nonholo verify` has the orders of the others.
void hold_orders(std::vector<PropertySubject> subjects) {
  std::erase_if(subjects, std::not_fn(in_reference));
  const auto table = measured(subjects, is_order);
  CHECK(table.size() > 5);
  for (const MethodProperties& line : table) {
    const auto expected = std::ranges::find(reference, line.subject.method.label(), &Expected::label);
    INFO(line.subject.method.label());
    CHECK(verdict(line, "order_constant_mass") == expected->order);
    CHECK(verdict(line, "order_varying_mass") == expected->order_varying_mass);
  }
}

/// What the traits of a method claim on a system with constant mass, the table has to say.
void hold_claims(const MethodProperties& line) {
  const System<double> gearbox = problem_choice("gearbox_pendulum", "celledoni_4_4").system();
  const MethodTraits traits = line.subject.method.make(gearbox)->traits();
  INFO(line.subject.method.label());
  if (traits.keeps_energy) CHECK(verdict(line, "energy") == "exact");
  if (traits.keeps_constraint) CHECK(verdict(line, "constraint") == "yes");
  if (traits.symmetric || traits.reversible) CHECK(verdict(line, "reversible") != "no");
}

/// The methods of the reference whose verdict in that column is that one.
std::set<std::string> labels(const std::vector<MethodProperties>& table, std::string_view key,
                             std::string_view answer) {
  std::set<std::string> found;
  for (const MethodProperties& line : table)
    if (in_reference(line.subject) && verdict(line, key) == answer) found.insert(line.subject.method.label());
  return found;
}

}  // namespace

TEST_CASE("reversibility, energy and constraint are kept as the reference says, line by line") {
  const auto table = measured(property_subjects({}), std::not_fn(is_order));
  for (const Expected& expected : reference) {
    INFO(expected.label);
    const MethodProperties& line = line_of(table, expected.label);
    CHECK(verdict(line, "reversible") == expected.reversible);
    CHECK(verdict(line, "energy") == expected.energy);
    const std::string& constraint = verdict(line, "constraint");
    CHECK(constraint.substr(0, constraint.find(';')) == expected.constraint);
  }
  for (const MethodProperties& line : table) hold_claims(line);
  using Labels = std::set<std::string>;
  CHECK(labels(table, "energy_on_disk", "no") == Labels{"cortes_martinez", "symplectic_euler_1", "symplectic_euler_2",
                                                        "spark(radau_ia,2)", "spark(radau_ia,3)", "gni",
                                                        "nonholonomic_rattle", "adams"});
  CHECK(labels(table, "half_step_energy", "exact") == Labels{"gni", "nonholonomic_rattle"});
  CHECK(labels(table, "half_step_constraint", "yes") ==
        Labels{"cortes_martinez", "discrete_gradient(gonzalez)", "discrete_gradient(avf)",
               "discrete_gradient(itoh_abe)", "discrete_gradient(gonzalez) space=full", "energy_collocation(1)"});
  CHECK(labels(table, "half_step_constraint", if_constant) == Labels{"modified_lobatto_iiia_b"});
}

TEST_CASE("the discrete gradient in the full space leaves the constraint by 0.28 on the gearbox") {
  const auto table =
      measured(property_subjects({"discrete_gradient"}), [](std::string_view key) { return key == "constraint"; });
  const MethodProperties& line = line_of(table, "discrete_gradient(gonzalez) space=full");
  CHECK(verdict(line, "constraint") == "no, O(h^2); 0.28 after 50000 steps on gearbox_pendulum");
  CHECK(line.cells.front().verdict.empty());
}

TEST_CASE("orders for constant mass and for M(q) are those of the reference, line by line") {
  std::vector<PropertySubject> subjects = property_subjects({});
  std::erase_if(subjects, is_slow);
  hold_orders(subjects);
}

TEST_CASE("orders of energy-preserving methods are those of the reference, line by line",
          "[.][properties]") {  // scripts/check
  hold_orders(property_subjects({"discrete_gradient", "energy_collocation"}));
}

TEST_CASE("a method and a tableau that nobody lists have their lines") {
  std::vector<MethodEntry> methods(method_catalogue().begin(), method_catalogue().end());
  methods.push_back(method_catalogue().at("gni"));
  methods.back().name = "of_ones_own";
  std::vector<TableauFamily> tableaus(tableau_catalogue().begin(), tableau_catalogue().end());
  tableaus.push_back(tableau_catalogue().at("radau_iia"));
  tableaus.back().name = "radau_of_ones_own";
  const Catalogue<MethodEntry> more("method", methods);
  std::set<std::string> labels;
  const Catalogue<TableauFamily> families("tableau", tableaus);
  for (const PropertySubject& line : property_plan(more, families)) CHECK(labels.insert(line.method.label()).second);
  for (const char* label : {"of_ones_own", "spark(radau_of_ones_own,1)", "spark(radau_of_ones_own,3)"})
    CHECK(labels.contains(label));
}

TEST_CASE("the table has the lines of the reference, and a filter what is much like one of them") {
  const auto table = property_subjects({});
  CHECK(table.size() == reference.size());
  CHECK(std::ranges::all_of(table, in_reference));
  CHECK(property_subjects({"radau_iia"}).size() >= 3);
}

TEST_CASE("on a system of one's own the lines are those of methods that run it from its start") {
  const ProblemChoice driven = problem_choice("knife_edge", "turning");
  const System<double> system = driven.system();
  const auto start = checked(driven.start(), system, 0);
  const auto lines = property_subjects({}, driven);
  CHECK(lines.size() > 20);
  for (const PropertySubject& line : lines) {
    INFO(line.method.label());
    const auto integrator = line.method.make(system);
    integrator->start(0, values(start.q), values(start.v));
    const Outcome outcome = integrator->step(0.01).outcome;
    CHECK((outcome == Outcome::success || outcome == Outcome::not_conservative));  // it is driven later alone
  }
  for (const auto& [problem, setup] : {std::pair("jay_2003_dae", "unit_interval"), {"suslov", "jimenez_scheurle"}})
    CHECK_THROWS_WITH(property_subjects({}, problem_choice(problem, setup)),
                      Contains("a mechanical system is required"));
}

TEST_CASE("lines are picked by globs on methods and tableaus, and a glob that matches nothing is refused") {
  for (const PropertySubject& line : property_subjects({"gauss", "gn?"}))
    CHECK((line.method.entry->name == "gni" || line.method.options.text("tableau") == "gauss"));
  CHECK(property_subjects({"spark"}).size() > property_subjects({"gauss"}).size());
  CHECK(property_subjects({"discrete_*"}).size() == 4);
  CHECK_THROWS_WITH(property_subjects({"gni", "gaus"}), Contains("'gaus'"));
}
