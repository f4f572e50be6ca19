// Files below a folder that others may have written to, by names that others may have written: no name leads out of it,
// and no link on the way is followed. The folder itself may be reached through links.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/output/new_file.hpp>

#include <filesystem>
#include <optional>
#include <string>

namespace nonholo {

/// Whether the name leads to a place below, if none of its parts is a link: it is relative, and each part is a name.
bool leads_below(const std::string& name);

/// As stamp_of() and text_of(); nothing where the name does not lead below, or a part of it is a link.
std::optional<FileStamp> stamp_below(const std::filesystem::path& folder, const std::string& name,
                                     std::uint64_t most = ~std::uint64_t(0));
std::optional<std::string> text_below(const std::filesystem::path& folder, const std::string& name);

/// Removes a plain file there; with a stamp only one that has it.
void remove_below(const std::filesystem::path& folder, const std::string& name,
                  const std::optional<FileStamp>& stamp = std::nullopt);

}  // namespace nonholo
