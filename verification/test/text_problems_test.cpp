// Systems as text in experiment files: DAEs, and constraints that rub.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "catch.hpp"
#include "experiments.hpp"

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

const std::string circle = R"toml([system]
name = "circle"
y = ["a", "b"]
z = ["z"]
parameters = { w = 2 }
f = ["-w*b + a*z", "w*a + b*z"]
g = ["a^2 + b^2 - 1"]
invariants = { size = "a^2 + b^2" }
exact = { y = ["a*cos(w*t) - b*sin(w*t)", "a*sin(w*t) + b*cos(w*t)"], z = [0] }
[problem]
initial = { y = [0.6, 0.8] }
t_end = 1
)toml";
const std::string gauss =
    "[[run]]\nlabel = \"x\"\nmethod = \"runge_kutta\"\ntableau = \"gauss\"\nstages = 3\nh = 0.1\n";

std::string told(std::string text, std::string_view what, std::string_view by) {
  const std::size_t at = text.find(what);
  REQUIRE(at != text.npos);
  return refusal(text.replace(at, what.size(), by) + gauss).what();
}

}  // namespace

TEST_CASE("A DAE as text runs in an experiment, with its invariants and its exact solution") {
  const Finished finished(circle + gauss);
  const RunResult& run = finished.result.runs.front();
  CHECK(run.summary.outcome == Outcome::success);
  CHECK(run.kind == SystemKind::dae);
  CHECK(*run.endpoint_error < 1e-6);  // that of order 6
  REQUIRE(run.extremes.max_invariant_error.size() == 1);
  CHECK(run.extremes.max_invariant_error[0] < 1e-4);
}

TEST_CASE("An error in a DAE as text is told with line, place, reason and mark") {
  CHECK_THAT(told(circle, "w*a +", "w*aa +"),
             Contains(":6: system.f[1]: character 3: unknown name 'aa'") && Contains("\n    w*aa + b*z\n      ^"));
  CHECK_THAT(told(circle, "g = [\"a", "g = [\"z + a"), Contains(":7: system.g[0]:") && Contains("contains a z"));
  CHECK_THAT(told(circle, "z = [0] }", "z = [0], q = [1] }"),
             Contains("exact.q: belongs to a mechanical system; the system is a DAE"));
  CHECK_THAT(told(circle, "g = ", "force = [1]\ng = "),
             Contains("system.force: belongs to a mechanical system; with y the system is a DAE"));
  CHECK_THAT(told(circle, "initial = { y = [0.6, 0.8] }", "initial = { y = [0.6, 0.9] }"),
             Contains("off the constraint"));
}

TEST_CASE("A constraint that rubs takes energy, and methods that are meant for it agree") {
  // a skate whose blade drags with mu times the force that keeps it from slipping sideways
  const std::string skate = R"toml([system]
coordinates = ["x", "y", "theta"]
parameters = { mu = 0.2 }
lagrangian = "(vx^2 + vy^2 + vtheta^2)/2 + x"
constraints = ["cos(theta)*vy - sin(theta)*vx"]
define = { along = "(cos(theta)*vx + sin(theta)*vy)/sqrt(1 + (cos(theta)*vx + sin(theta)*vy)^2)" }
reaction = [
  "-sin(theta)*lambda1 - mu*abs(lambda1)*along*cos(theta)",
  "cos(theta)*lambda1 - mu*abs(lambda1)*along*sin(theta)",
  0,
]
[problem]
initial = { q = [0, 0, 0.3], v = [0.955336489125606, 0.29552020666133955, 0.5] }
consistent = "project"
t_end = 1
)toml";
  const Finished finished(skate +
                          "[[run]]\nmethod = \"spark\"\ntableau = \"gauss\"\nstages = 3\nh = 0.05\n"
                          "[[run]]\nmethod = \"explicit_runge_kutta\"\nh = 0.05\n");
  REQUIRE(finished.result.runs.size() == 2);
  const auto end = [&](std::size_t i) { return vector_of(finished.result.runs[i].endpoint.q); };
  CHECK((end(0) - end(1)).norm() < 1e-8);
  const auto& [q, v] = std::pair(end(0), vector_of(finished.result.runs[0].endpoint.v));
  CHECK(v.squaredNorm() / 2 - q[0] < 0.6);  // 0.625 at the start
  CHECK_THAT(refusal(skate + "[[run]]\nmethod = \"implicit_midpoint_dla\"\nh = 0.05\n").what(), Contains("ideal"));
}
