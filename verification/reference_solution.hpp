// The solution at a time, as exactly as double precision gives it, for problems without a closed form.
#pragma once

#include <nonholo/framework/start.hpp>

#include <optional>

namespace nonholo {

struct ReferenceSolution {
  VectorX<double> q, v;
  double uncertainty;  ///< change of (q, v), relative to 1 + its size, when the step was halved last
};

/// Gauss with 4 stages (order 8), the step halved until the end state changes by less than 1e-12 or stops improving. Nothing when the change
/// is still above 1e-9: chaotic or too long.
std::optional<ReferenceSolution> reference_solution(const System<double>& system, const Start<double>& start, double t0, double t_end);

}  // namespace nonholo
