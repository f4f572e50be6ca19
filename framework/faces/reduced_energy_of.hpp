// From a conservative MechanicalSystem of up to seven coordinates to its face ReducedEnergy.
//
//   v = X y,  G y = rho,  G = X^T M X,  p = M v
//   grad H = (-f(q, v) - turning(y), y),     turning(x)_i = p . (dX/dq_i) x
//   Pi d = (z, along(z) - X^T (d_q + turning(d_rho))),     z = X d_rho,  along(z)_a = p . (sum_i z_i dX_a/dq_i)
//
// With a diagonal mass G need not be made. In the QR basis X neither: its columns are orthonormal, products with X are
// reflections, and y is what  p = X rho + K^T mu,  K M^-1 p = 0,  y = X^T M^-1 p  says. In a basis of the problem's
// own with the rows of an identity (free_rows.hpp), B, m x r, being the others, M_f and M_d the masses of both kinds:
//
//   y = M_f^-1 (rho - B^T mu),   (M_d^-1 + B M_f^-1 B^T) mu = B M_f^-1 rho
//
// X (basis_slopes.hpp) or A, of which the QR basis is made, is evaluated on dual numbers. All that follows is numbers
// that the compiler keeps in registers: it inlines everything, unrolls the loops, and finds what M, V and A have in
// common. Each is that of four points (base/pack.hpp).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/cholesky.hpp>
#include <nonholo/framework/base/free_rows.hpp>
#include <nonholo/framework/base/householder_basis.hpp>
#include <nonholo/framework/base/pack.hpp>
#include <nonholo/framework/faces/basis_slopes.hpp>
#include <nonholo/framework/faces/dynamics_of.hpp>
#include <nonholo/framework/faces/reduced_energy.hpp>

#include <array>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

