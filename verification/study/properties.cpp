#include <nonholo/verification/study/properties.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/framework/system/probe.hpp>
#include <nonholo/verification/problem_choice.hpp>
#include <nonholo/verification/study/glob.hpp>
#include <nonholo/verification/study/order_study.hpp>
#include <nonholo/verification/work_queue.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>

namespace nonholo {

namespace {

constexpr double runs_back = 1e-11;        // after twice 20 steps, relative to the state
constexpr double kept_energy = 1e-11;      // over 1000 steps, relative
constexpr double kept_kinetic = 1e-10;     // of differences of positions, divided by h
constexpr double kept_constraint = 1e-12;  // scaled

// The gearbox and the pendula stand for constant mass and for M(q), the particles for the former where orders are
// measured.
struct Problems {
  ProblemChoice particles = problem_choice("mclachlan_perlmutter_particles", "jay_8_4"),
                pendula = problem_choice("coupled_pendula", "swing"),
                gearbox = problem_choice("gearbox_pendulum", "celledoni_4_4"),
                sleigh = problem_choice("chaplygin_sleigh", "rotating"),
                disk = problem_choice("vertical_rolling_disk", "hilden_2_1_2"),
                free_particle = problem_choice("nonholonomic_particle", "jimenez_scheurle");
};

const Problems& on() {
  static const Problems all;
  return all;
}

const TimeSpan<double> back_and_forth = TimeSpan<double>::fixed(0, 0.05, 20),
                       thousand = TimeSpan<double>::fixed(0, 0.1, 1000), fine = TimeSpan<double>::fixed(0, 0.05, 1000),
                       long_run = TimeSpan<double>::fixed(0, 0.1, 50000);

/// A method on a problem, in double.
struct Trial {
  System<double> system;
  Start<double> start;
  std::unique_ptr<Integrator<double>> integrator;
  std::unique_ptr<Probe<double>> probe;

