// Figures of experiments that ran: curves are the run's own numbers, and what is missing says why.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/figures.hpp>

#include "catch.hpp"
#include "experiments.hpp"

#include <cmath>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

const std::string short_disk = disk + "t_end = 2\n";

std::string drawing(const std::string& lines) { return "[[figure]]\nname = \"f\"\n" + lines + "\n"; }

/// The runs of the text's experiment with its figures.
struct Drawn : Finished {
  explicit Drawn(const std::string& toml, RunOptions options = {}) : Finished(toml, with_figures(options)) {}

  const Figure& figure() const { return result.figures->figures.at(0); }
  const Curve& curve(std::size_t i = 0) const { return figure().curves.at(i); }
  const RunResult& run(std::size_t i = 0) const { return result.runs.at(i); }

 private:
  static RunOptions with_figures(RunOptions options) {
    options.figures = true;
    return options;
  }
};

double largest(const Curve& curve) {
  double most = 0;
  for (const double y : curve.y) most = std::max(most, std::abs(y));
  return most;
}

}  // namespace

TEST_CASE("the energy error over t is that of the run, every step of it where they are few") {
  const Drawn signed_error(short_disk + midpoint + drawing("x = \"t\"\ny = \"energy_error\""));
  const Curve& curve = signed_error.curve();
  CHECK(curve.run == "mclachlan_perlmutter h=0.1");
  CHECK(curve.series == "energy_error");
  CHECK(curve.points == 21);
  CHECK(curve.x.size() == 21);
  CHECK(curve.x.back() == Approx(2).epsilon(1e-15));
  CHECK(curve.y.back() == *signed_error.run().extremes.final_energy_error);
  CHECK(largest(curve) == *signed_error.run().extremes.max_energy_error);
  CHECK(curve.reason.empty());
}

TEST_CASE("rows of the constraint are signed, and the largest of them is the residual") {
  const Drawn drawn(short_disk + "[[run]]\nmethod = \"ida_index1\"\nrtol = 1e-4\natol = 1e-6\n" +
                    drawing("x = \"t\"\ny = [\"constraint_1\", \"constraint_2\"]"));
  REQUIRE(drawn.figure().curves.size() == 2);
  CHECK(drawn.curve(0).label == "(A v + b)₁");
  CHECK(std::max(largest(drawn.curve(0)), largest(drawn.curve(1))) == drawn.run().extremes.max_constraint_residual);
  CHECK(drawn.run().extremes.max_constraint_residual > 0);
}

TEST_CASE("rows half a step back are those that a path of nodes keeps") {
  const Drawn drawn(
      "[problem]\nname = \"nonholonomic_particle\"\nsetup = \"jimenez_scheurle\"\nt_end = 1\n"
      "[[run]]\nmethod = \"cortes_martinez\"\nh = 0.1\n" +
      drawing("x = \"t\"\ny = [\"constraint_1\", \"midstep_constraint_1\"]"));
  CHECK(largest(drawn.curve(0)) == drawn.run().extremes.max_constraint_residual);
  CHECK(largest(drawn.curve(1)) == *drawn.run().extremes.max_midstep_constraint_residual);
  CHECK(largest(drawn.curve(0)) > 1e6 * largest(drawn.curve(1)));
}

TEST_CASE("errors against an exact solution are those that the run reports") {
  const Drawn drawn(short_disk + midpoint + drawing("x = \"t\"\ny = [\"error\", \"error_x\", \"error_v\"]"));
  CHECK(largest(drawn.curve(0)) == *drawn.run().extremes.max_solution_error);
  CHECK(largest(drawn.curve(1)) == drawn.run().extremes.max_component_error[0]);
  CHECK(drawn.curve(2).y.back() == *drawn.run().endpoint_error_v);
}

TEST_CASE("without an exact solution errors are against a reference trajectory, at fixed steps and at chosen ones") {
  const Drawn drawn(sleigh + "t_end = 1\n" + midpoint +
                    "[[run]]\nmethod = \"odeint_dopri5\"\nrtol = 1e-6\natol = 1e-8\n" +
                    drawing("x = \"t\"\ny = [\"error\", \"error_v\"]\nlog = \"y\""));
  for (std::size_t i : {0, 1}) {
    CHECK(drawn.curve(2 * i).y.back() == Approx(*drawn.run(i).endpoint_error).margin(1e-12));
    CHECK(drawn.curve(2 * i + 1).y.back() == Approx(*drawn.run(i).endpoint_error_v).margin(1e-12));
    CHECK(drawn.curve(2 * i).y.back() > 1e-9);
  }
}

