// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/report/figure_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace nonholo {

namespace {

constexpr std::size_t line_length = 72, key_length = 68;

/// "Hilden 2009, Figure 4.5"; empty where the figure is no source's. Of the source, which is the experiment's,
/// the authors and the year: its "Table 4.1" is another place.
std::string place_of(const Figure& figure) {
  if (figure.number.empty()) return "";
  const std::string authors = figure.source.substr(0, figure.source.find_first_of(",;("));
  return authors + (authors.empty() ? "" : ", ") + figure.number;
}

/// The text in lines of a length that fits.
std::vector<std::string> wrapped(const std::string& text, std::size_t length) {
  std::vector<std::string> lines(1);
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!lines.back().empty() && lines.back().size() + 1 + word.size() > length) lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : " ") + word;
  }
  return lines;
}

}  // namespace

std::string heading(const Figure& figure) {
  const std::string place = place_of(figure);
  return place + (place.empty() || figure.title.empty() ? "" : ": ") + figure.title;
}

std::vector<std::string> heading_lines(const Figure& figure) {
  if (heading(figure).size() <= line_length) return {heading(figure)};
  std::vector<std::string> lines = wrapped(figure.title, line_length);
  if (const std::string place = place_of(figure); !place.empty()) lines.insert(lines.begin(), place);
  return lines;
}

std::string key_text(const Figure& figure, const Curve& curve) {
  std::string text = curve.label;
  const bool order = figure.x.log && figure.y.log;
  if (figure.slopes && curve.slope)
    text += order ? fmt::format(", slope {:.2f}", *curve.slope) : fmt::format(", slope {:.3g}", *curve.slope);
  if (!curve.reason.empty()) text += fmt::format(" ({})", curve.reason);
  return wrapped(text, key_length).size() == 1 ? text : wrapped(text, key_length - 2).front() + " …";
}

std::map<std::string, std::vector<Mark>> marks_by_label(const Figure& figure) {
  std::map<std::string, std::vector<Mark>> all;
  for (const Mark& mark : figure.marks) all[mark.label.empty() ? "published" : mark.label].push_back(mark);
  return all;
}

KeyLayout key_layout(const Figure& figure) {
  int longest = 0;
  for (const Curve& curve : figure.curves)
    longest = std::max(longest, static_cast<int>(key_text(figure, curve).size()));
  for (const auto& [label, marks] : marks_by_label(figure)) longest = std::max(longest, static_cast<int>(label.size()));
  const int entries = static_cast<int>(figure.curves.size() + marks_by_label(figure).size());
  const int columns = longest <= (figure.equal ? 20 : 34) ? 2 : 1;  // equal axes are narrower
  return {columns, std::clamp((longest - 16) / 3, 0, columns == 1 ? 20 : 6), (entries + columns - 1) / columns};
}

}  // namespace nonholo
