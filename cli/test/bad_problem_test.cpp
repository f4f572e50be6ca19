// Wrong input in [problem]: what each mistake is told, and that nothing runs.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "program.hpp"

using namespace nonholo::test;

namespace {

/// The sleigh with a further line 4 in [problem], and a run that would be right.
std::string sleigh_with(const std::string& line) { return sleigh + line + "\n" + midpoint; }

}  // namespace

TEST_CASE("an unknown problem is refused and the nearest names are offered") {
  holds_refused("[problem]\nname = \"chaplygin_sled\"\n" + midpoint, 2, "problem.name",
                {"unknown problem 'chaplygin_sled'", "did you mean 'chaplygin_sleigh'"});
}

TEST_CASE("a file without a problem is refused") {
  holds_refused(midpoint, 1, "problem", {"is missing"});
  holds_refused("", 1, "problem", {"is missing"});
}

TEST_CASE("a problem without a name is refused") {
  holds_refused("\n[problem]\nt_end = 1\n" + midpoint, 2, "problem.name", {"is missing"});
}

TEST_CASE("an unknown key in problem is refused and the nearest is offered") {
  holds_refused(sleigh_with("tend = 2"), 4, "problem.tend", {"unknown key 'tend'", "'t_end'"});
}

TEST_CASE("an unknown key at the top of a file is refused and the nearest is offered") {
  holds_refused("titel = \"x\"\n" + sleigh + midpoint, 1, "titel", {"unknown key 'titel'", "'title'"});
}

TEST_CASE("an unknown setup is refused and the known ones are named") {
  holds_refused("[problem]\nname = \"chaplygin_sleigh\"\nsetup = \"rotatin\"\n" + midpoint, 3, "problem.setup",
                {"'rotatin'", "'rotating'", "hilden_4_5"});
}

TEST_CASE("an unknown parameter is refused and the known ones are named") {
  holds_refused(sleigh_with("parameters = { mass = 2 }"), 4, "problem.parameters.mass", {"'mass'", "m, a, I, g"});
}

TEST_CASE("a parameter outside its range is refused with its value and the range") {
  holds_refused(sleigh_with("parameters = { m = -1 }"), 4, "problem.parameters.m", {"-1", "> 0"});
  holds_refused(sleigh_with("parameters = { I = 0 }"), 4, "problem.parameters.I", {"0", "> 0"});
}

TEST_CASE("a parameter that is not finite is refused") {
  holds_refused(sleigh_with("parameters = { g = nan }"), 4, "problem.parameters.g", {"nan", "finite"});
  holds_refused(sleigh_with("parameters = { g = inf }"), 4, "problem.parameters.g", {"inf", "finite"});
}

TEST_CASE("a parameter that is not a number is refused") {
  holds_refused(sleigh_with("parameters = { g = \"nine\" }"), 4, "problem.parameters.g",
                {"character 1: unknown name 'nine'", "Known: pi, I, a, m\n    nine\n    ^"});
  holds_refused(sleigh_with("parameters = { g = true }"), 4, "problem.parameters.g", {"true", "must be a number"});
  holds_refused(sleigh_with("parameters = 3"), 4, "problem.parameters", {"must be a table"});
}

TEST_CASE("a state of the wrong length is refused with the coordinates that there are") {
  holds_refused(sleigh_with("initial = { q = [1, 0], v = [0, 0, 0] }"), 4, "problem.initial.q",
                {"2 entries", "3 coordinates", "x, y, theta"});
  holds_refused(sleigh_with("initial = { q = [1, 0, 0], v = [0, 0, 0, 0] }"), 4, "problem.initial.v",
                {"4 entries", "3 coordinates"});
}

TEST_CASE("a state with an entry that is not finite is refused") {
  holds_refused(sleigh_with("initial = { q = [1, nan, 0], v = [0, 0, 0] }"), 4, "problem.initial.q", {"nan", "finite"});
  holds_refused(sleigh_with("initial = { q = [1, 0, 0], v = [0, 0, -inf] }"), 4, "problem.initial.v",
                {"-inf", "finite"});
}

