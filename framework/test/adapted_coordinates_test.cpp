// The skew-gradient faces of mechanical systems: both are the flow of the equations of motion, and the basis is smooth
// with the derivatives it says.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/adapted_coordinates.hpp>
#include <nonholo/framework/system/mass_coordinates.hpp>

#include <nonholo/framework/base/householder_basis.hpp>
#include <nonholo/framework/run/method.hpp>
#include <nonholo/framework/system/probe.hpp>
#include <nonholo/framework/system/saddle_point.hpp>

#include "catch.hpp"
#include "toy_systems.hpp"

using namespace nonholo;
using namespace nonholo::test;

namespace {

/// n = 4, m = 2, a mass and a constraint that depend on q, with a basis of its own.
struct Spanned {
  static constexpr int n = 4, m = 2;
  template <class S> Matrix<S, 4, 4> mass_matrix(const Vector<S, 4>& q) const {
    using std::cos;
    Matrix<S, 4, 4> M = Matrix<S, 4, 4>::Identity();
    M(0, 1) = M(1, 0) = S(0.3) * cos(q[2]);
    M(3, 3) = S(2) + q[0] * q[0];
    return M;
  }
  template <class S> S potential(const Vector<S, 4>& q) const {
    return q[0] * q[1] * q[1] + q[2] * q[3] + S(0.5) * q[3] * q[3];
  }
  template <class S> Matrix<S, 2, 4> constraint_matrix(const Vector<S, 4>& q) const {
    using std::sin;
    Matrix<S, 2, 4> A;
    A << S(1), S(0), -sin(q[3]), S(0), S(0), S(1), q[0], -S(2);
    return A;
  }
  template <class S> Matrix<S, 4, 2> adapted_basis(const Vector<S, 4>& q) const {
    using std::sin;
    Matrix<S, 4, 2> X;
    X << sin(q[3]), S(0), -q[0], S(2), S(1), S(0), S(0), S(1);
    return X;
  }
};

/// A spring that pushes and does not pull, and a constraint that turns where x changes its sign.
struct Bouncing {
  static constexpr int n = 3, m = 1;
  static constexpr bool constant_mass = true, fused_kernels = false;
  template <class S> Matrix<S, 3, 3> mass_matrix(const Vector<S, 3>&) const { return Matrix<S, 3, 3>::Identity(); }
  template <class S> S potential(const Vector<S, 3>& q) const {
    return q[0] > S(0) ? S(q[0] * q[0] + q[1]) : S(S(0.5) * q[1] * q[1] * q[2]);
  }
  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const {
    return {q[0] < S(0) ? S(q[2]) : q[1], S(1), q[0]};
  }
};

/// n = 6, m = 2, a diagonal mass that depends on q, a basis with rows of an identity, or one that is `length` times
/// that. What is `heavy` moves as these rows say.
struct Free {
  static constexpr int n = 6, m = 2;
  static constexpr bool fused_kernels = false;
  double length = 1, heavy = 1;
  template <class S> Eigen::DiagonalMatrix<S, 6> mass_matrix(const Vector<S, 6>& q) const {
    Vector<S, 6> M;
    M << S(2), S(0.5 * heavy), S(3), S(heavy) + q[4] * q[4], S(1.5), S(0.25);
    return Eigen::DiagonalMatrix<S, 6>(M);
  }
  template <class S> S potential(const Vector<S, 6>& q) const { return q[0] * q[3] + q[1] * q[1] * q[5] - q[2] * q[4]; }
  template <class S> Matrix<S, 2, 6> constraint_matrix(const Vector<S, 6>& q) const {
    using std::sin;
    Matrix<S, 2, 6> A = Matrix<S, 2, 6>::Zero();
    A(0, 1) = S(-1);
    A(0, 0) = q[2];
    A(0, 4) = sin(q[0]);
    A(1, 3) = S(-1);
    A(1, 5) = q[2] * q[0];
    A(1, 2) = S(2);
    return A;
  }
  template <class S> Matrix<S, 6, 4> adapted_basis(const Vector<S, 6>& q) const {
    using std::sin;
    Matrix<S, 6, 4> X = Matrix<S, 6, 4>::Zero();
    X(4, 0) = X(0, 1) = X(5, 2) = X(2, 3) = S(1);
    X(1, 1) = q[2];
    X(1, 0) = sin(q[0]);
    X(3, 2) = q[2] * q[0];
    X(3, 3) = S(2);
    return S(length) * X;
  }
};

/// In which nothing is compiled with the problem.
template <class P> std::unique_ptr<SkewGradient<double>> general(Basis basis, const P& problem = {},
                                                                 BasisDerivative derivative = BasisDerivative::exact) {
  return adapted_coordinates<double>(std::make_shared<const DynamicsOf<P, double>>(problem), basis, derivative);
}

/// In which what there is of that basis is: System has it of both bases, and other kernels.
template <Basis basis, class P> std::unique_ptr<SkewGradient<double>> fused(const P& problem = {}) {
  return adapted_coordinates<double>(std::make_shared<const DynamicsOf<P, double>>(problem), basis,
                                     BasisDerivative::exact, std::make_unique<ReducedEnergyOf<P, basis>>(problem));
}

/// What Free gives, as `other` in a basis of double the length does: y half as large, rho twice.
void same_in_basis_of_double_length(SkewGradient<double>& face, SkewGradient<double>& other) {
  VectorX<double> zeta(10), d(10), out(10), other_out(10), v(6), q(6), other_v(6);
  for (int turn = 0; turn < 2; ++turn) {
    zeta << 0.3, -0.4, 0.7, 0.5, 0.2, -0.6, 0.8, -0.3, 0.45, 0.9;
    zeta[2] += turn;
    zeta[4] += turn;
    d << 0.2, 0.6, -0.5, 0.1, 0.4, -0.7, 0.3, 0.55, -0.25, 0.15;
    VectorX<double> by_two = zeta, d_by_two = d;
    by_two.tail(4) *= 2;
    d_by_two.tail(4) /= 2;
    CHECK(face.energy(zeta) == Approx(other.energy(by_two)).epsilon(1e-14));
    face.unpack(zeta, q, v);
    other.unpack(by_two, q, other_v);
    CHECK((v - other_v).norm() < 1e-14);
    CHECK((Free().constraint_matrix(Vector<double, 6>(q)) * v).norm() < 1e-15);
    face.gradient(zeta, out);
    other.gradient(by_two, other_out);
    other_out.tail(4) *= 2;
    CHECK((out - other_out).norm() < 1e-14);
    face.flow(zeta, d, out);
    other.flow(by_two, d_by_two, other_out);
    other_out.tail(4) /= 2;
    CHECK((out - other_out).norm() < 1e-14);
    VectorX<double> sizes(10), other_sizes(10);
    face.sizes(zeta, 0.1, sizes);
    other.sizes(by_two, 0.1, other_sizes);
    other_sizes.tail(4) /= 2;
    CHECK((sizes - other_sizes).norm() < 1e-14 * sizes.norm());
  }
}

const Vector<double, 4> q_here(0.3, -0.4, 0.7, 0.5);

VectorX<double> velocity_here() {
  VectorX<double> v(4);
  v << 0.4, 0.2, -0.3, 0.6;
  REQUIRE(make_probe(System<double>(Spanned{}))->project(0, {q_here.data(), 4}, {v.data(), 4}));
  return v;
}

/// zeta' of the face minus the derivative of pack(q(t), v(t)) along the flow, by central differences.
double distance_from_flow(SkewGradient<double>& face) {
  const DynamicsOf<Spanned, double> dynamics{Spanned{}};
  SaddlePoint<double, 4, 2> saddle(dynamics);
  const VectorX<double> q = q_here, v = velocity_here();
  REQUIRE(saddle.solve(0, q_here, v));
  VectorX<double> zeta(face.size()), plus(face.size()), minus(face.size()), gradient(face.size());
  MatrixX<double> B(face.constraints(), face.size());
  const double d = 1e-5;
  // The second order of the flow cancels in central differences.
  const VectorX<double> a = saddle.acceleration();
  face.pack(q, v, zeta);
  face.gradient(zeta, gradient);
  VectorX<double> rate(face.size());
  face.flow(zeta, gradient, rate);
  if (face.constraints() > 0) {
    face.reaction(zeta, B);
    rate += B.transpose() * saddle.multipliers();
    CHECK((B * gradient).norm() < 1e-14);
  }
  const MatrixX<double> Pi = structure_of(face, zeta);
  CHECK((Pi + Pi.transpose()).norm() < 1e-15);
  face.pack(q + d * v + d * d / 2 * a, v + d * a, plus);
  face.pack(q - d * v + d * d / 2 * a, v - d * a, minus);
  return (rate - (plus - minus) / (2 * d)).norm();
}

double gradient_defect(SkewGradient<double>& face) {
  VectorX<double> zeta(face.size()), gradient(face.size()), x(face.size());
  face.pack(q_here, velocity_here(), zeta);
  face.gradient(zeta, gradient);
  double worst = 0;
  for (Eigen::Index i = 0; i < zeta.size(); ++i) {
    const double d = 1e-5;
    x = zeta;
    x[i] += d;
    const double up = face.energy(x);
    x[i] -= 2 * d;
    worst = std::max(worst, std::abs((up - face.energy(x)) / (2 * d) - gradient[i]));
  }
  return worst;
}

}  // namespace

