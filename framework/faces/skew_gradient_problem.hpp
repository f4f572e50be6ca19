// The concept of a skew-gradient system without coordinates q of its own, and the faces it is run through:
//
//   zeta' = Pi(zeta) grad H(zeta),    Pi(zeta) skew     (Celledoni et al. 2016, (8); Suslov's problem, reduced systems)
//
//   static constexpr int nzeta;
//   template <class S> S hamiltonian(const Vector<S, nzeta>& zeta) const;
//   template <class S> Matrix<S, nzeta, nzeta> structure(const Vector<S, nzeta>& zeta) const;       Pi
//
// Optional, found when present:
//
//   Vector<Real, nzeta> exact_solution(Real t, Vector<Real, nzeta> zeta0) const;
//   static about();                                                see about.hpp; setups give zeta as q, invariants too
//
// The gradient comes from automatic differentiation. Beside the energy methods, Runge-Kutta methods run such a system
// as an ordinary differential equation: a DAE in Hessenberg form with no algebraic variables.
#pragma once

#include <nonholo/framework/base/autodiff.hpp>
#include <nonholo/framework/faces/hessenberg.hpp>
#include <nonholo/framework/faces/skew_gradient.hpp>

#include <concepts>
#include <utility>

namespace nonholo {

template <class P>
concept SkewGradientSystem = requires(const P& p, const Vector<double, P::nzeta>& zeta) {
  requires P::nzeta >= 1;
  { p.hamiltonian(zeta) } -> std::convertible_to<double>;
  { p.structure(zeta) } -> std::convertible_to<Matrix<double, P::nzeta, P::nzeta>>;
};

/// grad H, nzeta numbers.
template <SkewGradientSystem P, class S>
Vector<S, P::nzeta> hamiltonian_gradient(const P& p, const Vector<S, P::nzeta>& zeta) {
  const Dual<S, P::nzeta> H = p.hamiltonian(seeded<P::nzeta>(zeta));
  return H.derivatives();
}

template <SkewGradientSystem P, class Real> class SkewGradientProblem final : public SkewGradient<Real> {
  using Zeta = VectorX<Real>;
  using Own = Vector<Real, P::nzeta>;

 public:
  explicit SkewGradientProblem(P problem) : problem_(std::move(problem)) {}

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
