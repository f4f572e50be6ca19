// What a run is allowed: bytes to write, threads, a folder that others use, the time to its end.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "program.hpp"

#include <chrono>
#include <csignal>
#include <sys/file.h>
#include <fcntl.h>
#include <unistd.h>

using namespace nonholo::test;

namespace {

/// Runs the program with arguments for a shell, which is told something before.
Ended shell(const Workplace& place, const std::string& before, const std::string& arguments) {
  const std::string command = "cd '" + place.path("").string() + "' && " + before + "'" NONHOLO_PROGRAM "' " +
                              arguments + " >stdout 2>stderr </dev/null";
  const int status = std::system(("bash -c \"" + command + "\"").c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, contents(place.path("stdout")), contents(place.path("stderr"))};
}

const std::string endless =
    "[[run]]\nlabel = \"endless\"\nmethod = \"mclachlan_perlmutter\"\nh = 1e-3\n"
    "steps = 1000000000\n";

}  // namespace

TEST_CASE("a run that writes more than it may is stopped, its code says so, and what was finished stays") {
  const Workplace place;
  const Ended ended = run(place, sleigh + midpoint + endless, {"--out", "results", "--jobs", "1", "--max-output", "1"});
  CHECK(ended.code == 4);
  CHECK_THAT(ended.err, Contains("--max-output: 1 MB are written; --resume goes on"));
  const Json runs = Json::parse(contents(place.path("results/results.json")))["experiments"][0]["runs"];
  CHECK(runs[0]["outcome"] == "success");
  CHECK(runs[1]["outcome"] == "interrupted");
  CHECK_FALSE(std::filesystem::exists(place.path("results/experiment/endless.csv")));
}

TEST_CASE("limits out of range are refused with what is allowed") {
  const Workplace place;
  place.write("experiment.toml", sleigh + midpoint);
  const auto refused = [&place](const char* option, const char* value, const char* why) {
    holds_refused(place, {"run", "experiment.toml", option, value}, "", 0, "", {option, value, why});
  };
  refused("--max-wall", "0", "must be > 0");
  refused("--max-output", "-1", "must be > 0");
  refused("--max-output", "many", "must be a finite number");
  refused("--checkpoint", "-0.5", "must be >= 0");
  refused("--checkpoint", "0,5", "must be a finite number");
  CHECK(run(place, sleigh + midpoint, {"--checkpoint", "0", "--max-wall", "1e3"}).code == 0);
}

TEST_CASE("where no thread can be made one does all the work") {
  const Workplace place;
  place.write("experiment.toml", sleigh + midpoint + "[[run]]\nmethod = \"gni\"\nh = 0.1\n");
  // a stack that no address space holds
  const Ended ended =
      shell(place, "ulimit -s 1000000000 && ", "run experiment.toml --out results --jobs 4 --max-wall 60");
  CHECK(ended.code == 0);
  CHECK_THAT(ended.err, Contains("no thread"));
  CHECK(Json::parse(contents(place.path("results/results.json")))["experiments"][0]["runs"].size() == 2);
}

TEST_CASE("no page and no pictures are made of a folder while another program writes there") {
  const Workplace place;
  REQUIRE(
      run(place, sleigh + midpoint + "[[figure]]\nname = \"f\"\nx = \"t\"\ny = \"x\"\n", {"--out", "results"}).code ==
      0);
  const int held = open(place.path("results/.lock").c_str(), O_RDWR);
  REQUIRE(flock(held, LOCK_EX) == 0);
  std::vector<std::vector<std::string>> commands{{"report", "results"}};
  if (std::system("command -v gnuplot >/dev/null 2>&1") == 0) commands.push_back({"plot", "results"});
  for (const auto& command : commands) {
    const Ended ended = place.nonholo(command);
    CHECK(ended.code == 4);
    CHECK_THAT(ended.err, Contains("folder in use"));
  }
  close(held);
  for (const auto& command : commands) CHECK(place.nonholo(command).code == 0);
}

