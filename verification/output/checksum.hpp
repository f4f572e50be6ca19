// A number that tells whether bytes are those of before: 64 bits, FNV-1a over words of eight bytes. Every change of one
// word changes it. It is no protection against malice.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace nonholo {

class Checksum {
 public:
  void add(std::string_view bytes) {
    length_ += bytes.size();
    while (held_ > 0 && held_ < sizeof word_ && !bytes.empty()) hold(bytes);
    for (; held_ == 0 && bytes.size() >= sizeof word_; bytes.remove_prefix(sizeof word_)) {
      std::memcpy(&word_, bytes.data(), sizeof word_);
      mix(word_);
    }
    while (!bytes.empty()) hold(bytes);
  }

  /// Of all that was added.
  std::uint64_t value() const {
    Checksum whole = *this;
    std::memset(reinterpret_cast<char*>(&whole.word_) + held_, 0, sizeof word_ - held_);
    whole.mix(whole.word_);
    whole.mix(length_);
    return whole.value_;
  }

 private:
  void hold(std::string_view& bytes) {
    std::memcpy(reinterpret_cast<char*>(&word_) + held_, bytes.data(), 1);
    bytes.remove_prefix(1);
    if (++held_ < sizeof word_) return;
    held_ = 0;
    mix(word_);
  }
  void mix(std::uint64_t word) { value_ = (value_ ^ word) * 1099511628211u; }

  std::uint64_t value_ = 14695981039346656037u, word_ = 0, length_ = 0;
  std::size_t held_ = 0;  // bytes in word_
};

inline std::uint64_t checksum(std::string_view bytes) {
  Checksum sum;
  sum.add(bytes);
  return sum.value();
}

/// The bytes with their checksum before them ...
inline std::string sealed(const std::string& bytes) {
  const std::uint64_t sum = checksum(bytes);
  return std::string(reinterpret_cast<const char*>(&sum), sizeof sum) + bytes;
}
/// ... and without; nothing where they are not those of before.
inline std::optional<std::string> unsealed(const std::string& text) {
  std::uint64_t sum = 0;
  if (text.size() < sizeof sum) return std::nullopt;
  std::memcpy(&sum, text.data(), sizeof sum);
  std::string bytes = text.substr(sizeof sum);
  return checksum(bytes) == sum ? std::optional(std::move(bytes)) : std::nullopt;
}

}  // namespace nonholo
