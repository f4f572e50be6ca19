// PreparedExperiment: what an experiment's runs report, keep and refuse.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/runner.hpp>

#include <nonholo/problems/catalogue.hpp>
#include <nonholo/verification/experiment/keys.hpp>

#include "catch.hpp"
#include "experiments.hpp"

#include <cmath>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

const std::string two_runs = midpoint + "[[run]]\nmethod = \"mclachlan_perlmutter\"\nh = 0.5\nquick = false\n";
const std::string too_tight = "[[run]]\nlabel = \"too tight\"\nmethod = \"ida_index1\"\nrtol = 1e-17\natol = 1e-20\n";

/// The only run of the experiment.
RunResult only_run(const std::string& toml) {
  const Finished finished(toml);
  REQUIRE(finished.result.runs.size() == 1);
  return finished.result.runs[0];
}

std::string spark_with(const std::string& tableau, int stages, double h) {
  return "[[run]]\nmethod = \"spark\"\ntableau = \"" + tableau + "\"\nstages = " + std::to_string(stages) +
         "\nh = " + std::to_string(h) + "\n";
}

double norm(const std::vector<double>& x, const std::vector<double>& y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += (x[i] - y[i]) * (x[i] - y[i]);
  return std::sqrt(sum);
}

}  // namespace

TEST_CASE("a run reports its options, its steps and the state at its end") {
  const RunResult run = only_run(sleigh + spark_with("gauss", 2, 0.25));
  CHECK(run.label == "spark(gauss,2) h=0.25");
  CHECK(run.method.entry->name == "spark");
  CHECK(run.method.tableau() == "gauss");
  CHECK(run.method.stages() == 2);
  CHECK(run.h == 0.25);
  CHECK(run.summary.outcome == Outcome::success);
  CHECK(run.summary.steps == 4);
  CHECK(run.summary.iterations >= 4);
  CHECK(run.endpoint.t == 1);
  CHECK(run.endpoint.q.size() == 3);
  CHECK(run.endpoint.v.size() == 3);
  CHECK(run.endpoint.lambda.size() == 1);
  CHECK(run.failure.empty());
}

TEST_CASE("a run reports its final state and the mean size of its steps") {
  const Finished finished(sleigh + "t0 = 0.5\n" + spark_with("gauss", 2, 0.25) +
                          "[[run]]\nmethod = \"odeint_dopri5\"\nrtol = 1e-6\natol = 1e-6\n");
  const auto number = [&](std::size_t run, const char* quantity) {
    return std::get<double>(quantities().at(quantity).of(finished.result.runs.at(run)));
  };
  CHECK(number(0, "mean_step") == 0.25);
  CHECK(number(1, "mean_step") == Approx(0.5 / static_cast<double>(finished.result.runs[1].summary.steps)));
  CHECK(std::get<std::vector<double>>(quantities().at("final_state").of(finished.result.runs[0])) ==
        finished.result.runs[0].endpoint.q);
}

TEST_CASE("a path of nodes keeps the constraint between them, and the others have no such place") {
  const std::string particle = "[problem]\nname = \"nonholonomic_particle\"\nsetup = \"jimenez_scheurle\"\nt_end = 1\n";
  const RunResult path = only_run(particle + "[[run]]\nmethod = \"cortes_martinez\"\nh = 0.1\n");
  CHECK(path.extremes.max_constraint_residual > 1e-2);
  CHECK(path.extremes.max_midstep_constraint_residual.value() < 1e-15);
  CHECK_FALSE(only_run(particle + midpoint).extremes.max_midstep_constraint_residual);
}

TEST_CASE("steps replace t_end, t0 shifts the times") {
  CHECK(only_run(sleigh + midpoint + "steps = 3\n").summary.steps == 3);
  CHECK(only_run(sleigh + midpoint + "steps = 3\n").endpoint.t == 3 * 0.1);
  const RunResult later = only_run(sleigh + "t0 = 5\nt_end = 6\n" + midpoint), now = only_run(sleigh + midpoint);
  CHECK(later.endpoint.t == 6);
  CHECK(later.endpoint.q == now.endpoint.q);
}

