// A family of one method: spark with Gauss points, whose number its option says.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/methods/family/surroundings.hpp>
#include <nonholo/methods/runge_kutta/spark.hpp>

namespace nonholo {

namespace {

const Option points{.key = "points", .kind = OptionKind::whole, .meaning = "number of Gauss points", .in_name = true};

}  // namespace

Entries sample_entries(const Surroundings& given) {
  return {
      {
          .name = "sample",
          .description = "Gauss methods of any number of points",
          .source = "scripts/additions",
          .required = {points},
          .optional = given.solvers.options(),
          .integrators = given.solvers.makers([](const auto& system, const auto& options, const auto& solver) {
            return spark(system, tableaus::gauss(static_cast<int>(options.integer(points.key))), solver);
          }),
          .examples = {{{"points", 2L}}},
      },
  };
}

}  // namespace nonholo
