// Values as bytes and back, to go on later on the same machine with the same program: to the last bit, NaN included.
// One list of what there is serves both ways:
//
//   void archive(Archive& with, Extremes& x) { with(x.max_energy_error, x.max_component_error); }
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace nonholo {

class Archive {
 public:
  /// That takes values in.
  Archive() = default;
  /// That hands them out again, in the same order.
  explicit Archive(std::string bytes) : bytes_(std::move(bytes)), reads_(true) {}

  const std::string& bytes() const { return bytes_; }
  bool reads() const { return reads_; }
  /// What was asked for was there.
  bool good() const { return good_; }
  /// And nothing is left.
  bool complete() const { return good_ && (!reads_ || at_ == bytes_.size()); }

  template <class... T> void operator()(T&... x) { (item(x), ...); }

 private:
  template <class T> void item(T& x) {
    if constexpr (requires { x.archive(*this); }) x.archive(*this);
    else if constexpr (requires { archive(*this, x); }) archive(*this, x);
    else if constexpr (requires { x.resize(x.size()), x.data(); }) list(x);
    else plain(x);
  }
  template <class T> void item(std::optional<T>& x) {
    bool there = x.has_value();
    plain(there);
    if (!there) x.reset();
    else if (!x) x.emplace();
    if (there) item(*x);
  }
  template <class A, class B> void item(std::pair<A, B>& x) { (*this)(x.first, x.second); }
  template <class K, class T> void item(std::map<K, T>& x) {
    std::vector<std::pair<K, T>> all(x.begin(), x.end());
    item(all);
    x = {all.begin(), all.end()};
  }
  /// The alternative that it has.
  template <class... T> void item(std::variant<T...>& x) {
    std::visit([this](auto& one) { item(one); }, x);
  }

  template <class T> void list(T& x) {
    auto size = static_cast<std::size_t>(x.size());
    plain(size);
    if (reads_ && size > bytes_.size()) good_ = false;
    if (!good_) return;
    x.resize(static_cast<decltype(x.size())>(size));
    for (auto& each : x) item(each);
  }

  template <class T> void plain(T& x) {
    if constexpr (requires { x.backend().value(); }) return plain(x.backend().value());  // of Boost's numbers
    else raw(x);
  }

  template <class T> void raw(T& x) {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>);
    if (!reads_) {
      bytes_.append(reinterpret_cast<const char*>(&x), sizeof x);
      return;
    }
    good_ = good_ && sizeof x <= bytes_.size() - at_;
    if constexpr (std::is_same_v<T, bool>) good_ = good_ && (bytes_[at_] & ~1) == 0;  // any other byte is no bool
    if (!good_) return;
    std::memcpy(static_cast<void*>(&x), bytes_.data() + at_, sizeof x);
    at_ += sizeof x;
  }

  std::string bytes_;
  std::size_t at_ = 0;
  bool reads_ = false, good_ = true;
};

}  // namespace nonholo
