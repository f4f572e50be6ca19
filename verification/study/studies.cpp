#include <nonholo/verification/study/studies.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/tableau/order_conditions.hpp>
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/study/glob.hpp>
#include <nonholo/verification/tableau/tableau_file.hpp>
#include <nonholo/verification/tableau/tableau_source.hpp>
#include <nonholo/verification/work_queue.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>

namespace nonholo {

namespace {

struct Setting {
  const char *problem, *setup;
};

// Nonlinear and free of the coincidences that make some methods the same or exact on others: a mass that depends on q
// and a sleigh that turns; a constant mass and a constraint that is not affine in the angle-like coordinate. And the
// DAEs of five parts and of one.
constexpr Setting turning_sleigh{"chaplygin_sleigh", "rotating"}, pendulum{"gearbox_pendulum", "celledoni_4_4"};
constexpr Setting no_coincidence{"coupled_pendula", "swing"}, particles{"mclachlan_perlmutter_particles", "jay_8_4"};
constexpr Setting suslov{"suslov", "jimenez_scheurle"}, reduced_sleigh{"reduced_sleigh", "celledoni_fig_3"};
constexpr Setting five_parts{"jay_2003_dae", "unit_interval"}, one_part{"jay_2006_dae", "unit_interval"};

struct Family {
  const char* tableau;
  long first, last;
};

constexpr Family alone[] = {{"gauss", 1, 4},        {"radau_ia", 2, 4},     {"radau_iia", 1, 4},
                            {"lobatto_iiib", 2, 4}, {"lobatto_iiic", 2, 4}, {"lobatto_iiic_star", 2, 4},
                            {"lobatto_iiid", 2, 4}};
constexpr Family sets[] = {{"lobatto_iiia_b", 2, 4},
                           {"lobatto_iiia_b_d", 2, 4},
                           {"lobatto_iiic_c_star", 2, 4},
                           {"lobatto_iiia_b_c_cstar_d", 2, 4}};
constexpr Family standard[] = {{"gauss", 1, 4},        {"radau_ia", 2, 4},     {"radau_iia", 1, 4},
                               {"lobatto_iiia", 2, 4}, {"lobatto_iiic", 2, 4}, {"lobatto_iiid", 2, 4}};

constexpr long most_quick_stages = 2;

class Plan {
 public:
  std::vector<StudySubject> subjects;

  void add(const char* method, const Setting& place, const MethodOptions& options, bool quick,
           std::optional<int> claimed = {}) {
    subjects.push_back({.method = &method_catalogue().at(method),
                        .options = options,
                        .problem = &problem_catalogue().at(place.problem),
                        .setup = place.setup,
                        .quick = quick,
                        .claimed = claimed});
  }

  template <std::size_t count> void add(const char* method, const Family (&families)[count], const Setting& place,
                                        const char* formulation, bool quick) {
    for (const Family& family : families)
      for (long s = family.first; s <= family.last; ++s)
        add(method, place, options(family.tableau, s, formulation), quick && s <= most_quick_stages);
  }

