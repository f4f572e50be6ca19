// When is a velocity converged? Relative to its own size, but not below a fraction of what the kinetic energy allows its component:
// a component that happens to vanish has no size of its own, and its round-off is that of its neighbours.
#pragma once

#include <nonholo/framework/numeric.hpp>

#include <algorithm>
#include <cmath>

namespace nonholo {

/// 1 / scale for component c of V, which takes the values V_c at the points of a step.
/// @param largest largest |V_c|;  twice_kinetic v . p, the largest over the points;  mass the diagonal entry p_v(c, c)
template <class Real> Real velocity_weight(Real largest, Real twice_kinetic, Real mass) {
  using std::abs, std::sqrt;
  constexpr Real smallest_fraction = Real(1) / 64;
  const Real scale = std::max<Real>(largest, smallest_fraction * sqrt(abs(twice_kinetic / mass)));
  return scale > 0 && std::isfinite(static_cast<double>(scale)) ? 1 / scale : Real(1);
}

}  // namespace nonholo
