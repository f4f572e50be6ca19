// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/contract/worst.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace nonholo {

std::string shown(const VectorX<double>& x) { return fmt::format("[{:.6g}]", fmt::join(x.begin(), x.end(), ", ")); }

std::vector<std::string> shown_columns(const MatrixX<double>& X) {
  std::vector<std::string> all;
  for (Eigen::Index j = 0; j < X.cols(); ++j) all.push_back(shown(VectorX<double>(X.col(j))));
  return all;
}

std::string place(const Sample& at) {
  const std::string point = fmt::format("at t = {:.6g}, {} = {}", at.t, at.letter, shown(at.q));
  return at.v.size() == 0 ? point : fmt::format("{}, v = {}", point, shown(at.v));
}

void Worst::see(double observed, const std::function<std::string()>& detail) {
  if (std::isnan(finding_.observed) || !(std::isnan(observed) || observed > finding_.observed)) return;
  finding_.observed = observed;
  finding_.holds = observed <= finding_.allowed;
  if (!finding_.holds) finding_.detail = detail();
}

void Worst::compare(const Sample& at, const MatrixX<double>& exact,
                    const std::function<MatrixX<double>(double step)>& differences) {
  if (exact.size() == 0) return;
  double least = std::nan("");
  Eigen::Index i = 0, j = 0;
  MatrixX<double> nearest = exact;
  for (const double step : difference_steps) {
    const MatrixX<double> other = differences(step);
    if (!other.allFinite()) continue;  // beyond where the function is defined
    const MatrixX<double> off =
        (exact - other).cwiseAbs() / (1 + std::max(exact.cwiseAbs().maxCoeff(), other.cwiseAbs().maxCoeff()));
    Eigen::Index row = 0, column = 0;
    const double largest = off.maxCoeff(&row, &column);
    if (!exact.allFinite() || largest >= least) continue;
    least = largest;
    i = row, j = column;
    nearest = other;
    if (least <= finding_.allowed) break;
  }
  see(least, [&] {
    return fmt::format("entry ({}, {}) is {:.8g}, differences give {:.8g}, {}", i, j, exact(i, j), nearest(i, j),
                       place(at));
  });
}

MatrixX<double> slope(const VectorX<double>& x, const std::function<VectorX<double>(const VectorX<double>&)>& f,
                      double step) {
  MatrixX<double> J(f(x).size(), x.size());
  for (Eigen::Index j = 0; j < x.size(); ++j)
    J.col(j) = difference(
        [&](double s) {
          VectorX<double> moved = x;
          moved[j] += s;
          return f(moved);
        },
        step * std::max(1.0, std::abs(x[j])));
  return J;
}

}  // namespace nonholo
