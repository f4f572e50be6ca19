// What a contract check found: one finding per property, with the worst number seen, what is allowed and where.
//
// Every property that is looked at stands in one of two lists, problem_checks.hpp and method_checks.hpp.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace nonholo {

/// A property that is looked at.
struct Check {
  std::string_view key;     ///< "mass_symmetric"
  std::string_view clause;  ///< "M is symmetric"; {} in it stands for what it is asked of, an invariant say
  double allowed = 0;

  std::string clause_about(std::string_view subject) const;
};

namespace detail {

/// A name that is in no list does not compile.
template <std::size_t count> consteval const Check& find_check(const Check (&list)[count], std::string_view key) {
  for (const Check& each : list)
    if (each.key == key) return each;
  throw "no check of that name";
}

}  // namespace detail

struct Finding {
  std::string_view key;  ///< of the check
  std::string check;     ///< its clause
  bool holds;
  double observed, allowed;
  std::string detail;  ///< where the worst was seen and what to look at; empty when there is nothing to add
};

/// Holds when what was observed is at most what is allowed; NaN is more.
Finding finding(const Check& check, double observed, std::string detail = "", std::string_view subject = "");

/// A check that could not be made, and why.
struct Omission {
  std::string_view key;
  std::string check, reason;
};

struct ContractReport {
  std::string subject;
  std::vector<Finding> findings = {};
  std::vector<Omission> omissions = {};
  std::vector<std::string> notes = {};  ///< what may be worth knowing, and is no fault

  void add(std::vector<Finding> more);
  void omit(const Check& check, std::string reason, std::string_view subject = "");

  bool holds() const;
  /// A line for each finding, "holds" or "FAILS" first, its detail below it when it fails; then what was not checked,
  /// and notes.
  std::string text() const;
};

}  // namespace nonholo
