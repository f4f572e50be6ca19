// What is said of studies: nothing holds where there was nothing to hold against.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/study/study_report.hpp>

#include "catch.hpp"

#include <nlohmann/json.hpp>

using namespace nonholo;
using namespace nonholo::program;
using Catch::Matchers::Contains;

namespace {

Study studied(std::optional<int> expected, double measured, bool holds, std::string note = "") {
  Study study{.method = "spark", .tableau = "gauss", .stages = 2, .problem = "suslov", .variable = "y"};
  study.expected = expected;
  study.measured = measured;
  study.holds = holds;
  study.note = std::move(note);
  return study;
}

const Study good = studied(4, 4.01, true), bad = studied(4, 3.2, false),
            uncovered = studied({}, 2.97, true, "measured only"),
            too_good = studied({}, 5.1, false, "no method has more");

std::string told(const std::vector<Study>& studies) { return summary(tally(studies)); }

}  // namespace

TEST_CASE("where every study has an expected order the summary is one line, with the allowance") {
  CHECK(told({good, good}) == "2 of 2 studies hold: |measured - expected| <= 0.15");
  CHECK(told({good, bad}) == "1 of 2 studies hold: |measured - expected| <= 0.15");
}

TEST_CASE("orders above the expected one, which hold on a system of one's own, are counted in the summary") {
  CHECK(told({good, studied(2, 3.99, true, "more than theory promises")}) ==
        "2 of 2 studies hold: |measured - expected| <= 0.15, but for 1 with more");
}

TEST_CASE("studies that no theorem covers are counted apart and never as holding") {
  CHECK(told({uncovered, uncovered}) ==
        "0 of 2 studies have an order to hold against: no theorem covers them; measured orders are shown");
  CHECK(told({good, bad, uncovered}) ==
        "1 of 2 studies with an expected order hold: |measured - expected| <= 0.15\n"
        "1 has no order to hold against: no theorem covers it; measured orders are shown");
  CHECK_THAT(told({good, uncovered, too_good}), Contains("2 have no order") && Contains("; 1 of these FAIL"));
  CHECK(tally({good, bad, uncovered, too_good}).failing() == 2);
}

TEST_CASE("the table says nothing of holding where no order is expected, the document counts") {
  const std::string table = studies_table({good, bad, uncovered});
  CHECK_THAT(table, Contains("4.010  holds") && Contains("3.200  FAILS") && Contains("2.970  -: measured only"));
  const auto document = nlohmann::json::parse(studies_json({good, bad, uncovered}));
  CHECK(document["summary"] ==
        nlohmann::json({{"studies", 3}, {"expected", 2}, {"held", 1}, {"measured_only", 1}, {"failing", 1}}));
  CHECK(document["studies"][2]["expected_order"].is_null());
}
