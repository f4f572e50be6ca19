// The golden values: state and stage multiplier after one and ten steps of h = 0.1, computed with 25 digits by
// independent implementations (data/golden.json), for the methods of this version on the problems of this version.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/verification/method_choice.hpp>

#include <nonholo/problems/test/text_problems.hpp>

#include "catch.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <map>

using namespace nonholo;
using Document = nlohmann::json;

namespace {

const Document& golden() {
  static const Document data = Document::parse(std::ifstream(NONHOLO_TEST_DATA "/golden.json"));
  return data;
}

template <class Real> std::vector<Real> numbers(const Document& strings) {
  std::vector<Real> x;
  for (const auto& text : strings) x.push_back(Number::from_text(text.get<std::string>()).as<Real>());
  return x;
}

struct GoldenMember {
  std::string name;  // in golden.json
  MethodChoice method;
};

MethodChoice spark_of(const char* tableau, long stages) {
  return method_choice("spark", {{"tableau", tableau}, {"stages", stages}});
}

MethodChoice gradient(const char* name, const char* space) {
  MethodOptions options{{"gradient", name}, {"space", space}};
  if (name == std::string("gonzalez")) options.set("metric", "euclidean");  // the paper's, for texts too
  if (space == std::string("reduced")) options.set("basis", "qr");
  return method_choice("discrete_gradient", options);
}

const std::vector<GoldenMember>& members() {
  static const std::vector<GoldenMember> all = {
      {"MP(3.4)/(4.3)", method_choice("mclachlan_perlmutter_hilden")},
      {"MPgen-sym", method_choice("mclachlan_perlmutter")},
      {"I-DLA(A2)", method_choice("implicit_midpoint_dla")},
      {"CM(A1)", method_choice("cortes_martinez", {{"start", "naive"}})},
      {"EulerI_1", method_choice("symplectic_euler_1")},
      {"EulerII_1", method_choice("symplectic_euler_2")},
      {"Gauss_1", spark_of("gauss", 1)},
      {"Gauss_2", spark_of("gauss", 2)},
      {"Gauss_3", spark_of("gauss", 3)},
      {"RadauIA_2", spark_of("radau_ia", 2)},
      {"RadauIA_3", spark_of("radau_ia", 3)},
      {"IIIA-B_2", spark_of("lobatto_iiia_b", 2)},
      {"IIIA-B_3", spark_of("lobatto_iiia_b", 3)},
      {"IIIA-B_4", spark_of("lobatto_iiia_b", 4)},
      {"IIIA-B-D_2", spark_of("lobatto_iiia_b_d", 2)},
      {"IIIA-B-D_3", spark_of("lobatto_iiia_b_d", 3)},
      {"IIIA-B-D_4", spark_of("lobatto_iiia_b_d", 4)},
      {"IIIA-B-mod_2", method_choice("modified_lobatto_iiia_b")},
      {"GONZALEZ-R", gradient("gonzalez", "reduced")},
      {"AVF-R", gradient("avf", "reduced")},
      {"ITOHABE-R", gradient("itoh_abe", "reduced")},
      {"GONZALEZ-F", gradient("gonzalez", "full")},
      {"GNI(lambda0=0)", method_choice("gni", {{"start", "zero_multiplier"}})},
  };
  return all;
}

template <class Real> double worst(std::span<const Real> x, const std::vector<Real>& expected) {
  using std::abs;
  REQUIRE(x.size() == expected.size());
  Real most = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    most = std::max<Real>(most, abs(x[i] - expected[i]) / (1 + abs(expected[i])));
  return static_cast<double>(most);
}

/// What a solver may be off: the state after ten steps, and its multipliers, which are impulses over h = 0.1.
struct Allowed {
  double state, multiplier;
};
constexpr Allowed round_off{2e-14, 1e-13};

/// (q_2 - q_1)/h of the geometric integrator, which shows its multiplier.
template <class Real> void check_next_half_step(Integrator<Real>& integrator, const Document& row, Allowed allowed) {
  const Real h = Number(0.1).as<Real>();
  const std::vector<Real> before(integrator.view().q.begin(), integrator.view().q.end());
  REQUIRE(integrator.step(h).outcome == Outcome::success);
  std::vector<Real> w;
  for (std::size_t i = 0; i < before.size(); ++i) w.push_back((integrator.view().q[i] - before[i]) / h);
  // a difference over h
  CHECK(worst(std::span<const Real>(w), numbers<Real>(row.at("vhalf_next1"))) <= 20 * allowed.state);
}

template <class Real> void check(const System<Real>& system, const std::string& setup, const GoldenMember& member,
                                 const std::string& solver = "native", Allowed allowed = round_off) {
  INFO(setup << ", " << member.name << ", " << solver);
  MethodChoice method = member.method;
  method.options.set("solver", solver);
  const Document& row = golden().at(setup + "|" + member.name);
  const auto q0 = numbers<Real>(golden().at(setup + "|initial").at("q")),
             v0 = numbers<Real>(golden().at(setup + "|initial").at("v"));
  const Start<Real> start{.q = Eigen::Map<const VectorX<Real>>(q0.data(), system.coordinates()),
                          .v = Eigen::Map<const VectorX<Real>>(v0.data(), system.coordinates())};
  const auto integrator = method.make(system);
  for (const auto& [suffix, steps] : std::map<std::string, long>{{"1", 1}, {"10", 10}}) {
    REQUIRE(integrate(*integrator, start, TimeSpan<Real>::fixed(0, Number(0.1).as<Real>(), steps), [](const auto&) {
            }).outcome == Outcome::success);
    const View<Real> end = integrator->view();
    CHECK(worst(end.q, numbers<Real>(row.at("q" + suffix))) <= allowed.state);
    const bool geometric = member.name.starts_with("GNI");  // its v is v~, and its rows have no multiplier
    CHECK(worst(end.v, numbers<Real>(row.at((geometric ? "vtilde" : "v") + suffix))) <= allowed.state);
    if (!geometric) CHECK(worst(end.lambda_stage, numbers<Real>(row.at("lam" + suffix))) <= allowed.multiplier);
    if (geometric && steps == 1) check_next_half_step(*integrator, row, allowed);
  }
}

}  // namespace

