// What is wrong in a DAE or a skew-gradient system as text is told with its key and the reason. That right ones are
// what they say is tested beside the catalogue (problems/test/text_problems_test.cpp).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/system/text_system.hpp>

#include "catch.hpp"

#include <string>

using namespace nonholo;
using Catch::Matchers::Contains;

namespace {

TextDae circle() {
  return {.parameters = {{"w", "2"}},
          .y = {"a", "b"},
          .z = {"z"},
          .f = {{"-w*b", "w*a"}, {"a*z", "b*z"}},
          .g = {"a^2 + b^2 - 1"},
          .exact_y = {"a*cos(w*t) - b*sin(w*t)", "a*sin(w*t) + b*cos(w*t)"},
          .exact_z = {"0"}};
}

TextSkewGradient top() {
  return {.parameters = {{"w", "2"}},
          .zeta = {"a", "b"},
          .hamiltonian = "a^2/2 + b^4",
          .structure = {{"0", "-w*a"}, {"w*a", "0"}}};
}

/// What is said of the text after the change.
template <class Text, class Change> std::string told(Text text, Change change) {
  change(text);
  try {
    problem_entry(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "is taken";
}

}  // namespace

TEST_CASE("A DAE as text is refused unless it has index 2 and Hessenberg form") {
  const auto refused = [](auto change) { return told(circle(), change); };
  CHECK(refused([](TextDae&) {}) == "is taken");
  CHECK_THAT(refused([](TextDae& x) { x.z = {}; }), Contains("z: is empty"));
  CHECK_THAT(refused([](TextDae& x) {
               x.z = {"z", "u", "s"};
             }),
             Contains("z: has 3 entries; a DAE with 2 entries of y has at most as many z"));
  CHECK_THAT(refused([](TextDae& x) { x.f = {}; }), Contains("f: is missing"));
  CHECK_THAT(refused([](TextDae& x) { x.f[1].pop_back(); }), Contains("f[1]: has 1 entries; there are 2 y"));
  CHECK_THAT(refused([](TextDae& x) { x.f.resize(6); }), Contains("f: has 6 parts; at most 5"));
  CHECK_THAT(refused([](TextDae& x) { x.g = {}; }), Contains("g: is missing"));
  CHECK_THAT(refused([](TextDae& x) { x.g = {"a", "b"}; }), Contains("g: has 2 entries; there are 1 z"));
  CHECK_THAT(refused([](TextDae& x) { x.g = {"a + z"}; }), Contains("g[0]: 'a + z' contains a z"));
  CHECK_THAT(refused([](TextDae& x) { x.g = {"t - w"}; }), Contains("g[0]: 't - w' contains no y"));
  CHECK_THAT(refused([](TextDae& x) { x.f[0][1] = "z"; }),
             Contains("f[0][1]: 'z' contains a z: the first of several parts"));
  CHECK_THAT(refused([](TextDae& x) { x.f = {{"a", "b"}}; }), Contains("z[0]: 'z' does not occur in f"));
  CHECK_THAT(refused([](TextDae& x) { x.f[1][0] = "sin(c)"; }),
             Contains("f[1][0]: character 5: unknown name 'c'") && Contains("^"));
  CHECK_THAT(refused([](TextDae& x) { x.z = {"a"}; }), Contains("z[0]: 'a' is already a name of y"));
  CHECK_THAT(refused([](TextDae& x) { x.exact_z = {}; }), Contains("exact.z: is missing"));
  CHECK_THAT(refused([](TextDae& x) { x.exact_y[1] = "z"; }), Contains("exact.y[1]: contains a z"));
}

TEST_CASE("A DAE as text runs on its exact solution") {
  const System<double> system = problem_entry(circle()).make({{"w", 3}});
  const double start[] = {0.6, 0.8};
  const auto at = system.exact_solution()(0.5, start, {});
  const auto dae = system.reducible();
  VectorX<double> z = VectorX<double>::Constant(1, 0.3), g(1), y = at.q;
  dae->constraint(0.5, y, g);
  CHECK(std::abs(g[0]) < 1e-15);
  REQUIRE(dae->consistent(0.5, y, z));
  CHECK(std::abs(z[0]) < 1e-15);
}

TEST_CASE("A skew-gradient system as text is refused if its structure is not skew or a part is missing") {
  const auto refused = [](auto change) { return told(top(), change); };
  CHECK(refused([](TextSkewGradient&) {}) == "is taken");
  CHECK_THAT(refused([](auto& x) { x.hamiltonian = ""; }), Contains("hamiltonian: is missing"));
  CHECK_THAT(refused([](auto& x) { x.hamiltonian = "a*t"; }), Contains("unknown name 't'"));
  CHECK_THAT(refused([](auto& x) { x.structure = {}; }), Contains("structure: is missing"));
  CHECK_THAT(refused([](auto& x) { x.structure[1][0] = "w*b"; }),
             Contains("structure[1][0]") && Contains("must be skew"));
  CHECK_THAT(refused([](auto& x) { x.structure[0][0] = "w"; }),
             Contains("structure[0][0]") && Contains("must be skew"));
  CHECK_THAT(refused([](auto& x) { x.structure[1].pop_back(); }), Contains("structure[1]: has 1 entries"));
  CHECK_THAT(refused([](auto& x) { x.zeta = {}; }), Contains("zeta: is empty"));
}
