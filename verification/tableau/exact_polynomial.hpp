// Polynomials in one variable with coefficients of 80 digits, and their real roots: what root(x^3 - 2, 1.3) of a
// tableau file is made of. A number is a polynomial of degree 0.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/tableau/exact_value.hpp>

#include <vector>

namespace nonholo {

struct ExactPolynomial {
  std::vector<ExactValue> coefficients;  ///< of x^0, x^1, ...; at least one, the last not zero but where it is alone

  ExactPolynomial(ExactValue number) : coefficients{std::move(number)} {}
  explicit ExactPolynomial(std::vector<ExactValue> of);

  int degree() const { return static_cast<int>(coefficients.size()) - 1; }
  const ExactValue& number() const { return coefficients.front(); }  ///< of degree 0
  ExactPolynomial derivative() const;
  Exact at(const Exact& x) const;
};

ExactPolynomial operator-(const ExactPolynomial& p);
ExactPolynomial operator+(const ExactPolynomial& p, const ExactPolynomial& q);
ExactPolynomial operator*(const ExactPolynomial& p, const ExactPolynomial& q);

/// The real roots at which the polynomial changes its sign, in their order, to 80 digits. Not of degree 0.
std::vector<Exact> real_roots(const ExactPolynomial& p);

/// How far a simple root may be off where the coefficients are: to first order.
double rounding_of_root(const ExactPolynomial& p, const Exact& root);

}  // namespace nonholo
