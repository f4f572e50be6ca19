// Runs that succeed and are wrong: what the program says of them, how it ends, and how an experiment expects them; and
// the second opinions of --check.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "program.hpp"

using namespace nonholo::test;

namespace {

// Fehlberg's error estimate sees nothing of a disk that rolls freely, and a projection hides it: a warning.
const std::string blind =
    "[problem]\nname = \"vertical_rolling_disk\"\nsetup = \"hilden_2_1_2\"\nt_end = 100\n"
    "[[run]]\nlabel = \"blind\"\nmethod = \"projected\"\nbase = \"odeint_fehlberg78\"\n"
    "onto = \"constraint_and_energy\"\nrtol = 1e-8\natol = 1e-8\n";

// unstable, its energy grows by forty orders of magnitude
const std::string unstable =
    "[problem]\nname = \"contact_oscillator\"\nt_end = 200\ninitial = { q = [1, 1, 0], v = [0, 0, 0] }\n"
    "[[run]]\nlabel = \"unstable\"\nmethod = \"half_explicit_euler\"\nh = 0.5\n";

std::string expects(const char* run, const char* flags) {
  return std::string("[[expect]]\nrun = \"") + run + "\"\nquantity = \"flags\"\nequals = \"" + flags + "\"\n";
}

Ended run(const std::string& toml, std::initializer_list<const char*> options = {}) {
  Workplace work;
  std::vector<std::string> arguments{"run", work.write("experiment.toml", toml).string()};
  arguments.insert(arguments.end(), options.begin(), options.end());
  return work.nonholo(arguments);
}

}  // namespace

TEST_CASE("a warning is told on both streams and leaves the exit code") {
  const Ended ended = run(blind);
  CHECK(ended.code == 0);
  CHECK_THAT(ended.out, Contains("blind: flag error_estimate_zero"));
  CHECK_THAT(ended.err, Contains("blind: flag error_estimate_zero"));
  const Json flags = run(blind, {"--json"}).json()["experiments"][0]["runs"][0]["flags"];
  REQUIRE(flags.size() == 1);
  CHECK(flags[0]["name"] == "error_estimate_zero");
  CHECK(flags[0]["t"] == 100);
  CHECK(flags[0]["failure"] == false);
}

TEST_CASE("a run that blew up ends with 3 though its numbers are finite, unless that was expected") {
  const Ended ended = run(unstable, {"--json"});
  const Json one = ended.json()["experiments"][0]["runs"][0];
  CHECK(one["outcome"] == "success");
  CHECK(ended.code == 3);
  for (const Json& flag : one["flags"]) CHECK(flag["failure"] == true);  // blown_up, rank_lost
  CHECK(one["flags"].size() == 2);
  CHECK(run(unstable + expects("unstable", "blown_up, rank_lost")).code == 0);
  CHECK(run(unstable + expects("unstable", "none")).code == 3);
  CHECK(run(blind + expects("blind", "none")).code == 1);
}

TEST_CASE("flags are expected by their names") {
  holds_refused(unstable + expects("unstable", "blown"), 12, "expect[0].equals", {"unknown flag 'blown'", "blown_up"});
  holds_refused(unstable + "[[expect]]\nrun = \"unstable\"\nquantity = \"flags\"\nmax = 1\n", 11, "expect[0].quantity",
                {"equals"});
}

TEST_CASE("check says how many digits agree with half the step and with another method") {
  const std::string gauss = sleigh + "[[run]]\nmethod = \"spark\"\ntableau = \"gauss\"\nstages = 2\nh = 0.1\n";
  const Json check = run(gauss, {"--check", "--json"}).json()["experiments"][0]["runs"][0]["check"];
  REQUIRE(check.size() == 2);
  CHECK(check[0]["with"] == "h = 0.05");
  CHECK(check[0]["digits"].get<double>() > 4);
  CHECK(check[1]["digits"].get<double>() > 4);
  CHECK_THAT(check[1]["with"].get<std::string>(), Contains("odeint_dopri5"));
  CHECK(check[0]["own_digits"].is_null());
  CHECK(check[1]["own_digits"].get<double>() == Approx(13.04).margin(0.3));  // from six stages at h = 0.05
  // half the step takes a sixteenth of the error, of order 4: the other method sees a little more of it
  CHECK(std::abs(check[0]["digits"].get<double>() - check[1]["digits"].get<double>()) < 0.5);
  CHECK(run(gauss, {"--json"}).json()["experiments"][0]["runs"][0]["check"].empty());
  const std::string ida = sleigh + "[[run]]\nmethod = \"ida_index1\"\nrtol = 1e-8\natol = 1e-8\n";
  CHECK_THAT(run(ida, {"--check"}).out, Contains("digits agree with rtol = 1e-09, atol = 1e-09") &&
                                            Contains("digits agree with spark(gauss,3)") && Contains("itself"));
}

TEST_CASE("integers out of range are refused at their line") {
  holds_refused("[problem]\nname = \"mclachlan_perlmutter_particles\"\nparameters = { pairs = 1e300 }\n", 3,
                "problem.parameters.pairs", {"1000000"});
  holds_refused("[problem]\nname = \"mclachlan_perlmutter_particles\"\nparameters = { pairs = 1e9 }\n", 3,
                "problem.parameters.pairs", {"1000000"});
  holds_refused(sleigh + "[[run]]\nmethod = \"spark\"\ntableau = \"gauss\"\nstages = 4294967298\nh = 0.1\n", 7,
                "run[0].stages", {"4294967298"});
  holds_refused(sleigh + "[[run]]\nmethod = \"gni\"\nh = 0.1\nsteps = 9223372036854775807\n", 7, "run[0].steps",
                {"9223372036854775807"});
}

TEST_CASE("a claim beyond what an order can be is refused, not cut to one that holds") {
  Workplace work;
  const auto file = work.write("t.toml", "A = [[\"1/2\"]]\nb = [1]\n[claims]\norder = 4294967298\n");
  holds_refused(work, {"tableau", "check", file.string()}, file.string(), 4, "claims.order", {"4294967298"});
}

TEST_CASE("a check for which no time is left ends with 3, whatever the runs gave") {
  // 100 000 steps of a linear oscillator; dopri5 at its tolerance of 1e-11 takes a hundred for each
  const Ended ended =
      run("reference = false\n[system]\ncoordinates = [\"x\"]\nlagrangian = \"vx^2/2 - x^2/2\"\n"
          "[problem]\nt_end = 1e6\ninitial = { q = [1], v = [0] }\n"
          "[[run]]\nmethod = \"spark\"\ntableau = \"gauss\"\nstages = 2\nh = 10\n",
          {"--check", "--max-wall", "1.5", "--json"});
  CHECK(ended.code == 3);
  CHECK_THAT(ended.err, Contains("--max-wall: 1.5 s are over"));
  const Json one = ended.json()["experiments"][0]["runs"][0];
  CHECK(one["outcome"] == "success");
  CHECK(one["flags"].empty());
}
