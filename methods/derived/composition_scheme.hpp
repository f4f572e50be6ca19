// Schemes of symmetric compositions as data, and the check of their orders.
//
// The orders are checked, not believed. A symmetric base of order 2 is the flow exp(h Y_1 + h^3 Y_3 + h^5 Y_5 + ...) of
// fields that do not commute, so that Psi_h = Phi_{g_1 h} o ... o Phi_{g_s h} is a series in words Y_i Y_j ... of
// weight i + j + ..., and it has order p when its words of weight up to
// p are those of exp(h Y_1)      (Hairer, Lubich & Wanner 2006, III.3 and V.3).
//
// A method Theta of order 1 is exp(h Y_1 + h^2 Y_2 + h^3 Y_3 + ...), its adjoint exp(h Y_1 - h^2 Y_2 + h^3 Y_3 - ...):
// one after the other with sizes of their own, Theta*_{g_2s h} o Theta_{g_2s-1 h} o ... o Theta_{g_1 h}, the two have
// more conditions and twice the coefficients for the same work (McLachlan 1995; Blanes & Moan 2002).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/catalogue.hpp>

#include <span>
#include <string_view>
#include <vector>

namespace nonholo {

/// What a scheme is made for.
enum class Substeps {
  symmetric,  ///< a symmetric method of order 2, at every place
  in_turn     ///< a method of order 1 and its adjoint, in turn
};

struct CompositionScheme {
  std::string_view name, description, source;
  int order;
  /// g_1, g_2, ... in decimals; the middle one, or the middle two, follow from sum g_i = 1, the rest from the symmetry
  std::vector<std::string_view> first_half;
  std::vector<std::string_view> references;  ///< keys of verification/references.bib
  Substeps substeps = Substeps::symmetric;

  /// g_1 ... g_s, or g_1 ... g_2s of a method and its adjoint, rounded once.
  template <class Real> std::vector<Real> gamma() const;
};

const Catalogue<CompositionScheme>& composition_schemes();

/// The scheme that needed about the fewest steps of the base to this error, relative to sizes of 1, on our problems of
/// constant mass (docs/science/compositions.md); among all where the base is one half of a symmetric pair, else among
/// those of symmetric bases.
const CompositionScheme& best_scheme(double accuracy, bool adjoint_at_hand);

struct SchemeFacts {
  double consistency;  ///< |sum g_i - 1|
  double symmetry;     ///< max |g_i - g_{s+1-i}|
  int order;           ///< of the composition of any methods of that kind, as far as most_scheme_order
};

inline constexpr int most_scheme_order = 12;

/// A sum counts as what it should be when it is that to round-off, or to 1e-16: printed schemes have as many digits.
template <class Real> SchemeFacts check_scheme(std::span<const Real> gamma, Substeps substeps = Substeps::symmetric);

}  // namespace nonholo