TEST_CASE("where a closed form is known the error at the end is against it") {
  const RunResult run = only_run(disk + "t_end = 1\n" + midpoint);
  const double s = std::sin(2.0) / 8, c = (1 - std::cos(2.0)) / 8;  // the disk rolls on a circle of radius 1/8
  CHECK(*run.endpoint_error == Approx(norm(run.endpoint.q, {s, c, 2, 1})).epsilon(1e-9));
  CHECK(*run.endpoint_error_v ==
        Approx(norm(run.endpoint.v, {std::cos(2.0) / 4, std::sin(2.0) / 4, 2, 1})).margin(1e-14));
  CHECK(*run.endpoint_error > 1e-5);
  CHECK(*run.extremes.max_solution_error >= *run.endpoint_error);
  // the multipliers are the forces on the centre, m R vtheta vphi (-sin phi, cos phi)
  CHECK(*run.endpoint_error_lambda ==
        Approx(norm(run.endpoint.lambda, {-std::sin(2.0) / 2, std::cos(2.0) / 2})).margin(1e-14));
}

TEST_CASE("errors of multipliers fall with the order of the method, and of a DAE are those of z") {
  const auto error = [](double h) {
    return *only_run(sleigh + spark_with("gauss", 1, h)).endpoint_error_lambda;  // beside a reference solution
  };
  CHECK(error(0.05) / error(0.025) == Approx(4).epsilon(0.1));
  const RunResult dae =
      only_run("[problem]\nname = \"jay_2006_dae\"\nsetup = \"unit_interval\"\n" + spark_with("gauss", 2, 0.05));
  CHECK(dae.endpoint_error_lambda == dae.endpoint_error_v);
  CHECK(*dae.endpoint_error_lambda > 0);
}

TEST_CASE("where the system depends on time an exact solution from time 0 is not that of a later start") {
  const auto pushed = [](const char* force) {
    return only_run(std::string("[system]\ncoordinates = [\"x\"]\nlagrangian = \"vx^2/2 + x*") + force +
                    "\"\nexact = { q = [\"x + vx*t + " + (force[0] == 't' ? "t^3/6" : "t^2/2") +
                    "\"] }\n[problem]\nt0 = 1\nt_end = 3\ninitial = { q = [0], v = [1] }\n" +
                    spark_with("gauss", 2, 0.25));
  };
  const RunResult timed = pushed("t");
  CHECK(*timed.endpoint_error < 1e-12);
  CHECK(timed.endpoint.q[0] == Approx(2 + (27 - 1) / 6.0 - 1));  // x'' = t from x = 0, vx = 1 at t = 1
  CHECK_FALSE(timed.extremes.max_solution_error);
  CHECK_THAT(timed.warning, Contains("starts at t0 = 1"));
  const auto late = [](const std::string& system, const char* q) {
    return only_run("[system]\n" + system + "[problem]\nt0 = 1\nt_end = 3\ninitial = { q = " + q + " }\n" +
                    spark_with("gauss", 2, 0.25))
        .warning;
  };
  CHECK_THAT(late("coordinates = [\"x\"]\nlagrangian = \"vx^2/2\"\nforce = [\"max(t - 2, 0)\"]\n"
                  "exact = { q = [\"x + vx*t + max(t - 2, 0)^3/6\"] }\n",
                  "[0], v = [1]"),
             Contains("depends on time"));  // later alone
  CHECK_THAT(late("coordinates = [\"x\", \"y\"]\nlagrangian = \"(vx^2 + vy^2)/2 + y\"\nconstraints = [\"vy\"]\n"
                  "reaction = [\"t*lambda1\", \"lambda1\"]\nexact = { q = [\"x + vx*t - t^3/6\", \"y\"] }\n",
                  "[0, 0], v = [1, 0]"),
             Contains("depends on time"));
  CHECK(late("coordinates = [\"x\"]\nlagrangian = \"vx^2/2\"\nforce = [\"-vx + 1e-30*sqrt(1 - x)\"]\n"
             "exact = { q = [\"x + vx*(1 - exp(-t))\"] }\n",
             "[0.99], v = [-1]")
            .empty());  // which has no value beside the start
  const RunResult constant = pushed("1");
  CHECK(*constant.extremes.max_solution_error < 1e-12);
  CHECK(constant.warning.empty());
  CHECK_THAT(only_run("[problem]\nname = \"knife_edge\"\nsetup = \"turning\"\nt0 = 0.5\nt_end = 1\n" +
                      spark_with("gauss", 4, 0.05))
                 .warning,
             Contains("depends on time"));
}

