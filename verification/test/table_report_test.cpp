// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/table_report.hpp>

#include "catch.hpp"
#include "experiments.hpp"

using namespace nonholo;
using namespace nonholo::program;
using namespace nonholo::test;
using Catch::Contains;

namespace {

const std::string ten_steps =
    disk + "t_end = 1\n" + midpoint + "label = \"mp\"\n[[expect]]\nrun = \"mp\"\nquantity = \"steps\"\n";

}  // namespace

TEST_CASE("a value that the source prints stands beside ours, and judges nothing") {
  const std::string table = to_table(Finished(ten_steps + "min = 5\npublished = 7\n").result);
  CHECK_THAT(table, Contains("holds  mp: steps >= 5   (observed 10, published 7)"));
}

TEST_CASE("a value that the source does not print stands alone") {
  CHECK_THAT(to_table(Finished(ten_steps + "equals = 12\n").result),
             Contains("FAILS  mp: steps = 12   (observed 10)\n"));
}

TEST_CASE("a system without constraints has a dash in the place of their residuals") {
  const std::string free =
      "[system]\ncoordinates = [\"x\"]\nlagrangian = \"vx^2/2 - x^2/2\"\n"
      "[problem]\ninitial = { q = [1], v = [0] }\nt_end = 1\n";
  const std::string gauss = "[[run]]\nmethod = \"spark\"\ntableau = \"gauss\"\nstages = 2\nh = 0.1\n";
  const std::string table = to_table(Finished(free + gauss).result);
  CHECK_THAT(table, Contains(": the system has no constraints\n") && !Contains(" 0.00e+00  0.00e+00"));
  CHECK_THAT(to_table(Finished(ten_steps + "min = 5\n").result), !Contains("no constraints"));
}
