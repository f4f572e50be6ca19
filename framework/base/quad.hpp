// The definition of quad, for the .cpp files that compute with it: GNU extensions (-std=gnu++20) and libquadmath are
// needed.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <boost/multiprecision/float128.hpp>

#include <boost/multiprecision/eigen.hpp>

#include <nonholo/framework/base/precision.hpp>
