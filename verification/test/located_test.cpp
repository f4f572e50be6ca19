// Samples, events and sections of the runs of an experiment, as files ask for them.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/expectation.hpp>
#include <nonholo/verification/experiment/json_report.hpp>
#include <nonholo/verification/experiment/keys.hpp>

#include "catch.hpp"
#include "experiments.hpp"

#include <cmath>
#include <numbers>
#include <sstream>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

constexpr double half_turn = std::numbers::pi;

// theta = t, vx = g sin(beta) sin(t) cos(t)
const std::string skate_to_7 = "[problem]\nname = \"skate_on_incline\"\nsetup = \"jay_8_2\"\nt_end = 7\n";
const std::string gauss_4_stages =
    "[[run]]\nlabel = \"gauss\"\nmethod = \"spark\"\ntableau = \"gauss\"\nstages = 4\nh = 0.1\n";
const std::string quarter_turn = "[[event]]\nname = \"quarter_turn\"\nwhen = \"theta - pi/2\"\n";

/// The columns of a CSV file by their titles.
std::map<std::string, std::vector<double>> columns_of_csv(const std::filesystem::path& file) {
  std::istringstream in(contents(file));
  std::vector<std::string> titles;
  std::map<std::string, std::vector<double>> all;
  for (std::string line; std::getline(in, line);) {
    std::istringstream cells(line);
    std::size_t i = 0;
    for (std::string cell; std::getline(cells, cell, ','); ++i) {
      if (all.size() <= i && titles.size() <= i) titles.push_back(cell);
      else all[titles.at(i)].push_back(std::stod(cell));
    }
  }
  return all;
}

/// An experiment with its results in a folder.
struct LocatedRun {
  explicit LocatedRun(const std::string& toml)
      : results(place.path()),
        finished(toml, {.results = &results, .figures = true, .fingerprint = "print"}) {}
  std::map<std::string, std::vector<double>> csv(const std::string& name) const {
    return columns_of_csv(place.path() / "experiment" / name);
  }
  const RunResult& run() const { return finished.result.runs.at(0); }

  TemporaryFolder place;
  ResultsFolder results;
  Finished finished;
};

}  // namespace

TEST_CASE("a run with t_eval has its rows at these times, and each is the solution there") {
  const LocatedRun all(skate_to_7 + gauss_4_stages + "t_eval = [0, \"pi/4\", 2, 6.98, 7]\n");
  const auto csv = all.csv("gauss.csv");
  CHECK(csv.at("t") == std::vector<double>{0, half_turn / 4, 2, 6.98, 7});
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK(csv.at("theta")[i] == Approx(csv.at("t")[i]).epsilon(1e-14));
    CHECK(std::abs(csv.at("energy_error")[i]) < 1e-9);
    CHECK(csv.at("constraint_residual")[i] < 1e-14);
  }
  CHECK(all.run().summary.steps == 70);
}

TEST_CASE("a run with samples has so many rows, evenly from start to end") {
  const LocatedRun all(skate_to_7 + gauss_4_stages + "samples = 15\n" +
                       "[[figure]]\nname = \"f\"\nx = \"t\"\ny = \"x\"\n");
  const auto csv = all.csv("gauss.csv");
  REQUIRE(csv.at("t").size() == 15);
  for (std::size_t i = 0; i < 15; ++i) CHECK(csv.at("t")[i] == Approx(0.5 * static_cast<double>(i)));
  CHECK(csv.at("t").back() == 7);
  CHECK(all.finished.result.figures->figures.at(0).curves.at(0).points == 15);
}

TEST_CASE("the energy between steps of a driven system counts the work done up to there") {
  const std::string forced =
      "[system]\ncoordinates = [\"x\"]\nlagrangian = \"vx^2/2 - x^2/2\"\nforce = [\"cos(3*t)\"]\n"
      "[problem]\ninitial = { q = [1], v = [0] }\nt_end = 5\n";
  const LocatedRun all(forced + gauss_4_stages + "samples = 8\n");
  const auto csv = all.csv("gauss.csv");
  for (const double error : csv.at("energy_error")) CHECK(std::abs(error) < 1e-8);
}

