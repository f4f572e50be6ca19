// Figures as pictures for paper: SVG, PDF or PNG, drawn by gnuplot.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/report/gnuplot_script.hpp>

#include <filesystem>
#include <string>

namespace nonholo {

/// Better known before the work than after it. @throws InputError (key "gnuplot") when it cannot be called.
void need_gnuplot();
/// Whether it can.
bool has_gnuplot();

/// Writes the picture, whole or not at all, and its folder where there is none yet.
/// @throws InputError (key "gnuplot") when gnuplot is not there or does not draw, OutputError when the file cannot be
///         written.
void draw(const Figure& figure, PictureFormat format, const std::filesystem::path& file);

/// An SVG of gnuplot's with the figure's title and caption in it, for those who do not see it, and with fonts that are
/// there everywhere.
std::string described(std::string svg, const Figure& figure);

}  // namespace nonholo
