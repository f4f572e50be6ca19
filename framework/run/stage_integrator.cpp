// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/run/stage_integrator.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/run/posed_equations.hpp>
#include <nonholo/framework/run/unseen_motion.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

namespace nonholo {

namespace {

// Velocities that are this part of their size apart are of different orbits. What was extrapolated and is this part of
// its size away from the solution is of no use in the steps that follow, and after a move it came from another orbit.
constexpr double far_off = 0.5;

template <class Real> class StageIntegrator final : public Integrator<Real> {
  using Values = typename Integrator<Real>::Values;
  using State = StageState<Real>;

 public:
  StageIntegrator(System<Real> system, std::unique_ptr<StepEquations<Real>> equations,
                  const SolverOptions<Real>& options)
      : Integrator<Real>(std::move(system)),
        equations_(std::move(equations)),
        solver_(make_solver<Real>(equations_->size(), options, equations_->independent().size())),
        extrapolate_(options.extrapolate),
        history_(equations_->size(), equations_->remembered(), equations_->timed_unknowns()),
        x_(equations_->size()) {
    now_->q.setZero(this->system().coordinates());
    now_->v.setZero(this->system().velocities());
    now_->y.setZero(equations_->own_variables());
    now_->lambda.setZero(equations_->multipliers());
    *next_ = *now_;
    if (this->system().kind() == SystemKind::mechanical) ends_ = std::make_unique<Ends>(this->system(), x_.size());
    equations_->compare_ends_by([this](const auto& x, const auto& dx) { return seen(x, dx); });
  }

  MethodTraits traits() const override { return equations_->traits(); }

  void guess_multipliers(Values lambda) override {
    if (std::ssize(lambda) == now_->lambda.size() && std::ssize(lambda) == this->system().multipliers())
      std::ranges::copy(lambda, now_->lambda.begin());
  }

  /// The equations of a step from here, at their first guess.
  StepEquations<Real>& posed(Real h, VectorX<Real>& x) {
    if (equations_->change_variables(*now_, h)) forget_history();
    equations_->begin(*now_, h);
    x.resize(x_.size());
    equations_->first_guess(x);
    return *equations_;
  }

  std::string remark() const override { return std::string(equations_->remark()); }

  bool save(std::vector<Real>& numbers) const override {
    put(numbers, now_->t);
    for (const VectorX<Real>* x : {&now_->q, &now_->v, &now_->y, &now_->lambda}) put(numbers, *x);
    for (const bool flag : {now_->moved, now_->begun, now_->turned}) put(numbers, flag);
    return true;
  }

  void set_time(Real t) override { now_->t = t; }

  View<Real> view() const override {
    // not those of the equations' own that follow
    const auto shown =
        std::min<std::size_t>(values(now_->lambda).size(), static_cast<std::size_t>(this->system().multipliers()));
    return {now_->t, values(now_->q), values(now_->v), now_->moved ? values(now_->lambda).first(shown) : Values()};
  }

  /// A system without velocities has nothing to turn round.
  void reverse() override {
    now_->v = -now_->v;
    now_->moved = false;
    now_->turned = now_->begun && !now_->turned;
    forget_history();
    equations_->pack(*now_);
  }

 private:
  /// Scratch of seen(), of a mechanical system.
  struct Ends {
    Ends(const System<Real>& system, Eigen::Index unknowns)
        : motion(system),
          x(unknowns),
          dq(system.coordinates()),
          dv(system.velocities()) {}

    SeenMotion<Real> motion;
    VectorX<Real> x, dq, dv;
  };

  void do_start(Real t, Values q, Values v) override {
    do_move_to(t, q, v);
    forget_history();
  }

  /// To a neighbouring orbit the history of the unknowns goes on, for it only guesses.
  void do_move_to(Real t, Values q, Values v) override {
    if (v.empty() ? far_apart(q, now_->q) : far_apart(v, now_->v)) forget_history();
    else foreign_ = true;
    solved_for_ = 0;
    now_->t = t;
    std::ranges::copy(q, now_->q.begin());
    std::ranges::copy(v, now_->v.begin());
    now_->moved = now_->begun = now_->turned = false;
    equations_->pack(*now_);
  }

  StepReport do_step(Real h) override {
    const SolverReport solved = solve(h);
    StepReport report{.outcome = solved.outcome,
                      .iterations = solved.iterations,
                      .evaluations = solved.evaluations * equations_->points(),
                      .residual = solved.increment};
    if (report.outcome != Outcome::success) return report;
    report.outcome = judged();
    if (report.outcome == Outcome::other_root) find_nearer_root(h, report);
    if (report.outcome == Outcome::success) advance(h);
    return report;
  }

  void do_restore(Values& numbers) override {
    solved_for_ = 0;
    forget_history();
    take(numbers, now_->t);
    for (VectorX<Real>* x : {&now_->q, &now_->v, &now_->y, &now_->lambda}) take(numbers, *x);
    for (bool* flag : {&now_->moved, &now_->begun, &now_->turned}) take(numbers, *flag);
    equations_->restored(*now_);
  }

  /// What was extrapolated may lead nowhere where steps are long, and to another root of the equations where the orbit
  /// before a move was no neighbour: then once more, from what the start alone tells.
  SolverReport solve(Real h) {
    // within a factor of two what is kept still helps
    if (const Real ratio = h / solved_for_; !(ratio > 0.5 && ratio < 2)) {
      solver_->forget();
      solved_for_ = h;
    }
    step_ = h;
    if (equations_->change_variables(*now_, h)) forget_history();
    equations_->begin(*now_, h);
    const bool extrapolated = extrapolate_ && history_.predict(h, x_);
    if (!extrapolated) equations_->first_guess(x_);
    SolverReport report = solver_->solve(*equations_, x_);
    if (!extrapolated) return report;
    const bool astray = report.first > far_off;
    const bool taken = report.outcome == Outcome::success && !(astray && foreign_);
    if (astray || !taken) forget_history();
    foreign_ = false;
    if (taken) return report;
    if (astray) solver_->forget();
    equations_->begin(*now_, h);
    equations_->first_guess(x_);
    const SolverReport first = report;
    report = solver_->solve(*equations_, x_);
    report.iterations += first.iterations;
    report.evaluations += first.evaluations;
    return report;
  }

  Outcome judged() {
    equations_->end(x_, *next_);
    return finite(*next_) ? equations_->verdict(x_) : Outcome::not_finite;
  }

  /// Where the equations have more solutions than one, what was extrapolated may lead to another, and so may the rate
  /// at the start, which may be that of something fast.
  void find_nearer_root(Real h, StepReport& report) {
    forget_history();
    for (const bool at_rest : {false, true}) {
      equations_->begin(*now_, h);
      if (!at_rest) equations_->first_guess(x_);
      else if (!equations_->guess_at_rest(x_)) return;
      const SolverReport solved = solver_->solve(*equations_, x_);
      report.iterations += solved.iterations;
      report.evaluations += solved.evaluations * equations_->points();
      if (solved.outcome != Outcome::success || judged() != Outcome::success) continue;
      report.residual = solved.increment;
      report.outcome = Outcome::success;
      return;
    }
  }

  /// By which part of themselves positions show dx, at the end of the step.
  Real seen(const VectorX<Real>& x, const VectorX<Real>& dx) {
    if (!ends_) return std::numeric_limits<Real>::infinity();
    ends_->x = x - dx;
    equations_->end(ends_->x, *next_);
    ends_->dq = next_->q;
    ends_->dv = next_->v;
    equations_->end(x, *next_);
    ends_->dq = next_->q - ends_->dq;
    ends_->dv = next_->v - ends_->dv;
    const Values q = values(now_->q);
    return ends_->motion.part(now_->t, q, q, step_, values(ends_->dq), values(ends_->dv));
  }

  void forget_history() {
    history_.clear();
    foreign_ = false;
  }

  /// Whether every entry is, those that are zero left out: of entries in different units none tells about another.
  static bool far_apart(Values x, const VectorX<Real>& y) {
    using std::abs;
    bool all = false;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const Real y_i = y[static_cast<Eigen::Index>(i)], size = std::max<Real>(abs(x[i]), abs(y_i));
      if (size == 0) continue;
      if (abs(x[i] - y_i) <= Real(far_off) * size) return false;
      all = true;
    }
    return all;
  }

