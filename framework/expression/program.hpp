// Expressions as a program: one operation after the other over numbers of one type, each subexpression once. Constants,
// parameters and what is made of them alone are computed when the program is made; sine and cosine of one angle are one
// operation, as is a product that is added to something and used nowhere else.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/expression/graph.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace nonholo {

/// Immutable: any number of threads may run it. Nothing allocates, but for a thread's first run of a longer one.
template <class Real> class Program {
 public:
  Program() = default;

  /// Variables below `inputs` are what a run is given; those above are parameters, `parameters[0]` the first.
  Program(const Graph& graph, int inputs, std::span<const Real> parameters, std::span<const Node> outputs);

  /// Where a run of this thread finds its inputs: to be written before each run.
  Real* inputs() const;
  /// The outputs, one after the other, until the thread runs another program. Inputs are left as they are.
  const Real* run() const;

  /// Operations of a run.
  int size() const { return static_cast<int>(steps_.size()); }

 private:
  // What a step does beyond the operations of a graph.
  enum class Fused : unsigned char { none, copy, sine_and_cosine, multiply_add, multiply_subtract, subtract_product };

  struct Step {
    Operation operation;
    Fused fused;
    std::int32_t to, first, second, third;  // of sine_and_cosine `second` is where the cosine goes
  };

  class Maker;

  // Numbers stand in this order: inputs, then what is copied there from initial_ at every run: room for the outputs,
  // those that are constant already there, and constants; then what steps make on the way.
  int inputs_ = 0, places_ = 0;
  std::vector<Real> initial_;
  std::vector<Step> steps_;
};

}  // namespace nonholo
