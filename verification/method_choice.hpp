// A method as one chooses it, with its options: what it is called in labels and tables, what it cites, how it is made.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/method_entry.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nonholo {

struct MethodChoice {
  const MethodEntry* entry = nullptr;
  MethodOptions options = {};

  /// The method that this one is made of; nothing where it is not.
  const MethodEntry* base() const;
  /// As labels call it, without folder and ending where it is a file; empty where the method has none.
  std::string tableau() const;
  std::optional<long> stages() const;
  /// The options with what the method chooses by itself written out: the scheme that `best` stands for.
  MethodOptions resolved() const;

  /// "spark(gauss,2) h=0.1 formulation=hessenberg_qp", "ida_index1 rtol=1e-06 atol=1e-09": in brackets what belongs to
  /// the name, then the step size, the other options, and tolerances last.
  std::string label(const std::optional<Number>& h = {}) const;

  /// Whether it takes steps of the size it is told: an adaptive method does not, nor does what stands on one.
  bool steps_as_told() const;

  /// Keys of the bibliography, for the method, its base, its tableau and its solver; some more than once.
  std::vector<std::string_view> references() const;

  /// @throws InputError (key: the option) for options it cannot take.
  template <class Real> std::unique_ptr<Integrator<Real>> make(const System<Real>& system) const {
    return entry->make(system, options);
  }
  /// The same, or nothing where the method is not for such a system.
  template <class Real> std::unique_ptr<Integrator<Real>> make_where_meant(const System<Real>& system) const {
    return entry->make_where_meant(system, options);
  }
};

/// @throws InputError naming the nearest methods.
MethodChoice method_choice(std::string_view name, MethodOptions options = {});

/// A choice for each of the trials of a method, and for each of its variants.
std::vector<MethodChoice> trials_of(const MethodEntry& method);
std::vector<MethodChoice> variants_of(const MethodEntry& method);

}  // namespace nonholo
