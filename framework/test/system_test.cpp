// Systems as values: the size class, the sizes and the exact solution of a problem whose type is no longer known.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/system.hpp>

#include "catch.hpp"
#include "toy_daes.hpp"
#include "toy_systems.hpp"

#include <string>
#include <vector>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

/// Free motion in the plane z = const: q0 + t v0 solves.
struct Free : Flat {
  static constexpr bool fused_kernels = false;
  template <class S> S potential(const Vector<S, 3>&) const { return S(0); }
  template <class Real>
  Point<Real, 3> exact_solution(Real t, const Vector<Real, 3>& q0, const Vector<Real, 3>& v0) const {
    return {q0 + t * v0, v0};
  }
};

struct FlatWithoutKernels : Flat {
  static constexpr bool fused_kernels = false;
};

template <class P> std::pair<int, int> class_of(const P& problem) {
  return System<double>(problem).visit(
      []<int n, int m>(const std::shared_ptr<const Dynamics<double, n, m>>&) { return std::pair(n, m); });
}

/// y1' = -y2 + y1 z, y2' = y1 + y2 z, 0 = |y|^2 - 1, hence z = 0.
struct Circle {
  static constexpr int ny = 2, nz = 1, parts = 1;
  template <class S> Vector<S, 2> f(int, const S&, const Vector<S, 2>& y, const Vector<S, 1>& z) const {
    return {S(-y[1] + y[0] * z[0]), S(y[0] + y[1] * z[0])};
  }
  template <class S> Vector<S, 1> g(const S&, const Vector<S, 2>& y) const {
    return Vector<S, 1>(y[0] * y[0] + y[1] * y[1] - S(1));
  }
  static About<Circle, double> about() {
    using Y = Vector<double, 2>;
    using Z = Vector<double, 1>;
    return {.title = "circle",
            .source = "",
            .coordinates = {"x"},
            .parameters = {},
            .setups = {},
            .invariants = {{"radius_and_z", [](const Circle&, const double& t, const Y& y, const Z& z) {
                              return y.squaredNorm() + 10 * z[0] + 100 * t;
                            }}}};
  }
};

