// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/explicit/adams.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/tableau/exact_tableau.hpp>
#include <nonholo/methods/explicit/projected_flow.hpp>

#include <fmt/format.h>

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

template <class Real, int known> class Adams final : public ProjectedFlow<Real, known> {
  using Base = ProjectedFlow<Real, known>;
  using Base::n_, Base::ode_, Base::t_, Base::y_, Base::moved_;

 public:
  Adams(const System<Real>& system, int order)
      : Base(system),
        k_(order),
        predictor_(integrals<Real>(k_, 1 - k_, 1)),
        corrector_(integrals<Real>(k_, 2 - k_, 1)),
        terms_(static_cast<std::size_t>(k_)),
        trial_(1, padded_state(system.coordinates())),
        first_(k_, padded_state(system.coordinates())),
        rates_(k_ + 1, padded_state(system.coordinates())) {
    for (int i = 1; i < k_; ++i) start_.push_back(integrals<Real>(k_, 0, i));
  }

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
    StepReport report;
    if (h != h_) past_ = 0;
    h_ = h;
    if (past_ == 0) report = make_start();
    if (report.outcome != Outcome::success) return report;
    return past_ < k_ ? hand_on(report) : advance(report);
  }

 private:
  void begin() override {
    moved_ = false;
    past_ = 0;
  }

  // A ring: the derivative at the state of j steps ago. What a step predicts stands one further.
  int slot(int j) const {
    const int at = newest_ - j;
    return at < 0 ? at + k_ + 1 : at > k_ ? at - k_ - 1 : at;
  }

  /// The terms of a sum over rates_, the oldest first.
  void weigh(const std::vector<Real>& weights, int newest) {
    for (int i = 0; i < k_; ++i)
      terms_[static_cast<std::size_t>(i)] = {weights[static_cast<std::size_t>(i)], slot(k_ - 1 - i - newest)};
  }

  /// Collocation at t, t + h, ..., t + (k - 1) h: first_ holds the states, rates_ their derivatives. Each sweep gains a
  /// power of h: twice as many as the order leave nothing to be seen of the first guess, and depend on no unit.
  StepReport make_start() {
    newest_ = k_ - 1;
    bool regular = ode_->rate(t_, y_[0], rates_[0]);
    for (int i = 1; i < k_; ++i) std::copy_n(rates_.lane(0), rates_.lanes(), rates_.lane(i));
    for (int sweep = 0; sweep < 2 * k_ && regular; ++sweep) regular = sweep_over_start();
    if (!regular) return {.outcome = Base::failure(first_[k_ - 1], 2 * n_)};
    past_ = 1;
    return {.evaluations = 2 * k_ * (k_ - 1)};
  }

  /// One sweep of Picard's iteration.
  bool sweep_over_start() {
    bool regular = true;
    for (int i = 1; i < k_; ++i) {
      const std::vector<Real>& weights = start_[static_cast<std::size_t>(i - 1)];
      for (int j = 0; j < k_; ++j) terms_[static_cast<std::size_t>(j)] = {weights[static_cast<std::size_t>(j)], j};
      add_terms(terms_, rates_, h_, y_.lane(0), first_.lane(i));
      regular = ode_->rate(t_ + i * h_, first_[i], rates_[i]) && regular;
    }
    return regular;
  }

  /// The next state of the start.
  StepReport hand_on(StepReport report) {
    std::copy_n(first_.lane(past_), first_.lanes(), trial_.lane(0));
    if (!ode_->settle(t_ + h_, trial_[0], rates_[past_]))
      return report.outcome = Base::failure(trial_[0], 2 * n_), report;
    ++report.evaluations;
    return accept(report);
  }

  StepReport advance(StepReport report) {
    report.evaluations = 2;
    weigh(predictor_, 0);
    add_terms(terms_, rates_, h_, y_.lane(0), trial_.lane(0));
    const int next = slot(-1);
    bool regular = ode_->rate(t_ + h_, trial_[0], rates_[next]);
    weigh(corrector_, 1);
    add_terms(terms_, rates_, h_, y_.lane(0), trial_.lane(0));
    const Real* predicted = rates_[next];
    for (std::size_t i = 0; i < n_; ++i) trial_[0][i] += h_ * corrector_.back() * (trial_[0][n_ + i] - predicted[i]);
    regular = ode_->settle(t_ + h_, trial_[0], rates_[next]) && regular;
    if (!regular) return report.outcome = Base::failure(trial_[0], 2 * n_), report;
    newest_ = next;
    return accept(report);
  }

  StepReport accept(StepReport report) {
    std::swap(y_, trial_);
    t_ += h_;
    past_ = std::min(past_ + 1, k_);
    Base::keep_multipliers();
    return report;
  }

  int k_;
  std::vector<Real> predictor_, corrector_;  // the oldest first
  std::vector<std::vector<Real>> start_;     // of collocation, for t + h, t + 2 h, ...
  std::vector<Term<Real>> terms_;
  States<Real, known> trial_, first_, rates_;
  int newest_ = 0;  // in rates_
  int past_ = 0;    // derivatives known, that of y_ included; fewer than k: first_[past_] is the next state
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
