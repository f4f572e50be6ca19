// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/bibliography.hpp>

namespace nonholo {

extern const std::string_view references_bib;  // references.cpp.in

namespace {

/// The entry that the text begins with, "@article{jay2009, ... }": up to the brace that closes it. In BibTeX an
/// escaped brace counts, too.
BibliographyEntry first_entry(std::string_view text) {
  std::size_t end = text.find('{');
  const std::size_t name = end + 1;
  int open = 0;
  do {
    open += (text[end] == '{') - (text[end] == '}');
    ++end;
  } while (open > 0 && end < text.size());
  return {text.substr(name, text.find(',') - name), text.substr(0, end)};
}

std::vector<BibliographyEntry> entries(std::string_view text) {
  std::vector<BibliographyEntry> all;
  for (std::size_t at = text.find('@'); at != text.npos; at = text.find('@', at + all.back().bibtex.size()))
    all.push_back(first_entry(text.substr(at)));
  return all;
}

}  // namespace

const Catalogue<BibliographyEntry>& bibliography() {
  static const Catalogue<BibliographyEntry> all("reference", entries(references_bib));
  return all;
}

}  // namespace nonholo
