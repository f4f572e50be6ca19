// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/derived/composition_scheme.hpp>

#include <nonholo/framework/base/number.hpp>
#include <nonholo/framework/base/numeric.hpp>
#include <nonholo/framework/base/quad.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace nonholo {

namespace {

/// Y_i Y_j ...: i, j, ... are odd, their sum is the weight.
using Word = std::vector<int>;

std::vector<Word> words(int weight) {
  if (weight == 0) return {Word()};
  std::vector<Word> all;
  for (int last = 1; last <= weight; last += 2)
    for (Word word : words(weight - last)) {
      word.push_back(last);
      all.push_back(word);
    }
  return all;
}

template <class Real> Real power(const Real& x, int k) { return k == 0 ? Real(1) : x * power(x, k - 1); }

/// The coefficient of the word in exp(g_1 Y_1 + g_1^3 Y_3 + ...) ... exp(g_s Y_1 + g_s^3 Y_3 + ...).
template <class Real> Real coefficient(std::span<const Real> gamma, const Word& word) {
  std::vector<Real> prefix(word.size() + 1, Real(0));  // coefficients of the first letters in the product so far
  prefix[0] = 1;
  for (const Real& g : gamma)
    for (std::size_t end = word.size(); end > 0; --end) {
      Real suffix = 1;  // that of letters begin ... end - 1 in the next factor
      for (std::size_t begin = end; begin-- > 0;) {
        suffix *= power(g, word[begin]) / static_cast<Real>(static_cast<double>(end - begin));
        prefix[end] += prefix[begin] * suffix;
      }
    }
  return prefix.back();
}

template <class Real> bool is_zero(const Real& defect, const Real& size) {
  using std::abs;
  return abs(defect) <= std::max<Real>(Real(1e-16), 64 * epsilon<Real> * size);
}

/// Whether the coefficient of the word is that in exp(Y_1).
template <class Real> bool right(std::span<const Real> gamma, const std::vector<Real>& sizes, const Word& word) {
  const bool only_flow = std::ranges::all_of(word, [](int letter) { return letter == 1; });
  const Real exact = only_flow ? coefficient<Real>(std::vector<Real>{1}, word) : Real(0);
  return is_zero<Real>(coefficient(gamma, word) - exact, coefficient<Real>(sizes, word));
}

template <class Real> int order_of(std::span<const Real> gamma, const std::vector<Real>& sizes) {
  for (int weight = 1; weight <= most_scheme_order; ++weight)
    if (!std::ranges::all_of(words(weight), [&](const Word& word) { return right(gamma, sizes, word); }))
      return weight - 1;
  return most_scheme_order;
}

}  // namespace

const Catalogue<CompositionScheme>& composition_schemes() {
  // The closed forms have 50 digits. Kahan & Li print 20: Newton's method on the order conditions, least change,
  // continues them to 40.
  static const Catalogue<CompositionScheme> all(
      "scheme", {
                    {
                        "strang",
                        "one substep: a symmetric base itself, or a base and its adjoint with half the step each",
                        "Strang 1968",
                        2,
                        {},
                        {"strang1968", "hairer2006"},
                    },
                    {
                        "triple_jump_4",
                        "3 substeps, g_1 = 1/(2 - 2^(1/3)), the middle one -1.70 h",
                        "Yoshida 1990; Suzuki 1990; Creutz & Gocksch 1989",
                        4,
                        {"1.3512071919596576340476878089714608269219993762171"},
                        {"yoshida1990", "hairer2006"},
                    },
                    {
                        "suzuki_4",
                        "5 substeps, g_1 = g_2 = 1/(4 - 4^(1/3)), none larger than 0.66 h",
                        "Suzuki 1990",
                        4,
                        {"0.41449077179437573714235406286076149571177460401671",
                         "0.41449077179437573714235406286076149571177460401671"},
                        {"suzuki1990", "hairer2006"},
                    },
                    {
                        "kahan_li_6",
                        "9 substeps, none larger than 0.80 h",
                        "Kahan & Li 1997",
                        6,
                        {"0.392161444007314139279250555181182322099", "0.332599136789359438599748640320274208180",
                         "-0.706246172557639359809964819474763721757", "0.0822135962935508002314904474488281138722"},
                        {"kahan1997", "hairer2006"},
                    },
                    {
                        "kahan_li_8",
                        "17 substeps, none larger than 0.61 h",
                        "Kahan & Li 1997",
                        8,
                        {"0.130202483088890080878817632262549105023", "0.561162981775108384561964407701586265307",
                         "-0.389474962644847286408078598645940965443", "0.158841906555155600896210745630383763805",
                         "-0.395903894133237577336231539022190732585", "0.184539640978315707091832541388566592772",
                         "0.258374387686322047293979109860431337164", "0.295011723609310298870966240491973927738"},
                        {"kahan1997", "hairer2006"},
                    },
                });
  return all;
}

template <class Real> std::vector<Real> CompositionScheme::gamma() const {
  std::vector<Real> all;
  for (const std::string_view digits : first_half) all.push_back(Number::from_text(digits).as<Real>());
  const std::vector<Real> mirrored(all.rbegin(), all.rend());
  all.push_back(1 - 2 * std::accumulate(all.begin(), all.end(), Real(0)));
  all.insert(all.end(), mirrored.begin(), mirrored.end());
  return all;
}

template <class Real> SchemeFacts check_scheme(std::span<const Real> gamma) {
  using std::abs;
  std::vector<Real> sizes;
  Real sum = 0, asymmetry = 0;
  for (std::size_t i = 0; i < gamma.size(); ++i) {
    sum += gamma[i];
    sizes.push_back(abs(gamma[i]));
    asymmetry = std::max<Real>(asymmetry, abs(gamma[i] - gamma[gamma.size() - 1 - i]));
  }
  return {static_cast<double>(Real(abs(sum - 1))), static_cast<double>(asymmetry), order_of(gamma, sizes)};
}

template std::vector<double> CompositionScheme::gamma<double>() const;
template std::vector<long double> CompositionScheme::gamma<long double>() const;
template std::vector<quad> CompositionScheme::gamma<quad>() const;
template SchemeFacts check_scheme(std::span<const double>);
template SchemeFacts check_scheme(std::span<const long double>);
template SchemeFacts check_scheme(std::span<const quad>);

}  // namespace nonholo
