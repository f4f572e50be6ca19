#include <nonholo/verification/contract/check_method.hpp>

#include <nonholo/framework/system/probe.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace nonholo {

namespace {

constexpr double one_step = 1e-12;    // of two steps solved to round-off, relative to the state
constexpr double many_steps = 1e-10;  // the same after some twenty steps back and forth
constexpr double kept = 1e-12;        // a constraint kept to round-off, scaled; an energy kept to round-off, relative

VectorX<double> state_of(const Integrator<double>& integrator) {
  const View<double> view = integrator.view();
  VectorX<double> state(static_cast<Eigen::Index>(view.q.size() + view.v.size()));
  std::ranges::copy(view.q, state.begin());
  std::ranges::copy(view.v, state.begin() + static_cast<Eigen::Index>(view.q.size()));
  return state;
}

VectorX<double> state_of(const AdmissibleStart<double>& start) {
  VectorX<double> state(start.q.size() + start.v.size());
  state << start.q, start.v;
  return state;
}

/// Infinity norm, infinite when something is not finite.
double distance(const VectorX<double>& x, const VectorX<double>& y) {
  const VectorX<double> off = x - y;
  return off.allFinite() ? off.cwiseAbs().maxCoeff() : std::numeric_limits<double>::infinity();
}

Finding bounded(std::string check, double observed, double allowed, std::string detail = "") {
  return {std::move(check), observed <= allowed, observed, allowed, std::move(detail)};
}

class MethodChecks {
 public:
  MethodChecks(Integrator<double>& integrator, const AdmissibleStart<double>& start, double h,
               const MethodCheckOptions& options)
      : integrator_(integrator),
        start_(start),
        options_(options),
        h_(h),
        adaptive_(integrator.traits().adaptive),
        from_(state_of(start)),
        scale_(1 + from_.cwiseAbs().maxCoeff()) {}

  std::vector<Finding> all() {
    findings_ = {round_trip(), same_again()};
    if (!findings_.back().holds) return findings_;  // no step succeeds
    if (!adaptive_) findings_.push_back(advances());
    if (integrator_.traits().keeps_constraint) findings_.push_back(constraint());
    if (integrator_.traits().keeps_energy && integrator_.system().traits().conservative) findings_.push_back(energy());
    if (integrator_.traits().symmetric) findings_.push_back(undone());
    const bool reversible = integrator_.traits().symmetric || integrator_.traits().reversible;
    const bool turns = integrator_.system().velocities() > 0;  // others have none to turn round
    if (turns && reversible && integrator_.system().traits().conservative) findings_.push_back(runs_back());
    if (turns) findings_.push_back(reverses());
    if (!adaptive_) findings_.push_back(fails_well());
    if (options_.allocations) findings_.push_back(allocates());
    return findings_;
  }

 private:
  void restart() { integrator_.start(0, values(start_.q), values(start_.v)); }

  /// False when a step does not succeed.
  bool run(double h) {
    for (int i = 0; i < options_.steps; ++i)
      if (integrator_.step(h).outcome != Outcome::success) return false;
    return true;
  }

  Finding round_trip() {
    restart();
    return bounded("view(start(t, q, v)) shows t, q and v",
                   distance(state_of(integrator_), from_) + std::abs(integrator_.view().t), 0);
  }

  Finding same_again() {
    restart();
    const bool first = run(h_);
    const VectorX<double> once = state_of(integrator_);
    restart();
    const bool second = run(h_);
    if (!first || !second)
      return {"steps succeed", false, h_, h_, "a step failed: give a start and an h at which the method works"};
    return bounded("the same start gives the same run, to the bit", distance(state_of(integrator_), once), 0);
  }

  Finding advances() {
    restart();
    integrator_.step(h_);
    return bounded("a step advances t by h", std::abs(integrator_.view().t - h_), 0);
  }

  Finding constraint() {
    const auto probe = make_probe(integrator_.system());
    double worst = 0;
    restart();
    for (int i = 0; i < options_.steps; ++i) {
      integrator_.step(h_);
      const View<double> at = integrator_.view();
      const double residual = probe->constraint(at.t, at.q, at.v).scaled;
      worst = std::isnan(residual) ? std::numeric_limits<double>::infinity() : std::max(worst, residual);
    }
    return bounded("the constraint holds at every step (scaled residual)", worst, kept);
  }

