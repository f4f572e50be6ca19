// Weights serve some steps of one size, unless something speaks against it.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/solver/kept_weights.hpp>

#include "catch.hpp"

using namespace nonholo;

namespace {

bool serve_step(KeptWeights<double>& kept, double h, bool fit = true) {
  kept.begin_step();
  return kept.serve(h, fit);
}

bool serve_start(KeptWeights<double>& kept, double h) {
  kept.begin_step();
  kept.guess_from_start();
  return kept.serve(h);
}

}  // namespace

TEST_CASE("Weights serve as many steps as they are made for, and then are computed again") {
  KeptWeights<double> kept(2);
  for (int round = 0; round < 3; ++round) {
    CHECK_FALSE(serve_step(kept, 0.1));
    CHECK(serve_step(kept, 0.1));
    CHECK(serve_step(kept, 0.1));
  }
}

TEST_CASE("Weights do not serve another step size, a second question in a step, nor where they are not fit") {
  KeptWeights<double> kept(9);
  CHECK_FALSE(serve_step(kept, 0.1));
  CHECK_FALSE(serve_step(kept, 0.2));
  CHECK(serve_step(kept, 0.2));
  CHECK_FALSE(kept.serve(0.2));
  CHECK(serve_step(kept, 0.2));
  CHECK_FALSE(serve_step(kept, 0.2, false));
  CHECK(serve_step(kept, 0.2));
}

TEST_CASE("A guess that knew the start alone gets weights of its own, which serve nobody else") {
  KeptWeights<double> kept(9);
  CHECK_FALSE(serve_step(kept, 0.1));
  CHECK_FALSE(serve_start(kept, 0.1));
  CHECK_FALSE(serve_step(kept, 0.1));
  CHECK(serve_step(kept, 0.1));
}
