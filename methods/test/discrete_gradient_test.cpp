// Discrete-gradient methods: energy, constraint, order, symmetry, the QR basis and its derivatives, the full space,
// refusals.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "energy_test.hpp"

#include <nonholo/framework/problem/hessenberg_dae.hpp>
#include <nonholo/methods/energy/discrete_gradient.hpp>
#include <nonholo/methods/family/simplified_newton.hpp>

#include <fmt/format.h>

using namespace nonholo;
using namespace nonholo::test;

namespace {

constexpr Gradient gradients[] = {Gradient::avf, Gradient::gonzalez, Gradient::itoh_abe};

const System<double>& five() {
  static const System<double> system{FivePendula{}};
  return system;
}
const System<double>& turning() {
  static const System<double> system{TurningSkate{}};
  return system;
}
const System<double>& tops() {
  static const System<double> system{CoupledTops{}};
  return system;
}
const System<double>& body() {
  static const System<double> system{RigidBody{}};
  return system;
}

auto make(const System<double>& system, const DiscreteGradientOptions& options) {
  return discrete_gradient<double>(system, options);
}

double order_of(const System<double>& system, const Start<double>& start, const DiscreteGradientOptions& options,
                long first = 20) {
  return measured_order(*make(system, options), start, 1, first, 4, solution(system, start, 1));
}

}  // namespace

TEST_CASE("discrete gradients keep the energy, and the constraint in adapted coordinates") {
  for (const Gradient gradient : gradients) {
    CHECK(watch(*make(body(), {.gradient = gradient}), body_start(), 0.1, 200).energy < 1e-13);
    CHECK(watch(*make(tops(), {.gradient = gradient}), tops_start(), 0.1, 200).energy < 1e-13);
    for (const Space space : {Space::reduced, Space::full}) {
      const Watched seen = watch(*make(five(), {.gradient = gradient, .space = space}), five_start(), 0.1, 200);
      CHECK(seen.energy < 1e-13);
      CHECK((seen.constraint < 1e-14) == (space == Space::reduced));
    }
  }
}

TEST_CASE("A force and an offset that are zero bar no discrete gradient, whatever the type of the system could do") {
  const System<double> system{Free{}};
  for (const Gradient gradient : gradients)
    for (const Space space : {Space::reduced, Space::full})
      CHECK(watch(*make(system, {.gradient = gradient, .space = space}), driven_start(), 0.1, 50).energy < 1e-13);
}

TEST_CASE("discrete gradients have their order") {
  for (const Gradient gradient : gradients) {
    // in the mass-orthonormal basis H is a sum of functions of one coordinate each, and itoh_abe of order 2
    const DiscreteGradientOptions reduced{.gradient = gradient, .basis = KernelBasis::qr},
        full{.gradient = gradient, .space = Space::full}, bare{.gradient = gradient};
    const int order = make(five(), reduced)->traits().order;
    CHECK(order == (gradient == Gradient::itoh_abe ? 1 : 2));
    CHECK(order_of(five(), five_start(), reduced) == Approx(order).margin(0.1));
    CHECK(order_of(turning(), turning_start(), full, 160) == Approx(order).margin(0.1));
    CHECK(order_of(tops(), tops_start(), bare) == Approx(order).margin(0.1));
  }
}

TEST_CASE("Gonzalez' gradient in the mass metric keeps the energy, is symmetric and of order 2") {
  for (const Space space : {Space::reduced, Space::full}) {
    const DiscreteGradientOptions options{.gradient = Gradient::gonzalez, .space = space, .metric = Metric::mass};
    CHECK(watch(*make(five(), options), five_start(), 0.1, 200).energy < 1e-13);
    CHECK(order_of(turning(), turning_start(), options, 160) == Approx(2).margin(0.1));
    CHECK(asymmetry(*make(five(), options), five_start(), 0.1) < 1e-14);
  }
}

TEST_CASE("a step of -h undoes a step of h with symmetric discrete gradients") {
  const System<double> own{TurningSkateWithBasis{}};
  for (const Gradient gradient : gradients) {
    const bool symmetric = gradient != Gradient::itoh_abe;
    const auto check = [&](const System<double>& system, const Start<double>& start,
                           const DiscreteGradientOptions& options) {
      CHECK(make(system, options)->traits().symmetric == symmetric);
      CHECK((asymmetry(*make(system, options), start, 0.1) < 1e-14) == symmetric);
    };
    check(tops(), tops_start(), {.gradient = gradient});
    check(own, turning_start(), {.gradient = gradient});
    check(turning(), turning_start(), {.gradient = gradient, .space = Space::full});
  }
}

