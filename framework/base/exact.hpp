// Numbers of 80 digits, in which is computed what is rounded once: tableaus, constants of expressions. Slow to compile.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>

namespace nonholo {

using Exact = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<80>, boost::multiprecision::et_off>;

}  // namespace nonholo

// What reads and writes decimals is compiled in exact.cpp alone (docs/design/build.md).
extern template class boost::multiprecision::backends::cpp_bin_float<80>;
