#include <nonholo/problems/jay_2003_dae.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/problems/entries.hpp>

nonholo::ProblemEntry nonholo::problems::jay_2003_dae() { return problem_entry<Jay2003Dae>("jay_2003_dae"); }
