#include <nonholo/verification/experiment/monitor.hpp>

#include <nonholo/framework/base/quad.hpp>

#include <algorithm>
#include <cmath>

namespace nonholo {

namespace {

/// max that takes NaN and keeps it: a run that leaves the numbers must not look good.
void raise(double& most, double x) {
  if (x > most || std::isnan(x)) most = x;
}

template <class Real> Eigen::Map<const VectorX<Real>> vector(std::span<const Real> x) {
  return {x.data(), static_cast<Eigen::Index>(x.size())};
}

}  // namespace

template <class Real> Monitor<Real>::Monitor(const System<Real>& system)
    : system_(system),
      probe_(make_probe(system)) {}

template <class Real> void Monitor<Real>::operator()(const Observation<Real>& seen) {
  const View<Real>& state = seen.state;
  const bool first = seen.step == 0;
  if (first) {
    t0_ = state.t;
    q0_.assign(state.q.begin(), state.q.end());
    v0_.assign(state.v.begin(), state.v.end());
  }
  if (system_.traits().conservative) watch_energy(state, first);
  const ConstraintResidual<Real> residual = probe_->constraint(state.t, state.q, state.v);
  residual_ = static_cast<double>(residual.absolute);
  raise(extremes_.max_constraint_residual, residual_);
  raise(extremes_.max_constraint_residual_scaled, static_cast<double>(residual.scaled));
  if (system_.exact_solution()) watch_solution(state);
}

template <class Real> void Monitor<Real>::watch_energy(const View<Real>& state, bool first) {
  const Real energy = probe_->energy(state.t, state.q, state.v);
  if (first) {
    start_energy_ = energy;
    extremes_.max_energy_error = 0;
  }
  energy_error_ = static_cast<double>(energy - start_energy_);
  extremes_.final_energy_error = energy_error_;
  raise(*extremes_.max_energy_error, std::abs(energy_error_));
}

template <class Real> void Monitor<Real>::watch_solution(const View<Real>& state) {
  const Point<Real, dynamic> exact = system_.exact_solution()(state.t - t0_, q0_, v0_);
  const VectorX<double> difference = (vector(state.q) - exact.q).template cast<double>();
  const double v = state.v.empty() ? 0 : static_cast<double>((vector(state.v) - exact.v).norm());
  solution_error_ = {difference.norm(), v};
  if (!extremes_.max_solution_error) {
    extremes_.max_solution_error = 0;
    extremes_.max_component_error.assign(q0_.size(), 0);
  }
  raise(*extremes_.max_solution_error, solution_error_->first);
  for (std::size_t i = 0; i < q0_.size(); ++i)
    raise(extremes_.max_component_error[i], std::abs(difference[static_cast<Eigen::Index>(i)]));
}

template class Monitor<double>;
template class Monitor<long double>;
template class Monitor<quad>;

}  // namespace nonholo