TEST_CASE("an event that ends a run is its last state, and a success") {
  const LocatedRun all(
      skate_to_7 + gauss_4_stages + quarter_turn + "direction = \"up\"\nterminal = true\n" +
      "[[expect]]\nrun = \"gauss\"\nquantity = \"outcome\"\nequals = \"event\"\n" +
      "[[expect]]\nrun = \"gauss\"\nquantity = \"end_time\"\nequals = 1.5707963267948966\nrel = 1e-13\n" +
      "[[expect]]\nrun = \"gauss\"\nquantity = \"event_count\"\ncomponent = \"quarter_turn\"\nequals = 1\n" +
      "[[expect]]\nrun = \"gauss\"\nquantity = \"event_time\"\ncomponent = \"quarter_turn\"\n" +
      "equals = 1.5707963267948966\nrel = 1e-13\n");
  for (const Verdict& each : all.finished.result.verdicts) CHECK(each.holds);
  CHECK(exit_code(all.finished.result) == 0);
  CHECK(all.run().summary.steps == 16);
  CHECK(all.run().failure.empty());
  CHECK_THAT(all.run().note, Contains("the event quarter_turn ended gauss at t = 1.570796327"));
  CHECK(std::abs(all.run().endpoint.q[2] - half_turn / 2) < 1e-14);
  CHECK(all.run().extremes.max_solution_error < 1e-8);
  const auto csv = all.csv("gauss.csv");
  CHECK(csv.at("t").size() == 17);
  CHECK(csv.at("t").back() == all.run().summary.t);
  CHECK(all.csv("gauss.quarter_turn.csv").at("t") == std::vector<double>{all.run().summary.t});
}

TEST_CASE("a terminal event in the first steps leaves the states before it, and its own") {
  const LocatedRun all(skate_to_7 + gauss_4_stages +
                       "[[event]]\nname = \"soon\"\nwhen = \"theta - 0.15\"\nterminal = true\n");
  CHECK(all.run().summary.outcome == Outcome::event);
  CHECK(all.csv("gauss.csv").at("t").size() == 3);
  CHECK(all.run().summary.t == Approx(0.15).epsilon(1e-13));
}

TEST_CASE("events are kept with their states, in files of their own") {
  const LocatedRun all(skate_to_7 + gauss_4_stages + quarter_turn +
                       "[[event]]\nname = \"turn\"\nwhen = \"vx\"\ndirection = \"down\"\n");
  const auto turns = all.csv("gauss.turn.csv");
  REQUIRE(turns.at("t").size() == 2);
  CHECK(turns.at("t")[0] == Approx(half_turn / 2).epsilon(1e-13));
  CHECK(turns.at("t")[1] == Approx(3 * half_turn / 2).epsilon(1e-13));
  CHECK(std::abs(turns.at("vx")[0]) < 1e-14);
  REQUIRE(all.run().located.size() == 2);
  CHECK(all.run().located[1].count == 2);
  CHECK(all.run().located[1].first == turns.at("t")[0]);
  CHECK(all.run().located[1].last == turns.at("t")[1]);
  CHECK(all.run().located[1].csv == "experiment/gauss.turn.csv");
  CHECK(all.finished.result.files.size() == 3);
}

TEST_CASE("a section has the states where its condition holds, angles wrapped, and is drawn") {
  const LocatedRun all(skate_to_7 + gauss_4_stages +
                       "[[section]]\nname = \"stop\"\nwhen = \"vx\"\ncondition = \"theta > 3.2\"\n" +
                       "wrap = [\"theta\"]\n[[figure]]\nname = \"f\"\nsection = \"stop\"\nx = \"x\"\ny = \"theta\"\n");
  const auto csv = all.csv("gauss.stop.csv");
  REQUIRE(csv.at("theta").size() == 2);  // at 3 pi/2 and 2 pi
  CHECK(csv.at("theta")[0] == Approx(-half_turn / 2).epsilon(1e-12));
  CHECK(std::abs(csv.at("theta")[1]) < 1e-12);
  const Figure& figure = all.finished.result.figures->figures.at(0);
  CHECK(figure.style == Style::points);
  CHECK(figure.curves.at(0).y == csv.at("theta"));
}

