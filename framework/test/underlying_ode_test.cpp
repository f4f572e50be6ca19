// The underlying ordinary differential equation: compiled with the problem and by the saddle-point system it is the
// same, and both tell where there is none.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/faces/underlying_ode_of.hpp>

#include <nonholo/framework/system/system.hpp>
#include <nonholo/framework/system/underlying_ode.hpp>

#include "catch.hpp"
#include "toy_systems.hpp"

using namespace nonholo;
using namespace nonholo::test;

namespace {

using Made = std::unique_ptr<UnderlyingOde<double>>;

/// Rolls and turns, drawn by a spring in x. A depends on the heading q2 alone, which nothing pushes but the torque.
struct Roller {
  static constexpr int n = 4, m = 2;
  double torque = 0;
  static constexpr bool constant_mass = true;
  template <class S> Eigen::DiagonalMatrix<S, 4> mass_matrix(const Vector<S, 4>&) const {
    return Eigen::DiagonalMatrix<S, 4>(S(1), S(2), S(4), S(0.5));
  }
  template <class S> S potential(const Vector<S, 4>& q) const { return q[0] * q[0] - S(torque) * q[2]; }
  template <class S> Matrix<S, 2, 4> constraint_matrix(const Vector<S, 4>& q) const {
    using std::cos, std::sin;
    Matrix<S, 2, 4> A;
    A << S(1), S(0), S(0), -cos(q[2]),  //
        S(0), S(1), S(0), -sin(q[2]);
    return A;
  }
};

/// With a force that depends on v.
struct Dragged : Roller {
  template <class S> Vector<S, 4> force(const S&, const Vector<S, 4>&, const Vector<S, 4>& v) const {
    return {-v[0] * v[3], S(0), S(0), S(-0.3) * v[3]};
  }
};

/// v3 = -f v2, and A looks at one of two coordinates, as their order tells: at q1, which nothing pushes, or at q0,
/// which the spring in x does.
struct Undecided {
  static constexpr int n = 4, m = 1;
  static constexpr bool constant_mass = true;
  template <class S> Eigen::DiagonalMatrix<S, 4> mass_matrix(const Vector<S, 4>&) const {
    return Eigen::DiagonalMatrix<S, 4>(S(1), S(2), S(4), S(0.5));
  }
  template <class S> S potential(const Vector<S, 4>& q) const { return q[0] * q[0]; }
  template <class S> Matrix<S, 1, 4> constraint_matrix(const Vector<S, 4>& q) const {
    return {S(0), S(0), q[0] + S(0.1) > q[1] ? q[0] : q[1], S(1)};
  }
};

/// The same, but it looks at q0 next to the generic state alone.
struct Nearby : Undecided {
  template <class S> Matrix<S, 1, 4> constraint_matrix(const Vector<S, 4>& q) const {
    using std::abs;
    return {S(0), S(0), abs(q[0] - S(0.84)) < S(0.05) ? q[0] : S(2), S(1)};
  }
};

/// Rolls without a wheel that turns: three coordinates go from one half of a correction to the other in registers.
struct Blade {
  static constexpr int n = 3, m = 2;
  static constexpr bool constant_mass = true;
  template <class S> Eigen::DiagonalMatrix<S, 3> mass_matrix(const Vector<S, 3>&) const {
    return Eigen::DiagonalMatrix<S, 3>(S(1), S(2), S(4));
  }
  template <class S> S potential(const Vector<S, 3>& q) const { return q[0] * q[0] + q[1]; }
  template <class S> Matrix<S, 2, 3> constraint_matrix(const Vector<S, 3>& q) const {
    using std::cos, std::sin;
    Matrix<S, 2, 3> A;
    A << S(1), S(0.5), -cos(q[2]),  //
        S(0), S(1), -sin(q[2]);
    return A;
  }
};

/// Two rows that nearly depend on each other, at a heading that nothing pushes.
struct Narrow : Roller {
  template <class S> Matrix<S, 2, 4> constraint_matrix(const Vector<S, 4>& q) const {
    using std::cos, std::sin;
    const S c = cos(q[2]), s = sin(q[2]);
    Matrix<S, 2, 4> A;
    A << S(1), S(0), S(0), -c,  //
        S(1), S(1e-5), S(0), -c - S(1e-5) * s;
    return A;
  }
};

/// In other units of mass: accelerations are the same, multipliers as many times as large.
template <int rows> struct Heavy {
  static constexpr int n = 3, m = rows;
  double unit = 1;
  template <class S> Matrix<S, 3, 3> mass_matrix(const Vector<S, 3>& q) const {
    Matrix<S, 3, 3> M = Matrix<S, 3, 3>::Zero();
    M(0, 0) = unit * (S(2) + q[0] * q[0]);
    M(1, 1) = S(unit);
    M(2, 2) = unit * (S(1) + q[1] * q[1]);
    return M;
  }
  template <class S> S potential(const Vector<S, 3>& q) const { return unit * (q[0] + q[1] * 0.5 + q[2] * q[2]); }
  template <class S> Matrix<S, rows, 3> constraint_matrix(const Vector<S, 3>& q) const {
    Matrix<S, rows, 3> K = Matrix<S, rows, 3>::Zero();
    for (int i = 0; i < rows; ++i) K(i, i) = S(1);
    K(rows - 1, 2) = q[0];
    return K;
  }
};

template <class P> Made fused(P problem = {}) { return std::make_unique<UnderlyingOdeOf<P, double>>(problem); }

template <class P> Made by_saddle_point(P problem = {}) {
  using Size = size_class_of<double, P::n, P::m>;
  const AnyDynamics<double> dynamics =
      std::shared_ptr<const Dynamics<double, Size::n, Size::m>>(std::make_shared<DynamicsOf<P, double>>(problem));
  return underlying_ode<double>(dynamics);
}

template <class P> std::vector<double> generic_state() {
  const Generic<P> g;
  std::vector<double> y(g.q.begin(), g.q.end());
  y.insert(y.end(), g.v.begin(), g.v.end());
  y.resize(static_cast<std::size_t>(padded_state(P::n)));
  return y;
}

double apart(std::span<const double> x, std::span<const double> y) {
  double most = 0;
  for (std::size_t i = 0; i < x.size(); ++i) most = std::max(most, std::abs(x[i] - y[i]));
  return most;
}

template <class P> void holds_agreement() {
  const Made own = fused<P>(), reference = by_saddle_point<P>();
  std::vector<double> y = generic_state<P>(), y_reference = y, rate(y.size()), expected(y.size());
  REQUIRE(own->rate(0.3, y.data(), rate.data()));
  REQUIRE(reference->rate(0.3, y.data(), expected.data()));
  CHECK(apart(rate, expected) < 1e-13);
  CHECK(apart(own->multipliers(), reference->multipliers()) < 1e-13);
  REQUIRE(own->settle(0.3, y.data(), rate.data()));
  REQUIRE(reference->settle(0.3, y_reference.data(), expected.data()));
  CHECK(apart(y, generic_state<P>()) > 1e-3);
  CHECK(apart(y, y_reference) < 1e-14);
  CHECK(apart(rate, expected) < 1e-13);
  CHECK(apart(own->multipliers(), reference->multipliers()) < 1e-13);
}

constexpr double w_v = 0.25;

struct Settled {
  std::vector<double> y, rate;
};

/// y + (w_q a, w_v a), a that at the predicted state, settled.
Settled in_two_calls(UnderlyingOde<double>& ode, double t, const std::vector<double>& predicted,
                     const std::vector<double>& y, std::size_t n, double w_q) {
  Settled out{y, std::vector<double>(y.size())};
  REQUIRE(ode.rate(t, predicted.data(), out.rate.data()));
  for (std::size_t i = 0; i < n; ++i) {
    out.y[i] += w_q * out.rate[n + i];
    out.y[n + i] += w_v * out.rate[n + i];
  }
  REQUIRE(ode.settle(t, out.y.data(), out.rate.data()));
  return out;
}

/// Of a state that is the predicted one, and of others that are not in one number: what A looks at, too, may be.
template <class P> void corrects(const P& problem = {}, double w_q = 0.125) {
  constexpr std::size_t n = P::n;
  const std::vector<double> predicted = generic_state<P>();
  for (const Made& ode : {fused(problem), by_saddle_point(problem)})
    for (std::size_t other = 0; other <= 2 * n; ++other) {
      INFO(typeid(P).name() << ", number " << other);
      std::vector<double> y = predicted, rate(y.size());
      if (other < 2 * n) y[other] += 0.01;
      const Settled expected = in_two_calls(*ode, 0.3, predicted, y, n, w_q);
      REQUIRE(ode->correct(0.3, w_q, w_v, predicted.data(), y.data(), rate.data()));
      CHECK(apart(y, expected.y) < 1e-14);
      CHECK(apart(rate, expected.rate) < 1e-13);
      if (other < n || other == 2 * n) continue;
      std::vector<double> lost = predicted;
      lost[other] = NAN;
      y = predicted;
      CHECK_FALSE(ode->correct(0.3, w_q, w_v, lost.data(), y.data(), rate.data()));
      y = lost;
      CHECK_FALSE(ode->correct(0.3, w_q, w_v, predicted.data(), y.data(), rate.data()));
    }
}

}  // namespace

