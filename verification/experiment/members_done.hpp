// What is known of the members of an ensemble that have run: of all of them, or of a range, to be joined with others.
// Private header of verification/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/experiment/archives.hpp>
#include <nonholo/verification/experiment/sum_tree.hpp>

#include <string>
#include <utility>
#include <vector>

namespace nonholo {

struct MembersDone {
  explicit MembersDone(long first = 0) : next(first), sums(first) {}

  long next;      ///< the member to go on with
  long size = 0;  ///< how many there are
  SumTree sums;
  Extremes extremes = {};         ///< those of the worst member; a signed error at the end has none
  Summary summary = {};           ///< counts of all; time and step size are those of the last one
  long last = -1;                 ///< the last one that came to its end
  std::vector<long> failed = {};  ///< in rising order; they have no part in what stands above
  std::string why_first = {};     ///< why the first one of these failed
  std::vector<std::pair<long, RaisedFlag>> flags = {};  ///< each with the first member that raises it, by member
  std::string kept = {};                                ///< lines of CSV, where they are asked for
  double wall = 0, cpu = 0;

  /// The next member, which came to its end.
  void add(SumRow row, const Extremes& own, const Summary& done, const std::vector<RaisedFlag>& raised);
  /// The next member, which did not.
  void add_failed(const std::string& why);
  /// Takes the members of another range: the order in which ranges are joined changes no bit.
  void join(MembersDone other);
  void archive(Archive& with) {
    with(next, size, sums, extremes, summary, last, failed, why_first, flags, kept, wall, cpu);
  }
};

}  // namespace nonholo
