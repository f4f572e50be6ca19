// Solution for Python: arrays over the kept states, multipliers, dense output and the quantities of the program.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "solution.hpp"

#include <nonholo/framework/base/number.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/system/probe.hpp>
#include <nonholo/verification/experiment/json_report.hpp>

#include <pybind11/numpy.h>

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>

namespace nonholo::python {

namespace {

/// An array with so many columns, or a vector where `columns` is 0. It looks at the numbers where they are, and keeps
/// their owner alive; quad becomes texts with all digits.
template <class Real>
py::object array(const std::vector<Real>& x, std::size_t rows, std::optional<std::size_t> columns, py::handle owner) {
  std::vector<py::ssize_t> shape{static_cast<py::ssize_t>(rows)};
  if (columns) shape.push_back(static_cast<py::ssize_t>(*columns));
  if constexpr (std::is_same_v<Real, quad>) {
    py::list texts;
    for (const Real& each : x) texts.append(decimal(each));
    return py::module_::import("numpy").attr("array")(texts, "U48").attr("reshape")(shape);
  } else {
    return py::array_t<Real>(shape, x.data(), owner);
  }
}

/// Of f(Shown<Real>&) for the precision of the run.
template <class F> decltype(auto) visit(Solution& of, F&& f) {
  return std::visit([&](auto& shown) -> decltype(auto) { return f(shown); }, of.shown);
}

template <class Real> const KeptStates<Real>& rows(const Solution& of, const Shown<Real>& shown) {
  return of.sampled ? shown.samples : shown.steps;
}

/// The multipliers that each state implies, row after row; NaN where the constraints are singular.
template <class Real> std::vector<Real> multipliers(const RunSpec& run, const KeptStates<Real>& states) {
  const System<Real> system = run.problem.system<Real>();
  const auto m = static_cast<std::size_t>(system.constraints());
  std::vector<Real> all(m * states.size(), std::numeric_limits<Real>::quiet_NaN());
  if (m == 0) return all;
  const auto probe = make_probe(system);
  std::vector<Real> lambda(m, Real(0));
  for (std::size_t i = 0; i < states.size(); ++i) {
    const View<Real> at = states.view(i);
    if (const auto& inputs = system.inputs()) {  // as the step saw them that ended there
      if (at.t > run.problem.t0.as<Real>()) inputs->arrive(at.t);
      else inputs->depart(at.t);
    }
    if (at.lambda_stage.size() == m && at.lambda_stage[0] == at.lambda_stage[0])  // of a DAE the root of the run
      std::ranges::copy(at.lambda_stage, lambda.begin());
    if (probe->multipliers(at.t, at.q, at.v, lambda))
      std::ranges::copy(lambda, all.begin() + static_cast<std::ptrdiff_t>(i * m));
  }
  return all;
}

struct Sizes {
  std::size_t n, velocities, m;
};

Sizes sizes(const Solution& of) {
  const System<double> system = of.run().problem.system();
  return {static_cast<std::size_t>(system.coordinates()), static_cast<std::size_t>(system.velocities()),
          static_cast<std::size_t>(system.constraints())};
}

/// t, q and v as arrays.
template <class Real> py::tuple arrays(py::handle owner, const Solution& of, const KeptStates<Real>& states) {
  const Sizes size = sizes(of);
  return py::make_tuple(array(states.t, states.size(), std::nullopt, owner),
                        array(states.q, states.size(), size.n, owner),
                        array(states.v, states.size(), size.velocities, owner));
}

py::tuple states(const py::object& self) {
  auto& of = self.cast<Solution&>();
  return visit(of, [&]<class Real>(Shown<Real>& shown) { return arrays<Real>(self, of, rows(of, shown)); });
}

/// Computed when first asked for: most who want q and v do not need them.
py::object lambda(const py::object& self) {
  auto& of = self.cast<Solution&>();
  return visit(of, [&]<class Real>(Shown<Real>& shown) {
    const KeptStates<Real>& states = rows(of, shown);
    const std::size_t m = sizes(of).m;
    if (shown.lambda.size() != m * states.size()) shown.lambda = multipliers<Real>(of.run(), states);
    return array(shown.lambda, states.size(), m, self);
  });
}

/// (t, q, v) of each event.
py::list located(const py::object& self) {
  auto& of = self.cast<Solution&>();
  return visit(of, [&]<class Real>(Shown<Real>& shown) {
    py::list all;
    for (const KeptStates<Real>& each : shown.located) all.append(arrays<Real>(self, of, each));
    return all;
  });
}

/// (t, q, v, z) of all accepted states; None where they were not kept. z has no columns but for a DAE.
py::object kept(const py::object& self) {
  auto& of = self.cast<Solution&>();
  if (!of.keeps_steps) return py::none();
  return visit(of, [&]<class Real>(Shown<Real>& shown) -> py::object {
    const std::size_t size = shown.steps.size();
    const std::size_t columns = size == 0 ? 0 : shown.steps.z.size() / size;
    return arrays<Real>(self, of, shown.steps) + py::make_tuple(array(shown.steps.z, size, columns, self));
  });
}

/// Energy errors and residuals at the rows of t.
py::tuple errors(const py::object& self) {
  auto& of = self.cast<Solution&>();
  return visit(of, [&]<class Real>(Shown<Real>& shown) {
    const KeptStates<Real>& states = rows(of, shown);
    return py::make_tuple(array(states.energy_error, states.size(), std::nullopt, self),
                          array(states.residual, states.size(), std::nullopt, self));
  });
}

/// The interpolant through all accepted states, made when it is first asked for.
template <class Real> DenseOutput<Real>& dense(const Solution& of, Shown<Real>& shown) {
  if (shown.dense) return *shown.dense;
  const System<Real> system = of.run().problem.system<Real>();
  shown.integrator = of.run().method.make(system);
  shown.dense = std::make_unique<DenseOutput<Real>>(*shown.integrator);
  for (std::size_t i = 0; i < shown.steps.size(); ++i) (*shown.dense)({static_cast<long>(i), shown.steps.view(i)});
  return *shown.dense;
}

/// A number, or a text with more digits.
template <class Real> Real time_of(const py::handle& t) {
  if (std::is_same_v<Real, double> && !py::isinstance<py::str>(t))
    return static_cast<Real>(double(py::float_(py::reinterpret_borrow<py::object>(t))));
  try {
    return Number::from_text(py::str(t).cast<std::string>()).template as<Real>();
  } catch (const InputError& error) {
    throw InputError("t", error.message());
  }
}

/// (q, v, lambda) at each of the times, as new arrays.
py::tuple at(Solution& of, const py::sequence& times) {
  if (!of.keeps_steps)
    throw InputError("t_eval", "the run kept only the states at t_eval: say dense_output=True to keep all of them");
  return visit(of, [&]<class Real>(Shown<Real>& shown) {
    DenseOutput<Real>& solution = dense(of, shown);
    KeptStates<Real> found;
    for (const py::handle& each : times) {
      const Snapshot<Real> state = solution.state(time_of<Real>(each));
      found.t.push_back(state.t);
      found.q.insert(found.q.end(), state.q.begin(), state.q.end());
      found.v.insert(found.v.end(), state.v.begin(), state.v.end());
    }
    const std::vector<Real> lambda = multipliers<Real>(of.run(), found);
    const Sizes size = sizes(of);
    return py::make_tuple(array(found.q, found.size(), size.n, {}), array(found.v, found.size(), size.velocities, {}),
                          array(lambda, found.size(), size.m, {}));
  });
}

py::list flags(const Solution& of) {
  py::list all;
  for (const RaisedFlag& each : of.result.flags) {
    const FlagInfo& known = info(each.flag);
    all.append(py::make_tuple(std::string(known.name), each.t, each.text, known.failure));
  }
  return all;
}

std::string message(const Solution& of) {
  const Summary& run = of.result.summary;
  if (run.outcome == Outcome::interrupted)
    return fmt::format("interrupted at t = {:.10g}, after {} steps", run.t, run.steps);
  if (!of.result.failure.empty()) return of.result.failure;
  if (run.outcome == Outcome::event) return of.result.note;
  return fmt::format("the run reached the end of the time span, t = {:.10g}, in {} steps", run.t, run.steps);
}

/// The run as it stands in the document of `nonholo run --json`.
std::string json(const Solution& of) {
  ExperimentResult result{.experiment = of.experiment.get(), .runs = {of.result}};
  return program::to_json(result, {.program = "nonholo " NONHOLO_VERSION " (Python)"});
}

}  // namespace

void add_solution(py::module_& module) {
  py::class_<Solution>(module, "Solution", "What came of one run.")
      .def_property_readonly("states", &states)
      .def_property_readonly("lam", &lambda)
      .def_property_readonly("located", &located)
      .def_property_readonly("kept", &kept)
      .def_property_readonly("sampled", [](const Solution& of) { return of.sampled; })
      .def_property_readonly("errors", &errors)
      .def("at", &at, py::arg("times"))
      .def_property_readonly("flags", &flags)
      .def_property_readonly("message", &message)
      .def_property_readonly("json", &json)
      .def_property_readonly("outcome", [](const Solution& of) { return std::string(name(of.result.summary.outcome)); })
      .def_property_readonly("succeeded", [](const Solution& of) { return is_success(of.result.summary.outcome); })
      .def_property_readonly("warning", [](const Solution& of) { return of.result.warning; })
      .def_property_readonly("note", [](const Solution& of) { return of.result.note; })
      .def_property_readonly("label", [](const Solution& of) { return of.result.label; })
      .def_property_readonly("evaluations", [](const Solution& of) { return of.result.summary.evaluations; })
      .def_property_readonly("steps", [](const Solution& of) { return of.result.summary.steps; })
      .def_property_readonly("rejected", [](const Solution& of) { return of.result.summary.rejected; })
      .def_property_readonly("iterations", [](const Solution& of) { return of.result.summary.iterations; })
      .def_property_readonly("max_energy_error", [](const Solution& of) { return of.result.extremes.max_energy_error; })
      .def_property_readonly("max_constraint_residual",
                             [](const Solution& of) { return of.result.extremes.max_constraint_residual; });
}

}  // namespace nonholo::python