  static MethodOptions options(const std::string& tableau, long stages, const char* formulation = nullptr) {
    MethodOptions options;
    options.set("tableau", tableau);
    options.set("stages", stages);
    if (formulation) options.set("formulation", std::string(formulation));
    return options;
  }
};

std::optional<int> claimed(const std::vector<Claim>& claims, std::string_view name) {
  const auto found = std::ranges::find(claims, name, &Claim::name);
  return found == claims.end() ? std::nullopt : std::optional(static_cast<int>(std::get<long>(found->claimed)));
}

/// Whether the method takes this problem at all: some are for constant mass only.
bool takes(const MethodEntry& method, const MethodOptions& options, const Setting& place) {
  return method.make_where_meant(problem_catalogue().at(place.problem).make<double>({}, place.setup), options) !=
         nullptr;
}

/// On the sleighs H is a sum of functions of one coordinate each, where Itoh and Abe's gradient is the mean value one:
/// its order shows elsewhere.
bool coincides(const MethodOptions& options, const Setting& place) {
  const bool sleigh = place.problem == turning_sleigh.problem || place.problem == reduced_sleigh.problem;
  return sleigh && options.has("gradient") && options.text("gradient") == "itoh_abe";
}

void add_named(Plan& plan) {
  for (const MethodEntry& method : method_catalogue())
    if (method.stepping == Stepping::fixed && !method.needs("tableau"))
      for (const MethodOptions& options : method.trials())
        for (const Setting& place : {turning_sleigh, pendulum, no_coincidence})
          if (!coincides(options, place) && takes(method, options, place))
            plan.add(method.name.data(), place, options, true);
}

/// Options that change the order or the equations.
void add_variants(Plan& plan) {
  for (const Setting& place : {no_coincidence, pendulum}) {
    for (const char* difference : {"left", "right", "midpoint"})
      plan.add("discrete_lagrangian", place, {{"difference", difference}}, false);
    plan.add("discrete_lagrangian", place, {{"difference", "left"}, {"nodes", "path"}}, false);
    plan.add("cortes_martinez", place, {{"start", "naive"}}, false);
    plan.add("cortes_martinez", place, {{"start", "previous_node"}}, false);
    plan.add("gni", place, {{"start", "zero_multiplier"}}, false);
    plan.add("gni", place, {{"difference", "midpoint"}}, false);
    plan.add("discrete_gradient", place, {{"gradient", "gonzalez"}, {"space", "full"}}, false);
    plan.add("discrete_gradient", place, {{"gradient", "gonzalez"}, {"basis", "qr"}}, false);
    plan.add("discrete_gradient", place,
             {{"gradient", "gonzalez"}, {"basis", "qr"}, {"differentiation", "central_difference"}}, false);
    for (const long s : {1L, 3L, 4L}) plan.add("energy_collocation", place, {{"stages", s}}, false);
    plan.add("energy_collocation", place, {{"stages", 2L}, {"basis", "qr"}}, false);
  }
  plan.add("discrete_gradient", particles, {{"gradient", "itoh_abe"}}, false);
  for (const Setting& place : {suslov, reduced_sleigh}) {
    for (const MethodOptions& options : method_catalogue().at("discrete_gradient").trials())
      if (!coincides(options, place)) plan.add("discrete_gradient", place, options, true);
    for (const long s : {1L, 2L, 3L, 4L})
      plan.add("energy_collocation", place, {{"stages", s}}, s <= most_quick_stages);
    plan.add("spark", place, Plan::options("gauss", 2), true);
  }
}

void add_compositions(Plan& plan) {
  for (const Setting& place : {no_coincidence, pendulum}) {
    for (const char* scheme : {"triple_jump_4", "suzuki_4", "kahan_li_6", "kahan_li_8"})
      plan.add("composition", place, {{"base", "mclachlan_perlmutter"}, {"scheme", scheme}},
               place.problem == pendulum.problem);
    plan.add("composition", place, {{"base", "symplectic_euler_2"}, {"scheme", "strang"}}, true);
    plan.add("composition", place, {{"base", "symplectic_euler_1"}, {"scheme", "suzuki_4"}}, false);
    plan.add("composition", place, {{"base", "spark"}, {"tableau", "gauss"}, {"stages", 1L}, {"scheme", "kahan_li_6"}},
             false);
    plan.add("composition", place, {{"base", "symmetric_lobatto_iiia_b"}, {"scheme", "suzuki_4"}}, false);
    plan.add("projected", place, {{"base", "runge_kutta"}, {"tableau", "radau_iia"}, {"stages", 2L}}, true);
    plan.add("projected", place,
             {{"base", "spark"}, {"tableau", "gauss"}, {"stages", 2L}, {"onto", "constraint_and_energy"}}, false);
  }
}

std::vector<StudySubject> whole_plan() {
  Plan plan;
  add_named(plan);
  add_variants(plan);
  add_compositions(plan);
  for (const Setting& place : {turning_sleigh, pendulum}) {
    const bool quick = place.problem == turning_sleigh.problem;
    plan.add("spark", alone, place, nullptr, quick);
    plan.add("spark", sets, place, nullptr, quick);
  }
  plan.add("spark", turning_sleigh, Plan::options("gauss", 8), false);
  plan.add("spark", alone, one_part, nullptr, true);
  plan.add("spark", sets, five_parts, nullptr, true);
  plan.add("spark", sets, turning_sleigh, "hessenberg_qp", false);
  plan.add("spark", sets, turning_sleigh, "hessenberg_qv", false);
  plan.add("runge_kutta", standard, one_part, nullptr, true);
  plan.add("runge_kutta", standard, turning_sleigh, nullptr, false);
  plan.add("runge_kutta", standard, pendulum, nullptr, false);
  return plan.subjects;
}

std::string tableau_of(const StudySubject& subject) {
  return subject.options.has("tableau") ? subject.options.text("tableau") : "";
}

bool matches(const std::string& filter, const StudySubject& subject) {
  return glob_matches(filter, {subject.method->name, subject.problem->name, tableau_of(subject)});
}

std::vector<StudySubject> matching(const std::string& filter, bool quick) {
  if (is_tableau_file(filter)) return studies_of_tableau(filter, std::nullopt);
  std::vector<StudySubject> subjects = whole_plan();
  std::erase_if(subjects, [&](const StudySubject& subject) { return !matches(filter, subject); });
  if (subjects.empty())
    throw InputError("FILTER", fmt::format("'{}' matches no method, tableau or problem of the suite", filter));
  if (quick && std::ranges::any_of(subjects, &StudySubject::quick))
    std::erase_if(subjects, [](const StudySubject& subject) { return !subject.quick; });
  return subjects;
}

/// "gradient=avf basis=qr": what is said of a method beside its tableau and number of stages.
std::string other_options(const MethodOptions& options) {
  std::string text;
  for (const auto& [key, value] : options)
    if (key != "tableau" && key != "stages") text += fmt::format("{}{}={}", text.empty() ? "" : " ", key, shown(value));
  return text;
}

std::string tableau_and_options(const Study& study) {
  const std::string others = other_options(study.options);
  return study.tableau + (study.tableau.empty() || others.empty() ? "" : " ") + others;
}

std::string identity(const StudySubject& subject) {
  const MethodOptions& options = subject.options;
  return fmt::format("{} {} {} {} {} {}", subject.method->name, subject.problem->name, subject.setup,
                     tableau_of(subject), options.has("stages") ? options.integer("stages") : 0,
                     other_options(options));
}

}  // namespace

std::vector<StudySubject> studies_of_tableau(const std::string& tableau, std::optional<long> stages) {
  const TableauSet set = find_tableau(tableau, stages);
  Plan plan;
  const std::vector<Claim> claims = is_tableau_file(tableau) ? read_tableau_file(tableau).claims : std::vector<Claim>{};
  std::vector<Setting> places{turning_sleigh, pendulum};
  // depends on time, as a wrong c shows
  if (set.rounded_constraint_rows<double>().points() == 0) places.push_back(five_parts);
  if (places.size() > 2 && set.parts().size() == 1) places.push_back(one_part);
  if (set.determines_multipliers())
    for (const Setting& place : places)
      plan.add("spark", place, Plan::options(tableau, set.stages()), true, claimed(claims, "order"));
  if (const OrderByTrees ode = ode_order(set, 5); !ode.reached_cap)
    for (StudySubject& subject : plan.subjects) subject.at_most = ode.order;
  const std::optional<int> standard = claimed(claims, "standard_order");
  if (set.parts().size() == 1 && (standard || !set.determines_multipliers()))
    for (const Setting& place : {one_part, five_parts})
      plan.add("runge_kutta", place, Plan::options(tableau, set.stages()), true, standard);
  return plan.subjects;
}

std::vector<StudySubject> study_subjects(const std::vector<std::string>& filters, bool quick) {
  std::vector<StudySubject> all;
  std::vector<std::string> seen;
  for (const std::string& filter : filters.empty() ? std::vector<std::string>{"*"} : filters)
    for (StudySubject& subject : matching(filter, quick))
      if (const std::string id = identity(subject); std::ranges::find(seen, id) == seen.end()) {
        seen.push_back(id);
        all.push_back(std::move(subject));
      }
  return all;
}

std::vector<Study> run_studies(const std::vector<StudySubject>& subjects, const StudyOptions& options) {
  StudyReferences references;
  std::vector<std::vector<Study>> results(subjects.size());
  std::atomic<std::size_t> done = 0;
  work_off(subjects.size(), options.jobs, [&](std::size_t i) {
    results[i] = study(subjects[i], references, options.quick);
    if (options.progress) options.progress(static_cast<double>(++done) / static_cast<double>(subjects.size()));
  });
  std::vector<Study> all;
  for (auto& each : results) std::ranges::move(each, std::back_inserter(all));
  return all;
}

std::string studies_json(const std::vector<Study>& studies) {
  using Json = nlohmann::ordered_json;
  const auto text = [](const std::string& x) { return x.empty() ? Json() : Json(x); };
  Json list = Json::array();
  for (const Study& each : studies) {
    Json points = Json::array();
    for (const StudyPoint& point : each.points)
      points.push_back({{"h", point.h}, {"error", std::isfinite(point.error) ? Json(point.error) : Json()}});
    list.push_back({{"method", each.method},
                    {"tableau", text(each.tableau)},
                    {"stages", each.stages ? Json(*each.stages) : Json()},
                    {"formulation", each.options.has("formulation") ? Json(each.options.text("formulation")) : Json()},
                    {"options", text(other_options(each.options))},
                    {"problem", each.problem},
                    {"variable", each.variable},
                    {"expected_order", each.expected ? Json(*each.expected) : Json()},
                    {"measured_order", each.measured ? Json(*each.measured) : Json()},
                    {"points", points},
                    {"holds", each.holds},
                    {"note", text(each.note)}});
  }
  return Json({{"schema", 1}, {"studies", list}}).dump(1);
}

std::string studies_table(const std::vector<Study>& studies) {
  std::size_t width = 26;
  for (const Study& each : studies) width = std::max(width, tableau_and_options(each).size());
  std::string text = fmt::format("  {:<28} {:<{}} {:>2}  {:<30} {:<13} {:>8} {:>8}\n", "method", "tableau, options",
                                 width, "s", "problem", "variable", "expected", "measured");
  for (const Study& each : studies)
    text += fmt::format("  {:<28} {:<{}} {:>2}  {:<30} {:<13} {:>8} {:>8}  {}{}\n", each.method,
                        tableau_and_options(each), width, each.stages ? fmt::format("{}", *each.stages) : "",
                        each.problem, each.variable, each.expected ? fmt::format("{}", *each.expected) : "-",
                        each.measured ? fmt::format("{:.3f}", *each.measured) : "-", each.holds ? "holds" : "FAILS",
                        each.note.empty() ? "" : ": " + each.note);
  return text;
}

}  // namespace nonholo
