// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/figure/thinning.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace nonholo {

namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

bool same(const Point2& a, const Point2& b) { return a.x == b.x && a.y == b.y; }

/// The first and last of all, where they are not there already, around what was kept.
std::vector<Point2> with_ends(std::vector<Point2> kept, const std::optional<Point2>& first,
                              const std::optional<Point2>& last) {
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

// ---- paths ----

namespace {

using Pair = std::array<double, 2>;

bool is_gap(const Point2& point) { return !std::isfinite(point.x) || !std::isfinite(point.y); }
constexpr Point2 gap{nothing, nothing};

/// Of x from the line between both.
double distance_to_chord(const Pair& from, const Pair& to, const Pair& x) {
  const double du = to[0] - from[0], dv = to[1] - from[1], length = du * du + dv * dv;
  const double u = x[0] - from[0], v = x[1] - from[1];
  const double part = length > 0 ? std::clamp((u * du + v * dv) / length, 0.0, 1.0) : 0;
  return std::hypot(u - part * du, v - part * dv);
}

/// Marks what is to stay of the points between first and last, which stay (Douglas & Peucker).
void mark_what_stays(const std::vector<Pair>& at, std::size_t first, std::size_t last, std::vector<bool>& stays) {
  std::vector<std::pair<std::size_t, std::size_t>> open{{first, last}};
  while (!open.empty()) {
    const auto [from, to] = open.back();
    open.pop_back();
    std::size_t farthest = from;
    double most = PathThinner::tolerance;
    for (std::size_t i = from + 1; i < to; ++i)
      if (const double off = distance_to_chord(at[from], at[to], at[i]); off > most) {
        most = off;
        farthest = i;
      }
    if (farthest == from) continue;
    stays[farthest] = true;
    open.emplace_back(from, farthest);
    open.emplace_back(farthest, to);
  }
}

/// Which cells of a picture a path has crossed. A cell is new until the path, having left it, comes again; or until the
/// path, having stayed in it, has scribbled over it: each of its lines differs from the last by the tolerance or more.
class Cells {
 public:
  explicit Cells(int along) : along_(along), all_(static_cast<std::size_t>(along) * static_cast<std::size_t>(along)) {}

  /// Whether one of the cells that line number i crosses, from one place to the other, is new.
  bool cross(int i, const Pair& from, const Pair& to) {
    const double longer = std::max(std::abs(to[0] - from[0]), std::abs(to[1] - from[1]));
    const int looks = static_cast<int>(std::ceil(std::min(longer, 2.0) * along_)) + 1;
    bool any = false;
    for (int k = 0; k <= looks; ++k) {
      const double part = static_cast<double>(k) / looks;
      any = enter(i, {from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])}) || any;
    }
    return any;
  }

  bool enter(int i, const Pair& at) {
    Cell& cell = all_[number(at[0]) * static_cast<std::size_t>(along_) + number(at[1])];
    if (cell.last != i) {
      if (cell.last != never && cell.last < i - 1) cell.lines_left = 0;
      else if (cell.lines_left > 0) --cell.lines_left;
      cell.last = i;
    }
    return cell.lines_left > 0;
  }

 private:
  static constexpr int never = -1, most_lines = 16;
  struct Cell {
    int last = never, lines_left = most_lines;
  };

  std::size_t number(double part) const {
    return static_cast<std::size_t>(std::clamp(part * along_, 0.0, static_cast<double>(along_ - 1)));
  }

  int along_;
  std::vector<Cell> all_;
};

/// As an axis has it: the logarithm where that is shown.
double shown(const DrawnAxis& axis, double x) { return axis.log ? std::log(x) : x; }

}  // namespace

PathThinner::PathThinner(const DrawnAxis& x, const DrawnAxis& y, bool lines)
    : axes_{x, y},
      lines_(lines),
      cells_(lines ? finest_cells : finest_cells / point_size) {
  for (std::size_t i = 0; i < 2; ++i)
    if (const auto& range = axes_[i].range) {
      low_[i] = shown(axes_[i], range->first);
      high_[i] = shown(axes_[i], range->second);
    }
}

/// In parts of the picture.
PathThinner::Pair PathThinner::place(const Point2& point) const {
  const Pair size = extent();
  return {(shown(axes_[0], point.x) - low_[0]) / size[0], (shown(axes_[1], point.y) - low_[1]) / size[1]};
}

/// Of the picture; 1 where it has none.
PathThinner::Pair PathThinner::extent() const {
  Pair size;
  for (std::size_t i = 0; i < 2; ++i) size[i] = high_[i] > low_[i] ? high_[i] - low_[i] : 1;
  return size;
}

