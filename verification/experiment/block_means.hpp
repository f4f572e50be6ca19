// How a quantity of a run goes on: its drift rate with a standard error, and which of five kinds its growth is of. Both
// come from means over blocks of steps (batch means: Schmeiser 1982), in constant memory.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/output/archive.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace nonholo {

/// Means of a series over blocks of equally many values. There are at most 64 blocks: neighbours are joined when there
/// are more. The last values, at most one in 32, are left out where they fill no block.
class BlockMeans {
 public:
  struct Block {
    double t = 0, x = 0;
    void archive(Archive& with) { with(t, x); }
  };

  void add(double t, double x);
  const std::vector<Block>& blocks() const { return blocks_; }
  void archive(Archive& with) { with(blocks_, length_, in_open_, t_first_, x_first_, t_sum_, x_sum_); }

 private:
  static constexpr std::size_t most = 64;
  void join_neighbours();

  std::vector<Block> blocks_;
  long length_ = 1, in_open_ = 0;                             // values of a block, and of the open one
  double t_first_ = 0, x_first_ = 0, t_sum_ = 0, x_sum_ = 0;  // sums are of distances from the first value
};

/// The least-squares slope over t of the block means, and its standard error, for which block means are taken as
/// independent. [unit of the series per unit of time]
struct Drift {
  double rate = 0, error = 0;
};
/// Nothing for fewer than three blocks, which leave no error, and for what is not finite.
std::optional<Drift> drift_of(const BlockMeans& means);

/// The models of growth: m_k is the mean of block k, e_k independent Gaussian numbers of one variance.
enum class Growth {
  bounded,      ///< m_k = a + e_k, or an oscillation m_k = a + b cos(w t) + c sin(w t) + e_k of at least one period
  linear,       ///< m_k = a + b t + e_k
  quadratic,    ///< m_k = a + b t + c t^2 + e_k
  random_walk,  ///< m_k = m_(k-1) + e_k
  exponential   ///< m_k = a + c exp(b t) + e_k, b > 0
};
constexpr std::array<std::string_view, 5> growth_names = {"bounded", "linear", "quadratic", "random_walk",
                                                          "exponential"};

/// Bayesian information criteria (Schwarz 1978) of the models, less that of the best one, which has 0: the larger the
/// number, the less likely the model. Part of an oscillation that is longer than the run looks like growth.
struct GrowthEvidence {
  Growth best = Growth::bounded;
  std::array<double, growth_names.size()> criteria{};
};
/// Nothing for fewer than eleven blocks: the largest model has five numbers, each is to have two data.
std::optional<GrowthEvidence> growth_of(const BlockMeans& means);

}  // namespace nonholo