TEST_CASE("A system has the underlying equation that is compiled with it") {
  const Made own = System<double>(Flat{}).underlying_ode();
  CHECK(typeid(*own) == typeid(UnderlyingOdeOf<Flat, double>));
}

TEST_CASE("The underlying equation compiled with a problem is that of the saddle-point system") {
  holds_agreement<Curved>();
  holds_agreement<Driven>();
  holds_agreement<Wide>();
  holds_agreement<Flat>();
  holds_agreement<FlatByHand>();
  holds_agreement<Lift>();
}

TEST_CASE("A correction is a rate at the predicted state, added, and the state settled") {
  corrects<Flat>();
  corrects<FlatByHand>();
  corrects<Curved>();
  corrects<Driven>();
  corrects<Wide>();
}

TEST_CASE("A correction is right also where the constraint matrix does not turn, or turns at another rate") {
  corrects<Roller>();
  corrects(Roller{.torque = 1});
  corrects(Roller{.torque = 1}, 0);
  corrects<Dragged>();
  corrects<Blade>();
  corrects<Undecided>();
  corrects<Nearby>({}, 0.01);
}

TEST_CASE("A correction whose constraints nearly depend on each other is as exact as rate and settlement") {
  const Made ode = fused<Narrow>();
  const std::vector<double> predicted = generic_state<Narrow>();
  std::vector<double> y = predicted, rate(8);
  const Settled expected = in_two_calls(*ode, 0, predicted, predicted, Narrow::n, 0.125);
  REQUIRE(ode->correct(0, 0.125, w_v, predicted.data(), y.data(), rate.data()));
  CHECK(y == expected.y);
  CHECK(rate == expected.rate);
}

