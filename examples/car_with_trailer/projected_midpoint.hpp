// A method of one's own: the explicit midpoint rule on the underlying ODE, each velocity then moved to the nearest one
// that satisfies the constraint. Order 2.
//
//   q_h = q + h/2 v,   v_h = v + h/2 a(t, q, v)
//   q_1 = q + h v_h,   v_1 = v + h a(t + h/2, q_h, v_h),   projected: A(q_1) v_1 + b = 0
//
// Source: Hairer & Wanner, Solving Ordinary Differential Equations II, VII.2 (projections).
#pragma once

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/run/method_entry.hpp>
#include <nonholo/framework/system/probe.hpp>

#include <algorithm>
#include <memory>

/// What a method is: what it claims, what it shows, a start and a step. A step throws nothing and allocates nothing;
/// when it fails, the state is that of before.
template <class Real> class ProjectedMidpoint final : public nonholo::Integrator<Real> {
  using Values = typename nonholo::Integrator<Real>::Values;
  using Vector = nonholo::VectorX<Real>;

 public:
  /// @throws InputError (key "method") unless the system is mechanical.
  explicit ProjectedMidpoint(const nonholo::System<Real>& system)
      : nonholo::Integrator<Real>(system),
        probe_(make_probe(system)),
        q_(system.coordinates()),
        v_(q_),
        q1_(q_),
        v1_(q_),
        a_(q_) {
    if (system.velocities() == 0) throw nonholo::InputError("method", "projected_midpoint is for mechanical systems");
  }

  nonholo::MethodTraits traits() const override { return {.order = 2, .keeps_constraint = true}; }

  void set_time(Real t) override { t_ = t; }
  nonholo::View<Real> view() const override { return {t_, nonholo::values(q_), nonholo::values(v_), {}}; }
  void reverse() override { v_ = -v_; }

 private:
  void do_start(Real t, Values q, Values v) override {
    t_ = t;
    std::ranges::copy(q, q_.begin());
    std::ranges::copy(v, v_.begin());
  }

  nonholo::StepReport do_step(Real h) override {
    using nonholo::Outcome;
    if (!probe_->acceleration(t_, span(q_), span(v_), span(a_))) return {.outcome = Outcome::singular_matrix};
    q1_ = q_ + (h / 2) * v_;
    v1_ = v_ + (h / 2) * a_;
    if (!probe_->acceleration(t_ + h / 2, span(q1_), span(v1_), span(a_))) return {.outcome = Outcome::singular_matrix};
    q1_ = q_ + h * v1_;
    v1_ = v_ + h * a_;
    if (!probe_->project(t_ + h, span(q1_), span(v1_))) return {.outcome = Outcome::singular_matrix};
    t_ += h;
    q_ = q1_;
    v_ = v1_;
    return {.evaluations = 3};
  }

  static std::span<Real> span(Vector& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }

  std::unique_ptr<nonholo::Probe<Real>> probe_;
  Real t_ = 0;
  Vector q_, v_, q1_, v1_, a_;
};

/// Its place in the catalogue: the name that experiment files use, and makers for every precision (quad.hpp): orders
/// are measured in quadruple precision.
inline nonholo::MethodEntry projected_midpoint_entry() {
  nonholo::MethodEntry entry;
  entry.name = "projected_midpoint";
  entry.description = "explicit midpoint rule, velocities projected onto the constraint: order 2";
  entry.source = "examples/car_with_trailer";
  entry.cost = "explicit";
  entry.integrators = nonholo::in_every_precision([]<class Real>(const nonholo::System<Real>& system, const auto&) {
    return std::make_unique<ProjectedMidpoint<Real>>(system);
  });
  return entry;
}
