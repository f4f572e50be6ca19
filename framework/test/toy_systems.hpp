// Small mechanical systems that exercise one feature each, and a generic state to look at them in.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/system.hpp>

#include <cmath>

namespace nonholo::test {

/// Autonomous, mass depends on q, constraint homogeneous: the energy is an invariant. Listed size class (3, 1).
struct Curved {
  static constexpr int n = 3, m = 1;
  static constexpr bool fused_kernels = false;
  template <class S> Matrix<S, 3, 3> mass_matrix(const Vector<S, 3>& q) const {
    using std::cos;
    const S c = cos(q[1]), coupling = q[2] / S(4);
    Matrix<S, 3, 3> M;
    M << S(2) + c, coupling, S(0),  //
        coupling, S(2), S(0.2),     //
        S(0), S(0.2), S(1) + q[0] * q[0];
    return M;
  }
  template <class S> S potential(const Vector<S, 3>& q) const {
    using std::sin;
    return sin(q[0]) * q[1] + q[2] * q[2];
  }
  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const {
    using std::cos;
    return {cos(q[1]), q[2], S(1) + q[0] * q[1]};
  }
};

/// Everything depends on t, and an external force acts: nothing is invariant. Listed size class (4, 2).
struct Driven {
  static constexpr int n = 4, m = 2;
  static constexpr bool fused_kernels = false;
  template <class S> Matrix<S, 4, 4> mass_matrix(const S& t, const Vector<S, 4>& q) const {
    using std::sin;
    Matrix<S, 4, 4> M = Matrix<S, 4, 4>::Identity();
    M(0, 0) = S(2) + sin(t + q[1]);
    M(0, 3) = M(3, 0) = q[2] / S(4);
    M(3, 3) = S(2) + q[0] * q[0];
    return M;
  }
  template <class S> S potential(const S& t, const Vector<S, 4>& q) const {
    using std::cos;
    return cos(t) * q[0] * q[3] + q[1] * q[1] * q[2];
  }
  template <class S> Matrix<S, 2, 4> constraint_matrix(const S& t, const Vector<S, 4>& q) const {
    using std::cos, std::sin;
    Matrix<S, 2, 4> A;
    A << S(1) + t * q[1], cos(q[2]), S(0), -q[3],  //
        S(0), t, S(1), sin(q[0]);
    return A;
  }
  template <class S> Vector<S, 2> constraint_offset(const S& t, const Vector<S, 4>& q) const {
    using std::sin;
    return {sin(t * q[3]), t * t + q[1] * q[2]};
  }
  template <class S> Vector<S, 4> force(const S& t, const Vector<S, 4>& q, const Vector<S, 4>& v) const {
    return {-v[0] * v[0] * v[0], t * v[1] * q[0], v[2] * v[3], -q[1]};
  }
};

/// A size that is not listed: runs in the dynamic size class. Autonomous, mass depends on q, damped.
struct Wide {
  static constexpr int n = 5, m = 2;
  static constexpr bool fused_kernels = false;
  template <class S> Matrix<S, 5, 5> mass_matrix(const Vector<S, 5>& q) const {
    using std::sin;
    Matrix<S, 5, 5> M = Matrix<S, 5, 5>::Identity();
    M(1, 1) = S(3) + sin(q[4]);
    M(0, 2) = M(2, 0) = q[3] / S(4);
    return M;
  }
  template <class S> S potential(const Vector<S, 5>& q) const {
    using std::cos;
    return cos(q[0] * q[4]) + q[1] * q[2] * q[3];
  }
  template <class S> Matrix<S, 2, 5> constraint_matrix(const Vector<S, 5>& q) const {
    using std::sin;
    Matrix<S, 2, 5> A;
    A << S(1), S(0), q[4], S(0), -sin(q[1]),  //
        S(0), q[0], S(0), S(1), q[2] * q[3];
    return A;
  }
  template <class S> Vector<S, 5> force(const S&, const Vector<S, 5>&, const Vector<S, 5>& v) const { return -v; }
};

/// Two rigid bodies have so many coordinates and more: differentiated twice a few directions at a time.
struct Long {
  static constexpr int n = 14, m = 2;
  static constexpr bool fused_kernels = false;
  template <class S> Matrix<S, n, n> mass_matrix(const Vector<S, n>& q) const {
    using std::cos;
    Matrix<S, n, n> M = Matrix<S, n, n>::Identity();
    for (int i = 0; i + 1 < n; ++i) M(i, i + 1) = M(i + 1, i) = S(0.3) * cos(q[n - 1 - i]);
    return M;
  }
  template <class S> S potential(const Vector<S, n>& q) const {
    S V(0);
    for (int i = 0; i + 1 < n; ++i) V += q[i] * q[i] * q[i + 1];
    return V;
  }
  template <class S> Matrix<S, m, n> constraint_matrix(const Vector<S, n>& q) const {
    Matrix<S, m, n> A = Matrix<S, m, n>::Zero();
    A(0, 0) = A(1, 1) = S(1);
    A(0, n - 1) = q[5];
    A(1, 7) = q[n - 1] * q[0];
    return A;
  }
};

/// Constant mass, potential differentiated automatically, constraint vz = 0. Listed size class (3, 1).
struct Flat {
  static constexpr int n = 3, m = 1;
  static constexpr bool constant_mass = true;
  template <class S> Eigen::DiagonalMatrix<S, 3> mass_matrix(const Vector<S, 3>&) const {
    return Eigen::DiagonalMatrix<S, 3>(S(1), S(2), S(4));
  }
  template <class S> S potential(const Vector<S, 3>& q) const {
    using std::sin;
    return sin(q[0]) * q[1] + q[2] * q[2] * q[2];
  }
  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>&) const { return {S(0), S(0), S(1)}; }
};

