// The same problem and method as a plug-in: a library that the program nonholo loads.
#include "projected_midpoint.hpp"
#include "trailer.hpp"

#include <nonholo/cli/plugin.hpp>

NONHOLO_PLUGIN({.problems = {nonholo::problem_entry<Trailer>("trailer")}, .methods = {projected_midpoint_entry()}})
