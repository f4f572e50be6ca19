// A method by name: the options it takes, and a maker that binds it to a system. One line per method in a catalogue.cpp.
#pragma once

#include <nonholo/framework/integrator.hpp>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace nonholo {

/// The options of a run as the user wrote them: key -> number, whole number or text.
class MethodOptions {
 public:
  using Value = std::variant<double, long, std::string>;

  void set(std::string_view key, Value value) { values_.insert_or_assign(std::string(key), std::move(value)); }
  bool has(std::string_view key) const { return values_.contains(key); }

  /// The option of that key. @throws InputError when it is missing or of another kind; whole numbers are numbers.
  double number(std::string_view key) const;
  long integer(std::string_view key) const;
  const std::string& text(std::string_view key) const;

  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }

 private:
  const Value& at(std::string_view key) const;
  std::map<std::string, Value, std::less<>> values_;
};

enum class Stepping {
  fixed,     ///< takes h
  adaptive,  ///< takes rtol and atol, chooses its steps
};

struct MethodEntry {
  std::string_view name, description, source;
  Stepping stepping;
  std::vector<std::string_view> required;  ///< option keys that must be given, beside h or rtol and atol
  std::vector<std::string_view> optional;  ///< and those that may be
  /// @throws InputError (key: the option) for options it cannot take.
  std::function<std::unique_ptr<Integrator<double>>(const System<double>&, const MethodOptions&)> make;
};

}  // namespace nonholo
