// A figure in the language of gnuplot: colours that everybody can tell apart (Okabe and Ito 2008) with dashes and marks
// beside them, slopes in the key, triangles of slope, what the source prints.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/figure/figure.hpp>

#include <string>

namespace nonholo {

enum class PictureFormat { svg, pdf, png };
const Catalogue<Named<PictureFormat>>& picture_formats();

/// Commands and data, all that gnuplot needs to write the picture to the file.
std::string gnuplot_script(const Figure& figure, PictureFormat format, const std::string& file);

}  // namespace nonholo