TEST_CASE("multipliers, invariants and coordinates can be axes") {
  const Drawn drawn(short_disk + midpoint + drawing("x = \"x\"\ny = [\"y\", \"lambda_1\", \"vphi\"]"));
  CHECK(drawn.curve(0).x.size() == 21);
  CHECK(drawn.curve(0).y.back() == drawn.run().endpoint.q[1]);
  CHECK(drawn.curve(1).y.back() == drawn.run().endpoint.lambda[0]);
  CHECK(drawn.curve(2).y.back() == Approx(drawn.run().endpoint.v[2]).epsilon(1e-15));
}

TEST_CASE("slopes are fitted to every step, in every precision") {
  const Drawn drawn(disk + "t_end = 100\n" + midpoint + "precision = \"quad\"\n" +
                    drawing("x = \"t\"\ny = \"theta\"\nslopes = true"));
  CHECK(drawn.curve().points == 1001);
  REQUIRE(drawn.curve().slope);
  CHECK(*drawn.curve().slope == Approx(drawn.run().endpoint.v[3]).epsilon(1e-9));
}

TEST_CASE("the same figures come out of any number of threads") {
  const std::string toml = short_disk + "[[run]]\nmethod = \"mclachlan_perlmutter\"\nh = [0.1, 0.05, 0.02, 0.01]\n" +
                           drawing("x = \"t\"\ny = \"error\"\nlog = \"y\"");
  CHECK(to_json(*Drawn(toml, {.jobs = 1}).result.figures) == to_json(*Drawn(toml, {.jobs = 4}).result.figures));
}

TEST_CASE("runs that differ in h alone make one curve over h, whose slope is the order") {
  const Drawn drawn(short_disk +
                    "[[run]]\nmethod = \"spark\"\ntableau = \"gauss\"\nstages = [1, 2]\nh = [0.1, 0.2, 0.05]\n" +
                    drawing("x = \"h\"\ny = \"max_solution_error\"\nlog = \"xy\"\nslopes = true"));
  REQUIRE(drawn.figure().curves.size() == 2);
  CHECK(drawn.curve(0).label == "spark(gauss,1)");
  CHECK(drawn.curve(0).x == std::vector<double>{0.05, 0.1, 0.2});
  CHECK(drawn.curve(0).y[1] == *drawn.run(0).extremes.max_solution_error);
  CHECK(*drawn.curve(0).slope == Approx(2).margin(0.1));
  CHECK(*drawn.curve(1).slope == Approx(4).margin(0.1));
}

TEST_CASE("a quantity over a quantity is a curve for the runs of one method") {
  const Drawn drawn(short_disk +
                    "[[run]]\nlabel = \"IDA\"\nmethod = \"ida_index1\"\nrtol = [1e-4, 1e-6]\natol = 1e-9\n" +
                    drawing("x = \"rhs_evaluations\"\ny = [\"endpoint_error\", \"max_component_error.y\"]"));
  REQUIRE(drawn.figure().curves.size() == 2);
  CHECK(drawn.curve(0).run == "IDA");
  CHECK(drawn.curve(0).x[1] == static_cast<double>(drawn.run(1).summary.evaluations));
  CHECK(drawn.curve(1).label == "max |q − q(t)| (y)");
  CHECK(drawn.figure().x.label == "evaluations of the system");
  CHECK(drawn.curve(1).y[1] == drawn.run(1).extremes.max_component_error[1]);
}

TEST_CASE("a curve that could not be had is there and says why") {
  const std::string at_rest =
      "[problem]\nname = \"vertical_rolling_disk\"\nt_end = 1\n"
      "initial = { q = [0, 0, 0, 0], v = [0, 0, 0, 0] }\n";
  const Drawn zero(at_rest + midpoint + drawing("x = \"t\"\ny = \"energy_error\"\nlog = \"y\""));
  CHECK(zero.curve().y.empty());
  CHECK_THAT(zero.curve().reason, Contains("no logarithm"));

  const std::string sleigh = "[problem]\nname = \"chaplygin_sleigh\"\nsetup = \"rotating\"\nt_end = 2\n";
  const Drawn signed_error(sleigh + midpoint +
                           drawing("x = \"t\"\ny = \"energy_error\"\nas = \"signed\"\nlog = \"y\"")),
      error(sleigh + midpoint + drawing("x = \"t\"\ny = \"energy_error\"\nlog = \"y\""));
  CHECK_FALSE(signed_error.curve().y.empty());
  CHECK_THAT(signed_error.curve().reason, Contains(" of 21 points are not positive"));
  CHECK(error.curve().reason.empty());

  const Drawn quick(short_disk + midpoint + "quick = false\n" + drawing("x = \"t\"\ny = \"x\""), {.quick = true});
  CHECK_THAT(quick.curve().reason, Contains("--quick"));

  const std::string falls_off =  // x'' = 4 x^3 ends in a finite time
      "[system]\ncoordinates = [\"x\", \"y\"]\nmass_matrix = [[1, 0], [0, 1]]\npotential = \"-x^4\"\nconstraints = "
      "[\"vy\"]\n"
      "[problem]\nt_end = 10\ninitial = { q = [1, 0], v = [1, 0] }\n";
  const Drawn early(falls_off + "[[run]]\nmethod = \"explicit_runge_kutta\"\nh = 0.1\n" +
                    drawing("x = \"t\"\ny = \"x\""));
  REQUIRE(early.run().summary.outcome != Outcome::success);
  CHECK_THAT(early.curve().reason, Contains("ended early"));

  const Drawn no_iterations(short_disk + "[[run]]\nmethod = \"odeint_dopri5\"\nrtol = [1e-4, 1e-5]\natol = 1e-9\n" +
                            drawing("x = \"rtol\"\ny = \"iterations_per_step\""));
  CHECK_THAT(no_iterations.curve().reason, Contains("steps are explicit"));
}

