// Bodies at rest, and motions that come to rest: no step takes more iterations than one of a motion, for any method,
// and constraints on positions cost about what they cost differentiated. Right positions are the equilibria, in closed
// form.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "engine_test.hpp"

#include <nonholo/methods/energy/discrete_gradient.hpp>
#include <nonholo/methods/energy/energy_collocation.hpp>
#include <nonholo/methods/family/simplified_newton.hpp>
#include <nonholo/methods/geometric/gni.hpp>
#include <nonholo/methods/geometric/nonholonomic_rattle.hpp>
#include <nonholo/methods/runge_kutta/hessenberg_runge_kutta.hpp>

#include <fmt/format.h>

using namespace nonholo;
using namespace nonholo::test;

namespace {

constexpr int most_iterations = 6;

/// A damped pendulum of length `length` that hangs below (x0, y0), g = 9.81 in the same unit of length.
struct Pendulum {
  static constexpr int n = 2;
  static constexpr bool constant_mass = true;
  double length = 1, x0 = 0, y0 = 0, damping = 2;
  template <class S> Eigen::DiagonalMatrix<S, 2> mass_matrix(const Vector<S, 2>&) const {
    return Eigen::DiagonalMatrix<S, 2>(S(1), S(1));
  }
  template <class S> S potential(const Vector<S, 2>& q) const { return S(9.81 * length) * q[1]; }
  template <class S> Vector<S, 2> force(const S&, const Vector<S, 2>&, const Vector<S, 2>& v) const {
    return Vector<S, 2>(S(-damping) * v);
  }
  Start<double> start(double sine) const {
    return {.q = Eigen::Vector2d(x0 + sine * length, y0 - std::sqrt(1 - sine * sine) * length),
            .v = Eigen::Vector2d(0, 0),
            .consistent = Consistent::project};
  }
};

/// Held by a constraint on positions, ...
struct Hanging : Pendulum {
  static constexpr int m = 0, holonomic = 1;
  template <class S> Vector<S, 1> position_constraint(const Vector<S, 2>& q) const {
    const S x = q[0] - x0, y = q[1] - y0;
    return Vector<S, 1>(x * x + y * y - length * length);
  }
};

/// ... and by the same one differentiated.
struct HangingByVelocities : Pendulum {
  static constexpr int m = 1;
  template <class S> Matrix<S, 1, 2> constraint_matrix(const Vector<S, 2>& q) const {
    return {S(2) * (q[0] - x0), S(2) * (q[1] - y0)};
  }
};

/// A blade parked on a plane that slopes along x by 0.3: friction of its heading holds nothing, the edge holds all.
struct Parked {
  static constexpr int n = 3, m = 1;
  static constexpr bool constant_mass = true;
  template <class S> Eigen::DiagonalMatrix<S, 3> mass_matrix(const Vector<S, 3>&) const {
    return Eigen::DiagonalMatrix<S, 3>(S(2), S(2), S(0.5));
  }
  template <class S> S potential(const Vector<S, 3>& q) const {
    return S(2 * 9.81 * 0.3) * (q[0] * S(std::sin(0.7)) - q[1] * S(std::cos(0.7)));
  }
  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const {
    using std::cos, std::sin;
    return {sin(q[2]), -cos(q[2]), S(0)};
  }
  static Start<double> start() { return {.q = Eigen::Vector3d(30, -20, 0.7), .v = Eigen::Vector3d(0, 0, 0)}; }
};

/// Two masses on springs under a constraint that couples them. The equilibrium, (1, 2), is not the origin; `damping`
/// brings them to rest.
struct Springs {
  static constexpr int n = 2, m = 1;
  double damping = 1;
  template <class S> Matrix<S, 2, 2> mass_matrix(const Vector<S, 2>& q) const {
    using std::sin;
    Matrix<S, 2, 2> M;
    M << S(1) + S(0.1) * sin(q[0]), S(0), S(0), S(3);
    return M;
  }
  template <class S> S potential(const Vector<S, 2>& q) const {
    const S x = q[0] - S(1), y = q[1] - S(2);
    return S(2) * x * x + S(5) * y * y;
  }
  template <class S> Vector<S, 2> force(const S&, const Vector<S, 2>&, const Vector<S, 2>& v) const {
    return Vector<S, 2>(S(-damping) * v);
  }
  template <class S> Matrix<S, 1, 2> constraint_matrix(const Vector<S, 2>&) const { return {S(3), S(-1)}; }
};

struct Method {
  std::string name;
  std::unique_ptr<Integrator<double>> integrator;
};

/// SPARK with every Jacobian, and the loose solver.
std::vector<Method> spark_methods(const System<double>& system) {
  std::vector<Method> methods;
  const auto add = [&](const Family& member, const SolverOptions<double>& options, const char* how) {
    methods.push_back({fmt::format("{} {} {}", member.first, member.second, how), spark_of(system, member, options)});
  };
  for (const Family& member :
       {Family{"gauss", 1}, Family{"gauss", 2}, Family{"gauss", 3}, Family{"gauss", 4}, Family{"gauss", 5},
        Family{"radau_iia", 2}, Family{"radau_ia", 2}, Family{"lobatto_iiia_b", 2}, Family{"lobatto_iiia_b", 3}}) {
    for (const auto& [jacobian, how] :
         {std::pair(JacobianChoice::automatic, "auto"), std::pair(JacobianChoice::frozen, "frozen"),
          std::pair(JacobianChoice::exact, "exact")})
      add(member, {.jacobian = jacobian}, how);
    SolverOptions<double> loose{.tolerance = 1e-10};
    use_simplified_newton(loose);
    add(member, loose, "loose");
  }
  methods.push_back({"runge_kutta qv", runge_kutta(system, tableau_catalogue().at("radau_iia")(2))});
  methods.push_back(
      {"runge_kutta qp", runge_kutta(system, tableau_catalogue().at("radau_iia")(2), HessenbergForm::qp)});
  return methods;
}

/// Those for constraints on velocities alone.
void add_velocity_methods(const System<double>& system, std::vector<Method>& methods) {
  methods.push_back({"mclachlan_perlmutter", mclachlan_perlmutter(system)});
  methods.push_back({"mclachlan_perlmutter_hilden", mclachlan_perlmutter_hilden(system)});
  methods.push_back({"implicit_midpoint_dla", implicit_midpoint_dla(system)});
  methods.push_back({"cortes_martinez", cortes_martinez(system)});
  for (const bool middle : {false, true})
    methods.push_back(
        {middle ? "gni middle" : "gni",
         gni(system, GeometricNonholonomic<double>{.lagrangian = middle ? differences::midpoint<double>()
                                                                        : differences::symmetrised<double>()})});
}

void add_energy_methods(const System<double>& system, std::vector<Method>& methods) {
  for (const Gradient gradient : {Gradient::avf, Gradient::gonzalez, Gradient::itoh_abe})
    for (const Space space : {Space::reduced, Space::full}) {
      if (space == Space::full && gradient == Gradient::itoh_abe) continue;
      methods.push_back(
          {"discrete_gradient", discrete_gradient<double>(system, {.gradient = gradient, .space = space})});
    }
  for (const long stages : {1L, 2L})
    methods.push_back({"energy_collocation", energy_collocation<double>(system, stages)});
}

/// Iterations of the steps after the first `settled`.
struct Iterations {
  int most = 0;
  double mean = 0;
};
Iterations iterations_at_rest(Integrator<double>& integrator, const Start<double>& start, double h, long settled,
                              long steps) {
  const auto begun = checked(start, integrator.system(), 0.0);
  integrator.start(0, values(begun.q), values(begun.v));
  Iterations seen;
  for (long step = 0; step < settled + steps; ++step) {
    const StepReport report = integrator.step(h);
    REQUIRE(report.outcome == Outcome::success);
    if (step < settled) continue;
    seen.most = std::max(seen.most, report.iterations);
    seen.mean += report.iterations / static_cast<double>(steps);
  }
  return seen;
}

int most_at_rest(Integrator<double>& integrator, const Start<double>& start, double h, long settled, long steps) {
  return iterations_at_rest(integrator, start, h, settled, steps).most;
}

}  // namespace

