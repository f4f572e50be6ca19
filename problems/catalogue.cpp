// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/problems/catalogue.hpp>

#include "makers.hpp"  // made when configuring, one declaration for each line below

namespace nonholo {

namespace {

Catalogue<ProblemEntry>& known() {
  // clang-format off
  static Catalogue<ProblemEntry> catalogue("problem", {
      problems::appell_hamel(),
      problems::chaplygin_sleigh(),
      problems::contact_oscillator(),
      problems::coupled_pendula(),
      problems::falling_disk(),
      problems::gearbox_pendulum(),
      problems::jay_2003_dae(),
      problems::jay_2006_dae(),
      problems::knife_edge(),
      problems::mclachlan_perlmutter_particles(),
      problems::mobile_robot(),
      problems::nonholonomic_particle(),
      problems::pendulum_cartesian(),
      problems::power_dae(),
      problems::rattleback(),
      problems::reduced_sleigh(),
      problems::roller_racer(),
      problems::rolling_ball(),
      problems::skate_on_incline(),
      problems::slider_crank(),
      problems::slider_crank_linkage(),
      problems::snakeboard(),
      problems::suslov(),
      problems::suslov_body(),
      problems::trailer_car(),
      problems::unicycle(),
      problems::vertical_rolling_disk(),
  });
  // clang-format on
  return catalogue;
}

}  // namespace

const Catalogue<ProblemEntry>& problem_catalogue() { return known(); }

void add_problems(std::vector<ProblemEntry> problems) {
  for (ProblemEntry& problem : problems) known().add(std::move(problem));
}

}  // namespace nonholo
