// What a user of the program can do about what the framework refuses, which knows no file, no key and no catalogue:
// the key of an experiment file that it belongs to, and what to write there instead.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/start.hpp>

#include <string_view>
#include <vector>

namespace nonholo {

/// A fault of a start, as that of `initial`.
InputError advised_start(const InputError& error);
InputError advised_start(const InconsistentStart& error);

/// A method that is not for the system, as the fault of `method`, with those that are where they are few.
/// @param text the system is one: it says all there is to say of itself, and nothing in C++
InputError advised_method(const UnsuitableSystem& error, const System<double>& system, bool text);

/// The methods of the catalogue that take the system, with some choice of their options.
std::vector<std::string_view> methods_for(const System<double>& system);

}  // namespace nonholo
