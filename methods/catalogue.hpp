// Every integrator of this folder by name. (Baselines stand in adapters/, tableaus in tableaus/.)
#pragma once

#include <nonholo/framework/catalogue.hpp>
#include <nonholo/framework/method_entry.hpp>

namespace nonholo {

std::vector<MethodEntry> integrator_entries();

}  // namespace nonholo
