// Sums that do not depend on who adds them up: members are merged in pairs, pairs in pairs of pairs, by their numbers.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/experiment/reduction.hpp>
#include <nonholo/verification/output/archive.hpp>

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

namespace nonholo {

/// A row of sums, merged entry by entry. One without entries has no values.
using SumRow = std::vector<SeriesSums>;

inline void merge(SumRow& into, const SumRow& other) {
  if (into.empty()) into = other;
  else
    for (std::size_t i = 0; i < other.size(); ++i) into[i].merge(other[i]);
}

/// The sums over a range of members. It keeps those of the largest whole subtrees of the one tree over all members, two
/// for each power of two at most. Ranges may be joined in any order: the sums over all members have the same bits.
class SumTree {
 public:
  /// Of no member yet.
  explicit SumTree(long first = 0) : next_(first) {}

  /// The row of the next member; one that failed has no entries.
  void add(SumRow row) { insert({next_++, 0, std::move(row)}); }

  /// Takes the members of another tree, none of which is in this one.
  void join(SumTree other) {
    for (Part& each : other.parts_) insert(std::move(each));
    next_ = std::max(next_, other.next_);
  }

  /// The sums over all members; no entries where no member has any.
  SumRow total() const {
    SumRow all;
    for (auto each = parts_.rbegin(); each != parts_.rend(); ++each) {
      SumRow left = each->row;
      merge(left, all);
      all = std::move(left);
    }
    return all;
  }

  /// Of how many subtrees it keeps the sums.
  std::size_t parts() const { return parts_.size(); }

  void archive(Archive& with) { with(next_, parts_); }

 private:
  /// The sums over 2^level members, the first of which is a multiple of that.
  struct Part {
    long first = 0;
    int level = 0;
    SumRow row = {};

    long size() const { return 1L << level; }
    bool is_left() const { return (first & size()) == 0; }
    void archive(Archive& with) { with(first, level, row); }
  };

  /// And merges it with its neighbours as far as these make a whole subtree with it.
  void insert(Part part) {
    auto at = std::ranges::upper_bound(parts_, part.first, {}, &Part::first);
    at = parts_.insert(at, std::move(part));
    for (;;) {
      if (!at->is_left() && at == parts_.begin()) return;
      const auto left = at->is_left() ? at : at - 1, right = left + 1;
      if (right == parts_.end() || left->level != right->level || left->first + left->size() != right->first) return;
      merge(left->row, right->row);
      ++left->level;
      at = parts_.erase(right) - 1;
    }
  }

  long next_;
  std::vector<Part> parts_ = {};  // in the order of their members
};

/// How many members of [first, last) to take next, at most `most`: a whole subtree, so that their sums are one row.
inline long whole_subtree(long first, long last, long most) {
  const long size = static_cast<long>(std::bit_floor(static_cast<unsigned long>(std::min(most, last - first))));
  return first == 0 ? size : std::min(size, first & -first);
}

}  // namespace nonholo
