// The lines of the properties table: every method of the catalogue as its entry tries it, every tableau with up to
// three stages, and a few more. A list leaves out of the whole table what is much like another line: a filter shows it.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/catalogue.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>
#include <nonholo/verification/method_choice.hpp>
#include <nonholo/verification/problem_choice.hpp>

#include <optional>
#include <string>
#include <vector>

namespace nonholo {

/// A line of the table.
struct PropertySubject {
  MethodChoice method;
  std::string other_start = {};           ///< value of the option `start` with which the order is measured as well
  bool in_table = true;                   ///< else shown when a filter asks for it
  std::optional<ProblemChoice> own = {};  ///< what is measured on, in the place of the problems of the table
};

/// All lines. They point into `methods`, which has spark.
std::vector<PropertySubject> property_plan(const Catalogue<MethodEntry>& methods,
                                           const Catalogue<TableauFamily>& tableaus);

/// The lines whose method or tableau matches one of the globs; those of the table when there is none.
/// @param own a mechanical system that they are measured on, those that run there
/// @throws InputError: "FILTER" for a glob that matches nothing; "system" for one that is not mechanical.
std::vector<PropertySubject> property_subjects(const std::vector<std::string>& filters,
                                               const std::optional<ProblemChoice>& own = {});

}  // namespace nonholo
