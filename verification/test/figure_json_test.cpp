// figures.json: what stands in it, and that it reads back.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/figure/figure_json.hpp>

#include <nonholo/framework/base/error.hpp>

#include "catch.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

using namespace nonholo;
using Json = nlohmann::ordered_json;

namespace {

constexpr double gap_value = std::numeric_limits<double>::quiet_NaN();

Figure example_figure() {
  return {.name = "figure_4_7",
          .number = "Figure 4.7",
          .page = 48,
          .title = "Energy error",
          .caption = "It \"drifts\".",
          .source = "Hilden 2009",
          .front = "Look here.",
          .x = {.name = "t", .label = "t", .range = std::pair(0.0, 30.0)},
          .y = {.name = "energy_error", .label = "|E − E₀|", .log = true},
          .as = Measure::absolute,
          .style = Style::lines_points,
          .slopes = true,
          .triangles = {2},
          .curves = {{.run = "IDA",
                      .label = "IDA, loose",
                      .series = "energy_error",
                      .x = {0, 1.0 / 3, 2},
                      .y = {gap_value, 1e-9, 123456789},
                      .points = 20001,
                      .slope = 1.98},
                     {.run = "b", .label = "b", .series = "energy_error", .reason = "left out"}},
          .marks = {{1, 2.5e-5, "ode15s"}}};
}

}  // namespace

TEST_CASE("a document of figures has the keys of the contract, seven digits, and null for what is not finite") {
  const Json document = Json::parse(to_json(FigureDocument{.experiment = "table_4_1", .figures = {example_figure()}}));
  CHECK(document["schema"] == 1);
  CHECK(document["experiment"] == "table_4_1");
  CHECK(document["motion"].is_null());
  const Json& figure = document["figures"].at(0);
  CHECK(figure["name"] == "figure_4_7");
  CHECK(figure["number"] == "Figure 4.7");
  CHECK(figure["page"] == 48);
  CHECK(figure["front"] == "Look here.");
  CHECK(figure["x"] == Json({{"name", "t"}, {"label", "t"}, {"log", false}, {"range", {0, 30}}}));
  CHECK(figure["y"]["as"] == "absolute");
  CHECK(figure["y"]["log"] == true);
  CHECK(figure["style"] == "lines_points");
  CHECK(figure["triangles"] == Json({2}));
  const Json& curve = figure["curves"].at(0);
  CHECK(curve["x"] == Json({0, 0.3333333, 2}));
  CHECK(curve["y"] == Json({nullptr, 1e-9, 123456800}));
  CHECK(curve["slope"] == 1.98);
  CHECK(curve["points"] == 20001);
  CHECK_FALSE(curve.contains("reason"));
  CHECK(figure["curves"].at(1)["reason"] == "left out");
  CHECK_FALSE(figure["curves"].at(1).contains("slope"));
  CHECK(figure["marks"].at(0) == Json({{"x", 1}, {"y", 2.5e-5}, {"label", "ode15s"}}));
}

TEST_CASE("a document reads back as what it was written from") {
  const FigureDocument document{.experiment = "table_4_1", .figures = {example_figure()}};
  const FigureDocument read = figure_document(to_json(document));
  CHECK(read.experiment == "table_4_1");
  REQUIRE(read.figures.size() == 1);
  CHECK(to_json(read) == to_json(document));
  CHECK(std::isnan(read.figures[0].curves[0].y[0]));
  CHECK(read.figures[0].page == 48);
}

TEST_CASE("where a body is at some times stands beside the figures") {
  const Motion motion{
      .title = "Disk",
      .body = {.shape = "disk", .x = "x", .y = "y", .heading = "phi", .spin = "theta", .size = 0.25},
      .runs = {{.label = "a", .t = {0, 1}, .x = {0, 1}, .y = {0, 0}, .heading = {0, 0}, .spin = {0, 4}}},
      .exact = MotionRun{.label = "exact", .t = {0}, .x = {0}, .y = {0}, .heading = {0}, .spin = {0}}};
  const Json json = Json::parse(to_json(FigureDocument{.experiment = "e", .figures = {}, .motion = motion}))["motion"];
  CHECK(json["title"] == "Disk");
  CHECK(json["body"]["shape"] == "disk");
  CHECK(json["body"]["size"] == 0.25);
  CHECK(json["exact"]["label"] == "exact");
  CHECK(json["runs"].at(0)["spin"] == Json({0, 4}));
}

TEST_CASE("a text that is no document of figures is refused") {
  CHECK_THROWS_AS(figure_document("no"), InputError);
  CHECK_THROWS_AS(figure_document("{\"experiment\": \"e\", \"figures\": [{}]}"), InputError);
  CHECK_THROWS_AS(figure_document("{\"experiment\": \"e\", \"figures\": [{\"name\": 3}]}"), InputError);
}
