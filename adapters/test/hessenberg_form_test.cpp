// A mechanical system as a Hessenberg DAE in (q, v): index 2, and the same accelerations and multipliers as the saddle-point road.
#include <nonholo/adapters/hessenberg_form.hpp>
#include <nonholo/framework/saddle_point.hpp>

#include "catch.hpp"

using namespace nonholo;

namespace {

/// q-dependent mass, potential, force and a time-dependent offset.
struct Toy {
  static constexpr int n = 3, m = 1;
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
  template <class S> Vector<S, 1> constraint_offset(const S& t, const Vector<S, 3>& q) const { return Vector<S, 1>(t * q[1]); }
  template <class S> Vector<S, 3> force(const S&, const Vector<S, 3>&, const Vector<S, 3>& v) const { return {S(0), S(-0.1 * v[1]), S(0)}; }
};

static_assert(HessenbergDae<HessenbergFormQV<Toy>>);

const Vector<double, 3> q(0.3, -0.4, 0.8), v(0.5, 0.2, -0.7);
constexpr double t = 0.6;

Vector<double, 6> state() {
  Vector<double, 6> y;
  y << q, v;
  return y;
}

}  // namespace

TEST_CASE("the Hessenberg form has the accelerations of the saddle-point system, where its hidden constraint vanishes") {
  const HessenbergFormQV<Toy> dae{Toy{}};
  const MechanicalDynamics<Toy, double> dynamics{Toy{}};
  SaddlePoint<double, 3, 1> saddle(dynamics);
  REQUIRE(saddle.solve(t, q, v));
  const Vector<double, 1> lambda = saddle.multipliers();
  CHECK((rate(dae, t, state(), lambda).tail<3>() - saddle.acceleration()).norm() < 1e-14);
  CHECK((rate(dae, t, state(), lambda).head<3>() - v).norm() == 0);
  CHECK(std::abs(hidden_constraint(dae, t, state(), lambda)[0]) < 1e-14);
  CHECK(std::abs(hidden_constraint(dae, t, state(), Vector<double, 1>(lambda + Vector<double, 1>(0.1)))[0]) > 1e-2);
}

TEST_CASE("the derivative of the hidden constraint by the multiplier is A M^-1 A^T: index 2") {
  const HessenbergFormQV<Toy> dae{Toy{}};
  const Vector<double, 1> zero(0.0), one(1.0);
  const double slope = hidden_constraint(dae, t, state(), one)[0] - hidden_constraint(dae, t, state(), zero)[0];  // affine in lambda
  const Toy toy;
  const auto A = toy.constraint_matrix(q);
  CHECK(slope == Approx((A * toy.mass_matrix(q).inverse() * A.transpose())(0, 0)).epsilon(1e-13));
}

TEST_CASE("the first part of the Hessenberg form is free of the multiplier, the second is the reaction alone") {
  const HessenbergFormQV<Toy> dae{Toy{}};
  const Vector<double, 1> one(1.0), two(2.0);
  CHECK(dae.f(0, t, state(), one) == dae.f(0, t, state(), two));
  CHECK((2 * dae.f(1, t, state(), one) - dae.f(1, t, state(), two)).norm() < 1e-15);
}
