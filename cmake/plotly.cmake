# plotly.js for the report: the package of its basic bundle, fetched by npm into the build folder, checked against its
# hash, gzipped and in base64, as the page inflates it. Without npm or a network the report has static pictures instead;
# a later configuration tries again.
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
option(NONHOLO_PLOTLY "Embed plotly.js, which npm fetches, into the report" ${PROJECT_IS_TOP_LEVEL})
set(NONHOLO_PLOTLY_PACKAGE plotly.js-basic-dist-min)
set(NONHOLO_PLOTLY_VERSION 4.1.1)
string(CONCAT NONHOLO_PLOTLY_SHA512
  d68345f0f790c7686fff2eeda84556283dc91b09ff30610c43c98bf47530b1aa
  86f451b2fce539147507bf3a9bab13789a7c19188f5a6d3884efbe42e2492331)

# nonholo_plotly(text): the bundle as text, or nothing.
function(nonholo_plotly text)
  set(${text} "" PARENT_SCOPE)
  find_program(NONHOLO_NPM npm)
  if(NOT NONHOLO_PLOTLY)
    return()
  endif()
  set(folder ${PROJECT_BINARY_DIR}/plotly)
  set(archive ${folder}/${NONHOLO_PLOTLY_PACKAGE}-${NONHOLO_PLOTLY_VERSION}.tgz)
  file(MAKE_DIRECTORY ${folder})
  if(NOT EXISTS ${archive} AND NONHOLO_NPM)
    execute_process(
      COMMAND ${NONHOLO_NPM} pack ${NONHOLO_PLOTLY_PACKAGE}@${NONHOLO_PLOTLY_VERSION} --prefer-offline
              --fetch-retries=1 --fetch-timeout=20000
      WORKING_DIRECTORY ${folder} TIMEOUT 60 OUTPUT_QUIET ERROR_QUIET RESULT_VARIABLE ignored)
  endif()
  if(NOT EXISTS ${archive})
    message(STATUS "no plotly.js: npm is not there or reached no network; the report will have static pictures")
    return()
  endif()
  file(SHA512 ${archive} found)
  if(NOT found STREQUAL NONHOLO_PLOTLY_SHA512)
    file(REMOVE ${archive})
    message(WARNING "${archive} is not what it should be and was removed; the report will have static pictures")
    return()
  endif()
  if(NOT EXISTS ${folder}/plotly.txt)
    file(ARCHIVE_EXTRACT INPUT ${archive} DESTINATION ${folder})
    execute_process(COMMAND gzip -9nc ${folder}/package/plotly-basic.min.js COMMAND base64 -w 0
      OUTPUT_FILE ${folder}/plotly.txt COMMAND_ERROR_IS_FATAL ANY)
  endif()
  file(READ ${folder}/plotly.txt content)
  set(${text} "${content}" PARENT_SCOPE)
endfunction()