  /// The largest value of a function of the states of a run; not a number when a step fails.
  template <class F> double largest(const TimeSpan<double>& span, F&& value) {
    double worst = 0;
    const auto see = [&](const Observation<double>& seen) {
      const double x = value(seen.state);
      worst = std::isfinite(x) ? std::max(worst, x) : std::numeric_limits<double>::infinity();
    };
    return integrate(*integrator, start, span, see).outcome == Outcome::success
               ? worst
               : std::numeric_limits<double>::quiet_NaN();
  }
};

/// Nothing where the method does not take the problem: some are for constant mass only.
std::optional<Trial> trial(const MethodChoice& method, const ProblemChoice& problem) {
  const System<double> system = problem.system();
  auto integrator = method.make_where_meant(system);
  if (!integrator) return std::nullopt;
  return Trial{system, problem.start(), std::move(integrator), make_probe(system)};
}

std::string called(const ProblemChoice& problem) { return std::string(problem.entry->name); }

VectorX<double> vector(std::span<const double> x) {
  return Eigen::Map<const VectorX<double>>(x.data(), static_cast<Eigen::Index>(x.size()));
}

const std::string no = "no", a_step_fails = "a step fails";

std::string answer(double observed, double allowed, const char* yes) {
  return std::isnan(observed) ? a_step_fails : observed <= allowed ? yes : no;
}

/// One answer from that for constant mass and that for M(q), if there is one.
std::string together(const std::string& constant, const std::optional<std::string>& varying) {
  if (!varying || *varying == constant) return constant;
  if (constant == a_step_fails || *varying == a_step_fails) return a_step_fails;
  return constant == no ? no : "only if M const";
}

/// Asks on the gearbox and on the pendula: ask(trial, add) -> answer; add(what, x) notes a number beside the name of
/// the problem.
template <class F> Property for_both_masses(const PropertySubject& subject, F ask) {
  Property cell;
  const auto answer_on = [&](const ProblemChoice& problem) -> std::optional<std::string> {
    auto found = trial(subject.method, problem);
    if (!found) return std::nullopt;
    return ask(*found, [&](const char* what, double x) { cell.measured.emplace_back(called(problem) + what, x); });
  };
  const auto constant = answer_on(on().gearbox);
  cell.verdict = together(constant.value_or("-"), answer_on(on().pendula));
  return cell;
}

/// "2", or two decimals where it is near no whole number.
std::string shown_order(double order) {
  if (!std::isfinite(order)) return "?";
  return std::abs(order - std::round(order)) <= order_allowance ? fmt::format("{:.0f}", order)
                                                                : fmt::format("{:.2f}", order);
}

struct MeasuredOrders {
  double q = std::numeric_limits<double>::quiet_NaN(), v = q;
};

MeasuredOrders measured_orders(const MethodChoice& method, const ProblemChoice& problem, StudyReferences& references) {
  const StudySubject studied{
      .method = method.entry, .options = method.options, .problem = problem.entry, .setup = problem.setup};
  MeasuredOrders orders;
  for (const Study& each : study(studied, references, true)) {
    if (each.variable == "q") orders.q = each.measured.value_or(orders.q);
    if (each.variable == "v") orders.v = each.measured.value_or(orders.v);
  }
  return orders;
}

Property order_on(const ProblemChoice& problem, const PropertySubject& subject, StudyReferences& references) {
  if (!trial(subject.method, problem)) return {"-"};
  const MeasuredOrders orders = measured_orders(subject.method, problem, references);
  const std::string q = shown_order(orders.q), v = shown_order(orders.v);
  Property cell{q == v ? q : fmt::format("q {}, v {}", q, v), {{"q", orders.q}, {"v", orders.v}}};
  if (subject.other_start.empty()) return cell;
  MethodChoice other = subject.method;
  other.options.set("start", subject.other_start);
  const double other_q = measured_orders(other, problem, references).q;
  cell.measured.emplace_back(fmt::format("q, start = {}", subject.other_start), other_q);
  cell.verdict = fmt::format("q {} ({} with start = {}), v {}", q, shown_order(other_q), subject.other_start, v);
  return cell;
}

Property order_constant_mass(const PropertySubject& subject, StudyReferences& references) {
  return order_on(on().particles, subject, references);
}
Property order_varying_mass(const PropertySubject& subject, StudyReferences& references) {
  return order_on(on().pendula, subject, references);
}

bool advance(Integrator<double>& integrator, const TimeSpan<double>& span) {
  for (long i = 0; i < span.steps; ++i)
    if (integrator.step(span.h).outcome != Outcome::success) return false;
  return true;
}

/// Distance of (q, sign v) of the integrator from (q0, v0), relative to 1 + |(q0, v0)|.
double off(const Integrator<double>& integrator, const VectorX<double>& q0, const VectorX<double>& v0, double sign) {
  const VectorX<double> q = vector(integrator.view().q), v = vector(integrator.view().v);
  return std::hypot((q - q0).norm(), (sign * v - v0).norm()) / (1 + std::hypot(q0.norm(), v0.norm()));
}

/// Forward, a fresh start from (q, -v), forward.
double defect_of_fresh_start(Trial& trial) {
  Integrator<double>& integrator = *trial.integrator;
  integrator.start(0, values(trial.start.q), values(trial.start.v));
  const bool there = advance(integrator, back_and_forth);
  const VectorX<double> q = vector(integrator.view().q), v = -vector(integrator.view().v);
  integrator.start(0, values(q), values(v));
  return there && advance(integrator, back_and_forth) ? off(integrator, trial.start.q, trial.start.v, -1)
                                                      : std::numeric_limits<double>::quiet_NaN();
}

/// The same with reverse(). A method that is not symmetric may stand on a pair of nodes, which it has after its first
/// step.
double defect_of_reverse(Trial& trial) {
  Integrator<double>& integrator = *trial.integrator;
  integrator.start(0, values(trial.start.q), values(trial.start.v));
  if (!integrator.traits().symmetric) integrator.step(back_and_forth.h);
  const VectorX<double> q0 = vector(integrator.view().q), v0 = vector(integrator.view().v);
  bool ran = advance(integrator, back_and_forth);
  integrator.reverse();
  ran = advance(integrator, back_and_forth) && ran;
  integrator.reverse();
  return ran ? off(integrator, q0, v0, 1) : std::numeric_limits<double>::quiet_NaN();
}

Property reversible(const PropertySubject& subject, StudyReferences&) {
  return for_both_masses(subject, [](Trial& trial, auto add) {
    const double fresh = defect_of_fresh_start(trial);
    add("", fresh);
    if (fresh <= runs_back) return answer(fresh, runs_back, "yes");
    const double reversed = defect_of_reverse(trial);
    add(", reverse()", reversed);
    return answer(reversed, runs_back, "in (q_k, q_k+1)");
  });
}

/// max |E_k - E_0| / (1 + |E_0|).
double energy_error(Trial& trial, const TimeSpan<double>& span) {
  const double before = trial.probe->energy(0, values(trial.start.q), values(trial.start.v));
  return trial.largest(span, [&](const View<double>& at) {
    return std::abs(trial.probe->energy(at.t, at.q, at.v) - before) / (1 + std::abs(before));
  });
}

Property energy(const PropertySubject& subject, StudyReferences&) {
  return for_both_masses(subject, [](Trial& trial, auto add) {
    const double error = energy_error(trial, thousand);
    add("", error);
    return answer(error, kept_energy, "exact");
  });
}

Property energy_on_disk(const PropertySubject& subject, StudyReferences&) {
  auto on_disk = trial(subject.method, on().disk);
  if (!on_disk) return {"-"};
  const double error = energy_error(*on_disk, thousand);
  return {answer(error, kept_energy, "exact"), {{called(on().disk), error}}};
}

/// The half steps of a run: w = (q_k+1 - q_k)/h at the middle of the two.
class HalfSteps {
 public:
  explicit HalfSteps(double h) : h_(h) {}

