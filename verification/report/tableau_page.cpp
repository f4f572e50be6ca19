// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/report/tableau_page.hpp>

#include <nonholo/verification/report/page.hpp>
#include <nonholo/verification/study/study_report.hpp>

#include <nlohmann/json.hpp>

namespace nonholo::program {

std::string tableau_page(const DescribedTableau& tableau, const TableauMeasurements& measured) {
  using Json = nlohmann::ordered_json;
  Json tables = Json::array();
  for (const ReportTable& table : report_tables(tableau, measured))
    tables.push_back({{"title", table.title}, {"columns", table.columns}, {"rows", table.rows}});
  const Json data = {{"schema", 1},
                     {"version", NONHOLO_VERSION},
                     {"experiments", Json::array()},
                     {"studies", Json::parse(studies_json(measured.studies))["studies"]},
                     {"tableau", {{"title", report_heading(tableau)}, {"tables", tables}}}};
  return filled_page(data.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace nonholo::program