/// Flat with V_q written by hand.
struct FlatByHand : Flat {
  static constexpr bool fused_kernels = false;
  template <class S> Vector<S, 3> potential_gradient(const Vector<S, 3>& q) const {
    using std::cos, std::sin;
    return {cos(q[0]) * q[1], sin(q[0]), S(3) * q[2] * q[2]};
  }
};

/// Flat on a lift: vz = cos t.
struct Lift : Flat {
  static constexpr bool fused_kernels = false;
  template <class S> Vector<S, 1> constraint_offset(const S& t, const Vector<S, 3>&) const {
    using std::cos;
    return Vector<S, 1>(-cos(t));
  }
};

/// Could be driven in every way, and is in none: its type is that of a system whose energy changes.
struct Drivable {
  static constexpr int n = 3, m = 1;
  static constexpr bool fused_kernels = false;
  double damping = 0, lift = 0, breath = 0, tide = 0, swing = 0;
  template <class S> Eigen::DiagonalMatrix<S, 3> mass_matrix(const S& t, const Vector<S, 3>&) const {
    return Eigen::DiagonalMatrix<S, 3>(S(1 + breath * t), S(2), S(4));
  }
  template <class S> S potential(const S& t, const Vector<S, 3>& q) const {
    using std::sin;
    return sin(q[0]) * q[1] + tide * t * q[1];
  }
  template <class S> Matrix<S, 1, 3> constraint_matrix(const S& t, const Vector<S, 3>&) const {
    return {S(swing * t), S(0), S(1)};
  }
  template <class S> Vector<S, 1> constraint_offset(const S&, const Vector<S, 3>&) const {
    return Vector<S, 1>(S(lift));
  }
  template <class S> Vector<S, 3> force(const S&, const Vector<S, 3>&, const Vector<S, 3>& v) const {
    return S(-damping) * v;
  }
};

/// The second constraint is twice the first where z = 0.
struct DependentRows {
  static constexpr int n = 3, m = 2;
  static constexpr bool fused_kernels = false;
  template <class S> Matrix<S, 3, 3> mass_matrix(const Vector<S, 3>&) const { return Matrix<S, 3, 3>::Identity(); }
  template <class S> S potential(const Vector<S, 3>&) const { return S(0); }
  template <class S> Matrix<S, 2, 3> constraint_matrix(const Vector<S, 3>& q) const {
    Matrix<S, 2, 3> A;
    A << S(1), q[0], S(0),  //
        S(2), S(2) * q[0], q[2];
    return A;
  }
};

