// The energy methods give the same numbers in all units of mass, length and time, of each coordinate by itself: in the
// basis that is orthonormal in the mass metric, and in (q, p). And the numbers are right.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "energy_test.hpp"

#include <nonholo/framework/system/mass_coordinates.hpp>
#include <nonholo/methods/energy/discrete_gradient.hpp>
#include <nonholo/methods/energy/energy_collocation.hpp>

#include <array>
#include <string>

using namespace nonholo;
using namespace nonholo::test;

namespace {

/// A knife edge in a bowl, its centre of mass off the edge: x, y and the heading; a mass that depends on q.
struct Sleigh {
  static constexpr int n = 3, m = 1;
  static constexpr bool constant_mass = false;
  template <class S> Matrix<S, 3, 3> mass_matrix(const Vector<S, 3>& q) const {
    using std::cos, std::sin;
    const S a = 0.4 * cos(q[2]), b = -0.4 * sin(q[2]);
    Matrix<S, 3, 3> M;
    M << S(1), S(0), b,  //
        S(0), S(1), a,   //
        b, a, S(0.7);
    return M;
  }
  template <class S> S potential(const Vector<S, 3>& q) const {
    return 0.5 * (q[0] * q[0] + q[1] * q[1]) + 0.1 * q[0] * q[0] * q[1];
  }
  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const {
    using std::cos, std::sin;
    return {-sin(q[2]), cos(q[2]), S(0)};
  }
};

/// Its numbers in other units.
struct Units {
  const char* name;
  double time, energy, row;
  std::vector<double> q;  // one for each coordinate
};

const std::array<Units, 4> units{{{"of its own", 1, 1, 1, {1, 1, 1, 1, 1}},
                                  {"mm for one length, g, ms", 1e3, 1e-3, 1, {1, 1e3, 1, 1, 1}},
                                  {"nm, days", 1.0 / 86400, 3e7, -7, {1e9, 1e9, 1, 1e9, 1e9}},
                                  {"all mixed", 0.3, 1e12, 1e5, {1e-6, 1e4, 57.3, 1e8, 1e-3}}}};

/// P in these units, with no basis of its own.
template <class P> struct InUnits {
  static constexpr int n = P::n, m = P::m;
  static constexpr bool constant_mass = P::constant_mass, fused_kernels = false;
  P problem;
  Units units;

  template <class S> Vector<S, n> own(const Vector<S, n>& q) const {
    Vector<S, n> own;
    for (int i = 0; i < n; ++i) own[i] = q[i] / S(unit(i));
    return own;
  }
  template <class S> Matrix<S, n, n> mass_matrix(const Vector<S, n>& q) const {
    Matrix<S, n, n> M = problem.mass_matrix(own(q));
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) M(i, j) *= S(units.energy * units.time * units.time / unit(i) / unit(j));
    return M;
  }
  template <class S> S potential(const Vector<S, n>& q) const { return S(units.energy) * problem.potential(own(q)); }
  template <class S> Matrix<S, m, n> constraint_matrix(const Vector<S, n>& q) const {
    Matrix<S, m, n> A = problem.constraint_matrix(own(q));
    for (int i = 0; i < n; ++i) A.col(i) *= S(units.row / unit(i));
    return A;
  }
  double unit(int i) const { return units.q[static_cast<std::size_t>(i)]; }
};

using MakeMethod = std::function<std::unique_ptr<Integrator<double>>(const System<double>&)>;

/// The end (q, v) of a run over 2 in 40 steps in these units, in the problem's own.
template <class P> VectorX<double> end_of(const MakeMethod& make, const Start<double>& start, const Units& in) {
  const System<double> system{InUnits<P>{P{}, in}};
  Start<double> scaled = start;
  VectorX<double> unit(2 * P::n);
  for (int i = 0; i < P::n; ++i) {
    unit[i] = in.q[static_cast<std::size_t>(i)];
    unit[P::n + i] = unit[i] / in.time;
  }
  scaled.q = start.q.cwiseProduct(unit.head(P::n));
  scaled.v = start.v.cwiseProduct(unit.tail(P::n));
  const auto method = make(system);
  const Ran ran = run(*method, scaled, 2 * in.time, 40);
  REQUIRE(ran.summary.outcome == Outcome::success);
  return ran.end.cwiseQuotient(unit);
}

/// By how much ends in other units are off that in the problem's own.
template <class P> double spread(const MakeMethod& make, const Start<double>& start) {
  const VectorX<double> own = end_of<P>(make, start, units[0]);
  double worst = 0;
  for (const Units& other : units) worst = std::max(worst, (end_of<P>(make, start, other) - own).cwiseAbs().maxCoeff());
  return worst;
}

struct Named {
  std::string name;
  MakeMethod make;
  int order;
};

/// itoh_abe has order 2 here, too: H is |rho|^2/2 + V(q), and V couples no two coordinates that move independently.
Named gradient(const char* name, const DiscreteGradientOptions& options) {
  return {std::string(name) + (options.space == Space::full ? ", full" : ""),
          [options](const System<double>& system) { return discrete_gradient<double>(system, options); }, 2};
}

