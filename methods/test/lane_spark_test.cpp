// SPARK steps with a point in each lane against those of the general engine: every set of tableaus that fits, every
// size class, sizes that only the run knows from the least to the most, with what a system may have, stiff and in huge
// units too; and that they are taken where they fit.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "engine_lagrangians.hpp"
#include "engine_test.hpp"
#include "of_dynamics.hpp"

#include <nonholo/methods/runge_kutta/lane_spark.hpp>

#include <set>
#include <string>

using namespace nonholo;
using namespace nonholo::test;

namespace {

/// Two wheels on a bumpy ground, whose rows of A turn; with air.
struct Wheels {
  static constexpr int n = 4, m = 2;
  static constexpr bool constant_mass = true;
  template <class S> Matrix<S, 4, 4> mass_matrix(const Vector<S, 4>&) const {
    Matrix<S, 4, 4> M = Matrix<S, 4, 4>::Identity();
    M(0, 3) = M(3, 0) = S(0.2);
    M(2, 2) = S(2);
    return M;
  }
  template <class S> S potential(const Vector<S, 4>& q) const {
    using std::cos;
    return cos(q[0]) + q[1] * q[1] / 2.0 + q[2] * q[3] / 4.0;
  }
  template <class S> Matrix<S, 2, 4> constraint_matrix(const Vector<S, 4>& q) const {
    using std::cos, std::sin;
    Matrix<S, 2, 4> A;
    A << S(1), S(0.3), -cos(q[3]), S(0.1) * q[1],  //
        S(0.2), S(1), -sin(q[3]), S(0);
    return A;
  }
  template <class S> Vector<S, 4> force(const S&, const Vector<S, 4>&, const Vector<S, 4>& v) const {
    return {-S(0.1) * v[0], S(0), -S(0.2) * v[2] * v[2], S(0)};
  }
};

/// Seven coordinates under one constraint; the mass depends on one of them.
struct Seven {
  static constexpr int n = 7, m = 1;
  template <class S> Matrix<S, 7, 7> mass_matrix(const Vector<S, 7>& q) const {
    using std::cos;
    Matrix<S, 7, 7> M = Matrix<S, 7, 7>::Identity();
    M(0, 1) = M(1, 0) = S(0.4) * cos(q[2]);
    M(6, 6) = S(3);
    return M;
  }
  template <class S> S potential(const Vector<S, 7>& q) const { return q.dot(q) / 2.0 + q[0] * q[3] * q[5]; }
  template <class S> Matrix<S, 1, 7> constraint_matrix(const Vector<S, 7>& q) const {
    Matrix<S, 1, 7> A = Matrix<S, 1, 7>::Zero();
    A(0, 0) = S(1);
    A(0, 2) = q[1];
    A(0, 6) = q[4] - S(1);
    return A;
  }
};

/// Carts that pull each other, each on a skate or none: a mass that depends on q, forces, time. `dynamic` numbers are
/// the run's to tell: those are evaluated point by point.
template <int n_ = dynamic, int m_ = dynamic> struct Carts {
  static constexpr int n = n_, m = m_;
  Eigen::Index size = n, held = m;
  Eigen::Index coordinates() const { return size; }
  Eigen::Index constraints() const { return held; }
  template <class S> Matrix<S, n, n> mass_matrix(const Vector<S, n>& q) const {
    using std::cos;
    Matrix<S, n, n> M = Matrix<S, n, n>::Identity(size, size);
    for (Eigen::Index i = 0; i + 1 < size; ++i) M(i, i + 1) = M(i + 1, i) = 0.3 * cos(q[size - 1 - i]);
    return M;
  }
  template <class S> S potential(const S& t, const Vector<S, n>& q) const {
    using std::cos;
    S V = cos(t) * q[0];
    for (Eigen::Index i = 0; i < size; ++i) {
      const S& next = q[(i + 1) % size];
      V += 0.5 * (1.0 + static_cast<double>(i)) * q[i] * q[i] + 0.1 * q[i] * next * next;
    }
    return V;
  }
  template <class S> Matrix<S, m, n> constraint_matrix(const Vector<S, n>& q) const {
    using std::sin;
    Matrix<S, m, n> A = Matrix<S, m, n>::Zero(held, size);
    for (Eigen::Index b = 0; b < held; ++b) {
      A(b, b) = S(1);
      A(b, size - 1) = A(b, size - 1) + 0.4 * sin(q[b]);
      A(b, (b + 1) % size) = A(b, (b + 1) % size) + 0.2 * q[size - 1];
    }
    return A;
  }
  template <class S> Vector<S, n> force(const S&, const Vector<S, n>&, const Vector<S, n>& v) const {
    Vector<S, n> F = Vector<S, n>::Zero(size);
    F[0] = -0.2 * v[0] * v[size - 1];
    return F;
  }
};

/// What looks into its numbers: evaluated point by point.
struct LonelySkate : TurningSkate {
  static constexpr bool packs = false;
};

/// Points of a step on both sides of a kink are told apart, those on one side are not.
template <class P> struct Kinked : P {
  template <class S> S potential(const Vector<S, P::n>& q) const {
    const S half = q[0] * q[0] / 2.0;
    return (q[0] > S(0) ? half : S(3.0) * half) + q[1] * q[1] / 2.0;
  }
};

/// Tells how often it is asked for four points.
struct CountedSkate : TurningSkate {
  static inline int packs_seen = 0;
  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const {
    if constexpr (std::is_same_v<S, Pack>) ++packs_seen;
    return TurningSkate::constraint_matrix(q);
  }
};

/// On a spring whose frequency is some 50, in other units of the constraint where `size` is not 1.
struct StiffSkate : TurningSkate {
  double stiffness = 2e3, size = 1;
  template <class S> S potential(const Vector<S, 3>& q) const {
    return 0.5 * stiffness * (q[0] - q[1]) * (q[0] - q[1]) + 0.5 * q[0] * q[0];
  }
  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const {
    const Matrix<S, 1, 3> A = TurningSkate::constraint_matrix(q);
    return {A(0, 0) * size, A(0, 1) * size, A(0, 2) * size};
  }
};

Start<double> start_of(const System<double>& system) {
  Start<double> start{.q = VectorX<double>(system.coordinates()),
                      .v = VectorX<double>(system.coordinates()),
                      .consistent = Consistent::project};
  for (Eigen::Index i = 0; i < start.q.size(); ++i) {
    start.q[i] = 0.4 * std::sin(1.0 + 2 * static_cast<double>(i));
    start.v[i] = 0.5 * std::cos(3 * static_cast<double>(i));
  }
  return start;
}

/// Every set of the catalogue with so many stages that has one.
std::vector<TableauSet> sets(int stages) {
  std::vector<TableauSet> all;
  for (const TableauFamily& family : tableau_catalogue()) {
    try {
      all.push_back(family(stages));
    } catch (const InputError&) {  // not with so many stages
    }
  }
  return all;
}

std::vector<System<double>> systems() {
  return {System<double>(Driven{}),      of_dynamics(TurningSkate{}), of_dynamics(Wheels{}),
          of_dynamics(Seven{}),          of_dynamics(LonelySkate{}),  System<double>(Snowball{}),
          System<double>(FivePendula{}), of_dynamics(Carts<2, 1>{}),  of_dynamics(Carts<>{5, 3}),
          of_dynamics(Carts<9, 6>{})};
}

struct Both {
  std::unique_ptr<Integrator<double>> lanes, general;
};
Both both(const System<double>& system, const TableauSet& set, const SolverOptions<double>& options = {}) {
  const auto coefficients = spark_coefficients<double>(set);
  return {lane_spark(system, coefficients, options), spark_by_stages(system, coefficients, options)};
}

}  // namespace

