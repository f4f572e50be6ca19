// Programs as machine code: written as C, compiled once by the compiler that is there, and loaded. What was compiled
// stays in a folder of the user's cache, $XDG_CACHE_HOME/nonholo or ~/.cache/nonholo, under a name that is the checksum
// of the text, the compiler and the processor: the next program that wants the same loads it. Files appear there whole
// or not at all; any number of programs may share the folder, and it may be removed at any time.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/expression/program.hpp>

#include <span>
#include <string>
#include <vector>

namespace nonholo {

/// @throws InputError (key "compile") where no C compiler is found: $CC, else cc, gcc or clang.
void want_compiler();

/// The program of which speed matters, which is compiled to work in place, too: where each of its inputs and outputs
/// stands, "in0[0]" to "in2[...]", "held[...]" and "out0[0]" to "out4[...]".
template <class Real> struct Hot {
  const Program<Real>* program = nullptr;
  std::vector<std::string> inputs = {}, outputs = {};
};

/// Runs of the programs are machine code from now on. For double and quad.
/// @throws InputError (key "compile") where there is no compiler, or it fails, or its result cannot be kept or loaded.
template <class Real> void compile(std::span<Program<Real>* const> programs, const Hot<Real>& hot = {});

/// What is compiled: one function in C for each program, nonholo_0, nonholo_1, ...; nonholo_0_in_place of the hot one.
template <class Real> std::string c_source(std::span<Program<Real>* const> programs, const Hot<Real>& hot);

}  // namespace nonholo
