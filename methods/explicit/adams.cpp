// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/explicit/adams.hpp>

#include <nonholo/framework/base/memo.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/run/unseen_motion.hpp>
#include <nonholo/methods/explicit/adams_integrals.hpp>
#include <nonholo/methods/explicit/projected_flow.hpp>

#include <fmt/format.h>

#include <cstring>
#include <limits>

namespace nonholo {

namespace {

/// Of one acceleration in the sums of a step or of the start, as often as a lane has numbers: a product takes one
/// instruction then.
template <class Real> struct Weights { Lane<Real> v_predicted, v, q_predicted, q; };
template <class Real> struct StartWeights { Lane<Real> v, q; };

template <class Real> struct AdamsCoefficients {
  std::vector<Weights<Real>> step;                     // the oldest first
  Real newest_v, newest_q;                             // of the acceleration at the predicted state
  std::vector<std::vector<StartWeights<Real>>> start;  // of collocation, for t + h, t + 2 h, ...
};

template <class Real> AdamsCoefficients<Real> made_coefficients(int k) {
  const int past = k - 1;
  const std::vector<Real> bashforth = lagrange_integrals<Real>(past, 1 - past, 1),
                          moulton = lagrange_integrals<Real>(k, 1 - past, 1),
                          stormer = lagrange_integrals<Real>(past, 1 - past, 1, true),
                          cowell = lagrange_integrals<Real>(k, 1 - past, 1, true);
  AdamsCoefficients<Real> T{.newest_v = moulton.back(), .newest_q = cowell.back()};
  const Lane<Real> zeros{};
  for (std::size_t j = 0; j < bashforth.size(); ++j)
    T.step.push_back({zeros + bashforth[j], zeros + moulton[j], zeros + stormer[j], zeros + cowell[j]});
  for (int i = 1; i < past; ++i) {
    const std::vector<Real> once = lagrange_integrals<Real>(past, 0, i),
                            twice = lagrange_integrals<Real>(past, 0, i, true);
    std::vector<StartWeights<Real>>& weights = T.start.emplace_back();
    for (std::size_t j = 0; j < once.size(); ++j) weights.push_back({zeros + once[j], zeros + twice[j]});
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
        k_(order - 1),
        T_(adams_coefficients<Real>(order)),
        predicted_(1, padded_state(system.coordinates())),
        trial_(predicted_),
        changes_(predicted_),
        ways_(predicted_),
        first_(k_, padded_state(system.coordinates())),
        rate_(predicted_),
        accelerations_(2 * k_, system.coordinates()) {}

  MethodTraits traits() const override {
    return {.order = k_ + 1, .multiplier_order = k_ + 1, .keeps_constraint = true, .one_step = false};
  }

  bool save(std::vector<Real>& numbers) const override {
    put(numbers, first_.numbers());
    put(numbers, accelerations_.numbers());
    put(numbers, newest_);
    put(numbers, past_);
    put(numbers, h_);
    return Base::save(numbers);
  }

 private:
  static constexpr int none = -1;

  StepReport do_step(Real h) override {
    if (h != h_) past_ = 0;
    h_ = h;
    StepReport report;
    if (past_ == 0) report = make_start();
    if (report.outcome != Outcome::success) return report;
    return past_ == k_ ? advance(report) : hand_on(report);
  }

  void do_restore(typename Base::Values& numbers) override {
    for (std::span<Real> all : {first_.numbers(), accelerations_.numbers()}) take(numbers, all);
    take(numbers, newest_);
    take(numbers, past_);
    take(numbers, h_);
    Base::do_restore(numbers);
  }

  void begin() override {
    moved_ = false;
    past_ = 0;
  }

  /// Collocation at t, t + h, ..., t + (k - 1) h: first_ holds the states, accelerations_ what they are there. Sweeps
  /// until nothing changes but by rounding; a step whose sweeps do not come to rest is too long for the method, too.
  /// Nothing here depends on a unit.
  StepReport make_start() {
    newest_ = k_ - 1;
    StepReport report{.evaluations = 1};
    bool at_rest = false;
    int lost = ode_->rate(t_, y_[0], rate_[0]) ? none : 0;  // the first of first_ that has no rate
    for (int i = 0; i < k_; ++i) {
      keep_acceleration(i, rate_[0]);
      std::copy_n(y_.lane(0), y_.lanes(), first_.lane(i));
    }
    const int most = 2 * k_ + 40;
    Real before = 0;
    int sweep = 0;
    for (; sweep < most && lost == none; ++sweep) {
      const Real change = move_start();
      // not in sweep 0, whose accelerations are that of t_: a push may come later
      at_rest = sweep > 0 && is_rounding(change, before, sweep);
      if (at_rest) break;
      before = change;
      for (int i = 1; i < k_; ++i) {
        if (!ode_->rate(t_ + i * h_, first_[i], rate_[0]) && lost == none) lost = i;
        keep_acceleration(i, rate_[0]);
      }
      report.evaluations += k_ - 1;
    }
    // What has no rate after the first sweep is no state of the motion: the sweeps went astray.
    if (lost != none && sweep <= 1) return report.outcome = Base::failure(t_ + lost * h_, first_[lost]), report;
    if (!at_rest && (lost != none || !wanders_unseen()))
      return report.iterations = sweep, report.outcome = Outcome::stage_solver_diverged, report;
    past_ = 1;
    return report;
  }

  /// Whether the latest sweep changed less than positions show (unseen_motion.hpp): what is left where terms cancel is
  /// rounding of their size.
  bool wanders_unseen() const {
    const auto part = [this](const Real* of, std::size_t first) { return std::span<const Real>(of + first, n_); };
    const View<Real> at = this->view();
    return SeenMotion<Real>(this->system())
        .hides(at.t, at.q, part(first_[k_ - 1], 0), h_, part(changes_[0], 0), part(changes_[0], n_));
  }

  /// Large weights make more of rounding than its unit: a small change that no longer falls is that, once there were
  /// sweeps enough to fall. So is, after many of them, one that is not quite as small.
  bool is_rounding(Real change, Real before, int sweep) const {
    if (sweep >= 2 * k_ + 20) return change <= (1 << 20) * epsilon<Real>;
    const bool falls = sweep < k_ || 2 * change <= before;
    return change <= 4 * epsilon<Real> || (change <= (1 << 10) * epsilon<Real> && !falls);
  }

  /// Picard's iteration: all states from the accelerations, so that none of those waits for another; positions by the
  /// double integral, with which they need no sweep more than velocities. The largest change of a component, in parts
  /// of what it is at t and of its longest way from there.
  Real move_start() {
    std::ranges::fill(changes_.numbers(), Real(0));
    std::ranges::fill(ways_.numbers(), Real(0));
    for (int i = 1; i < k_; ++i) {
      integrate_start(i);
      for (int l = 0; l < y_.lanes(); ++l) {
        const Lane<Real> state = trial_.lane(0)[l];
        raise_to(changes_.lane(0)[l], state - first_.lane(i)[l]);
        raise_to(ways_.lane(0)[l], state - y_.lane(0)[l]);
        first_.lane(i)[l] = state;
      }
    }
    Lane<Real> most{};
    for (int l = 0; l < y_.lanes(); ++l) {
      Lane<Real> size = Lane<Real>{} + std::numeric_limits<Real>::min();
      raise_to(size, y_.lane(0)[l]);
      raise_to(most, changes_.lane(0)[l] / (size + ways_.lane(0)[l]));
    }
    return largest<Real>(most);
  }

  /// The state at t + i h, to trial_.
  void integrate_start(int i) {
    const Real *q = y_[0], *v = q + n_;
    for (int l = 0; l < accelerations_.lanes(); ++l) {
      Lane<Real> once{}, twice{}, start, moved;
      const Lane<Real>* a = accelerations_.lane(0) + l;
      for (const StartWeights<Real>& weight : T_.start[static_cast<std::size_t>(i - 1)]) {
        once += weight.v * *a;
        twice += weight.q * *a;
        a += accelerations_.lanes();
      }
      const int first = l * lane_width<Real>;
      take_lane(v, first, start);
      take_lane(q, first, moved);
      moved += (i * h_) * start;
      put_lane(moved + (h_ * h_) * twice, trial_[0], first);
      put_lane(start + h_ * once, trial_[0] + n_, first);
    }
  }

  /// The next state of the start.
  StepReport hand_on(StepReport report) {
    std::copy_n(first_.lane(past_), first_.lanes(), trial_.lane(0));
    if (!ode_->settle(t_ + h_, trial_[0], rate_[0])) return report.outcome = Base::failure(t_ + h_, trial_[0]), report;
    ++report.evaluations;
    keep_acceleration(past_, rate_[0]);
    past_ = std::min(past_ + 1, k_);
    accept();
    return report;
  }

  /// Numbers of an array from where a lane of it begins, no more than there are. One by one: who loads four at a time
  /// what was stored otherwise waits for memory. (By reference: lanes.hpp.)
  void take_lane(const Real* x, int first, Lane<Real>& lane) const {
    if constexpr (lane_width<Real> == 1) lane = x[first];
    else if constexpr (known != dynamic) lane = Lane<Real>{x[0], x[1], x[2], x[3]};
    else {
      lane = Lane<Real>{};
      for (int i = 0; i < in_lane(first); ++i) lane[i] = x[first + i];
    }
  }

  /// With known lanes what stands behind the n numbers is written, too: positions before velocities.
  void put_lane(const Lane<Real>& lane, Real* x, int first) const {
    if constexpr (known != dynamic) std::memcpy(x, &lane, sizeof lane);
    else if constexpr (lane_width<Real> == 1) x[first] = lane;
    else
      for (int i = 0; i < in_lane(first); ++i) x[first + i] = lane[i];
  }

  int in_lane(int first) const { return std::min(lane_width<Real>, static_cast<int>(n_) - first); }

  void keep_acceleration(int place, const Real* y_dot) {
    for (int i = 0; i < accelerations_.lanes(); ++i)
      take_lane(y_dot + n_, i * lane_width<Real>, accelerations_.lane(place)[i]);
  }

  /// The predicted state, and the corrected one without the term that is not known yet: four sums over the past.
  void add_past() {
    const Real *q = y_[0], *v = q + n_;
    for (int i = 0; i < accelerations_.lanes(); ++i) {
      Lane<Real> v_predicted{}, v_corrected{}, q_predicted{}, q_corrected{};
      const Lane<Real>* a = accelerations_.lane(newest_ - k_ + 1) + i;
      for (const Weights<Real>& weight : T_.step) {
        v_predicted += weight.v_predicted * *a;
        v_corrected += weight.v * *a;
        q_predicted += weight.q_predicted * *a;
        q_corrected += weight.q * *a;
        a += accelerations_.lanes();
      }
      const int first = i * lane_width<Real>;
      Lane<Real> start, moved;
      take_lane(v, first, start);
      take_lane(q, first, moved);
      moved += h_ * start;
      put_lane(moved + (h_ * h_) * q_predicted, predicted_[0], first);
      put_lane(moved + (h_ * h_) * q_corrected, trial_[0], first);
      put_lane(start + h_ * v_predicted, predicted_[0] + n_, first);
      put_lane(start + h_ * v_corrected, trial_[0] + n_, first);
    }
  }

  StepReport advance(StepReport report) {
    if (newest_ + 1 == 2 * k_) to_the_front();
    add_past();
    report.evaluations += 2;
    if (!ode_->correct(t_ + h_, h_ * h_ * T_.newest_q, h_ * T_.newest_v, predicted_[0], trial_[0], rate_[0]))
      return report.outcome = Base::failure(t_ + h_, trial_[0]), report;
    keep_acceleration(++newest_, rate_[0]);
    accept();
    return report;
  }

  void to_the_front() {
    std::copy_n(accelerations_.lane(newest_ - k_ + 1), k_ * accelerations_.lanes(), accelerations_.lane(0));
    newest_ = k_ - 1;
  }

  void accept() {
    std::swap(y_, trial_);
    t_ += h_;
    Base::keep_multipliers();
  }

  int k_;  // accelerations of the past in a step, one less than the order
  const AdamsCoefficients<Real> T_;
  States<Real, known> predicted_, trial_;
  States<Real, known> changes_, ways_, first_;                  // of the start
  States<Real, known> rate_;                                    // the latest
  States<Real, known == dynamic ? dynamic : 1> accelerations_;  // the oldest first, those of past states up to newest_
  int newest_ = 0;
  int past_ = 0;  // accelerations known, that of y_ included; fewer than k: first_[past_] is the next state
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
template std::unique_ptr<Integrator<quad>> adams(const System<quad>&, int);
#endif

}  // namespace nonholo
