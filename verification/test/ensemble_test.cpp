// Ensembles: runs from many starts, reduced over their members.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/expectation.hpp>
#include <nonholo/verification/experiment/keys.hpp>
#include <nonholo/verification/experiment/saved_run.hpp>
#include <nonholo/verification/experiment/sum_tree.hpp>

#include "catch.hpp"
#include "experiments.hpp"

#include <cmath>
#include <random>
#include <sstream>
#include <thread>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

const std::string swing_of_text =
    "[system]\ncoordinates = [\"x\"]\nlagrangian = \"vx^2/2 - x^2/2\"\n"
    "[problem]\ninitial = { q = [1], v = [0] }\nt_end = 3\n";
const std::string gauss_of_members =
    "[[run]]\nlabel = \"gauss\"\nmethod = \"spark\"\ntableau = \"gauss\"\nstages = 3\nh = 0.1\nsamples = 4\n";
// x = k cos(t) for k = 0, ..., 4
const std::string five_members = "[[ensemble]]\nname = \"e\"\nsize = 5\nstart = { q = [\"k\"], v = [0] }\n";

std::string reduce_members(const std::string& name, const std::string& quantity, const std::string& as) {
  return "[[reduce]]\nname = \"" + name + "\"\nover = \"members\"\nquantity = \"" + quantity + "\"\nas = \"" + as +
         "\"\n";
}

std::string timeless_ensemble(RunResult run) {
  run.wall_seconds = run.cpu_seconds = 0;
  run.csv.clear();
  return saved(run);
}

}  // namespace

TEST_CASE("an ensemble reduces its members at the times of its samples") {
  const Finished all(swing_of_text + gauss_of_members + five_members + reduce_members("m", "x", "mean") +
                         reduce_members("var", "x", "variance") + reduce_members("sq", "x", "mean_square") +
                         reduce_members("most", "x", "maximum") + "[[figure]]\nname = \"f\"\nx = \"t\"\ny = \"var\"\n",
                     {.figures = true});
  const RunResult& run = all.result.runs.at(0);
  CHECK(run.members == 5);
  CHECK(run.failed_members.empty());
  CHECK(run.summary.steps == 150);
  REQUIRE(run.recorded.members.size() == 4);
  for (std::size_t k = 0; k < 4; ++k) {
    const double t = static_cast<double>(k), c = std::cos(t);
    CHECK(run.recorded.members[0].t[k] == t);
    CHECK(run.recorded.members[0].value[k] == Approx(2 * c).epsilon(1e-7));
    CHECK(run.recorded.members[1].value[k] == Approx(2 * c * c).epsilon(1e-7));
    CHECK(run.recorded.members[2].value[k] == Approx(6 * c * c).epsilon(1e-7));
    CHECK(run.recorded.members[3].value[k] == Approx(c > 0 ? 4 * c : 0).epsilon(1e-7).margin(1e-12));
  }
  CHECK(run.expressions.at("m") == run.recorded.members[0].value[3]);
  CHECK(all.result.figures->figures.at(0).curves.at(0).y == run.recorded.members[1].value);
}

TEST_CASE("members that fail are counted, named and left out") {
  // from k = 0 the motion runs into the edge of ln(x)
  const std::string falling =
      "[system]\ncoordinates = [\"x\"]\nlagrangian = \"vx^2/2 - ln(x)\"\n"
      "[problem]\ninitial = { q = [1], v = [0] }\nt_end = 1\n";
  const Finished all(falling +
                     "[[run]]\nlabel = \"g\"\nmethod = \"explicit_runge_kutta\"\nrtol = 1e-8\natol = 1e-10\n"
                     "samples = 3\n[[ensemble]]\nname = \"e\"\n"
                     "over = [{ q = [0.1], v = [0] }, { q = [5], v = [0] }, { q = [5], v = [0] }]\n" +
                     reduce_members("m", "x", "mean"));
  const RunResult& run = all.result.runs.at(0);
  CHECK(run.members == 3);
  CHECK(run.failed_members == std::vector<long>{0});
  CHECK_THAT(run.warning, Contains("1 of 3 members failed and are left out: 0."));
  CHECK(run.recorded.members.at(0).value.at(0) == 5);
}

TEST_CASE("random starts depend on the seed and the number of the member alone, and are on the constraints") {
  const std::string random = "[[ensemble]]\nname = \"e\"\nsize = 3\nrandom = { width = 0.1, seed = 5 }\n";
  const std::string run = "[[run]]\nmethod = \"mclachlan_perlmutter\"\nh = 0.1\nsamples = 2\n";
  const Experiment three = read(sleigh + run + random + reduce_members("mean_x", "x", "mean"));
  const EnsembleSpec& ensemble = three.ensembles.at(0);
  CHECK(ensemble.member(1).q[0].value() == ensemble.member(1).q[0].value());
  CHECK(ensemble.member(1).q[0].value() != ensemble.member(2).q[0].value());
  const ProblemChoice& problem = three.runs.at(0).problem;
  for (long i = 0; i < 3; ++i) {
    ProblemChoice member = problem;
    member.initial = ensemble.member(i);
    CHECK_NOTHROW(checked(member.start(), problem.system(), 0.0));
  }
  const Finished first(sleigh + run + random + reduce_members("mean_x", "x", "mean")),
      second(sleigh + run + random + reduce_members("mean_x", "x", "mean"));
  CHECK(timeless_ensemble(first.result.runs[0]) == timeless_ensemble(second.result.runs[0]));
}

