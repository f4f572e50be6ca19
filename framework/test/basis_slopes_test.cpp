// Derivatives of a problem's own basis, those that are there alone, in products alone, against all of them.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/faces/basis_slopes.hpp>

#include <nonholo/framework/faces/dynamics_of.hpp>

#include "catch.hpp"

using namespace nonholo;

namespace {

/// What columns of six coordinates may be, by the entries that are no constants.
template <class F> struct WithBasis {
  static constexpr int n = 6, m = 2;
  F fill;
  mutable int calls = 0;
  template <class S> Matrix<S, 6, 4> adapted_basis(const Vector<S, 6>& q) const {
    ++calls;
    Matrix<S, 6, 4> X = Matrix<S, 6, 4>::Zero();
    for (int a = 0; a < 4; ++a) X(2 + a, a) = S(1);
    fill(q, X);
    return X;
  }
};

struct Small {
  static constexpr int n = 3, m = 1;
  mutable int calls = 0;
  template <class S> Matrix<S, 3, 2> adapted_basis(const Vector<S, 3>& q) const {
    ++calls;
    Matrix<S, 3, 2> X;
    X << -q[1] * q[2], sin(q[0]), S(1), q[2], S(0), S(1);
    return X;
  }
};

/// p . (dX/dq_i) y and p . (sum_i z_i dX/dq_i), of X on dual numbers with a direction for each coordinate.
template <class P> void agree_at(const P& problem, const Vector<double, P::n>& q, int evaluations) {
  constexpr int n = P::n, r = n - P::m;
  using Q = Vector<double, n>;
  using Y = Vector<double, r>;
  const Q p = Q::LinSpaced(-0.7, 1.1), z = Q::LinSpaced(0.4, -0.8);
  const Y y = Y::LinSpaced(1.2, -0.5);
  const Matrix<Dual<double, n>, n, r> X = problem.adapted_basis(seeded<n>(q));
  Q turning = Q::Zero();
  Y along = Y::Zero();
  for (int a = 0; a < r; ++a)
    for (int j = 0; j < n; ++j) {
      turning += p[j] * y[a] * X(j, a).derivatives();
      along[a] += p[j] * z.dot(X(j, a).derivatives());
    }

  const BasisSlopes<P, double> slopes(problem);
  Matrix<double, n, r> own;
  typename BasisSlopes<P, double>::Values at;
  problem.calls = 0;
  slopes.evaluate(problem, q, at, [&own](const auto& dual) { own = value_of(dual); });
  CHECK(problem.calls == evaluations);
  slopes.set_momentum(p, at);
  CHECK((own - value_of(X)).norm() < 1e-15);
  CHECK((slopes.turning(at, y) - turning).norm() < 1e-15);
  CHECK((slopes.along(at, z) - along).norm() < 1e-15);
}

/// On both sides of a branch that asks which of two coordinates is the larger.
template <class P> void agree(const P& problem, int evaluations = 1) {
  agree_at(problem, Vector<double, P::n>::LinSpaced(0.3, 0.9), evaluations);
  agree_at(problem, Vector<double, P::n>::LinSpaced(0.9, 0.3), evaluations);
}

void agree_with(auto fill, int evaluations = 1) { agree(WithBasis<decltype(fill)>{fill}, evaluations); }

/// Of as many coordinates as a run says, the first moved by all the others.
struct Chained {
  static constexpr int n = dynamic, m = dynamic;
  Eigen::Index size;
  Eigen::Index coordinates() const { return size; }
  Eigen::Index constraints() const { return 1; }
  template <class S> MatrixX<S> mass_matrix(const VectorX<S>&) const { return MatrixX<S>::Identity(size, size); }
  template <class S> S potential(const VectorX<S>&) const { return S(0); }
  template <class S> MatrixX<S> constraint_matrix(const VectorX<S>& q) const {
    MatrixX<S> A(1, size);
    A(0, 0) = S(1);
    for (Eigen::Index i = 1; i < size; ++i) A(0, i) = -q[0] * sin(q[i]);
    return A;
  }
  template <class S> MatrixX<S> adapted_basis(const VectorX<S>& q) const {
    MatrixX<S> X = MatrixX<S>::Zero(size, size - 1);
    X.bottomRows(size - 1).diagonal().setConstant(S(1));
    for (Eigen::Index i = 1; i < size; ++i) X(0, i - 1) = q[0] * sin(q[i]);
    return X;
  }
};

}  // namespace

TEST_CASE("Products of a basis with few derivatives are those with all of them") {
  agree(Small());
  agree_with([](const auto&, auto&) {});
  agree_with([](const auto& q, auto& X) { X(0, 3) = q[4] * q[4]; });
  agree_with([](const auto& q, auto& X) {  // four coordinates, one direction for all
    for (int a = 0; a < 4; ++a) X(1, a) = sin(q[5 - a]);
  });
}

TEST_CASE("A basis may depend on more coordinates than are differentiated at once") {
  const auto fill = [](const auto& q, auto& X) {
    X(0, 0) = q[0] * q[1] + q[2] * q[3] + q[4] * q[5];
    X(1, 2) = cos(q[3]) * q[5];
  };
  agree_with(fill, 2);
}

TEST_CASE("The slopes of a basis with branches may depend on every coordinate") {
  const auto fill = [](const auto& q, auto& X) { X(0, 0) = q[0] > q[1] ? q[2] : q[3] * q[4]; };
  agree_with(fill, 2);
}

TEST_CASE("Dynamics give the same products, of many coordinates by a sweep back") {
  for (const Eigen::Index n : {4, 12}) {
    const DynamicsOf<Chained, double> dynamics{Chained{n}};
    using Q = VectorX<double>;
    const Q q = Q::LinSpaced(n, 0.3, 0.9), p = Q::LinSpaced(n, -0.7, 1.1), z = Q::LinSpaced(n, 0.4, -0.8),
            y = Q::LinSpaced(n - 1, 1.2, -0.5);
    Q turning(n), along(n - 1);
    dynamics.basis_turning(q, p, y, turning);
    dynamics.basis_along(q, p, z, along);
    for (Eigen::Index i = 1; i < n; ++i) {
      CHECK(turning[i] == Approx(p[0] * q[0] * std::cos(q[i]) * y[i - 1]));
      CHECK(along[i - 1] == Approx(p[0] * (z[0] * std::sin(q[i]) + q[0] * z[i] * std::cos(q[i]))));
    }
    CHECK(turning[0] == Approx(p[0] * q.tail(n - 1).array().sin().matrix().dot(y)));
  }
}
