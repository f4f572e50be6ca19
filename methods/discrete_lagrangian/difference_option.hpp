// The rules of finite_difference.hpp by name, as the options of methods.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/option.hpp>
#include <nonholo/methods/discrete_lagrangian/finite_difference.hpp>

#include <utility>

namespace nonholo {

enum class Difference { left, right, midpoint, symmetrised };

template <class Real> DifferenceRule<Real> rule(Difference difference) {
  switch (difference) {
    case Difference::left: return differences::left<Real>();
    case Difference::right: return differences::right<Real>();
    case Difference::midpoint: return differences::midpoint<Real>();
    case Difference::symmetrised: break;
  }
  return differences::symmetrised<Real>();
}

inline Selection<Difference> difference_option(Option option) {
  using enum Difference;
  return {std::move(option), {{"left", left}, {"right", right}, {"midpoint", midpoint}, {"symmetrised", symmetrised}}};
}

/// Of every method with a discrete Lagrangian.
inline const Selection<Difference> lagrangian_difference =
    difference_option({.key = "difference", .meaning = "of the discrete Lagrangian", .usual = "symmetrised"});

}  // namespace nonholo
