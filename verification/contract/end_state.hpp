// The state (q, v) of an integrator or a start as one vector, and how far two are apart.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrator.hpp>
#include <nonholo/framework/system/start.hpp>

#include <algorithm>
#include <limits>

namespace nonholo {

inline VectorX<double> state_of(const Integrator<double>& integrator) {
  const View<double> view = integrator.view();
  VectorX<double> state(static_cast<Eigen::Index>(view.q.size() + view.v.size()));
  std::ranges::copy(view.v, std::ranges::copy(view.q, state.begin()).out);
  return state;
}

inline VectorX<double> state_of(const AdmissibleStart<double>& start) {
  VectorX<double> state(start.q.size() + start.v.size());
  state << start.q, start.v;
  return state;
}

/// Infinity norm, infinite when something is not finite.
inline double distance(const VectorX<double>& x, const VectorX<double>& y) {
  const VectorX<double> off = x - y;
  return off.allFinite() ? off.cwiseAbs().maxCoeff() : std::numeric_limits<double>::infinity();
}

}  // namespace nonholo