namespace nonholo {

namespace system {

/// Whether P has the face, as far as its type tells. More coordinates would be more code than it is worth: with seven
/// they are three seconds for the compiler.
template <class P, class Real>
concept ReducesEnergy = takes_packs<P>() && P::n != dynamic&& P::m != dynamic&& P::n <= 7 && P::m != 0 &&
                        P::m < P::n&& holonomic<P>() == 0 && !HasForce<P, Real, P::n> && !TimeDependent<P, Real, P::n>;

}  // namespace system

template <class P, Basis basis> class ReducedEnergyOf final : public ReducedEnergy<double> {
  static constexpr int n = P::n, m = P::m, r = n - m;
  using Real = Pack;
  using Zeta = std::array<Pack, n + r>;
  using D = Dual<Real, n>;
  using Q = Vector<Real, n>;
  using Y = Vector<Real, r>;
  using Frame = Matrix<Real, n, r>;
  using Rows = Matrix<Real, m, r>;
  using Diagonal = Eigen::DiagonalMatrix<Real, n>;
  using Householder = HouseholderBasis<Real, n, m>;
  using Slopes = BasisSlopes<P, Real>;

  static constexpr bool diagonal = std::is_same_v<system::MassOf<P, Real>, Diagonal>;
  /// Neither X nor G is made.
  static constexpr bool orthogonal = basis == Basis::qr && diagonal;
  /// Rows of an identity are looked for: m x m numbers are fewer than r x r, and more than three coordinates than few.
  static constexpr bool looks_for_free_rows = basis == Basis::own && diagonal && m < r && n > 3;

  /// What is known at zeta.
  struct Point {
    Q v, p, f;
    Y y;
    Frame X;
    Rows B;                          // in the place of X where rows are free
    typename Slopes::Values slopes;  // of the problem's own basis
    typename Householder::Jacobian K;
    std::array<typename Householder::Jacobian, n> K_q;
    Householder qr{n, m};
  };

 public:
  explicit ReducedEnergyOf(P problem) : problem_(std::move(problem)) {
    if constexpr (basis == Basis::own) slopes_.emplace(problem_);
    if constexpr (looks_for_free_rows) has_free_rows_ = free_rows_.find(system::basis_pattern(problem_).constants);
  }

  void take_signs(const double* signs) override {
    for (Eigen::Index k = 0; k < m; ++k) signs_[k] = signs[k];
  }

  void gradients(const double* zeta, double* H_zeta, double* H, Eigen::Index apart) override {
    Pack::torn = false;
    gradient(zeta, H_zeta, H, apart);
    if (!Pack::torn) return;
    FourTimes at, slopes;
    std::array<double, Pack::width> energies;
    for (int k = 0; k < Pack::width; ++k) {
      take(zeta + k, apart, at);
      gradient(at.data(), slopes.data(), energies.data(), Pack::width);
      put(slopes, H_zeta + k, apart);
      if (H) H[k] = energies[0];
    }
  }

  void flows(const double* zeta, const double* d, double* rate, Eigen::Index apart) override {
    Pack::torn = false;
    flow(zeta, d, rate, apart);
    if (!Pack::torn) return;
    FourTimes at, along, rates;
    for (int k = 0; k < Pack::width; ++k) {
      take(zeta + k, apart, at);
      take(d + k, apart, along);
      flow(at.data(), along.data(), rates.data(), Pack::width);
      put(rates, rate + k, apart);
    }
  }

 private:
  [[gnu::always_inline]] static Zeta all(const double* zeta, Eigen::Index apart) {
    Zeta packs;
    for (std::size_t i = 0; i < packs.size(); ++i) packs[i] = Pack::load(zeta + static_cast<Eigen::Index>(i) * apart);
    return packs;
  }

  /// One of the points four times, `apart` being four; and where it came from.
  using FourTimes = std::array<double, std::size_t{n + r} * Pack::width>;
  static void take(const double* zeta, Eigen::Index apart, FourTimes& four) {
    for (std::size_t i = 0; i < four.size(); ++i) four[i] = zeta[static_cast<Eigen::Index>(i / Pack::width) * apart];
  }
  static void put(const FourTimes& four, double* to, Eigen::Index apart) {
    for (Eigen::Index i = 0; i < n + r; ++i) to[i * apart] = four[static_cast<std::size_t>(i) * Pack::width];
  }

  [[gnu::noinline, gnu::flatten]] void gradient(const double* zeta, double* H_zeta, double* H,
                                                Eigen::Index apart) const {
    const Zeta here = all(zeta, apart);
    Point at;
    move_to(here.data(), at);
    const Q turning = turn(at, at.y);
#pragma GCC unroll 8
    for (Eigen::Index i = 0; i < n; ++i) (-at.f[i] - turning[i]).store(H_zeta + i * apart);
#pragma GCC unroll 8
    for (Eigen::Index a = 0; a < r; ++a) at.y[a].store(H_zeta + (n + a) * apart);
    if (!H) return;
    Pack twice_kinetic = 0;
#pragma GCC unroll 8
    for (Eigen::Index i = 0; i < n; ++i) twice_kinetic += at.v[i] * at.p[i];
    (twice_kinetic / 2 + system::potential(problem_, Real(0), one_by_one<Real, n>(here.data()))).store(H);
  }

  [[gnu::noinline, gnu::flatten]] void flow(const double* zeta, const double* direction, double* rate,
                                            Eigen::Index apart) const {
    const Zeta here = all(zeta, apart), d = all(direction, apart);
    Point at;
    move_to(here.data(), at);
    const Y x = one_by_one<Real, r>(d.data() + n);
    const Q z = times_basis(at, x), turning = turn(at, x);
    const Y along = differentiate_along(at, z);
    Q turned;
#pragma GCC unroll 8
    for (Eigen::Index i = 0; i < n; ++i) {
      z[i].store(rate + i * apart);
      turned[i] = d[static_cast<std::size_t>(i)] + turning[i];
    }
    const Y drop = times_transposed_basis(at, turned);
#pragma GCC unroll 8
    for (Eigen::Index a = 0; a < r; ++a) (along[a] - drop[a]).store(rate + (n + a) * apart);
  }

  void move_to(const Real* zeta, Point& at) const {
    const Q q = one_by_one<Real, n>(zeta);
    fill_basis(q, at);
    at.y = one_by_one<Real, r>(zeta + n);
    solve_for_velocity(mass_at(q), at);
    at.f = system::potential_force<P, Real>(problem_, Real(0), q, at.v);
    if constexpr (basis == Basis::qr) at.qr.set_momentum(at.p);
    else slopes_->set_momentum(at.p, at.slopes);
  }

  void fill_basis(const Q& q, Point& at) const {
    if constexpr (basis == Basis::own) {
      slopes_->evaluate(problem_, q, at.slopes, [&](const auto& X) { take_values(X, at); });
    } else {
      const Matrix<D, m, n> K = system::constraint_matrix(problem_, D(0), seeded<n>(q));
      split(K, at.K, at.K_q);
      at.qr.take_signs(signs_);
      if constexpr (orthogonal) at.qr.reflect(at.K);
      else at.qr.values(at.K, at.X);
    }
  }

  template <class Duals> void take_values(const Duals& X, Point& at) const {
    if (free()) {
      for (Eigen::Index k = 0; k < m; ++k)
#pragma GCC unroll 8
        for (Eigen::Index a = 0; a < r; ++a) at.B(k, a) = X(free_rows_.other(k), a).value();
      return;
    }
#pragma GCC unroll 8
    for (Eigen::Index a = 0; a < r; ++a)
#pragma GCC unroll 8
      for (Eigen::Index j = 0; j < n; ++j) at.X(j, a) = X(j, a).value();
  }

  bool free() const { return looks_for_free_rows && has_free_rows_; }

  /// x and dx/dq_i of a matrix of duals.
  template <int rows, int columns> static void split(const Matrix<D, rows, columns>& dual,
                                                     Matrix<Real, rows, columns>& x,
                                                     std::array<Matrix<Real, rows, columns>, n>& x_q) {
#pragma GCC unroll 8
    for (Eigen::Index j = 0; j < columns; ++j)
#pragma GCC unroll 8
      for (Eigen::Index k = 0; k < rows; ++k) {
        x(k, j) = dual(k, j).value();
#pragma GCC unroll 8
        for (std::size_t i = 0; i < n; ++i) x_q[i](k, j) = dual(k, j).derivatives()[static_cast<Eigen::Index>(i)];
      }
  }

  /// A diagonal one as such.
  auto mass_at(const Q& q) const {
    const auto M = system::mass_matrix(problem_, Real(0), q);
    if constexpr (std::is_same_v<decltype(M), const Diagonal>) return M;
    else return Matrix<Real, n, n>(M);
  }

  /// y, v and p of rho, which stands in y. Not a number where what is decomposed is not positive definite.
  template <class M> void solve_for_velocity(const M& mass, Point& at) const {
    if constexpr (looks_for_free_rows)
      if (free()) return solve_with_free_rows(mass, at);
    const Frame MX = times_mass(mass, at.X);
    std::array<Real, std::size_t{r} * r> G;
    std::array<Real, r> reciprocal;
#pragma GCC unroll 8
    for (Eigen::Index a = 0; a < r; ++a)
#pragma GCC unroll 8
      for (Eigen::Index b = a; b < r; ++b) {
        Real sum = 0;
#pragma GCC unroll 8
        for (Eigen::Index i = 0; i < n; ++i) sum += at.X(i, b) * MX(i, a);
        G[static_cast<std::size_t>(a * r + b)] = sum;
      }
    decompose<r>(G, reciprocal);
    solve_ldl<Real>(r, G.data(), reciprocal.data(), at.y.data());
    at.v = times(at.X, at.y);
    at.p = times(MX, at.y);
  }

  /// The same without X and G: m x m numbers in the place of r x r.
  void solve_for_velocity(const Diagonal& mass, Point& at) const requires(orthogonal) {
    Q of_mass;
    typename Householder::Jacobian KM;  // K M^-1
#pragma GCC unroll 8
    for (Eigen::Index i = 0; i < n; ++i) {
      of_mass[i] = 1 / mass.diagonal()[i];
#pragma GCC unroll 8
      for (Eigen::Index k = 0; k < m; ++k) KM(k, i) = at.K(k, i) * of_mass[i];
    }
    at.qr.times(at.y, at.p);
    std::array<Real, std::size_t{m} * m> S;
    std::array<Real, m> reciprocal, mu;
    multiply(KM, at.K, at.p, S, mu);
    decompose<m>(S, reciprocal);
    solve_ldl<Real>(m, S.data(), reciprocal.data(), mu.data());
#pragma GCC unroll 8
    for (Eigen::Index i = 0; i < n; ++i) {
#pragma GCC unroll 8
      for (Eigen::Index k = 0; k < m; ++k) at.p[i] -= at.K(k, i) * mu[static_cast<std::size_t>(k)];
      at.v[i] = at.p[i] * of_mass[i];
    }
    // Once more, of what X rho and K^T mu cancelled: much, where masses or levers differ by much.
#pragma GCC unroll 8
    for (Eigen::Index k = 0; k < m; ++k) {
      Real& defect = mu[static_cast<std::size_t>(k)];
      defect = 0;
#pragma GCC unroll 8
      for (Eigen::Index i = 0; i < n; ++i) defect += at.K(k, i) * at.v[i];
    }
    solve_ldl<Real>(m, S.data(), reciprocal.data(), mu.data());
#pragma GCC unroll 8
    for (Eigen::Index i = 0; i < n; ++i)
#pragma GCC unroll 8
      for (Eigen::Index k = 0; k < m; ++k) at.v[i] -= KM(k, i) * mu[static_cast<std::size_t>(k)];
    Q v = at.v;
    at.qr.times_transposed(v, at.y);

#pragma GCC unroll 8
    for (Eigen::Index i = 0; i < n; ++i) at.p[i] = mass.diagonal()[i] * at.v[i];
  }

  /// S = L K^T, which is symmetric: its upper triangle, by rows; mu = L x.
  template <int size> static void multiply(const Matrix<Real, m, size>& L, const Matrix<Real, m, size>& K,
                                           const Vector<Real, size>& x, std::array<Real, std::size_t{m} * m>& S,
                                           std::array<Real, m>& mu) {
#pragma GCC unroll 8
    for (Eigen::Index k = 0; k < m; ++k) {
      mu[static_cast<std::size_t>(k)] = 0;
#pragma GCC unroll 8
      for (Eigen::Index i = 0; i < size; ++i) mu[static_cast<std::size_t>(k)] += L(k, i) * x[i];
#pragma GCC unroll 8
      for (Eigen::Index l = k; l < m; ++l) {
        Real sum = 0;
#pragma GCC unroll 8
        for (Eigen::Index i = 0; i < size; ++i) sum += L(k, i) * K(l, i);
        S[static_cast<std::size_t>(k * m + l)] = sum;
      }
    }
  }

  void solve_with_free_rows(const Diagonal& mass, Point& at) const {
    const auto& M = mass.diagonal();
    Y of_mass;
#pragma GCC unroll 8
    for (Eigen::Index a = 0; a < r; ++a) of_mass[a] = 1 / M[free_rows_.free(a)];
    Rows BM;  // B M_f^-1
#pragma GCC unroll 8
    for (Eigen::Index k = 0; k < m; ++k)
#pragma GCC unroll 8
      for (Eigen::Index a = 0; a < r; ++a) BM(k, a) = at.B(k, a) * of_mass[a];
    std::array<Real, std::size_t{m} * m> S;
    std::array<Real, m> reciprocal, mu;
    multiply(BM, at.B, at.y, S, mu);
#pragma GCC unroll 8
    for (Eigen::Index k = 0; k < m; ++k) S[static_cast<std::size_t>(k * m + k)] += 1 / M[free_rows_.other(k)];
    decompose<m>(S, reciprocal);
    solve_ldl<Real>(m, S.data(), reciprocal.data(), mu.data());
#pragma GCC unroll 8
    for (Eigen::Index a = 0; a < r; ++a) {
#pragma GCC unroll 8
      for (Eigen::Index k = 0; k < m; ++k) at.y[a] -= at.B(k, a) * mu[static_cast<std::size_t>(k)];
      at.y[a] *= of_mass[a];
    }
    // Once more (free_rows.hpp): v_d is B y, which is M_d^-1 mu but for what was cancelled.
#pragma GCC unroll 8
    for (Eigen::Index k = 0; k < m; ++k) {
      Real& defect = mu[static_cast<std::size_t>(k)];
      defect = -defect / M[free_rows_.other(k)];
#pragma GCC unroll 8
      for (Eigen::Index a = 0; a < r; ++a) defect += at.B(k, a) * at.y[a];
    }
    solve_ldl<Real>(m, S.data(), reciprocal.data(), mu.data());
#pragma GCC unroll 8
    for (Eigen::Index a = 0; a < r; ++a)
#pragma GCC unroll 8
      for (Eigen::Index k = 0; k < m; ++k) at.y[a] -= BM(k, a) * mu[static_cast<std::size_t>(k)];
    at.v = times_basis(at, at.y);
#pragma GCC unroll 8
    for (Eigen::Index i = 0; i < n; ++i) at.p[i] = M[i] * at.v[i];
  }

  template <int size>
  static void decompose(std::array<Real, std::size_t{size} * size>& A, std::array<Real, size>& reciprocal) {
    if (!decompose_ldl<Real>(size, A.data(), reciprocal.data()))
      reciprocal.fill(Pack(std::numeric_limits<double>::quiet_NaN()));
  }

  static Frame times_mass(const Diagonal& mass, const Frame& X) {
    Frame MX;
#pragma GCC unroll 8
    for (Eigen::Index a = 0; a < r; ++a)
#pragma GCC unroll 8
      for (Eigen::Index i = 0; i < n; ++i) MX(i, a) = mass.diagonal()[i] * X(i, a);
    return MX;
  }
  static Frame times_mass(const Matrix<Real, n, n>& mass, const Frame& X) {
    Frame MX;
#pragma GCC unroll 8
    for (Eigen::Index a = 0; a < r; ++a)
#pragma GCC unroll 8
      for (Eigen::Index i = 0; i < n; ++i) {
        Real sum = 0;
#pragma GCC unroll 8
        for (Eigen::Index j = 0; j < n; ++j) sum += mass(i, j) * X(j, a);
        MX(i, a) = sum;
      }
    return MX;
  }

  static Q times(const Frame& F, const Y& x) {
    Q y;
#pragma GCC unroll 8
    for (Eigen::Index i = 0; i < n; ++i) {
      Real sum = 0;
#pragma GCC unroll 8
      for (Eigen::Index a = 0; a < r; ++a) sum += F(i, a) * x[a];
      y[i] = sum;
    }
    return y;
  }

  static Y times_transposed(const Frame& F, const Q& x) {
    Y y;
#pragma GCC unroll 8
    for (Eigen::Index a = 0; a < r; ++a) {
      Real sum = 0;
#pragma GCC unroll 8
      for (Eigen::Index i = 0; i < n; ++i) sum += F(i, a) * x[i];
      y[a] = sum;
    }
    return y;
  }

  Q times_basis(const Point& at, const Y& x) const {
    if (free()) return times_free(at.B, x);
    if constexpr (!orthogonal) return times(at.X, x);
    Q z;
    at.qr.times(x, z);
    return z;
  }
  Y times_transposed_basis(const Point& at, Q z) const {
    if (free()) return times_transposed_free(at.B, z);
    if constexpr (!orthogonal) return times_transposed(at.X, z);
    Y y;
    at.qr.times_transposed(z, y);
    return y;
  }

  Q times_free(const Rows& B, const Y& x) const {
    Q z;
    free_rows_.put(x, z);
#pragma GCC unroll 8
    for (Eigen::Index k = 0; k < m; ++k) {
      Real& sum = z[free_rows_.other(k)];
#pragma GCC unroll 8
      for (Eigen::Index a = 0; a < r; ++a) sum += B(k, a) * x[a];
    }
    return z;
  }
  Y times_transposed_free(const Rows& B, const Q& z) const {
    Y y;
    free_rows_.take(z, y);
#pragma GCC unroll 8
    for (Eigen::Index k = 0; k < m; ++k)
#pragma GCC unroll 8
      for (Eigen::Index a = 0; a < r; ++a) y[a] += B(k, a) * z[free_rows_.other(k)];
    return y;
  }

  Q turn(Point& at, const Y& y) const {
    if constexpr (basis == Basis::own) {
      return slopes_->turning(at.slopes, y);
    } else {
      Q turning;
      at.qr.turning(at.K_q, y, turning);
      return turning;
    }
  }

  Y differentiate_along(Point& at, const Q& z) const {
    if constexpr (basis == Basis::own) {
      return slopes_->along(at.slopes, z);
    } else {
      Y along;
      at.qr.along(at.K, at.K_q, z, along);
      return along;
    }
  }

  P problem_;
  std::optional<Slopes> slopes_;  // of the problem's own basis
  FreeRows<n, m> free_rows_{n, m};
  bool has_free_rows_ = false;
  typename Householder::Signs signs_ = Householder::Signs::Ones();
};

}  // namespace nonholo
