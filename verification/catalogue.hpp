// Where methods and baselines meet: every way to run a problem, by name.
#pragma once

#include <nonholo/framework/base/catalogue.hpp>
#include <nonholo/framework/run/method_entry.hpp>
#include <nonholo/framework/solver/solver_entry.hpp>

namespace nonholo {

const Catalogue<MethodEntry>& method_catalogue();

/// What the key `solver` of methods with stage equations may say.
std::vector<SolverEntry> solvers();

}  // namespace nonholo