TEST_CASE("a section of every so many steps has these accepted states") {
  const LocatedRun all(skate_to_7 + gauss_4_stages + "[[section]]\nname = \"s\"\nevery = 20\n");
  const auto csv = all.csv("gauss.s.csv"), steps = all.csv("gauss.csv");
  REQUIRE(csv.at("t").size() == 4);
  for (std::size_t i = 0; i < 4; ++i) CHECK(csv.at("x")[i] == steps.at("x")[20 * i]);
}

TEST_CASE("a run with events and sections has the bits of the run without") {
  const Finished plain(skate_to_7 + gauss_4_stages),
      watched(skate_to_7 + gauss_4_stages + quarter_turn + "[[section]]\nname = \"s\"\nwhen = \"vx\"\n");
  CHECK(watched.result.runs[0].endpoint.q == plain.result.runs[0].endpoint.q);
  CHECK(watched.result.runs[0].extremes.max_energy_error == plain.result.runs[0].extremes.max_energy_error);
}

TEST_CASE("events are found whatever the method, baselines too") {
  const Finished all(skate_to_7 +
                     "[[run]]\nmethod = [\"ida_index1\", \"odeint_dopri5\", \"explicit_runge_kutta\"]\nrtol = 1e-10\n"
                     "atol = 1e-12\n" +
                     quarter_turn + "terminal = true\n");
  for (const RunResult& run : all.result.runs) {
    INFO(run.label);
    CHECK(run.summary.outcome == Outcome::event);
    CHECK(run.summary.t == Approx(half_turn / 2).epsilon(1e-8));
  }
}

TEST_CASE("what is wrong with samples, events and sections is told at its key") {
  const auto refused = [](const std::string& lines, const std::string& key, const std::string& words) {
    const InputError error = refusal(skate_to_7 + gauss_4_stages + lines);
    CHECK(error.key() == key);
    CHECK_THAT(error.message(), Contains(words));
  };
  refused("t_eval = [0, 1, 1]\n", "run[0].t_eval", "must rise");
  refused("t_eval = [0, 8]\n", "run[0].t_eval", "goes from 0 to 7");
  refused("samples = 1\n", "run[0].samples", "at least 2");
  refused("samples = 5\nt_eval = [1]\n", "run[0].samples", "not both");
  refused("[[event]]\nname = \"e\"\nwhen = \"thetta\"\n", "event[0].when", "theta");
  refused("[[event]]\nname = \"e\"\nwhen = \"max(theta) - 1\"\n", "event[0].when", "not for events");
  refused("[[event]]\nname = \"e 1\"\nwhen = \"theta\"\n", "event[0].name", "letters");
  refused(quarter_turn + quarter_turn, "event[1].name", "has this name");
  refused(quarter_turn + "terminal = 0\n", "event[0].terminal", "from 1");
  refused(quarter_turn + "direction = \"left\"\n", "event[0].direction", "\"up\"");
  refused("[[section]]\nname = \"s\"\n", "section[0].when", "either");
  refused("[[section]]\nname = \"s\"\nevery = 0\n", "section[0].every", "at least 1");
  refused("[[section]]\nname = \"s\"\nevery = 2\ncondition = \"x\"\n", "section[0].condition", "comparison");
  refused("[[section]]\nname = \"s\"\nevery = 2\nwrap = [\"thta\"]\n", "section[0].wrap", "theta");
  refused("[[figure]]\nname = \"f\"\nsection = \"s\"\nx = \"t\"\ny = \"x\"\n", "figure[0].section", "section");
}

