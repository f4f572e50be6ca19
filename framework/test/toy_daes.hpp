// DAEs in Hessenberg form that exercise one feature each, and a skew-gradient system.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/hessenberg_dae.hpp>
#include <nonholo/framework/problem/skew_gradient_system.hpp>

namespace nonholo::test {

/// Hilden 2009, (2.28), y = (e^t, e^-2t), z = e^2t. With w = z / y1^2 the hidden constraint is 2 w^2 - 3 w + 1 = 0: z =
/// y1^2 and z = y1^2 / 2 are motions of their own.
struct TwoRoots {
  static constexpr int ny = 2, nz = 1, parts = 1;
  template <class S> Vector<S, 2> f(int, const S&, const Vector<S, 2>& y, const Vector<S, 1>& z) const {
    const S a = y[0] * y[1] * y[1], b = y[1] * y[1] * z[0];
    return {a * z[0] * z[0], y[0] * a - S(3) * b};
  }
  template <class S> Vector<S, 1> g(const S&, const Vector<S, 2>& y) const {
    return Vector<S, 1>(y[0] * y[0] * y[1] - S(1));
  }
};

/// The same, its sizes known at run time.
struct LooseTwoRoots {
  static constexpr int ny = dynamic, nz = dynamic, parts = 1;
  Eigen::Index differential() const { return 2; }
  Eigen::Index algebraic() const { return 1; }
  template <class S> VectorX<S> f(int, const S& t, const VectorX<S>& y, const VectorX<S>& z) const {
    return TwoRoots().f<S>(0, t, Vector<S, 2>(y), Vector<S, 1>(z));
  }
  template <class S> VectorX<S> g(const S& t, const VectorX<S>& y) const { return TwoRoots().g<S>(t, y); }
};

/// On a moving circle y1^2 + y2^2 = 1 + t, driven through z, which enters as z^3 + coefficient z.
struct Cubic {
  static constexpr int ny = 2, nz = 1, parts = 2;
  double coefficient = 1;
  template <class S> Vector<S, 2> f(int part, const S& t, const Vector<S, 2>& y, const Vector<S, 1>& z) const {
    if (part == 0) return {S(-y[1]), S(y[0] + t)};
    const S push = z[0] * z[0] * z[0] + coefficient * z[0];
    return {S(y[0] * push), S(y[1] * push)};
  }
  template <class S> Vector<S, 1> g(const S& t, const Vector<S, 2>& y) const {
    return Vector<S, 1>(y[0] * y[0] + y[1] * y[1] - S(1) - t);
  }
};

/// y1' = (z - 1)^2, 0 = y1 - (slope) t: z = 1 is a double root of the hidden constraint where slope = 0, there is none
/// where it is negative.
struct Parabola {
  static constexpr int ny = 1, nz = 1, parts = 1;
  double slope = 0;
  template <class S> Vector<S, 1> f(int, const S&, const Vector<S, 1>&, const Vector<S, 1>& z) const {
    return Vector<S, 1>((z[0] - S(1)) * (z[0] - S(1)));
  }
  template <class S> Vector<S, 1> g(const S& t, const Vector<S, 1>& y) const { return Vector<S, 1>(y[0] - slope * t); }
};

/// Two constraints, the second of which is twice the first.
struct Redundant {
  static constexpr int ny = 3, nz = 2, parts = 1;
  template <class S> Vector<S, 3> f(int, const S&, const Vector<S, 3>& y, const Vector<S, 2>& z) const {
    return {S(y[1] + z[0]), S(z[1]), S(y[0])};
  }
  template <class S> Vector<S, 2> g(const S&, const Vector<S, 3>& y) const {
    const S first = y[0] - y[2];
    return {first, S(2) * first};
  }
};

/// A constraint that nothing satisfies.
struct Nowhere {
  static constexpr int ny = 1, nz = 1, parts = 1;
  template <class S> Vector<S, 1> f(int, const S&, const Vector<S, 1>&, const Vector<S, 1>& z) const { return z; }
  template <class S> Vector<S, 1> g(const S&, const Vector<S, 1>& y) const { return Vector<S, 1>(y[0] * y[0] + S(1)); }
};

/// z does not act: no index 2.
struct Idle {
  static constexpr int ny = 2, nz = 1, parts = 1;
  template <class S> Vector<S, 2> f(int, const S&, const Vector<S, 2>& y, const Vector<S, 1>& z) const {
    return {y[1], S(z[0] - y[0])};
  }
  template <class S> Vector<S, 1> g(const S&, const Vector<S, 2>& y) const { return Vector<S, 1>(y[0] - S(1)); }
};

/// A rotation with H = |zeta|^2 / 2.
struct Turn {
  static constexpr int nzeta = 2;
  template <class S> S hamiltonian(const Vector<S, 2>& x) const { return x.dot(x) / S(2); }
  template <class S> Matrix<S, 2, 2> structure(const Vector<S, 2>&) const {
    Matrix<S, 2, 2> Pi;
    Pi << S(0), S(1), S(-1), S(0);
    return Pi;
  }
};

}  // namespace nonholo::test
