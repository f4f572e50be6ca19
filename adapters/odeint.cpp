// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/adapters/odeint.hpp>

#include <nonholo/adapters/reduced_dae.hpp>
#include <nonholo/adapters/underlying_ode.hpp>

// odeint copies a stepper whose scratch no step has filled yet
#pragma GCC diagnostic ignored "-Wuninitialized"

#include <boost/numeric/odeint/stepper/controlled_runge_kutta.hpp>
// all of it: without the factories make_controlled compiles, with tolerances as step limits
#include <boost/numeric/odeint/stepper/generation.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

namespace nonholo {

namespace {

namespace odeint = boost::numeric::odeint;

/// y, in an array where its size is known: odeint's sums over states are then unrolled, worth a third of its time.
template <int size> struct OdeState {
  using type = std::array<double, static_cast<std::size_t>(size)>;
  static type zero(Eigen::Index) { return {}; }
};
template <> struct OdeState<dynamic> {
  using type = std::vector<double>;
  static type zero(Eigen::Index entries) { return type(static_cast<std::size_t>(entries)); }
};

/// Any of the equations behind one type: one stepper serves them all, whatever their size. For those that nobody runs
/// for speed, and those so large that a call more does not count.
class AnyOde {
  struct Erased {
    virtual ~Erased() = default;
    virtual Eigen::Index size() const = 0;
    virtual Eigen::Index coordinates() const = 0;
    virtual Eigen::Index velocities() const = 0;
    virtual void guess(std::span<const double> z) = 0;
    virtual bool complete(double t, double* y) = 0;
    virtual bool rate(double t, const double* y, double* y_dot) = 0;
    virtual bool accept(double t, const double* y) = 0;
    virtual void reject() = 0;
    virtual std::span<const double> multipliers(const double* y) const = 0;
  };
  template <class Ode> struct Of final : Erased {
    explicit Of(Ode known) : ode(std::move(known)) {}
    Eigen::Index size() const override { return ode.size(); }
    Eigen::Index coordinates() const override { return ode.coordinates(); }
    Eigen::Index velocities() const override { return ode.velocities(); }
    void guess(std::span<const double> z) override { ode.guess(z); }
    bool complete(double t, double* y) override { return ode.complete(t, y); }
    bool rate(double t, const double* y, double* y_dot) override { return ode.rate(t, y, y_dot); }
    bool accept(double t, const double* y) override { return ode.accept(t, y); }
    void reject() override { ode.reject(); }
    std::span<const double> multipliers(const double* y) const override { return ode.multipliers(y); }
    Ode ode;
  };

 public:
  static constexpr int fixed_size = dynamic;

  template <class Ode> explicit AnyOde(Ode ode) : ode_(std::make_unique<Of<Ode>>(std::move(ode))) {}

  Eigen::Index size() const { return ode_->size(); }
  Eigen::Index coordinates() const { return ode_->coordinates(); }
  Eigen::Index velocities() const { return ode_->velocities(); }
  void guess(std::span<const double> z) { ode_->guess(z); }
  bool complete(double t, double* y) { return ode_->complete(t, y); }
  bool rate(double t, const double* y, double* y_dot) { return ode_->rate(t, y, y_dot); }
  bool accept(double t, const double* y) { return ode_->accept(t, y); }
  void reject() { ode_->reject(); }
  std::span<const double> multipliers(const double* y) const { return ode_->multipliers(y); }

