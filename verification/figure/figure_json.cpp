// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/figure/figure_json.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/verification/nesting.hpp>
#include <nonholo/verification/output/results_folder.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>

namespace nonholo {

namespace {

using Json = nlohmann::ordered_json;

Json number_json(double x) {
  if (!std::isfinite(x)) return {};
  const std::string text = fmt::format("{:.7g}", x);
  double rounded = x;  // inf and nan stay
  std::from_chars(text.data(), text.data() + text.size(), rounded);
  return rounded;
}

Json numbers_json(const std::vector<double>& x) {
  Json list = Json::array();
  for (const double each : x) list.push_back(number_json(each));
  return list;
}

Json text_json(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json axis_json(const Axis& axis) {
  Json json = {{"name", axis.name}, {"label", axis.label}, {"log", axis.log}};
  if (axis.range) json["range"] = numbers_json({axis.range->first, axis.range->second});
  return json;
}

Json curve_json(const Curve& curve) {
  Json json = {{"run", curve.run},           {"label", curve.label},       {"series", curve.series},
               {"x", numbers_json(curve.x)}, {"y", numbers_json(curve.y)}, {"points", curve.points}};
  if (curve.slope) json["slope"] = number_json(*curve.slope);
  if (!curve.reason.empty()) json["reason"] = curve.reason;
  return json;
}

Json figure_json(const Figure& figure) {
  Json json = {{"name", figure.name},       {"number", text_json(figure.number)},
               {"page", nullptr},           {"title", figure.title},
               {"caption", figure.caption}, {"source", figure.source},
               {"x", axis_json(figure.x)},  {"y", axis_json(figure.y)}};
  if (figure.page) json["page"] = *figure.page;
  json["y"]["as"] = name(figure.as);
  if (!figure.front.empty()) json["front"] = figure.front;
  json["style"] = name(figure.style);
  json["equal"] = figure.equal;
  json["slopes"] = figure.slopes;
  json["triangles"] = numbers_json(figure.triangles);
  json["curves"] = Json::array();
  for (const Curve& curve : figure.curves) json["curves"].push_back(curve_json(curve));
  json["marks"] = Json::array();
  for (const Mark& mark : figure.marks)
    json["marks"].push_back({{"x", number_json(mark.x)}, {"y", number_json(mark.y)}, {"label", mark.label}});
  return json;
}

Json motion_run_json(const MotionRun& run) {
  return {{"label", run.label},
          {"t", numbers_json(run.t)},
          {"x", numbers_json(run.x)},
          {"y", numbers_json(run.y)},
          {"heading", numbers_json(run.heading)},
          {"spin", numbers_json(run.spin)}};
}

Json motion_json(const Motion& motion) {
  const PlanarBody& body = motion.body;
  Json json = {{"title", motion.title},
               {"body",
                {{"shape", body.shape},
                 {"x", body.x},
                 {"y", body.y},
                 {"heading", body.heading},
                 {"spin", text_json(std::string(body.spin))},
                 {"size", number_json(body.size)}}},
               {"runs", Json::array()}};
  for (const MotionRun& run : motion.runs) json["runs"].push_back(motion_run_json(run));
  if (motion.exact) json["exact"] = motion_run_json(*motion.exact);
  return json;
}

// Back: what is missing or of another kind throws a Json::exception.

std::string text_in(const Json& json) { return json.is_null() ? "" : json.get<std::string>(); }

double number_in(const Json& json) {
  return json.is_null() ? std::numeric_limits<double>::quiet_NaN() : json.get<double>();
}

std::vector<double> numbers_in(const Json& json) {
  std::vector<double> x;
  for (const Json& each : json) x.push_back(number_in(each));
  return x;
}

Axis axis_in(const Json& json) {
  Axis axis{.name = json.at("name"), .label = json.at("label"), .log = json.at("log"), .range = {}};
  if (json.contains("range")) axis.range = {json["range"].at(0), json["range"].at(1)};
  return axis;
}

Curve curve_in(const Json& json) {
  Curve curve{.run = json.at("run"), .label = json.at("label"), .series = json.at("series")};
  curve.x = numbers_in(json.at("x"));
  curve.y = numbers_in(json.at("y"));
  if (curve.x.size() != curve.y.size()) throw InputError("", "a curve has as many x as y");
  curve.points = json.at("points");
  if (json.contains("slope")) curve.slope = number_in(json["slope"]);
  if (json.contains("reason")) curve.reason = text_in(json["reason"]);
  return curve;
}

Figure figure_in(const Json& json) {
  Figure figure{.name = json.at("name"),
                .number = text_in(json.at("number")),
                .title = json.at("title"),
                .caption = json.at("caption"),
                .source = json.at("source"),
                .x = axis_in(json.at("x")),
                .y = axis_in(json.at("y")),
                .as = measures().at(json.at("y").at("as").get<std::string>()).value,
                .style = styles().at(json.at("style").get<std::string>()).value,
                .equal = json.at("equal"),
                .slopes = json.at("slopes"),
                .triangles = numbers_in(json.at("triangles"))};
  if (json.contains("front")) figure.front = text_in(json["front"]);
  if (!json.at("page").is_null()) figure.page = json["page"].get<long>();
  for (const Json& curve : json.at("curves")) figure.curves.push_back(curve_in(curve));
  for (const Json& mark : json.at("marks"))
    figure.marks.push_back({number_in(mark.at("x")), number_in(mark.at("y")), mark.at("label")});
  return figure;
}

/// Pictures are written under the names of experiments and figures: these lead nowhere else.
[[noreturn]] void refuse_name(const std::string& name) {
  throw InputError("", fmt::format("'{}' is no name of a file", name));
}

}  // namespace

std::string to_json(const FigureDocument& document) {
  Json json = {{"schema", 1}, {"experiment", document.experiment}, {"figures", Json::array()}};
  for (const Figure& figure : document.figures) json["figures"].push_back(figure_json(figure));
  json["motion"] = document.motion ? motion_json(*document.motion) : Json();
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);  // texts of files need not be UTF-8
}

FigureDocument figure_document(const std::string& json) try {
  const Json read = document_in<Json>(json);
  FigureDocument document{.experiment = read.at("experiment"), .figures = {}};
  for (const Json& figure : read.at("figures")) document.figures.push_back(figure_in(figure));
  if (!why_no_folder(document.experiment).empty()) refuse_name(document.experiment);
  for (const Figure& each : document.figures)
    if (each.name.starts_with('.') || std::filesystem::path(each.name).filename() != each.name) refuse_name(each.name);
  return document;
} catch (const Json::exception& error) {
  throw InputError("", std::string("no document of figures: ") + error.what());
}

}  // namespace nonholo
