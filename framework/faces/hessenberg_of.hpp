// The Hessenberg face of a DAE written as a plain struct (hessenberg_dae.hpp), its derivatives by automatic
// differentiation.
#pragma once

#include <nonholo/framework/faces/hessenberg.hpp>
#include <nonholo/framework/problem/hessenberg_dae.hpp>

#include <Eigen/LU>

#include <utility>

namespace nonholo {

template <HessenbergDae P, class Real> class HessenbergOf final : public Hessenberg<Real> {
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

}  // namespace nonholo
