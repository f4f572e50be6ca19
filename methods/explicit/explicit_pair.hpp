// Explicit Runge-Kutta methods with an estimate of their error, as data.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/catalogue.hpp>

#include <string_view>
#include <vector>

namespace nonholo {

/// Numbers are decimals or quotients of whole numbers, "9017/3168", exact as they stand.
struct ExplicitPair {
  using Row = std::vector<std::string_view>;

  std::string_view name, description, source;
  int order;
  int error_order;        ///< h is chosen as if the estimate were O(h^(error_order + 1))
  std::vector<Row> a;     ///< rows 2, 3, ... below the diagonal; c_i are their sums
  Row b;                  ///< of the result
  Row error;              ///< weights of the estimate; one more than b has is that of the next step's first evaluation
  Row coarse_error = {};  ///< those of a second, of low order, that the first is measured with (Hairer, Norsett &
                          ///< Wanner 1993, II.10); empty where there is one only
  std::vector<std::string_view> references;  ///< keys of verification/references.bib
};

const Catalogue<ExplicitPair>& explicit_pairs();

/// A coefficient rounded once. @throws InputError for text that is none.
template <class Real> Real coefficient(std::string_view text);

}  // namespace nonholo
