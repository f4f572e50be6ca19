// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/keys.hpp>

#include <nonholo/verification/catalogue.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>

namespace nonholo {

namespace {

QuantityValue quantity_value(double x) { return std::isfinite(x) ? QuantityValue(x) : QuantityValue(); }
QuantityValue quantity_value(const std::optional<double>& x) { return x ? quantity_value(*x) : QuantityValue(); }

/// Entries that are not finite apply no more than such a number does, beside others that do.
QuantityValue list(std::vector<double> x) {
  const auto finite = [](double e) { return std::isfinite(e); };
  if (std::ranges::none_of(x, finite)) return {};
  std::ranges::replace_if(x, std::not_fn(finite), std::nan(""));
  return x;
}

template <class F> std::vector<double> numbers_of(const RunResult& run, F number) {
  std::vector<double> all;
  for (const Located& each : run.located) all.push_back(number(each));
  return all;
}

}  // namespace

const Catalogue<Key>& file_keys() {
  using enum KeyKind;
  // clang-format off
  static const Catalogue<Key> keys("key", {
      {"title", text, "what the experiment shows"},
      {"source", text, "paper, figure or table that it reproduces"},
      {"problem", table, "the problem, its parameters and its start"},
      {"system", table, "[system]: a system as text, in the place of a problem's name"},
      {"input", table,
       "[input]: for each input of [system] a number, an expression of t, or { file = \"u.csv\", hold = \"step\" }"},
      {"reference", text,
       "what end states are compared with: \"auto\", the exact solution or else a reference solution; \"exact\", the "
       "exact solution only; false, nothing; default: as \"auto\", but a reference solution that no expectation or "
       "figure "
       "needs only for up to 16 starts, and at most five times as long as all runs"},
      {"run", table, "[[run]]: a method and its options"},
      {"expect", table, "[[expect]]: what a quantity of a run should be"},
      {"ensemble", table, "[[ensemble]]: many starts of a run, whose states are reduced over all of them"},
      {"event", table, "[[event]]: times at which an expression vanishes, and what they end"},
      {"section", table, "[[section]]: states at which an expression vanishes, or every so many steps, to be drawn"},
      {"reduce", table, "[[reduce]]: one number of a series over each run, as its mean"},
      {"figure", table, "[[figure]]: curves of runs, or over runs"},
      {"motion", table, "the body drawn and moving, runs side by side"},
  });
  // clang-format on
  return keys;
}

const Catalogue<Key>& problem_keys() {
  using enum KeyKind;
  // clang-format off
  static const Catalogue<Key> keys("key", {
      {"name", text, "a catalogue name (nonholo list problems)"},
      {"system", text, "instead of name, a file with a [system], *.toml, from this file's folder; its [problem] gives "
       "the keys that are missing here"},
      {"setup", text, "parameters, start and t_end by name; any key below overrides its part", true},
      {"parameters", table,
       "{ name = value, ... }, each a number, an expression of those before it, or a list of these"},
      {"initial", table,
       "{ q = [...], v = [...] }, or a list of these: one run for each; lambda = [...] is checked against the "
       "multipliers that q and v imply; for a DAE { y = [...], z = [...] }", true},
      {"t0", number, "start time, default 0", true},
      {"t_end", number, "end time", true},
      {"consistent", text, "what to do with a start off the constraint: \"error\" (default), \"project\", \"assume\"",
       true},
  });
  // clang-format on
  return keys;
}

const Catalogue<Key>& system_keys() {
  using enum KeyKind;
  // clang-format off
  static const Catalogue<Key> keys("key", {
      {"name", text, "what results call it, default \"system\""},
      {"title", text, "what it is"},
      {"compile", boolean, "true: compile the system to machine code with the C compiler of this machine; default "
       "false"},
      {"coordinates", text, "their names; the velocity of x is vx", true},
      {"inputs", text, "names of inputs of a mechanical system or a DAE, whose values are in [input]", true},
      {"parameters", table, "{ name = value, ... }, each a number or an expression of those before it"},
      {"define", table,
       "{ name = \"expression\", ... }, or below [system.define]: names for expressions that occur often, each in "
       "terms of those before it; a start may use these names"},
      {"lagrangian", text, "L(t, q, v); or mass_matrix and potential"},
      {"mass_matrix", text, "rows of expressions", true},
      {"potential", text, "V(t, q), default 0"},
      {"constraints", text, "expressions that are zero, or equations, with velocities, linear in them or not", true},
      {"holonomic", text, "expressions of t and coordinates that are zero, or equations: constraints on positions",
       true},
      {"force", text, "one for each coordinate", true},
      {"reaction", text,
       "the reaction of constraints that are not ideal: one expression for each coordinate, in terms of the "
       "multipliers lambda1, lambda2, ...",
       true},
      {"y", text, "names of the differential variables of a DAE in Hessenberg form", true},
      {"z", text, "names of the algebraic variables of a DAE in Hessenberg form", true},
      {"f", text, "y' = f(t, y, z), one for each y; or a list of such lists, parts of which the first has no z in it",
       true},
      {"g", text, "0 = g(t, y), or equations, one for each z", true},
      {"zeta", text, "names of the variables of a skew-gradient system", true},
      {"hamiltonian", text, "H(zeta)"},
      {"structure", text, "rows of a skew matrix: zeta' = structure grad hamiltonian", true},
      {"invariants", table, "{ name = \"expression\", ... }: what the flow conserves beside the energy"},
      {"exact", table,
       "{ q = [...], v = [...] }: the exact solution in t, where coordinates and velocities mean their values at time "
       "0 (if t0 is not 0, systems that depend on time are compared with a reference solution); v defaults to the "
       "derivatives of q; { y = [...], z = [...] } for a DAE, { zeta = [...] } for a skew-gradient system"},
  });
  // clang-format on
  return keys;
}

const Catalogue<Key>& input_keys() {
  using enum KeyKind;
  // clang-format off
  static const Catalogue<Key> keys("key", {
      {"file", text, "a CSV file from this file's folder: times in the column t, values in the column of the input's "
       "name; or two columns without names"},
      {"t", number, "instead of file, the times", true},
      {"values", number, "with t, the values", true},
      {"hold", text, "\"step\" (default): a value holds until the next time; \"linear\": straight lines between the "
       "values; \"given\": no table, nonholo.Stepper is given the values"},
  });
  // clang-format on
  return keys;
}

const Catalogue<Key>& exact_keys() {
  using enum KeyKind;
  static const Catalogue<Key> keys("key", {{"q", text, "positions", true},
                                           {"v", text, "velocities", true},
                                           {"y", text, "of a DAE", true},
                                           {"z", text, "of a DAE", true},
                                           {"zeta", text, "of a skew-gradient system", true}});
  return keys;
}

const Catalogue<Key>& run_keys() {
  using enum KeyKind;
  // clang-format off
  static const Catalogue<Key> keys("key", {
      {"method", text, "a catalogue name (nonholo list methods)", true},
      {"label", text, "unique in the file; default: derived from the options"},
      {"h", number, "step size of fixed-step methods", true},
      {"steps", whole, "number of steps, instead of t_end", true},
      {"t_end", number, "end time of this run, instead of that of [problem]", true},
      {"initial", table, "overrides that of [problem]", true},
      {"quick", boolean, "false: left out by --quick, with its expectations"},
      {"zip", boolean,
       "true: combine the lists of this [[run]] entry by entry instead of in all combinations; default false"},
      {"t_eval", number, "a list of rising times: the CSV file and the series have their points there instead of at "
       "each "
       "step"},
      {"samples", whole, "the number of such times, evenly spaced from start to end"},
      {"columns", text, "columns of the CSV file of the run: names of columns and expressions of the state; default: "
       "all "
       "columns"},
      {"precision", text, "\"double\" (default) or \"quad\" "
       "(113-bit mantissa): the same source in another arithmetic", true},
  });
  // clang-format on
  return keys;
}

Key key_of(const Option& option) {
  const auto kind = [&option] {
    switch (option.kind) {
      case OptionKind::number: return KeyKind::number;
      case OptionKind::whole: return KeyKind::whole;
      case OptionKind::truth: return KeyKind::boolean;
      case OptionKind::text: break;
    }
    return KeyKind::text;
  };
  return {option.key, kind(), option.meaning, true};
}

std::vector<DescribedOption> described_options() {
  std::vector<DescribedOption> all;
  for (const MethodEntry& method : method_catalogue())
    for (const Option& option : method.options()) {
      const auto same = [&option](const DescribedOption& known) { return known.option == option; };
      auto found = std::ranges::find_if(all, same);
      if (found == all.end()) found = all.insert(all.end(), {option, {}});
      found->methods.push_back(method.name);
    }
  return all;
}

const Catalogue<Key>& expect_keys() {
  using enum KeyKind;
  // clang-format off
  static const Catalogue<Key> keys("key", {
      {"run", text, "the label of a run"},
      {"versus", text, "another label: observed(run) / observed(versus) is compared"},
      {"quantity", text, "a quantity, or an expression of the state"},
      {"over", text, "an option that has a list in [[run]], such as h: run is then the label without the value of the "
       "option, and the least-squares slope of log(observed) over log(option) is compared, the order"},
      {"component", text, "for a list: the coordinate or the invariant; without it the largest absolute value counts"},
      {"min", number, "observed >= min"},
      {"max", number, "observed <= max"},
      {"between", number, "[a, b]: a <= observed <= b"},
      {"equals", number, "|observed - equals| <= abs + rel |equals|; for quantity \"outcome\" the outcome's name, for "
       "\"growth\" its kind, for \"flags\" those of the flags, \"a, b\" or \"none\""},
      {"rel", number, "relative part of equals, default 0"},
      {"abs", number, "absolute part of equals, default 0"},
      {"published", number, "what the source prints: shown beside what is observed, not judged"},
      {"page", whole, "where in the source it is printed"},
  });
  // clang-format on
  return keys;
}

const Catalogue<Key>& event_keys() {
  using enum KeyKind;
  // clang-format off
  static const Catalogue<Key> keys("key", {
      {"name", text, "unique in the file; the states of the events are in LABEL.NAME.csv"},
      {"when", text, "an expression of the state: the event is where it vanishes"},
      {"direction", text, "\"up\", \"down\" or \"both\" (default): the sign changes that count"},
      {"terminal", boolean, "true: the run ends at the first event; or a number: it ends at that one; default false"},
      {"runs", text, "labels of runs, or globs of labels; default: all", true},
  });
  // clang-format on
  return keys;
}

const Catalogue<Key>& section_keys() {
  using enum KeyKind;
  // clang-format off
  static const Catalogue<Key> keys("key", {
      {"name", text, "unique in the file; its states are in LABEL.NAME.csv"},
      {"when", text, "an expression of the state: the section is where it vanishes"},
      {"every", whole, "in its place, each state after so many steps, the start among them"},
      {"direction", text, "\"up\", \"down\" or \"both\" (default): the sign changes that count"},
      {"condition", text, "a comparison that holds at its states, as \"x > 0\""},
      {"wrap", text, "coordinates that are angles, written between -pi and pi", true},
      {"runs", text, "labels of runs, or globs of labels; default: all", true},
  });
  // clang-format on
  return keys;
}

const Catalogue<Key>& reduce_keys() {
  using enum KeyKind;
  // clang-format off
  static const Catalogue<Key> keys("key", {
      {"name", text, "unique in the file: [[expect]] takes it as a quantity"},
      {"quantity", text, "a series, abs(SERIES), or an expression of the state"},
      {"as", text, "\"mean\", \"mean_square\", \"variance\", \"minimum\", \"maximum\", \"slope\", the least-squares "
       "slope over t, with its standard error as NAME.error, \"quantile\" or \"histogram\""},
      {"level", number, "of a quantile, from 0 to 1; default 0.5, the median; the quantile is right to 1/2048 of its "
       "value"},
      {"bins", whole, "of a histogram, equal parts of the range of its values; default 20; a figure with x = \"NAME\" "
       "and y = \"count\" draws it"},
      {"over", text, "\"time\" (default): one number of each run, over its steps; \"members\": of an ensemble, a curve "
       "over the times of its samples. [[expect]] takes its last value as NAME, its least-squares slope over t as "
       "NAME.slope"},
      {"section", text, "the name of a [[section]]: over its states instead of all steps"},
      {"runs", text, "labels of runs, or globs of labels; default: all", true},
  });
  // clang-format on
  return keys;
}

const Catalogue<Key>& ensemble_keys() {
  using enum KeyKind;
  // clang-format off
  static const Catalogue<Key> keys("key", {
      {"name", text, "what it is called"},
      {"over", table, "a list of starts, { q = [...], v = [...] }", true},
      {"size", whole, "in its place the number of members, with start or random"},
      {"start", table, "{ q = [...], v = [...] } with expressions in k, the number of the member from 0, and size"},
      {"random", table, "{ around = { q, v }, width = w, seed = n }: starts evenly within w of each number of around "
       "(default: the start of the run), moved onto the constraints; member i depends on seed and i alone"},
      {"keep", boolean, "true: the states of all members at the times of the samples are in LABEL.members.csv"},
      {"runs", text, "labels of runs, or globs of labels; default: all; reductions over members are taken at their "
       "samples or t_eval, without them at the end", true},
  });
  // clang-format on
  return keys;
}

const Catalogue<Key>& random_keys() {
  using enum KeyKind;
  static const Catalogue<Key> keys("key", {{"around", table, "a start"},
                                           {"width", number, "largest distance of each number from it"},
                                           {"seed", whole, "default 0"}});
  return keys;
}

const Catalogue<Key>& figure_keys() {
  using enum KeyKind;
  // clang-format off
  static const Catalogue<Key> keys("key", {
      {"name", text, "unique in the file: `nonholo plot`, `nonholo run` and the file of the picture use this name"},
      {"number", text, "as the source calls it: \"Figure 4.5\""},
      {"page", whole, "where in the source it is"},
      {"title", text, "what is shown"},
      {"caption", text, "what the figure shows: what the source claims, and whether the results agree"},
      {"front", text, "a sentence for newcomers: the figure then stands on the report's first page"},
      {"x", text,
       "a series or an expression of the state; a histogram of [[reduce]]; or what lists gave the runs (h, rtol, "
       "epsilon) or a quantity: then a "
       "point for each run"},
      {"y", text, "the same kind, a curve for each; a component of a list of numbers as QUANTITY.COMPONENT", true},
      {"section", text, "the name of a [[section]]: x and y are those of its states"},
      {"runs", text, "labels of runs, or globs of labels; default: all", true},
      {"log", text, "logarithmic axes: \"x\", \"y\", \"xy\""},
      {"as", text,
       "of y: \"signed\" (default without log y), \"absolute\" (default with it), and of errors \"relative\" and "
       "\"absolute_relative\", over the value at the start or the size of the solution"},
      {"slopes", boolean, "true: the least-squares slope of each curve, on logarithmic axes that of the logarithms"},
      {"triangles", number, "slopes of triangles to compare with, a list", true},
      {"style", text, "\"lines\" (default over steps), \"points\", \"lines_points\" (default over runs)"},
      {"equal", boolean, "true: a unit of x is as long as one of y, as for orbits"},
      {"x_range", number, "[from, to], a list", true},
      {"y_range", number, "[from, to], a list", true},
      {"published", table, "what the source prints, { x, y, label } or a list of these: marks beside the curves", true},
  });
  // clang-format on
  return keys;
}

const Catalogue<Key>& mark_keys() {
  using enum KeyKind;
  static const Catalogue<Key> keys("key", {{"x", number, "where"}, {"y", number, "where"}, {"label", text, "what"}});
  return keys;
}

const Catalogue<Key>& motion_keys() {
  using enum KeyKind;
  // clang-format off
  static const Catalogue<Key> keys("key", {
      {"title", text, "what moves"},
      {"runs", text, "labels of runs, or globs of labels; default: all", true},
      {"frames", whole, "pictures from start to end, default 300"},
  });
  // clang-format on
  return keys;
}

namespace {

/// What the states of a run are right to.
std::vector<Quantity> quantities_of_states() {
  // clang-format off
  return {
      {"max_energy_error", "max over steps of |E_k - E_0 - W_k|, W the work done on the system",
       [](const RunResult& r) { return quantity_value(r.extremes.max_energy_error); }},
      {"final_energy_error", "E_N - E_0 - W_N, signed",
       [](const RunResult& r) { return quantity_value(r.extremes.final_energy_error); }},
      {"drift_rate", "least-squares slope of E - E_0 - W over t, of means over 32 to 64 blocks of steps",
       [](const RunResult& r) { return r.drift ? quantity_value(r.drift->rate) : QuantityValue(); }},
      {"drift_rate_error", "its standard error, block means taken as independent",
       [](const RunResult& r) { return r.drift ? quantity_value(r.drift->error) : QuantityValue(); }},
      {"growth",
       "how E - E_0 - W grows, by the Bayesian information criterion for its block means: \"bounded\", \"linear\", "
       "\"quadratic\", \"random_walk\" or \"exponential\"; JSON has the evidence; part of an oscillation "
       "longer than the run looks like growth",
       [](const RunResult& r) {
         if (!r.growth) return QuantityValue();
         return QuantityValue(std::string(growth_names.at(static_cast<std::size_t>(r.growth->best))));
       }},
      {"max_constraint_residual", "max over steps of |A v + b|, unscaled",
       [](const RunResult& r) { return quantity_value(r.extremes.max_constraint_residual); }},
      {"max_constraint_residual_scaled", "the same, each row divided by |A_i| |v| where that is not zero",
       [](const RunResult& r) { return quantity_value(r.extremes.max_constraint_residual_scaled); }},
      {"max_position_residual", "max over steps of |g|, of constraints on positions, unscaled",
       [](const RunResult& r) { return quantity_value(r.extremes.max_position_residual); }},
      {"max_position_residual_scaled", "the same, each row divided by |dg_i/dq| |q| in 2-norms where that is not zero",
       [](const RunResult& r) { return quantity_value(r.extremes.max_position_residual_scaled); }},
      {"max_midstep_constraint_residual",
       "max over steps of |A v + b| half a step back, at q - (h/2) v: kept by methods whose states are nodes of a path",
       [](const RunResult& r) { return quantity_value(r.extremes.max_midstep_constraint_residual); }},
      {"max_solution_error", "max over steps of the 2-norm of q - q_exact, where an exact solution is known",
       [](const RunResult& r) { return quantity_value(r.extremes.max_solution_error); }},
      {"max_component_error", "max over steps of |q_i - q_exact,i|, a list",
       [](const RunResult& r) { return list(r.extremes.max_component_error); },
       &Experiment::coordinates},
      {"max_invariant_error", "max over steps of |I_k - I_0| for each invariant that the problem names, a list",
       [](const RunResult& r) { return list(r.extremes.max_invariant_error); },
       &Experiment::invariants},
      {"final_state", "q at the end, a list",
       [](const RunResult& r) { return list(r.endpoint.q); },
       &Experiment::coordinates},
      {"endpoint_error", "2-norm of q - q_exact at the end; against a reference solution where none is exact",
       [](const RunResult& r) { return quantity_value(r.endpoint_error); }},
      {"endpoint_error_v", "the same for v", [](const RunResult& r) { return quantity_value(r.endpoint_error_v); }},
      {"endpoint_error_lambda",
       "the same for the multipliers that the end implies, lambda of the end state; of a DAE for z",
       [](const RunResult& r) { return quantity_value(r.endpoint_error_lambda); }},
      {"perturbation",
       "largest |x' - h(x)| of the motion on the constraint that goes through all states, h the equations of motion: "
       "eps^p |g| of Jimenez & Scheurle 2014; computed only for runs whose expectations or figures ask for it",
       [](const RunResult& r) { return quantity_value(r.perturbation); }},
  };
  // clang-format on
}

/// How it went, and what it took.
std::vector<Quantity> quantities_of_way() {
  // clang-format off
  return {
      {"end_time", "t at the end of the run", [](const RunResult& r) { return quantity_value(r.summary.t); }},
      {"event_count", "how many states of each event and section were found, a list",
       [](const RunResult& r) { return list(numbers_of(r, [](const Located& x) { return double(x.count); })); },
       &Experiment::located_names},
      {"event_time", "time of the last one of each, a list",
       [](const RunResult& r) { return list(numbers_of(r, [](const Located& x) { return x.last; })); },
       &Experiment::located_names},
      {"outcome", "how the run ended",
       [](const RunResult& r) { return QuantityValue(std::string(name(r.summary.outcome))); }},
      {"flags", "what is wrong with a run that came to its end, by name; \"none\"",
       [](const RunResult& r) { return QuantityValue(names_of(r.flags)); }},
      {"members", "members of an ensemble",
       [](const RunResult& r) { return r.members ? QuantityValue(*r.members) : QuantityValue(); }},
      {"failed_members", "those that failed, which reductions leave out",
       [](const RunResult& r) {
         return r.members ? QuantityValue(static_cast<long>(r.failed_members.size())) : QuantityValue();
       }},
      {"steps", "accepted steps", [](const RunResult& r) { return QuantityValue(r.summary.steps); }},
      {"mean_step", "their mean size",
       [](const RunResult& r) {
         if (r.summary.steps <= 0) return QuantityValue();
         return quantity_value((r.summary.t - r.t0) / static_cast<double>(r.summary.steps));
       }},
      {"rejected_steps", "attempts that error control turned down",
       [](const RunResult& r) { return r.h ? QuantityValue() : QuantityValue(r.summary.rejected); }},
      {"rhs_evaluations", "evaluations of the system",
       [](const RunResult& r) { return QuantityValue(r.summary.evaluations); }},
      {"iterations_per_step", "of the nonlinear solver, mean over steps",
       [](const RunResult& r) {
         if (r.summary.steps <= 0 || r.summary.iterations <= 0) return QuantityValue();
         return quantity_value(static_cast<double>(r.summary.iterations) / static_cast<double>(r.summary.steps));
       }},
      {"wall_seconds", "elapsed time of the run, monitoring and CSV included [s]",
       [](const RunResult& r) { return quantity_value(r.wall_seconds); }},
      {"cpu_seconds", "processor time of the run's thread, monitoring and CSV included [s]",
       [](const RunResult& r) { return quantity_value(r.cpu_seconds); }},
  };
  // clang-format on
}

}  // namespace

const Catalogue<Quantity>& quantities() {
  static const Catalogue<Quantity> all("quantity", [] {
    std::vector<Quantity> list = quantities_of_states();
    std::ranges::copy(quantities_of_way(), std::back_inserter(list));
    return list;
  }());
  return all;
}

}  // namespace nonholo