TEST_CASE("A step in lanes is that of the general engine, whatever the tableaus and the system") {
  const auto jacobian = GENERATE(JacobianChoice::frozen, JacobianChoice::exact);
  const SolverOptions<double> options{.jacobian = jacobian};
  std::set<std::string> compared;
  for (const auto& system : systems())
    for (int stages = 1; stages <= 4; ++stages)
      for (const TableauSet& set : sets(stages)) {
        if (!set.determines_multipliers()) continue;
        CAPTURE(system.coordinates(), set.name(), stages);
        const auto [in_lanes, general] = both(system, set, options);
        if (!in_lanes) {  // constraints at points of their own
          CHECK(spark_coefficients<double>(set)->points > stages + 1);
          continue;
        }
        const Ran lanes = run(*in_lanes, start_of(system), 0.4, 10), all = run(*general, start_of(system), 0.4, 10);
        REQUIRE(all.summary.outcome == Outcome::success);
        REQUIRE(lanes.summary.outcome == Outcome::success);
        CHECK((lanes.end - all.end).norm() < 1e-13 * all.end.norm());
        const auto multipliers = [](const Integrator<double>& at) { return vector_of(at.view().lambda_stage); };
        // those of the stages of some tableaus swing from step to step, and with them their round-off
        CHECK((multipliers(*in_lanes) - multipliers(*general)).norm() < 1e-10 * (1 + multipliers(*general).norm()));
        CHECK(static_cast<double>(lanes.summary.iterations) <= 1.2 * static_cast<double>(all.summary.iterations));
        compared.insert(set.name() + std::to_string(stages));
      }
  CHECK(compared.size() >= 15);
}

