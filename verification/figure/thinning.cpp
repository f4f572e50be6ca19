// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/figure/thinning.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace nonholo {

namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

/// The first and last of all, where they are not there already, around what was kept.
std::vector<Point2> with_ends(std::vector<Point2> kept, const std::optional<Point2>& first,
                              const std::optional<Point2>& last) {
  const auto same = [](const Point2& a, const Point2& b) { return a.x == b.x && a.y == b.y; };
  if (first && (kept.empty() || !same(kept.front(), *first))) kept.insert(kept.begin(), *first);
  if (last && !same(kept.back(), *last)) kept.push_back(*last);
  return kept;
}

}  // namespace

ColumnThinner::ColumnThinner(double from, double to, bool log) : from_(from), to_(to), log_(log), all_(columns) {}

std::optional<std::size_t> ColumnThinner::column_of(double x) const {
  if (!(x >= from_ && x <= to_)) return std::nullopt;
  if (to_ == from_) return 0;
  const double part = log_ ? std::log(x / from_) / std::log(to_ / from_) : (x - from_) / (to_ - from_);
  return std::min(columns - 1, static_cast<std::size_t>(part * static_cast<double>(columns)));
}

void ColumnThinner::add(double x, double y) {
  const auto at = column_of(x);
  if (!at) return;
  Column& column = all_[*at];
  const Point2 point{x, y};
  if (!std::isfinite(y)) {
    column.gap = x;
    return;
  }
  if (!first_) first_ = point;
  last_ = point;
  if (!column.low) {
    column.low = column.high = point;
  } else if (y < column.low->y) {
    column.low = point;
    column.low_is_first = false;
  } else if (y > column.high->y) {
    column.high = point;
    column.low_is_first = true;
  }
}

std::vector<Point2> ColumnThinner::points() const {
  std::vector<Point2> kept;
  for (const Column& column : all_) {
    if (column.low) {
      const auto& [one, other] =
          column.low_is_first ? std::pair(*column.low, *column.high) : std::pair(*column.high, *column.low);
      kept.push_back(one);
      if (other.y != one.y) kept.push_back(other);
    }
    if (column.gap && (!column.low || *column.gap > kept.back().x)) kept.push_back({*column.gap, nothing});
  }
  return with_ends(std::move(kept), first_, last_);
}

void BlockThinner::include(Block& block, const Numbered& one) {
  const Point2& p = one.point;
  if (block.empty) {
    block.extremes.fill(one);
    block.empty = false;
    return;
  }
  if (p.x < block.extremes[0].point.x) block.extremes[0] = one;
  if (p.x > block.extremes[1].point.x) block.extremes[1] = one;
  if (p.y < block.extremes[2].point.y) block.extremes[2] = one;
  if (p.y > block.extremes[3].point.y) block.extremes[3] = one;
}

void BlockThinner::include(Block& block, const Block& other) {
  if (!other.empty)
    for (const Numbered& each : other.extremes) include(block, each);
  if (other.gap) block.gap = other.gap;
}

/// Every two blocks become one.
void BlockThinner::merge() {
  for (std::size_t i = 0; i + 1 < blocks_.size(); i += 2) {
    include(blocks_[i], blocks_[i + 1]);
    blocks_[i / 2] = blocks_[i];
  }
  blocks_.resize(blocks_.size() / 2);
  stride_ *= 2;
  in_last_ = stride_;
}

void BlockThinner::add(double x, double y) {
  if (blocks_.empty() || in_last_ == stride_) {
    if (blocks_.size() == most_blocks) merge();
    blocks_.emplace_back();
    in_last_ = 0;
  }
  ++in_last_;
  const Numbered one{count_++, {x, y}};
  if (!std::isfinite(x) || !std::isfinite(y)) {
    blocks_.back().gap = one;
    return;
  }
  if (!first_) first_ = one.point;
  last_ = one.point;
  include(blocks_.back(), one);
}

std::vector<Point2> BlockThinner::points() const {
  std::vector<Point2> kept;
  for (const Block& block : blocks_) {
    std::vector<Numbered> all;
    if (!block.empty) all.assign(block.extremes.begin(), block.extremes.end());
    if (block.gap) all.push_back({block.gap->number, {nothing, nothing}});
    std::ranges::sort(all, {}, &Numbered::number);
    const auto same = [](const Numbered& one, const Numbered& other) { return one.number == other.number; };
    all.erase(std::unique(all.begin(), all.end(), same), all.end());
    for (const Numbered& each : all) kept.push_back(each.point);
  }
  return with_ends(std::move(kept), first_, last_);
}

}  // namespace nonholo
