// Rows that are nearly combinations of others, for messages. Private header of framework/system.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/system.hpp>

#include <optional>
#include <span>
#include <type_traits>

namespace nonholo::detail {

/// A row that the others leave little of, but not nothing.
struct NearlyDependent {
  Eigen::Index row;
  double direction;   ///< what is left of it, as a part of its length, each velocity in the unit of its mass
  double right_side;  ///< what is left of b_i of K v + b = 0, in its units
};

/// Of the rows that with_independent_rows() would leave out the one of which most is left at this state; nothing where
/// all rows are independent, or something is not finite. Allocates.
template <class Real>
std::optional<NearlyDependent> nearly_dependent_row(const System<Real>& system, std::type_identity_t<Real> t,
                                                    std::type_identity_t<std::span<const Real>> q,
                                                    std::type_identity_t<std::span<const Real>> v);

}  // namespace nonholo::detail
