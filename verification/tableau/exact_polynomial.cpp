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

/// Nearer to 0 there is none, where 0 is none: the bound of 1/x.
Exact least_root(const ExactPolynomial& p) {
  return 1 / root_bound(ExactPolynomial({p.coefficients.rbegin(), p.coefficients.rend()}));
}

/// Between the two, of one sign: of sizes that are far apart the mean of their exponents, which are many.
Exact middle(const Exact& from, const Exact& to) {
  const Exact small = std::min(Exact(abs(from)), Exact(abs(to))), large = std::max(Exact(abs(from)), Exact(abs(to)));
  if (large <= 4 * small) return (from + to) / 2;
  const Exact size = sqrt(small) * sqrt(large);
  return from < 0 ? Exact(-size) : size;
}

/// The root between two places of opposite signs, not 0: halved until nothing is between them.
Exact bisected(const ExactPolynomial& p, Exact from, Exact to) {
  const bool rises = p.at(from) < 0;
  if (from < least_root(p) && to > -least_root(p)) {
    const bool above = (p.at(0) < 0) == rises;
    (above ? from : to) = above ? least_root(p) : Exact(-least_root(p));
  }
  for (;;) {
    Exact x = middle(from, to);
    if (x <= from || x >= to) return x;
    const Exact value = p.at(x);
    if (value == 0) return x;
    ((value < 0) == rises ? from : to) = x;
  }
}

/// Without its root 0, and how often that is one.
std::pair<ExactPolynomial, int> without_zero(const ExactPolynomial& p) {
  const auto first = std::ranges::find_if(p.coefficients, [](const ExactValue& each) { return each.value != 0; });
  return {ExactPolynomial({first, p.coefficients.end()}), static_cast<int>(first - p.coefficients.begin())};
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
std::vector<Exact> real_roots(const ExactPolynomial& polynomial) {
  const auto [p, zeros] = without_zero(polynomial);
  std::vector<Exact> roots;
  if (zeros % 2 == 1) roots.push_back(0);
  if (p.degree() == 0) return roots;
  const Exact bound = root_bound(p);
  std::vector<Exact> places{-bound};
  if (p.degree() > 1) std::ranges::copy(real_roots(p.derivative()), std::back_inserter(places));
  places.push_back(bound);
  for (std::size_t i = 0; i + 1 < places.size(); ++i)
    if ((p.at(places[i]) < 0) != (p.at(places[i + 1]) < 0)) roots.push_back(bisected(p, places[i], places[i + 1]));
  std::ranges::sort(roots);
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
