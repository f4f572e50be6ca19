// Growth in n: McLachlan & Perlmutter's particles, whose mass is diagonal and whose constraint is one row with n/2
// entries, from 7 coordinates on, and the slope of the time of a step.
//
//   growth FOLDER [MOST]      writes FOLDER/growth.csv; MOST: the largest n (default 2001)
//
// A method goes no further once a step takes more than a quarter of a second.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "grounds.hpp"
#include "measure.hpp"

#include <map>

namespace {

using namespace nonholo;
using namespace nonholo::benchmarks;

constexpr double h = 0.05;
constexpr long sizes[] = {7, 21, 61, 201, 601, 2001, 6001, 20001, 60001, 200001};

Start<double> start_with(Eigen::Index n) {
  const Eigen::Index pairs = (n - 1) / 2;
  Start<double> start{.q = VectorX<double>::Zero(n), .v = VectorX<double>::Zero(n)};
  start.q[0] = 1;
  for (Eigen::Index i = 1; i <= pairs; ++i) {
    start.q[i] = 0.5 * std::cos(static_cast<double>(i));
    start.q[pairs + i] = 0.5 * std::sin(static_cast<double>(i));
    start.v[i] = 0.1;
  }
  return start;
}

/// Microseconds of a step: the median of seven measurements, of one where it takes longer than a tenth of a second.
double step_time(const MethodChoice& method, long n) {
  const System<double> system =
      problem_choice("mclachlan_perlmutter_particles", {}, {{"pairs", Number(static_cast<double>((n - 1) / 2))}})
          .system();
  const auto integrator = method.make(system);
  const Start<double> start = start_with(n);
  integrator->start(0, values(start.q), values(start.v));
  if (integrator->step(h).outcome != Outcome::success) return never;
  std::vector<double> seconds{seconds_of([&] { integrator->step(h); })};
  while (seconds.size() < repetitions && seconds.front() < 0.1)
    seconds.push_back(seconds_of([&] { integrator->step(h); }));
  return 1e6 * median(seconds);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return fmt::print(stderr, "usage: growth FOLDER [MOST]\n"), 2;
  const long most = argc > 2 ? std::stol(argv[2]) : 2001;
  const std::pair<const char*, MethodChoice> methods[] = {{"MP", method_choice("mclachlan_perlmutter")},
                                                          {"gni", method_choice("gni")},
                                                          {"kahan_li_8(MP)", composition_of_mp("kahan_li_8")},
                                                          {"gauss 2", gauss(2)}};
  Csv csv(argv[1], "growth", {"method", "n", "microseconds"});
  fmt::print("\n### Growth in n: particles, microseconds a step; slope of log time over log n in brackets\n\n");
  std::vector<std::string> head{"n"};
  for (const auto& [name, method] : methods) head.push_back(name);
  print_head(head);
  std::map<std::string, double> last, mp;
  long before = 0;
  for (const long n : sizes) {
    if (n > most) break;
    std::vector<std::string> cells{fmt::format("{}", n)};
    for (const auto& [name, method] : methods) {
      const bool first = !last.contains(name);
      const double past = first ? never : last[name], now = first || past < 2.5e5 ? step_time(method, n) : never;
      const double slope = std::log(now / past) / std::log(static_cast<double>(n) / static_cast<double>(before));
      cells.push_back(first || !(now < never) ? shown_number(now)
                                              : fmt::format("{} ({:.2f})", shown_number(now), slope));
      if (now < never) csv.row(name, n, now);
      last[name] = now;
      if (std::string(name) == "MP") mp[fmt::format("{}", n)] = now;
    }
    print_row(cells);
    before = n;
  }
  fmt::print("\n### Targets\n\n");
  print_head({"target", "wanted", "measured", "met"});
  const double at_2001 = mp.contains("2001") ? mp["2001"] / 2001 : never;
  print_target("particles, n = 2001: microseconds per coordinate of an MP step", 1, true, at_2001);
}
