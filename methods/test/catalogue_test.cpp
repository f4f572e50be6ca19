// The integrators by name: every entry makes a method that runs, and refuses options that it cannot take.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/catalogue.hpp>

#include "engine_test.hpp"

#include <algorithm>
#include <memory>
#include <string>

using namespace nonholo;
using namespace nonholo::test;

namespace {

const Catalogue<MethodEntry>& methods() {
  static const Catalogue<MethodEntry> catalogue(
      "method",
      integrator_entries(method_solvers(), known_tableau, [](std::string_view name) { return methods().find(name); }));
  return catalogue;
}

/// Two bodies on springs, one in a groove: the stiffness of the first spring is an input that somebody else sets.
struct SetFromOutside {
  static constexpr int n = 3, m = 1;
  static constexpr bool constant_mass = true;
  const double* stiffness;
  template <class S> Eigen::DiagonalMatrix<S, 3> mass_matrix(const Vector<S, 3>&) const {
    return Eigen::DiagonalMatrix<S, 3>(S(1), S(2), S(1));
  }
  template <class S> S potential(const Vector<S, 3>& q) const {
    return S(0.5) * (S(*stiffness) * q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
  }
  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const { return {S(1), S(0), q[1]}; }
};

Start<double> groove_start() {
  return {.q = Eigen::Vector3d(0.5, 1, 0.3), .v = Eigen::Vector3d(-0.4, 0.1, 0.4), .consistent = Consistent::project};
}

MethodOptions gauss2() {
  MethodOptions options;
  options.set("tableau", "gauss");
  options.set("stages", 2L);
  return options;
}

}  // namespace

TEST_CASE("every integrator of the catalogue runs and keeps the constraint that it claims to keep") {
  const System<double> system{FivePendula{}};
  for (const MethodEntry& entry : methods())
    for (const MethodOptions& options : entry.trials()) {
      INFO(entry.name);
      const auto integrator = entry.make(system, options);
      CHECK(integrator->traits().keeps_constraint ==
            (entry.name != "runge_kutta" && entry.name != "cortes_martinez"));  // Gauss is not stiffly accurate
      CHECK((run(*integrator, five_start(), 1, 10).worst_constraint <= 1e-13) == integrator->traits().keeps_constraint);
    }
}

TEST_CASE("after a change of an input every method goes on as one that was started there") {
  double stiffness = 1;
  const System<double> system{SetFromOutside{&stiffness}};
  const auto start = checked(groove_start(), system, 0.0);
  for (const MethodEntry& entry : methods())
    for (const MethodOptions& options : entry.trials()) {
      INFO(entry.name);
      stiffness = 1;
      const auto going = entry.make(system, options), fresh = entry.make(system, options),
                 stale = entry.make(system, options);
      const bool adaptive = going->traits().adaptive;
      const auto go = [&](Integrator<double>& method, double to) {
        while (method.view().t < to - 1e-9)
          REQUIRE(method.step(adaptive ? to - method.view().t : 0.05).outcome == Outcome::success);
      };
      for (Integrator<double>* method : {going.get(), stale.get()}) {
        method->start(0, values(start.q), values(start.v));
        go(*method, 0.8);
      }
      stiffness = 40;
      going->changed();
      const View<double> here = going->view();
      fresh->start(here.t, here.q, here.v);
      for (auto* method : {going.get(), fresh.get(), stale.get()}) go(*method, 1.2);
      // of an adaptive method the sizes of the steps differ, too
      CHECK((state_of(*going) - state_of(*fresh)).norm() < (adaptive ? 1e-5 : 1e-11));
      if (entry.name == "adams" || entry.name == "explicit_runge_kutta")
        CHECK((state_of(*stale) - state_of(*fresh)).norm() > 1e-4);
    }
}

TEST_CASE("every option of the catalogue is described, and what is usual is a choice") {
  for (const MethodEntry& entry : methods())
    for (const Option& option : entry.options()) {
      INFO(entry.name << ": " << option.key);
      CHECK_FALSE(option.meaning.empty());
      CHECK((option.choices.empty() || option.kind == OptionKind::text));
      CHECK((option.usual.empty() || std::ranges::find(option.choices, option.usual) != option.choices.end()));
      CHECK(std::ranges::count(entry.options(), option.key, &Option::key) == 1);
    }
}

TEST_CASE("an option takes each of the texts that its description names, or says what it does not go with") {
  const System<double> system{FivePendula{}};
  for (const MethodEntry& entry : methods())
    for (const Option& option : entry.options())
      for (const std::string_view choice : option.choices) {
        MethodOptions options = entry.trials().front();
        options.set(option.key, std::string(choice));
        INFO(entry.name << ": " << option.key << " = " << choice);
        std::string refused;
        try {
          entry.make(system, options);
        } catch (const InputError& error) {
          refused = error.message();
        }
        CHECK_THAT(refused, !Catch::Matchers::Contains("unknown"));
      }
}

TEST_CASE("a text that the description of an option does not name is refused under its key, and the choices are told") {
  const System<double> system{FivePendula{}};
  for (const MethodEntry& entry : methods())
    for (const Option& option : entry.options()) {
      if (option.choices.empty()) continue;
      MethodOptions options = entry.trials().front();
      options.set(option.key, "none of these");
      INFO(entry.name << ": " << option.key);
      CHECK_THROWS_WITH(entry.make(system, options),
                        Catch::Matchers::StartsWith(std::string(option.key) + ": unknown") &&
                            Catch::Matchers::Contains(std::string(option.choices.back())));
    }
}

TEST_CASE("a tableau of one's own runs as one of a name does, with its own number of stages") {
  const System<double> system{FivePendula{}};
  MethodOptions own = gauss2();
  own.set("tableau", GivenTableau{"mine", std::make_shared<const TableauSet>(tableaus::gauss(2))});
  const auto by_name = methods().at("spark").make(system, gauss2()), by_value = methods().at("spark").make(system, own);
  run(*by_name, five_start(), 1, 10);
  run(*by_value, five_start(), 1, 10);
  CHECK(std::ranges::equal(by_name->view().q, by_value->view().q));
  own.set("stages", 3L);
  CHECK_THROWS_WITH(methods().at("spark").make(system, own), "stages: mine has 2 stages, not 3");
}

TEST_CASE("options of the new families are refused under their key") {
  const System<double> system{FivePendula{}};
  const auto refused = [&system](const char* method, const MethodOptions& options) -> std::string {
    try {
      methods().at(method).make(system, options);
    } catch (const InputError& error) {
      return error.key();
    }
    return "nothing";
  };
  CHECK(refused("discrete_lagrangian", {{"difference", "centre"}}) == "difference");
  CHECK(refused("discrete_lagrangian", {{"start", "naive"}}) == "start");
  CHECK(refused("discrete_lagrangian", {{"nodes", "path"}, {"start", "naive"}}) == "nothing");
  CHECK(refused("cortes_martinez", {{"start", "zero_multiplier"}}) == "start");
  CHECK(refused("gni", {{"start", "naive"}}) == "start");
  CHECK(refused("discrete_gradient", {{"gradient", "mean"}}) == "gradient");
  CHECK(refused("discrete_gradient", {{"gradient", "avf"}, {"basis", "adapted"}}) == "basis");
  CHECK(refused("discrete_gradient", {{"gradient", "avf"}, {"differentiation", "central_difference"}}) ==
        "differentiation");
  CHECK(refused("energy_collocation", {{"stages", 0L}}) == "stages");
  CHECK(refused("composition", {{"base", "mclachlan"}, {"scheme", "strang"}}) == "base");
  CHECK(refused("composition", {{"base", "gni"}, {"scheme", "suzuki_4"}}) == "base");
  CHECK(refused("composition", {{"base", "composition"}, {"scheme", "suzuki_4"}}) == "base");
  CHECK(refused("composition", {{"base", "mclachlan_perlmutter"}, {"scheme", "suzuki"}}) == "scheme");
  // of order 4 already
  CHECK(refused("composition", {{"base", "spark"}, {"tableau", "gauss"}, {"stages", 2L}, {"scheme", "suzuki_4"}}) ==
        "base");
  CHECK(refused("composition", {{"base", "spark"}, {"tableau", "gauss"}, {"stages", 2L}, {"scheme", "kahan_li_6"}}) ==
        "nothing");
  // its entry knows the order
  CHECK(refused("composition", {{"base", "symmetric_lobatto_iiia_b"}, {"scheme", "suzuki_4"}}) == "nothing");
  CHECK(refused("composition", {{"base", "mclachlan_perlmutter"}, {"scheme", "suzuki_4"}, {"compensated", true}}) ==
        "compensated");
  CHECK(refused("energy_collocation", {{"stages", 5000L}}) == "stages");
  CHECK(refused("projected", {{"base", "runge_kutta"}, {"tableau", "gauss"}, {"stages", 2L}, {"onto", "energy"}}) ==
        "onto");
}

TEST_CASE("options that a method cannot take are refused under their key") {
  const System<double> system{FivePendula{}};
  const auto refused = [&system](MethodOptions options) -> std::string {
    try {
      methods().at("spark").make(system, options);
    } catch (const InputError& error) {
      return error.key();
    }
    return "nothing";
  };
  MethodOptions options = gauss2();
  CHECK(refused(options) == "nothing");
  options.set("jacobian", "newton");
  CHECK(refused(options) == "jacobian");
  options = gauss2();
  options.set("solver_tolerance", -1.0);
  CHECK(refused(options) == "solver_tolerance");
  options = gauss2();
  options.set("stages", 4294967298L);  // 2 when cut to 32 bits
  CHECK(refused(options) == "stages");
  options.set("tableau", "gaus");
  CHECK(refused(options) == "tableau");
}
