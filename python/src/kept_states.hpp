// The states that a run shows, kept in one array each, so that NumPy can look at them where they are.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/interpolant.hpp>
#include <nonholo/verification/experiment/monitor.hpp>
#include <nonholo/verification/experiment/prepared_run.hpp>

#include <limits>
#include <memory>
#include <variant>
#include <vector>

namespace nonholo::python {

/// States in the order in which they were seen: row after row, without gaps.
template <class Real> struct KeptStates {
  std::vector<Real> t, q, v;
  /// z of a DAE, from which its root is found again; empty for other systems
  std::vector<Real> z;
  std::vector<double> energy_error, residual;

  void add(const View<Real>& state, const Monitor<Real>& monitor, std::size_t of_z) {
    t.push_back(state.t);
    q.insert(q.end(), state.q.begin(), state.q.end());
    v.insert(v.end(), state.v.begin(), state.v.end());
    for (std::size_t i = 0; i < of_z; ++i)
      z.push_back(i < state.lambda_stage.size() ? state.lambda_stage[i] : std::numeric_limits<Real>::quiet_NaN());
    energy_error.push_back(monitor.energy_error());
    residual.push_back(monitor.constraint_residual());
  }

  /// Room for so many states: arrays that grow are copied, and their pages asked for again.
  void reserve(std::size_t states, const System<Real>& system, std::size_t of_z) {
    t.reserve(states);
    q.reserve(states * static_cast<std::size_t>(system.coordinates()));
    v.reserve(states * static_cast<std::size_t>(system.velocities()));
    z.reserve(states * of_z);
    energy_error.reserve(states);
    residual.reserve(states);
  }

  std::size_t size() const { return t.size(); }

  /// @param number of the state; its vectors look into these arrays
  View<Real> view(std::size_t number) const {
    const auto row = [&](const std::vector<Real>& all) {
      const std::size_t columns = t.empty() ? 0 : all.size() / t.size();
      return std::span<const Real>(all).subspan(number * columns, columns);
    };
    return {t[number], row(q), row(v), row(z)};
  }
};

/// What one run showed: its accepted states, its samples, the states of each event.
template <class Real> struct Shown {
  KeptStates<Real> steps, samples;
  std::vector<KeptStates<Real>> located;

  // made when first asked for
  std::vector<Real> lambda = {};
  std::unique_ptr<Integrator<Real>> integrator = nullptr;
  std::unique_ptr<DenseOutput<Real>> dense = nullptr;
};

using AnyShown = std::variant<Shown<double>, Shown<quad>>;

}  // namespace nonholo::python
