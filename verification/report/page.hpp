// The report: one HTML file that shows what a folder of results holds, opens from disk and asks no network.
//
// Everything on it is drawn by the scripts in assets/ from JSON that stands in it: the experiments of results.json
// with their figures.json, the studies of studies.json and the table of properties.json. docs/start/report.md.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>

namespace nonholo::program {

/// The page of data, a document of JSON as the scripts read it.
std::string filled_page(const std::string& json);

/// The page of the folder.
/// @throws InputError (key DIR) where the folder holds none of these.
std::string page(const std::filesystem::path& folder);

/// Writes the page as report.html into the folder, whole or not at all. @throws InputError as above, OutputError when
/// it cannot.
std::filesystem::path write_page(const std::filesystem::path& folder);

}  // namespace nonholo::program
