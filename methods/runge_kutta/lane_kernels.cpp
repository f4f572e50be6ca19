// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/runge_kutta/lane_kernels.hpp>

#include <nonholo/framework/base/small_inverse.hpp>

#include <array>
#include <cstddef>
#include <utility>

namespace nonholo {

namespace {

constexpr std::ptrdiff_t apart = most_lane_coordinates;
static_assert(apart == 9, "loops below are unrolled so often");

/// n packs, in registers.
template <int n> class Registers {
 public:
  [[gnu::always_inline]] Registers() { x_.fill(Pack(0)); }
  [[gnu::always_inline]] explicit Registers(const Pack* x) {
#pragma GCC unroll 9
    for (int r = 0; r < n; ++r) x_[r] = x[r];
  }
  [[gnu::always_inline]] void add(const Pack& factor, const Pack* x) {
#pragma GCC unroll 9
    for (int r = 0; r < n; ++r) x_[r] += factor * x[r];
  }
  [[gnu::always_inline]] void store(Pack* x) const {
#pragma GCC unroll 9
    for (int r = 0; r < n; ++r) x[r] = x_[r];
  }

 private:
  std::array<Pack, n> x_;
};

template <int n> void multiply(const Pack* A, const Pack* x, Pack* y) {
  Registers<n> sums;
  for (int k = 0; k < n; ++k) sums.add(x[k], A + k * apart);
  sums.store(y);
}

template <int n> void subtract_product(const Pack* A, const Pack* x, Pack* y) {
  Registers<n> sums(y);
  for (int k = 0; k < n; ++k) sums.add(-x[k], A + k * apart);
  sums.store(y);
}

template <int n> void add(double factor, const Pack* x, Pack* y) {
  Registers<n> sums(y);
  sums.add(Pack(factor), x);
  sums.store(y);
}

template <int n> void weigh(const Pack* G, const Pack* y, int lanes, Pack& sum) {
  const auto* numbers = reinterpret_cast<const double*>(y);
  Pack even(0), odd(0);
  for (int l = 0; l < lanes; ++l)
#pragma GCC unroll 9
    for (int k = 0; k < n; ++k) (k % 2 == 0 ? even : odd) += G[l * apart + k] * numbers[k * Pack::width + l];
  sum += even + odd;
}

template <int n> bool invert(const Pack* M, Pack* A) { return invert_positive_definite<n, int{apart}>(M, A); }

template <int... less_one>
constexpr std::array<LaneKernels, sizeof...(less_one)> all(std::integer_sequence<int, less_one...>) {
  return {LaneKernels{multiply<less_one + 1>, subtract_product<less_one + 1>, add<less_one + 1>, weigh<less_one + 1>,
                      invert<less_one + 1>}...};
}

}  // namespace

const LaneKernels& lane_kernels(int n) {
  static constexpr auto kernels = all(std::make_integer_sequence<int, most_lane_coordinates>());
  return kernels[static_cast<std::size_t>(n - 1)];
}

}  // namespace nonholo
