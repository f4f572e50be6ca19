// read_experiment: sweeps, labels, overrides and numbers; the places that errors tell. Every wrong input stands in
// cli/test/bad_*_test.cpp.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "catch.hpp"
#include "experiments.hpp"

using namespace nonholo;
using namespace nonholo::test;
using Labels = std::vector<std::string>;

namespace {

std::string run_of(const std::string& lines) { return "[[run]]\n" + lines + "\n"; }

const std::string spark_run = "method = \"spark\"\ntableau = \"lobatto_iiia_b\"\n";
const std::string two_starts = "initial = [{ q = [0, 0, 0], v = [1, 0, 0] }, { q = [0, 0, 0.5], v = [0, 0, 1] }]\n";

VectorX<double> vector(std::initializer_list<double> x) {
  return Eigen::Map<const VectorX<double>>(x.begin(), static_cast<Eigen::Index>(x.size()));
}

/// Of the first run.
std::map<std::string, double> parameters(const Experiment& experiment) {
  std::map<std::string, double> all;
  for (const auto& [name, number] : experiment.runs.front().parameters) all.emplace(name, number.value());
  return all;
}

}  // namespace

TEST_CASE("derived labels show method, tableau, stages and step size or tolerances") {
  CHECK(labels(sleigh + run_of(spark_run + "stages = 3\nh = 0.1")) == Labels{"spark(lobatto_iiia_b,3) h=0.1"});
  CHECK(labels(sleigh + midpoint) == Labels{"mclachlan_perlmutter h=0.1"});
  CHECK(labels(sleigh + run_of("method = \"ida_index1\"\nrtol = 1e-6\natol = 1e-9")) ==
        Labels{"ida_index1 rtol=1e-06 atol=1e-09"});
  CHECK(labels(sleigh + midpoint + "jacobian = \"exact\"\n") == Labels{"mclachlan_perlmutter h=0.1 jacobian=exact"});
}

TEST_CASE("lists of stages and step sizes multiply to one run each") {
  CHECK(labels(sleigh + run_of(spark_run + "stages = [2, 3]\nh = [0.1, 0.05]")) ==
        Labels{"spark(lobatto_iiia_b,2) h=0.1", "spark(lobatto_iiia_b,3) h=0.1", "spark(lobatto_iiia_b,2) h=0.05",
               "spark(lobatto_iiia_b,3) h=0.05"});
  const Experiment experiment = read(sleigh + run_of(spark_run + "stages = [2, 3]\nh = [0.1, 0.05]"));
  CHECK(experiment.runs[1].method.options.integer("stages") == 3);
  CHECK(experiment.runs[1].h == 0.1);
  CHECK(experiment.runs[2].method.options.integer("stages") == 2);
  CHECK(experiment.runs[2].h == 0.05);
}

TEST_CASE("a list of tolerances is one run each") {
  const Experiment experiment = read(sleigh + run_of("method = \"ida_index1\"\nrtol = [1e-5, 1e-7]\natol = 1e-9"));
  REQUIRE(experiment.runs.size() == 2);
  CHECK(experiment.runs[0].method.options.number("rtol") == 1e-5);
  CHECK(experiment.runs[1].method.options.number("rtol") == 1e-7);
  CHECK(experiment.runs[1].method.options.number("atol") == 1e-9);
  CHECK_FALSE(experiment.runs[1].h);
}

TEST_CASE("a list of starts is one run each, told apart by its index") {
  const Experiment experiment = read(sleigh + two_starts + midpoint);
  REQUIRE(experiment.runs.size() == 2);
  CHECK(experiment.runs[0].label == "mclachlan_perlmutter h=0.1 initial=0");
  CHECK(experiment.runs[1].label == "mclachlan_perlmutter h=0.1 initial=1");
  CHECK(experiment.runs[1].problem.start().q == vector({0, 0, 0.5}));
  CHECK(experiment.runs[1].problem.start().v == vector({0, 0, 1}));
}

TEST_CASE("a label that is given stands before what is swept, and alone when nothing is") {
  CHECK(labels(sleigh + midpoint + "label = \"mine\"\n") == Labels{"mine"});
  CHECK(labels(sleigh + midpoint + "label = \"mine\"\n" + two_starts) == Labels{"mine initial=0", "mine initial=1"});
  CHECK(labels(sleigh + run_of(spark_run + "label = \"mine\"\nstages = [2, 3]\nh = [0.1, 0.05]")) ==
        Labels{"mine h=0.1 stages=2", "mine h=0.1 stages=3", "mine h=0.05 stages=2", "mine h=0.05 stages=3"});
  CHECK(labels(sleigh + run_of(spark_run + "label = \"mine\"\nstages = [3]\nh = 0.1")) == Labels{"mine"});
}

