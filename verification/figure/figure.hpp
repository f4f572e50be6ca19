// A figure as data, whoever made it: axes, curves, marks of what others printed. Pictures are drawn from it and pages
// show it; its JSON stands in figure_json.hpp.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/catalogue.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nonholo {

/// What of a value is drawn: an error with its sign, its size, or either over the size of what it is the error of.
enum class Measure { signed_value, absolute, relative, absolute_relative };

enum class Style { lines, points, lines_points };

/// A choice by the name that it has in files.
template <class T> struct Named {
  std::string_view name;
  T value;
};
const Catalogue<Named<Measure>>& measures();  ///< "signed", "absolute", ...
const Catalogue<Named<Style>>& styles();      ///< "lines", "points", "lines_points"
std::string_view name(Measure measure);
std::string_view name(Style style);

constexpr bool absolute(Measure m) { return m == Measure::absolute || m == Measure::absolute_relative; }
constexpr bool relative(Measure m) { return m == Measure::relative || m == Measure::absolute_relative; }

struct Axis {
  std::string name;   ///< of the series, option or quantity; of several their names with ", " between
  std::string label;  ///< as it stands at the axis
  bool log = false;
  std::optional<std::pair<double, double>> range;
};

/// Points in the order of the run; NaN is a gap in the line.
struct Curve {
  std::string run;     ///< the label of the run; of a sweep that of its runs without the swept value
  std::string label;   ///< in the key of the figure
  std::string series;  ///< which of the names of the y axis it is
  std::vector<double> x = {}, y = {};
  long points = 0;                   ///< that it was thinned from
  std::optional<double> slope = {};  ///< least squares over all of them (slope.hpp)
  std::string reason = {};           ///< why there is no point, or no further one; empty where nothing is missing
};

/// What a source prints, beside the curves.
struct Mark {
  double x, y;
  std::string label;
};

struct Figure {
  std::string name;    ///< unique in its experiment
  std::string number;  ///< "Figure 4.5": how the source calls it; or empty
  std::optional<long> page = {};
  std::string title, caption, source;
  std::string front = {};  ///< what a newcomer sees here: for the first page of a report; or empty
  Axis x, y;
  Measure as = Measure::signed_value;
  Style style = Style::lines;
  bool equal = false;   ///< one unit of x is as long as one of y
  bool slopes = false;  ///< of the curves are shown
  std::vector<double> triangles = {};
  std::vector<Curve> curves = {};
  std::vector<Mark> marks = {};
};

}  // namespace nonholo
