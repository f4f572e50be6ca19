// What gnuplot is told of a figure.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/report/gnuplot_script.hpp>

#include <nonholo/verification/report/figure_text.hpp>

#include "catch.hpp"

#include <cmath>
#include <limits>

using namespace nonholo;
using Catch::Matchers::Contains;

namespace {

Figure order_figure() {
  return {.name = "order",
          .number = "Figure 4.4",
          .title = "The author's orders",
          .source = "Hilden 2009, Table 4.1",
          .x = {.name = "h", .label = "h", .log = true},
          .y = {.name = "e", .label = "max_error", .log = true},
          .as = Measure::absolute,
          .style = Style::lines_points,
          .slopes = true,
          .triangles = {2},
          .curves = {{.run = "a", .label = "a_b", .series = "e", .x = {0.1, 0.2}, .y = {1e-4, 4e-4}, .slope = 2}}};
}

std::string svg_script(const Figure& figure) { return gnuplot_script(figure, PictureFormat::svg, "out.svg"); }

}  // namespace

TEST_CASE("a script has its heading, axes, data, slope and triangle, and quotes what it is given") {
  const std::string text = svg_script(order_figure());
  CHECK_THAT(
      text, Contains("set output 'out.svg'") && Contains("'Hilden 2009, Figure 4.4: The author''s orders' noenhanced"));
  CHECK_THAT(text, Contains("set logscale x 10") && Contains("set logscale y 10"));
  CHECK_THAT(text, Contains("$curve0 << EOD\n0.1 0.0001\n0.2 0.0004\nEOD\n"));
  CHECK_THAT(text, Contains("title 'a_b, slope 2.00'") && Contains("set object 1 polygon"));
  CHECK_THAT(text, Contains("set xtics ('0.1' 0.1, '0.2' 0.2)"));
}

TEST_CASE("a heading that is too long has the place on a line of its own, and a figure of no source has none") {
  Figure figure = order_figure();
  figure.title = "The orders of two methods, which are those of the tableau where the constraint is linear";
  CHECK_THAT(svg_script(figure),
             Contains("set title 'Hilden 2009, Figure 4.4'.\"\\n\".'The orders of two methods, which are those of the "
                      "tableau where the'.\"\\n\".'constraint is linear' noenhanced"));
  figure.number = "";
  figure.title = "Ours";
  CHECK(heading(figure) == "Ours");
}

TEST_CASE("a text cannot end its string, nor its line") {
  Figure figure = order_figure();
  figure.title = "'\nset output 'elsewhere";
  CHECK_THAT(svg_script(figure), Contains("''' set output ''elsewhere'") || Contains("'' set output ''elsewhere'"));
}

TEST_CASE("gaps are empty lines, and a curve that could not be had is in the key with its reason") {
  Figure figure = order_figure();
  figure.curves[0].x = {0, 1, 2};
  figure.curves[0].y = {1, std::numeric_limits<double>::quiet_NaN(), 3};
  figure.curves.push_back({.run = "b", .label = "b", .series = "e", .reason = "left out"});
  const std::string text = svg_script(figure);
  CHECK_THAT(text, Contains("0 1\n\n2 3\nEOD"));
  CHECK_THAT(text, Contains("NaN with lines lc rgb '#BBBBBB' title 'b (left out)'"));
}

TEST_CASE("a figure of which nothing could be had has empty axes, and its reasons") {
  Figure figure = order_figure();
  figure.curves = {{.run = "b", .label = "b", .series = "e", .reason = std::string(100, 'x') + " and more"}};
  CHECK_THAT(svg_script(figure), Contains("unset tics") && Contains("title 'b …'"));
}

TEST_CASE("what is published is drawn as marks, those of one label as one entry of the key") {
  Figure figure = order_figure();
  figure.marks = {{0.1, 1e-4, "ode15s"}, {0.2, 2e-4, "ode15s"}, {0.3, 1, ""}};
  const std::string text = svg_script(figure);
  CHECK_THAT(text, Contains("0.1 0.0001\n0.2 0.0002\nEOD") && Contains("title 'ode15s'") && Contains("'published'"));
}

TEST_CASE("curves differ in colour, and in dashes or marks beside it") {
  Figure figure = order_figure();
  figure.style = Style::lines;
  figure.curves.push_back(figure.curves[0]);
  const std::string sparse = svg_script(figure);
  CHECK_THAT(sparse, Contains("dt 1 lw 1.5 lc rgb '#0072B2'") && Contains("dt (14,5) lw 1.5 lc rgb '#D55E00'"));
  for (int k = 0; k < 1000; ++k) {
    figure.curves[0].x.push_back(k + 1), figure.curves[1].x.push_back(k + 1);
    figure.curves[0].y.push_back(1), figure.curves[1].y.push_back(2);
  }
  CHECK_THAT(svg_script(figure), Contains("with linespoints pt 6") && Contains("with linespoints pt 4"));
}

TEST_CASE("quotes that a text begins with stand in a string of their own: gnuplot takes two for an empty one") {
  Figure figure = order_figure();
  figure.title = figure.source = figure.number = "";
  figure.title = "'quoted' from the first letter";
  figure.curves[0].label = "''twice";
  figure.x.label = "'";
  const std::string text = svg_script(figure);
  CHECK_THAT(text, Contains("set title \"'\".'quoted'' from the first letter' noenhanced"));
  CHECK_THAT(text, Contains("title \"''\".'twice, slope 2.00'") && Contains("set xlabel \"'\".'' noenhanced"));
}

TEST_CASE("with equal units a figure that is flat or narrow shows more of its shorter axis, in a frame one can read") {
  Figure figure = order_figure();
  figure.x.log = figure.y.log = false;
  figure.equal = true;
  figure.triangles = {};
  figure.curves[0].x = {0, 54};
  figure.curves[0].y = {1, 1};
  // the frame is 540 wide and at least 200 high: 54 units of x leave 20 of y, around 1
  CHECK_THAT(svg_script(figure), Contains("set yrange [-9:11]\nset size ratio -1"));
  std::swap(figure.curves[0].x, figure.curves[0].y);
  // at most 560 high: 54 of y leave 54 * 540 / 560 = 52.07143 of x, around 1
  CHECK_THAT(svg_script(figure), Contains("set xrange [-25.03571:27.03571]\nset size ratio -1"));
  figure.x.range = std::pair(0.0, 2.0);  // what is asked for is shown
  CHECK_THAT(svg_script(figure), Contains("set xrange [0:2]") && !Contains("set xrange [-25"));
}
