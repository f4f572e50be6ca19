# What `cmake --install` puts where: static libraries, headers, the CMake package, nonholo.pc, the program and its experiments.
if(NOT NONHOLO_INSTALL)
  return()
endif()

# A package has to run on other machines and to mix with code of other flags. A build for this machine alone is therefore not what gets installed: the
# library is built once more, in portable/, and that is.
if(NONHOLO_NATIVE)
  install(CODE "
    message(STATUS \"building the package for any machine of this kind in ${PROJECT_BINARY_DIR}/portable\")
    execute_process(COMMAND \"${CMAKE_COMMAND}\" -S \"${PROJECT_SOURCE_DIR}\" -B \"${PROJECT_BINARY_DIR}/portable\" -G \"${CMAKE_GENERATOR}\"
      -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER} -DNONHOLO_NATIVE=OFF -DNONHOLO_TESTS=OFF -DNONHOLO_BENCHMARKS=OFF COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND \"${CMAKE_COMMAND}\" --build \"${PROJECT_BINARY_DIR}/portable\" --parallel COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND \"${CMAKE_COMMAND}\" --install \"${PROJECT_BINARY_DIR}/portable\" --prefix \"\${CMAKE_INSTALL_PREFIX}\" COMMAND_ERROR_IS_FATAL ANY)")
  return()
endif()

install(TARGETS nonholo_all EXPORT nonholoTargets)
if(TARGET nonholo_program)
  install(TARGETS nonholo_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(DIRECTORY verification/experiments DESTINATION ${CMAKE_INSTALL_DATADIR}/nonholo)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/nonholo)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/nonholo)
install(EXPORT nonholoTargets NAMESPACE nonholo:: DESTINATION ${package})
configure_package_config_file(cmake/nonholoConfig.cmake.in ${PROJECT_BINARY_DIR}/nonholoConfig.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/nonholoConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/nonholoConfig.cmake ${PROJECT_BINARY_DIR}/nonholoConfigVersion.cmake DESTINATION ${package})

configure_file(cmake/nonholo.pc.in ${PROJECT_BINARY_DIR}/nonholo.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/nonholo.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
