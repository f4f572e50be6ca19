// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/study/tableau_report.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/tableau/exact_tableau.hpp>
#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/methods/runge_kutta/spark.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>
#include <nonholo/verification/contract/discrete_principle.hpp>
#include <nonholo/verification/experiment/reference_solution.hpp>
#include <nonholo/verification/study/plan.hpp>
#include <nonholo/verification/study/study_report.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace nonholo::program {

namespace {

using Json = nlohmann::ordered_json;

// Numbers

/// Plain decimals with that many significant digits; what is zero to the tableau's tolerance is 0.
std::string plain(const Exact& x, int digits, double tolerance) {
  if (abs(x) <= tolerance) return "0";
  const int exponent = static_cast<int>(floor(log10(abs(x))).convert_to<double>());
  return x.str(std::max(0, digits - 1 - exponent), std::ios_base::fixed);
}

std::vector<std::string> plain(const VectorX<Exact>& x, int digits, double tolerance) {
  std::vector<std::string> all;
  for (const Exact& entry : x) all.push_back(plain(entry, digits, tolerance));
  return all;
}

std::vector<std::vector<std::string>> rows(const MatrixX<Exact>& A, int digits, double tolerance) {
  std::vector<std::vector<std::string>> all;
  for (Eigen::Index i = 0; i < A.rows(); ++i)
    all.push_back(plain(VectorX<Exact>(A.row(i).transpose()), digits, tolerance));
  return all;
}

std::string joined(const std::vector<std::string>& entries) { return fmt::format("{}", fmt::join(entries, "  ")); }

/// Constraint rows that are not those of the moments.
bool has_own_rows(const TableauSet& set) {
  const TableauSet usual(set.name(), set.parts());
  return set.constraint_rows().omega != usual.constraint_rows().omega;
}

std::string part_name(const TableauSet& set, std::size_t k) {
  return set.parts().size() == 1 ? "A" : fmt::format("A{}", k + 1);
}

// Properties

Json value_of(const Fact& fact) {
  return std::visit(
      [](const auto& value) -> Json {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, double>)
          return std::isfinite(value) ? Json(value) : Json();
        else return value;
      },
      fact.value);
}

std::string claimed(const Claim& claim) {
  if (const bool* truth = std::get_if<bool>(&claim.claimed)) return *truth ? "yes" : "no";
  return fmt::format("{}", std::get<long>(claim.claimed));
}

std::string defect_text(const Fact& fact) { return fact.defect ? fmt::format("{:.2e}", *fact.defect) : ""; }

// Measurements

constexpr double step_size = 0.05, end_time = 1;
constexpr long principle_steps = 10;
constexpr int repetitions = 5;

/// Nothing where the set cannot be run.
std::optional<TableauMeasurements::Cost> cost_of(const TableauSet& set, const SolvedProblem<double>& on) try {
  const auto integrator = spark(on.system, set);
  const auto span = TimeSpan<double>::until(0, end_time, step_size);
  TableauMeasurements::Cost cost{
      .name = fmt::format("{}, {}", set.name(), set.stages()), .iterations = 0, .microseconds = 1e99, .error = 0};
  for (int i = 0; i < repetitions; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    const Summary summary = integrate(*integrator, on.start, span, [](const auto&) {});
    if (summary.outcome != Outcome::success) return std::nullopt;
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin;
    const auto steps = static_cast<double>(summary.steps);
    cost.microseconds = std::min(cost.microseconds, took.count() / steps);
    cost.iterations = static_cast<double>(summary.iterations) / steps;
  }
  cost.error = on.error(integrator->view());
  if (const int order = set.order(); order > 0) cost.order = order;
  return cost;
} catch (const InputError&) {
  return std::nullopt;
}

std::vector<TableauMeasurements::Cost> costs_beside(const TableauSet& set, const SolvedProblem<double>& on) {
  std::vector<TableauMeasurements::Cost> all;
  if (const auto own = cost_of(set, on)) all.push_back(*own);
  for (const TableauFamily& family : tableau_catalogue()) {
    if (set.stages() < family.min_stages || set.stages() > family.max_stages || family.name == set.name()) continue;
    if (const auto other = cost_of(family(set.stages()), on)) all.push_back(*other);
  }
  return all;
}

std::vector<std::pair<std::string, double>> principle_of(const TableauSet& set, const SolvedProblem<double>& on) {
  if (!set.lagrange_dalembert() || !set.determines_multipliers()) return {};
  const DiscretePrinciple p = discrete_principle(on.system, set, on.start, step_size, principle_steps);
  std::vector<std::pair<std::string, double>> all{{"p_0 = -D1 L_d - f_d^-", p.momentum_start},
                                                  {"p_1 = D2 L_d + f_d^+", p.momentum_end},
                                                  {"discrete Euler-Lagrange equations (4.5a)", p.euler_lagrange},
                                                  {"constraint (4.5b)", p.constraint}};
  if (p.symmetry_L) all.emplace_back("L_d of the reversed step = -L_d", *p.symmetry_L);
  if (p.symmetry_f) all.emplace_back("f_d^+- of the reversed step = -f_d^-+", *p.symmetry_f);
  return all;
}

}  // namespace