  /// False at the first state, which has none before it.
  bool next(const View<double>& at) {
    const VectorX<double> q = vector(at.q);
    const bool second = before_.size() > 0;
    if (second) {
      w = (q - before_) / h_;
      middle = (q + before_) / 2;
      t = at.t - h_ / 2;
    }
    before_ = q;
    return second;
  }

  double t = 0;
  VectorX<double> w, middle;

 private:
  double h_;
  VectorX<double> before_;
};

Property half_step_energy(const PropertySubject& subject, StudyReferences&) {
  auto on_particle = trial(subject.method, on().free_particle);
  if (!on_particle) return {"-"};
  HalfSteps half(fine.h);
  std::optional<double> first;
  const double error = on_particle->largest(fine, [&](const View<double>& at) {
    if (!half.next(at)) return 0.0;
    const double kinetic = on_particle->probe->energy(half.t, values(half.middle), values(half.w));  // no potential
    if (!first) first = kinetic;
    return std::abs(kinetic / *first - 1);
  });
  return {answer(error, kept_kinetic, "exact"), {{called(on().free_particle), error}}};
}

double scaled_residual(Trial& trial, const TimeSpan<double>& span) {
  return trial.largest(span, [&](const View<double>& at) { return trial.probe->constraint(at.t, at.q, at.v).scaled; });
}

/// What is said of a method that leaves the constraint: "no, O(h^2); 0.28 after 50000 steps on gearbox_pendulum".
std::string violation(const PropertySubject& subject, std::vector<std::pair<std::string, double>>& measured) {
  std::string text = no;
  if (auto on_sleigh = trial(subject.method, on().sleigh)) {
    const double coarse = scaled_residual(*on_sleigh, TimeSpan<double>::fixed(0, 1.0 / 40, 40));
    const double power = std::log2(coarse / scaled_residual(*on_sleigh, TimeSpan<double>::fixed(0, 1.0 / 80, 80)));
    measured.emplace_back("power of h on chaplygin_sleigh", power);
    const std::string shown = shown_order(power);
    text += shown == "1" ? ", O(h)" : fmt::format(", O(h^{})", shown);
  }
  if (auto on_gearbox = trial(subject.method, on().gearbox)) {
    double grown = 0;
    const bool fails = std::isnan(on_gearbox->largest(long_run, [&](const View<double>& at) {
      return grown = std::max(grown, on_gearbox->probe->constraint(at.t, at.q, at.v).absolute);
    }));
    measured.emplace_back("largest |A v| in 50000 steps on gearbox_pendulum", grown);
    text += fmt::format("; {:.2g} ", grown);
    text += fails ? fmt::format("on {} until a step fails", called(on().gearbox))
                  : fmt::format("after {} steps on {}", long_run.steps, called(on().gearbox));
  }
  return text;
}

Property constraint(const PropertySubject& subject, StudyReferences&) {
  Property cell = for_both_masses(subject, [](Trial& trial, auto add) {
    const double residual = scaled_residual(trial, thousand);
    add("", residual);
    return answer(residual, kept_constraint, "yes");
  });
  if (cell.verdict == no) cell.verdict = violation(subject, cell.measured);
  return cell;
}

Property half_step_constraint(const PropertySubject& subject, StudyReferences&) {
  return for_both_masses(subject, [](Trial& trial, auto add) {
    HalfSteps half(thousand.h);
    const double residual = trial.largest(thousand, [&](const View<double>& at) {
      return half.next(at) ? trial.probe->constraint(half.t, values(half.middle), values(half.w)).scaled : 0.0;
    });
    add("", residual);
    return answer(residual, kept_constraint, "yes");
  });
}

struct Column {
  PropertyColumn shown;
  Property (*measure)(const PropertySubject&, StudyReferences&);
};

constexpr Column columns[] = {
    {{"order_constant_mass", "order, M constant"}, order_constant_mass},
    {{"order_varying_mass", "order, M(q)"}, order_varying_mass},
    {{"reversible", "reversible"}, reversible},
    {{"energy", "energy"}, energy},
    {{"energy_on_disk", "energy on the rolling disk"}, energy_on_disk},
    {{"half_step_energy", "half-step kinetic energy, V = 0"}, half_step_energy},
    {{"constraint", "A v = 0 at (q_k, v_k)"}, constraint},
    {{"half_step_constraint", "A w = 0 at half steps"}, half_step_constraint},
};

std::vector<PropertySubject> all_subjects() {
  std::vector<PropertySubject> all;
  const auto add = [&all](const char* method, MethodOptions options = {}, const char* other_start = "") {
    all.push_back({method_choice(method, std::move(options)), other_start});
  };
  add("mclachlan_perlmutter");
  add("mclachlan_perlmutter_hilden");
  add("implicit_midpoint_dla");
  add("cortes_martinez", {}, "naive");
  add("symplectic_euler_1");
  add("symplectic_euler_2");
  for (const long s : {1L, 2L, 3L}) add("spark", {{"tableau", "gauss"}, {"stages", s}});
  for (const char* tableau : {"radau_ia", "lobatto_iiia_b", "lobatto_iiia_b_d"})
    for (const long s : {2L, 3L}) add("spark", {{"tableau", tableau}, {"stages", s}});
  add("modified_lobatto_iiia_b");
  add("gni");
  add("nonholonomic_rattle");
  for (const char* gradient : {"gonzalez", "avf", "itoh_abe"}) add("discrete_gradient", {{"gradient", gradient}});
  add("discrete_gradient", {{"gradient", "gonzalez"}, {"space", "full"}});
  for (const long s : {1L, 2L}) add("energy_collocation", {{"stages", s}});
  add("composition", {{"base", "mclachlan_perlmutter"}, {"scheme", "kahan_li_6"}});
  return all;
}

bool matches(const std::string& glob, const PropertySubject& subject) {
  return glob_matches(glob, {subject.method.entry->name, subject.method.tableau()});
}

}  // namespace

std::vector<PropertyColumn> property_columns() {
  std::vector<PropertyColumn> shown;
  for (const Column& column : columns) shown.push_back(column.shown);
  return shown;
}

std::vector<PropertySubject> property_subjects(const std::vector<std::string>& filters) {
  std::vector<PropertySubject> subjects = all_subjects();
  for (const std::string& filter : filters)
    if (std::ranges::none_of(subjects, [&](const auto& subject) { return matches(filter, subject); }))
      throw InputError("FILTER", fmt::format("'{}' matches no method or tableau of the table", filter));
  const auto wanted = [&](const PropertySubject& subject) {
    return filters.empty() ||
           std::ranges::any_of(filters, [&](const std::string& filter) { return matches(filter, subject); });
  };
  std::erase_if(subjects, [&](const PropertySubject& subject) { return !wanted(subject); });
  return subjects;
}

std::vector<MethodProperties> measure_properties(const std::vector<PropertySubject>& subjects,
                                                 const PropertyOptions& options) {
  const std::size_t width = std::size(columns), cells = subjects.size() * width;
  std::vector<MethodProperties> table;
  for (const PropertySubject& subject : subjects) table.push_back({subject, std::vector<Property>(width)});
  StudyReferences references;
  std::atomic<std::size_t> done = 0;
  work_off(cells, options.jobs, [&](std::size_t i) {
    MethodProperties& line = table[i / width];
    const Column& column = columns[i % width];
    if (!options.wanted || options.wanted(column.shown.key))
      line.cells[i % width] = column.measure(line.subject, references);
    if (options.progress) options.progress(static_cast<double>(++done) / static_cast<double>(cells));
  });
  return table;
}

}  // namespace nonholo
