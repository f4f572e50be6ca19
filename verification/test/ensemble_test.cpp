// Ensembles: runs from many starts, reduced over their members.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/ensemble_run.hpp>
#include <nonholo/verification/experiment/expectation.hpp>
#include <nonholo/verification/experiment/keys.hpp>
#include <nonholo/verification/experiment/saved_run.hpp>
#include <nonholo/verification/experiment/sum_tree.hpp>

#include "catch.hpp"
#include "experiments.hpp"

#include <algorithm>
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

/// Ranges [first, last) that make up all members, shuffled.
std::vector<std::pair<long, long>> shuffled_ranges(long size, long cuts, std::mt19937& random) {
  std::vector<long> bounds{0, size};
  std::uniform_int_distribution<long> any(0, size);
  for (long i = 0; i < cuts; ++i) bounds.push_back(any(random));
  std::ranges::sort(bounds);
  std::vector<std::pair<long, long>> ranges;
  for (std::size_t i = 1; i < bounds.size(); ++i) ranges.emplace_back(bounds[i - 1], bounds[i]);
  std::ranges::shuffle(ranges, random);
  return ranges;
}

template <class T> std::string bytes_of(T x) {
  Archive all;
  all(x);
  return all.bytes();
}

template <class T> T through_bytes(T x) {
  Archive all(bytes_of(std::move(x)));
  T again;
  all(again);
  CHECK(all.complete());
  return again;
}

/// What a range of members comes to, as another process does it.
MembersDone range_of(const Experiment& experiment, long first, long last) {
  const auto made = prepared_members(experiment, experiment.runs.at(0));
  const RunOptions options;
  AllReferences references;
  Progress progress;
  MembersDone done(first);
  while (done.next < last) REQUIRE(made->run_next(done, {options, references, progress, ""}));
  return through_bytes(done);
}

