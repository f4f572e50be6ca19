#include <nonholo/problems/jay_2006_dae.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/problems/entries.hpp>

nonholo::ProblemEntry nonholo::problems::jay_2006_dae() { return problem_entry<Jay2006Dae>("jay_2006_dae"); }
