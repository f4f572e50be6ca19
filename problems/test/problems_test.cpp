// The problems: their equations against closed forms from the literature, their setups against published start values.
#include <nonholo/problems/catalogue.hpp>

#include <nonholo/framework/mechanical_dynamics.hpp>
#include <nonholo/framework/method.hpp>
#include <nonholo/framework/probe.hpp>
#include <nonholo/framework/saddle_point.hpp>
#include <nonholo/framework/start.hpp>
#include <nonholo/problems/chaplygin_sleigh.hpp>
#include <nonholo/problems/vertical_rolling_disk.hpp>

#include "catch.hpp"
#include "numerics.hpp"

#include <Eigen/LU>

#include <cmath>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

using Sleigh = ChaplyginSleigh<double>;
using Disk = VerticalRollingDisk<double>;
using Q3 = Vector<double, 3>;
using Q4 = Vector<double, 4>;

/// Energy and consistent multipliers at a setup's start.
struct AtStart {
  double energy;
  std::vector<double> lambda;
  AtStart(std::string_view problem, std::string_view setup_name) {
    const ProblemEntry& entry = problem_catalogue().at(problem);
    const auto& setup = entry.setup(setup_name);
    ParameterValues values;
    for (const auto& [name, value] : setup.parameters) values.emplace(name, value);
    const auto probe = make_probe(entry.make(values));
    lambda.resize(static_cast<std::size_t>(entry.m));
    energy = probe->energy(0, setup.q, setup.v);
    REQUIRE(probe->multipliers(0, setup.q, setup.v, lambda));
  }
};

/// Acceleration and multipliers of problem P at (q, v).
template <class P> struct Motion {
  Vector<double, P::n> a;
  Vector<double, P::m> lambda;
  Motion(const P& problem, const Vector<double, P::n>& q, const Vector<double, P::n>& v) {
    const MechanicalDynamics<P, double> dynamics(problem);
    SaddlePoint<double, P::n, P::m> saddle(dynamics);
    REQUIRE(saddle.solve(0, q, v));
    a = saddle.acceleration();
    lambda = saddle.multipliers();
  }
};

/// The velocity along the knife edge at speed u, turning at rate w.
Q3 along_edge(double theta, double u, double w) { return {u * std::cos(theta), u * std::sin(theta), w}; }

// Small linear systems with condition below 100 on numbers of size up to 10.
constexpr double solve_error = 1000 * epsilon<double>;
// The published start values have 12 digits after the point.
constexpr double printed = 0.5e-12 + 1e-15;

}  // namespace

TEST_CASE("Every setup names known parameters and starts on the constraint") {
  for (const ProblemEntry& entry : problem_catalogue()) {
    CHECK(entry.coordinates.size() == static_cast<std::size_t>(entry.n));
    REQUIRE_FALSE(entry.setups.empty());
    for (const auto& setup : entry.setups) {
      ParameterValues values;
      for (const auto& [name, value] : setup.parameters) values.emplace(name, value);
      Start<double> start;
      start.q = Eigen::Map<const VectorX<double>>(setup.q.data(), static_cast<Eigen::Index>(setup.q.size()));
      start.v = Eigen::Map<const VectorX<double>>(setup.v.data(), static_cast<Eigen::Index>(setup.v.size()));
      CHECK_NOTHROW(checked(start, entry.make(values), 0.0));
    }
  }
}

TEST_CASE("Multipliers and energies at the starts are the published ones") {
  const AtStart slow("chaplygin_sleigh", "hilden_4_2_3"), inclined("chaplygin_sleigh", "hilden_4_5"), rotating("chaplygin_sleigh", "rotating");
  CHECK(slow.lambda[0] == Approx(0.009603115964).margin(printed));
  CHECK(inclined.lambda[0] == Approx(0.05).margin(printed));
  CHECK(rotating.lambda[0] == Approx(0.222766824456).margin(printed));
  CHECK(rotating.energy == Approx(0.524552020666).margin(printed));
  const AtStart disk("vertical_rolling_disk", "hilden_2_1_2");
  CHECK(disk.energy == 2.53125);  // sums of binary fractions: exact
  CHECK(disk.lambda[0] == Approx(0).margin(solve_error));
  CHECK(disk.lambda[1] == Approx(0.5).margin(solve_error));
}

TEST_CASE("The sleigh's multiplier is that of Hilden (4.4) for any parameters and consistent state") {
  const Sleigh sleigh{.mass = 1.7, .a = -0.6, .I = 0.8, .g = 9.8};
  for (const double theta : {-2.0, 0.3, 1.4}) {
    const Q3 v = along_edge(theta, 0.9, -1.3);
    const double expected = (sleigh.g * std::cos(theta) + v[2] * (v[0] * std::cos(theta) + v[1] * std::sin(theta))) /
                            (sleigh.a * sleigh.a / sleigh.I + 1 / sleigh.mass);
    CHECK(Motion(sleigh, {0.2, -3, theta}, v).lambda[0] == Approx(expected).epsilon(solve_error));
  }
}

