// An experiment as data: one problem, several runs of it, what is expected of them. Read from a TOML file (docs/experiments.md).
#pragma once

#include <nonholo/framework/method_entry.hpp>
#include <nonholo/framework/problem_entry.hpp>
#include <nonholo/framework/start.hpp>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace nonholo {

/// Where in an experiment file something stands, as errors tell it.
struct Place {
  int line;
  std::string key;  ///< "run[1].h", "problem.initial.v"
};

/// One run, every sweep already multiplied out.
struct RunSpec {
  std::string label;
  const MethodEntry* method;
  MethodOptions options;       ///< the method's own, rtol and atol among them
  std::optional<double> h;     ///< fixed-step methods
  std::optional<long> steps;   ///< instead of t_end
  Start<double> start;
  bool quick = true;           ///< part of `nonholo run --quick`
  std::map<std::string, Place, std::less<>> places;  ///< of its keys and those of [problem]; "run" is the [[run]] itself

  /// Where the key stands: its own line, or that of the part before its first dot, or of the [[run]].
  Place place_of(std::string_view key) const;
};

/// What a quantity should be. Exactly one of min, max, between, equals, outcome is set.
struct Expectation {
  std::string run, versus, quantity, component;
  std::optional<double> min, max, equals;
  std::optional<std::pair<double, double>> between;
  std::optional<std::string> outcome;  ///< the name that quantity "outcome" should have
  double rel = 0, abs = 0;             ///< equals holds when |observed - equals| <= abs + rel |equals|
  int line = 0;

  /// As a sentence: "IDA, loose: max_constraint_residual over that of MP >= 1e6".
  std::string text() const;
};

struct Experiment {
  std::string name;  ///< how it is called on the command line
  std::filesystem::path file;
  std::string title, source;
  const ProblemEntry* problem = nullptr;
  ParameterValues parameters;  ///< all of them, defaults included
  double t0 = 0;
  std::optional<double> t_end;
  std::vector<RunSpec> runs;
  std::vector<Expectation> expectations;
};

/// Reads and checks the file; everything that can be known without running is known to be right afterwards.
/// @throws InputError with file, line, key, value and what is allowed.
Experiment read_experiment(const std::filesystem::path& file, const std::string& name);

}  // namespace nonholo