TEST_CASE(
    "where none is known the error at the end is against a reference solution, of second order for the midpoint rule") {
  const Finished finished(sleigh + "[[run]]\nmethod = \"mclachlan_perlmutter\"\nh = [0.02, 0.01]\n");
  const double coarse = *finished.result.runs[0].endpoint_error, fine = *finished.result.runs[1].endpoint_error;
  CHECK(coarse / fine == Approx(4).epsilon(0.02));
  CHECK(only_run(sleigh + spark_with("gauss", 4, 0.05)).endpoint_error < 1e-11);
}

TEST_CASE("a start that is to be projected runs from the projected velocity") {
  const std::string off = "consistent = \"project\"\ninitial = { q = [0, 0, 0], v = [1, 0.5, 0] }\n";
  const RunResult run = only_run(sleigh + off + "t_end = 0\n" + midpoint);
  CHECK(run.endpoint.v[0] == Approx(1).epsilon(1e-15));
  CHECK(run.endpoint.v[1] == Approx(0).margin(1e-15));
  CHECK(run.endpoint.v[2] == Approx(0.25).epsilon(1e-15));  // -M^-1 A^T (A M^-1 A^T)^-1 / 2 = (0, -1/2, 1/4)
  CHECK(run.extremes.max_constraint_residual <= 1e-15);
}

TEST_CASE("a start that is assumed consistent is taken as it is") {
  const RunResult run = only_run(
      sleigh + "consistent = \"assume\"\ninitial = { q = [0, 0, 0], v = [1, 0.5, 0] }\nt_end = 0\n" + midpoint);
  CHECK(run.endpoint.v == std::vector<double>{1, 0.5, 0});
  CHECK(run.extremes.max_constraint_residual == 0.5);
}

TEST_CASE("a run that fails says why and leaves the others alone") {
  const Finished finished(sleigh + too_tight + midpoint);
  const RunResult &failed = finished.result.runs[0], &good = finished.result.runs[1];
  CHECK(failed.summary.outcome == Outcome::tolerance_too_tight);
  CHECK_THAT(failed.failure, Contains("[too tight] failed at t = 0") && Contains("Try: larger tolerances"));
  CHECK_FALSE(failed.endpoint_error);
  CHECK(failed.endpoint.q == std::vector<double>{1, 0, 0.3});
  CHECK(good.summary.outcome == Outcome::success);
  CHECK(good.failure.empty());
}

TEST_CASE("a quick run leaves out what is marked so") {
  CHECK(Finished(sleigh + two_runs).result.runs.size() == 2);
  const Finished quick(sleigh + two_runs, {.quick = true});
  REQUIRE(quick.result.runs.size() == 1);
  CHECK(quick.result.runs[0].label == "mclachlan_perlmutter h=0.1");
}

TEST_CASE("results keep the order of the file whatever the number of jobs, and progress ends at the number of runs") {
  const PreparedExperiment prepared(
      read(sleigh + "[[run]]\nmethod = \"mclachlan_perlmutter\"\nh = [0.001, 0.1, 0.01, 0.5]\n"));
  Progress progress;
  const ExperimentResult result = prepared.run({.jobs = 3}, progress);
  REQUIRE(result.runs.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) CHECK(result.runs[i].label == prepared.experiment().runs[i].label);
  CHECK(progress.done == Approx(4).epsilon(1e-12));
}

TEST_CASE("the verdicts come with the results") {
  const Finished finished(sleigh + midpoint +
                          "[[expect]]\nrun = \"mclachlan_perlmutter h=0.1\"\nquantity = \"steps\"\nequals = 10\n");
  REQUIRE(finished.result.verdicts.size() == 1);
  CHECK(finished.result.verdicts[0].holds);
  CHECK(exit_code(finished.result) == 0);
}

TEST_CASE("each run has a CSV file below the experiment's name, none without a folder") {
  const TemporaryFolder folder;
  ResultsFolder results(folder.path());
  const Finished finished(sleigh + two_runs, {.results = &results});
  CHECK(std::filesystem::exists(folder.path() / "experiment/mclachlan_perlmutter_h_0.1.csv"));
  CHECK(std::filesystem::exists(folder.path() / "experiment/mclachlan_perlmutter_h_0.5.csv"));
}

TEST_CASE("a folder that cannot be written ends the run") {
  const TemporaryFolder folder;
  ResultsFolder results(folder.path() / "results");
  folder.write("results/experiment", "no folder");
  CHECK_THROWS_AS(Finished(sleigh + midpoint, {.results = &results}), OutputError);
}

