// A method by name: the options it takes, and makers that bind it to a system. One line per method in a catalogue.cpp.
#pragma once

#include <nonholo/framework/run/integrator.hpp>
#include <nonholo/framework/base/number.hpp>

#include <functional>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace nonholo {

/// The options of a run as the user wrote them: key -> number, whole number, truth or text.
class MethodOptions {
 public:
  using Value = std::variant<Number, long, bool, std::string>;

  MethodOptions() = default;
  MethodOptions(std::initializer_list<std::pair<std::string_view, Value>> values) {
    for (const auto& [key, value] : values) set(key, value);
  }

  void erase(std::string_view key) {
    if (const auto found = values_.find(key); found != values_.end()) values_.erase(found);
  }
  void set(std::string_view key, Value value) { values_.insert_or_assign(std::string(key), std::move(value)); }
  bool has(std::string_view key) const { return values_.contains(key); }

  /// The option of that key. @throws InputError when it is missing or of another kind; whole numbers are numbers.
  Number number(std::string_view key) const;
  long integer(std::string_view key) const;
  const std::string& text(std::string_view key) const;
  /// False when it is not given.
  bool flag(std::string_view key) const;

  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }

 private:
  const Value& at(std::string_view key) const;
  std::map<std::string, Value, std::less<>> values_;
};

/// A value as people write it.
std::string shown(const MethodOptions::Value& value);

enum class Stepping {
  fixed,     ///< takes h
  adaptive,  ///< takes rtol and atol, chooses its steps
  as_base,   ///< as the method that its key `base` names, whose keys it takes too
};

template <class Real> using MakeIntegrator =
    std::function<std::unique_ptr<Integrator<Real>>(const System<Real>&, const MethodOptions&)>;

/// Order of q and v, and of lambda_stage, on systems with these traits.
struct Orders {
  int state, multiplier;
};
using KnownOrders = Orders (*)(const DynamicsTraits&);

struct MethodEntry;
/// The method of that name, whichever catalogue it stands in; nothing when there is none.
using FindMethod = std::function<const MethodEntry*(std::string_view)>;

struct MethodEntry {
  std::string_view name, description, source;
  Stepping stepping;
  std::vector<std::string_view> required;    ///< option keys that must be given, beside h or rtol and atol
  std::vector<std::string_view> optional;    ///< and those that may be
  PerPrecision<MakeIntegrator> integrators;  ///< empty where the method is not available in a precision
  std::vector<std::string_view> references;  ///< keys of verification/references.bib
  std::string_view cost = {};                ///< of a step, in words
  /// the method whose step of -h undoes a step of h; its own name when symmetric, empty when it has no name
  std::string_view adjoint = {};
  KnownOrders orders = nullptr;  ///< where theory knows more than the traits of the integrator do
  /// choices of the required options, for tables and checks; tolerances are understood
  std::vector<MethodOptions> examples = {};

  /// Options to try the method with: its examples; else tolerances of 1e-8 where it takes some, and nothing where it
  /// needs nothing.
  std::vector<MethodOptions> trials() const;

  /// @throws InputError (key: the option) for options it cannot take.
  template <class Real>
  std::unique_ptr<Integrator<Real>> make(const System<Real>& system, const MethodOptions& options) const {
    if (!integrators.in<Real>()) throw InputError("precision", std::string(name) + " is available in double only");
    return integrators.in<Real>()(system, options);
  }

  /// The same, or nothing where the method is not for such a system (its mass, its kind): an InputError of key
  /// "method".
  template <class Real> std::unique_ptr<Integrator<Real>> make_where_meant(const System<Real>& system,
                                                                           const MethodOptions& options) const try {
    return make(system, options);
  } catch (const InputError& error) {
    if (error.key() != "method") throw;
    return nullptr;
  }
};

/// Makers for every precision from one generic function (system, options) -> integrator.
template <class F> PerPrecision<MakeIntegrator> in_every_precision(F make) { return {make, make, make}; }
template <class F> PerPrecision<MakeIntegrator> in_double_only(F make) {
  return {.in_double = make, .in_long_double = {}, .in_quad = {}};
}

}  // namespace nonholo
