// Weighted sums of states, several numbers at a time: what explicit methods consist of beside the problem. Private
// header of methods/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

namespace nonholo {

/// Four doubles, which GCC and Clang keep in whatever registers there are; for both a vector aliases the numbers that
/// it holds. One number of another precision.
template <class Real> struct LaneOf { using type = Real; };
template <> struct LaneOf<double> { using type [[gnu::vector_size(4 * sizeof(double))]] = double; };
template <class Real> using Lane = typename LaneOf<Real>::type;
template <class Real> inline constexpr int lane_width = sizeof(Lane<Real>) / sizeof(Real);

template <class Real> constexpr int lanes_for(Eigen::Index numbers) {
  return static_cast<int>((numbers + lane_width<Real> - 1) / lane_width<Real>);
}

/// x <- max(x, |y|), number by number. Vectors are handed on by reference alone: how one is returned depends on the
/// processor that is compiled for, of which compilers warn.
template <class L> void raise_to(L& x, const L& y) {
  const L size = y < 0 ? -y : y;
  x = x < size ? size : x;
}

/// The sum of its numbers.
template <class Real> Real total(const Lane<Real>& x) {
  Real sum = 0;
  if constexpr (lane_width<Real> == 1) sum = x;
  else
    for (int i = 0; i < lane_width<Real>; ++i) sum += x[i];
  return sum;
}

/// The largest of its numbers, none of which is negative.
template <class Real> Real largest(const Lane<Real>& x) {
  Real most = 0;
  if constexpr (lane_width<Real> == 1) most = x;
  else
    for (int i = 0; i < lane_width<Real>; ++i) most = std::max<Real>(most, x[i]);
  return most;
}

/// States of one length side by side, zero at first and in whole lanes. `known` lanes each, or as many as the
/// constructor is told.
template <class Real, int known> class States {
 public:
  States(int states, Eigen::Index numbers)
      : lanes_(known == dynamic ? lanes_for<Real>(numbers) : known),
        data_(static_cast<std::size_t>(states * lanes_)) {}

  int lanes() const { return known == dynamic ? lanes_ : known; }
  Lane<Real>* lane(int state) { return data_.data() + state * lanes(); }
  const Lane<Real>* lane(int state) const { return data_.data() + state * lanes(); }
  Real* operator[](int state) { return reinterpret_cast<Real*>(lane(state)); }
  const Real* operator[](int state) const { return reinterpret_cast<const Real*>(lane(state)); }

  /// The numbers of all states, padding included.
  std::span<const Real> numbers() const { return {(*this)[0], data_.size() * lane_width<Real>}; }
  std::span<Real> numbers() { return {(*this)[0], data_.size() * lane_width<Real>}; }

 private:
  int lanes_;
  std::vector<Lane<Real>> data_;
};

/// One summand of a sum of states.
template <class Real> struct Term {
  Real weight;
  int state;
};

/// `count` lanes of such a sum from `first` on, in registers.
template <int count, class Real, int known> void add_terms_in(int first, const std::vector<Term<Real>>& terms,
                                                              const States<Real, known>& x, const Real& h,
                                                              const Lane<Real>* start, Lane<Real>* out) {
  std::array<Lane<Real>, static_cast<std::size_t>(count)> sum{};
  for (const Term<Real>& term : terms) {
    const Lane<Real>* const state = x.lane(term.state) + first;
#pragma GCC unroll 4
    for (std::size_t i = 0; i < count; ++i) sum[i] += term.weight * state[i];
  }
#pragma GCC unroll 4
  for (std::size_t i = 0; i < count; ++i) (out + first)[i] = start ? (start + first)[i] + h * sum[i] : h * sum[i];
}

/// out <- start + h (w_1 x_1 + w_2 x_2 + ...), lane by lane; the start may be out. The latest state comes last: what
/// waits for it is one multiplication.
template <class Real, int known> void add_terms(const std::vector<Term<Real>>& terms, const States<Real, known>& x,
                                                const Real& h, const Lane<Real>* start, Lane<Real>* out) {
  if constexpr (known != dynamic) add_terms_in<known>(0, terms, x, h, start, out);
  else
    for (int i = 0; i < x.lanes(); ++i) add_terms_in<1>(i, terms, x, h, start, out);
}

}  // namespace nonholo
