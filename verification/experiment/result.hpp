// What came of a run, of an expectation, of an experiment.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/verification/experiment/block_means.hpp>
#include <nonholo/verification/experiment/experiment.hpp>
#include <nonholo/verification/experiment/health.hpp>
#include <nonholo/verification/experiment/recorder.hpp>
#include <nonholo/verification/figure/figure_json.hpp>
#include <nonholo/verification/output/results_folder.hpp>

#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace nonholo {

/// The state in which a run began or ended. lambda is recomputed from (t, q, v) and has the full order; lambda_stage is
/// the method's own. Of a DAE in Hessenberg form q, lambda, lambda_stage are y, z, z_stage.
struct Endpoint {
  VariableNames names = variable_names(SystemKind::mechanical);
  double t = 0;
  std::vector<double> q, v, lambda, lambda_stage;
  /// the same lists with all their digits, where double does not hold them
  std::map<std::string, std::vector<std::string>> digits;
};

/// Extremes over every accepted step. Infinity norms of absolute values; see the table of quantities for each.
struct Extremes {
  std::optional<double> max_energy_error, final_energy_error;  ///< after the work done; absent for a DAE [J]
  double max_constraint_residual = 0, max_constraint_residual_scaled = 0;
  std::optional<double> max_position_residual, max_position_residual_scaled;  ///< of constraints on positions
  std::optional<double> max_midstep_constraint_residual;  ///< of methods whose states are nodes of a path
  std::optional<double> max_solution_error;
  std::vector<double> max_component_error;
  std::vector<double> max_invariant_error;  ///< for each named invariant of the problem
};

/// How far the end of another run agrees with that of this one (second_opinion.hpp).
struct Opinion {
  std::string how;                        ///< "h = 0.05"
  std::optional<double> digits;           ///< of q and of v at the end the fewer, 0 to 16
  std::optional<double> own_digits = {};  ///< about how many the other run has itself, of another method
  std::string why_not = {};               ///< where there are no digits, or no own ones
};

/// The states of an event or a section that a run found.
struct Located {
  std::string name;
  bool section = false;
  long count = 0;
  double first = std::numeric_limits<double>::quiet_NaN(), last = first;  ///< times
  std::string csv;                                                        ///< below the folder of results
};

struct RunResult {
  std::string label;
  MethodChoice method;
  std::optional<double> h;
  double t0 = 0;
  Precision precision = Precision::double_;
  Summary summary;
  Extremes extremes;
  std::optional<double> endpoint_error, endpoint_error_v, endpoint_error_lambda;
  // what reasons.hpp tells why others are absent from
  SystemKind kind = SystemKind::mechanical;
  std::string no_solution;   ///< why there is no exact solution to compare with; empty where there is
  std::string no_reference;  ///< nor a reference solution
  /// Of a run whose end is still to be compared with a reference solution: what its flags are read from then.
  std::optional<VitalSigns> uncompared = {};
  Endpoint start, endpoint;
  double wall_seconds = 0, cpu_seconds = 0;
  std::string failure;   ///< one line, empty when the run completed
  RecordedRun recorded;  ///< for figures; empty where none are wanted
  std::string warning;  ///< one line, empty when there is none: a start taken as consistent that is not, another root z
  std::string note = {};  ///< one line that tells no fault: a mass that was completed, the event that ended the run
  std::vector<RaisedFlag> flags;              ///< what is wrong with it all the same (health.hpp)
  std::map<std::string, double> expressions;  ///< of the experiment, by their texts, at the last step

  std::optional<double> perturbation = {};  ///< where it was asked for (perturbed_run.hpp)
  std::string no_perturbation = {};         ///< why there is none

  std::vector<Opinion> opinions;      ///< where they were asked for
  bool constrained = true;            ///< the system has constraints
  std::vector<Located> located = {};  ///< for each of Experiment::located
  std::optional<long> members = {};   ///< of an ensemble
  std::vector<long> failed_members = {};
  std::optional<Drift> drift = {};  ///< of E - E_0 - W; nothing of an ensemble, of a DAE, of few steps
  std::optional<GrowthEvidence> growth = {};
  std::string csv;               ///< below the folder of results; empty where there is none
  std::string members_csv = {};  ///< the same of the members of an ensemble

  /// A line for each flag, and for each opinion.
  std::vector<std::string> flag_lines() const;
  std::vector<std::string> opinion_lines() const;
};

struct Verdict {
  std::string text, run, quantity;
  std::optional<double> observed;   ///< a number, or ...
  std::string observed_text;        ///< ... the outcome's name
  std::string reason;               ///< why nothing is observed; empty where something is
  std::optional<double> published;  ///< what the source of the experiment prints ...
  std::optional<long> page;         ///< ... and where
  bool holds = false;
};

struct ExperimentResult {
  const Experiment* experiment = nullptr;
  std::vector<RunResult> runs;
  std::vector<Verdict> verdicts;
  std::vector<KeptFile> files = {};            ///< that stand in the folder of results, of finished runs
  std::vector<KeptFile> scratch = {};          ///< beside them, until all is finished
  std::optional<FigureDocument> figures = {};  ///< where they are wanted and the file asks for some
  std::vector<std::string> notes = {};         ///< lines about what was not computed, and how to have it
  bool complete = true;  ///< every run has ended, its end compared with what it is to be, or that given up
  bool missing = false;  ///< an end is not compared, though the file asks for it: there was no time
};

/// 0 all well, 1 an expectation does not hold, 3 a run failed that was not expected to: its outcome is no success, or
/// one of its flags is a failure.
int exit_code(const ExperimentResult& result);

}  // namespace nonholo