TEST_CASE("check refuses what only the method, the start or the time span can tell, without running") {
  CHECK_NOTHROW(PreparedExperiment(read(sleigh + too_tight)));
  CHECK_THROWS_WITH(PreparedExperiment(read(sleigh + spark_with("lobatto_iiia_b", 1, 0.1))),
                    Contains("experiment.toml:7: run[0].stages: lobatto_iiia_b has 2 to"));
  CHECK_THROWS_WITH(PreparedExperiment(read(sleigh + spark_with("gauss", 1, 0.3))),
                    Contains("experiment.toml:8: run[0].h: 0.3") && Contains("(3 steps)") && Contains("(4 steps)"));
  CHECK_THROWS_WITH(PreparedExperiment(read(sleigh + midpoint + "initial = { q = [0, 0, 0], v = [0, 1, 0] }\n")),
                    Contains("experiment.toml:7: run[0].initial.v: the start is off the constraint"));
}

TEST_CASE("the same file runs in both precisions, errors and digits show it") {
  const std::string gauss = "[[run]]\nmethod = \"spark\"\ntableau = \"gauss\"\nstages = 3\nh = 0.003125\n";
  const Finished finished(disk + "t_end = 1\n" + gauss + gauss + "precision = \"quad\"\n");
  const auto& runs = finished.result.runs;
  CHECK(runs[0].label == "spark(gauss,3) h=0.003125");
  CHECK(runs[1].label == "spark(gauss,3) h=0.003125 precision=quad");
  CHECK(runs[0].endpoint_error.value() > 1e-16);  // round-off
  CHECK(runs[1].endpoint_error.value() == Approx(6.377452e-20).epsilon(1e-7));
  CHECK(runs[0].endpoint.digits.empty());
  CHECK(runs[1].endpoint.digits.at("q").at(0).size() > 34);
  CHECK(std::stod(runs[1].endpoint.digits.at("q").at(0)) == runs[1].endpoint.q[0]);
}

TEST_CASE("a baseline in another precision, and an unknown precision, are refused under their key") {
  const std::string ida = "[[run]]\nmethod = \"ida_index1\"\nrtol = 1e-6\natol = 1e-6\n";
  CHECK_THAT(refusal(sleigh + ida + "precision = \"quad\"\n").what(),
             Contains("run[0].precision: ida_index1 is available in double only"));
  CHECK_THAT(refusal(sleigh + midpoint + "precision = \"single\"\n").what(),
             Contains("run[0].precision: unknown precision 'single'"));
  CHECK_THAT(refusal(sleigh + midpoint + "precision = \"long_double\"\n").what(),
             Contains("run[0].precision: long_double was removed: use quad, which has more digits"));
  CHECK_THAT(refusal(sleigh + midpoint + "precision = \"quad\"\nsolver = \"kinsol\"\n").what(),
             Contains("run[0].solver: kinsol is available in double only"));
  CHECK_THAT(refusal(sleigh + midpoint + "solver = \"newton\"\n").what(),
             Contains("run[0].solver: unknown solver 'newton'"));
  CHECK_THAT(refusal(sleigh + midpoint + "solver = \"simplified_newton\"\n").what(),
             Contains("run[0].solver_tolerance"));
}

TEST_CASE("an exact solution that does not begin at the start is told to be none, and nothing is compared with it") {
  const auto swinging = [](const std::string& sign) {
    return only_run("[system]\ncoordinates = [\"x\"]\nlagrangian = \"vx^2/2 - 2*x^2\"\nexact = { q = [\"x*cos(2*t) " +
                    sign + " vx*sin(2*t)/2\"] }\n[problem]\nt_end = 1\ninitial = { q = [0.5], v = [0.3] }\n" +
                    spark_with("gauss", 3, 0.1));
  };
  const RunResult right = swinging("+"), wrong = swinging("-");
  CHECK(right.warning.empty());
  CHECK(right.extremes.max_solution_error);
  CHECK_THAT(wrong.warning, Contains("begins at [0.5, -0.3], the run at [0.5, 0.3]"));
  CHECK_FALSE(wrong.extremes.max_solution_error);
  CHECK(*wrong.endpoint_error < 1e-6);  // beside a reference solution
}

