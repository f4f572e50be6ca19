// Wrong input in [[run]]: what each mistake is told, and that nothing runs.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "program.hpp"

using namespace nonholo::test;

namespace {

/// The sleigh and one [[run]] (line 4) of these lines (from line 5).
std::string sleigh_run(const std::string& lines) { return sleigh + "[[run]]\n" + lines + "\n"; }

std::string spark_run(const std::string& tableau, const std::string& stages) {
  return sleigh_run("method = \"spark\"\ntableau = \"" + tableau + "\"\nstages = " + stages + "\nh = 0.1");
}

const std::string two_starts = "initial = [{ q = [0, 0, 0], v = [1, 0, 0] }, { q = [0, 0, 0], v = [1, 0.5, 0] }]";

}  // namespace

TEST_CASE("an unknown method is refused and the nearest names are offered") {
  holds_refused(sleigh_run("method = \"sprak\"\nh = 0.1"), 5, "run[0].method", {"unknown method 'sprak'", "'spark'"});
}

TEST_CASE("a run without a method is refused, naming the key that was meant") {
  holds_refused(sleigh_run("h = 0.1"), 4, "run[0].method", {"is missing"});
  holds_refused(sleigh_run("metod = \"spark\""), 5, "run[0].metod", {"unknown key 'metod'", "'method'"});
}

TEST_CASE("an experiment without runs is refused") {
  holds_refused(sleigh, 1, "run", {"is missing"});
  holds_refused("run = []\n" + sleigh, 1, "run", {"is missing"});
}

TEST_CASE("an unknown tableau is refused at its line and the nearest names are offered") {
  holds_refused(spark_run("lobatto_iia_b", "3"), 6, "run[0].tableau",
                {"unknown tableau 'lobatto_iia_b'", "'lobatto_iiia_b'"});
}

TEST_CASE(
    "an error in a tableau file is told with its place in that file, a missing file with its place in the experiment") {
  const Workplace place;
  place.write("experiment.toml", sleigh_run("method = \"spark\"\ntableau = \"mine.toml\"\nh = 0.1"));
  const std::vector<std::string> arguments = {"run", "experiment.toml"};
  holds_refused(place, arguments, "experiment.toml", 6, "run[0].tableau", {"mine.toml", "cannot be read"});
  place.write("mine.toml", "b = [1]\n\nA = [[\"1/2\", 3]]\n");
  holds_refused(place, arguments, "mine.toml", 3, "A[0]", {"has 2 entries"});
  place.write("mine.toml", "b = [1]\nA = [[\"1/2\"\n");
  holds_refused(place, arguments, "mine.toml", 2, "", {"the ] at the end of the list is missing"});
}

TEST_CASE("an unknown key of a run is refused and only keys that its method takes are offered") {
  holds_refused(spark_run("gauss", "2") + "stage = 3\n", 9, "run[0].stage",
                {"unknown key 'stage'", "did you mean 'stages'?"});
  const Workplace place;
  const Ended ended = run(place, sleigh + midpoint + "stage = 3\n");
  CHECK(ended.code == 2);
  CHECK_THAT(ended.err, Contains("unknown key 'stage'") && Contains("steps") && !Contains("stages"));
}

TEST_CASE("a key that another method takes is refused with those that this one takes") {
  holds_refused(sleigh + midpoint + "rtol = 1e-6\n", 7, "run[0].rtol",
                {"mclachlan_perlmutter does not take this key", "steps"});
  holds_refused(sleigh + too_tight + "h = 0.1\n", 9, "run[0].h", {"ida_index1 chooses its steps", "rtol"});
}

TEST_CASE("a method that takes a step size or tolerances is refused with both and with neither") {
  const auto run = [](const std::string& keys) { return sleigh_run("method = \"explicit_runge_kutta\"\n" + keys); };
  holds_refused(run("rtol = 1e-6\natol = 1e-9\nh = 0.1\n"), 8, "run[0].h", {"chooses its steps", "rtol and atol"});
  holds_refused(run(""), 4, "run[0].h", {"is missing", "it, or rtol and atol"});
  holds_refused(run("rtol = 1e-6\n"), 4, "run[0].atol", {"is required"});
}

TEST_CASE("a missing step size is refused") {
  holds_refused(sleigh_run("method = \"mclachlan_perlmutter\""), 4, "run[0].h", {"is missing", "fixed steps"});
}

TEST_CASE("a missing tolerance is refused") {
  holds_refused(sleigh_run("method = \"ida_index1\"\natol = 1e-6"), 4, "run[0].rtol", {"is missing", "ida_index1"});
  holds_refused(sleigh_run("method = \"ida_index1\"\nrtol = 1e-6"), 4, "run[0].atol", {"is missing", "ida_index1"});
}

