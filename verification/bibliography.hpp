// The literature behind problems, methods, tableaus and solvers, as BibTeX: references.bib, which the build embeds.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/catalogue.hpp>

#include <string_view>

namespace nonholo {

struct BibliographyEntry {
  std::string_view name;  ///< the BibTeX key
  std::string_view bibtex;
};

const Catalogue<BibliographyEntry>& bibliography();

}  // namespace nonholo
