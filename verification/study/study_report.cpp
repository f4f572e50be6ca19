// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/study/study_report.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace nonholo::program {

namespace {

using Json = nlohmann::ordered_json;

/// "gradient=avf basis=qr": what is said of a method beside its tableau and number of stages.
std::string other_options(const MethodOptions& options) {
  std::string text;
  for (const auto& [key, value] : options)
    if (key != "tableau" && key != "stages") text += fmt::format("{}{}={}", text.empty() ? "" : " ", key, shown(value));
  return text;
}

std::string tableau_and_options(const Study& study) {
  const std::string others = other_options(study.options);
  return study.tableau + (study.tableau.empty() || others.empty() ? "" : " ") + others;
}

template <class T> Json or_null(const std::optional<T>& x) { return x ? Json(*x) : Json(); }
Json or_null(const std::string& x) { return x.empty() ? Json() : Json(x); }

Json to_json(const Study& study) {
  Json points = Json::array();
  for (const StepError& point : study.points)
    points.push_back({{"h", point.h}, {"error", std::isfinite(point.error) ? Json(point.error) : Json()}});
  const bool formulated = study.options.has("formulation");
  return {{"method", study.method},
          {"tableau", or_null(study.tableau)},
          {"stages", or_null(study.stages)},
          {"formulation", formulated ? Json(study.options.text("formulation")) : Json()},
          {"options", or_null(other_options(study.options))},
          {"problem", study.problem},
          {"variable", study.variable},
          {"expected_order", or_null(study.expected)},
          {"measured_order", or_null(study.measured)},
          {"points", points},
          {"holds", study.holds},
          {"note", or_null(study.note)}};
}

std::string number_of(long count, const char* singular, const char* plural) {
  return fmt::format("{} {}", count, count == 1 ? singular : plural);
}

}  // namespace

StudyTally tally(const std::vector<Study>& studies) {
  StudyTally sums{.studies = std::ssize(studies)};
  for (const Study& each : studies) {
    if (each.expected) ++sums.expected;
    if (each.holds) ++(each.expected ? sums.held : sums.measured_only);
    if (each.holds && each.expected && each.measured.value_or(HUGE_VAL) > *each.expected + order_allowance)
      ++sums.above;
  }
  return sums;
}

std::string summary(const StudyTally& sums) {
  const long without = sums.studies - sums.expected, fail = without - sums.measured_only;
  const std::string uncovered =
      fmt::format("no theorem covers {}; measured orders are shown{}", without == 1 ? "it" : "them",
                  fail > 0 ? fmt::format("; {} of these FAIL", fail) : "");
  if (sums.expected == 0)
    return fmt::format("0 of {} have an order to hold against: {}", number_of(without, "study", "studies"), uncovered);
  const std::string above = sums.above > 0 ? fmt::format(", but for {} with more", sums.above) : "";
  std::string held = fmt::format("{} of {}{} hold: |measured - expected| <= {}{}", sums.held,
                                 number_of(sums.expected, "study", "studies"),
                                 without > 0 ? " with an expected order" : "", order_allowance, above);
  if (without == 0) return held;
  return fmt::format("{}\n{} no order to hold against: {}", held, number_of(without, "has", "have"), uncovered);
}

std::string_view verdict(const Study& study) { return !study.holds ? "FAILS" : study.expected ? "holds" : "-"; }

std::string studies_json(const std::vector<Study>& studies) {
  Json list = Json::array();
  for (const Study& each : studies) list.push_back(to_json(each));
  const StudyTally sums = tally(studies);
  return Json({{"schema", 1},
               {"studies", list},
               {"summary",
                {{"studies", sums.studies},
                 {"expected", sums.expected},
                 {"held", sums.held},
                 {"measured_only", sums.measured_only},
                 {"failing", sums.failing()}}}})
      .dump(1);
}

std::string studies_table(const std::vector<Study>& studies) {
  std::size_t width = 26;
  for (const Study& each : studies) width = std::max(width, tableau_and_options(each).size());
  std::string text = fmt::format("  {:<28} {:<{}} {:>2}  {:<30} {:<13} {:>8} {:>8}\n", "method", "tableau, options",
                                 width, "s", "problem", "variable", "expected", "measured");
  for (const Study& each : studies)
    text += fmt::format("  {:<28} {:<{}} {:>2}  {:<30} {:<13} {:>8} {:>8}  {}{}\n", each.method,
                        tableau_and_options(each), width, each.stages ? fmt::format("{}", *each.stages) : "",
                        each.problem, each.variable, each.expected ? fmt::format("{}", *each.expected) : "-",
                        each.measured ? fmt::format("{:.3f}", *each.measured) : "-", verdict(each),
                        each.note.empty() ? "" : ": " + each.note);
  return text;
}

}  // namespace nonholo::program
