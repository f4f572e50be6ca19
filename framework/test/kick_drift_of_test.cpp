// The face of kicks and drifts: which constraints are affine in the multipliers, and what each move does.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/faces/kick_drift_of.hpp>

#include <nonholo/framework/system/system.hpp>

#include <array>
#include <stdexcept>

#include "catch.hpp"
#include "toy_systems.hpp"

using namespace nonholo;
using namespace nonholo::test;

namespace {

/// vz = y vx, or (x + y + z) vx: the reactions move x and z.
struct Slope {
  static constexpr int n = 3, m = 1;
  static constexpr bool constant_mass = true;
  bool by_all = false;
  template <class S> Eigen::DiagonalMatrix<S, 3> mass_matrix(const Vector<S, 3>&) const {
    return Eigen::DiagonalMatrix<S, 3>(S(1), S(2), S(4));
  }
  template <class S> S potential(const Vector<S, 3>& q) const { return q[0] * q[0] / S(2) + q[1]; }
  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const {
    const S slope = by_all ? S(q[0] + q[1] + q[2]) : q[1];
    return {-slope, S(0), S(1)};
  }
};

/// The same with a mass that couples y to x: the reactions move y too.
struct CoupledSlope : Slope {
  template <class S> Matrix<S, 3, 3> mass_matrix(const Vector<S, 3>&) const {
    Matrix<S, 3, 3> M = Matrix<S, 3, 3>::Identity();
    M(0, 1) = M(1, 0) = S(0.25);
    return M;
  }
};

/// One that couples y to x and z alike, with opposite signs: equal reactions of the two would not move y.
struct BalancedSlope : Slope {
  template <class S> Matrix<S, 3, 3> mass_matrix(const Vector<S, 3>&) const {
    Matrix<S, 3, 3> M = Matrix<S, 3, 3>::Identity();
    M(0, 1) = M(1, 0) = S(0.25);
    M(1, 2) = M(2, 1) = S(-0.25);
    return M;
  }
};

/// CoupledSlope with its size known to the run alone, and the coupling to be chosen.
struct LooseSlope {
  static constexpr int n = dynamic, m = 1;
  static constexpr bool constant_mass = true;
  double x_y = 0, y_w = 0, w_z = 0;  // w stands behind x, y and z
  Eigen::Index coordinates() const { return 4; }
  template <class S> Sparse<S> mass_matrix(const VectorX<S>&) const {
    Matrix<S, dynamic, dynamic> M = Matrix<S, dynamic, dynamic>::Identity(4, 4);
    M(0, 1) = M(1, 0) = S(x_y);
    M(1, 3) = M(3, 1) = S(y_w);
    M(3, 2) = M(2, 3) = S(w_z);
    return M.sparseView();
  }
  template <class S> S potential(const VectorX<S>& q) const { return q[1]; }
  template <class S> Matrix<S, 1, dynamic> constraint_matrix(const VectorX<S>& q) const {
    Matrix<S, 1, dynamic> A = Matrix<S, 1, dynamic>::Zero(1, 4);
    A[0] = -q[1];
    A[2] = S(1);
    return A;
  }
};

/// The same dense, looking into numbers, and refusing the point that it is tried at.
struct DenseLooseSlope : LooseSlope {
  template <class S> MatrixX<S> mass_matrix(const VectorX<S>& q) const { return LooseSlope::mass_matrix(q); }
};
struct OpaqueLooseSlope : LooseSlope {
  static constexpr bool packs = false;
};
struct RefusingLooseSlope : LooseSlope {
  template <class S> Matrix<S, 1, dynamic> constraint_matrix(const VectorX<S>&) const {
    throw std::domain_error("nowhere");
  }
};

/// With its mass as an expression.
struct ExpressedSlope : Slope {
  Eigen::Vector3d masses{1, 2, 4};
  template <class S> auto mass_matrix(const Vector<S, 3>&) const { return masses.template cast<S>().asDiagonal(); }
};

/// Asks for a number, so that nothing is known of it.
struct BranchingSlope : Slope {
  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const {
    return {q[0] > S(5) ? S(-q[1] * q[0]) : S(-q[1]), S(0), S(1)};
  }
};

/// No constraint at all.
struct FreePoint {
  static constexpr int n = 2, m = 0;
  static constexpr bool constant_mass = true;
  template <class S> Eigen::DiagonalMatrix<S, 2> mass_matrix(const Vector<S, 2>&) const {
    return Eigen::DiagonalMatrix<S, 2>(S(1), S(2));
  }
  template <class S> S potential(const Vector<S, 2>& q) const { return q[0] * q[0] + q[1]; }
  template <class S> Matrix<S, 0, 2> constraint_matrix(const Vector<S, 2>&) const { return {}; }
};

template <class P> bool affine(const P& problem) {
  const Vector<double, P::n> q = Vector<double, P::n>::Zero(system::coordinates(problem));
  return system::reactions_keep_constraint_matrix<P, double>(problem, {problem, q});
}

using Moves = std::vector<KickDriftMove<double>>;
constexpr std::array<double, 3> q0{0.3, -0.2, 0.5}, v0{0.4, 0.7, 0.6};

}  // namespace

