// One run of an experiment, made and checked, whatever its precision; what is made of it while it goes, and how it is
// left and taken up again. Private header of verification/.
//
// A run is left where it can be continued to the last bit: at every so many steps the integrator gives way to a fresh
// one that takes over (Integrator::save), whether or not anybody leaves it there; and once in a while all that was
// known there is written as a checkpoint.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/experiment/result.hpp>
#include <nonholo/verification/experiment/runner.hpp>
#include <nonholo/verification/experiment/shared_references.hpp>
#include <nonholo/verification/output/new_file.hpp>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nonholo {

/// What took less long is computed again rather than synced, should power be lost [s].
inline constexpr double worth_a_sync = 0.2;

/// Steps after which a run can be left: many enough that a fresh integrator costs nothing, few enough to be soon there.
inline constexpr long between_leaves = 1L << 15;

/// What reference solutions may cost that nobody asked for, in time of a processor [s]: five times all the runs
/// together, which are what was asked for; and a second, for which nobody has to wait: the runs may take no time.
class ReferenceBudget {
 public:
  explicit ReferenceBudget(double all_runs) : allowed_(std::max(1.0, 5 * all_runs)) {}

  /// From several threads. False where more is spent than may be.
  bool spend(double seconds) { return (spent_ += seconds) <= allowed_; }
  double spent() const { return spent_; }

 private:
  double allowed_;
  std::atomic<double> spent_ = 0;
};

/// Why an end is not compared, in RunResult::no_reference.
inline const std::string reference_given_up =
    "its reference solution was given up: it takes more than five times as long as all runs together (reference = "
    "\"auto\" waits for it)";
inline const std::string reference_not_begun = "the program was stopped before its reference solution was known";

inline bool is_set(const std::atomic<bool>* flag) { return flag && flag->load(std::memory_order_relaxed); }

template <class Real> class Monitor;

/// What a run shows to an onlooker: an accepted state, a sample, a state of an event or a section.
enum class Sight { step, sample, located };

/// Looks on while a run goes, with the monitor that has seen the state. `located` is the place of the event or the
/// section in Experiment::located.
template <class Real> using Onlooker =
    std::function<void(Sight, const View<Real>&, const Monitor<Real>&, std::size_t located)>;

/// What a run has around it when it goes.
struct RunSurroundings {
  const RunOptions& options;
  AllReferences& references;
  Progress& progress;
  std::string no_reference;  ///< why the end is compared with no reference solution, or empty
  /// Of its CSV and its checkpoint, without the ending; nothing where none are wanted.
  std::optional<std::filesystem::path> file = {};

  const std::atomic<bool>* failing = nullptr;  ///< another run could not write
  ReferenceBudget* budget = nullptr;           ///< of a reference solution that nobody asked for
  PerPrecision<Onlooker> onlookers = {};       ///< that of the run's precision looks on, if there is one

  bool stopped() const { return is_set(options.stop) || is_set(failing); }
  bool stopped(long step) const { return stopped() || step >= options.most_steps; }
  std::filesystem::path csv() const { return file->string() + ".csv"; }
  /// Of an event or a section.
  std::filesystem::path csv(const std::string& name) const { return file->string() + "." + name + ".csv"; }
  std::filesystem::path checkpoint() const { return file->string() + ".checkpoint"; }
};

/// What came of it, and its CSV.
struct Executed {
  RunResult result;
  std::optional<FileStamp> csv = {};
  std::optional<FileStamp> members = {};                        ///< that of LABEL.members.csv
  std::vector<std::pair<std::string, FileStamp>> located = {};  ///< "NAME", and that of the file LABEL.NAME.csv
};

class PreparedRun {
 public:
  explicit PreparedRun(const RunSpec& run) : spec(run) {}
  virtual ~PreparedRun() = default;
  /// Keeps what the reductions of the experiment need, and its figures if they are wanted, in the next execution.
  virtual void draw(const Experiment& experiment, bool figures) = 0;
  /// A run that was told to stop ends as Outcome::interrupted and has no CSV. One whose end is to be compared with a
  /// reference solution is RunResult::uncompared.
  virtual Executed execute(RunSurroundings around) = 0;
  /// Compares such an end, of this program's run or of an earlier one's. Told to stop before, it leaves all as it is.
  virtual void compare(RunResult& result, const RunSurroundings& around) const = 0;
  /// What there is to say of a run that was stopped before it began.
  virtual RunResult not_begun() const = 0;

  const RunSpec& spec;
};

/// @throws InputError with file and line of the [[run]].
std::unique_ptr<PreparedRun> prepared(const Experiment& experiment, const RunSpec& run);

}  // namespace nonholo