TEST_CASE("a setup gives parameters, start and end") {
  const Experiment experiment = read("[problem]\nname = \"chaplygin_sleigh\"\nsetup = \"hilden_4_2_3\"\n" + midpoint);
  CHECK(parameters(experiment) == std::map<std::string, double>{{"I", 0.01}, {"a", 0.04}, {"g", 9.8}, {"m", 0.001}});
  CHECK(experiment.runs[0].problem.t0 == 0);
  CHECK(experiment.runs[0].problem.end_time() == 30.0);
  CHECK(experiment.runs[0].problem.start().q == vector({1, 0, 0.2}));
  CHECK(experiment.runs[0].problem.start().v == vector({0, 0, 0}));
}

TEST_CASE("keys of the problem override their part of the setup and no other") {
  const Experiment experiment = read(
      "[problem]\nname = \"chaplygin_sleigh\"\nsetup = \"hilden_4_2_3\"\n"
      "parameters = { m = 2 }\nt0 = 1\nt_end = 3\n" +
      midpoint);
  CHECK(parameters(experiment) == std::map<std::string, double>{{"I", 0.01}, {"a", 0.04}, {"g", 9.8}, {"m", 2}});
  CHECK(experiment.runs[0].problem.t0 == 1);
  CHECK(experiment.runs[0].problem.end_time() == 3.0);
  CHECK(experiment.runs[0].problem.start().q == vector({1, 0, 0.2}));
}

TEST_CASE("without a setup parameters have their defaults") {
  const Experiment experiment =
      read("[problem]\nname = \"chaplygin_sleigh\"\ninitial = { q = [1, 2, 0], v = [1, 0, 0] }\n" + midpoint +
           "steps = 3\n");
  CHECK(parameters(experiment) == std::map<std::string, double>{{"I", 1}, {"a", 1}, {"g", 0.1}, {"m", 1}});
  CHECK_FALSE(experiment.runs[0].problem.end_time());
  CHECK(experiment.runs[0].steps == 3);
}

TEST_CASE("an end time in a run is that of this run, and enough where the problem has none") {
  const Experiment experiment =
      read(sleigh + midpoint + "t_end = 3\n" + run_of("method = \"implicit_midpoint_dla\"\nh = 0.5"));
  CHECK(experiment.runs[0].problem.end_time() == 3.0);
  CHECK(experiment.runs[1].problem.end_time() == 1.0);
  CHECK_NOTHROW(read("[problem]\nname = \"chaplygin_sleigh\"\ninitial = { q = [1, 2, 0], v = [1, 0, 0] }\n" + midpoint +
                     "t_end = 3\n"));
}

TEST_CASE("a start in a run overrides that of the problem for this run only") {
  const Experiment experiment = read(sleigh + midpoint +
                                     run_of("method = \"mclachlan_perlmutter\"\nh = 0.5\n"
                                            "initial = { q = [5, 0, 0], v = [1, 0, 0] }"));
  CHECK(experiment.runs[0].problem.start().q == vector({1, 0, 0.3}));
  CHECK(experiment.runs[1].problem.start().q == vector({5, 0, 0}));
}

TEST_CASE("consistent is passed on to every start") {
  CHECK(read(sleigh + midpoint).runs[0].problem.initial.consistent == Consistent::error);
  CHECK(read(sleigh + "consistent = \"project\"\n" + midpoint).runs[0].problem.initial.consistent ==
        Consistent::project);
  CHECK(read(sleigh + "consistent = \"assume\"\n" + two_starts + midpoint).runs[1].problem.initial.consistent ==
        Consistent::assume);
}

TEST_CASE("integers are accepted wherever a number is, also those that double rounds") {
  const Experiment experiment = read(sleigh + "t0 = -1\nt_end = 1\nparameters = { m = 9007199254740993, g = 0 }\n" +
                                     run_of("method = \"mclachlan_perlmutter\"\nh = 1"));
  CHECK(experiment.runs[0].problem.t0 == -1);
  CHECK(experiment.runs[0].parameters.at("m") == 9007199254740992.0);
  CHECK(experiment.runs[0].h == 1.0);
}