TEST_CASE("an exact solution that leaves the motion after its start is told to be none as well") {
  const auto ran = [](const std::string& exact) {
    return only_run("[system]\ncoordinates = [\"x\"]\nlagrangian = \"vx^2/2 - x^2/2\"\nexact = " + exact +
                    "\n[problem]\nt_end = 300\ninitial = { q = [1], v = [0.5] }\n" + spark_with("gauss", 3, 0.1));
  };
  const RunResult right = ran("{ q = [\"x*cos(t) + vx*sin(t)\"] }");
  CHECK(right.warning.empty());
  CHECK(right.extremes.max_solution_error);
  for (const char* wrong : {"{ q = [\"x*cos(t) + vx*sin(t) + 0.1*t^3\"] }",
                            "{ q = [\"x*cos(t) + vx*sin(t)\"], v = [\"-x*sin(t) + vx*cos(t) + t^2\"] }",
                            "{ q = [\"x*cos(t) + vx*sin(1.1*t)/1.1\"] }"}) {
    const RunResult run = ran(wrong);
    INFO(wrong);
    CHECK_THAT(run.warning, Contains("does not satisfy the equations at t = 41.1"));
    CHECK_FALSE(run.extremes.max_solution_error);
    CHECK(*run.endpoint_error < 1e-4);  // beside a reference solution
  }
}

TEST_CASE("the exact solution of a body at rest is one, though forces of rounding act on it") {
  const auto resting = [](const std::string& v) {
    return only_run(
        "[system]\ncoordinates = [\"x\", \"y\"]\nconstraints = [\"vy - x*vx\"]\n"
        "lagrangian = \"(vx^2 + vy^2)/2 - 0.3*(x - 0.1)^2/2 - 0.1*(x - 0.3)^2/2 - 0.3*(y - 0.7)^2/2\"\n"
        "exact = { q = [\"x\", \"y\"], v = [\"0\", \"" +
        v + "\"] }\n[problem]\nt_end = 10\ninitial = { q = [0.15, 0.7], v = [0, 0] }\n" + spark_with("gauss", 2, 0.1));
  };
  CHECK(resting("0").warning.empty());
  CHECK(resting("0").extremes.max_solution_error);
  CHECK_THAT(resting("0.001*t").warning, Contains("does not satisfy the equations"));
}

TEST_CASE("a start in equilibrium that something drives later runs in every precision") {
  for (const char* precision : {"double", "quad"})
    for (const char* method :
         {"method = \"spark\"\ntableau = \"gauss\"\nstages = 3\n", "method = \"mclachlan_perlmutter\"\n"}) {
      const RunResult run = only_run(
          "reference = \"auto\"\n"
          "[system]\ncoordinates = [\"x\", \"y\"]\nlagrangian = \"(vx^2 + vy^2)/2 - x^2\"\n"
          "constraints = [\"vy - x*vx\"]\nforce = [\"sin(t)\", \"0\"]\n[problem]\nt_end = 1\n"
          "initial = { q = [0, 0], v = [0, 0] }\n[[run]]\nh = 0.1\n" +
          std::string(method) + "precision = \"" + precision + "\"\n");
      INFO(method << precision);
      CHECK(run.summary.outcome == Outcome::success);
      REQUIRE(run.endpoint_error);
      CHECK(*run.endpoint_error < 1e-2);
    }
}

TEST_CASE("a state or an energy that begins at 0 and grows with the motion is not flagged as blown up") {
  const RunResult grown = only_run(
      "[system]\ny = [\"a\", \"b\"]\nz = [\"p\"]\nf = [\"t^3\", \"p\"]\ng = [\"b - 1 + cos(t)\"]\n"
      "[problem]\nt_end = 1\ninitial = { y = [0, 0] }\n" +
      spark_with("gauss", 2, 1e-4));
  CHECK(names_of(grown.flags) == "none");
  const RunResult rigid = only_run(
      "[system]\nzeta = [\"a\", \"b\", \"c\"]\nhamiltonian = \"a^2/2 + b^2/4 + c^2/6 - 1/2 - 1/16 - 0.09/6\"\n"
      "structure = [[\"0\", \"-c\", \"b\"], [\"c\", \"0\", \"-a\"], [\"-b\", \"a\", \"0\"]]\n"
      "[problem]\nt_end = 20\ninitial = { y = [1, 0.5, -0.3] }\n[[run]]\nmethod = \"odeint_dopri5\"\nrtol = 1e-6\natol "
      "= 1e-6\n");
  CHECK(names_of(rigid.flags) == "none");
}

