// Both Hessenberg forms of a mechanical system, and that of a DAE: rates of the saddle-point road, derivatives against
// differences.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/hessenberg_form.hpp>

#include <nonholo/framework/system/saddle_point.hpp>
#include <nonholo/framework/system/system.hpp>

#include "catch.hpp"
#include "numerics.hpp"

#include <cmath>

using namespace nonholo;
using namespace nonholo::test;

namespace {

/// q-dependent mass, potential, force and a time-dependent offset.
struct Toy {
  static constexpr int n = 3, m = 1;
  static constexpr bool fused_kernels = false;
  template <class S> Matrix<S, 3, 3> mass_matrix(const Vector<S, 3>& q) const {
    using std::sin;
    const S s = 0.4 * sin(q[2]);
    Matrix<S, 3, 3> M;
    M << S(1), S(0), s,    //
        S(0), S(2), S(0),  //
        s, S(0), S(1.5);
    return M;
  }
  template <class S> S potential(const Vector<S, 3>& q) const { return q[0] * q[1] + q[2] * q[2]; }
  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const { return {S(1), q[2], q[0]}; }
  template <class S> Vector<S, 1> constraint_offset(const S& t, const Vector<S, 3>& q) const {
    return Vector<S, 1>(t * q[1]);
  }
  template <class S> Vector<S, 3> force(const S&, const Vector<S, 3>&, const Vector<S, 3>& v) const {
    return {S(0), S(-0.1 * v[1]), S(0)};
  }
};

/// The same held on a surface, with a mass that grows.
struct Held : Toy {
  static constexpr int holonomic = 1;
  template <class S> Matrix<S, 3, 3> mass_matrix(const S& t, const Vector<S, 3>& q) const {
    return (S(1) + t * t) * Toy::mass_matrix(q);
  }
  template <class S> Vector<S, 1> position_constraint(const Vector<S, 3>& q) const {
    return Vector<S, 1>(q[0] * q[1] + q[2] * q[2] * q[2]);
  }
};

/// y' = (z^2 - 1, t y1) + (y2 z, 0), 0 = y1 - t.
struct TwoParts {
  static constexpr int ny = 2, nz = 1, parts = 2;
  template <class S> Vector<S, 2> f(int k, const S& t, const Vector<S, 2>& y, const Vector<S, 1>& z) const {
    if (k == 0) return {S(z[0] * z[0] - 1), S(t * y[0])};
    return {S(y[1] * z[0]), S(0)};
  }
  template <class S> Vector<S, 1> g(const S& t, const Vector<S, 2>& y) const { return Vector<S, 1>(y[0] - t); }
};

constexpr double t = 0.6;
const VectorX<double> q = Vector<double, 3>(0.3, -0.4, 0.8), v = Vector<double, 3>(0.5, 0.2, -0.7),
                      lambda = Vector<double, 1>(0.7);

VectorX<double> packed(Hessenberg<double>& dae) {
  VectorX<double> y(dae.differential());
  dae.pack(t, q, v, y);
  return y;
}

MatrixX<double> rates(Hessenberg<double>& dae, const VectorX<double>& y, const VectorX<double>& z) {
  MatrixX<double> f(dae.differential(), dae.parts());
  dae.rates(t, y, z, f);
  return f;
}

void check_derivatives(Hessenberg<double>& dae, const VectorX<double>& y, const VectorX<double>& z) {
  HessenbergLinearisation<double> exact(dae.differential(), dae.algebraic(), dae.parts());
  dae.linearise(t, y, z, exact);
  for (int k = 0; k < dae.parts(); ++k) {
    INFO("part " << k);
    const auto part = static_cast<std::size_t>(k);
    CHECK(distance(exact.f_y[part],
                   jacobian([&](const VectorX<double>& x) { return VectorX<double>(rates(dae, x, z).col(k)); }, y)) <
          difference_error);
    CHECK(distance(exact.f_z[part],
                   jacobian([&](const VectorX<double>& x) { return VectorX<double>(rates(dae, y, x).col(k)); }, z)) <
          difference_error);
  }
  const auto g = [&](const VectorX<double>& x) {
    VectorX<double> value(dae.algebraic());
    dae.constraint(t, x, value);
    return value;
  };
  CHECK(distance(exact.g_y, jacobian(g, y)) < difference_error);
}

}  // namespace

