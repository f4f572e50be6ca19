// The Hessenberg face of a problem written as a plain struct: of a DAE (hessenberg_dae.hpp), and of a skew-gradient
// system (skew_gradient_system.hpp), which is an ordinary differential equation and so such a DAE without constraint.
// Derivatives by automatic differentiation, those of the hidden constraint too; where the sizes of a DAE are known at
// run time only, a few directions are taken at a time.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/products.hpp>
#include <nonholo/framework/faces/hessenberg.hpp>
#include <nonholo/framework/problem/hessenberg_dae.hpp>
#include <nonholo/framework/problem/mechanical_system.hpp>
#include <nonholo/framework/problem/skew_gradient_system.hpp>

#include <algorithm>
#include <type_traits>
#include <utility>

namespace nonholo {

template <class P, class Real> class HessenbergOf;

template <HessenbergDae P, class Real> class HessenbergOf<P, Real> final : public ReducibleHessenberg<Real> {
  static constexpr int ny = P::ny, nz = P::nz;
  static constexpr int directions = ny == dynamic || nz == dynamic ? dynamic : ny + nz;
  // Jacobians in other precisions are rare; differentiated one direction at a time they compile in less time.
  static constexpr int width = std::is_same_v<Real, double> ? system::at_a_time<Real, directions, ny>() : 1;
  using Y = VectorX<Real>;
  using Z = VectorX<Real>;
  using OwnY = Vector<Real, ny>;
  using OwnZ = Vector<Real, nz>;
  using D = Dual<Real, width>;

 public:
  explicit HessenbergOf(P problem)
      : ReducibleHessenberg<Real>(system::coordinates(problem), system::constraints(problem), P::parts),
        problem_(std::move(problem)) {}

  void rates(Real t, const Y& y, const Z& z, MatrixX<Real>& f) override {
    for (int k = 0; k < P::parts; ++k) f.col(k) = problem_.f(k, t, OwnY(y), OwnZ(z));
  }

  void constraint(Real t, const Y& y, Z& g) override { g = problem_.g(t, OwnY(y)); }

  void linearise(Real t, const Y& y, const Z& z, HessenbergLinearisation<Real>& out) override {
    differentiate(y, z, [&](const Vector<D, ny>& yd, const Vector<D, nz>& zd, Eigen::Index first) {
      for (std::size_t k = 0; k < out.f_y.size(); ++k) {
        const Vector<D, ny> f = problem_.f(static_cast<int>(k), D(t), yd, zd);
        split(f, first, out.f_y[k], &out.f_z[k]);
      }
      const Vector<D, nz> g = problem_.g(D(t), yd);
      split(g, first, out.g_y, nullptr);
    });
  }

  void hidden(Real t, const Y& y, const Z& z, Z& c) override {
    c = hidden_constraint<P, Real>(problem_, t, OwnY(y), OwnZ(z));
  }

  void linearise_hidden(Real t, const Y& y, const Z& z, HiddenLinearisation<Real>& out) override {
    differentiate(y, z, [&](const Vector<D, ny>& yd, const Vector<D, nz>& zd, Eigen::Index first) {
      const Vector<D, nz> c = hidden_constraint<P, D>(problem_, D(t), yd, zd);
      for (Eigen::Index i = 0; i < c.size(); ++i) out.c[i] = c[i].value();
      split(c, first, out.c_y, &out.c_z);
    });
  }

 private:
  /// f(y, z, first) with y and z as functions of the directions first, first + 1, ... of (y, z).
  template <class F> void differentiate(const Y& y, const Z& z, F f) const {
    const OwnY own_y = y;
    const OwnZ own_z = z;
    for (Eigen::Index first = 0; first < y.size() + z.size(); first += width)
      f(seeded<width, ny>(own_y, -first), seeded<width, nz>(own_z, y.size() - first), first);
  }

  /// The derivatives of x; slot 0 holds direction `first`.
  template <int rows>
  static void split(const Vector<D, rows>& x, Eigen::Index first, MatrixX<Real>& x_y, MatrixX<Real>* x_z) {
    const Eigen::Index size = x_y.cols(), last = x_z ? size + x_z->cols() : size;
    for (Eigen::Index i = 0; i < x.size(); ++i)
      for (Eigen::Index j = first; j < std::min<Eigen::Index>(first + width, last); ++j) {
        const Real slope = x[i].derivatives()[j - first];
        if (j < size) x_y(i, j) = slope;
        else if (x_z) (*x_z)(i, j - size) = slope;
      }
  }

  P problem_;
};

/// y' = f(y) = Pi(y) grad H(y) without constraint.
template <SkewGradientSystem P, class Real> class HessenbergOf<P, Real> final : public ReducibleHessenberg<Real> {
  using Y = VectorX<Real>;
  template <class S> using Own = Vector<S, P::nzeta>;

 public:
  explicit HessenbergOf(P problem) : ReducibleHessenberg<Real>(P::nzeta, 0, 1), problem_(std::move(problem)) {}

  void rates(Real, const Y& y, const Y&, MatrixX<Real>& f) override { f.col(0) = rate<Real>(y); }
  void constraint(Real, const Y&, Y&) override {}
  void hidden(Real, const Y&, const Y&, Y&) override {}
  void linearise_hidden(Real, const Y&, const Y&, HiddenLinearisation<Real>&) override {}

  /// One direction at a time: this runs beside the methods that the problem is meant for.
  void linearise(Real, const Y& y, const Y&, HessenbergLinearisation<Real>& out) override {
    using D = Dual<Real, 1>;
    for (int j = 0; j < P::nzeta; ++j) {
      const Own<D> f = rate<D>(seeded<1>(Own<Real>(y), -j));
      for (int i = 0; i < P::nzeta; ++i) out.f_y[0](i, j) = f[i].derivatives()[0];
    }
  }

 private:
  template <class S> Own<S> rate(const Own<S>& zeta) const {
    const Matrix<S, P::nzeta, P::nzeta> Pi = problem_.structure(zeta);
    return product(Pi, hamiltonian_gradient(problem_, zeta));
  }

  P problem_;
};

}  // namespace nonholo
