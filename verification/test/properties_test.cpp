// What each method preserves: measured, and held against the table of the reference (section 1.4) entry by entry.
#include <nonholo/verification/study/properties.hpp>

#include "catch.hpp"

#include <algorithm>
#include <functional>
#include <thread>

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
    {"composition(mclachlan_perlmutter,kahan_li_6)", "6", "6", "yes", "no", "yes"},      // (M15)
};

const Expected& expected_of(const MethodProperties& line) {
  const auto found = std::ranges::find(reference, line.subject.method.label(), &Expected::label);
  REQUIRE(found != reference.end());
  return *found;
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

void hold_orders(const std::vector<PropertySubject>& subjects) {
  for (const MethodProperties& line : measured(subjects, is_order)) {
    INFO(line.subject.method.label());
    CHECK(verdict(line, "order_constant_mass") == expected_of(line).order);
    CHECK(verdict(line, "order_varying_mass") == expected_of(line).order_varying_mass);
  }
}

/// The methods whose verdict in that column is that one.
std::vector<std::string> labels(const std::vector<MethodProperties>& table, std::string_view key,
                                std::string_view answer) {
  std::vector<std::string> found;
  for (const MethodProperties& line : table)
    if (verdict(line, key) == answer) found.push_back(line.subject.method.label());
  return found;
}

}  // namespace

TEST_CASE("reversibility, energy and constraint are kept as the reference says, line by line") {
  const auto table = measured(property_subjects({}), std::not_fn(is_order));
  REQUIRE(table.size() == reference.size());
  for (std::size_t i = 0; i < table.size(); ++i) {
    INFO(reference[i].label);
    CHECK(table[i].subject.method.label() == reference[i].label);
    CHECK(verdict(table[i], "reversible") == reference[i].reversible);
    CHECK(verdict(table[i], "energy") == reference[i].energy);
    const std::string& constraint = verdict(table[i], "constraint");
    CHECK(constraint.substr(0, constraint.find(';')) == reference[i].constraint);
  }
  using Labels = std::vector<std::string>;
  CHECK(labels(table, "energy_on_disk", "no") == Labels{"cortes_martinez", "symplectic_euler_1", "symplectic_euler_2",
                                                        "spark(radau_ia,2)", "spark(radau_ia,3)", "gni",
                                                        "nonholonomic_rattle"});
  CHECK(labels(table, "half_step_energy", "exact") == Labels{"gni", "nonholonomic_rattle"});
  CHECK(labels(table, "half_step_constraint", "yes") ==
        Labels{"cortes_martinez", "discrete_gradient(gonzalez)", "discrete_gradient(avf)",
               "discrete_gradient(itoh_abe)", "discrete_gradient(gonzalez) space=full", "energy_collocation(1)"});
  CHECK(labels(table, "half_step_constraint", if_constant) == Labels{"modified_lobatto_iiia_b"});
}

TEST_CASE("the discrete gradient in the full space leaves the constraint by 0.28 on the gearbox") {
  const auto table =
      measured(property_subjects({"discrete_gradient"}), [](std::string_view key) { return key == "constraint"; });
  CHECK(verdict(table.back(), "constraint") == "no, O(h^2); 0.28 after 50000 steps on gearbox_pendulum");
  CHECK(table.back().cells.front().verdict.empty());
}

TEST_CASE("orders for constant mass and for M(q) are those of the reference, line by line") {
  std::vector<PropertySubject> subjects = property_subjects({});
  std::erase_if(subjects, is_slow);
  hold_orders(subjects);
}

TEST_CASE("and those of the energy-preserving methods", "[.][properties]") {  // scripts/check
  hold_orders(property_subjects({"discrete_gradient", "energy_collocation"}));
}

TEST_CASE("lines are picked by globs on methods and tableaus, and a glob that matches nothing is refused") {
  CHECK(property_subjects({"gauss", "gn?"}).size() == 4);
  CHECK(property_subjects({"discrete_*"}).size() == 4);
  CHECK_THROWS_WITH(property_subjects({"gni", "gaus"}), Contains("'gaus'"));
}
