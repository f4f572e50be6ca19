// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/block_means.hpp>

#include <Eigen/QR>
#include <boost/math/tools/minima.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace nonholo {

void BlockMeans::add(double t, double x) {
  if (in_open_ == 0) {
    t_first_ = t;
    x_first_ = x;
    t_sum_ = x_sum_ = 0;
  }
  t_sum_ += t - t_first_;
  x_sum_ += x - x_first_;
  if (++in_open_ < length_) return;
  const auto size = static_cast<double>(length_);
  blocks_.push_back({t_first_ + t_sum_ / size, x_first_ + x_sum_ / size});
  in_open_ = 0;
  if (blocks_.size() == most) join_neighbours();
}

void BlockMeans::join_neighbours() {
  for (std::size_t i = 0; i < most / 2; ++i) {
    const Block &one = blocks_[2 * i], &other = blocks_[2 * i + 1];
    blocks_[i] = {(one.t + other.t) / 2, (one.x + other.x) / 2};
  }
  blocks_.resize(most / 2);
  length_ *= 2;
}

namespace {

using Eigen::ArrayXd, Eigen::MatrixXd, Eigen::VectorXd;

bool finite(const BlockMeans& means) {
  return std::ranges::all_of(means.blocks(),
                             [](const auto& each) { return std::isfinite(each.t) && std::isfinite(each.x); });
}

/// The sum of the squared residuals of x that these columns leave.
double residual(const MatrixXd& columns, const VectorXd& x) {
  return (x - columns * columns.householderQr().solve(x)).squaredNorm();
}

/// Block means, times from 0 to 1. The first one is given: a random walk says nothing about it.
struct Data {
  double first;
  VectorXd t, x;
};

Data data_of(const std::vector<BlockMeans::Block>& blocks) {
  const auto size = static_cast<Eigen::Index>(blocks.size()) - 1;
  Data data{blocks.front().x, VectorXd(size), VectorXd(size)};
  const double span = blocks.back().t - blocks.front().t;
  for (Eigen::Index i = 0; i < size; ++i) {
    const BlockMeans::Block& each = blocks[static_cast<std::size_t>(i) + 1];
    data.t[i] = (each.t - blocks.front().t) / span;
    data.x[i] = each.x;
  }
  return data;
}

double left_by_polynomial(const Data& data, int degree) {
  MatrixXd columns(data.t.size(), degree + 1);
  for (int j = 0; j <= degree; ++j) columns.col(j) = data.t.array().pow(j).matrix();
  return residual(columns, data.x);
}

double left_by_random_walk(const Data& data) {
  double sum = 0, before = data.first;
  for (const double x : data.x) {
    sum += (x - before) * (x - before);
    before = x;
  }
  return sum;
}

double least_of(const auto& function, double from, double to) {
  constexpr int digits = std::numeric_limits<double>::digits / 2;  // a minimum has no more
  return boost::math::tools::brent_find_minima(function, from, to, digits).second;
}

/// Over the frequency w, from one period a run to one in two blocks. Blocks of some periods of a fast oscillation show
/// a slow one. A quarter of a period a run apart, one of the frequencies tried is beside the best.
double left_by_oscillation(const Data& data) {
  constexpr double turn = 2 * std::numbers::pi, apart = turn / 4;
  const auto left = [&](double w) {
    MatrixXd columns(data.t.size(), 3);
    columns.col(0).setOnes();
    columns.col(1) = (w * data.t.array()).cos().matrix();
    columns.col(2) = (w * data.t.array()).sin().matrix();
    return residual(columns, data.x);
  };
  double best = turn, least = left(turn);
  for (double w = turn + apart; w < turn / 2 * static_cast<double>(data.t.size()); w += apart)
    if (const double now = left(w); now < least) {
      least = now;
      best = w;
    }
  return std::min(least, least_of(left, std::max(turn, best - apart), best + apart));
}

/// Over the rate b, least squares for the rest. The slowest rate is one e-folding in as many runs as a run has blocks,
/// where the term behind the parabola is below a part of it that the blocks resolve; the fastest is one in a block.
double left_by_exponential(const Data& data) {
  const auto left = [&](double log_rate) {
    MatrixXd columns(data.t.size(), 2);
    columns.col(0).setOnes();
    columns.col(1) = (std::exp(log_rate) * (data.t.array() - 1)).exp().matrix();
    return residual(columns, data.x);
  };
  const double most = std::log(static_cast<double>(data.t.size()));
  return least_of(left, -most, most);
}

}  // namespace

std::optional<Drift> drift_of(const BlockMeans& means) {
  const std::vector<BlockMeans::Block>& blocks = means.blocks();
  if (blocks.size() < 3 || !finite(means)) return std::nullopt;
  const auto size = static_cast<double>(blocks.size());
  double t_mean = 0, x_mean = 0, squares = 0, products = 0, left = 0;
  for (const auto& each : blocks) {
    t_mean += each.t / size;
    x_mean += each.x / size;
  }
  for (const auto& each : blocks) {
    squares += (each.t - t_mean) * (each.t - t_mean);
    products += (each.t - t_mean) * (each.x - x_mean);
  }
  if (!(squares > 0)) return std::nullopt;
  const double rate = products / squares;
  for (const auto& each : blocks) left += std::pow(each.x - x_mean - rate * (each.t - t_mean), 2);
  return Drift{rate, std::sqrt(left / (size - 2) / squares)};
}

std::optional<GrowthEvidence> growth_of(const BlockMeans& means) {
  if (means.blocks().size() < 11 || !finite(means)) return std::nullopt;
  const Data data = data_of(means.blocks());
  const auto size = static_cast<double>(data.x.size());
  const auto criterion = [size](double left, int numbers) {
    return size * std::log(left / size) + numbers * std::log(size);
  };
  GrowthEvidence all;
  all.criteria = {std::min(criterion(left_by_polynomial(data, 0), 2), criterion(left_by_oscillation(data), 5)),
                  criterion(left_by_polynomial(data, 1), 3), criterion(left_by_polynomial(data, 2), 4),
                  criterion(left_by_random_walk(data), 1), criterion(left_by_exponential(data), 4)};
  const auto least = std::ranges::min_element(all.criteria);  // the first of equals: a constant is bounded
  all.best = static_cast<Growth>(least - all.criteria.begin());
  const double best = *least;
  for (double& each : all.criteria) each = each == best ? 0 : each - best;
  return all;
}

}  // namespace nonholo