TEST_CASE("steps too short for the digits of t are told") {
  const auto from = [](const char* t0) {
    return only_run(
        "[system]\ncoordinates = [\"x\"]\nlagrangian = \"vx^2/2 - x^2\"\nforce = [\"cos(2*t)\"]\n"
        "[problem]\nt0 = " +
        std::string(t0) + "\ninitial = { q = [1], v = [0] }\n" +
        "[[run]]\nmethod = \"spark\"\ntableau = \"gauss\"\nstages = 2\nh = 0.1\nsteps = 20\n");
  };
  CHECK_THAT(from("1e15").warning, Contains("which is rounded to 0.2, in steps of 0.1"));
  CHECK(from("1e6").warning.empty());
  CHECK_THAT(from("1e8").no_reference, Contains("t has too few digits"));
}

TEST_CASE("a run of a DAE whose root ends does not go over to another of the same sign") {
  const auto outcome = [](const std::string& method, const char* t_end) {
    return only_run(
               "[system]\ny = [\"a\", \"b\"]\nz = [\"w\"]\nf = [\"1 + 0*a\", \"w^3 - w\"]\n"
               "g = [\"b - 0.5*a + 0.5*a^2\"]\n[problem]\nt_end = " +
               std::string(t_end) + "\ninitial = { y = [0, 0], z = [1.1914878839531199] }\nconsistent = \"project\"\n" +
               method)
        .summary.outcome;
  };
  // w^3 - w = 0.5 - t: the root above ends at t = 0.88, the one below is left
  for (const std::string& method :
       {spark_with("gauss", 2, 0.2), spark_with("gauss", 2, 0.1), spark_with("gauss", 1, 0.15),
        std::string("[[run]]\nmethod = \"half_explicit_euler\"\nh = 0.1\n"),
        std::string("[[run]]\nmethod = \"odeint_dopri5\"\nrtol = 1e-4\natol = 1e-6\n")}) {
    INFO(method);
    CHECK(outcome(method, "1.2") != Outcome::success);
    CHECK(outcome(method, "0.6") == Outcome::success);  // all terms of c vanish at 0.5
  }
}

TEST_CASE("numbers that a double does not hold are no reason for a flag, nor for an error of 0") {
  const std::string runaway = "[system]\ncoordinates = [\"x\"]\nlagrangian = \"vx^2/2 + x^2/2\"\n[problem]\n";
  const RunResult grown = only_run(runaway + "t_end = 400\ninitial = { q = [1], v = [1] }\n" +
                                   spark_with("gauss", 3, 0.5) + "precision = \"quad\"\n");
  CHECK(names_of(grown.flags).find("energy_undefined") == std::string::npos);
  const RunResult small = only_run(
      "[system]\ncoordinates = [\"x\"]\nlagrangian = \"vx^2/2 - x^2/2\"\n[problem]\n"
      "t_end = 1\ninitial = { q = [1e-170], v = [0] }\n" +
      spark_with("gauss", 1, 0.25));
  CHECK(small.warning.empty());
  CHECK(*small.endpoint_error == Approx(4.33e-173).epsilon(0.01));
}

TEST_CASE("a start taken as consistent that is not is told, one that is projected keeps quiet") {
  const std::string off = "initial = { q = [0, 0, 0, 0], v = [0.3, 0, 2, 1] }\n";
  CHECK_THAT(only_run(disk + off + "consistent = \"assume\"\nt_end = 1\n" + midpoint).warning,
             Contains("starts off the constraint") && Contains("(A v + b)[0] = 0.05"));
  CHECK(only_run(disk + off + "consistent = \"project\"\nt_end = 1\n" + midpoint).warning.empty());
  CHECK_THAT(only_run("[system]\ncoordinates = [\"x\", \"y\"]\nlagrangian = \"(vx^2 + vy^2)/2 - y\"\n"
                      "holonomic = [\"(x^2 + y^2 - 1)/2\"]\n[problem]\nt_end = 1\n"
                      "initial = { q = [1.1, 0], v = [0, 0.5] }\nconsistent = \"assume\"\n" +
                      spark_with("gauss", 2, 0.1))
                 .warning,
             Contains("assume") && Contains(" g[0] = 0.105"));
  CHECK_THAT(refusal(disk + off + midpoint).what(), Contains("(A v + b)[0] = 0.05") && Contains("of |A_0||v|"));
}