TEST_CASE("quantiles, histograms and slopes of a series are taken over the steps of a run") {
  // theta = t: its values are spread evenly over [0, 7]
  const LocatedRun all(skate_to_7 + gauss_4_stages +
                       "[[reduce]]\nname = \"late\"\nquantity = \"theta\"\nas = \"quantile\"\nlevel = 0.9\n"
                       "[[reduce]]\nname = \"spread\"\nquantity = \"theta\"\nas = \"histogram\"\nbins = 7\n"
                       "[[reduce]]\nname = \"turns\"\nquantity = \"theta\"\nas = \"slope\"\n"
                       "[[expect]]\nrun = \"gauss\"\nquantity = \"turns.error\"\nmax = 1e-12\n"
                       "[[figure]]\nname = \"f\"\nx = \"spread\"\ny = \"count\"\n");
  const RunResult& run = all.run();
  CHECK(run.expressions.at("late") == Approx(6.3).margin(0.1));
  CHECK(run.expressions.at("turns") == Approx(1).epsilon(1e-12));
  CHECK(run.expressions.at("turns.error") < 1e-12);
  CHECK(all.finished.result.verdicts.at(0).holds);
  const RecordedHistogram& spread = run.recorded.histograms.at(0);
  CHECK((spread.from == 0 && spread.to == Approx(7)));
  double count = 0;
  for (const double each : spread.counts) {
    CHECK(std::abs(each - 10) <= 1);
    count += each;
  }
  CHECK(count == 71);
  const Curve& curve = all.finished.result.figures->figures.at(0).curves.at(0);
  CHECK(curve.x.size() == 16);
  CHECK((curve.y[0] == 0 && curve.y[1] == spread.counts[0] && curve.y[2] == spread.counts[0] && curve.y[15] == 0));
}

TEST_CASE("the energy error of a run has a drift rate with its error, and a kind of growth") {
  const std::string swing =
      "[system]\ncoordinates = [\"x\"]\nlagrangian = \"vx^2/2 - x^2/2\"\n"
      "[problem]\ninitial = { q = [1], v = [0] }\nt_end = 1000\n";
  const Finished all(swing +
                     "[[run]]\nlabel = \"leapfrog\"\nmethod = \"mclachlan_perlmutter\"\nh = 0.1\n"
                     "[[run]]\nlabel = \"dopri5\"\nmethod = \"odeint_dopri5\"\nrtol = 1e-6\natol = 1e-6\n"
                     "[[expect]]\nrun = \"leapfrog\"\nquantity = \"growth\"\nequals = \"bounded\"\n"
                     "[[expect]]\nrun = \"dopri5\"\nquantity = \"growth\"\nequals = \"bounded\"\n");
  const RunResult &leapfrog = all.result.runs.at(0), &dopri5 = all.result.runs.at(1);
  REQUIRE((leapfrog.drift && dopri5.drift));
  CHECK(std::abs(leapfrog.drift->rate) < 3 * leapfrog.drift->error);
  CHECK(std::abs(dopri5.drift->rate) > 100 * dopri5.drift->error);
  CHECK(dopri5.drift->rate * 1000 == Approx(*dopri5.extremes.final_energy_error).epsilon(0.1));
  CHECK(all.result.verdicts.at(0).holds);
  CHECK_FALSE(all.result.verdicts.at(1).holds);
  CHECK(all.result.verdicts.at(1).observed_text != "bounded");
}

TEST_CASE("a wrong kind of growth, level or number of bins is refused by its key") {
  const auto refused = [](const std::string& more) { return refusal(skate_to_7 + gauss_4_stages + more).message(); };
  CHECK_THAT(refused("[[expect]]\nrun = \"gauss\"\nquantity = \"growth\"\nequals = \"linaer\"\n"), Contains("linear"));
  const std::string reduce = "[[reduce]]\nname = \"r\"\nquantity = \"theta\"\nas = ";
  CHECK_THAT(refused(reduce + "\"quantile\"\nlevel = 2\n"), Contains("must be from 0 to 1"));
  CHECK_THAT(refused(reduce + "\"mean\"\nlevel = 0.5\n"), Contains("belongs to as = \"quantile\""));
  CHECK_THAT(refused(reduce + "\"histogram\"\nbins = 0\n"), Contains("must be from 1 to"));
}

TEST_CASE("a histogram of values that are not all finite has none, and its figure says why") {
  const LocatedRun all(skate_to_7 + gauss_4_stages +
                       "[[reduce]]\nname = \"h\"\nquantity = \"log(theta - 3)\"\nas = \"histogram\"\n"
                       "[[figure]]\nname = \"f\"\nx = \"h\"\ny = \"count\"\n");
  CHECK(std::isnan(all.run().expressions.at("h")));
  CHECK(all.run().recorded.histograms.at(0).counts.empty());
  CHECK_THAT(all.finished.result.figures->figures.at(0).curves.at(0).reason, Contains("not finite"));
}
