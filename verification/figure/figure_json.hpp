// The figures of an experiment as a JSON document, figures.json, and back.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/figure/figure.hpp>
#include <nonholo/verification/figure/motion.hpp>

#include <optional>
#include <string>
#include <vector>

namespace nonholo {

struct FigureDocument {
  std::string experiment;
  std::vector<Figure> figures;
  std::optional<Motion> motion = {};
};

/// {"schema": 1, "experiment", "figures": [...], "motion"}, docs/reference/json.md. Numbers have seven significant
/// digits, what is not finite is null.
std::string to_json(const FigureDocument& document);

/// The document without its motion. @throws InputError for a text that is none.
FigureDocument figure_document(const std::string& json);

}  // namespace nonholo
