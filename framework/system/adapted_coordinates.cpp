// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/adapted_coordinates.hpp>

#include <nonholo/framework/base/cholesky.hpp>
#include <nonholo/framework/base/free_rows.hpp>
#include <nonholo/framework/base/householder_basis.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/base/small_product.hpp>
#include <nonholo/framework/system/energy_sizes.hpp>
#include <nonholo/framework/system/mass_metric.hpp>

#include <array>
#include <cmath>
#include <utility>

namespace nonholo {

namespace {

// The plain loops below are over a few numbers; over sizes known when they are compiled they are unrolled.
//
// With the QR basis and its exact derivatives X and G need not be made: products with X are reflections, and
// y = G^-1 rho solves M v = X rho + K^T mu, K v = 0, y = X^T v, for X has orthonormal columns. The problem's own basis
// spares G likewise where rows of it are those of an identity (free_rows.hpp). Where the compiler knows the sizes X and
// G are made, of a few numbers they are the shorter way, unless masses differ by much: G mixes them, and loses digits.

template <class Real, int n, int m> class AdaptedCoordinates final : public SkewGradient<Real> {
  static constexpr int r = n == dynamic ? dynamic : n - m;
  using Q = Vector<Real, n>;
  using Y = Vector<Real, r>;
  using Jacobian = Matrix<Real, m, n>;
  using Frame = Matrix<Real, n, r>;
  using typename SkewGradient<Real>::Zeta;
  using typename SkewGradient<Real>::Points;

 public:
  AdaptedCoordinates(std::shared_ptr<const Dynamics<Real, n, m>> dynamics, Basis basis, BasisDerivative derivative,
                     std::unique_ptr<ReducedEnergy<Real>> fast, Eigen::Index coordinates, Eigen::Index constraints)
      : dynamics_(std::move(dynamics)),
        fast_(derivative == BasisDerivative::exact ? std::move(fast) : nullptr),
        basis_(basis),
        derivative_(basis == Basis::own && derivative == BasisDerivative::dual_numbers ? BasisDerivative::exact
                                                                                       : derivative),
        householder_(coordinates, constraints),
        duals_(coordinates, constraints),
        free_rows_(coordinates, constraints),
        metric_(*dynamics_),
        at_(VectorX<Real>::Zero(2 * coordinates - constraints)),
        q_(coordinates),
        shifted_(coordinates),
        v_(coordinates),
        p_(coordinates),
        f_(coordinates),
        z_(coordinates),
        turning_(coordinates),
        y_(coordinates - constraints),
        x_(coordinates - constraints),
        along_(coordinates - constraints),
        k_(constraints),
        mu_(constraints),
        signs_(constraints),
        K_(constraints, coordinates),
        M_K_(coordinates, constraints),
        S_(constraints, constraints),
        schur_(constraints),
        K_q_(static_cast<std::size_t>(coordinates), K_),
        mass_(coordinates, coordinates),
        X_(coordinates, coordinates - constraints),
        MX_(coordinates, coordinates - constraints),
        X_minus_(coordinates, coordinates - constraints),
        W_(coordinates, coordinates - constraints),
        X_q_(static_cast<std::size_t>(by_products() ? 0 : coordinates), X_),
        G_(coordinates - constraints, coordinates - constraints),
        cholesky_(coordinates - constraints) {}

  Eigen::Index size() const override { return rows() + free(); }

  Real energy(const Zeta& zeta) override {
    if (fast_) return fast_gradient(zeta, zeta);
    move_to(zeta, false);
    return dynamics_->energy(0, q_, v_);
  }

  void gradient(const Zeta& zeta, Zeta& H_zeta) override {
    if (fast_) {
      spread(zeta, zeta, wide_zeta_);
      fast_->gradients(wide_zeta_.data(), wide_out_.data(), nullptr, four);
      return take_first(H_zeta);
    }
    move_to(zeta, true);
    dynamics_->force(0, q_, v_, f_);
    turn(y_);
    for (Eigen::Index i = 0; i < rows(); ++i) H_zeta[i] = -f_[i] - turning_[i];
    for (Eigen::Index a = 0; a < free(); ++a) H_zeta[rows() + a] = y_[a];
  }

  Real gradient_and_energy(const Zeta& zeta, Zeta& H_zeta, const Zeta& other) override {
    if (!fast_) return SkewGradient<Real>::gradient_and_energy(zeta, H_zeta, other);
    Real H = fast_gradient(zeta, other);
    take_first(H_zeta);
    return H;
  }

  void flow(const Zeta& zeta, const Zeta& d, Zeta& rate) override {
    if (fast_) {
      spread(zeta, zeta, wide_zeta_);
      spread(d, d, wide_d_);
      fast_->flows(wide_zeta_.data(), wide_d_.data(), wide_out_.data(), four);
      return take_first(rate);
    }
    move_to(zeta, true);
    differentiate_along(d);
    for (Eigen::Index i = 0; i < rows(); ++i) rate[i] = z_[i];
    for (Eigen::Index i = 0; i < rows(); ++i) z_[i] = d[i] + turning_[i];
    basis_transposed_times_z(x_);
    for (Eigen::Index a = 0; a < free(); ++a) rate[rows() + a] = along_[a] - x_[a];
  }

  void gradients(Eigen::Index count, const Points& zeta, Points& H_zeta) override {
    if (!fast_) return SkewGradient<Real>::gradients(count, zeta, H_zeta);
    for (Eigen::Index k = 0; k < count; k += four)
      fast_->gradients(zeta.data() + k, H_zeta.data() + k, nullptr, zeta.rows());
  }

  void gradients_and_energies(Eigen::Index count, const Points& zeta, Points& H_zeta, Zeta& H) override {
    if (!fast_) return SkewGradient<Real>::gradients_and_energies(count, zeta, H_zeta, H);
    for (Eigen::Index k = 0; k < count; k += four)
      fast_->gradients(zeta.data() + k, H_zeta.data() + k, H.data() + k, zeta.rows());
  }

  void flows(Eigen::Index count, const Points& zeta, const Points& d, Points& rate) override {
    if (!fast_) return SkewGradient<Real>::flows(count, zeta, d, rate);
    for (Eigen::Index k = 0; k < count; k += four)
      fast_->flows(zeta.data() + k, d.data() + k, rate.data() + k, zeta.rows());
  }

  void flow_sizes(const Zeta& zeta, const Zeta& d, Zeta& size) override {
    using std::abs;
    move_to(zeta, true);
    differentiate_along(d);
    if (without_X()) householder_.fill(X_);
    for (Eigen::Index i = 0; i < rows(); ++i) {
      size[i] = 0;
      for (Eigen::Index a = 0; a < free(); ++a) size[i] += abs(X_(i, a) * d[rows() + a]);
    }
    for (Eigen::Index a = 0; a < free(); ++a) {
      size[rows() + a] = abs(along_[a]);
      for (Eigen::Index i = 0; i < rows(); ++i) size[rows() + a] += abs(X_(i, a)) * (abs(d[i]) + abs(turning_[i]));
    }
  }

  void pack(const VectorX<Real>& q, const VectorX<Real>& v, Zeta& zeta) override {
    q_ = q;
    v_ = v;
    if constexpr (n != dynamic) compare_masses();
    choose_signs();
    fill_basis(q_, X_);
    fill_rho(zeta);
    zeta.head(rows()) = q;
  }

  void unpack(const Zeta& zeta, VectorX<Real>& q, VectorX<Real>& v) override {
    q = zeta.head(rows());
    if (fast_ && basis_ == Basis::qr) return fast_velocity(zeta, v);  // own: the flow costs more than X and G
    move_to(zeta, false);
    v = v_;
  }

  bool sizes(const Zeta& zeta, Real h, Zeta& size) override {
    using std::abs;
    move_to(zeta, false);
    const Real twice_kinetic = v_.dot(p_);
    if (without_X()) householder_.fill(X_);
    const bool made = !without_G();
    for (Eigen::Index i = 0; i < rows(); ++i)
      size[i] = abs(h) * allowed_velocity<Real>(twice_kinetic, made ? mass_(i, i) : metric_.entry(i));
    for (Eigen::Index a = 0; a < free(); ++a)
      size[rows() + a] = allowed_momentum<Real>(twice_kinetic, made ? G_(a, a) : squared_column(a));
    return true;
  }

  bool mass_metric(const Zeta& zeta, Real h, const Zeta& d, Zeta& Wd) override {
    move_to(zeta, false);
    shifted_ = d.head(rows());
    dynamics_->momentum(0, q_, shifted_, z_);
    Wd.head(rows()) = z_ / (h * h);
    x_ = d.tail(free());
    solve_for_velocity(x_, z_, shifted_);
    Wd.tail(free()) = x_;
    return true;
  }

  bool chooses_coordinates() const override { return basis_ == Basis::qr && free() < rows(); }

  /// rho goes over to the basis with the new signs by way of v.
  bool begin_step(Zeta& zeta, Real h) override {
    if (h != h_ && derivative_ == BasisDerivative::central_difference) known_ = Known::nothing;
    h_ = h;
    if (basis_ == Basis::own || (fast_ && signs_serve(zeta))) return false;
    move_to(zeta, false);
    if (!choose_signs()) return false;
    fill_basis(q_, X_);
    fill_rho(zeta);
    return true;
  }

 private:
  // Compile-time constants in the fixed classes.
  Eigen::Index rows() const { return q_.size(); }
  Eigen::Index free() const { return y_.size(); }

  static constexpr Eigen::Index four = 4;  // points of one call of fast_

  /// A point in the first half of them and one in the second, four numbers stored at once as they will be loaded
  /// (small_product.hpp).
  void spread(const Zeta& first, const Zeta& second, Points& wide) const {
    Real* to = wide.data();
    for (Eigen::Index i = 0; i < rows() + free(); ++i, to += four)
      set_column<four>(four, to, [&](Eigen::Index k) { return k < 2 ? first[i] : second[i]; });
  }
  void take_first(Zeta& out) const {
    for (Eigen::Index i = 0; i < rows() + free(); ++i) out[i] = wide_out_.data()[i * four];
  }
  /// v = X y, the half of the flow along grad H that needs no derivatives.
  void fast_velocity(const Zeta& zeta, VectorX<Real>& v) {
    spread(zeta, zeta, wide_zeta_);
    fast_->gradients(wide_zeta_.data(), wide_d_.data(), nullptr, four);
    fast_->flows(wide_zeta_.data(), wide_d_.data(), wide_out_.data(), four);
    for (Eigen::Index i = 0; i < rows(); ++i) v[i] = wide_out_.data()[i * four];
  }
  /// H at the second; grad H at the first stands in wide_out_.
  Real fast_gradient(const Zeta& first, const Zeta& second) {
    spread(first, second, wide_zeta_);
    fast_->gradients(wide_zeta_.data(), wide_out_.data(), wide_energy_.data(), four);
    return wide_energy_[2];
  }

  enum class Known { nothing, values, derivatives };  // of the basis at at_

  bool choose_signs() {
    if (basis_ == Basis::own) return false;
    dynamics_->constraint(0, q_, v_, k_, K_);
    if (!householder_.choose_signs(K_)) return false;
    if (fast_) fast_->take_signs(householder_.signs().data());
    return true;
  }

  /// Whether those of the step before are chosen again.
  bool signs_serve(const Zeta& zeta) {
    known_ = Known::nothing;
    q_ = zeta.head(rows());
    dynamics_->constraint(0, q_, v_, k_, K_);
    signs_ = householder_.signs();
    if (!householder_.choose_signs(K_)) return true;
    householder_.take_signs(signs_);
    return false;
  }

  /// X, and with derivatives what those of the QR basis are made of, K_q_.
  void fill_basis(const Q& q, Frame& X, bool derivatives = false) {
    known_ = Known::nothing;
    if (basis_ == Basis::own) {
      dynamics_->adapted_basis(q, X);
    } else {
      if (derivatives) dynamics_->reaction_gradient(0, q, v_, K_, K_q_);
      else dynamics_->constraint(0, q, v_, k_, K_);
      if (without_X()) householder_.reflect(K_);
      else householder_.values(K_, X);
    }
  }

  void fill_derivatives() {
    if (derivative_ == BasisDerivative::central_difference) return differences();
    if (derivative_ == BasisDerivative::dual_numbers) duals_.differentiate(K_, K_q_, householder_.signs(), X_, X_q_);
  }

  void differences() {
    shifted_ = q_;
    for (std::size_t i = 0; i < difference_.size(); ++i) {
      Real& coordinate = shifted_[static_cast<Eigen::Index>(i)];
      const Real here = coordinate;
      coordinate = here + h_;
      fill_basis(shifted_, difference_[i]);
      coordinate = here - h_;
      fill_basis(shifted_, X_minus_);
      coordinate = here;
      difference_[i] = (difference_[i] - X_minus_) / (2 * h_);
    }
    X_q_ = difference_;
  }

  /// M X and G at q_ with X_, or what stands in their place.
  void fill_metric() {
    has_free_rows_ = n == dynamic && basis_ == Basis::own && k_.size() < free() && free_rows_.find(X_);
    if (has_free_rows_) free_rows_.fill_constraint(X_, K_);
    if (without_G()) return fill_schur();
    if (!mass_known_) dynamics_->mass(0, q_, v_, mass_);
    mass_known_ = dynamics_->traits().constant_mass;
    MX_.noalias() = mass_ * X_;
    G_.noalias() = X_.transpose() * MX_;
    cholesky_.compute(G_);
  }

  void compare_masses() {
    dynamics_->mass(0, q_, v_, mass_);
    masses_differ_ = mass_.diagonal().maxCoeff() > 100 * mass_.diagonal().minCoeff();
  }

  void fill_schur() {
    if (!metric_known_) metric_.compute(0, q_, v_);
    metric_known_ = dynamics_->traits().constant_mass;
    M_K_ = K_.transpose();
    metric_.solve_in_place(M_K_);
    S_.noalias() = K_ * M_K_;
    schur_.compute(S_);
  }

  /// rho = X^T M v of v_ in the basis X_.
  void fill_rho(Zeta& zeta) {
    fill_metric();
    dynamics_->momentum(0, q_, v_, z_);
    basis_transposed_times_z(x_);
    zeta.tail(free()) = x_;
  }

  /// y, G y being what stands in it; v = X y, p = M v.
  void solve_for_velocity(Y& y, Q& v, Q& p) {
    if (!without_G()) {
      cholesky_.solve_in_place(y);
      v.noalias() = X_ * y;
      p.noalias() = MX_ * y;
      return;
    }
    if (has_free_rows_) free_rows_.put(y, p);
    else householder_.times(y, p);
    mu_.noalias() = M_K_.transpose() * p;
    schur_.solve_in_place(mu_);
    p.noalias() -= K_.transpose() * mu_;
    v = p;
    metric_.solve_in_place(v);
    mu_.noalias() = K_ * v;  // once more, of what p lost where masses or levers differ by much
    schur_.solve_in_place(mu_);
    v.noalias() -= M_K_ * mu_;
    p.noalias() -= K_.transpose() * mu_;
    if (has_free_rows_) free_rows_.take(v, y);
    else householder_.times_transposed(v, y);
    basis_times(y, v);  // in ker K to round-off, however M is conditioned
  }

  /// G_aa, X_ being made.
  Real squared_column(Eigen::Index a) {
    z_ = X_.col(a);
    dynamics_->momentum(0, q_, z_, shifted_);
    return z_.dot(shifted_);
  }

  void basis_times(const Y& y, Q& z) {
    if (without_X()) householder_.times(y, z);
    else z.noalias() = X_ * y;
  }

  /// X^T z_; leaves another z_.
  void basis_transposed_times_z(Y& y) {
    if (without_X()) householder_.times_transposed(z_, y);
    else y.noalias() = X_.transpose() * z_;
  }

  /// q_, X_, y_, v_, p_ at zeta, and what derivatives of the basis are made of when they are wanted. What is known is
  /// kept: a step asks for several things at one point.
  void move_to(const Zeta& zeta, bool derivatives) {
    const Known wanted = derivatives && !by_the_problem() ? Known::derivatives : Known::values;
    if (known_ >= wanted && is_at(zeta)) return;
    for (Eigen::Index i = 0; i < rows() + free(); ++i) at_[i] = zeta[i];
    q_ = zeta.head(rows());
    fill_basis(q_, X_, derivatives);
    fill_metric();
    y_ = zeta.tail(free());
    solve_for_velocity(y_, v_, p_);
    if (derivatives) differentiate();
    known_ = wanted;
  }

  bool is_at(const Zeta& zeta) const {
    bool same = true;
    for (Eigen::Index i = 0; i < rows() + free(); ++i) same = same && zeta[i] == at_[i];
    return same;
  }

  bool by_reflections() const { return basis_ == Basis::qr && derivative_ == BasisDerivative::exact; }
  bool by_the_problem() const { return basis_ == Basis::own && derivative_ == BasisDerivative::exact; }
  bool by_products() const { return by_reflections() || by_the_problem(); }
  bool without_X() const { return by_reflections() && (n == dynamic || masses_differ_); }
  bool without_G() const { return without_X() || has_free_rows_; }

  /// W = p . dX/dq, n x r; where derivatives are exact its products alone.
  void differentiate() {
    fill_derivatives();
    if (by_the_problem()) return;
    if (by_reflections()) return householder_.set_momentum(p_);
    for (Eigen::Index a = 0; a < free(); ++a)
      for (Eigen::Index i = 0; i < rows(); ++i) {
        const Frame& X_i = X_q_[static_cast<std::size_t>(i)];
        Real sum = 0;
        for (Eigen::Index j = 0; j < rows(); ++j) sum += p_[j] * X_i(j, a);
        W_(i, a) = sum;
      }
  }

  /// turning_ = W y
  void turn(const Y& y) {
    if (by_reflections()) return householder_.turning(K_q_, y, turning_);
    if (by_the_problem()) return dynamics_->basis_turning(q_, p_, y, turning_);
    for (Eigen::Index i = 0; i < rows(); ++i) {
      Real sum = 0;
      for (Eigen::Index a = 0; a < free(); ++a) sum += W_(i, a) * y[a];
      turning_[i] = sum;
    }
  }

  /// z_ = X x, turning_ = W x and along_ = W^T z for x, the part of d that belongs to rho.
  void differentiate_along(const Zeta& d) {
    for (Eigen::Index a = 0; a < free(); ++a) x_[a] = d[rows() + a];
    basis_times(x_, z_);
    turn(x_);
    if (by_reflections()) return householder_.along(K_, K_q_, z_, along_);
    if (by_the_problem()) return dynamics_->basis_along(q_, p_, z_, along_);
    along_.noalias() = W_.transpose() * z_;
  }

  std::shared_ptr<const Dynamics<Real, n, m>> dynamics_;
  std::unique_ptr<ReducedEnergy<Real>> fast_;  // where energy and flow are compiled with the problem
  Basis basis_;
  BasisDerivative derivative_;
  HouseholderBasis<Real, n, m> householder_;
  HouseholderDuals<Real, n, m> duals_;
  FreeRows<n, m> free_rows_;
  bool has_free_rows_ = false;     // at q_, in the problem's own basis
  MassMetric<Real, n, m> metric_;  // where G is not made
  Known known_ = Known::nothing;
  Zeta at_;
  Points wide_zeta_ = Points::Zero(four, at_.size()), wide_d_ = wide_zeta_, wide_out_ = wide_zeta_;
  std::array<Real, 4> wide_energy_{};
  Real h_ = 0;
  Q q_, shifted_, v_, p_, f_, z_, turning_;
  Y y_, x_, along_;
  Vector<Real, m> k_, mu_, signs_;
  Jacobian K_;
  Matrix<Real, n, m> M_K_;  // M^-1 K^T
  Matrix<Real, m, m> S_;    // K M^-1 K^T
  Cholesky<Real, m> schur_;
  std::vector<Jacobian> K_q_;
  Matrix<Real, n, n> mass_;
  bool mass_known_ = false, metric_known_ = false;
  bool masses_differ_ = false;  // where the state was packed
  Frame X_, MX_, X_minus_, W_;
  std::vector<Frame> X_q_, difference_ = X_q_;
  Matrix<Real, r, r> G_;
  Cholesky<Real, r> cholesky_;
};

}  // namespace

template <class Real>
std::unique_ptr<SkewGradient<Real>> adapted_coordinates(const AnyDynamics<Real>& dynamics, Basis basis,
                                                        BasisDerivative derivative,
                                                        std::unique_ptr<ReducedEnergy<Real>> fast) {
  return std::visit(
      [&]<int n, int m>(
          const std::shared_ptr<const Dynamics<Real, n, m>>& typed) -> std::unique_ptr<SkewGradient<Real>> {
        return std::make_unique<AdaptedCoordinates<Real, n, m>>(typed, basis, derivative, std::move(fast),
                                                                typed->coordinates(), typed->constraints());
      },
      dynamics);
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template std::unique_ptr<SkewGradient<double>> adapted_coordinates(const AnyDynamics<double>&, Basis, BasisDerivative,
                                                                   std::unique_ptr<ReducedEnergy<double>>);
#else
template std::unique_ptr<SkewGradient<quad>> adapted_coordinates(const AnyDynamics<quad>&, Basis, BasisDerivative,
                                                                 std::unique_ptr<ReducedEnergy<quad>>);
#endif

}  // namespace nonholo
