// The figures of the sources: each can be asked for by its own name, which no other figure has, and says what to see.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/experiment.hpp>
#include <nonholo/verification/experiment/locate.hpp>

#include "catch.hpp"

#include <map>
#include <sstream>

using namespace nonholo;

namespace {

const std::filesystem::path comes_with_nonholo = std::filesystem::path(NONHOLO_TEST_DATA) / "../../experiments";

/// Of the thesis; of Jay; of Celledoni et al.; slides of Jimenez & Scheurle.
constexpr const char* figures_of_the_sources =
    "figure_2_1_top figure_2_1_bottom figure_2_2 figure_2_3 figure_2_4 figure_3_4 figure_4_1 figure_4_2 figure_4_3 "
    "figure_4_4 figure_4_5 figure_4_7 figure_4_8 figure_4_9 figure_4_10 figure_4_11_left figure_4_11_right figure_4_12 "
    "figure_4_13_left figure_4_13_right figure_4_14_left figure_4_14_right figure_4_15_left figure_4_15_right "
    "figure_4_16 figure_4_17 figure_4_18 figure_4_19 table_2_1 table_4_1 "
    "figure_8_1 figure_8_2 figure_8_3 figure_8_4 "
    "figure_2_top_left figure_2_top_right figure_2_bottom_left figure_2_bottom_right figure_3_left figure_3_right "
    "proposition_4_1 "
    "figure_4_left figure_4_right "
    "slide_11 slide_32 slide_37 slide_38 slide_39 slide_40 slide_41 slide_46 slide_47 slide_48";

/// Every figure of the experiments that come with nonholo, by name; those of one name are told as failures.
std::map<std::string, Figure> all_figures() {
  std::map<std::string, Figure> all;
  for (const auto& known : program::known_experiments({comes_with_nonholo}))
    for (const FigureSpec& spec : read_experiment(known.file, known.name).figures) {
      INFO(known.name << ": " << spec.figure.name);
      CHECK(all.emplace(spec.figure.name, spec.figure).second);
    }
  return all;
}

}  // namespace

TEST_CASE("every figure of the sources has its own name, its number and a caption that tells what to see") {
  const std::map<std::string, Figure> figures = all_figures();
  std::istringstream names(figures_of_the_sources);
  for (std::string name; names >> name;) {
    INFO(name);
    REQUIRE(figures.contains(name));
    CHECK_FALSE(figures.at(name).number.empty());
  }
  for (const auto& [name, figure] : figures) {
    INFO(name);
    CHECK_FALSE(figure.title.empty());
    CHECK(figure.caption.size() > 30);
  }
}
