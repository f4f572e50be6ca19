#include <nonholo/methods/geometric/nonholonomic_rattle.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/methods/geometric/momentum_projection.hpp>
#include <nonholo/methods/geometric/node_state.hpp>

namespace nonholo {

namespace {

/// RATTLE and SHAKE: constant mass, forces that depend on q alone.
template <class Real_, int n, int m, bool shake> class ShakeRattle {
 public:
  using Real = Real_;
  using DynamicsType = Dynamics<Real, n, m>;
  using Q = Vector<Real, n>;

  struct State : NodeState<Real, n, m> {
    Q w = {};    ///< SHAKE: (q_k - q_(k-1))/h
    Real h = 0;  ///< of w; 0: no node before this one
  };

  class Workspace {
   public:
    Workspace(const ShakeRattle&, const DynamicsType& dynamics)
        : dynamics_(dynamics),
          projection_(dynamics),
          acceleration_(dynamics.coordinates()),
          next_(dynamics.coordinates()),
          q1_(dynamics.coordinates()),
          v1_(dynamics.coordinates()),
          lambda1_(dynamics.constraints()),
          k_(dynamics.constraints()),
          K_(dynamics.constraints(), dynamics.coordinates()) {}

   private:
    friend class ShakeRattle;
    const DynamicsType& dynamics_;
    MomentumProjection<Real, n, m> projection_;
    Q acceleration_, next_, q1_, v1_;
    Vector<Real, m> lambda1_, k_;
    Matrix<Real, m, n> K_;
  };

  explicit ShakeRattle(MultiplierStart start) : start_(start) {}

  State start(const DynamicsType& dynamics, Real t, const Q& q, const Q& v) const {
    return {node_start(dynamics, start_, t, q, v), Q::Zero(dynamics.coordinates())};
  }

  StepReport step(State& state, Real h, Workspace& work) const {
    if (!accelerate(state, work)) return {.outcome = Outcome::singular_matrix};
    // q_(k+1) - 2 q_k + q_(k-1), divided by h
    if (shake && state.h == h) work.next_ = state.w + h * work.acceleration_;
    else work.next_ = state.v + (h / 2) * work.acceleration_;  // p_(1/2), divided by M
    work.q1_ = state.q + h * work.next_;
    if (!finish(state.t + h, h, work)) return {.outcome = Outcome::singular_matrix};
    state.t += h;
    state.q = work.q1_;
    state.v = work.v1_;
    state.lambda = work.lambda1_;
    state.w = work.next_;
    state.h = h;
    state.moved = true;
    return {.outcome = Outcome::success, .evaluations = 1};
  }

  View<Real> view(const State& state) const { return node_view<Real, n, m>(state); }

  void reverse(State& state) const {
    state.v = -state.v;
    state.h = 0;
    state.moved = false;
  }

  MethodTraits traits(const DynamicsType&) const {
    return {.order = 2,
            .multiplier_order = start_ == MultiplierStart::zero ? 0 : 2,
            .symmetric = true,
            .reversible = true,
            .keeps_constraint = true,
            .one_step = false};
  }

 private:
  /// acceleration_ = M^-1 (f + K^T lambda) at the state.
  bool accelerate(const State& state, Workspace& work) const {
    work.dynamics_.force(state.t, state.q, state.v, work.acceleration_);
    work.dynamics_.constraint(state.t, state.q, state.v, work.k_, work.K_);
    work.acceleration_.noalias() += work.K_.transpose() * state.lambda;
    return work.projection_.velocity(state.t, state.q, work.acceleration_);
  }

  /// v1_ = next + h/2 M^-1 (f + K^T lambda) at q1_, with the lambda that puts it on the constraint.
  bool finish(Real t1, Real h, Workspace& work) const {
    work.dynamics_.force(t1, work.q1_, work.next_, work.acceleration_);
    work.dynamics_.momentum(t1, work.q1_, work.next_, work.v1_);
    work.acceleration_ = work.v1_ + (h / 2) * work.acceleration_;
    return work.projection_.onto_constraint(t1, h / 2, work.q1_, work.acceleration_, work.v1_, work.lambda1_);
  }

  MultiplierStart start_;
};

template <class Real, int n, int m> using Rattle = ShakeRattle<Real, n, m, false>;
template <class Real, int n, int m> using Shake = ShakeRattle<Real, n, m, true>;

template <template <class, int, int> class Form, class Real>
std::unique_ptr<Integrator<Real>> constant_mass_form(const System<Real>& system, MultiplierStart start) {
  return system.visit([&]<int n, int m>(const std::shared_ptr<const Dynamics<Real, n, m>>& dynamics)
                          -> std::unique_ptr<Integrator<Real>> {
    if (!system.traits().constant_mass || !system.traits().conservative)
      throw UnsuitableSystem("a system of constant mass with forces that depend on q alone",
                             "has others, which gni takes");
    return std::make_unique<BoundMethod<Form<Real, n, m>>>(system, dynamics, Form<Real, n, m>(start));
  });
}

}  // namespace

template <class Real>
std::unique_ptr<Integrator<Real>> nonholonomic_rattle(const System<Real>& system, MultiplierStart start) {
  return constant_mass_form<Rattle>(system, start);
}

template <class Real>
std::unique_ptr<Integrator<Real>> nonholonomic_shake(const System<Real>& system, MultiplierStart start) {
  return constant_mass_form<Shake>(system, start);
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template std::unique_ptr<Integrator<double>> nonholonomic_rattle(const System<double>&, MultiplierStart);
template std::unique_ptr<Integrator<double>> nonholonomic_shake(const System<double>&, MultiplierStart);
#else
template std::unique_ptr<Integrator<long double>> nonholonomic_rattle(const System<long double>&, MultiplierStart);
template std::unique_ptr<Integrator<quad>> nonholonomic_rattle(const System<quad>&, MultiplierStart);
template std::unique_ptr<Integrator<long double>> nonholonomic_shake(const System<long double>&, MultiplierStart);
template std::unique_ptr<Integrator<quad>> nonholonomic_shake(const System<quad>&, MultiplierStart);
#endif

}  // namespace nonholo
