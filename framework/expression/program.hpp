// Expressions as a program: one operation after the other over numbers of one type, each subexpression once. Constants,
// parameters and what is made of them alone are computed when the program is made; sine and cosine of one angle are one
// operation, as are sums of products and products of three that are used nowhere else. Several points at once, a pack,
// cost little more than one: what reads the program does so once.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/expression/graph.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace nonholo {

/// One operation of a program: at[to] = first (code) second, over one array of numbers.
struct ProgramStep {
  enum class Code : std::uint8_t {
    add,
    subtract,
    multiply,
    divide,
    negate,
    multiply_add,       ///< first second + third
    multiply_subtract,  ///< first second - third
    subtract_product,   ///< third - first second
    multiply_three,     ///< first second third
    add_products,       ///< first second + third fourth
    subtract_products,  ///< first second - third fourth
    sine_and_cosine,    ///< the cosine goes to `second`
    function            ///< any other operation
  };
  Code code;
  Operation operation;  ///< of a function
  std::uint32_t to, first, second, third, fourth;
};

/// An output that is an input or another output: at[to] = at[from].
struct ProgramCopy {
  std::uint32_t to, from;
};

/// x, read by itself: what was written number by number and is read by twos or fours waits until all is in the cache, a
/// third of the time of a small program.
template <class Real> Real alone(const Real& x) {
  if constexpr (std::is_floating_point_v<Real>) return static_cast<const volatile Real&>(x);
  else return x;
}

/// Numbers that variables of programs stand for, in one place for all programs of a system: between runs they may
/// change (system/inputs.hpp).
template <class Real> using HeldNumbers = std::shared_ptr<const std::vector<Real>>;

/// Immutable: any number of threads may run it. Nothing allocates, but for a thread's first run.
template <class Real> class Program {
 public:
  /// Points of a pack: number i of point j stands at [lanes i + j].
  static constexpr int lanes = std::is_same_v<Real, double> ? 4 : 1;

  /// Of a program that was compiled: from inputs and constants to outputs.
  using Compiled = void(const Real* inputs, const Real* constants, Real* outputs);
  /// The same from and to where the numbers stand, in up to four and five places.
  using CompiledInPlace = void(const Real* in0, const Real* in1, const Real* in2, const Real* held,
                               const Real* constants, Real* out0, Real* out1, Real* out2, Real* out3, Real* out4);

  Program() = default;

  /// Variables below `inputs` are what a run is given; those above are parameters, `parameters[0]` the first.
  /// The last of the variables that a run is given are the held numbers, if there are some: a run takes them by itself.
  Program(const Graph& graph, int inputs, std::span<const Real> parameters, std::span<const Node> outputs,
          const HeldNumbers<Real>& held = {});

  /// Where a run of this thread finds its inputs: to be written before each run.
  Real* inputs() const;
  /// From the inputs that inputs() told to the outputs, one after the other, until the thread asks another program for
  /// its inputs. Inputs are left as they are.
  const Real* run(Real* inputs) const;
  const Real* run() const { return run(inputs()); }
  /// The same of inputs t, q and v, the latter of n numbers each.
  const Real* run(const Real& t, const Real* q, const Real* v, std::size_t n) const;

  /// The same for a pack, whose first `points` count: from 1 to `lanes`. What is behind them, if it is the last once
  /// more, is that in the results too.
  Real* pack_inputs() const;
  const Real* run_pack(Real* inputs, int points) const;

  /// Operations of a run.
  int size() const { return static_cast<int>(steps_.size() + copies_.size()); }

  /// What the numbers stand for: inputs, then outputs, then constants, then what the steps make on the way. Constants,
  /// and outputs that are constant, are there before a run.
  std::span<const ProgramStep> steps() const { return steps_; }
  std::span<const ProgramCopy> copies() const { return copies_; }
  int number_of_inputs() const { return inputs_; }
  int number_of_outputs() const { return outputs_; }
  int number_of_constants() const { return static_cast<int>(initial_.size()) - outputs_; }

  /// Runs are from now on these functions, of a library that lives as long as the program; those of packs stay
  /// interpreted: who has compiled programs runs point by point, in place where speed matters.
  void use(Compiled* compiled, CompiledInPlace* placed, std::shared_ptr<const void> library);
  /// None where nothing was compiled so (compiled_program.hpp). Takes constants().
  CompiledInPlace* in_place() const { return compiled_in_place_; }
  const Real* constants() const { return initial_.data() + outputs_; }
  const Real* held() const { return held_ ? held_->data() : nullptr; }
  bool is_compiled() const { return compiled_; }

 private:
  class Maker;

  Real* with_room() const;
  Real* place() const;
  const Real* finished(Real* inputs) const;

  int inputs_ = 0, outputs_ = 0, places_ = 0;
  std::uint64_t id_ = 0;       // copies share it
  std::vector<Real> initial_;  // outputs, then constants
  std::vector<ProgramStep> steps_;
  std::vector<ProgramCopy> copies_;  // after them
  HeldNumbers<Real> held_;           // where an output depends on them
  Compiled* compiled_ = nullptr;
  CompiledInPlace* compiled_in_place_ = nullptr;
  std::shared_ptr<const void> library_;
};

}  // namespace nonholo
