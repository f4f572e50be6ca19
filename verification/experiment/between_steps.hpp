// What a run shows between its steps: samples at given times, events and sections, each with a CSV file of its own.
// Private header of verification/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/events.hpp>
#include <nonholo/verification/experiment/csv.hpp>
#include <nonholo/verification/experiment/monitor.hpp>
#include <nonholo/verification/experiment/result.hpp>
#include <nonholo/verification/output/archive.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nonholo {

/// The times of the samples of a run from `first` to `last`, which is known to so many `digits`. A run without samples
/// has none.
/// @throws InputError (key "t_eval") for times outside the run
template <class Real>
std::vector<Real> sample_times(const RunSpec& run, const Real& first, const Real& last, const Real& digits);

template <class Real> class BetweenSteps {
 public:
  /// What is read at a state between steps: the state, a monitor and expressions that have seen it.
  struct Point {
    const View<Real>& state;
    const Monitor<Real>& monitor;
    const RunExpressions<Real>& expressions;
    std::optional<std::size_t> located = {};  ///< of which event or section; of none for a sample
  };
  using Step = std::function<bool(const Observation<Real>&)>;
  using AtPoint = std::function<void(const Point&)>;

  /// Whether the run has samples, events or sections.
  static bool needed(const Experiment& experiment, const RunSpec& run);

  /// @param times of the samples, in order
  /// @param monitor, expressions that have seen nothing yet
  BetweenSteps(const Experiment& experiment, const RunSpec& run, const Integrator<Real>& integrator,
               std::vector<Real> times, Monitor<Real> monitor, RunExpressions<Real> expressions);

  /// Opens the CSV files of events and sections.
  /// @param csv makes the writer of one of them
  void write_to(const std::function<std::unique_ptr<CsvWriter<Real>>(const std::string& name)>& csv);
  void begin();

  /// The next accepted state. Each step goes to `step`, once the samples, events and sections in it went to `point`.
  /// An event that ends the run takes the place of the step's end. @return false once it did, and where `step` says so
  bool operator()(const Observation<Real>& seen, const Step& step, const AtPoint& point);
  /// After the last step: the steps that still wait, and samples at the end itself.
  bool finish(const Step& step, const AtPoint& point);

  bool samples() const { return !times_.empty(); }
  /// The event that ended the run, or nothing.
  const std::optional<Occurrence<Real>>& end() const { return finder_.end(); }
  const std::string& ended_by() const { return watches_[event_of_[end()->event]].spec->name; }  ///< where one did
  long steps() const { return steps_; }                                                         ///< that `step` saw

  const std::vector<Located>& located() const { return located_; }
  /// Says which event or section was no number at a state, and when first; empty where each was one.
  const std::string& not_a_number() const { return not_a_number_; }
  /// Takes the CSV files to their names. @return "NAME", and the stamp of LABEL.NAME.csv
  std::vector<std::pair<std::string, FileStamp>> commit(bool durable);

  /// How far it is, as CsvWriter::save() and go_on(). False where a file is not there any more.
  void save(Archive& archive);
  bool go_on(Archive& archive);
  void sync();

 private:
  struct Expression {
    std::unique_ptr<RunExpressions<Real>> of;
    Real operator()(const View<Real>& state) const {
      (*of)(state);
      return of->value(0);
    }
  };
  /// An event or a section of this run.
  struct Watch {
    const LocatedSpec* spec;
    std::size_t index;  // in Experiment::located
    std::optional<Expression> condition;
    std::unique_ptr<CsvWriter<Real>> csv;
  };
  Expression expression(const std::shared_ptr<const RunExpression>& text) const;
  std::vector<Event<Real>> events();
  void begin_run();
  void tell_not_a_number(const LocatedSpec& spec, const Real& t);
  bool take(const DenseStep<Real>& step, const Step& show, const AtPoint& point);
  bool close(const Observation<Real>& seen, const Step& show, const AtPoint& point);
  void sample_to(const Real& t, const std::function<View<Real>(const Real&)>& state, const AtPoint& point);
  void locate(const Watch& watch, const View<Real>& state, const AtPoint& point);
  void look(const View<Real>& state);
  void archive(Archive& with);

  const Experiment& experiment_;
  const RunSpec& run_;
  System<Real> system_;
  std::vector<Watch> watches_;
  std::vector<std::size_t> event_of_;  // watches that have a function: of each event of the finder
  EventFinder<Real> finder_;
  DenseSteps<Real> dense_;
  std::vector<Real> times_;
  std::size_t next_ = 0;  // of the times
  Monitor<Real> monitor_;
  RunExpressions<Real> expressions_;
  bool interpolates_;  // it has samples, or events or sections with a function
  bool every_step_;    // the monitor and the expressions depend on the way there
  std::optional<Real> looked_;
  std::vector<Occurrence<Real>> of_step_;
  std::vector<Located> located_;
  long steps_ = 0;
  std::string not_a_number_;
};

}  // namespace nonholo