TEST_CASE("The underlying equation tells dependent constraints, masses that are none and values that are no numbers") {
  for (const Made& ode : {fused<DependentRows>(), by_saddle_point<DependentRows>()}) {
    std::vector<double> y{1, 1, 1, 1, 1, 1, 0, 0}, rate(8);
    CHECK(ode->rate(0, y.data(), rate.data()));
    CHECK(ode->settle(0, y.data(), rate.data()));
    y[2] = 0;
    CHECK_FALSE(ode->rate(0, y.data(), rate.data()));
    y[2] = NAN;
    CHECK_FALSE(ode->rate(0, y.data(), rate.data()));
    CHECK_FALSE(ode->settle(0, y.data(), rate.data()));
  }
  for (const Made& ode : {fused<IndefiniteMass>(), by_saddle_point<IndefiniteMass>()}) {
    std::vector<double> y{1, 1, 1, 1, 1, 1, 0, 0}, rate(8);
    CHECK_FALSE(ode->rate(0, y.data(), rate.data()));
  }
}

namespace {

template <int rows> void scales_with(double unit) {
  INFO(rows << " constraints, masses times " << unit);
  const Made as_it_is = fused(Heavy<rows>{}), in_units = fused(Heavy<rows>{unit});
  std::vector<double> y{0.3, 0.4, 0.5, 0, 0.06, -0.2, 0, 0}, same = y, rate(8), expected(8);
  REQUIRE(as_it_is->settle(0, y.data(), expected.data()));
  REQUIRE(in_units->settle(0, same.data(), rate.data()));
  for (std::size_t i = 0; i < 6; ++i) {
    CHECK(same[i] == Approx(y[i]).margin(1e-15));
    CHECK(rate[i] == Approx(expected[i]).margin(1e-14));
  }
  for (std::size_t i = 0; i < std::size_t{rows}; ++i)
    CHECK(in_units->multipliers()[i] / unit == Approx(as_it_is->multipliers()[i]).margin(1e-14));
}

}  // namespace

TEST_CASE("The underlying equation of a mass that depends on q takes masses of any unit") {
  for (const double unit : {1e-60, 1e-8, 1e8, 1e60}) {
    scales_with<1>(unit);
    scales_with<2>(unit);
  }
}

namespace {

/// No constraint, and none named; the mass depends on q.
struct Unbound {
  static constexpr int n = 2, m = 0;
  template <class S> Matrix<S, 2, 2> mass_matrix(const Vector<S, 2>& q) const {
    return Matrix<S, 2, 2>{{S(2) + q[1] * q[1], S(0.1)}, {S(0.1), S(1)}};
  }
  template <class S> S potential(const Vector<S, 2>& q) const { return q[0] * q[1]; }
};

}  // namespace

TEST_CASE("A system without constraints needs no constraint matrix") {
  const System<double> system{Unbound{}};
  const auto ode = system.underlying_ode();
  std::vector<double> y(8), y_dot(8);
  y[0] = 0.3, y[1] = -0.4, y[2] = 0.5, y[3] = 0.7;
  REQUIRE(ode->rate(0, y.data(), y_dot.data()));
  // p_0' = 2.16 a_0 + 0.1 a_1 + 2 q_1 v_1 v_0 = -q_1,  0.1 a_0 + a_1 = q_1 v_0^2 - q_0
  const double a = y_dot[2], b = y_dot[3];
  CHECK(2.16 * a + 0.1 * b + 2 * -0.4 * 0.7 * 0.5 == Approx(0.4));
  CHECK(0.1 * a + b == Approx(-0.4 * 0.25 - 0.3));
}
