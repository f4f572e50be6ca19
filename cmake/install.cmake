# What `cmake --install` puts where: static libraries, headers, the CMake package, nonholo.pc, the program and its
# experiments.
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
if(NOT NONHOLO_INSTALL)
  return()
endif()

install(TARGETS nonholo_all EXPORT nonholoTargets FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(TARGET nonholo_program)
  install(TARGETS nonholo_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(DIRECTORY verification/experiments DESTINATION ${CMAKE_INSTALL_DATADIR}/nonholo)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/nonholo)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/nonholo)
install(EXPORT nonholoTargets NAMESPACE nonholo:: DESTINATION ${package})
configure_package_config_file(cmake/nonholoConfig.cmake.in ${PROJECT_BINARY_DIR}/nonholoConfig.cmake
  INSTALL_DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/nonholoConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/nonholoConfig.cmake ${PROJECT_BINARY_DIR}/nonholoConfigVersion.cmake
  DESTINATION ${package})

set(NONHOLO_PC_CLI "")
if(TARGET nonholo_cli)
  set(NONHOLO_PC_CLI "-lnonholo_cli ")
endif()
configure_file(cmake/nonholo.pc.in ${PROJECT_BINARY_DIR}/nonholo.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/nonholo.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
