// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/tableau/exact_polynomial.hpp>

#include <algorithm>
#include <utility>

namespace nonholo {

namespace {

/// Beyond it there is no root: Cauchy's bound.
Exact root_bound(const ExactPolynomial& p) {
  Exact largest = 0;
  for (const ExactValue& each : p.coefficients) largest = std::max(largest, Exact(abs(each.value)));
  return 1 + largest / abs(p.coefficients.back().value);
}

/// The root between two places of opposite signs: halved until nothing is between them.
Exact bisected(const ExactPolynomial& p, Exact from, Exact to) {
  const bool rises = p.at(from) < 0;
  for (;;) {
    const Exact middle = (from + to) / 2;
    if (middle <= from || middle >= to) return middle;
    const Exact value = p.at(middle);
    if (value == 0) return middle;
    ((value < 0) == rises ? from : to) = middle;
  }
}

}  // namespace

ExactPolynomial::ExactPolynomial(std::vector<ExactValue> of) : coefficients(std::move(of)) {
  while (coefficients.size() > 1 && coefficients.back().value == 0) coefficients.pop_back();
}

ExactPolynomial ExactPolynomial::derivative() const {
  std::vector<ExactValue> all;
  for (std::size_t i = 1; i < coefficients.size(); ++i)
    all.push_back(coefficients[i] * ExactValue{Exact(static_cast<int>(i)), 0});
  return all.empty() ? ExactPolynomial(ExactValue{0, 0}) : ExactPolynomial(std::move(all));
}

Exact ExactPolynomial::at(const Exact& x) const {
  Exact sum = 0;
  for (auto each = coefficients.rbegin(); each != coefficients.rend(); ++each) sum = sum * x + each->value;
  return sum;
}

ExactPolynomial operator-(const ExactPolynomial& p) {
  std::vector<ExactValue> all;
  for (const ExactValue& each : p.coefficients) all.push_back(-each);
  return ExactPolynomial(std::move(all));
}

ExactPolynomial operator+(const ExactPolynomial& p, const ExactPolynomial& q) {
  std::vector<ExactValue> all(std::max(p.coefficients.size(), q.coefficients.size()), ExactValue{0, 0});
  for (const ExactPolynomial* each : {&p, &q})
    for (std::size_t i = 0; i < each->coefficients.size(); ++i) all[i] = all[i] + each->coefficients[i];
  return ExactPolynomial(std::move(all));
}

ExactPolynomial operator*(const ExactPolynomial& p, const ExactPolynomial& q) {
  std::vector<ExactValue> all(p.coefficients.size() + q.coefficients.size() - 1, ExactValue{0, 0});
  for (std::size_t i = 0; i < p.coefficients.size(); ++i)
    for (std::size_t j = 0; j < q.coefficients.size(); ++j)
      all[i + j] = all[i + j] + p.coefficients[i] * q.coefficients[j];
  return ExactPolynomial(std::move(all));
}

/// Between two roots of the derivative, next to each other, there is one at most.
std::vector<Exact> real_roots(const ExactPolynomial& p) {
  const Exact bound = root_bound(p);
  std::vector<Exact> places{-bound};
  if (p.degree() > 1) std::ranges::copy(real_roots(p.derivative()), std::back_inserter(places));
  places.push_back(bound);
  std::vector<Exact> roots;
  for (std::size_t i = 0; i + 1 < places.size(); ++i)
    if ((p.at(places[i]) < 0) != (p.at(places[i + 1]) < 0)) roots.push_back(bisected(p, places[i], places[i + 1]));
  return roots;
}

double rounding_of_root(const ExactPolynomial& p, const Exact& root) {
  Exact uncertain = 0, power = 1;
  for (const ExactValue& each : p.coefficients) {
    uncertain += each.rounding * power;
    power *= abs(root);
  }
  return uncertain == 0 ? 0 : static_cast<double>(uncertain / abs(p.derivative().at(root)));
}

}  // namespace nonholo
