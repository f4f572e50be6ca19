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

/// Y_i Y_j ...: the weight is the sum i + j + ...
using Word = std::vector<int>;

/// Of odd letters where the method is symmetric.
std::vector<Word> words(int weight, Substeps substeps) {
  if (weight == 0) return {Word()};
  std::vector<Word> all;
  for (int last = 1; last <= weight; last += substeps == Substeps::symmetric ? 2 : 1)
    for (Word word : words(weight - last, substeps)) {
      word.push_back(last);
      all.push_back(word);
    }
  return all;
}

/// Whether the word comes before all its rotations. The coefficients at other words are polynomials of those at these:
/// a product of exponentials shuffles (Murua & Sanz-Serna 1999).
bool is_lyndon(const Word& word) {
  Word rotated = word;
  for (std::size_t i = 1; i < word.size(); ++i) {
    std::rotate(rotated.begin(), rotated.begin() + 1, rotated.end());  // clang 14 refuses that of std::ranges
    if (!(word < rotated)) return false;
  }
  return true;
}

template <class Real> Real power(const Real& x, int k) { return k == 0 ? Real(1) : x * power(x, k - 1); }

/// The coefficient of the word in exp(g_1 Y_1 + g_1^2 Y_2 + ...) exp(g_2 Y_1 -+ g_2^2 Y_2 + ...) ...
template <class Real> Real coefficient(std::span<const Real> gamma, Substeps substeps, const Word& word) {
  std::vector<Real> prefix(word.size() + 1, Real(0));  // coefficients of the first letters in the product so far
  prefix[0] = 1;
  for (std::size_t i = 0; i < gamma.size(); ++i) {
    const bool adjoint = substeps == Substeps::in_turn && i % 2 == 1;
    for (std::size_t end = word.size(); end > 0; --end) {
      Real suffix = 1;  // that of letters begin ... end - 1 in the next factor
      for (std::size_t begin = end; begin-- > 0;) {
        suffix *= power(gamma[i], word[begin]) / static_cast<Real>(static_cast<double>(end - begin));
        if (adjoint && word[begin] % 2 == 0) suffix = -suffix;
        prefix[end] += prefix[begin] * suffix;
      }
    }
  }
  return prefix.back();
}

template <class Real> bool is_zero(const Real& defect, const Real& size) {
  using std::abs;
  return abs(defect) <= std::max<Real>(Real(1e-16), 64 * epsilon<Real> * size);
}

/// Whether the coefficient of the Lyndon word is that in exp(Y_1): 1 of Y_1, else 0.
template <class Real>
bool right(std::span<const Real> gamma, Substeps substeps, const std::vector<Real>& sizes, const Word& word) {
  const Real exact = word == Word{1} ? Real(1) : Real(0);
  return is_zero<Real>(coefficient(gamma, substeps, word) - exact, coefficient<Real>(sizes, Substeps::symmetric, word));
}

template <class Real> int order_of(std::span<const Real> gamma, Substeps substeps, const std::vector<Real>& sizes) {
  for (int weight = 1; weight <= most_scheme_order; ++weight)
    for (const Word& word : words(weight, substeps))
      if (is_lyndon(word) && !right(gamma, substeps, sizes, word)) return weight - 1;
  return most_scheme_order;
}

using Schemes = std::vector<CompositionScheme>;

