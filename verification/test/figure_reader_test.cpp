// [[figure]] and [motion]: what files may ask for, and how what they may not is told.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/figure_reader.hpp>

#include "catch.hpp"
#include "experiments.hpp"

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;
using RunLabels = std::vector<std::string>;

namespace {

// line 1 of the text that follows is line 7 of the file
const std::string disk_twice = disk + "[[run]]\nmethod = \"mclachlan_perlmutter\"\nh = [0.1, 0.05]\n";
// the same
const std::string ida = disk + "[[run]]\nmethod = \"ida_index1\"\nrtol = [1e-4, 1e-6]\natol = 1e-9\n";

std::string figure_table(const std::string& lines) { return "[[figure]]\nname = \"f\"\n" + lines + "\n"; }

FigureSpec only_figure(const std::string& toml) {
  const Experiment experiment = read(toml);
  REQUIRE(experiment.figures.size() == 1);
  return experiment.figures[0];
}

void refuses(const std::string& toml, int line, const std::string& key, const std::vector<const char*>& says) {
  const InputError error = refusal(toml);
  CHECK(error.line() == line);
  CHECK(error.key() == key);
  for (const char* part : says) CHECK_THAT(error.message(), Contains(part));
}

}  // namespace

TEST_CASE("a figure over steps has a curve for each run, lines, and the source of the experiment") {
  const FigureSpec spec =
      only_figure("source = \"Hilden 2009\"\n" + disk_twice + figure_table("x = \"t\"\ny = \"energy_error\""));
  CHECK(spec.over_steps());
  CHECK(spec.runs == RunLabels{"mclachlan_perlmutter h=0.1", "mclachlan_perlmutter h=0.05"});
  CHECK(spec.figure.source == "Hilden 2009");
  CHECK(spec.figure.style == Style::lines);
  CHECK(spec.figure.as == Measure::signed_value);
  CHECK(spec.figure.y.label == "E − E₀");
  CHECK_FALSE(spec.figure.page);
}

TEST_CASE("every key of a figure is read") {
  const FigureSpec spec = only_figure(
      disk_twice + figure_table("number = \"Figure 4.5\"\npage = 45\ntitle = \"T\"\ncaption = \"C\"\nx = \"t\"\n"
                                "y = [\"constraint_1\", \"constraint_2\"]\nruns = [\"*h=0.05\"]\nlog = \"y\"\n"
                                "slopes = true\nstyle = \"points\"\nx_range = [0, 3]\ny_range = [1e-9, 1]\n"
                                "published = [{ x = 1, y = 2e-5, label = \"ode15s\" }, { x = 2, y = 1 }]"));
  const Figure& read = spec.figure;
  CHECK(read.number == "Figure 4.5");
  CHECK(read.page == 45);
  CHECK(read.title == "T");
  CHECK(read.caption == "C");
  CHECK(spec.runs == RunLabels{"mclachlan_perlmutter h=0.05"});
  CHECK((read.y.log && !read.x.log));
  CHECK(read.as == Measure::absolute);
  CHECK(read.y.name == "constraint_1, constraint_2");
  CHECK(read.slopes);
  CHECK(read.style == Style::points);
  CHECK(read.x.range == std::pair(0.0, 3.0));
  CHECK(read.y.range == std::pair(1e-9, 1.0));
  REQUIRE(read.marks.size() == 2);
  CHECK((read.marks[0].x == 1 && read.marks[0].y == 2e-5 && read.marks[0].label == "ode15s"));
}

TEST_CASE("an option of runs, or a quantity, as x makes a figure over runs") {
  const FigureSpec order = only_figure(
      disk_twice + figure_table("x = \"h\"\ny = \"max_component_error.x\"\nlog = \"xy\"\ntriangles = [2, 4]"));
  CHECK_FALSE(order.over_steps());
  CHECK(order.over.is_option);
  CHECK(order.of.at(0).quantity == "max_component_error");
  CHECK(order.of.at(0).component == "x");
  CHECK(order.figure.style == Style::lines_points);
  CHECK(order.figure.triangles == std::vector<double>{2, 4});
  const FigureSpec work = only_figure(disk_twice + figure_table("x = \"rhs_evaluations\"\ny = \"endpoint_error\""));
  CHECK_FALSE(work.over.is_option);
}

TEST_CASE("runs that do not have the option are on no figure over it") {
  const std::string both = disk_twice + "[[run]]\nmethod = \"ida_index1\"\nrtol = 1e-4\natol = 1e-9\n";
  CHECK(only_figure(both + figure_table("x = \"h\"\ny = \"steps\"")).runs.size() == 2);
  CHECK(only_figure(both + figure_table("x = \"rtol\"\ny = \"steps\"")).runs.size() == 1);
  refuses(both + figure_table("x = \"h\"\ny = \"steps\"\nruns = [\"*\"]"), 15, "figure[0].runs",
          {"ida_index1", "has no h"});
  refuses(disk_twice + figure_table("x = \"rtol\"\ny = \"steps\""), 9, "figure[0].x", {"no run has rtol"});
}

