# Writes the header OUTPUT with the identity of a build: VERSION and a checksum of all HEADERS (paths, | between them),
# and leaves it alone where it is that already.
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
string(REPLACE "|" ";" headers "${HEADERS}")
list(SORT headers)
set(all "")
foreach(header ${headers})
  file(SHA256 ${header} checksum)
  string(APPEND all ${checksum})
endforeach()
string(SHA256 checksum "${all}")
string(SUBSTRING ${checksum} 0 16 checksum)
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT
"// Made by cmake/build_identity.cmake: of which headers programs and plug-ins are built.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#define NONHOLO_BUILD \"@VERSION@ @checksum@\"
" @ONLY)
