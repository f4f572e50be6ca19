// Work and precision: the processor time to reach an error of (q, v) at the end, for methods that keep the constraint
// and for the standard solvers, side by side on the same problem object.
//
//   work_precision [problem ...]        all of them without arguments
//
// Every method is run on a grid of step sizes or tolerances, eight to a factor of ten; the cheapest run that is exact
// enough counts. Read ratios, not times: the last column is the best standard solver over the best of the others.
// Standard solvers run on derivatives that are computed, as ours do.
#include "measure.hpp"

#include <nonholo/verification/catalogue.hpp>

#include <limits>
#include <string>
#include <vector>

namespace {

using namespace nonholo;
using namespace nonholo::benchmarks;

struct Contender {
  const char *label, *method;
  MethodOptions options;
  bool standard;  ///< what people use today
};

MethodOptions of_mclachlan_perlmutter(const char* scheme) {
  return {{"base", "mclachlan_perlmutter"}, {"scheme", scheme}};
}
MethodOptions gauss(long stages) { return {{"tableau", "gauss"}, {"stages", stages}}; }

const std::vector<Contender>& contenders() {
  static const std::vector<Contender> all = {
      {"MP", "mclachlan_perlmutter", {}, false},
      {"suzuki_4(MP)", "composition", of_mclachlan_perlmutter("suzuki_4"), false},
      {"kahan_li_6(MP)", "composition", of_mclachlan_perlmutter("kahan_li_6"), false},
      {"kahan_li_8(MP)", "composition", of_mclachlan_perlmutter("kahan_li_8"), false},
      {"gauss 3", "spark", gauss(3), false},
      {"gauss 5", "spark", gauss(5), false},
      {"energy coll. 3", "energy_collocation", {{"stages", 3L}}, false},
      {"dopri5", "odeint_dopri5", {}, true},
      {"rkf78", "odeint_fehlberg78", {}, true},
      {"dopri5+proj", "projected", {{"base", "odeint_dopri5"}}, true},
      {"IDA index 1", "ida_index1", {}, true},
      {"IDA index 2", "ida_index2", {}, true},
  };
  return all;
}

constexpr double targets[] = {1e-2, 1e-4, 1e-6, 1e-8, 1e-10};

double end_error(const Integrator<double>& integrator, const Case& on) {
  const auto half = on.solution.size() / 2;
  const auto view = integrator.view();
  return std::hypot((Eigen::Map<const VectorX<double>>(view.q.data(), half) - on.solution.head(half)).norm(),
                    (Eigen::Map<const VectorX<double>>(view.v.data(), half) - on.solution.tail(half)).norm());
}

/// The k-th run of a contender: ever smaller steps or tolerances. @return its error, infinite when it fails
double run_once(const Contender& who, const Case& on, int k, TimeSpan<double>& span,
                std::unique_ptr<Integrator<double>>& integrator) {
  const double fraction = std::pow(10.0, -k / 8.0);
  MethodOptions options = who.options;
  if (who.standard) {
    options.set("rtol", 1e-2 * fraction);
    options.set("atol", 1e-2 * fraction);
    span = TimeSpan<double>::adaptive(0, on.t_end);
  } else {
    span = TimeSpan<double>::fixed(0, on.t_end / std::ceil(on.t_end / fraction),
                                   std::lround(std::ceil(on.t_end / fraction)));
  }
  integrator = method_catalogue().at(who.method).make(on.system, options);
  if (integrate(*integrator, on.start, span, [](const auto&) {}).outcome != Outcome::success)
    return std::numeric_limits<double>::infinity();
  return end_error(*integrator, on);
}

/// Seconds for each target; infinite where it is not reached.
std::vector<double> costs(const Contender& who, const Case& on) {
  constexpr int most = 96;
  constexpr long most_steps = 2'000'000;
  std::vector<double> seconds(std::size(targets), std::numeric_limits<double>::infinity());
  TimeSpan<double> span;
  std::unique_ptr<Integrator<double>> integrator;
  for (int k = 0; k < most && span.steps < most_steps; ++k) {
    const double error = run_once(who, on, k, span, integrator);
    for (std::size_t i = 0; i < std::size(targets); ++i)
      if (std::isinf(seconds[i]) && error <= targets[i]) seconds[i] = measure(*integrator, on, span).seconds;
    if (!std::isinf(seconds.back())) break;
  }
  return seconds;
}

void table(const Case& on) {
  fmt::print("{}, t = 0 ... {}: microseconds to an error of (q, v) at the end\n  {:<16}", on.name, on.t_end, "");
  for (const double target : targets) fmt::print(" {:>11.0e}", target);
  std::vector<double> ours(std::size(targets), std::numeric_limits<double>::infinity()), theirs = ours;
  for (const Contender& who : contenders()) {
    fmt::print("\n  {:<16}", who.label);
    const std::vector<double> seconds = costs(who, on);
    for (std::size_t i = 0; i < seconds.size(); ++i) {
      double& best = who.standard ? theirs[i] : ours[i];
      best = std::min(best, seconds[i]);
      fmt::print(" {:>11}", std::isinf(seconds[i]) ? "-" : fmt::format("{:.1f}", 1e6 * seconds[i]));
    }
  }
  fmt::print("\n  {:<16}", "theirs / ours");
  for (std::size_t i = 0; i < ours.size(); ++i)
    fmt::print(" {:>11}", std::isinf(theirs[i] / ours[i]) || ours[i] == theirs[i]
                              ? "-"
                              : fmt::format("{:.2f}x", theirs[i] / ours[i]));
  fmt::print("\n\n");
}

}  // namespace

int main(int argc, char** argv) {
  struct Setting {
    const char *problem, *setup;
    double t_end;
  };
  constexpr Setting settings[] = {
      {"contact_oscillator", "perturbed", 100},          {"nonholonomic_particle", "jay_8_1", 100},
      {"gearbox_pendulum", "celledoni_4_4", 50},         {"vertical_rolling_disk", "hilden_2_1_2", 100},
      {"mclachlan_perlmutter_particles", "jay_8_4", 20}, {"chaplygin_sleigh", "rotating", 30}};
  const std::vector<std::string> only(argv + 1, argv + argc);
  for (const Setting& each : settings)
    if (only.empty() || std::ranges::find(only, each.problem) != only.end())
      table(make_case(each.problem, each.setup, each.t_end));
}
