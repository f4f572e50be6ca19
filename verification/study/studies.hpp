// The convergence-order suite: which methods are studied on which problems, and running them.
#pragma once

#include <nonholo/verification/study/order_study.hpp>

#include <functional>
#include <string>
#include <vector>

namespace nonholo {

/// The subjects whose method, tableau or problem matches one of the globs (matched whole, * and ?); all of them when
/// there is none. A filter that is the path of a tableau file stands for studies of that tableau.
/// @throws InputError for a filter that matches nothing, and for a bad tableau file.
std::vector<StudySubject> study_subjects(const std::vector<std::string>& filters, bool quick);

/// What one tableau is studied on, as SRK-DAE2 or SPARK method: mechanical systems with constant and with changing
/// mass, and a DAE.
/// @param tableau what find_tableau() takes; a file's claim of an order is what the studies expect
std::vector<StudySubject> studies_of_tableau(const std::string& tableau, std::optional<long> stages);

struct StudyOptions {
  bool quick = false;
  int jobs = 1;
  std::function<void(double part)> progress = {};  ///< called from any of the threads
};

/// Every study of every subject, in their order.
std::vector<Study> run_studies(const std::vector<StudySubject>& subjects, const StudyOptions& options);

/// The document of `nonholo verify --json`.
std::string studies_json(const std::vector<Study>& studies);

/// A table of lines for people.
std::string studies_table(const std::vector<Study>& studies);

}  // namespace nonholo
