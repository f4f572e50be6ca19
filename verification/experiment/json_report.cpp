#include <nonholo/verification/experiment/json_report.hpp>

#include <nonholo/verification/experiment/keys.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace nonholo {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view own_keys[] = {"tableau", "stages", "rtol", "atol", "formulation", "solver"};

Json number(double x) { return std::isfinite(x) ? Json(x) : Json(); }

Json numbers(const std::vector<double>& x) {
  if (x.empty()) return {};
  Json list = Json::array();
  for (const double e : x) list.push_back(number(e));
  return list;
}

template <class T> Json optional(const std::optional<T>& x) { return x ? Json(*x) : Json(); }

/// The options of a run that have no place of their own in the document.
Json other_options(const MethodOptions& options) {
  Json others = Json::object();
  for (const auto& [key, value] : options) {
    if (std::ranges::find(own_keys, key) != std::end(own_keys)) continue;
    if (const auto* truth = std::get_if<bool>(&value)) others[key] = *truth;
    else if (const auto* real = std::get_if<Number>(&value)) others[key] = number(real->value());
    else others[key] = shown(value);
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

Json to_json(const RunResult& run) {
  Json json = {
      {"label", run.label},
      {"method", run.method},
      {"tableau", optional(run.tableau)},
      {"stages", optional(run.stages)},
      {"h", optional(run.h)},
      {"rtol", optional(run.rtol)},
      {"atol", optional(run.atol)},
      {"precision", name(run.precision)},
      {"formulation", run.formulation.empty() ? Json() : Json(run.formulation)},
      {"solver", run.solver.empty() ? Json() : Json(run.solver)},
      {"options", other_options(run.options)},
  };
  for (const Quantity& quantity : quantities()) json[std::string(quantity.name)] = to_json(quantity.of(run));
  json["failure"] = run.failure.empty() ? Json() : Json(run.failure);
  json["warning"] = run.warning.empty() ? Json() : Json(run.warning);
  if (run.mechanical)
    json["endpoint"] = {{"t", number(run.endpoint.t)},
                        {"q", numbers(run.endpoint.q)},
                        {"v", numbers(run.endpoint.v)},
                        {"lambda", numbers(run.endpoint.lambda)},
                        {"lambda_stage", numbers(run.endpoint.lambda_stage)}};
  else
    json["endpoint"] = {{"t", number(run.endpoint.t)},
                        {"y", numbers(run.endpoint.q)},
                        {"z", numbers(run.endpoint.lambda)},
                        {"z_stage", numbers(run.endpoint.lambda_stage)}};
  if (!run.endpoint.digits.empty()) json["endpoint"]["digits"] = run.endpoint.digits;
  return json;
}

Json to_json(const Verdict& verdict) {
  const Json observed = verdict.observed ? number(*verdict.observed) : Json(verdict.observed_text);
  return {{"text", verdict.text},
          {"run", verdict.run},
          {"quantity", verdict.quantity},
          {"observed", observed},
          {"published", optional(verdict.published)},
          {"holds", verdict.holds}};
}

}  // namespace

std::string to_json(const ExperimentResult& result, const std::string& fingerprint) {
  const Experiment& experiment = *result.experiment;
  Json json = {{"name", experiment.name},
               {"title", experiment.title},
               {"source", experiment.source},
               {"problem", experiment.problem->name},
               {"parameters", Json(experiment.parameters)},
               {"fingerprint", fingerprint},
               {"exit_code", exit_code(result)},
               {"runs", Json::array()},
               {"expectations", Json::array()}};
  for (const RunResult& run : result.runs) json["runs"].push_back(to_json(run));
  for (const Verdict& verdict : result.verdicts) json["expectations"].push_back(to_json(verdict));
  return json.dump(1, ' ', false, Json::error_handler_t::replace);  // names of files need not be UTF-8
}

std::string json_document(const std::vector<std::string>& experiments) {
  Json document = {{"schema", 1}, {"experiments", Json::array()}};
  for (const std::string& text : experiments) document["experiments"].push_back(Json::parse(text));
  return document.dump(1);
}

std::string to_json(const InputError& error) {
  const auto text = [](const std::string& x) { return x.empty() ? Json() : Json(x); };
  const Json line = error.line() > 0 ? Json(error.line()) : Json();
  const Json json = {
      {"file", text(error.file())}, {"line", line}, {"key", text(error.key())}, {"message", error.message()}};
  // messages repeat what users wrote
  return Json({{"schema", 1}, {"error", json}}).dump(1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace nonholo
