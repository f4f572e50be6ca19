// What is known about the orders of a set of tableaus, by trees and by theorems.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/tableau/tableau_facts.hpp>

namespace nonholo {

/// Adds "ode_order", "order", "stage_multiplier_order" and, of a single tableau, "standard_order" and
/// "standard_order_z".
void add_order_facts(std::vector<Fact>& all, const TableauSet& set);

}  // namespace nonholo