std::vector<Named> methods() {
  std::vector<Named> all;
  for (const Space space : {Space::reduced, Space::full}) {
    all.push_back(gradient("avf", {.gradient = Gradient::avf, .space = space}));
    all.push_back(gradient("gonzalez", {.gradient = Gradient::gonzalez, .space = space}));
    all.push_back(gradient("itoh_abe", {.gradient = Gradient::itoh_abe, .space = space}));
  }
  for (const int s : {1, 2, 3})
    all.push_back({"collocation " + std::to_string(s),
                   [s](const System<double>& system) { return energy_collocation<double>(system, s); }, 2 * s});
  return all;
}

}  // namespace

TEST_CASE("energy methods give the same numbers in all units, of each coordinate by itself") {
  for (const Named& method : methods()) {
    INFO(method.name);
    CHECK(spread<Sleigh>(method.make, turning_start()) < 2e-13);
    CHECK(spread<FivePendula>(method.make, five_start()) < 2e-13);
  }
}

TEST_CASE("in the QR basis, and in the Euclidean metric, numbers depend on units") {
  const KernelBasis qr = KernelBasis::qr;
  for (const Named& method :
       {gradient("avf", {.gradient = Gradient::avf, .basis = qr}),
        gradient("itoh_abe", {.gradient = Gradient::itoh_abe, .basis = qr}),
        gradient("gonzalez", {.gradient = Gradient::gonzalez, .basis = qr, .metric = Metric::mass})}) {
    const VectorX<double> own = end_of<FivePendula>(method.make, five_start(), units[0]),
                          other = end_of<FivePendula>(method.make, five_start(), units[1]);
    INFO(method.name);
    CHECK((own - other).cwiseAbs().maxCoeff() > 1e-6);
  }
  const Named euclidean =
      gradient("gonzalez", {.gradient = Gradient::gonzalez, .space = Space::full, .metric = Metric::euclidean});
  const VectorX<double> own = end_of<FivePendula>(euclidean.make, five_start(), units[0]),
                        other = end_of<FivePendula>(euclidean.make, five_start(), units[1]);
  CHECK((own - other).cwiseAbs().maxCoeff() > 1e-6);
}

TEST_CASE("in the mass-orthonormal basis the energy methods have their order, and keep energy and constraint") {
  const System<double> sleigh{Sleigh{}}, five{FivePendula{}};
  for (const Named& method : methods()) {
    if (method.name.ends_with("full")) continue;
    INFO(method.name);
    for (const auto& [system, start] : {std::pair(sleigh, turning_start()), {five, five_start()}}) {
      const auto made = method.make(system);
      const Watched seen = watch(*made, start, 0.1, 200);
      CHECK(seen.energy < 1e-13);
      CHECK(seen.constraint < 1e-14);
      const long first = method.order > 2 ? 5 : 40;
      CHECK(measured_order(*made, start, 1, first, 3, solution(system, start, 1)) == Approx(method.order).margin(0.2));
    }
  }
}

TEST_CASE("the mass-orthonormal basis is chosen where a system has none of its own, and mass-orthonormal it is") {
  const System<double> sleigh{Sleigh{}}, own{TurningSkateWithBasis{}};
  CHECK(basis_of(sleigh, {}) == KernelBasis::mass);
  CHECK(basis_of(own, {}) == KernelBasis::own);
  CHECK(basis_of(own, KernelBasis::mass) == KernelBasis::mass);

  const auto from = checked(turning_start(), sleigh, 0.0);
  const auto face = mass_coordinates(sleigh);
  VectorX<double> zeta(5), gradient(5), rate(5), q(3), v(3);
  face->pack(from.q, from.v, zeta);
  const Eigen::Matrix3d M = Sleigh().mass_matrix(Vector<double, 3>(from.q));
  CHECK(zeta.tail(2).squaredNorm() == Approx(from.v.dot(M * from.v)).epsilon(1e-14));
  face->unpack(zeta, q, v);
  CHECK(q == from.q);
  CHECK((v - from.v).norm() < 1e-15);
  const MatrixX<double> Pi = structure_of(*face, zeta);
  CHECK((Pi + Pi.transpose()).norm() < 1e-15);
  const MatrixX<double> X = Pi.topRightCorner(3, 2);
  CHECK((X.transpose() * M * X - Eigen::Matrix2d::Identity()).norm() < 1e-15);
  CHECK((Sleigh().constraint_matrix(Vector<double, 3>(from.q)) * X).norm() < 1e-15);
}

TEST_CASE("derivatives of the mass-orthonormal basis are exact alone") {
  const System<double> sleigh{Sleigh{}};
  const auto key = [&](BasisDerivative derivative) {
    return refused_key(
        [&] { discrete_gradient<double>(sleigh, {.gradient = Gradient::gonzalez, .derivative = derivative}); });
  };
  CHECK(key(BasisDerivative::exact) == "accepted");
  CHECK(key(BasisDerivative::dual_numbers) == "differentiation");
  CHECK(key(BasisDerivative::central_difference) == "differentiation");
}
