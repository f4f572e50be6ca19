#include <nonholo/problems/coupled_pendula.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/problems/entries.hpp>

nonholo::ProblemEntry nonholo::problems::coupled_pendula() { return problem_entry<CoupledPendula>("coupled_pendula"); }
