// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/json_report.hpp>

#include <nonholo/verification/experiment/keys.hpp>
#include <nonholo/verification/experiment/reasons.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace nonholo::program {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view own_keys[] = {"tableau", "stages", "rtol", "atol", "formulation", "solver"};

Json json_number(double x) { return std::isfinite(x) ? Json(x) : Json(); }

Json json_numbers(const std::vector<double>& x) {
  if (x.empty()) return {};
  Json list = Json::array();
  for (const double e : x) list.push_back(json_number(e));
  return list;
}

template <class T> Json optional(const std::optional<T>& x) { return x ? Json(*x) : Json(); }
Json text(const std::string& x) { return x.empty() ? Json() : Json(x); }

/// An option as a number or a text; null where it is not given.
Json option(const MethodOptions& options, std::string_view key) {
  for (const auto& [name, value] : options)
    if (name == key) {
      const auto* real = std::get_if<Number>(&value);
      return real ? json_number(real->value()) : Json(shown(value));
    }
  return {};
}

Json json_value(const MethodOptions::Value& value) {
  if (const auto* whole = std::get_if<long>(&value)) return *whole;
  if (const auto* truth = std::get_if<bool>(&value)) return *truth;
  if (const auto* real = std::get_if<Number>(&value)) return json_number(real->value());
  return shown(value);
}

/// The options of a run that have no place of their own in the document.
Json other_options(const MethodOptions& options) {
  Json others = Json::object();
  for (const auto& [key, value] : options) {
    if (std::ranges::find(own_keys, key) != std::end(own_keys)) continue;
    const bool whole = std::holds_alternative<long>(value);
    others[key] = whole ? Json(shown(value)) : json_value(value);
  }
  return others;
}

Json to_json(const QuantityValue& value) {
  return std::visit(
      [](const auto& x) -> Json {
        if constexpr (std::is_same_v<std::decay_t<decltype(x)>, std::monostate>) return {};
        else return x;
      },
      value);
}

Json to_json(const Endpoint& end) {
  Json json = {{"t", json_number(end.t)}, {std::string(end.names.state), json_numbers(end.q)}};
  if (!end.names.velocity.empty()) json[std::string(end.names.velocity)] = json_numbers(end.v);
  json[std::string(end.names.multiplier)] = json_numbers(end.lambda);
  json[end.names.stage_multiplier()] = json_numbers(end.lambda_stage);
  if (!end.digits.empty()) json["digits"] = end.digits;
  return json;
}

Json to_json(const std::vector<RaisedFlag>& flags) {
  Json list = Json::array();
  for (const RaisedFlag& each : flags)
    list.push_back({{"name", info(each.flag).name},
                    {"t", json_number(each.t)},
                    {"text", each.text},
                    {"failure", info(each.flag).failure}});
  return list;
}

Json to_json(const std::vector<Opinion>& opinions) {
  Json list = Json::array();
  for (const Opinion& each : opinions)
    list.push_back({{"with", each.how},
                    {"digits", optional(each.digits)},
                    {"own_digits", optional(each.own_digits)},
                    {"reason", text(each.why_not)}});
  return list;
}

Json to_json(const std::vector<Located>& located, bool section) {
  Json list = Json::array();
  for (const Located& each : located)
    if (each.section == section)
      list.push_back({{"name", each.name},
                      {"count", each.count},
                      {"first", json_number(each.first)},
                      {"last", json_number(each.last)},
                      {"csv", text(each.csv)}});
  return list;
}

Json to_json(const std::vector<RecordedHistogram>& histograms) {
  Json list = Json::array();
  for (const RecordedHistogram& each : histograms)
    list.push_back({{"name", each.name},
                    {"from", json_number(each.from)},
                    {"to", json_number(each.to)},
                    {"counts", json_numbers(each.counts)}});
  return list;
}

/// Of each kind of growth its information criterion less that of the best.
Json to_json(const GrowthEvidence& growth) {
  Json all = Json::object();
  for (std::size_t i = 0; i < growth_names.size(); ++i)
    all[std::string(growth_names[i])] = json_number(growth.criteria[i]);
  return all;
}

/// What lists gave the run.
Json swept_json(const RunSpec& run) {
  Json all = Json::object();
  for (const Swept& each : run.swept) all[each.key] = json_value(each.value);
  return all;
}

/// A number each; a list of those that it has in runs where a list gave it several.
Json parameters_json(const std::vector<RunSpec>& runs) {
  Json all = Json::object();
  for (const auto& [name, first] : runs.front().parameters) {
    std::vector<double> values;
    for (const RunSpec& run : runs)
      if (const double x = run.parameters.at(name).value(); std::ranges::find(values, x) == values.end())
        values.push_back(x);
    all[name] = values.size() == 1 ? Json(values.front()) : Json(values);
  }
  return all;
}

