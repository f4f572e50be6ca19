#include <nonholo/problems/reduced_sleigh.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/problems/entries.hpp>

nonholo::ProblemEntry nonholo::problems::reduced_sleigh() { return problem_entry<ReducedSleigh>("reduced_sleigh"); }