void PathThinner::include(const Point2& point) {
  if (extremes_.empty()) extremes_.assign(4, point);
  if (point.x < extremes_[0].x) extremes_[0] = point;
  if (point.x > extremes_[1].x) extremes_[1] = point;
  if (point.y < extremes_[2].y) extremes_[2] = point;
  if (point.y > extremes_[3].y) extremes_[3] = point;
  const Pair at = {shown(axes_[0], point.x), shown(axes_[1], point.y)};
  for (std::size_t i = 0; i < 2; ++i) {
    if (axes_[i].range) continue;
    low_[i] = std::min(low_[i], at[i]);
    high_[i] = std::max(high_[i], at[i]);
  }
}

/// Of each point whether it stands for an extreme: the first of those that are the same.
std::vector<bool> PathThinner::stand_for_extremes() const {
  std::vector<bool> all(kept_.size(), false);
  for (const Point2& extreme : extremes_) {
    const auto first = std::ranges::find_if(kept_, [&](const Point2& each) { return same(each, extreme); });
    if (first != kept_.end()) all[static_cast<std::size_t>(first - kept_.begin())] = true;
  }
  return all;
}

void PathThinner::add(double x, double y) {
  const Point2 point{x, y};
  if (!is_gap(point)) {
    include(point);
    kept_.push_back(point);
  } else if (kept_.empty() || !is_gap(kept_.back())) {
    kept_.push_back(gap);
  }
  if (kept_.size() >= most_points) make_room();
}

/// The points without those from that number on which a line replaces; gaps and extremes stay.
std::vector<Point2> PathThinner::simplified(std::size_t from) const {
  const std::vector<bool> extreme = stand_for_extremes();
  std::vector<Pair> at(kept_.size());
  std::vector<bool> stays(kept_.size(), !lines_);
  std::size_t begin = from;  // of the points that a line may replace
  for (std::size_t i = from; i < kept_.size(); ++i) {
    if (is_gap(kept_[i])) {
      stays[i] = true;
      begin = i + 1;
      continue;
    }
    at[i] = place(kept_[i]);
    const bool last = i + 1 == kept_.size() || is_gap(kept_[i + 1]);
    if (i != begin && !last && !extreme[i]) continue;
    stays[i] = true;
    mark_what_stays(at, begin, i, stays);
    begin = i;
  }
  std::vector<Point2> all(kept_.begin(), kept_.begin() + static_cast<std::ptrdiff_t>(from));
  for (std::size_t i = from; i < kept_.size(); ++i)
    if (stays[i]) all.push_back(kept_[i]);
  return all;
}

void PathThinner::make_room() {
  const Pair size = extent();
  const bool grown = size[0] > 2 * measured_[0] || size[1] > 2 * measured_[1];
  kept_ = simplified(grown ? 0 : settled_ - 1);  // the last settled point begins the next line
  if (grown) measured_ = size;
  while (kept_.size() > most_points / 2) {
    kept_ = without_what_is_drawn();
    if (kept_.size() > most_points / 2) cells_ /= 2;
  }
  settled_ = kept_.size();
}

/// Of the line from each point to the next whether it crosses a new cell, or ends in an extreme.
std::vector<bool> PathThinner::shown_lines() const {
  const std::vector<bool> extreme = stand_for_extremes();
  Cells cells(cells_);
  std::vector<bool> are_shown(kept_.size(), false);
  for (std::size_t i = 0; i + 1 < kept_.size(); ++i) {
    if (is_gap(kept_[i]) || is_gap(kept_[i + 1])) continue;
    const bool is_new = cells.cross(static_cast<int>(i), place(kept_[i]), place(kept_[i + 1]));
    are_shown[i] = is_new || extreme[i] || extreme[i + 1];
  }
  return are_shown;
}

/// Points in new cells.
std::vector<bool> PathThinner::shown_points() const {
  Cells cells(cells_);
  std::vector<bool> are_shown(kept_.size(), false);
  for (std::size_t i = 0; i < kept_.size(); ++i)
    are_shown[i] = !is_gap(kept_[i]) && cells.enter(2 * static_cast<int>(i), place(kept_[i]));  // coming anew each time
  return are_shown;
}

std::vector<Point2> PathThinner::without_what_is_drawn() const {
  const std::vector<bool> are_shown = lines_ ? shown_lines() : shown_points();
  const std::vector<bool> extreme = stand_for_extremes();
  std::vector<Point2> all;
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    const bool last = i + 1 == kept_.size(), ends_line = lines_ && i > 0 && are_shown[i - 1];
    if (!is_gap(kept_[i]) && (are_shown[i] || ends_line || last || extreme[i])) all.push_back(kept_[i]);
    const bool ends = last ? is_gap(kept_[i]) : !are_shown[i];
    if (lines_ && ends && !all.empty() && !is_gap(all.back())) all.push_back(gap);
  }
  return all;
}

std::vector<Point2> PathThinner::points() const {
  if (!lines_) return kept_.size() <= few_points ? kept_ : without_what_is_drawn();
  if (settled_ == 0) return kept_.size() <= few_points ? kept_ : simplified(0);
  return simplified(settled_ - 1);
}

}  // namespace nonholo
