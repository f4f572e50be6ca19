// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/explicit/adams.hpp>

#include <nonholo/framework/base/memo.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/tableau/exact_tableau.hpp>
#include <nonholo/methods/explicit/projected_flow.hpp>

#include <fmt/format.h>

#include <array>

namespace nonholo {

namespace {

/// Integrals from 0 to `end` of the Lagrange polynomials of the points first, first + 1, ...
template <class Real> std::vector<Real> integrals(int points, int first, int end) {
  std::vector<Real> all;
  for (int i = 0; i < points; ++i) {
    std::vector<Exact> p{Exact(1)};  // coefficients, the lowest first
    for (int j = 0; j < points; ++j) {
      if (j == i) continue;
      p.emplace_back(0);
      for (std::size_t l = p.size() - 1; l > 0; --l) p[l] = (p[l - 1] - (first + j) * p[l]) / (i - j);
      p[0] *= -Exact(first + j) / (i - j);
    }
    Exact sum = 0, power = 1;
    for (std::size_t l = 0; l < p.size(); ++l) sum += p[l] * (power *= end) / static_cast<int>(l + 1);
    all.push_back(static_cast<Real>(sum));
  }
  return all;
}

/// Of one derivative in the sums of a step.
template <class Real> struct Weights { Real predictor, corrector; };

template <class Real> struct AdamsCoefficients {
  std::vector<Weights<Real>> step;             // the oldest first
  Real newest;                                 // of the rate at the predicted state
  std::vector<std::vector<Term<Real>>> start;  // of collocation, for t + h, t + 2 h, ...
};

template <class Real> AdamsCoefficients<Real> made_coefficients(int k) {
  const std::vector<Real> predictor = integrals<Real>(k, 1 - k, 1), corrector = integrals<Real>(k, 2 - k, 1);
  AdamsCoefficients<Real> T{.newest = corrector.back()};
  for (std::size_t j = 0; j < predictor.size(); ++j)
    T.step.push_back({predictor[j], j == 0 ? Real(0) : corrector[j - 1]});
  for (int i = 1; i < k; ++i) {
    std::vector<Term<Real>>& terms = T.start.emplace_back();
    for (const Real& weight : integrals<Real>(k, 0, i)) terms.push_back({weight, static_cast<int>(terms.size())});
  }
  return T;
}

template <class Real> AdamsCoefficients<Real> adams_coefficients(int order) {
  static Memo<int, AdamsCoefficients<Real>> latest;
  return *latest.get(order, [order] { return made_coefficients<Real>(order); });
}

template <class Real, int known> class Adams final : public ProjectedFlow<Real, known> {
  using Base = ProjectedFlow<Real, known>;
  using Base::n_, Base::ode_, Base::t_, Base::y_, Base::moved_;

 public:
  Adams(const System<Real>& system, int order)
      : Base(system),
        k_(order),
        predicted_(1, padded_state(system.coordinates())),
        trial_(predicted_),
        first_(k_, padded_state(system.coordinates())),
        rates_(2 * k_, padded_state(system.coordinates())) {}

  MethodTraits traits() const override {
    return {.order = k_, .multiplier_order = k_, .keeps_constraint = true, .one_step = false};
  }

  bool save(std::vector<Real>& numbers) const override {
    for (const auto* states : {&first_, &rates_}) put(numbers, states->numbers());
    put(numbers, newest_);
    put(numbers, past_);
    put(numbers, h_);
    return Base::save(numbers);
  }
  void restore(typename Base::Values& numbers) override {
    for (auto* states : {&first_, &rates_}) {
      std::span<Real> all = states->numbers();
      take(numbers, all);
    }
    take(numbers, newest_);
    take(numbers, past_);
    take(numbers, h_);
    Base::restore(numbers);
  }

  StepReport step(Real h) override {
    if (!this->started()) return {.outcome = Outcome::not_started};
    if (h != h_) past_ = 0;
    h_ = h;
    if (past_ == k_) return advance();
    StepReport report;
    if (past_ == 0) report = make_start();
    return report.outcome == Outcome::success ? hand_on(report) : report;
  }

 private:
  void begin() override {
    moved_ = false;
    past_ = 0;
  }

  /// Collocation at t, t + h, ..., t + (k - 1) h: first_ holds the states, rates_ their derivatives. Sweeps until
  /// nothing changes but by rounding, of which large weights make more; a step whose sweeps do not come to rest is too
  /// long for the method, too. Nothing here depends on a unit.
  StepReport make_start() {
    newest_ = k_ - 1;
    StepReport report{.evaluations = 1};
    bool regular = ode_->rate(t_, y_[0], rates_[0]), at_rest = false;
    for (int i = 1; i < k_; ++i) {
      std::copy_n(rates_.lane(0), rates_.lanes(), rates_.lane(i));
      std::copy_n(y_.lane(0), y_.lanes(), first_.lane(i));
    }
    const int strict = 2 * k_ + 20, most = strict + 20;
    for (int sweep = 0; sweep < most && regular && !at_rest; ++sweep) {
      const Real rounding = sweep < strict ? 4 * epsilon<Real> : (1 << 20) * epsilon<Real>;
      at_rest = move_start(rounding);
      for (int i = 1; i < k_; ++i) regular = ode_->rate(t_ + i * h_, first_[i], rates_[i]) && regular;
      report.evaluations += k_ - 1;
    }
    if (!regular) return report.outcome = Base::failure(first_[k_ - 1], 2 * n_), report;
    if (!at_rest) return report.outcome = Outcome::stage_solver_diverged, report;
    past_ = 1;
    return report;
  }

  /// Picard's iteration: all states from the rates, so that no rate waits for another. Whether they are as before.
  bool move_start(Real rounding) {
    bool at_rest = true;
    for (int i = 1; i < k_; ++i) {
      add_terms(T_.start[static_cast<std::size_t>(i - 1)], rates_, h_, y_.lane(0), trial_.lane(0));
      at_rest = at_rest && close(trial_.lane(0), first_.lane(i), rounding);
      std::copy_n(trial_.lane(0), trial_.lanes(), first_.lane(i));
    }
    return at_rest;
  }

  /// Whether two states reached from y_ differ by no more than that part of y_ and of the way from there, in each
  /// component.
  bool close(const Lane<Real>* state, const Lane<Real>* other, Real part) const {
    Lane<Real> beyond{};
    for (int i = 0; i < y_.lanes(); ++i) {
      const Lane<Real> y = y_.lane(0)[i];
      Lane<Real> apart{}, start{}, way{};
      raise_to(apart, state[i] - other[i]);
      raise_to(start, y);
      raise_to(way, state[i] - y);
      const Lane<Real> excess = apart - part * (start + way);
      beyond += excess > 0 ? excess : Lane<Real>{};
    }
    return total<Real>(beyond) == 0;
  }

  /// The next state of the start.
  StepReport hand_on(StepReport report) {
    std::copy_n(first_.lane(past_), first_.lanes(), trial_.lane(0));
    if (!ode_->settle(t_ + h_, trial_[0], rates_[past_]))
      return report.outcome = Base::failure(trial_[0], 2 * n_), report;
    ++report.evaluations;
    past_ = std::min(past_ + 1, k_);
    accept();
    return report;
  }

  /// Both sums over the past at once, in `count` lanes: y + h times each, the second without the term that is not known
  /// yet.
  template <int count> void add_past(int first) {
    std::array<Lane<Real>, static_cast<std::size_t>(count)> predictor{}, corrector{};
    const Lane<Real>* rate = rates_.lane(newest_ - k_ + 1) + first;
    for (const Weights<Real>& weight : T_.step) {
#pragma GCC unroll 4
      for (std::size_t i = 0; i < count; ++i) {
        predictor[i] += weight.predictor * rate[i];
        corrector[i] += weight.corrector * rate[i];
      }
      rate += rates_.lanes();
    }
    const Lane<Real>* y = y_.lane(0) + first;
#pragma GCC unroll 4
    for (std::size_t i = 0; i < count; ++i) {
      (predicted_.lane(0) + first)[i] = y[i] + h_ * predictor[i];
      (trial_.lane(0) + first)[i] = y[i] + h_ * corrector[i];
    }
  }

  StepReport advance() {
    if (newest_ + 1 == 2 * k_) to_the_front();
    if constexpr (known != dynamic) add_past<known>(0);
    else
      for (int i = 0; i < rates_.lanes(); ++i) add_past<1>(i);
    if (!ode_->correct(t_ + h_, h_ * T_.newest, predicted_[0], trial_[0], rates_[newest_ + 1]))
      return {.outcome = Base::failure(trial_[0], 2 * n_), .evaluations = 2};
    ++newest_;
    accept();
    return {.evaluations = 2};
  }

  void to_the_front() {
    std::copy_n(rates_.lane(newest_ - k_ + 1), k_ * rates_.lanes(), rates_.lane(0));
    newest_ = k_ - 1;
  }

  void accept() {
    std::swap(y_, trial_);
    t_ += h_;
    Base::keep_multipliers();
  }

  int k_;
  const AdamsCoefficients<Real> T_ = adams_coefficients<Real>(k_);
  States<Real, known> predicted_, trial_, first_;
  States<Real, known> rates_;  // the oldest first, those of the past k states up to newest_
  int newest_ = 0;
  int past_ = 0;  // derivatives known, that of y_ included; fewer than k: first_[past_] is the next state
  Real h_ = 0;
};

}  // namespace

template <class Real> std::unique_ptr<Integrator<Real>> adams(const System<Real>& system, int order) {
  if (order < least_adams_order || order > most_adams_order)
    throw InputError("order", fmt::format("{}: must be between {} and {}", order, least_adams_order, most_adams_order));
  return with_lanes(system, [&]<int lanes>() -> std::unique_ptr<Integrator<Real>> {
    return std::make_unique<Adams<Real, lanes>>(system, order);
  });
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template std::unique_ptr<Integrator<double>> adams(const System<double>&, int);
#else
template std::unique_ptr<Integrator<long double>> adams(const System<long double>&, int);
template std::unique_ptr<Integrator<quad>> adams(const System<quad>&, int);
#endif

}  // namespace nonholo
