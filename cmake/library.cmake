# One spelling of includes everywhere: <nonholo/framework/tableau/tableau.hpp>, through links in the build tree.
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
set(NONHOLO_INCLUDE ${PROJECT_BINARY_DIR}/include)
foreach(folder framework methods problems adapters verification cli)
  file(MAKE_DIRECTORY ${NONHOLO_INCLUDE}/nonholo)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${folder} ${NONHOLO_INCLUDE}/nonholo/${folder} SYMBOLIC)
endforeach()
# A copy: `cmake --install` would install a link as a link.
configure_file(${PROJECT_SOURCE_DIR}/nonholo.hpp ${NONHOLO_INCLUDE}/nonholo/nonholo.hpp COPYONLY)

# Compiles the sources of each folder as one: headers are read and templates instantiated once for all of them
# (docs/design/build.md). Names of their anonymous namespaces therefore differ; -DNONHOLO_UNITE=OFF compiles each alone.
function(nonholo_unite target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${NONHOLO_UNITE} UNITY_BUILD_MODE GROUP)
  foreach(source ${ARGN})
    get_filename_component(folder ${source} DIRECTORY)
    string(MAKE_C_IDENTIFIER "in_${folder}" group)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
endfunction()

# nonholo_part(framework extended -O3 AT_ONCE 12 DEFINITIONS ... LINK ... SOURCES ...): sources of nonholo_framework
# that are compiled with definitions of their own, or united; twelve at a time as one, else those of each folder. -O1
# only where no function of Eigen is instantiated that a step runs through: of several objects the linker keeps one,
# whichever (docs/design/build.md).
function(nonholo_part name part level)
  cmake_parse_arguments(ARG "" "AT_ONCE" "DEFINITIONS;LINK;SOURCES" ${ARGN})
  set(target nonholo_${name}_${part})
  add_library(${target} OBJECT ${ARG_SOURCES})
  target_compile_definitions(${target} PRIVATE
    ${ARG_DEFINITIONS} $<TARGET_PROPERTY:nonholo_${name},COMPILE_DEFINITIONS>)
  target_include_directories(${target} PRIVATE
    ${NONHOLO_INCLUDE} $<TARGET_PROPERTY:nonholo_${name},INCLUDE_DIRECTORIES>)
  nonholo_compile(${target} ${level})
  target_link_libraries(${target} PRIVATE ${ARG_LINK})
  target_sources(nonholo_${name} PRIVATE $<TARGET_OBJECTS:${target}>)
  nonholo_unite(${target} ${ARG_SOURCES})
  if(ARG_AT_ONCE)
    set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE BATCH UNITY_BUILD_BATCH_SIZE ${ARG_AT_ONCE})
  endif()
endfunction()

# nonholo_library(framework DEPENDS ... PRIVATE ... PRIVATE_HEADERS ... UNITE ... APART ...): the static library
# nonholo::framework of the folder's sources, whatever room they stand in; those of a folder are compiled as one but for
# large ones, which stand APART. Its headers are public but for the PRIVATE_HEADERS (names without .hpp), which need
# libraries that users do not have to know. Sources to UNITE (globs) are those that no step runs through: reports,
# readers, checks, exact arithmetic; PLAIN: they are compiled at -O1. A source that asks for NONHOLO_EXTENDED is
# compiled twice: for double, and with that macro, at -O1, for quad, whose time goes into single sums and products.
function(nonholo_library name)
  cmake_parse_arguments(ARG "PLAIN" "" "DEPENDS;PRIVATE;PRIVATE_HEADERS;UNITE;APART" ${ARGN})
  file(GLOB_RECURSE sources RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS *.cpp)
  list(FILTER sources EXCLUDE REGEX "^(test|fuzz|program)/")
  set(extended "")
  foreach(source ${sources})
    file(STRINGS ${source} asks REGEX "NONHOLO_EXTENDED" LIMIT_COUNT 1)
    if(asks)
      list(APPEND extended ${source})
    endif()
  endforeach()
  set(united "")
  if(ARG_UNITE)
    file(GLOB united RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS ${ARG_UNITE})
    list(REMOVE_ITEM united ${ARG_APART})
    list(REMOVE_ITEM sources ${united})
  endif()
  set_source_files_properties(${ARG_APART} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  add_library(nonholo_${name} STATIC ${sources})
  set_target_properties(nonholo_${name} PROPERTIES LINKER_LANGUAGE CXX)  # though all its sources be in parts
  nonholo_unite(nonholo_${name} ${sources})
  set(link ${ARG_DEPENDS} nonholo_flags ${ARG_PRIVATE})
  if(extended)
    nonholo_part(${name} extended -O1 AT_ONCE 12 DEFINITIONS NONHOLO_EXTENDED LINK ${link} SOURCES ${extended})
  endif()
  if(united)
    set(level -O3)
    if(ARG_PLAIN)
      set(level -O1)
    endif()
    nonholo_part(${name} united ${level} LINK ${link} SOURCES ${united})
  endif()
  add_library(nonholo::${name} ALIAS nonholo_${name})
  set_target_properties(nonholo_${name} PROPERTIES EXPORT_NAME ${name})
  nonholo_compile(nonholo_${name} -O3)
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

# nonholo_tests(framework AT_ONCE 12 LINK ...): the test program of a folder, of the sources in its test/, where AT_ONCE
# says so compiled 12 at a time as one; its cases listed with ctest.
function(nonholo_tests name)
  if(NOT NONHOLO_TESTS)
    return()
  endif()
  cmake_parse_arguments(ARG "" "AT_ONCE" "LINK" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS test/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  foreach(source ${sources})
    file(STRINGS ${source} unusable REGEX "TEST_CASE\\(\"(-|[^\"]*;)")
    if(unusable)
      message(FATAL_ERROR "${source}: ctest would run no test of a name with a semicolon, and Catch2 takes one that "
                          "begins with - for an option: ${unusable}")
    endif()
  endforeach()
  add_executable(${name}_tests ${sources})
  target_link_libraries(${name}_tests PRIVATE nonholo_flags nonholo_test_main ${ARG_LINK})
  # Compiled in two thirds of the time of -O3, and fast enough.
  nonholo_compile(${name}_tests -Og)
  if(ARG_AT_ONCE)
    set_target_properties(${name}_tests PROPERTIES UNITY_BUILD ${NONHOLO_UNITE} UNITY_BUILD_BATCH_SIZE ${ARG_AT_ONCE})
  endif()
  include(Catch)
  catch_discover_tests(${name}_tests TEST_PREFIX "${name}: " DISCOVERY_MODE PRE_TEST)
endfunction()

# nonholo_executable(x SOURCE...): a program of ours that nobody waits for while it runs: tutorials, tables, fuzzers.
function(nonholo_executable name)
  add_executable(${name} ${ARGN})
  nonholo_compile(${name} -O1)
  target_link_libraries(${name} PRIVATE nonholo_flags nonholo::verification)
endfunction()