TEST_CASE(
    "adapted and canonical coordinates are the flow of the equations of motion, and their gradients are those of the "
    "energy") {
  const System<double> system{Spanned{}};
  const double by_differences = 1e-9;
  for (const auto& face : {system.skew_gradient(Basis::own).release(), system.skew_gradient(Basis::qr).release(),
                           system.skew_gradient(Basis::qr, BasisDerivative::dual_numbers).release(),
                           general<Spanned>(Basis::own).release(), general<Spanned>(Basis::qr).release(),
                           system.canonical().release(), mass_coordinates(system).release()}) {
    const std::unique_ptr<SkewGradient<double>> owned(face);
    CHECK(distance_from_flow(*face) < by_differences);
    CHECK(gradient_defect(*face) < by_differences);
    VectorX<double> zeta(face->size()), q(4), v(4);
    face->pack(q_here, velocity_here(), zeta);
    face->unpack(zeta, q, v);
    CHECK((q - q_here).norm() == 0);
    CHECK((v - velocity_here()).norm() < 1e-15);
    CHECK(face->energy(zeta) ==
          Approx(make_probe(system)->energy(0, nonholo::values(q), nonholo::values(v))).epsilon(1e-14));
  }
}

TEST_CASE("the QR basis is orthonormal, spans ker K, and its sweeps, dual numbers and differences agree") {
  const Spanned problem;
  HouseholderBasis<double, 4, 2> basis(4, 2);
  HouseholderDuals<double, 4, 2> duals(4, 2);
  using Jacobian = Matrix<double, 2, 4>;
  using Frame = Matrix<double, 4, 2>;
  const auto K_at = [&](const Vector<double, 4>& q) -> Jacobian { return problem.constraint_matrix(q); };
  std::vector<Jacobian> K_q(4);
  const auto K = problem.constraint_matrix(seeded<4>(q_here));
  for (int i = 0; i < 4; ++i)
    for (int row = 0; row < 2; ++row)
      for (int column = 0; column < 4; ++column)
        K_q[static_cast<std::size_t>(i)](row, column) = K(row, column).derivatives()[i];
  basis.choose_signs(K_at(q_here));
  Frame X, Y, plus, minus;
  std::vector<Frame> X_q(4);
  duals.differentiate(K_at(q_here), K_q, basis.signs(), Y, X_q);
  for (int i = 0; i < 4; ++i) {
    const Vector<double, 4> e = 1e-5 * Vector<double, 4>::Unit(i);
    basis.values(K_at(q_here + e), plus);
    basis.values(K_at(q_here - e), minus);
    CHECK((X_q[static_cast<std::size_t>(i)] - (plus - minus) / 2e-5).norm() < 1e-9);
  }
  basis.values(K_at(q_here), X);
  CHECK((K_at(q_here) * X).norm() < 1e-15);
  CHECK((X.transpose() * X - Matrix<double, 2, 2>::Identity()).norm() < 1e-15);
  CHECK((X - Y).norm() < 1e-15);

  const Vector<double, 4> p(0.7, -0.2, 1.1, 0.4), z(-0.3, 0.8, 0.5, -1.2);
  const Vector<double, 2> y(0.6, -0.9);
  Vector<double, 4> turning;
  Vector<double, 2> along, along_by_duals = Vector<double, 2>::Zero();
  basis.set_momentum(p);
  basis.turning(K_q, y, turning);
  basis.along(K_at(q_here), K_q, z, along);
  for (int i = 0; i < 4; ++i) {
    const Frame& X_i = X_q[static_cast<std::size_t>(i)];
    CHECK(turning[i] == Approx(p.dot(X_i * y)).margin(1e-15));
    along_by_duals += z[i] * (X_i.transpose() * p);
  }
  CHECK((along - along_by_duals).norm() < 1e-15);
}

