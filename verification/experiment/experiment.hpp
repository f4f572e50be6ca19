// An experiment as data: one problem, several runs of it, what is expected of them. Read from a TOML file
// (docs/reference/keys.md).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/text_system.hpp>
#include <nonholo/verification/experiment/ensemble_spec.hpp>
#include <nonholo/verification/experiment/figure_spec.hpp>
#include <nonholo/verification/experiment/located_spec.hpp>
#include <nonholo/verification/experiment/reduction.hpp>
#include <nonholo/verification/experiment/run_expression.hpp>
#include <nonholo/verification/method_choice.hpp>
#include <nonholo/verification/problem_choice.hpp>
#include <nonholo/verification/toml/number_expression.hpp>
#include <nonholo/verification/toml/toml_text.hpp>

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nonholo {

/// Where in an experiment file something stands, as errors tell it.
struct Place {
  int line;
  std::string key;        ///< "run[1].h", "problem.initial.v"
  std::string file = {};  ///< where it is not that of the experiment
};

/// What a list gave to one of its runs.
struct Swept {
  std::string key;             ///< as labels call it: "h", "epsilon", "initial"
  MethodOptions::Value value;  ///< of a start its number, from 0
  bool in_derived_label;       ///< shown there as an option of the method
};

/// One run, every sweep already multiplied out: what a file says beside the method.
struct RunSpec {
  std::string label;
  MethodChoice method;
  std::optional<Number> h;    ///< fixed-step methods
  std::optional<long> steps;  ///< instead of t_end
  ProblemChoice problem;      ///< with its start and its end
  NamedNumbers parameters;    ///< all of them: defaults, then the setup's, then those given
  Precision precision = Precision::double_;
  bool quick = true;             ///< part of `nonholo run --quick`
  std::string given_label = {};  ///< that of the file, which `label` begins with
  std::vector<Swept> swept = {};
  std::vector<std::string> zipped = {};   ///< keys whose lists go together
  std::vector<std::string> columns = {};  ///< of its CSV, names and expressions; none: all there are
  /// Times at which its CSV and its series have a point, or the number of such times, evenly spaced. Without
  /// both they have a point at each step.
  std::vector<Number> t_eval = {};
  std::optional<long> samples = {};
  std::optional<std::size_t> ensemble = {};  ///< its place in Experiment::ensembles: the run is all its members
  /// of its keys and those of [problem]; "run" is the [[run]] itself
  std::map<std::string, Place, std::less<>> places;

  /// Where the key stands: its own line, or that of the part before its first dot, or of the [[run]].
  Place place_of(std::string_view key) const;

  /// What the expressions of its numbers may name: its parameters, t0 and t_end.
  NamedNumbers names() const;

  /// What the run is called: the label given, or that of the method, and what is swept beside.
  std::string full_label() const;
};

/// What the end of a run is compared with.
enum class Reference {
  none,
  exact,  ///< the exact solution where the problem names one
  asked,  ///< that, or else a reference solution where an expectation asks for it or starts are few
  always  ///< that, or else a reference solution
};

/// What a quantity should be. Exactly one of min, max, between, equals, name is set.
struct Expectation {
  std::string run, versus, quantity, component;
  /// The option that `run`, then the label of a sweep, sweeps: observed is the slope of log(quantity) over its log.
  std::string over;
  std::vector<std::pair<std::string, double>> swept;  ///< its runs and their values of the option
  std::optional<double> min, max, equals;
  std::optional<std::pair<double, double>> between;
  std::optional<std::string> name;  ///< that that quantity "outcome" or "growth" should have, or names, of "flags"
  double rel = 0, abs = 0;          ///< equals holds when |observed - equals| <= abs + rel |equals|
  std::optional<double> published;  ///< what the source prints: shown beside ours, never judged
  std::optional<long> page;         ///< and where

  /// What has a name and is no number.
  bool of_names() const { return quantity == "outcome" || quantity == "flags" || quantity == "growth"; }

  /// Of the end against a solution there.
  bool of_end_error() const { return quantity == "endpoint_error" || quantity == "endpoint_error_v"; }

  /// Whether it looks at the run of that label.
  bool concerns(const std::string& label) const;

  /// As a sentence: "IDA, loose: max_constraint_residual over that of MP >= 1e6".
  std::string text() const;
};

struct Experiment {
  std::string name;  ///< how it is called on the command line
  std::filesystem::path file;
  std::string written;  ///< the text of the file and of those of its system and its tableaus, NUL between them
  std::string title, source;
  /// Of the first run, as far as it stands in [problem]: what is the same for all, as names of coordinates.
  ProblemChoice problem;
  std::shared_ptr<const ProblemEntry> own_problem = {};  ///< its entry where a file has a [system]
  std::vector<TextNamed> own_parameters = {};            ///< and what its parameters are, in their order
  std::vector<TextNamed> own_names = {};                 ///< and what else it calls by names (system_reader.hpp)
  std::vector<std::string> coordinates;                  ///< names, one for each component of q
  std::vector<std::string> invariants;                   ///< names of what the problem says is conserved
  Reference reference = Reference::asked;
  /// What stands for quantities and series in the file, each once, and the names in it.
  std::vector<std::shared_ptr<const RunExpression>> expressions = {};
  std::shared_ptr<const StateNames> state_names = {};

  std::vector<RunSpec> runs;
  std::vector<Expectation> expectations;
  std::vector<LocatedSpec> located = {};  ///< events, then sections
  std::vector<std::string> located_names = {};
  std::vector<ReductionSpec> reductions = {};
  std::vector<EnsembleSpec> ensembles = {};
  std::vector<FigureSpec> figures;
  std::optional<MotionSpec> motion;
  bool draws() const { return !figures.empty() || motion; }
};

/// Reads and checks the file; everything that can be known without running is known to be right afterwards.
/// @param system a file whose [system] the runs are of, instead of the problem that the file names
/// @throws InputError with file, line, key, value and what is allowed.
Experiment read_experiment(const std::filesystem::path& file, const std::string& name,
                           const std::filesystem::path& system = {});
/// The same of a text that stands, or might stand, in the file.
Experiment read_experiment(const TomlText& text, const std::filesystem::path& file, const std::string& name,
                           const std::filesystem::path& system = {});

/// A file's problem alone: its runs have no method, one for each combination of what lists in [problem] say. Where the
/// file says no start, they have none. What stands in other tables is not looked at.
/// @throws InputError as read_experiment()
Experiment read_problem(const std::filesystem::path& file);

/// The one problem that a file holds, with a start at t = 0 that is on the constraint in every precision: a start that
/// is there to rounding is moved onto it.
/// @param experiment what the choice refers to
/// @throws InputError where it has none, or lists make several.
ProblemChoice only_problem(const Experiment& experiment);

}  // namespace nonholo
