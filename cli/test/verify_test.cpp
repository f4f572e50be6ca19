// nonholo verify and nonholo tableau: what scripts read, exit codes, messages.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "program.hpp"

#include <set>

using namespace nonholo::test;

namespace {

const std::string one_stage = "b = [1]\nA = [[\"1/2\"]]\n[claims]\norder = ";

}  // namespace

TEST_CASE("verify prints studies as JSON with the keys that are promised, and exits with 0 when all hold") {
  const Ended ended = Workplace().nonholo({"verify", "mclachlan_perlmutter", "--quick", "--json"});
  CHECK(ended.code == 0);
  const Json document = ended.json();
  CHECK(document["schema"] == 1);
  REQUIRE(document["studies"].size() >= 4);
  const Json& study = document["studies"][0];
  for (const char* key : {"method", "tableau", "stages", "problem", "variable", "expected_order", "measured_order",
                          "points", "holds", "note"})
    CHECK(study.contains(key));
  CHECK(study["method"] == "mclachlan_perlmutter");
  CHECK(study["tableau"].is_null());
  CHECK(study["variable"] == "q");
  CHECK(study["expected_order"] == 2);
  CHECK(study["points"][0]["h"] == 0.1);
  CHECK(study["holds"] == true);
}

TEST_CASE(
    "verify studies a method on problems outside the suite, q, v and lambda, and says what could not be measured") {
  const Ended ended =
      Workplace().nonholo({"verify", "mclachlan_perlmutter", "--problems", "skate_on_incl*", "--quick", "--json"});
  CHECK(ended.code == 0);
  std::set<std::string> variables;
  const Json document = ended.json();
  for (const Json& study : document["studies"]) {
    CHECK(study["problem"] == "skate_on_incline");
    variables.insert(study["variable"]);
  }
  CHECK(variables == std::set<std::string>{"q", "v", "lambda", "lambda_stage"});
  CHECK(Workplace().nonholo({"verify", "--problems", "nowhere"}).code == 2);
}

TEST_CASE("check runs the contract suite of a method by its name, derivatives of its stage equations among it") {
  const Ended ended = Workplace().nonholo({"check", "gni"});
  CHECK(ended.code == 0);
  CHECK_THAT(ended.out, Contains("gni difference=left on contact_oscillator (perturbed): every check holds") &&
                            Contains("gni on chaplygin_sleigh (rotating)"));
  CHECK_THAT(Workplace().nonholo({"check", "implicit_midpoint_dla"}).out,
             Contains("holds  stage equations: jacobian() is the derivative of residual()"));
  CHECK(Workplace().nonholo({"check", "no_such_name"}).code == 2);
}

TEST_CASE("verify takes a tableau file, and exits with 1 when it misses the order that it claims") {
  const Workplace workplace;
  workplace.write("midpoint.toml", one_stage + "2\n");
  workplace.write("boast.toml", one_stage + "4\n");
  CHECK(workplace.nonholo({"verify", "midpoint.toml"}).code == 0);
  const Ended boast = workplace.nonholo({"verify", "boast.toml"});
  CHECK(boast.code == 1);
  CHECK_THAT(boast.out, Contains("FAILS"));
}

TEST_CASE("a filter that matches nothing and a file that cannot be read are wrong input") {
  CHECK(Workplace().nonholo({"verify", "gaus"}).code == 2);
  CHECK(Workplace().nonholo({"verify", "missing.toml"}).code == 2);
  CHECK(Workplace().nonholo({"tableau", "check", "missing.toml"}).code == 2);
  const Ended unknown = Workplace().nonholo({"tableau", "show", "gaus", "--stages", "2"});
  CHECK(unknown.code == 2);
  CHECK_THAT(unknown.err, Contains("did you mean 'gauss'"));
  CHECK_THAT(Workplace().nonholo({"tableau", "show", "gauss"}).err, Contains("1 to 16 stages"));
}