TEST_CASE("a run reports how far the invariants of its problem drift, of a DAE too") {
  CHECK(only_run(sleigh + midpoint).extremes.max_invariant_error.empty());
  const RunResult rolling = only_run(disk + "t_end = 1\n" + midpoint);
  REQUIRE(rolling.extremes.max_invariant_error.size() == 2);
  CHECK(rolling.extremes.max_invariant_error[0] < 1e-13);

  const std::string dae = "[problem]\nname = \"jay_2006_dae\"\nsetup = \"unit_interval\"\n";
  const std::string gauss = "\"\ntableau = \"gauss\"\nstages = 2\nh = 0.1\n";
  const RunResult kept = only_run(dae + "[[run]]\nmethod = \"spark" + gauss);
  const RunResult lost = only_run(dae + "[[run]]\nmethod = \"runge_kutta" + gauss);
  REQUIRE(kept.extremes.max_invariant_error.size() == 1);
  CHECK(kept.extremes.max_invariant_error[0] < 1e-13);
  CHECK(lost.extremes.max_invariant_error.at(0) > 1e-8);  // the constraint holds at its stages, not at its steps

  const Finished expected(dae + "[[run]]\nlabel = \"kept\"\nmethod = \"spark" + gauss +
                          "[[expect]]\nrun = \"kept\"\nquantity = \"max_invariant_error\"\ncomponent = "
                          "\"z / y1^2\"\nmax = 1e-13\n");
  REQUIRE(expected.result.verdicts.size() == 1);
  CHECK(expected.result.verdicts[0].holds);
}

TEST_CASE("a method that is not for the problem is refused with those that are") {
  const std::string dae = "[problem]\nname = \"jay_2006_dae\"\nsetup = \"unit_interval\"\n";
  CHECK_THAT(
      refusal(dae + midpoint).what(),
      Contains("run[0].method: a mechanical system is required; this system is a DAE in Hessenberg form, which has no "
               "Lagrangian for this method to discretise. Methods for it: ") &&
          Contains("spark") && Contains("runge_kutta") && Contains("ida_index1") && Contains("odeint_dopri5") &&
          !Contains("mclachlan"));
  const std::string turn = "[problem]\nname = \"suslov\"\nsetup = \"" +
                           std::string(problem_catalogue().at("suslov").setups.front().name) + "\"\n";
  CHECK_THAT(refusal(turn + midpoint + "steps = 1\n").what(), Contains("this system is a skew-gradient system") &&
                                                                  Contains("discrete_gradient") &&
                                                                  Contains("energy_collocation"));
}

TEST_CASE("multipliers given with a start are held against what q and v imply") {
  const std::string right = "initial = { q = [0, 0, 0, 0], v = [0.25, 0, 2, 1], lambda = [0, 0.5] }\n";
  const std::string wrong = "initial = { q = [0, 0, 0, 0], v = [0.25, 0, 2, 1], lambda = [0, 0.6] }\n";
  CHECK(only_run(disk + right + "t_end = 1\n" + midpoint).warning.empty());
  CHECK_THAT(refusal(disk + wrong + midpoint).what(), Contains("initial.lambda") &&
                                                          Contains("[0, 0.6] is not what q and v imply") &&
                                                          Contains("consistent = \"project\""));
  CHECK(only_run(disk + wrong + "consistent = \"project\"\nt_end = 1\n" + midpoint).summary.outcome ==
        Outcome::success);
}

TEST_CASE("a run that takes the same steps as the reference solution is told that its error of 0 says nothing") {
  const std::string oscillator =
      "[system]\ncoordinates = [\"x\", \"y\", \"z\"]\nmass_matrix = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]\n"
      "potential = \"x^2 + y^2\"\nconstraints = [\"vz - y*vx\"]\n"
      "[problem]\nt_end = 8\ninitial = { q = [1, 0, 0], v = [0.3, 1, 0] }\n";
  int known = 0;
  for (const char* h : {"1/8", "1/16", "1/32", "1/64", "1/128"}) {  // the reference halves its step until it is content
    const RunResult run =
        only_run(oscillator + "[[run]]\nmethod = \"spark\"\ntableau = \"gauss\"\nstages = 4\nh = \"" + h + "\"\n");
    REQUIRE(run.endpoint_error);
    CHECK((*run.endpoint_error == 0) ==
          (run.warning.find("takes the same steps as the reference solution") != run.warning.npos));
    known += *run.endpoint_error == 0 ? 1 : 0;
  }
  CHECK(known == 1);
}

