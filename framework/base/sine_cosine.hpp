// Sine and cosine of one angle, in line and without a branch, of a double and of several at once (pack.hpp). Numbers
// stay in registers, and what is around goes on beside it, where a call of the C library's would end both.
//
// Cody and Waite's reduction by pi/2 in three parts and the polynomials of fdlibm (Sun Microsystems 1993, k_sin.c and
// k_cos.c), summed in pairs; what the reduction lost goes in by the slope, so that no polynomial waits for it. Less
// than one unit in the last place, like the C library's; of -0 the sine is 0.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace nonholo::detail {

// Vectors are handed on by reference alone: how one is returned depends on the processor that is compiled for, of which
// compilers warn.

/// Below it the quarter turns have 20 bits, and their products with the first two parts of pi/2 no rounding.
inline constexpr double largest_angle = 1e6;

/// x = (quarter turns) pi/2 + (y - rest), |y| below pi/4, for |x| < largest_angle; the turns end the bits of `turns`.
template <class T> [[gnu::always_inline]] inline void reduce(const T& x, T& turns, T& y, T& rest) {
  constexpr double to_integer = 6755399441055744.0;  // 1.5 * 2^52: adding it rounds
  constexpr double two_over_pi = 6.36619772367581382433e-01;
  constexpr double half_pi_1 = 1.57079632673412561417e+00, half_pi_2 = 6.07710050630396597660e-11,
                   half_pi_3 = 2.02226624879595063154e-21;  // 33 bits, 33 bits, the rest
  turns = x * two_over_pi + to_integer;
  const T n = turns - to_integer, rough = x - n * half_pi_1, less = n * half_pi_2;
  y = rough - less;
  rest = n * half_pi_3 - ((rough - y) - less);
}

// Of (sin y - y) / y^3 and (cos y - 1 + y^2/2) / y^4 in y^2.
inline constexpr double sine_terms[6] = {-1.66666666666666324348e-01, 8.33333333332248946124e-03,
                                         -1.98412698298579493134e-04, 2.75573137070700676789e-06,
                                         -2.50507602534068634195e-08, 1.58969099521155010221e-10};
inline constexpr double cosine_terms[6] = {4.16666666666666019037e-02, -1.38888888888741095749e-03,
                                           2.48015872894767294178e-05, -2.75573143513906633035e-07,
                                           2.08757232129817482790e-09, -1.13596475577881948265e-11};

template <class T, class C>
[[gnu::always_inline]] inline void polynomial(const C (&c)[6], const T& z, const T& z_squared, T& sum) {
  sum = (c[0] + z * c[1]) + z_squared * ((c[2] + z * c[3]) + z_squared * (c[4] + z * c[5]));
}

/// sin(y - rest).
template <class T> [[gnu::always_inline]] inline void sine_of(const T& y, const T& rest, T& sine) {
  const T z = y * y, z_squared = z * z, slope = (1.0 - 0.5 * z) + z_squared * (1.0 / 24);
  T sum;
  polynomial(sine_terms, z, z_squared, sum);
  sine = y + (z * y * sum - slope * rest);
}

/// cos(y - rest).
template <class T> [[gnu::always_inline]] inline void cosine_of(const T& y, const T& rest, T& cosine) {
  const T z = y * y, z_squared = z * z, half = 0.5 * z, w = 1.0 - half, slope = z * y * (1.0 / 6) - y;
  T sum;
  polynomial(cosine_terms, z, z_squared, sum);
  cosine = w + ((((1.0 - w) - half) - slope * rest) + z_squared * sum);
}

struct SineCosine {
  double sine, cosine;
};

/// Both functions side by side, for |x| < largest_angle.
[[gnu::always_inline]] inline SineCosine sine_and_cosine(double x) {
  using Two [[gnu::vector_size(2 * sizeof(double))]] = double;
  using Mask [[gnu::vector_size(2 * sizeof(double))]] = std::int64_t;
  constexpr Two terms[6] = {{sine_terms[0], cosine_terms[0]}, {sine_terms[1], cosine_terms[1]},
                            {sine_terms[2], cosine_terms[2]}, {sine_terms[3], cosine_terms[3]},
                            {sine_terms[4], cosine_terms[4]}, {sine_terms[5], cosine_terms[5]}};
  double shifted, y, rest;
  reduce(x, shifted, y, rest);
  const double z = y * y, z_squared = z * z, half = 0.5 * z, w = 1.0 - half, zy = z * y;
  Two sum;
  polynomial(terms, Two{z, z}, Two{z_squared, z_squared}, sum);
  const Two slope{w + z_squared * (1.0 / 24), zy * (1.0 / 6) - y}, lost{0, (1.0 - w) - half};
  const Two both = Two{y, w} + ((lost - slope * rest) + Two{zy, z_squared} * sum), swapped{both[1], both[0]};
  const Two twice{shifted, shifted};
  Mask turns, bits;
  std::memcpy(&turns, &twice, sizeof turns);
  Two value = (turns << 63) < 0 ? swapped : both;
  std::memcpy(&bits, &value, sizeof bits);
  bits ^= ((turns + Mask{0, 1}) & 2) << 62;
  std::memcpy(&value, &bits, sizeof value);
  return {value[0], value[1]};
}

[[gnu::always_inline]] inline bool reduces(double x) { return x < largest_angle && x > -largest_angle; }

// What is computed before it is known to hold is computed once for sine and cosine of one angle, as long as the calls
// of the C library are ones that the compiler knows to change no memory.

/// sin x of any scalar.
template <class S> [[gnu::always_inline]] inline S sine(const S& x) {
  using std::sin;
  if constexpr (std::is_same_v<S, double>) {
    double y = sine_and_cosine(x).sine;
    if (!reduces(x)) [[unlikely]]
      y = std::sin(x);
    return y;
  } else {
    return sin(x);
  }
}

/// cos x of any scalar.
template <class S> [[gnu::always_inline]] inline S cosine(const S& x) {
  using std::cos;
  if constexpr (std::is_same_v<S, double>) {
    double y = sine_and_cosine(x).cosine;
    if (!reduces(x)) [[unlikely]]
      y = std::cos(x);
    return y;
  } else {
    return cos(x);
  }
}

}  // namespace nonholo::detail
