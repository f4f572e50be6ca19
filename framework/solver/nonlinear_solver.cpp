// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/solver/nonlinear_solver.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/solver/kept_jacobian.hpp>
#include <nonholo/framework/solver/seen_increments.hpp>

#include <algorithm>
#include <cmath>

namespace nonholo {

namespace {

// What the next increment may still be when an iteration stops early, in units of round-off: far below what adding it
// would round.
constexpr double negligible = 1.0 / 16;
// An increment that no longer falls is round-off of the residual when it is this small. Newton with the exact Jacobian
// cannot do better than the conditioning of the equations lets it, so for it the limit is wider; the frozen iteration
// hands over instead. Wide enough for angles that grow without bound: at 5000 rad the last digit of the angle alone is
// 1e4 epsilon of a force that has the size of the velocities.
constexpr double round_off_noise = 64;
// Where the equations themselves are noisier than that (sums of terms that cancel, a badly conditioned basis), nobody
// knows by how much beforehand: it is measured, up to the wider limit. An increment wanders by a few times what moving
// the unknowns in their last digit does to it.
constexpr double wandering = 16;
// Increments of a converged iteration wander: "no longer falls" means no new smallest one in this many iterations.
constexpr int patience = 3;
// Weights are those of the iterate, and of the next one too while increments have more than this part of its size.
constexpr double uncertain = 0.25;
// ... but not of one that made it less than this.
constexpr double runaway = 1.0 / 64;
// A contraction that was seen once is trusted for a third of the digits: a better one may be luck, with what is not
// watched still far off.
template <class Real> const Real& least_contraction() {
  using std::cbrt;
  static const Real least = cbrt(epsilon<Real>);
  return least;
}
// The frozen iteration hands over to the exact Jacobian when two successive increments shrink by less than this.
constexpr double poor_contraction = 0.5;
// Where the equations say so (kept_jacobian.hpp) it also hands over when, as it contracts, it would take more
// iterations than this: the exact Jacobian costs about as much, and is kept over the steps that follow.
constexpr double too_many = 16;
// ... for which the frozen one is not tried again.
constexpr int until_frozen_again = 64;
// A Jacobian is made anew within a step when it contracts by less than this, and for the next step when this one took
// so many iterations more than that for which it was made.
constexpr double outdated_contraction = 0.25;
constexpr int outdated_iterations = 4;

/// Whether the increments, from the first to this fourth one, fall so slowly that the solution is too many away.
template <class Real> bool takes_too_long(Real first, Real fourth) {
  using std::log, std::sqrt;
  if (fourth < sqrt(epsilon<Real>)) return false;
  const auto digits = static_cast<double>(log(first / fourth)), left = static_cast<double>(log(fourth / epsilon<Real>));
  return !(left * 3 <= digits * (too_many - 4));
}

/// The infinity norm of what is finite.
template <class Real> Real weighted_length(const VectorX<Real>& x, const VectorX<Real>& weight) {
  using std::abs;
  Real longest = 0;
  for (Eigen::Index i = 0; i < x.size(); ++i) longest = std::max<Real>(longest, abs(x[i]) * weight[i]);
  return longest;
}

template <class Real> bool keeps_jacobian(const StageEquations<Real>& equations) {
  return dynamic_cast<const KeptJacobian*>(&equations) != nullptr;
}

}  // namespace

template <class Real>
RoundOffNewton<Real>::RoundOffNewton(Eigen::Index size, const SolverOptions<Real>& options, std::size_t independent)
    : jacobian_(options.jacobian),
      tolerance_(options.tolerance),
      max_iterations_(options.max_iterations),
      start_(size),
      F_(size),
      dx_(size),
      weight_(size),
      moved_(size),
      other_(size),
      row_scale_(independent > 0 ? static_cast<Eigen::Index>(independent) : size),
      own_F_(row_scale_.size()),
      own_dx_(row_scale_.size()),
      lu_(0) {
  if (size < large_system) make_room();
}

template <class Real> void RoundOffNewton<Real>::make_room() {
  const Eigen::Index size = row_scale_.size();
  if (J_.rows() == size) return;
  J_.setZero(size, size);
  lu_ = Lu<Real>(size);
}

template <class Real> SolverReport RoundOffNewton<Real>::solve(StageEquations<Real>& equations, VectorX<Real>& x) {
  if (jacobian_ == JacobianChoice::exact) return iterate(equations, x, Linear::exact);
  start_ = x;
  SolverReport report;
  const auto solves = [&](Linear linear) {
    const SolverReport tried = iterate(equations, x, linear);
    report = {.outcome = tried.outcome,
              .iterations = report.iterations + tried.iterations,
              .evaluations = report.evaluations + tried.evaluations,
              .increment = tried.increment,
              .first = report.iterations > 0 ? report.first : tried.first};
    return tried.outcome == Outcome::success;
  };
  const bool stiff = without_frozen_ > 0;
  if (!stiff && (solves(Linear::frozen) || jacobian_ == JacobianChoice::frozen)) return report;
  const bool large = x.size() >= large_system;
  if (large || keeps_jacobian(equations)) {
    if (report.outcome != Outcome::stage_solver_stagnated) x = start_;  // else slow, but on its way
    const bool kept = kept_;
    const bool solved = solves(large ? Linear::krylov : Linear::kept);
    without_frozen_ = !solved ? 0 : stiff ? without_frozen_ - 1 : until_frozen_again;
    if (!kept || !kept_) made_for_ = report.iterations;
    kept_ = kept_ && solved && report.iterations <= made_for_ + outdated_iterations;
    // where there is no frozen linearisation nothing but the exact Jacobian is left, however large
    if (solved || (large && report.outcome != Outcome::singular_matrix)) return report;
  }
  x = start_;
  solves(Linear::exact);
  return report;
}

template <class Real> bool RoundOffNewton<Real>::direction(StageEquations<Real>& equations, const VectorX<Real>& x,
                                                           Linear linear, bool first, int& evaluations) {
  if (linear == Linear::frozen || linear == Linear::krylov) {
    if ((first || linear == Linear::krylov) && !equations.linearise()) return false;
    if (linear == Linear::frozen) equations.correct(F_, dx_);
    else evaluations += krylov_step(equations, x);
    return true;
  }
  if (linear == Linear::exact || !kept_) {
    make_room();
    equations.jacobian(x, J_);
    factor(equations);
    kept_ = linear == Linear::kept;
  }
  newton_step(equations);
  return true;
}

/// J dx = -F by rows of one size in the watched unknowns, whatever units they are in: powers of two, which round
/// nothing. NaN in J or F ends up in dx and is told apart there.
template <class Real> void RoundOffNewton<Real>::factor(const StageEquations<Real>& equations) {
  using std::abs, std::frexp, std::ldexp;
  const auto places = equations.independent();
  const auto weight = [&](Eigen::Index j) { return weight_[places.empty() ? j : places[static_cast<std::size_t>(j)]]; };
  for (Eigen::Index i = 0; i < J_.rows(); ++i) {
    Real largest = 0;
    for (Eigen::Index j = 0; j < J_.cols(); ++j)
      if (weight(j) > 0) largest = std::max<Real>(largest, abs(J_(i, j)) / weight(j));
    int exponent = 0;
    if (largest > 0 && largest <= std::numeric_limits<Real>::max()) frexp(largest, &exponent);
    row_scale_[i] = ldexp(Real(1), -exponent);
    J_.row(i) *= row_scale_[i];
  }
  lu_.compute(J_);
}

template <class Real> void RoundOffNewton<Real>::newton_step(StageEquations<Real>& equations) {
  const auto places = equations.independent();
  const auto place = [&](Eigen::Index i) { return places.empty() ? i : places[static_cast<std::size_t>(i)]; };
  for (Eigen::Index i = 0; i < own_F_.size(); ++i) own_F_[i] = -row_scale_[i] * F_[place(i)];
  lu_.solve(own_F_, own_dx_);
  for (Eigen::Index i = 0; i < own_F_.size(); ++i) dx_[place(i)] = own_dx_[i];
  equations.follow(dx_);
}

/// dx of P^-1 J dx = -P^-1 F, where P is the frozen linearisation: lengths are those of increments, in their weights.
/// @return residuals evaluated
template <class Real> int RoundOffNewton<Real>::krylov_step(StageEquations<Real>& equations, const VectorX<Real>& x) {
  using std::sqrt;
  const Real reduction = Real(1e-3), shift = sqrt(epsilon<Real> * Real(x.size()));  // of lengths over all of x
  frozen_.resize(x.size());
  slope_.resize(x.size());
  equations.correct(F_, frozen_);
  const auto times = [&](const VectorX<Real>& z, VectorX<Real>& product) {
    moved_ = x + shift * z;
    equations.residual(moved_, other_);
    slope_ = (F_ - other_) / shift;
    equations.correct(slope_, product);
  };
  return gmres_.solve(times, weight_, frozen_, reduction, dx_);
}

/// What rounding does to an increment: moves every unknown in its last digits, one way and the other, and compares.
/// Leaves another F_ and dx_.
template <class Real>
Real RoundOffNewton<Real>::rounding(StageEquations<Real>& equations, const VectorX<Real>& x, Linear linear) {
  using std::abs;
  Real sign = 1;
  for (Eigen::Index i = 0; i < x.size(); ++i, sign = -sign) moved_[i] = x[i] * (1 + sign * 2 * epsilon<Real>);
  equations.residual(moved_, other_);
  for (Eigen::Index i = 0; i < x.size(); ++i) moved_[i] = x[i] - (moved_[i] - x[i]);
  equations.residual(moved_, F_);
  F_ -= other_;
  if (linear == Linear::frozen || linear == Linear::krylov) equations.correct(F_, dx_);
  else newton_step(equations);
  return weighted_length(dx_, weight_);
}

/// Weights at the new iterate; the length of the last increment in them. An increment that is hardly anything there ran
/// away: its iterate weighs nothing, unless the guess told of no sizes at all.
template <class Real> Real RoundOffNewton<Real>::weigh_again(StageEquations<Real>& equations, const VectorX<Real>& x,
                                                             bool guess_told_nothing) {
  moved_ = weight_;
  equations.weights(x, weight_);
  if (!guess_told_nothing && weighted_length(dx_, weight_) < Real(runaway)) weight_ = moved_;
  return weighted_length(dx_, weight_);
}

/// Where energies overflow, their weights are all zero.
template <class Real> bool RoundOffNewton<Real>::is_unweighed_increment() const {
  constexpr Real at_rest = std::numeric_limits<Real>::min() / epsilon<Real>;
  return dx_.size() > 0 && (weight_.array() == 0).all() && dx_.cwiseAbs().maxCoeff() > at_rest;
}

/// x += dx; the weighted infinity norm of dx, NaN when a component is. One plain pass, four numbers at a time: the
/// vectors are short.
template <class Real> Real RoundOffNewton<Real>::apply_increment(VectorX<Real>& x) {
  using std::abs, std::isnan;
  using Four = Eigen::Array<Real, 4, 1>;
  Four largest = Four::Zero(), sum = Four::Zero();  // the largest would lose a NaN
  Real* const to = x.data();
  const Real *const dx = dx_.data(), *const weight = weight_.data();
  const Eigen::Index size = x.size();
  Eigen::Index i = 0;
  for (; i + 4 <= size; i += 4) {
    const Eigen::Map<const Four> step(dx + i);
    Eigen::Map<Four>(to + i) += step;
    const Four length = step.abs() * Eigen::Map<const Four>(weight + i);
    sum += length;
    largest = largest.max(length);
  }
  Real all = sum.sum(), longest = largest.maxCoeff();  // before the rest, in registers
  for (; i < size; ++i) {
    to[i] += dx[i];
    const Real length = abs(dx[i]) * weight[i];
    all += length;
    longest = std::max(longest, length);
  }
  return isnan(all) ? all : longest;
}

template <class Real>
SolverReport RoundOffNewton<Real>::iterate(StageEquations<Real>& equations, VectorX<Real>& x, Linear linear) {
  SolverReport report;
  const auto ended = [&report](Outcome outcome) {
    report.outcome = outcome;
    return report;
  };
  const bool last = linear == Linear::exact || linear == Linear::krylov;  // nothing else comes after it
  const Real noise = epsilon<Real> * Real(last ? ill_conditioned_noise : round_off_noise);
  Real previous = std::numeric_limits<Real>::infinity(), smallest = previous, first = previous, contraction = 1;
  int poor = 0, idle = 0;
  bool weigh = true;
  while (report.iterations < max_iterations_ && idle < patience && poor < 2) {
    equations.residual(x, F_);
    ++report.evaluations;
    if (weigh && report.iterations == 0) equations.weights(x, weight_);
    else if (weigh) previous = smallest = weigh_again(equations, x, report.iterations == 1 && last);
    if (report.iterations == 1) first = previous;
    if (!direction(equations, x, linear, report.iterations == 0, report.evaluations))
      return ended(Outcome::singular_matrix);
    const Real size = apply_increment(x);
    report.increment = static_cast<double>(size);
    if (report.iterations == 0) report.first = report.increment;
    using std::isfinite;
    if (!isfinite(size))  // in a double weights of what is at rest may overflow
      return ended(F_.allFinite() && J_.allFinite() ? Outcome::singular_matrix : Outcome::not_finite);
    if (size == 0 && is_unweighed_increment()) return ended(Outcome::not_finite);
    ++report.iterations;

    if (size <= std::max(tolerance_, epsilon<Real>)) return ended(Outcome::success);
    const Real rate = size / previous;
    const bool observed = report.iterations > 1;  // a contraction needs two increments
    // Round-off does not fall with the increments: between those below it only a better contraction tells something.
    if (observed && (previous > Real(round_off_noise) * epsilon<Real> || rate < contraction))
      contraction = std::max<Real>(rate, least_contraction<Real>());
    if (observed && tolerance_ == 0 && rate < 1 &&
        size * contraction <= Real(negligible) * epsilon<Real> * (1 - contraction))
      return ended(Outcome::success);
    idle = size < smallest ? 0 : idle + 1;
    smallest = std::min(smallest, size);
    if (idle > 0 && size <= Real(round_off_noise) * epsilon<Real>) return ended(Outcome::success);
    // What positions cannot show no longer contracts, and has no size of its own to be compared with.
    if (observed && rate > Real(poor_contraction) && is_rounding_of_positions(equations, x, dx_, contraction))
      return ended(Outcome::success);
    if (idle > 0 && size <= Real(ill_conditioned_noise) * epsilon<Real>) {
      report.evaluations += 2;
      if (size <= Real(wandering) * rounding(equations, x, linear)) return ended(Outcome::success);
    }
    if (!last && size > noise) {
      poor = rate > Real(poor_contraction) ? poor + 1 : 0;
      if (report.iterations == 4 && linear == Linear::frozen && jacobian_ == JacobianChoice::automatic &&
          takes_too_long(first, size) && keeps_jacobian(equations))
        poor = 2;
      if (linear == Linear::kept && observed && rate > Real(outdated_contraction)) kept_ = false;
    }
    previous = size;
    // The guess tells little of sizes at a start in the origin, or where it is that of an orbit far away.
    weigh = size > Real(uncertain) || (report.iterations == 1 && last);
  }
  if (smallest <= noise && previous <= noise) return ended(Outcome::success);
  return ended(previous > smallest ? Outcome::stage_solver_diverged : Outcome::stage_solver_stagnated);
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template class RoundOffNewton<double>;
#else
template class RoundOffNewton<quad>;
#endif

}  // namespace nonholo
