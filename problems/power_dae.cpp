#include <nonholo/problems/power_dae.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/problems/entries.hpp>

nonholo::ProblemEntry nonholo::problems::power_dae() { return problem_entry<PowerDae>("power_dae"); }
