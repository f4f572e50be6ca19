// Stepper: one step at a time, for control loops. Times, steps and bits are those of solve().
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "parts.hpp"

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/framework/system/probe.hpp>
#include <nonholo/verification/experiment/advice.hpp>
#include <nonholo/verification/experiment/prepared_run.hpp>

#include <pybind11/numpy.h>

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace nonholo::python {

namespace {

using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

class Stepper {
 public:
  /// @param given a case with a step size and any start
  explicit Stepper(const Case& given)
      : experiment_(given.experiment),
        run_(given.run()),
        h_(run_.h ? run_.h->value() : 0) {
    if (!run_.h || !run_.method.steps_as_told())
      throw InputError("h",
                       fmt::format("a Stepper takes steps of one size: {} chooses its own", run_.method.entry->name));
    if (run_.precision != Precision::double_)
      throw InputError("precision", "a Stepper computes in double: use nonholo.solve for more digits");
  }

  /// @param inputs values of all inputs of the system, or none: those of the step before
  void start(double t, const Numbers& q, const Numbers& v, const std::vector<double>& inputs) {
    ProblemChoice problem = run_.problem;
    problem.t0 = t;
    const auto numbers = [](const Numbers& x) { return std::vector<Number>(x.data(), x.data() + x.size()); };
    problem.initial.q = numbers(q);
    problem.initial.v = numbers(v);
    problem.initial.lambda = {};
    try {
      own_ = std::make_unique<Own>(problem.system());
      if (!inputs.empty()) values_of_inputs_ = inputs;
      if (own_->system.inputs() && !values_of_inputs_.empty()) own_->system.inputs()->give(t, 0, values_of_inputs_);
      start_at(checked(problem.start(), own_->system, t));
    } catch (const UnsuitableSystem& error) {
      throw advised_method(error, own_->system, experiment_->own_problem != nullptr);
    } catch (const InconsistentStart& error) {
      RunSpec moved = run_;
      moved.problem = problem;
      rethrow_with_nearest(moved, advised_start(error));
    } catch (const InputError& error) {
      throw advised_start(error);
    }
  }

  /// An empty text, or what failed: the state is then that before the step. @param inputs as for start()
  std::string step(const std::vector<double>& inputs) {
    if (!own_ || !own_->started) return "the Stepper has no state yet: call start(t, q, v) first";
    Integrator<double>* const integrator = own_->integrator.get();
    if (const auto& known = own_->system.inputs()) {
      const double now = integrator->view().t;
      bool changed = known->depart(now);
      const std::vector<double>& given = inputs.empty() ? values_of_inputs_ : inputs;
      if (!given.empty()) changed = known->give(now, h_, given) || changed;
      if (!inputs.empty()) values_of_inputs_ = inputs;
      if (changed) integrator->changed();
    }
    const StepReport report = integrator->step(h_);
    if (report.outcome != Outcome::success) return why(report);
    ++steps_;
    integrator->set_time(own_->t0 + static_cast<double>(steps_) * h_);
    const View<double> at = integrator->view();
    if (!own_->branch.holds(at.t, at.q, at.v)) return fmt::format("{} ({})", text(Outcome::other_root), "other_root");
    if (steps_ % between_leaves == 0) renew();
    return {};
  }

  double t() const { return view().t; }
  py::array_t<double> q() const { return copied(view().q); }
  py::array_t<double> v() const { return copied(view().v); }
  /// Consistent multipliers of the state, for a DAE the z next to that of the step before.
  py::array_t<double> lambda() {
    const View<double> at = view();
    VectorX<double>& lambda = own_->lambda;
    if (own_->system.kind() == SystemKind::dae) std::ranges::copy(at.lambda_stage, lambda.begin());
    if (lambda.size() > 0 && !own_->probe->multipliers(at.t, at.q, at.v, {lambda.data(), std::size_t(lambda.size())}))
      return copied(std::vector<double>(std::size_t(lambda.size()), std::numeric_limits<double>::quiet_NaN()));
    return copied(values(lambda));
  }
  /// (t, q, v) of the start, steps since, and the numbers on which later steps depend. () before a start; None where
  /// the method cannot tell these numbers.
  py::object saved() const {
    if (!own_ || !own_->started) return py::tuple();
    std::vector<double> numbers;
    if (own_->system.inputs() || !own_->integrator->save(numbers)) return py::none();
    return py::make_tuple(own_->t0, copied(values(own_->q0)), copied(values(own_->v0)), steps_, numbers);
  }

  /// Goes on from saved() of a Stepper of the same arguments.
  void restore(double t, const Numbers& q, const Numbers& v, long steps, const std::vector<double>& numbers) {
    start(t, q, v, {});
    std::span<const double> left = numbers;
    own_->integrator->restore(left);
    steps_ = steps;
    const View<double> at = view();
    own_->branch.start(at.t, at.q, at.v);
  }

  double h() const { return h_; }
  long steps() const { return steps_; }

 private:
  static py::array_t<double> copied(std::span<const double> x) {
    return py::array_t<double>(static_cast<py::ssize_t>(x.size()), x.data());
  }

  /// All that belongs to one start.
  struct Own {
    System<double> system;
    std::unique_ptr<Integrator<double>> integrator = nullptr;
    VelocityBranch<double> branch{system};
    std::unique_ptr<Probe<double>> probe = make_probe(system);
    VectorX<double> lambda = {}, q0 = {}, v0 = {}, lambda0 = {};
    double t0 = 0;
    bool started = false;

    explicit Own(System<double> made) : system(std::move(made)) {}
  };

  View<double> view() const {
    if (!own_ || !own_->started) throw InputError("state", "there is none yet: call start(t, q, v) first");
    return own_->integrator->view();
  }

  /// A fresh integrator at the start.
  void make() {
    own_->integrator = run_.method.make(own_->system);
    own_->integrator->guess_multipliers(values(own_->lambda0));
    own_->integrator->start(own_->t0, values(own_->q0), values(own_->v0));
  }

  void start_at(const AdmissibleStart<double>& start) {
    own_->t0 = start.t;
    own_->q0 = start.q;
    own_->v0 = start.v;
    own_->lambda0 = own_->lambda = start.lambda;
    steps_ = 0;
    make();
    own_->branch.start(start.t, values(start.q), values(start.v));
    own_->started = true;
  }

  /// As a run does at every so many steps (prepared_run.hpp), so that the bits are those of a run.
  void renew() {
    std::vector<double> numbers;
    if (!own_->integrator->save(numbers)) return;
    make();
    std::span<const double> left = numbers;
    own_->integrator->restore(left);
    const View<double> at = view();
    own_->branch.start(at.t, at.q, at.v);
  }

  std::string why(const StepReport& report) const {
    Summary run{.outcome = report.outcome, .steps = steps_, .t = t(), .h = h_};
    run.last = report;
    run.remark = own_->integrator->remark();
    return run.failure(run_.label);
  }

  std::shared_ptr<const Experiment> experiment_;
  const RunSpec& run_;
  double h_;
  std::vector<double> values_of_inputs_;
  std::unique_ptr<Own> own_;
  long steps_ = 0;
};

}  // namespace

void add_stepper(py::module_& module) {
  py::class_<Stepper>(module, "Stepper", "A method bound to a system, taking one step at a time.")
      .def(py::init<const Case&>(), py::arg("case"))
      .def("start", &Stepper::start, py::arg("t"), py::arg("q"), py::arg("v"),
           py::arg("inputs") = std::vector<double>{})
      .def("step", &Stepper::step, py::arg("inputs") = std::vector<double>{},
           "Takes one step. Returns '' or what failed.")
      .def("saved", &Stepper::saved)
      .def("restore", &Stepper::restore, py::arg("t"), py::arg("q"), py::arg("v"), py::arg("steps"), py::arg("numbers"))
      .def_property_readonly("t", &Stepper::t)
      .def_property_readonly("q", &Stepper::q)
      .def_property_readonly("v", &Stepper::v)
      .def_property_readonly("lam", &Stepper::lambda)
      .def_property_readonly("h", &Stepper::h)
      .def_property_readonly("steps", &Stepper::steps);
}

}  // namespace nonholo::python
