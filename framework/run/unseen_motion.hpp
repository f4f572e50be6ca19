// Motion that is too small for positions to show, as that of a body at rest.
//
// Velocities are solved for to their own last digits. A motion that dies out, or a body that forces and reactions hold
// in place, has no such digits: terms cancel and leave rounding of the size of the terms, not of v. So the iteration is
// at its end when its increments are below the last digits of positions (solver/seen_increments.hpp).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>
#include <nonholo/framework/faces/completed_mass.hpp>
#include <nonholo/framework/system/system.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <span>

namespace nonholo {

/// For mechanical systems. Holds scratch: use one for each thread. Nothing allocates after construction.
template <class Real> class SeenMotion {
 public:
  using Values = std::span<const Real>;

  explicit SeenMotion(const System<Real>& system)
      : kinetic_(in_size_class(system.held_rows().empty() ? system : system.with_all_rows())),
        back_(system.coordinates()),
        moved_(system.coordinates()) {}

  /// The larger of |dq| / |q| and |h dv| / |q|, in the mass metric at the (t, q) where the motion begins, so that no
  /// choice of units changes it. |q| is the larger norm of q and `end`, because a motion that begins at the origin has
  /// no digits there. Infinity if both are 0.
  /// @param end the positions where the motion ends if the iteration came to rest. Else pass q, lest an iterate that
  ///            ran away hide its corrections.
  Real part(const Real& t, Values q, Values end, const Real& h, Values dq, Values dv) {
    using std::sqrt;
    const Real shown = std::max<Real>(square(t, q, q), square(t, q, end));
    if (!(shown > 0)) return std::numeric_limits<Real>::infinity();
    for (Eigen::Index i = 0; i < moved_.size(); ++i) moved_[i] = h * dv[static_cast<std::size_t>(i)];
    return sqrt(Real(std::max<Real>(square(t, q, dq), square(t, q, values(moved_))) / shown));
  }

  /// Whether part() is no more than a last digit or two of q.
  bool hides(const Real& t, Values q, Values end, const Real& h, Values dq, Values dv) {
    return part(t, q, end, h, dq, dv) <= 4 * epsilon<Real>;
  }

 private:
  using Kinetic = std::function<Real(const Real&, Values, Values)>;

  static Kinetic in_size_class(const System<Real>& system) {
    return system.visit([]<int n, int m>(const std::shared_ptr<const Dynamics<Real, n, m>>& dynamics) -> Kinetic {
      const Vector<Real, n> zero = Vector<Real, n>::Zero(dynamics->coordinates());
      return [own = own_face<Real, n, m>(dynamics), at = zero, v = zero, p = zero](const Real& t, Values q,
                                                                                   Values x) mutable -> Real {
        std::ranges::copy(q, at.begin());
        std::ranges::copy(x, v.begin());
        own->momentum(t, at, v, p);
        return v.dot(p) / 2;
      };
    });
  }

  /// The square norm of x, as the sum over x and -x: terms of v . p that are linear in v do not belong to the metric.
  Real square(const Real& t, Values q, Values x) {
    for (Eigen::Index i = 0; i < back_.size(); ++i) back_[i] = -x[static_cast<std::size_t>(i)];
    return kinetic_(t, q, x) + kinetic_(t, q, values(back_));
  }

  Kinetic kinetic_;
  VectorX<Real> back_, moved_;
};

}  // namespace nonholo