TEST_CASE(
    "A pendulum that hangs still takes no more iterations than one that swings, with its constraint of either kind") {
  for (const auto& [length, x0, y0] :
       {std::tuple(1.0, 0.0, 0.0), std::tuple(1.0, 1e4, 3e3), std::tuple(1e3, 7.0, 1e3)}) {
    const Pendulum pendulum{.length = length, .x0 = x0, .y0 = y0};
    const Hanging on_positions{pendulum};
    const HangingByVelocities on_velocities{pendulum};
    const System<double> position_system{on_positions}, velocity_system{on_velocities};
    std::vector<Method> methods = spark_methods(position_system), more = spark_methods(velocity_system);
    add_velocity_methods(velocity_system, more);
    for (Method& each : more) methods.push_back(std::move(each));
    for (const Method& method : methods) {
      if (length > 1 && method.name.ends_with("loose")) continue;  // the tolerance of that solver is absolute
      INFO(method.name << ", length " << length << " below " << x0 << ", " << y0);
      CHECK(most_at_rest(*method.integrator, on_positions.start(0), 0.05, 0, 200) <= most_iterations);
      const View<double> end = method.integrator->view();
      CHECK(std::abs(end.q[0] - x0) <= 1e-12 * (std::abs(x0) + length));
      CHECK(std::abs(end.q[1] - (y0 - length)) <= 1e-12 * (std::abs(y0) + length));
    }
  }
}

