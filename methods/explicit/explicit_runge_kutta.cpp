// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/explicit/explicit_runge_kutta.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/methods/explicit/projected_flow.hpp>

namespace nonholo {

namespace {

template <class Real> using Terms = std::vector<Term<Real>>;

template <class Real> Terms<Real> terms_of(const ExplicitPair::Row& row) {
  Terms<Real> terms;
  for (std::size_t j = 0; j < row.size(); ++j)
    if (row[j] != "0") terms.push_back({coefficient<Real>(row[j]), static_cast<int>(j)});
  return terms;
}

/// What a pair is made of, rounded.
template <class Real> struct PairCoefficients {
  explicit PairCoefficients(const ExplicitPair& pair)
      : b(terms_of<Real>(pair.b)),
        error(terms_of<Real>(pair.error)),
        coarse_error(terms_of<Real>(pair.coarse_error)) {
    for (const ExplicitPair::Row& row : pair.a) {
      a.push_back(terms_of<Real>(row));
      Real& sum = c.emplace_back(0);
      for (const Term<Real>& term : a.back()) sum += term.weight;
    }
  }

  std::vector<Terms<Real>> a;
  std::vector<Real> c;
  Terms<Real> b, error, coarse_error;
};

template <class Real, int known> class ExplicitRungeKutta final : public ProjectedFlow<Real, known> {
  using Base = ProjectedFlow<Real, known>;
  using Base::n_, Base::ode_, Base::t_, Base::y_, Base::moved_;

 public:
  using typename Base::Values;

  ExplicitRungeKutta(const System<Real>& system, const ExplicitPair& pair, const std::optional<Tolerances>& tolerances)
      : Base(system),
        order_(pair.order),
        exponent_(-1.0 / (pair.error_order + 1)),
        coefficients_(pair),
        tolerances_(tolerances),
        stages_(static_cast<int>(pair.b.size())),
        estimates_early_(pair.error.size() == pair.b.size()),
        x_(1, padded_state(system.coordinates())),
        trial_(x_),
        rates_(stages_ + 1, padded_state(system.coordinates())),
        errors_(2, padded_state(system.coordinates())) {}

  MethodTraits traits() const override {
    return {.order = order_, .multiplier_order = order_, .keeps_constraint = true, .adaptive = tolerances_.has_value()};
  }

  bool save(std::vector<Real>& numbers) const override {
    put(numbers, std::span(rates_[first], y_.numbers().size()));
    put(numbers, h_);
    put(numbers, before_);
    put(numbers, rejected_);
    put(numbers, regular_);
    return Base::save(numbers);
  }

 private:
  static constexpr int first = 0;  // of rates_: that of y_

  /// Keeps the step size, and what the next one is told by.
  void do_move_to(Real t, Values q, Values v) override {
    const Real h = h_;
    const double before = before_;
    Base::do_start(t, q, v);
    h_ = h;
    before_ = before;
  }

  StepReport do_step(Real h) override {
    if (!regular_) return {.outcome = Base::failure(t_, y_[0])};
    return tolerances_ ? controlled(h) : attempt(h);
  }

  void do_restore(Values& numbers) override {
    std::span rate(rates_[first], y_.numbers().size());
    take(numbers, rate);
    take(numbers, h_);
    take(numbers, before_);
    take(numbers, rejected_);
    take(numbers, regular_);
    Base::do_restore(numbers);
  }

  void begin() override {
    moved_ = false;
    regular_ = ode_->rate(t_, y_[0], rates_[first]);
    h_ = 0;
    rejected_ = false;
    before_ = 1;
  }

  /// A step of h; the state is moved only if its error, where one is wanted, is small enough.
  StepReport attempt(Real h) {
    StepReport report{.evaluations = stages_};
    for (int i = 1; i < stages_; ++i) {
      const auto row = static_cast<std::size_t>(i - 1);
      add_terms(coefficients_.a[row], rates_, h, y_.lane(0), x_.lane(0));
      const Real t = t_ + coefficients_.c[row] * h;
      if (!ode_->rate(t, x_[0], rates_[i])) return report.outcome = Base::failure(t, x_[0]), report;
    }
    add_terms(coefficients_.b, rates_, h, y_.lane(0), trial_.lane(0));
    if (estimates_early_ && !is_accurate(h)) return report.rejected = 1, --report.evaluations, report;
    if (!ode_->settle(t_ + h, trial_[0], rates_[stages_]))
      return report.outcome = Base::failure(t_ + h, trial_[0]), report;
    if (!estimates_early_ && !is_accurate(h)) return report.rejected = 1, report;
    std::swap(y_, trial_);
    std::copy_n(rates_.lane(stages_), rates_.lanes(), rates_.lane(first));
    t_ += h;
    before_ = error_;
    Base::keep_multipliers();
    return report;
  }

  StepReport controlled(Real most) {
    StepReport report;
    if (below_round_off<Real>(*tolerances_, {y_[0], 2 * n_}))
      return report.outcome = Outcome::tolerance_too_tight, report;
    if (h_ == 0) h_ = first_step();
    const Real proposed = h_;
    for (;;) {
      const Real h = std::min(h_, most);
      if (!(t_ + h > t_)) return report.outcome = Outcome::step_size_too_small, report;
      const StepReport tried = attempt(h);
      report.evaluations += tried.evaluations;
      const bool usable = tried.outcome == Outcome::success;
      const bool done = usable && tried.rejected == 0;
      const Real change = usable ? factor(done) : Real(0.25);
      rejected_ = !done;
      // a step cut short by its bound says nothing against the proposal
      h_ = done && h < proposed && report.rejected == 0 ? std::max<Real>(proposed, h * change) : h * change;
      if (done) return report.blind = blind_, report;
      ++report.rejected;
    }
  }

  /// By which h changes: within bounds, and no growth right after a rejection.
  Real factor(bool accepted) const {
    const double most = accepted && !rejected_ ? 6 : accepted ? 1 : 0.9;
    return static_cast<Real>(std::clamp(growth_, 0.2, most));
  }

  /// Estimates the error, and by which h may grow: safety 0.9, after a step that is exact enough by the error of the
  /// one before, too (Gustafsson's controller as Hairer & Wanner 1996, IV.2, have it).
  bool is_accurate(Real h) {
    if (!tolerances_) return true;
    constexpr double beta = 0.04;
    const double error = estimated(h), size = std::max(error, 1e-12);
    if (!std::isfinite(error)) return growth_ = 0, false;  // as little as may be
    if (!(error <= 1)) return growth_ = 0.9 * std::pow(size, exponent_), false;
    growth_ = 0.9 * std::pow(size, exponent_ + 0.75 * beta) * std::pow(before_, beta);
    error_ = std::max(error, 1e-4);
    return true;
  }

  /// The root mean square of the estimate in units of the tolerance; with two, e5^2 / sqrt(e5^2 + e3^2 / 100). Blind
  /// where that is no more than rounding makes of the state.
  double estimated(Real h) {
    add_terms<Real, known>(coefficients_.error, rates_, h, nullptr, errors_.lane(0));
    add_terms<Real, known>(coefficients_.coarse_error, rates_, h, nullptr, errors_.lane(1));
    const Real atol = static_cast<Real>(tolerances_->absolute), rtol = static_cast<Real>(tolerances_->relative);
    Lane<Real> fine_sum{}, coarse_sum{}, size_sum{};
    for (int i = 0; i < y_.lanes(); ++i) {
      Lane<Real> y{};
      raise_to(y, y_.lane(0)[i]);
      raise_to(y, trial_.lane(0)[i]);
      const Lane<Real> unit = Real(1) / (atol + rtol * y);
      const Lane<Real> fine = errors_.lane(0)[i] * unit, coarse = errors_.lane(1)[i] * unit, size = y * unit;
      fine_sum += fine * fine;
      coarse_sum += coarse * coarse;
      size_sum += size * size;
    }
    const auto mean = [this](const Lane<Real>& sum) {
      return static_cast<double>(total<Real>(sum)) / static_cast<double>(2 * n_);
    };
    const double fine = mean(fine_sum), coarse = coefficients_.coarse_error.empty() ? 0 : mean(coarse_sum);
    const double error = fine == 0 ? 0 : fine / std::sqrt(fine + 0.01 * coarse);
    blind_ = error <= 16 * static_cast<double>(epsilon<Real>) * std::sqrt(mean(size_sum));
    return error;
  }

  /// Hairer, Norsett & Wanner 1993, II.4: a first guess of a hundredth of the time in which y' would carry y its own
  /// length, and from how y' changes over it a step whose error is a hundredth of what is allowed, at most a hundred of
  /// the former. That one knows nothing of tolerances. Rates are those per time in which y' would carry y its own
  /// length, where there is one: no unit of time then changes the step.
  Real first_step() {
    using std::max, std::min, std::pow, std::sqrt;
    Real size = 0, speed = 0;
    for (std::size_t i = 0; i < 2 * n_; ++i) {
      size += y_[0][i] * y_[0][i];
      speed += rates_[first][i] * rates_[first][i];
    }
    const bool moves = size >= 1e-10 && speed >= 1e-10;
    const Real time = moves ? Real(sqrt(size / speed)) : Real(1), guess = moves ? Real(0.01 * time) : Real(1e-6);
    for (int i = 0; i < y_.lanes(); ++i) x_.lane(0)[i] = y_.lane(0)[i] + guess * rates_.lane(first)[i];
    if (!ode_->rate(t_ + guess, x_[0], rates_[1])) return guess;
    for (int i = 0; i < y_.lanes(); ++i) x_.lane(0)[i] = rates_.lane(1)[i] - rates_.lane(first)[i];
    const Real slope = time * scaled(rates_[first], guess), bend = time * time * scaled(x_[0], guess) / guess;
    const Real steepest = max<Real>(slope, bend);
    if (!(steepest > 1e-15)) return guess;
    return min<Real>(100 * guess, time * pow(Real(0.01) / steepest, static_cast<Real>(-exponent_)));
  }

  /// The root mean square of x in units of what the tolerances allow y, an entry that is zero being as large as `ahead`
  /// makes it: atol alone may be next to nothing.
  Real scaled(const Real* x, const Real& ahead) const {
    using std::abs, std::sqrt;
    const Real atol = static_cast<Real>(tolerances_->absolute), rtol = static_cast<Real>(tolerances_->relative);
    Real sum = 0;
    for (std::size_t i = 0; i < 2 * n_; ++i) {
      const Real part = x[i] / (atol + rtol * (abs(y_[0][i]) + ahead * abs(rates_[first][i])));
      sum += part * part;
    }
    return sqrt(sum / Real(2 * n_));
  }

  int order_;
  double exponent_;
  PairCoefficients<Real> coefficients_;
  std::optional<Tolerances> tolerances_;
  int stages_;
  bool estimates_early_;  // without the derivative at the end, which goes on meanwhile or is not asked for
  States<Real, known> x_, trial_, rates_, errors_;
  Real h_ = 0;             // the next step, where it is chosen; 0 before the first
  double growth_ = 1;      // of h, by the error of the latest attempt
  double error_ = 1;       // of the latest attempt that was exact enough, 1e-4 at least
  double before_ = 1;      // that of the step before
  bool blind_ = false;     // that error is round-off
  bool rejected_ = false;  // so it was
  bool regular_ = false;   // rates_ has the derivative of y_
};

}  // namespace

template <class Real>
std::unique_ptr<Integrator<Real>> explicit_runge_kutta(const System<Real>& system, const ExplicitPair& pair,
                                                       const std::optional<Tolerances>& tolerances) {
  return with_lanes(system, [&]<int lanes>() -> std::unique_ptr<Integrator<Real>> {
    return std::make_unique<ExplicitRungeKutta<Real, lanes>>(system, pair, tolerances);
  });
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template std::unique_ptr<Integrator<double>> explicit_runge_kutta(const System<double>&, const ExplicitPair&,
                                                                  const std::optional<Tolerances>&);
#else
template std::unique_ptr<Integrator<quad>> explicit_runge_kutta(const System<quad>&, const ExplicitPair&,
                                                                const std::optional<Tolerances>&);
#endif

}  // namespace nonholo
