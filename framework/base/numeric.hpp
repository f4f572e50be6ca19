// The vector and matrix types every other file speaks in, and the sizes they are compiled for.
//
// A *size class* is a pair (n, m) = (coordinates, constraints) for which engines are compiled with fixed sizes. Every
// other pair runs through the class (dynamic, dynamic): the same source, sizes known at run time.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>

#include <limits>
#include <span>
#include <type_traits>

// Steps that fail tell by numbers that are none, and derivatives that are none tell what a matrix looks at.
#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#error "compile without -ffast-math (-ffinite-math-only): NaN has a meaning here"
#endif

namespace nonholo {

// Code that is linked together must agree on where Eigen's vectors lie. The CMake targets and nonholo.pc define both
// macros.
static_assert(EIGEN_MAX_ALIGN_BYTES == 64 && EIGEN_MAX_STATIC_ALIGN_BYTES == 16,
              "compile with -DEIGEN_MAX_ALIGN_BYTES=64 -DEIGEN_MAX_STATIC_ALIGN_BYTES=16, as nonholo itself is");

inline constexpr int dynamic = Eigen::Dynamic;

template <class S, int n> using Vector = Eigen::Matrix<S, n, 1>;

/// Row-major where it has to be (Eigen insists for a single row), column-major otherwise.
template <class S, int rows, int columns> using Matrix = Eigen::Matrix<S, rows, columns>;

template <class S> using VectorX = Vector<S, dynamic>;
template <class S> using MatrixX = Matrix<S, dynamic, dynamic>;

/// A large matrix with few entries, column by column.
template <class S> using Sparse = Eigen::SparseMatrix<S>;

/// The contents of a vector of any size as a span.
template <class V> std::span<const typename V::Scalar> values(const V& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}

/// The numbers of a span, an array or a std::vector as a vector.
template <class X> auto vector_of(const X& x) {
  using S = std::remove_cvref_t<decltype(*x.data())>;
  return VectorX<S>(Eigen::Map<const VectorX<S>>(x.data(), static_cast<Eigen::Index>(x.size())));
}

/// Machine epsilon, the spacing of the scalar at 1: 2^-52 for double.
template <class Real> inline constexpr Real epsilon = std::numeric_limits<Real>::epsilon();

template <int n_, int m_> struct SizeClass { static constexpr int n = n_, m = m_; };
template <class... Sizes> struct SizeClasses {};

/// The pairs that engines are compiled for in double. One more is added here, and where the compiler then asks. Other
/// precisions run in the dynamic class alone: their arithmetic costs more than what fixed sizes save, and each class
/// costs build time.
using FixedSizes = SizeClasses<SizeClass<3, 1>, SizeClass<4, 2>, SizeClass<7, 1>>;
template <class Real> using FixedSizeClasses =
    std::conditional_t<std::is_same_v<Real, double>, FixedSizes, SizeClasses<>>;

namespace detail {

template <int n, int m, class Sizes> struct SizeClassOf;
template <int n, int m> struct SizeClassOf<n, m, SizeClasses<>> { using type = SizeClass<dynamic, dynamic>; };
template <int n, int m, class... Rest> struct SizeClassOf<n, m, SizeClasses<SizeClass<n, m>, Rest...>> {
  using type = SizeClass<n, m>;
};
template <int n, int m, class First, class... Rest> struct SizeClassOf<n, m, SizeClasses<First, Rest...>>
    : SizeClassOf<n, m, SizeClasses<Rest...>> {};

}  // namespace detail

/// The class that a problem with n coordinates and m constraints is run in: its own when listed, else (dynamic,
/// dynamic).
template <class Real, int n, int m> using size_class_of =
    typename detail::SizeClassOf<n, m, FixedSizeClasses<Real>>::type;

namespace detail {

/// Whether the compiler sees that x is 0, as many entries of a matrix of a problem are once it is compiled in line: its
/// products may be left out then, which no compiler does by itself (0 y is not 0 where y is not finite).
template <class Real> [[gnu::always_inline]] inline bool known_zero(const Real& x) {
  if constexpr (std::is_floating_point_v<Real>) return __builtin_constant_p(x == 0) && x == 0;
  else return false;
}

}  // namespace detail

}  // namespace nonholo
