// The report of a tableau as a page: its tables, and the convergence that was measured, drawn.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/study/tableau_report.hpp>

#include <string>

namespace nonholo::program {

/// One self-contained file, as page() makes it (page.hpp).
std::string tableau_page(const DescribedTableau& tableau, const TableauMeasurements& measured);

}  // namespace nonholo::program
