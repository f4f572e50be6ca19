// nonholo properties: what scripts read, its three forms, and messages.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "program.hpp"

using namespace nonholo::test;

TEST_CASE("properties prints verdicts and the numbers behind them as JSON") {
  const Ended ended = Workplace().nonholo({"properties", "nonholonomic_rattle", "--json"});
  CHECK(ended.code == 0);
  const Json document = ended.json();
  CHECK(document["schema"] == 1);
  REQUIRE(document["properties"].size() == 1);
  const Json& line = document["properties"][0];
  CHECK(line["method"] == "nonholonomic_rattle");
  CHECK(line["options"].empty());
  CHECK(line["order_constant_mass"]["q"].get<double>() == Approx(2).margin(0.15));
  CHECK(line["order_constant_mass"]["verdict"] == "2");
  CHECK(line["order_varying_mass"]["q"].is_null());
  CHECK(line["order_varying_mass"]["verdict"] == "-");
  CHECK(line["half_step_energy"] == "exact");
  CHECK(line["measured"]["half_step_energy"]["nonholonomic_particle"].get<double>() < 1e-10);
  for (const char* key : {"reversible", "energy", "energy_on_disk", "constraint", "half_step_constraint"})
    CHECK(line[key].is_string());
}

TEST_CASE("properties --out leaves its table and its page") {
  const Workplace place;
  REQUIRE(place.nonholo({"properties", "nonholonomic_rattle", "--out", "results"}).code == 0);
  const Json document = Json::parse(contents(place.path("results/properties.json")));
  CHECK(document["columns"]["reversible"].is_string());
  CHECK_THAT(contents(place.path("results/report.html")), Contains("\"label\":\"nonholonomic_rattle\""));
}

TEST_CASE("properties prints text and a Markdown table, and refuses a filter that matches nothing") {
  const Ended text = Workplace().nonholo({"properties", "nonholonomic_rattle"});
  CHECK(text.code == 0);
  CHECK_THAT(text.out, Contains("nonholonomic_rattle\n") && Contains("in (q_k, q_k+1)"));
  const Ended markdown = Workplace().nonholo({"properties", "nonholonomic_rattle", "--markdown"});
  CHECK_THAT(markdown.out, Contains("| method | order, M constant |") && Contains("| nonholonomic_rattle | 2 | - |"));
  const Ended refused = Workplace().nonholo({"properties", "ratle"});
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, Contains("'ratle'"));
}
