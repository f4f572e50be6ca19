// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/figure/figure.hpp>

#include <algorithm>

namespace nonholo {

namespace {

template <class T> std::string_view name_in(const Catalogue<Named<T>>& choices, T value) {
  return std::ranges::find(choices, value, &Named<T>::value)->name;
}

}  // namespace

const Catalogue<Named<Measure>>& measures() {
  static const Catalogue<Named<Measure>> all("measure", {{"signed", Measure::signed_value},
                                                         {"absolute", Measure::absolute},
                                                         {"relative", Measure::relative},
                                                         {"absolute_relative", Measure::absolute_relative}});
  return all;
}

const Catalogue<Named<Style>>& styles() {
  static const Catalogue<Named<Style>> all(
      "style", {{"lines", Style::lines}, {"points", Style::points}, {"lines_points", Style::lines_points}});
  return all;
}

std::string_view name(Measure measure) { return name_in(measures(), measure); }
std::string_view name(Style style) { return name_in(styles(), style); }

}  // namespace nonholo
