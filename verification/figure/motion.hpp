// Bodies that move in a plane, as data: where each run has its body at some times.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/planar_body.hpp>

#include <optional>
#include <string>
#include <vector>

namespace nonholo {

struct MotionRun {
  std::string label;
  std::vector<double> t = {}, x = {}, y = {}, heading = {}, spin = {};
};

struct Motion {
  std::string title;
  PlanarBody body;
  std::vector<MotionRun> runs = {};
  /// the solution, at the frames of the first run that knows it: its label is "exact", or "reference" where none is
  /// known in closed form
  std::optional<MotionRun> exact = {};
};

}  // namespace nonholo