std::string report_heading(const DescribedTableau& tableau) {
  return fmt::format("{}, {} stages{}", tableau.set.name(), tableau.set.stages(),
                     tableau.reference.empty() ? "" : ": " + tableau.reference);
}

DescribedTableau::DescribedTableau(const TableauSet& tableau, std::string source,
                                   const std::vector<Claim>& claimed_properties)
    : set(tableau),
      reference(std::move(source)),
      facts(nonholo::facts(tableau)),
      claims(judge_claims(claimed_properties, facts)) {}

bool DescribedTableau::claims_hold() const { return std::ranges::all_of(claims, &ClaimVerdict::holds); }

std::string numbers_text(const TableauSet& set, int digits) {
  std::string text = fmt::format("{}, {} stages\n", set.name(), set.stages());
  const auto& [first, b, c, limit] = set.a().exact();
  text += fmt::format("c  {}\n", joined(plain(c, digits, limit)));
  for (std::size_t k = 0; k < set.parts().size(); ++k) {
    const ExactCoefficients& part = set.parts()[k].exact();
    text += fmt::format("{}{}\n", part_name(set, k), set.parts().size() == 1 ? "" : "  " + set.parts()[k].name());
    for (const auto& row : rows(part.A, digits, part.tolerance)) text += fmt::format("   {}\n", joined(row));
  }
  text += fmt::format("b  {}", joined(plain(b, digits, limit)));
  if (has_own_rows(set)) {
    text += "\nomega, the rows of the averaged constraint";
    for (const auto& row : rows(set.constraint_rows().omega, digits, limit))
      text += fmt::format("\n   {}", joined(row));
  }
  return text;
}

std::string numbers_json(const TableauSet& set, int digits) {
  Json members = Json::array();
  for (const Tableau& part : set.parts()) {
    const auto& [A, b, c, limit] = part.exact();
    members.push_back({{"name", part.name()},
                       {"c", plain(c, digits, limit)},
                       {"A", rows(A, digits, limit)},
                       {"b", plain(b, digits, limit)}});
  }
  Json tableau = {{"name", set.name()}, {"stages", set.stages()}, {"members", members}};
  if (has_own_rows(set)) tableau["omega"] = rows(set.constraint_rows().omega, digits, set.a().exact().tolerance);
  return Json({{"schema", 1}, {"tableau", tableau}}).dump(1);
}