Json to_json(const RunResult& run, const RunSpec& spec) {
  const MethodOptions& options = run.method.options;
  Json json = {
      {"label", run.label},
      {"method", run.method.entry->name},
      {"tableau", text(run.method.tableau())},
      {"stages", optional(run.method.stages())},
      {"h", optional(run.h)},
      {"rtol", option(options, "rtol")},
      {"atol", option(options, "atol")},
      {"precision", name(run.precision)},
      {"formulation", option(options, "formulation")},
      {"solver", option(options, "solver")},
      {"options", other_options(run.method.resolved())},
      {"swept", swept_json(spec)},
  };
  for (const Quantity& quantity : quantities()) json[std::string(quantity.name)] = to_json(quantity.of(run));
  Json expressions = Json::object();
  for (const auto& [expression, value] : run.expressions) expressions[expression] = json_number(value);
  json["expressions"] = expressions;
  Json reasons = Json::object();
  for (const Quantity& quantity : quantities())
    if (std::string why = reason(quantity, run); !why.empty()) reasons[std::string(quantity.name)] = std::move(why);
  for (const auto& [expression, value] : run.expressions)
    if (!std::isfinite(value)) reasons[expression] = reason(expression, run);
  json["reasons"] = reasons;
  json["growth_evidence"] = run.growth ? to_json(*run.growth) : Json();
  json["failure"] = text(run.failure);
  json["warning"] = text(run.warning);
  json["note"] = text(run.note);
  json["flags"] = to_json(run.flags);
  json["events"] = to_json(run.located, false);
  json["sections"] = to_json(run.located, true);
  json["check"] = to_json(run.opinions);
  json["histograms"] = to_json(run.recorded.histograms);
  json["csv"] = text(run.csv);
  json["members_csv"] = text(run.members_csv);
  json["start"] = to_json(run.start);
  json["endpoint"] = to_json(run.endpoint);
  return json;
}

Json to_json(const Verdict& verdict) {
  const Json observed = verdict.observed ? json_number(*verdict.observed) : Json(verdict.observed_text);
  return {{"text", verdict.text},           {"run", verdict.run},
          {"quantity", verdict.quantity},   {"observed", observed},
          {"reason", text(verdict.reason)}, {"published", optional(verdict.published)},
          {"page", optional(verdict.page)}, {"holds", verdict.holds}};
}

/// What is drawn, and below which folder of results the drawings' data are.
Json figures_json(const ExperimentResult& result) {
  Json list = Json::array();
  for (const FigureSpec& spec : result.experiment->figures)
    list.push_back({{"name", spec.figure.name},
                    {"number", text(spec.figure.number)},
                    {"title", text(spec.figure.title)},
                    {"file", result.figures ? Json(result.experiment->name + "/figures.json") : Json()}});
  return list;
}

Json to_json(const Provenance& from) {
  Json libraries = Json::object();
  for (const auto& [name, version] : from.libraries) libraries[name] = version;
  return {{"program", from.program}, {"build", from.build},     {"compiler", from.compiler}, {"libraries", libraries},
          {"date", from.date},       {"command", from.command}, {"input", from.input}};
}

/// As it stands two levels down. No string of JSON goes over a line.
std::string indented(const std::string& json) {
  std::string text;
  for (const char c : json) text += c == '\n' ? std::string("\n  ") : std::string(1, c);
  return text;
}

}  // namespace

std::string to_json(const ExperimentResult& result, const Provenance& provenance) {
  const Experiment& experiment = *result.experiment;
  Json json = {{"name", experiment.name},
               {"title", experiment.title},
               {"source", experiment.source},
               {"file", experiment.file.generic_string()},
               {"problem", experiment.problem.entry->name},
               {"parameters", parameters_json(experiment.runs)},
               {"fingerprint", provenance.fingerprint},
               {"provenance", to_json(provenance)},
               {"exit_code", exit_code(result)},
               {"runs", Json::array()},
               {"expectations", Json::array()},
               {"figures", figures_json(result)},
               {"motion", experiment.motion.has_value()}};
  for (const RunResult& run : result.runs)
    json["runs"].push_back(to_json(run, *std::ranges::find(experiment.runs, run.label, &RunSpec::label)));
  for (const Verdict& verdict : result.verdicts) json["expectations"].push_back(to_json(verdict));
  return json.dump(1, ' ', false, Json::error_handler_t::replace);  // names of files need not be UTF-8
}

namespace {

Json error_json(const InputError& error) {
  const Json line = error.line() > 0 ? Json(error.line()) : Json();
  return {{"file", text(error.file())}, {"line", line}, {"key", text(error.key())}, {"message", error.message()}};
}

/// Messages repeat what users wrote.
std::string dumped(const Json& json) { return json.dump(1, ' ', false, Json::error_handler_t::replace); }

}  // namespace

std::string json_document(const std::vector<std::string>& experiments, const std::vector<InputError>& not_run) {
  std::string list, refused;
  for (const std::string& experiment : experiments) list += (list.empty() ? "\n  " : ",\n  ") + indented(experiment);
  Json errors = Json::array();
  for (const InputError& error : not_run) errors.push_back(error_json(error));
  if (!not_run.empty()) refused = fmt::format(",\n \"not_run\": {}", indented(dumped(errors)));
  return fmt::format("{{\n \"schema\": 1,\n \"experiments\": [{}]{}\n}}", list.empty() ? "" : list + "\n ", refused);
}

std::string to_json(const InputError& error) { return dumped(Json({{"schema", 1}, {"error", error_json(error)}})); }

}  // namespace nonholo::program
