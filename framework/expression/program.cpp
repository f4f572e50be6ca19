// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/expression/program.hpp>

#include <nonholo/framework/base/numeric.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/expression/rounding.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <numeric>
#include <unordered_set>
#include <utility>

namespace nonholo {

namespace {

template <class Real> Real sign_of(const Real& x) { return x > 0 ? Real(1) : x < 0 ? Real(-1) : x; }

template <class Real> Real function_of(Operation f, const Real& x) {
  using std::abs, std::acos, std::acosh, std::asin, std::asinh, std::atan, std::atanh, std::cbrt, std::cos, std::cosh;
  using std::erf, std::erfc, std::exp, std::expm1, std::log, std::log10, std::log1p, std::log2, std::sin, std::sinh,
      std::sqrt;
  using std::tan, std::tanh;
  switch (f) {
    case Operation::sqrt: return sqrt(x);
    case Operation::cbrt: return cbrt(x);
    case Operation::abs: return abs(x);
    case Operation::sign: return sign_of(x);
    case Operation::exp: return exp(x);
    case Operation::expm1: return expm1(x);
    case Operation::log: return log(x);
    case Operation::log1p: return log1p(x);
    case Operation::log2: return log2(x);
    case Operation::log10: return log10(x);
    case Operation::sin: return sin(x);
    case Operation::cos: return cos(x);
    case Operation::tan: return tan(x);
    case Operation::asin: return asin(x);
    case Operation::acos: return acos(x);
    case Operation::atan: return atan(x);
    case Operation::sinh: return sinh(x);
    case Operation::cosh: return cosh(x);
    case Operation::tanh: return tanh(x);
    case Operation::asinh: return asinh(x);
    case Operation::acosh: return acosh(x);
    case Operation::atanh: return atanh(x);
    case Operation::erf: return erf(x);
    default: return erfc(x);
  }
}

template <class Real> Real operated(Operation operation, const Real& x, const Real& y) {
  using std::atan2, std::isnan, std::pow, std::sqrt;
  switch (operation) {
    case Operation::add: return x + y;
    case Operation::subtract: return x - y;
    case Operation::multiply: return x * y;
    case Operation::divide: return x / y;
    case Operation::negate: return -x;
    case Operation::power: return pow(x, y);
    case Operation::atan2: return atan2(x, y);
    case Operation::hypot: return sqrt(x * x + y * y);
    case Operation::min: return x < y || isnan(x) ? x : y;  // NaN where one of them is
    case Operation::max: return x > y || isnan(x) ? x : y;
    default: return function_of(operation, x);
  }
}

/// Four numbers that an operation takes at once.
struct Pack {
  static constexpr int size = 4;
  using Lanes [[gnu::vector_size(size * sizeof(double)), gnu::aligned(sizeof(double)), gnu::may_alias]] = double;
  Lanes x;
};
[[gnu::always_inline]] inline Pack operator+(const Pack& a, const Pack& b) { return {a.x + b.x}; }
[[gnu::always_inline]] inline Pack operator-(const Pack& a, const Pack& b) { return {a.x - b.x}; }
[[gnu::always_inline]] inline Pack operator*(const Pack& a, const Pack& b) { return {a.x * b.x}; }
[[gnu::always_inline]] inline Pack operator/(const Pack& a, const Pack& b) { return {a.x / b.x}; }
[[gnu::always_inline]] inline Pack operator-(const Pack& a) { return {-a.x}; }

/// The operations that are no arithmetic: point by point.
template <class Real> struct OnePoint {
  void apply(Operation operation, const Real& x, const Real& y, Real& to) const { to = operated(operation, x, y); }
  void sine_and_cosine(const Real& x, Real& sine, Real& cosine) const {
    using std::cos, std::sin;
    const Real angle = x;  // it may be one of the two
    sine = sin(angle);
    cosine = cos(angle);
  }
};

struct PackPoints {
  int points;
  void apply(Operation operation, const Pack& x, const Pack& y, Pack& to) const {
    const Pack a = x, b = y;
    for (int j = 0; j < points; ++j) to.x[j] = operated<double>(operation, a.x[j], b.x[j]);
    repeat(to);
  }
  void sine_and_cosine(const Pack& x, Pack& sine, Pack& cosine) const {
    const Pack angle = x;
    for (int j = 0; j < points; ++j) {
      sine.x[j] = std::sin(angle.x[j]);
      cosine.x[j] = std::cos(angle.x[j]);
    }
    repeat(sine);
    repeat(cosine);
  }
  void repeat(Pack& to) const {
    for (int j = points; j < Pack::size; ++j) to.x[j] = to.x[points - 1];
  }
};

template <class Value, class Functions> [[gnu::always_inline]] inline void interpret(std::span<const ProgramStep> steps,
                                                                                     Value* const at,
                                                                                     const Functions& functions) {
  using Code = ProgramStep::Code;
  for (const ProgramStep& step : steps) {
    const auto to = step.to, x = step.first, y = step.second;
    switch (step.code) {
      case Code::add: at[to] = at[x] + at[y]; break;
      case Code::subtract: at[to] = at[x] - at[y]; break;
      case Code::multiply: at[to] = at[x] * at[y]; break;
      case Code::divide: at[to] = at[x] / at[y]; break;
      case Code::negate: at[to] = -at[x]; break;
      case Code::multiply_add: at[to] = at[x] * at[y] + at[step.third]; break;
      case Code::multiply_subtract: at[to] = at[x] * at[y] - at[step.third]; break;
      case Code::subtract_product: at[to] = at[step.third] - at[x] * at[y]; break;
      case Code::multiply_three: at[to] = at[x] * at[y] * at[step.third]; break;
      case Code::add_products: at[to] = at[x] * at[y] + at[step.third] * at[step.fourth]; break;
      case Code::subtract_products: at[to] = at[x] * at[y] - at[step.third] * at[step.fourth]; break;
      case Code::sine_and_cosine: functions.sine_and_cosine(at[x], at[to], at[y]); break;
      case Code::function: functions.apply(step.operation, at[x], at[y], at[to]); break;
      default: __builtin_unreachable();
    }
  }
}

// Room for the numbers of a program's runs, for each thread its own. Programs that a system runs in turn find their
// constants where they were: each has a slot, unless another one took it.

constexpr std::size_t slots = 32;

/// Who has a slot, and where its room is: apart from the room itself, for a variable of a thread that nothing has to
/// construct or destroy is found in a few instructions.
template <class Real> struct Slot {
  std::uint64_t owner;
  Real* room;
};

/// That of the owner, null where it is not his: he has to take the slot.
template <class Real> Real*& room_of(std::uint64_t owner) {
  static constinit thread_local std::array<Slot<Real>, slots> all{};
  Slot<Real>& slot = all[owner % slots];
  if (slot.owner != owner) slot = {owner, nullptr};
  return slot.room;
}

/// For so many numbers.
template <class Real> Real* taken_slot(std::uint64_t owner, std::size_t size) {
  static thread_local std::array<std::vector<Real>, slots> rooms;
  std::vector<Real>& room = rooms[owner % slots];
  room.resize(std::max(room.size(), size));
  return room.data();
}

std::uint64_t next_id() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

/// The nodes that the outputs are made of, operands first.
std::vector<Node> needed(const Graph& graph, std::span<const Node> outputs) {
  std::vector<bool> wanted(static_cast<std::size_t>(graph.size()));
  for (const Node output : outputs) wanted[static_cast<std::size_t>(output.index)] = true;
  std::vector<Node> order;
  for (int i = graph.size() - 1; i >= 0; --i) {
    if (!wanted[static_cast<std::size_t>(i)]) continue;
    const Node x{i};
    order.push_back(x);
    const Operation operation = graph.operation(x);
    if (has_operands(operation)) wanted[static_cast<std::size_t>(graph.first(x).index)] = true;
    if (has_two_operands(operation)) wanted[static_cast<std::size_t>(graph.second(x).index)] = true;
  }
  std::ranges::reverse(order);
  return order;
}

}  // namespace

template <class Real> class Program<Real>::Maker {
 public:
  Maker(Program& program, const Graph& graph, std::span<const Real> parameters, std::span<const Node> outputs)
      : program_(program),
        graph_(graph),
        parameters_(parameters),
        outputs_(outputs),
        order_(needed(graph, outputs)),
        uses_(static_cast<std::size_t>(graph.size())),
        place_(static_cast<std::size_t>(graph.size()), -1) {
    std::vector<int> inputs(static_cast<std::size_t>(program.inputs_));
    std::iota(inputs.begin(), inputs.end(), 0);
    varies_ = graph.dependent(inputs);
    for (const Node x : order_) {
      if (has_operands(graph.operation(x))) ++uses_[at(graph.first(x))];
      if (has_two_operands(graph.operation(x))) ++uses_[at(graph.second(x))];
    }
  }

  void make() {
    program_.initial_.resize(outputs_.size());
    for (const Node x : order_)
      if (!varies_[at(x)]) keep(x, value_of(x));
    give_outputs_their_places();
    find_parts();
    find_cosines();
    program_.places_ = program_.inputs_ + static_cast<int>(program_.initial_.size());
    for (const Node x : order_)
      if (varies_[at(x)]) compute(x);
    fill_other_outputs();
  }

 private:
  using Code = ProgramStep::Code;

  static std::size_t at(Node x) { return static_cast<std::size_t>(x.index); }

  static Code code_of(Operation operation) {
    switch (operation) {
      case Operation::add: return Code::add;
      case Operation::subtract: return Code::subtract;
      case Operation::multiply: return Code::multiply;
      case Operation::divide: return Code::divide;
      case Operation::negate: return Code::negate;
      default: return Code::function;
    }
  }

  void add(Code code, int to, int first, int second, int third, int fourth) {
    add(code, Operation::variable, to, first, second, third, fourth);
  }
  void add(Code code, Operation operation, int to, int first, int second, int third, int fourth) {
    const auto place = [](int x) { return static_cast<std::uint32_t>(x); };
    program_.steps_.push_back({code, operation, place(to), place(first), place(second), place(third), place(fourth)});
  }

  int output(std::size_t i) const { return program_.inputs_ + static_cast<int>(i); }

  void keep(Node x, const Real& value) {
    place_[at(x)] = program_.inputs_ + static_cast<int>(program_.initial_.size());
    program_.initial_.push_back(value);
  }

  Real value_of(Node x) const {
    if (graph_.is_constant(x)) return graph_.template value<Real>(x);
    if (graph_.operation(x) == Operation::variable)
      return parameters_[static_cast<std::size_t>(graph_.variable_number(x) - program_.inputs_)];
    const auto kept = [&](Node of) {
      return program_.initial_[static_cast<std::size_t>(place_[at(of)] - program_.inputs_)];
    };
    const Operation operation = graph_.operation(x);
    return operated(operation, kept(graph_.first(x)), has_two_operands(operation) ? kept(graph_.second(x)) : Real(0));
  }

  /// What is computed is computed where it is wanted first.
  void give_outputs_their_places() {
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
      const Node x = outputs_[i];
      const bool computed = varies_[at(x)] && graph_.operation(x) != Operation::variable;
      if (!varies_[at(x)]) program_.initial_[i] = value_of(x);
      else if (computed && place_[at(x)] < 0) place_[at(x)] = output(i);
    }
  }