TEST_CASE("a missing tableau or number of stages is refused") {
  holds_refused(sleigh_run("method = \"spark\"\nstages = 2\nh = 0.1"), 4, "run[0].tableau", {"is missing", "spark"});
  holds_refused(sleigh_run("method = \"spark\"\ntableau = \"gauss\"\nh = 0.1"), 4, "run[0].stages",
                {"is missing", "gauss has 1 to 16 stages"});
}

TEST_CASE("a step size that is not positive is refused with its value") {
  holds_refused(sleigh_run("method = \"mclachlan_perlmutter\"\nh = 0"), 6, "run[0].h", {"0: must be > 0"});
  holds_refused(sleigh_run("method = \"mclachlan_perlmutter\"\nh = -0.1"), 6, "run[0].h", {"-0.1: must be > 0"});
  holds_refused(sleigh_run("method = \"mclachlan_perlmutter\"\nh = [0.1, -0.1]"), 6, "run[0].h", {"-0.1: must be > 0"});
}

TEST_CASE("a step size that is not a finite number is refused") {
  holds_refused(sleigh_run("method = \"mclachlan_perlmutter\"\nh = nan"), 6, "run[0].h", {"nan", "finite"});
  holds_refused(sleigh_run("method = \"mclachlan_perlmutter\"\nh = inf"), 6, "run[0].h", {"inf", "finite"});
  holds_refused(sleigh_run("method = \"mclachlan_perlmutter\"\nh = \"1/(m - 1)\""), 6, "run[0].h",
                {"character 2: division by zero\n    1/(m - 1)\n     ^"});
}

TEST_CASE("a step size that does not divide the interval is refused, naming the two nearest that do and steps") {
  holds_refused(sleigh_run("method = \"mclachlan_perlmutter\"\nh = 0.3"), 6, "run[0].h",
                {"0.3", "0.3333333333333333 (3 steps)", "0.25 (4 steps)", "steps"});
  holds_refused(sleigh_run("method = \"mclachlan_perlmutter\"\nh = [0.1, 2]"), 6, "run[0].h",
                {"h = 1 (1 steps)", "steps"});
}

TEST_CASE("an end time of a run before the start, or beside a number of steps, is refused") {
  holds_refused(sleigh + midpoint + "t_end = -1\n", 7, "run[0].t_end", {"-1: must be >= t0 = 0"});
  holds_refused(sleigh + midpoint + "t_end = 1\nsteps = 2\n", 7, "run[0].t_end", {"t_end or steps, not both"});
}

TEST_CASE("a number of steps that is negative or not whole is refused") {
  holds_refused(sleigh + midpoint + "steps = -1\n", 7, "run[0].steps", {"-1: must be >= 0"});
  holds_refused(sleigh + midpoint + "steps = 2.5\n", 7, "run[0].steps", {"2.5", "whole number"});
}

TEST_CASE("stages that the tableau's family does not have are refused at their line with those that it has") {
  holds_refused(spark_run("lobatto_iiia_b", "1"), 7, "run[0].stages", {"lobatto_iiia_b has 2 to", "not 1"});
  holds_refused(spark_run("gauss", "0"), 7, "run[0].stages", {"gauss has 1 to", "not 0"});
  holds_refused(spark_run("gauss", "99"), 7, "run[0].stages", {"gauss has 1 to", "not 99"});
  holds_refused(spark_run("gauss", "[2, -3]"), 7, "run[0].stages", {"gauss has 1 to", "not -3"});
  holds_refused(spark_run("gauss", "2.0"), 7, "run[0].stages", {"whole number"});
}

TEST_CASE("the run in which a method cannot be made is told by its index") {
  holds_refused(sleigh + midpoint + "[[run]]\nmethod = \"spark\"\ntableau = \"gauss\"\nstages = 99\nh = 0.1\n", 10,
                "run[1].stages", {"99"});
}

TEST_CASE("a tolerance that is not positive is refused at its line with its value") {
  holds_refused(sleigh_run("method = \"ida_index1\"\nrtol = 0\natol = 1e-9"), 6, "run[0].rtol", {"0", "> 0"});
  holds_refused(sleigh_run("method = \"odeint_dopri5\"\nrtol = 1e-6\natol = -1e-9"), 7, "run[0].atol",
                {"-1e-9", "> 0"});
  holds_refused(sleigh_run("method = \"ida_index1\"\nrtol = [1e-6, -1]\natol = 1e-9"), 6, "run[0].rtol", {"-1", "> 0"});
  holds_refused(sleigh_run("method = \"ida_index1\"\nrtol = nan\natol = 1e-9"), 6, "run[0].rtol", {"nan", "finite"});
  holds_refused(sleigh + midpoint + "solver_tolerance = 0\n", 7, "run[0].solver_tolerance", {"0", "> 0"});
}

