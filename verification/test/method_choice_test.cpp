// A method with its options: how it is called and what it cites.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/method_choice.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/problems/catalogue.hpp>

#include "catch.hpp"

#include <algorithm>

using namespace nonholo;
using Catch::Matchers::Contains;

namespace {

std::string label(std::string_view method, const MethodOptions& options, const std::optional<Number>& h = {}) {
  return method_choice(method, options).label(h);
}

bool cites(const MethodChoice& choice, std::string_view key) {
  const auto keys = choice.references();
  return std::ranges::find(keys, key) != keys.end();
}

}  // namespace

TEST_CASE("a method is called by its name, what belongs to that in brackets, then its step and its other options") {
  CHECK(label("mclachlan_perlmutter", {}) == "mclachlan_perlmutter");
  CHECK(label("mclachlan_perlmutter", {}, 0.1) == "mclachlan_perlmutter h=0.1");
  CHECK(label("spark", {{"tableau", "gauss"}, {"stages", 2L}}, 0.1) == "spark(gauss,2) h=0.1");
  CHECK(label("spark", {{"stages", 2L}, {"tableau", "gauss"}, {"solver", "kinsol"}, {"jacobian", "exact"}}, 0.5) ==
        "spark(gauss,2) h=0.5 jacobian=exact solver=kinsol");
  CHECK(label("discrete_gradient", {{"gradient", "avf"}, {"compensated", true}}) ==
        "discrete_gradient(avf) compensated=true");
}

TEST_CASE("a method made of another is called by both, the other's options behind its own") {
  const MethodOptions gauss{{"base", "spark"}, {"tableau", "gauss"}, {"stages", 2L}, {"scheme", "kahan_li_6"}};
  CHECK(label("composition", gauss) == "composition(spark,kahan_li_6,gauss,2)");
  const MethodOptions best{{"base", "symplectic_euler_2"}, {"scheme", "best"}, {"accuracy", Number(1e-6)}};
  CHECK(label("composition", best) == "composition(symplectic_euler_2,least_error_8) accuracy=1e-06");
  CHECK(method_choice("composition", best).resolved().text("scheme") == "least_error_8");
  CHECK_FALSE(method_choice("composition", best).resolved().has("accuracy"));  // which a scheme by name refuses
  CHECK(method_choice("composition", gauss).resolved().text("scheme") == "kahan_li_6");
  CHECK(label("projected", {{"base", "ida_index1"}, {"rtol", 1e-6}, {"atol", 1e-9}, {"onto", "constraint"}}) ==
        "projected(ida_index1) onto=constraint rtol=1e-06 atol=1e-09");
}

TEST_CASE("an accuracy that the precision does not have is refused, and one that it has is not") {
  const auto make = []<class Real>(double accuracy) {
    const MethodOptions options{{"base", "mclachlan_perlmutter"}, {"scheme", "best"}, {"accuracy", Number(accuracy)}};
    return method_choice("composition", options)
        .make<Real>(problem_catalogue().at("contact_oscillator").make<Real>({}));
  };
  CHECK_THROWS_WITH(make.operator()<double>(1e-17), Contains("is below the round-off"));
  CHECK_THROWS_WITH(make.operator()<double>(1), Contains("must be greater than 0 and less than 1"));
  CHECK(make.operator()<double>(1e-15) != nullptr);
  CHECK(make.operator()<quad>(1e-17) != nullptr);
}

TEST_CASE("tolerances stand last, the relative one first") {
  CHECK(label("ida_index1", {{"atol", 1e-9}, {"rtol", 1e-6}}) == "ida_index1 rtol=1e-06 atol=1e-09");
  CHECK(label("explicit_runge_kutta", {{"atol", 1e-9}, {"rtol", 1e-6}, {"pair", "dormand_prince_5"}}) ==
        "explicit_runge_kutta(dormand_prince_5) rtol=1e-06 atol=1e-09");
}

TEST_CASE("of a tableau file the name counts, not the folder") {
  const MethodChoice choice = method_choice("spark", {{"tableau", "some/where/mine.toml"}, {"stages", 3L}});
  CHECK(choice.label() == "spark(mine,3)");
  CHECK(choice.tableau() == "mine");
  CHECK(choice.stages() == 3);
}

TEST_CASE("a choice cites its method, the base of that, its tableau and its solver") {
  const MethodChoice choice = method_choice(
      "composition", {{"base", "spark"}, {"tableau", "radau_ia"}, {"solver", "kinsol"}, {"scheme", "suzuki_4"}});
  for (const char* key : {"hairer2006", "jay2009", "ehle1969", "hindmarsh2005"}) {
    INFO(key);
    CHECK(cites(choice, key));
  }
  CHECK_FALSE(cites(method_choice("mclachlan_perlmutter"), "jay2009"));
}

TEST_CASE("an unknown method is refused, the nearest named") {
  CHECK_THROWS_WITH(method_choice("spork"), Catch::Matchers::Contains("did you mean 'spark'"));
}