TEST_CASE("Steps that have no room in lanes are left to the general engine") {
  const auto made = [](const System<double>& system, const char* tableau, int stages) {
    return lane_spark(system, spark_coefficients<double>(tableau_catalogue().at(tableau)(stages)), {}) != nullptr;
  };
  CHECK(made(System<double>(Driven{}), "gauss", 4));
  CHECK_FALSE(made(System<double>(Driven{}), "gauss", 5));
  CHECK(made(System<double>(FivePendula{}), "gauss", 4));
  CHECK_FALSE(made(of_dynamics(Carts<>{10, 1}), "gauss", 2));
  CHECK_FALSE(made(of_dynamics(Carts<>{8, 7}), "gauss", 2));
  CHECK_FALSE(made(System<double>(RoughSkate{}), "gauss", 2));
}

TEST_CASE("spark() steps in lanes where it can, and with a solver of one's own it does not") {
  const auto packs = [](const SolverOptions<double>& options, int stages) {
    CountedSkate::packs_seen = 0;
    const auto system = of_dynamics(CountedSkate{});
    run(*spark(system, tableaus::gauss(stages), options), start_of(system), 0.1, 1);
    return CountedSkate::packs_seen;
  };
  SolverOptions<double> own;
  own.make = [](Eigen::Index size, const SolverOptions<double>& options) {
    return std::make_unique<RoundOffNewton<double>>(size, options);
  };
  CHECK(packs({}, 2) > packs({}, 5));  // some look for what A depends on
  CHECK(packs({}, 4) > packs({}, 2));
  CHECK(packs(own, 2) == packs({}, 5));
}

TEST_CASE("Thousands of steps in lanes are those of the general engine, over kinks and with Newton's method") {
  for (const auto& system :
       {of_dynamics(Kinked<TurningSkate>{}), of_dynamics(LonelySkate{}), of_dynamics(Kinked<FivePendula>{})})
    for (const auto jacobian : {JacobianChoice::automatic, JacobianChoice::exact}) {
      const auto [lanes, general] = both(system, tableaus::gauss(2), {.jacobian = jacobian});
      const auto compared = [&](double t_end, long steps) {
        const Ran ours = run(*lanes, start_of(system), t_end, steps),
                  all = run(*general, start_of(system), t_end, steps);
        REQUIRE(ours.summary.outcome == Outcome::success);
        CHECK(static_cast<double>(ours.summary.iterations) < 1.05 * static_cast<double>(all.summary.iterations));
        CHECK(ours.worst_constraint < 1e-14);
        return (ours.end - all.end).norm() / all.end.norm();
      };
      CHECK(compared(15, 300) < 1e-12);
      compared(250, 5000);  // neighbouring orbits part by then
    }
}