TEST_CASE("a choice that a method does not know is refused with those that it knows") {
  holds_refused(sleigh + midpoint + "jacobian = \"numeric\"\n", 7, "run[0].jacobian",
                {"'numeric'", "auto", "frozen", "exact"});
}

TEST_CASE("empty lists are refused") {
  holds_refused(sleigh_run("method = \"mclachlan_perlmutter\"\nh = []"), 6, "run[0].h", {"must not be empty"});
  holds_refused(spark_run("gauss", "[]"), 7, "run[0].stages", {"must not be empty"});
  holds_refused(sleigh + midpoint + "initial = []\n", 7, "run[0].initial", {"must not be empty"});
}

TEST_CASE("a list is refused where one value is required") {
  holds_refused(sleigh + midpoint + "quick = [true, false]\n", 7, "run[0].quick", {"must be true or false"});
  holds_refused(sleigh + midpoint + "label = [\"a\", \"b\"]\n", 7, "run[0].label", {"must be a string"});
  holds_refused("[problem]\nname = [\"suslov\", \"knife_edge\"]\n" + midpoint, 2, "problem.name", {"must be a string"});
}

TEST_CASE("a list of a parameter that changes the coordinates is refused") {
  holds_refused(
      "[problem]\nname = \"mclachlan_perlmutter_particles\"\nsetup = \"jay_8_4\"\nparameters = { pairs = [3, 4] }\n" +
          midpoint,
      4, "problem.parameters", {"systems with different coordinates"});
}

TEST_CASE("lists that make too many runs are refused, together as alone") {
  std::string hundred = "[0.1";
  for (int i = 1; i < 101; ++i) hundred += ", " + std::to_string(i);
  hundred += "]";
  const std::string run = "method = \"ida_index1\"\nrtol = " + hundred + "\natol = " + hundred;
  holds_refused(sleigh_run(run), 7, "run[0].atol", {"more than 10000 runs"});
  holds_refused(sleigh + "parameters = { g = " + hundred + ", m = " + hundred + " }\n" + midpoint, 4,
                "problem.parameters.g", {"more than 10000 runs"});
  const std::string half = "[[run]]\nmethod = \"ida_index1\"\nrtol = " + hundred + "\natol = [1e-9, 1e-10]\nlabel = ";
  std::string many = sleigh;
  for (int i = 0; i < 50; ++i) many += half + "\"" + std::to_string(i) + "\"\n";
  holds_refused(many, 249, "run[49]", {"more than 10000 runs"});
}

TEST_CASE("labels that are not unique are refused with the line of the first") {
  holds_refused(sleigh + midpoint + midpoint, 7, "run[1].label", {"'mclachlan_perlmutter h=0.1'", "unique", "line 4"});
  holds_refused(
      sleigh + midpoint + "label = \"a\"\n[[run]]\nlabel = \"a\"\nmethod = \"mclachlan_perlmutter\"\nh = 0.2\n", 9,
      "run[1].label", {"'a'", "line 4"});
  holds_refused(sleigh_run("method = \"mclachlan_perlmutter\"\nh = [0.1, 0.1]"), 4, "run[0].label", {"unique"});
}

TEST_CASE("an empty label is refused") {
  holds_refused(sleigh + midpoint + "label = \"\"\n", 7, "run[0].label", {"must not be empty"});
}

TEST_CASE("quick must be true or false") {
  holds_refused(sleigh + midpoint + "quick = 1\n", 7, "run[0].quick", {"1", "true or false"});
}

TEST_CASE("a start in a run that is off the constraint is refused at its place in the run") {
  holds_refused(sleigh + midpoint + two_starts + "\n", 7, "run[0].initial[1].v", {"off the constraint"});
  holds_refused(sleigh + midpoint + "initial = { q = [0, 0], v = [1, 0, 0] }\n", 7, "run[0].initial.q",
                {"2 entries", "3 coordinates"});
}

TEST_CASE("one wrong run among right ones keeps all of them from running") {
  const Workplace place;
  place.write("a.toml", sleigh + midpoint);
  place.write("b.toml", sleigh + midpoint + "nonsense = 1\n");
  CHECK(place.nonholo({"run", "a.toml", "b.toml", "--out", "results"}).code == 2);
  CHECK_FALSE(std::filesystem::exists(place.path("results")));
}
