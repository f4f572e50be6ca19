// Many starts at once: steps per second of the contact oscillator from thousands of starts, on one core and on all,
// with an integrator for each thread, beside steps by hand, one start or four at a time.
//
//   ensemble FOLDER           writes FOLDER/ensemble.csv, prints a table
//
// Wall-clock time: the cores are to be idle.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "grounds.hpp"
#include "hand_kernels.hpp"
#include "measure.hpp"

#include <thread>

namespace {

using namespace nonholo;
using namespace nonholo::benchmarks;

constexpr long starts = 2048, steps = 500;
constexpr double h = 0.1;

/// A start of the ensemble: x, y and z spread, at rest.
HandState<double> start_of_number(long i) {
  const double u = static_cast<double>(i) / starts;
  return {1 + 0.3 * u, 1 - 0.4 * u, 0.2 + 0.5 * u, 0, 0, 0};
}

/// Takes the starts from `begin` to `end`.
using Worker = std::function<void(long begin, long end)>;

Worker ours(const System<double>& system, const MethodChoice& method) {
  return [system, method](long begin, long end) {
    const auto integrator = method.make(system);
    for (long i = begin; i < end; ++i) {
      const HandState<double> s = start_of_number(i);
      const double q[] = {s.x, s.y, s.z}, v[] = {0, 0, 0};
      integrator->start(0, q, v);
      for (long k = 0; k < steps; ++k) integrator->step(h);
      use(integrator->view().q[0]);
    }
  };
}

void by_hand(long begin, long end) {
  for (long i = begin; i < end; ++i) {
    HandState<double> s = start_of_number(i);
    for (long k = 0; k < steps; ++k) hand_mp_step(s, h);
    use(s.x);
  }
}

void by_hand_in_packs(long begin, long end) {
  for (long i = begin; i + 4 <= end; i += 4) {
    HandState<HandPack> s{};
    for (int lane = 0; lane < 4; ++lane) {
      const HandState<double> one = start_of_number(i + lane);
      s.x[lane] = one.x, s.y[lane] = one.y, s.z[lane] = one.z;
    }
    for (long k = 0; k < steps; ++k) hand_mp_step(s, h);
    use(s.x[0]);
  }
}

double seconds_with(const Worker& worker, long threads) {
  const double begin = wall_seconds();
  std::vector<std::jthread> all;
  for (long j = 0; j < threads; ++j)
    all.emplace_back([&worker, j, threads] { worker(starts * j / threads, starts * (j + 1) / threads); });
  all.clear();
  return wall_seconds() - begin;
}

struct Speed {
  double one, many;
};

/// Steps a second on one thread and on many, in turns: the host may have other work at any time.
Speed speed(const Worker& worker, long threads) {
  std::vector<double> one, many;
  for (int i = 0; i < 3 * repetitions; ++i) {
    one.push_back(seconds_with(worker, 1));
    many.push_back(seconds_with(worker, threads));
  }
  return {starts * steps / median(one), starts * steps / median(many)};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return fmt::print(stderr, "usage: ensemble FOLDER\n"), 2;
  const System<double> system = problem_choice("contact_oscillator", "perturbed").system();
  const std::vector<std::pair<std::string, Worker>> all = {
      {"MP", ours(system, method_choice("mclachlan_perlmutter"))},
      {"blanes_moan_6", ours(system, composition_of_pairs("blanes_moan_6"))},
      {"gauss 2", ours(system, gauss(2))},
      {"g1, by hand", by_hand},
      {"g1, by hand, packs of 4", by_hand_in_packs}};
  const long cores = std::max(1L, static_cast<long>(std::thread::hardware_concurrency()));
  for (const double begin = wall_seconds(); wall_seconds() < begin + 1;)  // the host may have to find a core that idled
    seconds_with(by_hand, cores);
  Csv csv(argv[1], "ensemble", {"what", "threads", "steps_per_second"});
  fmt::print("\n### Ensemble: {} starts of {} steps, contact, millions of steps a second\n\n", starts, steps);
  print_head({"", "1 thread", fmt::format("{} threads", cores), "gain"});
  for (const auto& [name, worker] : all) {
    const auto [one, many] = speed(worker, cores);
    csv.row(name, 1, one);
    csv.row(name, cores, many);
    print_row({name, shown_number(1e-6 * one), shown_number(1e-6 * many), shown_number(many / one)});
  }
}
