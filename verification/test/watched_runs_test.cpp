// What a run is watched for beside its start: ranks of many constraints, branches of constraints nonlinear in v, late
// times, last steps, energy that the method makes.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "flagged_runs.hpp"

#include <string>
#include <vector>

using namespace nonholo;
using namespace nonholo::test;

namespace {

/// Constraints that hold a, b, c, d, as many as asked for, beside one that vanishes where x > 0.
Course fading_among(int others) {
  const std::vector<std::string> names = {"a", "b", "c", "d"};
  TextSystem text{.lagrangian = "(vx^2 + vy^2)/2 - y^2"};
  text.coordinates = {"x", "y"};
  for (int i = 0; i < others; ++i) {
    const std::string& name = names[static_cast<std::size_t>(i)];
    text.coordinates.push_back(name);
    text.constraints.push_back("v" + name);
    text.lagrangian += " + v" + name + "^2/2";
  }
  text.constraints.push_back("max(0, -x)*(vy - 0.1*vx)");
  VectorX<double> q = VectorX<double>::Zero(2 + others), v = q;
  q.head(2) << -1, 0.1;
  v.head(2) << 1, 0.1;
  return {problem_entry(text).make<double>({}), {.q = q, .v = v}};
}

/// vx^2 - vy^2 = 1e-4: the branches vx >= 0.01 and vx <= -0.01.
Course hyperbola() {
  TextSystem text{.lagrangian = "(vx^2 + vy^2)/2 - x - 2*y"};
  text.coordinates = {"x", "y"};
  text.constraints = {"vx^2 - vy^2 - 1e-4"};
  return {problem_entry(text).make<double>({}),
          {.q = Eigen::Vector2d(0, 0), .v = Eigen::Vector2d(0.5, std::sqrt(0.25 - 1e-4))}};
}

/// A particle whose constraint depends on t - from.
Course late(const std::string& from) {
  TextSystem text{.lagrangian = "(vx^2 + vy^2 + vz^2)/2 - (x^2 + y^2 + z^2)/2"};
  text.parameters = {{"from", from}};
  text.coordinates = {"x", "y", "z"};
  text.constraints = {"vy - sin(3*(t - from))*vx - cos(t - from)"};
  return {problem_entry(text).make<double>({}), {.q = Eigen::Vector3d(1, 0, 0), .v = Eigen::Vector3d(0.2, 1, 0)}};
}

/// A ball on a line, with no force; its constraint is x v_y = 0.
struct Ball {
  static constexpr int n = 2, m = 1;
  static constexpr bool fused_kernels = false;
  template <class S> Matrix<S, 2, 2> mass_matrix(const Vector<S, 2>&) const { return Matrix<S, 2, 2>::Identity(); }
  template <class S> S potential(const Vector<S, 2>&) const { return S(0); }
  template <class S> Matrix<S, 1, 2> constraint_matrix(const Vector<S, 2>& q) const { return {S(0), q[0]}; }
};

View<double> at(double t, const std::vector<double>& q, const std::vector<double>& v) {
  return {.t = t, .q = q, .v = v, .lambda_stage = {}};
}

}  // namespace

TEST_CASE("the rank of one constraint and of five is lost alike") {
  for (const int others : {0, 4}) {
    CAPTURE(others);
    const Course fading = fading_among(others);
    CHECK(flags_at(fading, "mclachlan_perlmutter", {}, 2, 0.08) == "rank_lost");
    CHECK(flags_at(fading, "spark", gauss_options(2), 2, 0.08) == "rank_lost");
  }
}

TEST_CASE("a run does not go over to another branch of a constraint nonlinear in v") {
  const Course on = hyperbola();
  const RunResult exact = run(on, "odeint_dopri5", tolerances(1e-9, 1e-12), TimeSpan<double>::adaptive(0, 1.5));
  CHECK(exact.summary.outcome == Outcome::success);
  CHECK(names_of(exact.flags) == "none");
  const std::vector<std::pair<const char*, MethodOptions>> others = {
      {"spark", gauss_options(1)},
      {"spark", {{"tableau", std::string("radau_iia")}, {"stages", 3L}}},
      {"adams", {{"order", 4L}}}};
  for (const auto& [method, options] : others)
    for (const double h : {0.05, 0.025}) {
      CAPTURE(method, h);
      const auto integrator = method_catalogue().at(method).make(on.system, options);
      const auto ended = integrate(*integrator, on.start, {.t_end = 1.5, .h = h});
      CHECK(ended.outcome == Outcome::other_root);
      CHECK(ended.end.v[0] >= 0.0099);  // the last state on the branch of the start
      CHECK(ended.end.t == Approx(ended.t));
    }
}

