#include <nonholo/verification/monitor.hpp>

#include <algorithm>
#include <cmath>

namespace nonholo {

namespace {

/// max that takes NaN and keeps it: a run that leaves the numbers must not look good.
void raise(double& most, double x) {
  if (x > most || std::isnan(x)) most = x;
}

Eigen::Map<const VectorX<double>> vector(std::span<const double> x) { return {x.data(), static_cast<Eigen::Index>(x.size())}; }

}  // namespace

Monitor::Monitor(const System<double>& system) : system_(system), probe_(make_probe(system)) {}

void Monitor::operator()(const Observation<double>& seen) {
  const View<double>& state = seen.state;
  const bool first = seen.step == 0;
  if (first) {
    t0_ = state.t;
    q0_.assign(state.q.begin(), state.q.end());
    v0_.assign(state.v.begin(), state.v.end());
  }
  if (system_.traits().conservative) watch_energy(state, first);
  residual_ = probe_->constraint(state.t, state.q, state.v);
  raise(extremes_.max_constraint_residual, residual_.absolute);
  raise(extremes_.max_constraint_residual_scaled, residual_.scaled);
  if (system_.exact_solution()) watch_solution(state);
}

void Monitor::watch_energy(const View<double>& state, bool first) {
  const double energy = probe_->energy(state.t, state.q, state.v);
  if (first) {
    start_energy_ = energy;
    extremes_.max_energy_error = 0;
  }
  energy_error_ = energy - start_energy_;
  extremes_.final_energy_error = energy_error_;
  raise(*extremes_.max_energy_error, std::abs(energy_error_));
}

void Monitor::watch_solution(const View<double>& state) {
  const Point<double, dynamic> exact = system_.exact_solution()(state.t - t0_, q0_, v0_);
  const VectorX<double> difference = vector(state.q) - exact.q;
  solution_error_ = {difference.norm(), (vector(state.v) - exact.v).norm()};
  if (!extremes_.max_solution_error) {
    extremes_.max_solution_error = 0;
    extremes_.max_component_error.assign(q0_.size(), 0);
  }
  raise(*extremes_.max_solution_error, solution_error_->first);
  for (std::size_t i = 0; i < q0_.size(); ++i) raise(extremes_.max_component_error[i], std::abs(difference[static_cast<Eigen::Index>(i)]));
}

}  // namespace nonholo
