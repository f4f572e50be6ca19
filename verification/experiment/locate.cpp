// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/locate.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/base/nearest_names.hpp>
#include <nonholo/verification/toml/toml_table.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace nonholo::program {

namespace fs = std::filesystem;

namespace {

std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code ignored;
  // links to folders may be loops
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, ignored);
  for (; entry != fs::recursive_directory_iterator(); entry.increment(ignored))
    if (entry->path().extension() == ".toml" && entry->is_regular_file(ignored)) files.push_back(entry->path());
  std::ranges::sort(files);
  return files;
}

std::vector<fs::path>& added_folders() {
  static std::vector<fs::path> folders;
  return folders;
}

/// Beside experiments a folder may hold the systems that they are of.
bool is_system_alone(const fs::path& file) try {
  const TomlText text = toml_text(file);
  const toml::table root = parsed_toml(text, file.string());
  return root.contains("system") && !root.contains("run");
} catch (const InputError&) {  // told by whoever runs it
  return false;
}

std::string name_below(const fs::path& file, const fs::path& folder) {
  return file.lexically_relative(folder).replace_extension().generic_string();
}

/// The name of a file given by its path: as it is known by name, if it is; else the one given.
std::string name_of(const fs::path& file, const std::vector<fs::path>& folders, const std::string& otherwise) {
  std::error_code ignored;
  for (const FoundExperiment& known : known_experiments(folders))
    if (fs::equivalent(known.file, file, ignored)) return known.name;
  return otherwise;
}

}  // namespace

void add_experiment_folder(const fs::path& folder) { added_folders().push_back(folder); }

std::vector<fs::path> experiment_folders(const fs::path& program) {
  std::vector<fs::path> folders;
  const fs::path bin = fs::weakly_canonical(program).parent_path();
  for (const fs::path& folder :
       {bin / "verification" / "experiments", bin.parent_path() / "share" / "nonholo" / "experiments"})
    if (fs::is_directory(folder)) folders.push_back(folder);
  for (const fs::path& folder : added_folders())
    if (fs::is_directory(folder)) folders.push_back(folder);
  return folders;
}

void want_folders(const std::vector<fs::path>& folders) {
  if (folders.empty())
    throw InputError("TARGET",
                     "no such file or folder, and no experiments are known by name: a program finds them where it "
                     "was built or installed, beside verification/experiments or share/nonholo/experiments "
                     "below its prefix");
}

bool looks_like_file(const std::string& target) {
  return target.ends_with(".toml") || target.ends_with(".tml") || target.starts_with("/") || target.starts_with("./") ||
         target.starts_with("../");
}

std::string no_such_file(const std::string& target) {
  const fs::path path = target, folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  std::error_code ignored;
  std::vector<std::string> there;
  for (fs::directory_iterator entry(folder, ignored), end; entry != end; entry.increment(ignored))
    if (entry->path().extension() == ".toml") there.push_back((path.parent_path() / entry->path().filename()).string());
  std::ranges::sort(there);
  std::string near = did_you_mean(target, {there.begin(), there.end()});
  if (near.empty() && !there.empty() && there.size() < 4) near = fmt::format("; there is {}", fmt::join(there, ", "));
  return fmt::format("no such file: '{}'{}", target, near);
}

std::string perhaps_a_file(const std::string& name) {
  std::error_code ignored;
  const std::string file = name + ".toml";
  return fs::is_regular_file(file, ignored) ? fmt::format("; did you mean the file {}?", file) : "";
}

std::vector<FoundExperiment> known_experiments(const std::vector<fs::path>& folders) {
  std::vector<FoundExperiment> known;
  for (const fs::path& folder : folders)
    for (const fs::path& file : files_below(folder)) known.push_back({name_below(file, folder), file});
  return known;
}

std::vector<std::string> figure_names(const fs::path& file) try {
  const TomlText text = toml_text(file);
  const toml::table root = parsed_toml(text, file.string());
  std::vector<std::string> names;
  for (const TomlTable& figure : TomlTable(root, text, file.string(), "").tables("figure"))
    names.push_back(figure.text("name"));
  return names;
} catch (const InputError&) {  // told by whoever runs it
  return {};
}

std::vector<FoundExperiment> locate(const std::string& target, const std::vector<fs::path>& folders) {
  std::vector<FoundExperiment> found;
  std::error_code not_a_path;
  if (fs::is_directory(target, not_a_path)) {
    for (const fs::path& file : files_below(target))
      if (!is_system_alone(file)) found.push_back({name_of(file, folders, name_below(file, target)), file, "", true});
    if (found.empty())
      throw InputError("TARGET", fmt::format("{}: no .toml file in this folder that holds an experiment", target));
    return found;
  }
  if (looks_like_file(target) && !fs::exists(target, not_a_path)) throw InputError("TARGET", no_such_file(target));
  if (fs::exists(target, not_a_path)) return {{name_of(target, folders, fs::path(target).stem().string()), target}};

  std::vector<std::string> names;
  for (const FoundExperiment& known : known_experiments(folders)) {
    const fs::path name = known.name;
    if (known.name == target || name.filename() == target || known.name.starts_with(target + "/"))
      found.push_back(known);
    names.push_back(known.name);
    names.push_back(name.filename().string());
    if (name.has_parent_path()) names.push_back(name.parent_path().string());
  }
  if (!found.empty()) return found;
  for (const FoundExperiment& known : known_experiments(folders))
    for (const std::string& figure : figure_names(known.file)) {
      const std::string name = (fs::path(known.name).parent_path() / figure).generic_string();
      if (figure == target || name == target) found.push_back({known.name, known.file, figure});
      names.push_back(figure);
    }
  if (!found.empty()) return found;
  want_folders(folders);
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  std::string near = perhaps_a_file(target) + did_you_mean(target, {names.begin(), names.end()});
  throw InputError("TARGET", fmt::format("unknown experiment or figure (and no such file or folder): '{}'{} All names: "
                                         "nonholo list experiments, nonholo list figures",
                                         target, near.empty() ? "." : near));
}

}  // namespace nonholo::program