TEST_CASE("A pendulum that friction brings to rest takes no more iterations there than while it swings") {
  const Hanging on_positions;
  for (const System<double>& system : {System<double>(on_positions), System<double>(HangingByVelocities{})}) {
    std::vector<Method> methods = spark_methods(system);
    if (system.traits().holonomic == 0) add_velocity_methods(system, methods);
    for (const Method& method : methods) {
      INFO(method.name << (system.traits().holonomic > 0 ? " on positions" : " on velocities"));
      CHECK(most_at_rest(*method.integrator, on_positions.start(0.6), 0.05, 400, 1600) <= most_iterations);
      if (system.traits().holonomic == 0) continue;  // those of velocities drift on the way
      CHECK(std::abs(method.integrator->view().q[0]) <= 1e-12);
      CHECK(std::abs(method.integrator->view().q[1] + 1) <= 1e-9);  // as far as the loose solver holds it
    }
  }
}

TEST_CASE("A blade parked across a slope takes no more iterations than one that glides, with every method") {
  const System<double> system{Parked{}};
  std::vector<Method> methods = spark_methods(system);
  add_velocity_methods(system, methods);
  add_energy_methods(system, methods);
  methods.push_back({"rattle", nonholonomic_rattle(system)});
  methods.push_back({"shake", nonholonomic_shake(system)});
  for (const Method& method : methods) {
    INFO(method.name);
    CHECK(most_at_rest(*method.integrator, Parked::start(), 0.05, 0, 200) <= most_iterations);
    const View<double> end = method.integrator->view();
    CHECK(std::abs(end.q[0] - 30) + std::abs(end.q[1] + 20) <= 1e-11);
  }
}

