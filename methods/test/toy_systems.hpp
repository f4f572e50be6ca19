// Small systems for the tests of engines, unlike any in problems/: with forces, with time, of an unlisted size.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/start.hpp>
#include <nonholo/framework/system/system.hpp>

#include <cmath>
#include <vector>

namespace nonholo::test {

/// n = 3, m = 1, mass matrix and constraint that depend on q, a damping force and a constraint offset that depends on
/// time.
struct Driven {
  static constexpr int n = 3, m = 1;
  template <class S> Matrix<S, 3, 3> mass_matrix(const Vector<S, 3>& q) const {
    using std::cos;
    const S c = 0.3 * cos(q[2]);
    Matrix<S, 3, 3> M;
    M << S(1.5), S(0), c,    //
        S(0), S(1), S(0.1),  //
        c, S(0.1), S(2);
    return M;
  }
  template <class S> S potential(const Vector<S, 3>& q) const { return 0.5 * (q[0] * q[0] + q[1] * q[1] * q[2]); }
  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const { return {S(1), S(0.2), q[1]}; }
  template <class S> Vector<S, 1> constraint_offset(const S& t, const Vector<S, 3>&) const {
    using std::sin;
    return Vector<S, 1>(0.5 * sin(t));
  }
  template <class S> Vector<S, 3> force(const S& t, const Vector<S, 3>&, const Vector<S, 3>& v) const {
    using std::cos;
    return {S(-0.2 * v[0]), S(0.1 * cos(t)), S(-0.3 * v[2])};
  }
};

/// The unforced, autonomous part of Driven, with q-dependent mass.
struct Free : Driven {
  template <class S> Vector<S, 1> constraint_offset(const S&, const Vector<S, 3>&) const { return Vector<S, 1>(S(0)); }
  template <class S> Vector<S, 3> force(const S&, const Vector<S, 3>&, const Vector<S, 3>&) const {
    return Vector<S, 3>::Zero();
  }
};

/// A nonholonomic oscillator with n = 5, m = 2: no size class of its own, so the engines run it in the dynamic one.
struct FivePendula {
  static constexpr int n = 5, m = 2;
  static constexpr bool constant_mass = true;
  template <class S> Eigen::DiagonalMatrix<S, 5> mass_matrix(const Vector<S, 5>&) const {
    Vector<S, 5> d;
    d << S(1), S(2), S(3), S(1), S(0.5);
    return Eigen::DiagonalMatrix<S, 5>(d);
  }
  template <class S> S potential(const Vector<S, 5>& q) const {
    using std::cos;
    return q[3] * q[3] + 0.5 * (q[0] * q[0] + q[4] * q[4]) - cos(q[1]) - cos(q[2]);
  }
  template <class S> Matrix<S, 2, 5> constraint_matrix(const Vector<S, 5>& q) const {
    using std::sin;
    Matrix<S, 2, 5> A;
    A << S(1), S(0), sin(q[1]), S(0), S(0.2),  //
        S(0), S(1), S(0), q[4], S(0);
    return A;
  }
};

/// A chain of seven masses on springs of frequency 100 under three constraints: stiff, and in the dynamic size class.
struct SpringChain {
  static constexpr int n = 7, m = 3;
  static constexpr bool constant_mass = true, fused_kernels = false;
  template <class S> Eigen::DiagonalMatrix<S, 7> mass_matrix(const Vector<S, 7>&) const {
    return Eigen::DiagonalMatrix<S, 7>(Vector<S, 7>::Ones());
  }
  template <class S> S potential(const Vector<S, 7>& q) const {
    S twice(0);
    for (int i = 0; i < 6; ++i) twice += (q[i + 1] - q[i]) * (q[i + 1] - q[i]);
    return 5e3 * twice;
  }
  template <class S> Matrix<S, 3, 7> constraint_matrix(const Vector<S, 7>& q) const {
    using std::sin;
    Matrix<S, 3, 7> A = Matrix<S, 3, 7>::Zero();
    A(0, 0) = A(1, 3) = A(2, 6) = S(1);
    A(0, 1) = sin(q[2]);
    A(1, 4) = q[2];
    A(2, 5) = q[0];
    return A;
  }
};

/// Euler's rigid body: zeta is the angular momentum.
struct RigidBody {
  static constexpr int nzeta = 3;
  template <class S> S hamiltonian(const Vector<S, 3>& z) const {
    return z[0] * z[0] / 2.0 + z[1] * z[1] / 4.0 + z[2] * z[2] / 6.0;
  }
  template <class S> Matrix<S, 3, 3> structure(const Vector<S, 3>& z) const {
    Matrix<S, 3, 3> Pi;
    Pi << S(0), -z[2], z[1],  //
        z[2], S(0), -z[0],    //
        -z[1], z[0], S(0);
    return Pi;
  }
};

/// A volume-preserving flow with an energy that is no polynomial.
struct CoupledTops {
  static constexpr int nzeta = 4;
  template <class S> S hamiltonian(const Vector<S, 4>& z) const {
    using std::cos;
    return (z[0] * z[0] + z[1] * z[1]) / 2.0 - cos(z[2]) - 2.0 * cos(z[3]) + z[0] * z[0] * z[2] * z[2] / 4.0;
  }
  template <class S> Matrix<S, 4, 4> structure(const Vector<S, 4>& z) const {
    using std::sin;
    const S a = 1.0 + 0.3 * sin(z[2]), b = 0.2 * z[0];
    Matrix<S, 4, 4> Pi;
    Pi << S(0), b, -a, S(0),           //
        -b, S(0), S(0), S(-1),         //
        a, S(0), S(0), S(0.1 * z[1]),  //
        S(0), S(1), S(-0.1 * z[1]), S(0);
    return Pi;
  }
};

/// A skate in a bowl whose heading turns on and on: the first entry of K changes sign twice a turn, and with it the
/// sign of the QR basis.
struct TurningSkate {
  static constexpr int n = 3, m = 1;
  static constexpr bool constant_mass = true;
  template <class S> Eigen::DiagonalMatrix<S, 3> mass_matrix(const Vector<S, 3>&) const {
    return Eigen::DiagonalMatrix<S, 3>(S(1), S(2), S(1));
  }
  template <class S> S potential(const Vector<S, 3>& q) const {
    return 0.5 * (q[0] * q[0] + q[1] * q[1]) + 0.1 * q[0] * q[1] * q[1];
  }
  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const {
    using std::cos, std::sin;
    return {-sin(q[2]), cos(q[2]), S(0.2)};
  }
};

/// The same with a basis of its own.
struct TurningSkateWithBasis : TurningSkate {
  template <class S> Matrix<S, 3, 2> adapted_basis(const Vector<S, 3>& q) const {
    using std::cos, std::sin;
    const S c = cos(q[2]), s = sin(q[2]);
    Matrix<S, 3, 2> X;
    X << c, 0.2 * s,  //
        s, -0.2 * c,  //
        S(0), S(1);
    return X;
  }
};

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

/// Bonds of a stiffness that a step of 0.05 cannot leave out of its linearisation.
struct DraggedChain : Dragged {
  static constexpr bool fused_kernels = false;
  template <class S> S potential(const Vector<S, dynamic>& q) const {
    S V = S(0);
    for (Eigen::Index i = 1; i < q.size(); ++i) V += S(5e3) * (q[i] - q[i - 1]) * (q[i] - q[i - 1]);
    return V;
  }
};

struct DraggedDense : Dragged {
  static constexpr bool fused_kernels = false;
  template <class S> Matrix<S, dynamic, dynamic> mass_matrix(const Vector<S, dynamic>&) const {
    return masses<S>().asDiagonal();
  }
};

/// Masses of neighbours on a beam of linear elements that move together: a matrix of three diagonals.
struct DraggedBeam : Dragged {
  double coupling = 0.25;
  template <class S> Sparse<S> mass_matrix(const Vector<S, dynamic>&) const {
    const Vector<S, dynamic> d = masses<S>();
    std::vector<Eigen::Triplet<S>> entries;
    for (Eigen::Index i = 0; i < d.size(); ++i) {
      const auto row = static_cast<int>(i);
      entries.emplace_back(row, row, d[i]);
      if (i == 0) continue;
      entries.emplace_back(row, row - 1, S(coupling));
      entries.emplace_back(row - 1, row, S(coupling));
    }
    Sparse<S> M(d.size(), d.size());
    M.setFromTriplets(entries.begin(), entries.end());
    return M;
  }
};

struct DraggedDenseBeam : DraggedBeam {
  static constexpr bool fused_kernels = false;
  template <class S> Matrix<S, dynamic, dynamic> mass_matrix(const Vector<S, dynamic>& q) const {
    return DraggedBeam::mass_matrix(q);
  }
};

}  // namespace nonholo::test

// Made once, in toy_systems.cpp: what a system is made of takes a second to compile.
namespace nonholo::detail {

extern template SystemParts<double> parts_of(const test::Driven&);
extern template SystemParts<double> parts_of(const test::Free&);
extern template SystemParts<double> parts_of(const test::FivePendula&);
extern template SystemParts<double> parts_of(const test::SpringChain&);
extern template SystemParts<double> parts_of(const test::RigidBody&);
extern template SystemParts<double> parts_of(const test::CoupledTops&);
extern template SystemParts<double> parts_of(const test::TurningSkate&);
extern template SystemParts<double> parts_of(const test::TurningSkateWithBasis&);

}  // namespace nonholo::detail
