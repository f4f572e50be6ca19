// Reverse-mode differentiation against forward mode, and in the dynamics of systems with many coordinates.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/adjoint.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/faces/dynamics_of.hpp>

#include "catch.hpp"
#include "numerics.hpp"

#include <cmath>
#include <stdexcept>

using namespace nonholo;
using namespace nonholo::test;

namespace {

/// All that problems may call, with constants on either side.
template <class S> S everything(const Vector<S, 3>& x) {
  using std::abs, std::acos, std::asin, std::atan, std::atan2, std::cos, std::cosh, std::exp, std::log, std::pow,
      std::sin, std::sinh, std::sqrt, std::tan, std::tanh;
  S y = sin(x[0]) * cos(x[1]) - tan(x[2]) / (2 + x[0] * x[0]);
  y += asin(x[0] / 3) + acos(0.2 * x[1]) * atan(x[2]) - atan2(x[0], 2 - x[1]);
  y -= sinh(x[0]) + cosh(x[1]) * tanh(x[2]) / S(2);
  y *= exp(-x[0]) + log(3 + x[1]) + sqrt(x[2] + 1.5);
  y /= pow(x[2], 2) + pow(2 + x[0], 0.5) + pow(x[2] + 1, x[1]) + abs(x[1] - 1);
  return x[0] < x[1] && x[2] > 0.1 && !(x[0] == 5) ? y * 3 : 1 / y;
}

template <class S> Vector<S, 3> gradient_by_sweep(const Vector<S, 3>& x) {
  Vector<S, 3> slope;
  each_slope(
      x, [](const Vector<Adjoint<S>, 3>& a) { return everything(a); },
      [&slope](Eigen::Index, Eigen::Index j, const S& d) { slope[j] = d; });
  return slope;
}

/// A chain of bodies with a mass that depends on q, a belt below and a blade on every third: n from the run.
struct Chain {
  static constexpr int n = dynamic, m = dynamic;
  Eigen::Index size = 12;
  Eigen::Index coordinates() const { return size; }
  Eigen::Index constraints() const { return size / 3; }
  template <class S> Matrix<S, dynamic, dynamic> mass_matrix(const Vector<S, dynamic>& q) const {
    using std::sin;
    Matrix<S, dynamic, dynamic> M = Matrix<S, dynamic, dynamic>::Constant(size, size, S(0));
    for (Eigen::Index i = 0; i < size; ++i) M(i, i) = S(2) + sin(q[i]);
    for (Eigen::Index i = 1; i < size; ++i) M(i, i - 1) = M(i - 1, i) = 0.3 * q[i] * q[i - 1];
    return M;
  }
  template <class S> S potential(const Vector<S, dynamic>& q) const {
    using std::cos;
    S V = S(0);
    for (Eigen::Index i = 1; i < size; ++i) V += cos(q[i] - q[i - 1]) + 0.5 * q[i] * q[i];
    return V;
  }
  template <class S> Matrix<S, dynamic, dynamic> constraint_matrix(const Vector<S, dynamic>& q) const {
    using std::cos, std::sin;
    Matrix<S, dynamic, dynamic> A = Matrix<S, dynamic, dynamic>::Constant(constraints(), size, S(0));
    for (Eigen::Index i = 0; i < constraints(); ++i) {
      A(i, 3 * i) = sin(q[3 * i + 2]);
      A(i, 3 * i + 1) = -cos(q[3 * i + 2]);
    }
    return A;
  }
};

/// The same with a mass that is constant.
struct PlainChain : Chain {
  static constexpr bool constant_mass = true;
  template <class S> Matrix<S, dynamic, dynamic> mass_matrix(const Vector<S, dynamic>&) const {
    return Matrix<S, dynamic, dynamic>::Identity(size, size);
  }
};

VectorX<double> waves(Eigen::Index size, double phase) {
  VectorX<double> x(size);
  for (Eigen::Index i = 0; i < size; ++i) x[i] = std::sin(1.3 * static_cast<double>(i) + phase);
  return x;
}

}  // namespace

TEST_CASE("Sums with constants are not written down") {
  auto& tape = nonholo::detail::Tape<double>::here();
  const nonholo::detail::Forgetting<double> until_the_end(tape);
  const auto x = Adjoint<double>::variable(2);
  const int size = tape.size();
  for (const Adjoint<double>& sum : {x + 1.0, 1.0 + x, x - 1.0, x + Adjoint<double>(3.0)}) CHECK(sum.at() == x.at());
  CHECK(tape.size() == size);
  CHECK((1.0 - x).at() != x.at());
}