std::string properties_text(const DescribedTableau& tableau) {
  std::string text = report_heading(tableau) + "\n\n";
  std::size_t width = 0;
  for (const Fact& fact : tableau.facts)
    if (!std::holds_alternative<std::vector<double>>(fact.value)) width = std::max(width, shown(fact).size());
  for (const Fact& fact : tableau.facts) {
    text += fmt::format("  {:<24} {:<{}} {:>9}  {}", fact.name, shown(fact), width, defect_text(fact), fact.note);
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  if (!tableau.claims.empty()) text += "\nclaims of the file\n";
  for (const ClaimVerdict& v : tableau.claims)
    text += fmt::format(
        "  {}  {} = {}{}\n",
        v.open    ? "open "
        : v.holds ? "holds"
                  : "FALSE",
        v.claim.name, claimed(v.claim),
        v.holds ? ""
                : fmt::format(" (line {}): it is {}{}", v.claim.line,
                              v.fact ? shown(*v.fact) : "not defined for this tableau",
                              v.fact && v.fact->defect ? fmt::format(", missed by {:.2e}", *v.fact->defect) : ""));
  text.pop_back();
  return text;
}

std::string properties_json(const DescribedTableau& tableau) {
  Json properties = Json::object(), claims = Json::array();
  for (const Fact& fact : tableau.facts)
    properties[fact.name] = {{"value", value_of(fact)},
                             {"defect", fact.defect && std::isfinite(*fact.defect) ? Json(*fact.defect) : Json()},
                             {"note", fact.note}};
  for (const ClaimVerdict& v : tableau.claims)
    claims.push_back({{"claim", v.claim.name},
                      {"claimed", std::visit([](const auto& x) { return Json(x); }, v.claim.claimed)},
                      {"observed", v.fact ? value_of(*v.fact) : Json()},
                      {"holds", v.holds}});
  return Json({{"schema", 1},
               {"tableau",
                {{"name", tableau.set.name()},
                 {"stages", tableau.set.stages()},
                 {"reference", tableau.reference},
                 {"properties", properties},
                 {"claims", claims}}}})
      .dump(1, ' ', false, Json::error_handler_t::replace);
}

TableauMeasurements measure_tableau(const std::string& text, const DescribedTableau& tableau, int jobs) {
  TableauMeasurements measured;
  measured.studies = run_studies(studies_of_tableau(text, tableau.set.stages()), {.quick = true, .jobs = jobs});
  const SolvedProblem<double> on = solved(problem_choice("chaplygin_sleigh", "rotating"), end_time);
  measured.costs = costs_beside(tableau.set, on);
  measured.principle = principle_of(tableau.set, on);
  return measured;
}

std::vector<ReportTable> report_tables(const DescribedTableau& tableau, const TableauMeasurements& measured) {
  std::vector<ReportTable> all;
  for (std::size_t k = 0; k < tableau.set.parts().size(); ++k) {
    const auto& [A, b, c, tolerance] = tableau.set.parts()[k].exact();
    ReportTable numbers{part_name(tableau.set, k), {"c", "A"}, {}};
    numbers.columns.resize(static_cast<std::size_t>(b.size()) + 1);
    for (Eigen::Index i = 0; i < b.size(); ++i) {
      numbers.rows.push_back(plain(VectorX<Exact>(A.row(i).transpose()), 12, tolerance));
      numbers.rows.back().insert(numbers.rows.back().begin(), plain(c[i], 12, tolerance));
    }
    numbers.rows.push_back(plain(b, 12, tolerance));
    numbers.rows.back().insert(numbers.rows.back().begin(), "b");
    all.push_back(numbers);
  }
  ReportTable properties{"Properties", {"property", "value", "defect", "meaning"}, {}};
  for (const Fact& fact : tableau.facts)
    properties.rows.push_back({fact.name, shown(fact), defect_text(fact), fact.note});
  all.push_back(properties);
  ReportTable claims{"Claims of the file", {"claim", "says", "is", "verdict"}, {}};
  for (const ClaimVerdict& v : tableau.claims)
    claims.rows.push_back({v.claim.name, claimed(v.claim), v.fact ? shown(*v.fact) : "-",
                           v.open    ? "open"
                           : v.holds ? "holds"
                                     : "FALSE"});
  if (!claims.rows.empty()) all.push_back(claims);
  ReportTable orders{"Measured orders", {"problem", "variable", "expected", "measured", "verdict", "note"}, {}};
  for (const Study& s : measured.studies)
    orders.rows.push_back({s.problem, s.variable, s.expected ? fmt::format("{}", *s.expected) : "-",
                           s.measured ? fmt::format("{:.3f}", *s.measured) : "-", std::string(verdict(s)), s.note});
  all.push_back(orders);
  ReportTable principle{"Lagrange-d'Alembert principle (Jay 2009, Theorem 6.1), residuals over ten steps",
                        {"identity", "largest residual"},
                        {}};
  for (const auto& [identity, residual] : measured.principle)
    principle.rows.push_back({identity, fmt::format("{:.2e}", residual)});
  if (!principle.rows.empty()) all.push_back(principle);
  ReportTable cost{
      fmt::format("Beside the built-in families: Chaplygin sleigh (rotating), h = {}, to t = {}", step_size, end_time),
      {"tableau, stages", "order", "error of (q, v)", "iterations", "us per step"},
      {}};
  for (const auto& c : measured.costs)
    cost.rows.push_back({c.name, c.order ? fmt::format("{}", *c.order) : "-", fmt::format("{:.2e}", c.error),
                         fmt::format("{:.2f}", c.iterations), fmt::format("{:.2f}", c.microseconds)});
  all.push_back(cost);
  return all;
}

namespace {

/// What somebody wrote, as one line of text: no mark-up, no HTML.
std::string as_markdown(const std::string& text) {
  std::string shown;
  for (const char c : text) {
    if (std::string_view("\\`*[]<>&|").find(c) != std::string_view::npos) shown += '\\';
    shown += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
  }
  return shown;
}

}  // namespace

std::string report_markdown(const DescribedTableau& tableau, const TableauMeasurements& measured) {
  std::string text = fmt::format("# {}\n", as_markdown(report_heading(tableau)));
  for (const ReportTable& table : report_tables(tableau, measured)) {
    text += fmt::format("\n## {}\n\n| {} |\n|", table.title, fmt::join(table.columns, " | "));
    for (std::size_t i = 0; i < table.columns.size(); ++i) text += " --- |";
    text += '\n';
    for (const auto& row : table.rows) text += fmt::format("| {} |\n", fmt::join(row, " | "));
  }
  return text;
}

}  // namespace nonholo::program
