// Series: what systems offer to be drawn, what it is called, and its values on readings made by hand.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/series.hpp>

#include <nonholo/problems/catalogue.hpp>

#include "catch.hpp"

#include <cmath>

using namespace nonholo;
using SeriesNames = std::vector<std::string_view>;

namespace {

Catalogue<Series> offered_by(const char* problem) { return series_of(problem_catalogue().at(problem).make({})); }

Reading example_reading() {
  Reading reading;
  reading.t = 2;
  reading.energy = 3;
  reading.energy_error = -1;  // 4 at the start
  reading.constraint_residual = 0.5;
  reading.q = {1, 2, 3, 4};
  reading.constraint = {0.25, -0.5};
  reading.error = {0, 3, 0, -4};
  reading.solution_size = 10;
  return reading;
}

double measured(const char* name, Measure as = Measure::signed_value) {
  return value(offered_by("vertical_rolling_disk").at(name), as, example_reading());
}

}  // namespace

TEST_CASE("a mechanical system offers its state, energy, residuals, invariants and errors by name") {
  const Catalogue<Series> disk = offered_by("vertical_rolling_disk");
  CHECK(disk.names() == SeriesNames{"t",
                                    "x",
                                    "y",
                                    "phi",
                                    "theta",
                                    "v_x",
                                    "v_y",
                                    "v_phi",
                                    "v_theta",
                                    "lambda_1",
                                    "lambda_2",
                                    "energy",
                                    "energy_error",
                                    "constraint_residual",
                                    "constraint_1",
                                    "constraint_2",
                                    "midstep_constraint_1",
                                    "midstep_constraint_2",
                                    "vphi",
                                    "invariant_error.vphi",
                                    "vtheta",
                                    "invariant_error.vtheta",
                                    "error",
                                    "error_v",
                                    "error_x",
                                    "error_y",
                                    "error_phi",
                                    "error_theta",
                                    "error_v_x",
                                    "error_v_y",
                                    "error_v_phi",
                                    "error_v_theta"});
}

TEST_CASE("a DAE has no velocities and no energy, its multipliers are z") {
  const Catalogue<Series> dae = offered_by("jay_2003_dae");
  CHECK(dae.find("z_1"));
  CHECK(dae.find("error"));
  for (const char* name : {"lambda_1", "energy", "energy_error", "error_v"}) CHECK_FALSE(dae.find(name));
}

TEST_CASE("values are signed, absolute, or relative to the start or the solution") {
  CHECK(measured("t") == 2);
  CHECK(measured("phi") == 3);
  CHECK(measured("energy_error") == -1);
  CHECK(measured("energy_error", Measure::absolute) == 1);
  CHECK(measured("energy_error", Measure::relative) == -0.25);
  CHECK(measured("energy_error", Measure::absolute_relative) == 0.25);
  CHECK(measured("constraint_2") == -0.5);
  CHECK(measured("error") == 5);
  CHECK(measured("error_theta") == -4);
  CHECK(measured("error_theta", Measure::absolute_relative) == 0.4);
  CHECK(std::isnan(measured("lambda_1")));
  CHECK(std::isnan(measured("error_v_x", Measure::relative)));
}

TEST_CASE("an error relative to zero is not a number") {
  Reading reading = example_reading();
  reading.energy = -1;
  CHECK(std::isnan(value(offered_by("vertical_rolling_disk").at("energy_error"), Measure::relative, reading)));
}

TEST_CASE("axes say what is measured") {
  const Catalogue<Series> disk = offered_by("vertical_rolling_disk");
  CHECK(axis_label(disk.at("energy_error"), Measure::signed_value) == "E − E₀");
  CHECK(axis_label(disk.at("energy_error"), Measure::absolute) == "|E − E₀|");
  CHECK(axis_label(disk.at("energy_error"), Measure::relative) == "(E − E₀) / |E₀|");
  CHECK(axis_label(disk.at("energy_error"), Measure::absolute_relative) == "|E − E₀| / |E₀|");
  CHECK(axis_label(disk.at("error"), Measure::absolute) == "‖q − q(t)‖");
  CHECK(axis_label(disk.at("constraint_2"), Measure::signed_value) == "(A v + b)₂");
  CHECK(axis_label(disk.at("lambda_1"), Measure::absolute) == "|λ₁|");
}
