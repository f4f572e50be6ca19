// What a function returned for the arguments that it was asked for last: coefficients in exact arithmetic take
// milliseconds, and a method is made for every run, a composition makes one for every substep.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

namespace nonholo {

/// Threads may share it. Two that ask for the same at once may both compute it.
template <class Key, class Value> class Memo {
 public:
  using Same = std::function<bool(const Key&, const Key&)>;

  /// @param same  whether two arguments have the same value
  explicit Memo(Same same = std::equal_to<Key>()) : same_(std::move(same)) {}

  /// make() where nothing is remembered for the key. What it throws is handed on.
  template <class F> std::shared_ptr<const Value> get(const Key& key, F make) {
    if (auto known = find(key)) return known;
    auto made = std::make_shared<const Value>(make());
    const std::lock_guard lock(mutex_);
    latest_.push_front({key, made});
    if (latest_.size() > most) latest_.pop_back();
    return made;
  }

 private:
  static constexpr std::size_t most = 32;
  struct Known {
    Key key;
    std::shared_ptr<const Value> value;
  };

  std::shared_ptr<const Value> find(const Key& key) {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find_if(latest_, [&](const Known& each) { return same_(each.key, key); });
    return found == latest_.end() ? nullptr : found->value;
  }

  Same same_;
  std::mutex mutex_;
  std::deque<Known> latest_;
};

}  // namespace nonholo
