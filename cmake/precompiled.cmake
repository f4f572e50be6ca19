# Headers of others that most sources read, compiled once: 2 s of a processor less per source (docs/design/build.md).
# None of ours is among them, so that a change of ours compiles what includes it and no more;
# -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON builds without. GCC takes over the level of optimisation from them, whatever the
# command line says: each level has its own.
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
set(NONHOLO_PRECOMPILED
  <Eigen/Core> <Eigen/LU> <boost/multiprecision/eigen.hpp>
  <boost/multiprecision/float128.hpp> <fmt/format.h> <fmt/ranges.h>
  <algorithm> <array> <cmath> <filesystem> <fstream> <functional> <limits> <map> <memory> <optional> <span> <string>
  <string_view> <variant> <vector>)

# At the given level in release. A target of one empty source: CMake compiles such headers for a target alone.
function(nonholo_precompile target level)
  file(CONFIGURE OUTPUT ${target}.cpp CONTENT "// CMake compiles headers only for a target with a source.\n")
  add_library(${target} OBJECT ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp)
  target_link_libraries(${target} PRIVATE nonholo_flags Eigen3::Eigen Boost::headers)
  target_compile_definitions(${target} PRIVATE ${NONHOLO_ALIGNMENT})
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:${level}>)
  target_precompile_headers(${target} PRIVATE ${ARGN})
endfunction()

# nonholo_compile(target level): compiles the target at a level that has its headers: -O3, -O1, or -Og for tests.
function(nonholo_compile target level)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:${level}>)
  target_precompile_headers(${target} REUSE_FROM nonholo_precompiled${level})
endfunction()

nonholo_precompile(nonholo_precompiled-O3 -O3 ${NONHOLO_PRECOMPILED})
nonholo_precompile(nonholo_precompiled-O1 -O1 ${NONHOLO_PRECOMPILED})
if(NONHOLO_TESTS)
  nonholo_precompile(nonholo_precompiled-Og -Og [["catch.hpp"]] ${NONHOLO_PRECOMPILED})
  target_link_libraries(nonholo_precompiled-Og PRIVATE Catch2::Catch2)
  target_include_directories(nonholo_precompiled-Og PRIVATE framework/test)
endif()
