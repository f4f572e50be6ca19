// Wrong files, targets, folders and options: exit code 2 and what is told.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "program.hpp"

#include <unistd.h>

#include <algorithm>

using namespace nonholo::test;

namespace fs = std::filesystem;

TEST_CASE("malformed TOML is refused with its line") {
  holds_refused(sleigh + "[[run]\nmethod = 3\n", 4, "", {"the ] of the header is missing"});
  holds_refused(sleigh + midpoint + "h = 0.2\n", 7, "", {"this key stands twice"});
  holds_refused("title = \"a\xff\"\n" + sleigh + midpoint, 1, "", {"utf-8"});
}

TEST_CASE("a file or an experiment that does not exist is refused and the nearest are offered") {
  const Workplace place;
  holds_refused(place, {"run", "missing.toml"}, "", 0, "TARGET", {"no such file", "'missing.toml'"});
  holds_refused(place, {"run", "figure_2_11"}, "", 0, "TARGET", {"'figure_2_11'", "did you mean", "'figure_2_1'"});
}

TEST_CASE("an empty target, one too long for a path and one that is not text are refused") {
  const Workplace place;
  holds_refused(place, {"run", ""}, "", 0, "TARGET", {"unknown experiment"});
  holds_refused(place, {"run", std::string(5000, 'a')}, "", 0, "TARGET", {"unknown experiment"});
  CHECK(place.nonholo({"run", "\xff\xfe", "--json"}).json()["error"]["key"] == "TARGET");
}

TEST_CASE("a folder without experiments is refused, even when it is called like a file") {
  const Workplace place;
  fs::create_directories(place.path("folder.toml"));
  holds_refused(place, {"run", "folder.toml"}, "", 0, "TARGET", {"folder.toml", "no .toml file"});
}

TEST_CASE("a file that cannot be read is refused") {
  const Workplace place;
  place.write("experiment.toml", sleigh + midpoint);
  const fs::path memory = "/proc/self/mem";  // opens, but its first byte cannot be read, not even by root
  if (!fs::exists(memory)) return;
  fs::create_symlink(memory, place.path("unreadable.toml"));
  holds_refused(place, {"run", "experiment.toml", "unreadable.toml"}, "unreadable.toml", 0, "", {"cannot be read"});
}

TEST_CASE("a folder with a link to itself is searched once") {
  const Workplace place;
  place.write("folder/experiment.toml", sleigh + midpoint);
  fs::create_directory_symlink(".", place.path("folder/loop"));
  const Ended ended = place.nonholo({"run", "folder", "--json"});
  REQUIRE(ended.code == 0);
  CHECK(ended.json()["experiments"].size() == 1);
}

TEST_CASE("results that cannot be written are refused before anything runs") {
  const Workplace place;
  place.write("experiment.toml", sleigh + midpoint);
  place.write("file", "taken");
  holds_refused(place, {"run", "experiment.toml", "--out", "file"}, "", 0, "--out",
                {"cannot write", "file/results.json"});
  holds_refused(place, {"run", "experiment.toml", "--out", "file/below"}, "", 0, "--out",
                {"cannot write", "file/below/results.json"});
  holds_refused(place, {"verify", "gauss", "--out", "file"}, "", 0, "--out", {"cannot write", "file/studies.json"});
  holds_refused(place, {"properties", "gauss", "--out", "file"}, "", 0, "--out",
                {"cannot write", "file/properties.json"});
  holds_refused(place, {"tableau", "report", "gauss", "--stages", "2", "--out", "file"}, "", 0, "--out",
                {"cannot write", "file/gauss_2.md"});
  CHECK(contents(place.path("file")) == "taken");
}

TEST_CASE("a folder that the system does not let be made or written ends with 4, before anything runs") {
  const Workplace place;
  place.write("experiment.toml", sleigh + midpoint);
  for (const std::string out : {"/sys/nonholo", "/proc/nonholo/results"})  // not even root may make them
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"run", "experiment.toml"}, {"verify", "gauss"}, {"properties", "gauss"}}) {
      std::vector<std::string> arguments = command;
      arguments.insert(arguments.end(), {"--out", out});
      const Ended ended = place.nonholo(arguments);
      CHECK(ended.code == 4);
      CHECK_THAT(ended.err, Contains("cannot write " + out));
      CHECK(ended.out.empty());
    }
  if (geteuid() == 0) return;
  fs::create_directories(place.path("results"));
  fs::permissions(place.path("results"), fs::perms(0555));
  CHECK(place.nonholo({"run", "experiment.toml", "--out", "results"}).code == 4);
}

