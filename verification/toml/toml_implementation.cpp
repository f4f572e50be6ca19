// The parser of toml++, compiled here and nowhere else: who links with nonholo needs no library of toml++.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#define TOML_EXCEPTIONS 1
#define TOML_HEADER_ONLY 0
#define TOML_IMPLEMENTATION
#include <toml++/toml.h>
