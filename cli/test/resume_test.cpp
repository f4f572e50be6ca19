// nonholo run --out and --resume: what is finished is kept, whatever ends the program; what has changed is computed
// again.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "program.hpp"

#include <csignal>
#include <cstdio>
#include <unistd.h>

using namespace nonholo::test;

namespace {

Ended resume(const Workplace& place, const std::string& toml, std::vector<std::string> further = {}) {
  further.insert(further.end(), {"--out", "results", "--resume"});
  return run(place, toml, further);
}

/// Whether the result was kept, as the program says.
bool keeps(const Workplace& place, const std::string& toml, const std::vector<std::string>& further = {}) {
  return resume(place, toml, further).out.find("experiment: kept from") != std::string::npos;
}

const std::string csv = "results/experiment/mclachlan_perlmutter_h_0.1.csv";

std::vector<std::string> names(const Workplace& place) {
  std::vector<std::string> all;
  const Json document = Json::parse(contents(place.path("results/results.json")));
  for (const Json& each : document["experiments"]) all.push_back(each["name"]);
  return all;
}

/// A run of some seconds, in the background; its process.
pid_t begin(const Workplace& place, const std::string& arguments) {
  const std::string command = "cd '" + place.path("").string() + "' && exec '" NONHOLO_PROGRAM "' " + arguments +
                              " >stdout 2>stderr </dev/null";
  const pid_t child = fork();
  if (child == 0) {
    execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    _exit(99);
  }
  return child;
}

int end_of(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

const std::string quick_and_slow = sleigh + midpoint + "steps = 20\n" +
                                   "[[run]]\nlabel = \"slow\"\nmethod = \"spark\"\ntableau = \"gauss\"\nstages = 3\n" +
                                   "h = 1e-3\nsteps = 1000000000\n";

/// The same, begun; its quick run is finished.
pid_t begin_slow(const Workplace& place) {
  place.write("experiment.toml", quick_and_slow);
  const pid_t child = begin(place, "run experiment.toml --out results --jobs 2 --sample 1000000 --checkpoint 0");
  const auto is_kept = [&place] {
    return contents(place.path("results/journal.jsonl")).find("\"run\"") != std::string::npos;
  };
  for (int i = 0; i < 2000 && !is_kept(); ++i) usleep(10'000);
  return child;
}

}  // namespace

TEST_CASE("without earlier results resume computes everything") {
  const Workplace place;
  CHECK(resume(place, sleigh + midpoint).code == 0);
  CHECK(std::filesystem::exists(place.path("results/experiment/mclachlan_perlmutter_h_0.1.csv")));
}

TEST_CASE("results of an unchanged experiment are kept, and said to be") {
  const Workplace place;
  resume(place, sleigh + midpoint);
  CHECK(keeps(place, sleigh + midpoint));
  CHECK_THAT(resume(place, sleigh + midpoint).out, Contains("experiment: kept from results/results.json"));
}

TEST_CASE("results are computed again when the file, the mode or the sampling changed") {
  const Workplace place;
  resume(place, sleigh + midpoint);
  CHECK_FALSE(keeps(place, sleigh + midpoint + "# a comment\n"));
  CHECK_FALSE(keeps(place, sleigh + midpoint + "# a comment\n", {"--quick"}));
  CHECK_FALSE(keeps(place, sleigh + midpoint + "# a comment\n", {"--sample", "5"}));
}

TEST_CASE("results are computed again when a tableau file changed") {
  const Workplace place;
  const std::string runs = sleigh + "[[run]]\nmethod = \"spark\"\ntableau = \"mine.toml\"\nh = 0.1\n";
  place.write("mine.toml", "b = [1]\nA = [[\"1/2\"]]\n");
  resume(place, runs);
  CHECK(keeps(place, runs));
  place.write("mine.toml", "b = [1]\nA = [[1]]\n");
  CHECK_FALSE(keeps(place, runs));
}

TEST_CASE("results whose figures are gone are computed again, those whose figures are there are kept") {
  const Workplace place;
  const std::string drawn = sleigh + midpoint + "[[figure]]\nname = \"f\"\nx = \"t\"\ny = \"x\"\n";
  resume(place, drawn);
  CHECK(keeps(place, drawn));
  std::filesystem::remove(place.path("results/experiment/figures.json"));
  CHECK_FALSE(keeps(place, drawn));
  CHECK(std::filesystem::exists(place.path("results/experiment/figures.json")));
}

TEST_CASE("without --resume everything is computed again") {
  const Workplace place;
  resume(place, sleigh + midpoint);
  CHECK_THAT(run(place, sleigh + midpoint, {"--out", "results"}).out, !Contains("kept from"));
}

TEST_CASE("results whose CSV is gone, cut or changed are computed again") {
  const Workplace place;
  resume(place, sleigh + midpoint);
  const std::string whole = contents(place.path(csv));
  for (const std::string& harmed : {whole.substr(0, whole.size() / 2), whole + "0\n", std::string()}) {
    place.write(csv, harmed);
    CHECK_FALSE(keeps(place, sleigh + midpoint));
    CHECK(contents(place.path(csv)) == whole);
  }
  std::filesystem::remove(place.path(csv));
  CHECK_FALSE(keeps(place, sleigh + midpoint));
  CHECK(keeps(place, sleigh + midpoint));
}

TEST_CASE("no experiment of the folder is forgotten, whichever is run") {
  const Workplace place;
  for (const char* name : {"e1.toml", "e2.toml", "e3.toml"}) place.write(name, sleigh + midpoint);
  place.nonholo({"run", "e1.toml", "e2.toml", "--out", "results"});
  place.nonholo({"run", "e3.toml", "--out", "results", "--resume"});
  CHECK(names(place) == std::vector<std::string>{"e1", "e2", "e3"});
  place.nonholo({"run", "e2.toml", "--out", "results"});
  CHECK(names(place) == std::vector<std::string>{"e1", "e2", "e3"});
  CHECK_THAT(place.nonholo({"run", "e1.toml", "--out", "results", "--resume"}).out, Contains("e1: kept from"));
}

TEST_CASE("results tell where they come from") {
  const Workplace place;
  const Json from = run(place, sleigh + midpoint, {"--json"}).json()["experiments"][0]["provenance"];
  CHECK_THAT(from["program"].get<std::string>(), Contains("nonholo "));
  CHECK(from["build"].get<std::string>().size() == 16);
  CHECK_FALSE(from["compiler"].get<std::string>().empty());
  CHECK(from["libraries"].size() == 3);
  CHECK(from["date"].get<std::string>().size() == 20);
  CHECK_THAT(from["command"].get<std::string>(), Contains("run experiment.toml --json"));
  CHECK(from["input"].get<std::string>().size() == 16);
}

TEST_CASE("a signal ends the run well: what is finished is kept, the rest is marked interrupted") {
  for (const auto& [signal, code] : {std::pair{SIGINT, 130}, {SIGTERM, 143}, {SIGHUP, 129}}) {
    const Workplace place;
    const pid_t child = begin_slow(place);
    kill(child, signal);
    CHECK(end_of(child) == code);
    CHECK_THAT(contents(place.path("stderr")), Contains("interrupted") && Contains("--resume"));
    const Json runs = Json::parse(contents(place.path("results/results.json")))["experiments"][0]["runs"];
    CHECK(runs[0]["outcome"] == "success");
    CHECK(runs[1]["outcome"] == "interrupted");
    CHECK_FALSE(std::filesystem::exists(place.path("results/experiment/slow.csv")));
  }
}

TEST_CASE("a run that is killed loses nothing that was finished") {
  const Workplace place;
  const pid_t child = begin_slow(place);
  const std::string whole = contents(place.path(csv));
  const auto written = std::filesystem::last_write_time(place.path(csv));
  kill(child, SIGKILL);
  CHECK(end_of(child) == -SIGKILL);
  const pid_t again = begin(place, "run experiment.toml --out results --sample 1000000 --resume --max-wall 0.5");
  CHECK(end_of(again) == 3);
  CHECK_THAT(contents(place.path("stderr")), Contains("--max-wall: 0.5 s are over"));
  CHECK(contents(place.path(csv)) == whole);
  CHECK(std::filesystem::last_write_time(place.path(csv)) == written);
}

TEST_CASE("a second program on one folder is refused, and the message names the first program") {
  const Workplace place;
  const pid_t child = begin_slow(place);
  place.write("other.toml", sleigh + midpoint);
  const Ended second = place.nonholo({"run", "other.toml", "--out", "results"});
  CHECK(second.code == 4);
  CHECK_THAT(second.err, Contains("folder in use") && Contains(std::to_string(child)));
  CHECK_FALSE(std::filesystem::exists(place.path("results/other")));
  kill(child, SIGKILL);
  end_of(child);
  CHECK(place.nonholo({"run", "other.toml", "--out", "results"}).code == 0);
}

TEST_CASE("an output that is full is told as such, and what was finished before is kept") {
  const Workplace place;
  place.write("experiment.toml", sleigh + midpoint + "steps = 20\n[[run]]\nlabel = \"long\"\n" +
                                     "method = \"mclachlan_perlmutter\"\nh = 0.01\nsteps = 100000\n");
  place.write("limited.sh",
              "ulimit -f 1000; trap '' XFSZ; exec '" NONHOLO_PROGRAM "' run experiment.toml --out results\n");
  const std::string command = "cd '" + place.path("").string() + "' && bash limited.sh >stdout 2>stderr";
  const int status = std::system(command.c_str());
  CHECK(WEXITSTATUS(status) == 4);
  CHECK_THAT(contents(place.path("stderr")), Contains("disk full") && !Contains("wrong"));
  CHECK(std::filesystem::exists(place.path(csv)));
  CHECK_FALSE(std::filesystem::exists(place.path("results/experiment/long.csv")));
  CHECK(contents(place.path("results/journal.jsonl")).find("\"run\"") != std::string::npos);
}

TEST_CASE("more runs than files may be open are run all the same") {
  const Workplace place;
  std::string toml = sleigh + "[[run]]\nmethod = \"mclachlan_perlmutter\"\nsteps = 3\nh = [";
  for (int i = 1; i <= 100; ++i) toml += (i > 1 ? ", " : "") + std::to_string(i) + "e-4";
  place.write("experiment.toml", toml + "]\n");
  const std::string command = "cd '" + place.path("").string() +
                              "' && ulimit -n 64 && '" NONHOLO_PROGRAM
                              "' run experiment.toml --out results --quiet >stdout 2>stderr";
  CHECK(std::system(command.c_str()) == 0);
  long files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(place.path("results/experiment")))
    files += entry.path().extension() == ".csv";
  CHECK(files == 100);
}

TEST_CASE("no result is written through a link, onto a file of ours or outside the folder") {
  const Workplace place;
  namespace fs = std::filesystem;
  place.write("experiment.toml", sleigh + midpoint);
  fs::create_directories(place.path("elsewhere"));
  fs::create_directories(place.path("results"));
  fs::create_directory_symlink(place.path("elsewhere"), place.path("results/experiment"));
  CHECK(place.nonholo({"run", "experiment.toml", "--out", "results"}).code == 4);
  CHECK(fs::is_empty(place.path("elsewhere")));
  for (const char* name : {"...toml", "results.json.toml", "journal.jsonl.toml"}) {
    place.write(name, sleigh + midpoint);
    const Ended ended = place.nonholo({"run", name, "--out", "below/results"});
    CHECK(ended.code == 2);
    CHECK_THAT(ended.err, Contains("--out") && Contains(name));
  }
  CHECK_FALSE(fs::exists(place.path("below")));
}

TEST_CASE("what stdout does not take ends the program with a code of its own") {
  const Workplace place;
  place.write("experiment.toml", sleigh + midpoint);
  for (const char* arguments :
       {"list problems", "run experiment.toml", "run experiment.toml --json", "cite spark", "--help", "--version"}) {
    INFO(arguments);
    const std::string command = "cd '" + place.path("").string() + "' && '" NONHOLO_PROGRAM "' " + arguments;
    CHECK(WEXITSTATUS(std::system((command + " >/dev/full 2>stderr").c_str())) == 4);
    CHECK_THAT(contents(place.path("stderr")), Contains("cannot write to stdout"));
  }
}

TEST_CASE("control characters of titles, labels and file names do not reach the terminal") {
  const Workplace place;
  const Ended ended =
      run(place, "title = \"\\u001b[31mred\\u009b\"\n" + sleigh + midpoint + "label = \"\\u0007bell\"\n");
  CHECK(ended.code == 0);
  CHECK_THAT(ended.out, Contains("\\x1b[31mred\\x9b") && Contains("\\x07bell"));
  CHECK(ended.out.find('\x1b') == std::string::npos);
  CHECK(place.nonholo({"run", "\x1b[2Jmissing.toml"}).err.find('\x1b') == std::string::npos);
}

TEST_CASE("a kept result keeps its exit code and its place in the document") {
  const Workplace place;
  CHECK(resume(place, sleigh + midpoint + twelve_steps).code == 1);
  const Ended kept = resume(place, sleigh + midpoint + twelve_steps, {"--json"});
  CHECK(kept.code == 1);
  CHECK(kept.json()["experiments"][0]["expectations"][0]["holds"] == false);
  CHECK(resume(place, sleigh + midpoint + ten_steps).code == 0);
}

TEST_CASE("of two experiments only the changed one is computed again") {
  const Workplace place;
  place.write("a.toml", sleigh + midpoint);
  place.write("b.toml", sleigh + midpoint);
  const std::vector<std::string> arguments = {"run", "a.toml", "b.toml", "--out", "results", "--resume"};
  place.nonholo(arguments);
  place.write("b.toml", sleigh + midpoint + "steps = 3\n");
  const Ended ended = place.nonholo(arguments);
  CHECK_THAT(ended.out, Contains("a: kept from") && !Contains("b: kept from"));
  const Json document = Json::parse(contents(place.path("results/results.json")));
  REQUIRE(document["experiments"].size() == 2);
  CHECK(document["experiments"][1]["runs"][0]["steps"] == 3);
}

TEST_CASE("earlier results that cannot be read are computed again") {
  const Workplace place;
  for (const char* broken : {"", "{", "[]", "{\"experiments\": 3}",
                             "{\"experiments\": [3, {\"name\": 1, \"fingerprint\": 2, \"exit_code\": \"x\"}]}"}) {
    INFO(broken);
    place.write("results/results.json", broken);
    CHECK(resume(place, sleigh + midpoint).code == 0);
    CHECK(Json::parse(contents(place.path("results/results.json")))["experiments"].size() == 1);
  }
}