TEST_CASE("tableau show prints c, A row by row and b in plain decimals, of sets each member") {
  const Ended gauss = Workplace().nonholo({"tableau", "show", "gauss", "--stages", "2", "--digits", "10"});
  CHECK(gauss.code == 0);
  CHECK(gauss.out ==
        "gauss, 2 stages\nc  0.2113248654  0.7886751346\nA\n   0.2500000000  -0.03867513459\n   0.5386751346  "
        "0.2500000000\nb  0.5000000000  "
        "0.5000000000\n");
  const Json set = Workplace().nonholo({"tableau", "show", "lobatto_iiia_b", "--stages", "2", "--json"}).json();
  CHECK(set["tableau"]["members"].size() == 2);
}

TEST_CASE("tableau check exits with 1 when a claim of the file is false, and tells line and value") {
  const Workplace workplace;
  workplace.write("midpoint.toml", one_stage + "2\n");
  workplace.write("boast.toml", one_stage + "4\n");
  CHECK(workplace.nonholo({"tableau", "check", "midpoint.toml"}).code == 0);
  const Ended boast = workplace.nonholo({"tableau", "check", "boast.toml"});
  CHECK(boast.code == 1);
  CHECK_THAT(boast.out, Contains("FALSE  order = 4 (line 4): it is 2"));
  const Json json = workplace.nonholo({"tableau", "check", "boast.toml", "--json"}).json();
  CHECK(json["tableau"]["claims"][0]["holds"] == false);
  CHECK(json["tableau"]["properties"]["order"]["value"] == 2);
}

TEST_CASE("tableau report writes Markdown and a page") {
  const Workplace workplace;
  workplace.write("midpoint.toml", one_stage + "2\n");
  const Ended report = workplace.nonholo({"tableau", "report", "midpoint.toml", "--out", "out"});
  CHECK(report.code == 0);
  CHECK_THAT(report.out, Contains("## Measured orders") && Contains("Theorem 6.1"));
  CHECK(std::filesystem::exists(workplace.path("out/midpoint_1.md")));
  CHECK(std::filesystem::exists(workplace.path("out/midpoint_1.html")));
}

TEST_CASE("an experiment takes the path of a tableau file where a name does, from its own folder") {
  const Workplace workplace;
  workplace.write("sub/midpoint.toml", one_stage + "2\n");
  workplace.write(
      "sub/run.toml",
      sleigh +
          "t_end = 1\n[[run]]\nmethod = \"spark\"\ntableau = \"midpoint.toml\"\nh = 0.1\n[[run]]\nmethod = \"spark\"\n"
          "tableau = \"gauss\"\nstages = 1\nh = 0.1\n[[expect]]\nrun = \"spark(midpoint,1) h=0.1\"\nversus = "
          "\"spark(gauss,1) h=0.1\"\n"
          "quantity = \"max_energy_error\"\nequals = 1\nrel = 1e-9\n");
  const Ended ended = workplace.nonholo({"run", "sub/run.toml", "--json"});
  CHECK(ended.code == 0);
  CHECK(ended.json()["experiments"][0]["runs"][0]["tableau"] == "midpoint");
  CHECK(ended.json()["experiments"][0]["runs"][0]["stages"] == 1);
}

TEST_CASE("a DAE in Hessenberg form runs with y and z, and its endpoint has their names") {
  const Workplace workplace;
  workplace.write(
      "dae.toml",
      "[problem]\nname = \"jay_2006_dae\"\ninitial = { y = [1, 1], z = [1] }\nt_end = 1\n[[run]]\nmethod = \"spark\"\n"
      "tableau = \"gauss\"\nstages = 3\nh = 0.05\n");
  const Ended ended = workplace.nonholo({"run", "dae.toml", "--json"});
  CHECK(ended.code == 0);
  const Json run = ended.json()["experiments"][0]["runs"][0];
  CHECK(run["endpoint"]["y"].size() == 2);
  CHECK(run["endpoint"]["z"][0].get<double>() == Approx(7.38905609893065));
  CHECK(run["endpoint"].contains("z_stage"));
  CHECK_FALSE(run["endpoint"].contains("q"));
  CHECK(run["max_energy_error"].is_null());
  workplace.write("wrong.toml",
                  "[problem]\nname = \"jay_2006_dae\"\nsetup = \"unit_interval\"\n[[run]]\nmethod = "
                  "\"mclachlan_perlmutter\"\nh = 0.05\n");
  const Ended refused = workplace.nonholo({"run", "wrong.toml"});
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, Contains("run[0].method") && Contains("mechanical"));
}
