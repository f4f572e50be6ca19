// Every problem by name.
#pragma once

#include <nonholo/framework/base/catalogue.hpp>
#include <nonholo/framework/system/problem_entry.hpp>

namespace nonholo {

const Catalogue<ProblemEntry>& problem_catalogue();

}  // namespace nonholo
