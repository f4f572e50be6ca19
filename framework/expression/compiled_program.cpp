// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/expression/compiled_program.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/base/shared_library.hpp>
#include <nonholo/framework/expression/c_compiler.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <type_traits>
#include <unordered_map>
#include <utility>

namespace nonholo {

namespace {

using Code = ProgramStep::Code;

/// What a type and its functions are called in C.
template <class Real> struct Names {
  static constexpr const char *type = "__float128", *suffix = "q", *library = "-lquadmath";
};
template <> struct Names<double> { static constexpr const char *type = "double", *suffix = "", *library = "-lm"; };

const char* name_of(Operation function) {
  switch (function) {
    case Operation::power: return "pow";
    case Operation::abs: return "fabs";
    default: break;
  }
  for (const FunctionName& each : function_names())
    if (each.operation == function) return each.name.data();
  return "";
}

/// Whether a function works on numbers that stand one after the other, or where they stand.
enum class Form { in_order, in_place };

/// One program as a function, and the functions that it calls. A long one is made of several, each of which leaves what
/// later ones want in an array: what optimises a function takes times that grow faster than its length.
template <class Real> class Writer {
 public:
  Writer(const Program<Real>& program, Form form, const Hot<Real>* hot = nullptr)
      : program_(program),
        form_(form),
        hot_(hot),
        steps_(program.steps()) {
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const ProgramStep& step = steps_[i];
      made_in_[step.to] = i / most_steps;
      if (step.code == Code::sine_and_cosine) made_in_[step.second] = i / most_steps;
      for (const unsigned operand : {step.first, step.second, step.third, step.fourth})
        if (const auto made = made_in_.find(operand); made != made_in_.end() && made->second < i / most_steps)
          kept_.try_emplace(operand, kept_.size());
    }
  }

  std::string function(const std::string& name) {
    std::string calls;
    if (steps_.size() > most_steps)
      for (part_ = 0; part_ * most_steps < steps_.size(); ++part_) {
        begin(fmt::format("static __attribute__((noinline)) void {}_{}", name, part_), "real* restrict w");
        write_steps(steps_.subspan(part_ * most_steps, std::min(most_steps, left())));
        write("}}\n");
        calls += fmt::format("  {}_{}({}, w);\n", name, part_, passed());
      }
    begin("void " + name, "");
    if (calls.empty()) write_steps(steps_);
    else write("  real w[{}];\n{}", kept_.size() + 1, calls);
    for (const ProgramCopy& each : program_.copies()) write("  {} = {};\n", output(each.to), at(each.from));
    if (form_ == Form::in_place) write_constants();
    write("}}\n");
    return std::move(text_);
  }

  const std::map<std::string, int>& calls() const { return calls_; }

 private:
  template <class... X> void write(fmt::format_string<X...> format, X&&... x) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<X>(x)...);
  }

  static constexpr std::size_t most_steps = 400;

  std::size_t left() const { return steps_.size() - part_ * most_steps; }
  unsigned inputs() const { return static_cast<unsigned>(program_.number_of_inputs()); }
  unsigned outputs() const { return static_cast<unsigned>(program_.number_of_outputs()); }
  unsigned constants() const { return static_cast<unsigned>(program_.number_of_constants()); }

  void begin(const std::string& what, const std::string& more) {
    write("\n{}({}{}{}) {{\n", what, given(), more.empty() ? "" : ", ", more);
  }

  const char* given() const {
    if (form_ == Form::in_place)
      return "const real* restrict in0, const real* restrict in1, const real* restrict in2, const real* restrict held, "
             "const real* restrict c, real* restrict out0, real* restrict out1, real* restrict out2, real* restrict "
             "out3, real* restrict out4";
    return "const real* restrict in, const real* restrict c, real* restrict out";
  }
  const char* passed() const {
    return form_ == Form::in_place ? "in0, in1, in2, held, c, out0, out1, out2, out3, out4" : "in, c, out";
  }

  std::string input(unsigned place) const {
    return form_ == Form::in_place ? hot_->inputs[place] : fmt::format("in[{}]", place);
  }
  std::string output(unsigned place) const {
    const unsigned i = place - inputs();
    return form_ == Form::in_place ? hot_->outputs[i] : fmt::format("out[{}]", i);
  }

  void write_steps(std::span<const ProgramStep> steps) {
    for (const ProgramStep& step : steps) write_step(step);
  }

  void write_step(const ProgramStep& step) {
    write("  const real r{} = {};\n", step.to, value(step));
    store(step.to);
    if (step.code != Code::sine_and_cosine) return;
    write("  const real r{} = {};\n", step.second, call("cos", at(step.first)));
    store(step.second);
  }

  /// Outputs that no step makes: in order they stand there from the beginning, before the constants.
  void write_constants() {
    for (unsigned place = inputs(); place < inputs() + outputs(); ++place)
      if (!made_in_.contains(place) &&
          std::ranges::find(program_.copies(), place, &ProgramCopy::to) == program_.copies().end())
        write("  {} = c[-{}];\n", output(place), inputs() + outputs() - place);
  }

  bool is_output(unsigned place) const { return place >= inputs() && place < inputs() + outputs(); }

  std::string at(unsigned place) const {
    if (place < inputs()) return input(place);
    const unsigned first_constant = inputs() + outputs(), first_made = first_constant + constants();
    if (place >= first_constant && place < first_made) return fmt::format("c[{}]", place - first_constant);
    if (made_in_.at(place) == part_) return fmt::format("r{}", place);
    return is_output(place) ? output(place) : fmt::format("w[{}]", kept_.at(place));
  }

  void store(unsigned place) {
    if (is_output(place)) write("  {} = r{};\n", output(place), place);
    else if (const auto kept = kept_.find(place); kept != kept_.end()) write("  w[{}] = r{};\n", kept->second, place);
  }

  std::string call(const char* function, const std::string& x) { return fmt::format("{}({})", called(function, 1), x); }

  std::string called(const char* function, int arguments) {
    std::string name = fmt::format("{}{}", function, Names<Real>::suffix);
    calls_.emplace(name, arguments);
    return name;
  }

  std::string value(const ProgramStep& step) {
    const std::string x = at(step.first), y = at(step.second);
    switch (step.code) {
      case Code::add: return x + " + " + y;
      case Code::subtract: return x + " - " + y;
      case Code::multiply: return x + " * " + y;
      case Code::divide: return x + " / " + y;
      case Code::negate: return "-" + x;
      case Code::multiply_add: return x + " * " + y + " + " + at(step.third);
      case Code::multiply_subtract: return x + " * " + y + " - " + at(step.third);
      case Code::subtract_product: return at(step.third) + " - " + x + " * " + y;
      case Code::multiply_three: return x + " * " + y + " * " + at(step.third);
      case Code::add_products: return fmt::format("{} * {} + {} * {}", x, y, at(step.third), at(step.fourth));
      case Code::subtract_products: return fmt::format("{} * {} - {} * {}", x, y, at(step.third), at(step.fourth));
      case Code::sine_and_cosine: return call("sin", x);
      case Code::function: break;
    }
    return function_value(step.operation, x, y);
  }

  std::string function_value(Operation function, const std::string& x, const std::string& y) {
    switch (function) {
      case Operation::sign: return fmt::format("{0} > 0 ? 1 : {0} < 0 ? -1 : {0}", x);
      case Operation::hypot: return call("sqrt", fmt::format("{0} * {0} + {1} * {1}", x, y));
      case Operation::min: return fmt::format("{0} < {1} || {0} != {0} ? {0} : {1}", x, y);
      case Operation::max: return fmt::format("{0} > {1} || {0} != {0} ? {0} : {1}", x, y);
      default: break;
    }
    if (has_two_operands(function)) return fmt::format("{}({}, {})", called(name_of(function), 2), x, y);
    return call(name_of(function), x);
  }

  const Program<Real>& program_;
  Form form_;
  const Hot<Real>* hot_;  // of what works in place
  std::span<const ProgramStep> steps_;
  std::size_t part_ = 0;                               // the one that is written
  std::unordered_map<unsigned, std::size_t> made_in_;  // the part, of each place
  std::unordered_map<unsigned, std::size_t> kept_;     // where in the array, of what later parts want
  std::string text_;
  std::map<std::string, int> calls_;  // and how many arguments they take
};

