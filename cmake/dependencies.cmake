# The libraries we stand on; all are packages of Debian 12.
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(Boost 1.74 REQUIRED)
find_package(fmt 9 REQUIRED)
find_package(SUNDIALS 6 REQUIRED COMPONENTS ida kinsol)
find_package(tomlplusplus 3 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
if(NONHOLO_PROGRAM)
  find_package(CLI11 2.1 REQUIRED)
endif()
find_package(Threads REQUIRED)
if(NONHOLO_TESTS)
  find_package(Catch2 REQUIRED)
  enable_testing()
endif()
