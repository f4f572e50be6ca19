// One maker per problem, each compiled in its own file: a problem's derivatives are instantiated there and nowhere
// else.
#pragma once

#include <nonholo/framework/system/problem_entry.hpp>

namespace nonholo::problems {

ProblemEntry chaplygin_sleigh();
ProblemEntry contact_oscillator();
ProblemEntry coupled_pendula();
ProblemEntry gearbox_pendulum();
ProblemEntry jay_2003_dae();
ProblemEntry jay_2006_dae();
ProblemEntry mclachlan_perlmutter_particles();
ProblemEntry mobile_robot();
ProblemEntry nonholonomic_particle();
ProblemEntry power_dae();
ProblemEntry reduced_sleigh();
ProblemEntry skate_on_incline();
ProblemEntry suslov();
ProblemEntry vertical_rolling_disk();

}  // namespace nonholo::problems
