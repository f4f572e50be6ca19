// Steps that fail where the coordinates of a system are nearly singular.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "catch.hpp"
#include "experiments.hpp"

#include <string>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

/// A ball on a turntable in Euler angles. Without slip it turns about a horizontal axis through both poles of theta.
const std::string ball = R"toml([system]
coordinates = ["x", "y", "phi", "th", "psi"]
parameters  = { m = 1, R = 0.1, W = 3, I = "2*m*R^2/5" }
lagrangian  = "m/2*(vx^2 + vy^2) + I/2*(wx^2 + wy^2 + wz^2)"
constraints = ["vx - R*wy + W*y", "vy + R*wx - W*x"]
[system.define]
wx = "vth*cos(phi) + vpsi*sin(th)*sin(phi)"
wy = "vth*sin(phi) - vpsi*sin(th)*cos(phi)"
wz = "vphi + vpsi*cos(th)"
[problem]
t_end = 10
)toml";

}  // namespace

TEST_CASE("a failed step beside the pole of Euler angles names the nearly singular mass") {
  const Finished finished(ball + R"toml(initial = { q = [0.5, 0, 0, 0.3, 0], v = [0, 0.3, 1.7, "(W*x - vy)/R", 0] }
[[run]]
method = "mclachlan_perlmutter"
h = 0.005
[[run]]
method = "spark"
tableau = "gauss"
stages = 3
h = 0.01
)toml");
  for (const RunResult& run : finished.result.runs) {
    INFO(run.label);
    CHECK(run.summary.outcome != Outcome::success);
    CHECK_THAT(run.failure, Contains("smallest pivot of the mass matrix") &&
                                Contains("the coordinates are singular near this state"));
  }
}

TEST_CASE("a start at the pole of Euler angles is refused with the direction that has no mass") {
  const InputError error =
      refusal(ball + R"toml(initial = { q = [0.5, 0, 0, 0, 0], v = [0.2, 0.3, 1.7, "(W*x - vy)/R", 0] }
[[run]]
method = "mclachlan_perlmutter"
h = 0.005
)toml");
  CHECK(error.key() == "problem.initial.q");
  CHECK_THAT(error.message(), Contains("singular in the direction v = [0, 0, 1, 0, -1] of (x, y, phi, th, psi)") &&
                                  Contains("at a singularity of angles give another start"));
}
