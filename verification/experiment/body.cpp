// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/body.hpp>

#include <algorithm>

namespace nonholo {

namespace {

struct KnownBody {
  std::string_view problem, shape, heading, spin;
  std::string_view size;  ///< the parameter that is the radius or the length; 1 where there is none
};

constexpr KnownBody known_bodies[] = {
    {"vertical_rolling_disk", "disk", "phi", "theta", "R"},
    {"chaplygin_sleigh", "sleigh", "theta", "", "a"},
    {"skate_on_incline", "skate", "theta", "", ""},
    {"mobile_robot", "robot", "theta", "psi", "l"},
};

}  // namespace

std::optional<Body> body_of(const Experiment& experiment) {
  const auto known = std::ranges::find(known_bodies, experiment.problem.entry->name, &KnownBody::problem);
  if (known == std::end(known_bodies)) return std::nullopt;
  const auto size = experiment.parameters.find(std::string(known->size));
  return Body{.shape = std::string(known->shape),
              .x = "x",
              .y = "y",
              .heading = std::string(known->heading),
              .spin = std::string(known->spin),
              .size = size == experiment.parameters.end() ? 1 : size->second};
}

std::vector<std::string_view> problems_with_body() {
  std::vector<std::string_view> names;
  for (const KnownBody& body : known_bodies) names.push_back(body.problem);
  return names;
}

}  // namespace nonholo