  void fill_other_outputs() {
    for (std::size_t i = 0; i < outputs_.size(); ++i)
      if (const int from = place_[at(outputs_[i])]; varies_[at(outputs_[i])] && from != output(i))
        program_.copies_.push_back({static_cast<std::uint32_t>(output(i)), static_cast<std::uint32_t>(from)});
  }

  int place(Node x) {
    if (place_[at(x)] < 0) place_[at(x)] = program_.places_++;
    return place_[at(x)];
  }

  /// A product that nothing but one operation wants.
  bool used_once(Node x) const {
    return graph_.operation(x) == Operation::multiply && varies_[at(x)] && uses_[at(x)] == 1 && place_[at(x)] < 0;
  }

  void compute(Node x) {
    const Operation operation = graph_.operation(x);
    if (operation == Operation::variable) {
      place_[at(x)] = graph_.variable_number(x);
      return;
    }
    if (is_part(x)) return;  // by the one who uses it
    if (operation == Operation::sin || operation == Operation::cos) return compute_angle(x);
    const Node a = graph_.first(x), b = has_two_operands(operation) ? graph_.second(x) : a;
    if (is_part(a) || is_part(b)) return fused(x, a, b);
    const int first = place(a), second = place(b);
    add(code_of(operation), operation, place(x), first, second, second, second);
  }

