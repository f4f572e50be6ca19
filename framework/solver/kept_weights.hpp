// Whether the weights of one step serve those after it. They change as slowly as what they weigh, and may take a tenth
// of a step; but a guess that knew the start of its step alone gets its own, which serve nobody else: a run then does
// not depend on what was run before it.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

namespace nonholo {

/// For StageEquations whose weights() leaves its argument as it is where they serve.
template <class Real> class KeptWeights {
 public:
  /// @param steps  that they serve after the one which they were made in
  explicit KeptWeights(int steps) : steps_(steps) {}

  void begin_step() { asked_ = poor_guess_ = false; }
  void guess_from_start() { poor_guess_ = true; }

  /// Whether they serve a step of size h, if they are `fit`; else they are made now. Who asks again in a step wants new
  /// ones.
  bool serve(Real h, bool fit = true) {
    const bool again = std::exchange(asked_, true);
    if (fit && !again && !poor_guess_ && left_ > 0 && h == h_) {
      --left_;
      return true;
    }
    left_ = poor_guess_ ? 0 : steps_;
    h_ = h;
    return false;
  }

 private:
  int steps_, left_ = 0;
  bool asked_ = false, poor_guess_ = false;  // in this step
  Real h_ = 0;
};

}  // namespace nonholo
