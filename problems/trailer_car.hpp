// A car with trailers: each axle rolls where it points, each trailer is hitched to the axle before it.
//
//   q = (x, y, theta_0, theta_1 ... theta_N)   rear axle of the car [m], headings of the car and the N trailers [rad]
//   axle k at  (x_k, y_k) = (x, y) - d sum_(i <= k, i >= 1) (cos theta_i, sin theta_i)
//   L = sum_k M_k/2 (vx_k^2 + vy_k^2) + I_k/2 vtheta_k^2,    M_0 = m, I_0 = I of the car; M_k = M, I_k = J of a trailer
//   -sin(theta_k) vx_k + cos(theta_k) vy_k = 0,  k = 0 ... N           m = N + 1 constraints
//
// The car coasts: its energy is conserved, n - m = 2 whatever N. The mass is full and depends on q. Source: Sordalen
// 1993, for the geometry; the masses are ours.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/about.hpp>
#include <nonholo/framework/problem/mechanical_system.hpp>
#include <nonholo/framework/system/system.hpp>

#include <cmath>
#include <string>
#include <vector>

namespace nonholo {

/// The number of trailers is known when it is compiled, or (`dynamic`) the parameter `trailers` says it.
template <class Real = double, int trailers_ = dynamic> struct TrailerCar {
  static constexpr int n = trailers_ == dynamic ? dynamic : trailers_ + 3;
  static constexpr int m = trailers_ == dynamic ? dynamic : trailers_ + 1;
  static constexpr int free = trailers_ == dynamic ? dynamic : 2;

  // NOLINTNEXTLINE(bugprone-branch-clone): the same for one of the sizes that are compiled
  Real trailers = trailers_ == dynamic ? 2 : trailers_, mass = 2, I = 1, M = 1, J = Real(1) / 2, d = 1;

  Eigen::Index number_of_trailers() const {
    return trailers_ == dynamic ? static_cast<Eigen::Index>(trailers) : trailers_;
  }
  Eigen::Index coordinates() const { return number_of_trailers() + 3; }
  Eigen::Index constraints() const { return number_of_trailers() + 1; }

  /// vx_k = vx + sum_i X_i vtheta_i, vy_k = vy + sum_i Y_i vtheta_i over 1 <= i <= k, X_i = d sin theta_i, Y_i = -d cos
  /// theta_i: products of these are M, weighed with the masses from axle max(i, j) on.
  template <class S> Matrix<S, n, n> mass_matrix(const Vector<S, n>& q) const {
    using std::cos, std::sin;
    const Eigen::Index N = number_of_trailers();
    const auto behind = [&](Eigen::Index k) { return M * static_cast<Real>(N - k + 1); };  // from trailer k on
    Matrix<S, n, n> matrix = Matrix<S, n, n>::Constant(coordinates(), coordinates(), S(0));
    matrix(0, 0) = matrix(1, 1) = S(mass + behind(1));
    matrix(2, 2) = S(I);
    for (Eigen::Index i = 1; i <= N; ++i) {
      matrix(0, 2 + i) = matrix(2 + i, 0) = behind(i) * d * sin(q[2 + i]);
      matrix(1, 2 + i) = matrix(2 + i, 1) = -(behind(i) * d) * cos(q[2 + i]);
      for (Eigen::Index j = 1; j < i; ++j)
        matrix(2 + i, 2 + j) = matrix(2 + j, 2 + i) = behind(i) * (d * d) * cos(q[2 + i] - q[2 + j]);
      matrix(2 + i, 2 + i) = S(J + behind(i) * (d * d));
    }
    return matrix;
  }

  template <class S> S potential(const Vector<S, n>&) const { return S(0); }

  template <class S> Matrix<S, m, n> constraint_matrix(const Vector<S, n>& q) const {
    using std::cos, std::sin;
    const Eigen::Index N = number_of_trailers();
    Matrix<S, m, n> A = Matrix<S, m, n>::Constant(N + 1, N + 3, S(0));
    for (Eigen::Index k = 0; k <= N; ++k) {
      A(k, 0) = -sin(q[2 + k]);
      A(k, 1) = cos(q[2 + k]);
      for (Eigen::Index i = 1; i <= k; ++i) A(k, 2 + i) = -d * cos(q[2 + k] - q[2 + i]);
    }
    return A;
  }

  /// Along the heading of the car, u_0 = 1, with vtheta_k = u_(k-1) sin(theta_(k-1) - theta_k)/d and u_k = u_(k-1)
  /// cos(theta_(k-1) - theta_k); and the car turning on the spot.
  template <class S> Matrix<S, n, free> adapted_basis(const Vector<S, n>& q) const {
    using std::cos, std::sin;
    Matrix<S, n, free> X = Matrix<S, n, free>::Constant(coordinates(), 2, S(0));
    X(0, 0) = cos(q[2]);
    X(1, 0) = sin(q[2]);
    X(2, 1) = S(1);
    S u(1);
    for (Eigen::Index k = 1; k <= number_of_trailers(); ++k) {
      const S angle = q[1 + k] - q[2 + k];
      X(2 + k, 0) = u * sin(angle) / d;
      u = u * cos(angle);
    }
    return X;
  }

  /// Two trailers have sizes known when they are compiled: that evaluates without allocating.
  System<Real> as_system() const {
    if (trailers == 2) return System<Real>(TrailerCar<Real, 2>{.mass = mass, .I = I, .M = M, .J = J, .d = d});
    return System<Real>(*this);
  }

  std::vector<std::string> coordinate_names() const {
    std::vector<std::string> names{"x", "y"};
    for (Eigen::Index k = 0; k <= number_of_trailers(); ++k) names.push_back("theta" + std::to_string(k));
    return names;
  }

  static About<TrailerCar, Real> about() requires(trailers_ == dynamic) {
    using std::cos, std::sin;
    using Self = TrailerCar;
    // vtheta_k = u_(k-1) sin(theta_(k-1) - theta_k)/d, u_k = u_(k-1) cos(theta_(k-1) - theta_k)
    const Real first = Real(-3) / 10, second = Real(-7) / 10, u = 2;
    const Real turn1 = u * sin(-first), u1 = u * cos(-first), turn2 = u1 * sin(first - second);
    return {.title = "Car with trailers",
            .source = "Sordalen 1993",
            .coordinates = {"x", "y", "theta0", "theta1", "theta2"},
            .parameters = {{"trailers", &Self::trailers, "1", Range::count},
                           {"m", &Self::mass, "kg", Range::positive},
                           {"I", &Self::I, "kg m^2", Range::positive},
                           {"M", &Self::M, "kg", Range::positive},
                           {"J", &Self::J, "kg m^2", Range::positive},
                           {"d", &Self::d, "m", Range::positive}},
            .setups = {{.name = "swinging",
                        .source = "ours: two trailers out of line, the car turning",
                        .parameters = {},
                        .q = {0, 0, 0, first, second},
                        .v = {u, 0, Real(1) / 2, turn1, turn2},
                        .t_end = Real(10)}},
            .references = {"sordalen1993"}};
  }
};

}  // namespace nonholo