  /// An operation on one product or two.
  void fused(Node x, Node a, Node b) {
    const Operation operation = graph_.operation(x);
    const bool both = is_part(a) && is_part(b), one_is_first = is_part(a);
    const Node product = one_is_first ? a : b, other = one_is_first ? b : a;
    const int first = place(graph_.first(product)), second = place(graph_.second(product));
    const int third = place(both ? graph_.first(other) : other), fourth = both ? place(graph_.second(other)) : third;
    add(both ? code_of_two_products(operation) : code_of_product(operation, one_is_first), place(x), first, second,
        third, fourth);
  }

  static Code code_of_two_products(Operation operation) {
    return operation == Operation::add ? Code::add_products : Code::subtract_products;
  }
  static Code code_of_product(Operation operation, bool is_first) {
    if (operation == Operation::multiply) return Code::multiply_three;
    if (operation == Operation::add) return Code::multiply_add;
    return is_first ? Code::multiply_subtract : Code::subtract_product;
  }

  /// Products that are a part of what wants them: of a sum, or of one more product that is no such part.
  void find_parts() {
    for (auto each = order_.rbegin(); each != order_.rend(); ++each) {
      const Node x = *each;
      const Operation operation = graph_.operation(x);
      const bool sum = operation == Operation::add || operation == Operation::subtract;
      if (!varies_[at(x)] || !(sum || (operation == Operation::multiply && !is_part(x)))) continue;
      const Node a = graph_.first(x), b = graph_.second(x);
      const bool first = used_once(a);
      if (first) parts_.insert(a.index);
      if (used_once(b) && (sum || !first)) parts_.insert(b.index);
    }
  }

