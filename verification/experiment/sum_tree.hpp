// Sums that do not depend on who adds them up: members are merged in pairs, pairs in pairs of pairs, by their numbers.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/experiment/reduction.hpp>
#include <nonholo/verification/output/archive.hpp>

#include <cstddef>
#include <utility>
#include <vector>

namespace nonholo {

/// A row of sums, merged entry by entry.
using SumRow = std::vector<SeriesSums>;

inline void merge(SumRow& into, const SumRow& other) {
  for (std::size_t i = 0; i < into.size(); ++i) into[i].merge(other[i]);
}

/// Takes rows in the order of their members. Memory grows with the logarithm of their number.
class SumTree {
 public:
  void add(SumRow row) {
    std::size_t level = 0;
    for (; !waiting_.empty() && waiting_.back().first == level; ++level) {
      merge(waiting_.back().second, row);
      row = std::move(waiting_.back().second);
      waiting_.pop_back();
    }
    waiting_.emplace_back(level, std::move(row));
  }

  /// The sums over all rows; no row without any.
  SumRow total() const {
    SumRow all;
    for (auto each = waiting_.rbegin(); each != waiting_.rend(); ++each) {
      SumRow left = each->second;
      if (!all.empty()) merge(left, all);
      all = std::move(left);
    }
    return all;
  }

  void archive(Archive& with) { with(waiting_); }

 private:
  std::vector<std::pair<std::size_t, SumRow>> waiting_;  // of 2^level members each
};

}  // namespace nonholo
