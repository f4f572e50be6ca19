# One spelling of includes everywhere: <nonholo/framework/tableau/tableau.hpp>, through links in the build tree.
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
set(NONHOLO_INCLUDE ${PROJECT_BINARY_DIR}/include)
foreach(folder framework methods problems adapters verification cli)
  file(MAKE_DIRECTORY ${NONHOLO_INCLUDE}/nonholo)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${folder} ${NONHOLO_INCLUDE}/nonholo/${folder} SYMBOLIC)
endforeach()
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/nonholo.hpp ${NONHOLO_INCLUDE}/nonholo/nonholo.hpp SYMBOLIC)

# Sources that no step runs through compile in half the time at -O1: reports, readers, checks, exact arithmetic.
function(nonholo_not_for_speed)
  set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS "$<$<CONFIG:Release>:-O1>")
endfunction()

# nonholo_library(framework DEPENDS ... PRIVATE ... PRIVATE_HEADERS ...): the static library nonholo::framework of the
# folder's sources, whatever room they stand in. Its headers are public but for the PRIVATE_HEADERS (names without
# .hpp), which need libraries that users do not have to know. A source that asks for NONHOLO_EXTENDED is compiled
# twice: for double, and with that macro for long double and quad, where optimising would cost build time and gain
# nothing (their arithmetic is calls).
function(nonholo_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;PRIVATE;PRIVATE_HEADERS" ${ARGN})
  file(GLOB_RECURSE sources RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS *.cpp)
  list(FILTER sources EXCLUDE REGEX "^(test|fuzz|program)/")
  add_library(nonholo_${name} STATIC ${sources})
  set(extended "")
  foreach(source ${sources})
    file(STRINGS ${source} asks REGEX "NONHOLO_EXTENDED" LIMIT_COUNT 1)
    if(asks)
      list(APPEND extended ${source})
    endif()
  endforeach()
  if(extended)
    add_library(nonholo_${name}_extended OBJECT ${extended})
    target_compile_definitions(nonholo_${name}_extended PRIVATE
      NONHOLO_EXTENDED $<TARGET_PROPERTY:nonholo_${name},INTERFACE_COMPILE_DEFINITIONS>)
    target_compile_options(nonholo_${name}_extended PRIVATE $<$<CONFIG:Release>:-O1>)
    target_include_directories(nonholo_${name}_extended PRIVATE ${NONHOLO_INCLUDE})
    target_precompile_headers(nonholo_${name}_extended REUSE_FROM nonholo_precompiled)
    target_link_libraries(nonholo_${name}_extended PRIVATE ${ARG_DEPENDS} nonholo_flags ${ARG_PRIVATE})
    target_sources(nonholo_${name} PRIVATE $<TARGET_OBJECTS:nonholo_${name}_extended>)
  endif()
  add_library(nonholo::${name} ALIAS nonholo_${name})
  set_target_properties(nonholo_${name} PROPERTIES EXPORT_NAME ${name})
  target_precompile_headers(nonholo_${name} REUSE_FROM nonholo_precompiled)
  file(GLOB_RECURSE headers RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS *.hpp)
  list(FILTER headers EXCLUDE REGEX "^test/")
  list(JOIN ARG_PRIVATE_HEADERS "|" private)
  list(FILTER headers EXCLUDE REGEX "(^|/)(${private}|none private)\\.hpp$")
  list(TRANSFORM headers PREPEND ${NONHOLO_INCLUDE}/nonholo/${name}/)
  target_sources(nonholo_${name} PUBLIC FILE_SET HEADERS BASE_DIRS ${NONHOLO_INCLUDE} FILES ${headers})
  target_compile_features(nonholo_${name} PUBLIC cxx_std_20)
  target_link_libraries(nonholo_${name} PUBLIC ${ARG_DEPENDS} PRIVATE $<BUILD_INTERFACE:nonholo_flags> ${ARG_PRIVATE})
  if(NONHOLO_INSTALL)
    install(TARGETS nonholo_${name} EXPORT nonholoTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
      FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  endif()
endfunction()

# nonholo_tests(framework LINK ...): the test program of a folder, of the sources in its test/, its cases listed with
# ctest.
function(nonholo_tests name)
  if(NOT NONHOLO_TESTS)
    return()
  endif()
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS test/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  foreach(source ${sources})
    file(STRINGS ${source} unusable REGEX "TEST_CASE\\(\"[^\"]*;")
    if(unusable)
      message(FATAL_ERROR "${source}: ctest would run no test of a name with a semicolon: ${unusable}")
    endif()
  endforeach()
  add_executable(${name}_tests ${sources})
  target_link_libraries(${name}_tests PRIVATE nonholo_flags nonholo_test_main ${ARG_LINK})
  target_precompile_headers(${name}_tests REUSE_FROM nonholo_precompiled_tests)
  # Compiled twice as fast as with -O3, and fast enough.
  target_compile_options(${name}_tests PRIVATE $<$<CONFIG:Release>:-O1>)
  include(Catch)
  catch_discover_tests(${name}_tests TEST_PREFIX "${name}: " DISCOVERY_MODE PRE_TEST)
endfunction()

# nonholo_executable(x SOURCE...): a program of ours that nobody waits for while it runs: tutorials, tables, fuzzers.
function(nonholo_executable name)
  add_executable(${name} ${ARGN})
  target_precompile_headers(${name} REUSE_FROM nonholo_precompiled)
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  target_link_libraries(${name} PRIVATE nonholo_flags nonholo::verification)
endfunction()
