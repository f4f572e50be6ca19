// The convergence-order suite: which methods are studied on which problems, and running them.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/study/order_study.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace nonholo {

/// The subjects whose method, tableau or problem matches one of the globs (matched whole, * and ?); all of them when
/// there is none. A filter that is the path of a tableau file stands for studies of that tableau.
/// @param own a problem on which they are studied in the place of those of the suite; then no tableau files
/// @throws InputError for a filter that matches nothing, and for a bad tableau file.
std::vector<StudySubject> study_subjects(const std::vector<std::string>& filters, bool quick,
                                         const std::optional<ProblemChoice>& own = {});

/// The same on every problem of the catalogue whose name matches the glob, at its first setup: all methods that it
/// takes and that match a filter. A problem without a setup has no start, and is not among them.
/// @throws InputError for a filter or a glob that matches nothing.
std::vector<StudySubject> study_subjects_on(const std::string& problems, const std::vector<std::string>& filters,
                                            bool quick);

struct StudyOptions {
  bool quick = false;
  int jobs = 1;
  std::function<void(double part)> progress = {};  ///< called from any of the threads
};

/// Every study of every subject, in their order.
std::vector<Study> run_studies(const std::vector<StudySubject>& subjects, const StudyOptions& options);

}  // namespace nonholo
