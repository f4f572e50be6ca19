// A first problem: a skate on an incline (Jay 2009, section 8.2), defined and run with the Gauss method of order 4.
#include <nonholo/nonholo.hpp>

#include <cmath>
#include <cstdio>

using std::sin, std::cos;
template <class S> using Vector = nonholo::Vector<S, 3>;

struct Skate {                        // q = (x, y, heading); gravity pulls along x, the blade cannot slip sideways
  static constexpr int n = 3, m = 1;  // coordinates, constraints
  static constexpr bool constant_mass = true;
  double mass = 1, inertia = 1, g = 1;
  template <class S> auto mass_matrix(const Vector<S>&) const {
    return Eigen::DiagonalMatrix<S, 3>(S(mass), S(mass), S(inertia));
  }
  template <class S> S potential(const Vector<S>& q) const { return -mass * g * q[0]; }
  template <class S> nonholo::Matrix<S, 1, 3> constraint_matrix(const Vector<S>& q) const {
    return {-sin(q[2]), cos(q[2]), S(0)};
  }
};

int main() {
  const nonholo::System system(Skate{});
  const auto gauss = nonholo::spark(system, nonholo::tableaus::gauss(2));
  nonholo::Trajectory trajectory(system);
  const auto run = nonholo::integrate(*gauss, {.q = Eigen::Vector3d(0, 0, 0), .v = Eigen::Vector3d(0, 0, 1)},
                                      {.t_end = 100, .h = 0.1}, trajectory);
  const double energy_error = trajectory.max_energy_error(), residual = trajectory.max_residual();
  std::printf("%ld steps to x = %.4f, energy error %.1e, constraint residual %.1e\n", run.steps, run.end.q[0],
              energy_error, residual);
  return run.steps == 1000 && energy_error < 1e-6 && residual < 1e-14 ? 0 : 1;
}