  bool is_part(Node product) const { return parts_.contains(product.index); }

  void find_cosines() {
    for (const Node x : order_)
      if (graph_.operation(x) == Operation::cos) cosine_of_.emplace(graph_.first(x).index, x);
      else if (graph_.operation(x) == Operation::sin) sine_of_.emplace(graph_.first(x).index, x);
  }

  /// Sine and cosine of an angle at once, when the first of them is wanted.
  void compute_angle(Node x) {
    const Node angle = graph_.first(x);
    const auto sine = sine_of_.find(angle.index), cosine = cosine_of_.find(angle.index);
    const int from = place(angle);
    if (sine == sine_of_.end() || cosine == cosine_of_.end()) {
      add(Code::function, graph_.operation(x), place(x), from, from, from, from);
    } else if (x == std::min(sine->second, cosine->second)) {
      const int to = place(sine->second);
      add(Code::sine_and_cosine, to, from, place(cosine->second), from, from);
    }
  }

  Program& program_;
  const Graph& graph_;
  std::span<const Real> parameters_;
  std::span<const Node> outputs_;
  std::vector<Node> order_;
  std::vector<bool> varies_;
  std::vector<int> uses_;
  std::vector<int> place_;
  std::unordered_set<int> parts_;  // products that are no step of their own
  std::unordered_map<int, Node> sine_of_, cosine_of_;
};