TEST_CASE("Both forms of a mechanical system have the accelerations and the multipliers of the saddle-point system") {
  const System<double> system{Toy{}};
  const DynamicsOf<Toy, double> dynamics{Toy{}};
  SaddlePoint<double, 3, 1> saddle(dynamics);
  REQUIRE(saddle.solve(t, Vector<double, 3>(q), Vector<double, 3>(v)));
  for (const HessenbergForm form : {HessenbergForm::qv, HessenbergForm::qp}) {
    const auto dae = system.hessenberg(form);
    VectorX<double> y = packed(*dae), z(1), back_q(3), back_v(3);
    REQUIRE(dae->consistent(t, y, z));
    CHECK(distance(z, saddle.multipliers()) < 1e-14);
    dae->unpack(t, y, back_q, back_v);
    CHECK(distance(back_q, q) == 0);
    CHECK(distance(back_v, v) < 1e-15);
    const VectorX<double> rate = rates(*dae, y, z).rowwise().sum();
    CHECK(distance(rate.head(3), v) < 1e-15);
    Rates<double, 3, 1> moving(3, 1);
    dynamics.rates(t, q, v, saddle.acceleration(), moving);
    CHECK(distance(rate.tail(3), form == HessenbergForm::qv ? VectorX<double>(saddle.acceleration())
                                                            : VectorX<double>(moving.p_dot)) < 1e-14);
  }
}

TEST_CASE("Derivatives of every part agree with differences, by hand and automatic") {
  const System<double> system{Toy{}};
  for (const HessenbergForm form : {HessenbergForm::qv, HessenbergForm::qp}) {
    const auto dae = system.hessenberg(form);
    check_derivatives(*dae, packed(*dae), lambda);
  }
  const auto own = System<double>{TwoParts{}}.hessenberg();
  check_derivatives(*own, Eigen::Vector2d(0.6, 0.3), lambda);
}

TEST_CASE("The term that holds positions is differentiated, but where it is small: the error is as small then") {
  const System<double> system{Held{}};
  for (const HessenbergForm form : {HessenbergForm::qv, HessenbergForm::qp}) {
    const auto dae = system.hessenberg(form);
    const VectorX<double> y = packed(*dae);
    check_derivatives(*dae, y, Eigen::Vector3d(0.4, 0.7, -0.3));
    check_derivatives(*dae, y, Eigen::Vector3d(0.4, 0.7, 0));
    constexpr double mu = 1e-5;  // less than 1e-4 of q'
    HessenbergLinearisation<double> small(6, 3, 3), none = small;
    dae->linearise(t, y, Eigen::Vector3d(0.4, 0.7, mu), small);
    dae->linearise(t, y, Eigen::Vector3d(0.4, 0.7, 0), none);
    CHECK(small.f_y[2] == none.f_y[2]);
    const MatrixX<double> differences = jacobian(
        [&](const VectorX<double>& x) { return VectorX<double>(rates(*dae, x, Eigen::Vector3d(0.4, 0.7, mu)).col(2)); },
        y);
    CHECK(distance(small.f_y[2], differences) < 10 * mu);
  }
}

TEST_CASE("The values that a form keeps of the latest point are not reused at another time or position") {
  const System<double> system{Held{}};
  const VectorX<double> z = Eigen::Vector3d(0.4, 0.7, -0.3);
  for (const HessenbergForm form : {HessenbergForm::qv, HessenbergForm::qp}) {
    const auto used = system.hessenberg(form), fresh = system.hessenberg(form);
    const VectorX<double> y = packed(*used), other = 1.5 * y;
    for (const auto& [time, place] : {std::pair(t, y), {2 * t, y}, {2 * t, other}, {2 * t, other}}) {
      MatrixX<double> here(6, 3), alone(6, 3);
      used->rates(time, place, z, here);
      system.hessenberg(form)->rates(time, place, z, alone);
      CHECK(here == alone);
    }
    VectorX<double> unused(6), g(3), alone(3);
    used->pack(t, 2 * q, v, unused);  // has another q at hand
    used->constraint(2 * t, other, g);
    fresh->constraint(2 * t, other, alone);
    CHECK(g == alone);
  }
}

TEST_CASE("Consistent z is the root of the hidden constraint next to the guess") {
  const auto dae = System<double>{TwoParts{}}.hessenberg();  // z^2 - 1 + y2 z = 1
  const VectorX<double> y = Eigen::Vector2d(0.6, 1);
  for (const double guess : {2.0, -3.0}) {
    VectorX<double> z = VectorX<double>::Constant(1, guess);
    REQUIRE(dae->consistent(t, y, z));
    CHECK(z[0] == Approx(guess > 0 ? 1 : -2));
  }
}

TEST_CASE("The usual form of a mechanical system is qv") {
  const System<double> system{Toy{}};
  const auto usual = system.hessenberg(), qv = system.hessenberg(HessenbergForm::qv);
  CHECK(packed(*usual) == packed(*qv));
  CHECK(packed(*usual) != packed(*system.hessenberg(HessenbergForm::qp)));
}
