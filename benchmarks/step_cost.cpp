// What a step costs: ns per step of every kind of method at h = 0.1, hand-written steps beside ours, and what a call of
// the problem costs.
//
//   step_cost FOLDER          writes FOLDER/step_cost.csv, prints tables and targets
//
// For instruction counts, which no load of the machine disturbs: valgrind --tool=callgrind step_cost FOLDER.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "grounds.hpp"
#include "hand_kernels.hpp"
#include "measure.hpp"

#include <nonholo/framework/faces/dynamics.hpp>
#include <nonholo/methods/derived/composition_scheme.hpp>

#include <map>

namespace {

using namespace nonholo;
using namespace nonholo::benchmarks;

constexpr long steps = 200;
constexpr double h = 0.1;

struct Row {
  std::string name;
  std::function<void()> work;  ///< that many calls or steps
  double calls;
};

/// Steps alone: no observer, no check of the start.
Row stepping(const std::string& name, const System<double>& system, const Start<double>& start,
             const MethodChoice& method) {
  const std::shared_ptr<Integrator<double>> made = method.make(system);
  return {name,
          [made, start] {
            made->start(0, values(start.q), values(start.v));
            for (long i = 0; i < steps; ++i) made->step(h);
          },
          steps};
}

Row stepping(const std::string& name, const Ground& on, const MethodChoice& method) {
  return stepping(name, on.problem.system, on.problem.start, method);
}

constexpr std::pair<const char*, double> bases[] = {{"qr", 5}, {"adapted", 3}};  ///< and steps of Gauss to cost at most

void add_energy_methods(std::vector<Row>& rows, const System<double>& system, const Start<double>& start) {
  for (const auto& [basis, wanted] : bases) {
    rows.push_back(stepping(fmt::format("energy_collocation 2, basis {}", basis), system, start,
                            method_choice("energy_collocation", {{"stages", 2L}, {"basis", basis}})));
    rows.push_back(stepping(fmt::format("discrete_gradient gonzalez, basis {}", basis), system, start,
                            method_choice("discrete_gradient", {{"gradient", "gonzalez"}, {"basis", basis}})));
  }
}

void add_methods(std::vector<Row>& rows, const Ground& on) {
  rows.push_back(stepping("MP", on, method_choice("mclachlan_perlmutter")));
  if (on.problem.system.traits().constant_mass) {
    rows.push_back(stepping("symmetric_lobatto_iiia_b", on, method_choice("symmetric_lobatto_iiia_b")));
    rows.push_back(stepping("gni", on, method_choice("gni")));
    rows.push_back(stepping("blanes_moan_6", on, composition_of_pairs("blanes_moan_6")));
    rows.push_back(stepping("kahan_li_8(MP)", on, composition_of_mp("kahan_li_8")));
    rows.push_back(stepping("least_error_8(MP)", on, composition_of_mp("least_error_8")));
  }
  for (const long stages : {1L, 2L, 3L, 4L})
    rows.push_back(stepping(fmt::format("gauss {}", stages), on, gauss(stages)));
  add_energy_methods(rows, on.problem.system, on.problem.start);
}

Row evaluation(const Ground& on) {
  constexpr long calls = 200;
  return {"evaluate()",
          [system = on.problem.system, start = on.problem.start] {
            system.visit([&]<int n, int m>(const std::shared_ptr<const Dynamics<double, n, m>>& dynamics) {
              Vector<double, n> q = start.q, v = start.v;
              Block<double, n, m> out(dynamics->coordinates(), dynamics->constraints());
              for (long i = 0; i < calls; ++i) {
                dynamics->evaluate(0, q, v, out);
                q[0] += 1e-12 * out.f[0];  // no call is like another
              }
            });
          },
          calls};
}

HandState<double> at_start(const Ground& on) {
  const auto &q = on.problem.start.q, &v = on.problem.start.v;
  return {q[0], q[1], q[2], v[0], v[1], v[2]};
}

void add_hand_kernels(std::vector<Row>& rows, const Ground& on) {
  const HandState<double> start = at_start(on);
  rows.push_back({"g1, by hand",
                  [start] {
                    HandState<double> s = start;
                    for (long i = 0; i < steps; ++i) hand_mp_step(s, h);
                    use(s.x + s.z);
                  },
                  steps});
  rows.push_back({"g2, by hand",
                  [start] {
                    HandLobatto g2{start};
                    for (long i = 0; i < steps; ++i) g2.step(h);
                    use(g2.s.x + g2.s.z);
                  },
                  steps});
  rows.push_back({"kahan_li_8(g1), by hand",
                  [start, gamma = composition_schemes().at("kahan_li_8").gamma<double>()] {
                    HandState<double> s = start;
                    for (long i = 0; i < steps; ++i) hand_composed_step(s, h, gamma);
                    use(s.x + s.z);
                  },
                  steps});
}

/// Energy methods beside Gauss on systems of more coordinates.
std::vector<Row> energy_methods(const ProblemChoice& problem) {
  const System<double> system = problem.system();
  const Start<double> start = problem.start();
  std::vector<Row> rows{stepping("gauss 2", system, start, gauss(2))};
  add_energy_methods(rows, system, start);
  return rows;
}

using Costs = std::map<std::string, double>;

std::vector<Row> everything(const Ground& on) {
  std::vector<Row> rows{evaluation(on)};
  add_methods(rows, on);
  if (on.name == "contact") add_hand_kernels(rows, on);
  return rows;
}

Costs costs(const std::string& problem, const std::vector<Row>& rows, Csv& csv) {
  std::vector<std::function<void()>> works;
  for (const Row& row : rows) works.push_back(row.work);
  const std::vector<double> seconds = timed_in_turns(works);
  Costs all;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    all[rows[i].name] = 1e9 * seconds[i] / rows[i].calls;
    csv.row(problem, rows[i].name, all[rows[i].name]);
  }
  fmt::print("\n### {}: ns per step, h = {}\n\n", problem, h);
  print_head({"", "ns"});
  for (const Row& row : rows) print_row({row.name, shown_number(all[row.name])});
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return fmt::print(stderr, "usage: step_cost FOLDER\n"), 2;
  Csv csv(argv[1], "step_cost", {"problem", "what", "ns"});
  std::map<std::string, Costs> all;
  for (const Ground& on : grounds()) all[on.name] = costs(on.name, everything(on), csv);
  for (const auto& [problem, setup] : {std::pair("trailer_car", "swinging"),
                                       {"snakeboard", "coasting"},
                                       {"mclachlan_perlmutter_particles", "jay_8_4"}})
    all[problem] = costs(problem, energy_methods(problem_choice(problem, setup)), csv);
  Costs &contact = all["contact"], &sleigh = all["sleigh"];
  fmt::print("\n### Targets\n\n");
  print_head({"target", "wanted", "measured", "met"});
  print_target("contact: MP / g1 by hand", 2.5, true, contact["MP"] / contact["g1, by hand"]);
  print_target("contact: kahan_li_8(MP) / the same of g1 by hand", 2.5, true,
               contact["kahan_li_8(MP)"] / contact["kahan_li_8(g1), by hand"]);
  print_target("contact: ns of a step of Gauss, 4 stages", 350, true, contact["gauss 4"]);
  print_target("sleigh: ns of a step of Gauss, 2 stages", 500, true, sleigh["gauss 2"]);
  print_target("sleigh: ns of evaluate()", 45, true, sleigh["evaluate()"]);
  for (const auto& [basis, wanted] : bases)
    for (const char* method : {"energy_collocation 2", "discrete_gradient gonzalez"})
      for (const char* problem : {"contact", "sleigh", "trailer_car", "snakeboard", "mclachlan_perlmutter_particles"})
        print_target(fmt::format("{}: {} / Gauss 2, basis {}", problem, method, basis), wanted, true,
                     all[problem][fmt::format("{}, basis {}", method, basis)] / all[problem]["gauss 2"]);
}
