// What a problem claims of its solutions, without its type: closed-form solutions, invariants, names of its
// coordinates.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/about.hpp>
#include <nonholo/framework/problem/mechanical_system.hpp>
#include <nonholo/framework/problem/skew_gradient_system.hpp>

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nonholo {

/// A function of the state that the flow conserves: of (t, q, v); of a DAE of (t, y, z), of a skew-gradient system of
/// (t, zeta, nothing).
template <class Real> struct NamedInvariant {
  std::string_view name;
  std::function<Real(Real t, std::span<const Real> q, std::span<const Real> v)> value;
};

/// The solution through (q0, v0) at time 0. Of a DAE (y, z) from y0, of a skew-gradient system zeta from zeta0.
template <class Real> using ExactSolution =
    std::function<Point<Real, dynamic>(Real t, std::span<const Real> q0, std::span<const Real> v0)>;

namespace detail {

template <class P, class Real>
concept HasExactSolution = requires(const P& p, Real t, const Vector<Real, state_size<P>>& x) {
  p.exact_solution(t, x, x);
};

template <class P, class Real>
concept HasExactSolutionOfState = requires(const P& p, Real t, const Vector<Real, state_size<P>>& x) {
  p.exact_solution(t, x);
};

/// The problem's own vector of these numbers; zero where there are none.
template <int size, class Real> Vector<Real, size> own_vector(std::span<const Real> x) {
  if (x.empty()) return Vector<Real, size>::Zero(size == dynamic ? 0 : size);
  return Eigen::Map<const Vector<Real, size>>(x.data(), static_cast<Eigen::Index>(x.size()));
}

/// An empty function where the problem knows no solution.
template <class P, class Real> ExactSolution<Real> exact_solution_of(const P& problem) {
  if constexpr (HasExactSolution<P, Real>) {
    return [problem](Real t, std::span<const Real> q0, std::span<const Real> v0) -> Point<Real, dynamic> {
      const Point<Real, state_size<P>> x =
          problem.exact_solution(t, own_vector<state_size<P>>(q0), own_vector<state_size<P>>(v0));
      return {x.q, x.v};
    };
  } else if constexpr (SkewGradientSystem<P> && HasExactSolutionOfState<P, Real>) {
    return [problem](Real t, std::span<const Real> zeta0, std::span<const Real>) -> Point<Real, dynamic> {
      return {problem.exact_solution(t, own_vector<state_size<P>>(zeta0)), VectorX<Real>()};
    };
  } else if constexpr (HasExactSolutionOfState<P, Real>) {
    return [problem](Real t, std::span<const Real> y0, std::span<const Real>) -> Point<Real, dynamic> {
      const auto [y, z] = problem.exact_solution(t, own_vector<state_size<P>>(y0));
      return {y, z};
    };
  } else {
    return {};
  }
}

template <class P, class Real> std::vector<NamedInvariant<Real>> invariants_of(const P& problem) {
  std::vector<NamedInvariant<Real>> all;
  constexpr int size = state_size<P>, beside = size_beside_state<P>;
  using State = Vector<Real, size>;
  using Beside = Vector<Real, beside>;
  if constexpr (requires { P::about().invariants.front().value(problem, Real(0), State(), Beside()); }) {
    for (const auto& invariant : P::about().invariants)
      all.push_back({invariant.name,
                     [problem, value = invariant.value](Real t, std::span<const Real> q, std::span<const Real> v) {
                       return value(problem, t, own_vector<size>(q), own_vector<beside>(v));
                     }});
  }
  return all;
}

/// One name for each coordinate: those that are known, then the letter and a number.
std::vector<std::string> coordinate_names(const std::vector<std::string_view>& known, Eigen::Index coordinates,
                                          std::string_view letter);

template <class P> std::vector<std::string> coordinate_names_of(const P& problem, std::string_view letter) {
  const Eigen::Index coordinates = system::coordinates(problem);
  if constexpr (requires { problem.coordinate_names(); }) {
    const std::vector<std::string> own = problem.coordinate_names();
    return coordinate_names({own.begin(), own.end()}, coordinates, letter);
  } else if constexpr (requires { P::about().coordinates; })
    return coordinate_names(P::about().coordinates, coordinates, letter);
  else return coordinate_names({}, coordinates, letter);
}

}  // namespace detail

}  // namespace nonholo
