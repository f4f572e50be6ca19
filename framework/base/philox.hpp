// Random numbers that are functions of a key and a counter: number j of member i does not depend on the order of calls.
//
// Philox4x32 with ten rounds (Salmon, Moraes, Dror & Shaw 2011, "Parallel random numbers: as easy as 1, 2, 3").
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>

namespace nonholo {

using PhiloxBlock = std::array<std::uint32_t, 4>;

/// Four random words.
constexpr PhiloxBlock philox(PhiloxBlock counter, std::array<std::uint32_t, 2> key) {
  constexpr std::uint64_t first = 0xD2511F53, second = 0xCD9E8D57;
  constexpr std::uint32_t golden_ratio = 0x9E3779B9, root_of_3 = 0xBB67AE85;
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = first * counter[0], b = second * counter[2];
    const auto high = [](std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); };
    const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
    counter = {high(b) ^ counter[1] ^ key[0], low(b), high(a) ^ counter[3] ^ key[1], low(a)};
    key = {key[0] + golden_ratio, key[1] + root_of_3};
  }
  return counter;
}

/// Number j of member i under a seed, uniform in [-1, 1), a multiple of 2^-52.
constexpr double uniform(std::uint64_t seed, std::uint64_t i, std::uint64_t j) {
  const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
  const auto high = [](std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); };
  const PhiloxBlock words = philox({low(i), high(i), low(j), high(j)}, {low(seed), high(seed)});
  const std::uint64_t bits = (std::uint64_t(words[0]) << 32 | words[1]) >> 11;  // 53 of them
  return static_cast<double>(bits) * 0x1p-52 - 1;
}

}  // namespace nonholo