TEST_CASE("the thesis' loose solver drifts as an independent implementation of it does, and KINSOL does not") {
  const std::string loose =
      "[[run]]\nlabel = \"loose\"\nmethod = \"spark\"\ntableau = \"lobatto_iiia_b\"\nstages = 2\nh = 0.1\nsolver = "
      "\"simplified_newton\"\nsolver_tolerance = 1e-4\n";
  const std::string tight =
      "[[run]]\nlabel = \"tight\"\nmethod = \"spark\"\ntableau = \"lobatto_iiia_b\"\nstages = 2\nh = 0.1\nsolver = "
      "\"kinsol\"\n";
  const Finished finished(disk + "t_end = 200\n" + loose + tight);
  // 113-bit and double alike
  CHECK(finished.result.runs[0].extremes.final_energy_error.value() == Approx(-1.0041697470e-4).epsilon(1e-7));
  CHECK(std::abs(finished.result.runs[1].extremes.final_energy_error.value()) < 1e-13);
}

TEST_CASE("a tableau file is read with its experiment, and not again when its runs are made") {
  const auto read_once = [] {
    const TemporaryFolder folder;
    folder.write("mine.toml", "A = [[0.5]]\nb = [1]\n");
    const std::string runs = "[[run]]\nmethod = \"spark\"\ntableau = \"mine.toml\"\nh = [0.1, 0.05]\n";
    return read_experiment(folder.write("experiment.toml", sleigh + "t_end = 1\n" + runs), "experiment");
  };
  Progress progress;
  const PreparedExperiment prepared(read_once());
  const ExperimentResult result = prepared.run({}, progress);
  CHECK(result.runs[0].label == "spark(mine,1) h=0.1");
  CHECK(result.runs[1].summary.outcome == Outcome::success);
}

TEST_CASE("a prepared experiment runs as often as one likes, the same to the bit") {
  const PreparedExperiment prepared(read(sleigh + "t_end = 1\n" + midpoint));
  Progress progress;
  const ExperimentResult once = prepared.run({}, progress), again = prepared.run({}, progress);
  CHECK(once.runs[0].endpoint.q == again.runs[0].endpoint.q);
  CHECK(once.runs[0].endpoint.lambda_stage == again.runs[0].endpoint.lambda_stage);
}

TEST_CASE("an end is compared with the solution where the steps end, however near t_end that is") {
  const auto error = [](const std::string& h) {
    return Finished(sleigh + "[[run]]\nmethod = \"spark\"\ntableau = \"gauss\"\nstages = 4\nh = " + h + "\n")
        .result.runs.at(0)
        .endpoint_error.value();
  };
  CHECK(error("\"1/30\"") < 1e-13);
  CHECK(error("0.03333333334") < 1e-13);  // 2e-10 beyond t_end
}

TEST_CASE("a DAE begins on the root that was meant, in all that is told of its start") {
  const std::string two =
      "[system]\ny = [\"a\", \"b\"]\nz = [\"w\"]\nf = [\"(w - 1)*(w - 5) + 0.1*b\", \"-b*w\"]\ng = [\"a\"]\n"
      "[problem]\nt_end = 0.1\ninitial = { y = [0, 1], z = [4.975] }\nconsistent = \"project\"\n";
  const std::string expect = "[[expect]]\nrun = \"r\"\nquantity = \"start(z_1)\"\nequals = 4.97484\nabs = 1e-4\n";
  const Finished run(two + "[[run]]\nlabel = \"r\"\nmethod = \"spark\"\ntableau = \"gauss\"\nstages = 2\nh = 0.05\n" +
                         expect + "[[figure]]\nname = \"z\"\nx = \"t\"\ny = \"z_1\"\n",
                     {.figures = true});
  CHECK(run.result.verdicts.at(0).holds);
  CHECK(run.result.figures->figures.at(0).curves.at(0).y.at(0) == Approx(4.97484));
  const Finished none(two + "[[run]]\nmethod = \"half_explicit_euler\"\nh = 0.05\nsteps = 0\n");
  CHECK(none.result.runs.at(0).endpoint.lambda.at(0) == Approx(4.97484));
}
