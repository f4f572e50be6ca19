// The baselines by name: the standard solvers people use today, on forms of the same problem made for them here.
#pragma once

#include <nonholo/framework/catalogue.hpp>
#include <nonholo/framework/method_entry.hpp>

namespace nonholo {

std::vector<MethodEntry> baseline_entries();

}  // namespace nonholo
