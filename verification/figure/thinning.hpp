// Curves of any length thinned to what a picture can show, while the run goes and in memory that does not grow with
// it. Extremes survive: a spike of one step in a million is drawn.
//
// Curves over t keep the extremes of each column of pixels. Other curves, as orbits, are thinned by how far a point is
// from the line that would replace it (Douglas & Peucker 1973), in units of the picture.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/output/archive.hpp>

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace nonholo {

struct Point2 {
  double x, y;
};

/// Of curves over an x whose range is known before, as t: per column of pixels the lowest and the highest point, and
/// the first and the last of all. What lies beside the range is left out; a y that is not finite is a gap.
class ColumnThinner {
 public:
  static constexpr std::size_t columns = 999;

  /// @param log columns of equal width on a logarithmic axis; then from > 0
  ColumnThinner(double from, double to, bool log);

  void add(double x, double y);

  /// At most two points per column, and the first and last; gaps, one per column at most, come on top.
  std::vector<Point2> points() const;

  /// What it was given.
  void archive(Archive& with) { with(first_, last_, all_); }

 private:
  struct Column {
    std::optional<Point2> low, high;
    bool low_is_first = true;   // of the two
    std::optional<double> gap;  // the last x at which nothing is
  };
  std::optional<std::size_t> column_of(double x) const;

  double from_, to_;
  bool log_;
  std::optional<Point2> first_, last_;
  std::vector<Column> all_;
};

/// An axis of the picture, as a PathThinner measures along it. Points on a logarithmic axis are positive.
struct DrawnAxis {
  bool log = false;
  std::optional<std::pair<double, double>> range = {};  ///< else that of the points
};

/// Of curves over anything, as orbits. The picture is the range of both axes, logarithms taken where they are shown.
/// Points are left out that are nearer than `tolerance` of it to the line that replaces them. Where that leaves more
/// points than there is room for, as of an orbit of many turns, parts of the curve are left out: those in which every
/// cell of the picture that they cross is crossed by an earlier part. Cells grow where even that leaves too many. So a
/// part that is drawn is always true to the tolerance.
class PathThinner {
 public:
  static constexpr std::size_t most_points = 16000;
  static constexpr std::size_t few_points = 4000;  ///< so many stay as they are
  static constexpr int finest_cells = 1000;        ///< along each axis, about as many as a picture has pixels
  static constexpr int point_size = 3;             ///< of curves drawn as points, in pixels, as plot.js draws them
  /// Of the picture: a quarter of a cell. Thinning again happens when the picture has doubled, so that errors of
  /// earlier times add up to less than the latest: no point is farther off than half a cell.
  static constexpr double tolerance = 0.25 / finest_cells;

  /// @param lines false of curves drawn as points alone: these are left out where their own cell has one
  explicit PathThinner(const DrawnAxis& x = {}, const DrawnAxis& y = {}, bool lines = true);

  void add(double x, double y);

  /// In their order, all of them where they are few; NaN where the curve has a gap, or a part is left out.
  /// The first, the last, and those of lowest and highest x and y are there.
  std::vector<Point2> points() const;

  /// What it was given.
  void archive(Archive& with) { with(kept_, low_, high_, measured_, settled_, cells_, extremes_); }

 private:
  using Pair = std::array<double, 2>;
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  Pair place(const Point2& point) const;
  Pair extent() const;
  void include(const Point2& point);
  std::vector<bool> stand_for_extremes() const;
  void make_room();
  std::vector<Point2> simplified(std::size_t from) const;
  std::vector<Point2> without_what_is_drawn() const;
  std::vector<bool> shown_lines() const;
  std::vector<bool> shown_points() const;

  std::array<DrawnAxis, 2> axes_;
  bool lines_;
  std::vector<Point2> kept_;
  Pair low_ = {infinity, infinity}, high_ = {-infinity, -infinity};  // of the picture so far
  Pair measured_ = {0, 0};        // its extent when all that is settled was simplified
  std::size_t settled_ = 0;       // so many of kept_ are simplified
  int cells_;                     // along each axis, when parts are left out
  std::vector<Point2> extremes_;  // lowest and highest x, lowest and highest y
};

}  // namespace nonholo
