// The least-squares slope of points that come one after the other, in constant memory.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/output/archive.hpp>

#include <optional>

namespace nonholo {

/// Sums of deviations from the means so far (Welford 1962): large offsets, as of a late time, cancel nothing.
class Slope {
 public:
  void add(double x, double y) {
    ++count_;
    const double dx = x - x_, n = static_cast<double>(count_);
    x_ += dx / n;
    xx_ += dx * (x - x_);
    y_ += (y - y_) / n;
    xy_ += dx * (y - y_);
  }

  /// Nothing while all points have one x.
  std::optional<double> value() const { return xx_ > 0 ? std::optional(xy_ / xx_) : std::nullopt; }

  void archive(Archive& with) { with(count_, x_, y_, xx_, xy_); }

 private:
  long count_ = 0;
  double x_ = 0, y_ = 0, xx_ = 0, xy_ = 0;
};

/// The slope of a curve as its axes show it: of y over x; on logarithmic axes of ln y or over ln x, so that with both
/// it is an order. Points that such axes cannot show are passed over, and so is what is not finite.
class AxisSlope {
 public:
  AxisSlope(bool log_x, bool log_y) : log_x_(log_x), log_y_(log_y) {}
  void add(double x, double y);
  std::optional<double> value() const { return slope_.value(); }
  void archive(Archive& with) { slope_.archive(with); }

 private:
  bool log_x_, log_y_;
  Slope slope_;
};

}  // namespace nonholo
