// Bodies that move in a plane, as data: where each run has its body at some times, and what the body looks like.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace nonholo {

/// What is drawn, and which coordinates place it. `spin` is the angle by which a wheel has rolled; empty where nothing
/// rolls.
struct Body {
  std::string shape;  ///< "disk", "sleigh", "skate", "robot"
  std::string x, y, heading, spin;
  double size = 1;  ///< radius, or half the length, in units of x and y
};

struct MotionRun {
  std::string label;
  std::vector<double> t = {}, x = {}, y = {}, heading = {}, spin = {};
};

struct Motion {
  std::string title;
  Body body;
  std::vector<MotionRun> runs = {};
};

}  // namespace nonholo
