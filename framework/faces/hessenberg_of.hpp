// The Hessenberg face of a problem written as a plain struct: of a DAE (hessenberg_dae.hpp), and of a skew-gradient
// system (skew_gradient_system.hpp), which is an ordinary differential equation and so such a DAE without constraint.
// Derivatives by automatic differentiation.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/products.hpp>
#include <nonholo/framework/faces/hessenberg.hpp>
#include <nonholo/framework/problem/hessenberg_dae.hpp>
#include <nonholo/framework/problem/skew_gradient_system.hpp>

#include <Eigen/LU>

#include <utility>

namespace nonholo {

template <class P, class Real> class HessenbergOf;

template <HessenbergDae P, class Real> class HessenbergOf<P, Real> final : public Hessenberg<Real> {
  static constexpr int ny = P::ny, nz = P::nz;
  using Y = typename Hessenberg<Real>::Y;
  using Z = typename Hessenberg<Real>::Z;
  using OwnY = Vector<Real, ny>;
  using OwnZ = Vector<Real, nz>;
  using D = Dual<Real, ny + nz>;

 public:
  explicit HessenbergOf(P problem) : problem_(std::move(problem)) {}

  Eigen::Index differential() const override { return ny; }
  Eigen::Index algebraic() const override { return nz; }
  int parts() const override { return P::parts; }

  void rates(Real t, const Y& y, const Z& z, MatrixX<Real>& f) override {
    for (int k = 0; k < P::parts; ++k) f.col(k) = problem_.f(k, t, OwnY(y), OwnZ(z));
  }

  void constraint(Real t, const Y& y, Z& g) override { g = problem_.g(t, OwnY(y)); }

  void linearise(Real t, const Y& y, const Z& z, HessenbergLinearisation<Real>& out) override {
    const Vector<D, ny> yd = seeded<ny + nz>(OwnY(y));
    const Vector<D, nz> zd = seeded<ny + nz>(OwnZ(z), ny);
    for (std::size_t k = 0; k < out.f_y.size(); ++k) {
      const Vector<D, ny> f = problem_.f(static_cast<int>(k), D(t), yd, zd);
      for (int i = 0; i < ny; ++i) {
        out.f_y[k].row(i) = f[i].derivatives().template head<ny>();
        out.f_z[k].row(i) = f[i].derivatives().template tail<nz>();
      }
    }
    const Vector<D, nz> g = problem_.g(D(t), yd);
    for (int i = 0; i < nz; ++i) out.g_y.row(i) = g[i].derivatives().template head<ny>();
  }

  bool consistent(Real t, const Y& y, Z& z) override {
    OwnZ root = z;
    using DZ = Dual<Real, nz>;
    for (int i = 0; i < most_iterations; ++i) {
      const Vector<DZ, nz> residual = hidden_constraint(problem_, DZ(t), constant<DZ>(OwnY(y)), seeded<nz>(root));
      OwnZ value;
      Matrix<Real, nz, nz> slope;
      for (int j = 0; j < nz; ++j) {
        value[j] = residual[j].value();
        slope.row(j) = residual[j].derivatives();
      }
      const OwnZ step = slope.partialPivLu().solve(value);
      if (!step.allFinite()) return false;
      root -= step;
      z = root;
      if (step.norm() <= 64 * epsilon<Real> * (1 + root.norm())) return true;
    }
    return false;
  }

 private:
  static constexpr int most_iterations = 50;
  P problem_;
};

/// y' = f(y) = Pi(y) grad H(y) without constraint.
template <SkewGradientSystem P, class Real> class HessenbergOf<P, Real> final : public Hessenberg<Real> {
  static constexpr int nzeta = P::nzeta;
  using Y = VectorX<Real>;
  template <class S> using Own = Vector<S, P::nzeta>;

 public:
  explicit HessenbergOf(P problem) : problem_(std::move(problem)) {}

  Eigen::Index differential() const override { return nzeta; }
  Eigen::Index algebraic() const override { return 0; }
  int parts() const override { return 1; }
  void rates(Real, const Y& y, const Y&, MatrixX<Real>& f) override { f.col(0) = rate<Real>(y); }
  void constraint(Real, const Y&, Y&) override {}
  bool consistent(Real, const Y&, Y&) override { return true; }

  /// One direction at a time: this runs beside the methods that the problem is meant for.
  void linearise(Real, const Y& y, const Y&, HessenbergLinearisation<Real>& out) override {
    using D = Dual<Real, 1>;
    for (int j = 0; j < nzeta; ++j) {
      const Own<D> f = rate<D>(seeded<1>(Own<Real>(y), -j));
      for (int i = 0; i < nzeta; ++i) out.f_y[0](i, j) = f[i].derivatives()[0];
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
