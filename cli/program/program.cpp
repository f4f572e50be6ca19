// The program nonholo: what is in the catalogues, and nothing of anybody's own.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/cli/main.hpp>

int main(int argc, char** argv) { return nonholo::main(argc, argv); }
