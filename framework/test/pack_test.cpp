// Four doubles as one number: functions are those of the C library, comparisons have one answer and say when it is not
// that of all.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/autodiff.hpp>
#include <nonholo/framework/base/numeric.hpp>
#include <nonholo/framework/base/pack.hpp>

#include "catch.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <utility>

using namespace nonholo;

namespace {

using Numbers = std::array<double, 4>;
using OfPack = Pack (*)(const Pack&);
using OfLong = long double (*)(long double);

double ulp(double x) { return std::nextafter(std::abs(x), INFINITY) - std::abs(x); }

/// The largest distance from the exact value, in units of its last place, of angles up to `largest`.
double worst(OfPack of_pack, OfLong exact, double largest) {
  std::mt19937_64 random(20261124);
  std::uniform_real_distribution<double> angle(-largest, largest);
  double off = 0;
  for (int i = 0; i < 20000; ++i) {
    const Numbers x{angle(random), angle(random), angle(random), angle(random)};
    const Pack y = of_pack(Pack::load(x.data()));
    for (int k = 0; k < 4; ++k) {
      const long double expected = exact(x[static_cast<std::size_t>(k)]);
      off = std::max(off, static_cast<double>(std::abs(y[k] - expected)) / ulp(static_cast<double>(expected)));
    }
  }
  return off;
}

Pack sine(const Pack& x) { return sin(x); }
Pack cosine(const Pack& x) { return cos(x); }

}  // namespace

TEST_CASE("Sine and cosine of four angles are less than one unit in the last place off") {
  for (const double largest : {1e-8, 0.8, 3.0, 100.0, 9e5, 1e12}) {  // beyond 1e6 they are the library's
    INFO(largest);
    CHECK(worst(sine, std::sin, largest) < 1);
    CHECK(worst(cosine, std::cos, largest) < 1);
  }
}

TEST_CASE("Where the reduction of an angle cancels most, next to multiples of pi / 2, no digit is lost") {
  for (int n = 1; n < 600000; n = n * 3 + 1) {
    const double x = n * 1.5707963267948966;
    const Pack all = Pack::load(Numbers{x, -x, std::nextafter(x, 0), std::nextafter(x, 1e9)}.data());
    for (int k = 0; k < 4; ++k) {
      CHECK(std::abs(sin(all)[k] - std::sin(all[k])) <= ulp(std::sin(all[k])));
      CHECK(std::abs(cos(all)[k] - std::cos(all[k])) <= ulp(std::cos(all[k])));
    }
  }
}

TEST_CASE("A number of a pack that is NaN or infinite does not change the others") {
  const double none = std::numeric_limits<double>::quiet_NaN(), endless = std::numeric_limits<double>::infinity();
  const Pack y = sin(Pack::load(Numbers{0.5, none, endless, -0.5}.data()));
  CHECK(y[0] == std::sin(0.5));
  CHECK(std::isnan(y[1]));
  CHECK(std::isnan(y[2]));
  CHECK(y[3] == -std::sin(0.5));
}

TEST_CASE("Other functions of a pack are evaluated number by number, also on duals") {
  const Numbers x{0.1, 0.4, 0.7, 0.95}, z{2, -3, 0.5, 7};
  const auto all_functions = []<class S>(const S& a, const S& b) {
    using std::abs, std::acos, std::asin, std::atan, std::atan2, std::cosh, std::exp, std::log, std::pow, std::sinh,
        std::sqrt, std::tan, std::tanh;
    return S(tan(a) + asin(a) * acos(a) - atan(b) / sinh(a) + cosh(a) * tanh(b) + exp(a) * log(a) + sqrt(a) +
             pow(a, 1.5) + pow(a, b) + atan2(b, a) + 2 * a - 1 / b + abs(b) * -a);
  };
  const Pack y = all_functions(Pack::load(x.data()), Pack::load(z.data()));
  using OfPacks = Dual<Pack, 2>;
  const OfPacks slope = all_functions(variable<2>(Pack::load(x.data()), 0), OfPacks(Pack(2)));
  for (std::size_t k = 0; k < 4; ++k) {
    const auto i = static_cast<int>(k);
    CHECK(y[i] == Approx(all_functions(x[k], z[k])).epsilon(1e-15));
    const Dual<double, 2> expected = all_functions(variable<2>(x[k], 0), Dual<double, 2>(2.0));
    CHECK(slope.derivatives()[0][i] == Approx(expected.derivatives()[0]).epsilon(1e-14));
  }
}

TEST_CASE("A comparison reports when the four numbers of a pack do not agree") {
  const Pack x = Pack::load(Numbers{1, 2, 3, 4}.data());
  Pack::torn = false;
  CHECK(x < 5.0);
  CHECK(x >= Pack(1));
  CHECK_FALSE(x == 7.0);
  CHECK_FALSE(x > 4.0);
  CHECK(abs(-x) > 0.0);
  CHECK_FALSE(Pack::torn);
  CHECK(x < 3.0);  // the first decides
  CHECK(Pack::torn);
  Pack::torn = false;
  CHECK_FALSE(x > 1.0);
  CHECK(Pack::torn);
  Pack::torn = false;
  const Pack none(std::numeric_limits<double>::quiet_NaN());
  const auto tears = [](auto compare) {
    Pack::torn = false;
    const bool answer = compare();
    return !answer && std::exchange(Pack::torn, false);
  };
  CHECK(tears([&] { return none < 1.0; }));
  CHECK(tears([&] { return none >= 1.0; }));
  CHECK(tears([&] { return none == none; }));
  CHECK(tears([&] { return x > none; }));
  CHECK(tears([&] { return !(none != x); }));
}

TEST_CASE("A pack has a sum, a lesser of each two numbers, a test for zero weights and one for positive numbers") {
  const Pack x = Pack::load(Numbers{1, 2, 3, 4}.data()), y = Pack::load(Numbers{2, 1, 5, -4}.data());
  CHECK(x.sum() == 10);
  const Pack least = Pack::least(x, y);
  CHECK(Numbers{least[0], least[1], least[2], least[3]} == Numbers{1, 1, 3, -4});
  CHECK(x.all_positive());
  CHECK_FALSE(y.all_positive());
  CHECK_FALSE(Pack::load(Numbers{1, 1, std::numeric_limits<double>::quiet_NaN(), 1}.data()).all_positive());
  CHECK_FALSE(Pack(0).all_positive());
  const double none = std::numeric_limits<double>::quiet_NaN();
  const Pack weighed =
      Pack::weighed(Pack::load(Numbers{0, 2, 0, -1}.data()), Pack::load(Numbers{none, 3, 4, 5}.data()));
  CHECK(Numbers{weighed[0], weighed[1], weighed[2], weighed[3]} == Numbers{0, 6, 0, -5});
}

TEST_CASE("A matrix of packs gives and takes the matrix of one lane") {
  Matrix<Pack, 2, 3> packs = Matrix<Pack, 2, 3>::Constant(Pack(0));
  const Matrix<double, 2, 3> one{{1, 2, 3}, {4, 5, 6}};
  set_lane(packs, 2, one);
  CHECK(lane_of(packs, 2) == one);
  for (const int other : {0, 1, 3}) CHECK(lane_of(packs, other).isZero(0));
}