TEST_CASE("with the QR basis symmetry holds where none of its signs changes") {
  const auto start_with = [](double angle) {
    return Start<double>{
        .q = Eigen::Vector3d(0.4, -0.2, angle), .v = Eigen::Vector3d(0.3, 0.1, 1.5), .consistent = Consistent::project};
  };
  for (const auto derivative : {BasisDerivative::exact, BasisDerivative::central_difference}) {
    const auto method =
        make(turning(), {.gradient = Gradient::gonzalez, .basis = KernelBasis::qr, .derivative = derivative});
    CHECK_FALSE(method->traits().symmetric);
    CHECK(asymmetry(*method, start_with(0.3), 0.1) < 1e-14);
    CHECK(asymmetry(*method, start_with(-0.07), 0.1) > 1e-5);
  }
  CHECK(asymmetry(*make(five(), {.gradient = Gradient::avf}), five_start(), 0.1) < 1e-14);
}

TEST_CASE("a mechanical system runs back along its orbit after reverse()") {
  const auto method = make(five(), {.gradient = Gradient::gonzalez});
  const auto from = checked(five_start(), five(), 0.0);
  method->start(0, values(from.q), values(from.v));
  VectorX<double> before = state_of(*method);
  for (int i = 0; i < 20; ++i) REQUIRE(method->step(0.1).outcome == Outcome::success);
  method->reverse();
  CHECK(method->view().lambda_stage.empty());
  for (int i = 0; i < 20; ++i) REQUIRE(method->step(0.1).outcome == Outcome::success);
  before.tail(5) *= -1;
  CHECK((state_of(*method) - before).cwiseAbs().maxCoeff() < 1e-13);
}

TEST_CASE("the sweeps of the QR basis and dual numbers lead to the same steps") {
  for (const Gradient gradient : gradients) {
    const KernelBasis qr = KernelBasis::qr;
    const auto exact = make(five(), {.gradient = gradient, .basis = qr}),
               duals = make(five(), {.gradient = gradient, .basis = qr, .derivative = BasisDerivative::dual_numbers});
    CHECK(farthest(*exact, *duals, five_start(), 0.1, 50) < 1e-13);
  }
}

TEST_CASE(
    "central differences of the basis with the step's own h keep order 2 and the energy with Gonzalez' gradient") {
  const auto differences = BasisDerivative::central_difference;
  for (const auto& [system, start] : {std::pair(five(), five_start()), {turning(), turning_start()}}) {
    const DiscreteGradientOptions exact{.gradient = Gradient::gonzalez, .basis = KernelBasis::qr};
    DiscreteGradientOptions options = exact;
    options.derivative = differences;
    CHECK(order_of(system, start, options) == Approx(2).margin(0.1));
    CHECK(watch(*make(system, options), start, 0.1, 200).energy < 1e-13);
    CHECK(farthest(*make(system, options), *make(system, exact), start, 0.1, 10) > 1e-6);
  }
  const System<double> own{TurningSkateWithBasis{}};
  const DiscreteGradientOptions options{
      .gradient = Gradient::gonzalez, .basis = KernelBasis::own, .derivative = differences};
  CHECK(order_of(own, turning_start(), options) == Approx(2).margin(0.1));
}

TEST_CASE("energy and order survive the sign changes of the QR basis and of the mass-orthonormal one") {
  const Start<double> from = turning_start();
  int changes = 0;
  double before = from.q[2];
  const auto method = make(turning(), {.gradient = Gradient::gonzalez});
  integrate(*method, from, TimeSpan<double>::fixed(0, 0.05, 400), [&](const auto& seen) {
    if ((std::sin(before) < 0) != (std::sin(seen.state.q[2]) < 0)) ++changes;
    before = seen.state.q[2];
  });
  CHECK(changes > 4);
  const VectorX<double> end = solution(turning(), from, 8);
  for (const KernelBasis basis : {KernelBasis::qr, KernelBasis::mass}) {
    for (const Gradient gradient : gradients) {
      const Watched seen = watch(*make(turning(), {.gradient = gradient, .basis = basis}), from, 0.05, 400);
      CHECK(seen.energy < 1e-13);
      CHECK(seen.constraint < 1e-14);
    }
    for (const Gradient gradient : {Gradient::gonzalez, Gradient::avf})
      CHECK(measured_order(*make(turning(), {.gradient = gradient, .basis = basis}), from, 8, 160, 4, end) ==
            Approx(2).margin(0.1));
  }
}

