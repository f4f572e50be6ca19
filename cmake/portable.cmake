# A package has to run on other machines and to mix with code of other flags. A build for this machine alone is
# therefore not what `cmake --install` installs: the library is built once more, in portable/, and that is. Who wants
# the build at hand says so, as scripts/check_package does: cmake -DNONHOLO_AS_BUILT=ON -DCMAKE_INSTALL_PREFIX=... -P
# BUILD/cmake_install.cmake. This is the first of the install rules, so that its return() skips the others.
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
if(NOT NONHOLO_INSTALL OR NOT NONHOLO_NATIVE)
  return()
endif()
set(portable ${PROJECT_BINARY_DIR}/portable)
install(CODE "
  if(NOT NONHOLO_AS_BUILT)
    message(STATUS \"building the package for any machine of this kind in ${portable}\")
    execute_process(COMMAND \"${CMAKE_COMMAND}\" -S \"${PROJECT_SOURCE_DIR}\" -B \"${portable}\"
      -G \"${CMAKE_GENERATOR}\"
      -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER} -DNONHOLO_NATIVE=OFF -DNONHOLO_TESTS=OFF
      -DNONHOLO_BENCHMARKS=OFF COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND \"${CMAKE_COMMAND}\" --build \"${portable}\" --parallel COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND \"${CMAKE_COMMAND}\" --install \"${portable}\" --prefix \"\${CMAKE_INSTALL_PREFIX}\"
      COMMAND_ERROR_IS_FATAL ANY)
    return()
  endif()")
