// Curves of any length thinned to what a picture can show, while the run goes and in memory that does not grow with
// it. Extremes survive: a spike of one step in a million is drawn.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/output/archive.hpp>

#include <array>
#include <cstddef>
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

/// Of curves over anything, as orbits: blocks of consecutive points, of each those of lowest and highest x and y. When
/// there are too many blocks, neighbours become one.
class BlockThinner {
 public:
  static constexpr std::size_t most_blocks = 1000;

  void add(double x, double y);

  /// At most four points per block, and the first and last, in their order; NaN where the curve has a gap.
  std::vector<Point2> points() const;

  /// What it was given.
  void archive(Archive& with) { with(count_, stride_, in_last_, first_, last_, blocks_); }

 private:
  struct Numbered {
    long number;
    Point2 point;
  };
  struct Block {
    std::array<Numbered, 4> extremes;  // lowest x, highest x, lowest y, highest y
    std::optional<Numbered> gap = {};
    bool empty = true;
  };
  static void include(Block& block, const Numbered& point);
  static void include(Block& block, const Block& other);
  void merge();

  long count_ = 0, stride_ = 1, in_last_ = 0;
  std::optional<Point2> first_, last_;
  std::vector<Block> blocks_;
};

}  // namespace nonholo
