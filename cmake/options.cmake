# What a build can choose, and the compiler flags that follow from it.
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
option(NONHOLO_NATIVE "Compile for processors with AVX2 and FMA, tuned for this machine" ${PROJECT_IS_TOP_LEVEL})
option(NONHOLO_PROGRAM "Build the program nonholo" ${PROJECT_IS_TOP_LEVEL})
option(NONHOLO_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(NONHOLO_INSTALL "Install with cmake --install" ${PROJECT_IS_TOP_LEVEL})
option(NONHOLO_BENCHMARKS "Offer the target benchmarks" ${PROJECT_IS_TOP_LEVEL})
option(NONHOLO_UNITE "Compile sources together that are not worth a compiler each" ON)
option(NONHOLO_WARNINGS_AS_ERRORS "Treat compiler warnings as errors" OFF)
if(NONHOLO_TESTS AND NOT NONHOLO_PROGRAM)
  message(FATAL_ERROR "NONHOLO_TESTS needs NONHOLO_PROGRAM: some tests run it")
endif()
set(NONHOLO_SANITIZE "" CACHE STRING "Sanitizers for -fsanitize=, e.g. address,undefined")

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS ON)  # Boost's float128 needs them inside Eigen

# ccache keeps what reads precompiled headers only when told that they hold no time of day (sloppiness), and looks at
# the dependencies that the compiler names instead of preprocessing every source first.
find_program(NONHOLO_CCACHE ccache)
if(NONHOLO_CCACHE AND PROJECT_IS_TOP_LEVEL AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_DEPEND=1
                                  ${NONHOLO_CCACHE})
endif()

# A compiler takes up to 2.2 GiB for the program and 3.2 for tests, most of them half (scripts/build_times): Ninja runs
# no more of them at a time than the memory holds.
cmake_host_system_information(RESULT compilers QUERY TOTAL_PHYSICAL_MEMORY)
math(EXPR compilers "${compilers} / 2500 + 1")
set_property(GLOBAL APPEND PROPERTY JOB_POOLS nonholo_compilers=${compilers})
if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_JOB_POOL_COMPILE)
  set(CMAKE_JOB_POOL_COMPILE nonholo_compilers)
endif()

# Code for x86-64-v3 (AVX2, FMA: processors since 2013), scheduled for this machine. It is as fast as -march=native
# without AVX-512 (docs/design/numerics.md), and `cmake --install` can install it as it is: it runs on every such
# processor. AVX-512 itself is slower: 512-bit loads of small vectors stall on the shorter stores just before them.
set(native "")
include(CheckCXXCompilerFlag)
include(CheckCXXSourceRuns)
if(NONHOLO_NATIVE)
  check_cxx_source_runs("int main() { return !(__builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"fma\")); }"
    NONHOLO_HAS_AVX2)
  if(NONHOLO_HAS_AVX2)
    set(native -march=x86-64-v3 -mtune=native)
    # For AMD's processors GCC 12 copies four doubles as two and two, which loads of four wait for.
    check_cxx_compiler_flag("-mmove-max=256 -mstore-max=256" NONHOLO_MOVES_FOUR)
    if(NONHOLO_MOVES_FOUR)
      list(APPEND native -mmove-max=256 -mstore-max=256)
    endif()
  endif()
endif()

# Library and users must agree on how Eigen lays out and allocates its vectors, whatever their -march is: 64 is what the
# widest instruction set wants on the heap (Eigen takes the larger of the two), 16 what every fixed-size member gets.
set(NONHOLO_ALIGNMENT EIGEN_MAX_ALIGN_BYTES=64 EIGEN_MAX_STATIC_ALIGN_BYTES=16)

# What all our targets are compiled with, alike, so that they can share precompiled headers: programs with -fPIC too.
add_library(nonholo_flags INTERFACE)
target_compile_options(nonholo_flags INTERFACE
  -fPIC
  $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>  # for ccache
  # GCC looks through its memory for what it needs no more only from 1.5 GB on: a tenth less time
  # (docs/design/numerics.md).
  $<$<CXX_COMPILER_ID:GNU>:SHELL:--param ggc-min-heapsize=1500000>
  -Wall -Wextra -Wpedantic -Wconversion -Wno-sign-conversion
  # A name of one source's anonymous namespace may be a local one in the next that is compiled with it.
  $<IF:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>,$<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>,-Wshadow>
  -Wno-missing-field-initializers  # designated initialisers leave the rest at its default on purpose
  $<$<BOOL:${NONHOLO_WARNINGS_AS_ERRORS}>:-Werror>
  # GCC 12 reports these inside Eigen's AVX-512 intrinsics, fmt and std::string, where they are false.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized -Wno-stringop-overflow -Wno-array-bounds -Wno-restrict>
  # [[gnu::flatten]] does not reach into the copies of functions that GCC makes for their callers.
  $<$<CXX_COMPILER_ID:GNU>:-fno-ipa-sra -fno-ipa-cp>
  -fno-math-errno  # lets sin and cos of one angle be computed together; changes no value
  ${native})
target_link_libraries(nonholo_flags INTERFACE fmt::fmt)
if(NONHOLO_SANITIZE)
  target_compile_options(nonholo_flags INTERFACE
    -fsanitize=${NONHOLO_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all
    # A branch before every access makes GCC take ten minutes over a test where functions are flattened. Accesses by
    # null pointers end under the address sanitizer all the same.
    -fno-sanitize=null,alignment)
  target_link_options(nonholo_flags INTERFACE -fsanitize=${NONHOLO_SANITIZE})
endif()
