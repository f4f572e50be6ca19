// The literature behind problems, methods, tableaus and solvers, as BibTeX, and what a name or a result used of it.
#pragma once

#include <nonholo/framework/catalogue.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace nonholo {

struct BibliographyEntry {
  std::string_view name;  ///< the BibTeX key
  std::string_view bibtex;
};

const Catalogue<BibliographyEntry>& bibliography();

/// BibTeX of what the names used, each entry once, nonholo itself first. A name is that of a problem, method, tableau, solver or bibliography entry, of an
/// experiment (file, folder or name as for `nonholo run`) or a results.json: then of everything that it ran.
/// @param folders where experiments are searched (locate.hpp)
/// @throws InputError naming the nearest.
std::string cite(const std::vector<std::string>& names, const std::vector<std::filesystem::path>& folders);

}  // namespace nonholo
