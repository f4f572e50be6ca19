// A tableau as text: its numbers, its properties and claims, and the full report with measured orders beside the
// built-in families.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/study/studies.hpp>
#include <nonholo/verification/tableau/tableau_claims.hpp>

#include <string>
#include <vector>

namespace nonholo::program {

/// A set with what is known about it.
struct DescribedTableau {
  TableauSet set;
  std::string reference;  ///< as its file states it
  std::vector<Fact> facts;
  std::vector<ClaimVerdict> claims;  ///< refer to facts

  DescribedTableau(const TableauSet& tableau, std::string source, const std::vector<Claim>& claimed);
  DescribedTableau(const DescribedTableau&) = delete;
  DescribedTableau& operator=(const DescribedTableau&) = delete;
  bool claims_hold() const;
};

/// c, A (row by row) and b of each part, in plain decimals with that many significant digits (at most 80).
std::string numbers_text(const TableauSet& set, int digits);
std::string numbers_json(const TableauSet& set, int digits);

/// Properties with their defects and rules, then the claims.
std::string properties_text(const DescribedTableau& tableau);
std::string properties_json(const DescribedTableau& tableau);

/// What a report adds to the properties.
struct TableauMeasurements {
  struct Cost {
    std::string name;                 ///< "gauss, 2"
    double iterations, microseconds;  ///< of a step, mean
    double error;                     ///< of (q, v) at the end
    std::optional<int> order;
  };
  std::vector<Study> studies;
  /// the tableau first, then families of the same number of stages
  std::vector<Cost> costs;
  /// residuals of Jay's theorem 6.1; empty where it does not apply
  std::vector<std::pair<std::string, double>> principle;
};

/// Runs the studies, the steps and the check of Jay's theorem. `text` is what find_tableau() takes.
TableauMeasurements measure_tableau(const std::string& text, const DescribedTableau& tableau, int jobs);

/// Rows of cells under column names.
struct ReportTable {
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

/// The report: its heading, its tables, and both as Markdown. As a page: report/tableau_page.hpp.
std::string report_heading(const DescribedTableau& tableau);
std::vector<ReportTable> report_tables(const DescribedTableau& tableau, const TableauMeasurements& measured);
std::string report_markdown(const DescribedTableau& tableau, const TableauMeasurements& measured);

}  // namespace nonholo::program
