// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/run/trajectory.hpp>

#include <nonholo/framework/base/quad.hpp>

#include <algorithm>
#include <limits>

namespace nonholo {

template <class Real> Trajectory<Real>::Trajectory(const System<Real>& system, long every)
    : probe_(make_probe(system)),
      balance_(system),
      lambda_(VectorX<Real>::Zero(system.constraints())),
      every_(every) {
  if (every < 1) throw InputError("every", "must be >= 1");
}

template <class Real> void Trajectory<Real>::operator()(const Observation<Real>& seen) {
  const auto& [t, q, v, lambda_stage] = seen.state;
  if (seen.step == 0) {
    states_.clear();
    balance_.start(t, q, v);
  } else {
    balance_.advance(t, q, v);
  }
  if (seen.step % every_ != 0) return;
  std::ranges::copy(lambda_stage, lambda_.begin());  // a DAE takes the root next to it
  const bool regular = probe_->multipliers(t, q, v, {lambda_.data(), static_cast<std::size_t>(lambda_.size())});
  states_.push_back({.step = seen.step,
                     .t = t,
                     .q = vector_of(q),
                     .v = vector_of(v),
                     .lambda = lambda_,
                     .energy = probe_->energy(t, q, v),
                     .work = balance_.work(),
                     .residual = probe_->constraint(t, q, v).absolute});
  if (!regular) states_.back().lambda.setConstant(std::numeric_limits<Real>::quiet_NaN());
}

template <class Real> Real Trajectory<Real>::max_energy_error() const {
  using std::abs;
  if (states_.empty()) return 0;
  const Real first = states_.front().energy - states_.front().work;
  return most([&](const Recorded<Real>& x) { return Real(abs(x.energy - x.work - first)); });
}

template <class Real> Real Trajectory<Real>::max_residual() const {
  return most([](const Recorded<Real>& x) { return x.residual; });
}

template class Trajectory<double>;
template class Trajectory<quad>;

}  // namespace nonholo
