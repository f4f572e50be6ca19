// An invariant that a text gives, with its derivatives: those of its expression.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>
#include <nonholo/framework/expression/program.hpp>

#include <algorithm>
#include <optional>
#include <span>

namespace nonholo {

/// What NamedInvariant::value holds where the system is a text: value.target<TextInvariant<Real>>() finds it.
template <class Real> struct TextInvariant {
  Program<Real> value, slope;  ///< slope is empty where derivatives are not known: of a DAE z follows from y

  Real operator()(Real t, std::span<const Real> q, std::span<const Real> v) const { return run(value, t, q, v)[0]; }

  /// By t, each of q, each of v.
  std::optional<VectorX<Real>> slopes(Real t, std::span<const Real> q, std::span<const Real> v) const {
    const int size = slope.number_of_outputs();
    if (size == 0) return std::nullopt;
    return VectorX<Real>(Eigen::Map<const VectorX<Real>>(run(slope, t, q, v), size));
  }

 private:
  static const Real* run(const Program<Real>& program, Real t, std::span<const Real> q, std::span<const Real> v) {
    Real* in = program.inputs();
    *in++ = t;
    std::ranges::copy(v, std::ranges::copy(q, in).out);
    return program.run();
  }
};

}  // namespace nonholo
