// The plan of the convergence-order suite: which methods are studied on which problems. It follows the catalogue: every
// method with its trials and variants, every tableau with up to four stages in every role that its numbers allow.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/catalogue.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>
#include <nonholo/verification/study/order_study.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace nonholo {

/// The subjects point into `methods`, which has spark and runge_kutta.
std::vector<StudySubject> study_plan(const Catalogue<MethodEntry>& methods, const Catalogue<TableauFamily>& tableaus);

/// Whether the method takes the system and its start. Some see only from the start that a system is not for them: one
/// that forces drive.
bool runs_from(const AdmissibleStart<double>& start, const MethodChoice& method, const System<double>& system);

/// Every method that runs on the problem, from its start: trials and variants, and each tableau as SPARK.
/// @param wanted what is asked before a method is tried; all where it is empty
std::vector<StudySubject> studies_on(const ProblemChoice& problem, const Catalogue<MethodEntry>& methods,
                                     const Catalogue<TableauFamily>& tableaus,
                                     const std::function<bool(const StudySubject&)>& wanted = {});

/// What one tableau is studied on, as SRK-DAE2 or SPARK method: mechanical systems with constant and with changing
/// mass, and a DAE.
/// @param tableau what find_tableau() takes; a file's claim of an order is what the studies expect
/// @param own in the place of those, a mechanical system
std::vector<StudySubject> studies_of_tableau(const std::string& tableau, std::optional<long> stages,
                                             const std::optional<ProblemChoice>& own = {});

}  // namespace nonholo
