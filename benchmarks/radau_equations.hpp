// The problems as DAEs of index 2 for RADAU5: M y' = f(t, y), y = (q, v, lambda), M = (1, 1, 0); written by hand.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

namespace nonholo::benchmarks::radau_equations {

using std::cos, std::sin;

inline void positions(int n, const double* y, double* f) {
  for (int i = 0; i < n; ++i) f[i] = y[n + i];
}

inline void contact(const int*, const double*, const double* y, double* f, double*, int*) {
  positions(3, y, f);
  f[3] = -y[0] * (1 + 0.3 * y[2] * y[2]) + y[6];
  f[4] = -y[1];
  f[5] = -y[2] * (1 + 0.3 * y[0] * y[0]) + y[1] * y[6];
  f[6] = y[3] + y[1] * y[5];
}

inline void particle(const int*, const double*, const double* y, double* f, double*, int*) {
  positions(3, y, f);
  f[3] = -2 * y[0] - y[1] * y[6];
  f[4] = -2 * y[1];
  f[5] = y[6];
  f[6] = y[5] - y[1] * y[3];
}

inline void gearbox(const int*, const double*, const double* y, double* f, double*, int*) {
  const double s = sin(y[2]), c = cos(y[2]);
  positions(3, y, f);
  f[3] = -y[0] + y[6];
  f[4] = -y[1] + s * y[6];
  f[5] = s + 0.4 * (c * c - s * s);
  f[6] = y[3] + s * y[4];
}

inline void disk(const int*, const double*, const double* y, double* f, double*, int*) {
  const double s = sin(y[2]), c = cos(y[2]), R = 0.25;
  positions(4, y, f);
  f[4] = y[8];
  f[5] = y[9];
  f[6] = 0;
  f[7] = -R * (c * y[8] + s * y[9]);
  f[8] = y[4] - R * c * y[7];
  f[9] = y[5] - R * s * y[7];
}

// m = a = I = 1, g = 0.1; v' from M v' = r by elimination: (1 0 -s; 0 1 c; -s c 2), whose Schur complement is 1.
inline void sleigh(const int*, const double*, const double* y, double* f, double*, int*) {
  const double s = sin(y[2]), c = cos(y[2]), w = y[5], g = 0.1;
  const double rx = c * w * w - s * y[6], ry = s * w * w - g + c * y[6], rw = -g * c;
  positions(3, y, f);
  f[5] = rw + s * rx - c * ry;
  f[3] = rx + s * f[5];
  f[4] = ry - c * f[5];
  f[6] = -s * y[3] + c * y[4];
}

}  // namespace nonholo::benchmarks::radau_equations