TEST_CASE("Stiff steps in lanes go over to the exact Jacobian as the general engine's do") {
  const auto system = of_dynamics(StiffSkate{});
  for (int stages = 2; stages <= 4; ++stages) {  // with one its multipliers swing, and grow
    CAPTURE(stages);
    const auto [lanes, general] = both(system, tableaus::gauss(stages));
    const Ran ours = run(*lanes, start_of(system), 2, 40), all = run(*general, start_of(system), 2, 40);
    REQUIRE(all.summary.outcome == Outcome::success);
    REQUIRE(ours.summary.outcome == Outcome::success);
    CHECK((ours.end - all.end).norm() < 1e-10 * all.end.norm());
    CHECK(static_cast<double>(ours.summary.iterations) < 1.1 * static_cast<double>(all.summary.iterations));
    const auto frozen = both(system, tableaus::gauss(stages), {.jacobian = JacobianChoice::frozen}).lanes;
    const Summary alone = run(*frozen, start_of(system), 2, 40).summary;
    CHECK((alone.outcome != Outcome::success || 2 * alone.iterations > 3 * ours.summary.iterations));
  }
}

TEST_CASE("Units do not matter to a step in lanes, not even those beyond what doubles can count to") {
  const auto end = [](double size) {
    StiffSkate skate;
    skate.stiffness = 1;
    skate.size = size;
    const auto system = of_dynamics(skate);
    const auto method = both(system, tableaus::gauss(3), {.jacobian = JacobianChoice::frozen}).lanes;
    const Ran ran = run(*method, start_of(system), 1, 10);
    REQUIRE(ran.summary.outcome == Outcome::success);
    return ran.end;
  };
  CHECK((end(std::ldexp(1, 40)) - end(1)).norm() < 1e-13);
  CHECK((end(std::ldexp(1, -40)) - end(1)).norm() < 1e-13);
}

TEST_CASE("Steps of another size, back, and from a saved state are those of the general engine") {
  const System<double> system{Driven{}};
  for (int stages = 1; stages <= 4; ++stages) {
    const auto [lanes, general] = both(system, tableaus::gauss(stages));
    const auto start = checked(driven_start(), system, 0.0);
    std::vector<double> saved;
    for (Integrator<double>* method : {lanes.get(), general.get()}) {
      method->start(0, values(start.q), values(start.v));
      for (const double h : {0.1, 0.1, 0.1, 0.05, 0.05, -0.1, -0.1, -0.1})
        REQUIRE(method->step(h).outcome == Outcome::success);
      CHECK(method->step(1e200).outcome != Outcome::success);
      REQUIRE(method->step(0.1).outcome == Outcome::success);
      if (method != lanes.get()) continue;
      REQUIRE(method->save(saved));
    }
    CHECK((state_of(*lanes) - state_of(*general)).norm() < 1e-13);
    std::span<const double> numbers(saved);
    general->restore(numbers);
    for (Integrator<double>* method : {lanes.get(), general.get()})
      REQUIRE(method->step(0.1).outcome == Outcome::success);
    CHECK((state_of(*lanes) - state_of(*general)).norm() < 1e-13);
  }
}

TEST_CASE("A step in lanes evaluates as many points as the method has, and moves back when it is reversed") {
  const auto system = of_dynamics(TurningSkate{});
  for (int stages = 1; stages <= 4; ++stages) {
    const auto method = lane_spark(system, spark_coefficients<double>(tableaus::gauss(stages)), {});
    const auto start = checked(start_of(system), system, 0.0);
    method->start(0, values(start.q), values(start.v));
    const StepReport report = method->step(0.1);
    CHECK(report.evaluations == report.iterations * (stages + 1));
    method->reverse();
    method->step(0.1);
    method->reverse();
    const VectorX<double> back = state_of(*method);
    CHECK((back.head(3) - start.q).norm() < 1e-14);
    CHECK((back.tail(3) - start.v).norm() < 1e-14);
  }
}
