// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/run/while_conservative.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/system/probe.hpp>

#include <algorithm>
#include <utility>

namespace nonholo {

namespace {

template <class Real> class WhileConservative final : public Integrator<Real> {
  using Values = typename Integrator<Real>::Values;

 public:
  explicit WhileConservative(std::unique_ptr<Integrator<Real>> watched)
      : Integrator<Real>(watched->system()),
        watched_(std::move(watched)),
        probe_(make_probe(this->system())),
        q_(this->system().coordinates()),
        v_(this->system().velocities()) {}

  MethodTraits traits() const override { return watched_->traits(); }

  void guess_multipliers(Values lambda) override { watched_->guess_multipliers(lambda); }

  std::string remark() const override { return driven_by_.empty() ? watched_->remark() : driven_by_; }
  bool save(std::vector<Real>& numbers) const override { return watched_->save(numbers); }
  void set_time(Real t) override { watched_->set_time(t); }
  View<Real> view() const override { return watched_->view(); }
  void reverse() override { watched_->reverse(); }

 private:
  void do_start(Real t, Values q, Values v) override {
    driven_by_ = probe_->driven_by(t, q, v);
    if (!driven_by_.empty()) throw UnsuitableSystem("a conservative system", "is driven at its start: " + driven_by_);
    watched_->start(t, q, v);
  }

  void do_move_to(Real t, Values q, Values v) override { watched_->move_to(t, q, v); }
  void do_restore(Values& numbers) override { watched_->restore(numbers); }

  StepReport do_step(Real h) override {
    const View<Real> before = watched_->view();
    const Real t = before.t;
    std::ranges::copy(before.q, q_.begin());
    std::ranges::copy(before.v, v_.begin());
    driven_by_.clear();
    StepReport report = watched_->step(h);
    const bool taken = report.outcome == Outcome::success;
    const View<Real> after = watched_->view();
    const Real to = taken ? after.t : t + h;
    driven_by_ = probe_->driven_by(to, after.q, after.v);
    if (driven_by_.empty()) driven_by_ = probe_->driven_by(t + Real(inside) * (to - t), after.q, after.v);
    if (driven_by_.empty()) return report;
    if (taken) watched_->move_to(t, values(q_), values(v_));
    report.outcome = Outcome::not_conservative;
    return report;
  }

  /// Of a step, where no period is looked for: a drive may vanish at the ends of all.
  static constexpr double inside = 0.618;

  std::unique_ptr<Integrator<Real>> watched_;
  std::unique_ptr<Probe<Real>> probe_;
  std::string driven_by_;
  VectorX<Real> q_, v_;  // before the step
};

}  // namespace

template <class Real>
std::unique_ptr<Integrator<Real>> while_conservative(std::unique_ptr<Integrator<Real>> integrator) {
  if (integrator->system().traits().conservative) return integrator;
  return std::make_unique<WhileConservative<Real>>(std::move(integrator));
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template std::unique_ptr<Integrator<double>> while_conservative(std::unique_ptr<Integrator<double>>);
#else
template std::unique_ptr<Integrator<quad>> while_conservative(std::unique_ptr<Integrator<quad>>);
#endif

}  // namespace nonholo