TEST_CASE("numbers may have any number of digits") {
  const std::string third = "0." + std::string(3000, '3');
  CHECK(read(sleigh + "parameters = { g = " + third + " }\n" + midpoint).runs[0].parameters.at("g") == 1.0 / 3);
  CHECK(read(sleigh + "parameters = { m = 1" + std::string(30, '0') + " }\n" + midpoint).runs[0].parameters.at("m") ==
        1e30);
}

TEST_CASE("quick is kept for each run of a sweep, true unless said otherwise") {
  CHECK(read(sleigh + midpoint).runs[0].quick);
  const Experiment experiment =
      read(sleigh + run_of("method = \"mclachlan_perlmutter\"\nh = [0.1, 0.5]\nquick = false"));
  CHECK_FALSE(experiment.runs[0].quick);
  CHECK_FALSE(experiment.runs[1].quick);
}

TEST_CASE("expectations are read with their bounds") {
  const std::string head = "[[expect]]\nrun = \"mclachlan_perlmutter h=0.1\"\nquantity = ";
  const auto all =
      read(disk + "t_end = 1\n" + midpoint + head + "\"max_component_error\"\ncomponent = \"phi\"\nbetween = [0, 1]\n" +
           head + "\"steps\"\nequals = 10\nrel = 0.5\nabs = 2\n" + head + "\"outcome\"\nequals = \"success\"\n")
          .expectations;
  REQUIRE(all.size() == 3);
  CHECK(all[0].component == "phi");
  CHECK(all[0].between == std::pair(0.0, 1.0));
  CHECK(all[1].equals == 10.0);
  CHECK(all[1].rel == 0.5);
  CHECK(all[1].abs == 2);
  CHECK(all[2].name == "success");
}

TEST_CASE("an expectation may compare with another run") {
  const auto all = read(sleigh + midpoint + "label = \"a\"\n" + midpoint +
                        "label = \"b\"\n[[expect]]\nrun = \"a\"\nversus = \"b\"\n"
                        "quantity = \"steps\"\nmin = 2\n")
                       .expectations;
  REQUIRE(all.size() == 1);
  CHECK(all[0].run == "a");
  CHECK(all[0].versus == "b");
  CHECK(all[0].min == 2.0);
  CHECK_FALSE(all[0].max);
}

TEST_CASE("an expectation may be of the order that a sweep shows, and knows the sweep's runs") {
  const Experiment experiment =
      read(disk + "t_end = 1\n" + run_of("method = \"mclachlan_perlmutter\"\nh = [0.1, 0.05]") +
           "[[expect]]\nrun = \"mclachlan_perlmutter\"\nquantity = \"endpoint_error\"\nover = \"h\"\nmin = 1\n");
  CHECK(experiment.expectations[0].swept ==
        std::vector<std::pair<std::string, double>>{{"mclachlan_perlmutter h=0.1", 0.1},
                                                    {"mclachlan_perlmutter h=0.05", 0.05}});
}

TEST_CASE("an error knows its file, line and key, for values that only the method or the start can judge too") {
  const auto place = [](const InputError& error) { return std::pair(error.line(), error.key()); };
  CHECK(place(refusal(sleigh + midpoint)) == std::pair(0, std::string()));
  CHECK(refusal(sleigh + midpoint).message() == "accepted");
  CHECK(place(refusal(sleigh + "nonsense = 1\n" + midpoint)) == std::pair(4, std::string("problem.nonsense")));
  CHECK(place(refusal(sleigh + midpoint + run_of(spark_run + "stages = 1\nh = 0.1"))) ==
        std::pair(10, std::string("run[1].stages")));
  CHECK(place(refusal(sleigh + midpoint + "initial = { q = [0, 0, 0], v = [0, 1, 0] }\n")) ==
        std::pair(7, std::string("run[0].initial.v")));
  CHECK(place(refusal("[problem]\nname = \"chaplygin_sleigh\"\nsetup = \"rotating\"\n\n[[run]]\nh = 0.3\nmethod = "
                      "\"mclachlan_perlmutter\"")) == std::pair(6, std::string("run[0].h")));
  CHECK(refusal(sleigh).file().ends_with("experiment.toml"));
}

