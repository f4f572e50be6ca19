// The keys of a tableau file.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/toml/key.hpp>

namespace nonholo {

/// At the top.
const Catalogue<Key>& tableau_file_keys();

/// Of [claims]: properties that a tableau may be said to have. Those of [constants] are the file's own.
const Catalogue<Key>& claim_keys();

}  // namespace nonholo