TEST_CASE("a state without velocities, or with an unknown part, is refused") {
  holds_refused(sleigh_with("initial = { q = [1, 0, 0] }"), 4, "problem.initial.v", {"is missing"});
  holds_refused(sleigh_with("initial = { q = [1, 0, 0], w = [0, 0, 0] }"), 4, "problem.initial.w", {"unknown key 'w'"});
}

TEST_CASE("an empty list of starts is refused") {
  holds_refused(sleigh_with("initial = []"), 4, "problem.initial", {"must not be empty"});
}

TEST_CASE("a problem without setup and without start is refused") {
  holds_refused("[problem]\nname = \"chaplygin_sleigh\"\nt_end = 1\n" + midpoint, 4, "run[0].initial",
                {"is missing", "setup"});
}

TEST_CASE("a start off the constraint is refused and the projected velocity is offered") {
  holds_refused(sleigh_with("initial = { q = [0, 0, 0], v = [1, 0.5, 0] }"), 4, "problem.initial.v",
                {"off the constraint", "0.5, 0.316 of |A_0||v| in the mass metric, at q = [0, 0, 0]",
                 "velocity in the mass metric is v = [1, ", "\"project\"", "\"assume\""});
}

TEST_CASE("of several starts the one off the constraint is named") {
  holds_refused(sleigh_with("initial = [{ q = [0, 0, 0], v = [1, 0, 0] }, { q = [0, 0, 0], v = [1, 0.5, 0] }]"), 4,
                "problem.initial[1].v", {"off the constraint"});
}

TEST_CASE("a parameter that takes a setup's start off the constraint is refused with the setup's line") {
  const std::string disk =
      "[problem]\nname = \"vertical_rolling_disk\"\nsetup = \"hilden_2_1_2\"\nparameters = { R = 0.5 }\n";
  holds_refused(disk + midpoint, 3, "problem.initial.v", {"off the constraint", "consistent"});
}

TEST_CASE("an unknown way to treat inconsistent starts is refused") {
  holds_refused(sleigh_with("consistent = \"maybe\""), 4, "problem.consistent",
                {"'maybe'", "\"error\"", "\"project\"", "\"assume\""});
}

TEST_CASE("an end before the start is refused with both times") {
  holds_refused(sleigh_with("t0 = 2\nt_end = 1"), 5, "problem.t_end", {"1", "t0 = 2"});
}

TEST_CASE("times that are not finite are refused") {
  holds_refused(sleigh_with("t_end = inf"), 4, "problem.t_end", {"inf", "finite"});
  holds_refused(sleigh_with("t0 = nan"), 4, "problem.t0", {"nan", "finite"});
}

TEST_CASE("a problem whose end is nowhere given is refused and steps are offered") {
  holds_refused("[problem]\nname = \"chaplygin_sleigh\"\ninitial = { q = [0, 0, 0], v = [0, 0, 0] }\n" + midpoint, 4,
                "run[0].steps", {"t_end", "steps"});
}

TEST_CASE("bad starts of a DAE are refused with what to change") {
  const auto dae = [](const std::string& initial) {
    return "[problem]\nname = \"jay_2006_dae\"\nt_end = 1\ninitial = " + initial +
           "\n[[run]]\nmethod = \"spark\"\ntableau = \"gauss\"\nstages = 2\nh = 0.1\n";
  };
  holds_refused(
      dae("{ y = [1, 2] }"), 4, "problem.initial.y",
      {"off the constraint: g[0] = 1 at y = [1, 2]", "Euclidean metric, y = [0.", "\"project\" starts there"});
  holds_refused(dae("{ y = [1, 1], z = [0.9] }"), 4, "problem.initial.z",
                {"[0.9] is off the hidden constraint", "y implies [1", "other roots found: [0.5", "Leave it out"});
  holds_refused(dae("{ y = [1, 1], z = [1, 1] }"), 4, "problem.initial.z", {"2 entries", "1 algebraic variables"});
  // the normal of g vanishes there
  holds_refused(dae("{ y = [0, 0] }"), 4, "problem.initial.y",
                {"off the constraint: g[0] = -1", "No state that satisfies g = 0"});
}