template <class Real> Program<Real>::Program(const Graph& graph, int inputs, std::span<const Real> parameters,
                                             std::span<const Node> outputs, const HeldNumbers<Real>& held)
    : inputs_(inputs),
      outputs_(static_cast<int>(outputs.size())),
      id_(next_id()) {
  Maker(*this, graph, parameters, outputs).make();
  if (!held) return;
  std::vector<int> numbers(held->size());
  std::iota(numbers.begin(), numbers.end(), inputs - static_cast<int>(held->size()));
  const std::vector<bool> depends = graph.dependent(numbers);
  if (std::ranges::any_of(outputs, [&](Node x) { return depends[static_cast<std::size_t>(x.index)]; })) held_ = held;
}

template <class Real> [[gnu::noinline, gnu::cold]] Real* Program<Real>::with_room() const {
  Real*& room = room_of<Real>(2 * id_);
  room = taken_slot<Real>(2 * id_, static_cast<std::size_t>(places_));
  std::ranges::copy(initial_, room + inputs_);
  return room;
}

template <class Real> [[gnu::always_inline]] inline Real* Program<Real>::place() const {
  Real* const room = room_of<Real>(2 * id_);
  return room ? room : with_room();
}

template <class Real> [[gnu::always_inline]] inline const Real* Program<Real>::finished(Real* inputs) const {
  Real* const outputs = inputs + inputs_;
  if (held_) std::ranges::copy(*held_, outputs - held_->size());
  if (compiled_) {
    compiled_(inputs, constants(), outputs);
  } else {
    interpret(std::span<const ProgramStep>(steps_), inputs, OnePoint<Real>());
    for (const ProgramCopy& each : copies_) inputs[each.to] = inputs[each.from];
  }
  return outputs;
}

template <class Real> Real* Program<Real>::inputs() const { return place(); }

// Aligned: where the linker puts them they take up to a fifth longer.
template <class Real> [[gnu::aligned(64)]] const Real* Program<Real>::run(Real* inputs) const {
  return finished(inputs);
}

template <class Real>
[[gnu::aligned(64)]] const Real* Program<Real>::run(const Real& t, const Real* q, const Real* v, std::size_t n) const {
  Real* const in = place();
  in[0] = t;
  for (std::size_t i = 0; i < n; ++i) {
    in[1 + i] = alone(q[i]);
    in[1 + n + i] = alone(v[i]);
  }
  return finished(in);
}

template <class Real> Real* Program<Real>::pack_inputs() const {
  Real*& room = room_of<Real>(2 * id_ + 1);
  if (!room) [[unlikely]] {
    const std::size_t size = std::size_t{lanes} * static_cast<std::size_t>(places_);
    room = taken_slot<Real>(2 * id_ + 1, size);
    std::fill_n(room, size, Real(0));
    Real* to = room + lanes * inputs_;
    for (const Real& each : initial_) to = std::fill_n(to, lanes, each);
  }
  return room;
}

template <class Real> const Real* Program<Real>::run_pack(Real* inputs, [[maybe_unused]] int points) const {
  if constexpr (lanes == 1) {
    return run(inputs);
  } else {
    static_assert(lanes == Pack::size);
    if (held_) {
      double* to = inputs + lanes * (static_cast<std::size_t>(inputs_) - held_->size());
      for (const double x : *held_) to = std::fill_n(to, lanes, x);
    }
    Pack* const at = reinterpret_cast<Pack*>(inputs);
    interpret(std::span<const ProgramStep>(steps_), at, PackPoints{points});
    for (const ProgramCopy& each : copies_) at[each.to] = at[each.from];
    return inputs + lanes * inputs_;
  }
}