TEST_CASE("a constraint that depends on time is kept at a late time as at an early one") {
  for (const char* t0 : {"0", "1e6"}) {
    CAPTURE(t0);
    const Course on = late(t0);
    const double from = std::stod(t0);
    const std::vector<std::pair<const char*, MethodOptions>> methods = {
        {"spark", gauss_options(3)}, {"mclachlan_perlmutter", {}}, {"adams", {{"order", 4L}}}};
    for (const auto& [method, options] : methods) {
      CAPTURE(method);
      const RunResult result = run(on, method, options, TimeSpan<double>::fixed(from, 1. / 32, 96));
      CHECK(result.summary.outcome == Outcome::success);
      CHECK(names_of(result.flags) == "none");
    }
  }
}

TEST_CASE("a claim that is broken at a late time is flagged as well") {
  const Course on = late("1e6");
  Monitor<double> monitor(on.system, {}, {.span = 1});
  RunResult result{.label = "run", .kind = SystemKind::mechanical};
  result.t0 = 1e6;
  result.summary.t = 1e6 + 1;
  result.summary.steps = 1;
  monitor({0, at(1e6, {1, 0, 0}, {0.2, 1, 0})});
  monitor({1, at(1e6 + 1, {1, 0, 0}, {0, std::cos(1.) + 1e-4, 0})});
  result.extremes = monitor.extremes();
  CHECK(names_of(flags_of(result, monitor.signs(), {.keeps_constraint = true}, epsilon<double>)) ==
        "constraint_claim_broken");
}

TEST_CASE("a rank that is lost in the very last step is seen, though no step there is looked at") {
  Monitor<double> monitor{System<double>(Ball{})};
  const std::vector<double> v = {1, 0}, end = {0, 0};
  for (long step = 0; step < 9; ++step) monitor({step, at(static_cast<double>(step), {1, 0}, v)});
  const View<double> last{.t = 9, .q = end, .v = v, .lambda_stage = {}};
  monitor({9, last});
  REQUIRE_FALSE(monitor.signs().rank_lost);  // looks are at steps 0, 2, 6, 14
  monitor.finish(last);
  REQUIRE(monitor.signs().rank_lost);
  CHECK(monitor.signs().rank_lost->t == 9);
}

TEST_CASE("the energy that a method makes is no kinetic energy to measure its growth by") {
  Monitor<double> monitor(System<double>(Ball{}), {}, {.span = 1});
  monitor({0, at(0, {1, 0}, {1, 0})});                // E = 0.5
  monitor({1, at(1, {2, 0}, {std::sqrt(1.38), 0})});  // E = 0.69, 0.19 of it the method's
  CHECK(monitor.signs().kinetic == Approx(0.5));
  RunResult result{.label = "run", .kind = SystemKind::mechanical};
  result.summary.t = 1;
  result.summary.steps = 1;
  result.extremes = monitor.extremes();
  // 0.19 is more than 0.3 of 0.5, and less than 0.3 of 0.69
  CHECK(names_of(flags_of(result, monitor.signs(), {}, epsilon<double>)) == "energy_lost");
}

TEST_CASE("an error estimate of zero is no fault where the end is that of the reference") {
  RunResult result{.label = "run", .kind = SystemKind::mechanical};
  result.endpoint.q = {3, 4};
  result.summary.steps = result.summary.blind = 5;
  const auto flagged = [&](std::optional<double> error) {
    result.endpoint_error = error;
    return names_of(flags_of(result, {}, {.adaptive = true}, epsilon<double>));
  };
  CHECK(flagged(0.0) == "none");
  CHECK(flagged(1e-15) == "none");
  CHECK(flagged(1e-6) == "error_estimate_zero");
  CHECK(flagged(std::nullopt) == "error_estimate_zero");
}

TEST_CASE("a linkage that drifts through the place where it may fold is told") {
  TextSystem text{.lagrangian = "(va^2 + vb^2 + vc^2)/2 - sin(a)/5 - sin(b)/3"};
  text.coordinates = {"a", "b", "c"};
  text.holonomic = {"cos(a) + 2*cos(b) - cos(c) - 2", "sin(a) + 2*sin(b) - sin(c)"};
  const System<double> system = problem_entry(text).make<double>({});
  // a parallelogram, b = 0 and a = c, which is aligned at a = pi
  const auto on = [&](double a) {
    return Course{system, {.q = Eigen::Vector3d(a, 0, a), .v = Eigen::Vector3d(2, 0, 2)}};
  };
  for (const double tolerance : {1e-5, 1e-6, 1e-7, 1e-9}) {
    CAPTURE(tolerance);
    const MethodOptions options = tolerances(tolerance, 1e-9);
    CHECK(names_of(run(on(0.5), "ida_index1", options, TimeSpan<double>::adaptive(0, 6)).flags) == "rank_lost");
    CHECK(names_of(run(on(0.5), "ida_index1", options, TimeSpan<double>::adaptive(0, 1)).flags) == "none");
  }
}
