// Named inputs of a system: values that a run gives to its forces and constraints, from a table or step by step.
//
// During a step an input is a function of time,  u(t) = value + slope (t - since).  These three numbers change between
// steps only, so that every stage of a step sees one function, its end included. (An input that is an expression of t
// is none of these: it is part of the system's equations.) Whoever drives a run has a system of its own: inputs belong
// to a system and to its copies.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/number.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace nonholo {

/// How the values of an input come to it.
enum class Hold {
  step,    ///< from a table: each value holds until the time of the next one, the last one for ever
  linear,  ///< from a table: on straight lines between its values
  given    ///< from whoever takes the steps: Inputs::give()
};

struct InputTable {
  std::string name;
  Hold hold = Hold::given;
  std::vector<Number> t = {}, values = {};  ///< of one size; t rises. None of an input that is given
  bool moves = false;  ///< in a step to a given value it goes there on a straight line: a jump of it would be an impact
};

/// @throws InputError (key "input.NAME") for tables that are empty, do not rise or are not finite
void check(const InputTable& table);

template <class Real> class Inputs {
 public:
  /// @param tables checked
  explicit Inputs(const std::vector<InputTable>& tables);

  std::size_t size() const { return inputs_.size(); }
  const std::string& name(std::size_t i) const { return inputs_[i].name; }

  /// Of each input three numbers: since, value, slope. They are the held numbers of programs (expression/program.hpp).
  std::shared_ptr<const std::vector<Real>> numbers() const { return numbers_; }
  static constexpr int numbers_of_each = 3;
  Real value(std::size_t i, const Real& t) const;

  /// @throws InputError (key "input.NAME") where a table does not tell of all times of the run, where one is given that
  /// has no value yet, and where a step of size h from t0 would lie on both sides of one of its times (h = 0: of steps
  /// of any size none does, for they end at next()).
  void want(const Real& t0, const Real& t_end, const Real& h) const;

  /// Sets the inputs as a step from t sees them. Whether they changed as functions of time.
  bool depart(const Real& t) { return move(t, 1); }
  /// Sets the inputs as a step that ended at t saw them.
  bool arrive(const Real& t) { return move(t, -1); }
  /// Whether t is a time of a table, where an input may change.
  bool changes_at(const Real& t) const;
  /// The first time of a table after t: infinity where there is none.
  Real next(const Real& t) const;

  /// Sets inputs that are given as the next step, from t to t + h, sees them. Those that move (InputTable) go from what
  /// they are at t to the value; the others, and all for h = 0, have the value at once. Whether they changed.
  /// @param values of all inputs, finite. @throws InputError (key "inputs") for another number of them, or a value that
  /// is not finite.
  bool give(const Real& t, const Real& h, std::span<const Real> values);

  /// How often they changed so far: who keeps what was computed with them compares.
  long changes() const { return changes_; }

 private:
  struct Input {
    std::string name;
    Hold hold;
    bool moves;
    std::vector<Real> t, values;
    Real near = 0;  // times that differ by less are one
    bool known = false;
    std::size_t cell(const Real& at, int side) const;
  };

  bool move(const Real& t, int side);
  bool set(std::size_t i, const Real& since, const Real& value, const Real& slope);

  std::vector<Input> inputs_;
  std::shared_ptr<std::vector<Real>> numbers_;
  long changes_ = 0;
};

}  // namespace nonholo