TEST_CASE("an ensemble that was stopped again and again ends with the bits of one that never was") {
  const std::string toml = sleigh +
                           "[[run]]\nlabel = \"e\"\nmethod = \"spark\"\ntableau = \"gauss\"\nstages = 2\nh = 0.001\n"
                           "samples = 20\n[[ensemble]]\nname = \"e\"\nsize = 40\nrandom = { width = 0.2 }\n" +
                           reduce_members("v", "energy_error", "variance");
  const std::string expected = timeless_ensemble(Finished(toml).result.runs[0]);
  const TemporaryFolder place;
  bool finished = false;
  long stops = 0;
  for (; !finished; ++stops) {
    REQUIRE(stops < 200);
    ResultsFolder results(place.path());
    std::atomic<bool> stop = false;
    std::jthread killer([&stop, most = std::lround(10 * std::pow(1.2, stops))](const std::stop_token& over) {
      for (long i = 0; i < most && !over.stop_requested(); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      stop = true;
    });
    const Finished part(toml, {.results = &results, .fingerprint = "print", .resume = true, .stop = &stop});
    killer.request_stop();
    finished = part.result.runs[0].summary.outcome == Outcome::success;
    if (finished) CHECK(timeless_ensemble(part.result.runs[0]) == expected);
  }
  CHECK(stops > 1);
}

TEST_CASE("sums over a tree of members have the mean and the variance of all") {
  std::mt19937 random(1);
  std::normal_distribution<double> normal(3, 2);
  SumTree tree;
  std::vector<double> all;
  for (int i = 0; i < 37; ++i) {
    all.push_back(normal(random));
    SumRow row(1);
    row[0].add(0, all.back());
    tree.add(std::move(row));
  }
  double mean = 0, variance = 0;
  for (const double x : all) mean += x / 37;
  for (const double x : all) variance += (x - mean) * (x - mean) / 37;
  const SeriesSums total = tree.total().at(0);
  CHECK(total.count == 37);
  CHECK(total.mean == Approx(mean).epsilon(1e-13));
  CHECK(total.squares / total.count == Approx(variance).epsilon(1e-12));
}

TEST_CASE("what is wrong with an ensemble is told at its key") {
  const auto refused = [](const std::string& run, const std::string& lines, const std::string& key,
                          const std::string& words) {
    const InputError error = refusal(swing_of_text + run + lines);
    CHECK(error.key() == key);
    CHECK_THAT(error.message(), Contains(words));
  };
  const std::string head = "[[ensemble]]\nname = \"e\"\n";
  refused(gauss_of_members, head, "ensemble[0].over", "exactly one");
  refused(gauss_of_members, head + "size = 0\nstart = { q = [1], v = [0] }\n", "ensemble[0].size", "from 1");
  refused(gauss_of_members, head + "over = [{ q = [1], v = [0] }]\nsize = 1\n", "ensemble[0].size", "over is a list");
  refused(midpoint, five_members, "ensemble[0].runs", "needs samples");
  refused(gauss_of_members, reduce_members("m", "x", "mean"), "reduce[0].over", "no run is an ensemble");
}

TEST_CASE("members are kept where the file asks for it, in a file of their own") {
  TemporaryFolder place;
  ResultsFolder results(place.path());
  std::string keeping = five_members;
  keeping.replace(keeping.find("size"), 0, "keep = true\n");
  const Finished all(swing_of_text + gauss_of_members + keeping + reduce_members("m", "x", "quantile"),
                     {.results = &results, .fingerprint = "print"});
  const RunResult& run = all.result.runs.at(0);
  CHECK(run.members_csv == "experiment/gauss.members.csv");
  std::istringstream lines(contents(place.path() / run.members_csv));
  std::string line;
  REQUIRE(std::getline(lines, line));
  CHECK(line == "member,t,x,vx");
  for (int i = 0; i < 5; ++i)
    for (int k = 0; k < 4; ++k) {
      REQUIRE(std::getline(lines, line));
      double member = 0, t = 0, x = 0;
      char comma = 0;
      std::istringstream(line) >> member >> comma >> t >> comma >> x;
      CHECK((member == i && t == k));
      CHECK(x == Approx(i * std::cos(t)).epsilon(1e-7).margin(1e-12));
    }
  CHECK_FALSE(std::getline(lines, line));
  CHECK(run.expressions.at("m") == Approx(2 * std::cos(3)).epsilon(1e-3));  // the median: k = 2
}