TEST_CASE("a sweep back gives the gradient that duals give, with every function, over numbers and over duals") {
  const Eigen::Vector3d x(0.3, 0.5, 0.7), dx(0.2, -0.4, 0.9);
  const auto forward = everything(seeded<3>(x));
  CHECK((gradient_by_sweep<double>(x) - forward.derivatives()).norm() < 1e-14);
  const Eigen::Vector3d other(0.6, 0.5, 0.7);  // the other branch
  CHECK((gradient_by_sweep<double>(other) - everything(seeded<3>(other)).derivatives()).norm() < 1e-13);
  const auto of_duals = gradient_by_sweep<Dual<double, 1>>(along(x, dx));
  const auto second = everything(seeded<3>(along(x, dx)));
  for (int i = 0; i < 3; ++i)
    CHECK(std::abs(of_duals[i].derivatives()[0] - second.derivatives()[i].derivatives()[0]) < 1e-13);
  const Vector<quad, 3> wide = x.cast<quad>();
  CHECK(static_cast<double>((gradient_by_sweep<quad>(wide) - everything(seeded<3>(wide)).derivatives()).norm()) <
        1e-32);
}

TEST_CASE("rows of a Jacobian are swept one by one, constants have zeros, and the list is empty afterwards") {
  const Eigen::Vector2d x(3, 4);
  Eigen::Matrix<double, 3, 2> J;
  using A = Adjoint<double>;
  each_slope(
      x, [](const Vector<A, 2>& a) { return Vector<A, 3>(a[0] * a[1], A(7), a[1] * a[1]); },
      [&J](Eigen::Index i, Eigen::Index j, double d) { J(i, j) = d; });
  CHECK(J == (Eigen::Matrix<double, 3, 2>() << 4, 3, 0, 0, 0, 8).finished());
  CHECK(detail::Tape<double>::here().size() == 0);
}

TEST_CASE("a function that throws leaves nothing in the list") {
  const auto f = [](const auto& x) {
    const auto sum = x[0] * x[1];
    if (sum.value() > 1) throw std::domain_error("too large");
    return sum;
  };
  const auto nowhere = [](Eigen::Index, Eigen::Index, double) {};
  CHECK_THROWS_AS((each_slope<double, 2>(Vector<double, 2>(2, 3), f, nowhere)), std::domain_error);
  CHECK(detail::Tape<double>::here().size() == 0);
}

TEMPLATE_TEST_CASE("forces and constraints of many coordinates have the derivatives that differences show", "", Chain,
                   PlainChain) {
  const DynamicsOf<TestType, double> dynamics{TestType{}};
  const VectorX<double> q = waves(12, 0.2), v = waves(12, 1.1);
  const auto lagrangian = [&](const VectorX<double>& at) {
    return VectorX<double>::Constant(1, v.dot(TestType{}.mass_matrix(at) * v) / 2 - TestType{}.potential(at));
  };
  VectorX<double> f(12);
  dynamics.force(0, q, v, f);
  CHECK(distance(f, VectorX<double>(jacobian(lagrangian, q).transpose())) < 10 * difference_error);
  Block<double, dynamic, dynamic> block(12, 4);
  dynamics.evaluate(0, q, v, block);
  CHECK(distance(block.f, f) < 1e-13);
  CHECK(distance(block.p, VectorX<double>(TestType{}.mass_matrix(q) * v)) < 1e-14);
  MatrixX<double> k_q(4, 12);
  dynamics.constraint_gradient(0, q, v, k_q);
  const auto k = [&](const VectorX<double>& at) { return VectorX<double>(TestType{}.constraint_matrix(at) * v); };
  CHECK(distance(k_q, jacobian(k, q)) < difference_error);
  Linearisation<double, dynamic, dynamic> linear(12, 4);
  dynamics.linearise(0, q, v, waves(4, 0), linear);
  const auto force = [&](const VectorX<double>& at) {
    VectorX<double> there(12);
    dynamics.force(0, at, v, there);
    return there;
  };
  CHECK(distance(linear.f_q, jacobian(force, q)) < 10 * difference_error);
}