  Finding energy() {
    const auto probe = make_probe(integrator_.system());
    restart();
    const double before = probe->energy(0, integrator_.view().q, integrator_.view().v);
    double worst = 0;
    for (int i = 0; i < options_.steps; ++i) {
      integrator_.step(h_);
      worst = std::max(
          worst, std::abs(probe->energy(integrator_.view().t, integrator_.view().q, integrator_.view().v) - before));
    }
    return bounded("the energy is kept", worst / (1 + std::abs(before)), kept * options_.steps);
  }

  Finding undone() {
    restart();
    integrator_.step(h_);
    const Outcome back = integrator_.step(-h_).outcome;
    return bounded("symmetric: a step of -h undoes a step of h",
                   back == Outcome::success ? distance(state_of(integrator_), from_) / scale_ : INFINITY, one_step);
  }

  /// A method that is not symmetric stands on a pair of nodes, which it has after its first step.
  Finding runs_back() {
    restart();
    if (!integrator_.traits().symmetric) integrator_.step(h_);
    const VectorX<double> from = state_of(integrator_);
    run(h_);
    integrator_.reverse();
    const bool ran = run(h_);
    integrator_.reverse();
    return bounded("reversible: forward, (q, -v), forward, (q, -v) ends at the start",
                   ran ? distance(state_of(integrator_), from) / scale_ : INFINITY, many_steps);
  }

  Finding reverses() {
    restart();
    integrator_.reverse();
    VectorX<double> mirrored = from_;
    mirrored.tail(mirrored.size() / 2) *= -1;
    return bounded("reverse() turns (q, v) into (q, -v)", distance(state_of(integrator_), mirrored), 0);
  }

  /// Ever longer steps, until one fails (or none does, which is no fault).
  Finding fails_well() {
    Finding finding{"a step that fails says so and leaves the state as it was", true, 0, 0, ""};
    for (double h = 10 * h_; h < 1e12 * h_ && finding.holds; h *= 10) {
      restart();
      const StepReport report = integrator_.step(h);
      const VectorX<double> after = state_of(integrator_);
      const double change =
          report.outcome == Outcome::success ? (after.allFinite() ? 0.0 : INFINITY) : distance(after, from_);
      finding.observed = std::max(finding.observed, change);
      finding.holds = change == 0;
    }
    if (!finding.holds)
      finding.detail = "the state changed in a step that failed, or is not finite after one that reports success";
    return finding;
  }

  Finding allocates() {
    restart();
    run(h_);  // whatever a library sets up in its first steps is not part of a step
    const long before = options_.allocations();
    run(h_);
    return bounded("a step allocates nothing", static_cast<double>(options_.allocations() - before), 0);
  }

  Integrator<double>& integrator_;
  const AdmissibleStart<double>& start_;
  const MethodCheckOptions& options_;
  double h_;
  bool adaptive_;
  VectorX<double> from_;
  double scale_;
  std::vector<Finding> findings_;
};

}  // namespace

ContractReport check_method(Integrator<double>& integrator, const Start<double>& given, double h,
                            const MethodCheckOptions& options) {
  const auto start = checked(given, integrator.system(), 0.0);
  return {options.subject, MethodChecks(integrator, start, h, options).all()};
}

Finding check_adjoint(Integrator<double>& method, Integrator<double>& adjoint, const Start<double>& given, double h) {
  const auto start = checked(given, method.system(), 0.0);
  method.start(0, values(start.q), values(start.v));
  bool succeeded = method.step(h).outcome == Outcome::success;
  const View<double> there = method.view();
  adjoint.start(there.t, there.q, there.v);
  succeeded = adjoint.step(-h).outcome == Outcome::success && succeeded;
  const VectorX<double> from = state_of(start);
  const double defect = distance(state_of(adjoint), from) / (1 + from.cwiseAbs().maxCoeff());
  return bounded("a step of -h by the adjoint undoes a step of h", succeeded ? defect : INFINITY, one_step);
}

}  // namespace nonholo