std::string timeless(const PreparedEnsemble& of, const MembersDone& members) {
  return timeless_ensemble(of.result(members));
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
  const auto first = [&ensemble](long i) { return ensemble.member(i, {}).q[0].value(); };
  CHECK(first(1) == first(1));
  CHECK(first(1) != first(2));
  const ProblemChoice& problem = three.runs.at(0).problem;
  for (long i = 0; i < 3; ++i) {
    ProblemChoice member = problem;
    member.initial = ensemble.member(i, {});
    CHECK_NOTHROW(checked(member.start(), problem.system(), 0.0));
  }
  const Finished one(sleigh + run + random + reduce_members("mean_x", "x", "mean")),
      other(sleigh + run + random + reduce_members("mean_x", "x", "mean"));
  CHECK(timeless_ensemble(one.result.runs[0]) == timeless_ensemble(other.result.runs[0]));
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

TEST_CASE("sums over ranges of members, joined in any order, have the bits of one sum over all") {
  std::mt19937 random(2);
  std::normal_distribution<double> normal(3, 2);
  std::vector<SumRow> rows(1000);
  for (SumRow& row : rows) {
    if (random() % 50 == 0) continue;  // a member that failed
    row.resize(2);
    row[1].counts.emplace();
    for (SeriesSums& each : row) each.add(1, normal(random));
  }
  const auto tree_of = [&rows](long first, long last) {
    SumTree tree(first);
    for (long i = first; i < last; ++i) tree.add(rows[static_cast<std::size_t>(i)]);
    return tree;
  };
  const SumTree one = tree_of(0, 1000);
  CHECK(one.parts() == 6);  // 1000 = 512 + 256 + 128 + 64 + 32 + 8
  for (const long cuts : {1L, 2L, 10L, 999L}) {
    SumTree joined;
    for (const auto& [first, last] : shuffled_ranges(1000, cuts, random)) {
      const SumTree part = tree_of(first, last);
      CHECK(part.parts() <= 18);
      joined.join(through_bytes(part));
    }
    CHECK(bytes_of(joined) == bytes_of(one));
  }
}

TEST_CASE("ranges that are whole subtrees make one row each") {
  for (const long most : {1L, 5L, 64L, 1000L})
    for (long first = 0; first < 1000;) {
      const long size = whole_subtree(first, 1000, most);
      REQUIRE((size >= 1 && size <= most && first + size <= 1000));
      SumTree tree(first);
      for (long i = 0; i < size; ++i) tree.add(SumRow(1));
      CHECK(tree.parts() == 1);
      first += size;
    }
}

TEST_CASE("ranges of the members of a file, joined in any order, come to what its ensemble comes to") {
  const std::string falling =
      "[system]\ncoordinates = [\"x\"]\nlagrangian = \"vx^2/2 - ln(x)\"\n[problem]\nt_end = 1\n"
      "[[run]]\nmethod = \"explicit_runge_kutta\"\nrtol = 1e-4\natol = 1e-6\nsamples = 3\n"
      "[[ensemble]]\nname = \"e\"\nsize = 1000\n"
      "start = { q = [\"0.3 + abs(sin(k))\"], v = [\"cos(k)\"] }\n" +
      reduce_members("m", "x", "mean") + reduce_members("var", "vx", "variance") +
      reduce_members("half", "x", "quantile") + reduce_members("error", "energy_error", "histogram");
  const Finished all(falling);
  const RunResult& expected = all.result.runs.at(0);
  CHECK(expected.failed_members.size() > 10);
  CHECK(expected.failed_members.size() < 900);
  const Experiment experiment = read(falling);
  const auto made = prepared_members(experiment, experiment.runs.at(0));
  std::mt19937 random(3);
  for (const long cuts : {1L, 20L}) {
    MembersDone joined;
    for (const auto& [first, last] : shuffled_ranges(1000, cuts, random))
      joined.join(range_of(experiment, first, last));
    CHECK(timeless(*made, joined) == timeless_ensemble(expected));
    const auto histograms = made->histograms(joined);
    REQUIRE((histograms.size() == 1 && histograms[0].size() == 3));
    CHECK(histograms[0][2].counts == expected.recorded.histograms.at(0).counts);
  }
}

TEST_CASE("without samples an ensemble is reduced at its end") {
  const std::string run = "[[run]]\nmethod = \"spark\"\ntableau = \"gauss\"\nstages = 2\nh = 0.1\nsteps = 7\n";
  const Finished all(swing_of_text + run + five_members + reduce_members("m", "x", "mean"));
  const RecordedReduction& mean = all.result.runs.at(0).recorded.members.at(0);
  REQUIRE(mean.t.size() == 1);
  CHECK(mean.t[0] == Approx(0.7).epsilon(1e-15));
  CHECK(mean.value[0] == Approx(2 * std::cos(0.7)).epsilon(1e-6));
}

TEST_CASE("members may have parameters of their own, and those that follow from them") {
  const std::string text =
      "[system]\ncoordinates = [\"x\"]\nparameters = { a = 1, twice = \"2*a\" }\n"
      "lagrangian = \"vx^2/2 - twice*x^2/4\"\n[problem]\nt_end = 1\n" +
      gauss_of_members + "[[ensemble]]\nname = \"e\"\nsize = 4\nstart = { q = [\"a\"], v = [0] }\n" +
      reduce_members("x_mean", "x", "mean") + reduce_members("sum", "a + twice", "maximum");
  Experiment experiment = read(text);
  experiment.ensembles[0].parameters = [](long i) {
    return ParameterValues{{"a", Number(static_cast<double>(1 + i))}};
  };
  const auto made = prepared_members(experiment, experiment.runs.at(0));
  const RunResult result = made->result(range_of(experiment, 0, 4));
  double mean = 0;
  for (int a = 1; a <= 4; ++a) mean += a * std::cos(std::sqrt(a)) / 4;  // x = a cos(sqrt(a) t)
  CHECK(result.recorded.members.at(0).value.back() == Approx(mean).epsilon(1e-6));
  CHECK(result.recorded.members.at(1).value.back() == 12);
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