TEST_CASE("an exact solution beside a motion has the frames of the run that has most") {
  const Drawn drawn(short_disk + "[[run]]\nmethod = \"mclachlan_perlmutter\"\nh = [0.5, 0.1]\n[motion]\n");
  const Motion& motion = *drawn.result.figures->motion;
  REQUIRE(motion.exact);
  CHECK(motion.exact->label == "exact");
  CHECK(motion.runs.at(0).t.size() < motion.runs.at(1).t.size());
  CHECK(motion.exact->t == motion.runs.at(1).t);
}

TEST_CASE("a reference solution beside a motion is called what it is") {
  const Drawn drawn(
      "[problem]\nname = \"mobile_robot\"\nsetup = \"jay_8_3\"\nt_end = 1\n"
      "[[run]]\nmethod = \"mclachlan_perlmutter\"\nh = 0.1\n[motion]\n");
  REQUIRE(drawn.result.figures->motion->exact);
  CHECK(drawn.result.figures->motion->exact->label == "reference");
}

TEST_CASE("a run that ends early takes the solution from beside a motion no more than it changes the motion") {
  const Drawn drawn(short_disk + midpoint +
                    "[[run]]\nmethod = \"odeint_dopri5\"\nrtol = 1e-30\natol = 1e-30\n[motion]\n");
  const Motion& motion = *drawn.result.figures->motion;
  REQUIRE(motion.exact);
  CHECK(motion.exact->t == motion.runs.at(0).t);
}

TEST_CASE("beside a motion goes the solution, a reference trajectory where none is known exactly") {
  const Drawn drawn(sleigh + "t_end = 1\n" + midpoint +
                    "[[run]]\nmethod = \"mclachlan_perlmutter\"\nh = 0.01\n[motion]\n");
  const Motion& motion = *drawn.result.figures->motion;
  REQUIRE(motion.exact);
  const auto off = [&](std::size_t i) {
    return std::hypot(motion.runs.at(i).x.back() - motion.exact->x.back(),
                      motion.runs.at(i).y.back() - motion.exact->y.back());
  };
  CHECK(off(0) > 1e-5);
  CHECK(off(1) < off(0) / 50);
}

TEST_CASE("figures are made where they are wanted and asked for") {
  CHECK_FALSE(Finished(short_disk + midpoint + drawing("x = \"t\"\ny = \"x\"")).result.figures);
  CHECK_FALSE(Drawn(short_disk + midpoint).result.figures);
}

TEST_CASE("a motion has its frames, the first at the start and the last at the end") {
  const Drawn drawn(short_disk + "[[run]]\nmethod = \"mclachlan_perlmutter\"\nh = 0.001\n[motion]\nframes = 50\n");
  REQUIRE(drawn.result.figures->motion);
  const MotionRun& run = drawn.result.figures->motion->runs.at(0);
  CHECK(run.label == "mclachlan_perlmutter h=0.001");
  CHECK(run.t.size() == 50);
  CHECK(run.t.front() == 0);
  CHECK(run.t.back() == Approx(2).epsilon(1e-15));
  CHECK(run.x.back() == drawn.run().endpoint.q[0]);
  CHECK(run.heading.back() == drawn.run().endpoint.q[2]);
  CHECK(run.spin.back() == drawn.run().endpoint.q[3]);
  REQUIRE(drawn.result.figures->motion->exact);
  CHECK(drawn.result.figures->motion->exact->t == run.t);
  CHECK(drawn.result.figures->motion->exact->heading.back() == Approx(run.heading.back()).epsilon(1e-6));
}