/// The argument and the reason of the refusal.
template <class F> std::string refusal(F ask) {
  try {
    ask();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("A system is of one of three kinds, which tell what its variables are called and how many there are") {
  const System mechanical(Wide{}), dae(Circle{}), turn(Turn{});
  CHECK(mechanical.kind() == SystemKind::mechanical);
  CHECK(dae.kind() == SystemKind::dae);
  CHECK(turn.kind() == SystemKind::skew_gradient);
  CHECK(mechanical.names().state == "q");
  CHECK(mechanical.names().velocity == "v");
  CHECK(mechanical.names().stage_multiplier() == "lambda_stage");
  CHECK(dae.names().state == "y");
  CHECK(dae.names().velocity.empty());
  CHECK(dae.names().multiplier == "z");
  CHECK(mechanical.velocities() == 5);
  CHECK(dae.coordinates() == 2);
  CHECK(dae.velocities() == 0);
  CHECK(dae.constraints() == 1);
  CHECK(turn.velocities() + turn.constraints() == 0);
  CHECK(dae.coordinate_names() == std::vector<std::string>{"x", "y2"});
  CHECK(turn.coordinate_names() == std::vector<std::string>{"zeta1", "zeta2"});
}

TEST_CASE("A system has the faces of its kind and refuses the others in words") {
  const System mechanical(Curved{}), driven(Driven{}), dae(Circle{}), turn(Turn{});
  CHECK(mechanical.hessenberg()->differential() == 6);
  CHECK(dae.hessenberg()->algebraic() == 1);
  CHECK(turn.hessenberg()->differential() == 2);
  CHECK(mechanical.skew_gradient()->size() == 5);
  CHECK(mechanical.canonical()->constraints() == 1);
  CHECK(turn.skew_gradient()->energy(Eigen::Vector2d(3, 4)) == 12.5);

  const auto visit = [](const auto& system) { system.visit([](const auto&) {}); };
  CHECK(refusal([&] { visit(dae); }) ==
        "system: a mechanical system is required; this system is a DAE in Hessenberg form, which has no Lagrangian for "
        "this "
        "method to discretise");
  CHECK_THAT(refusal([&] { visit(turn); }), Contains("this system is a skew-gradient system"));
  CHECK_THAT(refusal([&] { dae.hessenberg(HessenbergForm::qp); }),
             StartsWith("form: ") && Contains("applies to mechanical systems only, not to a DAE in Hessenberg form"));
  CHECK(driven.skew_gradient()->size() == 6);  // what drives it is for those who run it to see
  CHECK_THAT(refusal([&] { dae.skew_gradient(); }), Contains("a system with an energy is required"));
  CHECK_THAT(refusal([&] { turn.canonical(); }), Contains("a mechanical system is required"));
  CHECK_THAT(refusal([&] { mechanical.skew_gradient(Basis::own); }), StartsWith("basis: "));
  CHECK_THAT(refusal([&] { turn.skew_gradient(Basis::qr); }), StartsWith("basis: "));
  CHECK_THAT(refusal([&] { turn.skew_gradient({}, BasisDerivative::dual_numbers); }), StartsWith("differentiation: "));
}

TEST_CASE("The invariants of a DAE are functions of t, y and z") {
  const System dae(Circle{});
  REQUIRE(dae.invariants().size() == 1);
  CHECK(dae.invariants()[0].name == "radius_and_z");
  const std::vector<double> y{3, 4}, z{2};
  CHECK(dae.invariants()[0].value(1, y, z) == 25 + 20 + 100);
}

TEST_CASE("Copies of a system share its parts") {
  const System system(Circle{});
  const System copy = system;  // NOLINT(performance-unnecessary-copy-initialization)
  CHECK(&copy.invariants() == &system.invariants());
}

TEST_CASE("A system is visited in the size class of its problem and knows its sizes") {
  CHECK(class_of(Curved{}) == std::pair(3, 1));
  CHECK(class_of(Driven{}) == std::pair(4, 2));
  CHECK(class_of(Wide{}) == std::pair(dynamic, dynamic));
  const System wide(Wide{});
  CHECK(wide.coordinates() == 5);
  CHECK(wide.constraints() == 2);
}

TEST_CASE("The dynamic face of an unlisted size reports the sizes it was made with") {
  System(Wide{}).visit([](const auto& dynamics) {
    CHECK(dynamics->coordinates() == 5);
    CHECK(dynamics->constraints() == 2);
  });
}

TEST_CASE("Kernels are fused with a system unless it says no, and its equations are the same without") {
  const System<double> fused{Flat()}, general{FlatWithoutKernels()};
  CHECK(fused.has_kick_drift());
  CHECK_FALSE(general.has_kick_drift());
  CHECK(fused.has_reduced_energy(Basis::qr));
  CHECK_FALSE(general.has_reduced_energy(Basis::qr));
  const Vector<double, padded_state(3)> y{0.3, -0.2, 0.1, 0.5, 0.4, -0.6, 0, 0};
  Vector<double, padded_state(3)> rate, expected;
  REQUIRE(fused.underlying_ode()->rate(0.7, y.data(), expected.data()));
  REQUIRE(general.underlying_ode()->rate(0.7, y.data(), rate.data()));
  CHECK((rate - expected).head<6>().norm() < 1e-14);
}

TEST_CASE("A system has the traits of its dynamics") {
  CHECK(System(Flat{}).traits().constant_mass);
  CHECK_FALSE(System(Curved{}).traits().constant_mass);
  CHECK_FALSE(System(Wide{}).traits().conservative);
}

TEST_CASE("An exact solution passes through unchanged, and is absent where the problem has none") {
  const System system(Free{});
  REQUIRE(system.exact_solution());
  const std::vector<double> q0{1, 2, 3}, v0{4, 5, 0};
  const Point<double, dynamic> x = system.exact_solution()(0.5, q0, v0);
  CHECK(x.q == Vector<double, 3>(3, 4.5, 3));
  CHECK(x.v == Vector<double, 3>(4, 5, 0));
  CHECK_FALSE(System(Curved{}).exact_solution());
}