TEST_CASE("a results.json that is a folder, and a folder of CSV files that is a file, are refused") {
  const Workplace place;
  place.write("experiment.toml", sleigh + midpoint);
  fs::create_directories(place.path("a/results.json"));
  holds_refused(place, {"run", "experiment.toml", "--out", "a"}, "", 0, "--out", {"a/results.json"});
  place.write("b/experiment", "");
  const Ended ended = place.nonholo({"run", "experiment.toml", "--out", "b"});
  CHECK(ended.code == 4);
  CHECK_THAT(ended.err, Contains("b/experiment: it is no folder"));
  CHECK_FALSE(fs::exists(place.path("b/results.json")));
}

TEST_CASE("experiments of the same name are refused when their results would overwrite each other") {
  const Workplace place;
  place.write("a/experiment.toml", sleigh + midpoint);
  place.write("b/experiment.toml", sleigh + midpoint + "label = \"mp\"\n");
  holds_refused(place, {"run", "a/experiment.toml", "b/experiment.toml", "--out", "results"}, "", 0, "--out",
                {"a/experiment.toml", "b/experiment.toml", "'experiment'"});
  CHECK(place.nonholo({"run", "a/experiment.toml", "b/experiment.toml"}).code == 0);
  // a folder's files are called by their paths below it
  CHECK(place.nonholo({"run", ".", "--out", "results"}).code == 0);
  CHECK(fs::exists(place.path("results/b/experiment/mp.csv")));
}

TEST_CASE("wrong options are refused, with --json in JSON wherever it stands") {
  const Workplace place;
  place.write("experiment.toml", sleigh + midpoint);
  holds_refused(place, {"run", "experiment.toml", "--nonsense"}, "", 0, "", {"--nonsense", "--help"});
  holds_refused(place, {"run", "experiment.toml", "--jobs", "many"}, "", 0, "", {"many", "--jobs"});
  holds_refused(place, {"run", "experiment.toml", "--jobs", "0"}, "", 0, "", {"0", "--jobs"});
  holds_refused(place, {"run", "experiment.toml", "--sample", "0"}, "", 0, "", {"0", "--sample"});
  holds_refused(place, {"run"}, "", 0, "", {"TARGET", "required"});
  holds_refused(place, {"run", "experiment.toml", "--resume"}, "", 0, "--resume", {"needs --out"});
}

TEST_CASE("no sub-command or an unknown one is refused") {
  const Workplace place;
  holds_refused(place, {}, "", 0, "", {"subcommand"});
  CHECK(place.nonholo({"nonsense"}).code == 2);
  holds_refused(place, {"lst"}, "", 0, "", {"'lst' is no subcommand", "did you mean 'list'"});
  holds_refused(place, {"mine.toml", "--quick"}, "", 0, "", {"nonholo run mine.toml"});
  place.write("folder/a.toml", sleigh + midpoint);
  holds_refused(place, {"folder"}, "", 0, "", {"nonholo run folder"});
}

TEST_CASE(
    "a missing file is refused with the files of similar names, an unknown name with the file that may be meant") {
  const Workplace place;
  place.write("pendulum.toml", sleigh + midpoint);
  holds_refused(place, {"run", "pendulm.toml"}, "", 0, "TARGET",
                {"no such file: 'pendulm.toml'; did you mean 'pendulum.toml'"});
  holds_refused(place, {"run", "./pendulm.toml"}, "", 0, "TARGET", {"no such file: './pendulm.toml'"});
  holds_refused(place, {"run", "pendulum"}, "", 0, "TARGET", {"did you mean the file pendulum.toml"});
  holds_refused(place, {"check", "pendulum"}, "", 0, "", {"did you mean the file pendulum.toml"});
  holds_refused(place, {"check", "pendulm.toml"}, "", 0, "PROBLEM", {"did you mean 'pendulum.toml'"});
  holds_refused(place, {"check", "snakebord"}, "", 0, "", {"did you mean 'snakeboard'"});
  holds_refused(place, {"verify", "gaus"}, "", 0, "FILTER", {"did you mean 'gauss'"});
  const std::string all = place.nonholo({"run", "figur_2_1"}).err;
  CHECK(std::count(all.begin(), all.end(), '\'') < 20);
}

TEST_CASE("help and version exit with 0 and tell on stdout") {
  const Workplace place;
  const Ended help = place.nonholo({"--help"}), run_help = place.nonholo({"run", "--help"}),
              version = place.nonholo({"--version"});
  CHECK(help.code == 0);
  CHECK_THAT(help.out, Contains("Examples:\n  nonholo new system"));
  CHECK_THAT(help.out, Contains("run") && Contains("list") && Contains("--version"));
  CHECK(run_help.code == 0);
  CHECK_THAT(run_help.out, Contains("TARGET") && Contains("--out") && Contains("--jobs") && Contains("--resume") &&
                               Contains("--quick"));
  CHECK(version.code == 0);
  CHECK_THAT(version.out, Catch::Matchers::StartsWith("nonholo ") && Contains("build ") && Contains(" with ") &&
                              Contains("precisions: double, quad") && Contains("Eigen 3.4") && Contains("SUNDIALS 6."));
  CHECK(help.err + run_help.err + version.err == "");
}
