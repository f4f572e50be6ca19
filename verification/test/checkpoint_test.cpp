// Runs that are stopped, and those that go on with them: to the last bit what one run alone gives.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/runner.hpp>

#include <nonholo/verification/experiment/saved_run.hpp>

#include "catch.hpp"
#include "experiments.hpp"

#include <cmath>
#include <thread>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

// Compared with a reference trajectory, drawn over t and over x, and moving, with events and sections, drawn as well:
// all that a run may carry along.
const std::string drawn = R"toml(
[[figure]]
name = "over_t"
x = "t"
y = ["energy_error", "error", "lambda_1", "max(lambda_1) + x - start(y)"]
slopes = true
[[figure]]
name = "over_x"
x = "x"
y = "y"
[motion]
[[event]]
name = "turned"
when = "sin(20*theta)"
[[section]]
name = "thousandth"
every = 1000
wrap = ["theta"]
[[section]]
name = "fast"
when = "cos(30*theta)"
direction = "up"
condition = "x > -10"
[[figure]]
name = "section"
section = "fast"
x = "x"
y = ["energy_error", "lambda_1"]
)toml";

std::string long_runs(long steps) {
  const std::string sleigh_of_many = "reference = \"auto\"\n" + sleigh + "t_end = 2\n";
  std::string toml = sleigh_of_many;
  for (const char* method :
       {"method = \"mclachlan_perlmutter\"", "method = \"gni\"", "method = \"spark\"\ntableau = \"gauss\"\nstages = 1",
        "method = \"projected\"\nbase = \"discrete_gradient\"\ngradient = \"avf\"",
        "method = \"composition\"\nbase = \"mclachlan_perlmutter\"\nscheme = \"suzuki_4\""})
    toml += std::string("[[run]]\n") + (method[10] == 'g' ? "samples = 100\n" : "") +
            "steps = " + std::to_string(steps) + "\nh = " + std::to_string(2.0 / double(steps)) + "\n" + method + "\n";
  return toml + drawn;
}

/// Everything but the times, and where its CSV file is.
std::string timeless(const ExperimentResult& result) {
  std::string all;
  for (RunResult run : result.runs) {
    run.wall_seconds = run.cpu_seconds = 0;
    run.csv.clear();
    for (Located& each : run.located) each.csv.clear();
    all += saved(run);
  }
  return all;
}

std::string csv_files(const fs::path& folder) {
  std::string all;
  std::set<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder / "experiment"))
    if (entry.path().extension() == ".csv") files.insert(entry.path());
  for (const fs::path& file : files) all += file.filename().string() + "\n" + contents(file);
  return all;
}

}  // namespace

TEST_CASE("a result is the same after it was saved, NaN and all") {
  Finished finished(sleigh + midpoint + drawn, {.figures = true});
  RunResult& run = finished.result.runs[0];
  run.endpoint_error = std::nan("");
  run.endpoint.digits = {{"q", {"0.1", "0.2"}}};
  const auto again = loaded(saved(run), finished.experiment.experiment().runs[0]);
  REQUIRE(again);
  CHECK(saved(*again) == saved(run));
  CHECK(again->recorded.curves.size() == 7);
  CHECK(again->endpoint.names.state == "q");
  CHECK_FALSE(loaded(saved(run) + "x", finished.experiment.experiment().runs[0]));
  CHECK_FALSE(loaded(saved(run).substr(1), finished.experiment.experiment().runs[0]));
  CHECK_FALSE(loaded("", finished.experiment.experiment().runs[0]));
}