template <class Real>
void Program<Real>::use(Compiled* compiled, CompiledInPlace* placed, std::shared_ptr<const void> library) {
  compiled_ = compiled;
  compiled_in_place_ = placed;
  library_ = std::move(library);
}

template class Program<double>;
template class Program<quad>;

namespace {

/// A number and what it may be off by.
template <class Real> struct Bounded {
  Real x, off;

  /// Rounded once more.
  static Bounded rounded(const Real& x, const Real& carried) {
    using std::abs;
    return {x, carried + epsilon<Real> * abs(x)};
  }
  friend Bounded operator+(const Bounded& a, const Bounded& b) { return rounded(a.x + b.x, a.off + b.off); }
  friend Bounded operator-(const Bounded& a, const Bounded& b) { return rounded(a.x - b.x, a.off + b.off); }
  friend Bounded operator*(const Bounded& a, const Bounded& b) {
    using std::abs;
    return rounded(a.x * b.x, abs(a.x) * b.off + abs(b.x) * a.off);
  }
  friend Bounded operator/(const Bounded& a, const Bounded& b) {
    using std::abs;
    const Real ratio = a.x / b.x;
    return rounded(ratio, (a.off + abs(ratio) * b.off) / abs(b.x));
  }
  friend Bounded operator-(const Bounded& a) { return {-a.x, a.off}; }
};

/// Operations that are no arithmetic carry on what their value changes by where an operand does. Beyond the end of
/// their domain, as below the root of 0, they change by nothing that is known.
template <class Real> struct BoundedFunctions {
  void apply(Operation operation, const Bounded<Real>& x, const Bounded<Real>& y, Bounded<Real>& to) const {
    using std::abs;
    const Real value = operated(operation, x.x, y.x);
    Real carried = 0;
    const auto change = [&](const Real& a, const Real& b) {
      const Real by = abs(operated(operation, a, b) - value);
      return by > 0 ? by : Real(0);
    };
    const bool two = has_two_operands(operation);
    carried += std::max(change(x.x - x.off, y.x), change(x.x + x.off, y.x));
    if (two) carried += std::max(change(x.x, y.x - y.off), change(x.x, y.x + y.off));
    to = Bounded<Real>::rounded(value, carried);
  }
  void sine_and_cosine(const Bounded<Real>& x, Bounded<Real>& sine, Bounded<Real>& cosine) const {
    const Bounded<Real> angle = x;  // it may be one of the two
    apply(Operation::sin, angle, angle, sine);
    apply(Operation::cos, angle, angle, cosine);
  }
};

}  // namespace

template <class Real> std::vector<Real> rounding_of(const Program<Real>& program, const std::vector<Real>& inputs) {
  std::size_t places = inputs.size() + static_cast<std::size_t>(program.number_of_outputs()) +
                       static_cast<std::size_t>(program.number_of_constants());
  for (const ProgramStep& each : program.steps())
    places = std::max<std::size_t>({places, each.to + 1u, each.first + 1u, each.second + 1u});
  std::vector<Bounded<Real>> at(places, Bounded<Real>{});
  const auto take = [](const Real& x) { return Bounded<Real>::rounded(x, Real(0)); };
  std::ranges::transform(inputs, at.begin(), take);
  const Real* const initial = program.constants() - program.number_of_outputs();
  std::transform(initial, program.constants() + program.number_of_constants(),
                 at.begin() + static_cast<std::ptrdiff_t>(inputs.size()), take);
  interpret(program.steps(), at.data(), BoundedFunctions<Real>());
  for (const ProgramCopy& each : program.copies()) at[each.to] = at[each.from];
  std::vector<Real> bounds;
  for (std::size_t i = 0; i < static_cast<std::size_t>(program.number_of_outputs()); ++i)
    bounds.push_back(at[inputs.size() + i].off);
  return bounds;
}

template std::vector<double> rounding_of(const Program<double>&, const std::vector<double>&);
template std::vector<quad> rounding_of(const Program<quad>&, const std::vector<quad>&);

}  // namespace nonholo
