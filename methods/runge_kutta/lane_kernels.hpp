// The sums of products over n coordinates that a step in lanes consists of (frozen_lane_spark.hpp), compiled for every
// n there may be and chosen once: loops whose ends only the run knows take several times the instructions. Private
// header of methods/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/methods/runge_kutta/lane_coefficients.hpp>

namespace nonholo {

/// Vectors have n packs each, columns of matrices are most_lane_coordinates apart.
struct LaneKernels {
  void (*multiply)(const Pack* A, const Pack* x, Pack* y);          ///< y = A x
  void (*subtract_product)(const Pack* A, const Pack* x, Pack* y);  ///< y -= A x
  void (*add)(double factor, const Pack* x, Pack* y);               ///< y += factor x
  /// sum += sum_l sum_k (G_l)_k y_k[l], the columns G_l of the first `lanes` lanes as far apart as those of matrices.
  void (*weigh)(const Pack* G, const Pack* y, int lanes, Pack& sum);
  /// A = M^-1, whose columns have no gaps; false, with anything in A, unless M is positive definite in every lane.
  bool (*invert)(const Pack* M, Pack* A);
};

/// For n from 1 to most_lane_coordinates.
const LaneKernels& lane_kernels(int n);

}  // namespace nonholo
