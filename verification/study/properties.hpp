// What each method preserves, from measurements: order for constant mass and for M(q), reversibility, energy, the
// constraint and its cousin at the half steps. A line of the table is a method with its options, a cell is a verdict
// with the numbers that it rests on.
//
// Where a property may depend on the mass it is measured twice, and "only if M const" is said when the answers differ;
// a method that takes constant mass alone is judged by that. The problems have none of the coincidences by which
// methods agree that differ elsewhere, but for the two columns that are about such a coincidence:
//
//   orders            mclachlan_perlmutter_particles and coupled_pendula, by order_study.hpp. On neither is H a sum of
//                     functions of one coordinate each: there Itoh and Abe's gradient would be the mean value one and
//                     pass for order 2
//   reversible        gearbox_pendulum and coupled_pendula: 20 steps of 0.15, a fresh start from (q, -v), 20 steps.
//                     Methods that carry more than (q, v) have a second chance with Integrator::reverse(): they run
//                     back on pairs of nodes, "in (q_k, q_k+1)"
//   energy            the same two, 1000 steps of 0.1. The pendulum is asymmetric: symmetric orbits would keep its
//                     energy near for other reasons
//   energy on disk    vertical_rolling_disk: many methods that do not keep energies keep this one
//   half-step energy  1/2 w.M w of w = (q_k+1 - q_k)/h on the free nonholonomic_particle
//   constraint        A v = 0 at (q_k, v_k), scaled by |A||v|; where it does not hold the power of h with which it
//                     fails (rotating chaplygin_sleigh, to t = 1), and how far it is off in 50000 steps of 0.1 on
//                     gearbox_pendulum, in absolute terms
//   half step         A w = 0 at (q_k + q_k+1)/2
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/study/property_plan.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nonholo {

struct PropertyColumn {
  std::string_view key, title;
};

/// In the order of the cells of a line; of what is measured on a system of one's own fewer.
std::vector<PropertyColumn> property_columns(bool own = false);

struct Property {
  /// "2", "yes", "only if M const", "-" where the method does not take the problem
  std::string verdict;
  std::vector<std::pair<std::string, double>> measured{};  ///< what -> how much; not finite where a run failed
};

struct MethodProperties {
  PropertySubject subject;
  std::vector<Property> cells;
};

struct PropertyOptions {
  int jobs = 1;
  /// which columns to measure, the others stay empty; all when there is none
  std::function<bool(std::string_view key)> wanted = {};
  std::function<void(double part)> progress = {};  ///< called from any of the threads
};

/// Every cell of every line, in their order.
std::vector<MethodProperties> measure_properties(const std::vector<PropertySubject>& subjects,
                                                 const PropertyOptions& options);

}  // namespace nonholo
