// What an experiment file asks to be drawn: [[figure]] and [motion], read and checked.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/experiment/series.hpp>
#include <nonholo/verification/figure/figure.hpp>
#include <nonholo/verification/figure/motion.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace nonholo {

/// One number that a run has at its end: an option that it was given, or a quantity, of a list one component.
struct RunNumber {
  std::string name;  ///< "h", "endpoint_error", "max_component_error.x"
  bool is_option = false;
  std::string quantity = {}, component = {};
};

struct FigureSpec {
  Figure figure;                  ///< without curves
  std::vector<std::string> runs;  ///< labels, in the order of the file
  /// Over the steps of each run ...
  std::optional<Series> x;
  std::vector<Series> y;
  std::optional<std::size_t> section;  ///< or over the points of that section, its place in Experiment::located
  /// ... or over runs, those in one curve that differ in the swept option only.
  RunNumber over;
  std::vector<RunNumber> of;

  bool over_steps() const { return x.has_value(); }
  /// Whether it shows errors against a solution over time.
  bool of_solution() const {
    return (x && x->of_solution()) || std::ranges::any_of(y, [](const Series& each) { return each.of_solution(); });
  }
};

struct MotionSpec {
  std::string title;
  PlanarBody body;
  std::vector<std::string> runs;
  long frames = 300;
};

}  // namespace nonholo