TEST_CASE("names that are unknown are refused where they stand, and the nearest are offered") {
  refuses(disk_twice + figure_table("x = \"t\"\ny = \"energy_eror\""), 10, "figure[0].y", {"series", "'energy_error'"});
  refuses(disk_twice + figure_table("x = \"tt\"\ny = \"energy\""), 9, "figure[0].x",
          {"series, option of runs or quantity"});
  refuses(disk_twice + figure_table("x = \"h\"\ny = \"energy_error\""), 10, "figure[0].y",
          {"quantity", "final_energy_error"});
  refuses(disk_twice + figure_table("x = \"h\"\ny = \"outcome\""), 10, "figure[0].y",
          {"'outcome' is a name, not a number"});
  refuses(disk_twice + figure_table("x = \"h\"\ny = \"steps.x\""), 10, "figure[0].y", {"one number"});
  refuses(disk_twice + figure_table("x = \"h\"\ny = \"max_component_error.z\""), 10, "figure[0].y",
          {"component", "'x'"});
  refuses(disk_twice + figure_table("x = \"t\"\ny = \"x\"\nruns = [\"nothing*\"]"), 11, "figure[0].runs",
          {"matches no run"});
  refuses(disk_twice + figure_table("x = \"t\"\ny = \"x\"\nas = \"absolut\""), 11, "figure[0].as", {"'absolute'"});
  refuses(disk_twice + figure_table("x = \"t\"\ny = \"x\"\nstyle = \"line\""), 11, "figure[0].style", {"'lines'"});
  refuses(disk_twice + figure_table("x = \"t\"\ny = \"x\"\nlogs = \"y\""), 11, "figure[0].logs", {"'log'"});
}

TEST_CASE("values that make no figure are refused") {
  const std::string plain = "x = \"t\"\ny = \"energy_error\"\n";
  refuses(disk_twice + figure_table(plain + "log = \"yx\""), 11, "figure[0].log", {"must be"});
  refuses(disk_twice + figure_table(plain + "page = 0"), 11, "figure[0].page", {"counted from 1"});
  refuses(disk_twice + figure_table(plain + "x_range = [1, 1]"), 11, "figure[0].x_range", {"from < to"});
  refuses(disk_twice + figure_table(plain + "log = \"x\"\nx_range = [0, 1]"), 12, "figure[0].x_range", {"above 0"});
  refuses(disk_twice + figure_table(plain + "log = \"y\"\nequal = true"), 12, "figure[0].equal", {"no common unit"});
  refuses(disk_twice + figure_table(plain + "triangles = [2]"), 11, "figure[0].triangles", {"log = \"xy\""});
  refuses(disk_twice + figure_table(plain + "log = \"y\"\npublished = { x = 1, y = 0 }"), 12, "figure[0].published.y",
          {"above 0"});
  refuses(disk_twice + figure_table("x = \"t\"\ny = \"theta\"\nas = \"relative\""), 11, "figure[0].as", {"no error"});
  refuses(disk_twice + figure_table("x = \"h\"\ny = \"steps\"\nas = \"relative\""), 11, "figure[0].as",
          {"over the steps"});
  refuses(disk_twice + "[[figure]]\nx = \"t\"\ny = \"x\"\n", 7, "figure[0].name", {"missing"});
  refuses(disk_twice + "[[figure]]\nname = \"a/b\"\nx = \"t\"\ny = \"x\"\n", 8, "figure[0].name",
          {"use letters, digits and _ - ."});
  refuses(disk_twice + figure_table(plain) + figure_table(plain), 13, "figure[1].name", {"unique"});
}

TEST_CASE("an error against a solution that is not to be had is refused") {
  refuses("reference = false\n" + disk_twice + figure_table("x = \"t\"\ny = \"error\""), 11, "figure[0].y",
          {"reference = false"});
  CHECK_NOTHROW(read("reference = \"exact\"\n" + disk_twice + figure_table("x = \"t\"\ny = \"error\"")));
  refuses("reference = \"exact\"\n" + sleigh + midpoint + figure_table("x = \"t\"\ny = \"error\""), 11, "figure[0].y",
          {"reference = \"exact\""});
}

TEST_CASE("a motion takes the body of its problem, and every run unless it says which") {
  const Experiment experiment = read("title = \"T\"\n" + disk_twice + "[motion]\nruns = [\"*0.1\"]\nframes = 50\n");
  REQUIRE(experiment.motion);
  CHECK(experiment.motion->title == "T");
  CHECK(experiment.motion->body.shape == "disk");
  CHECK(experiment.motion->body.heading == "phi");
  CHECK(experiment.motion->body.size == 0.25);
  CHECK(experiment.motion->runs == RunLabels{"mclachlan_perlmutter h=0.1"});
  CHECK(experiment.motion->frames == 50);
  CHECK(read(disk_twice + "[motion]\n").motion->runs.size() == 2);
  refuses(disk_twice + "[motion]\nframes = 1\n", 8, "motion.frames", {"from 2"});
  refuses(
      "[problem]\nname = \"jay_2006_dae\"\nsetup = \"unit_interval\"\n[[run]]\nmethod = \"spark\"\n"
      "tableau = \"gauss\"\nstages = 2\nh = 0.1\n[motion]\n",
      9, "motion", {"jay_2006_dae has no body to draw", "vertical_rolling_disk"});
}

TEST_CASE("what an expectation publishes has its page") {
  const Experiment experiment =
      read(disk_twice + "[[expect]]\nrun = \"mclachlan_perlmutter h=0.1\"\nquantity = \"steps\"\nmin = 1\npage = 46\n");
  CHECK(experiment.expectations.at(0).page == 46);
}