TEST_CASE("Springs that come to rest away from the origin take no more iterations there than while they swing") {
  const Start<double> swings{.q = Eigen::Vector2d(1.2, 2.6), .v = Eigen::Vector2d(0.1, 0.3)},
      rests{.q = Eigen::Vector2d(1, 2), .v = Eigen::Vector2d(0, 0)};
  const System<double> system{Springs{}};
  for (const bool at_rest : {false, true}) {
    std::vector<Method> methods = spark_methods(system);
    add_velocity_methods(system, methods);
    for (const Method& method : methods) {
      INFO(method.name << (at_rest ? " at rest" : " comes to rest"));
      const Iterations seen =
          iterations_at_rest(*method.integrator, at_rest ? rests : swings, 0.1, at_rest ? 0 : 1000, 1500);
      CHECK(seen.mean <= most_iterations);
      if (at_rest) CHECK(seen.most <= most_iterations);  // on the way to rest single steps take up to 9
      const View<double> end = method.integrator->view();
      // forces along (1, 3), the direction that the constraint leaves: a method may leave the line through the start
      CHECK(std::abs(4 * (end.q[0] - 1) + 3 * 10 * (end.q[1] - 2)) <= 1e-9);
    }
  }
}

namespace {

/// A ball of mass 1, radius 1 and moment of inertia 0.4 that rolls on a plane in a potential. Its orientation is a
/// quaternion of length 1, which stands before its place.
struct BallOnPlane {
  static constexpr int n = 6;
  static constexpr bool constant_mass = true, fused_kernels = false;
  template <class S> Eigen::DiagonalMatrix<S, 6> mass_matrix(const Vector<S, 6>&) const {
    Vector<S, 6> d;
    d << S(1.6), S(1.6), S(1.6), S(1.6), S(1), S(1);
    return Eigen::DiagonalMatrix<S, 6>(d);
  }
  template <class S> S potential(const Vector<S, 6>& q) const { return (q[4] * q[4] + S(2) * q[5] * q[5]) / S(2); }
  /// vx = omega_y, vy = -omega_x with omega = 2 e' conj(e).
  template <class S> Matrix<S, 2, 6> rolling(const Vector<S, 6>& q) const {
    const S e0 = S(2) * q[0], e1 = S(2) * q[1], e2 = S(2) * q[2], e3 = S(2) * q[3];
    Matrix<S, 2, 6> A;
    A << e2, -e3, -e0, e1, S(1), S(0),  //
        -e1, e0, -e3, e2, S(0), S(1);
    return A;
  }
  static Start<double> start() {
    Start<double> start{.q = VectorX<double>(6), .v = VectorX<double>(6), .consistent = Consistent::project};
    start.q << 1, 0, 0, 0, 1, 0.2;
    start.v << 0, -0.15, 0.05, 0.2, 0.1, 0.3;
    return start;
  }
};

/// With the length of the quaternion held as a constraint on positions, ...
struct Ball : BallOnPlane {
  static constexpr int m = 2, holonomic = 1;
  template <class S> Vector<S, 1> position_constraint(const Vector<S, 6>& q) const {
    return Vector<S, 1>((q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - S(1)) / S(2));
  }
  template <class S> Matrix<S, 2, 6> constraint_matrix(const Vector<S, 6>& q) const { return rolling(q); }
};

/// ... and differentiated.
struct BallByVelocities : BallOnPlane {
  static constexpr int m = 3;
  template <class S> Matrix<S, 3, 6> constraint_matrix(const Vector<S, 6>& q) const {
    Matrix<S, 3, 6> A;
    A << q[0], q[1], q[2], q[3], S(0), S(0), rolling(q);
    return A;
  }
};

/// On a swell that moves, with a mass that depends on the place, and a constraint on velocities beside it.
struct OnSwell {
  static constexpr int n = 3, m = 1, holonomic = 1;
  static constexpr bool fused_kernels = false;
  template <class S> Matrix<S, 3, 3> mass_matrix(const Vector<S, 3>& q) const {
    using std::cos, std::sin;
    Matrix<S, 3, 3> M;
    M << S(1) + S(0.2) * sin(q[0]), S(0), S(0.1),  //
        S(0), S(1), S(0),                          //
        S(0.1), S(0), S(2) + S(0.3) * cos(q[1]);
    return M;
  }
  template <class S> S potential(const Vector<S, 3>& q) const { return q[2] + S(0.5) * q[0] * q[0]; }
  template <class S> Vector<S, 1> position_constraint(const S& t, const Vector<S, 3>& q) const {
    using std::cos, std::sin;
    return Vector<S, 1>(q[2] - S(0.3) * sin(q[0]) * cos(q[1] - t));
  }
  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const { return {q[1], S(1), S(0)}; }
  static Start<double> start() {
    return {.q = Eigen::Vector3d(0.3, 0.4, 0), .v = Eigen::Vector3d(0.9, 0.2, 0), .consistent = Consistent::project};
  }
};

/// A spherical pendulum: differentiated, its constraint makes it one of the sizes that engines are compiled for.
struct Spherical {
  static constexpr int n = 3, m = 0, holonomic = 1;
  static constexpr bool constant_mass = true, fused_kernels = false;
  template <class S> Eigen::DiagonalMatrix<S, 3> mass_matrix(const Vector<S, 3>&) const {
    return Eigen::DiagonalMatrix<S, 3>(S(1), S(1), S(1));
  }
  template <class S> S potential(const Vector<S, 3>& q) const { return q[2]; }
  template <class S> Vector<S, 1> position_constraint(const Vector<S, 3>& q) const {
    return Vector<S, 1>(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] - S(1));
  }
  static Start<double> start() {
    return {.q = Eigen::Vector3d(0.6, 0, -0.8), .v = Eigen::Vector3d(0, 0.7, 0), .consistent = Consistent::project};
  }
};

}  // namespace

