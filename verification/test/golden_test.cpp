// The golden values: state and stage multiplier after one and ten steps of h = 0.1, computed with 25 digits by independent implementations
// (data/golden.json), for the methods of this version on the problems of this version.
#include <nonholo/framework/integrate.hpp>
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/verification/catalogue.hpp>

#include "catch.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <map>

using namespace nonholo;
using Json = nlohmann::json;

namespace {

const Json& golden() {
  static const Json data = Json::parse(std::ifstream(NONHOLO_TEST_DATA "/golden.json"));
  return data;
}

std::vector<double> numbers(const Json& strings) {
  std::vector<double> x;
  for (const auto& text : strings) x.push_back(std::stod(text.get<std::string>()));
  return x;
}

struct Member {
  std::string name;  // in golden.json
  const char *method, *tableau;
  long stages;
};

const std::vector<Member> members = {
    {"MP(3.4)/(4.3)", "mclachlan_perlmutter_hilden", nullptr, 0},
    {"MPgen-sym", "mclachlan_perlmutter", nullptr, 0},
    {"Gauss_1", "spark", "gauss", 1},
    {"Gauss_2", "spark", "gauss", 2},
    {"Gauss_3", "spark", "gauss", 3},
    {"RadauIA_2", "spark", "radau_ia", 2},
    {"RadauIA_3", "spark", "radau_ia", 3},
    {"IIIA-B_2", "spark", "lobatto_iiia_b", 2},
    {"IIIA-B_3", "spark", "lobatto_iiia_b", 3},
    {"IIIA-B_4", "spark", "lobatto_iiia_b", 4},
    {"EulerI_1", "symplectic_euler_1", nullptr, 0},
    {"EulerII_1", "symplectic_euler_2", nullptr, 0},
};

double worst(std::span<const double> x, const std::vector<double>& expected) {
  REQUIRE(x.size() == expected.size());
  double most = 0;
  for (std::size_t i = 0; i < x.size(); ++i) most = std::max(most, std::abs(x[i] - expected[i]) / (1 + std::abs(expected[i])));
  return most;
}

/// What a solver may be off: the state after ten steps, and its multipliers, which are impulses over h = 0.1.
struct Allowed {
  double state, multiplier;
};
constexpr Allowed round_off{2e-14, 1e-13};

void check(const System<double>& system, const std::string& setup, const Member& member, const std::string& solver = "native", Allowed allowed = round_off) {
  INFO(setup << ", " << member.name << ", " << solver);
  MethodOptions options;
  options.set("solver", solver);
  if (member.tableau) {
    options.set("tableau", member.tableau);
    options.set("stages", member.stages);
  }
  const Json& row = golden().at(setup + "|" + member.name);
  const auto q0 = numbers(golden().at(setup + "|initial").at("q")), v0 = numbers(golden().at(setup + "|initial").at("v"));
  const Start<double> start{.q = Eigen::Map<const VectorX<double>>(q0.data(), system.coordinates()),
                            .v = Eigen::Map<const VectorX<double>>(v0.data(), system.coordinates())};
  const auto integrator = method_catalogue().at(member.method).make(system, options);
  for (const auto& [suffix, steps] : std::map<std::string, long>{{"1", 1}, {"10", 10}}) {
    REQUIRE(integrate(*integrator, start, TimeSpan<double>::fixed(0, 0.1, steps), [](const auto&) {}).outcome == Outcome::success);
    const View<double> end = integrator->view();
    CHECK(worst(end.q, numbers(row.at("q" + suffix))) <= allowed.state);
    CHECK(worst(end.v, numbers(row.at("v" + suffix))) <= allowed.state);
    CHECK(worst(end.lambda_stage, numbers(row.at("lam" + suffix))) <= allowed.multiplier);
  }
}

}  // namespace

TEST_CASE("every method meets its golden values on the rolling disk") {
  const System<double> disk = problem_catalogue().at("vertical_rolling_disk").make({});
  for (const Member& member : members) check(disk, "disk", member);
}

TEST_CASE("every method meets its golden values on the rotating sleigh, with q-dependent mass") {
  const System<double> sleigh = problem_catalogue().at("chaplygin_sleigh").make({});
  for (const Member& member : members) check(sleigh, "sleigh_m1a1g0.1I1", member);
}

TEST_CASE("every method meets its golden values on the perturbed contact oscillator and on the nonholonomic particle") {
  const System<double> contact = problem_catalogue().at("contact_oscillator").make({{"epsilon", 0.3}});
  const System<double> particle = problem_catalogue().at("nonholonomic_particle").make({});
  for (const Member& member : members) {
    check(contact, "contact_eps0.3", member);
    check(particle, "particle_jay8.1", member);
  }
}

TEST_CASE("KINSOL in place of the native solver meets the golden values to 1e-11") {
  const System<double> disk = problem_catalogue().at("vertical_rolling_disk").make({}), sleigh = problem_catalogue().at("chaplygin_sleigh").make({});
  for (const Member& member : members) {
    check(disk, "disk", member, "kinsol", {1e-11, 1e-11});
    check(sleigh, "sleigh_m1a1g0.1I1", member, "kinsol", {1e-11, 1e-11});
  }
}