TEST_CASE("the place of a key is its own line, that of its first part, or that of its run") {
  RunSpec run{.places = {{"run", {4, "run[0]"}}, {"h", {6, "run[0].h"}}, {"initial", {3, "problem.initial"}}}};
  const auto at = [&run](const char* key) { return std::pair(run.place_of(key).line, run.place_of(key).key); };
  CHECK(at("h") == std::pair(6, std::string("run[0].h")));
  CHECK(at("initial.v") == std::pair(3, std::string("problem.initial.v")));
  CHECK(at("t_end") == std::pair(4, std::string("run[0].t_end")));
  CHECK(at("") == std::pair(4, std::string("run[0]")));
}

TEST_CASE("a system in the place of another keeps its own parameters, and is another experiment") {
  const TemporaryFolder folder;
  const auto system = folder.write("system.toml",
                                   "[system]\ncoordinates = [\"x\"]\nparameters = { k = 1 }\n"
                                   "lagrangian = \"vx^2/2 - k*x^2/2\"\n"
                                   "[problem]\nparameters = { k = 100 }\ninitial = { q = [1], v = [0] }\n");
  const std::string run = "[[run]]\nmethod = \"adams\"\nh = 0.01\nt_end = 1\n";
  const auto own = folder.write("own.toml", "[system]\ncoordinates = [\"y\"]\nlagrangian = \"vy^2/2\"\n" + run +
                                                "initial = { q = [1], v = [0] }\n");
  const auto named = folder.write("named.toml", "[problem]\nsystem = \"system.toml\"\nparameters = { k = 4 }\n" + run);
  const auto k = [](const Experiment& experiment) { return experiment.runs.at(0).parameters.at("k").value(); };
  CHECK(k(read_experiment(own, "own", system)) == 100);
  const Experiment replaced = read_experiment(named, "named", system), plain = read_experiment(named, "named");
  CHECK(k(replaced) == 100);
  CHECK(k(plain) == 4);
  CHECK(replaced.written != plain.written);
}

TEST_CASE("lists that zip joins go together") {
  CHECK(labels(sleigh + run_of(spark_run + "zip = true\nstages = [2, 3]\nh = [0.1, 0.05]")) ==
        Labels{"spark(lobatto_iiia_b,2) h=0.1", "spark(lobatto_iiia_b,3) h=0.05"});
  CHECK(labels(sleigh + run_of("method = \"ida_index1\"\nzip = true\nrtol = [1e-5, 1e-7]\natol = [1e-6, 1e-9]")) ==
        Labels{"ida_index1 rtol=1e-05 atol=1e-06", "ida_index1 rtol=1e-07 atol=1e-09"});
  CHECK(labels(sleigh + run_of("method = [\"mclachlan_perlmutter\", \"gni\"]\nzip = true\nh = [0.1, 0.05]")) ==
        Labels{"mclachlan_perlmutter h=0.1", "gni h=0.05"});
  CHECK(labels(sleigh + run_of("method = \"gni\"\nlabel = \"a\"\nzip = true\nh = [0.1, 0.05]\n" + two_starts)) ==
        Labels{"a h=0.1 initial=0", "a h=0.05 initial=1"});
  // those of [problem] multiply as ever
  CHECK(labels(sleigh + "parameters = { g = [1, 2] }\n" + run_of("method = \"gni\"\nzip = true\nh = [0.1, 0.05]"))
            .size() == 4);
  using Catch::Matchers::Contains;
  CHECK_THROWS_WITH(read(sleigh + run_of(spark_run + "zip = true\nstages = [2, 3, 4]\nh = [0.1, 0.05]")),
                    Contains("lists joined by zip must have the same length"));
  CHECK_THROWS_WITH(read(sleigh + run_of("method = \"gni\"\nzip = true\nh = 0.1")),
                    Contains("run[0].zip: joins lists"));
}

TEST_CASE("what zip joins is one sweep: an order is measured over tolerances that go together") {
  const Experiment experiment =
      read(sleigh + run_of("method = \"ida_index1\"\nzip = true\nrtol = [1e-5, 1e-7]\natol = [1e-6, 1e-9]") +
           "[[expect]]\nrun = \"ida_index1\"\nover = \"rtol\"\nquantity = \"endpoint_error\"\nmin = 0\n");
  REQUIRE(experiment.expectations.size() == 1);
  CHECK(experiment.expectations[0].swept.size() == 2);
}
