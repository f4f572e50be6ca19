// What is written around a figure: its heading, its key.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/figure/figure.hpp>

#include <map>
#include <string>
#include <vector>

namespace nonholo {

/// "Hilden 2009, Figure 4.5: Energy error of the rolling disk", as much of it as is known.
std::string heading(const Figure& figure);

/// On one line where it fits; else the place in the source on one of its own.
std::vector<std::string> heading_lines(const Figure& figure);

/// A curve in the key, with its slope, or with the reason why there is nothing of it.
std::string key_text(const Figure& figure, const Curve& curve);

/// What is published; the marks of one label are one entry of the key.
std::map<std::string, std::vector<Mark>> marks_by_label(const Figure& figure);

/// How the entries of the key stand: in two columns where they are short enough. gnuplot takes letters of an SVG for
/// wider than they are.
struct KeyLayout {
  int columns, narrower;  ///< by so many of its letters
  int rows;
};
KeyLayout key_layout(const Figure& figure);

}  // namespace nonholo
