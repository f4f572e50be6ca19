# One spelling of includes everywhere: <nonholo/framework/tableau.hpp>, through links in the build tree.
set(NONHOLO_INCLUDE ${PROJECT_BINARY_DIR}/include)
foreach(folder framework methods problems adapters verification)
  file(MAKE_DIRECTORY ${NONHOLO_INCLUDE}/nonholo)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${folder} ${NONHOLO_INCLUDE}/nonholo/${folder} SYMBOLIC)
endforeach()

# Sources that no step runs through compile in half the time at -O1: reports, readers, checks, exact arithmetic.
function(nonholo_not_for_speed)
  set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS "$<$<CONFIG:Release>:-O1>")
endfunction()

# nonholo_library(framework SOURCES ... EXTENDED ... DEPENDS ... PRIVATE ... PRIVATE_HEADERS ...): the static library nonholo::framework of the folder.
# Its headers are public but for the PRIVATE_HEADERS, which need libraries that users do not have to know. EXTENDED sources are compiled twice: for
# double, and with NONHOLO_EXTENDED for long double and quad, where optimising would cost build time and gain nothing (their arithmetic is calls).
function(nonholo_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;EXTENDED;DEPENDS;PRIVATE;PRIVATE_HEADERS" ${ARGN})
  add_library(nonholo_${name} STATIC ${ARG_SOURCES} ${ARG_EXTENDED})
  if(ARG_EXTENDED)
    add_library(nonholo_${name}_extended OBJECT ${ARG_EXTENDED})
    target_compile_definitions(nonholo_${name}_extended PRIVATE NONHOLO_EXTENDED $<TARGET_PROPERTY:nonholo_${name},INTERFACE_COMPILE_DEFINITIONS>)
    target_compile_options(nonholo_${name}_extended PRIVATE $<$<CONFIG:Release>:-O1>)
    target_include_directories(nonholo_${name}_extended PRIVATE ${NONHOLO_INCLUDE})
    set_target_properties(nonholo_${name}_extended PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_link_libraries(nonholo_${name}_extended PRIVATE ${ARG_DEPENDS} nonholo_flags ${ARG_PRIVATE})
    target_sources(nonholo_${name} PRIVATE $<TARGET_OBJECTS:nonholo_${name}_extended>)
  endif()
  add_library(nonholo::${name} ALIAS nonholo_${name})
  set_target_properties(nonholo_${name} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
  file(GLOB_RECURSE headers RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS *.hpp)
  list(FILTER headers EXCLUDE REGEX "^test/")
  list(REMOVE_ITEM headers ${ARG_PRIVATE_HEADERS} "")
  list(TRANSFORM headers PREPEND ${NONHOLO_INCLUDE}/nonholo/${name}/)
  target_sources(nonholo_${name} PUBLIC FILE_SET HEADERS BASE_DIRS ${NONHOLO_INCLUDE} FILES ${headers})
  target_compile_features(nonholo_${name} PUBLIC cxx_std_20)
  target_link_libraries(nonholo_${name} PUBLIC ${ARG_DEPENDS} PRIVATE $<BUILD_INTERFACE:nonholo_flags> ${ARG_PRIVATE})
  if(NONHOLO_INSTALL AND NOT NONHOLO_NATIVE)
    install(TARGETS nonholo_${name} EXPORT nonholoTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
      FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  endif()
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
