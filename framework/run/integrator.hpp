// A method bound to a system, its state and its scratch: what the time loop drives, whatever the method and the sizes.
#pragma once

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/run/method.hpp>
#include <nonholo/framework/system/system.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>

namespace nonholo {

template <class Real> class Integrator {
 public:
  using Values = std::span<const Real>;

  explicit Integrator(System<Real> system) : system_(std::move(system)) {}
  virtual ~Integrator() = default;

  const System<Real>& system() const { return system_; }
  virtual MethodTraits traits() const = 0;

  /// Sets the state. integrate() checks sizes and consistency first; whoever drives an integrator by hand owes the same
  /// care.
  virtual void start(Real t, Values q, Values v) = 0;

  /// Where to look for the z of a DAE whose hidden constraint has several roots; told before start(). Others know their
  /// multipliers from (q, v).
  virtual void guess_multipliers(Values) {}

  /// Goes on from another state: start(), but what speeds up the next step (guesses, step sizes) may be kept. For
  /// methods with traits().one_step.
  virtual void move_to(Real t, Values q, Values v) { start(t, q, v); }

  /// One step of size h; an adaptive method takes one accepted step of at most h. After a failure the state is that of
  /// before.
  virtual StepReport step(Real h) = 0;

  /// Replaces the accumulated t by the grid's own.
  virtual void set_time(Real t) = 0;
  virtual View<Real> view() const = 0;
  /// (q, v) -> (q, -v): integrating on then runs back along the orbit of a reversible system.
  virtual void reverse() = 0;

 private:
  System<Real> system_;
};

template <Method M> class BoundMethod final : public Integrator<typename M::Real> {
  using Real = typename M::Real;
  using DynamicsType = typename M::DynamicsType;
  using Coordinates = typename DynamicsType::Coordinates;
  using Values = std::span<const Real>;

 public:
  BoundMethod(System<Real> system, std::shared_ptr<const DynamicsType> dynamics, M method)
      : Integrator<Real>(std::move(system)),
        dynamics_(std::move(dynamics)),
        method_(std::move(method)),
        workspace_(method_, *dynamics_) {}

  MethodTraits traits() const override { return method_.traits(*dynamics_); }
  void start(Real t, Values q, Values v) override {
    state_.emplace(method_.start(*dynamics_, t, vector(q), vector(v)));
  }
  void move_to(Real t, Values q, Values v) override {
    if constexpr (requires { method_.move(*state_, t, q, v); }) {
      if (state_) return method_.move(*state_, t, q, v);
    }
    start(t, q, v);
  }
  StepReport step(Real h) override { return method_.step(*state_, h, workspace_); }
  void set_time(Real t) override { state_->t = t; }
  View<Real> view() const override { return method_.view(*state_); }
  void reverse() override { method_.reverse(*state_); }

 private:
  static Coordinates vector(Values x) {
    Coordinates copy(static_cast<Eigen::Index>(x.size()));
    std::ranges::copy(x, copy.begin());
    return copy;
  }

  std::shared_ptr<const DynamicsType> dynamics_;
  M method_;
  typename M::Workspace workspace_;
  std::optional<typename M::State> state_;
};

}  // namespace nonholo
