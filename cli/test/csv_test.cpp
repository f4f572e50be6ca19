// The CSV file of each run below --out: its columns, its rows, its name.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "program.hpp"

#include <fmt/format.h>

#include <cmath>
#include <sstream>

using namespace nonholo::test;

namespace {

using Row = std::vector<double>;

struct Csv {
  std::string header;
  std::vector<Row> rows;
};

Csv csv(const std::filesystem::path& file) {
  std::istringstream text(contents(file));
  Csv all;
  std::getline(text, all.header);
  for (std::string line; std::getline(text, line);) {
    std::istringstream cells(line);
    Row row;
    for (std::string cell; std::getline(cells, cell, ',');)
      row.push_back(cell.empty() ? std::nan("") : std::stod(cell));
    all.rows.push_back(row);
  }
  return all;
}

/// The CSV of the midpoint run on the sleigh, 10 steps.
Csv sleigh_csv(const Workplace& place, const std::vector<std::string>& further = {}) {
  std::vector<std::string> arguments = {"--out", "results"};
  arguments.insert(arguments.end(), further.begin(), further.end());
  REQUIRE(run(place, sleigh + midpoint, arguments).code == 0);
  return csv(place.path("results/experiment/mclachlan_perlmutter_h_0.1.csv"));
}

std::vector<double> times(const Csv& file) {
  std::vector<double> t;
  for (const Row& row : file.rows) t.push_back(row[0]);
  return t;
}

}  // namespace

TEST_CASE(
    "the columns are t, the coordinates, their velocities, the multipliers, energy, its error and the constraint "
    "residual") {
  const Workplace place;
  CHECK(sleigh_csv(place).header == "t,x,y,theta,vx,vy,vtheta,lambda1,energy,energy_error,constraint_residual");
  run(place, "[problem]\nname = \"vertical_rolling_disk\"\nsetup = \"hilden_2_1_2\"\nt_end = 1\n" + midpoint,
      {"--out", "results"});
  CHECK(csv(place.path("results/experiment/mclachlan_perlmutter_h_0.1.csv")).header ==
        "t,x,y,phi,theta,vx,vy,vphi,vtheta,lambda1,lambda2,energy,energy_error,constraint_residual");
}

TEST_CASE("expressions have columns in the digits of the run, and one that is a column already has no second") {
  const Workplace place;
  const auto expect = [](const char* quantity) {
    return fmt::format("[[expect]]\nrun = \"all\"\nquantity = \"{}\"\nmax = 100\n", quantity);
  };
  const Ended ended =
      run(place, sleigh + midpoint + "label = \"all\"\nprecision = \"quad\"\n" + expect("x") + expect("x + y"),
          {"--out", "results"});
  INFO(ended.err);
  const std::string all = contents(place.path("results/experiment/all.csv"));
  CHECK(all.substr(0, all.find('\n')) ==
        "t,x,y,theta,vx,vy,vtheta,lambda1,energy,energy_error,constraint_residual,x + y");
  const std::string last = all.substr(all.rfind(',') + 1);
  CHECK(last.size() > 30);
}

TEST_CASE("there is a row for the start and one for each step, complete and in exact digits") {
  const Workplace place;
  const Csv file = sleigh_csv(place);
  REQUIRE(file.rows.size() == 11);
  for (std::size_t k = 0; k < file.rows.size(); ++k) {
    CHECK(file.rows[k].size() == 11);
    CHECK(file.rows[k][0] == static_cast<double>(k) * 0.1);
  }
  CHECK(Row(file.rows[0].begin() + 1, file.rows[0].begin() + 4) == Row{1, 0, 0.3});
  // m = I = a = 1, g = 0.1; at (1, 0, 0.3) the centre of mass moves with v + a theta' along its normal
  const double vx = file.rows[0][4], vy = file.rows[0][5], w = file.rows[0][6], c = std::cos(0.3), s = std::sin(0.3);
  CHECK(file.rows[0][8] ==
        Approx((std::pow(vx - s * w, 2) + std::pow(vy + c * w, 2) + w * w) / 2 + 0.1 * s).epsilon(1e-14));
  CHECK(file.rows[0][9] == 0);
  CHECK(file.rows[10][8] - file.rows[0][8] == Approx(file.rows[10][9]).margin(1e-15));
  const Json end = Json::parse(contents(place.path("results/results.json")))["experiments"][0]["runs"][0]["endpoint"];
  CHECK(Row(file.rows[10].begin() + 1, file.rows[10].begin() + 4) == end["q"].get<Row>());
  CHECK(Row(file.rows[10].begin() + 4, file.rows[10].begin() + 7) == end["v"].get<Row>());
  CHECK(file.rows[10][7] == end["lambda"][0].get<double>());
}

TEST_CASE("with --sample N every N-th step has a row, and the last always") {
  const Workplace place;
  CHECK(times(sleigh_csv(place, {"--sample", "5"})) == std::vector<double>{0, 5 * 0.1, 10 * 0.1});
  CHECK(times(sleigh_csv(place, {"--sample", "4"})) == std::vector<double>{0, 4 * 0.1, 8 * 0.1, 10 * 0.1});
  CHECK(times(sleigh_csv(place, {"--sample", "1000"})) == std::vector<double>{0, 10 * 0.1});
}

TEST_CASE("what --sample leaves out of the CSV still counts in the extremes") {
  const Workplace place;
  const auto extremes = [&place](const char* sample) {
    const Json one = run(place, sleigh + midpoint, {"--out", "results", "--json", "--sample", sample})
                         .json()["experiments"][0]["runs"][0];
    return std::pair(one["max_energy_error"].get<double>(), one["max_constraint_residual"].get<double>());
  };
  CHECK(extremes("1") == extremes("1000"));
}

