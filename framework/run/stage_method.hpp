// The frame of every one-step method that solves stage equations: guess, solve, take the end values, remember for the
// next guess.
//
// A family writes its equations as a class E<Real, n, m> derived from StageEquations<Real> with, beside those
// functions,
//
//   using Parameters = ...;                                     its numbers: a tableau, a weight; shared and immutable
//   static constexpr int n, m;
//   E(const Parameters&, const Dynamics<Real, n, m>&);
//   void begin(t0, q0, v0, h);                                  binds the equations to a step
//   void carry(const L& lambda_stage);                 optional: told the multipliers of the step before, after begin()
//   struct Memory { void reverse(); };                          optional: what it carries from step to step beside
//                                                               (q, v); begin() and end() then take it last
//   void first_guess(VectorX<Real>& x);                         when there is no history to extrapolate
//   void end(const VectorX<Real>& x, q1, v1, lambda_stage);     the state that the solution x leads to
//   int points() const;                                         evaluations of the system in one residual
//   static MethodTraits traits(const Parameters&, DynamicsTraits);
#pragma once

#include <nonholo/framework/run/integrator.hpp>
#include <nonholo/framework/solver/nonlinear_solver.hpp>
#include <nonholo/framework/solver/stage_history.hpp>

#include <memory>

namespace nonholo {

namespace detail {

struct NoMemory {
  void reverse() {}
};
template <class E> struct MemoryOf { using type = NoMemory; };
template <class E>
  requires requires { typename E::Memory; }
struct MemoryOf<E> {
  using type = typename E::Memory;
};

}  // namespace detail

template <template <class, int, int> class Equations, class Real_, int n, int m> class StageMethod {
 public:
  using Real = Real_;
  using DynamicsType = Dynamics<Real, n, m>;
  using E = Equations<Real, n, m>;

  struct State {
    Real t;
    Vector<Real, n> q, v;
    Vector<Real, m> lambda_stage;
    StageHistory<Real> history;
    typename detail::MemoryOf<E>::type memory = {};
    bool moved = false;  ///< lambda_stage is that of a step
  };

  class Workspace {
   public:
    Workspace(const StageMethod& method, const DynamicsType& dynamics)
        : equations_(std::make_unique<E>(method.parameters_, dynamics)),
          solver_(make_solver<Real>(equations_->size(), method.options_)),
          x_(equations_->size()),
          q_(dynamics.coordinates()),
          v_(dynamics.coordinates()),
          lambda_(dynamics.constraints()) {}

   private:
    friend class StageMethod;
    std::unique_ptr<E> equations_;
    std::unique_ptr<NonlinearSolver<Real>> solver_;
    VectorX<Real> x_;
    Vector<Real, n> q_, v_;
    Vector<Real, m> lambda_;
  };

  StageMethod(typename E::Parameters parameters, const SolverOptions<Real>& options)
      : parameters_(std::move(parameters)),
        options_(options) {}

  State start(const DynamicsType& dynamics, Real t, const Vector<Real, n>& q, const Vector<Real, n>& v) const {
    return {t, q, v, Vector<Real, m>::Zero(dynamics.constraints()),
            StageHistory<Real>(E(parameters_, dynamics).size())};
  }

  StepReport step(State& state, Real h, Workspace& workspace) const {
    E& equations = *workspace.equations_;
    VectorX<Real>& x = workspace.x_;
    if constexpr (has_memory) equations.begin(state.t, state.q, state.v, h, state.memory);
    else equations.begin(state.t, state.q, state.v, h);
    if constexpr (requires { equations.carry(state.lambda_stage); })
      if (state.moved) equations.carry(state.lambda_stage);
    if (!options_.extrapolate || !state.history.predict(h, x)) equations.first_guess(x);
    const SolverReport solved = workspace.solver_->solve(equations, x);
    StepReport report{.outcome = solved.outcome,
                      .iterations = solved.iterations,
                      .evaluations = solved.evaluations * equations.points(),
                      .residual = solved.increment};
    if (solved.outcome != Outcome::success) return report;
    auto memory = state.memory;
    if constexpr (has_memory) equations.end(x, workspace.q_, workspace.v_, workspace.lambda_, memory);
    else equations.end(x, workspace.q_, workspace.v_, workspace.lambda_);
    if (!workspace.q_.allFinite() || !workspace.v_.allFinite()) {
      report.outcome = Outcome::not_finite;
      return report;
    }
    state.q = workspace.q_;
    state.v = workspace.v_;
    state.lambda_stage = workspace.lambda_;
    state.memory = memory;
    state.t += h;
    state.moved = true;
    state.history.push(h, x);
    return report;
  }

  View<Real> view(const State& state) const {
    return {state.t, values(state.q), values(state.v),
            state.moved ? values(state.lambda_stage) : std::span<const Real>()};
  }

  void reverse(State& state) const {
    state.v = -state.v;
    state.moved = false;
    state.memory.reverse();
    state.history.clear();
  }

  /// Another (q, v): the history of the unknowns goes on as that of a neighbouring orbit.
  void move(State& state, Real t, std::span<const Real> q, std::span<const Real> v) const {
    state.t = t;
    std::ranges::copy(q, state.q.begin());
    std::ranges::copy(v, state.v.begin());
    state.memory = {};
    state.moved = false;
  }

  MethodTraits traits(const DynamicsType& dynamics) const { return E::traits(parameters_, dynamics.traits()); }

 private:
  static constexpr bool has_memory = requires { typename E::Memory; };
  typename E::Parameters parameters_;
  SolverOptions<Real> options_;
};

/// The method with these equations on the system, in its size class.
template <template <class, int, int> class Equations, class Real, class Parameters>
std::unique_ptr<Integrator<Real>> make_stage_method(const System<Real>& system, const Parameters& parameters,
                                                    const SolverOptions<Real>& options) {
  return system.visit([&]<int n, int m>(const std::shared_ptr<const Dynamics<Real, n, m>>& dynamics)
                          -> std::unique_ptr<Integrator<Real>> {
    using M = StageMethod<Equations, Real, n, m>;
    return std::make_unique<BoundMethod<M>>(system, dynamics, M(parameters, options));
  });
}

}  // namespace nonholo