 private:
  std::unique_ptr<Erased> ode_;
};

/// An ordinary differential equation as odeint calls it; odeint has no way to be told that a value cannot be had, so
/// that is remembered.
template <class Ode> class Counted {
 public:
  explicit Counted(Ode ode) : ode_(std::move(ode)) {}

  Ode& ode() { return ode_; }
  const Ode& ode() const { return ode_; }

  template <class State> void operator()(const State& y, State& y_dot, double t) {
    ++evaluations;
    singular = !ode_.rate(t, y.data(), y_dot.data()) || singular;
  }

  int evaluations = 0;
  bool singular = false;

 private:
  Ode ode_;
};

/// The checker's error norm, and whether the estimate that it saw is no more than rounding makes of a step: of
/// quadratures Fehlberg's is zero by construction, whatever their error. Steppers are copied, so that it reports to a
/// place of its owner.
template <class Stepper> class RecordingChecker
    : public odeint::default_error_checker<double, typename Stepper::algebra_type, typename Stepper::operations_type> {
  using Base = odeint::default_error_checker<double, typename Stepper::algebra_type, typename Stepper::operations_type>;

 public:
  RecordingChecker() = default;
  RecordingChecker(const Tolerances& tolerances, bool& blind)
      : Base(tolerances.absolute, tolerances.relative),
        blind_(&blind) {}

  template <class Algebra, class State, class Time>
  double error(Algebra& algebra, const State& y, const State& y_dot, State& estimate, Time dt) const {
    *blind_ = is_round_off(y, y_dot, estimate, dt);
    return Base::error(algebra, y, y_dot, estimate, dt);
  }

 private:
  template <class State>
  static bool is_round_off(const State& y, const State& y_dot, const State& estimate, double dt) {
    for (std::size_t i = 0; i < y.size(); ++i)
      if (!(std::abs(estimate[i]) <= 16 * epsilon<double> * (std::abs(y[i]) + std::abs(dt * y_dot[i])))) return false;
    return true;
  }

  bool* blind_ = nullptr;
};

template <template <class...> class Method, class Ode> class OdeintControlled final : public Integrator<double> {
  using State = typename OdeState<Ode::fixed_size>::type;
  using Stepper = Method<State>;
  using Controlled = odeint::controlled_runge_kutta<Stepper, RecordingChecker<Stepper>>;

 public:
  OdeintControlled(const System<double>& system, Ode ode, const Tolerances& tolerances)
      : Integrator<double>(system),
        ode_(std::move(ode)),
        tolerances_(tolerances),
        y_(OdeState<Ode::fixed_size>::zero(ode_.ode().size())),
        y_dot_(y_),
        before_{.y = y_} {}

  MethodTraits traits() const override { return {.order = Stepper::order_value, .adaptive = true}; }

  void guess_multipliers(Values z) override { ode_.ode().guess(z); }

  void set_time(double t) override { t_ = t; }
  View<double> view() const override {
    const double* y = y_.data();
    return {t_, {y, coordinates_}, {y + coordinates_, velocities_}, ode_.ode().multipliers(y)};
  }

  void reverse() override {
    const VectorX<double> q = vector_of(view().q), v = -vector_of(view().v);
    do_start(t_, values(q), values(v));
  }

 private:
  void do_start(double t, Values q, Values v) override {
    t_ = t;
    fill(y_, t, q, v);
    controlled_.emplace(RecordingChecker<Stepper>(tolerances_, blind_));
    ode_.singular = false;
    ode_(y_, y_dot_, t);
    dt_ = first_step();
  }

  /// Keeps the step size.
  void do_move_to(double t, Values q, Values v) override {
    before_.t = t;
    fill(before_.y, t, q, v);
    go_back();
  }

  StepReport do_step(double h) override {
    StepReport report;
    if (const Outcome wrong = prospects(); wrong != Outcome::success) return {.outcome = wrong};
    ode_.evaluations = 0;
    const double proposed = dt_;
    before_.t = t_;
    before_.y = y_;
    double dt = std::min(dt_, h);
    const bool clipped = dt < proposed;
    for (;;) {
      if (!(t_ + dt > t_)) {
        report.outcome = Outcome::step_size_too_small;
        break;
      }
      const double tried = dt;
      const auto result = controlled_->try_step(std::ref(ode_), y_, t_, dt);
      // odeint's error norm is a maximum, which drops NaN: whether a trial step is a number must be seen from here.
      const bool usable = !ode_.singular && std::ranges::all_of(y_, [](double x) { return std::isfinite(x); });
      const bool done = result == odeint::success && usable;
      if (done && ode_.ode().accept(t_, y_.data())) break;
      ++report.rejected;
      ode_.ode().reject();
      if (usable && !done) continue;
      dt = tried / 2;
      go_back();
    }
    // a step cut short by the end says nothing against the proposal
    dt_ = clipped && report.rejected == 0 ? std::max(dt, proposed) : dt;
    report.evaluations = ode_.evaluations;
    report.blind = blind_;
    return report;
  }

  void fill(State& y, double t, Values q, Values v) {
    std::ranges::copy(v, std::ranges::copy(q, y.begin()).out);
    ode_.ode().complete(t, y.data());
  }

  /// Whether a step can succeed: from a state that is finite, with tolerances above the round-off of the state.
  Outcome prospects() const {
    if (!std::isfinite(dt_) || !std::ranges::all_of(y_, [](double y) { return std::isfinite(y); }))
      return Outcome::not_finite;
    return below_round_off<double>(tolerances_, y_) ? Outcome::tolerance_too_tight : Outcome::success;
  }

  /// Without overflow, and in one order: Eigen's norms add in an order that depends on where the numbers stand.
  static double length(const State& x) {
    double sum = 0;
    for (const double each : x) sum = std::hypot(sum, each);
    return sum;
  }

  /// A hundredth of the time in which y' would carry y its own length (Hairer, Norsett & Wanner I, II.4).
  double first_step() const {
    const double size = length(y_), speed = length(y_dot_);
    return size < 1e-5 || speed < 1e-5 ? 1e-6 : 0.01 * size / speed;
  }

  /// Back to the state before the step; a stepper that keeps the derivative of its last stage for the next step
  /// (dopri5) forgets it.
  void go_back() {
    t_ = before_.t;
    y_ = before_.y;
    ode_.singular = false;
    if constexpr (requires { controlled_->reset(); }) controlled_->reset();
  }

  struct Before {
    double t = 0;
    State y;
  };

  Counted<Ode> ode_;
  Tolerances tolerances_;
  std::size_t coordinates_ = static_cast<std::size_t>(ode_.ode().coordinates()),
              velocities_ = static_cast<std::size_t>(ode_.ode().velocities());
  State y_, y_dot_;
  double t_ = 0, dt_ = 0;
  bool blind_ = false;  // the latest error estimate was round-off
  Before before_;
  std::optional<Controlled> controlled_;
};

/// The equation may refer to the dynamics, which the integrator's system holds.
template <template <class...> class Method, class Ode>
std::unique_ptr<Integrator<double>> controlled(const System<double>& system, Ode ode, const Tolerances& tolerances) {
  return std::make_unique<OdeintControlled<Method, Ode>>(system, std::move(ode), tolerances);
}

template <template <class...> class Method> std::unique_ptr<Integrator<double>> controlled(const System<double>& system,
                                                                                           const Tolerances& tolerances,
                                                                                           OdeFormulation formulation) {
  if (system.kind() != SystemKind::mechanical) {
    if (formulation == OdeFormulation::multiplier_integrated)
      throw InputError("formulation",
                       "\"multiplier_integrated\", Hilden's (2.12), applies to mechanical systems only: take "
                       "\"eliminated\" for a DAE");
    return controlled<Method>(system, AnyOde(UnderlyingHessenberg(system.reducible())), tolerances);
  }
  if (formulation == OdeFormulation::multiplier_integrated && !system.traits().conservative)
    throw UnsuitableSystem("a system without forces and without explicit time",
                           "has forces or depends on time. Take formulation = \"eliminated\"");
  if (formulation == OdeFormulation::multiplier_integrated)
    return system.visit([&]<int n, int m>(const std::shared_ptr<const Dynamics<double, n, m>>& dynamics) {
      return controlled<Method>(system, AnyOde(MultiplierIntegratedOde<n, m>(*dynamics)), tolerances);
    });
  const Eigen::Index n = system.coordinates();
  if (padded_state(n) <= 8) return controlled<Method>(system, EliminatedOde<8>(system.underlying_ode(), n), tolerances);
  return controlled<Method>(system, AnyOde(EliminatedOde<dynamic>(system.underlying_ode(), n)), tolerances);
}

}  // namespace

std::unique_ptr<Integrator<double>> odeint_dopri5(const System<double>& system, const Tolerances& tolerances,
                                                  OdeFormulation formulation) {
  return controlled<odeint::runge_kutta_dopri5>(system, tolerances, formulation);
}

std::unique_ptr<Integrator<double>> odeint_fehlberg78(const System<double>& system, const Tolerances& tolerances,
                                                      OdeFormulation formulation) {
  return controlled<odeint::runge_kutta_fehlberg78>(system, tolerances, formulation);
}

}  // namespace nonholo
