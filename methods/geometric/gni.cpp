#include <nonholo/methods/geometric/gni.hpp>

#include <nonholo/framework/system/mass_inverse.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/system/velocity_scale.hpp>
#include <nonholo/methods/discrete_lagrangian/discrete_momenta.hpp>
#include <nonholo/methods/geometric/momentum_projection.hpp>
#include <nonholo/methods/geometric/node_state.hpp>

namespace nonholo {

namespace {

/// minus(q_k, w) = p- in the n unknowns w.
template <class Real, int n, int m> class NextNodeEquations final : public StageEquations<Real> {
  using Q = Vector<Real, n>;

 public:
  NextNodeEquations(const Dynamics<Real, n, m>& dynamics, DiscreteMomenta<Real, n, m>& momenta)
      : dynamics_(dynamics),
        momenta_(momenta),
        n_(dynamics.coordinates()),
        q_(n_),
        w_(n_),
        momentum_(n_),
        wanted_(n_),
        mass_(n_, n_),
        inverse_(n_) {}

  Eigen::Index size() const override { return n_; }

  void begin(Real t, Real h, const Q& q, const Q& wanted) {
    t_ = t;
    h_ = h;
    q_ = q;
    wanted_ = wanted;
  }

  void residual(const VectorX<Real>& x, VectorX<Real>& F) override {
    w_ = x;
    momenta_.minus(t_, h_, q_, w_, momentum_);
    F = momentum_ - wanted_;
  }

  bool linearise() override {
    dynamics_.mass(t_, q_, w_, mass_);
    return inverse_.compute(mass_);
  }

  void correct(const VectorX<Real>& F, VectorX<Real>& dx) override {
    dx.noalias() = inverse_.matrix() * F;
    dx = -dx;
  }

  void jacobian(const VectorX<Real>&, MatrixX<Real>& J) override {
    momenta_.minus_derivative(t_, h_, q_, w_, mass_);
    J = mass_;
  }

  void weights(const VectorX<Real>&, VectorX<Real>& weight) override {
    dynamics_.mass(t_, q_, w_, mass_);
    momentum_.noalias() = mass_ * w_;
    velocity_weights(w_.cwiseAbs(), Real(w_.dot(momentum_)), mass_.diagonal(), weight);
  }

 private:
  const Dynamics<Real, n, m>& dynamics_;
  DiscreteMomenta<Real, n, m>& momenta_;
  Eigen::Index n_;
  Real t_ = 0, h_ = 0;
  Q q_, w_, momentum_, wanted_;
  Matrix<Real, n, n> mass_;
  MassInverse<Real, n> inverse_;
};

template <class Real_, int n, int m> class GeometricMethod {
 public:
  using Real = Real_;
  using DynamicsType = Dynamics<Real, n, m>;
  using State = NodeState<Real, n, m>;
  using Q = Vector<Real, n>;

  class Workspace {
   public:
    Workspace(const GeometricMethod& method, const DynamicsType& dynamics)
        : dynamics_(dynamics),
          momenta_(dynamics, method.method_.lagrangian),
          equations_(dynamics, momenta_),
          solver_(make_solver<Real>(dynamics.coordinates(), method.options_)),
          projection_(dynamics),
          p_(dynamics.coordinates()),
          q1_(dynamics.coordinates()),
          v1_(dynamics.coordinates()),
          w_(dynamics.coordinates()),
          f_(dynamics.coordinates()),
          lambda1_(dynamics.constraints()),
          k_(dynamics.constraints()),
          K_(dynamics.constraints(), dynamics.coordinates()),
          x_(dynamics.coordinates()) {}

   private:
    friend class GeometricMethod;
    const DynamicsType& dynamics_;
    DiscreteMomenta<Real, n, m> momenta_;
    NextNodeEquations<Real, n, m> equations_;
    std::unique_ptr<NonlinearSolver<Real>> solver_;
    MomentumProjection<Real, n, m> projection_;
    Q p_, q1_, v1_, w_, f_;
    Vector<Real, m> lambda1_, k_;
    Matrix<Real, m, n> K_;
    VectorX<Real> x_;
  };

  GeometricMethod(GeometricNonholonomic<Real> method, const SolverOptions<Real>& options, bool is_explicit,
                  bool symmetric)
      : method_(std::move(method)),
        options_(options),
        explicit_(is_explicit),
        symmetric_(symmetric) {
    for (const Sample<Real>& s : method_.lagrangian)
      if (s.theta == 0) weight_of_q_a_ += s.weight;
  }

  State start(const DynamicsType& dynamics, Real t, const Q& q, const Q& v) const {
    return node_start(dynamics, method_.start, t, q, v);
  }

  StepReport step(State& state, Real h, Workspace& work) const {
    reflect(state, h, work);
    StepReport report = next_node(state, h, work);
    if (report.outcome != Outcome::success) return report;
    work.q1_ = state.q + h * work.w_;
    work.momenta_.plus(state.t, h, state.q, work.w_, work.p_);
    if (!work.projection_.onto_constraint(state.t + h, h / 2, work.q1_, work.p_, work.v1_, work.lambda1_)) {
      report.outcome = work.q1_.allFinite() && work.p_.allFinite() ? Outcome::singular_matrix : Outcome::not_finite;
      return report;
    }
    state.t += h;
    state.q = work.q1_;
    state.v = work.v1_;
    state.lambda = work.lambda1_;
    state.moved = true;
    return report;
  }

  View<Real> view(const State& state) const { return node_view(state); }

  /// lambda is even in v: a reversed state goes back over the same nodes.
  void reverse(State& state) const {
    state.v = -state.v;
    state.moved = false;
  }

  MethodTraits traits(const DynamicsType&) const {
    const bool zero = method_.start == MultiplierStart::zero;
    return {.order = symmetric_ ? 2 : 1,
            .multiplier_order = zero ? 0 : (symmetric_ ? 2 : 1),
            .symmetric = symmetric_,
            .reversible = symmetric_,
            .keeps_constraint = true,
            .one_step = false};
  }

 private:
  /// p_ = p- = p~ + h/2 K^T lambda at the state.
  void reflect(const State& state, Real h, Workspace& work) const {
    work.dynamics_.momentum(state.t, state.q, state.v, work.p_);
    work.dynamics_.constraint(state.t, state.q, state.v, work.k_, work.K_);
    work.p_.noalias() += (h / 2) * (work.K_.transpose() * state.lambda);
  }

  /// w_ from minus(q, w) = p_; what the explicit methods compute is the guess of the others.
  StepReport next_node(const State& state, Real h, Workspace& work) const {
    work.dynamics_.force(state.t, state.q, state.v, work.f_);
    work.w_ = work.p_ + (h * (explicit_ ? weight_of_q_a_ : Real(1) / 2)) * work.f_;
    const bool regular = work.projection_.velocity(state.t, state.q, work.w_);
    if (explicit_ || !regular)
      return {.outcome = regular ? Outcome::success : Outcome::singular_matrix, .evaluations = 1};
    work.equations_.begin(state.t, h, state.q, work.p_);
    work.x_ = work.w_;
    const SolverReport solved = work.solver_->solve(work.equations_, work.x_);
    work.w_ = work.x_;
    return {.outcome = solved.outcome,
            .iterations = solved.iterations,
            .evaluations = solved.evaluations * work.momenta_.points() + 1,
            .residual = solved.increment};
  }

  GeometricNonholonomic<Real> method_;
  SolverOptions<Real> options_;
  bool explicit_, symmetric_;
  Real weight_of_q_a_ = 0;
};

}  // namespace

template <class Real> std::unique_ptr<Integrator<Real>> gni(const System<Real>& system,
                                                            const GeometricNonholonomic<Real>& method,
                                                            const SolverOptions<Real>& options) {
  check_rule(method.lagrangian, "difference");
  const bool at_nodes = samples_nodes_only(method.lagrangian),
             symmetric = is_symmetric(method.lagrangian, system.coordinates());
  const bool is_explicit = at_nodes && system.traits().constant_mass && system.traits().conservative;
  return system.visit([&]<int n, int m>(const std::shared_ptr<const Dynamics<Real, n, m>>& dynamics)
                          -> std::unique_ptr<Integrator<Real>> {
    using M = GeometricMethod<Real, n, m>;
    return std::make_unique<BoundMethod<M>>(system, dynamics, M(method, options, is_explicit, symmetric));
  });
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template std::unique_ptr<Integrator<double>> gni(const System<double>&, const GeometricNonholonomic<double>&,
                                                 const SolverOptions<double>&);
#else
template std::unique_ptr<Integrator<long double>> gni(const System<long double>&,
                                                      const GeometricNonholonomic<long double>&,
                                                      const SolverOptions<long double>&);
template std::unique_ptr<Integrator<quad>> gni(const System<quad>&, const GeometricNonholonomic<quad>&,
                                               const SolverOptions<quad>&);
#endif

}  // namespace nonholo
