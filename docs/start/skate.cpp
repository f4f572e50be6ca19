// A skate on an incline (Jay 2009, section 8.2) with the Gauss method of order 4.
#include <nonholo/nonholo.hpp>
#include <cstdio>

struct Skate {                        // q = (x, y, theta): gravity pulls along x, the blade does not slip sideways
  static constexpr int n = 3, m = 1;  // coordinates, constraints
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
  const auto gauss = nonholo::spark(system, nonholo::tableaus::gauss(2));
  nonholo::Trajectory trajectory(system);
  const auto run = nonholo::integrate(*gauss, {.q = Eigen::Vector3d(0, 0, 0), .v = Eigen::Vector3d(0, 0, 1)},
                                      {.t_end = 100, .h = 0.1}, trajectory);
  std::printf("x = %.4f, energy error %.1e, constraint residual %.1e\n", run.end.q[0], trajectory.max_energy_error(),
              trajectory.max_residual());
}
