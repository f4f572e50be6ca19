// Texts that are refused with what to write instead: DAEs of index 1 and 3, Lagrangians linear in the velocities; and
// the text of an expression.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/text_reader.hpp>
#include <nonholo/framework/system/text_system.hpp>

#include "catch.hpp"

#include <string>
#include <vector>

using namespace nonholo;
using Catch::Matchers::Contains;

namespace {

template <class Text> std::string refused(const Text& text) try {
  problem_entry(text);
  return "";
} catch (const InputError& error) {
  return error.key() + ": " + error.message();
}

TextDae robertson() {
  TextDae text;
  text.y = {"a", "b"};
  text.z = {"c"};
  text.f = {{"-0.04*a + 1e4*b*c", "0.04*a - 1e4*b*c - 3e7*b^2"}};
  text.g = {"a + b + c - 1"};
  return text;
}

/// Jay's DAE of index 3.
TextDae index_3() {
  TextDae text;
  text.y = {"y1", "y2", "z1", "z2"};
  text.z = {"u"};
  text.f = {{"2*y1*y2*z1*z2", "-y1*y2*z2^2", "(y1*y2 + z1*z2)*u", "-y1*y2^2*z2^2*u"}};
  text.g = {"y1*y2^2 - 1"};
  return text;
}

/// What stands between the two in the text.
std::string between(const std::string& text, const std::string& before, const std::string& after) {
  const auto from = text.find(before);
  REQUIRE(from != text.npos);
  const auto begin = from + before.size(), end = text.find(after, begin);
  REQUIRE(end != text.npos);
  return text.substr(begin, end - begin);
}

}  // namespace

TEST_CASE("The text of an expression reads as that expression") {
  TextReader read;
  read.name_variables("x", {"a", "b", "c", "d"}, "a number", 0);
  for (const std::string text : {"a + b - c",
                                 "a - (b - c)",
                                 "a - (b + c)",
                                 "-(a + b)*c",
                                 "a*b/c/d",
                                 "a/(b*c)",
                                 "a/(b/c)",
                                 "(a + b)^2",
                                 "-a^2",
                                 "(-a)^2",
                                 "a^b^c",
                                 "(a^b)^c",
                                 "a^(-2)",
                                 "2^-a",
                                 "3 + -4*a",
                                 "a - -b",
                                 "sin(a + b)*atan2(a, b - c)",
                                 "hypot(a, 2*b) + min(a, b)",
                                 "exp(-a^2/2)/sqrt(2*pi)",
                                 "a*(b + c)*(b + c)",
                                 "1e-7*a + 0.1",
                                 "(a*b)^2*(a/b)^3",
                                 "-(a - b)",
                                 "a*(-b)"}) {
    INFO(text);
    const Node x = read.read(text, "");
    INFO(read.text(x));
    CHECK(read.same(read.read(read.text(x), ""), x));
  }
}

TEST_CASE("The text of an expression too long to be typed is empty") {
  TextReader read;
  read.name_variables("x", {"a", "b"}, "a number", 0);
  Node x = read.read("a + b", "");
  for (int i = 0; i < 12; ++i) x = read.graph().multiply(read.graph().apply(Operation::sin, x), read.graph().add(x, x));
  CHECK(read.text(x).empty());
}

TEST_CASE("A DAE of index 1 is told how to eliminate its z, and how to become one of index 2") {
  const std::string told = refused(robertson());
  CHECK_THAT(told, Contains("g[0]: 'a + b + c - 1' contains a z") && Contains("index 1") && Contains("Eliminate c") &&
                       Contains("cdot"));
  const std::string solved = between(told, "put c = ", " into f and g");
  TextReader read;
  read.name_variables("y", {"a", "b"}, "a number", 0);
  CHECK(read.same(read.read(solved, ""), read.read("1 - a - b", "")));
  TextDae ordinary = robertson();  // as the message says
  ordinary.define = {{"c", solved}};
  ordinary.z = {};
  ordinary.g = {};
  CHECK(refused(ordinary).empty());
  TextDae index_2 = robertson();  // as it says, too
  index_2.y.push_back("c");
  index_2.z = {"cdot"};
  index_2.f[0].push_back("cdot");
  CHECK(refused(index_2).empty());
  TextDae bent = robertson();
  bent.g = {"a + b + c^3 - 1"};
  CHECK_THAT(refused(bent), Contains("Eliminate c: solve this g = 0 for it"));
}

TEST_CASE("A DAE of index 3 is told what its g is, differentiated, and then taken") {
  const std::string told = refused(index_3());
  CHECK_THAT(told, Contains("g[0]: 'y1*y2^2 - 1' has a time derivative without z: the index is 3 or higher") &&
                       Contains("Gear, Gupta, Leimkuhler"));
  const std::string rate = between(told, "g = [\"", "\"]");
  TextReader read;
  read.name_variables("y", index_3().y, "a number", 0);
  CHECK(read.same(read.read(rate, ""), read.read("2*y1*y2^3*z1*z2 - 2*y1^2*y2^2*z2^2", "")));
  TextDae once = index_3();
  once.g = {rate};
  CHECK(refused(once).empty());
  TextDae both = index_3();  // Gear, Gupta & Leimkuhler
  both.z.push_back("mu");
  both.f[0][0] += " + mu*y2^2";
  both.f[0][1] += " + mu*2*y1*y2";
  both.g.push_back(rate);
  CHECK(refused(both).empty());
}

TEST_CASE("A g that does not change along the motion is refused: leave it out") {
  TextDae text;
  text.y = {"a", "b"};
  text.z = {"c"};
  text.f = {{"1", "c"}};
  text.g = {"a - t"};
  CHECK_THAT(refused(text), Contains("g[0]: 'a - t' does not change along y' = f") && Contains("leave it out"));
}

TEST_CASE("A Lagrangian linear in the velocities is refused with the skew-gradient system that it stands for") {
  TextSystem text;
  text.coordinates = {"q1", "q2"};
  text.parameters = {{"a1", "-1"}, {"a2", "-1"}, {"b1", "1"}, {"b2", "2"}};
  const std::string H = "a1*q1 + a2*q2 + b1*log(q1) + b2*log(q2)";
  text.lagrangian = "(q2 + log(q2)/q1)*vq1 + q1*vq2 - (" + H + ")";
  const std::string told = refused(text);
  CHECK_THAT(told, Contains("lagrangian: has no kinetic energy") && Contains("zeta = [\"q1\", \"q2\"]"));
  TextReader read;
  read.name_variables("x", {"q1", "q2", "a1", "a2", "b1", "b2"}, "a number", 0);
  CHECK(read.same(read.read(between(told, "hamiltonian = \"", "\""), ""), read.read(H, "")));
  // q1' = q1 q2 H_q2: the equations of Lotka and Volterra
  CHECK(read.same(read.read(between(told, "[[\"0\", \"", "\"]"), ""), read.read("q1*q2", "")));
  TextSkewGradient written;
  written.zeta = {"q1", "q2"};
  written.parameters = text.parameters;
  written.hamiltonian = between(told, "hamiltonian = \"", "\"");
  const std::string upper = between(told, "[[\"0\", \"", "\"]"), lower = between(told, "\"], [\"", "\", \"0\"]]");
  written.structure = {{"0", upper}, {lower, "0"}};
  CHECK(refused(written).empty());
  text.lagrangian = "q1*q2";
  CHECK(refused(text) == "lagrangian: has no kinetic energy: no velocity squared");
}
