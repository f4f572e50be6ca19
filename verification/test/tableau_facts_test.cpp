// What `nonholo tableau` says: properties with defects and rules, claims, numbers in plain decimals, the report.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/study/tableau_report.hpp>

#include <nonholo/methods/tableaus/tableaus.hpp>
#include <nonholo/verification/report/tableau_page.hpp>

#include "catch.hpp"

#include <algorithm>

using namespace nonholo;
using namespace nonholo::program;
using Catch::Matchers::Contains;

namespace {

Fact fact_of(const TableauSet& set, const std::string& name) {
  for (const Fact& fact : facts(set))
    if (fact.name == name) return fact;
  FAIL("no fact " << name);
  return {};
}

TableauFile gauss2(const std::string& corner, const std::string& claims) {
  return read_tableau_text("b = [\"1/2\", \"1/2\"]\nc = [\"1/2 - sqrt(3)/6\", \"1/2 + sqrt(3)/6\"]\nA = [[\"" + corner +
                               "\", \"1/4 - sqrt(3)/6\"], [\"1/4 + sqrt(3)/6\", \"1/4\"]]\n[claims]\n" + claims,
                           "gauss2.toml");
}

bool hold(const TableauFile& file) { return DescribedTableau(file.set, "", file.claims).claims_hold(); }

}  // namespace

TEST_CASE("properties are computed, with the rule for orders and the defect of what is missed") {
  CHECK(shown(fact_of(tableaus::gauss(3), "order")) == "6");
  CHECK(shown(fact_of(tableaus::gauss(3), "ode_order")) == "6");
  CHECK(shown(fact_of(tableaus::gauss(3), "standard_order")) == "4");
  CHECK(shown(fact_of(tableaus::gauss(3), "standard_order_z")) == "2");
  CHECK(shown(fact_of(tableaus::gauss(7), "ode_order")) == "14");  // beyond the trees that are evaluated
  CHECK_THAT(fact_of(tableaus::gauss(7), "ode_order").note, Contains("simplifying assumptions"));
  CHECK(shown(fact_of(tableaus::lobatto_iiia_b(3), "ode_order")) == "4");
  CHECK_THAT(fact_of(tableaus::lobatto_iiia_b(3), "ode_order").note, Contains("2-coloured trees"));
  CHECK(shown(fact_of(tableaus::lobatto_iiia_b(3), "A2.rank")) == "2");
  CHECK(shown(fact_of(tableaus::lobatto_iiic(2), "symmetric")) == "no");
  CHECK(*fact_of(tableaus::lobatto_iiic(2), "symmetric").defect == Approx(0.5));
  CHECK(shown(fact_of(tableaus::lobatto_iiib(3), "standard_order")) == "none");
  CHECK(shown(fact_of(tableaus::modified_lobatto_iiia_b(2), "order")) == "unknown");
  CHECK(shown(fact_of(tableaus::lobatto_iiia(3), "order")) == "none");     // it cannot carry reactions
  CHECK(shown(fact_of(tableaus::radau_iia(4), "standard_order")) == "7");  // beyond the trees that are evaluated
  CHECK(shown(fact_of(tableaus::gauss(8), "standard_order")) == "at least 6");
  CHECK(shown(fact_of(tableaus::radau_iia(2), "R_infinity")) == "0");
  CHECK(shown(fact_of(tableaus::gauss(2), "R_numerator")) == "1 + 0.5 z + 0.0833333 z^2");
}

TEST_CASE("claims are held against what is computed") {
  CHECK(hold(gauss2(
      "1/4",
      "order = 4\nsymmetric = true\nstiffly_accurate = false\nB = 4\nC = 2\nD = 2\node_order = 4\nstandard_order = 2\n"
      "lagrange_dalembert = true\nexplicit_first = false\nstage_multiplier_order = 1\n")));
  CHECK_FALSE(hold(gauss2("1/4", "order = 5\n")));
  CHECK_FALSE(hold(gauss2("1/4", "stiffly_accurate = true\n")));
}

TEST_CASE("a claim that no theorem covers is open, neither held nor false") {
  const TableauFile file = read_tableau_text(
      "b = [\"1/2\", \"1/2\"]\nc = [0, 1]\nA = [[0, 0], [\"1/2\", \"1/2\"]]\nA_hat = [[\"1/2\", 0], [\"1/2\", 0]]\n"
      "omega = [[1, 0]]\n[claims]\norder = 2\n",
      "odd.toml");
  const DescribedTableau odd(file.set, "", file.claims);
  CHECK(odd.claims_hold());
  CHECK(odd.claims[0].open);
  CHECK_THAT(properties_text(odd), Contains("open   order = 2"));
  CHECK_THAT(numbers_text(file.set, 3), Contains("omega"));
  CHECK_THAT(numbers_text(tableaus::lobatto_iiia_b(2), 3), !Contains("omega"));
}

TEST_CASE("one coefficient that is off by 1e-6 makes every claim about it false") {
  for (const char* claim :
       {"order = 4\n", "symmetric = true\n", "C = 2\n", "D = 2\n", "ode_order = 4\n", "lagrange_dalembert = true\n"})
    CHECK_FALSE(hold(gauss2("1/4 + 1/1000000", claim)));
  const TableauFile off = gauss2("1/4 + 1/1000000", "symmetric = true\n");
  CHECK_THAT(properties_text(DescribedTableau(off.set, "", off.claims)),
             Contains("FALSE  symmetric = yes (line 5): it is no, missed by 1.00e-06"));
}

TEST_CASE("numbers are plain decimals with the digits asked for, and zeros are 0") {
  const std::string text = numbers_text(tableaus::lobatto_iiia_b(2), 5);
  CHECK_THAT(text, Contains("c  0  1.0000") && Contains("   0.50000  0.50000") && Contains("A2  lobatto_iiib"));
  CHECK_THAT(numbers_text(tableaus::gauss(2), 30), Contains("0.211324865405187117745425609749"));
  CHECK_THAT(numbers_json(tableaus::gauss(1), 3), Contains("\"0.500\""));
}

TEST_CASE(
    "the report has measured orders, the built-in families beside the tableau, and Jay's theorem where it applies") {
  const DescribedTableau tableau(tableaus::gauss(1), "", {});
  const TableauMeasurements measured = measure_tableau("gauss", tableau, 2);
  CHECK(measured.studies.size() >= 8);
  CHECK(std::ranges::all_of(measured.studies, &Study::holds));
  CHECK(measured.costs.size() > 2);
  REQUIRE(measured.principle.size() == 6);
  for (const auto& [identity, residual] : measured.principle) CHECK(residual < 1e-12);
  CHECK_THAT(report_markdown(tableau, measured), Contains("## Measured orders") && Contains("| radau_iia, 1 |"));
  const DescribedTableau hostile(tableaus::gauss(1), "<script>alert(1)</script>\n# mine", {});
  CHECK_THAT(report_markdown(hostile, {}), !Contains("<script") || Contains("\\<script\\>"));
  CHECK_THAT(report_markdown(hostile, {}), !Contains("\n# mine"));
  CHECK_THAT(tableau_page(tableau, measured), Contains("<!doctype html>") && Contains("\"radau_iia, 1\""));
}
