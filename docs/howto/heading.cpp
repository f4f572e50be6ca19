// The state of a run at any time, and a run that ends at an event.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/nonholo.hpp>

#include <cstdio>
#include <numbers>

struct Skate {  // q = (x, y, theta)
  static constexpr int n = 3, m = 1;
  template <class S> using Vector = nonholo::Vector<S, 3>;
  template <class S> auto mass_matrix(const Vector<S>&) const { return Eigen::DiagonalMatrix<S, 3>(S(1), S(1), S(1)); }
  template <class S> S potential(const Vector<S>& q) const { return -q[0]; }
  template <class S> nonholo::Matrix<S, 1, 3> constraint_matrix(const Vector<S>& q) const {
    using std::sin, std::cos;
    return {-sin(q[2]), cos(q[2]), S(0)};
  }
};

int main() {
  const nonholo::System system(Skate{});
  const auto gauss = nonholo::spark(system, nonholo::tableaus::gauss(3));
  const nonholo::Start<double> start{.q = Eigen::Vector3d(0, 0, 0), .v = Eigen::Vector3d(0, 0, 1)};

  nonholo::DenseOutput<double> solution(*gauss);
  nonholo::integrate(*gauss, start, {.t_end = 2, .h = 0.1}, solution);
  std::printf("theta(1.234) = %.12f\n", solution.state(1.234).q[2]);

  nonholo::EventFinder<double> events({{.when = [](const auto& x) { return x.q[2] - std::numbers::pi / 2; },
                                        .direction = nonholo::Crossing::up,
                                        .terminal = 1}});
  const auto run = nonholo::integrate(*gauss, start, {.t_end = 10, .h = 0.1}, events);
  std::printf("a quarter turn at t = %.12f\n", run.end.t);
}
