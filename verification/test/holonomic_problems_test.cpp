// Problems with constraints on positions against what is known of them: orders of all families on a rolling disk in
// quadruple precision, a period, circles, SUNDIALS' slider crank, a stone that turns round.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/adapters/ida.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/framework/run/trajectory.hpp>
#include <nonholo/methods/explicit/explicit_runge_kutta.hpp>
#include <nonholo/methods/geometric/nonholonomic_rattle.hpp>
#include <nonholo/methods/runge_kutta/spark.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>
#include <nonholo/problems/catalogue.hpp>

#include "catch.hpp"
#include "quad_orders.hpp"

#include <boost/math/special_functions/ellint_1.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

using namespace nonholo;
using namespace nonholo::test;

namespace {

template <class Real = double> struct Chosen {
  const ProblemEntry& entry;
  System<Real> system;
  Start<Real> start;

  Chosen(std::string_view problem, std::string_view setup)
      : entry(problem_catalogue().at(problem)),
        system(entry.make<Real>({}, setup)),
        start(start_of(entry.setup<Real>(setup))) {}

  std::unique_ptr<Integrator<Real>> spark(const Member& member) const {
    return nonholo::spark(system, tableau_catalogue().at(member.first)(member.second));
  }
};

/// The last state of so many steps of Gauss with four stages.
Snapshot<double> gauss_end(const Chosen<>& of, double t_end, long steps) {
  const auto run = integrate(*of.spark({"gauss", 4}), of.start,
                             TimeSpan<double>::fixed(0, t_end / static_cast<double>(steps), steps));
  REQUIRE(run.outcome == Outcome::success);
  return run.end;
}

}  // namespace

TEST_CASE("SPARK has its orders in q, v and lambda on a disk that rolls and falls, both constraints at round-off") {
  const Chosen<quad> disk("falling_disk", "wobbling");
  check_spark_orders(disk.system, disk.start, quad(1) / 2);
}

TEST_CASE("A disk that leans steadily goes round: its centre on a circle, its lean as it was") {
  const Chosen<> disk("falling_disk", "steady");
  const double speed = disk.start.v[0], turn = disk.start.v[3];
  Trajectory<double> seen(disk.system);
  integrate(*disk.spark({"gauss", 3}), disk.start, TimeSpan<double>::fixed(0, 0.05, 200), seen);
  for (const auto& at : seen) {
    CHECK(std::abs(at.q[4] - disk.start.q[4]) < 1e-11);
    CHECK(std::abs(at.q[0] - speed / turn * std::sin(turn * at.t)) < 1e-9);
    CHECK(std::abs(at.q[1] - speed / turn * (1 - std::cos(turn * at.t))) < 1e-9);
  }
}

TEST_CASE("The pendulum is where it began after a period, an elliptic integral, with SPARK and with RATTLE") {
  const Chosen<> pendulum("pendulum_cartesian", "horizontal");
  const double period = 4 * boost::math::ellint_1(std::sin(std::numbers::pi / 4));
  const auto end = gauss_end(pendulum, period, 200);
  CHECK((end.q - pendulum.start.q).norm() < 1e-12);
  CHECK((end.v - pendulum.start.v).norm() < 1e-12);
  const auto rattle = nonholonomic_rattle(pendulum.system);
  const auto off = [&](long steps) {
    return (integrate(*rattle, pendulum.start, TimeSpan<double>::fixed(0, period / static_cast<double>(steps), steps))
                .end.v -
            pendulum.start.v)
        .norm();
  };
  CHECK(std::log2(off(200) / off(400)) == Approx(2).margin(0.05));
}

TEST_CASE(
    "A ball on a turntable goes round on a circle, two sevenths as fast as the table, and stays a unit quaternion") {
  const Chosen<> ball("rolling_ball", "circling");
  const double turn = 2. / 7, period = 2 * std::numbers::pi / turn;
  const auto half = gauss_end(ball, period / 2, 200), whole = gauss_end(ball, period, 400);
  // the centre: x'' = -turn y', y'' = turn x'
  const Eigen::Vector2d start = ball.start.q.head(2),
                        centre = start + Eigen::Vector2d(-ball.start.v[1], ball.start.v[0]) / turn;
  CHECK((whole.q.head(2) - start).norm() < 1e-11);
  CHECK((half.q.head(2) - (2 * centre - start)).norm() < 1e-11);
  CHECK(std::abs(whole.q.tail(4).norm() - 1) < 1e-14);
}

TEST_CASE("The slider crank with constraints on positions moves as the DAE stabilised by hand, and as IDA finds it") {
  const Chosen<> linkage("slider_crank_linkage", "sundials"), dae("slider_crank", "sundials");
  const auto one = gauss_end(linkage, 10, 400), other = gauss_end(dae, 10, 400);
  CHECK((one.q - other.q.head(3)).norm() < 1e-12);
  CHECK((one.v - other.q.tail(3)).norm() < 1e-12);
  double misplaced = 0;
  const auto probe = make_probe(linkage.system);
  const auto watch = [&](const auto& seen) {
    misplaced = std::max(misplaced, probe->constraint(seen.state.t, seen.state.q, seen.state.v).position);
  };
  const auto ida = [&](std::optional<IndexTwoForm> form) {
    misplaced = 0;
    return integrate(*ida_index2(linkage.system, {1e-8, 1e-8}, form), linkage.start, TimeSpan<double>::adaptive(0, 10),
                     watch);
  };
  const auto stabilised = ida({});
  CHECK((stabilised.end.q - one.q).norm() < 1e-5);
  CHECK(misplaced < 1e-8);
  const auto drifting = ida(IndexTwoForm::constrained);
  CHECK((drifting.end.q - one.q).norm() < 1e-5);
  CHECK(misplaced > 1e-8);
}

TEST_CASE("A rattleback that is spun against its sense turns round, one that is spun in its sense does not") {
  const auto least_and_most_spin = [](std::string_view setup) {
    const Chosen<> stone("rattleback", setup);
    Trajectory<double> seen(stone.system);
    const auto method = explicit_runge_kutta(stone.system, explicit_pairs().at("dormand_prince_8"));
    const auto run = integrate(*method, stone.start, TimeSpan<double>::fixed(0, 0.002, 4000), seen);
    REQUIRE(run.outcome == Outcome::success);
    CHECK(seen.max_energy_error() < 1e-6 * seen[0].energy);
    const auto spin = [](const auto& x, const auto& y) { return x.v[3] < y.v[3]; };
    const auto [least, most] = std::minmax_element(seen.begin(), seen.end(), spin);
    return std::pair(least->v[3], most->v[3]);
  };
  CHECK(least_and_most_spin("reversing").second > 0.5);
  CHECK(least_and_most_spin("spinning").first > 0.5);
}
