// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/canonical_coordinates.hpp>

#include <nonholo/framework/base/cholesky.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/system/energy_sizes.hpp>

#include <cmath>
#include <utility>

namespace nonholo {

namespace {

template <class Real, int n, int m> class CanonicalCoordinates final : public SkewGradient<Real> {
  using Q = Vector<Real, n>;
  using typename SkewGradient<Real>::Zeta;

 public:
  explicit CanonicalCoordinates(std::shared_ptr<const Dynamics<Real, n, m>> dynamics)
      : dynamics_(std::move(dynamics)),
        n_(dynamics_->coordinates()),
        m_(dynamics_->constraints()),
        q_(n_),
        v_(n_),
        f_(n_),
        k_(m_),
        K_(m_, n_),
        mass_(n_, n_),
        cholesky_(n_) {}

  Eigen::Index size() const override { return 2 * n_; }
  Eigen::Index constraints() const override { return m_; }

  Real energy(const Zeta& zeta) override {
    move_to(zeta);
    return dynamics_->energy(0, q_, v_);
  }

  void gradient(const Zeta& zeta, Zeta& H_zeta) override {
    move_to(zeta);
    dynamics_->force(0, q_, v_, f_);
    H_zeta.head(n_) = -f_;
    H_zeta.tail(n_) = v_;
  }

  void flow(const Zeta&, const Zeta& d, Zeta& rate) override {
    rate.head(n_) = d.tail(n_);
    rate.tail(n_) = -d.head(n_);
  }

  void flow_sizes(const Zeta&, const Zeta& d, Zeta& size) override {
    size.head(n_) = d.tail(n_).cwiseAbs();
    size.tail(n_) = d.head(n_).cwiseAbs();
  }

  void reaction(const Zeta& zeta, MatrixX<Real>& B) override {
    q_ = zeta.head(n_);
    dynamics_->constraint(0, q_, v_, k_, K_);
    B.leftCols(n_).setZero();
    B.rightCols(n_) = K_;
  }

  bool sizes(const Zeta& zeta, Real h, Zeta& size) override {
    using std::abs;
    move_to(zeta);
    f_.noalias() = mass_ * v_;
    const Real twice_kinetic = v_.dot(f_);
    for (Eigen::Index i = 0; i < n_; ++i) {
      size[i] = abs(h) * allowed_velocity<Real>(twice_kinetic, mass_(i, i));
      size[n_ + i] = allowed_momentum<Real>(twice_kinetic, mass_(i, i));
    }
    return true;
  }

  bool mass_metric(const Zeta& zeta, Real h, const Zeta& d, Zeta& Wd) override {
    move_to(zeta);
    f_ = d.head(n_);
    Wd.head(n_).noalias() = mass_ * f_;
    Wd.head(n_) /= h * h;
    f_ = d.tail(n_);
    cholesky_.solve_in_place(f_);
    Wd.tail(n_) = f_;
    return true;
  }

  void pack(const VectorX<Real>& q, const VectorX<Real>& v, Zeta& zeta) override {
    q_ = q;
    v_ = v;
    fill_mass();
    zeta.head(n_) = q;
    zeta.tail(n_).noalias() = mass_ * v_;
  }

  void unpack(const Zeta& zeta, VectorX<Real>& q, VectorX<Real>& v) override {
    move_to(zeta);
    q = q_;
    v = v_;
  }

 private:
  void fill_mass() {
    if (mass_known_) return;
    dynamics_->mass(0, q_, v_, mass_);
    cholesky_.compute(mass_);
    mass_known_ = dynamics_->traits().constant_mass;
  }

  void move_to(const Zeta& zeta) {
    q_ = zeta.head(n_);
    fill_mass();
    v_ = zeta.tail(n_);
    cholesky_.solve_in_place(v_);
  }

  std::shared_ptr<const Dynamics<Real, n, m>> dynamics_;
  Eigen::Index n_, m_;
  Q q_, v_, f_;
  Vector<Real, m> k_;
  Matrix<Real, m, n> K_;
  Matrix<Real, n, n> mass_;
  bool mass_known_ = false;
  Cholesky<Real, n> cholesky_;
};

}  // namespace

template <class Real> std::unique_ptr<SkewGradient<Real>> canonical_coordinates(const AnyDynamics<Real>& dynamics) {
  return std::visit(
      []<int n, int m>(const std::shared_ptr<const Dynamics<Real, n, m>>& typed)
          -> std::unique_ptr<SkewGradient<Real>> { return std::make_unique<CanonicalCoordinates<Real, n, m>>(typed); },
      dynamics);
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template std::unique_ptr<SkewGradient<double>> canonical_coordinates<double>(const AnyDynamics<double>&);
#else
template std::unique_ptr<SkewGradient<quad>> canonical_coordinates<quad>(const AnyDynamics<quad>&);
#endif

}  // namespace nonholo