TEST_CASE("The constraint is affine in the multipliers where A depends on nothing that the reactions move") {
  CHECK(affine(Slope()));
  CHECK_FALSE(affine(Slope{.by_all = true}));
  CHECK_FALSE(affine(CoupledSlope()));
  CHECK_FALSE(affine(BalancedSlope()));
  CHECK_FALSE(affine(BranchingSlope()));
  CHECK(affine(Flat()));  // A is constant
  CHECK(affine(LooseSlope()));
  CHECK_FALSE(affine(LooseSlope{.x_y = 0.25}));
  CHECK(affine(LooseSlope{.w_z = 0.25}));                     // moves w, which A does not look at
  CHECK_FALSE(affine(LooseSlope{.y_w = 0.25, .w_z = 0.25}));  // moves y by way of w
  CHECK(affine(DenseLooseSlope{{.w_z = 0.25}}));
  CHECK_FALSE(affine(DenseLooseSlope{{.y_w = 0.25, .w_z = 0.25}}));
  CHECK_FALSE(affine(OpaqueLooseSlope()));
  CHECK_FALSE(affine(RefusingLooseSlope()));
  CHECK(affine(ExpressedSlope()));
}

TEST_CASE("A kick satisfies the constraint where it has looked, affine in the multipliers or not") {
  const Slope problem{.by_all = GENERATE(false, true)};
  KickDriftOf<Slope, double> face(problem);
  // The second comes to y = 0, where no reaction moves x. A copy of v0: of a variable Catch keeps references, to all.
  const auto start = GENERATE(std::array(v0), std::array{0.4, 2.0, 0.6});
  face.start(q0, start, std::array{0.0});
  REQUIRE(face.run(Moves{{Move::drift, 0.1}, {Move::kick, 0.2, 0.1}, {Move::drift, 0.1}}).outcome == Outcome::success);
  const Eigen::Vector3d q(face.q().data()), v(face.v().data()), before(start.data());
  CHECK(std::abs(problem.constraint_matrix(q).dot(v)) < 4e-16);
  // M (v - v0) = c h (f + K^T l), at the node between the drifts
  const Eigen::Vector3d node = Eigen::Vector3d(q0.data()) + 0.1 * before, mass(1, 2, 4);
  const Eigen::Vector3d force =
      Eigen::Vector3d(-node[0], -1, 0) + problem.constraint_matrix(node).transpose() * face.l()[0];
  CHECK((mass.cwiseProduct(v - before) - 0.2 * force).norm() < 1e-15);
}

TEST_CASE("A push uses the multiplier of the latest kick or start, a leap the velocity of the latest drift") {
  KickDriftOf<Flat, double> face(Flat{});
  const std::array slow{0.1, 0.2, 0.0};
  face.start(q0, slow, std::array{2.0});
  face.run(Moves{{Move::drift, 0.5}, {Move::push, 0.1}});
  const double acceleration = (2.0 - 3 * q0[2] * q0[2]) / 4;
  CHECK(face.v()[2] == Approx(0.1 * acceleration).epsilon(1e-15));
  face.run(Moves{{Move::leap, 0.3}});  // from the velocity before the push
  CHECK(face.v()[2] == Approx(0.3 * acceleration).epsilon(1e-15));
}

TEST_CASE("A system without constraints has no kicks and drifts, and is a system all the same") {
  const System<double> system{FreePoint()};
  CHECK(system.constraints() == 0);
  CHECK_FALSE(system.has_kick_drift());
  CHECK(System<double>(Flat()).has_kick_drift());
}
