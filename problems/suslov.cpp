#include <nonholo/problems/suslov.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/problems/entries.hpp>

nonholo::ProblemEntry nonholo::problems::suslov() { return problem_entry<Suslov>("suslov"); }
