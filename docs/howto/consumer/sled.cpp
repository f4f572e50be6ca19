// Checks the sled, then runs it with three methods that should agree.
#include "sled.hpp"

#include <cstdio>
#include <map>
#include <string>

int main() {
  const auto entry = nonholo::problem_entry<Sled>("sled");
  const auto report = nonholo::check_problem(entry);
  std::fputs(report.text().c_str(), stdout);
  bool good = report.holds();

  const auto system = entry.make({});
  const nonholo::Start<double> start{.q = Eigen::Vector3d(0, 0, 0), .v = Eigen::Vector3d(1, 0.4, 0.5)};
  std::map<std::string, std::unique_ptr<nonholo::Integrator<double>>> methods;
  methods["mclachlan_perlmutter"] = nonholo::mclachlan_perlmutter(system);
  methods["gauss, 3 stages"] = nonholo::spark(system, nonholo::tableaus::gauss(3));
  methods["lobatto_iiia_b, 3 stages"] = nonholo::spark(system, nonholo::tableau_catalogue().at("lobatto_iiia_b")(3));

  std::map<std::string, double> x;
  for (const auto& [name, method] : methods) {
    nonholo::Trajectory trajectory(system);
    const auto run = nonholo::integrate(*method, start, {.t_end = 10, .h = 0.01}, trajectory);
    x[name] = run.end.q[0];
    const double residual = trajectory.max_residual();
    std::printf("%-26s %ld steps, x = %.12f, constraint residual %.1e\n", name.c_str(), run.steps, x[name], residual);
    good = good && run.outcome == nonholo::Outcome::success && residual < 1e-13 &&
           nonholo::check_method(*method, start, 0.01).holds();
  }
  const double by_order_6 = x["gauss, 3 stages"];
  good = good && std::abs(x["lobatto_iiia_b, 3 stages"] - by_order_6) < 1e-8 &&
         std::abs(x["mclachlan_perlmutter"] - by_order_6) < 1e-3;
  std::puts(good ? "all good" : "something is wrong");
  return good ? 0 : 1;
}
