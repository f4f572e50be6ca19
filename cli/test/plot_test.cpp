// Figures from the command line: what `nonholo run --out` writes of them, and nonholo plot, with a gnuplot and without.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "program.hpp"

#include <cstdlib>

using namespace nonholo::test;

namespace fs = std::filesystem;

namespace {

const std::string sleigh_drawn = "source = \"Hilden 2009, Table 4.1\"\n" + sleigh + midpoint +
                                 "[[figure]]\nname = \"energy\"\nnumber = \"Figure 4.7\"\ntitle = \"Energy & time\"\n"
                                 "caption = \"It stays.\"\nx = \"t\"\ny = \"energy_error\"\n"
                                 "[[figure]]\nname = \"orbit\"\nx = \"x\"\ny = \"y\"\nequal = true\n[motion]\n";

bool installed() { return std::system("command -v gnuplot >/dev/null 2>&1") == 0; }

/// A search path on which there is no gnuplot, as long as this lives.
struct EmptyPath {
  EmptyPath() { setenv("PATH", "/nonexistent", 1); }
  ~EmptyPath() { setenv("PATH", before.c_str(), 1); }
  const std::string before = std::getenv("PATH");
};

}  // namespace

TEST_CASE("run --out holds the figures of an experiment, and results.json says where") {
  const Workplace place;
  REQUIRE(run(place, sleigh_drawn, {"--out", "results"}).code == 0);
  const Json experiment = Json::parse(contents(place.path("results/results.json")))["experiments"][0];
  CHECK(experiment["file"] == "experiment.toml");
  CHECK(experiment["motion"] == true);
  CHECK(
      experiment["figures"] ==
      Json::array({{{"name", "energy"},
                    {"number", "Figure 4.7"},
                    {"title", "Energy & time"},
                    {"file", "experiment/figures.json"}},
                   {{"name", "orbit"}, {"number", nullptr}, {"title", nullptr}, {"file", "experiment/figures.json"}}}));
  const Json figures = Json::parse(contents(place.path("results/experiment/figures.json")));
  CHECK(figures["figures"].size() == 2);
  CHECK(figures["figures"][0]["curves"][0]["x"].size() == 11);
  CHECK(figures["motion"]["body"]["shape"] == "sleigh");
}

TEST_CASE("without --out, and without [[figure]], no figures are written") {
  const Workplace place;
  const Json without_out = run(place, sleigh_drawn, {"--json"}).json()["experiments"][0];
  CHECK(without_out["figures"][0]["file"].is_null());
  const Ended nothing_asked = run(place, sleigh + midpoint, {"--out", "results", "--json"});
  CHECK(nothing_asked.json()["experiments"][0]["figures"].empty());
  CHECK_FALSE(fs::exists(place.path("results/experiment/figures.json")));
}

TEST_CASE("plot draws the figures of results beside their data, as SVG with title and caption") {
  if (!installed()) return;
  const Workplace place;
  REQUIRE(run(place, sleigh_drawn, {"--out", "results"}).code == 0);
  const Ended ended = place.nonholo({"plot", "results"});
  CHECK(ended.code == 0);
  CHECK(ended.err.empty());
  CHECK(ended.out == "results/experiment/energy.svg\nresults/experiment/orbit.svg\n");
  const std::string svg = contents(place.path("results/experiment/energy.svg"));
  CHECK_THAT(svg, Contains("<title>Hilden 2009, Figure 4.7: Energy &amp; time</title>") &&
                      Contains("<desc>It stays.</desc>") && Contains("mclachlan_perlmutter h=0.1"));
}

TEST_CASE("plot runs experiments and draws them, in the format and folder that are asked for") {
  if (!installed()) return;
  const Workplace place;
  place.write("experiment.toml", sleigh_drawn);
  const Ended ended = place.nonholo({"plot", "experiment.toml", "--format", "png", "--out", "pictures"});
  CHECK(ended.code == 0);
  CHECK(contents(place.path("pictures/experiment/orbit.png")).substr(1, 3) == "PNG");
  CHECK(place.nonholo({"plot", "experiment.toml", "--format", "pdf"}).code == 0);
  CHECK(contents(place.path("experiment/energy.pdf")).substr(0, 4) == "%PDF");
}

TEST_CASE("plot says what is wrong: nothing to draw, results that are none, a gnuplot that is missing") {
  const Workplace place;
  place.write("plain.toml", sleigh + midpoint);
  place.write("results.json", "{}");
  if (installed()) {
    CHECK_THAT(place.nonholo({"plot", "plain.toml"}).err, Contains("plain has no [[figure]]"));
    CHECK_THAT(place.nonholo({"plot", "results.json"}).err, Contains("holds no results"));
    REQUIRE(run(place, sleigh + midpoint, {"--out", "plain"}).code == 0);
    const Ended without = place.nonholo({"plot", "plain"});
    CHECK(without.code == 2);
    CHECK_THAT(without.err, Contains("plain has no figure"));
    place.write("experiment.toml", sleigh_drawn);
    place.write("taken", "");
    REQUIRE(place.nonholo({"run", "experiment.toml", "--out", "drawn"}).code == 0);
    for (const char* target : {"experiment.toml", "drawn"}) {
      const Ended refused = place.nonholo({"plot", target, "--format", "png", "--out", "taken"});
      CHECK(refused.code == 2);
      CHECK_THAT(refused.err, Contains("--out: cannot write taken/*/*.png"));
    }
    CHECK_THAT(place.nonholo({"plot", "nothing"}).err, Contains("unknown experiment or figure"));
  }
  const EmptyPath nowhere;
  const Ended missing = place.nonholo({"plot", "plain.toml"});
  CHECK(missing.code == 2);
  CHECK_THAT(missing.err, Contains("gnuplot-nox"));
}

TEST_CASE("plot runs experiments on a system of a file, and draws that") {
  if (!installed()) return;
  const Workplace place;
  place.write("experiment.toml", sleigh + midpoint + "[[figure]]\nname = \"orbit\"\nx = \"x\"\ny = \"far\"\n");
  place.write("mine.toml",
              "[system]\ncoordinates = [\"x\", \"far\"]\nlagrangian = \"(vx^2 + vfar^2)/2\"\nconstraints = "
              "[\"vfar - x*vx\"]\n[problem]\ninitial = { q = [0, 0], v = [1, 0] }\nt_end = 1\n");
  CHECK(place.nonholo({"plot", "experiment.toml"}).code == 2);  // the sleigh has no such coordinate
  const Ended ended = place.nonholo({"plot", "experiment.toml", "--system", "mine.toml"});
  CHECK(ended.code == 0);
  CHECK(ended.out == "experiment/orbit.svg\n");
  REQUIRE(run(place, sleigh_drawn, {"--out", "results"}).code == 0);
  const Ended refused = place.nonholo({"plot", "results", "--system", "mine.toml"});
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, Contains("--system: does not apply to results"));
}

TEST_CASE("plot refuses two experiments whose pictures would go to one folder") {
  if (!installed()) return;
  const Workplace place;
  for (const char* file : {"a/x.toml", "b/x.toml"}) place.write(file, sleigh_drawn);
  const Ended refused = place.nonholo({"plot", "a/x.toml", "b/x.toml", "--out", "plots"});
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, Contains("are both called 'x'"));
  CHECK(place.nonholo({"plot", "a/x.toml", "a/x.toml", "--out", "plots"}).code == 0);
}
