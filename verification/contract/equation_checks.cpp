// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/contract/equation_checks.hpp>

#include <nonholo/framework/run/posed_equations.hpp>
#include <nonholo/verification/contract/method_checks.hpp>
#include <nonholo/verification/contract/worst.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nonholo {

namespace {

using Vec = VectorX<double>;
using Mat = MatrixX<double>;

/// The equations of a step at their first guess, and a direction in which no unknown stands still.
class Posed {
 public:
  Posed(StageEquations<double>& equations, Vec guess)
      : equations_(equations),
        x_(std::move(guess)),
        e_(Vec::Zero(x_.size())),
        weight_(Vec::Zero(x_.size())) {
    residual_at(0);
    equations_.weights(x_, weight_);
    for (Eigen::Index i = 0; i < e_.size(); ++i) {
      const double size = weight_[i] > 0 ? 1 / weight_[i] : std::abs(x_[i]);
      e_[i] = size * (i % 2 == 0 ? 1 : -1) * (0.6 + 0.3 * std::sin(1.7 * static_cast<double>(i)));
    }
    equations_.follow(e_);
  }

  /// F'(x) e by differences.
  Vec slope(double step) {
    return difference([&](double s) { return residual_at(s); }, step);
  }

  /// The largest part by which a row of J e, J being the exact Jacobian, is off: of the terms of the row.
  double off_jacobian() {
    residual_at(0);
    const auto solved_for = equations_.independent();
    const auto count = solved_for.empty() ? x_.size() : std::ssize(solved_for);
    const auto number = [&](Eigen::Index i) {
      return solved_for.empty() ? i : solved_for[static_cast<std::size_t>(i)];
    };
    Mat J(count, count);
    equations_.jacobian(x_, J);
    Vec e(count);
    for (Eigen::Index i = 0; i < count; ++i) e[i] = e_[number(i)];
    const Vec exact = J * e, terms = J.cwiseAbs() * e.cwiseAbs();
    double least = std::nan("");
    for (const double step : difference_steps) {
      const Vec other = slope(step);
      double worst = 0;
      for (Eigen::Index i = 0; i < count; ++i) {
        const double off = std::abs(exact[i] - other[number(i)]);
        worst = std::max(worst, off == 0 ? 0 : off / terms[i]);
      }
      if (other.allFinite() && exact.allFinite() && !(worst >= least)) least = worst;
      if (least <= difference_allowed) break;
    }
    return least;
  }

  /// By what a correction that should take e away leaves of it.
  double left_by_correction() {
    const Vec F = slope(1e-4);
    residual_at(0);
    if (!equations_.linearise()) return std::nan("");
    Vec dx = Vec::Zero(x_.size());
    equations_.correct(F, dx);
    const Vec left = weight_.cwiseProduct(dx + e_);
    return left.cwiseAbs().maxCoeff() / weight_.cwiseProduct(e_).cwiseAbs().maxCoeff();
  }

 private:
  Vec residual_at(double s) {
    moved_ = x_ + s * e_;
    Vec F(x_.size());
    equations_.residual(moved_, F);
    return F;
  }

  StageEquations<double>& equations_;
  Vec x_, e_, weight_;
  Vec moved_;  // linearise() looks at that of the latest residual() again
};

}  // namespace

std::vector<Finding> equation_findings(Integrator<double>& integrator, double h) {
  Vec x;
  StageEquations<double>* equations = posed_equations(integrator, h, x);
  if (!equations || x.size() == 0) return {};
  std::vector<Finding> all;
  if (x.size() < large_system) all.push_back(finding(method_check("jacobian"), Posed(*equations, x).off_jacobian()));
  equations = posed_equations(integrator, h / 1024, x);
  all.push_back(finding(method_check("correct"), Posed(*equations, x).left_by_correction()));
  return all;
}

}  // namespace nonholo
