// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/mass_coordinates.hpp>

#include <nonholo/framework/base/householder_basis.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/system/energy_sizes.hpp>

#include <cmath>
#include <utility>
#include <vector>

namespace nonholo {

namespace {

/// L of M = L L^T. What is solved is not finite where M is not positive definite.
template <class Real, int n> class MassRoot {
 public:
  explicit MassRoot(Eigen::Index size)
      : L_(Matrix<Real, n, n>::Identity(size, size)),
        reciprocal_(Vector<Real, n>::Ones(size)) {}

  void compute(const Matrix<Real, n, n>& M) {
    using std::sqrt;
    L_ = M;
    diagonal_ = true;
    for (Eigen::Index j = 0; j < size(); ++j) {
      L_(j, j) = sqrt(L_(j, j));
      reciprocal_[j] = 1 / L_(j, j);
      for (Eigen::Index i = j + 1; i < size(); ++i) {
        L_(i, j) *= reciprocal_[j];
        diagonal_ = diagonal_ && L_(i, j) == 0;
      }
      for (Eigen::Index k = j + 1; k < size(); ++k)
        for (Eigen::Index i = k; i < size(); ++i) L_(i, k) -= L_(i, j) * L_(k, j);
    }
  }

  /// M_ii
  Real entry(Eigen::Index i) const {
    Real sum = 0;
    for (Eigen::Index j = 0; j <= i; ++j) sum += L_(i, j) * L_(i, j);
    return sum;
  }

  /// x <- L^-1 x. x: anything with size() entries in brackets.
  template <class X> void solve(X&& x) const {
    for (Eigen::Index i = 0; i < size(); ++i) {
      Real sum = x[i];
      for (Eigen::Index j = 0; j < filled(i); ++j) sum -= L_(i, j) * x[j];
      x[i] = sum * reciprocal_[i];
    }
  }
  /// x <- L^-T x
  void solve_transposed(Vector<Real, n>& x) const {
    for (Eigen::Index i = size() - 1; i >= 0; --i) {
      x[i] *= reciprocal_[i];
      for (Eigen::Index j = 0; j < filled(i); ++j) x[j] -= L_(i, j) * x[i];
    }
  }
  /// x <- L x
  void multiply(Vector<Real, n>& x) const {
    for (Eigen::Index i = size() - 1; i >= 0; --i) {
      x[i] *= L_(i, i);
      for (Eigen::Index j = 0; j < filled(i); ++j) x[i] += L_(i, j) * x[j];
    }
  }
  /// x <- L^T x
  void multiply_transposed(Vector<Real, n>& x) const {
    for (Eigen::Index i = 0; i < size(); ++i) {
      for (Eigen::Index j = 0; j < filled(i); ++j) x[j] += L_(i, j) * x[i];
      x[i] *= L_(i, i);
    }
  }

 private:
  Eigen::Index size() const { return reciprocal_.size(); }
  /// Entries of row i before the diagonal, unless all of them are zero.
  Eigen::Index filled(Eigen::Index i) const { return diagonal_ ? 0 : i; }

  Matrix<Real, n, n> L_;  // below the diagonal and on it
  Vector<Real, n> reciprocal_;
  bool diagonal_ = true;
};

template <class Real, int n, int m> class MassCoordinates final : public SkewGradient<Real> {
  static constexpr int r = n == dynamic ? dynamic : n - m;
  using Q = Vector<Real, n>;
  using Y = Vector<Real, r>;
  using Jacobian = Matrix<Real, m, n>;
  using Mass = Matrix<Real, n, n>;
  using Frame = Matrix<Real, n, r>;
  using typename SkewGradient<Real>::Zeta;

 public:
  MassCoordinates(std::shared_ptr<const Dynamics<Real, n, m>> dynamics, Eigen::Index coordinates,
                  Eigen::Index constraints)
      : dynamics_(std::move(dynamics)),
        constant_mass_(dynamics_->traits().constant_mass),
        householder_(coordinates, constraints),
        root_(coordinates),
        q_(Q::Zero(coordinates)),
        still_(Q::Zero(coordinates)),
        at_(coordinates),
        f_(coordinates),
        w_(coordinates),
        w_x_(coordinates),
        z_(coordinates),
        turning_(coordinates),
        turned_(coordinates),
        y_(coordinates - constraints),
        x_(coordinates - constraints),
        along_(coordinates - constraints),
        k_(constraints),
        K_(constraints, coordinates),
        K_q_(static_cast<std::size_t>(coordinates), K_),
        Q_2_(coordinates, coordinates - constraints),
        mass_(coordinates, coordinates),
        slopes_(constant_mass_ ? 0 : static_cast<std::size_t>(coordinates), mass_),
        slope_of_w_(coordinates, constant_mass_ ? 0 : coordinates) {}

  Eigen::Index size() const override { return rows() + free(); }

  Real energy(const Zeta& zeta) override {
    take_q(zeta);
    Real twice_kinetic = 0;
    for (Eigen::Index a = 0; a < free(); ++a) twice_kinetic += zeta[rows() + a] * zeta[rows() + a];
    return twice_kinetic / 2 + dynamics_->energy(0, at_, still_);
  }

  void gradient(const Zeta& zeta, Zeta& H_zeta) override {
    take_q(zeta);
    dynamics_->force(0, at_, still_, f_);
    for (Eigen::Index i = 0; i < rows(); ++i) H_zeta[i] = -f_[i];
    for (Eigen::Index a = 0; a < free(); ++a) H_zeta[rows() + a] = zeta[rows() + a];
  }

  void flow(const Zeta& zeta, const Zeta& d, Zeta& rate) override {
    differentiate_along(zeta, d);
    householder_.times_transposed(turned_, x_);
    for (Eigen::Index i = 0; i < rows(); ++i) rate[i] = z_[i];
    for (Eigen::Index a = 0; a < free(); ++a) rate[rows() + a] = along_[a] - x_[a];
  }

  void flow_sizes(const Zeta& zeta, const Zeta& d, Zeta& size) override {
    using std::abs;
    differentiate_along(zeta, d);
    householder_.fill(Q_2_);
    for (Eigen::Index i = 0; i < rows(); ++i) size[i] = 0;
    for (Eigen::Index a = 0; a < free(); ++a) {
      Real& sum = size[rows() + a];
      sum = abs(along_[a]);
      for (Eigen::Index i = 0; !constant_mass_ && i < rows(); ++i)
        for (Eigen::Index j = 0; j < rows(); ++j) sum += abs(Q_2_(j, a) * slope_of_w_(j, i) * z_[i]);
      w_x_ = Q_2_.col(a);
      root_.solve_transposed(w_x_);
      for (Eigen::Index i = 0; i < rows(); ++i) {
        size[i] += abs(w_x_[i] * d[rows() + a]);
        sum += abs(w_x_[i]) * (abs(d[i]) + abs(turning_[i]));
      }
    }
  }

  void pack(const VectorX<Real>& q, const VectorX<Real>& v, Zeta& zeta) override {
    at_ = q;
    move_to(Known::basis);
    householder_.choose_signs(K_);
    w_ = v;
    root_.multiply_transposed(w_);
    zeta.head(rows()) = q;
    take_rho(zeta);
  }

  void unpack(const Zeta& zeta, VectorX<Real>& q, VectorX<Real>& v) override {
    take_q(zeta);
    move_to(Known::basis);
    fill_w(zeta);
    root_.solve_transposed(w_);
    q = at_;
    v = w_;
  }

  /// G = 1.
  bool sizes(const Zeta& zeta, Real h, Zeta& size) override {
    using std::abs;
    take_q(zeta);
    move_to(Known::root);
    const Real twice_kinetic = zeta.tail(free()).squaredNorm();
    for (Eigen::Index i = 0; i < rows(); ++i) size[i] = abs(h) * allowed_velocity<Real>(twice_kinetic, root_.entry(i));
    for (Eigen::Index a = 0; a < free(); ++a) size[rows() + a] = allowed_momentum<Real>(twice_kinetic, Real(1));
    return true;
  }

  bool mass_metric(const Zeta& zeta, Real h, const Zeta& d, Zeta& Wd) override {
    take_q(zeta);
    move_to(Known::root);
    for (Eigen::Index i = 0; i < rows(); ++i) w_[i] = d[i];
    root_.multiply_transposed(w_);
    root_.multiply(w_);
    for (Eigen::Index i = 0; i < rows(); ++i) Wd[i] = w_[i] / (h * h);
    for (Eigen::Index a = 0; a < free(); ++a) Wd[rows() + a] = d[rows() + a];
    return true;
  }

  bool chooses_coordinates() const override { return free() < rows(); }

  /// rho goes over to the basis with the new signs by way of w = L^T v.
  bool begin_step(Zeta& zeta, Real /*h*/) override {
    take_q(zeta);
    move_to(Known::basis);
    fill_w(zeta);
    if (!householder_.choose_signs(K_)) return false;
    take_rho(zeta);
    return true;
  }

 private:
  enum class Known { nothing, root, basis, derivatives };  // at q_

  // Compile-time constants in the fixed classes.
  Eigen::Index rows() const { return q_.size(); }
  Eigen::Index free() const { return y_.size(); }

  void take_q(const Zeta& zeta) {
    for (Eigen::Index i = 0; i < rows(); ++i) at_[i] = zeta[i];
  }
  /// w_ = Q_2 rho
  void fill_w(const Zeta& zeta) {
    for (Eigen::Index a = 0; a < free(); ++a) y_[a] = zeta[rows() + a];
    householder_.times(y_, w_);
  }
  /// rho = Q_2^T w_; leaves another w_.
  void take_rho(Zeta& zeta) {
    householder_.times_transposed(w_, y_);
    for (Eigen::Index a = 0; a < free(); ++a) zeta[rows() + a] = y_[a];
  }

  /// Everything that is wanted at at_. A step asks for several things at one point.
  void move_to(Known wanted) {
    if (known_ >= wanted && q_ == at_) return;
    q_ = at_;
    if (!constant_mass_ || !root_known_) {
      dynamics_->mass(0, q_, still_, mass_);
      root_.compute(mass_);
      root_known_ = true;
    }
    known_ = wanted;
    if (wanted == Known::root) return;
    if (wanted == Known::derivatives) dynamics_->reaction_gradient(0, q_, still_, K_, K_q_);
    else dynamics_->constraint(0, q_, still_, k_, K_);
    divide_by_root(K_);
    householder_.reflect(K_);
    if (wanted == Known::derivatives) fill_derivatives();
  }

  /// K <- K L^-T
  void divide_by_root(Jacobian& K) const {
    for (Eigen::Index k = 0; k < K.rows(); ++k) root_.solve(K.row(k));
  }

  void fill_derivatives() {
    if (!constant_mass_) fill_slopes();
    for (std::size_t i = 0; i < K_q_.size(); ++i) {
      divide_by_root(K_q_[i]);
      if (!constant_mass_) K_q_[i].noalias() -= K_ * slopes_[i].transpose();
    }
  }

  /// slopes_[i] = Phi_i. Column j of dM/dq_i is column i of d(M e_j)/dq.
  void fill_slopes() {
    f_.setZero();
    for (Eigen::Index j = 0; j < rows(); ++j) {
      f_[j] = 1;
      dynamics_->momentum_gradient(0, q_, f_, mass_);
      f_[j] = 0;
      for (Eigen::Index i = 0; i < rows(); ++i) slopes_[static_cast<std::size_t>(i)].col(j) = mass_.col(i);
    }
    for (Mass& slope : slopes_) {
      if (slope.isZero(0)) continue;
      for (Eigen::Index j = 0; j < rows(); ++j) root_.solve(slope.col(j));
      for (Eigen::Index j = 0; j < rows(); ++j) root_.solve(slope.row(j));
      for (Eigen::Index j = 0; j < rows(); ++j) {
        slope(j, j) /= 2;
        for (Eigen::Index i = 0; i < j; ++i) slope(i, j) = 0;
      }
    }
  }

  /// z_ = X x for x, the part of d that belongs to rho. along_ and turning_ as in adapted_coordinates.cpp, but for the
  /// part of along_ that the slope of L makes: this stands in turned_, of which the rate of rho is the image under
  /// Q_2^T.
  void differentiate_along(const Zeta& zeta, const Zeta& d) {
    take_q(zeta);
    move_to(Known::derivatives);
    fill_w(zeta);
    householder_.set_momentum(w_);
    for (Eigen::Index a = 0; a < free(); ++a) x_[a] = d[rows() + a];
    householder_.times(x_, w_x_);
    z_ = w_x_;
    root_.solve_transposed(z_);
    // w . dQ_2 rho = 0, for Q_2 is orthonormal. Steps ask near x = rho: what is taken off leaves less to round.
    for (Eigen::Index a = 0; a < free(); ++a) y_[a] = x_[a] - y_[a];
    householder_.turning(K_q_, y_, turning_);
    householder_.along(K_, K_q_, z_, along_);
    for (Eigen::Index i = 0; !constant_mass_ && i < rows(); ++i) {
      slope_of_w_.col(i).noalias() = slopes_[static_cast<std::size_t>(i)] * w_;
      turning_[i] -= slope_of_w_.col(i).dot(w_x_);
    }
    for (Eigen::Index i = 0; i < rows(); ++i) turned_[i] = d[i] + turning_[i];
    root_.solve(turned_);
    if (!constant_mass_) turned_.noalias() += slope_of_w_ * z_;
  }

  std::shared_ptr<const Dynamics<Real, n, m>> dynamics_;
  bool constant_mass_, root_known_ = false;
  HouseholderBasis<Real, n, m> householder_;
  MassRoot<Real, n> root_;
  Known known_ = Known::nothing;
  Q q_, still_, at_;  // where things are known; no velocity; where something is wanted
  Q f_, w_, w_x_, z_, turning_, turned_;
  Y y_, x_, along_;
  Vector<Real, m> k_;
  Jacobian K_;                 // K L^-T
  std::vector<Jacobian> K_q_;  // its derivatives
  Frame Q_2_;                  // of flow_sizes() alone
  Mass mass_;
  std::vector<Mass> slopes_;             // Phi_i, where the mass is not constant
  Matrix<Real, n, dynamic> slope_of_w_;  // column i: Phi_i w
};

}  // namespace

template <class Real> std::unique_ptr<SkewGradient<Real>> mass_coordinates(const System<Real>& system) {
  want_natural(system.traits());
  want_linear_constraint(system.traits());
  want_ideal_reaction(system.traits());
  want_velocity_constraints(system.traits());
  return system.visit([]<int n, int m>(const std::shared_ptr<const Dynamics<Real, n, m>>& typed)
                          -> std::unique_ptr<SkewGradient<Real>> {
    return std::make_unique<MassCoordinates<Real, n, m>>(typed, typed->coordinates(), typed->constraints());
  });
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template std::unique_ptr<SkewGradient<double>> mass_coordinates(const System<double>&);
#else
template std::unique_ptr<SkewGradient<quad>> mass_coordinates(const System<quad>&);
#endif

}  // namespace nonholo
