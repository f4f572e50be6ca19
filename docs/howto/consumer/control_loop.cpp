// A control loop: every tenth of a second a controller reads the state of a sled and sets its thrust and its torque,
// which act until the next sample. Speed along the edge and heading then have closed formulas, which hold the loop to
// account.
#include <nonholo/nonholo.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>

/// What the controller sets and the system reads.
struct Inputs {
  double thrust = 0;  // [N]
  double torque = 0;  // [N m]
};

/// A knife edge with air drag: q = (x, y, theta), -sin theta vx + cos theta vy = 0.
struct DrivenSled {
  static constexpr int n = 3, m = 1;
  static constexpr bool constant_mass = true;

  double mass = 2, I = 0.5, drag = 0.4;
  std::shared_ptr<const Inputs> inputs;

  template <class S> using Q = nonholo::Vector<S, 3>;

  template <class S> Eigen::DiagonalMatrix<S, 3> mass_matrix(const Q<S>&) const {
    return Eigen::DiagonalMatrix<S, 3>(S(mass), S(mass), S(I));
  }
  template <class S> S potential(const Q<S>&) const { return S(0); }
  template <class S> nonholo::Matrix<S, 1, 3> constraint_matrix(const Q<S>& q) const {
    using std::cos, std::sin;
    return {-sin(q[2]), cos(q[2]), S(0)};
  }
  template <class S> Q<S> force(const S&, const Q<S>& q, const Q<S>& v) const {
    using std::cos, std::sin;
    return {S(inputs->thrust) * cos(q[2]) - S(drag) * v[0], S(inputs->thrust) * sin(q[2]) - S(drag) * v[1],
            S(inputs->torque)};
  }
};

constexpr double sample = 0.1, h = 0.05;

double speed(const nonholo::View<double>& at) { return std::cos(at.q[2]) * at.v[0] + std::sin(at.q[2]) * at.v[1]; }

/// The largest error of speed and heading at the samples of five seconds.
double error_of_loop(const nonholo::ExplicitPair& pair, bool tells_of_changes) {
  const auto inputs = std::make_shared<Inputs>();
  const DrivenSled sled{.inputs = inputs};
  const nonholo::System system(sled);
  const auto method = nonholo::explicit_runge_kutta<double>(system, pair);
  const Eigen::Vector3d q(0, 0, 0), v(0.5, 0, 0);
  method->start(0, nonholo::values(q), nonholo::values(v));

  double exact_speed = 0.5, exact_heading = 0, exact_turn = 0, error = 0;
  for (int k = 1; k <= 50; ++k) {
    const nonholo::View<double> at = method->view();
    inputs->thrust = 6 * (1.5 - speed(at));
    inputs->torque = 2 * (1 - at.q[2]) - 1.5 * at.v[2];
    if (tells_of_changes) method->changed();  // before the first step with the new inputs
    for (int i = 0; i < 2; ++i)
      if (method->step(h).outcome != nonholo::Outcome::success) return HUGE_VAL;
    method->set_time(k * sample);

    // m u' = thrust - drag u,  I theta'' = torque
    const double limit = inputs->thrust / sled.drag, turning = inputs->torque / sled.I;
    exact_speed = limit + (exact_speed - limit) * std::exp(-sled.drag / sled.mass * sample);
    exact_heading += sample * exact_turn + sample * sample / 2 * turning;
    exact_turn += sample * turning;
    const nonholo::View<double> reached = method->view();
    error = std::max({error, std::abs(speed(reached) - exact_speed), std::abs(reached.q[2] - exact_heading)});
  }
  return error;
}

int main() {
  const nonholo::ExplicitPair& pair = nonholo::explicit_pairs().at("dormand_prince_5");
  const double told = error_of_loop(pair, true), untold = error_of_loop(pair, false);
  std::printf("error with changed() %.1e, without %.1e\n", told, untold);
  return told < 1e-8 && untold > 1e-3 ? 0 : 1;
}