TEST_CASE("a run that was stopped again and again ends with the bits of one that never was") {
  const TemporaryFolder one, other;
  const PreparedExperiment whole(read(long_runs(150'000)));
  Progress progress;
  RunOptions options{.sample = 100, .figures = true, .fingerprint = "print", .resume = true, .checkpoint_every = {}};
  std::string expected;
  {
    ResultsFolder results(one.path());
    options.results = &results;
    expected = timeless(whole.run(options, progress));
  }
  long stops = 0, taken_up = 0;
  for (bool finished = false; !finished; ++stops) {
    REQUIRE(stops < 200);
    const PreparedExperiment again(read(long_runs(150'000)));
    ResultsFolder results(other.path());
    std::atomic<bool> stop = false;
    options.results = &results;
    options.stop = &stop;
    for (const auto& entry : fs::recursive_directory_iterator(other.path()))
      taken_up += entry.path().extension() == ".checkpoint";
    // a tenth longer each time, so that it ends under sanitizers too
    std::jthread killer([&stop, most = std::lround(10 * std::pow(1.1, stops))](const std::stop_token& over) {
      for (long i = 0; i < most && !over.stop_requested(); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      stop = true;
    });
    const ExperimentResult result = again.run(options, progress);
    killer.request_stop();
    finished = std::ranges::none_of(result.runs,
                                    [](const RunResult& run) { return run.summary.outcome == Outcome::interrupted; });
    if (finished) CHECK(timeless(result) == expected);
  }
  CHECK(stops > 3);
  CHECK(taken_up > 0);
  CHECK(csv_files(one.path()) == csv_files(other.path()));
}

TEST_CASE("a run that is stopped while its reference is computed is finished, and compared when it goes on") {
  const std::string toml =
      "reference = \"auto\"\n" + sleigh + "t_end = 1\n[[run]]\nmethod = \"gni\"\nh = 0.5\n" + "precision = \"quad\"\n";
  const TemporaryFolder place;
  ResultsFolder results(place.path());
  const fs::path csv = place.path() / "experiment/gni_h_0.5_precision_quad.csv";
  std::atomic<bool> stop = false;
  {
    const std::jthread killer([&stop, &csv](const std::stop_token& over) {  // once the run itself is finished
      while (!fs::exists(csv) && !over.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      stop = true;
    });
    const Finished stopped(toml, {.results = &results, .fingerprint = "print", .stop = &stop});
    CHECK(stopped.result.runs[0].summary.outcome == Outcome::success);
    CHECK_FALSE(stopped.result.runs[0].endpoint_error);
    CHECK(stopped.result.files.size() == 1);
    CHECK_FALSE(stopped.result.complete);
    CHECK(stopped.result.missing);
    REQUIRE(stopped.result.notes.size() == 1);
    CHECK_THAT(stopped.result.notes[0], Contains("1 of 1 ends are not compared: the program was stopped"));
  }
  REQUIRE(fs::exists(csv));
  const auto written = fs::last_write_time(csv);
  const Finished resumed(toml, {.results = &results, .fingerprint = "print", .resume = true});
  CHECK(fs::last_write_time(csv) == written);  // the run itself is kept
  CHECK(resumed.result.runs[0].summary.outcome == Outcome::success);
  CHECK(resumed.result.runs[0].endpoint_error);
  CHECK(resumed.result.complete);
  CHECK(timeless(resumed.result) == timeless(Finished(toml).result));
}

TEST_CASE("a checkpoint of another program, or one that was damaged, is passed over") {
  const TemporaryFolder place;
  ResultsFolder results(place.path());
  const Finished expected(sleigh + midpoint);
  place.write("experiment/mclachlan_perlmutter_h_0.1.checkpoint", "nothing of ours");
  place.write("experiment/mclachlan_perlmutter_h_0.1.csv.part", "t,x\n");
  const Finished finished(sleigh + midpoint, {.results = &results, .resume = true});
  CHECK(timeless(finished.result) == timeless(expected.result));
  CHECK_FALSE(fs::exists(place.path() / "experiment/mclachlan_perlmutter_h_0.1.checkpoint"));
}

TEST_CASE("a checkpoint that a program left when it was killed after the end of the run goes when the run is kept") {
  const TemporaryFolder place;
  const auto go = [&place] {
    ResultsFolder results(place.path());
    const Finished run(sleigh + midpoint, {.results = &results, .fingerprint = "print", .resume = true});
    CHECK(run.result.files.size() == 1);
    return fs::last_write_time(place.path() / "experiment/mclachlan_perlmutter_h_0.1.csv");
  };
  const auto written = go();
  place.write("experiment/mclachlan_perlmutter_h_0.1.checkpoint", "where it was");
  CHECK(go() == written);  // kept, not computed again
  CHECK_FALSE(fs::exists(place.path() / "experiment/mclachlan_perlmutter_h_0.1.checkpoint"));
}
