# One spelling of includes everywhere: <nonholo/framework/tableau.hpp>, through links in the build tree.
set(NONHOLO_INCLUDE ${PROJECT_BINARY_DIR}/include)
foreach(folder framework methods problems adapters verification)
  file(MAKE_DIRECTORY ${NONHOLO_INCLUDE}/nonholo)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${folder} ${NONHOLO_INCLUDE}/nonholo/${folder} SYMBOLIC)
endforeach()

# nonholo_library(framework SOURCES ... DEPENDS ... PRIVATE ...): the static library nonholo::framework of the folder.
function(nonholo_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;PRIVATE" ${ARGN})
  add_library(nonholo_${name} STATIC ${ARG_SOURCES})
  add_library(nonholo::${name} ALIAS nonholo_${name})
  target_include_directories(nonholo_${name} PUBLIC $<BUILD_INTERFACE:${NONHOLO_INCLUDE}>)
  target_link_libraries(nonholo_${name} PUBLIC ${ARG_DEPENDS} PRIVATE $<BUILD_INTERFACE:nonholo_flags> ${ARG_PRIVATE})
endfunction()

# nonholo_tests(framework SOURCES ... LINK ...): the test program of a folder, its cases listed with ctest.
function(nonholo_tests name)
  if(NOT NONHOLO_TESTS)
    return()
  endif()
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name}_tests ${ARG_SOURCES})
  target_link_libraries(${name}_tests PRIVATE nonholo_flags nonholo_test_main ${ARG_LINK})
  target_compile_options(${name}_tests PRIVATE $<$<CONFIG:Release>:-O1>)  # compiled twice as fast as with -O3, and fast enough
  include(Catch)
  catch_discover_tests(${name}_tests TEST_PREFIX "${name}: " DISCOVERY_MODE PRE_TEST)
endfunction()
