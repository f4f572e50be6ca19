// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/study/studies.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/base/nearest_names.hpp>
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/glob.hpp>
#include <nonholo/verification/study/plan.hpp>
#include <nonholo/verification/tableau/tableau_source.hpp>
#include <nonholo/verification/work_queue.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <string>

namespace nonholo {

namespace {

bool matches(const std::string& filter, const StudySubject& subject) {
  const MethodOptions& options = subject.method.options;
  return glob_matches(filter, {subject.method.entry->name, subject.problem.entry->name,
                               options.has("tableau") ? options.text("tableau") : ""});
}

/// What of them may have been meant: "; did you mean 'gauss'?".
std::string subjects_near(const std::string& filter, const std::vector<StudySubject>& subjects) {
  std::set<std::string> names;
  for (const StudySubject& each : subjects) {
    names.emplace(each.method.entry->name);
    names.emplace(each.problem.entry->name);
    if (each.method.options.has("tableau")) names.insert(each.method.options.text("tableau"));
  }
  return did_you_mean(filter, {names.begin(), names.end()});
}

std::vector<StudySubject> matching(const std::string& filter, bool quick, const std::optional<ProblemChoice>& own) {
  if (is_tableau_file(filter)) return studies_of_tableau(filter, std::nullopt, own);
  std::vector<StudySubject> subjects = own ? studies_on(*own, method_catalogue(), tableau_catalogue())
                                           : study_plan(method_catalogue(), tableau_catalogue());
  const std::string near = subjects_near(filter, subjects);
  std::erase_if(subjects, [&](const StudySubject& subject) { return !matches(filter, subject); });
  if (subjects.empty())
    throw InputError("FILTER",
                     (own ? fmt::format("'{}' matches no method or tableau that runs on {}", filter, own->entry->name)
                          : fmt::format("'{}' matches no method, tableau or problem of the suite", filter)) +
                         near);
  if (quick && std::ranges::any_of(subjects, &StudySubject::quick))
    std::erase_if(subjects, [](const StudySubject& subject) { return !subject.quick; });
  return subjects;
}

}  // namespace

std::vector<StudySubject> study_subjects(const std::vector<std::string>& filters, bool quick,
                                         const std::optional<ProblemChoice>& own) {
  std::vector<StudySubject> all;
  std::vector<std::string> seen;
  for (const std::string& filter : filters.empty() ? std::vector<std::string>{"*"} : filters)
    for (StudySubject& subject : matching(filter, quick, own))
      if (const std::string identity = subject.identity(); std::ranges::find(seen, identity) == seen.end()) {
        seen.push_back(identity);
        all.push_back(std::move(subject));
      }
  return all;
}

std::vector<StudySubject> study_subjects_on(const std::string& problems, const std::vector<std::string>& filters,
                                            bool quick) {
  const auto wanted = [&](const StudySubject& subject) {
    return filters.empty() ||
           std::ranges::any_of(filters, [&](const std::string& filter) { return matches(filter, subject); });
  };
  std::vector<StudySubject> all;
  bool any_problem = false;
  for (const ProblemEntry& entry : problem_catalogue()) {
    if (entry.setups.empty() || !glob_matches(problems, {entry.name})) continue;
    any_problem = true;
    const ProblemChoice problem = problem_choice(entry.name, entry.setups.front().name);
    for (StudySubject& subject : studies_on(problem, method_catalogue(), tableau_catalogue(), wanted)) {
      subject.if_known = true;
      if (subject.quick || !quick || !filters.empty()) all.push_back(std::move(subject));
    }
  }
  if (!any_problem) throw InputError("--problems", fmt::format("'{}' matches no problem with a setup", problems));
  if (all.empty()) throw InputError("FILTER", "no matching method or tableau runs on the problems");
  return all;
}

std::vector<Study> run_studies(const std::vector<StudySubject>& subjects, const StudyOptions& options) {
  StudyReferences references;
  std::vector<std::vector<Study>> results(subjects.size());
  std::atomic<std::size_t> done = 0;
  work_off(subjects.size(), options.jobs, [&](std::size_t i) {
    results[i] = study(subjects[i], references, options.quick);
    if (options.progress) options.progress(static_cast<double>(++done) / static_cast<double>(subjects.size()));
  });
  std::vector<Study> all;
  for (auto& each : results) std::ranges::move(each, std::back_inserter(all));
  return all;
}

}  // namespace nonholo
