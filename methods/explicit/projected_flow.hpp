// What explicit methods that project share: the underlying equation, the state and its derivative. Private header of
// methods/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrator.hpp>
#include <nonholo/framework/system/probe.hpp>
#include <nonholo/methods/explicit/lanes.hpp>

#include <algorithm>

namespace nonholo {

/// The methods know where in time and what their derivatives are; this one what they show. `known` lanes a state.
template <class Real, int known> class ProjectedFlow : public Integrator<Real> {
 public:
  using typename Integrator<Real>::Values;

  explicit ProjectedFlow(const System<Real>& system)
      : Integrator<Real>(system),
        ode_(system.underlying_ode()),
        multipliers_(ode_->multipliers()),
        n_(static_cast<std::size_t>(system.coordinates())),
        y_(1, padded_state(system.coordinates())),
        lambda_(VectorX<Real>::Zero(system.multipliers())) {}

  bool save(std::vector<Real>& numbers) const override {
    put(numbers, t_);
    put(numbers, y_.numbers());
    put(numbers, lambda_);
    put(numbers, moved_);
    return true;
  }

  void set_time(Real t) override { t_ = t; }
  View<Real> view() const override {
    const Real* y = y_[0];
    return {t_, {y, n_}, {y + n_, n_}, moved_ ? values(lambda_) : Values()};
  }
  void reverse() override {
    for (std::size_t i = n_; i < 2 * n_; ++i) y_[0][i] = -y_[0][i];
    begin();
  }

 protected:
  void do_start(Real t, Values q, Values v) override {
    t_ = t;
    std::ranges::copy(v, std::ranges::copy(q, y_[0]).out);
    begin();
  }
  void do_restore(Values& numbers) override {
    take(numbers, t_);
    std::span<Real> y = y_.numbers();
    take(numbers, y);
    take(numbers, lambda_);
    take(numbers, moved_);
  }

  /// From the state as it is, without a past.
  virtual void begin() = 0;

  /// The multipliers of the latest rate() or settle() are those of the state.
  void keep_multipliers() {
    for (std::size_t i = 0; i < multipliers_.size(); ++i) lambda_.data()[i] = multipliers_[i];
    moved_ = true;
  }

  /// What a derivative that cannot be had at y means. Allocates.
  Outcome failure(Real t, const Real* y) const { return why_unsolved(this->system(), t, {y, n_}, {y + n_, n_}); }

  std::unique_ptr<UnderlyingOde<Real>> ode_;
  std::span<const Real> multipliers_;  // of its latest call
  std::size_t n_;
  States<Real, known> y_;
  Real t_ = 0;
  bool moved_ = false;  // lambda_ is that of a step

 private:
  VectorX<Real> lambda_;
};

/// make.template operator()<lanes>(): with known lanes for up to four coordinates, which most systems have, in double.
template <class Real, class F> auto with_lanes(const System<Real>& system, F make) {
  if constexpr (std::is_same_v<Real, double>)
    if (lanes_for<Real>(padded_state(system.coordinates())) == 2) return make.template operator()<2>();
  return make.template operator()<dynamic>();
}

}  // namespace nonholo
