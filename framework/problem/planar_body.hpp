// What a problem in the plane looks like, so that a report can draw it moving: which of its coordinates place the body,
// and how large it is.
//
// A problem says so, if it likes, in a member that problem_entry() finds:
//
//   static constexpr PlanarBody body{.shape = "disk", .x = "x", .y = "y", .heading = "phi", .size = 1};
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <string_view>

namespace nonholo {

/// Names are those of about().coordinates.
struct PlanarBody {
  std::string_view shape;      ///< "disk" that rolls upright, "sleigh", "skate", "robot" on wheels
  std::string_view x, y;       ///< the contact point [m]
  std::string_view heading;    ///< angle from the x axis, counter-clockwise [rad]
  std::string_view spin = {};  ///< angle by which the wheel has rolled [rad]; empty where nothing rolls
  double size = 1;             ///< radius, or half the length [m]
};

template <class P>
concept HasPlanarBody = requires {
  { P::body } -> std::convertible_to<const PlanarBody&>;
};

}  // namespace nonholo
