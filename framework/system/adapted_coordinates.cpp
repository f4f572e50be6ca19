// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/adapted_coordinates.hpp>

#include <nonholo/framework/base/cholesky.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/system/energy_sizes.hpp>
#include <nonholo/framework/system/householder_basis.hpp>

#include <cmath>
#include <utility>

namespace nonholo {

namespace {

template <class Real, int n, int m> class AdaptedCoordinates final : public SkewGradient<Real> {
  using Q = Vector<Real, n>;
  using Jacobian = Matrix<Real, m, n>;
  using typename SkewGradient<Real>::Zeta;

 public:
  AdaptedCoordinates(std::shared_ptr<const Dynamics<Real, n, m>> dynamics, Basis basis, BasisDerivative derivative)
      : dynamics_(std::move(dynamics)),
        basis_(basis),
        derivative_(derivative),
        n_(dynamics_->coordinates()),
        m_(dynamics_->constraints()),
        r_(n_ - m_),
        householder_(n_, m_),
        q_(n_),
        shifted_(n_),
        v_(n_),
        p_(n_),
        f_(n_),
        k_(m_),
        K_(m_, n_),
        K_q_(static_cast<std::size_t>(n_), Jacobian(m_, n_)),
        mass_(n_, n_),
        X_(n_, r_),
        MX_(n_, r_),
        X_plus_(n_, r_),
        X_minus_(n_, r_),
        W_(n_, r_),
        G_(r_, r_),
        X_q_(static_cast<std::size_t>(n_), X_),
        y_(r_),
        cholesky_(r_) {}

  Eigen::Index size() const override { return n_ + r_; }

  Real energy(const Zeta& zeta) override {
    move_to(zeta, false);
    return dynamics_->energy(0, q_, v_);
  }

  void gradient(const Zeta& zeta, Zeta& H_zeta) override {
    move_to(zeta, true);
    fill_gradient(H_zeta);
  }

  void evaluate(const Zeta& zeta, Zeta& H_zeta, MatrixX<Real>& Pi) override {
    move_to(zeta, true);
    fill_gradient(H_zeta);
    for (Eigen::Index i = 0; i < n_; ++i) W_.row(i).noalias() = p_.transpose() * X_q_[static_cast<std::size_t>(i)];
    Pi.setZero();
    Pi.topRightCorner(n_, r_) = X_;
    Pi.bottomLeftCorner(r_, n_) = -X_.transpose();
    auto C = Pi.bottomRightCorner(r_, r_);
    C.noalias() = W_.transpose() * X_;
    C.noalias() -= X_.transpose() * W_;
  }

  void pack(const VectorX<Real>& q, const VectorX<Real>& v, Zeta& zeta) override {
    q_ = q;
    v_ = v;
    choose_signs();
    fill_basis(q_, X_);
    fill_rho(zeta);
    zeta.head(n_) = q;
  }

  void unpack(const Zeta& zeta, VectorX<Real>& q, VectorX<Real>& v) override {
    move_to(zeta, false);
    q = q_;
    v = v_;
  }

  bool sizes(Real h, Zeta& size) override {
    using std::abs;
    const Real twice_kinetic = v_.dot(p_);
    for (Eigen::Index i = 0; i < n_; ++i) size[i] = abs(h) * allowed_velocity<Real>(twice_kinetic, mass_(i, i));
    for (Eigen::Index a = 0; a < r_; ++a) size[n_ + a] = allowed_momentum<Real>(twice_kinetic, G_(a, a));
    return true;
  }

  bool mass_metric(Real h, const Zeta& d, Zeta& Wd) override {
    shifted_ = d.head(n_);
    Wd.head(n_).noalias() = mass_ * shifted_;
    Wd.head(n_) /= h * h;
    moved_ = d.tail(r_);
    cholesky_.solve_in_place(moved_);
    Wd.tail(r_) = moved_;
    return true;
  }

  bool chooses_coordinates() const override { return basis_ == Basis::qr; }

  /// rho goes over to the basis with the new signs by way of v.
  bool begin_step(Zeta& zeta, Real h) override {
    h_ = h;
    if (basis_ == Basis::own) return false;
    move_to(zeta, false);
    if (!choose_signs()) return false;
    fill_basis(q_, X_);
    fill_rho(zeta);
    return true;
  }

 private:
  bool choose_signs() {
    if (basis_ == Basis::own) return false;
    dynamics_->constraint(0, q_, v_, k_, K_);
    return householder_.choose_signs(K_);
  }

  void fill_basis(const Q& q, MatrixX<Real>& X) {
    if (basis_ == Basis::own) {
      dynamics_->adapted_basis(q, X, X_q_);
    } else {
      dynamics_->constraint(0, q, v_, k_, K_);
      householder_.values(K_, X);
    }
  }

  void fill_basis_and_derivatives() {
    if (derivative_ == BasisDerivative::central_difference) {
      shifted_ = q_;
      for (std::size_t i = 0; i < X_q_.size(); ++i) {
        Real& coordinate = shifted_[static_cast<Eigen::Index>(i)];
        const Real here = coordinate;
        coordinate = here + h_;
        fill_basis(shifted_, X_plus_);
        coordinate = here - h_;
        fill_basis(shifted_, X_minus_);
        coordinate = here;
        difference_[i] = (X_plus_ - X_minus_) / (2 * h_);
      }
      fill_basis(q_, X_);
      for (std::size_t i = 0; i < X_q_.size(); ++i) X_q_[i] = difference_[i];
    } else if (basis_ == Basis::own) {
      dynamics_->adapted_basis(q_, X_, X_q_);
    } else {
      dynamics_->constraint(0, q_, v_, k_, K_);
      dynamics_->reaction_gradient(0, q_, v_, K_q_);
      if (derivative_ == BasisDerivative::dual_numbers) householder_.differentiate_by_duals(K_, K_q_, X_, X_q_);
      else householder_.differentiate(K_, K_q_, X_, X_q_);
    }
  }

  /// M X and G at q_ with X_.
  void fill_metric() {
    if (!mass_known_) {
      dynamics_->mass(0, q_, v_, mass_);
      mass_known_ = dynamics_->traits().constant_mass;
    }
    MX_.noalias() = mass_ * X_;
    G_.noalias() = X_.transpose() * MX_;
    cholesky_.compute(G_);
  }

  /// rho = X^T M v of v_ in the basis X_.
  void fill_rho(Zeta& zeta) {
    fill_metric();
    zeta.tail(r_).noalias() = MX_.transpose() * v_;
  }

  /// q_, X_, y_, v_, p_ at zeta, and X_q_ when derivatives are wanted.
  void move_to(const Zeta& zeta, bool derivatives) {
    q_ = zeta.head(n_);
    if (derivatives) fill_basis_and_derivatives();
    else fill_basis(q_, X_);
    fill_metric();
    y_ = zeta.tail(r_);
    cholesky_.solve_in_place(y_);
    v_.noalias() = X_ * y_;
    p_.noalias() = MX_ * y_;
  }

  void fill_gradient(Zeta& H_zeta) {
    dynamics_->force(0, q_, v_, f_);
    for (Eigen::Index i = 0; i < n_; ++i)
      H_zeta[i] = -f_[i] - p_.dot(X_q_[static_cast<std::size_t>(i)].lazyProduct(y_));
    H_zeta.tail(r_) = y_;
  }

  std::shared_ptr<const Dynamics<Real, n, m>> dynamics_;
  Basis basis_;
  BasisDerivative derivative_;
  Eigen::Index n_, m_, r_;
  HouseholderBasis<Real> householder_;
  Real h_ = 0;
  Q q_, shifted_, v_, p_, f_;
  Vector<Real, m> k_;
  Jacobian K_;
  std::vector<Jacobian> K_q_;
  Matrix<Real, n, n> mass_;
  bool mass_known_ = false;
  MatrixX<Real> X_, MX_, X_plus_, X_minus_, W_, G_;
  std::vector<MatrixX<Real>> X_q_, difference_ = X_q_;
  VectorX<Real> y_, moved_ = y_;
  Cholesky<Real, dynamic> cholesky_;
};

}  // namespace

template <class Real> std::unique_ptr<SkewGradient<Real>> adapted_coordinates(const AnyDynamics<Real>& dynamics,
                                                                              Basis basis, BasisDerivative derivative) {
  return std::visit(
      [&]<int n, int m>(
          const std::shared_ptr<const Dynamics<Real, n, m>>& typed) -> std::unique_ptr<SkewGradient<Real>> {
        return std::make_unique<AdaptedCoordinates<Real, n, m>>(typed, basis, derivative);
      },
      dynamics);
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template std::unique_ptr<SkewGradient<double>> adapted_coordinates<double>(const AnyDynamics<double>&, Basis,
                                                                           BasisDerivative);
#else
template std::unique_ptr<SkewGradient<long double>> adapted_coordinates<long double>(const AnyDynamics<long double>&,
                                                                                     Basis, BasisDerivative);
template std::unique_ptr<SkewGradient<quad>> adapted_coordinates<quad>(const AnyDynamics<quad>&, Basis,
                                                                       BasisDerivative);
#endif

}  // namespace nonholo
