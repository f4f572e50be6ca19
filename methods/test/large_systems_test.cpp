// SPARK where the run knows the sizes: a diagonal mass that stays one, and many unknowns, whose exact Jacobian has no
// room before it is needed.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "engine_test.hpp"

using namespace nonholo;
using namespace nonholo::test;

namespace {

/// Pairs of oscillators (x_i, y_i) beside one, z, that is dragged by all: z' = sum_i y_i x_i'.
struct Dragged {
  static constexpr int n = dynamic, m = 1;
  static constexpr bool constant_mass = true;
  Eigen::Index pairs = 5;
  Eigen::Index coordinates() const { return 2 * pairs + 1; }
  Eigen::Index constraints() const { return 1; }
  template <class S> Vector<S, dynamic> masses() const {
    Vector<S, dynamic> d(coordinates());
    for (Eigen::Index i = 0; i < d.size(); ++i) d[i] = S(1) + S(i % 3);
    return d;
  }
  template <class S> auto mass_matrix(const Vector<S, dynamic>&) const {
    return Eigen::DiagonalMatrix<S, dynamic>(masses<S>());
  }
  template <class S> S potential(const Vector<S, dynamic>& q) const {
    using std::cos;
    S V = S(0);
    for (Eigen::Index i = 0; i < q.size(); ++i) V += q[i] * q[i] / S(2);
    for (Eigen::Index i = 2; i < q.size(); ++i) V -= cos(q[i] - q[i - 1]) / S(4);
    return V;
  }
  template <class S> Matrix<S, 1, dynamic> constraint_matrix(const Vector<S, dynamic>& q) const {
    Matrix<S, 1, dynamic> A(1, coordinates());
    A(0, 0) = S(1);
    for (Eigen::Index i = 0; i < pairs; ++i) {
      A(0, 1 + 2 * i) = -q[2 + 2 * i];
      A(0, 2 + 2 * i) = S(0);
    }
    return A;
  }
  Start<double> start() const {
    Start<double> start{
        .q = VectorX<double>(coordinates()), .v = VectorX<double>(coordinates()), .consistent = Consistent::project};
    for (Eigen::Index i = 0; i < coordinates(); ++i) {
      start.q[i] = std::sin(static_cast<double>(3 * i));
      start.v[i] = 0.3 * std::cos(static_cast<double>(2 * i));
    }
    return start;
  }
};

struct DraggedDense : Dragged {
  template <class S> Matrix<S, dynamic, dynamic> mass_matrix(const Vector<S, dynamic>&) const {
    return masses<S>().asDiagonal();
  }
};

std::unique_ptr<Integrator<double>> gauss(const System<double>& system, const SolverOptions<double>& options = {}) {
  return spark(system, tableau_catalogue().at("gauss")(2), options);
}

}  // namespace

TEST_CASE("a diagonal mass that is kept so leads to the solution that a dense one leads to") {
  const System<double> diagonal{Dragged{}}, dense{DraggedDense{}};
  REQUIRE(diagonal.traits().diagonal_mass);
  REQUIRE_FALSE(dense.traits().diagonal_mass);
  const auto start = Dragged{}.start();
  const auto one = run(*gauss(diagonal), start, 2, 40), other = run(*gauss(dense), start, 2, 40);
  CHECK((one.end - other.end).norm() < 1e-12);
  CHECK(one.summary.iterations == other.summary.iterations);
  CHECK(one.worst_constraint <= 1e-14);
}

TEST_CASE("the exact Jacobian of more than a thousand unknowns is made when it is asked for, with the same solution") {
  const Dragged many{.pairs = 170};
  const System<double> system{many};
  const auto frozen = run(*gauss(system), many.start(), 0.02, 1);
  const auto exact = run(*gauss(system, {.jacobian = JacobianChoice::exact}), many.start(), 0.02, 1);
  REQUIRE(exact.summary.outcome == Outcome::success);
  CHECK((frozen.end - exact.end).norm() < 1e-12);
}
