// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/report/gnuplot_script.hpp>

#include <nonholo/verification/report/figure_text.hpp>
#include <nonholo/verification/report/slope_triangle.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace nonholo {

namespace {

/// Okabe and Ito's, the yellow left out: on white it is not seen.
constexpr const char* colours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"};
constexpr const char* dashes[] = {"1", "(14,5)", "(4,4)", "(14,4,3,4)", "(22,6)", "(14,4,3,4,3,4)", "(8,8)"};
constexpr int marks[] = {6, 4, 8, 12, 10, 2, 1};
constexpr std::size_t kinds = std::size(colours);
constexpr std::size_t dense = 200;  // points: dashes of a line that oscillates are mud
constexpr int marks_along = 6;      // such a line, to tell it without colours
constexpr std::size_t most_tics = 8;
constexpr double many_decades = 1e6;  // smaller tics are a black bar there
constexpr int width = 640, height = 400, key_row = 22, line_height = 16, around = 100;  // pixels

/// As a string of gnuplot, in which nothing is special but the quote. Quotes at the beginning of the text stand in a
/// string of their own: gnuplot takes two quotes there for an empty string, whatever follows.
std::string quoted(const std::string& text) {
  const std::size_t quotes = std::min(text.find_first_not_of('\''), text.size());
  std::string out = quotes > 0 ? "\"" + std::string(quotes, '\'') + "\".'" : "'";
  for (const char c : text.substr(quotes))
    out += c == '\'' ? "''" : std::string(1, static_cast<unsigned char>(c) < ' ' ? ' ' : c);
  return out + "'";
}

/// Every x, or every y, that the figure shows.
std::vector<double> coordinates(const Figure& figure, std::vector<double> Curve::*of_curve, double Mark::*of_mark) {
  std::vector<double> all;
  for (const Curve& curve : figure.curves) all.insert(all.end(), (curve.*of_curve).begin(), (curve.*of_curve).end());
  for (const Mark& mark : figure.marks) all.push_back(mark.*of_mark);
  std::erase_if(all, [](double x) { return !std::isfinite(x); });
  return all;
}

using AxisRange = std::pair<double, double>;

double length(const AxisRange& range) { return range.second - range.first; }

/// What an axis shows: the range that is wanted, else that of its values.
AxisRange shown_range(const std::vector<double>& values, const Axis& axis) {
  if (axis.range) return *axis.range;
  if (values.empty()) return {0, 1};
  const auto [low, high] = std::ranges::minmax(values);
  return {low, high};
}

/// The axes when a unit of x is as long as one of y. Of a figure that is flatter or narrower than a frame that can be
/// read, the shorter axis shows more than its values.
struct EqualFrame {
  int height;
  std::optional<AxisRange> x = {}, y = {};  ///< where they are more than the values
};

EqualFrame equal_frame(const Figure& figure) {
  const AxisRange x = shown_range(coordinates(figure, &Curve::x, &Mark::x), figure.x),
                  y = shown_range(coordinates(figure, &Curve::y, &Mark::y), figure.y);
  constexpr double wide = width - around, lowest = height / 2.0, highest = 1.4 * height;
  const double wanted = length(x) > 0 ? wide * length(y) / length(x) : length(y) > 0 ? 2 * highest : height;
  const double high = std::clamp(wanted, lowest, highest);
  EqualFrame frame{.height = static_cast<int>(high)};
  const auto widened = [](const AxisRange& range, double to) {
    const double more = (to - length(range)) / 2;
    return AxisRange{range.first - more, range.second + more};
  };
  if (figure.x.log || figure.y.log) return frame;
  if (wanted < lowest && !figure.y.range) frame.y = widened(y, length(x) * high / wide);
  if (wanted > highest && !figure.x.range) frame.x = widened(x, length(y) * wide / high);
  return frame;
}

std::string terminal(const Figure& figure, PictureFormat format) {
  const int above = line_height * static_cast<int>(heading_lines(figure).size() - 1);
  const int high =
      (figure.equal ? around + equal_frame(figure).height : height) + above + key_row * key_layout(figure).rows;
  switch (format) {
    case PictureFormat::pdf:
      return fmt::format("set terminal pdfcairo size {:.2f}in,{:.2f}in font 'Helvetica,11' enhanced\n", width / 96.0,
                         high / 96.0);
    case PictureFormat::png:
      return fmt::format(
          "set terminal pngcairo size {},{} font 'Helvetica,11' fontscale 2 linewidth 2 pointscale 2 enhanced\n",
          2 * width, 2 * high);
    case PictureFormat::svg: break;
  }
  return fmt::format("set terminal svg size {},{} font 'Helvetica,13' background '#ffffff' enhanced\n", width, high);
}

/// Around the values, with a little room: gnuplot's own goes to the next powers of ten.
std::optional<std::pair<double, double>> logarithmic_range(const std::vector<double>& values) {
  if (values.empty()) return std::nullopt;
  const auto [low, high] = std::ranges::minmax(values);
  const double room = std::max(std::pow(high / low, 0.05), 1.05);
  return std::pair(low / room, high * room);
}

std::string range_of(char letter, const AxisRange& range) {
  return fmt::format("set {}range [{:.7g}:{:.7g}]\n", letter, range.first, range.second);
}

std::string axis(char letter, const Axis& axis, const std::vector<double>& values) {
  std::string text = fmt::format("set {}label {} noenhanced\n", letter, quoted(axis.label));
  if (axis.log) text += fmt::format("set logscale {0} 10\nset format {0} '10^{{%L}}'\n", letter);
  const auto range = axis.range ? axis.range : axis.log ? logarithmic_range(values) : std::nullopt;
  if (range) text += range_of(letter, *range);
  if (axis.log && range && range->second / range->first > many_decades) text += fmt::format("unset m{}tics\n", letter);
  return text;
}

/// The steps, or whatever was swept, where they are few: powers of ten alone would say little.
std::string swept_tics(const Figure& figure) {
  const std::vector<double> all = coordinates(figure, &Curve::x, &Mark::x);
  const std::set<double> values(all.begin(), all.end());
  if (!figure.x.log || values.empty() || values.size() > most_tics) return "";
  std::vector<std::string> tics;
  for (const double value : values) tics.push_back(fmt::format("'{0:.4g}' {0:.7g}", value));
  return fmt::format("set xtics ({})\n", fmt::join(tics, ", "));
}

std::string frame(const Figure& figure) {
  std::vector<std::string> lines = heading_lines(figure);
  std::ranges::transform(lines, lines.begin(), quoted);
  std::string text = fmt::format("set encoding utf8\nset title {} noenhanced\n", fmt::join(lines, ".\"\\n\"."));
  text += axis('x', figure.x, coordinates(figure, &Curve::x, &Mark::x)) + swept_tics(figure);
  text += axis('y', figure.y, coordinates(figure, &Curve::y, &Mark::y));
  const KeyLayout layout = key_layout(figure);
  text += "set key below left Left reverse noenhanced samplen 2.5 spacing 1.1 height 0.6 ";
  text += fmt::format("width {} maxcols {}\n", -layout.narrower, layout.columns);
  text += "set border 3 lc rgb '#444444'\nset tics nomirror out textcolor rgb '#000000'\n";
  text += "set grid back lc rgb '#D0D0D0' lw 0.7 dt 1\n";
  if (!figure.y.log) text += "set xzeroaxis lt 1 lc rgb '#888888' lw 0.7 dt 1\n";
  if (!figure.equal) return text;
  const EqualFrame equal = equal_frame(figure);
  if (equal.x) text += range_of('x', *equal.x);
  if (equal.y) text += range_of('y', *equal.y);
  return text + "set size ratio -1\n";
}

/// A block of data by its name; a line left empty is a gap.
std::string data(const std::string& name, const std::vector<double>& x, const std::vector<double>& y) {
  std::string text = fmt::format("${} << EOD\n", name);
  for (std::size_t i = 0; i < x.size(); ++i)
    text += std::isfinite(x[i]) && std::isfinite(y[i]) ? fmt::format("{:.7g} {:.7g}\n", x[i], y[i]) : "\n";
  return text + "EOD\n";
}

std::string look(const Figure& figure, std::size_t i) {
  const std::size_t kind = i % kinds, points = figure.curves[i].x.size();
  const std::string colour = fmt::format("lc rgb '{}'", colours[kind]);
  const std::string mark = fmt::format("pt {} ps 0.7", marks[(kind + i / kinds) % kinds]);
  const std::string dash = points > dense ? "1" : dashes[(kind + i / kinds) % kinds];
  if (figure.style == Style::points) return fmt::format("with points {} {}", mark, colour);
  if (figure.style == Style::lines_points)
    return fmt::format("with linespoints {} dt {} lw 1.5 {}", mark, dash, colour);
  if ((points <= dense && !figure.equal) || figure.curves.size() == 1)
    return fmt::format("with lines dt {} lw 1.5 {}", dash, colour);
  const std::size_t every = std::max<std::size_t>(1, points / (marks_along + i % 3));  // not all at the same places
  return fmt::format("with linespoints {} pi {} dt 1 lw 1.2 {}", mark, every, colour);
}

std::string triangle(const SlopeTriangle& t, int number) {
  const double middle = std::sqrt(t.y0 * t.y1);
  return fmt::format(
      "set object {0} polygon from {1:.7g},{3:.7g} to {2:.7g},{3:.7g} to {2:.7g},{4:.7g} to {1:.7g},{3:.7g} "
      "fs empty border lc rgb '#444444' lw 1\nset label {0} '{5:.3g}' at {2:.7g},{6:.7g} offset 0.7,0\n",
      number, t.x0, t.x1, t.y0, t.y1, t.slope, middle);
}

}  // namespace