TEST_CASE("Without gravity the sleigh follows its reduced equations (u along the edge, w turning)") {
  // rho1' = -k rho1 rho2, rho2' = k rho1^2 with rho1 = sqrt(I + m a^2) w, rho2 = sqrt(m) u reads w' = -c w u, u' = a w^2.
  const Sleigh sleigh{.mass = 1.7, .a = -0.6, .I = 0.8, .g = 0};
  const double theta = 0.8, u = 0.9, w = -1.3, c = sleigh.mass * sleigh.a / (sleigh.I + sleigh.mass * sleigh.a * sleigh.a);
  const Q3 v = along_edge(theta, u, w), a = Motion(sleigh, {0, 0, theta}, v).a;
  CHECK(a[2] == Approx(-c * w * u).epsilon(solve_error));
  CHECK(a[0] * std::cos(theta) + a[1] * std::sin(theta) == Approx(sleigh.a * w * w).epsilon(solve_error));
}

TEST_CASE("The sleigh's mass matrix has determinant I m^2 at any heading") {
  const Sleigh sleigh{.mass = 1.7, .a = -0.6, .I = 0.8};
  for (const double theta : {-2.0, 0.0, 1.4})
    CHECK(sleigh.mass_matrix(Q3(1, 2, theta)).determinant() == Approx(0.8 * 1.7 * 1.7).epsilon(solve_error));
}

TEST_CASE("The sleigh's kinetic energy is that of its centre of mass and of its rotation") {
  const Sleigh sleigh{.mass = 1.7, .a = -0.6, .I = 0.8};
  const Q3 q{1, 2, 0.7}, v{0.3, -0.4, 1.1};
  const double vx = v[0] - sleigh.a * v[2] * std::sin(q[2]), vy = v[1] + sleigh.a * v[2] * std::cos(q[2]);
  const double expected = 1.7 * (vx * vx + vy * vy) / 2 + 0.8 * v[2] * v[2] / 2;
  CHECK(v.dot(sleigh.mass_matrix(q) * v) / 2 == Approx(expected).epsilon(solve_error));
}

TEST_CASE("The disk's exact solution satisfies the equations of motion from any rolling start, straight lines included") {
  const Disk disk{.mass = 1.7, .I = 0.8, .J = 0.6, .R = 0.4};
  const double turning = 0.9, rolling = -1.3;
  for (const double vphi : {turning, -turning, 1e-9, 0.0}) {
    const Q4 q0{1, -2, 0.7, 0.2}, v0{disk.R * rolling * std::cos(q0[2]), disk.R * rolling * std::sin(q0[2]), vphi, rolling};
    CHECK(distance(disk.exact_solution(0, q0, v0).q, q0) == 0);
    for (const double t : {0.0, 1.3, -2.0}) {
      const auto x = disk.exact_solution(t, q0, v0);
      const auto shifted = [&](double e) { return disk.exact_solution(t + e, q0, v0); };
      const Motion<Disk> motion(disk, x.q, x.v);
      CHECK(distance(difference([&](double e) { return shifted(e).q; }), x.v) < difference_error);
      CHECK(distance(difference([&](double e) { return shifted(e).v; }), motion.a) < difference_error);
      CHECK(distance(disk.constraint_matrix(x.q) * x.v, Vector<double, 2>::Zero()) < solve_error);
      const Vector<double, 2> lambda = disk.mass * vphi * disk.R * rolling * Vector<double, 2>(-std::sin(x.q[2]), std::cos(x.q[2]));
      CHECK(distance(motion.lambda, lambda) < solve_error);
    }
  }
}

TEST_CASE("The disk turns and rolls at constant rates") {
  const Disk disk{.mass = 1.7, .I = 0.8, .J = 0.6, .R = 0.4};
  const Q4 q{1, -2, 0.7, 0.2}, v{0.4 * std::cos(0.7), 0.4 * std::sin(0.7), 5, 1};
  const Motion<Disk> motion(disk, q, v);
  CHECK(std::abs(motion.a[2]) < solve_error);
  CHECK(std::abs(motion.a[3]) < solve_error);
}

TEST_CASE("The disk's potential gradient by hand agrees with its potential") {
  const Q4 q{1, -2, 0.7, 0.2};
  const auto potential = [](const Q4& x) { return VectorX<double>::Constant(1, Disk{}.potential(x)); };
  CHECK(distance(Disk{}.potential_gradient(q), jacobian(potential, q).transpose()) < difference_error);
}

TEST_CASE("Systems of the catalogue carry the exact solution where there is one, with their own parameters") {
  const auto disk = problem_catalogue().at("vertical_rolling_disk").make({{"R", 2}});
  REQUIRE(disk.exact_solution());
  const std::vector<double> q0{0, 0, 0, 0}, v0{2, 0, 0, 1};
  CHECK(disk.exact_solution()(3, q0, v0).q == Q4(6, 0, 0, 3));
  CHECK_FALSE(problem_catalogue().at("chaplygin_sleigh").make({}).exact_solution());
}

TEST_CASE("An unknown problem is answered by the nearest one") {
  CHECK_THROWS_WITH(problem_catalogue().at("chaplygin_sleig"), Contains("unknown problem") && Contains("did you mean 'chaplygin_sleigh'?"));
}
