// Growth in n, from 7 coordinates on, and the slope of the time of a step, for two systems whose constraint is one row
// with n/2 entries: McLachlan & Perlmutter's particles, whose mass is diagonal, and a chain of linear finite elements,
// whose mass has three diagonals and whose potential has no gradient by hand.
//
//   growth FOLDER [MOST]      writes FOLDER/growth.csv; MOST: the largest n (default 200001)
//
// A method goes no further once a step takes more than a quarter of a second. A step that fails ends everything.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "grounds.hpp"
#include "measure.hpp"

#include <cstdlib>
#include <map>
#include <string>
#include <vector>

namespace {

using namespace nonholo;
using namespace nonholo::benchmarks;

constexpr double h = 0.05;
constexpr long sizes[] = {7, 21, 61, 201, 601, 2001, 6001, 20001, 60001, 200001};

/// Displacements u_i of a chain of linear elements of length and mass 1, which hold each other and are held in place; a
/// coordinate beside them is dragged by those of the first half as those of the second half say.
struct Chain {
  static constexpr int n = dynamic, m = 1;
  static constexpr bool constant_mass = true;
  Eigen::Index half;

  Eigen::Index coordinates() const { return 2 * half + 1; }

  /// Of the elements: 2/3 on the diagonal, 1/6 beside it.
  template <class S> Sparse<S> mass_matrix(const Vector<S, dynamic>&) const {
    const auto size = static_cast<int>(coordinates());
    std::vector<Eigen::Triplet<S>> entries{{0, 0, S(1)}};
    for (int i = 1; i < size; ++i) entries.emplace_back(i, i, S(2) / S(3));
    for (int i = 2; i < size; ++i) {
      entries.emplace_back(i, i - 1, S(1) / S(6));
      entries.emplace_back(i - 1, i, S(1) / S(6));
    }
    Sparse<S> M(size, size);
    M.setFromTriplets(entries.begin(), entries.end());
    return M;
  }

  template <class S> S potential(const Vector<S, dynamic>& q) const {
    S twice = q[0] * q[0] + q[1] * q[1];
    for (Eigen::Index i = 2; i < q.size(); ++i) {
      const S stretch = q[i] - q[i - 1], square = q[i] * q[i];
      twice += stretch * stretch + square + square * square / S(2);
    }
    return twice / S(2);
  }

  template <class S> Matrix<S, 1, dynamic> constraint_matrix(const Vector<S, dynamic>& q) const {
    Matrix<S, 1, dynamic> A = Matrix<S, 1, dynamic>::Zero(1, coordinates());
    A[0] = S(1);
    for (Eigen::Index i = 1; i <= half; ++i) A[half + i] = q[i];
    return A;
  }
};

System<double> particles(long pairs) {
  return problem_choice("mclachlan_perlmutter_particles", {}, {{"pairs", Number(static_cast<double>(pairs))}}).system();
}

System<double> chain(long half) { return System<double>(Chain{half}); }

/// On the constraint of either.
Start<double> start_with(Eigen::Index n) {
  const Eigen::Index half = (n - 1) / 2;
  Start<double> start{.q = VectorX<double>::Zero(n), .v = VectorX<double>::Zero(n)};
  start.q[0] = 1;
  for (Eigen::Index i = 1; i <= half; ++i) {
    start.q[i] = 0.5 * std::cos(static_cast<double>(i));
    start.q[half + i] = 0.5 * std::sin(static_cast<double>(i));
    start.v[i] = 0.1;
  }
  return start;
}

/// Microseconds of a step: the median of seven measurements, of one where it takes longer than a tenth of a second.
double step_time(const std::string& name, const MethodChoice& method, const System<double>& system) {
  const auto integrator = method.make(system);
  const Start<double> start = start_with(system.coordinates());
  integrator->start(0, values(start.q), values(start.v));
  const auto step = [&] {
    if (integrator->step(h).outcome == Outcome::success) return;
    fmt::print(stderr, "growth: a step of {} with {} coordinates failed\n", name, system.coordinates());
    std::exit(1);
  };
  step();
  std::vector<double> seconds{seconds_of(step)};
  while (seconds.size() < repetitions && seconds.front() < 0.1) seconds.push_back(seconds_of(step));
  return 1e6 * median(seconds);
}

struct Method {
  const char* name;
  MethodChoice choice;
};

/// The table of one system. @return the microseconds of the first method at n = 2001
double table(const char* name, System<double> (*make)(long), const std::vector<Method>& methods, long most, Csv& csv) {
  fmt::print("\n### Growth in n: {}, microseconds a step; slope of log time over log n in brackets\n\n", name);
  std::vector<std::string> head{"n"};
  for (const Method& method : methods) head.emplace_back(method.name);
  print_head(head);
  std::map<std::string, double> last;
  double at_2001 = never;
  long before = 0;
  for (const long n : sizes) {
    if (n > most) break;
    const System<double> system = make((n - 1) / 2);
    std::vector<std::string> cells{fmt::format("{}", n)};
    for (const auto& [method, choice] : methods) {
      const bool first = !last.contains(method);
      const double past = first ? never : last[method];
      const double now = first || past < 2.5e5 ? step_time(method, choice, system) : never;
      const double slope = std::log(now / past) / std::log(static_cast<double>(n) / static_cast<double>(before));
      cells.push_back(first || !(now < never) ? shown_number(now)
                                              : fmt::format("{} ({:.2f})", shown_number(now), slope));
      if (now < never) csv.row(name, method, n, now);
      last[method] = now;
      if (n == 2001 && method == std::string(methods.front().name)) at_2001 = now;
    }
    print_row(cells);
    before = n;
  }
  return at_2001;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return fmt::print(stderr, "usage: growth FOLDER [MOST]\n"), 2;
  const long most = argc > 2 ? std::stol(argv[2]) : 200001;
  const std::vector<Method> methods{{"MP", method_choice("mclachlan_perlmutter")},
                                    {"gni", method_choice("gni")},
                                    {"kahan_li_8(MP)", composition_of_mp("kahan_li_8")},
                                    {"gauss 2", gauss(2)}};
  Csv csv(argv[1], "growth", {"system", "method", "n", "microseconds"});
  const double of_particles = table("particles", particles, methods, most, csv);
  const double of_chain = table("chain", chain, methods, most, csv);
  fmt::print("\n### Targets\n\n");
  print_head({"target", "wanted", "measured", "met"});
  print_target("particles, n = 2001: microseconds per coordinate of an MP step", 1, true, of_particles / 2001);
  print_target("chain, n = 2001: microseconds per coordinate of an MP step", 1, true, of_chain / 2001);
}