TEST_CASE("labels that look alike as file names get files of their own") {
  const Workplace place;
  run(place,
      sleigh + midpoint + "label = \"a b\"\n[[run]]\nlabel = \"a/b\"\nmethod = \"mclachlan_perlmutter\"\nh = 0.5\n" +
          "[[run]]\nlabel = \"a+b\"\nmethod = \"mclachlan_perlmutter\"\nh = 1\n",
      {"--out", "results"});
  CHECK(csv(place.path("results/experiment/a_b.csv")).rows.size() == 11);
  CHECK(csv(place.path("results/experiment/a_b_.csv")).rows.size() == 3);
  CHECK(csv(place.path("results/experiment/a_b_2.csv")).rows.size() == 2);
}

TEST_CASE("a label cannot lead out of the folder, nor be too long for a file name") {
  const Workplace place;
  const std::string longest(400, 'x');
  const Ended ended = run(place,
                          sleigh + midpoint + "label = \"../../../out\"\n[[run]]\nlabel = \"" + longest +
                              "\"\nmethod = \"mclachlan_perlmutter\"\nh = 0.5\n",
                          {"--out", "results"});
  CHECK(ended.code == 0);
  long files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(place.path("results/experiment")))
    files += entry.path().extension() == ".csv";
  CHECK(files == 2);
}

TEST_CASE("without --out nothing is written") {
  const Workplace place;
  run(place, sleigh + midpoint);
  long files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::recursive_directory_iterator(place.path(""))) ++files;
  CHECK(files == 1);  // the experiment
}

TEST_CASE("expressions that an experiment names have columns behind the others, by their texts") {
  const Workplace place;
  REQUIRE(
      run(place,
          sleigh + midpoint +
              "[[expect]]\nrun = \"mclachlan_perlmutter h=0.1\"\nquantity = \"max(abs(vx - start(vx)))\"\nmin = 0\n" +
              "[[figure]]\nname = \"far\"\nx = \"t\"\ny = [\"hypot(x, y)\", \"log(-1 - x^2)\", \"energy\"]\n",
          {"--out", "results", "--sample", "4"})
          .code == 0);
  const std::filesystem::path file = place.path("results/experiment/mclachlan_perlmutter_h_0.1.csv");
  const std::string text = contents(file);
  CHECK_THAT(text.substr(0, text.find('\n')),
             Catch::Matchers::EndsWith(",constraint_residual,max(abs(vx - start(vx))),hypot(x; y),log(-1 - x^2)"));
  std::istringstream lines(text);
  double largest = 0;
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    std::vector<std::string> cells;
    std::istringstream row(line);
    for (std::string cell; std::getline(row, cell, ',');) cells.push_back(cell);
    REQUIRE(cells.size() == 13);  // behind them an empty one
    CHECK(std::stod(cells[12]) == Approx(std::hypot(std::stod(cells[1]), std::stod(cells[2]))));
    CHECK(line.back() == ',');
    CHECK(std::stod(cells[11]) >= largest);
    largest = std::stod(cells[11]);
  }
  CHECK(largest > 0);
}

TEST_CASE("a run has the columns that it asks for, names and expressions, in this order") {
  const Workplace place;
  const std::string columns = "columns = [\"t\", \"vtheta\", \"energy\", \"hypot(x, y)\", \"lambda1\", \"x\"]\n";
  REQUIRE(run(place, sleigh + midpoint + columns, {"--out", "results"}).code == 0);
  const Csv file = csv(place.path("results/experiment/mclachlan_perlmutter_h_0.1.csv"));
  CHECK(file.header == "t,vtheta,energy,hypot(x; y),lambda1,x");
  REQUIRE(file.rows.size() == 11);
  const Json end = Json::parse(contents(place.path("results/results.json")))["experiments"][0]["runs"][0]["endpoint"];
  const Row& last = file.rows[10];
  CHECK(last[1] == end["v"][2].get<double>());
  CHECK(last[3] == Approx(std::hypot(end["q"][0].get<double>(), end["q"][1].get<double>())).epsilon(1e-15));
  CHECK(last[4] == end["lambda"][0].get<double>());
  CHECK(last[5] == end["q"][0].get<double>());
  holds_refused(sleigh + midpoint + "columns = [\"energi\"]\n", 7, "run[0].columns",
                {"unknown column 'energi'", "did you mean 'energy'"});
}

TEST_CASE("the z of a DAE in the CSV is that of the root that the run is on") {
  // a' = (w - 1)(w - 5) + b/10 is 0: w = 3 +- sqrt(4 - b/10)
  for (const double sign : {1.0, -1.0}) {
    const Workplace place;
    const Ended ended =
        run(place,
            fmt::format("[system]\ny = [\"a\", \"b\"]\nz = [\"w\"]\nf = [\"(w - 1)*(w - 5) + b/10\", \"-b*w\"]\n"
                        "g = [\"a\"]\n[problem]\nt_end = 1\ninitial = {{ y = [0, 1], z = [{}] }}\n"
                        "consistent = \"project\"\n"
                        "[[run]]\nlabel = \"r\"\nmethod = \"spark\"\ntableau = \"gauss\"\nstages = 2\nh = 0.05\n",
                        3 + sign * std::sqrt(3.9)),
            {"--out", "results"});
    REQUIRE(ended.code == 0);
    const Csv file = csv(place.path("results/experiment/r.csv"));
    REQUIRE(file.header.starts_with("t,a,b,z1,"));
    REQUIRE(file.rows.size() == 21);
    for (const Row& row : file.rows) CHECK(row[3] == Approx(3 + sign * std::sqrt(4 - row[2] / 10)).epsilon(1e-12));
  }
}
