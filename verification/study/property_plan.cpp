// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/study/property_plan.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/glob.hpp>
#include <nonholo/verification/study/plan.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace nonholo {

namespace {

constexpr long most_stages_studied = 3;

using Lines = std::vector<PropertySubject>;

/// Methods of the catalogue whose line would be that of another.
constexpr std::string_view same_as_another[] = {
    "discrete_lagrangian",  // mclachlan_perlmutter, unless options say otherwise
    "nonholonomic_shake",   // the trajectory of nonholonomic_rattle
};

/// Methods and tableaus that differ from one in the table by their order alone, which `nonholo verify` has, or are for
/// DAEs first.
constexpr std::string_view much_like_another[] = {
    "runge_kutta",                                 // the constraint holds at its stages
    "projected",                                   // of any method: what it projects onto
    "half_explicit_euler",                         // symplectic_euler_1
    "radau_iia",                                   // radau_ia
    "lobatto_iiib",                                // lobatto_iiia_b
    "lobatto_iiid",                                //
    "lobatto_iiic",                                // radau_ia, of even order
    "lobatto_iiic_star",                           //
    "lobatto_iiic_c_star",                         //
    "lobatto_iiia_b_c_cstar_d",                    // lobatto_iiia_b_d, of a mechanical system
    "symmetric_lobatto_iiia_b",                    // mclachlan_perlmutter
    "composition(mclachlan_perlmutter,suzuki_4)",  // kahan_li_6
    "composition(symplectic_euler_2,strang)",      // mclachlan_perlmutter
};

bool is_much_like_another(const PropertySubject& line) {
  const std::string_view method = line.method.entry->name;
  const std::string tableau = method == "spark" ? line.method.options.text("tableau") : "";
  return std::ranges::any_of(much_like_another, [&](std::string_view name) {
    return name == method || name == tableau || name == line.method.label();
  });
}

void add_tableaus(Lines& lines, const MethodEntry& spark, const Catalogue<TableauFamily>& tableaus,
                  const Catalogue<MethodEntry>& methods) {
  for (const TableauFamily& family : tableaus) {
    if (methods.find(family.name)) continue;  // a line of its own
    for (long s = family.min_stages; s <= std::min<long>(family.max_stages, most_stages_studied); ++s)
      if (family(s).determines_multipliers())
        lines.push_back({{&spark, {{"tableau", std::string(family.name)}, {"stages", s}}}});
  }
}

/// With options that change what is kept, or the order.
Lines more_lines(const Catalogue<MethodEntry>& methods) {
  return {{{&methods.at("discrete_gradient"), {{"gradient", "gonzalez"}, {"space", "full"}}}},
          {{&methods.at("energy_collocation"), {{"stages", 1L}}}},
          {{&methods.at("composition"), {{"base", "mclachlan_perlmutter"}, {"scheme", "kahan_li_6"}}}}};
}

/// Those that take the system, on it.
void run_on(const ProblemChoice& own, Lines& lines) {
  const System<double> system = own.system();
  if (system.kind() != SystemKind::mechanical)
    throw InputError("system",
                     "a mechanical system is required, with an energy, a constraint and a velocity; nonholo verify "
                     "studies methods on other systems");
  const auto start = checked(own.start(), system, 0);
  std::erase_if(lines, [&](const PropertySubject& line) { return !runs_from(start, line.method, system); });
  for (PropertySubject& line : lines) line.own = own;
}

bool matches(const std::string& glob, const PropertySubject& subject) {
  const MethodOptions& options = subject.method.options;
  return glob_matches(glob, {subject.method.entry->name, options.has("tableau") ? options.text("tableau") : ""});
}

}  // namespace

Lines property_plan(const Catalogue<MethodEntry>& methods, const Catalogue<TableauFamily>& tableaus) {
  Lines lines;
  const Lines more = more_lines(methods);
  for (const MethodEntry& method : methods) {
    if (std::ranges::find(same_as_another, method.name) != std::end(same_as_another)) continue;
    if (method.name == "spark") {
      add_tableaus(lines, method, tableaus, methods);
      continue;
    }
    for (const MethodChoice& trial : trials_of(method))
      if (trial.steps_as_told()) lines.push_back({trial});
    std::ranges::copy_if(more, std::back_inserter(lines),
                         [&](const PropertySubject& line) { return line.method.entry == &method; });
  }
  for (PropertySubject& line : lines) {
    if (line.method.entry->name == "cortes_martinez") line.other_start = "naive";
    line.in_table = !is_much_like_another(line);
  }
  return lines;
}

Lines property_subjects(const std::vector<std::string>& filters, const std::optional<ProblemChoice>& own) {
  Lines subjects = property_plan(method_catalogue(), tableau_catalogue());
  if (own) run_on(*own, subjects);
  for (const std::string& filter : filters)
    if (std::ranges::none_of(subjects, [&](const auto& subject) { return matches(filter, subject); }))
      throw InputError("FILTER", fmt::format("'{}' matches no method or tableau {}", filter,
                                             own ? fmt::format("that runs on {}", own->entry->name) : "of the table"));
  std::erase_if(subjects, [&](const PropertySubject& subject) {
    return filters.empty()
               ? !subject.in_table
               : std::ranges::none_of(filters, [&](const std::string& filter) { return matches(filter, subject); });
  });
  return subjects;
}

}  // namespace nonholo