const Catalogue<Named<PictureFormat>>& picture_formats() {
  static const Catalogue<Named<PictureFormat>> all(
      "format", {{"svg", PictureFormat::svg}, {"pdf", PictureFormat::pdf}, {"png", PictureFormat::png}});
  return all;
}

std::string gnuplot_script(const Figure& figure, PictureFormat format, const std::string& file) {
  std::string text = terminal(figure, format) + fmt::format("set output {}\n", quoted(file)) + frame(figure);
  if (coordinates(figure, &Curve::y, &Mark::y).empty()) text += "set xrange [1:10]\nset yrange [1:10]\nunset tics\n";
  int number = 0;
  for (const double slope : figure.triangles)
    if (const auto found = slope_triangle(figure, slope)) text += triangle(*found, ++number);
  std::vector<std::string> plots;
  for (std::size_t i = 0; i < figure.curves.size(); ++i) {
    const Curve& curve = figure.curves[i];
    const std::string name = fmt::format("curve{}", i), title = quoted(key_text(figure, curve));
    const bool drawn = std::ranges::any_of(curve.y, [](double y) { return std::isfinite(y); });
    if (drawn) text += data(name, curve.x, curve.y);
    plots.push_back(drawn ? fmt::format("${} {} title {}", name, look(figure, i), title)
                          : fmt::format("NaN with lines lc rgb '#BBBBBB' title {}", title));
  }
  for (const auto& [label, all] : marks_by_label(figure)) {
    std::vector<double> x, y;
    for (const Mark& mark : all) {
      x.push_back(mark.x);
      y.push_back(mark.y);
    }
    const std::string name = fmt::format("marks{}", plots.size());
    text += data(name, x, y);
    plots.push_back(fmt::format("${} with points pt 3 ps 1.2 lw 1.5 lc rgb '#000000' title {}", name, quoted(label)));
  }
  return text + fmt::format("plot {}\n", fmt::join(plots, ", \\\n  "));
}

}  // namespace nonholo
