// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/philox.hpp>

#include "catch.hpp"

#include <cmath>

using namespace nonholo;

TEST_CASE("Philox gives the words that its authors publish") {
  CHECK(philox({0, 0, 0, 0}, {0, 0}) == PhiloxBlock{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}) ==
        PhiloxBlock{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
        PhiloxBlock{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("Uniform numbers have the mean 0 and the variance 1/3") {
  double mean = 0, square = 0;
  constexpr int count = 100000;
  for (int i = 0; i < count; ++i) {
    const double x = uniform(7, static_cast<std::uint64_t>(i), 3);
    CHECK_FALSE((x < -1 || x >= 1));
    mean += x / count;
    square += x * x / count;
  }
  CHECK(std::abs(mean) < 0.01);
  CHECK(square == Approx(1.0 / 3).epsilon(0.02));
}
