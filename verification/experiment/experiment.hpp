// An experiment as data: one problem, several runs of it, what is expected of them. Read from a TOML file
// (docs/experiments.md).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/start.hpp>
#include <nonholo/verification/experiment/figure_spec.hpp>
#include <nonholo/verification/method_choice.hpp>
#include <nonholo/verification/problem_choice.hpp>
#include <nonholo/verification/toml/toml_text.hpp>

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace nonholo {

/// Where in an experiment file something stands, as errors tell it.
struct Place {
  int line;
  std::string key;  ///< "run[1].h", "problem.initial.v"
};

/// A start as the file gives it; when q is empty that of the problem's setup.
struct StartSpec {
  std::vector<Number> q, v, lambda;
  Consistent consistent = Consistent::error;
};

/// One run, every sweep already multiplied out: what a file says beside the method.
struct RunSpec {
  std::string label;
  MethodChoice method;
  std::optional<Number> h;      ///< fixed-step methods
  std::optional<long> steps;    ///< instead of t_end
  std::optional<Number> t_end;  ///< instead of that of the experiment
  StartSpec start;
  Precision precision = Precision::double_;
  bool quick = true;  ///< part of `nonholo run --quick`
  /// of its keys and those of [problem]; "run" is the [[run]] itself
  std::map<std::string, Place, std::less<>> places;

  /// Where the key stands: its own line, or that of the part before its first dot, or of the [[run]].
  Place place_of(std::string_view key) const;

  /// What the run is called where the file does not say, but for its start where there are several.
  std::string derived_label() const;
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
  std::optional<std::string> name;  ///< that quantity "outcome" should have, or names, of "flags"
  double rel = 0, abs = 0;          ///< equals holds when |observed - equals| <= abs + rel |equals|
  std::optional<double> published;  ///< what the source prints: shown beside ours, never judged
  std::optional<long> page;         ///< and where

  /// What has a name and is no number.
  bool of_names() const { return quantity == "outcome" || quantity == "flags"; }

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
  std::string written;  ///< the text of the file and of the tableau files that it names
  std::string title, source;
  ProblemChoice problem;                                 ///< with the parameters that the file gives
  std::shared_ptr<const ProblemEntry> own_problem = {};  ///< its entry where the file has a [system]
  std::map<std::string, double> parameters;              ///< all of them: defaults, then the setup's, then those given
  std::vector<std::string> coordinates;                  ///< names, one for each component of q
  std::vector<std::string> invariants;                   ///< names of what the problem says is conserved
  Number t0 = 0;
  std::optional<Number> t_end;  ///< that of the file; else the setup's
  bool ends = false;            ///< one of the two is there
  Reference reference = Reference::asked;

  /// The start and the end time of a run in a precision: the file's, else those of the setup.
  template <class Real> Start<Real> start(const StartSpec& spec) const;
  template <class Real> std::optional<Real> end_time() const;
  std::vector<RunSpec> runs;
  std::vector<Expectation> expectations;
  std::vector<FigureSpec> figures;
  std::optional<MotionSpec> motion;
  bool draws() const { return !figures.empty() || motion; }
};

template <class Real> Start<Real> Experiment::start(const StartSpec& spec) const {
  const auto vector = [](const std::vector<Number>& x) {
    VectorX<Real> values(static_cast<Eigen::Index>(x.size()));
    for (std::size_t i = 0; i < x.size(); ++i) values[static_cast<Eigen::Index>(i)] = x[i].as<Real>();
    return values;
  };
  if (!spec.q.empty()) {
    Start<Real> own{vector(spec.q), vector(spec.v), spec.consistent, vector(spec.lambda)};
    if (problem.entry->kind != SystemKind::dae || !spec.lambda.empty()) return own;
    // The z of a DAE may have several values: without one given it is that next to where the problem is usually
    // started, if it says where.
    if (!problem.entry->setups.empty())
      own.lambda = start_of(problem.entry->setup<Real>(problem.entry->setups.front().name)).lambda;
    own.lambda_is_guess = true;
    return own;
  }
  Start<Real> named = problem.start<Real>();
  named.consistent = spec.consistent;
  return named;
}

template <class Real> std::optional<Real> Experiment::end_time() const {
  return t_end ? t_end->as<Real>() : problem.end_time<Real>();
}

/// Reads and checks the file; everything that can be known without running is known to be right afterwards.
/// @throws InputError with file, line, key, value and what is allowed.
Experiment read_experiment(const std::filesystem::path& file, const std::string& name);
/// The same of a text that stands, or might stand, in the file.
Experiment read_experiment(const TomlText& text, const std::filesystem::path& file, const std::string& name);

}  // namespace nonholo