TEST_CASE("signs are those of the diagonal of R, +1 where it is zero, and changing them says so") {
  HouseholderBasis<double, 3, 1> basis(3, 1);
  using Row = Matrix<double, 1, 3>;
  CHECK_FALSE(basis.choose_signs(Row(0, 1, 2)));
  CHECK_FALSE(basis.choose_signs(Row(0.1, 1, 2)));
  CHECK(basis.choose_signs(Row(-0.1, 1, 2)));
  CHECK(basis.signs()[0] == -1);
}

TEST_CASE("a basis that the problem does not have is refused, and no system for what could drive it") {
  const auto key = [](const System<double>& system, Basis basis) -> std::string {
    try {
      system.skew_gradient(basis);
    } catch (const InputError& error) {
      return error.key();
    }
    return "nothing";
  };
  CHECK(key(System<double>(Driven{}), Basis::qr) == "nothing");
  CHECK(key(System<double>(Curved{}), Basis::own) == "basis");
  CHECK(key(System<double>(Curved{}), Basis::qr) == "nothing");
  CHECK(key(System<double>(Spanned{}), Basis::own) == "nothing");
}

TEST_CASE("a system's own basis is taken where it has one, and the QR basis alone is chosen anew in every step") {
  CHECK_FALSE(System<double>(Spanned{}).skew_gradient()->chooses_coordinates());
  CHECK(System<double>(Spanned{}).skew_gradient(Basis::qr)->chooses_coordinates());
  CHECK(System<double>(Curved{}).skew_gradient()->chooses_coordinates());
  CHECK_FALSE(System<double>(Curved{}).canonical()->chooses_coordinates());
}

