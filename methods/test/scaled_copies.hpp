// A problem measured in other units: masses, lengths and times, and the rows of its constraint times any number. With
// powers of four nothing is rounded, square roots of masses included: the solution is the same number for number.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/mechanical_system.hpp>

#include <array>
#include <cmath>

namespace nonholo::test {

/// How much larger the numbers become.
struct Units {
  const char* name;
  double mass = 1, length = 1, time = 1, row = 1;  ///< row: of the first constraint, its inverse of the second, and on

  double energy() const { return mass * length * length / (time * time); }
  double of_row(Eigen::Index i) const { return i % 2 == 0 ? row : 1 / row; }
};

/// P has `lengths`, one truth for each coordinate: the others are angles.
template <class P> struct ScaledCopy {
  static constexpr int n = P::n, m = P::m;
  static constexpr bool constant_mass = system::constant_mass<P>();
  P problem = {};
  Units units = {"its own"};

  double of(Eigen::Index i) const { return P::lengths[static_cast<std::size_t>(i)] ? units.length : 1; }

  template <class S> Vector<S, n> own(const Vector<S, n>& q) const {
    Vector<S, n> x;
    for (Eigen::Index i = 0; i < n; ++i) x[i] = q[i] * (1 / of(i));
    return x;
  }

  template <class S> Matrix<S, n, n> mass_matrix(const Vector<S, n>& q) const {
    Matrix<S, n, n> M = problem.mass_matrix(own(q));
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index j = 0; j < n; ++j) M(i, j) *= units.mass * (units.length / of(i)) * (units.length / of(j));
    return M;
  }

  template <class S> S potential(const Vector<S, n>& q) const { return problem.potential(own(q)) * units.energy(); }

  template <class S> Matrix<S, m, n> constraint_matrix(const Vector<S, n>& q) const {
    Matrix<S, m, n> A = problem.constraint_matrix(own(q));
    for (Eigen::Index i = 0; i < m; ++i)
      for (Eigen::Index j = 0; j < n; ++j) A(i, j) *= units.of_row(i) / of(j);
    return A;
  }
};

/// Of a problem with a basis of its own.
template <class P> struct ScaledCopyWithBasis : ScaledCopy<P> {
  template <class S> auto adapted_basis(const Vector<S, P::n>& q) const {
    auto X = this->problem.adapted_basis(this->own(q));
    for (Eigen::Index i = 0; i < X.rows(); ++i)
      for (Eigen::Index a = 0; a < X.cols(); ++a) X(i, a) *= this->of(i);
    return X;
  }
};

/// A car that pulls a trailer, steered by a spring, in SI units: masses of a ton beside a steering gear of 5 kg m^2.
///
///   q = (x, y, heading, heading of the trailer, steering angle)
struct SteeredTrailer {
  static constexpr int n = 5, m = 3;
  static constexpr std::array lengths{true, true, false, false, false};
  template <class S> Matrix<S, 5, 5> mass_matrix(const Vector<S, 5>& q) const {
    using std::cos, std::sin;
    const S c = 1000.0 * cos(q[2]), s = 1000.0 * sin(q[2]), ct = 1200.0 * cos(q[3]), st = 1200.0 * sin(q[3]);
    Matrix<S, 5, 5> M;
    M << S(1400), S(0), -s, st, S(0),  //
        S(0), S(1400), c, -ct, S(0),   //
        -s, c, S(2500), S(0), S(0),    //
        st, -ct, S(0), S(3900), S(0),  //
        S(0), S(0), S(0), S(0), S(5);
    return M;
  }
  template <class S> S potential(const Vector<S, 5>& q) const { return 25.0 * q[4] * q[4]; }
  template <class S> Matrix<S, 3, 5> constraint_matrix(const Vector<S, 5>& q) const {
    using std::cos, std::sin;
    const S front = q[2] + q[4];
    Matrix<S, 3, 5> A;
    A << -sin(q[2]), cos(q[2]), S(0), S(0), S(0),                 //
        -sin(front), cos(front), S(2.5 * cos(q[4])), S(0), S(0),  //
        sin(q[3]), -cos(q[3]), S(0), S(3), S(0);
    return A;
  }
};

/// A sleigh whose centre of mass lies ahead of its edge: the mass matrix depends on q.
struct Sleigh {
  static constexpr int n = 3, m = 1;
  static constexpr std::array lengths{true, true, false};
  template <class S> Matrix<S, 3, 3> mass_matrix(const Vector<S, 3>& q) const {
    using std::cos, std::sin;
    const S c = 0.5 * cos(q[2]), s = 0.5 * sin(q[2]);
    Matrix<S, 3, 3> M;
    M << S(1), S(0), -s,  //
        S(0), S(1), c,    //
        -s, c, S(1.5);
    return M;
  }
  template <class S> S potential(const Vector<S, 3>& q) const {
    using std::sin;
    return 0.3 * (q[1] + 0.5 * sin(q[2]));
  }
  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const {
    using std::cos, std::sin;
    return {-sin(q[2]), cos(q[2]), S(0)};
  }
};

/// A disk that rolls upright.
struct Disk {
  static constexpr int n = 4, m = 2;
  static constexpr bool constant_mass = true;
  static constexpr std::array lengths{true, true, false, false};
  template <class S> Eigen::DiagonalMatrix<S, 4> mass_matrix(const Vector<S, 4>&) const {
    return Eigen::DiagonalMatrix<S, 4>(S(1), S(1), S(0.7), S(0.4));
  }
  template <class S> S potential(const Vector<S, 4>& q) const { return 0.2 * q[0]; }
  template <class S> Matrix<S, 2, 4> constraint_matrix(const Vector<S, 4>& q) const {
    using std::cos, std::sin;
    Matrix<S, 2, 4> A;
    A << S(1), S(0), S(0), -0.25 * cos(q[2]),  //
        S(0), S(1), S(0), -0.25 * sin(q[2]);
    return A;
  }
  template <class S> Matrix<S, 4, 2> adapted_basis(const Vector<S, 4>& q) const {
    using std::cos, std::sin;
    Matrix<S, 4, 2> X;
    X << 0.25 * cos(q[2]), S(0),  //
        0.25 * sin(q[2]), S(0),   //
        S(0), S(1),               //
        S(1), S(0);
    return X;
  }
};

}  // namespace nonholo::test
