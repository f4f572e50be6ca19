// What a matrix of a problem looks at and where it has entries, told without its source; everything where it branches.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/faces/matrix_pattern.hpp>

#include <stdexcept>

#include "catch.hpp"
#include "toy_systems.hpp"

using namespace nonholo;
using namespace nonholo::test;

namespace {

using Looks = Vector<bool, 3>;
using Entries = Matrix<bool, 1, 3>;

/// A(q) = (f(t, q), 0, 2)
template <class F> struct FromFunction {
  static constexpr int n = 3, m = 1;
  F f;
  template <class S> Matrix<S, 1, 3> constraint_matrix(const S& t, const Vector<S, 3>& q) const {
    return {f(t, q), S(0), S(2)};
  }
};

/// Has an entry of a table, which knows numbers alone.
struct Tabulated {
  static constexpr int n = 3, m = 1;
  static constexpr bool packs = false;
  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const {
    return {S(q[0].value() > 1 ? 3 : 2), S(0), S(1)};
  }
};

/// With a basis of (0, 0, q_1) and (q_0 q_2, 1, 0).
struct Cornered {
  static constexpr int n = 3, m = 1;
  template <class S> Matrix<S, 3, 2> adapted_basis(const Vector<S, 3>& q) const {
    Matrix<S, 3, 2> X = Matrix<S, 3, 2>::Zero();
    X(2, 0) = q[1];
    X(0, 1) = q[0] * q[2];
    X(1, 1) = S(1);
    return X;
  }
};

/// A basis that throws where it is tried, and one that looks into numbers.
struct Refusing {
  static constexpr int n = 3, m = 1;
  template <class S> Matrix<S, 3, 2> adapted_basis(const Vector<S, 3>&) const { throw std::domain_error("nowhere"); }
};
struct Opaque {
  static constexpr int n = 3, m = 1;
  static constexpr bool packs = false;
  template <class S> Matrix<S, 3, 2> adapted_basis(const Vector<S, 3>&) const { return Matrix<S, 3, 2>::Zero(); }
};

auto pattern_of(auto f) { return system::constraint_pattern(FromFunction<decltype(f)>{f}); }

/// What f looks at, and whether it is not always zero.
void tells(auto f, const Looks& looks, bool filled = true) {
  const auto pattern = pattern_of(f);
  CHECK(pattern.looks_at() == looks);
  CHECK(pattern.entries == Entries(filled, false, true));
}

void gives_way(const system::MatrixPattern<1, 3, 3>& pattern) {
  CHECK(pattern.looks_at() == Looks(true, true, true));
  CHECK(pattern.entries == Entries(true, true, true));
}

template <class S> using Q = Vector<S, 3>;

}  // namespace

TEST_CASE("A constraint matrix without branches depends only on the coordinates in its entries") {
  tells([]<class S>(const S&, const Q<S>&) { return S(0); }, {false, false, false}, false);
  tells([]<class S>(const S&, const Q<S>&) { return S(3); }, {false, false, false});
  tells([]<class S>(const S&, const Q<S>& q) { return S(q[1] * q[1]); }, {false, true, false});
  tells([]<class S>(const S& t, const Q<S>&) { return S(t - S(1)); }, {false, false, false});  // zero when it is tried
  tells([]<class S>(const S&, const Q<S>& q) { return S(S(0) * q[0] + sin(q[2])); }, {true, false, true});
}

TEST_CASE("A constraint matrix with branches may depend on every coordinate") {
  gives_way(pattern_of([]<class S>(const S&, const Q<S>& q) { return q[0] > S(10) ? q[1] : S(0); }));
  gives_way(pattern_of([]<class S>(const S&, const Q<S>& q) { return q[0] < q[1] ? q[1] : S(0); }));
  gives_way(pattern_of([]<class S>(const S&, const Q<S>& q) { return q[1] < q[0] ? q[1] : S(0); }));
  gives_way(pattern_of([]<class S>(const S&, const Q<S>& q) { return q[2] > S(4) && q[2] < S(5) ? q[1] : S(0); }));
  gives_way(pattern_of([]<class S>(const S&, const Q<S>& q) {
    using std::abs;
    return abs(q[2] - S(4.5)) < S(0.5) ? q[1] : S(0);
  }));
  gives_way(pattern_of([]<class S>(const S& t, const Q<S>& q) { return t > S(100) ? q[1] : S(0); }));
  gives_way(pattern_of([]<class S>(const S&, const Q<S>& q) -> S {
    if (!(q[0] > S(1))) throw std::domain_error("above one only");
    return q[1];
  }));
  gives_way(system::constraint_pattern(Tabulated()));
}

TEST_CASE("Each entry of a basis depends only on the coordinates that it is built from") {
  const auto pattern = system::basis_pattern(Cornered());
  for (std::size_t i = 0; i < 3; ++i) {
    Matrix<bool, 3, 2> slopes = Matrix<bool, 3, 2>::Constant(false);
    if (i != 1) slopes(0, 1) = true;
    if (i == 1) slopes(2, 0) = true;
    CHECK(pattern.slopes[i] == slopes);
  }
  const Matrix<bool, 3, 2> varies = pattern.constants.unaryExpr([](double x) { return std::isnan(x); });
  CHECK(varies == (Matrix<bool, 3, 2>() << false, true, false, false, true, false).finished());
  CHECK(pattern.constants(1, 1) == 1);
  CHECK(pattern.constants(0, 0) == 0);
  Matrix<bool, 3, 2> entries = Matrix<bool, 3, 2>::Constant(false);
  entries(0, 1) = entries(1, 1) = entries(2, 0) = true;
  CHECK(pattern.entries == entries);
}

TEST_CASE("A basis that reveals nothing may depend on every coordinate") {
  for (const auto& pattern : {system::basis_pattern(Refusing()), system::basis_pattern(Opaque())}) {
    CHECK(pattern.entries.all());
    for (const auto& slopes : pattern.slopes) CHECK(slopes.all());
  }
}

TEST_CASE("A branch that compares no coordinate does not count as a branch") {
  for (const bool first : {true, false})
    tells([first]<class S>(const S&, const Q<S>& q) { return S(1) < S(first ? 2 : 0) ? q[0] : q[1]; },
          {first, !first, false});
}