// The closed forms have 50 digits, the published ones 15 to 32 in print: Newton's method on the conditions at Lyndon
// words of odd weight, least change (the shortest solutions of its linear systems), continues them to 39.
Schemes to_order_4() {
  return {
      {
          "strang",
          "one substep: a symmetric base itself, or a base and its adjoint with half the step each",
          "Strang 1968",
          2,
          {},
          {"strang1968", "hairer2006"},
      },
      {
          "blanes_casas_sanz_serna_2",
          "4 pairs of a method of order 1 and its adjoint, the least energy errors of an oscillator at steps up to 4",
          "Blanes, Casas & Sanz-Serna 2014",
          2,
          {"0.071353913450279725904", "0.120313886549720274096", "0.148234904611509831724"},
          {"blanes2014"},
          Substeps::in_turn,
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
          "blanes_moan_4",
          "6 pairs of a method of order 1 and its adjoint, none larger than 0.37 h",
          "Blanes & Moan 2002",
          4,
          {"0.0792036964311956445475279005635756517323", "0.130311410182166356380978819141438261744",
           "0.222861495867607665392821350235525082398", "-0.366713269047425710254873390015277978070",
           "0.324648188689706181873538494330957714711"},
          {"blanes2002"},
          Substeps::in_turn,
      },
  };
}

Schemes of_order_6() {
  return {
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
          "blanes_moan_6",
          "10 pairs of a method of order 1 and its adjoint, none larger than 0.50 h",
          "Blanes & Moan 2002",
          6,
          {"0.0502627644003925897737557280937217675063", "0.0985536835006505150084648343016743258166",
           "0.314960616927694184403676028403058693894", "-0.447346482695477547117194477863784658052",
           "0.492426372489875482987942364481261634642", "-0.425118767797690870527339642607830069577",
           "0.237063913978121179562928577221790947076", "0.195602488600052119070211262052216048508",
           "0.346358189850728336550669740078983754989"},
          {"blanes2002"},
          Substeps::in_turn,
      },
      {
          "sofroniou_spaletta_6",
          "13 substeps, none larger than 0.40 h",
          "Sofroniou & Spaletta 2005",
          6,
          {"0.138619308540516952458080130426253536881", "0.133465628510747604070468588322092559883",
           "0.130705310114492251905427557850152043888", "0.129618937569070347725053665370911842306",
           "-0.350003248939208965161708309113225605669", "0.118055306530023871702734389540489754873"},
          {"sofroniou2005"},
      },
  };
}

Schemes of_order_8() {
  return {
      {
          "mclachlan_8",
          "15 substeps, the fewest that can be, none larger than 0.80 h",
          "Suzuki & Umeno 1993; McLachlan 1995",
          8,
          {"0.741670364350612953448227801783806315604", "-0.409100825800031593997300095893563417310",
           "0.190754710296238379953876256450371662735", "-0.573862471116082266656387726635535742160",
           "0.299064181303655923844463540688602988226", "0.334624918245298183784957979882182288634",
           "0.315293092396766596632056663811002430994"},
          {"suzuki1993", "mclachlan1995", "hairer2006"},
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
      {
          "sofroniou_spaletta_8",
          "21 substeps, none larger than 0.39 h",
          "Sofroniou & Spaletta 2005",
          8,
          {"0.106477289845500318239319678548958484602", "0.108374086458357263974334105915459272702",
           "0.353378210526543424195345413240799338395", "-0.233414140231650821987802811283194812437",
           "-0.244452667915288412694621714132164157486", "0.113178484357556333147009525155989713981",
           "0.118929056250003500626929722839508468712", "0.126039123218259881403056702683646235605",
           "0.125817187361760418043923916415866226924", "0.116991350192176421807228814335329081824"},
          {"sofroniou2005"},
      },
      {
          "least_error_8",
          "23 substeps, none larger than 0.37 h",
          "ours: the least terms of order 9 that Newton's method found from random starts",
          8,
          {"0.0966521532979400682101663035289919663606", "0.0985195018798227082940719666247538322890",
           "-0.159168698048130457932434163724820957540", "0.0933168485378978515327089783817308483945",
           "0.0980346397783828806846721697782200992765", "0.0919802996745097483908249688729280000077",
           "0.0854221109218863154501562430488378113529", "0.340366074349298677503606642575880587690",
           "-0.262437780323269123748362992143504196662", "0.118638710603242910517575625365401117440",
           "0.0817802476700405764236416925030873151644"},
          {"sofroniou2005", "hairer2006"},
      },
  };
}

Schemes of_order_10() {
  return {
      {
          "sofroniou_spaletta_10",
          "35 substeps, none larger than 0.42 h",
          "Sofroniou & Spaletta 2005",
          10,
          {"0.0787957225216864192639076793376842482990", "0.313096103415108527764812471926472696094",
           "0.0279183832350780661095202732752988219347", "-0.229592841593907094151213396796549876490",
           "0.130962061077164863174656859279605414265", "-0.269733405654510714344609732224111496251",
           "0.0749733431558914356661371056414104120489", "0.111993423999810204889575080736402058825",
           "0.366133449546226751193148123531499083090", "-0.399105630136035897878629810583404730473",
           "0.103087398527471077315802770013724476747", "0.411430873955890237820704118976078350684",
           "-0.00486636058313526176219565930997706273752", "-0.392033353708639906448081936426104270184",
           "0.0519425029624496470371829040159758133790", "0.0506650907599244963358743441568657970357",
           "0.0496743706397298790545688002794609337169"},
          {"sofroniou2005", "hairer2006"},
      },
  };
}

}  // namespace