TEST_CASE("A constraint on positions takes about the iterations and evaluations that it takes differentiated") {
  const System<double> on_positions{Ball{}}, on_velocities{BallByVelocities{}};
  for (const Family& member : {Family{"gauss", 1}, Family{"gauss", 2}, Family{"gauss", 3}, Family{"gauss", 4},
                               Family{"radau_ia", 2}, Family{"lobatto_iiia_b", 3}}) {
    INFO(member.first << " " << member.second);
    const auto held = spark_of(on_positions, member), differentiated = spark_of(on_velocities, member);
    const Summary of_held = run(*held, Ball::start(), 4, 200).summary,
                  of_differentiated = run(*differentiated, Ball::start(), 4, 200).summary;
    REQUIRE(of_held.outcome == Outcome::success);
    REQUIRE(of_differentiated.outcome == Outcome::success);
    CHECK(2 * of_held.iterations <= 3 * of_differentiated.iterations);
    CHECK(2 * of_held.evaluations <= 3 * of_differentiated.evaluations);
    const View<double> end = held->view();
    CHECK(std::abs(end.q[0] * end.q[0] + end.q[1] * end.q[1] + end.q[2] * end.q[2] + end.q[3] * end.q[3] - 1) <=
          4 * epsilon<double>);
  }
}

TEMPLATE_TEST_CASE("Constraints on positions in lanes are those of the form qp, with every Jacobian", "", Ball, OnSwell,
                   Spherical) {
  const System<double> system{TestType{}};
  for (const Family& member : {Family{"gauss", 1}, Family{"gauss", 2}, Family{"gauss", 4}, Family{"radau_ia", 2},
                               Family{"lobatto_iiia_b", 3}}) {
    INFO(member.first << " " << member.second);
    const TableauSet set = tableau_catalogue().at(member.first)(member.second);
    const auto reference = spark(system, set, HessenbergForm::qp);
    const VectorX<double> right = run(*reference, TestType::start(), 2, 40).end;
    for (const JacobianChoice jacobian : {JacobianChoice::automatic, JacobianChoice::frozen, JacobianChoice::exact}) {
      const auto in_lanes = spark(system, set, {.jacobian = jacobian});
      CHECK((run(*in_lanes, TestType::start(), 2, 40).end - right).norm() <= 1e-12);
      CHECK(std::abs(in_lanes->view().lambda_stage[0] - reference->view().lambda_stage[0]) <= 1e-10);
    }
  }
}
