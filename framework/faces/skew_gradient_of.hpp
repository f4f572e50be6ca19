// The faces of a skew-gradient system written as a plain struct (skew_gradient_system.hpp): its own, and, beside the
// energy methods, that of an ordinary differential equation, which is a DAE in Hessenberg form with no algebraic
// variables: so Runge-Kutta methods run it too.
#pragma once

#include <nonholo/framework/faces/hessenberg.hpp>
#include <nonholo/framework/faces/skew_gradient.hpp>
#include <nonholo/framework/problem/skew_gradient_system.hpp>

#include <utility>

namespace nonholo {

template <SkewGradientSystem P, class Real> class SkewGradientOf final : public SkewGradient<Real> {
  using Zeta = VectorX<Real>;
  using Own = Vector<Real, P::nzeta>;

 public:
  explicit SkewGradientOf(P problem) : problem_(std::move(problem)) {}

  Eigen::Index size() const override { return P::nzeta; }
  Real energy(const Zeta& zeta) override { return problem_.hamiltonian(Own(zeta)); }
  void gradient(const Zeta& zeta, Zeta& H_zeta) override { H_zeta = hamiltonian_gradient(problem_, Own(zeta)); }
  void evaluate(const Zeta& zeta, Zeta& H_zeta, MatrixX<Real>& Pi) override {
    gradient(zeta, H_zeta);
    Pi = problem_.structure(Own(zeta));
  }

 private:
  P problem_;
};

/// The same as y' = f(y) without constraint.
template <SkewGradientSystem P, class Real> class SkewGradientOde final : public Hessenberg<Real> {
  static constexpr int size = P::nzeta;
  using Y = VectorX<Real>;
  template <class S> using Own = Vector<S, size>;

 public:
  explicit SkewGradientOde(P problem) : problem_(std::move(problem)) {}

  Eigen::Index differential() const override { return size; }
  Eigen::Index algebraic() const override { return 0; }
  int parts() const override { return 1; }
  void rates(Real, const Y& y, const Y&, MatrixX<Real>& f) override { f.col(0) = rate<Real>(y); }
  void constraint(Real, const Y&, Y&) override {}
  bool consistent(Real, const Y&, Y&) override { return true; }

  /// One direction at a time: this runs beside the methods that the problem is meant for.
  void linearise(Real, const Y& y, const Y&, HessenbergLinearisation<Real>& out) override {
    using D = Dual<Real, 1>;
    for (int j = 0; j < size; ++j) {
      const Own<D> f = rate<D>(seeded<1>(Own<Real>(y), -j));
      for (int i = 0; i < size; ++i) out.f_y[0](i, j) = f[i].derivatives()[0];
    }
  }

 private:
  template <class S> Own<S> rate(const Own<S>& zeta) const {
    const Matrix<S, size, size> Pi = problem_.structure(zeta);
    return Pi * hamiltonian_gradient(problem_, zeta);
  }

  P problem_;
};

}  // namespace nonholo