  static bool finite(const State& state) {
    Real none = 0;  // plain passes: the vectors are short
    for (const VectorX<Real>* x : {&state.q, &state.v, &state.lambda})
      for (Eigen::Index i = 0; i < x->size(); ++i) none += (*x)[i] - (*x)[i];
    return none == 0;
  }

  void advance(Real h) {
    next_->t = now_->t + h;
    next_->moved = next_->begun = true;
    next_->turned = now_->turned;
    std::swap(now_, next_);
    history_.push(h, x_);
  }

  std::unique_ptr<StepEquations<Real>> equations_;
  std::unique_ptr<NonlinearSolver<Real>> solver_;
  bool extrapolate_;
  // Steps of the orbit before a move may be in the history, and no prediction was judged since. In the room that was
  // left here: with all that follows moved by eight bytes a step of Gauss takes a fifth longer.
  bool foreign_ = false;
  StageHistory<Real> history_;
  Real solved_for_ = 0;  // steps of about this size, on this orbit
  VectorX<Real> x_;
  std::unique_ptr<State> now_ = std::make_unique<State>(), next_ = std::make_unique<State>();
  // of a motion that comes to rest
  std::unique_ptr<Ends> ends_;
  Real step_ = 0;
};

}  // namespace

template <class Real> std::unique_ptr<Integrator<Real>> stage_integrator(System<Real> system,
                                                                         std::unique_ptr<StepEquations<Real>> equations,
                                                                         const SolverOptions<Real>& options) {
  return std::make_unique<StageIntegrator<Real>>(std::move(system), std::move(equations), options);
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
StageEquations<double>* posed_equations(Integrator<double>& integrator, double h, VectorX<double>& x) {
  auto* const own = dynamic_cast<StageIntegrator<double>*>(&integrator);
  return own ? &own->posed(h, x) : nullptr;
}

template std::unique_ptr<Integrator<double>> stage_integrator(System<double>, std::unique_ptr<StepEquations<double>>,
                                                              const SolverOptions<double>&);
#else
template std::unique_ptr<Integrator<quad>> stage_integrator(System<quad>, std::unique_ptr<StepEquations<quad>>,
                                                            const SolverOptions<quad>&);
#endif

}  // namespace nonholo
