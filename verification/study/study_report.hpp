// What studies say: a table for people, the document of `nonholo verify --json`, and how many hold against a claim.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/study/order_study.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace nonholo::program {

/// Studies by what was to be held: where no theorem covers a method there is nothing, and its order is only shown.
struct StudyTally {
  long studies = 0;
  long expected = 0;       ///< those with an order to hold against
  long held = 0;           ///< of these
  long above = 0;          ///< of these with more than that, on a system of one's own
  long measured_only = 0;  ///< without one, measured, and not above an order that no method can have

  /// With and without an order; what could not be measured fails.
  long failing() const { return studies - held - measured_only; }
};
StudyTally tally(const std::vector<Study>& studies);

/// One or two lines: "10 of 10 studies with an expected order hold: |measured - expected| <= 0.15", "4 have none ...".
std::string summary(const StudyTally& tally);

/// "holds" or "FAILS" against an expected order, "-" where there is none to hold against.
std::string_view verdict(const Study& study);

/// The document of `nonholo verify --json`.
std::string studies_json(const std::vector<Study>& studies);

/// A table of lines for people.
std::string studies_table(const std::vector<Study>& studies);

}  // namespace nonholo::program
