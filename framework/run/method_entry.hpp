// A method by name: its options, and makers that bind it to a system. A family lists its methods in an entries.cpp.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrator.hpp>
#include <nonholo/framework/run/option.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace nonholo {

enum class Stepping {
  fixed,     ///< takes h
  adaptive,  ///< takes rtol and atol, chooses its steps
  either,    ///< takes h, or rtol and atol instead
  as_base,   ///< steps as the method that the key `base` names, and takes the keys of that method too
};

template <class Real> using MakeIntegrator =
    std::function<std::unique_ptr<Integrator<Real>>(const System<Real>&, const MethodOptions&)>;

/// Order of q and v, and of lambda_stage, on systems with these traits.
struct Orders {
  int state, multiplier;
};
using KnownOrders = Orders (*)(const DynamicsTraits&);

struct MethodEntry;
/// The method of that name in any catalogue; null if there is none.
using FindMethod = std::function<const MethodEntry*(std::string_view)>;

struct MethodEntry {
  std::string_view name, description, source;
  Stepping stepping = Stepping::fixed;
  std::vector<Option> required = {};         ///< options that must be given, besides h; includes rtol and atol
  std::vector<Option> optional = {};         ///< options that may be given
  PerPrecision<MakeIntegrator> integrators;  ///< a maker is empty if the method is not available in its precision
  std::vector<std::string_view> references;  ///< keys of verification/references.bib
  std::string_view cost = {};                ///< cost of a step, in words
  /// the method whose step of -h undoes a step of h: the method itself if it is symmetric, empty if that has no name
  std::string_view adjoint = {};
  KnownOrders orders = nullptr;  ///< given if theory knows more than the traits of the integrator tell
  /// adds to the options the choices that the method makes by itself, for names; empty if it makes none
  std::function<MethodOptions(const MethodOptions&)> resolved = {};
  /// choices of the required options, for tables and checks; tolerances are understood
  std::vector<MethodOptions> examples = {};
  /// further choices, which change the equations, the order or what is kept; the suites study and check them, too
  std::vector<MethodOptions> variants = {};

  /// Options with which to try the method: its examples; else tolerances of 1e-8 if it takes some, and no options if it
  /// needs none.
  std::vector<MethodOptions> trials() const;

  /// The required options, then the optional ones.
  std::vector<Option> options() const;
  /// Whether the option with this key must be given.
  bool needs(std::string_view key) const { return std::ranges::find(required, key, &Option::key) != required.end(); }

  /// @throws InputError (key: the option) for options that the method does not take.
  template <class Real>
  std::unique_ptr<Integrator<Real>> make(const System<Real>& system, const MethodOptions& options) const {
    if (!integrators.in<Real>()) throw InputError("precision", std::string(name) + " is available in double only");
    return integrators.in<Real>()(system, options);
  }

  /// The same, but null where make() throws UnsuitableSystem: the method is not for such a system (its mass, its kind).
  template <class Real> std::unique_ptr<Integrator<Real>> make_where_meant(const System<Real>& system,
                                                                           const MethodOptions& options) const try {
    return make(system, options);
  } catch (const UnsuitableSystem&) {
    return nullptr;
  }
};

/// Makers for every precision from one generic function (system, options) -> integrator.
template <class F> PerPrecision<MakeIntegrator> in_every_precision(F make) { return {make, make}; }
template <class F> PerPrecision<MakeIntegrator> in_double_only(F make) { return {.in_double = make, .in_quad = {}}; }

}  // namespace nonholo
