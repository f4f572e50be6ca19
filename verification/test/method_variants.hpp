// Methods as the contract and allocation tests run them: every entry of the catalogue with its trials, and options
// beyond those.
#pragma once

#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/method_choice.hpp>

#include <algorithm>
#include <iterator>
#include <vector>

namespace nonholo::test {

inline std::vector<MethodChoice> method_variants() {
  std::vector<MethodChoice> all;
  for (const MethodEntry& method : method_catalogue()) std::ranges::copy(trials_of(method), std::back_inserter(all));
  const auto add = [&all](const char* name, const MethodOptions& options) {
    all.push_back(method_choice(name, options));
  };
  add("discrete_lagrangian", {{"difference", "left"}});
  add("discrete_lagrangian", {{"difference", "midpoint"}, {"constraint_difference", "symmetrised"}, {"nodes", "path"}});
  add("cortes_martinez", {{"start", "naive"}});
  add("cortes_martinez", {{"start", "previous_node"}});
  add("gni", {{"start", "zero_multiplier"}});
  add("gni", {{"difference", "midpoint"}});
  add("discrete_gradient", {{"gradient", "gonzalez"}, {"space", "full"}});
  add("discrete_gradient", {{"gradient", "gonzalez"}, {"basis", "qr"}});
  add("discrete_gradient", {{"gradient", "gonzalez"}, {"basis", "qr"}, {"differentiation", "central_difference"}});
  add("discrete_gradient", {{"gradient", "avf"}, {"compensated", true}});
  add("energy_collocation", {{"stages", 3L}, {"basis", "qr"}});
  add("composition", {{"base", "symplectic_euler_2"}, {"scheme", "strang"}});
  add("composition", {{"base", "spark"}, {"tableau", "gauss"}, {"stages", 2L}, {"scheme", "kahan_li_6"}});
  add("projected", {{"base", "spark"}, {"tableau", "gauss"}, {"stages", 2L}, {"onto", "constraint_and_energy"}});
  return all;
}

/// The variants that run skew-gradient systems.
inline std::vector<MethodChoice> skew_gradient_variants() {
  std::vector<MethodChoice> all;
  const auto add = [&all](const char* name, const MethodOptions& options) {
    all.push_back(method_choice(name, options));
  };
  for (const char* gradient : {"avf", "gonzalez", "itoh_abe"}) add("discrete_gradient", {{"gradient", gradient}});
  add("discrete_gradient", {{"gradient", "gonzalez"}, {"compensated", true}});
  add("energy_collocation", {{"stages", 2L}});
  for (const char* method : {"spark", "runge_kutta"}) add(method, {{"tableau", "gauss"}, {"stages", 2L}});
  add("composition", {{"base", "discrete_gradient"}, {"gradient", "gonzalez"}, {"scheme", "suzuki_4"}});
  return all;
}

}  // namespace nonholo::test