TEST_CASE("the problem's own basis is taken where it has one") {
  const System<double> own{TurningSkateWithBasis{}};
  const DiscreteGradientOptions options{.gradient = Gradient::avf};
  DiscreteGradientOptions other = options;
  other.basis = KernelBasis::own;
  CHECK(farthest(*make(own, options), *make(own, other), turning_start(), 0.1, 5) == 0);
  other.basis = KernelBasis::qr;
  CHECK(farthest(*make(own, options), *make(own, other), turning_start(), 0.1, 5) > 1e-6);
  CHECK(asymmetry(*make(own, options), turning_start(), 0.1) < 1e-14);
}

TEST_CASE("the multipliers of the full space are of order 1") {
  const auto probe = make_probe(turning());
  const auto spark_run = spark<double>(turning(), tableaus::gauss(4), HessenbergForm::qv, {});
  run(*spark_run, turning_start(), 1, 200);
  double lambda = 0;
  probe->multipliers(1, spark_run->view().q, spark_run->view().v, {&lambda, 1});
  for (const Gradient gradient : gradients) {
    const auto method = make(turning(), {.gradient = gradient, .space = Space::full});
    CHECK(method->traits().multiplier_order == (gradient == Gradient::itoh_abe ? 0 : 1));  // H is a sum here
    CHECK(make(turning(), {.gradient = gradient})->traits().multiplier_order == 0);
    const auto error = [&](long steps) {
      run(*method, turning_start(), 1, steps);
      REQUIRE(method->view().lambda_stage.size() == 1);
      return std::abs(method->view().lambda_stage[0] - lambda);
    };
    CHECK(std::log2(error(80) / error(160)) == Approx(1).margin(0.1));
  }
}

TEST_CASE("small steps converge and keep the energy") {
  for (const double h : {1e-3, 1e-4})
    for (const Gradient gradient : gradients) {
      CHECK(watch(*make(body(), {.gradient = gradient}), body_start(), h, 500).energy < 1e-13);
      CHECK(watch(*make(tops(), {.gradient = gradient}), tops_start(), h, 500).energy < 1e-13);
      for (const Space space : {Space::reduced, Space::full})
        CHECK(watch(*make(five(), {.gradient = gradient, .space = space}), five_start(), h, 500).energy < 1e-13);
    }
  const DiscreteGradientOptions differences{
      .gradient = Gradient::gonzalez, .basis = KernelBasis::qr, .derivative = BasisDerivative::central_difference};
  CHECK(watch(*make(five(), differences), five_start(), 1e-4, 500).energy < 1e-13);
}

TEST_CASE("angles that have gone round often cost digits, not convergence") {
  Start<double> far = turning_start();
  far.q[2] = 2e4;
  for (const Gradient gradient : gradients)
    for (const double h : {0.1, 1e-3})
      CHECK(watch(*make(turning(), {.gradient = gradient}), far, h, 200).energy < 1e-9);
}

TEST_CASE("an equilibrium is a solution, near one the orbit stays near") {
  const VectorX<double> bottom = Eigen::Vector4d(0, 0, 0, 0), close = Eigen::Vector4d(1e-9, 0, 0, 1e-9);
  for (const Gradient gradient : gradients) {
    const auto method = make(tops(), {.gradient = gradient});
    watch(*method, start_at(bottom), 0.1, 10);
    CHECK(state_of(*method).norm() == 0);
    watch(*method, start_at(close), 0.1, 200);
    CHECK(state_of(*method).norm() < 4e-9);
    CHECK(state_of(*method).norm() > 2e-10);
  }
}

TEST_CASE("compensated summation keeps the energy better over long runs") {
  const DiscreteGradientOptions plain{.gradient = Gradient::gonzalez},
      compensated{.gradient = Gradient::gonzalez, .compensated = true};
  constexpr long steps = 20000;
  const double lost = watch(*make(turning(), plain), turning_start(), 0.01, steps).energy,
               kept = watch(*make(turning(), compensated), turning_start(), 0.01, steps).energy;
  INFO(fmt::format("lost {:.3g}, kept {:.3g}", lost, kept));
  CHECK(lost < 2e-13);
  CHECK(kept < 0.5 * lost);
  CHECK(farthest(*make(turning(), plain), *make(turning(), compensated), turning_start(), 0.05, 100) < 1e-12);
}

TEST_CASE("a step that fails leaves the state alone") {
  const auto method = make(turning(), {.gradient = Gradient::gonzalez}),
             same = make(turning(), {.gradient = Gradient::gonzalez});
  const auto from = checked(turning_start(), turning(), 0.0);
  for (const auto& one : {method.get(), same.get()}) {
    one->start(0, values(from.q), values(from.v));
    for (int i = 0; i < 30; ++i) REQUIRE(one->step(0.1).outcome == Outcome::success);
  }
  const double far = std::numeric_limits<double>::infinity();
  CHECK(method->step(far).outcome != Outcome::success);
  CHECK(state_of(*method) == state_of(*same));
  CHECK(method->view().t == same->view().t);
  REQUIRE(method->step(0.1).outcome == Outcome::success);
  REQUIRE(same->step(0.1).outcome == Outcome::success);
  CHECK((state_of(*method) - state_of(*same)).norm() < 1e-14);
}