/// Not a mechanical system: one mass is negative.
struct IndefiniteMass : Flat {
  static constexpr bool fused_kernels = false;
  template <class S> Eigen::DiagonalMatrix<S, 3> mass_matrix(const Vector<S, 3>&) const {
    return Eigen::DiagonalMatrix<S, 3>(S(1), S(-2), S(4));
  }
};

/// The dynamics of P and a generic state: no symmetry, on no constraint.
template <class P> struct Generic {
  using Size = size_class_of<double, P::n, P::m>;
  using Face = Dynamics<double, Size::n, Size::m>;
  using Q = typename Face::Coordinates;
  using L = typename Face::Multipliers;

  DynamicsOf<P, double> mechanical{P{}};
  const Face& dynamics = mechanical;
  double t = 0.3;
  Q q{P::n}, v{P::n}, a{P::n};
  L lambda{P::m};

  Generic() {
    for (int i = 0; i < P::n; ++i) {
      q[i] = std::sin(1 + i);
      v[i] = std::cos(2 * i + 0.5);
      a[i] = 0.6 - 0.2 * i * i;
    }
    for (int i = 0; i < P::m; ++i) lambda[i] = 0.7 - 1.5 * i;
  }
};

template <class G> auto block_at(const G& g, double t, const typename G::Q& q, const typename G::Q& v) {
  Block<double, G::Size::n, G::Size::m> block(q.size(), g.lambda.size());
  g.dynamics.evaluate(t, q, v, block);
  return block;
}

template <class G> auto rates_at(const G& g, const typename G::Q& q, const typename G::Q& v) {
  Rates<double, G::Size::n, G::Size::m> rates(q.size(), g.lambda.size());
  g.dynamics.rates(g.t, q, v, g.a, rates);
  return rates;
}

template <class G> auto linearised(const G& g) {
  Linearisation<double, G::Size::n, G::Size::m> out(g.q.size(), g.lambda.size());
  g.dynamics.linearise(g.t, g.q, g.v, g.lambda, out);
  return out;
}

template <class G> auto start_of_step(const G& g) {
  StepStart<double, G::Size::n, G::Size::m> out(g.q.size(), g.lambda.size(), g.dynamics.traits().coupled);
  g.dynamics.begin_step(g.t, g.q, g.v, out);
  return out;
}

}  // namespace nonholo::test

// Compiled once, in toy_systems.cpp: what these systems are made of is most of what these tests take to compile.
namespace nonholo {

extern template class DynamicsOf<test::Curved, double>;
extern template class DynamicsOf<test::Driven, double>;
extern template class DynamicsOf<test::Wide, double>;
extern template class DynamicsOf<test::Long, double>;
extern template class DynamicsOf<test::Flat, double>;
extern template class DynamicsOf<test::FlatByHand, double>;
extern template class DynamicsOf<test::Lift, double>;
extern template class DynamicsOf<test::Drivable, double>;
extern template class DynamicsOf<test::DependentRows, double>;
extern template class DynamicsOf<test::IndefiniteMass, double>;

namespace detail {

extern template SystemParts<double> parts_of(const test::Curved&);
extern template SystemParts<double> parts_of(const test::Driven&);
extern template SystemParts<double> parts_of(const test::Wide&);
extern template SystemParts<double> parts_of(const test::Flat&);
extern template SystemParts<double> parts_of(const test::FlatByHand&);
extern template SystemParts<double> parts_of(const test::Lift&);
extern template SystemParts<double> parts_of(const test::Drivable&);
extern template SystemParts<double> parts_of(const test::DependentRows&);
extern template SystemParts<double> parts_of(const test::IndefiniteMass&);

}  // namespace detail

}  // namespace nonholo
