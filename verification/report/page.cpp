// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/report/page.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/experiment/cite.hpp>
#include <nonholo/verification/figure/figure_json.hpp>
#include <nonholo/verification/nesting.hpp>
#include <nonholo/verification/output/below.hpp>
#include <nonholo/verification/output/results_folder.hpp>
#include <nonholo/verification/report/picture.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

namespace nonholo::program {

extern const std::string_view page_template;  // template.cpp.in

namespace {

namespace fs = std::filesystem;
using PageJson = nlohmann::ordered_json;

constexpr std::string_view data_mark = "@REPORT_DATA@";

/// The document in the file of that name; discarded where there is none.
PageJson document(const fs::path& folder, const std::string& name) {
  return document_in<PageJson>(text_below(folder, name).value_or(""));
}

/// The list of that name in a document of ours; empty where there is none.
PageJson list_in(const PageJson& document, const char* name) {
  if (!document.is_object() || !document.contains(name) || !document[name].is_array()) return PageJson::array();
  return document[name];
}

std::string base64(const std::string& bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve(bytes.size() / 3 * 4 + 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const auto byte = [&](std::size_t k) {
      return i + k < bytes.size() ? static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i + k])) : 0u;
    };
    const std::uint32_t three = byte(0) << 16 | byte(1) << 8 | byte(2);
    for (std::size_t k = 0; k < 4; ++k) text += i + k > bytes.size() ? '=' : digits[three >> (18 - 6 * k) & 63u];
  }
  return text;
}

/// A list of numbers as little-endian floats: the seven digits of figures.json in half the space, not to be
/// parsed. null is NaN; what a float does not hold is cut to the largest.
void pack(PageJson& list) {
  constexpr double largest = std::numeric_limits<float>::max();
  constexpr std::size_t worth_it = 32;
  if (!list.is_array() || list.size() < worth_it) return;
  std::string bytes;
  for (const PageJson& entry : list) {
    const double x = entry.is_number() ? std::clamp(entry.get<double>(), -largest, largest)
                                       : std::numeric_limits<double>::quiet_NaN();
    const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(x));
    for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(bits >> shift & 255u);
  }
  list = "f32:" + base64(bytes);
}

void pack(PageJson& object, std::initializer_list<const char*> keys) {
  for (const char* key : keys)
    if (object.contains(key)) pack(object[key]);
}

/// Whether plotly.js is in the template: else the figures need pictures.
bool interactive() { return page_template.find("id=\"plotly\"></script>") == page_template.npos; }

/// What gnuplot draws of each figure, as SVG beside the data in the experiment's folder. None where it is not there or
/// draws nothing, and the page says so.
void add_pictures(PageJson& figures, const fs::path& folder, const std::string& document) try {
  if (!has_gnuplot()) return;
  const FigureDocument drawn = figure_document(document);
  for (std::size_t i = 0; i < drawn.figures.size(); ++i) {
    const fs::path picture = folder / (drawn.figures[i].name + ".svg");
    draw(drawn.figures[i], PictureFormat::svg, picture);
    figures[i]["svg"] = base64(text_of(picture).value_or(""));
  }
} catch (const InputError&) {}

/// The figures and the motion of an experiment go into it.
void add_figures(PageJson& experiment, const fs::path& folder) {
  const std::string name = experiment["name"], text = text_below(folder, name + "/figures.json").value_or("");
  const PageJson made = document_in<PageJson>(text);
  experiment["figures"] = list_in(made, "figures");
  for (PageJson& figure : experiment["figures"])
    if (figure.is_object()) figure.erase("svg");  // a page shows only what is drawn here
  if (!interactive() && !experiment["figures"].empty()) add_pictures(experiment["figures"], folder / name, text);
  for (PageJson& figure : experiment["figures"])
    for (PageJson& curve : figure["curves"]) pack(curve, {"x", "y"});
  experiment["motion"] = made.is_object() && made.contains("motion") ? made["motion"] : PageJson();
  if (!experiment["motion"].is_object()) return;
  for (PageJson& run : experiment["motion"]["runs"]) pack(run, {"t", "x", "y", "heading", "spin"});
  if (experiment["motion"].contains("exact")) pack(experiment["motion"]["exact"], {"t", "x", "y", "heading", "spin"});
}

/// BibTeX of what the experiment used, as far as it stands in the catalogues.
std::string citation(const PageJson& experiment) {
  std::vector<std::string> names;
  const auto add = [&names](const PageJson& from, const char* key, const auto& catalogue) {
    if (from.contains(key) && from[key].is_string() && catalogue.find(from[key].get<std::string>()))
      names.push_back(from[key]);
  };
  add(experiment, "problem", problem_catalogue());
  for (const PageJson& run : experiment["runs"]) {
    add(run, "method", method_catalogue());
    add(run, "tableau", tableau_catalogue());
  }
  return cite(names, {});
}

/// The file without the folders of a machine: from verification/experiments on, or its name alone.
std::string short_path(const std::string& file) {
  const std::size_t at = file.rfind("verification/experiments/");
  return at != file.npos ? file.substr(at) : fs::path(file).filename().string();
}

PageJson shown(PageJson experiment, const fs::path& folder) {
  experiment.erase("fingerprint");
  experiment.erase("provenance");
  if (!experiment.contains("runs")) experiment["runs"] = PageJson::array();
  if (!experiment.contains("expectations")) experiment["expectations"] = PageJson::array();
  for (PageJson& run : experiment["runs"]) run.erase("endpoint");
  if (experiment.contains("file") && experiment["file"].is_string())
    experiment["file"] = short_path(experiment["file"].get<std::string>());
  add_figures(experiment, folder);
  experiment["citation"] = citation(experiment);
  return experiment;
}

}  // namespace

std::string filled_page(const std::string& json) {
  const std::size_t at = page_template.find(data_mark);
  std::string text(page_template.substr(0, at));
  for (const char c : json) text += c == '<' ? std::string("\\u003c") : std::string(1, c);  // none ends the script
  return text.append(page_template.substr(at + data_mark.size()));
}

std::string page(const fs::path& folder) try {
  const PageJson results = document(folder, "results.json"), studies = document(folder, "studies.json"),
                 properties = document(folder, "properties.json");
  if (!results.is_object() && !studies.is_object() && !properties.is_object())
    throw InputError("DIR", fmt::format("{} holds no results.json: nonholo run TARGET --out {} writes it",
                                        folder.string(), folder.string()));
  PageJson data = {{"schema", 1}, {"version", NONHOLO_VERSION}, {"experiments", PageJson::array()}};
  for (const PageJson& experiment : list_in(results, "experiments"))
    if (experiment.is_object() && experiment.value("name", PageJson()).is_string()) {
      if (const std::string name = experiment["name"], why = why_no_folder(name); !why.empty())
        throw InputError("DIR", fmt::format("{} holds an experiment with the name '{}', which is not allowed: {}",
                                            folder.string(), name, why));
      data["experiments"].push_back(shown(experiment, folder));
    }
  data["studies"] = list_in(studies, "studies");
  if (properties.is_object()) data["properties"] = properties;
  return filled_page(data.dump(-1, ' ', false, PageJson::error_handler_t::replace));
} catch (const PageJson::exception& error) {
  throw InputError("DIR", fmt::format("{} holds no results written by nonholo: {}", folder.string(), error.what()));
}

fs::path write_page(const fs::path& folder) {
  fs::path file = folder / "report.html";
  write_whole(file, page(folder));
  return file;
}

}  // namespace nonholo::program
