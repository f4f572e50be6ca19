// The C compiler of this machine, and the folder where what it made is kept (compiled_program.hpp).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/shared_library.hpp>

#include <filesystem>
#include <memory>
#include <string>

namespace nonholo {

/// The library that this text in C makes, from the cache where it is there. @throws InputError (key "compile").
std::shared_ptr<const SharedLibrary> compiled_library(const std::string& source, const char* link_with);

/// Where compiled texts are kept. @throws InputError (key "compile") where no variable of the environment tells.
std::filesystem::path compiled_folder();

}  // namespace nonholo
