// Lists of the catalogues, check, verify, and reports of tableaus: what the program says of them, as text or JSON.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "interrupt.hpp"
#include "parts.hpp"

#include <nonholo/cli/reports.hpp>
#include <nonholo/verification/study/studies.hpp>
#include <nonholo/verification/study/study_report.hpp>
#include <nonholo/verification/study/tableau_report.hpp>
#include <nonholo/verification/tableau/tableau_file.hpp>
#include <nonholo/verification/tableau/tableau_source.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nonholo::python {

namespace {

/// Thrown by a thread to leave work that has no flag to look at.
struct Stopped {};

[[noreturn]] void raise_keyboard_interrupt() {
  PyErr_SetNone(PyExc_KeyboardInterrupt);
  throw py::error_already_set();
}

/// [(text, holds)] of each report.
std::vector<std::pair<std::string, bool>> check(const std::string& name) {
  std::vector<std::pair<std::string, bool>> all;
  Interrupt interrupt;
  interrupt.wait_for([&] {
    for (const ContractReport& each : cli::contract_reports(name)) all.emplace_back(each.text(), each.holds());
  });
  if (interrupt.stop()) raise_keyboard_interrupt();
  return all;
}

/// The document of `nonholo verify --json`, its table for people with a summary, and how many studies fail.
py::tuple verify(const std::vector<std::string>& filters, bool quick, int jobs) {
  std::vector<Study> studies;
  Interrupt interrupt;
  try {
    interrupt.wait_for([&] {
      studies = run_studies(study_subjects(filters, quick), {.quick = quick, .jobs = jobs, .progress = [&](double) {
                                                               if (interrupt.stop()) throw Stopped();
                                                             }});
    });
  } catch (const Stopped&) {
    raise_keyboard_interrupt();
  }
  const program::StudyTally sums = program::tally(studies);
  return py::make_tuple(program::studies_json(studies), program::studies_table(studies) + "\n" + program::summary(sums),
                        sums.failing());
}

/// A tableau by name, or of a file, with what the file claims.
std::unique_ptr<program::DescribedTableau> described(const std::string& name, const std::optional<long>& stages) {
  if (!is_tableau_file(name))
    return std::make_unique<program::DescribedTableau>(known_tableau(name, stages), "", std::vector<Claim>{});
  const TableauFile file = read_tableau_file(name);
  return std::make_unique<program::DescribedTableau>(file.set, file.reference, file.claims);
}

std::string tableau_report(const std::string& name, const std::optional<long>& stages, int jobs) {
  std::string text;
  Interrupt interrupt;
  interrupt.wait_for([&] {
    const auto tableau = described(name, stages);
    text = program::report_markdown(*tableau, program::measure_tableau(name, *tableau, jobs));
  });
  if (interrupt.stop()) raise_keyboard_interrupt();
  return text;
}

}  // namespace

void add_reports(py::module_& module) {
  module.def("catalogue_json", &cli::catalogue_json, py::arg("what"));
  module.def("check", &check, py::arg("name"));
  module.def("verify", &verify, py::arg("filters"), py::arg("quick"), py::arg("jobs"));
  module.def(
      "tableau_numbers",
      [](const std::string& name, const std::optional<long>& stages) {
        return program::numbers_json(find_tableau(name, stages), 40);
      },
      py::arg("name"), py::arg("stages"));
  module.def(
      "tableau_properties",
      [](const std::string& name, const std::optional<long>& stages) {
        const auto tableau = described(name, stages);
        return std::make_pair(program::properties_json(*tableau), program::properties_text(*tableau));
      },
      py::arg("name"), py::arg("stages"));
  module.def("tableau_report", &tableau_report, py::arg("name"), py::arg("stages"), py::arg("jobs"));
}

}  // namespace nonholo::python
