// Where the numbers of a SPARK step stand that has a point in each lane of a pack (lane_spark_equations.hpp), its
// unknowns and coefficients first of all. Private header of methods/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/faces/dynamics.hpp>
#include <nonholo/methods/runge_kutta/spark_coefficients.hpp>

#include <Eigen/LU>

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace nonholo {

/// Packs that s stages and the end take.
constexpr int packs_of(int stages) { return stages / Pack::width + 1; }

/// The most coordinates and constraints of a system in lanes whose sizes only the run knows: with twelve coordinates a
/// single stage, which leaves two lanes of four empty, takes a third longer than by itself.
inline constexpr int most_lane_coordinates = most_in_packs, most_lane_constraints = 6;

/// n and m of a step in lanes, constants where the compiler knows them.
template <int n, int m> struct LaneSizes {
  static constexpr int rows = n, constraints = m;
  LaneSizes(Eigen::Index, Eigen::Index) {}
};
template <> struct LaneSizes<dynamic, dynamic> {
  int rows, constraints;
  LaneSizes(Eigen::Index n, Eigen::Index m) : rows(static_cast<int>(n)), constraints(static_cast<int>(m)) {}
};

/// Room for n or m numbers.
template <int n> inline constexpr int lane_rows = n == dynamic ? most_lane_coordinates : n;
template <int m> inline constexpr int lane_constraints = m == dynamic ? most_lane_constraints : m;

/// A number of each point of a step with S stages, the end behind them; n numbers of each.
template <int S> using LanePoints = std::array<Pack, packs_of(S)>;
template <int S, int n> using LaneVectors = std::array<Vector<Pack, n>, packs_of(S)>;

/// n numbers, n x n, in room for the most there may be: no number of them needs to know how many there are.
template <int n> using LaneVector = Vector<Pack, lane_rows<n>>;
template <int n> using LaneSquare = Matrix<Pack, lane_rows<n>, lane_rows<n>>;

constexpr std::size_t pack_of(Eigen::Index point) { return static_cast<std::size_t>(point / Pack::width); }
constexpr int lane_at(Eigen::Index point) { return static_cast<int>(point % Pack::width); }

/// One of the four, read from where they stand: a pack that is in memory anyway.
[[gnu::always_inline]] inline double number(const Pack& x, int lane) {
  return reinterpret_cast<const double*>(&x)[lane];
}

/// f(from) + ... + f(from + count - 1) by halves: a sum of one after the other would wait for each.
template <int from, int count, class F> [[gnu::always_inline]] inline Pack sum_of(const F& f) {
  if constexpr (count == 1) return f(from);
  else return sum_of<from, count / 2>(f) + sum_of<from + count / 2, count - count / 2>(f);
}

/// f(0) + ... + f(size - 1); `count` is size where the compiler knows it, else dynamic.
template <int count, class F> [[gnu::always_inline]] inline Pack sum_to([[maybe_unused]] int size, const F& f) {
  if constexpr (count != dynamic) {
    return sum_of<0, count>(f);
  } else {
    Pack even(0), odd(0);
    for (int i = 0; i + 1 < size; i += 2) {
      even += f(i);
      odd += f(i + 1);
    }
    if (size % 2 != 0) even += f(size - 1);
    return even + odd;
  }
}

/// sum_j column_j x_j at all points.
template <std::size_t packs, std::size_t S>
[[gnu::always_inline]] inline std::array<Pack, packs> times(const std::array<std::array<Pack, packs>, S>& columns,
                                                            const double* x) {
  std::array<Pack, packs> sum;
  for (std::size_t p = 0; p < packs; ++p)
    sum[p] = sum_of<0, S>([&](int j) { return columns[static_cast<std::size_t>(j)][p] * x[j]; });
  return sum;
}

/// Where unknowns and equations stand: V_i of the points of a pack by coordinates, then L of the stages by constraints.
template <int n, int m, int S> struct LaneUnknowns : LaneSizes<n, m> {
  using LaneSizes<n, m>::LaneSizes, LaneSizes<n, m>::rows, LaneSizes<n, m>::constraints;

  constexpr Eigen::Index velocity(Eigen::Index point, Eigen::Index r) const {
    return (point / Pack::width * rows + r) * Pack::width + point % Pack::width;
  }
  constexpr Eigen::Index velocities(std::size_t pack, Eigen::Index r) const {
    return velocity(static_cast<Eigen::Index>(pack) * Pack::width, r);
  }
  constexpr Eigen::Index multiplier(Eigen::Index stage, Eigen::Index b) const {
    return (Eigen::Index{packs_of(S)} * rows + b) * Pack::width + stage;
  }
  constexpr Eigen::Index size() const { return multiplier(0, constraints); }

  /// Those that are no repetitions, in the order of SparkUnknowns.
  std::vector<Eigen::Index> independent() const {
    std::vector<Eigen::Index> places;
    for (Eigen::Index point = 0; point <= S; ++point)
      for (Eigen::Index r = 0; r < rows; ++r) places.push_back(velocity(point, r));
    for (Eigen::Index b = 0; b < constraints; ++b)
      for (Eigen::Index stage = 0; stage < S; ++stage) places.push_back(multiplier(stage, b));
    return places;
  }
};

/// The coefficients of a step by columns, whose lanes are its points or, in those of the constraints, its stages.
template <int S> struct LaneCoefficients {
  explicit LaneCoefficients(const SparkCoefficients<double>& T)
      : unit(T),
        a(columns(T.a)),
        a_hat(columns(T.a_hat)),
        a_tilde(columns(T.a_tilde)) {
    for (Eigen::Index i = 0; i < lanes; ++i) c[pack_of(i)].set(lane_at(i), T.c[std::min<Eigen::Index>(i, S)]);
    for (std::size_t l = 0; l <= S; ++l) w[l] = stages(unit.w.col(static_cast<Eigen::Index>(l)));
    for (std::size_t l = 0; l < S; ++l) wa[l] = stages(unit.wa.col(static_cast<Eigen::Index>(l)));
    wa[S] = Pack(0);
  }

  /// Constraints averaged by (w at)^-1 w: each row tells one stage's multipliers.
  struct Unit : SparkCoefficients<double> {
    explicit Unit(const SparkCoefficients<double>& T) : SparkCoefficients<double>(T) {
      w = (T.w * T.a_tilde).partialPivLu().solve(T.w).eval();
      wa = w * T.a;
    }
  };

  Unit unit;
  LanePoints<S> c;
  std::array<LanePoints<S>, S> a, a_hat, a_tilde;
  std::array<Pack, S + 1> w, wa;  // wa of the end is zero

 private:
  static constexpr Eigen::Index lanes = Eigen::Index{packs_of(S)} * Pack::width;

  static std::array<LanePoints<S>, S> columns(const MatrixX<double>& A) {
    std::array<LanePoints<S>, S> all;
    for (std::size_t j = 0; j < S; ++j)
      for (Eigen::Index i = 0; i < lanes; ++i)
        all[j][pack_of(i)].set(lane_at(i), A(std::min<Eigen::Index>(i, S), static_cast<Eigen::Index>(j)));
    return all;
  }
  static Pack stages(const VectorX<double>& x) {
    Pack pack(0);
    for (int i = 0; i < S; ++i) pack.set(i, x[i]);
    return pack;
  }
};

}  // namespace nonholo
