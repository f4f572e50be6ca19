// Keeping of a run what its experiment wants drawn, and nothing else, in memory that does not grow with the run.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/experiment/block_means.hpp>
#include <nonholo/verification/experiment/experiment.hpp>
#include <nonholo/verification/figure/slope.hpp>
#include <nonholo/verification/figure/thinning.hpp>

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace nonholo {

/// From where to where in time a run goes, as columns of pixels need it.
struct DrawnSpan {
  double t0 = 0, t_end = 0;
  double first = 0;  ///< size of the first step; 0 where nobody knows
};

/// A curve of a figure over steps, by the figure's place in the experiment.
struct RecordedCurve {
  std::size_t figure;
  Series x, y;
  Curve curve;
  long hidden;  ///< points that its logarithmic axis cannot show
};

/// A reduction over the members of an ensemble, at the times of its samples.
struct RecordedReduction {
  std::string name;
  std::vector<double> t, value;
};

struct RecordedRun {
  std::vector<RecordedCurve> curves;
  std::optional<MotionRun> motion;
  std::optional<MotionRun> exact;  ///< the solution at the frames of the motion, where the run was compared with one
  std::vector<RecordedReduction> members;  ///< of an ensemble
  std::vector<double> reduced;             ///< for each of Experiment::reductions, NaN of those of other runs
  std::vector<double> slope_errors;        ///< the same, of slopes over time
  std::vector<RecordedHistogram> histograms;
};

class Recorder {
 public:
  /// @param figures  keep what figures and the motion show, beside reductions
  Recorder(const Experiment& experiment, const RunSpec& run, const DrawnSpan& span, bool figures);

  /// Whether any figure over steps, the motion or a reduction is of this run.
  bool needed() const { return !tracks_.empty() || !sums_.empty() || motion_; }
  /// Whether anything of it is of steps: the rest is of events and sections.
  bool needs_steps() const;
  /// Whether a series is asked for of these kinds, which cost something to know.
  bool needs_state() const;
  bool needs_energy() const;
  bool needs_multipliers() const;
  bool needs_constraint_rows() const;
  bool needs_midstep_rows() const;
  bool needs_expressions() const;
  bool needs_solution() const;

  void add(const Reading& reading);
  /// A state of an event or a section, by its place in Experiment::located.
  void add_located(std::size_t located, const Reading& reading);

  RecordedRun recorded() const;

  /// What was added.
  void archive(Archive& with);

 private:
  struct Track {
    std::size_t figure;
    Series x, y;
    const Figure* drawn;
    std::string label;
    std::variant<ColumnThinner, PathThinner> thinner;
    AxisSlope slope;
    std::optional<std::size_t> section = {};  ///< whose states it shows
    long points = 0;
    long hidden = 0;
  };
  struct Sums {
    const ReductionSpec* spec;
    std::size_t index;  // in Experiment::reductions
    SeriesSums sums;
    BlockMeans means = {};  // of a slope
  };
  struct Frames {
    long wanted, next = 0;
    std::size_t x, y, heading;
    std::optional<std::size_t> spin;
    MotionRun run, exact;
    void add(MotionRun& to, double t, const std::vector<double>& q) const;
  };

  void follow_figures(const Experiment& experiment, const RunSpec& run);
  void follow_motion(const Experiment& experiment, const RunSpec& run);
  void add_to_sums(const Reading& reading, std::optional<std::size_t> section);
  static void add(Track& track, const Reading& reading);
  void add(Frames& frames, const Reading& reading) const;
  bool needs(bool (*asked)(SeriesKind)) const;

  std::string run_;
  DrawnSpan span_;
  std::vector<Track> tracks_;
  std::vector<Sums> sums_;
  std::size_t reductions_;  // of the experiment
  std::optional<Frames> motion_;
  bool ghost_ = false;  // the solution is wanted beside the motion: of its first run
};

}  // namespace nonholo
