// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/exact.hpp>

template class boost::multiprecision::backends::cpp_bin_float<80>;
