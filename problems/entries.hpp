// One maker per problem, each compiled in its own file: a problem's derivatives are instantiated there and nowhere else.
#pragma once

#include <nonholo/framework/problem_entry.hpp>

namespace nonholo::problems {

ProblemEntry chaplygin_sleigh();
ProblemEntry vertical_rolling_disk();

}  // namespace nonholo::problems
