// The C compiler of this machine (compiled_program.hpp). What it made is kept (compiled_cache.hpp).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/shared_library.hpp>

#include <functional>
#include <memory>
#include <string>

namespace nonholo {

/// The library that this text in C makes, from the cache where it is there. @throws InputError (key "compile").
std::shared_ptr<const SharedLibrary> compiled_library(const std::string& source, const char* link_with);

/// Asked while a compiler runs, which is killed when that says so; the text is then refused with an InputError (key
/// "compile"). One for the program, to be set while nothing compiles. A compiler is also killed when it takes much
/// longer than texts of that size do.
void stop_compiler_when(std::function<bool()> asked);

}  // namespace nonholo