namespace {

struct OneDae {
  static constexpr int ny = 2, nz = 1, parts = 1;
  template <class S> Vector<S, 2> f(int, const S&, const Vector<S, 2>& y, const Vector<S, 1>& z) const {
    return {y[0] * z[0], y[1]};
  }
  template <class S> Vector<S, 1> g(const S&, const Vector<S, 2>& y) const { return Vector<S, 1>(y[0] * y[1] - S(1)); }
};

}  // namespace

TEST_CASE("what discrete gradients cannot run is refused with its key") {
  const System<double> dae{OneDae{}}, driven{Driven{}};
  const auto key = [](const System<double>& system, const DiscreteGradientOptions& options,
                      const SolverOptions<double>& solver = {}) {
    return refused_key([&] { discrete_gradient<double>(system, options, solver); });
  };
  const Gradient g = Gradient::gonzalez;
  const auto differences = BasisDerivative::central_difference, duals = BasisDerivative::dual_numbers;
  CHECK(key(dae, {.gradient = g}) == "system");
  CHECK(key(dae, {.gradient = g, .space = Space::full}) == "system");
  const auto start = checked(driven_start(), driven, 0.0);
  CHECK(refused_key([&] { make(driven, {.gradient = g})->start(0, values(start.q), values(start.v)); }) == "system");
  CHECK(key(body(), {.gradient = g, .space = Space::full}) == "space");
  CHECK(key(body(), {.gradient = g, .basis = KernelBasis::qr}) == "basis");
  CHECK(key(body(), {.gradient = g, .derivative = duals}) == "differentiation");
  CHECK(key(five(), {.gradient = g, .basis = KernelBasis::own}) == "basis");
  CHECK(key(five(), {.gradient = g, .space = Space::full, .basis = KernelBasis::qr}) == "basis");
  CHECK(key(five(), {.gradient = g, .space = Space::full, .derivative = differences}) == "differentiation");
  CHECK(key(five(), {.gradient = Gradient::avf, .derivative = differences}) == "differentiation");
  CHECK(key(five(), {.gradient = Gradient::itoh_abe, .derivative = differences}) == "differentiation");
  CHECK(key(five(), {.gradient = Gradient::avf, .metric = Metric::mass}) == "metric");
  CHECK(key(body(), {.gradient = g, .metric = Metric::mass}) == "metric");
  CHECK(key(five(), {.gradient = g}, {.make = MakeSimplifiedNewton<double>()}) == "solver");
}

namespace {

/// A potential with a small part that varies fast.
struct Rippled {
  static constexpr int n = 3, m = 1;
  static constexpr bool constant_mass = true;
  double frequency = 300;
  template <class S> Eigen::DiagonalMatrix<S, 3> mass_matrix(const Vector<S, 3>&) const {
    return Eigen::DiagonalMatrix<S, 3>(S(1), S(1), S(1));
  }
  template <class S> S potential(const Vector<S, 3>& q) const {
    using std::cos;
    return S(0.5) * (q[0] * q[0] + q[2] * q[2]) + S(1e-3) * cos(S(frequency) * q[1]) * (S(1) + q[0]);
  }
  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const { return {S(1), S(0), q[1]}; }
};

}  // namespace

TEST_CASE("the energy is exact where a small part of it varies fast, too fast for quadrature") {
  const Start<double> start{.q = Eigen::Vector3d(0.5, 1, 0.3), .v = Eigen::Vector3d(-0.4, 0.2, 0.4)};
  for (const double frequency : {100.0, 200.0, 300.0})
    for (const Gradient gradient : {Gradient::gonzalez, Gradient::itoh_abe}) {
      const System<double> system{Rippled{.frequency = frequency}};
      const auto integrator = discrete_gradient(system, {.gradient = gradient});
      const auto probe = make_probe(system);
      double first = 0, worst = 0;
      const Summary summary =
          integrate(*integrator, start, TimeSpan<double>::fixed(0, 0.01, 400), [&](const auto& seen) {
            const double energy = probe->energy(0, seen.state.q, seen.state.v);
            if (seen.step == 0) first = energy;
            worst = std::max(worst, std::abs(energy - first));
          });
      REQUIRE(summary.outcome == Outcome::success);
      CHECK(worst < 1e-13);
    }
}
