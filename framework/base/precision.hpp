// The scalar types that the whole library is compiled for, and how they are named.
//
//   double   53-bit mantissa    the default; engines have fixed sizes here (numeric.hpp)
//   quad     113-bit            orders of high methods, errors below 1e-20, round-off told from error
//
// quad is Boost.Multiprecision's float128. This header only declares it, because its definition needs GNU extensions
// and libquadmath: library code for quad is instantiated in .cpp files, so installed headers meet any flags. Whoever
// computes in quad includes quad.hpp.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#if __has_include(<boost/multiprecision/fwd.hpp>)
#include <boost/multiprecision/fwd.hpp>
#else
#include <boost/multiprecision/detail/number_base.hpp>
#endif

#include <string_view>
#include <type_traits>

namespace boost::multiprecision::backends {
struct float128_backend;
}

namespace nonholo {

using quad =
    boost::multiprecision::number<boost::multiprecision::backends::float128_backend, boost::multiprecision::et_off>;

enum class Precision { double_, quad_ };

std::string_view name(Precision precision);  ///< "double", "quad"
/// @throws InputError (key "precision") naming the nearest; for "long_double", which there was, what to use instead.
Precision precision_named(std::string_view name);

/// A template's instances for the precisions; an empty one says that the precision is not available.
template <template <class> class F> struct PerPrecision {
  F<double> in_double;
  F<quad> in_quad;

  template <class Real> const F<Real>& in() const {
    if constexpr (std::is_same_v<Real, double>) return in_double;
    else return in_quad;
  }
};

/// f.template operator()<Real>() with the type of that precision. Callers include quad.hpp.
template <class F> decltype(auto) with_precision(Precision precision, F&& f) {
  if (precision == Precision::quad_) return f.template operator()<quad>();
  return f.template operator()<double>();
}

}  // namespace nonholo