TEST_CASE("every method meets its golden values on the rolling disk") {
  const System<double> disk = problem_catalogue().at("vertical_rolling_disk").make({});
  for (const GoldenMember& member : members()) check(disk, "disk", member);
}

TEST_CASE("every method meets its golden values on the rotating sleigh, with q-dependent mass") {
  const System<double> sleigh = problem_catalogue().at("chaplygin_sleigh").make({});
  for (const GoldenMember& member : members()) check(sleigh, "sleigh_m1a1g0.1I1", member);
}

TEST_CASE("every method meets its golden values on the perturbed contact oscillator and on the nonholonomic particle") {
  const System<double> contact = problem_catalogue().at("contact_oscillator").make({{"epsilon", 0.3}});
  const System<double> particle = problem_catalogue().at("nonholonomic_particle").make({});
  for (const GoldenMember& member : members()) {
    check(contact, "contact_eps0.3", member);
    check(particle, "particle_jay8.1", member);
  }
}

TEST_CASE("all 23 columns of the golden data are met, on each of the four set-ups") {
  std::map<std::string, int> columns;
  for (const auto& [name, row] : golden().items())
    if (name.find('|') != std::string::npos && !name.ends_with("|initial")) ++columns[name.substr(name.find('|') + 1)];
  CHECK(columns.size() == 23);
  CHECK(members().size() == 23);
  for (const GoldenMember& member : members()) CHECK(columns[member.name] == 4);
}

TEST_CASE("KINSOL in place of the native solver meets the golden values to 1e-11") {
  const System<double> disk = problem_catalogue().at("vertical_rolling_disk").make({}),
                       sleigh = problem_catalogue().at("chaplygin_sleigh").make({});
  for (const GoldenMember& member : members()) {
    if (!member.method.options.has("tableau")) continue;
    check(disk, "disk", member, "kinsol", {1e-11, 1e-11});
    check(sleigh, "sleigh_m1a1g0.1I1", member, "kinsol", {1e-11, 1e-11});
  }
}

TEST_CASE("in quadruple precision every method meets its golden values to the 25 digits that they have") {
  constexpr Allowed printed{1e-24, 1e-24};
  const auto in_quad = [](const char* problem, const ParameterValues& values) {
    return problem_catalogue().at(problem).make<quad>(values);
  };
  for (const GoldenMember& member : members()) {
    check(in_quad("vertical_rolling_disk", {}), "disk", member, "native", printed);
    check(in_quad("chaplygin_sleigh", {}), "sleigh_m1a1g0.1I1", member, "native", printed);
    check(in_quad("contact_oscillator", {{"epsilon", Number::from_text("0.3")}}), "contact_eps0.3", member, "native",
          printed);
    check(in_quad("nonholonomic_particle", {}), "particle_jay8.1", member, "native", printed);
  }
}

TEST_CASE("systems as text meet the golden values, in double and in quad") {
  const ParameterValues perturbed{{"epsilon", Number::from_text("0.3")}};
  const auto meets = [](const char* problem, const std::string& setup, const ParameterValues& parameters) {
    const ProblemEntry entry = test::written(problem).entry();
    for (const GoldenMember& member : members()) {
      check(entry.make<double>(parameters), setup, member, "native", {1e-12, 1e-12});
      check(entry.make<quad>(parameters), setup, member, "native", {1e-24, 1e-24});
    }
  };
  meets("vertical_rolling_disk", "disk", {});
  meets("chaplygin_sleigh", "sleigh_m1a1g0.1I1", {});
  meets("contact_oscillator", "contact_eps0.3", perturbed);
  meets("nonholonomic_particle", "particle_jay8.1", {});
}