std::string function_name(std::size_t i) { return fmt::format("nonholo_{}", i); }
std::string in_place_name(std::size_t i) { return function_name(i) + "_in_place"; }

/// Libraries of this process by their text: a sweep makes a system for each of its values.
std::shared_ptr<const SharedLibrary> library_of(const std::string& source, const char* link_with) {
  static std::mutex mutex;
  static std::map<std::string, std::weak_ptr<const SharedLibrary>> known;
  const std::lock_guard lock(mutex);
  std::weak_ptr<const SharedLibrary>& place = known[source];
  if (auto found = place.lock()) return found;
  std::shared_ptr<const SharedLibrary> library = compiled_library(source, link_with);
  place = library;
  return library;
}

}  // namespace

template <class Real> std::string c_source(std::span<Program<Real>* const> programs, const Hot<Real>& hot) {
  std::string functions;
  std::map<std::string, int> calls;
  const auto add = [&](Writer<Real> writer, const std::string& name) {
    functions += writer.function(name);
    calls.insert(writer.calls().begin(), writer.calls().end());
  };
  for (std::size_t i = 0; i < programs.size(); ++i) {
    add({*programs[i], Form::in_order}, function_name(i));
    if (programs[i] == hot.program) add({*programs[i], Form::in_place, &hot}, in_place_name(i));
  }
  std::string text = fmt::format("typedef {} real;\n", Names<Real>::type);
  for (const auto& [name, arguments] : calls)
    text += fmt::format("real {}(real{});\n", name, arguments == 2 ? ", real" : "");
  return text + functions;
}

template <class Real> void compile(std::span<Program<Real>* const> programs, const Hot<Real>& hot) {
  const auto library = library_of(c_source(programs, hot), Names<Real>::library);
  const auto function = [&](const std::string& name) {
    void* const found = library->find(name.c_str());
    if (!found) throw InputError("compile", fmt::format("{} is missing in what was compiled", name));
    return found;
  };
  for (std::size_t i = 0; i < programs.size(); ++i) {
    void* const in_place = programs[i] == hot.program ? function(in_place_name(i)) : nullptr;
    programs[i]->use(reinterpret_cast<typename Program<Real>::Compiled*>(function(function_name(i))),
                     reinterpret_cast<typename Program<Real>::CompiledInPlace*>(in_place), library);
  }
}

// quad is a struct of one __float128: an array of it is one of those.
static_assert(sizeof(quad) == sizeof(__float128) && std::is_standard_layout_v<quad>);

template std::string c_source(std::span<Program<double>* const>, const Hot<double>&);
template std::string c_source(std::span<Program<quad>* const>, const Hot<quad>&);
template void compile(std::span<Program<double>* const>, const Hot<double>&);
template void compile(std::span<Program<quad>* const>, const Hot<quad>&);

}  // namespace nonholo
