// A discrete Lagrangian of one's own: angles move along chords, v = 2/h sin((q_b - q_a)/2). Twenty lines make it an
// integrator.
#include "sled.hpp"

#include <cstdio>

struct Chord {
  template <class S> using X = nonholo::VectorX<S>;
  template <class S> std::pair<X<S>, X<S>> operator()(const X<S>& a, const X<S>& b, const S& h) const {
    using std::sin;
    X<S> q = S(0.5) * (a + b), v = (b - a) / h;
    v[2] = S(2) * sin(S(S(0.5) * (b[2] - a[2]))) / h;
    return {q, v};
  }
};

int main() {
  const nonholo::System<double> system{Sled{}};
  const auto chord =
      nonholo::discrete_lagrangian(system, {.lagrangian = {{1, 0.5, nonholo::finite_difference<double>(Chord{})}}});
  const auto report =
      nonholo::check_method(*chord, {.q = Eigen::Vector3d(0, 0, 0), .v = Eigen::Vector3d(1, 0.4, 0.5)}, 0.05);
  std::fputs(report.text().c_str(), stdout);
  // the Jacobian leaves out second derivatives of a map of one's own: Newton's method takes an iteration more
  bool good = chord->traits().order == 2;
  for (const nonholo::Finding& each : report.findings) good = good && (each.holds || each.key == "jacobian");
  return good ? 0 : 1;
}