TEST_CASE("the first signal stops a reference solution, too") {
  const Workplace place;
  place.write("experiment.toml", "reference = \"auto\"\n" + sleigh + "t_end = 50\n" +
                                     "[[run]]\nmethod = \"mclachlan_perlmutter\"\nh = 1\nprecision = \"quad\"\n");
  const Ended ended = shell(place, "timeout -s TERM -k 20 1 ", "run experiment.toml --out results");
  CHECK(ended.code == 124);  // that of timeout, where the program did not have to be killed
  CHECK_THAT(ended.err, Contains("interrupted by Terminated"));
  const Json runs = Json::parse(contents(place.path("results/results.json")))["experiments"][0]["runs"];
  CHECK(runs[0]["outcome"] == "success");  // the run itself had come to its end
  CHECK(std::filesystem::exists(place.path("results/experiment/mclachlan_perlmutter_h_1_precision_quad.csv")));
}

namespace {

/// A run of a tenth of a second, whose reference solution takes a hundred times as long.
std::string with_long_reference(const std::string& before) {
  return before + sleigh + "t_end = 400\n[[run]]\nlabel = \"mp\"\nmethod = \"mclachlan_perlmutter\"\nh = 1\n" +
         "precision = \"quad\"\n";
}

Json only_run_of(const Workplace& place) {
  return Json::parse(contents(place.path("results/results.json")))["experiments"][0]["runs"][0];
}

}  // namespace

TEST_CASE("a run that has come to its end is finished, whatever there was no time for afterwards") {
  const Workplace place;
  const Ended ended =
      run(place, with_long_reference("reference = \"auto\"\n"), {"--out", "results", "--max-wall", "3"});
  CHECK(ended.code == 3);  // the file asks for the comparison
  CHECK_THAT(ended.err, Contains("computing the reference solution of mp; reference = false leaves it out") &&
                            Contains("1 of 1 ends are not compared: the program was stopped") &&
                            Contains("--max-wall: 3 s are over; --resume goes on"));
  const Json one = only_run_of(place);
  CHECK(one["outcome"] == "success");
  CHECK(one["failure"].is_null());
  CHECK(one["endpoint_error"].is_null());
  CHECK_THAT(one["reasons"]["endpoint_error"].get<std::string>(), Contains("the program was stopped"));
  const auto written = std::filesystem::last_write_time(place.path("results/experiment/mp.csv"));
  CHECK(run(place, with_long_reference("reference = \"auto\"\n"), {"--out", "results", "--resume", "--max-wall", "1"})
            .code == 3);
  CHECK(std::filesystem::last_write_time(place.path("results/experiment/mp.csv")) == written);
}

TEST_CASE("a reference solution that nobody asked for is given up when it costs much more than the runs") {
  const Workplace place;
  const Ended ended = run(place, with_long_reference(""), {"--out", "results"});
  CHECK(ended.code == 0);
  CHECK_THAT(ended.err, Contains("1 of 1 ends are not compared: reference solutions were given up after") &&
                            Contains("reference = \"auto\" waits for them, reference = false leaves them out"));
  CHECK_THAT(ended.out, Contains("its reference solution was given up"));
  CHECK(only_run_of(place)["outcome"] == "success");
  CHECK(only_run_of(place)["endpoint_error"].is_null());
  CHECK_THAT(run(place, with_long_reference(""), {"--out", "results", "--resume"}).out, Contains("kept from"));
}

TEST_CASE("the compiler of a system is stopped when the time is over") {
  const Workplace place;
  place.write("endless", "#!/bin/sh\nsleep 30\n");
  std::filesystem::permissions(place.path("endless"), std::filesystem::perms(0700));
  place.write("experiment.toml",
              "[system]\ncompile = true\ncoordinates = [\"x\"]\nlagrangian = \"vx^2/2\"\n"
              "[problem]\nt_end = 1\ninitial = { q = [0], v = [1] }\n" +
                  midpoint);
  const auto begin = std::chrono::steady_clock::now();
  const Ended ended = shell(place, "CC=./endless XDG_CACHE_HOME=\\$PWD/cache ", "run experiment.toml --max-wall 1");
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(20));
  CHECK(ended.code == 3);
  CHECK_THAT(ended.err, Contains("compile: ./endless was stopped after") && Contains("--max-wall: 1 s are over"));
  CHECK(std::filesystem::is_empty(place.path("cache/nonholo")));
}
