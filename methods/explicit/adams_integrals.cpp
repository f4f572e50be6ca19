// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/explicit/adams_integrals.hpp>

#include <nonholo/framework/base/exact.hpp>
#include <nonholo/framework/base/quad.hpp>

namespace nonholo {

template <class Real> std::vector<Real> lagrange_integrals(int points, int first, int end, bool twice) {
  std::vector<Real> all;
  for (int i = 0; i < points; ++i) {
    std::vector<Exact> p{Exact(1)};  // coefficients, the lowest first
    for (int j = 0; j < points; ++j) {
      if (j == i) continue;
      p.emplace_back(0);
      for (std::size_t l = p.size() - 1; l > 0; --l) p[l] = (p[l - 1] - (first + j) * p[l]) / (i - j);
      p[0] *= -Exact(first + j) / (i - j);
    }
    Exact sum = 0, power = twice ? end : 1;
    for (int l = 0; l < points; ++l)
      sum += p[static_cast<std::size_t>(l)] * (power *= end) / ((l + 1) * (twice ? l + 2 : 1));
    all.push_back(static_cast<Real>(sum));
  }
  return all;
}

template std::vector<double> lagrange_integrals(int, int, int, bool);
template std::vector<quad> lagrange_integrals(int, int, int, bool);

}  // namespace nonholo