const Catalogue<CompositionScheme>& composition_schemes() {
  static const Catalogue<CompositionScheme> all("scheme", [] {
    Schemes each = to_order_4();
    for (const Schemes& more : {of_order_6(), of_order_8(), of_order_10()})
      each.insert(each.end(), more.begin(), more.end());
    return each;
  }());
  return all;
}

const CompositionScheme& best_scheme(double accuracy, bool adjoint_at_hand) {
  struct Choice {
    double least;
    std::string_view symmetric, in_turn;
  };
  static constexpr Choice choices[] = {{1e-2, "suzuki_4", "blanes_moan_4"},
                                       {2e-3, "least_error_8", "blanes_moan_4"},
                                       {2e-6, "least_error_8", "blanes_moan_6"},
                                       {5e-11, "least_error_8", "least_error_8"},
                                       {0, "sofroniou_spaletta_10", "sofroniou_spaletta_10"}};
  const Choice& found = *std::ranges::find_if(choices, [&](const Choice& each) { return accuracy >= each.least; });
  return composition_schemes().at(adjoint_at_hand ? found.in_turn : found.symmetric);
}

template <class Real> std::vector<Real> CompositionScheme::gamma() const {
  std::vector<Real> all;
  for (const std::string_view digits : first_half) all.push_back(Number::from_text(digits).as<Real>());
  const Real rest = 1 - 2 * std::accumulate(all.begin(), all.end(), Real(0));
  if (substeps == Substeps::in_turn) all.push_back(rest / 2);
  const std::vector<Real> mirrored(all.rbegin(), all.rend());
  if (substeps == Substeps::symmetric) all.push_back(rest);
  all.insert(all.end(), mirrored.begin(), mirrored.end());
  return all;
}

template <class Real> SchemeFacts check_scheme(std::span<const Real> gamma, Substeps substeps) {
  using std::abs;
  std::vector<Real> sizes;
  Real sum = 0, asymmetry = 0;
  for (std::size_t i = 0; i < gamma.size(); ++i) {
    sum += gamma[i];
    sizes.push_back(abs(gamma[i]));
    asymmetry = std::max<Real>(asymmetry, abs(gamma[i] - gamma[gamma.size() - 1 - i]));
  }
  return {static_cast<double>(Real(abs(sum - 1))), static_cast<double>(asymmetry), order_of(gamma, substeps, sizes)};
}

template std::vector<double> CompositionScheme::gamma<double>() const;
template std::vector<quad> CompositionScheme::gamma<quad>() const;
template SchemeFacts check_scheme(std::span<const double>, Substeps);
template SchemeFacts check_scheme(std::span<const quad>, Substeps);

}  // namespace nonholo