TEST_CASE("Four points of which a problem treats some otherwise are computed one after the other") {
  const auto face = fused<Basis::qr>(Bouncing{}), exact = general(Basis::qr, Bouncing{}, BasisDerivative::dual_numbers);
  const Eigen::Index N = face->size();
  VectorX<double> zeta(N), d(N), expected(N);
  zeta << 0.3, -0.4, 0.7, 0.5, -0.2;
  d << 0.1, 0.5, -0.3, 0.2, 0.8;
  MatrixX<double> points(4, N), directions(4, N), gradients(4, N), rates(4, N);
  for (Eigen::Index k = 0; k < 4; ++k) {
    points.row(k) = zeta;
    points(k, 0) = 0.3 - 0.2 * static_cast<double>(k);
    directions.row(k) = d;
  }
  face->gradients(4, points, gradients);
  face->flows(4, points, directions, rates);
  for (Eigen::Index k = 0; k < 4; ++k) {
    zeta = points.row(k);
    exact->gradient(zeta, expected);
    CHECK((gradients.row(k).transpose() - expected).norm() < 1e-14);
    exact->flow(zeta, d, expected);
    CHECK((rates.row(k).transpose() - expected).norm() < 1e-14);
  }
  VectorX<double> gradient(N);
  const VectorX<double> first = points.row(0), last = points.row(3);
  CHECK(std::abs(face->gradient_and_energy(first, gradient, last) - exact->energy(last)) < 1e-14);
  exact->gradient(first, expected);
  CHECK((gradient - expected).norm() < 1e-14);
}

TEST_CASE("With rows of an identity in the basis fewer equations give the same") {
  const Free twice{.length = 2};
  const auto two = fused<Basis::own>(twice), one = general<Free>(Basis::own);
  same_in_basis_of_double_length(*fused<Basis::own, Free>(), *two);
  same_in_basis_of_double_length(*one, *two);
  same_in_basis_of_double_length(*one, *general(Basis::own, twice));
}

TEST_CASE("Coordinates and back keep the energy to round-off where one mass is thousands of others") {
  const Free problem{.heavy = 1e4};
  const Vector<double, 6> q{{0.3, -0.4, 0.7, 0.5, 0.2, -0.6}};
  const Matrix<double, 6, 4> X = problem.adapted_basis(q);
  const Vector<double, 6> v = X * Vector<double, 4>(0.8, -0.3, 0.45, 0.9), M = problem.mass_matrix(q).diagonal();
  for (const auto& face : {fused<Basis::own>(problem).release(), general(Basis::own, problem).release(),
                           general(Basis::qr, problem).release()}) {
    const std::unique_ptr<SkewGradient<double>> owned(face);
    VectorX<double> zeta(10), H_zeta(10), rate(10), d = VectorX<double>::Zero(10);
    face->pack(q, v, zeta);
    face->gradient(zeta, H_zeta);
    d.tail(4) = H_zeta.tail(4);
    face->flow(zeta, d, rate);  // v = X y
    const Vector<double, 6> back = rate.head(6);
    CHECK(back.dot(M.cwiseProduct(back)) / v.dot(M.cwiseProduct(v)) == Approx(1).epsilon(3e-14));
  }
}
