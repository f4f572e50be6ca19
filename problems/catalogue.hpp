// Every problem by name.
#pragma once

#include <nonholo/framework/catalogue.hpp>
#include <nonholo/framework/problem_entry.hpp>

namespace nonholo {

const Catalogue<ProblemEntry>& problem_catalogue();

}  // namespace nonholo
